"""What the greedy bot keeps between decisions: figures that hold until a planet or the objectives change.

None of them depends on weights, but for those of the objectives.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from simkit.games.planet_unknown.components import SIZE, STRIDE, cells_of

# The square of the covered share of a line by its size and its gap.
FULLNESS: Final = [
    [(1 - gap / max(1, size)) ** 2 for gap in range(size + 1)] for size in range(SIZE + 1)
]


def _far(here: int) -> list[int]:
    """Return one more than the steps from a cell to each cell, straight over the planet."""
    x, y = here % STRIDE, here // STRIDE
    return [1 + abs(c % STRIDE - x) + abs(c // STRIDE - y) for c in range(STRIDE * SIZE)]


UNKNOWN: Final = -1.0  # less than any pull
FAR: Final = [_far(cell) for cell in range(STRIDE * SIZE)]


@functools.lru_cache(maxsize=4096)
def nearest(things: int) -> list[int]:
    """Return one more than the steps from each cell to the nearest of some things."""
    return [min(ways) for ways in zip(*(FAR[c] for c in cells_of(things)), strict=True)]


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

    __slots__ = ("fullness", "key", "pulls", "rows", "targets", "voids")

    def __init__(
        self, key: tuple[int, ...], rows: list[int], fullness: list[float], voids: list[int]
    ) -> None:
        self.key = key
        # per line (twelve rows, then the columns) its row of `laying.Grown.line_rows`, which says as
        # well how many of its cells are free
        self.rows = rows
        self.voids = voids  # numbers of the lines with a meteorite
        # squares of the covered shares of the lines, once asked for
        self.fullness = fullness
        self.targets: dict[int, list[tuple[list[int], float]]] = {}
        # by a rover's load, then by cell; UNKNOWN until it is asked for
        self.pulls: dict[int, list[float]] = {}


class Aims:
    """The objectives that placements can serve, as long as nobody gets or gives up one."""

    __slots__ = ("goals", "private", "rivals", "shared", "w")

    def __init__(
        self, w: Any, private: list[int], rivals: list[tuple[int, int, int]], shared: list[int]
    ) -> None:
        self.w = w
        self.private = private
        self.rivals = rivals
        self.shared = shared
        self.goals: list[tuple[float, str, int]] = []
