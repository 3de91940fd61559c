"""The arithmetic of `laying`: adding up what was looked up, for all placements of a decision at once.

What is worth how much is said by a `Ground` and `Job`s. Here it is laid out as one array of figures, and
tables say for every placement where its figures stand. The compiled build adds with loops over the same
tables (`packed`).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from simkit.games.planet_unknown.arrays import ArrayListing, places_of
from simkit.games.planet_unknown.components import DIRECTIONS, SIZE, STRIDE, Shape, Tables, cells_of
from simkit.games.planet_unknown.kept import LINES
from simkit.games.planet_unknown.listing import first_of_slot_two
from simkit.games.planet_unknown.terms import (
    ALL_FIGURES,
    AT_LINES,
    CELLS,
    FILLED,
    FREE,
    NOTHING,
    OF_CELL,
    PAD,
    PLACES,
    Adding,
    Job,
    Pattern,
    Table,
    Term,
    patterns,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.laying import Ground

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Places = NDArray[np.int16]  # narrow, so that the tables stay in the processor's caches
BYTES: Final = CELLS // 8 + 1
FEW: Final = 3  # cells that are changed one by one, not by an array
AT_ONCE: Final = 8  # figures that numpy adds up in so many sums; it adds the rest one by one


class ShapeTables:
    """Everything static about the placements of all shapes: an entry per placement.

    A placement has the number of its shape times `PLACES` plus the eleven bits of its action (x, y,
    rotation, mirror). A row of `look` says where its figures stand; `spots` lists, by shape and by
    `Term.spots`, the cells that terms look at, `meteor` the cell of the square on which a meteorite
    falls. Shapes with few figures have gaps in their rows, which are worth nothing (place 0), where they
    change nothing in what numpy adds to what.
    """

    def __init__(self, shapes: list[Shape]) -> None:
        of_shape = [patterns(shape) for shape in shapes]
        widths = [len(found[0].looks) for found in of_shape]
        whole = max(width - width % AT_ONCE for width in widths)
        total = PLACES * len(shapes)
        self.look: Places = np.zeros(
            (total, whole + max(width % AT_ONCE for width in widths)), np.int16
        )
        self.meteor: Places = np.zeros(total, np.int16)
        most = max(max(shape.cells_of_role) for shape in shapes)
        cells: list[Places] = [np.zeros((size, total), np.int16) for size in (most, most, 1, 1)]
        self.spots: list[list[Places]] = []
        for n, (shape, found) in enumerate(zip(shapes, of_shape, strict=True)):
            alone = widths[n] % AT_ONCE
            columns = [*range(widths[n] - alone), *range(whole, whole + alone)]
            for pattern in found:
                self._enter(pattern, n * PLACES, columns, cells)
            sizes = [*shape.cells_of_role, 1, 1]
            self.spots.append([rows[:size] for rows, size in zip(cells, sizes, strict=True)])

    def _enter(self, pattern: Pattern, first: int, columns: list[int], spots: list[Places]) -> None:
        """Enter all placements of a layout; the numbers of its shape begin at `first`."""
        x: Ints = np.arange(-pattern.left, SIZE - pattern.right)  # of the lowest cell
        y: Ints = np.arange(SIZE - pattern.height)[:, None]
        zero_x, zero_y = pattern.zero
        numbers = (first + pattern.turn + (x + zero_x | y + zero_y << 4)).ravel()
        start, by_x, by_y = np.array(pattern.looks).T
        looks = start + by_x * x[:, None] + by_y * y[..., None]
        self.look[numbers[:, None], columns] = looks.reshape(len(numbers), -1)
        dx, dy = pattern.meteor
        self.meteor[numbers] = ((y + dy) * SIZE + x + dx).ravel()
        for rows, cells in zip(spots, pattern.spots, strict=True):
            for row, (dx, dy) in zip(rows, cells, strict=False):
                row[numbers] = (PAD + (y + dy) * STRIDE + x + dx).ravel()


def spread(mask: int) -> Bytes:
    """Return 0 or 1 per padded cell."""
    data = np.frombuffer((mask << PAD).to_bytes(BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little")[:CELLS]


@functools.lru_cache(maxsize=1024)
def flags(mask: int) -> Bytes:
    """Return the same, kept: planes of terms are asked for again and again. Not to be written to."""
    return spread(mask)


@functools.lru_cache(maxsize=1024)
def amounts(mask: int, amount: float) -> Floats:
    """Return an amount on the cells of a mask, else 0."""
    return np.where(spread(mask), amount, 0.0)


def array_of(table: Table) -> Floats:
    """Return the rows of a table as an array, kept with it."""
    if table.array is None:
        table.array = np.array(table.rows)
    known: Any = table.array
    array: Floats = known
    return array


class Sums(Adding):
    """The values of the placements of one decision; the figures are written anew for each."""

    def __init__(self, tables: Tables) -> None:
        listing = tables.listing
        self.listing = listing if isinstance(listing, ArrayListing) else None
        self.shapes = ShapeTables(tables.shapes)
        self.figures: Floats = np.zeros(ALL_FIGURES)
        self.by_cell = self.figures[:AT_LINES].reshape(CELLS, OF_CELL)
        self.covering = self.by_cell[:, 0]
        self.by_line = self.figures[AT_LINES:].reshape(LINES, FILLED)
        self.kind: Bytes = np.zeros(CELLS, dtype=np.uint8)
        self.free: Bytes = np.zeros(CELLS, dtype=np.uint8)
        self.found: Floats = np.empty(0)
        self.inner = self.kind[PAD : CELLS - PAD]
        self.beside = [self.free[PAD + d : CELLS - PAD + d] for d in DIRECTIONS]

    def add_up(self, ground: Ground, candidates: list[int], jobs: list[Job]) -> None:
        """Return the value of each placement; those of the first job's tile stand in front."""
        shapes = [job.shape.number for job in jobs]
        if self.listing is None:
            numbers = places_of(candidates, shapes)
        else:
            numbers = self.listing.places(candidates, shapes)
        self._lay_out(ground)
        found: Floats = np.add.reduce(self.figures.take(self.shapes.look.take(numbers, 0)), 1)
        if len(jobs) == 1:
            self._of_job(jobs[0], numbers, found)
        else:
            cut = first_of_slot_two(candidates)
            self._of_job(jobs[0], numbers[:cut], found[:cut])
            self._of_job(jobs[1], numbers[cut:], found[cut:])
        self.found = found

    def values(self) -> list[float]:
        """Return the values."""
        values: list[float] = self.found.tolist()
        return values

    def take_highest(self) -> tuple[int, float]:
        """Return place and value of the highest value, the first of equal ones, and strike it out."""
        found = self.found
        place = int(found.argmax())
        value = float(found[place])
        found[place] = NOTHING
        return place, value

    def _lay_out(self, ground: Ground) -> None:
        """Write the figures of cells and lines."""
        free, kind, inner = self.free, self.kind, self.inner
        free[:] = spread(ground.free)
        np.multiply(free, FREE, out=kind)
        for beside in self.beside:
            np.add(inner, beside, out=inner)
        array_of(ground.cells).take(kind, 0, out=self.by_cell, mode="clip")
        covering = self.covering
        for mask, amount in ground.changes:
            if mask.bit_count() <= FEW:
                for cell in cells_of(mask):
                    covering[PAD + cell] += amount
            else:
                np.add(covering, amounts(mask, amount), out=covering)
        by_line = self.by_line
        array_of(ground.grown.lines).take(ground.rows, 0, out=by_line, mode="clip")
        for line, gap, more in ground.spurts:
            by_line[line, gap:] += more
        for line in ground.void:
            by_line[line] *= ground.void_share

    def _of_job(self, job: Job, numbers: Ints, found: Floats) -> None:
        """Add what laying one tile brings besides the ground."""
        if job.risks is not None:
            lines: Floats = np.array(job.risks)
            risks = lines[:SIZE, None] + lines[SIZE:]
            found += risks.take(self.shapes.meteor.take(numbers))
        spots = self.shapes.spots[job.shape.number]
        for terms in job.parts:
            value: Any = None
            for term in terms:
                more = self._of_term(spots[term.spots], term, numbers)
                value = more if value is None else value + more
            found += value
        found += job.constant

    def _of_term(self, spots: Places, term: Term, numbers: Ints) -> Any:
        if not term.planes:
            return term.table[0]
        codes: Any = flags(term.planes[0])
        for n in range(1, len(term.planes)):
            codes = codes | flags(term.planes[n]) << n
        hits = codes.take(spots.take(numbers, 1))
        places = hits[0]
        for n in range(1, len(hits)):
            if term.counted:
                places += hits[n]
            else:
                places |= hits[n]
        return np.array(term.table).take(places)
