"""The named readings of the open questions: patches or options that replace an uncertain figure."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import Any

from simkit.core.components import shipped
from simkit.core.errors import UnknownName

WEIGHTS = ("heavy", "medium", "light", "hard")


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of an open question.

    Attributes
    ----------
    name, label
        Its id, and what it says.
    weight
        ``heavy``, ``medium`` or ``light``: how far a wrong figure is thought to bend results; ``hard``
        for the harder game, which changes several heavy ones at once.
    question
        Number of the question in ``open_questions.md``.
    seats
        Numbers of players for which it makes a difference.
    patch, options
        What it changes; see `simkit.rules`.
    """

    name: str
    label: str
    weight: str
    question: int
    seats: tuple[int, ...] = (2, 3, 4)
    patch: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


def readings(seats: int = 0) -> list[Reading]:
    """Return all readings, or those that make a difference for a number of players.

    Examples
    --------
    >>> sum(reading.weight == "heavy" for reading in readings()) > 10
    True
    """
    found: list[Reading] = []
    for weight in WEIGHTS:
        path = shipped("data") / "federation" / "readings" / f"{weight}.toml"
        records = tomllib.loads(path.read_text(encoding="utf-8"))["reading"]
        found.extend(_read(record, weight) for record in records)
    return [reading for reading in found if not seats or seats in reading.seats]


def arms(seats: int) -> list[dict[str, Any]]:
    """Return the arms of a spec that compares the data as they are with every reading.

    Examples
    --------
    >>> [arm["name"] for arm in arms(4)][:2]
    ['as reconstructed', 'senate_floors_turned']
    """
    found: list[dict[str, Any]] = [{"name": "as reconstructed"}]
    for one in readings(seats):
        arm: dict[str, Any] = {"name": one.name}
        if one.patch:
            arm["patch"] = one.patch
        if one.options:
            arm["options"] = one.options
        found.append(arm)
    return found


def _read(record: dict[str, Any], weight: str) -> Reading:
    seats = tuple(record.get("seats", (2, 3, 4)))
    patch, options = record.get("patch", {}), record.get("options", {})
    return Reading(record["id"], record["label"], weight, record["question"], seats, patch, options)


def reading(name: str) -> Reading:
    """Return the reading of a name."""
    known = {one.name: one for one in readings()}
    if name not in known:
        raise UnknownName("reading", name, known, "federation")
    return known[name]
