"""Random games over all player counts, boards and variants break no invariant.

Tiles are conserved, nothing overlaps, markers stay on their tracks, rovers and lifepods are conserved,
points by source sum to the score, and the same decisions reach the same state again.
"""

import pytest

import simkit
from simkit.games.planet_unknown.schema import SCHEMA
from simkit.testing import state_difference

VARIED = [o for o in SCHEMA.options if o.name not in ("edition", "boards", "events")]


def setting(luck):
    """A number of seats and options, most of them as they are by default."""
    seats = 1 + luck.below(6, 1)
    chosen = {"edition": ("standard", "deluxe")[luck.below(2, 2)]}
    chosen["events"] = ("standard", "even", "random", "6-8-6")[luck.below(4, 3)]
    for i, option in enumerate(VARIED):
        if luck.below(3, 10 + i) == 0:
            value = option.values[luck.below(len(option.values), 50 + i)]
            if not option.idle(value, seats, {"boards": "mixed"}):
                chosen[option.name] = value
    return simkit.rules("planet_unknown", seats=seats, **chosen)


def play(rules, luck, every):
    state = rules.deal(luck)
    whims = luck.stream("random test")
    actions = []
    while not state.over:
        candidates = state.candidates()
        legal = state.legal() if len(actions) % 3 == 0 else candidates
        if len(actions) % every == 0:
            state.check()
            assert candidates
            assert set(candidates) <= set(legal)
            assert len(set(legal)) == len(legal)
        action = whims.choice(legal)
        actions.append(action)
        state.apply(action)
    state.check()
    return state, actions


def run(first, last, every):
    reasons = set()
    for number in range(first, last):
        luck = simkit.Luck(number).fork("invariants")
        rules = setting(luck.fork("setting"))
        state, actions = play(rules, luck, every)
        reasons.add(state.end_reason)
        assert 1 <= state.round <= 72
        assert all(0 <= s <= 300 for s in state.scores())
        if number % 10 == 0:
            again = rules.deal(luck)
            for action in actions:
                again.step(action)
            assert state_difference(state, again) == ""
    return reasons


@pytest.mark.parametrize("part", range(10))
def test_random_games(part):
    assert 1 in run(100 * part, 100 * part + 100, every=9)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_many_random_games(part):
    assert {1, 3} <= run(10_000 + 500 * part, 10_500 + 500 * part, every=3)
