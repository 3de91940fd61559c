"""Best-response expansion on the tests' own title."""

import numpy as np
import pandas as pd
import pytest

from simkit.core.errors import BadValue, UnknownName
from simkit.studies import expand as study
from simkit.theory.payoffs import Payoffs


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
        base="greedy",
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
    assert found.exploitability == found.rounds["gain"].iloc[-1]
    assert found.settled is not bool(found.rounds["joined"].iloc[-1])


@pytest.mark.parametrize(
    ("gains", "joined", "exploitability", "settled"),
    [
        ([12.0, 3.5, 0.4], [True, True, False], 0.4, True),
        ([0.5, 7.0], [False, True], 7.0, False),
        ([1.5], [False], 1.5, True),
    ],
)
def test_what_can_still_be_gained_is_what_the_last_search_gained(
    gains, joined, exploitability, settled
):
    table = Payoffs.from_matrix([[0.0]], ["a"])
    rounds = pd.DataFrame({"gain": gains, "joined": joined})
    found = study.Expansion(table, {"a": "greedy"}, rounds, table)
    assert found.exploitability == exploitability
    assert found.settled is settled


def test_a_weight_of_zero_is_moved_too():
    table = study.Table("tests.tiny", 2, 0, 1)
    bots = {"a": "greedy(weights={'sale': 0.0})"}
    space = study._Weights.of(table, bots, np.ones(1), "best", None)
    assert space.start["sale"] == 0.0
    assert space.text({}) == space.text({"sale": 0.0}) == bots["a"]
    assert space.text({"sale": 0.5}) == "greedy(weights={'sale': 0.5})"


def test_what_has_joined_is_where_the_next_search_begins():
    table = study.Table("tests.tiny", 2, 0, 1)
    bots = {"a": "greedy:bidder", "b": "greedy:bidder(weights={'sale': 0.25})"}
    space = study._Weights.of(table, bots, np.array([0.0, 1.0]), "best", ["sale"])
    assert space.start["sale"] == 0.25
    assert space.text({}) == bots["b"]


def test_every_generation_plays_deals_of_its_own(monkeypatch):
    pytest.importorskip("cma")
    occasions, race = [], study.race

    def noted(tuning, candidates, start, occasion, *more):
        occasions.append(occasion)
        return race(tuning, candidates, start, occasion, *more)

    monkeypatch.setattr(study, "race", noted)
    study.expand(
        "tests.tiny", ["greedy", "random"], 2, 20, weights=["sale", "set_good"], evaluations=13,
        trial_games=8, test_games=20, rounds=1, base="greedy", method="cma", n_jobs=1,
    )  # fmt: skip
    assert occasions == [f"generation {number}" for number in range(1, len(occasions) + 1)]
    assert len(occasions) > 1


def test_cma_searches_as_well():
    pytest.importorskip("cma")
    seen = []
    found = study.expand(
        "tests.tiny",
        {"weak": "greedy(weights={'sale': -1.0, 'set_good': 0.0})", "weaker": "random"},
        2,
        20,
        weights=["sale", "set_good", "price"],
        evaluations=20,
        trial_games=20,
        test_games=200,
        rounds=1,
        n_jobs=1,
        progress=seen.append,
    )
    assert found.rounds["joined"].iloc[0]
    assert found.rounds["low"].iloc[0] < found.rounds["gain"].iloc[0] < found.rounds["high"].iloc[0]
    assert found.rounds["games"].iloc[0] > 20 * 20
    assert any(progress.note == "testing" for progress in seen)


def test_one_weight_at_a_time():
    goal = {"a": 2.0, "b": -0.5}

    def won(weights):
        return -sum((weights[name] - goal[name]) ** 2 for name in goal)

    found = study._by_coordinates(won, {"a": 1.0, "b": 0.0}, {"a": 1.0, "b": 0.5}, 60)
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
