"""The 12 x 12 frame: cells as numbers, sets of cells as bits of one int, and what lies beside what.

Cell (x, y) is bit ``y * STRIDE + x``. The thirteenth column is never part of a planet, so a shift cannot
carry a polyomino round the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from simkit.games.planet_unknown.fast import limbs

SIZE: Final = 12
STRIDE: Final = 13
BEYOND: Final = 1 << STRIDE * SIZE  # the first bit that is no cell of the frame

# cell -> packed x, y
XY: Final[list[int]] = [
    y << 4 | x if x < SIZE else 0 for y in range(SIZE) for x in range(STRIDE)
]  # cell -> x, y
CELL: Final[list[int]] = [(v >> 4) * STRIDE + (v & 15) for v in range(256)]  # packed x, y -> cell


def cell(x: int, y: int) -> int:
    """Return the number of a cell."""
    return y * STRIDE + x


def mask_of(cells: Sequence[Sequence[int]]) -> int:
    """Return the bits of a list of [x, y].

    Examples
    --------
    >>> mask_of([[0, 0], [1, 0]])
    3
    """
    return reduce(lambda bits, c: bits | 1 << cell(c[0], c[1]), cells, 0)


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask, lowest first."""
    if limbs.COMPILED and mask < BEYOND:
        return limbs.cells_of(mask)
    return bits_of(mask)


def bits_of(mask: int) -> list[int]:
    """Return the same, by operations on whole masks."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def beside(mask: int) -> int:
    """Return the cells that share a side with a cell of the mask (not cut to the planet)."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def area(seed: int, within: int) -> int:
    """Return all cells of `within` that hang together with `seed` by their sides."""
    if limbs.COMPILED:
        return limbs.area(seed, within)
    return grown_together(seed, within)


def grown_together(seed: int, within: int) -> int:
    """Return the same by shifts of whole masks."""
    found = seed & within
    while True:
        # with what is `beside` it
        grown = (found | found << 1 | found >> 1 | found << STRIDE | found >> STRIDE) & within
        if grown == found:
            return found
        found = grown


def areas(within: int) -> list[int]:
    """Return the connected areas of a mask."""
    # [#1.1]
    found = []
    while within:
        one = area(within & -within, within)
        found.append(one)
        within ^= one
    return found
