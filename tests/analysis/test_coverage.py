"""The promises of intervals, tests and plans, on frames of known truth."""

import tomllib

import pytest

from tests.analysis.studies import COVERS, COVERS_FEW, FULL, STORED, STUDIES

INTERVALS = ["mirrored_deals", "plain_games"]


@pytest.mark.parametrize("name", INTERVALS)
def test_intervals_cover_in_200_replications(name):
    low, high = COVERS_FEW
    figures = STUDIES[name](200)
    assert all(low <= v <= high for v in figures.values()), figures


@pytest.mark.soak
@pytest.mark.parametrize("name", INTERVALS)
def test_intervals_cover_in_4000_replications(name):
    low, high = COVERS
    figures = STUDIES[name](FULL)
    assert all(low <= v <= high for v in figures.values()), figures


@pytest.mark.parametrize("name", INTERVALS)
def test_the_stored_figures_of_the_full_run_are_within_the_promise(name):
    figures = tomllib.loads(STORED.read_text())[name]
    assert figures.pop("replications") == FULL
    low, high = COVERS
    assert figures
    assert all(low <= v <= high for v in figures.values()), figures
