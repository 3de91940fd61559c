"""What an action sets going: told in order, to everybody only what they may know."""

import random

import pytest

import simkit
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import cards, flow, scoring
from simkit.games.planet_unknown.rules.cells import cell
from simkit.games.planet_unknown.view.names import event_words

TITLE = "planet_unknown"


def games(count, seed):
    """Steps of random games of 1 to 6 players with events: state before, action, state after."""
    rng = random.Random(seed)
    for n in range(count):
        seats = 1 + n % 6
        options = {"edition": "deluxe", "events": "random"}
        if seats > 1:
            options["private_objectives"] = n % 2 == 0
        rules = simkit.rules(TITLE, seats=seats, **options)
        state = rules.deal(simkit.Luck(seed * 100 + n))
        while not state.over:
            action = rng.choice(state.candidates())
            before = state.clone()
            state.step(action)
            yield before, action, state


def test_the_course_of_the_game_is_told_and_nothing_is_changed():
    rounds = events = reasons = 0
    for before, action, after in games(6, 1):
        kept = before.clone(), after.clone()
        lines = after.rules.consequences(before, action, after)
        assert all(isinstance(line, str) and line.strip() for line in lines)
        assert before.legal() == kept[0].legal()
        assert after.legal() == kept[1].legal()
        assert (after.score, after.queue, after.deck) == (
            kept[1].score,
            kept[1].queue,
            kept[1].deck,
        )
        rounds += after.round - before.round
        begun = [line for line in lines if line.startswith(f"round {after.round} begins")]
        assert len(begun) == after.round - before.round
        if after.event != before.event and after.event:
            events += 1
            assert sum(event_words(after.event_card) in line for line in lines) == 1
        if after.over:
            reasons += 1
            assert any(line.startswith("the last round is over") for line in lines) or (
                before.phase == schema.END
            )
        for seat, p in enumerate(after.players):
            was = before.players[seat]
            for level in range(1, 7):
                if p.tech & ~was.tech & 1 << level:
                    assert any(line.startswith(f"seat {seat} now has tech") for line in lines)
            if len(p.rovers) < len(was.rovers) and action & 63 != schema.KIND["destroy"]:
                assert any(line.startswith(f"seat {seat} loses the rover") for line in lines)
            gone = was.pods & ~p.pods
            if gone and action & 63 not in (schema.KIND["collect"], schema.KIND["destroy"]):
                assert any("lifepod" in line for line in lines)
            if p.move > was.move:
                assert any(line.startswith(f"seat {seat} gains") for line in lines)
    assert rounds > 40
    assert events > 40
    assert reasons == 6


def test_a_viewer_hears_nothing_that_is_hidden_from_it():
    rng = random.Random(5)
    compared = 0
    for before, action, after in games(6, 2):
        if rng.random() < 0.5 and after.round == before.round and not after.over:
            continue
        viewer = rng.randrange(before.seats)
        told = after.rules.consequences(before, action, after, viewer)
        one, other = simkit.Luck(rng.randrange(10**6)), simkit.Luck(rng.randrange(10**6))
        made_up = after.rules.consequences(
            before.determinize(viewer, one), action, after.determinize(viewer, other), viewer
        )
        assert told == made_up, (after.rules.describe(before, action), viewer)
        compared += 1
    assert compared > 200


def lines_of(t, text):
    """Play an action and return what is told of it."""
    before, action = t.state.clone(), t.rules.parse(text)
    t.play(text)
    return t.rules.consequences(before, action, t.state)


def test_a_peek_is_told_to_its_seat_only(table):
    t = table({}, {}, deal={"events": [53, 19, 18]})
    t.state.phase, t.state.event_no, t.state.queue = schema.EVENT, 0, [0, 1]
    cards.reveal_event(t.state)
    flow.proceed(t.state)
    before, action = t.state.clone(), t.rules.parse("peek")
    t.play("peek")
    for viewer, hears in ((None, True), (0, True), (1, False)):
        lines = t.rules.consequences(before, action, t.state, viewer)
        assert any("Collect one meteorite" in line for line in lines) is hears


@pytest.mark.parametrize(("number", "hears"), [(3, True), (7, False)])
def test_cards_resolved_at_once_are_shown_to_all_cards_for_the_end_are_not(table, number, hears):
    t = table({}, {})
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << number
    cards.look_at_deck(t.state, 0, 1)
    before, action = t.state.clone(), t.rules.encode("card", card=number)
    t.state.step(action)
    lines = t.rules.consequences(before, action, t.state, 1)
    assert any(f"civ card {number}" in line for line in lines) is hears
    assert any("hidden until the end" in line for line in lines) is not hears
    own = t.rules.consequences(before, action, t.state, 0)
    assert not any(f"civ card {number}" in line for line in own)  # the words of the action say it


def test_an_event_that_cancels_benefits_says_so(table):
    t = table({"tracks": {"water": 2}}, event=58, deal={"events": [58]}, open=["I2-EW", "Z5-CE"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0")
    (step,) = [c for c in t.choices if c.startswith("advance why=symbol marker=water")]
    assert "seat 0: the event cancels the synergy boost" in lines_of(t, step)


def test_one_resource_of_a_tile_is_lost_by_the_event(table):
    t = table({}, event=40, deal={"events": [40]}, open=["I2-RT", "Z5-CE"])
    t.p.one_only = True
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0")
    (step,) = [c for c in t.choices if c.startswith("advance why=symbol marker=tech")]
    lines = lines_of(t, step)
    assert any("other resource" in line for line in lines)


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ("x=0 y=5 rotation=0", "is due: an energy step (water) and a water step"),
        ("x=11 y=5 rotation=0", "no water of the tile lies on ice"),
    ],
)
def test_what_a_tile_brings(table, at, text):
    t = table({}, open=["I2-EW", "Z5-CE"])
    lines = lines_of(t, f"place slot=inner {at} mirror=0")
    assert any(text in line for line in lines)


def test_a_covered_rover_and_a_falling_meteorite_are_told(table):
    # [#3.4] [#4.4]
    t = table({"rovers": [[0, 5]], "lifepods": [[0, 6]]}, open=["I2-EW-m", "Z5-CE"])
    lines = lines_of(t, "place slot=inner x=0 y=5 rotation=0 mirror=0")
    assert "seat 0 loses the rover on 0,5: destroyed under the tile" in lines
    assert "seat 0 loses the lifepod on 0,6: destroyed under the tile" in lines
    assert any(line.startswith("a meteorite lies on 0,6 of seat 0") for line in lines)


def test_the_end_and_the_objectives_are_told(table):
    t = table(
        {"private_objectives": [26], "collected_lifepods": 1, "civ_cards": [27]}, {},
        rival_objectives=[{"objective": 26, "between": [1, 2]}],
    )  # fmt: skip
    t.p.occ = t.p.tiles = t.p.terrain[0] = t.p.planet.grid
    t.p.pods = 0
    t.play(next(c for c in t.choices if c.startswith("give_up")))
    lines = []
    while not t.state.over:
        before, action = t.state.clone(), t.state.candidates()[-1]
        t.state.step(action)
        lines = t.rules.consequences(before, action, t.state)
    assert "the last round is over: seat 0 could not place a tile" in lines
    assert (
        "objective 26, most lifepods collected (Rescue): seat 0 has 1, seat 1 has 0; 5 points for seat 0"
        in lines
    )
    assert any(
        "private objective 26" in line and line.endswith(": met, 5 points") for line in lines
    )
    (medals,) = [line for line in lines if line.startswith("seat 0 has complete rows")]
    rows, columns = scoring.line_points(t.p)
    figures = [int(word.strip("(),;")) for word in medals.split() if word.startswith("(")]
    assert sum(figures) == sum(rows) + sum(columns) > 0


def told(t, text):
    """What is said of an action that is written as a text."""
    action = t.rules.parse(text)
    before, t.state = t.state, after(t.state, action)
    return t.rules.consequences(before, action, t.state)


def test_what_is_due_is_counted_in_plain_words(table):
    # Three water cells on ice are three steps of Oasis, one sentence.
    t = table({"corporation": "oasis_ultd"}, {}, open=["I2-CE", "F5-WR"])
    lines = []
    for text in t.choices:
        action = t.rules.parse(text)
        if text.startswith("place slot=outer"):
            lines += t.rules.consequences(t.state, action, after(t.state, action))
    assert "seat 0 is due: 3 water steps and a rover step" in lines
    assert not [line for line in lines if " times " in line]


def after(state, action):
    """The state after an action."""
    state = state.clone()
    state.step(action)
    return state


def test_movement_for_a_civ_tile_is_said_to_come_from_the_tech(table):
    seat = {"corporation": "republic", "tracks": {"tech": 3, "rover": 9}, "rovers": [[4, 4]]}
    t = table(seat, open=["I2-CE", "Z5-RT"])
    lines = told(t, "take slot=inner")
    assert (
        "seat 0 gains 2 rover movement by tech 1, for the civ resource of the tile (2 at hand)"
        in (lines)
    )


def test_a_delivered_meteorite_is_told_from_one_that_is_picked_up(table):
    seat = {"corporation": "horizon_group", "board": [["I2-RT", "5,0,0,0"]], "movement": 2}
    t = table({**seat, "rovers": [[4, 1]], "meteorites_left": [[5, 1]], "lifepods": []})
    assert "a rover of seat 0 loads the meteorite on 5,1" in told(t, "move x=4 y=1 to_x=5 to_y=1")
    lines = told(t, "move x=5 y=1 to_x=5 to_y=0")
    assert "seat 0 delivers a meteorite: collected (1 by now)" in lines


def test_tech_d_of_jump_drive_says_what_the_tech_symbol_may_be(table):
    t = table({"corporation": "jump_drive", "tech_slots": [4]}, open=["I2-TB", "Z5-RT"])
    place = next(a for a in t.choices if a.startswith("place slot=inner"))
    (line,) = [line for line in told(t, place) if " is due: " in line]
    assert "a tech step (or, as energy by tech D, biomass)" in line


def test_nobody_commands_where_the_station_turns_by_force():
    rules = simkit.rules(TITLE, seats=1, boards="symmetric")
    state = rules.deal(simkit.Luck(3))
    lines = []
    while state.round < 3:
        before, action = state.clone(), state.candidates()[0]
        state.step(action)
        lines += rules.consequences(before, action, state)
    assert "round 1 begins; seat 0 commands the station" in lines
    assert (
        lines[lines.index("round 2 begins") + 1] == "the station turns by itself: 1 depot clockwise"
    )


def test_a_seat_that_faces_one_tile_cannot_place_its_only_one(table):
    t = table({"lifepods": []}, open=["I2-CE", "Z5-RT"])
    t.p.occ = t.p.tiles = t.p.terrain[0] = t.p.planet.grid
    t.state.left[t.state.slots_of(0)[0]] = 0
    lines = told(t, "give_up slot=outer")
    assert "seat 0 cannot place its only tile" in lines


def test_cards_for_the_end_are_revealed_when_the_end_comes(table):
    # They count from then on: the points after the action and the cards stand together.
    t = table({"civ_cards": [24, 27]}, {})
    t.p.occ = t.p.tiles = t.p.terrain[0] = t.p.planet.grid
    t.p.pods = 0
    t.play(next(c for c in t.choices if c.startswith("give_up")))
    lines = []
    while t.state.phase != schema.END:
        before, action = t.state.clone(), t.state.candidates()[-1]
        t.state.step(action)
        lines = t.rules.consequences(before, action, t.state)
    assert not t.state.over  # card 24 has still to advance a marker
    shown = (
        "seat 0 reveals civ card 24, Planet Lottery, and civ card 27, Best Planet to Live on Award"
    )
    assert lines.index(shown) < lines.index("seat 0 is due: a step of any marker")
    rest = []
    while not t.state.over:
        before, action = t.state.clone(), t.state.candidates()[-1]
        t.state.step(action)
        rest += t.rules.consequences(before, action, t.state)
    assert not [line for line in rest if " reveals " in line]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (2, {"rotation": "forced", "events": "7-7-6"}), (3, {"private_objectives": True})],
)
def test_the_rival_objectives_are_told_with_the_first_decision_of_round_1(seats, options):
    state = simkit.rules(TITLE, seats=seats, **options).deal(simkit.Luck(4))
    lines = []
    while state.round < 3:
        before, action = state.clone(), state.candidates()[0]
        state.step(action)
        lines += state.rules.consequences(before, action, state)
    for number, a, b in state.rivals:
        head = f"seats {a} and {b} compete for objective {number}: "
        assert sum(line.startswith(head) for line in lines) == 1
    assert sum(" compete for objective " in line for line in lines) == len(state.rivals)


def test_the_private_objectives_kept_alone_are_told():
    state = simkit.rules(TITLE, seats=1, boards="symmetric").deal(simkit.Luck(3))
    before, action = state.clone(), state.candidates()[0]
    state.step(action)
    (line,) = [x for x in state.rules.consequences(before, action, state) if " keeps " in x]
    for number in state.players[0].private:
        assert f"{number}: " in line
    assert f"{action >> 6}: " not in line


def test_a_boost_that_brings_a_boost_is_due_again(table):
    t = table({"tracks": {"civ": 7, "tech": 1}}, open=["I2-RT", "Z5-CE"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0")
    t.advance("symbol", "tech")
    (step,) = [c for c in t.choices if c.startswith("advance why=synergy marker=civ")]
    assert "seat 0 is due: a synergy boost" in told(t, step)


def test_what_is_left_of_a_benefit_is_still_due(table):
    t = table({}, {})
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << 10
    cards.look_at_deck(t.state, 0, 2)
    t.state.step(t.rules.encode("card", card=10))
    (step,) = [c for c in t.choices if c.startswith("advance why=distinct marker=civ")]
    assert "seat 0 is still due: 2 steps, each of another marker" in told(t, step)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (19, "seat 0: a meteorite to collect lapses, as there is none"),
        (21, "seat 0: a step down of the civ or rover marker lapses, as none can go down"),
        (51, "seat 0: a collected meteorite to destroy lapses, as there is none"),
    ],
)
def test_what_lapses_is_told_with_its_reason(event, line):
    rules = simkit.rules(TITLE, seats=2, events="7-7-6")
    state = rules.deal(simkit.Luck(1), events=[event, 16, 17])
    before, action = state.clone(), state.candidates()[0]
    state.step(action)
    assert line in rules.consequences(before, action, state)


def test_a_marker_at_the_top_is_the_reason_why_a_step_lapses(table):
    t = table({"tracks": {"civ": 15}}, open=["I2-CE", "Z5-RT"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0")
    lines = []
    while not any("lapse" in line for line in lines):
        lines = told(t, t.rules.notation(t.state.candidates()[0]))
    assert "seat 0: a civ step lapses, as the marker is at the top" in lines


def test_movement_at_the_start_of_a_round_names_its_tech(table):
    seat = {
        "corporation": "oasis_ultd", "tracks": {"tech": 5}, "board": [["I2-WR", "5,0,0,0"]],
        "lifepods": [],
    }  # fmt: skip
    t = table({**seat, "rovers": [[5, 0]]}, {})
    t.p.rovers = [cell for cell in range(169) if t.p.terrain[1] >> cell & 1][:1]
    lines = []
    while t.state.round < 2:
        lines = told(t, t.rules.notation(t.state.candidates()[-1]))
    assert "seat 0 gains 1 rover movement by tech 2" in lines


def test_the_seat_that_turned_the_station_is_not_told_twice_what_it_faces():
    state = simkit.rules(TITLE, seats=3).deal(simkit.Luck(4))
    before, action = state.clone(), state.candidates()[0]
    state.step(action)
    faces = [x for x in state.rules.consequences(before, action, state) if " faces " in x]
    assert [line.split(" faces ")[0] for line in faces] == [
        f"seat {n}" for n in range(3) if n != before.seat
    ]


def test_an_extra_tile_is_preceded_by_what_lies_open(table):
    t = table({"board": [["I2-WR", "5,0,0,0"]]}, {})
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << 5
    cards.look_at_deck(t.state, 0, 1)
    lines = told(t, t.rules.notation(t.rules.encode("card", card=5)))
    assert any(line.startswith("seat 0 faces ") for line in lines)


def test_an_effect_that_would_end_the_game_lapses_for_that_reason(table):
    # [#11.3]
    t = table({}, open=["I2-CE", "Z5-WR"], deal={"events": [16, 39]})
    free = 1 << cell(5, 5) | 1 << cell(6, 5)  # the only place of the small tile
    t.p.occ = t.p.tiles = t.p.terrain[0] = t.p.planet.grid & ~free
    t.p.pods = 0
    t.state.phase, t.state.event_no, t.state.queue = schema.STATION, 0, [0]
    lines = told(t, "rotate by=0")
    assert "seat 0: a biomass patch lapses, as it would end the game" in lines
