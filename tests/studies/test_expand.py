"""Best-response expansion on the tests' own title."""

import pytest

from simkit.core.errors import BadValue, UnknownName
from simkit.studies import expand as study


def test_a_weak_strategy_is_found_out_and_the_search_settles(tmp_path):
    """One bot that values nothing but cheap bids: tuning two weights beats it."""
    weak = "greedy(weights={'sale': -1.0, 'set_good': 0.0})"
    found = study.expand(
        "tests.tiny",
        {"weak": weak, "weaker": "greedy(weights={'sale': -2.0, 'set_good': -1.0})"},
        2,
        40,
        weights=["sale", "set_good"],
        evaluations=8,
        trial_games=20,
        test_games=200,
        rounds=3,
        method="coordinates",
        n_jobs=1,
        folder=tmp_path,
    )
    assert found.rounds["joined"].iloc[0]
    assert found.rounds["gain"].iloc[0] > 10
    assert found.rounds["low"].iloc[0] > 2
    assert set(found.bots) > {"weak", "weaker"}
    assert list(found.payoffs.names) == list(found.bots)
    best = found.payoffs.cell("best response 1", "weak")
    assert found.payoffs.mean[best].max() > 0.5
    if found.settled:
        assert found.exploitability < 2.0


def test_cma_searches_as_well():
    cma = pytest.importorskip("cma")
    assert cma
    goal = [1.0, -0.5]
    found = study._by_cma(lambda steps: -float(((steps - goal) ** 2).sum()), 2, 200, 0)
    assert found == pytest.approx(goal, abs=0.05)


def test_one_weight_at_a_time():
    goal = [1.0, -0.5]
    found = study._by_coordinates(lambda steps: -float(((steps - goal) ** 2).sum()), 2, 60)
    assert found == pytest.approx(goal, abs=0.1)


def test_bad_wishes_are_refused():
    def ask(**wishes):
        study.expand("tests.tiny", ["greedy", "greedy:bidder"], 2, 10, n_jobs=1, **wishes)

    with pytest.raises(UnknownName, match="did you mean 'cma'"):
        ask(method="cmaes")
    with pytest.raises(UnknownName, match="did you mean 'sale'"):
        ask(weights=["sales"])
    with pytest.raises(BadValue, match="not a greedy bot"):
        ask(base="random")
