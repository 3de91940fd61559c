"""The Fair's cases: they pass, and what is altered is named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from simkit.core.errors import BadValue
from simkit.core.recording import FAILED, PASSED
from tests.tiny.io.recordings import games, verify

FILE = Path(__file__).parents[2] / "recordings" / "tiny" / "cases.json"


@pytest.fixture
def cases() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text())
    return data


def test_cases_pass(cases: dict[str, Any]) -> None:
    assert [result.status for result in verify(cases, FILE.name)] == [PASSED] * 3


@pytest.mark.parametrize(
    ("number", "change", "step", "detail"),
    [
        (0, ("expected", "scores", [3, 3]), "end", "scores: expected [3, 3], found [3, 2]"),
        (1, ("expected", "coins", [0, 4]), "end", "coins: expected [0, 4], found [1, 4]"),
        (1, ("expected", "phase", "bidding"), "end", "phase: expected bidding, found labelling"),
        (2, ("expected", "refused", False), "action 0", "the bid is more than the 4 coins"),
        (2, ("position", "coins", [5, 5]), "action 0", "was expected to be refused"),
        (0, ("position", "hands", [[3], [1]]), "action 1", "card 0 is not in the hand"),
    ],
)
def test_an_altered_figure_is_named(
    cases: dict[str, Any], number: int, change: tuple[str, str, Any], step: str, detail: str
) -> None:
    altered = copy.deepcopy(cases)
    part, key, value = change
    altered["cases"][number][part][key] = value
    result = verify(altered, FILE.name)[number]
    assert (result.status, result.step) == (FAILED, step)
    assert detail in result.detail


def test_cases_are_games_that_can_be_replayed(cases: dict[str, Any]) -> None:
    played = games(cases, FILE.name)
    assert [game.name for game in played] == [case["id"] for case in cases["cases"]]
    state = played[1].start
    for action in played[1].actions:
        state.step(action)
    assert state.scores() == [6, 0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "the schema is None"),
        ({"schema": "tests.tiny/cases/2"}, "not 'tests.tiny/cases/1'"),
        ({"schema": "tests.tiny/cases/1", "cases": {}}, "'cases' is not a list"),
        ({"schema": "tests.tiny/cases/1", "cases": [{"id": "x"}]}, "case 0: has no 'seats'"),
    ],
)
def test_damaged_files_are_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        verify(data, "cases.json")
