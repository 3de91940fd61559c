"""The promises of intervals, tests and plans, on frames of known truth."""

import pytest

from tests.analysis.studies import COVERS, COVERS_FEW, FULL, study

INTERVALS = ["mirrored_deals", "plain_games", "paired_arms", "strengths"]


@pytest.mark.parametrize("name", INTERVALS)
def test_intervals_cover_in_200_replications(name):
    low, high = COVERS_FEW
    figures = study.of[name](200)
    assert all(low <= v <= high for v in figures.values()), figures


@pytest.mark.soak
@pytest.mark.parametrize("name", INTERVALS)
def test_intervals_cover_in_4000_replications(name):
    low, high = COVERS
    figures = study.of[name](FULL)
    assert all(low <= v <= high for v in figures.values()), figures


@pytest.mark.parametrize("name", INTERVALS)
def test_the_stored_figures_of_the_full_run_are_within_the_promise(name):
    figures = study.stored(name)
    low, high = COVERS
    assert figures
    assert all(low <= v <= high for v in figures.values()), figures


def kept(name, figures):
    """Whether tests and plans keep their promise, in 200 replications or more."""
    if name == "false_alarms":  # 5 %, and at most 67 of 1,000
        return max(figures.values()) <= 0.067
    if name == "planned_games":  # within 3 points
        return abs(figures["power"] - 0.8) <= 0.03 and abs(figures["precision"] - 0.95) <= 0.03
    # looks at waves: 5 % with limits, far more without
    return max(figures["late"], figures["even"]) <= 0.06 and figures["unguarded"] > 0.1


PROMISES = ["false_alarms", "planned_games", "looks_at_waves"]


@pytest.mark.parametrize("name", PROMISES)
def test_promises_are_kept_in_some_replications(name):
    # the cheap ones can be run often enough that chance stays below the bounds
    replications = 400 if name == "false_alarms" else 1000
    figures = study.of[name](replications)
    assert kept(name, figures), figures


@pytest.mark.soak
@pytest.mark.parametrize("name", PROMISES)
def test_promises_are_kept_in_4000_replications(name):
    figures = study.of[name](FULL)
    assert kept(name, figures), figures


@pytest.mark.parametrize("name", PROMISES)
def test_the_stored_figures_of_the_full_run_keep_the_promises(name):
    figures = study.stored(name)
    assert kept(name, figures), figures
