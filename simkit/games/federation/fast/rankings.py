"""What follows from how a project ranks the seats: places, stakes, and what one more would move.

Of all rankings that can come up few do, so each is worked out once for many games of its tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import scoring

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

OVERTAKING: Final = (0.19, 0.17, 0.12, 0.08, 0.05, 0.03, 0.02, 0.01)
GAPS: Final = 256  # above the difference of any two values
# The chance by how far a seat is ahead; behind (negative, from the end) one more is needed to overtake.
RACE: Final = [
    *(OVERTAKING[min(gap, 7)] for gap in range(GAPS)),
    *(OVERTAKING[min(GAPS - 1 - i, 7)] for i in range(GAPS)),
]
BITS: Final = 8  # of a seat's value in a packed row
VALUE: Final = (1 << BITS) - 1
ALL: Final = (1 << BITS * 4) - 1
OTHERS: Final = [ALL ^ VALUE << BITS * seat for seat in range(4)]  # by seat, the bits of the others
BEYOND: Final = ~VALUE  # bits that a value between 0 and the highest has not
KEPT: Final = 20_000  # rankings; a thousand games know fewer


class Ranking:
    """What a project ranks the seats by, and what follows from it, seat by seat; never changed.

    Attributes
    ----------
    row
        The values, packed.
    edges
        How much one more moves the seat's place: the sum over the others of the chance to overtake.
    stakes
        The points of the seat's place, less part of what another seat gets.
    total
        The sum of the values.
    """

    __slots__ = ("edges", "row", "stakes", "total")

    def __init__(self, s: FederationState, row: int) -> None:
        values = [row >> BITS * seat & VALUE for seat in range(s.seats)]
        self.row = row
        edges: dict[int, float] = {}  # by value, as seats that are level have the same
        stakes: dict[int, float] = {}
        for seat, value in enumerate(values):
            if value not in edges:
                edges[value] = overtaking(seat, values)
                stakes[value] = stake(s, seat, values)
        self.edges = shared(s, [edges[value] for value in values])
        self.stakes = shared(s, [stakes[value] for value in values])
        self.total = sum(values)


def ranking(s: FederationState, row: int) -> Ranking:
    """Return the ranking of a packed row."""
    known = s.tables.rankings
    found = known.get(row)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
            s.tables.ranked.clear()
        found = known[row] = Ranking(s, row)
    return found


def shared(s: FederationState, figures: list[float]) -> list[float]:
    """Return the one list that all rankings with these figures share: many rankings have few lists, and
    what lies close together is at hand more quickly.
    """
    return s.tables.ranked.setdefault(tuple(figures), figures)


def overtaking(seat: int, values: list[int]) -> float:
    """Return how much one more of what a project measures moves the seat's place."""
    mine = values[seat]
    total = -OVERTAKING[0]  # for the seat itself
    for value in values:
        total += RACE[mine - value]
    return total


def stake(s: FederationState, seat: int, values: list[int]) -> float:
    """Return the points of a seat's place among `values`, less part of what another one gets."""
    tables, seats, mine = s.tables, s.seats, values[seat]
    if seats == 2:
        points = scoring.project_points(s, values)
        return points[seat] - 0.35 * points[1 - seat]
    if mine <= 0:
        return 0.0 - 0.35 * (tables.places_total / seats)
    ahead = tied = 0
    for value in values:
        if value > mine:
            ahead += 1
        elif value == mine:
            tied += 1
    shared = 0
    for place in tables.places[ahead : ahead + tied]:
        shared += place
    own = shared / tied
    return own - 0.35 * ((tables.places_total - own) / (seats - 1))
