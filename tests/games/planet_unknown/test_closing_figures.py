"""Columns of `seats`, `games` and `moves`, counted a second way from what lies on the planets."""

from collections import Counter

import pytest

import simkit
from simkit.games.planet_unknown.rules import legal, rovers
from simkit.games.planet_unknown.rules.apply import remove_meteor
from simkit.games.planet_unknown.rules.cells import cells_of

TITLE = "planet_unknown"
TRACKS = ("civ", "water", "biomass", "rover", "tech")


def play(seats, seed):
    """Play at random; return the end, and per seat how often each kind of action was taken."""
    rules = simkit.rules(TITLE, seats=seats)
    state, whims = rules.deal(simkit.Luck(seed)), simkit.Luck(seed).stream("whims")
    kinds = [Counter() for _ in range(seats)]
    while not state.over:
        action = whims.choice(state.candidates())
        kinds[state.seat][rules.decode(action)[0]] += 1
        state.apply(action)
    return state, kinds


@pytest.mark.parametrize(("seats", "seed"), [(1, 2), (2, 3), (4, 4)])
def test_closing_figures_of_a_seat(seats, seed):
    state, kinds = play(seats, seed)
    rules = state.rules
    columns = {column.name: column for column in rules.schema.seat_columns}
    for seat, p in enumerate(state.players):
        row = state.seat_row(seat)
        for track, name in enumerate(TRACKS):
            assert row[f"end_{name}"] == p.step(track)
        grid, occupied = list(cells_of(p.planet.grid)), set(cells_of(p.occ))
        assert row["covered"] == len(occupied)
        assert row["uncovered"] == sum(cell not in occupied for cell in grid)
        assert row["patches_placed"] == len(list(cells_of(p.patches)))
        assert row["tiles_placed"] == kinds[seat]["place"] == p.tiles_placed
        lying, loaded = len(list(cells_of(p.meteors))), sum(p.loads)
        assert row["rocks"] == p.rocks and row["voids"] == lying + loaded
        assert (row["scored_lifepods"], row["all_lifepods"]) == (p.lifepods, p.all_pods)
        assert row["cells_driven"] == p.driven == kinds[seat]["move"]
        assert row["water_on_ice"] == p.water_on_ice
        assert row["cards_taken"] == p.cards_taken >= p.cards.bit_count()
        assert row["synergies"] == p.synergies
        assert row["solo_result"] == (
            state.score[0] - rules.solo_target(*state.mix) if seats == 1 else 0
        )
        assert set(columns) <= set(row)


@pytest.mark.parametrize("seats", [1, 3])
def test_events_of_a_game_are_those_of_its_solo_deck_or_none(seats):
    rules = simkit.rules(TITLE, seats=seats)
    state = rules.deal(simkit.Luck(5))
    row = state.game_row()
    mix = [row[f"events_{colour}"] for colour in ("red", "orange", "green")]
    assert row["ring_shift"] == state.shift
    assert sum(mix) == (len(state.event_deck) + (state.event > 0) if seats == 1 else 0)
    assert rules.position({"players": [{}] * seats}).game_row()["events_red"] >= 0


def test_two_things_that_end_a_tie(table):
    """Fewer uncovered cells, then fewer meteorites left."""
    t = table({}, {})
    one, two = t.state.players
    assert t.state.standing(0) == t.state.standing(1)
    one.occ |= 1 << next(iter(cells_of(one.planet.grid & ~one.occ)))
    assert t.state.standing(0) > t.state.standing(1)
    one.meteors |= one.planet.grid
    assert t.state.standing(0) > t.state.standing(1)
    two.occ |= 1 << next(iter(cells_of(two.planet.grid & ~two.occ)))  # now it is the meteorites
    assert t.state.standing(0) < t.state.standing(1)


def test_rovers_of_cosmos_move_over_energy_without_movement(table):
    """Tech 4: once movement was gained, energy terrain may still be entered when it is used up."""
    board = [["I2-CE", "5,5,0,0"], ["I3-CE-m", "5,7,0,0"]]
    seat = {"planet": "arashi", "corporation": "cosmos_inc", "board": board, "rovers": [[4, 6]]}
    t = table({**seat, "tracks": {"tech": 10}, "movement": 0})
    for movement, driving, free in ((0, True, True), (0, False, False), (1, False, True)):
        t.p.move, t.p.driving = movement, driving
        assert bool(rovers.moves(t.state, t.p)) is free
        assert rovers.can_move(t.state, t.p) is free
    t.p.tech = 0
    t.p.move, t.p.driving = 0, True
    assert not rovers.moves(t.state, t.p) and not rovers.can_move(t.state, t.p)


@pytest.mark.parametrize("corporation", ["cosmos_inc", "jump_drive", "republic", "wormhole_corp"])
def test_a_rover_can_move_where_there_is_a_move(corporation):
    rules = simkit.rules(TITLE, seats=2)
    able = unable = 0
    for seed in range(12):
        state, whims = rules.deal(simkit.Luck(seed), factions=[corporation, "oasis_ultd"]), None
        whims = simkit.Luck(seed).stream("whims")
        while not state.over:
            p = state.players[0]
            if p.rovers:
                found = bool(rovers.moves(state, p))
                assert rovers.can_move(state, p) is found
                able, unable = able + found, unable + (not found)
            state.apply(whims.choice(state.candidates()))
    assert able > 20 and unable > 20


def test_a_meteorite_is_taken_from_the_ground_or_from_the_rover_there(table):
    t = table({"rovers": [[4, 6], [5, 6]]})
    first, second = t.p.rovers
    t.p.loads = [1, 1]
    remove_meteor(t.p, second)
    assert t.p.loads == [1, 0]
    t.p.meteors |= 1 << first
    remove_meteor(t.p, first)
    assert t.p.loads == [1, 0] and not t.p.meteors >> first & 1
    remove_meteor(t.p, first)
    assert t.p.loads == [0, 0]


def test_any_objective_that_nobody_has_may_be_drawn():
    state = simkit.rules(TITLE, seats=3).deal(simkit.Luck(1))
    every = set(range(1, len(state.tables.objectives) + 1))
    held = {number for number, _, _ in state.rivals} | set(state.shared)
    held.update(*(p.private for p in state.players))
    assert set(legal.unused_objectives(state)) == every - held
    state.rivals, state.shared = [], []
    for p in state.players:
        p.private = []
    assert legal.unused_objectives(state) == sorted(every)
    state.players[1].private = [max(every), 1]
    assert legal.unused_objectives(state) == sorted(every)[1:-1]
