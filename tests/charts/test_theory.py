"""Pictures of game theory: they draw, say what they show, and touch no global state."""

import sys
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from simkit.charts import theory as charts
from simkit.core.errors import BadValue
from simkit.theory import classics, dynamics, power
from simkit.theory import equilibria as eq
from simkit.theory.payoffs import Payoffs


def drawn(figure, tmp_path):
    """Render and return all texts of a figure."""
    path = tmp_path / "figure.png"
    figure.savefig(path, dpi=40)
    assert path.stat().st_size > 1000
    texts = [figure.get_suptitle(), *(axes.get_title(loc="left") for axes in figure.axes)]
    texts += [text.get_text() for axes in figure.axes for text in axes.texts]
    for axes in figure.axes:
        texts += [text.get_text() for text in axes.get_legend().texts] if axes.get_legend() else []
    texts.append(figure.get_supxlabel())
    return " | ".join(texts).replace("\n", " ")


def sampled(game, error):
    return replace(game, se=game.se + error, games=game.games + 50)


def test_payoff_map_shows_every_cell_with_its_interval(tmp_path):
    game = sampled(classics.game("volunteer"), 0.1)
    game.mean[0] = np.nan
    text = drawn(charts.payoff_map(game), tmp_path)
    assert text.count("± 0.20") == 6  # five cells and the title
    assert "?" in text
    assert "Wait earns most: 1.00 ± 0.20 against act + act" in text
    drawn(charts.payoff_map(classics.game("matching_pennies"), 1), tmp_path)


def test_a_payoff_map_without_payoffs_is_refused():
    game = classics.game("hawk_dove")
    with pytest.raises(BadValue, match="no cell"):
        charts.payoff_map(replace(game, mean=np.full_like(game.mean, np.nan)))


def gap_of(gap, size):
    """Return what one strategy gains among others, in standard errors; none of the rest differ."""
    grid = np.zeros((size, size))
    grid[0, 1] = gap
    return sampled(Payoffs.from_matrix(grid, ["bold", *(f"s{i}" for i in range(1, size))]), 1.0)


@pytest.mark.parametrize(("size", "level"), [(2, 0.95), (3, 0.95), (3, 0.8), (6, 0.95)])
def test_who_is_ahead_beyond_doubt_is_so_among_all_that_are_compared(tmp_path, size, level):
    """Every strategy among every other one is a comparison; m of them need a level of 1 - (1 - p)/m."""
    needed = NormalDist().inv_cdf(1 - (1 - level) / (size * (size - 1)) / 2)
    sure, unsure = (
        drawn(charts.odd_one_out(gap_of(times * needed, size), level=level), tmp_path)
        for times in (1.001, 0.999)
    )
    assert "Bold among s1 earns" in sure
    assert "None earns more than an even share (0.0" in unsure


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "The one equilibrium is circled by the population"),
        ([[0, -1, 2], [2, 0, -1], [-1, 2, 0]], "The one equilibrium attracts the population"),
        ([[0, -2, 1], [1, 0, -2], [-2, 1, 0]], "The one equilibrium repels the population"),
        ([[3, 0, 0], [0, 2, 0], [0, 0, 1]], "Of 7 equilibria, 3 attract the population"),
        # Payoffs that tie with the equilibrium's: its linear part says nothing of the flow.
        ([[2, 1, 1], [2, 0, 0], [1, 0, 0]], "The one equilibrium attracts the population"),
    ],
)
def test_simplex_says_what_the_flow_does(tmp_path, grid, sentence):
    game = Payoffs.from_matrix(grid, ["a", "b", "c"])
    path = dynamics.replicator(game, [[0.5, 0.3, 0.2]], time=5)
    assert sentence in drawn(charts.simplex(game, [path]), tmp_path)


def test_simplex_of_logit_dynamics_marks_where_they_rest(tmp_path):
    text = drawn(charts.simplex(classics.game("rock_paper_scissors"), noise=0.5), tmp_path)
    assert "The one point of rest attracts the population" in text
    with pytest.raises(BadValue, match="three strategies"):
        charts.simplex(classics.game("hawk_dove"))


def test_lines_are_named(tmp_path):
    one = dynamics.replicator(classics.game("hawk_dove"), [[0.9, 0.1]])
    text = drawn(charts.shares_over_time(one), tmp_path)
    assert "hawk 50 %" in text
    assert "dove 50 %" in text
    two = dynamics.replicator(classics.game("matching_pennies"), [[0.7, 0.3], [0.4, 0.6]])
    assert len(charts.shares_over_time(two).axes) == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rock_paper_scissors", "Best responses end in a circle of 3 combinations"),
        ("stag_hunt", "Best responses end in 2 pure equilibria"),
        ("shapley", "Best responses end in a circle of 6 combinations"),
        ("volunteer", "Best responses end in 1 pure equilibrium"),
    ],
)
def test_best_responses_say_where_they_end(tmp_path, name, sentence):
    assert sentence in drawn(charts.best_response_graph(classics.game(name)), tmp_path)


def test_four_strategies_stand_round_a_circle_and_too_many_are_refused(tmp_path):
    rng = np.random.default_rng(0)
    four = Payoffs.from_matrix(rng.normal(size=(4, 4)))
    drawn(charts.best_response_graph(sampled(four, 0.5)), tmp_path)
    with pytest.raises(BadValue, match="too many"):
        charts.best_response_graph(Payoffs.from_matrix(rng.normal(size=(8, 8))))


def test_equilibrium_and_power(tmp_path):
    found = eq.bootstrap(sampled(classics.game("rock_paper_scissors"), 0.1), draws=20)
    assert "nobody gains more than" in drawn(charts.equilibrium_shares(found), tmp_path)
    vote = power.banzhaf({"a": 4, "b": 4, "c": 2, "d": 1}, 6)
    assert "gains most from the rule" in drawn(charts.power_chart(vote), tmp_path)


def test_no_pyplot():
    assert (
        "matplotlib.pyplot" not in sys.modules or not sys.modules["matplotlib.pyplot"].get_fignums()
    )
