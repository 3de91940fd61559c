"""The example cases; every altered figure must be noticed and named."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from simkit.games.federation.io.recordings import games, verify

FOLDER = Path(__file__).parents[2] / "recordings" / "federation"
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def leaves(here, path=()):
    if isinstance(here, dict):
        for key, value in here.items():
            yield from leaves(value, (*path, key))
    elif isinstance(here, list):
        for i, value in enumerate(here):
            yield from leaves(value, (*path, i))
    else:
        yield path, here


def altered(case, path, value):
    new = copy.deepcopy(case)
    here = new["expected"]
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = (
        (not value)
        if isinstance(value, bool)
        else value + 1
        if isinstance(value, int)
        else f"{value}_x"
    )
    return new


@pytest.mark.parametrize("name", list(CASES))
def test_example_holds(name):
    (result,) = verify(CASES[name], name)
    assert (result.status, result.detail, result.case) == ("passed", "", CASES[name]["id"])
    assert games(CASES[name], name) == []


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        (name, path, value)
        for name, case in CASES.items()
        for path, value in leaves(case["expected"])
    ],
)
def test_an_altered_figure_is_named(name, path, value):
    (result,) = verify(altered(CASES[name], path, value), name)
    assert result.status == "failed"
    assert result.case == CASES[name]["id"]
    assert result.step.split(".")[0] == path[0]


def test_many_cases_in_one_file():
    results = verify({"game": "federation", "cases": list(CASES.values())}, "all")
    assert [result.status for result in results] == ["passed"] * len(CASES)


def test_unknown_keys_are_errors():
    case = copy.deepcopy(CASES["fed_ex04_upkeep_level4"])
    case["situation"]["players"]["A"]["acreditation_level"] = 3
    assert "did you mean 'accreditation_level'" in verify(case, "x")[0].detail
    case = copy.deepcopy(CASES["fed_ex04_upkeep_level4"])
    case["action"]["type"] = "upkep"
    assert "did you mean 'upkeep'" in verify(case, "x")[0].detail
    case = copy.deepcopy(CASES["fed_ex04_upkeep_level4"])
    case["depends_on"] = ["level 4 costs copernium"]
    case["expected"]["resources"]["A"]["copernium"] = 2
    assert "rests on: level 4 costs copernium" in verify(case, "x")[0].detail
