"""Check cases of Federation: positions with an action and the values expected after it.

`verify` builds the position with `rules.position`, carries the action out through the engine (`cases`,
`case_actions`) and compares every expected value (`case_compare`). Figures that a case assumes replace
the data's (`assume`). There is no notation for whole games of others; our own recordings are read by the
core.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.core.errors import BadValue, SimkitError
from simkit.core.recording import FAILED, PASSED, CaseResult, PlayedGame
from simkit.games.federation.io.case_compare import Difference
from simkit.games.federation.io.cases import Case


def verify(data: Mapping[str, Any], name: str) -> list[CaseResult]:
    """Evaluate one case, or a list of cases under ``cases``.

    Parameters
    ----------
    data
        The parsed file.
    name
        What to call a case without ``id``.
    """
    many = data.get("cases")
    if many is None:
        return [verify_case(data, str(data.get("id", name)))]
    return [verify_case(case, str(case.get("id", f"{name} {i}"))) for i, case in enumerate(many)]


def verify_case(data: Mapping[str, Any], name: str) -> CaseResult:
    """Return the verdict on one case; a failure names the expected key and both values."""
    for key in ("players", "action", "expected"):
        if key not in data:
            raise BadValue(name, f"has no {key!r}")
    try:
        differences = Case(data).differences()
    except SimkitError as error:
        return CaseResult(name, FAILED, "case", f"{error}{hanging_on(data)}")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A value of another kind than its key has: a list for a number, a name for a table ...
        why = f"cannot be read: {type(error).__name__}: {error}"
        return CaseResult(name, FAILED, "case", f"{why}{hanging_on(data)}")
    if not differences:
        return CaseResult(name, PASSED)
    first = differences[0]
    return CaseResult(name, FAILED, first.key, detail(differences) + hanging_on(data))


def detail(differences: list[Difference]) -> str:
    """Say what differs."""
    return "; ".join(f"{d.key}: expected {d.wanted!r}, found {d.found!r}" for d in differences)


def hanging_on(data: Mapping[str, Any]) -> str:
    """Say which facts that are not confirmed the result rests on."""
    facts = data.get("depends_on") or []
    return f" (rests on: {', '.join(map(str, facts))})" if facts else ""


def games(data: Mapping[str, Any], name: str) -> list[PlayedGame]:
    """Return the games of a file: none, the notation knows single cases only."""
    return []
