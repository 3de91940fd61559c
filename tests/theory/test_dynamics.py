"""Dynamics against closed forms, brute force and figures of OpenSpiel."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from simkit.core.errors import BadValue
from simkit.theory import classics
from simkit.theory import dynamics as dyn
from simkit.theory.payoffs import Payoffs
from simkit.theory.portrait import portrait
from tests.theory import open_spiel_figures as figures

GAMES = {"T": figures.THREE_SEATS, "B": figures.TWO_SEATS}


def shares(frame, names):
    return frame.set_index("strategy")["share"].loc[list(names)].to_numpy()


EVEN = [{"hawk": 0.5, "dove": 0.5}]
ANSWERS = {
    "velocity": lambda game: dyn.velocity(game, EVEN),
    "replicator": lambda game: dyn.replicator(game, EVEN),
    "logit": lambda game: dyn.logit(game, EVEN),
    "fictitious_play": dyn.fictitious_play,
    "fixation": dyn.fixation,
    "small_mutation": dyn.small_mutation,
    "moran": lambda game: dyn.moran(game, {"hawk": 3, "dove": 2}, steps=3),
    "alpha_rank": dyn.alpha_rank,
    "alpha_rank_in_the_limit": lambda game: dyn.alpha_rank(game, None),
    "portrait": lambda game: portrait(game, draws=2),
}


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_a_table_with_a_hole_has_no_dynamics(ask):
    game = classics.game("hawk_dove")
    mean = game.mean.copy()
    mean[1] = np.nan
    with pytest.raises(BadValue, match=r"^payoffs: 1 cells have no payoffs, hawk \+ dove for one$"):
        ask(replace(game, mean=mean))
    ask(game)


def in_cell_order(game, frame):
    cells = [" + ".join(game.profile_names(c)) for c in range(len(game.profiles))]
    return shares(frame, cells)


# Figures of OpenSpiel -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", figures.ONE_LOCAL)
def test_alpha_rank_of_one_population(case):
    game = Payoffs.from_matrix(figures.ONE)
    found = dyn.alpha_rank(game, case["alpha"], case["m"])
    np.testing.assert_allclose(shares(found, game.names), case["pi"], atol=1e-6)


@pytest.mark.parametrize("case", figures.ONE_GLOBAL)
def test_alpha_rank_against_the_whole_population(case):
    game = Payoffs.from_matrix(figures.ONE)
    found = dyn.alpha_rank(game, case["alpha"], case["m"], local=False)
    np.testing.assert_allclose(shares(found, game.names), case["pi"], atol=1e-6)


@pytest.mark.parametrize("case", figures.CONSTANT_GLOBAL)
def test_alpha_rank_of_a_constant_sum_game(case):
    game = Payoffs.from_matrix(figures.CONSTANT_SUM)
    found = dyn.alpha_rank(game, case["alpha"], case["m"], local=False)
    np.testing.assert_allclose(shares(found, game.names), case["pi"], atol=1e-6)


@pytest.mark.parametrize("case", figures.ONE_LIMIT)
def test_alpha_rank_in_the_limit(case):
    game = Payoffs.from_matrix(figures.ONE)
    found = dyn.alpha_rank(game, None, noise=case["noise"])
    np.testing.assert_allclose(shares(found, game.names), case["pi"], atol=1e-6)


@pytest.mark.parametrize("case", figures.MANY)
def test_alpha_rank_of_several_populations(case):
    game = Payoffs.from_tensor(GAMES[case["game"]])
    found = dyn.alpha_rank(game, case["alpha"], case["m"])
    np.testing.assert_allclose(in_cell_order(game, found), case["pi"], atol=1e-6)


@pytest.mark.parametrize("case", figures.MANY_LIMIT)
def test_alpha_rank_of_several_populations_in_the_limit(case):
    game = Payoffs.from_tensor(GAMES[case["game"]])
    found = dyn.alpha_rank(game, None, noise=case["noise"])
    np.testing.assert_allclose(in_cell_order(game, found), case["pi"], atol=1e-6)


@pytest.mark.parametrize(
    ("game", "case"),
    [
        (Payoffs.from_matrix(figures.ONE), figures.REPLICATOR_ONE),
        (Payoffs.from_tensor(figures.THREE_SEATS), figures.REPLICATOR_MANY),
    ],
)
def test_replicator(game, case):
    sizes = game.sizes[:1] if game.symmetric else game.sizes
    start = np.split(np.array(case["start"]), np.cumsum(sizes)[:-1])
    np.testing.assert_allclose(
        np.concatenate(dyn.velocity(game, start)), case["velocity"], atol=1e-12
    )
    path = dyn.replicator(game, start, time=10, points=11)
    for time, state in zip(case["times"], case["path"], strict=True):
        found = path.loc[np.isclose(path["time"], time), "share"]
        np.testing.assert_allclose(found, state, atol=1e-6)


# Closed forms and brute force ---------------------------------------------------------------------


@pytest.mark.parametrize(("fitness", "size"), [(2.0, 10), (1.1, 50), (0.7, 8)])
def test_a_mutant_of_constant_fitness(fitness, size):
    """Moran 1958: (1 - 1/r) / (1 - 1/r^N)."""
    game = Payoffs.from_matrix([[1, 1], [fitness, fitness]], ["plain", "mutant"])
    found = dyn.fixation(game, size, 1.0, "linear")
    expected = (1 - 1 / fitness) / (1 - fitness**-size)
    assert found.loc[found["mutant"] == "mutant", "fixation"].item() == pytest.approx(
        expected, rel=1e-12
    )


def test_a_neutral_mutant_takes_over_once_in_a_population():
    game = Payoffs.from_matrix(np.ones((3, 3)))
    found = dyn.fixation(game, 17)
    np.testing.assert_allclose(found["fixation"], 1 / 17, rtol=1e-12)


@pytest.mark.parametrize("name", ["hawk_dove", "stag_hunt", "volunteer"])
@pytest.mark.parametrize("fitness", ["exponential", "linear"])
def test_fixation_agrees_with_the_absorbing_chain(name, fitness):
    """Solve the birth-death chain as a linear system; opponents are counted one by one."""
    game, size, selection = classics.game(name), 9, 0.15
    names = game.names
    for resident, mutant in itertools.permutations(range(2), 2):
        chain = np.eye(size + 1)
        goal = np.zeros(size + 1)
        goal[size] = 1.0
        for alive in range(1, size):
            people = [mutant] * alive + [resident] * (size - alive)
            earned = {}
            for own, me in ((mutant, 0), (resident, size - 1)):
                others = people[:me] + people[me + 1 :]
                tables = list(itertools.combinations(others, game.seats - 1))
                earned[own] = np.mean([game.tensor[(0, own, *table)] for table in tables])
            force = {
                own: np.exp(selection * e) if fitness == "exponential" else 1 + selection * (e - 1)
                for own, e in earned.items()
            }
            total = alive * force[mutant] + (size - alive) * force[resident]
            up = alive * force[mutant] / total * (size - alive) / size
            down = (size - alive) * force[resident] / total * alive / size
            chain[alive, [alive - 1, alive, alive + 1]] = [-down, up + down, -up]
        expected = np.linalg.solve(chain, goal)[1]
        found = dyn.fixation(game, size, selection, fitness)
        row = found[(found["resident"] == names[resident]) & (found["mutant"] == names[mutant])]
        assert row["fixation"].item() == pytest.approx(expected, rel=1e-9)


def test_random_histories_end_as_the_chances_say():
    game = Payoffs.from_matrix([[1, 1], [1.5, 1.5]], ["plain", "mutant"])
    chance = dyn.fixation(game, 6, 1.0).query("mutant == 'mutant'")["fixation"].item()
    ends = []
    for seed in range(400):
        path = dyn.moran(game, {"plain": 5, "mutant": 1}, steps=150, seed=seed)
        ends.append(path["share"].iloc[-1])
    assert set(np.round(ends, 9)) <= {0.0, 1.0}
    assert abs(np.mean(ends) - chance) < 3 * np.sqrt(chance * (1 - chance) / 400)


def test_rare_mutants_in_two_strategies_balance_their_chances():
    game = classics.game("stag_hunt")
    fix = dyn.fixation(game, 12, 0.1).set_index("mutant")["fixation"]
    found = dyn.small_mutation(game, 12, 0.1)
    expected = fix["stag"] / (fix["stag"] + fix["hare"])
    assert shares(found, ["stag"])[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("size", [2, 5, 40])
def test_long_run_of_random_chains(size):
    rates = np.random.default_rng(size).random((size, size))
    np.fill_diagonal(rates, 0)
    chain = rates / size
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    with np.errstate(divide="ignore"):
        found = dyn.stationary(np.log(rates))
    np.testing.assert_allclose(found @ chain, found, atol=1e-14)


def test_strong_selection_does_not_underflow():
    """At alpha 10,000 rates fall to exp(-490,000): the cycle is still ranked evenly."""
    found = dyn.alpha_rank(classics.game("rock_paper_scissors"), 1e4)
    np.testing.assert_allclose(found["share"], 1 / 3, atol=1e-12)
    pure = dyn.alpha_rank(classics.game("prisoners_dilemma"), 1e4)
    assert pure["strategy"][0] == "confess"
    assert pure["share"][0] == pytest.approx(1.0)


def test_alpha_rank_of_three_seats_alike():
    found = dyn.alpha_rank(classics.game("public_goods"), 1.0, 20)
    assert found["strategy"][0] == "keep"
    with pytest.raises(BadValue, match="two seats"):
        dyn.alpha_rank(classics.game("public_goods"), None)


def test_replicator_conserves_the_product_of_shares_in_rock_paper_scissors():
    path = dyn.replicator(classics.game("rock_paper_scissors"), [[0.6, 0.3, 0.1]], time=30)
    product = path.groupby("time")["share"].prod()
    assert product.to_numpy() == pytest.approx(0.018, rel=1e-6)


def test_logit_rests_where_shares_answer_payoffs():
    game = classics.game("hawk_dove")
    path = dyn.logit(game, [[0.9, 0.1]], noise=0.5, time=60, points=2)
    end = path["share"].to_numpy()[-2:]
    wish = np.exp(game.against(end) / 0.5)
    np.testing.assert_allclose(end, wish / wish.sum(), atol=1e-8)


def test_fictitious_play_settles_in_zero_sum_games_and_not_in_shapleys():
    rng = np.random.default_rng(8)
    game = Payoffs.from_bimatrix(rng.normal(size=(4, 4)))
    rounds = 20_000
    last = dyn.fictitious_play(game, rounds).tail(8)["share"].to_numpy()
    assert game.regrets([last[:4], last[4:]]).sum() < 0.05
    path = dyn.fictitious_play(classics.game("shapley"), 5000, [[1, 0, 0], [0, 1, 0]])
    late = path[(path["time"] > 2500) & (path["strategy"] == "top")]["share"]
    assert late.max() - late.min() > 0.2


def test_bad_wishes_are_refused():
    game = classics.game("hawk_dove")
    with pytest.raises(BadValue, match="1 populations"):
        dyn.replicator(game, [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(BadValue, match="noise"):
        dyn.logit(game, [[0.5, 0.5]], noise=0)
    with pytest.raises(BadValue, match="cannot fill"):
        dyn.fixation(classics.game("volunteer"), 2)
    with pytest.raises(BadValue, match="zero or negative"):
        dyn.fixation(game, 10, 1.0, "linear")
    with pytest.raises(BadValue, match="never left"):
        dyn.stationary(np.full((2, 2), -np.inf))


def test_a_portrait_is_cut_off_where_hardly_anything_moves():
    still = portrait(classics.game("rock_paper_scissors"), draws=2).path
    assert len(still["time"].unique()) == 11  # nothing moves: enough to see that
    assert still["share"].to_numpy() == pytest.approx(1 / 3)
    moving = portrait(classics.game("prisoners_dilemma"), draws=2).path
    wide = moving.pivot(index="time", columns="strategy", values="share")
    far = (wide - wide.iloc[-1]).abs().max(axis=1)
    last = float(wide.index[far > 0.01][-1])
    assert last < float(wide.index[-1])
    assert float(wide.index[-1]) <= 1.4 * last  # the whole path is many times as long


@pytest.mark.parametrize("grid", [[[1.0, 1.0], [-3.0, 1.0]], [[1.0, -3.0], [1.0, 1.0]]])
def test_linear_fitness_of_either_side_has_to_be_positive(grid):
    """Whether the mutants or the residents lose too much, there is no chance to be told."""
    game = Payoffs.from_matrix(grid)
    with pytest.raises(BadValue, match="makes some linear fitness zero or negative"):
        dyn.fixation(game, 6, 1.0, "linear")
    assert dyn.fixation(game, 6, 0.1, "linear")["fixation"].between(0, 1).all()
