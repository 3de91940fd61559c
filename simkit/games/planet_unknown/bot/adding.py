"""What adding up the values of placements works with: figures and where they stand, terms, jobs.

Nothing here does the adding: `sums` does it with numpy, `packed` (in the compiled build) with loops.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown.bot.kept import LINES
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE
from simkit.games.planet_unknown.rules.tables import DIRECTIONS, Layout, Shape

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.laying import Ground

PAD: Final = STRIDE + 1  # room in front of the first cell, for neighbours outside the frame
CELLS: Final = STRIDE * SIZE + 2 * PAD
FILLED: Final = 6  # cells of one line that a placement fills: 0 to 5
SIDES: Final = 5  # sides of a cell that a placement shuts: 0 to 4
# The figures of a decision, one behind the other: for every cell what it is worth to cover it and to shut
# 0 to 4 of its sides; then for every line what it is worth to fill 0 to 5 of its cells.
OF_CELL: Final = 1 + SIDES
AT_LINES: Final = CELLS * OF_CELL
ALL_FIGURES: Final = AT_LINES + LINES * FILLED
KINDS: Final = 13  # of cells: free ones have the number 8 + free neighbours
FREE: Final = 8
VOID_SHARE: Final = 0.45  # what a line with a meteorite is worth
NOTHING: Final = -math.inf  # less than any value
# Placements of a shape, by the bits of their actions: x, y, rotation, mirror.
PLACES: Final = 1 << 11

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
    """Figures by row: as lists, as an array, and packed, both once somebody asks for them."""

    __slots__ = ("array", "packed", "rows")

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self.array: object = None
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


class Pattern:
    """Where the figures of a layout stand, by column and row (`x`, `y`) of its lowest cell.

    Attributes
    ----------
    looks
        Per figure where it stands for x = y = 0, and by how much further with each x and each y.
    left, right, height
        How far the layout reaches from its lowest cell, whose row is the first.
    zero
        Column and row of the shape's cell 0, of which the action tells, from the lowest cell.
    turn
        What rotation and mirror add to the number of a placement.
    meteor, spots
        The cell of the square on which a meteorite falls and the cells that terms look at, by
        `Term.spots`: each as column and row from the lowest cell.
    """

    __slots__ = ("height", "left", "looks", "meteor", "right", "spots", "turn", "zero")

    def __init__(self, layout: Layout) -> None:
        cells = [apart(d) for d in layout.offsets]
        self.left = min(x for x, _ in cells)
        self.right = max(x for x, _ in cells)
        self.height = max(y for _, y in cells)
        self.zero = apart(layout.zero)
        self.turn = layout.rotation << 8 | layout.mirror << 10
        self.looks = [((PAD + d) * OF_CELL, OF_CELL, STRIDE * OF_CELL) for d in layout.offsets]
        for y, n in _counted([y for _, y in cells]):
            self.looks.append((AT_LINES + y * FILLED + n, 0, FILLED))
        for x, n in _counted([x for x, _ in cells]):
            self.looks.append((AT_LINES + (SIZE + x) * FILLED + n, FILLED, 0))
        for d, n in _rim(layout.offsets):
            self.looks.append(((PAD + d) * OF_CELL + 1 + n, OF_CELL, STRIDE * OF_CELL))
        self.meteor = apart(layout.meteor)
        halves = [
            [one for one, role in zip(cells, layout.roles, strict=True) if role == half]
            for half in (FIRST, SECOND)
        ]
        self.spots = [*halves, *([apart(d)] for d in layout.symbols)]


def apart(offset: int) -> tuple[int, int]:
    """Return how many columns and rows an offset leads away; no tile is wider than half a row."""
    y = (offset + STRIDE // 2) // STRIDE
    return offset - y * STRIDE, y


def _counted(lines: list[int]) -> list[tuple[int, int]]:
    """Return the lines in order, and how many cells lie in each."""
    return [(line, lines.count(line)) for line in sorted(set(lines))]


def _rim(offsets: list[int]) -> list[tuple[int, int]]:
    """Return the cells round a tile and with how many sides each touches it."""
    sides: dict[int, int] = {}
    for d in offsets:
        for step in DIRECTIONS:
            if d + step not in offsets:
                sides[d + step] = sides.get(d + step, 0) + 1
    return sorted(sides.items())


def patterns(shape: Shape) -> list[Pattern]:
    """Return the patterns of all layouts of a shape."""
    return [Pattern(layout) for layout in shape.all_layouts]


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
