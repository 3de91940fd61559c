"""Known games have known answers, and every answer proves itself by its regret."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.theory import classics
from simkit.theory import equilibria as eq
from simkit.theory.correlated import correlated, regret_of_lottery
from simkit.theory.payoffs import Payoffs
from simkit.theory.portrait import duels

KNOWN = {
    "rock_paper_scissors": [([1 / 3] * 3, [1 / 3] * 3)],
    "hawk_dove": [([1, 0], [0, 1]), ([0, 1], [1, 0]), ([0.5, 0.5], [0.5, 0.5])],
    "prisoners_dilemma": [([0, 1], [0, 1])],
    "stag_hunt": [([1, 0], [1, 0]), ([0, 1], [0, 1]), ([0.75, 0.25], [0.75, 0.25])],
    "chicken": [([1, 0], [0, 1]), ([0, 1], [1, 0]), ([1 / 3, 2 / 3], [1 / 3, 2 / 3])],
    "battle_of_the_sexes": [([1, 0], [1, 0]), ([0, 1], [0, 1]), ([0.6, 0.4], [0.4, 0.6])],
    "matching_pennies": [([0.5, 0.5], [0.5, 0.5])],
    "degenerate": [([1, 0], [1, 0]), ([1, 0], [0.5, 0.5]), ([0, 1], [0, 1])],
    "shapley": [([1 / 3] * 3, [1 / 3] * 3)],
    "strike_out": [([1, 0, 0], [1, 0, 0])],
}
KEEP = ([0, 1],) * 3
WAIT = math.sqrt(0.5)
KNOWN_THREE = {
    "public_goods": [KEEP],
    "volunteer": [([1, 0], [0, 1], [0, 1]), ([1 - WAIT, WAIT],) * 3],
    "minority": [([1, 0], [0, 1], [0, 1]), ([1, 0], [1, 0], [0, 1]), ([0.5, 0.5],) * 3],
}


def assert_answers(found, expected):
    assert len(found) == len(expected)
    for mixes in expected:
        close = [
            answer
            for answer in found
            if all(np.allclose(a, m, atol=1e-7) for a, m in zip(answer.mixes, mixes, strict=True))
        ]
        assert len(close) == 1, mixes
    assert max(answer.regret for answer in found) < 1e-9


# As the books write them: rows are the first player's, "own | other" in each cell.
TABLES = {
    "rock_paper_scissors": "0|0 -1|1 1|-1 / 1|-1 0|0 -1|1 / -1|1 1|-1 0|0",
    "hawk_dove": "-1|-1 2|0 / 0|2 1|1",
    "prisoners_dilemma": "3|3 0|5 / 5|0 1|1",
    "stag_hunt": "4|4 0|3 / 3|0 3|3",
    "chicken": "0|0 7|2 / 2|7 6|6",
    "battle_of_the_sexes": "3|2 0|0 / 0|0 2|3",
    "matching_pennies": "1|-1 -1|1 / -1|1 1|-1",
    "degenerate": "1|1 1|1 / 0|0 2|1",
    "shapley": "0|0 0|1 1|0 / 1|0 0|0 0|1 / 0|1 1|0 0|0",
    "strike_out": "4|3 5|1 6|2 / 2|1 8|4 3|6 / 3|0 9|6 2|8",
}


@pytest.mark.parametrize(("name", "table"), TABLES.items())
def test_known_tables(name, table):
    game = classics.game(name)
    for own, row in enumerate(table.split(" / ")):
        for other, cell in enumerate(row.split()):
            paid = [game.tensor[seat, own, other] for seat in (0, 1)]
            assert paid == [float(part) for part in cell.split("|")], (own, other)


@pytest.mark.parametrize(
    ("name", "earned"),
    [
        # What one earns when 0, 1 or 2 others do the first thing: doing it, and doing the second.
        ("public_goods", ([-0.5, 0, 0.5], [0, 0.5, 1])),  # each gift grows by half, parted by three
        ("volunteer", ([0.5, 0.5, 0.5], [0, 1, 1])),
        ("minority", ([1, 0, 0], [0, 0, 1])),
    ],
)
def test_known_tables_of_three(name, earned):
    game = classics.game(name)
    assert game.seats == 3
    for own, others in itertools.product(range(2), range(3)):
        profile = (own, *[0] * others, *[1] * (2 - others))
        assert game.tensor[(0, *profile)] == pytest.approx(earned[own][others], abs=1e-12)


def test_every_table_is_known():
    assert {*TABLES, *KNOWN_THREE} == set(classics.names())


@pytest.mark.parametrize(("name", "expected"), [*KNOWN.items(), *KNOWN_THREE.items()])
def test_known_games(name, expected):
    assert_answers(eq.nash(classics.game(name)), expected)


def test_the_games_are_all_known():
    assert {*KNOWN, *KNOWN_THREE} == set(classics.names())
    for name in classics.names():
        assert classics.story(name).endswith(".")
        assert classics.story(name).count(".") == 1


@pytest.mark.parametrize("method", ["vertices", "lp", "lemke_howson"])
@pytest.mark.parametrize("seed", range(8))
def test_random_zero_sum_eight_by_eight(method, seed):
    grid = np.random.default_rng(seed).normal(size=(8, 8))
    game = Payoffs.from_bimatrix(grid)
    found = eq.nash(game, method)
    assert found
    assert max(answer.regret for answer in found) < 1e-6
    # the value of the game does not depend on the answer
    value = eq.zero_sum(game).values[0]
    for answer in found:
        assert answer.values == pytest.approx([value, -value], abs=1e-7)


@pytest.mark.parametrize("seed", range(6))
def test_vertices_agree_with_nashpy(seed):
    import nashpy

    rng = np.random.default_rng([1, seed])
    first, second = rng.normal(size=(2, 4, 5))
    expected = list(nashpy.Game(first, second).vertex_enumeration())
    assert_answers(eq.nash(Payoffs.from_bimatrix(first, second)), expected)


@pytest.mark.parametrize("seed", range(30))
def test_degenerate_integer_games(seed):
    """Small integers make ties everywhere; supports are checked one by one by linear programs."""
    rng = np.random.default_rng([2, seed])
    first, second = rng.integers(0, 3, size=(2, 3, 3)).astype(float)
    found = eq.nash(Payoffs.from_bimatrix(first, second))
    assert found
    assert max(answer.regret for answer in found) < 1e-9
    carried = {answer.supports for answer in found}
    for supports in itertools.product(subsets(3), repeat=2):
        if all(len(s) == 1 for s in supports):
            (i,), (j,) = supports
            stable = first[i, j] == first[:, j].max() and second[i, j] == second[i].max()
            assert stable == (((i,), (j,)) in carried)


@pytest.mark.parametrize("factor", [1e-7, 1e7])
@pytest.mark.parametrize("seed", range(4))
def test_the_unit_of_payoffs_changes_no_symmetric_equilibrium(seed, factor):
    grid = 0.2 * np.random.default_rng([4, seed]).normal(size=(4, 4)) - np.eye(
        4
    )  # crowds earn less
    plain = eq.symmetric(Payoffs.from_matrix(grid))
    scaled = eq.symmetric(Payoffs.from_matrix(factor * grid))
    assert any(len(answer.supports[0]) > 1 for answer in plain)
    assert len(scaled) == len(plain)
    for one, other in zip(plain, scaled, strict=True):
        np.testing.assert_allclose(other.mixes[0], one.mixes[0], atol=1e-7)


def test_where_nothing_depends_on_the_choice_mixes_of_all_strategies_are_equilibria():
    found = eq.symmetric(Payoffs.from_matrix(np.zeros((3, 3))))
    assert {answer.supports[0] for answer in found} >= {(0,), (1,), (2,), (0, 1, 2)}


def subsets(size):
    return [s for n in range(1, size + 1) for s in itertools.combinations(range(size), n)]


def test_blends_within_a_component_are_equilibria():
    game = classics.game("degenerate")
    found = [answer for answer in eq.nash(game) if answer.component == 1]
    assert len(found) == 2
    blends = [0.3 * a + 0.7 * b for a, b in zip(found[0].mixes, found[1].mixes, strict=True)]
    assert eq.regret(game, blends) < 1e-12


EVEN = [{"heads": 0.5, "tails": 0.5}] * 2
ANSWERS = {
    "nash": eq.nash,
    "pure": eq.pure,
    "zero_sum": eq.zero_sum,
    "survivors": eq.survivors,
    "sinks": eq.sinks,
    "best_responses": eq.best_responses,
    "dominated": eq.dominated,
    "bootstrap": lambda game: eq.bootstrap(game, draws=2),
    "nearest": lambda game: eq.nearest(game, eq.nash(classics.game("matching_pennies"))[0]),
    "regret": lambda game: eq.regret(game, EVEN),
    "correlated": correlated,
    "regret_of_lottery": lambda game: regret_of_lottery(game, np.full(4, 0.25)),
    "regret_of_a_coarse_lottery": lambda game: regret_of_lottery(game, np.full(4, 0.25), True),
}
ALIKE = {"symmetric": eq.symmetric, "duels": duels}


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        *(("matching_pennies", ask) for ask in ANSWERS.values()),
        *(("hawk_dove", ask) for ask in ALIKE.values()),
    ],
    ids=[*ANSWERS, *ALIKE],
)
def test_a_table_with_a_hole_has_no_answers(name, ask):
    game = classics.game(name)
    mean = game.mean.copy()
    mean[1] = np.nan
    hole = " + ".join(game.profile_names(1))
    with pytest.raises(BadValue) as refused:
        ask(replace(game, mean=mean))
    assert str(refused.value) == f"payoffs: 1 cells have no payoffs, {hole} for one"
    ask(game)


def test_a_game_without_any_difference():
    found = eq.nash(Payoffs.from_bimatrix(np.ones((3, 3)), np.ones((3, 3))))
    assert len(found) == 9
    assert {answer.component for answer in found} == {0}


def test_large_games_fall_back_on_paths():
    rng = np.random.default_rng(5)
    game = Payoffs.from_bimatrix(*rng.normal(size=(2, 12, 12)))
    found = eq.nash(game)
    assert found
    assert max(answer.regret for answer in found) < 1e-6


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_symmetric_games_of_many_seats(seats):
    """A volunteer holds back with chance cost ** (1 / (seats - 1))."""
    game = classics.volunteer(seats, cost=0.3)
    mixed = [answer for answer in eq.symmetric(game) if not answer.is_pure]
    assert len(mixed) == 1
    assert mixed[0].mixes[0][1] == pytest.approx(0.3 ** (1 / (seats - 1)), abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_random_symmetric_games_of_three_seats(seed):
    rng = np.random.default_rng([3, seed])
    table = {}
    game = Payoffs.from_function(
        ["a", "b", "c"],
        3,
        lambda own, t: table.setdefault((own, *t.values()), float(rng.normal())),
    )
    found = eq.symmetric(game)
    assert found  # every symmetric game has a symmetric equilibrium
    assert max(answer.regret for answer in found) < 1e-7
    assert len(found) % 2 == 1  # and generically an odd number of them


def test_seats_that_differ():
    """All seven equilibria of the volunteer's dilemma, three of them with one seat out of it."""
    found = eq.nash(classics.game("volunteer").as_asymmetric())
    half = [0.5, 0.5]
    expected = [([1, 0] if s == k else [0, 1] for s in range(3)) for k in range(3)]
    expected = [tuple(mixes) for mixes in expected]
    expected += [tuple([0, 1] if s == k else half for s in range(3)) for k in range(3)]
    expected.append(([1 - WAIT, WAIT],) * 3)
    assert_answers(found, expected)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_three_different_seats(seed):
    rng = np.random.default_rng([4, seed])
    found = eq.nash(Payoffs.from_tensor(rng.normal(size=(3, 3, 3, 2))))
    assert found
    assert max(answer.regret for answer in found) < 1e-6


def test_many_strategies_are_searched_from_where_dynamics_end():
    rng = np.random.default_rng(6)
    grid = rng.normal(size=(10, 10))
    game = Payoffs.from_matrix(grid)
    assert all(answer.regret < 1e-6 for answer in eq.symmetric(game))
    big = Payoffs.from_tensor(rng.normal(size=(3, 5, 5, 5)))
    found = eq.nash(big)
    assert all(answer.regret < 1e-6 for answer in found)


def test_gambit_agrees():
    pygambit = pytest.importorskip("pygambit")
    if not hasattr(pygambit, "StrategicGame"):
        pytest.skip("needs pygambit 17")
    game = classics.game("volunteer").as_asymmetric()
    own = [answer.mixes for answer in eq.nash(game)]
    assert_answers(eq.nash(game, "gambit"), own)


def test_bad_wishes_are_refused():
    game = classics.game("hawk_dove")
    with pytest.raises(UnknownName, match="did you mean 'vertices'"):
        eq.nash(game, "vertex")
    with pytest.raises(BadValue, match="sum alike"):
        eq.nash(game, "lp")
    with pytest.raises(BadValue, match="for two seats"):
        eq.nash(classics.game("minority"), "vertices")
    holes = replace(game, mean=np.full_like(game.mean, np.nan))
    with pytest.raises(BadValue, match="3 cells have no payoffs"):
        eq.nash(holes)
    try:
        import pygambit  # noqa: F401
    except ImportError:
        with pytest.raises(SimkitError, match="needs pygambit"):
            eq.nash(game, "gambit")


def test_answers_as_frames_and_words():
    found = eq.nash(classics.game("hawk_dove"))
    frame = eq.frame(found)
    assert frame.groupby(["equilibrium", "seat"])["share"].sum().eq(1).all()
    assert list(eq.frame([]).columns) == list(frame.columns)
    assert str(found[2]) == "everybody: 1/2 hawk, 1/2 dove (regret 0)"


@pytest.mark.parametrize(
    ("regret", "words"),
    [(0.0, "0"), (1e-9, "0"), (1.1e-9, "1e-09"), (0.034, "0.03"), (12.0, "1e+01")],
)
def test_a_regret_of_more_than_rounding_is_shown(regret, words):
    found = replace(eq.nash(classics.game("hawk_dove"))[0], regret=regret)
    assert str(found).endswith(f"(regret {words})")


# Dominance, best responses ------------------------------------------------------------------------


def test_a_blend_dominates_what_no_single_strategy_does():
    game = Payoffs.from_bimatrix([[4, 0], [0, 4], [1, 1]], [[0, 0]] * 3)
    found = eq.dominated(game)
    assert found[["strategy", "by", "margin"]].to_numpy().tolist() == [
        ["s3", "50 % s1 + 50 % s2", 1.0]
    ]


def test_weak_dominance_is_told_apart():
    game = Payoffs.from_bimatrix([[1, 1], [1, 0]], [[0, 0], [0, 0]])
    assert eq.dominated(game).empty
    found = eq.dominated(game, weakly=True, iterated=False)
    assert found[["strategy", "kind"]].to_numpy().tolist() == [["s2", "weakly"]]


def test_prisoners_confess_and_nobody_gives():
    assert eq.survivors(classics.game("prisoners_dilemma")).names == ("confess",)
    assert eq.survivors(classics.game("public_goods")).names == ("keep",)
    assert eq.survivors(classics.game("rock_paper_scissors")).names == ("rock", "paper", "scissors")


def test_sampled_dominance_says_how_sure():
    game = classics.game("prisoners_dilemma")
    sure = eq.dominated(replace(game, se=game.se + 0.1))
    unsure = eq.dominated(replace(game, se=game.se + 1.0))
    assert sure["sure"].item() == 1.0
    assert 0.4 < unsure["sure"].item() < 0.95


def test_best_responses_end_in_equilibria_or_circles():
    assert eq.sinks(classics.game("stag_hunt")) == [["stag + stag"], ["hare + hare"]]
    assert [len(group) for group in eq.sinks(classics.game("shapley"))] == [6]
    edges = eq.best_responses(classics.game("volunteer"))
    assert edges["target"].tolist() == [
        "act + act + wait",
        "act + wait + wait",
        "act + wait + wait",
    ]


# Correlated equilibria ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", classics.names())
@pytest.mark.parametrize("coarse", [False, True])
def test_lotteries_are_obeyed_and_contain_every_equilibrium(name, coarse):
    game = classics.game(name)
    best = eq.correlated(game, "most", coarse)
    worst = eq.correlated(game, "least", coarse)
    fair = eq.correlated(game, "fairest", coarse)
    for found in (best, worst, fair):
        assert found.regret < 1e-7
        assert found.chances.sum() == pytest.approx(1.0)
    for answer in eq.nash(game):
        total = answer.values.sum()
        assert worst.values.sum() - 1e-7 <= total <= best.values.sum() + 1e-7
        assert answer.values.min() <= fair.values.min() + 1e-7


def test_coarse_is_at_least_as_good():
    rng = np.random.default_rng(9)
    game = Payoffs.from_tensor(rng.normal(size=(3, 3, 3, 2)))
    fine, coarse = eq.correlated(game), eq.correlated(game, coarse=True)
    assert fine.regret < 1e-7
    assert coarse.values.sum() >= fine.values.sum() - 1e-9
    assert regret_of_lottery(game, fine.chances, coarse=True) < 1e-7


def gains_by_leaving(game, chances):
    """Per seat, what the best plan (one strategy per advice) and the best single strategy add."""
    chance = {tuple(profile): p for profile, p in zip(game.profiles.tolist(), chances, strict=True)}

    def earned(seat, swap):
        total = 0.0
        for profile, p in chance.items():
            played = [*profile[:seat], swap[profile[seat]], *profile[seat + 1 :]]
            total += p * game.mean[game.profiles.tolist().index(played), seat]
        return total

    plans, single = [], []
    for seat, size in enumerate(game.sizes):
        obeyed = earned(seat, range(size))
        swaps = itertools.product(range(size), repeat=size)
        plans.append(max(earned(seat, swap) for swap in swaps) - obeyed)
        single.append(max(earned(seat, [i] * size) for i in range(size)) - obeyed)
    return max(plans), max(0.0, *single)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sizes", [(2, 3), (3, 3), (2, 2, 2)])
def test_what_leaving_a_lottery_gains_is_that_of_the_best_plan(sizes, seed):
    """Any lottery, most of which nobody would obey: all plans are tried one by one."""
    rng = np.random.default_rng(seed)
    names = [[f"{seat}{i}" for i in range(size)] for seat, size in enumerate(sizes)]
    game = Payoffs.of(names, rng.normal(size=(math.prod(sizes), len(sizes))), symmetric=False)
    chances = rng.dirichlet(np.full(math.prod(sizes), 0.5))
    plan, single = gains_by_leaving(game, chances)
    assert plan > 0
    assert regret_of_lottery(game, chances) == pytest.approx(plan)
    assert regret_of_lottery(game, chances, coarse=True) == pytest.approx(single)


@pytest.mark.parametrize("name", ["chicken", "volunteer", "public_goods", "rock_paper_scissors"])
def test_in_a_symmetric_game_a_lottery_is_left_as_if_seats_were_told_apart(name):
    game = classics.game(name)
    chances = np.random.default_rng(3).dirichlet(np.ones(len(game.profiles)))
    apart = game.as_asymmetric()
    cells = [tuple(sorted(profile)) for profile in apart.profiles.tolist()]
    place = {tuple(profile): i for i, profile in enumerate(game.profiles.tolist())}
    spread = np.array([chances[place[cell]] / cells.count(cell) for cell in cells])
    plan, single = gains_by_leaving(apart, spread)
    assert plan > 0
    assert regret_of_lottery(game, chances) == pytest.approx(plan)
    assert regret_of_lottery(game, chances, coarse=True) == pytest.approx(single)


def test_symmetric_and_told_apart_agree():
    for name in ("chicken", "volunteer", "minority"):
        game = classics.game(name)
        for goal in ("most", "least"):
            alike = eq.correlated(game, goal).values.sum()
            apart = eq.correlated(game.as_asymmetric(), goal).values.sum()
            assert alike == pytest.approx(apart, abs=1e-7)


# Uncertainty --------------------------------------------------------------------------------------


def test_intervals_cover_the_truth():
    """Estimates drawn round a known game: 95 % intervals hold its equilibrium in 95 % of them."""
    truth = Payoffs.from_matrix([[0, -1, 1.5], [1, 0, -0.5], [-1.5, 0.5, 0]])
    corr = np.broadcast_to([[1.0, -1.0], [-1.0, 1.0]], truth.corr.shape)
    mirror = truth.profiles[:, :1] == truth.profiles[:, 1:]
    truth = replace(truth, se=np.where(mirror, 0, 0.08) * np.ones(2), corr=corr)
    exact = eq.nash(truth)[0]
    rng = np.random.default_rng(11)
    held, regrets = [], []
    for seed in range(150):
        estimate = truth.draw(rng)
        found = eq.bootstrap(estimate, draws=80, seed=seed)
        inside = (found.shares["low"] <= exact.mixes[0]) & (exact.mixes[0] <= found.shares["high"])
        held += inside.tolist()
        regrets.append(eq.regret(truth, list(found.equilibrium.mixes)) <= found.regret_high)
    assert 0.91 < np.mean(held) < 0.98
    assert 0.90 < np.mean(regrets) < 0.99


def test_exact_payoffs_leave_no_doubt():
    found = eq.bootstrap(classics.game("volunteer"), draws=5)
    assert found.shares["low"].to_numpy() == pytest.approx(found.shares["high"].to_numpy())
    assert found.regret_high < 1e-9
    assert found.same == 1.0


def test_bootstrap_follows_seats_that_differ():
    game = classics.game("battle_of_the_sexes")
    sampled = replace(game, se=game.se + 0.2)
    mixed = eq.nash(game)[2]
    found = eq.bootstrap(sampled, mixed, draws=100)
    assert len(found.shares) == 4
    assert (found.shares["low"] < found.shares["share"]).all()
    assert (found.shares["high"] > found.shares["share"]).all()


def test_seats_that_differ_are_not_taken_for_alike_where_they_play_the_same():
    """Both go to the football until one of them would rather not: then both go to the opera."""
    game = classics.game("battle_of_the_sexes")
    football = eq.nash(game)[0]
    assert football.symmetric and not game.symmetric
    grid = game.mean.copy()
    grid[game.cell("football", "football")] -= 4
    changed = replace(game, mean=grid)
    answers = [str(found) for found in eq.nash(changed)]
    assert "everybody: opera (regret 0)" in answers
    near = eq.nearest(changed, football)
    assert near is not None and str(near) in answers
    assert near.regret == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", [1, 20, 22, 28])
def test_the_nearest_equilibrium_of_a_changed_table_is_nearest(seed):
    """No other is nearer, unless the same strategies still make one.

    In a game of equal seats what all play alike is compared with what seats play that differ.
    """
    rng = np.random.default_rng(seed)
    grid = rng.integers(0, 9, (4, 4)).astype(float)
    changed = Payoffs.from_matrix(grid + rng.normal(0, 2, (4, 4)))
    apart = [found for found in eq.nash(Payoffs.from_matrix(grid)) if not found.symmetric]
    moved = [to for to in apart if eq.nearest(changed, to).supports != to.supports]
    assert moved

    def distance(found, to):
        return max(np.abs(a - b).max() for a, b in zip(found.mixes, to.mixes, strict=True))

    for to in moved:
        shortest = min(distance(found, to) for found in eq.nash(changed))
        assert distance(eq.nearest(changed, to), to) == pytest.approx(shortest)


def test_cells_of_a_correlated_equilibrium_come_by_their_chances():
    found = correlated(classics.game("hawk_dove"), "fairest")
    frame = found.frame()
    assert frame["share"].sum() == pytest.approx(1)
    assert frame["share"].is_monotonic_decreasing
    assert (frame["share"] > 0).all() and set(frame["cell"]) <= set(found.cells)


def test_an_uncertain_equilibrium_says_how_sure_it_is():
    game = classics.game("rock_paper_scissors")
    game = replace(game, se=np.full_like(game.mean, 0.05), games=np.full(len(game.mean), 100))
    found = eq.bootstrap(game, draws=40)
    words = str(found)
    assert f"with {100 * found.level:g} % confidence nobody gains more than" in words
    assert words.endswith(f"{100 * found.same:.0f} % of the redrawn tables use the same strategies")


def test_large_mixes_of_many_strategies_are_where_the_dynamics_end():
    """Of ten strategies only small supports are gone through one by one."""
    grid = 0.02 * np.random.default_rng(8).normal(size=(10, 10)) - np.eye(10)  # crowds earn less
    found = eq.symmetric(Payoffs.from_matrix(grid))
    assert [answer.supports[0] for answer in found] == [tuple(range(10))]
    assert found[0].regret < 1e-9
