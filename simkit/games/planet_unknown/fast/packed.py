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

from simkit.games.planet_unknown.bot import adding
from simkit.games.planet_unknown.bot.adding import Adding, Job, Pattern, Table, Term, patterns
from simkit.games.planet_unknown.fast.limbs import LIMB, WIDTH
from simkit.games.planet_unknown.fast.listing import first_of_slot_two
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE
from simkit.games.planet_unknown.rules.tables import Shape

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.laying import Ground
    from simkit.games.planet_unknown.rules.tables import Tables

AT_ONCE: Final = 8  # figures that are added in so many sums, as numpy does


class PackedShape:
    """Everything static about the placements of one shape, row behind row by placement.

    A placement is found by the eleven bits of its action (x, y, rotation, mirror).

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

    def __init__(self, shape: Shape) -> None:
        found = patterns(shape)
        self.width: i64 = len(found[0].looks)
        self.look: vec[i16] = vec[i16]([0] * (adding.PLACES * int(self.width)))
        self.meteor: vec[i16] = vec[i16]([0] * adding.PLACES)
        starts = [0]
        for group in found[0].spots:
            starts.append(starts[-1] + len(group))
        self.first: vec[i64] = vec[i64](starts)
        self.spots_width: i64 = starts[-1]
        self.spots: vec[i16] = vec[i16]([0] * (adding.PLACES * starts[-1]))
        for pattern in found:
            self._enter(pattern)

    def _enter(self, pattern: Pattern) -> None:
        """Enter all placements of a layout."""
        look, width = self.look, self.width
        start = vec[i64]([one[0] for one in pattern.looks])
        by_x = vec[i64]([one[1] for one in pattern.looks])
        by_y = vec[i64]([one[2] for one in pattern.looks])
        zero_x, zero_y = pattern.zero
        x: i64 = 0
        y: i64 = 0
        n: i64 = 0
        for y in range(SIZE - pattern.height):
            for x in range(-pattern.left, SIZE - pattern.right):
                number: i64 = pattern.turn + (x + zero_x | y + zero_y << 4)
                at = number * width
                for n in range(width):
                    look[at + n] = i16(start[n] + x * by_x[n] + y * by_y[n])
                self._enter_spots(pattern, number, x, y)

    def _enter_spots(self, pattern: Pattern, number: i64, x: i64, y: i64) -> None:
        """Enter the cells of one placement that terms look at, and that of its meteorite."""
        dx, dy = pattern.meteor
        self.meteor[number] = i16((y + dy) * SIZE + x + dx)
        at = number * self.spots_width
        for cells in pattern.spots:
            for dx, dy in cells:
                self.spots[at] = i16(adding.PAD + (y + dy) * STRIDE + x + dx)
                at += 1


class PackedSums(Adding):
    """The values of the placements of one decision; the figures are written anew for each."""

    __slots__ = (
        "codes", "count", "figures", "free", "numbers", "places", "shapes", "sums", "totals", "written",
    )  # fmt: skip

    def __init__(self, tables: Tables) -> None:
        self.shapes = [PackedShape(shape) for shape in tables.shapes]
        self.figures: vec[float] = vec[float]([0.0] * adding.ALL_FIGURES)
        self.free: vec[i64] = vec[i64]([0] * adding.CELLS)
        self.written: vec[i64] = vec[i64]([0] * adding.CELLS)  # what was free at the last decision
        self.codes: vec[i64] = vec[i64]([0] * adding.CELLS)
        self.count = 0  # placements of the decision
        # by placement: its eleven bits, its value, where a term has its value, a sum of terms
        self.numbers: vec[i64] = vec[i64]([0] * adding.PLACES)
        self.totals: vec[float] = vec[float]([0.0] * adding.PLACES)
        self.places: vec[i64] = vec[i64]([0] * adding.PLACES)
        self.sums: vec[float] = vec[float]([0.0] * adding.PLACES)

    def add_up(self, ground: Ground, candidates: list[int], jobs: list[Job]) -> None:
        """Work out the value of each placement; those of the first job's tile stand in front."""
        count = len(candidates)
        if count > len(self.numbers):
            self._widen(count)
        self.count = count
        numbers = self.numbers
        for i, action in enumerate(candidates):
            numbers[i] = i64(action) >> 7
        self._lay_out(ground)
        cut = count if len(jobs) == 1 else first_of_slot_two(candidates)
        self._of_job(jobs[0], 0, cut)
        if len(jobs) > 1:
            self._of_job(jobs[1], cut, count)

    def _widen(self, count: int) -> None:
        """Make room for so many placements."""
        self.numbers, self.places = vec[i64]([0] * count), vec[i64]([0] * count)
        self.totals, self.sums = vec[float]([0.0] * count), vec[float]([0.0] * count)

    def values(self) -> list[float]:
        """Return the values."""
        totals = self.totals
        return [totals[i] for i in range(self.count)]

    def take_highest(self) -> tuple[int, float]:
        """Return place and value of the highest value, the first of equal ones, and strike it out."""
        totals = self.totals
        best = totals[0]
        place: i64 = 0
        i: i64 = 0
        for i in range(self.count):
            if totals[i] > best:
                best, place = totals[i], i
        totals[place] = adding.NOTHING
        return place, best

    def _lay_out(self, ground: Ground) -> None:
        """Write the figures of cells and lines."""
        free, figures = self.free, self.figures
        spread(free, ground.free, 1)
        written = self.written
        cells = packed_rows(ground.cells)
        n: i64 = 0
        cell: i64 = adding.PAD
        while cell < adding.CELLS - adding.PAD:
            at = cell * adding.OF_CELL
            if free[cell]:
                ways = free[cell + 1] + free[cell - 1] + free[cell + STRIDE] + free[cell - STRIDE]
                row = (adding.FREE + ways) * adding.OF_CELL
                for n in range(adding.OF_CELL):
                    figures[at + n] = cells[row + n]
            elif written[cell]:
                for n in range(adding.OF_CELL):
                    figures[at + n] = 0.0
            written[cell] = free[cell]
            cell += 1
        for mask, amount in ground.changes:
            add_on(figures, mask & ground.free, amount)
        self._lay_out_lines(ground)

    def _lay_out_lines(self, ground: Ground) -> None:
        figures, lines = self.figures, packed_rows(ground.grown.lines)
        at: i64 = adding.AT_LINES
        n: i64 = 0
        for number in ground.rows:
            row: i64 = number * adding.FILLED
            for n in range(adding.FILLED):
                figures[at + n] = lines[row + n]
            at += adding.FILLED
        for line, gap, more in ground.spurts:
            at = adding.AT_LINES + line * adding.FILLED
            for n in range(gap, adding.FILLED):
                figures[at + n] += more
        for line in ground.void:
            at = adding.AT_LINES + line * adding.FILLED
            for n in range(adding.FILLED):
                figures[at + n] *= ground.void_share

    def _of_job(self, job: Job, start: i64, end: i64) -> None:
        """Work out the values of the placements of one tile, which stand from `start` on."""
        table = self.shapes[job.shape.number]
        totals = self.totals
        i: i64 = 0
        gather(totals, self.figures, table.look, table.width, self.numbers, start, end)
        if job.risks is not None:
            self._add_risks(vec[float](job.risks), table.meteor, start, end)
        for terms in job.parts:
            if len(terms) == 1:
                self._add_term(terms[0], table, start, end)
            else:
                self._add_terms(terms, table, start, end)
        constant = job.constant
        for i in range(start, end):
            totals[i] += constant

    def _add_risks(self, lines: vec[float], meteor: vec[i16], start: i64, end: i64) -> None:
        """Add what a meteorite puts at risk in its row and its column."""
        totals, numbers = self.totals, self.numbers
        i: i64 = 0
        for i in range(start, end):
            cell = i64(meteor[numbers[i]])
            totals[i] += lines[cell // SIZE] + lines[SIZE + cell % SIZE]

    def _add_term(self, term: Term, table: PackedShape, start: i64, end: i64) -> None:
        """Add a term that stands alone."""
        totals, places = self.totals, self.places
        values = vec[float](term.table)
        self._find_places(term, table, start, end)
        i: i64 = 0
        for i in range(start, end):
            totals[i] += values[places[i]]

    def _add_terms(self, terms: list[Term], table: PackedShape, start: i64, end: i64) -> None:
        """Add the sum of several terms."""
        totals, places, sums = self.totals, self.places, self.sums
        i: i64 = 0
        first = True
        for term in terms:
            values = vec[float](term.table)
            self._find_places(term, table, start, end)
            for i in range(start, end):
                more = values[places[i]]
                sums[i] = more if first else sums[i] + more
            first = False
        for i in range(start, end):
            totals[i] += sums[i]

    def _find_places(self, term: Term, table: PackedShape, start: i64, end: i64) -> None:
        """Find for each placement where its value stands in the term's table."""
        codes, numbers, places, spots = self.codes, self.numbers, self.places, table.spots
        n: i64 = 0
        i: i64 = 0
        if not term.planes:
            for i in range(start, end):
                places[i] = 0
            return
        bit: i64 = 1
        for plane in term.planes:
            spread(codes, plane, bit)
            bit += bit
        begin, behind = table.first[term.spots], table.first[term.spots + 1]
        width = table.spots_width
        counted = term.counted
        for i in range(start, end):
            at = numbers[i] * width
            place: i64 = 0
            for n in range(begin, behind):
                code = codes[i64(spots[at + n])]
                if counted:
                    place += code
                else:
                    place |= code
            places[i] = place


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
    spread_limb(cells, mask & LIMB, bit, adding.PAD)
    spread_limb(cells, mask >> WIDTH & LIMB, bit, adding.PAD + WIDTH)
    spread_limb(cells, mask >> 2 * WIDTH & LIMB, bit, adding.PAD + 2 * WIDTH)


def spread_limb(cells: vec[i64], limb: i64, bit: i64, first: i64) -> None:
    """Write a bit on the cells of a limb."""
    at: i64 = 0
    if bit == 1:
        for at in range(first, first + WIDTH):
            cells[at] = limb & 1
            limb >>= 1
        return
    for at in range(first, first + WIDTH):
        if limb & 1:
            cells[at] |= bit
        limb >>= 1


def add_on(figures: vec[float], mask: int, amount: float) -> None:
    """Add to what it is worth to cover the cells of a mask."""
    add_on_limb(figures, mask & LIMB, amount, adding.PAD * adding.OF_CELL)
    add_on_limb(figures, mask >> WIDTH & LIMB, amount, (adding.PAD + WIDTH) * adding.OF_CELL)
    add_on_limb(
        figures, mask >> 2 * WIDTH & LIMB, amount, (adding.PAD + 2 * WIDTH) * adding.OF_CELL
    )


def add_on_limb(figures: vec[float], limb: i64, amount: float, at: i64) -> None:
    """Add to what it is worth to cover the cells of a limb."""
    while limb:
        if limb & 1:
            figures[at] += amount
        limb >>= 1
        at += adding.OF_CELL


def gather(
    totals: vec[float],
    figures: vec[float],
    look: vec[i16],
    width: i64,
    numbers: vec[i64],
    start: i64,
    end: i64,
) -> None:
    """Add up the figures of each placement, in the order of numpy: eight sums, the rest behind them."""
    whole = width - width % AT_ONCE
    i: i64 = 0
    for i in range(start, end):
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
