"""The observation of a seat: named, numeric, its own."""

from __future__ import annotations

import pytest

import simkit
from simkit.adapters import feature_names, features
from simkit.core.luck import Luck

TITLES = ["tests.tiny", *simkit.titles()]


@pytest.mark.parametrize("title", TITLES)
def test_every_feature_has_a_name(title: str) -> None:
    rules = simkit.rules(title, seats=2)
    state = rules.deal(Luck(1))
    for seat in range(2):
        assert len(features(state, seat)) == len(feature_names(rules))


@pytest.mark.parametrize("title", TITLES)
def test_features_do_not_tell_what_is_hidden(title: str) -> None:
    rules = simkit.rules(title, seats=2)
    state = rules.deal(Luck(3))
    whims = Luck(4).stream("whims")
    for _ in range(60):
        if state.over:
            break
        seat = state.seat
        redrawn = state.determinize(seat, Luck(whims.bits()))
        assert features(state, seat).tolist() == features(redrawn, seat).tolist()
        state.step(whims.choice(state.legal()))
