"""What others chose before a seat is taken back: chosen again as before, the game goes on as before."""

from __future__ import annotations

from collections import Counter

import pytest

import simkit
from simkit.games.race_for_the_galaxy.rules import state as st

TITLE = "race_for_the_galaxy"
SECRET = (st.STAGE_CHOOSE, st.STAGE_PLACE)


def counts(state):
    return [p.chosen_counts[:] for p in state.players]


@pytest.mark.parametrize(("seats", "options"), [(4, {}), (2, {"advanced": True})])
def test_choices_taken_back_and_made_again(seats, options):
    # [#round.1] [#develop.2] [#settle.1] [#advanced.2]
    rules = simkit.rules(TITLE, seats=seats, **options)
    met: Counter[int] = Counter()
    for seed in range(6):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("whims")
        secret: list[int] = []  # actions of this choice so far
        before, stage = state.clone(), -1
        while not state.over:
            now = (state.round, state.phase, state.stage)
            if stage != now or state.turn == 0:
                secret, before, stage = [], state.clone(), now
            if state.stage in SECRET and state.turn and secret:
                copy = state.clone()
                copy.reopen(state.seat)
                assert (copy.turn, copy.seat) == (before.turn, before.seat)
                assert copy.legal() == before.legal()
                assert counts(copy) == counts(before)
                assert [p.actions for p in copy.players] == [p.actions for p in before.players]
                assert [p.placing for p in copy.players] == [p.placing for p in before.players]
                for action in secret:
                    copy.step(action)
                assert copy.seat == state.seat
                assert copy.legal() == state.legal()
                assert counts(copy) == counts(state)
                assert [p.placing for p in copy.players] == [p.placing for p in state.players]
                met[state.stage] += 1
            action = whims.choice(state.legal())
            if state.stage in SECRET:
                secret.append(action)
            state.step(action)
    assert all(met[stage] > 10 for stage in SECRET)


def test_nothing_is_taken_back_where_nothing_was_chosen_in_secret():
    rules = simkit.rules(TITLE, seats=3)
    state = rules.deal(simkit.Luck(2))
    whims = simkit.Luck(2).stream("whims")
    while not state.over:
        if state.stage not in SECRET or not state.turn:
            copy = state.clone()
            copy.reopen(state.seat)
            assert (copy.turn, copy.seat, copy.legal()) == (state.turn, state.seat, state.legal())
            assert counts(copy) == counts(state)
        state.step(whims.choice(state.legal()))
