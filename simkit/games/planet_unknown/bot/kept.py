"""What the greedy bot keeps between decisions: figures that hold until a planet or the objectives change.

None of them depends on weights, but for those of the objectives.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.tables import Planet

LINES: Final = 2 * SIZE  # rows, then columns
# Where the figures of a line stand in tables by line and number of its free cells.
FIRST_ROW: Final = [line * (SIZE + 1) for line in range(LINES)]


class Lines:
    """The rows and columns of a planet board, its rows first.

    Attributes
    ----------
    masks, medals
        Their cells; their medals.
    fullness
        The square of the covered share of a line, by `FIRST_ROW` plus its free cells.
    """

    __slots__ = ("fullness", "masks", "medals")

    def __init__(self, planet: Planet) -> None:
        self.masks = [*planet.rows, *planet.columns]
        self.medals = [*planet.row_medals, *planet.column_medals]
        self.fullness: list[float] = []
        for line in self.masks:
            size = max(1, line.bit_count())
            self.fullness += [(1 - min(gap, size) / size) ** 2 for gap in range(SIZE + 1)]


@functools.lru_cache(maxsize=256)
def lines_of(planet: Planet) -> Lines:
    """Return the rows and columns of a planet."""
    return Lines(planet)


UNKNOWN: Final = -1.0  # less than any pull


@functools.lru_cache(maxsize=STRIDE * SIZE)
def far_from(here: int) -> list[int]:
    """Return one more than the steps from a cell to each cell, straight over the planet."""
    x, y = here % STRIDE, here // STRIDE
    return [1 + abs(c % STRIDE - x) + abs(c // STRIDE - y) for c in range(STRIDE * SIZE)]


@functools.lru_cache(maxsize=4096)
def nearest(things: int) -> list[int]:
    """Return one more than the steps from each cell to the nearest of some things."""
    return [min(ways) for ways in zip(*(far_from(c) for c in cells_of(things)), strict=True)]


def strongest(targets: list[tuple[list[int], float]], cell: int) -> float:
    """Return the pull of the best target on a cell: its worth by its distance."""
    found = 0.0
    for far, worth in targets:
        pull = worth / far[cell]
        if pull > found:
            found = pull
    return found


class Kept:
    """Figures of one planet that hold until something changes on it; none depends on weights."""

    __slots__ = ("key", "pulls", "rows", "voids")

    def __init__(self, key: tuple[int, ...], rows: list[int], voids: list[int]) -> None:
        self.key = key
        # per line (twelve rows, then the columns) its row of `laying.Grown.line_rows`, which says as
        # well how many of its cells are free
        self.rows = rows
        self.voids = voids  # numbers of the lines with a meteorite
        # by a rover's load: pulls by cell, UNKNOWN until they are asked for, and what pulls
        self.pulls: dict[int, tuple[list[float], list[tuple[list[int], float]]]] = {}


class Pulling:
    """What pulls the rovers of one planet, as long as the things on it stay where they are.

    Attributes
    ----------
    pods, meteors, depots
        These things; depots are the rover symbols where the Horizon Group delivers what it loaded.
    by_load
        As `Kept.pulls`.
    """

    __slots__ = ("by_load", "depots", "meteors", "pods")

    def __init__(self, pods: int, meteors: int, depots: int) -> None:
        self.pods = pods
        self.meteors = meteors
        self.depots = depots
        self.by_load: dict[int, tuple[list[float], list[tuple[list[int], float]]]] = {}


class Aims:
    """The objectives that placements can serve, as long as nobody gets or gives up one.

    `ice` says whether a private one asks for all ice to be covered.
    """

    __slots__ = ("goals", "ice", "private", "rivals", "shared", "w")

    def __init__(
        self, w: Any, private: list[int], rivals: list[tuple[int, int, int]], shared: list[int]
    ) -> None:
        self.w = w
        self.private = private
        self.rivals = rivals
        self.shared = shared
        self.goals: list[tuple[float, str, int]] = []
        self.ice = False
