"""How the greedy bot scores placements: all candidates of a decision at once, in numpy.

A row of an array is a candidate, a column one cell of its tile. What depends on a cell is looked up
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
    from simkit.games.planet_unknown.features import PlanetGreedy

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PAD = STRIDE + 1  # room in front of the first cell, for neighbours outside the frame
CELLS = STRIDE * SIZE + 2 * PAD
SHAPES = {"square_3x3": [(3, 3)], "rectangle_2x5": [(5, 2), (2, 5)]}  # width, height
POCKET = 4  # free cells that hang together, up to this number, are hard to fill
BYTES = CELLS // 8 + 1
CELL_OF = np.array(CELL, dtype=np.int64)
_NUMBER = np.arange(CELLS) - PAD
ROW_OF = np.clip(_NUMBER // STRIDE, 0, SIZE - 1)
COLUMN_OF = np.minimum(_NUMBER % STRIDE, SIZE - 1)


def spread(mask: int) -> NDArray[np.bool_]:
    """Return one boolean per padded cell."""
    data = np.frombuffer((mask << PAD).to_bytes(BYTES, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little")[:CELLS].astype(np.bool_)


def some(cells: NDArray[np.bool_], of: Ints) -> NDArray[np.bool_]:
    """Tell per row whether any of its cells is among `cells`."""
    found: NDArray[np.bool_] = np.logical_or.reduce(cells.take(of), axis=1)
    return found


class ShapeArrays:
    """Arrays of one shape, by rotation * 2 + mirror and cell."""

    def __init__(self, shape: Shape) -> None:
        layouts = shape.all_layouts
        self.zero = np.array([layout.zero for layout in layouts])
        self.cells = np.array([layout.offsets for layout in layouts]) + PAD
        rims = [_rim(layout.offsets) for layout in layouts]
        width = max(len(rim) for rim in rims)
        # padding: the tile's own first cell, which is never shut in
        self.rim = np.array(
            [[c for c, _ in rim] + [layout.offsets[0]] * (width - len(rim))
             for rim, layout in zip(rims, layouts, strict=True)]
        ) + PAD  # fmt: skip
        self.meteor = np.array([layout.meteor for layout in layouts]) + PAD
        self.symbols = [np.array([x.symbols[role] for x in layouts]) + PAD for role in (0, 1)]
        self.halves = [[i for i, r in enumerate(layouts[0].roles) if r == role] for role in (0, 1)]
        self.sides = np.array([[n for _, n in rim] + [99] * (width - len(rim)) for rim in rims])
        self.row_mates = np.array([_mates(layout.offsets, 0) for layout in layouts])
        self.column_mates = np.array([_mates(layout.offsets, 1) for layout in layouts])


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

    def values(self, bot: PlanetGreedy, candidates: list[int]) -> Floats:
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

    def _of_tile(self, bot: PlanetGreedy, board: Board, tile: Tile, packed: Ints) -> Floats:
        p, w = bot.p, bot.w
        arrays = self.shapes[tile.shape.id]
        turn = packed >> 15 & 7  # rotation | mirror << 2
        turn = (turn & 3) << 1 | turn >> 2
        low = CELL_OF[packed >> 7 & 255] - arrays.zero[turn]
        cells = low[:, None] + arrays.cells[turn]
        row_mates, column_mates = arrays.row_mates[turn], arrays.column_mates[turn]
        worth = board.value.take(cells)
        done = board.row_gap.take(cells) == row_mates
        if done.any():
            worth += done * board.row_done.take(cells) / row_mates
        done = board.column_gap.take(cells) == column_mates
        if done.any():
            worth += done * board.column_done.take(cells) / column_mates
        total = worth[:, 0]
        for i in range(1, worth.shape[1]):
            total = total + worth[:, i]
        ways = board.ways.take(low[:, None] + arrays.rim[turn]) - arrays.sides[turn]
        total = total + w.holes * np.add.reduce(ways == 0, axis=1, dtype=np.int64)
        total = total + w.tips * np.add.reduce(ways == 1, axis=1, dtype=np.int64)
        if p.rovers:
            total = total + w.rover_lost * some(board.rovers, cells)
        if tile.has_meteor and not (p.kind == UNIVERSAL and p.tech & 32):
            spot = low + arrays.meteor[turn]
            total = total + (w.meteor * (0.6 if p.rovers else 1.0)) * board.line_worth.take(spot)
            if p.rovers:
                total = total + 0.3 * w.meteorite
        for role, resource in enumerate((tile.first, tile.second)):
            half = cells[:, arrays.halves[role]]
            symbol = low + arrays.symbols[role][turn]
            total = total + self._terrain(bot, board, tile, resource, half, symbol)
        found: Floats = total
        return found

    def _terrain(
        self, bot: PlanetGreedy, board: Board, tile: Tile, resource: int, cells: Ints, symbol: Ints
    ) -> Any:
        """Return what one of the two terrains brings: its step, and help with objectives."""
        p, w = bot.p, bot.w
        steps = bot.step_values()
        value: Any = 0.0
        if resource == WATER:
            on_ice = np.add.reduce(board.ice.take(cells), axis=1, dtype=np.int64)
            value = w.ice * on_ice  # ice under water is not wasted
            if p.kind == OASIS:
                value = value + (0.7 * steps[WATER] + w.ice) * on_ice
            else:
                twice = 1.9 if p.kind == UNIVERSAL and p.tech & 16 else 1.0
                value = value + twice * steps[WATER] * (on_ice > 0)
        elif resource == ENERGY:
            value = self._energy(bot, tile, cells)
        elif resource == BIOMASS and p.kind == WORMHOLE:
            value = steps[BIOMASS] * some(spread(beside(p.terrain[BIOMASS])), cells)
        else:
            value = steps[resource]
        for weight, condition, of in bot.goals():
            if condition in SHAPES:
                window = bot.window(condition, of)
                inside = np.add.reduce(spread(window).take(cells), axis=1, dtype=np.int64)
                value = value + weight * (2.0 if of == resource else -2.0) * inside
            elif of == resource:
                value = value + weight * objective(p, condition, resource, cells, symbol)
        return value

    def _energy(self, bot: PlanetGreedy, tile: Tile, cells: Ints) -> Any:
        """Energy goes to the best track it can reach from where it lies."""
        other = tile.first if tile.second == ENERGY else tile.second
        steps, reach = bot.step_values(), energy_reach(bot.p)
        value: Any = 0.0
        rest = np.ones(len(cells), dtype=np.bool_)
        for track in bot.planned_tracks():
            if track == other:
                return value + steps[track] * rest
            if reach[track]:
                here = some(spread(reach[track]), cells) & rest
                value = value + steps[track] * here
                rest &= ~here
        return value


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
        return 4.0 * spread(p.planet.edge)[symbol]
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


class Board:
    """One seat's planet as arrays over the padded cells."""

    def __init__(self, bot: PlanetGreedy) -> None:
        p, w = bot.p, bot.w
        planet = p.planet
        free = spread(planet.grid & ~p.occ)
        self.ice = spread(planet.ice)
        self.rovers = spread(p.rover_bits) if p.rovers else free
        ways = np.zeros(CELLS, dtype=np.int64)
        inner = slice(PAD, CELLS - PAD)
        for d in DIRECTIONS:
            ways[inner] += free[PAD + d : CELLS - PAD + d]
        touching = 4 - ways  # sides that touch tiles or the rim
        self.ways = np.where(free, ways, -1)
        rows, columns, voided = bot.line_figures()
        gaps, done, row_value = _lines(rows, w)
        self.row_gap, self.row_done = gaps.take(ROW_OF), done.take(ROW_OF)
        value = row_value.take(ROW_OF)
        gaps, done, column_value = _lines(columns, w)
        self.column_gap, self.column_done = gaps.take(COLUMN_OF), done.take(COLUMN_OF)
        value += column_value.take(COLUMN_OF)
        value += w.coverage + w.contact * touching
        if p.pods:
            value += w.lifepod_lost * spread(p.pods)
        if bot.left > 4:
            value -= w.ice * self.ice
        elif planet.cities and bot.left <= 5:
            value -= w.completion * planet.city_points * spread(planet.cities)
        self.value = value
        medals = np.array(voided)
        self.line_worth = medals[0][ROW_OF] + medals[1][COLUMN_OF]


def _lines(figures: list[tuple[int, float, float]], w: Any) -> tuple[Floats, Floats, Floats]:
    """Return the gaps of lines, what completing them is worth, and what each cell in them is."""
    gaps, worth, share = np.array(figures).T
    return gaps, w.completion * worth, w.lines * worth * share * share
