"""Sections 8 and 10: objectives and the final score."""

import pytest

from simkit.games.planet_unknown.rules import scoring
from simkit.games.planet_unknown.rules.cells import cell


def patches(*cells):
    return [["patch", f"{x},{y},0,0"] for x, y in cells]


def test_a_meteorite_voids_its_row_and_column(table):
    # [#6.12] [#10.1]
    row = patches(*((x, 5) for x in range(12)))
    assert sum(scoring.line_points(table({"board": row}).p)[0]) == 3
    voided = {"board": row, "meteorites_left": [[3, 5]]}
    assert sum(scoring.line_points(table(voided).p)[0]) == 0


def test_a_loaded_meteorite_voids_the_lines_of_its_rover(table):
    # [#6.12]
    row = patches(*((x, 5) for x in range(12)))
    seat = {"corporation": "horizon_group", "board": row, "rovers": [[3, 5]], "loads": [1]}
    t = table(seat)
    assert sum(scoring.line_points(t.p)[0]) == 0
    assert t.p.void_count == 1


def test_petra_currents_count_as_covered_in_lines(table):
    # [#10.1]
    currents = [[1, 6], [2, 6], [5, 6], [7, 6], [9, 6]]
    rest = patches(*((x, 6) for x in range(12) if [x, 6] not in currents))
    p = table({"planet": "petra", "board": rest}).p
    assert scoring.line_points(p)[0][6] == 3
    assert p.planet.grid.bit_count() - p.occ.bit_count() == 96 - 7


def test_gaia_cities(table):
    # [#10.1]
    assert scoring.planet_bonus(table({"planet": "gaia"}).p) == 16
    p = table({"planet": "gaia", "board": patches((5, 0))}).p
    assert scoring.planet_bonus(p) == 14
    assert scoring.planet_bonus(p, city_under_patch=True) == 16


def test_cerberus_discs(table):
    # [#10.1]
    p = table({"planet": "cerberus"}).p
    assert sum(p.planet.discs) == p.planet.grid
    assert [d >> cell(6, 5) & 1 for d in p.planet.discs] == [0, 1, 0]
    cells = [(c % 13, c // 13) for c in range(156) if p.planet.discs[2] >> c & 1]
    assert scoring.planet_bonus(table({"planet": "cerberus", "board": patches(*cells)}).p) == 2


def test_civ_cards_that_score(table):
    # [#10.2]
    seat = {
        "civ_cards": [6, 7, 22, 23, 28, 29, 30, 33, 34, 35], "board": patches((0, 5), (0, 6)),
        "collected_lifepods": 3, "collected_meteorites": 7,
    }  # fmt: skip
    t = table(seat)
    found = scoring.seat_score(t.p, t.state.tables)
    assert found.cards == {6: 1, 7: 2, 22: 2, 23: 2, 28: 3, 33: 1, 34: 2, 35: 3}
    assert found.meteorites == 2
    assert found.repo == 4


def value(table, seat, **side):
    t = table(seat)
    return scoring.rival_value(t.state, t.p, side)


def test_rival_values(table):
    # [#1.1]
    board = [["I2-TB", "0,5,0,0"], ["I2-BC", "1,6,0,0"], ["I2-RT", "5,5,0,0"]]
    seat = {"board": board, "collected_meteorites": 4, "collected_lifepods": 2}
    assert value(table, seat, condition="most_symbols_on_edge", of="biomass") == 1
    assert value(table, seat, condition="largest_area", of="biomass") == 2
    assert value(table, seat, condition="most_areas", of="tech") == 2
    assert value(table, seat, condition="fewest_symbols", of="tech") == -2
    assert value(table, seat, condition="most_collected", of="meteorite") == 4
    assert value(table, seat, condition="fewest_collected", of="lifepod") == -2
    top = {"tracks": {"civ": 15, "water": 14, "rover": 15}}
    assert value(table, top, condition="most_tracks_at_top") == 2


def test_petra_energy_areas_by_option(table):
    seat = {"planet": "petra"}
    for option, size in (("currents", True), ("tiles", False)):
        t = table(seat, options={"petra_areas": option})
        side = {"condition": "largest_area", "of": "energy"}
        assert (scoring.rival_value(t.state, t.p, side) > 0) == size


@pytest.mark.parametrize(
    ("seat", "side"),
    [
        ({"board": patches(*((x, y) for x in (4, 5, 6) for y in (4, 5, 6)))},
         {"condition": "square_3x3", "of": "biomass"}),
        ({"board": patches(*((x, y) for x in (4, 5) for y in range(3, 8)))},
         {"condition": "rectangle_2x5", "of": "biomass"}),
        ({"tracks": {"tech": 15}}, {"condition": "track_at_top", "of": "tech"}),
        ({"corporation": "wormhole_corp", "tracks": {"biomass": 5}},
         {"condition": "track_at_top", "of": "biomass"}),
        ({"collected_meteorites": 9}, {"condition": "collect_at_least_9", "of": "meteorite"}),
        ({"collected_lifepods": 2, "collected_meteorites": 1},
         {"condition": "more_lifepods_than_meteorites"}),
        ({}, {"condition": "at_most_five_symbols", "of": "energy"}),
        ({"planet": "petra"}, {"condition": "all_ice_covered"}),
    ],
)  # fmt: skip
def test_private_objectives(table, seat, side):
    # [#1.1] [#8.1]
    t = table(seat)
    assert scoring.private_met(t.state, t.p, side)
    plain = {"condition": "track_at_top", "of": "civ"}
    assert not scoring.private_met(t.state, t.p, plain)


def test_lifepods_on_tracks_were_collected_but_do_not_score(table):
    seat = {"corporation": "cosmos_inc", "lifepods_on_tracks": [["civ", 2]], "tracks": {"civ": 3}}
    t = table(seat)
    assert value(table, seat, condition="most_collected", of="lifepod") == 1
    found = scoring.seat_score(t.p, t.state.tables)
    assert found.lifepods == 0
    assert found.medals[0] == 0  # the medal under the lifepod is ignored


def test_rival_points_between_two_and_objectives_for_all(table):
    # [#8.1]
    one = {"collected_meteorites": 4}
    t = table(one, {}, {"collected_meteorites": 4}, rival_objectives=[
        {"objective": 25, "between": [1, 2]}, {"objective": 25, "between": [3, 1]},
    ])  # fmt: skip
    assert scoring.rival_points(t.state, 0) == [(1, 5), (2, 2)]
    t.state.shared = [25]
    assert [scoring.shared_points(t.state, s) for s in range(3)] == [2, 0, 2]


def test_ties_are_broken_by_uncovered_cells_then_meteorites(table):
    # [#10.4]
    t = table(
        {"board": patches((0, 5))}, {"board": patches((0, 5)), "meteorites_left": [[0, 5]]}, {}
    )
    t.state.score = [7, 7, 7]
    assert t.state.ranks() == [1, 2, 3]


@pytest.mark.parametrize(("mix", "target"), [((8, 3, 9), 58), ((0, 0, 20), 72), ((20, 0, 0), 49)])
def test_solo_target(table, mix, target):
    # [#11.4]
    assert table().rules.solo_target(*mix) == target
