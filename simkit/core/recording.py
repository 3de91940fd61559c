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
        **_packs(rules),
        "deal": dict(deal),
        "bots": list(bots),
        "actions": [rules.notation(action) for action in actions],
        "scores": final.scores(),
        "points": [final.points_of(seat) for seat in range(final.seats)],
        "winners": final.winners(),
    }


def _packs(rules: Rules) -> dict[str, Any]:
    """Return the packs of a recording: where they were, what they are called, and their hashes."""
    if not rules.packs:
        return {}
    return {
        "packs": [
            {"pack": pack.place, "name": pack.name, "hash": pack.hash} for pack in rules.packs
        ]
    }


def _same_packs(data: Mapping[str, Any], rules: Rules, name: str) -> None:
    """Refuse packs that are not those of a recording."""
    wanted = {str(one["name"]): str(one["hash"]) for one in data.get("packs", [])}
    found = {pack.name: pack.hash for pack in rules.packs}
    for pack in sorted({*wanted, *found}):
        if pack not in found:
            raise BadValue(name, f"was played with the pack {pack!r}, which was not given")
        if pack not in wanted:
            raise BadValue(name, f"was not played with the pack {pack!r}")
        if wanted[pack] != found[pack]:
            raise BadValue(name, f"the pack {pack!r} has changed since it was played")


def read_recording(
    data: Mapping[str, Any], name: str = "recording", packs: Sequence[str] = ()
) -> PlayedGame:
    """Read one of our own recordings.

    Parameters
    ----------
    packs
        Where its packs lie now; by default where they lay when it was played.
    """
    from simkit.core.registry import rules as make_rules

    for key in ("game", "seats", "deal", "actions"):
        if key not in data:
            raise BadValue(name, f"has no {key!r}")
    places = list(packs) or [str(one["pack"]) for one in data.get("packs", [])]
    options: dict[str, Any] = data.get("options", {})
    rules = make_rules(data["game"], data["seats"], data.get("patch") or None, places, **options)
    _same_packs(data, rules, name)
    deal = data["deal"]
    start = rules.deal(Luck(int(deal["seed"])), **deal.get("fixed", {}))
    actions = [rules.parse(text) for text in data["actions"]]
    return PlayedGame(rules, start, actions, list(data.get("bots", [])), name)


def verify_recording(data: Mapping[str, Any], name: str, packs: Sequence[str] = ()) -> CaseResult:
    """Replay one of our own recordings through `State.step` and compare its result."""
    played = read_recording(data, name, packs)
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
