"""Reports of runs that need not fit into memory: the same figures, and memory that hardly grows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import simkit
from simkit.analysis import decisions
from simkit.analysis.course import CHARTED, Moves, course
from simkit.core.errors import SimkitError
from simkit.report.balance import document
from simkit.runs import Results, results
from tests.runs.copies import repeat

ARMS = [{"name": "printed"}, {"name": "patched", "patch": {"market.sets.points": 0}}]
MOST = 600  # MB that a report may take, however long the run


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("runs") / "tiny"
    return simkit.simulate(
        "tests.tiny", seats=3, games=60, seed=5, n_jobs=1, batch_size=16, folder=folder, arms=ARMS
    )


def in_memory(run: Results) -> Any:
    """Return a run with all its tables in memory, read whole."""
    return SimpleNamespace(
        games=run.games, seats=run.seats, moves=run.moves, points=run.points, spec=run.spec,
        failures=run.failures, departures=run.departures, caution=run.caution,
    )  # fmt: skip


def test_pieces_hold_whole_games_and_all_of_them(tiny: Results) -> None:
    games: list[int] = []
    rows = 0
    for numbers, moves in tiny.pieces("moves", ["game_id", "move", "kind", "nothing"], rows=100):
        assert list(moves) == ["game_id", "move", "kind"]
        assert set(moves["game_id"]) == set(numbers)
        games += numbers.tolist()
        rows += len(moves)
    assert games == list(range(120))
    assert rows == tiny.rows("moves")


def test_report_in_pieces_is_the_report_in_memory(
    tiny: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results.Results.pieces, "__defaults__", ((), 100))
    assert len(list(tiny.pieces("moves"))) > 5
    assert str(tiny.report()).startswith(str(document(in_memory(tiny))))


def test_course_in_pieces_is_that_of_all_games(tiny: Results) -> None:
    found = course(Moves(tiny), tiny.seats, tiny.games)
    assert found is not None
    choice = decisions.branching(tiny.moves, tiny.seats, by=()).iloc[0]
    drama = decisions.drama(tiny.moves, tiny.seats)
    assert found.decisions == pytest.approx(len(tiny.moves) / 120)
    assert found.choices == pytest.approx(1 - choice["forced"])
    assert found.candidates == pytest.approx(choice["estimate"])
    assert found.changes == pytest.approx(drama["changes"].mean())
    assert found.decided == pytest.approx(drama["decided"].mean())


def test_report_reads_only_the_columns_it_looks_at(
    tiny: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: dict[str, set[str]] = {}
    frame = Results._frame

    def noted(run: Results, table: str, columns: list[Any], receipts: Any) -> Any:
        read.setdefault(table, set()).update(column.name for column in columns)
        return frame(run, table, columns, receipts)

    monkeypatch.setattr(Results, "_frame", noted)
    str(tiny.report())
    assert set(read) == {"games", "seats", "moves"}
    assert "seed" not in read["games"]
    assert read["moves"] == {"run", "game_id", "move", "seat", "n_candidates", "score_before"}


def test_charts_are_drawn_from_the_first_games_of_a_long_run(tiny: Results) -> None:
    arm = tiny.games[tiny.games["arm"] == "patched"]
    shown, moves = Moves(tiny).first(CHARTED, arm, 300)
    assert 0 < len(shown) < len(arm)
    assert shown["game_id"].tolist() == arm["game_id"].head(len(shown)).tolist()
    assert set(moves["game_id"]) == set(shown["game_id"])
    assert 300 <= len(moves) < 400
    assert len(moves) == arm["decisions"].head(len(shown)).sum()
    everything, _ = Moves(tiny).first(CHARTED, arm, 1_000_000)
    assert len(everything) == len(arm)


def test_repeated_run_is_a_whole_run(tiny: Results, tmp_path: Path) -> None:
    short = simkit.simulate("tests.tiny", 2, 30, n_jobs=1, folder=tmp_path / "short")
    repeat(short, tmp_path / "long", 3)
    long = simkit.load(tmp_path / "long")
    assert isinstance(long, Results)
    assert long.games["game_id"].tolist() == long.games["deal"].tolist() == list(range(90))
    assert long.seats["score"].tolist() == 3 * short.seats["score"].tolist()
    (tmp_path / "long" / "seats" / "part-000000030.parquet").unlink()
    with pytest.raises(SimkitError, match="part-000000030"):
        simkit.load(tmp_path / "long")


def peak_of_report(folder: Path, words: Path, *more: str) -> int:
    """Return the most memory in MB that `simkit report` held; what it prints goes to a file."""
    command = [sys.executable, "-m", "simkit", "report", str(folder), *more]
    with words.open("w") as file, subprocess.Popen(command, stdout=file) as started:
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    return usage.ru_maxrss // 1024


@pytest.mark.soak
def test_memory_of_reports_hardly_grows(tmp_path: Path) -> None:
    """Two-player Race: 20,000 games as they are in memory, and 200,000 games in 600 MB."""
    played = simkit.simulate(
        "race_for_the_galaxy", 2, 2_000, seed=9, n_jobs=2, batch_size=250, folder=tmp_path / "short"
    )
    repeat(played, tmp_path / "20k", 10)
    repeat(played, tmp_path / "200k", 100)
    words = tmp_path / "words.txt"
    large = peak_of_report(tmp_path / "200k", words)
    pages = peak_of_report(tmp_path / "200k", words, "--html", str(tmp_path / "page.html"))
    small = peak_of_report(tmp_path / "20k", words)
    print(f"\npeak: 20,000 games {small} MB, 200,000 games {large} MB, as a page {pages} MB")
    whole = simkit.load(tmp_path / "20k")
    assert isinstance(whole, Results)
    assert words.read_text().startswith(str(document(in_memory(whole))))
    assert large < MOST
    assert pages < MOST
    assert large - small < 200
