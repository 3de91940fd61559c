"""The arithmetic of `laying`: adding up what was looked up, for all placements of a tile at once.

What is worth how much is said by a `Ground` and `Job`s. Here it is laid out as one array of figures, and
tables say for every placement of a shape where its figures stand. The compiled build adds with loops over
the same tables (`packed`).
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from simkit.games.planet_unknown.components import (
    CELL,
    DIRECTIONS,
    SIZE,
    STRIDE,
    Shape,
    Tables,
    cells_of,
)
from simkit.games.planet_unknown.kept import LINES
from simkit.games.planet_unknown.listing import first_of_slot_two

if TYPE_CHECKING:
    from simkit.games.planet_unknown.laying import Ground

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Places = NDArray[np.int16]  # narrow, so that the tables stay in the processor's caches
PAD: Final = STRIDE + 1  # room in front of the first cell, for neighbours outside the frame
CELLS: Final = STRIDE * SIZE + 2 * PAD
BYTES: Final = CELLS // 8 + 1
FILLED: Final = 6  # cells of one line that a placement fills: 0 to 5
SIDES: Final = 5  # sides of a cell that a placement shuts: 0 to 4
# The figures of a decision, one behind the other: for every cell what it is worth to cover it and to shut
# 0 to 4 of its sides; then for every line what it is worth to fill 0 to 5 of its cells.
OF_CELL: Final = 1 + SIDES
AT_LINES: Final = CELLS * OF_CELL
KINDS: Final = 13  # of cells: free ones have the number 8 + free neighbours
FREE: Final = 8
VOID_SHARE: Final = 0.45  # what a line with a meteorite is worth
NOTHING: Final = -math.inf  # less than any value
FEW: Final = 3  # cells that are changed one by one, not by an array

# Which cells of a placement a term looks at.
FIRST: Final = 0  # those of the first terrain
SECOND: Final = 1
FIRST_SYMBOL: Final = 2
SECOND_SYMBOL: Final = 3


class Term:
    """A part of a placement's value that depends on how some of its cells lie to sets of cells.

    Attributes
    ----------
    spots
        Which cells of the placement (`FIRST` ...).
    planes
        Sets of cells. With one and `counted`, the number of cells within it is the place in the table;
        otherwise bit n of the place says whether plane n holds one of them.
    table
        Values by place. Without planes the first one always counts.
    """

    __slots__ = ("counted", "planes", "spots", "table")

    def __init__(self, spots: int, planes: list[int], table: list[float], counted: bool) -> None:
        self.spots = spots
        self.planes = planes
        self.table = table
        self.counted = counted

    def forget(self, free: int) -> None:
        """Forget planes in which no cell is free: nothing that is laid can hit them."""
        for n in range(len(self.planes) - 1, -1, -1):
            if not self.planes[n] & free:
                del self.planes[n]
                self.table = [v for place, v in enumerate(self.table) if not place >> n & 1]


class Table:
    """Figures by row: as lists, as an array, and packed once somebody asks for that."""

    __slots__ = ("array", "packed", "rows")

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self.array: Floats = np.array(rows)
        self.packed: object = None


class Job:
    """One tile to be laid: what is added to the look-ups, in this order.

    Attributes
    ----------
    risks
        What a meteorite puts at risk per row, then per column; None if none falls.
    parts
        Terms whose sum is added, one list after the other.
    constant
        Added last.
    """

    __slots__ = ("constant", "parts", "risks", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.risks: list[float] | None = None
        self.parts: list[list[Term]] = []
        self.constant = 0.0


class ShapeTable:
    """Everything static about the placements of one shape: a row per placement.

    A placement is found by the eleven bits of its action (x, y, rotation, mirror). A row of `look` says
    where its figures stand; a column of `spots[n]` lists the cells that terms look at, `meteor` the cell
    of the square on which a meteorite falls.
    """

    def __init__(self, shape: Shape) -> None:
        roles = shape.all_layouts[0].roles
        rims = {id(x): _rim(x.offsets) for x in shape.all_layouts}
        wide = shape.size + max(len(_lines([d + 5 for d in x.offsets])) for x in shape.all_layouts)
        width = wide + max(len(rim) for rim in rims.values())
        self.look: Places = np.zeros((1 << 11, width), dtype=np.int16)  # place 0 is worth nothing
        self.meteor: Places = np.zeros(1 << 11, dtype=np.int16)
        sizes = [*shape.cells_of_role, 1, 1]
        self.spots: list[Places] = [np.zeros((size, 1 << 11), dtype=np.int16) for size in sizes]
        for number in range(1 << 11):
            layout = shape.all_layouts[(number >> 8 & 3) << 1 | number >> 10]
            x, y = number & 15, number >> 4 & 15
            low = CELL[number & 255] - layout.zero
            if x >= SIZE or y >= SIZE or not _inside(low, layout.offsets):
                continue
            cells = [low + d for d in layout.offsets]
            found = [(PAD + c) * OF_CELL for c in cells]
            found += [AT_LINES + line * FILLED + n for line, n in _lines(cells)]
            found += [(PAD + low + d) * OF_CELL + 1 + n for d, n in rims[id(layout)]]
            self.look[number, : len(found)] = found
            for role in (FIRST, SECOND):
                own = [PAD + c for c, r in zip(cells, roles, strict=True) if r == role]
                for spot, where in zip(self.spots[role], own, strict=True):
                    spot[number] = where
            for n, d in enumerate(layout.symbols):
                self.spots[FIRST_SYMBOL + n][0][number] = PAD + low + d
            y, x = divmod(low + layout.meteor, STRIDE)
            self.meteor[number] = y * SIZE + x


def _inside(low: int, offsets: list[int]) -> bool:
    """Tell whether a placement stays in the frame: no row is broken at the thirteenth column."""
    cells = [low + d for d in offsets]
    return all(0 <= c < STRIDE * SIZE and c % STRIDE < SIZE for c in cells)


def _rim(offsets: list[int]) -> list[tuple[int, int]]:
    """Return the cells round a tile and with how many sides each touches it."""
    sides: dict[int, int] = {}
    for d in offsets:
        for step in DIRECTIONS:
            if d + step not in offsets:
                sides[d + step] = sides.get(d + step, 0) + 1
    return sorted(sides.items())


def _lines(cells: list[int]) -> list[tuple[int, int]]:
    """Return the rows and columns (numbers from 12) of some cells, and how many cells lie in each."""
    number: dict[int, int] = {}
    for c in cells:
        for line in (c // STRIDE, SIZE + c % STRIDE):
            number[line] = number.get(line, 0) + 1
    return sorted(number.items())


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


class Adding:
    """What adds up the values of placements: `Sums`, or compiled `packed.PackedSums`.

    The values of a decision are kept until those of the next are added up.
    """

    __slots__ = ()

    def add_up(self, ground: Ground, candidates: list[int], jobs: list[Job]) -> None:
        """Work out the value of each placement; those of the first job's tile stand in front."""
        raise NotImplementedError

    def values(self) -> list[float]:
        """Return the values."""
        raise NotImplementedError

    def take_highest(self) -> tuple[int, float]:
        """Return place and value of the highest value, the first of equal ones, and strike it out."""
        raise NotImplementedError


class Sums(Adding):
    """The values of the placements of one decision; the figures are written anew for each."""

    def __init__(self, tables: Tables) -> None:
        self.listing = tables.listing
        self.shapes = {shape.id: ShapeTable(shape) for shape in tables.shapes}
        self.figures: Floats = np.zeros(AT_LINES + LINES * FILLED)
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
        actions = self.listing.array(candidates)
        numbers: Ints = np.right_shift(actions, 7, dtype=np.int64)
        self._lay_out(ground)
        found: Floats = np.empty(len(candidates))
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
        ground.cells.array.take(kind, 0, out=self.by_cell, mode="clip")
        covering = self.covering
        for mask, amount in ground.changes:
            if mask.bit_count() <= FEW:
                for cell in cells_of(mask):
                    covering[PAD + cell] += amount
            else:
                np.add(covering, amounts(mask, amount), out=covering)
        by_line = self.by_line
        ground.grown.lines.array.take(ground.rows, 0, out=by_line, mode="clip")
        for line, gap, more in ground.spurts:
            by_line[line, gap:] += more
        for line in ground.void:
            by_line[line] *= ground.void_share

    def _of_job(self, job: Job, numbers: Ints, found: Floats) -> None:
        table = self.shapes[job.shape.id]
        np.add.reduce(self.figures.take(table.look.take(numbers, 0)), 1, out=found)
        if job.risks is not None:
            lines: Floats = np.array(job.risks)
            risks = lines[:SIZE, None] + lines[SIZE:]
            found += risks.take(table.meteor.take(numbers))
        for terms in job.parts:
            value: Any = None
            for term in terms:
                more = self._of_term(table, term, numbers)
                value = more if value is None else value + more
            found += value
        found += job.constant

    def _of_term(self, table: ShapeTable, term: Term, numbers: Ints) -> Any:
        if not term.planes:
            return term.table[0]
        codes: Any = flags(term.planes[0])
        for n in range(1, len(term.planes)):
            codes = codes | flags(term.planes[n]) << n
        hits = codes.take(table.spots[term.spots].take(numbers, 1))
        places = hits[0]
        for n in range(1, len(hits)):
            if term.counted:
                places += hits[n]
            else:
                places |= hits[n]
        return np.array(term.table).take(places)
