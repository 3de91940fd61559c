"""The arithmetic of `laying`: adding up what was looked up, for all placements of a decision at once.

What is worth how much is said by a `Ground` and `Job`s. Here it is laid out as one array of figures, and
tables say for every placement where its figures stand. The compiled build adds with loops over the same
tables (`packed`).
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from simkit.games.planet_unknown.bot import adding
from simkit.games.planet_unknown.bot.adding import Adding, Job, Pattern, Table, Term, patterns
from simkit.games.planet_unknown.bot.kept import LINES
from simkit.games.planet_unknown.fast.arrays import ArrayListing, places_of
from simkit.games.planet_unknown.fast.listing import first_of_slot_two
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.tables import Shape, Tables

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.laying import Ground

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Places = NDArray[np.int16]  # narrow, so that the tables stay in the processor's caches
BYTES: Final = adding.CELLS // 8 + 1
SQUARE: Final = 16  # columns and rows that the bits of an action can tell
# Behind the others: what a meteorite puts at risk in each line.
AT_RISKS: Final = adding.ALL_FIGURES
FEW: Final = 3  # cells that are changed one by one, not by an array
DIGIT: Final = 4  # bits of the digits in which kinds of cells are counted
HIGHEST: Final = f"{adding.KINDS - 1:x}"
AT_ONCE: Final = 8  # figures that numpy adds up in so many sums; it adds the rest one by one


class ShapeTables:
    """Everything static about the placements of all shapes: a row per placement.

    A placement has the number of its shape times `PLACES` plus the eleven bits of its action (x, y,
    rotation, mirror). Its row of `look` says where its figures stand, `figures` of them; then where the
    two lines stand that a meteorite puts at risk; then the cells that terms look at. Shapes with few
    figures have gaps in their rows, which are worth nothing (place 0), where they change nothing in what
    numpy adds to what.

    Attributes
    ----------
    spots
        The columns of the cells that terms look at, by shape and by `Term.spots`.
    """

    def __init__(self, shapes: list[Shape]) -> None:
        of_shape = [patterns(shape) for shape in shapes]
        widths = [len(found[0].looks) for found in of_shape]
        whole = max(width - width % AT_ONCE for width in widths)
        self.figures = whole + max(width % AT_ONCE for width in widths)
        self.looks = self.figures + 2
        columns = self.looks + max(shape.size for shape in shapes) + 2
        self.look: Places = np.zeros((adding.PLACES * len(shapes), columns), np.int16)
        self.spots: list[list[slice]] = []
        for n, found in enumerate(of_shape):
            alone = widths[n] % AT_ONCE
            figures = [*range(widths[n] - alone), *range(whole, whole + alone)]
            rows = self.look[n * adding.PLACES : (n + 1) * adding.PLACES]
            for pattern in found:
                self._enter(pattern, figures, rows[pattern.turn : pattern.turn + SQUARE * SQUARE])
            starts = [self.looks]
            for cells in found[0].spots:
                starts.append(starts[-1] + len(cells))
            self.spots.append([slice(*ends) for ends in itertools.pairwise(starts)])

    def _enter(self, pattern: Pattern, figures: list[int], rows: Places) -> None:
        """Enter all placements of a layout into its rows, by row and column of the shape's cell 0."""
        dx, dy = pattern.meteor
        looks = [*pattern.looks, (AT_RISKS + dy, 0, 1), (AT_RISKS + SIZE + dx, 1, 0)]
        looks += [
            (adding.PAD + y * STRIDE + x, 1, STRIDE) for cells in pattern.spots for x, y in cells
        ]
        columns = np.array(
            [*figures, *range(self.figures, self.figures + len(looks) - len(figures))]
        )
        start, by_x, by_y = np.array(looks, np.int16).T
        x = np.arange(-pattern.left, SIZE - pattern.right, dtype=np.int16)  # of the lowest cell
        y = np.arange(SIZE - pattern.height, dtype=np.int16)
        entries = (start + by_y * y[:, None])[:, None] + by_x * x[:, None]
        first_x, first_y = pattern.zero[0] - pattern.left, pattern.zero[1]
        square = rows.reshape(SQUARE, SQUARE, -1)
        square[first_y : first_y + len(y), first_x : first_x + len(x), columns] = entries


def kinds_of_cells(free: int) -> Bytes:
    """Return per padded cell the character that stands for its kind in `by_digit`.

    The kinds of all cells are the digits of one number, a digit per cell: free neighbours are counted
    for all of them by adding it to itself, shifted.
    """
    digits = int(f"{free << adding.PAD:b}", 1 << DIGIT)
    ways = (digits << DIGIT) + (digits >> DIGIT)
    ways += (digits << STRIDE * DIGIT) + (digits >> STRIDE * DIGIT)
    kinds = adding.FREE * digits + ways
    return np.frombuffer(f"{kinds:0{adding.CELLS}x}".encode(), dtype=np.uint8)[::-1]


def by_digit(table: Table) -> Floats:
    """Return the rows of a table of kinds by the characters of `kinds_of_cells`, kept with it."""
    if table.array is None:
        rows = [[0.0] * adding.OF_CELL] * (ord(HIGHEST) + 1)
        for kind, row in enumerate(table.rows):
            rows[ord(f"{kind:x}")] = row
        table.array = np.array(rows)
    known: Any = table.array
    array: Floats = known
    return array


def spread(mask: int) -> Bytes:
    """Return 0 or 1 per padded cell."""
    data = np.frombuffer((mask << adding.PAD).to_bytes(BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little")[: adding.CELLS]


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
        self.figures: Floats = np.zeros(adding.ALL_FIGURES + LINES)
        self.by_cell = self.figures[: adding.AT_LINES].reshape(adding.CELLS, adding.OF_CELL)
        self.covering = self.by_cell[:, 0]
        self.by_line = self.figures[adding.AT_LINES : AT_RISKS].reshape(LINES, adding.FILLED)
        self.at_risk = self.figures[AT_RISKS:]
        self.found: Floats = np.empty(0)

    def add_up(self, ground: Ground, candidates: list[int], jobs: list[Job]) -> None:
        """Return the value of each placement; those of the first job's tile stand in front."""
        shapes = [job.shape.number for job in jobs]
        if self.listing is None:
            numbers = places_of(candidates, shapes)
        else:
            numbers = self.listing.places(candidates, shapes)
        self._lay_out(ground)
        for job in jobs:
            if job.risks is not None:  # they are the same for both tiles
                self.at_risk[:] = job.risks
        tables = self.shapes
        rows = tables.look.take(numbers, 0)
        looked_up = self.figures.take(rows[:, : tables.looks])
        found: Floats = np.add.reduce(looked_up[:, : tables.figures], 1)
        risks = looked_up[:, tables.figures :]
        if len(jobs) == 1:
            self._of_job(jobs[0], rows, risks, found)
        else:
            cut = first_of_slot_two(candidates)
            self._of_job(jobs[0], rows[:cut], risks[:cut], found[:cut])
            self._of_job(jobs[1], rows[cut:], risks[cut:], found[cut:])
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
        found[place] = adding.NOTHING
        return place, value

    def _lay_out(self, ground: Ground) -> None:
        """Write the figures of cells and lines."""
        rows = by_digit(ground.cells)
        rows.take(kinds_of_cells(ground.free), 0, out=self.by_cell, mode="clip")
        covering = self.covering
        for mask, amount in ground.changes:
            if mask.bit_count() <= FEW:
                for cell in cells_of(mask):
                    covering[adding.PAD + cell] += amount
            else:
                np.add(covering, amounts(mask, amount), out=covering)
        by_line = self.by_line
        array_of(ground.grown.lines).take(ground.rows, 0, out=by_line, mode="clip")
        for line, gap, more in ground.spurts:
            by_line[line, gap:] += more
        for line in ground.void:
            by_line[line] *= ground.void_share

    def _of_job(self, job: Job, rows: Places, risks: Floats, found: Floats) -> None:
        """Add what laying one tile brings besides the ground."""
        if job.risks is not None:
            found += risks[:, 0] + risks[:, 1]
        spots = self.shapes.spots[job.shape.number]
        for terms in job.parts:
            value: Any = None
            for term in terms:
                more = self._of_term(term, rows[:, spots[term.spots]])
                value = more if value is None else value + more
            found += value
        found += job.constant

    def _of_term(self, term: Term, cells: Places) -> Any:
        if not term.planes:
            return term.table[0]
        codes: Any = flags(term.planes[0])
        for n in range(1, len(term.planes)):
            codes = codes | flags(term.planes[n]) << n
        hits = codes.take(cells)
        places = hits[:, 0]
        for n in range(1, hits.shape[1]):
            if term.counted:
                places += hits[:, n]
            else:
                places |= hits[:, n]
        return np.array(term.table).take(places)
