import numpy as np
import pandas as pd
import pytest
from scipy import stats

from simkit.core.errors import SimkitError
from simkit.stats import equivalence, power
from simkit.stats.intervals import binomial_p, estimate


@pytest.mark.parametrize("comparisons", [1, 4, 14, 56])
@pytest.mark.parametrize("df", [12, 60, np.inf])
def test_the_visible_difference_has_the_power_it_is_said_to_have(comparisons, df):
    visible = power.visible(1.5, df, comparisons=comparisons)
    found = power.power_of(visible, 1.5, df, comparisons=comparisons)
    assert found == pytest.approx(0.8, abs=1e-6)


def test_power_is_that_of_the_noncentral_t():
    limit = stats.t.ppf(1 - 0.05 / 2 / 4, 20)
    expected = stats.nct.sf(limit, 20, 2.5) + stats.nct.cdf(-limit, 20, 2.5)
    assert power.power_of(5, 2, 20, comparisons=4) == pytest.approx(expected)


def test_needed_deals_equal_those_of_statsmodels():
    from statsmodels.stats.power import TTestPower

    for comparisons in (1, 14):
        exact = TTestPower().solve_power(0.4, alpha=0.05 / comparisons, power=0.8)
        found = power.needed(0.4, 1.0, comparisons=comparisons)
        assert found == pytest.approx(exact, abs=2)
        se = 1 / np.sqrt(found)
        assert power.visible(se, found - 1, comparisons=comparisons) <= 0.4


@pytest.mark.parametrize(
    "call",
    [
        lambda: power.visible(1.0, power=80),
        lambda: power.visible(1.0, level=95),
        lambda: power.corrected_quantile(0),
        lambda: power.needed(0, 1.0),
        lambda: equivalence.two_one_sided(0, 1, -1),
    ],
)
def test_what_cannot_be_planned_is_refused(call):
    with pytest.raises(SimkitError):
        call()


@pytest.mark.parametrize(("share", "games"), [(0.25, 60), (0.1, 200), (0.5, 40)])
@pytest.mark.parametrize("comparisons", [1, 14])
def test_the_visible_share_is_found_in_four_of_five_to_the_harder_side(share, games, comparisons):
    effect = float(power.visible_share(share, games, comparisons=comparisons))
    won = np.arange(games + 1)
    p = binomial_p(won / games, np.full(games + 1, float(games)), np.full(games + 1, share))
    found = [
        stats.binom.pmf(won, games, share + side * effect)[p * comparisons < 0.05].sum()
        for side in (-1, 1)
        if 0 <= share + side * effect <= 1
    ]
    assert min(found) == pytest.approx(0.8, abs=1e-4)  # the far side adds next to nothing


def test_what_no_run_of_this_size_finds_is_infinite():
    assert power.visible_share(0.25, 5) == np.inf
    assert power.visible_change(3, 0.0) == np.inf
    assert power.visible_gap(0.5, 1.0) == np.inf


def test_the_visible_change_goes_on_where_flips_are_many():
    below, above = (float(power.visible_change(n, 0.4, n - 1)) for n in (999, 1_001))
    assert above == pytest.approx(below, rel=0.02)


def test_the_visible_gap_is_near_the_one_of_statsmodels():
    from statsmodels.stats.power import NormalIndPower
    from statsmodels.stats.proportion import proportion_effectsize

    effect = float(power.visible_gap(0.3, 500.0))  # twice 1,000 games
    size = proportion_effectsize(0.3 + effect / 2, 0.3 - effect / 2)
    assert NormalIndPower().power(size, 1_000, 0.05) == pytest.approx(0.8, abs=0.02)


def test_equivalence_equals_statsmodels():
    from statsmodels.stats.weightstats import DescrStatsW

    values = np.random.default_rng(1).normal(0.1, 1, 50)
    expected = DescrStatsW(values).ttost_mean(-0.5, 0.5)[0]
    se = values.std(ddof=1) / np.sqrt(50)
    assert equivalence.two_one_sided(values.mean(), se, 0.5, 49) == pytest.approx(expected)


def test_no_wins_of_a_few_games_are_not_shown_to_be_as_good_as_equal():
    """All twelve lost at a fair 10 %: nothing varies, but up to 22 % would look like this."""
    frame = pd.DataFrame({"game_id": range(12), "win_share": 0.0})
    table = estimate(frame, "win_share", share=True, null=0.1)
    assert equivalence.judge(table, 0.11)["even"].item() == equivalence.OPEN
    many = estimate(
        pd.DataFrame({"game_id": range(800), "win_share": np.arange(800) % 10 == 0}).astype(float),
        "win_share", share=True, null=0.1,
    )  # fmt: skip
    assert equivalence.judge(many, 0.05)["even"].item() == equivalence.EQUAL


def test_arms_that_never_differ_are_equal_by_their_number_of_deals():
    for deals, word in ((20, equivalence.OPEN), (400, equivalence.EQUAL)):
        frame = pd.DataFrame({"game_id": range(deals), "gap": 0.0})
        table = estimate(frame, "gap", difference=True, null=0.0)
        assert equivalence.judge(table, 0.05)["even"].item() == word


def test_equal_and_different_are_corrected_over_the_table():
    table = pd.DataFrame({"estimate": [0.0, 2.2], "se": [0.55, 1.0]})
    assert equivalence.judge(table.head(1), 1.0)["even"].tolist() == [equivalence.EQUAL]
    assert equivalence.judge(table.tail(1), 1.0)["even"].tolist() == [equivalence.DIFFERENT]
    both = pd.concat([table] * 4, ignore_index=True)
    assert set(equivalence.judge(both, 1.0)["even"]) == {equivalence.OPEN}


def test_what_is_not_found_different_is_not_called_equal():
    table = pd.DataFrame({"estimate": [0.0, 0.0, 3.0, 0.9], "se": [0.1, 1.0, 0.5, 0.01]})
    words = equivalence.judge(table, 1.0)["even"].tolist()
    assert words == [
        equivalence.EQUAL,
        equivalence.OPEN,
        equivalence.DIFFERENT,
        equivalence.EQUAL,
    ]
