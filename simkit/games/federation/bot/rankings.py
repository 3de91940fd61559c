"""What hangs on how a project ranks the seats: stakes, and what one more would move.

Of all rankings that can come up few do, so each is worked out once for many games of its tables.
"""

from __future__ import annotations

from typing import Final

from simkit.games.federation.rules import scoring, terms
from simkit.games.federation.rules.tables import Tables

OVERTAKING: Final = (0.19, 0.17, 0.12, 0.08, 0.05, 0.03, 0.02, 0.01)
GAPS: Final = 256  # above the difference of any two values
# The chance by how far a seat is ahead; behind (negative, from the end) one more is needed to overtake.
RACE: Final = [
    *(OVERTAKING[min(gap, 7)] for gap in range(GAPS)),
    *(OVERTAKING[min(GAPS - 1 - i, 7)] for i in range(GAPS)),
]
RIVALS: Final = 0.35  # part of what a place brings another seat that counts against one's own
KEPT: Final = 20_000  # rankings; a thousand games know fewer


class Ranking:
    """What follows for each seat from what a project ranks them by; never changed.

    Attributes
    ----------
    edges
        How much one more moves the seat's place: the sum over the others of the chance to overtake.
    stakes
        The points of the seat's place, less part of what another seat gets.
    """

    __slots__ = ("edges", "stakes")

    def __init__(self, tables: Tables, row: int) -> None:
        values = [row >> terms.RANK_BITS * seat & terms.RANK_MOST for seat in range(tables.seats)]
        edges: dict[int, float] = {}  # by value, as seats that are level have the same
        stakes: dict[int, float] = {}
        for seat, value in enumerate(values):
            if value not in edges:
                edges[value] = overtaking(seat, values)
                stakes[value] = stake(tables, seat, values)
        self.edges = [edges[value] for value in values]
        self.stakes = [stakes[value] for value in values]


def ranking(known: dict[int, Ranking], tables: Tables, row: int) -> Ranking:
    """Return the ranking of a packed row (`FederationState.measured`), and keep it in `known`."""
    found = known.get(row)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[row] = Ranking(tables, row)
    return found


def overtaking(seat: int, values: list[int]) -> float:
    """Return how much one more of what a project measures moves the seat's place."""
    mine = values[seat]
    total = -OVERTAKING[0]  # for the seat itself
    for value in values:
        total += RACE[mine - value]
    return total


def stake(tables: Tables, seat: int, values: list[int]) -> float:
    """Return the points of a seat's place among `values`, less part of what another one gets."""
    points = scoring.project_points(tables, values)
    own, total = points[seat], 0
    for each in points:
        total += each
    return own - RIVALS * (total - own) / (len(points) - 1)
