"""Sections 7 and 11: civilisation cards, event cards, the solo game."""

import pytest

import simkit
from simkit.games.planet_unknown.rules import cards

TITLE = "planet_unknown"
ICE = "place slot=inner x=0 y=5 rotation=0 mirror=0"


def holding(table, number, **seat):
    """A position in which the first player has just taken a card."""
    t = table({"lifepods": [], **seat})
    t.p.placed = True
    t.state.deck |= 1 << number
    cards.take_card(t.state, 0, number)
    return t


def in_event(table, number, seat=None, **spec):
    """A position at the moment an event is revealed."""
    t = table(seat or {}, deal={"events": [number, 39]}, **spec)
    t.state.phase = 2
    t.state.queue = [0]
    t.state.event_no = 0
    cards.reveal_event(t.state)
    return t


@pytest.mark.parametrize(("number", "count"), [(1, 2), (10, 3), (11, 2), (19, 3)])
def test_different_markers_one_step_each(table, number, count):
    t = holding(table, number)
    for name in ("tech", "rover", "civ")[:count]:
        assert f"distinct {name}" in t.advances()
        t.advance("distinct", name)
        assert f"distinct {name}" not in t.advances()
    assert sum(t.p.step(m) for m in range(5)) == count


def test_card_2_one_marker_two_steps(table):
    t = holding(table, 2).advance("advance", "water").advance("advance", "water")
    assert t.p.step(1) == 2


@pytest.mark.parametrize(("number", "count"), [(3, 1), (12, 2), (26, 3)])
def test_patches(table, number, count):
    t = holding(table, number, board=[["I2-TB", "0,5,0,0"]])
    for _ in range(count):
        t.first("patch")
    assert t.p.patches.bit_count() == count


def test_card_4_movement(table):
    # [#6.10]
    assert holding(table, 4).p.move == 4


@pytest.mark.parametrize(("number", "steps"), [(5, 0), (16, 2)])
def test_extra_tile_with_and_without_resources(table, number, steps):
    # [#7.2]
    t = holding(table, number)
    t.play(next(c for c in t.choices if c.startswith("place")))
    assert t.p.tiles_placed == 1
    brings = [c for c in t.choices if c.startswith(("advance", "decline"))]
    assert bool(brings) == bool(steps)


@pytest.mark.parametrize(("number", "count"), [(13, 2), (18, 3)])
def test_collect_lifepods(table, number, count):
    # [#1.2]
    t = holding(table, number, lifepods=[[5, 5], [6, 5], [7, 5], [8, 5]])
    assert "decline why=collect" not in t.choices
    for _ in range(count):
        t.first("collect")
    assert t.p.lifepods == count
    assert "collect" not in t.kinds()


def test_card_14_moves_a_rover_anywhere_and_collects_there_only(table):
    t = holding(table, 14, rovers=[[0, 5]], lifepods=[[5, 5], [9, 5]])
    t.play("relocate x=0 y=5 to_x=9 to_y=5")
    assert t.p.lifepods == 1


def test_card_17_clears_a_line(table):
    t = holding(table, 17, meteorites_left=[[2, 5], [9, 5], [2, 8]])
    t.play("clear_line line=row number=5")
    assert t.p.void_count == 1


def test_card_25_destroys_up_to_three_meteorites(table):
    t = holding(table, 25, meteorites_left=[[2, 5], [9, 5], [2, 8], [3, 8]])
    for _ in range(3):
        t.first("destroy")
    assert t.p.void_count == 1
    assert t.p.rocks == 0


def test_card_21_raises_to_step_five_without_boosts(table):
    t = holding(table, 21, tracks={"rover": 7, "water": 2})
    while any(c.startswith("advance why=raise") for c in t.choices):
        t.first("advance")
    assert [t.p.step(m) for m in range(5)] == [5, 5, 5, 7, 5]
    assert t.p.synergies == 0
    assert t.p.civ_due == [1]
    assert t.p.tech & 2


def test_cards_are_taken_in_the_commander_s_order_from_one_deck():
    # [#3.6] [#7.1]
    rules = simkit.rules(TITLE, seats=2)
    state = rules.position(
        {"players": [{"tracks": {"civ": 2}}, {"tracks": {"civ": 2}}], "commander": 1}
    )
    assert state.seat == 1
    for p in state.players:
        p.civ_due = [1]
    order = []
    now = state.round
    while state.round == now and not state.over:
        options = state.candidates()
        if options[0] & 63 == rules.encode("card", card=1) & 63:
            order.append((state.seat, len(options)))
        state.apply(options[-1])
    assert [seat for seat, _ in order[:2]] == [1, 0]
    assert order[1][1] == order[0][1] - 1


def test_an_empty_level_gives_no_card(table):
    t = table({"tracks": {"civ": 2}})
    t.state.deck &= ~t.state.tables.level_mask[1]
    t.p.civ_due = [1]
    t.round_off()
    assert t.p.cards == 0


@pytest.mark.parametrize("number", range(5, 15))
def test_advance_one_of_the_listed_markers(table, number):
    t = in_event(table, number)
    listed = t.state.event_card.data["tracks"]
    assert t.advances() == sorted(f"advance {name}" for name in listed)


def test_event_4_three_steps_without_benefits(table):
    t = in_event(table, 4, {"tracks": {"civ": 1}})
    for _ in range(3):
        t.advance("advance", "civ")
    assert t.p.step(0) == 4
    assert t.p.civ_due == []


@pytest.mark.parametrize(("number", "steps"), [(21, 1), (41, 2), (42, 3)])
def test_down_as_far_as_possible(table, number, steps):
    t = in_event(table, number, {"tracks": {"civ": 2, "rover": 9}})
    t.play(next(c for c in t.choices if "marker=civ" in c))
    assert t.p.step(0) == max(0, 2 - steps)


def test_events_that_forbid_benefits(table):
    t = table({"tracks": {"water": 2}}, event=58, deal={"events": [58]}, open=["I2-EW", "Z5-CE"])
    t.play(ICE).advance("symbol", "water")
    assert t.p.synergies == 0
    t = table({"tracks": {"civ": 2}}, event=45, deal={"events": [45]}, open=["I2-CE", "Z5-CE"])
    t.play(ICE).advance("symbol", "civ")
    assert t.p.civ_due == []


def test_only_one_resource(table):
    t = in_event(table, 40)
    spec = {"event": 40, "deal": {"events": [40]}, "open": ["I2-CE", "Z5-CE"]}
    assert t.p.one_only
    t = table({}, **spec)
    t.p.one_only = True
    t.play(ICE).advance("symbol", "civ")
    assert "energy civ" not in t.advances()


def test_a_banned_terrain(table):
    seat = {"board": [["I2-EW", "5,5,0,0"]], "rovers": [[4, 6]], "movement": 1}
    t = table(seat, event=33, deal={"events": [33]})
    assert "move x=4 y=6 to_x=5 to_y=6" not in t.choices
    assert "move x=4 y=6 to_x=4 to_y=5" in t.choices


def test_a_new_meteorite_destroys_the_rover_there(table):
    seat = {"board": [["I2-EW-m", "5,5,0,0"]], "rovers": [[5, 6]]}
    t = in_event(table, 31, seat).play("hit x=5 y=6")
    assert t.p.rovers == []
    assert t.p.void_count == 1


def test_universal_5_may_refuse_the_meteorite(table):
    seat = {"board": [["I2-EW-m", "5,5,0,0"]], "tracks": {"tech": 14}}
    assert "decline why=hit" in in_event(table, 31, seat).choices


@pytest.mark.parametrize(
    ("number", "seat", "kind"),
    [
        (16, {"board": [["I2-EW", "5,5,0,0"]]}, "patch"), (17, {}, "advance"),
        (18, {}, "collect"), (19, {"meteorites_left": [[5, 5]]}, "collect"),
        (47, {"rovers": [[5, 5], [6, 6]]}, "destroy"), (49, {}, "destroy"),
        (50, {"lifepods": [], "collected_lifepods": 1}, "destroy"),
        (51, {"collected_meteorites": 1}, "destroy"), (53, {}, "peek"),
        (15, {}, "rotate"), (52, {}, "empty_slot"),
    ],
)  # fmt: skip
def test_what_an_event_asks(table, number, seat, kind):
    # [#3.2] [#11.3]
    assert kind in in_event(table, number, seat).kinds()


def test_one_rover_is_spared(table):
    t = in_event(table, 47, {"rovers": [[5, 5]]})
    assert t.p.pending == []


def test_decks_shrink_and_grow(table):
    t = table({}, deal={"events": [48, 2]})
    before = t.state.deck.bit_count()
    t.state.event_no = 0
    cards.reveal_event(t.state)
    assert t.state.deck.bit_count() == before - 4
    cards.reveal_event(t.state)
    assert t.state.deck.bit_count() == before


def test_solo_events_about_objectives_and_rovers(table):
    t = in_event(table, 3, {"private_objectives": [1, 2, 3]})
    assert len(t.p.private) == 4
    t = in_event(table, 46, {"private_objectives": [1, 2, 3]})
    t.play("objective objective=2")
    assert t.p.private == [1, 3]
    t = in_event(table, 1)
    assert t.p.supply == 3
    assert t.p.pending == []  # the rover waits for the tile of this round


def test_an_effect_that_would_end_the_game_is_ignored(table):
    t = table({}, deal={"events": [52, 39]})
    inner, _ = t.state.slots_of(0)
    t.state.removed += t.state.left[inner]
    t.state.left[inner] = 0
    t.state.event_no = 0
    cards.reveal_event(t.state)
    from simkit.games.planet_unknown.rules.items import emptiable

    assert emptiable(t.state, 0) == []


def test_solo_only_events_stay_out_of_games_for_several():
    # [#11.3]
    rules = simkit.rules(TITLE, seats=2, events="random")
    for n in range(30):
        state = rules.deal(simkit.Luck(n))
        assert len(state.event_deck) == 20
        assert not any(state.tables.events[e - 1].solo for e in state.event_deck)
