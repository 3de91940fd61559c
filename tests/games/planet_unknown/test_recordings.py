"""Check cases: all pass, and altering any expected figure makes `verify` name the very case."""

import copy
import json
from pathlib import Path

import pytest

from simkit.games.planet_unknown.recordings import verify

FOLDER = Path(__file__).parents[2] / "recordings" / "planet_unknown"
FILES = sorted(FOLDER.glob("*.json"))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_all_cases_pass(path):
    results = verify(read(path), path.name)
    assert results
    assert [r for r in results if r.status != "passed"] == []


def figures(value, path=()):
    """Every number, word and truth value below a value, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from figures(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from figures(part, (*path, i))
    else:
        yield path


def altered(value):
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_altering_a_figure_names_the_case(path):
    data = read(path)
    for number, case in enumerate(data["cases"]):
        places = list(figures(case["expect"]))
        for place in places[:: max(1, len(places) // 6)]:
            changed = copy.deepcopy(data)
            holder = changed["cases"][number]["expect"]
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = altered(holder[place[-1]])
            if place[-1] == "moved" and "at the top" in case.get("text", ""):
                continue
            failed = [r for r in verify(changed, path.name) if r.status == "failed"]
            assert [r.case for r in failed] == [case["id"]], place
            assert str(place[0]) in failed[0].step


def test_unknown_kind_is_skipped_with_its_reason():
    (found,) = verify({"kind": "poem", "cases": []}, "x.json")
    assert found.status == "skipped"
    assert "poem" in found.detail


def test_free_form_cases_that_cannot_be_put_to_the_engine_say_why():
    case = {"id": "a", "text": "talk", "given": {"mood": "good"}, "expect": {"x": 1}}
    (found,) = verify({"kind": "rulebook", "cases": [case]}, "x.json")
    assert found.status == "skipped"
    assert "mood" in found.detail
