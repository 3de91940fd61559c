"""The journal: an observer that writes what happens as steps of the public notation.

The steps are those of ``data/race_for_the_galaxy/log_notation.md``. Only replays have a journal; in
ordinary play ``state.journal`` is None and nothing is written. It belongs to the rules, which tell it
what they do; recordings compare its steps, and `view.consequences` says them in sentences.
"""
# Stays plain Python: `view.consequences.Narrator`, which is interpreted, is a subclass of `Journal`.

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Tables

Step = dict[str, Any]


@dataclass(slots=True)
class PhaseLog:
    """What happened in one phase.

    Attributes
    ----------
    steps
        The steps, in order.
    taken
        Cards taken from the deck.
    marks
        For each reshuffle, the cards taken before it.
    after
        Snapshot at the end of the phase; empty while it goes on.
    """

    steps: list[Step] = field(default_factory=list)
    taken: int = 0
    marks: list[int] = field(default_factory=list)
    after: dict[str, Any] = field(default_factory=dict)


class Journal:
    """Collects what happens, phase by phase.

    Attributes
    ----------
    done
        Finished phases.
    now
        The phase that goes on.
    sacrificed
        Cards discarded from the tableau for the settling that is going on.
    """

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.done: list[PhaseLog] = []
        self.now = PhaseLog()
        self.sacrificed: list[int] = []
        self._draw: Step = {}

    def note(self, seat: int, do: str, **values: Any) -> None:
        """Write a step."""
        self.now.steps.append({"seat": seat, "do": do, **values})

    def close_phase(self, g: RaceState) -> None:
        """End a phase with a snapshot."""
        self.now.after = snapshot(g)
        self.done.append(self.now)
        self.now = PhaseLog()

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.t.names[card]

    def names(self, cards: list[int]) -> list[str]:
        """Return the names of cards."""
        return [self.t.names[card] for card in cards]

    def took_card(self) -> None:
        """Count a card taken from the deck."""
        self.now.taken += 1

    def reshuffled(self, number: int) -> None:
        """Take down that the discards, so many cards, became the deck."""
        self.now.marks.append(self.now.taken)

    def begin_draw(self, seat: int, why: str, card: int) -> None:
        """Open a draw step; powers are named by their card's design."""
        if card >= 0:
            why = f"{why}:{self.t.ids[self.t.design[card]]}"
        self._draw = {"seat": seat, "do": "draw", "why": why, "cards": []}

    def drew(self, card: int) -> None:
        """Add a card to the open draw step."""
        self._draw["cards"].append(self.t.names[card])

    def end_draw(self, missing: int) -> None:
        """Close the draw step; empty ones are not written."""
        if self._draw["cards"]:
            self.now.steps.append(self._draw)
        if missing:
            self.note(self._draw["seat"], "no_card_left")

    # What the notation has no step for; whoever tells what happens listens to it.

    def actions_revealed(self, g: RaceState) -> None:
        """Hear that all action cards lie open."""

    def cards_revealed(self, g: RaceState) -> None:
        """Hear that all have chosen what they place."""

    def phase_begins(self, g: RaceState) -> None:
        """Hear that a phase begins."""

    def keeps_all(self, seat: int, number: int) -> None:
        """Hear that a seat keeps all cards that it looks at, unasked."""


def snapshot(g: RaceState) -> dict[str, Any]:
    """Return a position in the form of the recordings' ``after`` blocks."""
    names = g.t.names
    return {
        "pool": g.pool,
        "deck": len(g.deck),
        "discards": len(g.discards),
        "seats": [
            {
                "chips": p.chips,
                "hand": sorted(names[card] for card in p.hand),
                "tableau": [names[card] for card in p.tableau],
                "goods": {names[world]: names[good] for world, good in p.goods.items()},
            }
            for p in g.players
        ],
    }
