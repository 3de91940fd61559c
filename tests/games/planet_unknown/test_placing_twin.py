"""Section 4, Placing: the bitboard enumeration equals the slow twin on random boards of every planet."""

import pytest

import simkit
from simkit.games.planet_unknown.rules import placing
from simkit.games.planet_unknown.rules.cells import STRIDE, cells_of
from simkit.games.planet_unknown.rules.tables import RESOURCES
from simkit.games.planet_unknown.schema import PLANETS

from .twins import Planet, placements

RULES = ("", "no_edge", "no_ice", "no_matching_neighbour")


def boards(planet, corporation, seed, games):
    """Players in the middle of random games on one planet."""
    rules = simkit.rules("planet_unknown", seats=1, edition="deluxe", prohibition="kept")
    for game in range(games):
        luck = simkit.Luck(seed).fork(planet, game)
        state = rules.deal(luck, planets=[planet], factions=[corporation])
        whims = luck.stream("moves")
        stop = whims.below(14)
        while not state.over and state.round <= stop:
            state.apply(whims.choice(state.candidates()))
        yield rules, state.players[0], whims


def compare(planet, corporation, seed, games, tiles):
    for rules, p, whims in boards(planet, corporation, seed, games):
        data = next(d for d in rules.components["planets"]["planet"] if d["id"] == planet)
        twin = Planet(data)
        terrain = {
            (c % STRIDE, c // STRIDE): RESOURCES[r]
            for r in range(6)
            for c in cells_of(p.terrain[r])
        }
        for _ in range(tiles):
            tile = whims.choice(rules.tables.tiles)
            rule = whims.choice(RULES)
            shape = next(s for s in rules.components["tiles"]["shape"] if s["id"] == tile.shape.id)
            pair = next(q for q in rules.components["tiles"]["pair"] if q["id"] in tile.id)
            free = corporation == "universal_coalition" and p.step(4) >= 3
            free = free or (
                corporation == "horizon_group" and p.step(4) >= 3 and "R" in tile.id[3:]
            )
            expected = placements(twin, shape, pair, terrain, rule, not free)
            lows = {id(layout): low for layout, low in placing.fits(p, tile, rule)}
            found = []
            for layout, shown in zip(tile.shape.all_layouts, tile.shape.layout, strict=True):
                for low in cells_of(lows.get(id(shown), 0)):
                    x, y = (low + layout.zero) % STRIDE, (low + layout.zero) // STRIDE
                    found.append(f"{x},{y},{layout.rotation},{layout.mirror}")
            assert sorted(found) == expected, (tile.id, rule)


@pytest.mark.parametrize("planet", PLANETS)
def test_fits_equals_the_slow_twin(planet):
    # [#4.1] [#4.2] [#4.3]
    compare(planet, "universal_coalition", 1, games=4, tiles=3)
    compare(planet, "horizon_group", 2, games=2, tiles=3)


@pytest.mark.soak
@pytest.mark.parametrize("planet", PLANETS)
def test_fits_equals_the_slow_twin_many_times(planet):
    compare(planet, "universal_coalition", 3, games=40, tiles=12)
    compare(planet, "horizon_group", 4, games=20, tiles=12)


@pytest.mark.parametrize("planet", PLANETS)
def test_edge_of_the_planet(planet):
    rules = simkit.rules("planet_unknown", seats=1, edition="deluxe")
    data = next(d for d in rules.components["planets"]["planet"] if d["id"] == planet)
    board = rules.tables.planet(planet)
    assert {(c % STRIDE, c // STRIDE) for c in cells_of(board.edge)} == Planet(data).edge
    assert board.grid.bit_count() == data["grid_cells"]
    assert board.ice.bit_count() == data["ice_cells"]
