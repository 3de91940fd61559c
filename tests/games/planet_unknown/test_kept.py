"""What is kept between decisions is what would be worked out anew, along whole games."""

import pytest

import simkit
from simkit.games.planet_unknown.bot import figures, valuing
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.bot.laying import EVERY, Ground, energy_reach, round_largest
from simkit.games.planet_unknown.fast.arrays import places_of
from simkit.games.planet_unknown.fast.listing import Listing
from simkit.games.planet_unknown.rules import rovers
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, areas, beside
from simkit.games.planet_unknown.rules.legal import turn_fits
from simkit.games.planet_unknown.rules.tables import ENERGY
from simkit.games.planet_unknown.schema import KIND

CORPORATIONS = ["cosmos_inc", "jump_drive", "oasis_ultd", "wormhole_corp", "horizon_group"]


def decisions(seats, seed, corporations=None, **options):
    """Decisions of a game between greedy bots, with the bot that is asked."""
    rules = simkit.rules("planet_unknown", seats=seats, edition="deluxe", **options)
    luck = simkit.Luck(seed)
    fixed = {"factions": corporations} if corporations else {}
    state = rules.deal(luck, **fixed)
    bots = [GREEDY() for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, luck)
    while not state.over:
        candidates = state.candidates()
        bot = bots[state.seat]
        if len(candidates) > 1:
            yield state, bot, candidates
            state.apply(bot.choose(state, candidates).action)
        else:
            state.apply(candidates[0])


@pytest.mark.parametrize("seed", range(2))
def test_free_cells_and_meteorites_of_lines(seed):
    for state, bot, _ in decisions(4, seed):
        bot.prepare(state)
        p, planet = bot.p, bot.p.planet
        free = planet.grid & ~p.occ & ~planet.currents
        lines = [*planet.rows, *planet.columns]
        assert [bot.gap(n) for n in range(2 * SIZE)] == [(x & free).bit_count() for x in lines]
        assert sorted(bot.void_lines()) == [n for n, x in enumerate(lines) if x & p.voids]


@pytest.mark.parametrize("seed", [0, 2])  # games with enough decisions of both kinds
def test_step_values(seed):
    far = near = 0
    for state, bot, _ in decisions(3, seed):
        bot.prepare(state)
        kept = [bot.marker_values(seat, bot.w)[:] for seat in range(3)]
        far += bot.left >= figures.FAR_OFF
        near += bot.left < valuing.FULL_VIEW
        before = dict(figures.STEP_RATES)
        figures.STEP_RATES.clear()
        bot.prepare(state)
        assert [bot.marker_values(seat, bot.w) for seat in range(3)] == kept
        figures.STEP_RATES.update(before)  # what earlier decisions left is what is tested
    assert far > 50
    assert near > 50


def test_pockets_of_a_decision():
    asked = 0
    for state, bot, candidates in decisions(2, 2):
        if candidates[0] & 63 != KIND["place"] or state.players[state.seat].pending:
            continue
        bot.prepare(state)
        tiles = state.open_tiles(state.seat)
        for action in candidates[::9] * 2:
            value = bot.pockets(action, tiles)
            bot._pockets.clear()
            assert bot.pockets(action, tiles) == value
            asked += value != 0
    assert asked > 50


def test_step_values_that_are_kept_are_bounded(monkeypatch):
    monkeypatch.setattr(figures, "KEPT_RATES", 9)
    monkeypatch.setattr(figures, "KEPT_MARKERS", 4)
    figures.STEP_RATES.clear()
    most = 0
    for _ in decisions(4, 6):
        assert len(figures.STEP_RATES) <= 9
        for rates in figures.STEP_RATES.values():
            most = max(most, len(rates.markers))
    assert most == 4


@pytest.mark.parametrize(
    ("seed", "corporations"),
    [
        (0, CORPORATIONS),
        (1, CORPORATIONS),
        (2, ["wormhole_corp", "horizon_group"]),  # "duel" looks closer than "standard"
    ],
)
def test_a_bot_that_has_just_come_sees_the_same(seed, corporations):
    seen = 0
    for state, bot, candidates in decisions(len(corporations), seed, corporations):
        bot.prepare(state)
        assert bot.thorough == (state.seats == 2)
        values = bot.values(state, candidates)
        new = GREEDY()
        new.start(state.rules, state.seat, simkit.Luck(1))
        assert new.values(state, candidates) == values
        assert new.left == bot.left
        for figure in ("line_rows", "filled", "danger"):
            assert getattr(new, figure)() == getattr(bot, figure)()
        for load in (0, 1):  # the Horizon Group's rovers carry meteorites
            assert new.pulls(load)[1] == bot.pulls(load)[1]
            for cell in range(0, STRIDE * SIZE, 7):
                assert new.pull(cell, load) == bot.pull(cell, load)
        seen += bool(bot.void_lines())
    assert seen > 20


@pytest.mark.parametrize("seats", [2, 4])
def test_pulls_on_rovers(seats):
    asked = 0
    for state, bot, _ in decisions(seats, 4):
        bot.prepare(state)
        for cell in range(0, STRIDE * SIZE, 11):
            kept = bot.pull(cell, 0)
            best = max((worth / far[cell] for far, worth in bot.pulls(0)[1]), default=0.0)
            assert kept == best
            asked += kept > 0
    assert asked > 100


def test_the_rounds_left_of_a_planet_that_looks_at_no_other():
    seen = set()
    for state, bot, _ in decisions(4, 3):
        bot.prepare(state)
        p, done = state.players[state.seat], state.round - 1
        covered = p.occ.bit_count()
        pace = (4 * valuing.CELLS_A_ROUND + covered) / (4 + done)
        rounds = (p.planet.size - covered - valuing.LEFT_OPEN) / pace
        rounds = min(rounds, 0.8 * sum(state.left) / 4)
        assert bot.left == max(1, round(rounds))
        seen.add(bot.left)
    assert len(seen) > 8


@pytest.mark.parametrize(
    ("seed", "corporations"),
    [(0, CORPORATIONS), (2, CORPORATIONS), (0, CORPORATIONS[3:])],  # two seats have hopes
)
def test_terrains_that_bring_the_same_wherever_they_lie(seed, corporations, monkeypatch):
    fewer = 0
    placed = Ground._placed
    for state, bot, candidates in decisions(
        len(corporations), seed, corporations, private_objectives=True
    ):
        if candidates[0] & 63 != KIND["place"]:
            continue
        values = bot.values(state, candidates)
        fewer += Ground(bot).depends != EVERY
        monkeypatch.setattr(Ground, "_placed", lambda *_: EVERY)
        assert bot.values(state, candidates) == values
        monkeypatch.setattr(Ground, "_placed", placed)
    assert (fewer > 20) == (len(corporations) > 2)


def test_energy_is_guessed_by_a_bot_that_compares_its_planet_with_no_other():
    for state, bot, _ in decisions(4, 6):
        bot.prepare(state)
        ground, steps = Ground(bot), bot.step_values()
        assert ground.brings[:ENERGY] == steps
        between = [(step + max(steps)) / 2 for step in steps]
        assert ground.brings[ENERGY:] == pytest.approx(between)
    for state, bot, _ in decisions(2, 6):
        bot.prepare(state)
        assert Ground(bot).depends >> ENERGY & 1


@pytest.mark.parametrize(
    ("seats", "corporations"), [(4, None), (len(CORPORATIONS) + 1, [*CORPORATIONS, "republic"])]
)
def test_whether_rovers_can_move(seats, corporations):
    seen = set()
    for state, _, _ in decisions(seats, 8, corporations):
        assert state.tops() == [state.top(slot) for slot in range(12)]
        for p in state.players:
            can = rovers.can_move(state, p)
            assert can == bool(rovers.moves(state, p))
            seen.add(can)
    assert len(seen) == 2


def test_surroundings_of_terrains():
    seen = 0
    for state, _, _ in decisions(2, 7):
        for p in state.players:
            for terrain in filter(None, p.terrain):
                near = beside(terrain)
                reach = energy_reach.__wrapped__(terrain, p.energy_terrain)
                assert energy_reach(terrain, p.energy_terrain) == reach
                assert reach & near == near
                sizes = [one.bit_count() for one in areas(terrain)]
                largest = areas(terrain)[sizes.index(max(sizes))]
                assert round_largest(terrain) == beside(largest)
                seen += len(sizes) > 1
    assert seen > 100


def test_the_numbers_of_placements_are_those_of_the_list():
    seen = 0
    for state, _, candidates in decisions(2, 5):
        if candidates[0] & 63 == KIND["place"] and not state.players[state.seat].pending:
            listing = state.tables.listing
            fits = turn_fits(state, state.seat)
            shapes = [tile.shape.number for _, tile, _ in fits]
            numbers = places_of(candidates, shapes).tolist()
            assert listing.places(candidates, shapes).tolist() == numbers
            assert {n >> 11 for n in numbers} == set(shapes)
            others = [(shape + 1) % 12 for shape in shapes]  # the same list, other tiles
            found = listing.places(candidates, others).tolist()
            assert found == [n & 2047 | ((n >> 11) + 1) % 12 << 11 for n in numbers]
            mine = [a for a in candidates[::-1] if a >> 6 & 1 == fits[-1][0]]  # one tile only
            places = listing.places(mine, shapes[-1:]).tolist()
            assert places == [shapes[-1] << 11 | action >> 7 for action in mine]
            assert Listing.actions(listing, fits) == candidates
            seen += 1
    assert seen > 20
