"""How the greedy bot scores placements: what is worth how much, for all candidates of a decision at once.

The value of a placement is a sum of look-ups: one per cell of the tile, one per row and column by how
many of its cells the tile fills, one per cell round the tile by how many of its sides the tile shuts. All
these are the same for both tiles of a depot (`Ground`). What the two terrains bring is worked out tile
by tile (`Laying.job`). `sums` adds it all up.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown.bot import adding
from simkit.games.planet_unknown.bot.adding import Adding, Job, Table, Term
from simkit.games.planet_unknown.bot.hopes import Hope, grouped
from simkit.games.planet_unknown.bot.kept import FIRST_ROW, LINES, lines_of
from simkit.games.planet_unknown.fast import limbs
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, area, areas, beside, cells_of
from simkit.games.planet_unknown.rules.player import OASIS, UNIVERSAL, WORMHOLE, Player
from simkit.games.planet_unknown.rules.scoring import rectangle
from simkit.games.planet_unknown.rules.tables import (
    BIOMASS,
    ENERGY,
    RESOURCES,
    WATER,
    Planet,
    Tables,
    Tile,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.figures import Figures
    from simkit.games.planet_unknown.bot.weight_set import Weights

SHAPES: Final = {"square_3x3": [(3, 3)], "rectangle_2x5": [(5, 2), (2, 5)]}  # width, height
SPOILT: Final = 0.7  # part of the hope for a shape that another terrain in its place takes away
POCKET: Final = 4  # free cells that hang together, up to this number, are hard to fill
EVERY: Final = (1 << len(RESOURCES)) - 1  # terrain, as bits
KEPT: Final = 256  # settings of `Grown.cells`
KEPT_MASKS: Final = 1024  # of which surroundings are kept: they are asked for until they grow
GUESSED_REACH: Final = 0.5  # how far energy gets towards the best step from where it lies, guessed
VOID_ROWS: Final = LINES * (SIZE + 1)  # rows of `Grown.lines` before those with a meteorite


class Laying:
    """Scores the placements of one decision; see the module's docstring."""

    def __init__(self, tables: Tables) -> None:
        self.sums = adding_of(tables)

    def values(
        self, bot: Figures, candidates: list[int], tiles: Sequence[int] | None = None
    ) -> list[float]:
        """Return the value of each candidate; all are placements, those of slot 0 first.

        `tiles` are those of the depot, if it is not the one in front of the seat.
        """
        return self.add_up(bot, candidates, tiles).values()

    def add_up(
        self, bot: Figures, candidates: list[int], tiles: Sequence[int] | None = None
    ) -> Adding:
        """Work out the same; it is kept by what added it up, until the next decision."""
        if tiles is None:
            tiles = bot.view.open_tiles(bot.seat)
        slots = [candidates[0] >> 6 & 1]
        if candidates[-1] >> 6 & 1 != slots[0]:
            slots.append(1)
        a_cell = bot.size_worth(bot.w)
        ground = Ground(bot)
        jobs = [job_of(bot, ground, bot.view.tables.tiles[tiles[slot]], a_cell) for slot in slots]
        self.sums.add_up(ground, candidates, jobs)
        return self.sums


def adding_of(tables: Tables) -> Adding:
    """Return what adds up values: numpy, or in the compiled build loops over packed numbers."""
    if limbs.COMPILED:
        try:
            from simkit.games.planet_unknown.fast.packed import PackedSums
        except (ImportError, ValueError):  # librt is not installed, or speaks another version
            pass
        else:
            return PackedSums(tables)
    from simkit.games.planet_unknown.fast.sums import Sums

    return Sums(tables)


@functools.lru_cache(maxsize=16)
def laying_of(tables: Tables) -> Laying:
    """Return the arrays of one setting's shapes."""
    return Laying(tables)


# What every placement is worth -------------------------------------------------------------------------


class Grown:
    """What filling cells is worth by the weights alone; see `grown`.

    Attributes
    ----------
    line_rows
        Per line of the planet and its gap before (a row each), by the cells filled: medals got
        nearer to. `lines` has them, and behind them the same for lines with a meteorite.
    rim
        By a cell's free neighbours and by the sides shut: holes and tips made.
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
        lines_here = lines_of(planet)
        sizes = [max(line.bit_count(), 1) for line in lines_here.masks]
        medals = lines_here.medals
        self.line_rows = [[0.0] * adding.FILLED for _ in range(LINES * (SIZE + 1))]
        for line, (size, medal) in enumerate(zip(sizes, medals, strict=True)):
            for gap in range(1, size + 1):
                near = (1 - (gap - 1) / size) ** 2
                for cells in range(1, adding.FILLED):
                    filled = min(gap, cells)
                    fuller = (1 - (gap - filled) / size) ** 3 - (1 - gap / size) ** 3
                    self.line_rows[FIRST_ROW[line] + gap][cells] = medal * (
                        lines * near * filled + fill * fuller + completion * (gap == filled)
                    )
        void_rows = [[adding.VOID_SHARE * value for value in row] for row in self.line_rows]
        self.lines = Table(self.line_rows + void_rows)
        self.rim = [[0.0] * adding.SIDES for _ in range(adding.SIDES)]
        for ways in range(1, adding.SIDES):
            self.rim[ways][ways] = holes
            if ways > 1:
                self.rim[ways][ways - 1] = tips
        self._cells: dict[tuple[float, float, bool], Table] = {}

    def cells(self, contact: float, late_holes: float, kept: bool) -> Table:
        """Return what covering a cell is worth, and shutting 0 to 4 of its sides, by `adding.KINDS`.

        Parameters
        ----------
        contact
            What a side that touches tiles or the rim is worth.
        late_holes
            What a hole is worth besides.
        kept
            Whether patches are kept, which will fill single cells.
        """
        key = (contact, late_holes, kept)
        if key not in self._cells:
            if len(self._cells) > KEPT:
                self._cells.clear()
            found = [[0.0] * adding.OF_CELL for _ in range(adding.KINDS)]
            for ways, rim in enumerate(self.rim):
                row = [contact * (4 - ways), *rim]
                if late_holes and ways:
                    row[1 + ways] += late_holes
                if kept:
                    row[1:] = [0.5 * value for value in row[1:]]
                found[adding.FREE + ways] = row
            self._cells[key] = Table(found)
        return self._cells[key]


@functools.lru_cache(maxsize=256)
def grown(
    planet: Planet, lines: float, fill: float, completion: float, holes: float, tips: float
) -> Grown:
    """Return `Grown` of a planet for some weights, kept for the next game."""
    return Grown(planet, lines, fill, completion, holes, tips)


class Ground:
    """What laying tiles on one seat's planet is worth, as far as it is the same for both tiles.

    Attributes
    ----------
    free
        Cells on which nothing lies.
    cells
        See `Grown.cells`.
    changes
        Cells that are worth more or less to cover, and by how much.
    rows
        Per line its row of `Grown.lines`.
    spurts
        Near the end: lines with their gap, and how much more it is worth to fill that.
    void, void_share
        Lines with a meteorite that `rows` does not know of, and what share of their worth is left.
    steps, goals, hopes
        What terrains may bring: steps of markers, help with objectives.
    brings
        What symbols bring wherever they lie, by the numbers of `Tile.brings`; without guesses only
        those that are not energy.
    depends
        Bits of the terrains for which it depends on where they lie, or which help with objectives;
        what the others bring stands in `brings`.
    """

    def __init__(self, bot: Figures) -> None:
        p = bot.p
        w: Weights = bot.w
        planet = p.planet
        left = bot.left
        late = bot.late if w.contact_late or w.holes_late or w.completion_late else 0.0
        self.grown = bot.grown()
        self.free = planet.grid & ~p.occ
        contact = w.contact + w.contact_late * late
        late_holes = late * w.holes_late if late and w.holes_late else 0.0
        self.cells = self.grown.cells(contact, late_holes, p.kept_patches > 0)
        self.changes: list[tuple[int, float]] = []
        if p.pods:
            self.changes.append((p.pods, w.lifepod_lost))
        if p.rovers:
            self.changes.append((p.rover_bits, w.rover_lost))
        if bot.wants_ice():
            self.changes.append((planet.ice, 0.6 * w.private))
        elif w.ice and left > 4:
            self.changes.append((planet.ice, -w.ice))
        if planet.cities and left <= 5:
            self.changes.append((planet.cities, -(w.completion * planet.city_points)))
        self.spurts: list[tuple[int, int, float]] = []
        if late and w.completion_late:
            self.spurts = [
                (line, bot.gap(line), late * w.completion_late * bot.lines.medals[line])
                for line in range(LINES)
                if bot.gap(line)
            ]
        self.void: list[int] = []
        self.void_share = adding.VOID_SHARE
        self.rows = bot.line_rows()
        void = bot.void_lines()
        if self.spurts:  # with a meteorite, they lose as much as the rest
            self.void = void
        elif void:
            self.rows = self.rows[:]
            for line in void:
                self.rows[line] += VOID_ROWS
        self.steps, self.goals, self.hopes = bot.step_values(), bot.goals(), bot.hopes()
        self.brings = self.steps if bot.thorough else guessed(bot)
        self.depends = self._placed(bot, p)
        self._risks: list[float] = []

    def _placed(self, bot: Figures, p: Player) -> int:
        """Return the terrains that may bring more than their step, by where they lie, as bits."""
        found = 1 << WATER
        if bot.thorough:
            found |= 1 << ENERGY
        if p.kind == WORMHOLE:
            found |= 1 << BIOMASS
        for _, condition, of in self.goals:
            found |= EVERY if condition in SHAPES else 1 << of
        return EVERY if self.hopes else found

    def risks(self, bot: Figures) -> list[float]:
        """Return what a meteorite in each line puts at risk, the same for both tiles."""
        if not self._risks:
            self._risks = bot.danger()
        return self._risks


# What the terrains of a tile bring ---------------------------------------------------------------------


class Part:
    """What one of the two terrains brings: an amount, and terms that depend on where it lies."""

    __slots__ = ("amount", "terms")

    def __init__(self) -> None:
        self.amount = 0.0
        self.terms: list[Term] = []

    def add(self, amount: float) -> None:
        """Add what is the same wherever the tile lies."""
        if not self.terms:
            self.amount += amount
        elif len(self.terms) == 1:
            self.terms[0].table = [value + amount for value in self.terms[0].table]
        else:
            self.terms.append(Term(0, [], [amount], False))

    def add_term(self, weight: float, term: Term) -> None:
        """Add what depends on the place."""
        if weight != 1.0:
            term.table = [weight * value for value in term.table]
        if self.amount and not self.terms:
            term.table = [self.amount + value for value in term.table]
        self.terms.append(term)

    def add_either(self, weight: float, found: Term | float) -> None:
        """Add a term or an amount."""
        if isinstance(found, Term):
            self.add_term(weight, found)
        else:
            self.add(weight * found)


def counting(spots: int, mask: int, table: list[float]) -> Term:
    """Return a term that depends on the number of cells in a mask."""
    return Term(spots, [mask], table, True)


def touching(spots: int, mask: int, none: float, some: float) -> Term:
    """Return a term that depends on whether any cell is in a mask."""
    return Term(spots, [mask], [none, some], False)


def job_of(bot: Figures, ground: Ground, tile: Tile, a_cell: float) -> Job:
    """Return what laying one tile brings besides the ground; `a_cell` is the worth of its cells."""
    p = bot.p
    w: Weights = bot.w
    job = Job(tile.shape)
    constant = a_cell * tile.shape.size
    if tile.has_meteor and not (p.kind == UNIVERSAL and p.tech & 32):
        job.risks = ground.risks(bot)
        constant += 0.3 * w.meteorite * bool(p.rovers)
    for role, resource in enumerate((tile.first, tile.second)):
        if not ground.depends >> resource & 1:
            constant += ground.brings[tile.brings[role]]
            continue
        part = terrain(bot, ground, tile, role, resource)
        if part.terms:
            for term in part.terms:
                term.forget(ground.free)
            job.parts.append(part.terms)
        else:
            constant += part.amount
    job.constant = constant
    return job


def terrain(bot: Figures, ground: Ground, tile: Tile, role: int, resource: int) -> Part:
    """Return what one of the two terrains brings: its step, and help with objectives."""
    p = bot.p
    w: Weights = bot.w
    steps = ground.steps
    size = tile.shape.cells_of_role[role]
    part = Part()
    if resource == WATER:
        if p.kind == OASIS:
            each = 0.7 * steps[WATER] + w.ice
            table = [each * n for n in range(size + 1)]
        else:
            twice = 1.9 if p.kind == UNIVERSAL and p.tech & 16 else 1.0
            # ice well used
            table = [twice * steps[WATER] * (n > 0) + w.ice * n for n in range(size + 1)]
        part.add_term(1.0, counting(role, p.planet.ice, table))
    elif resource == ENERGY and bot.thorough:
        part.add_term(1.0, _energy(bot, tile, role))
    elif resource == BIOMASS and p.kind == WORMHOLE:
        near = beside(p.terrain[BIOMASS])
        part.add_term(1.0, touching(role, near, 0.0, steps[BIOMASS]))
    else:
        part.amount = ground.brings[tile.brings[role]]
    for weight, condition, of in ground.goals:
        if condition in SHAPES:
            each = weight * (2.0 if of == resource else -2.0)
            table = [each * n for n in range(size + 1)]
            part.add_term(1.0, counting(role, bot.window(condition, of), table))
        elif of == resource:
            part.add_either(weight, objective(p, condition, resource, role))
    for hope in ground.hopes:
        weight = float(getattr(w, hope.name))
        if weight and (hope.condition in SHAPES or hope.resource == resource):
            part.add_either(weight, hoped(bot, hope, resource, role, size))
    return part


def guessed(bot: Figures) -> list[float]:
    """Return what symbols bring by a guess, by the numbers of `Tile.brings`.

    Energy brings the step of the tile's other terrain, or a better one that lies near by luck.
    """
    steps = bot.step_values()
    best = steps[bot.planned_tracks()[0]]
    return steps + [step + GUESSED_REACH * (best - step) for step in steps]


def _energy(bot: Figures, tile: Tile, role: int) -> Term:
    """Energy goes to the best track it can reach from where it lies."""
    other = tile.first if tile.second == ENERGY else tile.second
    steps, order = bot.step_values(), bot.planned_tracks()
    better = order[: order.index(other)]
    energy = bot.p.energy_terrain
    terrains = bot.p.terrain
    planes = [energy_reach(terrains[track], energy) for track in better]
    table = [steps[other]]
    for track in reversed(better):  # bit n of the place: the n-th best track is in reach
        table = [value for rest in table for value in (rest, steps[track])]
    return Term(role, planes, table, False)


@functools.lru_cache(maxsize=KEPT_MASKS)
def energy_reach(terrain: int, energy: int) -> int:
    """Return where an energy cell could advance a terrain: next to it, or by way of energy."""
    near = beside(terrain)
    return near | beside(area(near, energy)) if near & energy else near


@functools.lru_cache(maxsize=KEPT_MASKS)
def round_largest(terrain: int) -> int:
    """Return the cells beside the largest area of a terrain."""
    return beside(max(areas(terrain), key=int.bit_count))


def objective(p: Player, condition: str, resource: int, role: int) -> Term | float:
    """Return how much a terrain helps with an objective where it would lie."""
    own = p.terrain[resource]
    if condition == "most_symbols_on_edge":
        return touching(adding.FIRST_SYMBOL + role, p.planet.edge, 0.0, 4.0)
    if condition in ("fewest_symbols", "at_most_five_symbols"):
        return -3.0
    if condition == "most_areas":
        return touching(role, beside(own), 3.0, 0.0)
    if not own:
        return 0.0
    if condition == "area_with_six_symbols":
        symbols = p.symbols[resource]
        best = max(areas(own), key=lambda one: (one & symbols).bit_count())
        return touching(role, beside(best), 0.0, 3.0)
    return touching(role, round_largest(own), 0.0, 2.0)


def hoped(bot: Figures, hope: Hope, resource: int, role: int, size: int) -> Term | float:
    """Return by how much a terrain furthers an objective where it would lie."""
    p, condition = bot.p, hope.condition
    if condition in SHAPES:
        window = bot.window(condition, hope.resource)
        if hope.resource == resource:
            return counting(role, window, [hope.gain(n) for n in range(size + 1)])
        return touching(role, window, 0.0, -SPOILT * hope.likely(hope.mine))
    if condition == "most_symbols_on_edge":
        return touching(adding.FIRST_SYMBOL + role, p.planet.edge, 0.0, hope.gain(1))
    if condition == "fewest_symbols":
        return hope.gain(-1)
    if condition == "at_most_five_symbols":
        return hope.gain(1)
    if condition not in ("area_with_six_symbols", "largest_area", "most_areas"):
        return 0.0
    table = hope.joins(p, size, 1)
    if len(table) == 1:
        return table[0]
    return Term(role, [beside(one) for one in grouped(p, resource)], table, False)


# Seen from single placements -------------------------------------------------------------------------


def pocket_cells(p: Player, mask: int) -> int:
    """Return the free cells in pockets too small for most tiles, after covering `mask`.

    Only pockets that touch the new tile are looked at; single cells are counted elsewhere.
    """
    open_cells = p.planet.grid & ~p.occ
    if limbs.COMPILED:
        return limbs.pockets_beside(open_cells, mask, POCKET)
    return pockets_beside(open_cells, mask)


def pockets_beside(open_cells: int, mask: int) -> int:
    """Return the cells of pockets among the open cells, once the mask is covered, that touch it."""
    free = open_cells & ~mask
    return pockets_at(free, beside(mask) & free)


def pockets_at(free: int, edge: int) -> int:
    """Return the cells of pockets that hold a cell of the edge."""
    # a cell with four free neighbours is too many already, and so is what hangs together with them
    inner = free & free << 1 & free >> 1 & free << STRIDE & free >> STRIDE
    if inner:
        inner |= beside(inner)
        edge &= ~(inner | beside(inner))
    found = 0
    while edge:
        grown = edge & -edge
        size, pocket = 1, 0
        while grown != pocket and size <= POCKET:
            pocket = grown
            grown |= grown << 1 | grown >> 1 | grown << STRIDE | grown >> STRIDE  # `beside`
            grown &= free
            size = grown.bit_count()
        if 1 < size <= POCKET:
            found += size
        edge &= ~grown
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
