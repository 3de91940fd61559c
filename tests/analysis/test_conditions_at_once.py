"""A finding under m conditions: the intervals hold at once, so each has the level 1 - (1 - level) / m."""

import numpy as np
import pandas as pd
import pytest

from simkit.analysis.robust import Finding, across, within

FIGURES = ["gap", "low", "high"]


@pytest.fixture(scope="module")
def seats():
    rng = np.random.default_rng(3)
    won = rng.random(400) < 0.6
    return pd.DataFrame(
        {
            "game_id": np.repeat(range(400), 2),
            "seat": [0, 1] * 400,
            "faction": ["a", "b"] * 400,
            "bot": np.repeat(rng.choice(["x", "y", "z"], 400), 2),
            "win_share": np.column_stack([won, ~won]).ravel().astype(float),
        }
    )


def alone(seats, level=0.95):
    """Return the figures of the finding under one condition."""
    return across(Finding("a"), {"one": (seats, None)}, level=level)[FIGURES].loc[0].tolist()


@pytest.mark.parametrize("conditions", [2, 4])
def test_intervals_under_conditions_hold_at_once(seats, conditions):
    many = {str(number): (seats, None) for number in range(conditions)}
    found = across(Finding("a"), many, level=1 - 0.05 * conditions)
    assert found[FIGURES].to_numpy() == pytest.approx(np.array([alone(seats)] * conditions))
    wider = across(Finding("a"), many)
    assert (wider["low"] < found["low"]).all()


def test_intervals_in_the_parts_of_a_run_hold_at_once(seats):
    """Three parts and the whole are four conditions."""
    found = within(Finding("a"), seats, over="bot", level=1 - 0.05 * 4)
    assert found["condition"].tolist() == ["(everything)", "bot x", "bot y", "bot z"]
    parts = [seats, *(seats[seats["bot"] == name] for name in "xyz")]
    expected = np.array([alone(part) for part in parts])
    assert found[FIGURES].to_numpy() == pytest.approx(expected)
