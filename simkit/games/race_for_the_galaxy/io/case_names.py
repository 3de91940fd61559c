"""The keys of the public notation, part by part, and a check of what a recording has and lacks.

See ``data/race_for_the_galaxy/log_notation.md``. A key that the notation does not have is named in the
verdict on a recording; one that it has to have is a failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

STEPS: dict[str, tuple[str, ...]] = {
    "draw": ("why", "cards"),
    "discard": ("why", "cards"),
    "place": ("card",),
    "pass": (),
    "windfall_good": ("world", "good"),
    "pay": ("for", "method"),
    "trade": ("via", "world", "draws"),
    "use": ("card", "power"),
    "gamble": ("guess", "flipped", "kept"),
    "produce": ("world", "by", "good"),
    "reshuffle": (),
    "no_card_left": (),
}
"""Kinds of step and the keys that each has to have beside ``seat`` and ``do``."""

MAY_BE_LEFT_OUT: dict[str, tuple[str, ...]] = {
    "pay": ("cards", "using", "sacrificed"),
    "use": ("goods", "cards", "vp"),
}
"""Keys of steps that stand for nothing where they are missing."""

HEADING = (
    "schema", "game", "set", "id", "players", "two_player_advanced", "vp_pool", "setup", "draws",
    "rounds", "final",
)  # fmt: skip
SNAPSHOT = ("pool", "deck", "discards", "seats")
SNAPSHOT_SEAT = ("chips", "hand", "tableau", "goods")
FINAL_SEAT = (
    "score", "chips", "cards", "variable", "hand_cards", "goods", "tie_break", "winner",
)  # fmt: skip


def strange_keys(data: Mapping[str, Any]) -> list[str]:
    """Return the keys of a recording that the notation does not have, with their places.

    Raises
    ------
    KeyError
        If a part lacks a key; it names the part and the key.
    """
    strange = [*_compare("heading", data, HEADING, ("origin",))]
    setup = data["setup"]
    strange += _compare("setup", setup, ("seats", "after"), ("start_good_drawn_before_hands",))
    for seat, part in enumerate(setup["seats"]):
        keys = ("start_world", "start_good", "dealt", "discarded")
        strange += _compare(f"setup seat {seat}", part, keys)
    strange += _snapshot("setup", setup["after"])
    for number, record in enumerate(data["rounds"], 1):
        strange += _compare(f"round {number}", record, ("round", "actions", "phases"))
        for phase in record["phases"]:
            strange += _phase(f"round {number}", phase)
    final = data["final"]
    strange += _compare("final", final, ("rounds", "ended_by", "seats"))
    for seat, part in enumerate(final["seats"]):
        strange += _compare(f"final seat {seat}", part, FINAL_SEAT)
    return strange


def _phase(place: str, phase: Mapping[str, Any]) -> Iterator[str]:
    yield from _compare(place, phase, ("phase", "steps", "after"))
    place = f"{place} {phase['phase']}"
    for number, step in enumerate(phase["steps"]):
        do = step.get("do") if isinstance(step, Mapping) else None
        if do in STEPS:  # others are named when the replay comes to them
            here = f"{place} step {number}"
            keys = ("do", "seat", *STEPS[do])
            yield from _compare(here, step, keys, MAY_BE_LEFT_OUT.get(do, ()))
    yield from _snapshot(place, phase["after"])


def _snapshot(place: str, after: Mapping[str, Any]) -> Iterator[str]:
    yield from _compare(f"{place} after", after, SNAPSHOT)
    for seat, part in enumerate(after["seats"]):
        yield from _compare(f"{place} after, seat {seat}", part, SNAPSHOT_SEAT)


def _compare(
    place: str, part: Mapping[str, Any], keys: tuple[str, ...], more: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield the keys of a part that are neither in `keys`, which it has to have, nor in `more`."""
    for key in keys:
        if key not in part:
            raise KeyError(f"{place} has no {key!r}")
    for key in part:
        if key not in keys and key not in more:
            yield f"{place}: {key!r}"
