"""Sections 3 and 9: the round, the station, both ends of the game."""

import simkit

TITLE = "planet_unknown"


def covered(except_for=()):
    """Patches on the whole of KSB-4156, except for some cells."""
    rules = simkit.rules(TITLE, seats=1)
    rows = rules.components["planets"]["planet"][0]["grid"]
    return [
        ["patch", f"{x},{y},0,0"]
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "." and (x, y) not in except_for
    ]


def test_commander_turns_the_station_and_the_token_goes_round():
    # [#2.6] [#3.1] [#3.7]
    rules = simkit.rules(TITLE, seats=3)
    state = rules.deal(simkit.Luck(1), rotation=2)
    commanders = []
    for _ in range(4):
        now = state.round
        assert state.phase == 1
        commanders.append(state.seat)
        assert len(state.legal()) == 6
        before = state.rotation
        state.step(rules.encode("rotate", by=5))
        assert state.rotation == (before + 5) % 6
        while state.round == now:
            state.apply(state.candidates()[-1])
    assert commanders == [0, 1, 2, 0]


def test_two_players_forced_rotation_is_an_option():
    # [#3.1] [#11.1]
    rules = simkit.rules(TITLE, seats=2, rotation="forced")
    state = rules.deal(simkit.Luck(1), rotation=3)
    assert state.phase == 3
    assert state.rotation == 2


def test_solo_chooses_the_first_depot_then_turns_by_force():
    # [#3.1] [#11.4]
    rules = simkit.rules(TITLE, seats=1)
    state = rules.deal(simkit.Luck(1), factions=["republic"], rotation=3, private=[[1, 2, 3]])
    assert state.phase == 1
    state.step(rules.encode("rotate", by=1))
    assert state.rotation == 4
    while state.round == 1:
        state.apply(state.candidates()[-1])
    assert state.rotation == 3


def test_end_a_no_placement(table):
    """The player advances for both resources; the others finish; then the game ends."""
    # [#9.1]
    one = {"board": covered(), "corporation": "wormhole_corp"}
    t = table(one, {}, open=["V3-TB-m", "Z5-RT"])
    assert t.kinds() == {"give_up"}
    t.play("give_up slot=inner")
    assert t.advances() == ["symbol biomass", "symbol tech"]
    t.advance("symbol", "biomass").play("fork branch=first")
    assert t.p.void_count == 0
    t.round_off()
    assert t.state.over
    assert t.state.rules.schema.end_reasons[t.state.end_reason] == "no placement"


def test_energy_of_an_unplaced_tile_copies_the_other_resource(table):
    # [#9.1]
    t = table({"board": covered()}, open=["I2-CE", "Z5-RT"])
    t.play("give_up slot=inner").advance("symbol", "civ").advance("energy", "civ")
    assert t.p.step(0) == 2


def test_a_placeable_tile_must_be_taken(table):
    # [#3.3]
    t = table({"board": covered({(0, 5), (0, 6)})}, open=["I2-RT", "Z5-RT"])
    assert t.kinds() == {"place"}
    assert all("slot=inner" in text for text in t.choices)


def test_end_b_an_empty_depot(table):
    # [#9.2]
    stacks = table().state.stacks
    names = [tile.id for tile in table().rules.tables.tiles]
    left = [[names[t] for t in stack] for stack in stacks]
    left[0], left[6] = left[0][:1], []
    t = table({}, deal={"stacks": left, "shift": 0, "rotation": 0, "events": []})
    t.play(next(text for text in t.choices if text.startswith("place")))
    t.round_off()
    assert t.state.over
    assert t.state.rules.schema.end_reasons[t.state.end_reason] == "empty depot"


def test_one_empty_slot_alone_does_not_end_the_game(table):
    # [#3.3] [#9.2]
    names = [tile.id for tile in table().rules.tables.tiles]
    left = [[names[t] for t in stack] for stack in table().state.stacks]
    left[6] = []
    t = table({}, deal={"stacks": left, "shift": 0, "rotation": 0, "events": []})
    assert all("slot=inner" in text for text in t.choices)
    t.round_off()
    assert not t.state.over


def test_end_c_last_event():
    # [#9.3]
    rules = simkit.rules(TITLE, seats=2, events="even")
    state = rules.deal(simkit.Luck(3), events=[20, 17])
    while not state.over:
        state.apply(state.candidates()[0])
    assert state.round == 2
    assert rules.schema.end_reasons[state.end_reason] == "last event"


def test_events_go_before_the_planet_when_prohibitions_would_end_the_game(table):
    """A planet's prohibition is ignored when it would end the game; the option keeps it."""
    # [#4.5]
    rules = simkit.rules(TITLE, seats=1)
    rows = next(p for p in rules.components["planets"]["planet"] if p["id"] == "k-273")["grid"]
    pair = next(
        ((x, y), (x + 1, y))
        for y in range(12)
        for x in range(11)
        if {rows[y][x], rows[y][x + 1]} == {"i", "l"}
    )
    free = set(pair)
    board = [
        ["patch", f"{x},{y},0,0"]
        for y, row in enumerate(rows)
        for x, c in enumerate(row)
        if c != "." and (x, y) not in free
    ]
    seat = {"planet": "k-273", "board": board}
    spec = {"open": ["I2-RT", "Z5-RT"]}
    assert table(seat, **spec).kinds() == {"place"}
    assert table(seat, options={"prohibition": "kept"}, **spec).kinds() == {"give_up"}


def test_the_planet_keeps_its_prohibition_where_only_that_of_the_event_is_in_the_way(table):
    # [#4.5] A first tile must lie on the edge: under "no edge" the event alone is ignored.
    event = next(e.id for e in simkit.rules(TITLE, 1).tables.events if e.effect == "no_edge")
    spec = {"open": ["I2-RT", "Z5-RT"], "deal": {"events": [event, 1]}}
    t = table({"planet": "tartarus"}, **spec, event=event)
    assert t.state.event_rule() == "no_edge"
    assert t.choices == table({"planet": "tartarus"}, **spec).choices
    assert len(t.choices) < len(table({"planet": "ksb-4156"}, **spec).choices)
