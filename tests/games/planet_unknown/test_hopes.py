"""What serving an objective is worth (section 8): most where it decides."""

import pytest

import simkit
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.bot.hopes import POINTS, TOUCHED, Hope, chance, grouped, lead_holds
from simkit.games.planet_unknown.rules.cells import mask_of
from simkit.games.planet_unknown.rules.tables import BIOMASS


def rival(condition, of, mine, other, left=3.0):
    return Hope("duel", {"condition": condition, "of": of}, mine, other, left)


def private(condition, of, mine, left, name="hope"):
    return Hope(name, {"condition": condition, "of": of}, mine, 0, left)


def test_chance_falls_with_what_is_lacking_and_rises_with_what_comes():
    assert chance(0, 0.0) == 1.0
    assert chance(1, 0.0) == 0.0
    assert chance(3, 5.0) > chance(4, 5.0) > chance(4, 4.0)


def test_a_lead_says_more_near_the_end():
    assert lead_holds(1, 0.5) > lead_holds(1, 5.0) > 0.5


def test_the_deciding_symbol_is_worth_most():
    near = rival("most_symbols_on_edge", "civ", 3, 3).gain(1)
    far = rival("most_symbols_on_edge", "civ", 9, 3).gain(1)
    assert POINTS / 2 > near > far > 0
    assert rival("fewest_symbols", "civ", -3, -3).gain(-1) == pytest.approx(-near)


def test_a_top_within_reach_is_worth_a_step_and_one_out_of_reach_is_not():
    assert private("track_at_top", "tech", -3, 3.0).gain(1) > 0.5
    assert private("track_at_top", "tech", -12, 3.0).gain(1) < 0.01
    assert private("track_at_top", "tech", -1, 0.0).gain(1) == POINTS


def test_one_symbol_too_many_loses_the_objective():
    assert private("at_most_five_symbols", "energy", 5, 0.0).gain(1) == -POINTS


def test_joining_areas_makes_one_of_them():
    rules = simkit.rules("planet_unknown", seats=2, boards="symmetric")
    p = rules.deal(simkit.Luck(1)).players[0]
    p.terrain[BIOMASS] = mask_of([(3, 5), (4, 5), (6, 5)])
    p.symbols[BIOMASS] = mask_of([(3, 5), (6, 5)])
    assert [one.bit_count() for one in grouped(p, BIOMASS)] == [2, 1]
    largest = rival("largest_area", "biomass", 2, 4)
    alone, first, second, both = largest.joins(p, 2, 1)
    assert alone == 0.0  # two cells apart are no larger than the area that is there
    assert (first, second, both) == (largest.gain(2), largest.gain(1), largest.gain(3))
    most = rival("most_areas", "biomass", 2, 2).joins(p, 2, 1)
    assert most[0] > 0 == most[1] == most[2] > most[3]
    six = private("area_with_six_symbols", "biomass", 1, 8.0).joins(p, 2, 1)
    assert six[0] == 0 < six[1] == six[2] < six[3]
    assert len(six) <= TOUCHED


def test_two_players_weigh_the_objectives_between_them():
    rules = simkit.rules("planet_unknown", seats=2, boards="symmetric")
    state = rules.deal(simkit.Luck(4))
    bot = GREEDY()
    bot.start(rules, 0, simkit.Luck(4))
    while rules.decode(state.candidates()[0])[0] != "place":
        state.apply(state.candidates()[0])
    bot.seat = state.seat
    bot.prepare(state)
    names = [hope.name for hope in bot.hopes()]
    assert names == ["duel"] * 3
