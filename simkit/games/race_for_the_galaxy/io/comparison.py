"""Figures of a recording compared with those of its replay, and the forms in which they compare equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import SimkitError
from simkit.games.race_for_the_galaxy.rules import scoring

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.journal import Step
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

Data = Mapping[str, Any]


class Mismatch(SimkitError):
    """A stored figure that differs from the replay, with the place where it stands."""

    def __init__(self, step: str, detail: str) -> None:
        self.step = step
        self.detail = detail
        super().__init__(f"{step}: {detail}")


class Astray(Mismatch):
    """A step is missing, or one that does not belong there: perhaps a wrong seat stands before it."""


def same(place: str, what: str, expected: Any, found: Any) -> None:
    """Raise `Mismatch` if a stored figure differs from the replay."""
    if expected != found:
        raise Mismatch(place, f"{what}: recorded {expected!r}, replayed {found!r}")


# Snapshots and results ----------------------------------------------------------------------------


def compare_snapshot(place: str, after: Data, found: Data, culprits: Mapping[str, str]) -> None:
    """Compare pool, deck, discards, chips, hands, tableaus, goods with a snapshot.

    `culprits` maps a card's name to the step that moved it: where hands or piles differ in a card, the
    message names that step.
    """
    same(place, "number of seats", len(after["seats"]), len(found["seats"]))
    for seat, (old, new) in enumerate(zip(after["seats"], found["seats"], strict=True)):
        for key in ("hand", "tableau", "goods", "chips"):
            if old[key] != new[key]:
                step = f"{place} after, seat {seat} {key}{blame(old[key], new[key], culprits)}"
                raise Mismatch(step, f"recorded {old[key]!r}, replayed {new[key]!r}")
    for key in ("pool", "deck", "discards"):
        same(f"{place} after", key, after[key], found[key])


def blame(old: Any, new: Any, culprits: Mapping[str, str]) -> str:
    """Name the step that moved the first card in which two snapshots differ."""
    before, now = cards_in_part(old), cards_in_part(new)
    for card in now + before:
        if (card in now) != (card in before) and card in culprits:
            return f" (moved by {culprits[card]})"
    return ""


def cards_in_part(part: Any) -> list[str]:
    """Return the cards in a part of a snapshot: a list, or goods by world."""
    if isinstance(part, Mapping):
        return [*part, *part.values()]
    return list(part) if isinstance(part, list) else []


def final_block(g: RaceState, seat: int) -> dict[str, Any]:
    """Return the result of a seat in the form of the recordings' ``final`` block."""
    t, p = g.t, g.players[seat]
    variable = {
        t.names[card]: scoring.variable_points(t, p, card) for card in p.tableau if t.six[card]
    }
    return {
        "score": g.score[seat],
        "chips": p.chips,
        "cards": {t.names[card]: t.vp[card] + variable.get(t.names[card], 0) for card in p.tableau},
        "variable": variable,
        "hand_cards": len(p.hand),
        "goods": len(p.goods),
        "tie_break": len(p.hand) + len(p.goods),
        "winner": seat in g.winners(),
    }


# Steps ----------------------------------------------------------------------------------------------


def cards_taken(step: Step) -> int:
    """Return how many cards a step takes from the deck."""
    if step["do"] == "draw":
        return len(step["cards"])
    return int(step["do"] in ("windfall_good", "produce", "gamble"))


BUILD_ORDER = {"place": 1, "pass": 1, "windfall_good": 2, "pay": 3}


def comparable(steps: Sequence[tuple[int, Step]], building: bool) -> list[tuple[int, Step]]:
    """Return steps in a form in which equal ones compare equal.

    Draws interrupted by a reshuffle become one, lists that may be left out are filled in, lists
    without an order are sorted, and in Develop and Settle a payment stands before the draws that
    follow it. Several draws in a row that fail are one ``no_card_left``.
    """
    found: list[tuple[int, Step]] = []
    for number, raw in steps:
        step = dict(raw)
        do = step["do"]
        if do == "no_card_left" and found and found[-1][1]["do"] == do:
            continue
        if do == "draw":
            step["cards"] = list(step["cards"])
            if found and found[-1][1]["do"] == "draw" and found[-1][1]["why"] == step["why"]:
                found[-1][1]["cards"].extend(step["cards"])
                continue
        elif do == "use":
            step["goods"] = sorted(step.get("goods", []))
            step["cards"] = sorted(step.get("cards", []))
            step.setdefault("vp", 0)
        elif do == "pay":
            for key in ("cards", "using", "sacrificed"):
                step[key] = sorted(step.get(key, []))
        elif do == "discard":
            step["cards"] = sorted(step["cards"])
        found.append((number, step))
    if building:
        after = next((i for i, (_, step) in enumerate(found) if step["do"] == "place"), len(found))
        found[after:] = sorted(found[after:], key=lambda entry: BUILD_ORDER.get(entry[1]["do"], 4))
    return found
