"""Sections 7, 9 and 11: what must be done, when cards are taken, what may not end the game."""

import pytest

import simkit
from simkit.core.bot import RandomBot
from simkit.core.errors import BadValue, SimkitError
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.rules import cards, flow
from simkit.games.planet_unknown.rules.cells import cell

TITLE = "planet_unknown"
EDGE = "place slot=inner x=0 y=5 rotation=0 mirror=0"


def reveal(table, number, *seats, **spec):
    """Reveal an event before anybody has placed a tile of this round."""
    deal = {"events": [number, 39, 33], **spec.pop("deal", {})}
    t = table(*(seats or ({},)), deal=deal, **spec)
    t.state.phase, t.state.event_no = schema.EVENT, 0
    t.state.queue = flow.table_order(t.state)
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    return t


def holding(table, number, **seat):
    """A position in the phase of cards in which the first player has just taken a card."""
    t = table({"lifepods": [], **seat})
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << number
    cards.take_card(t.state, 0, number)
    return t


def cover_all_but(t, *holes):
    """Cover the first player's planet with one big tile, except for some cells."""
    free = sum(1 << cell(*hole) for hole in holes)
    t.p.occ = t.p.tiles = t.p.planet.grid & ~free
    t.p.terrain[0] = t.p.occ
    t.p.pods = 0
    return t


# What has to be taken (section 11: every effect applies as far as possible) [#11.3] ----------------


@pytest.mark.parametrize(
    ("number", "seat"),
    [(18, {"lifepods": [[5, 5]]}), (19, {"meteorites_left": [[5, 5]], "lifepods": []})],
)
def test_a_gift_of_an_event_cannot_be_refused(table, number, seat):
    t = reveal(table, number, seat)
    assert t.kinds() == {"collect"}
    t.first("collect")
    assert t.p.lifepods + t.p.rocks == 1
    assert t.state.phase == schema.TURN


@pytest.mark.parametrize(("number", "seat"), [(18, {"lifepods": []}), (19, {})])
def test_without_anything_to_collect_an_event_gives_nothing(table, number, seat):
    assert reveal(table, number, seat).kinds() == {"place"}


@pytest.mark.parametrize(("number", "count"), [(13, 2), (18, 3)])
@pytest.mark.parametrize("pods", [1, 5])
def test_cards_13_and_18_collect_as_many_as_there_are(table, number, count, pods):
    t = holding(table, number, lifepods=[[x + 3, 5] for x in range(pods)])
    for _ in range(min(count, pods)):
        assert t.kinds() == {"collect"}
        t.first("collect")
    assert t.p.lifepods == min(count, pods)
    assert "collect" not in t.kinds()


def test_an_option_lets_cards_13_and_18_collect_fewer(table):
    t = table({"lifepods": [[5, 5]]}, options={"card_lifepods": "up_to"})
    t.p.placed = True
    cards.take_card(t.state, 0, 13)
    assert t.kinds() == {"collect", "decline"}
    t.first("decline")
    assert t.p.lifepods == 0


@pytest.mark.parametrize("number", [17, 25])
def test_meteorites_have_to_be_destroyed(table, number):
    t = holding(table, number, meteorites_left=[[5, 5], [6, 6]])
    assert "decline" not in t.kinds()
    assert "done" not in t.kinds()


def test_flux_tech_4_has_to_collect(table):
    seat = {"corporation": "flux_industries", "flux": "civ", "tracks": {"tech": 10}}
    t = table({**seat, "meteorites_left": [[8, 8]], "lifepods": []}, open=["I2-CE", "Z5-RT"])
    t.play(EDGE)
    assert "collect" in t.kinds()
    assert "decline why=collect" not in t.choices


# Civilisation cards that an event brings (section 7) [#7.3] ------------------------------------------


def test_a_card_won_through_an_event_is_taken_before_the_tile(table):
    t = reveal(table, 9, {"tracks": {"civ": 2}}, {"tracks": {"civ": 2}})
    t.advance("advance", "civ")
    assert t.state.seat == 1  # first everybody resolves the event
    t.advance("advance", "tech")
    assert t.state.seat == 0
    assert t.kinds() == {"card"}
    assert t.rules.schema.phases[t.state.phase] == "event_civ"


def test_cards_won_through_an_event_are_taken_from_the_commander_on(table):
    seat = {"tracks": {"civ": 2}}
    t = reveal(table, 9, seat, seat, seat, commander=1)
    t.state.deck |= t.state.tables.level_mask[1]
    order = []
    while t.state.phase in (schema.EVENT, schema.EVENT_CIV):
        kind = t.rules.decode(t.state.candidates()[0])[0]
        if kind == "card":
            cards_left = t.state.deck & t.state.tables.level_mask[1]
            order.append((t.state.seat, cards_left.bit_count()))
            t.play("card card=" + str((6, 7, 33)[len(order) - 1]))
        else:
            t.advance("advance", "civ")
    assert order == [(1, 9), (2, 8), (0, 7)]


def test_effects_of_such_a_card_come_before_the_tile(table):
    t = reveal(table, 9, {"tracks": {"civ": 2}, "board": [["I2-RT", "5,0,0,0"]]})
    t.state.deck |= 1 << 3
    t.advance("advance", "civ").play("card card=3")
    assert t.kinds() == {"patch"}
    t.first("patch")
    assert t.p.patches.bit_count() == 1
    assert t.kinds() == {"place"}


def test_movement_of_such_a_card_lasts_to_the_end_of_the_turn(table):
    t = reveal(table, 9, {"tracks": {"civ": 2}, "rovers": [[5, 5]], "lifepods": []})
    t.state.deck |= 1 << 4
    t.advance("advance", "civ").play("card card=4")
    assert t.p.move == 4
    assert t.kinds() == {"place", "move"}


@pytest.mark.parametrize(("number", "civ", "advances"), [(5, 2, 0), (16, 9, 2)])
def test_an_extra_tile_of_such_a_card_is_laid_besides_the_tile_of_the_turn(
    table, number, civ, advances
):
    t = reveal(table, 9, {"tracks": {"civ": civ}}, open=["I2-CE", "Z5-RT"])
    t.state.deck |= 1 << number
    t.advance("advance", "civ").play(f"card card={number}")
    t.play(EDGE)
    assert len([c for c in t.choices if c.startswith(("advance", "decline"))]) >= advances
    while t.state.phase == schema.EVENT_CIV:
        t.play(t.choices[0])
    assert t.state.phase == schema.TURN
    assert t.kinds() == {"place"}
    assert t.p.tiles_placed == 1
    t.first("place")
    assert t.p.tiles_placed == 2


def test_a_card_that_advances_to_the_next_civ_milestone_is_followed_by_its_card(table):
    t = reveal(table, 9, {"tracks": {"civ": 5}})
    t.state.deck |= 1 << 11 | t.state.tables.level_mask[2]
    p = t.p
    steps = [n for n in range(16) if p.corp.mile[n] == 1]
    p.marker[0] = steps[0] - 1
    t.state.deck |= t.state.tables.level_mask[1]
    t.advance("advance", "civ").play("card card=2")
    while "card" not in t.kinds() and t.state.phase == schema.EVENT_CIV:
        t.advance("advance", "civ")
    assert p.step(0) == steps[0] + 2


# Events must not end the game (section 11) [#11.3] ----------------------------------------------------


def test_a_slot_is_not_emptied_when_the_other_tile_has_no_place(table):
    t = table({}, open=["I2-CE", "Z5-WR"], deal={"events": [52, 39]})
    cover_all_but(t, (5, 5), (6, 5))
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.choices == ["empty_slot slot=outer"]
    t.first("empty_slot")
    assert t.kinds() == {"place"}


def test_a_slot_is_not_emptied_when_that_empties_the_depot(table):
    names = [tile.id for tile in table().rules.tables.tiles]
    stacks = [[names[n] for n in stack] for stack in table().state.stacks]
    stacks[6] = stacks[6][
        -1:
    ]  # the tile left would be taken in this round, and both slots be empty
    deal = {"stacks": stacks, "shift": 0, "rotation": 0, "events": [52, 39]}
    t = table({}, deal=deal)
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.choices == ["empty_slot slot=outer"]


def test_an_event_is_ignored_when_either_slot_would_end_the_game(table):
    names = [tile.id for tile in table().rules.tables.tiles]
    stacks = [[names[n] for n in stack] for stack in table().state.stacks]
    stacks[0], stacks[6] = stacks[0][-1:], stacks[6][-1:]
    deal = {"stacks": stacks, "shift": 0, "rotation": 0, "events": [52, 39]}
    t = table({}, deal=deal)
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.kinds() == {"place"}


def test_a_slot_is_emptied_when_the_game_ends_anyhow(table):
    t = table({}, open=["I2-CE", "Z5-WR"], deal={"events": [52, 39]})
    cover_all_but(t, (5, 5), (8, 8))
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.choices == ["empty_slot slot=inner", "empty_slot slot=outer"]
    t.play("empty_slot slot=inner")
    assert t.choices == ["give_up slot=outer"]


@pytest.mark.parametrize(
    ("number", "kind", "count"), [(52, "empty_slot", 2), (16, "patch", 2), (15, "rotate", 6)]
)
def test_the_last_event_may_do_what_it_likes(table, number, kind, count):
    """After its round the game ends anyhow. [#11.3]"""
    t = table({}, open=["I2-CE", "Z5-WR"], deal={"events": [number]})
    cover_all_but(t, (5, 5), (6, 5))
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.kinds() == {kind}
    assert len(t.choices) == count


def in_patch_event(table, *holes, corporation="universal_coalition"):
    t = table({"corporation": corporation}, open=["I2-CE", "Z5-WR"], deal={"events": [16, 39]})
    cover_all_but(t, *holes)
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    return t


def test_the_patch_of_an_event_does_not_take_the_last_place_of_a_tile(table):
    t = in_patch_event(table, (5, 5), (6, 5), (8, 8))
    assert t.choices == ["patch x=8 y=8"]
    t = in_patch_event(table, (5, 5), (6, 5))
    assert t.kinds() == {"place"}  # nowhere: the effect is ignored


def test_the_patch_of_an_event_may_leave_one_of_two_places(table):
    t = in_patch_event(table, (5, 5), (6, 5), (7, 5))
    assert sorted(t.choices) == ["patch x=5 y=5", "patch x=7 y=5"]


def test_the_patch_of_an_event_goes_anywhere_when_the_game_ends_anyhow(table):
    t = in_patch_event(table, (5, 5), (8, 8))
    assert sorted(t.choices) == ["patch x=5 y=5", "patch x=8 y=8"]


def test_a_patch_of_a_tile_may_take_the_last_place(table):
    t = table({"board": [["I2-RT", "0,5,0,0"]]})
    cover_all_but(t, (5, 5), (6, 5))
    t.p.placed = True
    t.p.pending.append(schema.PATCH)
    assert {"patch x=5 y=5", "patch x=6 y=5"} <= set(t.choices)


def test_an_event_does_not_turn_the_station_to_a_depot_without_a_place(table):
    t = table({}, open=["I2-CE", "Z5-WR"], deal={"events": [15, 39]})
    cover_all_but(t, (5, 5), (6, 5))
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert t.choices == ["rotate by=0"]  # the only depot with a tile of two cells
    t.first("rotate")
    assert t.kinds() == {"place"}
    t = table({}, deal={"events": [15, 39]})
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert len(t.choices) == 6


@pytest.mark.parametrize(("civ", "choices"), [(2, ["civ"]), (0, [])])
def test_an_event_does_not_take_the_tech_away_by_which_alone_a_tile_has_a_place(
    table, civ, choices
):
    """Universal tech 1 places tiles without contact; one step down it is lost."""
    # [#11.3]
    seat = {"tracks": {"tech": 3, "civ": civ}, "lifepods": []}
    t = table(
        seat, open=["I2-CE", "Z5-WR"], deal={"events": [25, 39]}, options={"patch_contact": False}
    )
    p = t.p
    hole = cell(5, 5), cell(6, 5)
    around = sum(
        1 << c for c in (cell(4, 5), cell(7, 5), *(cell(x, y) for x in (5, 6) for y in (4, 6)))
    )
    p.occ = p.planet.grid & ~(1 << hole[0] | 1 << hole[1])
    p.patches = around
    p.tiles = p.occ & ~around
    p.terrain[0], p.terrain[2] = p.tiles, p.patches
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    assert [c.split("marker=")[1].split()[0] for c in t.choices if c.startswith("down")] == choices
    if choices:
        t.first("down")
    assert t.kinds() == {"place"}


# Republic (techs 1 and 5) -----------------------------------------------------------------------------


def republic(table, number, rover=4, tech=3):
    return holding(
        table, number, corporation="republic", tracks={"rover": rover, "tech": tech},
        rovers=[[5, 5]], board=[["I2-RT", "8,5,0,0"]],
    )  # fmt: skip


@pytest.mark.parametrize("number", [5, 16])
def test_republic_tech_1_works_for_an_extra_tile(table, number):
    """On taking a tile with a civ resource the movement of the rover step is gained."""
    t = republic(table, number)
    per_tile = t.p.corp.move[t.p.marker[3]]
    assert per_tile == 2
    civ = [
        slot
        for slot, n in zip(("inner", "outer"), t.state.open_tiles(0), strict=True)
        if t.state.tables.tiles[n].resources & 1
    ]
    for slot in ("inner", "outer"):
        again = t.state.clone()
        action = next(
            a for a in again.legal() if t.rules.notation(a).startswith(f"place slot={slot}")
        )
        again.step(action)
        assert again.players[0].move == (per_tile if slot in civ else 0)


def test_republic_tech_1_may_drive_before_the_extra_tile_is_laid(table):
    t = table(
        {"corporation": "republic", "tracks": {"rover": 4, "tech": 3}, "rovers": [[5, 5]]},
        open=["I2-CE", "Z5-RT"],
    )
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << 16
    cards.take_card(t.state, 0, 16)
    assert "take slot=inner" in t.choices
    assert "take slot=outer" not in t.choices
    t.play("take slot=inner")
    assert t.p.move == 2
    assert all("slot=inner" in c for c in t.choices if c.startswith("place"))
    assert "take" not in t.kinds()
    t.play("move x=5 y=5 to_x=5 to_y=6").first("place")
    assert t.p.tiles_placed == 1
    assert t.p.move == 1
    assert t.p.taken == -1


def at_the_end(table, seat, *others):
    t = table(seat, *others)
    t.p.stuck = True
    for p in t.state.players:
        p.placed = True
    t.state.phase, t.state.queue = schema.CIV_PHASE, []
    flow.proceed(t.state)
    return t


def test_republic_tech_5_reached_at_the_end_still_gives_two_cards(table):
    """Techs that act at the end apply when the end brings them, too (section 9)."""
    # [#9.4]
    seat = {"corporation": "republic", "tracks": {"tech": 13}, "civ_cards": [23]}
    t = at_the_end(table, seat, {})
    t.advance("advance", "tech")
    assert t.p.tech & 32
    assert t.kinds() == {"card"}
    t.first("card").first("card")
    assert t.p.cards_taken == 2


def test_republic_tech_5_is_used_once(table):
    seat = {"corporation": "republic", "tracks": {"tech": 14}, "civ_cards": [23]}
    t = at_the_end(table, seat, {})
    t.state.deck |= 1 << 7 | 1 << 9
    t.p.choice |= t.state.deck
    t.play("card card=7", "card card=9")
    assert t.kinds() == {"advance"}
    t.advance("advance", "tech")
    assert t.state.over
    assert t.p.cards_taken == 2


# The result of the solo game (section 11) [#11.5] ----------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "words", "won"),
    [
        (-16, "crash", False), (-15, "crash", False), (-11, "crash", False),
        (-10, "failure", False), (-6, "failure", False),
        (-5, "barely habitable", False), (-1, "barely habitable", False),
        (0, "mission done", True), (4, "mission done", True), (5, "mission done by 5 or more", True),
        (9, "mission done by 5 or more", True),
        (10, "mission done by 10 or more", True), (15, "you are a genius", True),
        (40, "you are a genius", True),
    ],
)  # fmt: skip
def test_verdicts_of_the_solo_game(difference, words, won):
    rules = simkit.rules(TITLE, seats=1, events="9-3-8")
    state = rules.deal(simkit.Luck(1))
    assert state.verdict(0) == ""
    assert rules.solo_target(*state.mix) == 58
    state.seat = -1
    state.score = [58 + difference]
    assert state.winners() == ([0] if won else [])
    text = state.verdict(0)
    assert words in text
    assert "58" in text
    assert ("failed" in text) is not won
    row = state.seat_row(0)
    column = next(c for c in rules.schema.seat_columns if c.name == "verdict")
    assert column.categories[row["verdict"]] == words
    assert row["solo_result"] == difference


def test_one_threshold_for_every_verdict():
    rules = simkit.rules(TITLE, seats=1)
    assert len(rules.tables.solo_target["result_thresholds"]) == len(schema.VERDICTS) - 1


def test_solo_games_are_recorded_with_their_result():
    """Games below the target are lost: the share of the win is 0, the verdict says how far."""
    rules = simkit.rules(TITLE, seats=1, boards="symmetric", events="even")
    recorder = Recorder(rules, "games")
    finals = []
    for number in range(12):
        state = rules.deal(simkit.Luck(number))
        bot = RandomBot() if number % 3 else GREEDY()
        play_game(state, [bot], recorder, GameInfo(game_id=number, seed=number))
        finals.append(state)
    seats = recorder.tables()["seats"].to_pylist()
    won = [state.score[0] >= 54 for state in finals]
    assert {True, False} == set(won)
    assert [row["win_share"] for row in seats] == [float(one) for one in won]
    for row, state in zip(seats, finals, strict=True):
        assert row["solo_result"] == state.score[0] - 54
        assert row["verdict"] in schema.VERDICTS[1:]
        assert row["verdict"] in state.verdict(0)
        assert (schema.VERDICTS.index(row["verdict"]) >= schema.VERDICTS.index("mission done")) == (
            row["win_share"] == 1
        )


def test_games_of_several_have_a_winner_and_no_verdict():
    state = simkit.rules(TITLE, seats=2).deal(simkit.Luck(1))
    state.seat = -1
    assert state.winners() == [0, 1]
    assert state.verdict(0) == ""
    assert state.seat_row(0)["verdict"] == 0


# The deal (section 2): boards and rings are chosen [#2.1] [#2.2] --------------------------------------


def test_boards_rings_and_station_can_be_chosen():
    rules = simkit.rules(TITLE, seats=2)
    for shift in range(6):
        state = rules.deal(
            simkit.Luck(5), planets=["gaia", "petra"], factions=["republic", "oasis_ultd"],
            shift=shift, rotation=4, commander=1,
        )  # fmt: skip
        assert [p.corp.id for p in state.players] == ["republic", "oasis_ultd"]
        assert [rules.tables.planet_number[name] for name in ("gaia", "petra")] == [
            p.planet_no for p in state.players
        ]
        assert (state.shift, state.rotation, state.commander) == (shift, 4, 1)
    assert rules.deal(simkit.Luck(5), shift="3").shift == 3  # as a command line gives it


@pytest.mark.parametrize(
    ("fixed", "words"),
    [
        ({"shift": 6}, "shift: is 0 to 5"),
        ({"shift": "left"}, "shift: is 0 to 5"),
        ({"commander": 2}, "commander: is 0 to 1"),
        ({"planets": "gaia"}, "needs a list of 2"),
        ({"planets": ["gaia"]}, "needs a list of 2"),
        ({"planets": ["gaia", "mars"]}, "mars"),
        ({"factions": ["republic", "republic"]}, "given twice"),
        ({"factions": ["makeshift", "republic"]}, "edition='deluxe'"),
        ({"rivals": [[1, 0]]}, "rivals"),
        ({"rivals": [[40, 0, 1]]}, "objective"),
        ({"rivals": [[4, 0, 5]]}, "seat"),
        ({"private": [[1]]}, "private"),
        ({"private": [[1], [99]]}, "objective"),
        ({"civ_cards": [37]}, "card"),
        ({"civ_cards": ["x"]}, "card"),
        ({"events": [61]}, "event"),
        ({"events": [3]}, "solo"),
        ({"stacks": [["I2-CE"]]}, "twelve"),
        ({"stacks": [["I2-CE"]] * 12}, "stacks"),
        ({"moon": 1}, "moon"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_name(fixed, words):
    with pytest.raises(SimkitError, match=words.replace("(", r"\(")):
        simkit.rules(TITLE, seats=2).deal(simkit.Luck(1), **fixed)


def test_bad_values_of_the_deal_are_bad_values():
    with pytest.raises(BadValue):
        simkit.rules(TITLE, seats=2).deal(simkit.Luck(1), shift=7)
