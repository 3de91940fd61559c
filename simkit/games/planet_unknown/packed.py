"""The arithmetic of `sums` once more, as loops over packed numbers: what the compiled build adds with.

Compiled, these loops need a fifth of the time that numpy needs for arrays as short as these; interpreted
they would need ten times as much. Both forms add the same figures in the same order, so that every value
is the same to the last bit; a test compares them.

Loads `librt`, which comes with mypy: where it is missing, or not of the version that this was compiled
for, `laying` adds with numpy in either build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from simkit.games.planet_unknown.cells import SIZE, STRIDE
from simkit.games.planet_unknown.kept import LINES
from simkit.games.planet_unknown.listing import first_of_slot_two
from simkit.games.planet_unknown.sums import (
    AT_LINES,
    BYTES,
    CELLS,
    FILLED,
    FREE,
    OF_CELL,
    PAD,
    Adding,
    Job,
    ShapeTable,
    Table,
    Term,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.components import Tables
    from simkit.games.planet_unknown.laying import Ground

PLACES: Final = 1 << 11  # placements of a shape: x, y, rotation, mirror
AT_ONCE: Final = 8  # figures that are added in so many sums, as numpy does


class PackedShape:
    """A `ShapeTable` packed: rows by placement, one behind the other.

    Attributes
    ----------
    look, width
        Where the figures of a placement stand, and how many there are.
    meteor
        Cell of the square on which a meteorite falls.
    spots, spots_width
        The cells that terms look at; those of `Term.spots` n begin at `first[n]`.
    """

    __slots__ = ("first", "look", "meteor", "spots", "spots_width", "width")

    def __init__(self, table: ShapeTable) -> None:
        self.width: i64 = table.look.shape[1]
        self.look: vec[i16] = vec[i16](table.look.ravel().tolist())
        self.meteor: vec[i16] = vec[i16](table.meteor.tolist())
        columns = [column.tolist() for columns in table.spots for column in columns]
        self.spots: vec[i16] = vec[i16]([row[n] for n in range(PLACES) for row in columns])
        self.spots_width: i64 = len(columns)
        starts = [0]
        for group in table.spots:
            starts.append(starts[-1] + len(group))
        self.first: vec[i64] = vec[i64](starts)


class PackedSums(Adding):
    """The values of the placements of one decision; the figures are written anew for each."""

    __slots__ = ("codes", "figures", "free", "numbers", "shapes", "totals", "written")

    def __init__(self, tables: Tables) -> None:
        self.shapes = {shape.id: PackedShape(ShapeTable(shape)) for shape in tables.shapes}
        self.figures: vec[float] = vec[float]([0.0] * (AT_LINES + LINES * FILLED))
        self.free: vec[i64] = vec[i64]([0] * CELLS)
        self.written: vec[i64] = vec[i64]([0] * CELLS)  # what was free at the last decision
        self.codes: vec[i64] = vec[i64]([0] * CELLS)
        self.numbers: vec[i64] = vec[i64]([0] * PLACES)
        self.totals: vec[float] = vec[float]([0.0] * PLACES)

    def values(self, ground: Ground, candidates: list[int], jobs: list[Job]) -> list[float]:
        """Return the value of each placement; those of the first job's tile stand in front."""
        self._lay_out(ground)
        found: list[float] = []
        cut = len(candidates) if len(jobs) == 1 else first_of_slot_two(candidates)
        self._of_job(jobs[0], candidates, 0, cut, found)
        if len(jobs) > 1:
            self._of_job(jobs[1], candidates, cut, len(candidates), found)
        return found

    def highest(self, values: list[float]) -> int:
        """Return the place of the highest value, the first of equal ones."""
        best, place = values[0], 0
        for here, value in enumerate(values):
            if value > best:
                best, place = value, here
        return place

    def _lay_out(self, ground: Ground) -> None:
        """Write the figures of cells and lines."""
        free, figures = self.free, self.figures
        spread(free, ground.free, 1)
        written = self.written
        cells = packed_rows(ground.cells)
        n: i64 = 0
        cell: i64 = PAD
        while cell < CELLS - PAD:
            at = cell * OF_CELL
            if free[cell]:
                ways = free[cell + 1] + free[cell - 1] + free[cell + STRIDE] + free[cell - STRIDE]
                row = (FREE + ways) * OF_CELL
                for n in range(OF_CELL):
                    figures[at + n] = cells[row + n]
            elif written[cell]:
                for n in range(OF_CELL):
                    figures[at + n] = 0.0
            written[cell] = free[cell]
            cell += 1
        for mask, amount in ground.changes:
            add_on(figures, mask & ground.free, amount)
        self._lay_out_lines(ground)

    def _lay_out_lines(self, ground: Ground) -> None:
        figures, lines = self.figures, packed_rows(ground.grown.lines)
        at: i64 = AT_LINES
        n: i64 = 0
        for number in ground.rows:
            row: i64 = number * FILLED
            for n in range(FILLED):
                figures[at + n] = lines[row + n]
            at += FILLED
        for line, gap, more in ground.spurts:
            at = AT_LINES + line * FILLED
            for n in range(gap, FILLED):
                figures[at + n] += more
        for line in ground.void:
            at = AT_LINES + line * FILLED
            for n in range(FILLED):
                figures[at + n] *= ground.void_share

    def _of_job(
        self, job: Job, candidates: list[int], start: int, end: int, found: list[float]
    ) -> None:
        table = self.shapes[job.shape.id]
        count: i64 = end - start
        if count > len(self.totals):
            self.totals, self.numbers = vec[float]([0.0] * count), vec[i64]([0] * count)
        numbers, totals = self.numbers, self.totals
        begin: i64 = start
        i: i64 = 0
        for i in range(count):
            numbers[i] = i64(candidates[begin + i]) >> 7
        gather(totals, self.figures, table.look, table.width, numbers, count)
        if job.risks is not None:
            self._add_risks(vec[float](job.risks), table.meteor, count)
        for terms in job.parts:
            if len(terms) == 1:
                self._add_term(terms[0], table, count)
            else:
                self._add_terms(terms, table, count)
        constant = job.constant
        found += [totals[i] + constant for i in range(count)]

    def _add_risks(self, lines: vec[float], meteor: vec[i16], count: i64) -> None:
        """Add what a meteorite puts at risk in its row and its column."""
        totals, numbers = self.totals, self.numbers
        i: i64 = 0
        for i in range(count):
            cell = i64(meteor[numbers[i]])
            totals[i] += lines[cell // SIZE] + lines[SIZE + cell % SIZE]

    def _add_term(self, term: Term, table: PackedShape, count: i64) -> None:
        """Add a term that stands alone."""
        totals = self.totals
        i: i64 = 0
        if not term.planes:
            value = term.table[0]
            for i in range(count):
                totals[i] += value
            return
        values = vec[float](term.table)
        places = self._places(term, table, count)
        for i in range(count):
            totals[i] += values[places[i]]

    def _add_terms(self, terms: list[Term], table: PackedShape, count: i64) -> None:
        """Add the sum of several terms."""
        sums = vec[float]([0.0] * count)
        totals = self.totals
        i: i64 = 0
        first = True
        for term in terms:
            values = vec[float](term.table)
            if term.planes:
                places = self._places(term, table, count)
            else:
                places = vec[i64]([0] * count)
            for i in range(count):
                more = values[places[i]]
                sums[i] = more if first else sums[i] + more
            first = False
        for i in range(count):
            totals[i] += sums[i]

    def _places(self, term: Term, table: PackedShape, count: i64) -> vec[i64]:
        """Return for each placement where its value stands in the term's table."""
        codes, numbers, spots = self.codes, self.numbers, table.spots
        n: i64 = 0
        bit: i64 = 1
        for plane in term.planes:
            spread(codes, plane, bit)
            bit += bit
        begin, end = table.first[term.spots], table.first[term.spots + 1]
        width = table.spots_width
        found = vec[i64]([0] * count)
        i: i64 = 0
        for i in range(count):
            at = numbers[i] * width
            place: i64 = 0
            for n in range(begin, end):
                code = codes[i64(spots[at + n])]
                if term.counted:
                    place += code
                else:
                    place |= code
            found[i] = place
        return found


class Packed:
    """Rows of figures, one behind the other."""

    __slots__ = ("figures",)

    def __init__(self, rows: list[list[float]]) -> None:
        self.figures: vec[float] = vec[float]([figure for row in rows for figure in row])


def packed_rows(table: Table) -> vec[float]:
    """Return the rows of a table packed, kept with it."""
    packed = table.packed
    if not isinstance(packed, Packed):
        packed = table.packed = Packed(table.rows)
    return packed.figures


def spread(cells: vec[i64], mask: int, bit: i64) -> None:
    """Write a bit on the padded cells of a mask; the lowest bit clears all that was there."""
    at: i64 = 0
    if bit == 1:
        for at in range(CELLS):
            cells[at] = 0
    at = PAD
    for byte in mask.to_bytes(BYTES, "little"):
        rest: i64 = byte
        here = at
        while rest:
            if rest & 1:
                cells[here] |= bit
            rest >>= 1
            here += 1
        at += 8


def add_on(figures: vec[float], mask: int, amount: float) -> None:
    """Add to what it is worth to cover the cells of a mask."""
    at: i64 = PAD * OF_CELL
    for byte in mask.to_bytes(BYTES, "little"):
        rest: i64 = byte
        here = at
        while rest:
            if rest & 1:
                figures[here] += amount
            rest >>= 1
            here += OF_CELL
        at += 8 * OF_CELL


def gather(
    totals: vec[float],
    figures: vec[float],
    look: vec[i16],
    width: i64,
    numbers: vec[i64],
    count: i64,
) -> None:
    """Add up the figures of each placement, in the order of numpy: eight sums, the rest behind them."""
    whole = width - width % AT_ONCE
    i: i64 = 0
    for i in range(count):
        at = numbers[i] * width
        a = figures[i64(look[at])]
        b = figures[i64(look[at + 1])]
        c = figures[i64(look[at + 2])]
        d = figures[i64(look[at + 3])]
        e = figures[i64(look[at + 4])]
        f = figures[i64(look[at + 5])]
        g = figures[i64(look[at + 6])]
        h = figures[i64(look[at + 7])]
        here = at + AT_ONCE
        while here < at + whole:
            a += figures[i64(look[here])]
            b += figures[i64(look[here + 1])]
            c += figures[i64(look[here + 2])]
            d += figures[i64(look[here + 3])]
            e += figures[i64(look[here + 4])]
            f += figures[i64(look[here + 5])]
            g += figures[i64(look[here + 6])]
            h += figures[i64(look[here + 7])]
            here += AT_ONCE
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
        while here < at + width:
            total += figures[i64(look[here])]
            here += 1
        totals[i] = total
