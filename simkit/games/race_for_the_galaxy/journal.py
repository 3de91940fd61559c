"""The journal: an observer that writes what happens as steps of the public notation.

The steps are those of ``data/race_for_the_galaxy/log_notation.md``. Only replays have a journal; in
ordinary play ``state.journal`` is None and nothing is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.components import Tables

Step = dict[str, Any]


class Journal:
    """Collects steps; `marks` holds, per reshuffle, how many cards the phase had taken before.

    Attributes
    ----------
    steps
        Steps since the last `clear`.
    takes
        Cards taken from the deck since the last `clear`.
    marks
        For each reshuffle since the last `clear`, the cards taken before it.
    """

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.steps: list[Step] = []
        self.takes = 0
        self.marks: list[int] = []
        self._open: Step = {}

    def clear(self) -> None:
        """Forget the steps so far."""
        self.steps = []
        self.takes = 0
        self.marks = []

    def note(self, seat: int, do: str, **values: Any) -> None:
        """Write a step; card numbers become names."""
        step: Step = {"seat": seat, "do": do}
        step.update(values)
        self.steps.append(step)

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.t.names[card]

    def names(self, cards: list[int]) -> list[str]:
        """Return the names of cards."""
        return [self.t.names[card] for card in cards]

    def taken(self, card: int) -> None:
        """Count a card taken from the deck."""
        self.takes += 1

    def reshuffled(self) -> None:
        """Note that the discards became the deck."""
        self.marks.append(self.takes)

    def begin_draw(self, seat: int, why: str, card: int) -> None:
        """Open a draw step; powers are named by their card's design."""
        if card >= 0:
            why = f"{why}:{self.t.ids[self.t.design[card]]}"
        self._open = {"seat": seat, "do": "draw", "why": why, "cards": []}

    def drawn(self, card: int) -> None:
        """Add a card to the open draw step."""
        self._open["cards"].append(self.t.names[card])

    def end_draw(self, missing: int) -> None:
        """Close the draw step; empty ones are not written."""
        if self._open["cards"]:
            self.steps.append(self._open)
        if missing:
            self.note(self._open["seat"], "no_card_left")
