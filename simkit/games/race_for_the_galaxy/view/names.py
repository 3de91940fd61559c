"""What cards are called, and numbers of things in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy import schema

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Tables


def label(t: Tables, card: int) -> str:
    """Return the printed name of a card."""
    return t.labels[t.design[card]]


def name(g: RaceState, card: int) -> str:
    """Return a card's printed name, with its copy where both lie together before the seat to move.

    Of a card in the tableau nothing in the hand is said, which others may not see.
    """
    t, p = g.t, g.players[g.seat]
    design = t.design[card]
    place = p.tableau if card in p.tableau else [*p.hand, *p.drawn]
    together = [other for other in place if t.design[other] == design]
    if len(together) < 2:
        return label(t, card)
    return f"{label(t, card)} ({schema.COPIES[sorted(together).index(card)]} copy)"


def counted(number: int, thing: str) -> str:
    """Return a number with its thing.

    Examples
    --------
    >>> counted(1, "card"), counted(3, "card"), counted(0, "chip")
    ('1 card', '3 cards', 'no chips')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def cost(number: int) -> str:
    """Return a price in cards.

    Examples
    --------
    >>> cost(2), cost(0)
    ('2 cards', 'nothing')
    """
    return counted(number, "card") if number else "nothing"


def listed(parts: list[str]) -> str:
    """Join parts with commas and a last "and".

    Examples
    --------
    >>> listed(["Develop", "Settle", "Produce"])
    'Develop, Settle and Produce'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
