"""The arithmetic of placements in numpy: every value is that of a slow twin, cell by cell."""

import sys

import pytest

import simkit
from simkit.games.planet_unknown import fast, schema
from simkit.games.planet_unknown.bot import adding
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.bot.laying import Ground, adding_of, job_of
from simkit.games.planet_unknown.bot.weight_set import Weights
from simkit.games.planet_unknown.bot.weights import WEIGHTS
from simkit.games.planet_unknown.fast import limbs
from simkit.games.planet_unknown.fast.listing import Listing
from simkit.games.planet_unknown.fast.packed import PackedSums
from simkit.games.planet_unknown.fast.sums import AT_RISKS, ShapeTables, Sums, array_of
from simkit.games.planet_unknown.rules.cells import CELL, SIZE, STRIDE, beside, cells_of
from simkit.games.planet_unknown.rules.tables import DIRECTIONS, Tables

EVERY = {  # every part of a value has a weight
    "rival": 0.7, "private": 0.9, "hope": 0.8, "duel": 0.6, "ice": 0.31, "contact_late": 0.13,
    "completion_late": 0.45, "holes_late": -0.37, "meteor_late": -0.21, "tips": -0.17, "fill": 0.4,
}  # fmt: skip


@pytest.fixture(scope="module")
def rules():
    return simkit.rules("planet_unknown", seats=2, edition="deluxe")


def decisions(rules, planet, seed, stop):
    """Positions of a random game in which tiles are placed, with the placements."""
    state = rules.deal(simkit.Luck(seed), planets=[planet, "ksb-4156"])
    whims = simkit.Luck(seed).stream("moves")
    while not state.over and state.round <= stop:
        candidates = state.candidates()
        if candidates[0] & 63 == schema.KIND["place"]:
            yield state, candidates
        state.apply(whims.choice(candidates))


def ground_and_jobs(rules, state, candidates):
    """The ground and the jobs of a decision, as a bot to whom everything matters sees them."""
    bot = GREEDY(weights=EVERY)
    bot.start(rules, state.seat, simkit.Luck(1))
    bot.prepare(state)
    tiles = [rules.tables.tiles[number] for number in state.open_tiles(state.seat)]
    ground, slots = Ground(bot), sorted({action >> 6 & 1 for action in candidates})
    return ground, [job_of(bot, ground, tiles[slot], bot.size_worth(bot.w)) for slot in slots]


def twin(bot, action):
    """The value of one placement."""
    tile = bot.view.tables.tiles[bot.view.open_tiles(bot.seat)[action >> 6 & 1]]
    layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
    low = CELL[action >> 7 & 255] - layout.zero
    cells = [low + d for d in layout.offsets]
    mask = sum(1 << c for c in cells)
    ground = Ground(bot)
    job = job_of(bot, ground, tile, bot.size_worth(bot.w))
    return on_ground(ground, mask) + of_job(job, layout, low)


def on_ground(ground, mask):
    def figure(cell, n):
        return ground.cells.rows[adding.FREE + (beside(1 << cell) & ground.free).bit_count()][n]

    total = 0.0
    for cell in cells_of(mask):
        total += figure(cell, 0) + sum(more for where, more in ground.changes if where >> cell & 1)
    for cell in cells_of(beside(mask) & ground.free & ~mask):
        total += figure(cell, 1 + (beside(1 << cell) & mask).bit_count())
    for line in range(2 * SIZE):
        inside = [c for c in cells_of(mask) if line in (c // STRIDE, SIZE + c % STRIDE)]
        value = array_of(ground.grown.lines)[ground.rows[line], len(inside)]
        value += sum(more for one, gap, more in ground.spurts if one == line and gap <= len(inside))
        total += value * (ground.void_share if line in ground.void else 1)
    return total


def of_job(job, layout, low):
    halves = [
        [low + d for d, r in zip(layout.offsets, layout.roles, strict=True) if r == role]
        for role in (0, 1)
    ]
    meteor = low + layout.meteor
    spots = [*halves, *([low + d] for d in layout.symbols)]
    total = job.constant
    if job.risks is not None:
        total += job.risks[meteor // STRIDE] + job.risks[SIZE + meteor % STRIDE]
    for term in (term for terms in job.parts for term in terms):
        hits = [sum(plane >> c & 1 for c in spots[term.spots]) for plane in term.planes]
        place = (
            hits[0] if term.counted and hits else sum((hit > 0) << n for n, hit in enumerate(hits))
        )
        total += term.table[place]
    return total


@pytest.mark.parametrize("planet", schema.PLANETS)
def test_values_are_those_of_the_slow_twin(rules, planet):
    seen = 0
    for state, candidates in decisions(rules, planet, 5, 12):
        bot = GREEDY(weights=EVERY)
        bot.start(rules, state.seat, simkit.Luck(1))
        bot.prepare(state)
        values = bot.laying.values(bot, candidates)
        assert len(values) == len(candidates)
        for i in range(0, len(candidates), 7):
            assert values[i] == pytest.approx(twin(bot, candidates[i]), abs=1e-9)
            seen += 1
    assert seen > 50


def looked_at(cells):
    """Where the figures of some covered cells stand, found cell by cell."""
    found = [(adding.PAD + c) * adding.OF_CELL for c in cells]
    for c in {c + d for c in cells for d in DIRECTIONS} - set(cells):
        sides = sum(c + d in cells for d in DIRECTIONS)
        found.append((adding.PAD + c) * adding.OF_CELL + 1 + sides)
    lines = [c // STRIDE for c in cells] + [SIZE + c % STRIDE for c in cells]
    found += [adding.AT_LINES + line * adding.FILLED + lines.count(line) for line in set(lines)]
    return sorted(found)


def test_tables_tell_the_cells_of_every_placement(rules):
    tables = ShapeTables(rules.tables.shapes)
    seen = 0
    for shape, layout in [(one, way) for one in rules.tables.shapes for way in one.all_layouts]:
        for low in range(STRIDE * SIZE):
            cells = [low + d for d in layout.offsets]
            if max(cells) >= STRIDE * SIZE or any(c % STRIDE == SIZE for c in cells):
                continue
            row = tables.look[shape.number * adding.PLACES + (layout.by_low[low] >> 7)].tolist()
            assert sorted(filter(None, row[: tables.figures])) == looked_at(cells)
            y, x = divmod(low + layout.meteor, STRIDE)
            assert row[tables.figures : tables.looks] == [AT_RISKS + y, AT_RISKS + SIZE + x]
            halves = [[], []]
            for c, role in zip(cells, layout.roles, strict=True):
                halves[role].append(adding.PAD + c)
            spots = [row[columns] for columns in tables.spots[shape.number]]
            assert spots == [*halves, *([adding.PAD + low + d] for d in layout.symbols)]
            seen += 1
    assert seen == tables.look.any(1).sum()  # nothing else is entered


def test_numpy_adds_alike_where_nobody_listed_with_it(rules, monkeypatch):
    """As in a compiled build without librt."""
    monkeypatch.setattr(limbs, "COMPILED", True)
    tables = Tables(rules.components)
    monkeypatch.undo()
    assert type(tables.listing) is Listing
    apart, plain = Sums(tables), Sums(rules.tables)
    seen = 0
    for state, candidates in decisions(rules, schema.PLANETS[0], 4, 15):
        ground, jobs = ground_and_jobs(rules, state, candidates)
        apart.add_up(ground, candidates, jobs)
        plain.add_up(ground, candidates, jobs)
        assert apart.values() == plain.values()
        seen += len(jobs) > 1
    assert seen > 10


@pytest.mark.parametrize("planet", schema.PLANETS[::4])
def test_packed_sums_add_alike_to_the_last_bit(rules, planet):
    packed, plain = PackedSums(rules.tables), Sums(rules.tables)
    seen = 0
    for state, candidates in decisions(rules, planet, 3, 15):
        ground, jobs = ground_and_jobs(rules, state, candidates)
        packed.add_up(ground, candidates, jobs)
        plain.add_up(ground, candidates, jobs)
        assert packed.values() == plain.values()
        for _ in range(3):
            assert packed.take_highest() == plain.take_highest()
        assert packed.values() == plain.values()
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("error", [ModuleNotFoundError, ValueError])
def test_without_a_fitting_librt_numpy_adds(rules, error, monkeypatch):
    """A librt of another version than that of the build makes the import raise a ValueError."""
    name = "simkit.games.planet_unknown.fast.packed"

    class Missing:
        def find_spec(self, wanted, path=None, target=None):
            if wanted == name:
                raise error("no fitting librt")

    monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(fast, "packed")
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    monkeypatch.setattr(limbs, "COMPILED", True)
    assert isinstance(adding_of(rules.tables), Sums)


def test_every_weight_is_an_attribute_with_a_type():
    assert list(Weights.__annotations__) == [weight.name for weight in WEIGHTS]
