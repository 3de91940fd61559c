"""Long runs: killed and resumed, memory, speed-up. Run by `make soak`."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import simkit

pytestmark = pytest.mark.soak
ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import json, sys
from simkit.runs import Spec, run
from simkit.runs.batch import peak_memory
spec = Spec.of(json.loads(sys.argv[1]))
before = peak_memory()
results = run(spec, sys.argv[2], n_jobs=2, progress="quiet")
after = peak_memory()
workers = max(receipt.peak for receipt in results.receipts)
print(json.dumps({"moves": results.rows("moves"), "parent": after, "worker": workers}))
"""
QUERY = """
import json, sys
import simkit
from simkit.runs.batch import peak_memory
results = simkit.load(sys.argv[1])
found = results.sql(
    "SELECT s.faction, m.kind, count(*) AS n, avg(m.value) AS value, median(m.coins) AS coins "
    "FROM moves m JOIN seats s USING (game_id, seat) GROUP BY ALL"
)
print(json.dumps({"rows": int(found.n.sum()), "groups": len(found), "peak": peak_memory()}))
"""
SPEED = """
import json, sys, time
from joblib import Parallel, delayed
from simkit.runs import Spec, run
from simkit.runs.bench import calibration
def wall(work):
    began = time.perf_counter(); work(); return time.perf_counter() - began
def loops(jobs):
    return wall(lambda: Parallel(jobs)(delayed(calibration)(12) for _ in range(4)))
def games(jobs):
    return wall(lambda: run(Spec.of(json.loads(sys.argv[1])), n_jobs=jobs, progress="quiet"))
loops(2)
found = {"loops": [], "games": []}
for _ in range(2):
    found["loops"].append(loops(1) / loops(2))
    found["games"].append(games(1) / games(2))
print(json.dumps(found))
"""


def child(code: str, *args: str) -> dict[str, Any]:
    command = [sys.executable, "-c", code, *args]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def tiny(games: int) -> str:
    return json.dumps({"title": "tests.tiny", "seats": 3, "games": games, "seed": 1})


def furthest(folder: Path) -> int:
    """Where the last finished part of a run begins: how far it is, on a machine of any speed."""
    return max(
        (int(part.stem[5:]) for part in (folder / "games").glob("part-*.parquet")), default=0
    )


def test_killed_three_times_and_resumed(tmp_path: Path) -> None:
    """20,000 two-player games of Race with the full log."""
    spec = tmp_path / "race.toml"
    spec.write_text('title = "race_for_the_galaxy"\nseats = 2\ngames = 20000\nseed = 9\n')
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "simkit", "run", str(spec), "--quiet", "--resume"]
    for moment in sorted(random.Random(5).sample(range(1_000, 17_000), 3)):
        started = subprocess.Popen([*command, "--out", str(folder)], cwd=ROOT)
        while started.poll() is None and furthest(folder) < moment:
            time.sleep(0.01)
        started.send_signal(signal.SIGKILL)
        assert started.wait() == -signal.SIGKILL, "the run ended before it was killed"
    subprocess.run([*command, "--out", str(folder)], cwd=ROOT, check=True)
    subprocess.run([*command, "--out", str(whole)], cwd=ROOT, check=True)
    killed, undisturbed = simkit.load(folder), simkit.load(whole)
    assert killed.digest() == undisturbed.digest()  # type: ignore[union-attr]
    assert len(killed) == 20_000


def test_memory_of_parent_workers_and_queries(tmp_path: Path) -> None:
    one = child(PLAY, tiny(16_500), str(tmp_path / "one"))
    five = child(PLAY, tiny(82_000), str(tmp_path / "five"))
    assert one["moves"] > 1_000_000
    assert five["moves"] > 5_000_000
    query = child(QUERY, str(tmp_path / "five"))
    print(f"\none million rows: {one}\nfive million rows: {five}\nquery: {query}")
    assert five["parent"] < 400
    assert five["parent"] - one["parent"] < 50
    assert five["worker"] < 350
    assert query["rows"] == five["moves"]
    assert query["peak"] < 1000


def test_two_workers_are_nearly_as_good_as_two_loops() -> None:
    """Two workers reach 0.9 of what two bare loops reach in the same minute, on over ten seconds."""
    found = child(SPEED, tiny(16_000))
    print(f"\nspeed-up by two workers: {found}")
    ratio = max(games / loops for games, loops in zip(found["games"], found["loops"], strict=True))
    assert ratio >= 0.9


def test_small_jobs_are_not_slowed_down_by_workers() -> None:
    def seconds(jobs: int) -> float:
        began = time.perf_counter()
        simkit.simulate("tests.tiny", seats=2, games=50, n_jobs=jobs)
        return time.perf_counter() - began

    seconds(1)
    one, two = min(seconds(1) for _ in range(3)), min(seconds(2) for _ in range(3))
    print(f"\n50 small games: {one:.2f} s with one worker, {two:.2f} s with two")
    assert two - one < 0.5
