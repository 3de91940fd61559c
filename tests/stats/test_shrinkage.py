import numpy as np
import pandas as pd
import pytest

from simkit.core.errors import SimkitError
from simkit.stats import shrinkage


def test_the_spread_behind_estimates_equals_statsmodels():
    from statsmodels.stats.meta_analysis import _fit_tau_iterative

    rng = np.random.default_rng(1)
    se = rng.uniform(0.5, 2, 12)
    value = rng.normal(3, 1.5, 12) + rng.normal(0, se)
    mean, sd = shrinkage.between(value, se)
    expected, _ = _fit_tau_iterative(value, se**2, atol=1e-12, maxiter=500)
    assert sd**2 == pytest.approx(expected, rel=1e-3)
    weight = 1 / (se**2 + sd**2)
    assert mean == pytest.approx((weight * value).sum() / weight.sum())


def test_estimates_that_spread_no_more_than_chance_go_nearly_to_the_mean():
    table = pd.DataFrame({"estimate": np.linspace(-0.5, 0.5, 11), "se": 1.0})
    found = shrinkage.shrunk(table)
    assert found["shrunk"].abs().max() == pytest.approx(0.5 * 2 / 10)
    wide = shrinkage.shrunk(table.assign(estimate=table["estimate"] * 100))
    assert wide["shrunk"].iloc[-1] == pytest.approx(50, rel=0.01)


def test_the_largest_is_covered_after_shrinkage_and_not_before():
    rng, shrunk, plain, selected = np.random.default_rng(2), [], [], []
    for _ in range(300):
        true = rng.normal(0, 1, 30)
        table = pd.DataFrame({"estimate": true + rng.normal(size=30), "se": 1.0, "true": true})
        row = shrinkage.shrunk(table).loc[table["estimate"].abs().idxmax()]
        shrunk.append(row["shrunk_low"] <= row["true"] <= row["shrunk_high"])
        plain.append(abs(row["estimate"] - row["true"]) < 1.96)
        named = shrinkage.selected(table).iloc[0]
        selected.append(named["low"] <= named["true"] <= named["high"])
    assert np.mean(shrunk) > 0.91
    assert np.mean(selected) > 0.93
    assert np.mean(plain) < 0.8


def test_few_levels_are_not_shrunk_and_wide_errors_are_refused():
    table = pd.DataFrame({"estimate": [1.0, 2.0, 9.0], "se": 1.0})
    assert shrinkage.shrunk(table)["shrunk"].tolist() == [1, 2, 9]
    with pytest.raises(SimkitError, match="above 0"):
        shrinkage.shrunk(table.assign(se=0.0))


def test_two_of_twenty_get_the_level_of_two_of_twenty():
    table = pd.DataFrame({"estimate": np.arange(20.0), "se": 1.0, "df": 10.0})
    found = shrinkage.selected(table, 2)
    from scipy import stats

    half = stats.t.ppf(1 - 0.05 * 2 / 20 / 2, 10)
    assert found["estimate"].tolist() == [19, 18]
    assert (found["high"] - found["estimate"]).tolist() == pytest.approx([half] * 2)
    with pytest.raises(SimkitError, match="at least one"):
        shrinkage.selected(table, 0)


def rows(rng, deals=30):
    card = np.tile(np.arange(12), deals)
    frame = pd.DataFrame({"game_id": np.repeat(np.arange(deals), 12), "card": card})
    return frame.assign(gap=rng.normal(0, 1, 12 * deals))


def test_fresh_games_test_the_named_extreme_alone():
    """Twelve cards that mean nothing: the largest is off at first, and not on new games."""
    rng, first, again = np.random.default_rng(3), [], []
    for _ in range(120):
        found = shrinkage.retest(rows(rng), rows(rng), "gap", "card").iloc[0]
        first.append(abs(found["named"]) * np.sqrt(30) > 1.96)
        again.append(found["p"] < 0.05)
    assert np.mean(first) > 0.3
    assert np.mean(again) < 0.12


def test_the_fresh_games_have_to_hold_what_was_named():
    rng = np.random.default_rng(4)
    first = rows(rng)
    first.loc[first["card"] == 7, "gap"] += 5
    named = shrinkage.retest(first, first, "gap", "card").iloc[0]
    assert named["card"] == 7
    assert named["named"] == named["estimate"]
    with pytest.raises(SimkitError, match="no row of the group"):
        shrinkage.retest(first, first[first["card"] != 7], "gap", "card")
    with pytest.raises(SimkitError, match="nothing to name"):
        shrinkage.retest(first[first["game_id"] == 0], first, "gap", "card")


def test_the_extreme_is_named_by_what_is_left_after_shrinkage():
    """A card of two deals is farther off by chance than one of forty by merit."""
    rng = np.random.default_rng(6)
    first = rows(rng, deals=40)
    first.loc[first["card"] == 3, "gap"] += 1.5
    few = pd.DataFrame({"game_id": [90, 91], "card": 99, "gap": [1.0, 3.4]})
    found = shrinkage.retest(pd.concat([first, few]), first, "gap", "card").iloc[0]
    assert found["card"] == 3


def test_arms_beside_one_baseline_are_off_together():
    """The baseline was lucky: shrinking twelve arms towards their mean does not take that out."""
    errors = 0.5 * np.eye(12) + 0.5
    table = pd.DataFrame({"estimate": np.linspace(1.5, 2.5, 12), "se": 1.0})
    alone = shrinkage.shrunk(table)
    found = shrinkage.shrunk(table, covariance=errors)
    width = (found["shrunk_high"] - found["shrunk_low"]).mean()
    assert width > 1.5 * (alone["shrunk_high"] - alone["shrunk_low"]).mean()
    assert (found["shrunk_low"] < 0.6).all()
    same = shrinkage.shrunk(table, covariance=np.eye(12))
    pd.testing.assert_frame_equal(same, alone)
