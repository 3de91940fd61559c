"""Intervals of win shares hold at once: the more there are to win, the wider each one is."""

from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

from simkit.studies.bids import shares

GAMES = 20_000


def width(rows):
    """Return the widths of the intervals in standard errors of a share; with so many games, normal."""
    found = shares(rows)
    error = np.sqrt(found["estimate"] * (1 - found["estimate"]) / found["rows"])
    return ((found["high"] - found["low"]) / 2 / error).to_numpy()


@pytest.mark.parametrize("kinds", [1, 2, 5])
def test_every_kind_counts_as_a_comparison(kinds):
    """With m kinds each interval has the level 1 - 0.05 / m."""
    rng = np.random.default_rng(kinds)
    rows = pd.DataFrame({"game_id": range(GAMES), "seat": 0})
    rows["who"] = rng.choice(list("abcde")[:kinds], GAMES)
    rows["win_share"] = (rng.random(GAMES) < 0.4).astype(float)
    expected = NormalDist().inv_cdf(1 - 0.05 / kinds / 2)
    assert width(rows) == pytest.approx([expected] * kinds, rel=0.01)
