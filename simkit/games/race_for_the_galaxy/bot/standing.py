"""What a seat may expect to have at the end: for look-ahead that stops before it.

The lead at the end was fitted, by least squares, to what both seats had at the beginning of a round, in
2,500 games of two plain greedy bots. What it leaves open grows with the steps that are left: 4 points of
standard deviation with one step, 5.5 with four, 7.5 with eight, where the lead itself has 9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy.bot.outlook import Outlook

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player
    from simkit.games.race_for_the_galaxy.rules.tables import Tables

# What each thing adds, and what it adds more per step left.
POINTS: Final = (1.212, -0.055)
HAND_CARD: Final = (0.21, 0.061)
TABLEAU_CARD: Final = (-0.542, 0.209)
GOOD_MADE: Final = (0.414, 0.308)
GOOD_WANTED: Final = (-0.094, -0.128)
CHIP_OF_POWERS: Final = (0.995, 0.003)
RATE: Final = (-0.216, 0.375)
GOOD_USED: Final = (0.657, 0.127)


def expected_points(t: Tables, p: Player, points: float, rates: list[float], left: int) -> float:
    """Return what a seat may expect, up to a sum that is the same for all seats.

    Parameters
    ----------
    points
        What it would score now.
    rates
        What each card is worth per round left, by its powers alone.
    left
        Steps towards the end.
    """
    outlook = Outlook(t, p, p.tableau)
    made, wanted = outlook.all_made, outlook.all_wanted
    goods = len(p.goods)
    rate = 0.0
    for card in p.tableau:
        rate += rates[card]
    value = at(POINTS, left) * points
    value += at(HAND_CARD, left) * len(p.hand)
    value += at(TABLEAU_CARD, left) * len(p.tableau)
    value += at(GOOD_MADE, left) * made
    value += at(GOOD_WANTED, left) * wanted
    value += at(CHIP_OF_POWERS, left) * outlook.chips
    value += at(RATE, left) * rate
    value += at(GOOD_USED, left) * (goods if goods < wanted else wanted)
    return float(value)


def at(weight: tuple[float, float], left: int) -> float:
    """Return a weight when so many steps are left."""
    return weight[0] + weight[1] * left
