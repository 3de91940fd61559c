"""Fair bids: prices found from logged games, confirmed on fresh ones; the stored studies in small."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simkit.core.errors import BadValue, UnknownName
from simkit.studies import arena
from simkit.studies import bids as study
from simkit.studies import bids_report as page

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
STORED = sorted(EXPERIMENTS.glob("*_bids.toml"))
PLAYED = sorted(EXPERIMENTS.glob("*_bids/bids.csv"))
WITHIN = {"gaia_bids": (0.20, 0.30), "race_bids": (0.45, 0.55)}


def test_prices_are_the_handicaps_that_made_the_games():
    """Four kinds with known handicaps at tables of three: the prices find them again."""
    rng = np.random.default_rng(1)
    handicap = np.array([0.0, 4.0, 9.0, 15.0])
    who = np.array([rng.permutation(4)[:3] for _ in range(6000)])
    score = np.round(50 + handicap[who] + rng.normal(0, 12, who.shape))
    logged = study.Logged(("a", "b", "c", "d"), who, score)
    prices = study.fair_prices(logged)
    assert prices == pytest.approx(handicap, abs=1)
    assert np.abs(logged.shares(prices) - 1 / 3).max() < 0.015
    assert np.abs(logged.shares(np.zeros(4)) - 1 / 3).max() > 0.15


def test_tie_breaks_count_when_games_are_recounted():
    rows = pd.DataFrame({"who": list("abab"), "score": [9, 6, 9, 6], "tie_break": [0, 1, 1, 0]})
    logged = study.Logged.of(rows, 2)
    assert logged.shares(np.array([3.0, 0.0])).tolist() == [0.5, 0.5]
    assert logged.shares(np.array([2.0, 0.0])).tolist() == [1.0, 0.0]


def test_points_at_the_start_are_really_given():
    asked = study.Asked("race_for_the_galaxy", 2, 20, 20, "faction", "greedy:balanced", 3)
    spec = asked.spec(20, 3)
    plain = arena.outcomes([spec], by="faction")[0]
    given = arena.outcomes([spec], by="faction", bonus={"old_earth": 100})[0]
    helped = given["who"] == "old_earth"
    assert helped.any()
    assert given["win_share"][helped].mean() > 0.9
    assert (given["who"] == plain["who"]).all()
    assert (given["score"] - plain["score"])[helped].mean() > 90


def test_the_winner_of_a_first_price_auction_is_cursed():
    table = study.auctions(np.array([0.0, 8.0, 20.0]), 4, 30.0)
    assert (table["gains_first"] < table["gains_second"]).all()
    assert table["gains_first"].is_monotonic_increasing
    assert table["gains_first"].iloc[-1] == pytest.approx(0, abs=1.5)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_study_runs_again_in_small(path, tmp_path):
    asked = study.read(path).small()
    found = study.bids(asked, n_jobs=1, progress="quiet")
    assert found.table["price"].min() == 0
    assert found.table["after"].notna().all()
    written = page.write(found, tmp_path, "simkit bids")
    assert "dearest" in written.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.parent.name)
def test_the_stored_prices_hold_on_fresh_games(path):
    table = pd.read_csv(path)
    low, high = WITHIN[path.parent.name]
    assert table["low"].min() > low
    assert table["high"].max() < high


def test_bad_specs_are_refused(tmp_path):
    spec = tmp_path / "x_bids.toml"
    spec.write_text('title = "race_for_the_galaxy"\nseats = 2\ngames = 10\n', encoding="utf-8")
    with pytest.raises(BadValue, match="fresh is missing"):
        study.read(spec)
    spec.write_text('titel = "race_for_the_galaxy"\n', encoding="utf-8")
    with pytest.raises(UnknownName, match="did you mean 'title'"):
        study.read(spec)
    asked = study.Asked("race_for_the_galaxy", 2, 4, 4, by="fraction")
    with pytest.raises(UnknownName, match="did you mean 'faction'"):
        study.bids(asked, n_jobs=1, progress="quiet")
