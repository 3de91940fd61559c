"""The two forms of `sums`: every value of every placement is the same float in both."""

import pytest

import simkit
from simkit.games.planet_unknown.features import GREEDY
from simkit.games.planet_unknown.laying import laying_of
from simkit.games.planet_unknown.schema import KIND, PLANETS

PLACE = KIND["place"]
LATE = {  # every part of a value has a weight
    "rival": 0.7, "private": 0.9, "hope": 0.8, "duel": 0.6, "ice": 0.31, "contact_late": 0.13,
    "completion_late": 0.45, "holes_late": -0.37, "meteor_late": -0.21, "tips": -0.17, "fill": 0.4,
}  # fmt: skip


@pytest.fixture(scope="module")
def rules():
    return simkit.rules("planet_unknown", seats=2, edition="deluxe")


def decisions(rules, planet, seed, stop):
    """Positions of a random game in which tiles are placed, with the placements."""
    state = rules.deal(simkit.Luck(seed), planets=[planet, "ksb-4156"])
    whims = simkit.Luck(seed).stream("moves")
    while not state.over and state.round <= stop:
        candidates = state.candidates()
        if candidates[0] & 63 == PLACE:
            yield state, candidates
        state.apply(whims.choice(candidates))


@pytest.mark.parametrize("planet", PLANETS)
def test_numpy_and_lists_add_alike(rules, planet):
    seen = 0
    for state, candidates in decisions(rules, planet, 5, 14):
        bot = GREEDY(weights=LATE)
        bot.start(rules, state.seat, simkit.Luck(1))
        bot.prepare(state)
        values = [
            laying_of(rules.tables, in_lists).values(bot, candidates) for in_lists in (False, True)
        ]
        assert values[0] == values[1]
        assert len(values[0]) == len(candidates)
        seen += 1
    assert seen > 5
