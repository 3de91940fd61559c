import numpy as np
import pytest
from scipy import stats

from simkit.core.errors import SimkitError
from simkit.stats import equivalence, power


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


def test_equivalence_equals_statsmodels():
    from statsmodels.stats.weightstats import DescrStatsW

    values = np.random.default_rng(1).normal(0.1, 1, 50)
    expected = DescrStatsW(values).ttost_mean(-0.5, 0.5)[0]
    se = values.std(ddof=1) / np.sqrt(50)
    assert equivalence.two_one_sided(values.mean(), se, 0.5, 49) == pytest.approx(expected)


def test_what_is_not_found_different_is_not_called_equal():
    import pandas as pd

    table = pd.DataFrame({"estimate": [0.0, 0.0, 3.0, 0.9], "se": [0.1, 1.0, 0.5, 0.01]})
    words = equivalence.judge(table, 1.0)["even"].tolist()
    assert words == [
        equivalence.EQUAL,
        equivalence.OPEN,
        equivalence.DIFFERENT,
        equivalence.EQUAL,
    ]
