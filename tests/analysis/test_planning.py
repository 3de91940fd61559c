import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize, samplesize_confint_proportion

from simkit.analysis import planning
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World


@pytest.mark.parametrize("effect", [0.01, 0.02, 0.03, 0.05, -0.05])
def test_games_for_an_effect_equal_statsmodels(effect):
    size = abs(proportion_effectsize(0.25 + effect, 0.25))
    expected = NormalIndPower(ddof=0).solve_power(size, alpha=0.05, power=0.8, ratio=0)
    whole = 1 / (2 * abs(effect))  # wins are whole numbers
    assert planning.games_for_effect(effect) == pytest.approx(expected + whole, abs=1)


def test_games_for_a_precision_equal_statsmodels():
    expected = samplesize_confint_proportion(0.25, 0.015)
    assert planning.games_for_precision(0.015) == pytest.approx(expected, abs=1)


def test_presence_dependence_and_many_comparisons_cost_games():
    plain = planning.games_for_effect(0.03)
    assert planning.games_for_effect(0.03, presence=0.5) == pytest.approx(2 * plain, abs=1)
    assert planning.games_for_effect(0.03, design=1.5) == pytest.approx(1.5 * plain, abs=1)
    assert planning.games_for_effect(0.03, comparisons=14) > 1.5 * plain


# Lan and DeMets' limits for five equal looks, two-sided 5 %, as in their tables.
LIMITS = {
    "late": [4.8769, 3.3569, 2.6803, 2.2898, 2.0310],
    "even": [2.4380, 2.4268, 2.4101, 2.3966, 2.3859],
}


@pytest.mark.parametrize("shape", LIMITS)
def test_limits_equal_the_published_ones(shape):
    assert planning.boundaries(5, shape=shape)["z"].tolist() == pytest.approx(
        LIMITS[shape], abs=2e-3
    )


def test_one_look_is_the_plain_test():
    assert planning.boundaries(1)["z"].item() == pytest.approx(1.959964, abs=1e-5)


def test_limits_keep_the_error_for_uneven_looks():
    share = [0.2, 0.5, 0.6, 1.0]
    z = planning.boundaries(share, shape="even")["z"].to_numpy()
    rng = np.random.default_rng(1)
    steps = rng.normal(0, np.sqrt(np.diff(share, prepend=0)), (400_000, 4))
    crossed = (np.abs(steps.cumsum(axis=1)) > z * np.sqrt(share)).any(axis=1)
    assert crossed.mean() == pytest.approx(0.05, abs=0.0015)


def test_mirrored_deals_show_in_the_design_effect():
    seats, games = World(deal_sd=1.5).frames(100, np.random.default_rng(2))
    mirrored = planning.design_effect(seats, games, "score")
    alone = planning.design_effect(seats, games.assign(deal=games["game_id"]), "score")
    assert alone == pytest.approx(1, abs=0.05)
    assert mirrored > 1.5


def test_precision_so_far_ends_at_that_of_the_whole_run():
    from simkit.analysis import balance

    seats, games = World().frames(40, np.random.default_rng(3))
    table = planning.so_far(seats, games, waves=4)
    assert sorted(table["played"].unique()) == [40, 80, 120, 160]
    last = table[table["played"] == 160].set_index("faction")
    whole = balance.win_share(seats, "faction", games).set_index("faction")
    assert last["low"].tolist() == pytest.approx(whole["low"].tolist())
    assert table.groupby("played")["half_width"].mean().is_monotonic_decreasing


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: planning.games_for_effect(0),
        lambda: planning.games_for_effect(0.9),
        lambda: planning.games_for_effect(0.02, power=80),
        lambda: planning.games_for_effect(0.02, presence=0),
        lambda: planning.games_for_precision(0),
        lambda: planning.games_for_precision(0.1, level=95),
        lambda: planning.boundaries(0),
        lambda: planning.boundaries([0.5, 0.4]),
        lambda: planning.boundaries(3, shape="early"),
        lambda: planning.so_far(pd.DataFrame({"game_id": [], "seat": []})),
    ],
)
def test_impossible_plans_are_refused(wrong):
    with pytest.raises(SimkitError):
        wrong()
