import numpy as np
import pandas as pd
import pytest

from simkit.analysis import explore
from simkit.stats.intervals import estimate


def of(values, groups=7, players=4):
    """Return the rows of games whose seats have a figure `relics`, by groups that mean nothing."""
    n = len(values)
    games = pd.DataFrame({"game_id": np.arange(n // players)})
    seats = pd.DataFrame({"game_id": np.repeat(games["game_id"], players), "relics": values})
    seats = seats.assign(seat=np.tile(np.arange(players), n // players), score=0, win_share=0.25)
    return explore.Rows.of(seats.assign(faction=[f"f{i % groups}" for i in range(n)]), games)


def test_a_figure_of_0_and_1_has_the_interval_of_a_share():
    values = 1 * (np.arange(140) % 20 == 3)
    found = explore.table(of(values), "relics").set_index("faction")
    assert (found["low"] >= 0).all()
    none = found[found["estimate"] == 0]
    assert (none["high"] > 0.1).all()
    rows = of(values).seats
    expected = estimate(rows, "relics", "faction", share=True).set_index("faction")
    assert found["high"].sort_index().tolist() == pytest.approx(expected["high"].tolist())


@pytest.mark.parametrize("mean", [0.1, 0.4])
def test_groups_that_rarely_have_any_are_not_told_apart(mean):
    rng, false = np.random.default_rng(4), 0
    for _ in range(60):
        found = explore.table(of(rng.poisson(mean, 280), groups=14), "relics")
        false += bool((found["p_holm"] < 0.05).any())
    assert false <= 9  # 3 to be expected


def test_a_group_that_has_more_is_found():
    rng = np.random.default_rng(5)
    values = rng.poisson(0.5, 560) + (np.arange(560) % 14 == 2)
    found = explore.table(of(values, groups=14), "relics")
    assert found.loc[found["p_holm"] < 0.05, "faction"].tolist() == ["f2"]
