"""How the greedy bot scores placements: all candidates of a decision at once, in numpy.

A column of an array is a candidate, a row one cell of its tile. What depends on a cell is looked up
in one float per cell; what depends on the shape alone stands in `ShapeArrays`. Sums over the cells of a
tile are taken cell by cell, so that the same numbers come out everywhere.
"""

from __future__ import annotations

import functools
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
from simkit.games.planet_unknown.scoring import rectangle
from simkit.games.planet_unknown.state import OASIS, UNIVERSAL, WORMHOLE, Player

if TYPE_CHECKING:
    from simkit.games.planet_unknown.figures import Figures

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PAD = STRIDE + 1  # room in front of the first cell, for neighbours outside the frame
CELLS = STRIDE * SIZE + 2 * PAD
SHAPES = {"square_3x3": [(3, 3)], "rectangle_2x5": [(5, 2), (2, 5)]}  # width, height
POCKET = 4  # free cells that hang together, up to this number, are hard to fill
BYTES = CELLS // 8 + 1
_NUMBER = np.arange(CELLS) - PAD
ROW_OF = np.clip(_NUMBER // STRIDE, 0, SIZE - 1)
COLUMN_OF = SIZE + np.minimum(_NUMBER % STRIDE, SIZE - 1)  # columns follow the rows


WITH = [[bits for bits in range(32) if bits >> track & 1] for track in range(5)]


def spread(mask: int) -> NDArray[np.bool_]:
    """Return one boolean per padded cell."""
    data = np.frombuffer((mask << PAD).to_bytes(BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little")[:CELLS].view(np.bool_)


def some(cells: NDArray[np.bool_], of: Ints) -> NDArray[np.bool_]:
    """Tell per placement whether any of its cells is among `cells`."""
    found: NDArray[np.bool_] = np.logical_or.reduce(cells.take(of), axis=0)
    return found


class ShapeArrays:
    """Everything static about the placements of one shape: a column per placement.

    A placement is found by the eleven bits of its action (x, y, rotation, mirror). The rows of `table`
    are, in this order: the cells, how many cells of the tile share each one's row, the same for
    columns, the cells round the tile, with how many sides the tile touches each, the cell of the
    meteorite symbol and of the two resource symbols.
    """

    def __init__(self, shape: Shape) -> None:
        self.size = k = shape.size
        self.halves = [
            [i for i, r in enumerate(shape.all_layouts[0].roles) if r == role] for role in (0, 1)
        ]
        rims = {id(x): _rim(x.offsets) for x in shape.all_layouts}
        width = max(len(rim) for rim in rims.values())
        self.rim = slice(3 * k, 3 * k + width)
        self.sides = slice(3 * k + width, 3 * k + 2 * width)
        self.spots = 3 * k + 2 * width
        self.table = np.zeros((self.spots + 3, 1 << 11), dtype=np.int64)
        for number in range(1 << 11):
            layout = shape.all_layouts[(number >> 8 & 3) << 1 | number >> 10]
            xy = number & 255
            if xy & 15 < SIZE and xy >> 4 < SIZE:
                low = CELL[xy] - layout.zero + PAD
                rim = rims[id(layout)]
                # padding: the tile's own first cell, which is never shut in
                rim = rim + [(layout.offsets[0], 99)] * (width - len(rim))
                cells = [*layout.offsets, *(c for c, _ in rim)]
                places = np.clip([low + c for c in cells], 0, CELLS - 1).tolist()
                spots = [low + c for c in (layout.meteor, *layout.symbols)]
                self.table[:, number] = [
                    *places[:k], *_mates(layout.offsets, 0), *_mates(layout.offsets, 1),
                    *places[k:], *(n for _, n in rim), *np.clip(spots, 0, CELLS - 1),
                ]  # fmt: skip


def _rim(offsets: list[int]) -> list[tuple[int, int]]:
    """Return the cells round a tile and with how many sides each touches it."""
    sides: dict[int, int] = {}
    for d in offsets:
        for step in DIRECTIONS:
            if d + step not in offsets:
                sides[d + step] = sides.get(d + step, 0) + 1
    return sorted(sides.items())


def _mates(offsets: list[int], by_column: int) -> list[int]:
    """Return for every cell how many cells of the tile share its row (or column)."""
    at = [d + 5 for d in offsets]  # away from the rim, so that no row is broken
    line = [d % STRIDE if by_column else d // STRIDE for d in at]
    return [line.count(n) for n in line]


class Laying:
    """Scores the placements of one decision; see the module's docstring."""

    def __init__(self, tables: Tables) -> None:
        self.shapes = {shape.id: ShapeArrays(shape) for shape in tables.shapes}

    def values(self, bot: Figures, candidates: list[int]) -> Floats:
        """Return the value of each candidate; all are placements."""
        packed = np.array(candidates, dtype=np.int64)
        slots = packed >> 6 & 1
        found = np.empty(len(candidates))
        board = Board(bot)
        tiles = bot.view.open_tiles(bot.seat)
        for slot in (0, 1):
            rows = np.flatnonzero(slots == slot)
            if len(rows):
                tile = bot.view.tables.tiles[tiles[slot]]
                found[rows] = self._of_tile(bot, board, tile, packed[rows])
        return found

    def _of_tile(self, bot: Figures, board: Board, tile: Tile, packed: Ints) -> Floats:
        p, w = bot.p, bot.w
        arrays = self.shapes[tile.shape.id]
        k = arrays.size
        look = arrays.table.take(packed >> 7 & 2047, axis=1)
        cells, row_mates, column_mates = look[:k], look[k : 2 * k], look[2 * k : 3 * k]
        worth = board.value.take(cells)
        done = board.row_gap.take(cells) == row_mates
        if done.any():
            worth += done * board.row_done.take(cells) / row_mates
        done = board.column_gap.take(cells) == column_mates
        if done.any():
            worth += done * board.column_done.take(cells) / column_mates
        total = worth[0]
        for i in range(1, k):
            total = total + worth[i]
        ways = board.ways.take(look[arrays.rim]) - look[arrays.sides]
        total += w.holes * np.add.reduce(ways == 0, axis=0, dtype=np.int64)
        total += w.tips * np.add.reduce(ways == 1, axis=0, dtype=np.int64)
        if p.rovers:
            total += w.rover_lost * some(board.rovers, cells)
        if tile.has_meteor and not (p.kind == UNIVERSAL and p.tech & 32):
            worth_there = board.line_worth.take(look[arrays.spots])
            total += (w.meteor * (0.6 if p.rovers else 1.0)) * worth_there
            if p.rovers:
                total += 0.3 * w.meteorite
        for role, resource in enumerate((tile.first, tile.second)):
            half = cells[arrays.halves[role]]
            symbol = look[arrays.spots + 1 + role]
            total += self._terrain(bot, board, tile, resource, half, symbol)
        found: Floats = total
        return found

    def _terrain(
        self, bot: Figures, board: Board, tile: Tile, resource: int, cells: Ints, symbol: Ints
    ) -> Any:
        """Return what one of the two terrains brings: its step, and help with objectives."""
        p, w = bot.p, bot.w
        steps = bot.step_values()
        value: Any = 0.0
        if resource == WATER:
            on_ice = np.add.reduce(board.ice.take(cells), axis=0, dtype=np.int64)
            value = w.ice * on_ice  # ice under water is not wasted
            if p.kind == OASIS:
                value = value + (0.7 * steps[WATER] + w.ice) * on_ice
            else:
                twice = 1.9 if p.kind == UNIVERSAL and p.tech & 16 else 1.0
                value = value + twice * steps[WATER] * (on_ice > 0)
        elif resource == ENERGY:
            value = self._energy(bot, board, tile, cells)
        elif resource == BIOMASS and p.kind == WORMHOLE:
            value = steps[BIOMASS] * some(spread(beside(p.terrain[BIOMASS])), cells)
        else:
            value = steps[resource]
        for weight, condition, of in bot.goals():
            if condition in SHAPES:
                inside = np.add.reduce(
                    spread(bot.window(condition, of)).take(cells), axis=0, dtype=np.int64
                )
                value = value + weight * (2.0 if of == resource else -2.0) * inside
            elif of == resource:
                value = value + weight * objective(p, condition, resource, cells, symbol)
        return value

    def _energy(self, bot: Figures, board: Board, tile: Tile, cells: Ints) -> Floats:
        """Energy goes to the best track it can reach from where it lies."""
        other = tile.first if tile.second == ENERGY else tile.second
        steps, order = bot.step_values(), bot.planned_tracks()
        best = np.full(32, steps[other])  # by the tracks in reach, as bits
        for track in reversed(order[: order.index(other)]):
            best[WITH[track]] = steps[track]
        bits = np.bitwise_or.reduce(board.energy(bot.p).take(cells), axis=0)
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


def by_line(mask: int) -> NDArray[np.int64]:
    """Return how many cells of a mask lie in each of the twelve rows, then in each column."""
    frame = spread(mask)[PAD : CELLS - PAD].reshape(SIZE, STRIDE)
    rows = np.add.reduce(frame, axis=1, dtype=np.int64)
    columns = np.add.reduce(frame, axis=0, dtype=np.int64)[:SIZE]
    return np.concatenate((rows, columns))


@functools.lru_cache(maxsize=64)
def line_table(planet: Planet) -> tuple[Ints, Floats]:
    """Return the sizes of the twelve rows and columns and their medals."""
    medals = np.array([*planet.row_medals, *planet.column_medals], dtype=np.float64)
    return np.maximum(by_line(planet.grid), 1), medals


def line_figures(p: Player) -> tuple[Ints, Floats, Floats, Floats]:
    """Return gap, worth, share filled and medal not void, of the twelve rows, then the columns.

    A line with a meteorite is worth less than half; a complete one has no gap.
    """
    sizes, medals = line_table(p.planet)
    gap = by_line(p.planet.grid & ~p.occ & ~p.planet.currents)
    worth = live = medals
    voids = p.voids
    if voids:
        void = by_line(voids) > 0
        worth, live = np.where(void, 0.45 * medals, medals), np.where(void, 0.0, medals)
    share = np.where(gap > 0, (sizes - gap + 1) / sizes, 0.0)
    return gap, worth, share, live


class Board:
    """One seat's planet as arrays over the padded cells."""

    def __init__(self, bot: Figures) -> None:
        p, w = bot.p, bot.w
        planet = p.planet
        free = spread(planet.grid & ~p.occ)
        self.ice = fixed(planet.ice)
        self.rovers = spread(p.rover_bits) if p.rovers else free
        ways = np.zeros(CELLS, dtype=np.int64)
        inner = ways[PAD : CELLS - PAD]
        for d in DIRECTIONS:
            inner += free[PAD + d : CELLS - PAD + d]
        self.ways = np.where(free, ways, -1)
        gap, worth, share, live = bot.lines_now()
        done = w.completion * worth
        lines = w.lines * worth * share * share
        self.row_gap, self.row_done = gap.take(ROW_OF), done.take(ROW_OF)
        self.column_gap, self.column_done = gap.take(COLUMN_OF), done.take(COLUMN_OF)
        value = lines.take(ROW_OF) + lines.take(COLUMN_OF)
        # sides that touch tiles or the rim
        value += (w.coverage + 4 * w.contact) - w.contact * ways
        if p.pods:
            value += w.lifepod_lost * spread(p.pods)
        if bot.wants_ice():
            value += 0.6 * w.private * self.ice
        elif bot.left > 4:
            value -= w.ice * self.ice
        if planet.cities and bot.left <= 5:
            value -= w.completion * planet.city_points * fixed(planet.cities)
        self.value = value
        self.reach: NDArray[np.uint8] | None = None
        self.line_worth = live.take(ROW_OF) + live.take(COLUMN_OF)

    def energy(self, p: Player) -> NDArray[np.uint8]:
        """Return per cell, as bits, the tracks that energy lying there could advance."""
        if self.reach is None:
            self.reach = np.zeros(CELLS, dtype=np.uint8)
            for track, cells in enumerate(energy_reach(p)):
                if cells:
                    self.reach |= spread(cells).view(np.uint8) << track
        return self.reach
