"""What all readers of the values that check cases expect share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io.position_names import LETTERS

if TYPE_CHECKING:
    from simkit.games.federation.io.case_compare import Expectation
    from simkit.games.federation.io.case_outcomes import Outcome
    from simkit.games.federation.rules.state import FederationState

CaseReader = Callable[["Expectation", "Outcome", "FederationState", Any], Any]
MISSING = "no such value"


def actor(e: Expectation) -> int:
    """Return the seat of the last action."""
    return e.case.seat_of(e.case.actions[-1])


def by_letter(wanted: Any) -> bool:
    """Tell whether a value is given by player."""
    return isinstance(wanted, Mapping) and bool(wanted) and set(wanted) <= set(LETTERS)


def noted(key: str) -> CaseReader:
    """Return a reader of something noted on the way."""
    return lambda e, end, s, wanted: end.noted.get(key, MISSING)
