"""Voting power: published examples, brute force, estimates."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from simkit.core.errors import BadValue
from simkit.theory import power

EEC_1958 = {"France": 4, "Germany": 4, "Italy": 4, "Belgium": 2, "Netherlands": 2, "Luxembourg": 1}
COUNCIL = {f"permanent {i}": 7 for i in range(5)} | {f"elected {i}": 1 for i in range(10)}


def test_european_community_of_1958():
    found = power.banzhaf(EEC_1958, 12)
    assert found["swings"].tolist() == [10, 10, 10, 6, 6, 0]
    assert found["index"].tolist() == pytest.approx([5 / 21] * 3 + [1 / 7] * 2 + [0])
    found = power.shapley_shubik(EEC_1958, 12)
    assert found["power"].tolist() == pytest.approx([7 / 30] * 3 + [3 / 20] * 2 + [0])


def test_security_council():
    """Nine of fifteen votes and no veto: the weights 7 and 1 with quota 39 say the same."""
    found = power.banzhaf(COUNCIL, 39)
    assert found["swings"].tolist() == [848] * 5 + [84] * 10
    assert found["index"].tolist() == pytest.approx([848 / 5080] * 5 + [84 / 5080] * 10)
    found = power.shapley_shubik(COUNCIL, 39)
    assert found["power"].tolist() == pytest.approx([421 / 2145] * 5 + [4 / 2145] * 10)


def test_a_rule_instead_of_weights():
    def passes(coalition):
        vetoes = [name for name in COUNCIL if name.startswith("permanent")]
        return len(coalition) >= 9 and all(name in coalition for name in vetoes)

    by_rule = power.banzhaf(list(COUNCIL), wins=passes)
    assert by_rule["swings"].tolist() == [848] * 5 + [84] * 10
    orders = power.shapley_shubik(list(COUNCIL), wins=passes)
    assert orders["power"].tolist() == pytest.approx([421 / 2145] * 5 + [4 / 2145] * 10)


def brute(weights, quota):
    names = list(weights)
    swings = dict.fromkeys(names, 0)
    for size in range(len(names)):
        for group in itertools.combinations(names, size):
            held = sum(weights[name] for name in group)
            for name in names:
                if name not in group:
                    swings[name] += held < quota <= held + weights[name]
    decided = dict.fromkeys(names, 0)
    for order in itertools.permutations(names):
        held = 0
        for name in order:
            held += weights[name]
            if held >= quota:
                decided[name] += 1
                break
    return list(swings.values()), [d / math.factorial(len(names)) for d in decided.values()]


@pytest.mark.parametrize("seed", range(12))
def test_random_votes_agree_with_brute_force(seed):
    rng = np.random.default_rng(seed)
    weights = {f"v{i}": int(w) for i, w in enumerate(rng.integers(0, 12, size=6))}
    quota = int(rng.integers(1, sum(weights.values()) + 1))
    swings, orders = brute(weights, quota)
    assert power.banzhaf(weights, quota)["swings"].tolist() == swings
    assert power.shapley_shubik(weights, quota)["power"].tolist() == pytest.approx(orders)


def test_decimal_weights_are_exact():
    weights = {"a": 0.1, "b": 0.2, "c": 0.3}
    swings, _ = brute({"a": 1, "b": 2, "c": 3}, 3)
    assert power.banzhaf(weights, 0.3)["swings"].tolist() == swings


def test_a_hundred_voters_are_counted_exactly():
    """Equal weights: a voter decides in the coalitions that are one short."""
    found = power.banzhaf({f"v{i}": 1 for i in range(101)}, 51)
    expected = Fraction(math.comb(100, 50), 2**100)
    assert found["power"].to_numpy() == pytest.approx(float(expected), rel=1e-12)
    found = power.shapley_shubik({f"v{i}": 1 + i % 2 for i in range(70)}, 53)
    assert found["power"].sum() == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("index", [power.banzhaf, power.shapley_shubik])
def test_estimates_hold_the_truth(index):
    exact = index(COUNCIL, 39)["power"]
    held = []
    for seed in range(12):
        found = index(COUNCIL, 39, samples=1500, seed=seed)
        held += ((found["low"] <= exact) & (exact <= found["high"])).tolist()
        assert (found["low"] < found["high"]).all()
    assert np.mean(held) > 0.9


def test_large_votes_are_estimated():
    rng = np.random.default_rng(0)
    weights = {f"v{i}": float(w) for i, w in enumerate(rng.random(30))}
    found = power.banzhaf(weights, 0.6 * sum(weights.values()), samples=2000)
    order = found.sort_values("weight")["power"].to_numpy()
    assert np.corrcoef(order, np.arange(30))[0, 1] > 0.9


def test_bad_votes_are_refused():
    with pytest.raises(BadValue, match="either a quota or a rule"):
        power.banzhaf(EEC_1958)
    with pytest.raises(BadValue, match="quota"):
        power.banzhaf(EEC_1958, 18)
    with pytest.raises(BadValue, match="no voters"):
        power.banzhaf({}, 1)
    with pytest.raises(BadValue, match="needs a weight"):
        power.banzhaf(["a", "b"], 1)
