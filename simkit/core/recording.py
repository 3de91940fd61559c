"""Recordings and cases: what a title's ``io.recordings`` module gives to `verify` and `import`.

A title's ``io.recordings`` module has two functions:

``verify(data, name) -> list[CaseResult]``
    Replay or evaluate everything in one parsed JSON file (through `State.step`), compare every stored
    figure, return one result per case.
``games(data, name) -> list[PlayedGame]``
    The games in one parsed file, as something that can be replayed and logged.

Our own recordings (schema ``simkit/recording/1``) are the same for all titles and are read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simkit.core.errors import BadValue, SimkitError
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State

SCHEMA = "simkit/recording/1"
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The verdict on one case or recording.

    Attributes
    ----------
    case
        Id of the case.
    status
        ``passed``, ``failed`` or ``skipped``.
    step
        Where it failed: the line, phase or step.
    detail
        What differs (expected and found), or why it was skipped.
    """

    case: str
    status: str
    step: str = ""
    detail: str = ""


@dataclass(slots=True)
class PlayedGame:
    """A game played elsewhere: its start, its actions, who sat where."""

    rules: Rules
    start: State
    actions: list[int]
    players: list[str] = field(default_factory=list)
    name: str = ""
    complete: bool = True


def recording(
    rules: Rules, deal: Mapping[str, Any], actions: Sequence[int], final: State, bots: Sequence[str]
) -> dict[str, Any]:
    """Return one of our games as a JSON-ready dict; `deal` holds ``seed`` and ``fixed``."""
    return {
        "schema": SCHEMA,
        "game": rules.title,
        "rules_version": rules.version,
        "seats": rules.seats,
        "options": dict(rules.options),
        "patch": dict(rules.patch),
        "deal": dict(deal),
        "bots": list(bots),
        "actions": [rules.notation(action) for action in actions],
        "scores": final.scores(),
        "points": [final.points_of(seat) for seat in range(final.seats)],
        "winners": final.winners(),
    }


def read_recording(data: Mapping[str, Any], name: str = "recording") -> PlayedGame:
    """Read one of our own recordings."""
    from simkit.core.registry import rules as make_rules

    for key in ("game", "seats", "deal", "actions"):
        if key not in data:
            raise BadValue(name, f"has no {key!r}")
    rules = make_rules(
        data["game"], data["seats"], data.get("patch") or None, **data.get("options", {})
    )
    deal = data["deal"]
    start = rules.deal(Luck(int(deal["seed"])), **deal.get("fixed", {}))
    actions = [rules.parse(text) for text in data["actions"]]
    return PlayedGame(rules, start, actions, list(data.get("bots", [])), name)


def verify_recording(data: Mapping[str, Any], name: str) -> CaseResult:
    """Replay one of our own recordings through `State.step` and compare its result."""
    played = read_recording(data, name)
    version = data.get("rules_version")
    if version != played.rules.version:
        detail = f"made with rules version {version}, these are version {played.rules.version}"
        return CaseResult(name, SKIPPED, "", detail)
    state = played.start
    for number, action in enumerate(played.actions):
        try:
            state.step(action)
        except SimkitError as error:
            return CaseResult(name, FAILED, f"action {number}", str(error))
    if not state.over:
        return CaseResult(name, FAILED, "end", "the game is not over after the last action")
    found = {
        "scores": state.scores(),
        "points": [state.points_of(seat) for seat in range(state.seats)],
        "winners": state.winners(),
    }
    for key, value in found.items():
        if key in data and data[key] != value:
            return CaseResult(name, FAILED, key, f"expected {data[key]}, found {value}")
    return CaseResult(name, PASSED)
