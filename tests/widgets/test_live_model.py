"""A run in the background: it tells how far it is, can be stopped, and fails without noise."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from simkit.runs import Results, run
from simkit.runs.budgets import widest
from simkit.widgets import LiveModel

SPEC = {"title": "tests.tiny", "seats": 3, "games": 120, "seed": 2}


def finished(model: LiveModel) -> LiveModel:
    model.start()
    model.wait(60)
    assert not model.running
    return model


def test_a_run_comes_to_its_end_and_is_the_run_it_would_be(tmp_path: Path) -> None:
    model = finished(LiveModel(SPEC, tmp_path / "live", n_jobs=1))
    assert model.state == "finished"
    assert model.results is not None
    other = run(model.spec, tmp_path / "other", n_jobs=1, progress="quiet")
    assert model.results.digest() == other.digest()
    assert model.progress.done == model.progress.total == 120
    half = max(one.half for one in model.shares)
    assert half == pytest.approx(widest(model.results)[0])
    assert sum(one.seats for one in model.shares) == 360
    assert f"± {half:.1f}" in model.precision()
    assert model.headline().startswith("finished: 120 of 120 games")


def test_stop_keeps_what_is_done_and_it_can_be_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    spec = {**SPEC, "games": 100_000}
    model = LiveModel(spec, folder, n_jobs=1)
    some = threading.Event()
    model.changed = lambda: some.set() if model.progress.done else None
    model.start()
    assert some.wait(60)
    model.stop()
    model.wait(60)
    assert model.state == "stopped"
    assert isinstance(model.results, Results)
    assert 0 < len(model.results) == model.progress.done < 100_000
    assert not model.results.finished
    with pytest.raises(SimkitError, match="interrupted"):
        run(model.spec, folder, n_jobs=1, progress="quiet")


def test_failing_games_are_named(tmp_path: Path) -> None:
    spec = {**SPEC, "games": 6, "lineup": {"bots": "tests.runs.bots:Stumbles(one_in=1)"}}
    model = finished(LiveModel(spec, tmp_path / "run", n_jobs=1))
    assert model.state == "finished"
    assert [f.game_id for f in model.failures] == [f.game_id for f in model.results.failures]  # type: ignore[union-attr]
    assert model.progress.failed == len(model.failures) > 0
    assert f"{model.progress.failed} failed" in model.headline()


def test_a_run_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    finished(LiveModel(SPEC, tmp_path / "run", n_jobs=1))
    other = finished(LiveModel({**SPEC, "seed": 3}, tmp_path / "run", n_jobs=1))
    assert other.state == "failed"
    assert "holds a run of another spec" in other.headline()


def test_bad_specs_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SimkitError, match="did you mean 'seats'"):
        LiveModel({"title": "tests.tiny", "seat": 3})
    path = tmp_path / "two.toml"
    path.write_text(
        'seats = 2\ngames = 3\n[[part]]\ntitle = "tests.tiny"\nname = "a"\n', encoding="utf-8"
    )
    with pytest.raises(SimkitError, match="several parts"):
        LiveModel(path)
