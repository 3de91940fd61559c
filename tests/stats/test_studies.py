"""The promises of simkit.stats, on worlds of known truth: in small here, in full by `make soak`."""

import pytest

from tests.stats.studies import FALSE, FULL, study

COVERS = 0.935  # the least a 95 % interval may cover; where the truth was selected, too


def kept(name, figures, slack=0.0):
    """Return the figures that break their promise; `slack` is what chance adds in few replications."""
    broken = {}
    for what, value in figures.items():
        if what.startswith("false"):
            good = value <= FALSE + 0.7 * slack
        elif what.startswith("covers"):
            good = value >= COVERS - 0.7 * slack
        elif name.startswith("four_of_five"):
            good = (
                abs(value - 0.8) <= 0.05 + slack if what.startswith("power") else 0.9 < value < 1.1
            )
        else:
            good = LEAST[what] - slack <= value <= MOST.get(what, 1) + slack
        if not good:
            broken[what] = value
    return broken


# What the price of honesty may be: the power that is left, games, and how far a fixed test goes.
LEAST = {
    "claims_a_card": 0,
    "power_of_11_points": 0.75,
    "found_9_points": 0.6,
    "after_deals": 24,
    "found_2_5_points": 0.5,
    "found_by_a_fixed_test": 0.85,
    "found_with_planned_looks": 0.8,
    "unselected_largest_of_8_spread_1": 0.5,
    "unselected_largest_of_30_spread_1": 0.3,
    "unselected_covariance_forgotten": 0.8,
    "found_share": 0.8,
    "found_where_5_percent_change": 0.8,
    "found_where_30_percent_change": 0.7,
    "found_in_shared_deals": 0.7,
    "found_3": 0.18,
    "found_5": 0.28,
    "found_10": 0.4,
}
MOST = {
    "claims_a_card": 0.1,
    "after_deals": 400,
    "unselected_covariance_forgotten": 0.93,
    "unselected_largest_of_8_spread_1": 0.9,
    "unselected_largest_of_30_spread_1": 0.8,
    "found_3": 0.3,
    "found_5": 0.42,
    "found_10": 0.6,
}
FEW = {  # replications that a test may take, where they are quick
    "card_of_a_real_faction": 8, "edges_of_things": 40, "edges_in_replayed_deals": 100,
    "looks_after_every_batch": 60, "one_score_watched": 200, "six_equal_strategies": 100,
    "four_of_five": 100, "rare_flips": 200, "shares_of_few": 200, "named_extremes": 100,
    "heterogeneous": 200, "paired_claims": 20,
    "edges_of_real_takers": 10, "shares_of_hardly_any_games": 200, "four_of_five_by_wins": 100,
    "rare_counts_by_group": 20, "flips_of_mirrored_arms": 200,
    "as_good_as_equal": 200, "extremes_of_arms": 60, "heterogeneous_games": 20,
}  # fmt: skip


def test_every_study_is_checked():
    assert set(FEW) == set(study.of)


@pytest.mark.parametrize("name", FEW)
def test_promises_are_kept_in_a_few_replications(name):
    figures = study.of[name](FEW[name])
    assert not kept(name, figures, slack=1 / FEW[name] ** 0.5), figures


@pytest.mark.soak
@pytest.mark.parametrize("name", FEW)
def test_promises_are_kept_in_1000_replications(name):
    figures = study.of[name](FULL)
    assert not kept(name, figures), figures


@pytest.mark.parametrize("name", FEW)
def test_the_stored_figures_keep_the_promises(name):
    figures = study.stored(name)
    assert figures
    assert not kept(name, figures), figures
