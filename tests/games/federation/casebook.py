"""Short form of check cases for tests: positions, one action, the values expected after it."""

from __future__ import annotations

from typing import Any

from simkit.games.federation.io.recordings import verify


def case(
    action: Any, expected: dict[str, Any], players: int = 4, board: Any = None, **more: Any
) -> dict[str, Any]:
    """Return a case; players are given as ``A={...}``, the rest as its own key."""
    letters = {key: more.pop(key) for key in list(more) if key in ("A", "B", "C", "D")}
    data = {"id": "case", "game": "federation", "players": players, "action": action}
    situation = {"players": letters, "board": board or {}}
    for key in ("round", "turn", "first_player"):
        if key in more:
            situation[key] = more.pop(key)
    return {**data, "situation": situation, "expected": expected, **more}


def holds(action: Any, expected: dict[str, Any], **more: Any) -> None:
    """Assert that a case holds."""
    result = verify(case(action, expected, **more), "case")[0]
    assert result.status == "passed", result.detail


def fails(action: Any, expected: dict[str, Any], **more: Any) -> str:
    """Assert that a case does not hold and return the key that differs."""
    result = verify(case(action, expected, **more), "case")[0]
    assert result.status == "failed", result
    return result.step
