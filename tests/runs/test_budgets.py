"""Budgets: games, minutes, precision."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit.core.luck import Luck
from simkit.runs import Progress, Results, Spec, run
from simkit.runs.budgets import half_interval, widest

TINY = "tests.tiny"


def play(folder: Path | None = None, **more: Any) -> Results:
    how = {key: more.pop(key) for key in ("batch_size", "resume", "progress") if key in more}
    spec = Spec.of({"title": TINY, "seats": 2, "seed": 4, **more})
    return run(spec, folder, n_jobs=1, **how)


def test_precision_is_reached_at_a_wave() -> None:
    results = play(precision=6.0, wave=100, games=5000)
    assert results.manifest.ended == "precision"
    assert len(results) % 100 == 0
    half, _ = widest(results)
    assert half <= 6.0
    shorter = play(games=len(results) - 100)
    assert widest(shorter)[0] > 6.0, "one wave less would have been enough"


def test_precision_counts_the_last_game_of_a_wave() -> None:
    """Game by game: the first number of games that is precise enough ends the run."""
    results = play(precision=8.0, wave=1)
    assert results.manifest.ended == "precision"
    assert len(results) > 20, "no interval is that narrow after a handful of games"
    assert widest(results)[0] <= 8.0 < widest(play(games=len(results) - 1))[0]


@pytest.mark.parametrize("batch_size", [1, 7, 250])
def test_precision_does_not_depend_on_batches(batch_size: int) -> None:
    once = play(precision=8.0, wave=50)
    assert play(precision=8.0, wave=50, batch_size=batch_size).digest() == once.digest()


def test_precision_run_is_resumed(tmp_path: Path) -> None:
    whole = play(precision=8.0, wave=50)
    folder = tmp_path / "run"
    first = play(folder, precision=8.0, wave=50, batch_size=7)
    part = first.receipts[-1].parts["seats"].file
    (folder / part).unlink()
    again = play(folder, precision=8.0, wave=50, resume=True)
    assert again.digest() == whole.digest()


def test_precision_ends_at_the_most_games() -> None:
    results = play(precision=0.1, wave=50, games=120)
    assert (len(results), results.manifest.ended) == (120, "games")


def test_waves_hold_whole_mirrored_deals() -> None:
    results = play(precision=9.0, wave=25, lineup={"mirror": True})
    assert len(results) % 26 == 0
    assert results.games.groupby("deal").size().eq(2).all()


def test_time_is_kept() -> None:
    seen: list[Progress] = []
    results = play(minutes=0.02, batch_size=20, progress=seen.append)
    assert results.manifest.ended == "minutes"
    assert len(results) % 20 == 0
    assert seen[0].total is None
    assert seen[-1].left == pytest.approx(0, abs=0.5)
    assert results.games.game_id.tolist() == list(range(len(results)))


def test_minutes_stop_at_the_most_games() -> None:
    results = play(minutes=10, games=30)
    assert (len(results), results.manifest.ended) == (30, "games")


def test_half_interval_is_that_of_independent_games() -> None:
    games = 400
    share = np.repeat([1.0, 0.0], [100, 300])
    part = pd.DataFrame({"deal": range(games), "win_share": share})
    assert half_interval(part) == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / games), rel=0.02)


def test_half_interval_knows_that_games_of_a_deal_hang_together() -> None:
    luck = Luck(1)
    wins = [float(luck.below(2, deal)) for deal in range(200)]
    alike = pd.DataFrame({"deal": np.repeat(range(200), 4), "win_share": np.repeat(wins, 4)})
    alone = alike.assign(deal=range(800))
    assert half_interval(alike) == pytest.approx(2 * half_interval(alone), rel=0.02)


def test_never_winning_is_not_certainty() -> None:
    nothing = pd.DataFrame({"deal": range(20), "win_share": [0.0] * 20})
    assert half_interval(nothing) > 0.1
