"""Bots that exit, hang, print or end their process: the run goes on, and says what happened."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import simkit
from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.runs import Spec, run
from simkit.runs.run import GIVE_UP, RunGivenUp

TINY = "tests.tiny"
BOTS = "tests.runs.bots"
ROOT = Path(__file__).resolve().parents[2]


def write(path: Path, bot: str, games: int = 6, more: str = "") -> Path:
    path.write_text(
        f'title = "{TINY}"\nseats = 2\ngames = {games}\nseed = 3\n{more}\n[lineup]\nbots = "{bot}"\n'
    )
    return path


def cli(*args: object) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own: the bots may end it."""
    return subprocess.run(
        [sys.executable, "-m", "simkit", *map(str, args)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Leaves(one_in=1)", "6 of 6 games failed: 6 x SystemExit: 0"),
        ("Closes(one_in=1)", "6 of 6 games failed: 6 x GeneratorExit: closed"),
        ("Interrupts(one_in=1)", "6 of 6 games failed: 6 x KeyboardInterrupt: not by Ctrl-C"),
        ("Drops(one_in=1)", "6 of 6 games failed: 6 x ended its worker process"),
        ("Shot(one_in=1)", "6 of 6 games failed: 6 x ended its worker process"),
    ],
)
def test_bot_that_ends_its_process_in_every_game_of_a_small_run(
    tmp_path: Path, bot: str, said: str
) -> None:
    done = cli("run", write(tmp_path / "spec.toml", f"{BOTS}:{bot}"), "--out", tmp_path / "run")
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["state"] == "finished"


def test_bot_that_ends_its_process_in_every_game_of_a_long_run_is_given_up(tmp_path: Path) -> None:
    spec = write(tmp_path / "spec.toml", f"{BOTS}:Drops(one_in=1)", 3000)
    done = cli("run", spec, "--out", tmp_path / "run", "--jobs", 2)
    assert done.returncode == 1
    assert f"given up: the last {GIVE_UP} games all failed" in done.stderr
    assert "go on with --resume" in done.stderr
    assert len(simkit.load(tmp_path / "run").failures) == GIVE_UP  # type: ignore[union-attr]


def test_bot_that_leaves_once_in_many_games(tmp_path: Path) -> None:
    spec = write(tmp_path / "spec.toml", f"{BOTS}:Leaves(one_in=40)", 120)
    done = cli("run", spec, "--out", tmp_path / "run")
    results = simkit.load(tmp_path / "run")
    assert done.returncode == 1
    assert 0 < len(results.failures) < 20  # type: ignore[union-attr]
    assert len(results) + len(results.failures) == 120  # type: ignore[union-attr]
    assert f"{len(results.failures)} of 120 games failed" in done.stderr  # type: ignore[union-attr]


@pytest.mark.parametrize("bot", ["Hangs", "HangsDeaf"])
def test_game_that_does_not_end_is_named(
    bot: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = Spec.of(
        {"title": TINY, "seats": 2, "games": 12, "seed": 3, "lineup": {"bots": f"{BOTS}:{bot}"}}
    )
    results = run(spec, tmp_path / "run", n_jobs=1, game_seconds=1.0)
    assert 0 < len(results.failures) < 12
    assert len(results) + len(results.failures) == 12
    failure = results.failures[0]
    assert failure.cause == "time"
    assert failure.error.startswith("no end within 1 s (more time: --game-seconds")
    said = capfd.readouterr().err
    assert f"simkit: game {failure.game_id} (seed {failure.seed}) failed: no end within 1 s" in said


def test_hanging_game_in_a_worker_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.runs.workers.SMALL_JOB", 0.0)
    bots = {"bots": f"{BOTS}:HangsDeaf(one_in=12)"}
    spec = Spec.of({"title": TINY, "seats": 2, "games": 24, "seed": 5, "lineup": bots})
    results = run(spec, n_jobs=2, game_seconds=1.0, batch_size=4)
    assert {failure.cause for failure in results.failures} == {"time"}
    assert len(results) + len(results.failures) == 24


def test_bots_of_simkit_are_watched_where_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "simkit.core.bot.RandomBot.choose", lambda self, view, candidates: _for_ever()
    )
    spec = Spec.of({"title": TINY, "seats": 2, "games": 2, "seed": 3, "lineup": {"bots": "random"}})
    results = run(spec, n_jobs=1, game_seconds=0.2)
    assert [failure.cause for failure in results.failures] == ["time", "time"]


def _for_ever() -> None:
    while True:
        pass


def test_no_limit_is_asked_for_by_zero() -> None:
    spec = Spec.of({"title": TINY, "seats": 2, "games": 3, "seed": 3, "lineup": {"bots": "random"}})
    assert run(spec, n_jobs=1, game_seconds=0).digest() == run(spec, n_jobs=1).digest()


def test_what_bots_print_is_cut_and_does_not_mix_with_the_progress(tmp_path: Path) -> None:
    spec = write(tmp_path / "spec.toml", f"{BOTS}:Talks(one_in=1)")
    done = cli("run", spec, "--out", tmp_path / "run", "--json")
    assert done.returncode == 0
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()][-1] == "run"
    assert 20_000 < len(done.stderr) < 200_000
    assert "more that the bots print is dropped" in done.stderr


def test_failed_game_names_bot_and_seat() -> None:
    bots = {"bots": ["random", f"{BOTS}:Worded"]}
    spec = Spec.of({"title": TINY, "seats": 2, "games": 1, "seed": 3, "lineup": bots})
    failure = run(spec, n_jobs=1).failures[0]
    assert "value and runner_up are numbers" in failure.error
    assert f"(turn of seat 1, {BOTS}:Worded)" in failure.error


def test_simulate_says_how_many_failed(capsys: pytest.CaptureFixture[str]) -> None:
    simkit.simulate(TINY, seats=2, games=40, seed=3, bots=f"{BOTS}:Stumbles", n_jobs=1)
    assert " of 40 games failed: " in capsys.readouterr().err


def test_manifest_stands_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pilot(batch: object) -> float:
        raise KeyboardInterrupt

    spec = Spec.of({"title": TINY, "seats": 2, "games": 30, "seed": 3})
    monkeypatch.setattr("simkit.runs.workers.seconds_per_game", pilot)
    with pytest.raises(KeyboardInterrupt):
        run(spec, tmp_path / "run", n_jobs=1)
    monkeypatch.undo()
    resumed = run(spec, tmp_path / "run", n_jobs=1, resume=True)
    assert resumed.digest() == run(spec, n_jobs=1).digest()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import sys\nsys.exit(0)\n", "cannot be imported: SystemExit: 0"),
        ("1 / 0\n", "cannot be imported: ZeroDivisionError: division by zero"),
        ("import os\nos._exit(7)\n", r"ends its process when it is made \(exit code 7\)"),
    ],
)
def test_module_of_a_bot_that_ends_the_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "leaving_bot.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SimkitError, match=said):
        Spec.of({"title": TINY, "seats": 2, "games": 3, "lineup": {"bots": "leaving_bot:Mine"}})


def test_exit_code_says_that_games_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path / "spec.toml", f"{BOTS}:Stumbles(one_in=1)")
    for more in ([], ["--resume"]):
        assert main(["run", str(spec), "--out", str(tmp_path / "run"), *more]) == 1
        said = capsys.readouterr().err
        assert "6 of 6 games failed: 6 x ZeroDivisionError: the bot stumbled" in said


def test_sweep_says_that_games_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = write(tmp_path / "spec.toml", f"{BOTS}:Stumbles", 24)
    asked = ["sweep", str(spec), "--vary", "option:length=long,short", "--quiet"]
    assert main([*asked, "--out", str(tmp_path / "run")]) == 1
    assert "games failed" in capsys.readouterr().err


def test_given_up_is_told_apart_from_bad_input() -> None:
    assert (RunGivenUp("x").exit_code, SimkitError("x").exit_code) == (1, 2)
