"""Random games break no invariant: conservation, limits, points, replay (rules.md 1, 5, 9, 10)."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.testing import check_rules


def play(rules, seed, everything, thoroughly):
    """Play a random game, checking as it goes, and return the final state and the actions."""
    state = rules.deal(Luck(seed))
    whims = Luck(seed).stream("whims")
    actions = []
    while not state.over:
        options = state.legal() if everything else state.candidates()
        assert options
        action = whims.choice(options)
        if thoroughly and len(actions) % 11 == 0:
            legal = state.legal()
            assert set(state.candidates()) <= set(legal)
            assert len(legal) == len(set(legal))
            copy = state.clone()
            copy.apply(legal[0])
            state.check()
        state.apply(action)
        actions.append(action)
        if len(actions) % 9 == 0:
            state.check()
    state.check()
    assert state.round == 5
    assert len(state.laws_passed) == 5
    assert [sum(state.points_of(seat)) for seat in range(state.seats)] == state.scores()
    return state, actions


def many(seats, games, first=0):
    dealt = simkit.rules("federation", seats=seats)
    drafted = simkit.rules("federation", seats=seats, start_tiles="drafted")
    for seed in range(first, first + games):
        rules = drafted if seed % 4 == 0 else dealt
        final, actions = play(rules, seed, everything=seed % 5 == 0, thoroughly=seed % 7 == 0)
        if seed % 10 == 0:
            again = rules.deal(Luck(seed))
            for action in actions:
                again.step(action)
            assert again.points == final.points


@pytest.mark.parametrize(("seats", "games"), [(2, 400), (3, 300), (4, 300)])
def test_a_thousand_random_games(seats, games):
    many(seats, games)


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "games"), [(2, 1700), (3, 1700), (4, 1600)])
def test_five_thousand_random_games(seats, games):
    many(seats, games, first=10_000)


def test_the_contract_of_rules():
    check_rules("federation")


def test_the_contract_of_rules_with_drafted_tiles_and_printed_structures():
    only = ("invariants", "points", "replay", "step", "determinize")
    options = {"structures": "first_game", "start_tiles": "drafted"}
    check_rules("federation", only=only, games=1, **options)


def test_drafting_in_reverse_turn_order():
    state = simkit.rules("federation", seats=4, start_tiles="drafted").deal(Luck(2))
    seats = []
    while state.phase == 0:
        if state.todo[-1][0] == 32:
            seats.append(state.seat)
        state.step(state.legal()[0])
    assert seats == [3, 2, 1, 0]
    assert all(p.start >= 0 for p in state.players)


def test_the_special_ambassador_is_played_and_leaves():
    # [#6c]
    rules = simkit.rules("federation", seats=2)
    seen = set()
    for seed in range(200):
        state = rules.deal(Luck(seed))
        whims = Luck(seed).stream("whims")
        state.players[0].special = 1  # available
        places = 0
        while state.round == 1:
            action = whims.choice(state.candidates())
            places += state.seat == 0 and action & 63 == 1
            state.apply(action)
        seen.add((places, state.players[0].special))
    # gone after five turns; or still available after four, the fifth declined
    assert seen == {(5, 3), (4, 1)}
