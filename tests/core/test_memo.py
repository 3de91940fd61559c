"""Caches: what is remembered, and that games are the same without."""

from __future__ import annotations

import pickle

import pytest

import simkit
from simkit.core.memo import SWITCH, Memo, caches_wanted
from simkit.core.registry import rules_class

RACE = "race_for_the_galaxy"
# Titles whose caches are off with `caches=False`. All titles are to be in it.
CARRIED_THROUGH = [RACE, "federation"]


def test_a_memo_forgets_when_it_is_full() -> None:
    asked: list[int] = []
    memo = Memo(most=2)

    def double(key: int) -> int:
        asked.append(key)
        return 2 * key

    assert [memo.get(key, 0, double) for key in (1, 2, 2, 3, 1)] == [2, 4, 4, 6, 2]
    assert asked == [1, 2, 3, 1]


def test_a_memo_that_is_off_remembers_nothing() -> None:
    asked: list[int] = []
    memo = Memo(enabled=False)
    for _ in range(3):
        memo.get(1, 0, asked.append)
    assert asked == [1, 1, 1]
    assert memo.values == {}


def test_the_switch_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, wanted in (("1", False), ("0", True), ("", True)):
        monkeypatch.setenv(SWITCH, value)
        assert caches_wanted() is wanted
        assert simkit.rules(RACE, seats=2).caches is wanted
        assert rules_class(RACE)(2).caches is wanted


def test_rules_with_and_without_caches_are_two_and_travel_as_they_are() -> None:
    without, with_them = (simkit.rules(RACE, seats=2, caches=on) for on in (False, True))
    assert without is not with_them
    assert not without.caches
    assert pickle.loads(pickle.dumps(without)) is without
