"""The shape of a map: cells, neighbours and distances, as bit masks over cells.

A cell's number is its place in a parallelogram around the map, one spare column wide, so that the
six neighbours lie at fixed offsets and a whole mask is grown by six shifts. A `Geometry` depends only
on the hexes' coordinates; every game on a map of the same shape shares it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
MAX_CELLS: Final = 512  # the hex argument of an action has nine bits
REACH: Final = 16  # distances up to here have a table; the last one holds whatever is farther
BITS: Final = [1 << cell for cell in range(MAX_CELLS)]  # the mask of a cell: looked up, not made
bits_in: Final[Callable[[int], int]] = int.bit_count  # compiled code need not look the method up
NONE: Final = -1  # in place of a mask of cells, where a search has found none
KEPT_LAYERS: Final = 10  # how far around a player's pieces is known without a look: range 4 + 3 + 2


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the distance of two axial coordinates in hexes.

    Examples
    --------
    >>> distance((0, 0), (2, -1))
    2
    """
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotate(q: int, r: int, times: int) -> tuple[int, int]:
    """Turn an offset clockwise by 60 degrees, `times` times.

    Examples
    --------
    >>> rotate(2, 0, 1)
    (0, 2)
    """
    for _ in range(times % 6):
        q, r = -r, q + r
    return q, r


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask, lowest first.

    Examples
    --------
    >>> cells_of(0b1010)
    [1, 3]
    """
    found = []
    while mask:  # from the highest down: the lowest bit takes a negative number to find
        cell = mask.bit_length() - 1
        found.append(cell)
        mask ^= BITS[cell] if cell < MAX_CELLS else 1 << cell  # actions may name any hexes
    found.reverse()
    return found


def without(mask: int, gone: int) -> int:
    """Return a mask without some cells: ``mask & ~gone``, but quicker, as no number is negative.

    Examples
    --------
    >>> bin(without(0b1011, 0b0110))
    '0b1001'
    """
    return mask ^ mask & gone


class Geometry:
    """Neighbours and distances of one map shape.

    Attributes
    ----------
    valid
        Mask of the cells that are hexes of the map.
    coordinates
        Axial (q, r) by cell.
    cell
        Cell by (q, r).
    near
        ``near[d][cell]``: mask of the cells within distance d.
    layers
        ``layers[cell][d]``: the same by cell, for the distances that players keep.
    apart
        ``apart[a][b]``: the distance of two cells.
    """

    def __init__(self, hexes: tuple[tuple[int, int], ...]) -> None:
        low_q = min(q for q, _ in hexes)
        low_r = min(r for _, r in hexes)
        self.width = max(r for _, r in hexes) - low_r + 2
        height = max(q for q, _ in hexes) - low_q + 1
        self.size = self.width * height
        if self.size > MAX_CELLS:
            raise ValueError(f"a map may span {MAX_CELLS} cells, not {self.size}")
        self.cell = {(q, r): (q - low_q) * self.width + r - low_r for q, r in hexes}
        self.cells = sorted(self.cell.values())
        self.coordinates = {cell: hexagon for hexagon, cell in self.cell.items()}
        self.valid = sum(1 << cell for cell in self.cells)
        apart = [bytearray(self.size) for _ in range(self.size)]
        self.near: list[list[int]] = [[0] * self.size for _ in range(REACH + 1)]
        for a in self.cells:
            by_distance = [0] * (REACH + 1)
            row = apart[a]
            for b in self.cells:
                d = distance(self.coordinates[a], self.coordinates[b])
                row[b] = d
                by_distance[min(d, REACH)] |= 1 << b
            within = 0
            for d in range(REACH + 1):
                within |= by_distance[d]
                self.near[d][a] = within
        self.apart = [bytes(row) for row in apart]
        self.around = self.near[1]
        self.layers = [[row[cell] for row in self.near[:KEPT_LAYERS]] for cell in range(self.size)]

    def grow(self, mask: int) -> int:
        """Return a mask with all its neighbours on the map."""
        if mask & (mask - 1) == 0:
            return self.around[mask.bit_length() - 1] if mask else 0
        return self.grow_on(mask, self.valid)

    def grow_on(self, mask: int, cells: int) -> int:
        """Return those of some cells of the map that are in a mask or adjoin it."""
        w = self.width
        # Each cell with the next; their neighbours above and below are shared.
        two = mask | mask << 1
        return (two | mask >> 1 | two << (w - 1) | two >> w) & cells

    def group(self, start: int, inside: int) -> int:
        """Return the cells of `inside` that hang together with `start`."""
        found = start & inside
        more = self.grow(found) & inside  # often one cell to begin with
        while more != found:
            found = more
            more = self.grow_on(found, inside)
        return found

    def within(self, mask: int, reach: int) -> int:
        """Return the cells at most `reach` hexes away from a cell of `mask`."""
        table = self.near[min(reach, REACH)]
        found = 0
        while mask:
            cell = mask.bit_length() - 1
            found |= table[cell]
            mask ^= BITS[cell]
        return found

    def linked(self, mask: int) -> int:
        """Return the cells of a mask that have a neighbour in it."""
        w = self.width
        one = mask & (mask << 1 | mask << w | mask << (w - 1))
        return one | mask & (one >> 1 | one >> w | one >> (w - 1)) if one else 0

    def touches(self, mask: int) -> bool:
        """Tell whether two cells of a mask are neighbours."""
        w = self.width
        return mask & (mask << 1 | mask << w | mask << (w - 1)) != 0


@functools.lru_cache(maxsize=16)
def geometry(hexes: tuple[tuple[int, int], ...]) -> Geometry:
    """Return the geometry of a map's hexes (in sorted order); built once per shape."""
    return Geometry(hexes)
