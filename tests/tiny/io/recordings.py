"""Cases and games of The Fair as files: ``tests.tiny/cases/1``.

A file holds ``{"schema": "tests.tiny/cases/1", "cases": [...]}``. A case has an ``id``, ``seats``, a
``position`` (see `FairRules.position`), ``actions`` in notation and what is expected after them:
``scores``, ``coins``, ``phase``, ``refused`` (the last action is not legal), each optional.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.core.errors import BadValue, SimkitError
from simkit.core.recording import FAILED, PASSED, CaseResult, PlayedGame
from simkit.core.registry import rules as make_rules
from simkit.core.state import State

NAME = "tests.tiny"
CASES = f"{NAME}/cases/1"


def verify(data: Mapping[str, Any], name: str) -> list[CaseResult]:
    """Check every case of a file."""
    return [check_case(case) for case in cases_of(data, name)]


def games(data: Mapping[str, Any], name: str) -> list[PlayedGame]:
    """Return the cases of a file as (incomplete) games."""
    found: list[PlayedGame] = []
    for case in cases_of(data, name):
        start = start_of(case)
        actions = [start.rules.parse(text) for text in case.get("actions", ())]
        found.append(PlayedGame(start.rules, start, actions, [], case["id"], complete=False))
    return found


def cases_of(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the cases of a file, or say what is wrong with it."""
    if data.get("schema") != CASES:
        raise BadValue(name, f"the schema is {data.get('schema')!r}, not {CASES!r}")
    cases = data.get("cases")
    if not isinstance(cases, list):
        raise BadValue(name, "'cases' is not a list")
    for number, case in enumerate(cases):
        for key in ("id", "seats", "position"):
            if key not in case:
                raise BadValue(f"{name}: case {number}", f"has no {key!r}")
    return cases


def start_of(case: Mapping[str, Any]) -> State:
    """Return the position of a case."""
    rules = make_rules(NAME, case["seats"], case.get("patch") or None, **case.get("options", {}))
    return rules.position(case["position"])


def check_case(case: Mapping[str, Any]) -> CaseResult:
    """Carry out a case's actions through `State.step` and compare what is expected."""
    state = start_of(case)
    texts = case.get("actions", [])
    expected = dict(case.get("expected", {}))
    refused = expected.pop("refused", False)
    for number, text in enumerate(texts):
        last = number == len(texts) - 1
        try:
            state.step(state.rules.parse(text))
        except SimkitError as error:
            if refused and last:
                break
            return CaseResult(case["id"], FAILED, f"action {number}", str(error))
        if refused and last:
            return CaseResult(case["id"], FAILED, f"action {number}", "was expected to be refused")
    found = {
        "scores": state.scores(),
        "coins": getattr(state, "coins", None),
        "phase": state.rules.schema.phases[state.phase],
    }
    for key, value in expected.items():
        if found.get(key) != value:
            detail = f"{key}: expected {value}, found {found.get(key)}"
            return CaseResult(case["id"], FAILED, "end", detail)
    return CaseResult(case["id"], PASSED)
