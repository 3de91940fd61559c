"""What the compiled build does in machine words is what the plain one does with whole masks."""

import pytest

import simkit
from simkit.games.planet_unknown.bot.laying import POCKET, pockets_at, pockets_beside
from simkit.games.planet_unknown.fast import limbs
from simkit.games.planet_unknown.rules.cells import beside, bits_of, cells_of, grown_together
from simkit.games.planet_unknown.rules.placing import shifted
from simkit.games.planet_unknown.schema import PLANETS


@pytest.fixture(scope="module")
def tables():
    return simkit.rules("planet_unknown", seats=2, edition="deluxe").tables


def masks(planet, tables, number):
    """Free cells of a planet, and some of them, at random."""
    grid = tables.planet(planet).grid
    for n in range(number):
        whims = simkit.Luck(n).fork(planet).stream("cells")
        share = 1 + whims.below(9)
        free = sum(1 << cell for cell in cells_of(grid) if whims.below(10) < share)
        yield free, sum(1 << cell for cell in cells_of(free) if whims.below(4) == 0)


def by_limbs(mask):
    return [mask >> first & limbs.LIMB for first in (0, limbs.WIDTH, 2 * limbs.WIDTH)]


@pytest.mark.parametrize("planet", PLANETS)
def test_lowest_cells(planet, tables):
    some = 0
    for free, border in masks(planet, tables, 8):
        for shape in tables.shapes:
            found = limbs.lowest_cells(shape.footprints, free, border)
            assert found == list(shifted(shape.footprints, free, border))
            some += any(found)
    assert some > 20


@pytest.mark.parametrize("planet", PLANETS)
def test_pockets(planet, tables):
    some = 0
    for free, seeds in masks(planet, tables, 40):
        for edge in (seeds, beside(seeds) & free, free):
            found = limbs._pockets(*by_limbs(free), *by_limbs(edge), POCKET)
            assert found == pockets_at(free, edge)
            some += found > 0
        found = limbs.pockets_beside(free, seeds, POCKET)
        assert found == pockets_beside(free, seeds)
        some += found > 0
    assert some > 20


@pytest.mark.parametrize("planet", PLANETS)
def test_areas(planet, tables):
    for free, seeds in masks(planet, tables, 20):
        for cell in cells_of(seeds):
            found = limbs.area(1 << cell, free)
            assert found == grown_together(1 << cell, free)
            assert limbs.area(beside(found), free) == grown_together(beside(found), free)
        assert limbs.area(seeds, free) == grown_together(seeds, free)


@pytest.mark.parametrize("planet", PLANETS)
def test_cells(planet, tables):
    for free, seeds in masks(planet, tables, 20):
        assert limbs.cells_of(free) == bits_of(free)
        assert limbs.cells_of(seeds) == bits_of(seeds)
        for cell in bits_of(seeds):
            assert limbs.cells_of(1 << cell) == [cell]
    assert limbs.cells_of(0) == []


def test_entries_of_a_row(tables):
    row = list(range(1000, 1156))
    for mask, _ in masks(PLANETS[0], tables, 20):
        found = []
        limbs.take_at(found, row, mask)
        assert found == [row[cell] for cell in cells_of(mask)]
