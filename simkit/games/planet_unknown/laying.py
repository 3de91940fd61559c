"""How the greedy bot scores placements: all candidates of a decision at once, in numpy.

The value of a placement is a sum of look-ups: one per cell of the tile (`Board.cells`), one per row and
column by how many of its cells the tile fills, one per cell round the tile by how many of its sides
the tile shuts. All these figures of a decision stand one behind the other in a single array, and
`ShapeArrays` lists for every placement of a shape where to look. What the two terrains bring is
added tile by tile.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simkit.games.planet_unknown.components import (
    BIOMASS,
    CELL,
    DIRECTIONS,
    ENERGY,
    SIZE,
    STRIDE,
    WATER,
    Planet,
    Shape,
    Tables,
    Tile,
    areas,
    beside,
    cells_of,
)
from simkit.games.planet_unknown.hopes import Hope, grouped
from simkit.games.planet_unknown.scoring import rectangle
from simkit.games.planet_unknown.state import OASIS, UNIVERSAL, WORMHOLE, Player

if TYPE_CHECKING:
    from simkit.games.planet_unknown.figures import Figures

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PAD = STRIDE + 1  # room in front of the first cell, for neighbours outside the frame
CELLS = STRIDE * SIZE + 2 * PAD
BYTES = CELLS // 8 + 1
FILLED = 6  # cells of one line that a placement fills: 0 to 5
SIDES = 5  # sides of a cell that a placement shuts: 0 to 4
LINES = 2 * SIZE  # rows, then columns
AT_LINES = CELLS  # where the figures of lines begin, and those of cells round a tile
AT_RIM = AT_LINES + LINES * FILLED
SHAPES = {"square_3x3": [(3, 3)], "rectangle_2x5": [(5, 2), (2, 5)]}  # width, height
SPOILT = 0.7  # part of the hope for a shape that another terrain in its place takes away
POCKET = 4  # free cells that hang together, up to this number, are hard to fill
VOID_SHARE = 0.45  # what a line with a meteorite is worth
_NUMBER = np.arange(CELLS) - PAD
ROW_OF = np.clip(_NUMBER // STRIDE, 0, SIZE - 1)
COLUMN_OF = SIZE + np.minimum(_NUMBER % STRIDE, SIZE - 1)  # columns follow the rows
FIRST_ROW = np.arange(LINES) * (SIZE + 1)  # of a line in `Grown.lines`
NOT_FREE = np.uint8(5)

WITH = [[bits for bits in range(32) if bits >> track & 1] for track in range(5)]


def spread(mask: int) -> NDArray[np.bool_]:
    """Return one boolean per padded cell."""
    data = np.frombuffer((mask << PAD).to_bytes(BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little")[:CELLS].view(np.bool_)


def some(cells: NDArray[np.bool_], of: Ints) -> NDArray[np.bool_]:
    """Tell per placement whether any of its cells is among `cells`."""
    found: NDArray[np.bool_] = np.logical_or.reduce(cells.take(of), axis=1)
    return found


def count(cells: NDArray[np.bool_], of: Ints) -> Ints:
    """Return per placement how many of its cells are among `cells`."""
    found: Ints = np.add.reduce(cells.take(of), axis=1, dtype=np.int64)
    return found


class ShapeArrays:
    """Everything static about the placements of one shape: a row per placement.

    A placement is found by the eleven bits of its action (x, y, rotation, mirror). A row of `look` says
    where its figures stand in `Board.figures`; a row of `cells` lists the cells of the first terrain,
    those of the second, the cells of both symbols and that of the meteorite symbol.
    """

    def __init__(self, shape: Shape) -> None:
        roles = shape.all_layouts[0].roles
        order = sorted(range(shape.size), key=roles.__getitem__)  # first terrain, then second
        cut = roles.count(0)
        self.halves = [slice(0, cut), slice(cut, shape.size)]
        self.spots = shape.size
        rims = {id(x): _rim(x.offsets) for x in shape.all_layouts}
        wide = shape.size + max(len(_lines([d + 5 for d in x.offsets])) for x in shape.all_layouts)
        width = wide + max(len(rim) for rim in rims.values())
        self.look = np.zeros((1 << 11, width), dtype=np.int64)  # cell 0 is worth nothing
        self.cells = np.zeros((1 << 11, shape.size + 3), dtype=np.int64)
        for number in range(1 << 11):
            layout = shape.all_layouts[(number >> 8 & 3) << 1 | number >> 10]
            x, y = number & 15, number >> 4 & 15
            low = CELL[number & 255] - layout.zero
            if x >= SIZE or y >= SIZE or not _inside(x, y, low, layout.offsets):
                continue
            cells = [low + d for d in layout.offsets]
            spots = [low + d for d in (*layout.symbols, layout.meteor)]
            found = [PAD + c for c in cells]
            found += [AT_LINES + line * FILLED + n for line, n in _lines(cells)]
            found += [AT_RIM + (PAD + low + d) * SIDES + n for d, n in rims[id(layout)]]
            self.look[number, : len(found)] = found
            self.cells[number] = [PAD + c for c in [*(cells[i] for i in order), *spots]]


def _inside(x: int, y: int, low: int, offsets: list[int]) -> bool:
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


class Laying:
    """Scores the placements of one decision; see the module's docstring."""

    def __init__(self, tables: Tables) -> None:
        self.shapes = {shape.id: ShapeArrays(shape) for shape in tables.shapes}

    def values(
        self, bot: Figures, candidates: list[int], tiles: Sequence[int] | None = None
    ) -> Floats:
        """Return the value of each candidate; all are placements, those of slot 0 first.

        `tiles` are those of the depot, if it is not the one in front of the seat.
        """
        numbers = np.array(candidates, dtype=np.int64) >> 6
        cut = len(candidates) - np.count_nonzero(numbers & 1)
        numbers = numbers >> 1 & 2047
        board = Board(bot)
        if tiles is None:
            tiles = bot.view.open_tiles(bot.seat)
        found = []
        for slot, part in ((0, numbers[:cut]), (1, numbers[cut:])):
            if len(part):
                found.append(self._of_tile(bot, board, bot.view.tables.tiles[tiles[slot]], part))
        return np.concatenate(found) if len(found) > 1 else found[0]

    def _of_tile(self, bot: Figures, board: Board, tile: Tile, numbers: Ints) -> Floats:
        p, w = bot.p, bot.w
        arrays = self.shapes[tile.shape.id]
        look = arrays.look.take(numbers, axis=0)
        cells = arrays.cells.take(numbers, axis=0)
        found: Floats = np.add.reduce(board.figures.take(look), axis=1)
        constant = bot.size_worth(w) * tile.shape.size
        spot = arrays.spots
        if tile.has_meteor and not (p.kind == UNIVERSAL and p.tech & 32):
            found += board.danger(bot).take(cells[:, spot + 2])
            constant += 0.3 * w.meteorite * bool(p.rovers)
        for role, resource in enumerate((tile.first, tile.second)):
            half = cells[:, arrays.halves[role]]
            value = self._terrain(bot, board, tile, resource, half, cells[:, spot + role])
            if isinstance(value, float):
                constant += value
            else:
                found += value
        found += constant
        return found

    def _terrain(
        self, bot: Figures, board: Board, tile: Tile, resource: int, cells: Ints, symbol: Ints
    ) -> Any:
        """Return what one of the two terrains brings: its step, and help with objectives."""
        p, w = bot.p, bot.w
        steps = bot.step_values()
        value: Any = steps[resource] if resource < ENERGY else 0.0
        if resource == WATER:
            on_ice = count(fixed(p.planet.ice), cells)
            if p.kind == OASIS:
                value = (0.7 * steps[WATER] + w.ice) * on_ice
            else:
                twice = 1.9 if p.kind == UNIVERSAL and p.tech & 16 else 1.0
                value = twice * steps[WATER] * (on_ice > 0) + w.ice * on_ice  # ice well used
        elif resource == ENERGY:
            value = self._energy(bot, board, tile, cells)
        elif resource == BIOMASS and p.kind == WORMHOLE:
            value = steps[BIOMASS] * some(spread(beside(p.terrain[BIOMASS])), cells)
        for weight, condition, of in bot.goals():
            if condition in SHAPES:
                inside = count(spread(bot.window(condition, of)), cells)
                value = value + weight * (2.0 if of == resource else -2.0) * inside
            elif of == resource:
                value = value + weight * objective(p, condition, resource, cells, symbol)
        for hope in bot.hopes():
            weight = float(getattr(w, hope.name))
            if weight and (hope.condition in SHAPES or hope.resource == resource):
                value = value + weight * hoped(bot, hope, resource, cells, symbol)
        return value

    def _energy(self, bot: Figures, board: Board, tile: Tile, cells: Ints) -> Floats:
        """Energy goes to the best track it can reach from where it lies."""
        other = tile.first if tile.second == ENERGY else tile.second
        steps, order = bot.step_values(), bot.planned_tracks()
        best = np.full(32, steps[other])  # by the tracks in reach, as bits
        for track in reversed(order[: order.index(other)]):
            best[WITH[track]] = steps[track]
        bits = np.bitwise_or.reduce(board.energy(bot.p).take(cells), axis=1)
        found: Floats = best.take(bits)
        return found


@functools.lru_cache(maxsize=16)
def laying_of(tables: Tables) -> Laying:
    """Return the arrays of one setting's shapes."""
    return Laying(tables)


def pocket_cells(p: Player, mask: int) -> int:
    """Return the free cells in pockets too small for most tiles, after covering `mask`.

    Only pockets that touch the new tile are looked at; single cells are counted elsewhere.
    """
    free = p.planet.grid & ~p.occ & ~mask
    edge = beside(mask) & free
    found = 0
    while edge:
        seed = edge & -edge
        pocket = seed
        for _ in range(POCKET + 1):
            grown = (pocket | beside(pocket)) & free
            if grown == pocket:
                size = pocket.bit_count()
                if 1 < size <= POCKET:
                    found += size
                break
            pocket = grown
        edge &= ~pocket
    return found


def best_window(p: Player, condition: str, resource: int) -> int:
    """Return where a square or rectangle of a terrain is nearest to being filled, 0 if nowhere."""
    own = p.terrain[resource]
    allowed = p.planet.grid & ~p.occ | own
    best, most = 0, -1
    for width, height in SHAPES[condition]:
        frame = sum(((1 << width) - 1) << (y * STRIDE) for y in range(height))
        for corner in cells_of(rectangle(allowed, width, height)):
            count = (own & frame << corner).bit_count()
            if count > most:
                best, most = frame << corner, count
    return best


def energy_reach(p: Player) -> list[int]:
    """Return per track the cells where an energy cell could advance it."""
    near = [beside(p.terrain[t]) for t in range(5)]
    for one in areas(p.energy_terrain):
        around = beside(one)
        for t in range(5):
            if around & p.terrain[t]:
                near[t] |= around
    return near


def hoped(bot: Figures, hope: Hope, resource: int, cells: Ints, symbol: Ints) -> Any:
    """Return by how much a terrain furthers an objective where it would lie."""
    p, condition = bot.p, hope.condition
    if condition in SHAPES:
        inside = count(spread(bot.window(condition, hope.resource)), cells)
        if hope.resource == resource:
            return np.array([hope.gain(n) for n in range(6)]).take(inside)
        return -SPOILT * hope.likely(hope.mine) * (inside > 0)
    if condition == "most_symbols_on_edge":
        return hope.gain(1) * fixed(p.planet.edge)[symbol]
    if condition == "fewest_symbols":
        return hope.gain(-1)
    if condition == "at_most_five_symbols":
        return hope.gain(1)
    if condition not in ("area_with_six_symbols", "largest_area", "most_areas"):
        return 0.0
    table = hope.joins(p, cells.shape[1], 1)
    if len(table) == 1:
        return float(table[0])
    near = np.zeros(CELLS, dtype=np.uint8)
    for n, one in enumerate(grouped(p, resource)):
        near |= spread(beside(one)).view(np.uint8) << n
    return table.take(np.bitwise_or.reduce(near.take(cells), axis=1))


def objective(p: Player, condition: str, resource: int, cells: Ints, symbol: Ints) -> Any:
    """Return how much a terrain helps with an objective where it would lie."""
    own = p.terrain[resource]
    if condition == "most_symbols_on_edge":
        return 4.0 * fixed(p.planet.edge)[symbol]
    if condition in ("fewest_symbols", "at_most_five_symbols"):
        return -3.0
    if condition == "most_areas":
        return 3.0 * ~some(spread(beside(own)), cells)
    if not own:
        return 0.0
    if condition == "area_with_six_symbols":
        symbols = p.symbols[resource]
        best = max(areas(own), key=lambda one: (one & symbols).bit_count())
        return 3.0 * some(spread(beside(best)), cells)
    largest = max(areas(own), key=int.bit_count)
    return 2.0 * some(spread(beside(largest)), cells)


@functools.lru_cache(maxsize=256)
def fixed(mask: int) -> NDArray[np.bool_]:
    """Return `spread` of something printed on a board."""
    return spread(mask)


HOLES = np.zeros((6, SIDES))
for _ways in range(1, SIDES):
    HOLES[_ways, _ways] = 1.0


class Grown:
    """What filling cells is worth by the weights alone; see `grown`.

    Attributes
    ----------
    lines
        Per line of the planet and its gap before (a row each), by the cells filled: medals got
        nearer to.
    rim
        By a cell's free neighbours (5 = not free) and by the sides shut: holes and tips made.
    """

    def __init__(
        self,
        planet: Planet,
        lines: float,
        fill: float,
        completion: float,
        holes: float,
        tips: float,
    ) -> None:
        sizes = [max(line.bit_count(), 1) for line in (*planet.rows, *planet.columns)]
        medals = [*planet.row_medals, *planet.column_medals]
        self.lines = np.zeros((LINES * (SIZE + 1), FILLED))
        for line, (size, medal) in enumerate(zip(sizes, medals, strict=True)):
            for gap in range(1, size + 1):
                near = (1 - (gap - 1) / size) ** 2
                for cells in range(1, FILLED):
                    filled = min(gap, cells)
                    fuller = (1 - (gap - filled) / size) ** 3 - (1 - gap / size) ** 3
                    self.lines[line * (SIZE + 1) + gap, cells] = medal * (
                        lines * near * filled + fill * fuller + completion * (gap == filled)
                    )
        self.rim = np.zeros((6, SIDES))
        for ways in range(1, 5):
            self.rim[ways, ways] = holes
            self.rim[ways, ways - 1] = tips
        self.rim[:, 0] = 0.0


@functools.lru_cache(maxsize=256)
def grown(
    planet: Planet, lines: float, fill: float, completion: float, holes: float, tips: float
) -> Grown:
    """Return `Grown` of a planet for some weights, kept for the next game."""
    return Grown(planet, lines, fill, completion, holes, tips)


class Board:
    """One seat's planet as arrays over the padded cells; see the module's docstring."""

    def __init__(self, bot: Figures) -> None:
        p, w = bot.p, bot.w
        planet = p.planet
        gaps, void = bot.gaps(), bot.void_lines()
        grown = bot.grown()
        open_cells = spread(planet.grid & ~p.occ)
        free = open_cells.view(np.uint8)
        ways = np.zeros(CELLS, dtype=np.uint8)
        inner = ways[PAD : CELLS - PAD]
        for d in DIRECTIONS:
            inner += free[PAD + d : CELLS - PAD + d]
        late = bot.late
        lines = grown.lines.take(FIRST_ROW + gaps, axis=0)
        if late and w.completion_late:
            for line, gap in enumerate(gaps):
                if gap:
                    lines[line, gap:] += late * w.completion_late * bot.medals[line]
        if void:
            lines[void] *= VOID_SHARE
        # sides that touch tiles or the rim
        value = (w.contact + w.contact_late * late) * (4 - ways)
        if p.pods:
            value += w.lifepod_lost * spread(p.pods)
        if p.rovers:
            value += w.rover_lost * spread(p.rover_bits)
        if bot.wants_ice():
            value += 0.6 * w.private * fixed(planet.ice)
        elif bot.left > 4:
            value -= w.ice * fixed(planet.ice)
        if planet.cities and bot.left <= 5:
            value -= w.completion * planet.city_points * fixed(planet.cities)
        value[0] = 0.0
        kind = np.where(open_cells, ways, NOT_FREE)
        rim = grown.rim.take(kind, axis=0)
        if late and w.holes_late:
            rim = rim + late * w.holes_late * HOLES.take(kind, axis=0)
        if p.kept_patches:  # they will fill single cells
            rim = rim * 0.5
        self.figures = np.concatenate((value, lines.ravel(), rim.ravel()))
        self.reach: NDArray[np.uint8] | None = None

    def danger(self, bot: Figures) -> Floats:
        """Return per cell what a new meteorite endangers; a line that is void already is not."""
        worth = np.array(bot.danger())
        found: Floats = worth.take(ROW_OF) + worth.take(COLUMN_OF)
        return found

    def energy(self, p: Player) -> NDArray[np.uint8]:
        """Return per cell, as bits, the tracks that energy lying there could advance."""
        if self.reach is None:
            self.reach = np.zeros(CELLS, dtype=np.uint8)
            for track, cells in enumerate(energy_reach(p)):
                if cells:
                    self.reach |= spread(cells).view(np.uint8) << track
        return self.reach
