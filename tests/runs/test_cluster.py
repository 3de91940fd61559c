"""Runs on a dask cluster: the same digest, also when a worker dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.core.errors import SimkitError
from simkit.runs import Spec, run
from simkit.runs.batch import Batch, Receipt, play_batch, write_payload
from simkit.runs.cluster import Cluster
from simkit.runs.planner import Plan
from simkit.runs.run import _Runner

pytestmark = [
    # dask's own sockets and loops are closed by the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed"),
]
distributed = pytest.importorskip("distributed")
TINY = "tests.tiny"


def spec(games: int = 400, **more: Any) -> Spec:
    return Spec.of({"title": TINY, "seats": 2, "games": games, "seed": 8, **more})


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as made:
        yield made


def test_digest_is_the_same(cluster: Any) -> None:
    there = run(spec(), cluster=cluster.scheduler_address, batch_size=40)
    assert there.digest() == run(spec(), n_jobs=1).digest()


def test_killed_worker_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    wanted = spec(6000)
    folder = tmp_path / "run"
    victim = next(iter(cluster.workers.values())).pid

    def kill() -> None:
        while not (folder / "receipts.jsonl").exists():
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    results = run(wanted, folder, cluster=cluster.scheduler_address, batch_size=100)
    killer.join()
    assert not results.failures
    assert results.digest() == run(wanted, n_jobs=1).digest()


def test_parts_are_sent_back_where_the_folder_is_not_seen(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a machine where a folder of this name is another one.
    monkeypatch.setattr(_Runner, "_order", _with_another_token)
    written: list[int] = []

    def write(folder: Path, receipt: Receipt) -> None:
        written.append(len(receipt.payload))
        write_payload(folder, receipt)

    monkeypatch.setattr(sys.modules[_Runner.__module__], "write_payload", write)
    there = run(spec(), cluster=cluster.scheduler_address, batch_size=40)
    assert set(written) == {4}
    assert there.digest() == run(spec(), n_jobs=1).digest()
    assert len(there.moves) == there.games.decisions.sum()


def _with_another_token(runner: _Runner) -> Batch:
    return replace(_ORDER(runner), token="another run's")


_ORDER = _Runner._order


def test_worker_that_does_not_see_the_folder_writes_nothing(tmp_path: Path) -> None:
    order = Batch(0, spec(2), "", list(Plan(spec(2)).games()), str(tmp_path / "run"), "token")
    assert set(play_batch(order).payload) == {"games", "seats", "moves", "points"}
    assert not (tmp_path / "run").exists()
    (tmp_path / "run").mkdir()
    assert len(play_batch(order).payload) == 4
    assert not list((tmp_path / "run").iterdir())
    (tmp_path / "run" / ".lock").write_text("token")
    assert not play_batch(order).payload
    assert len(list((tmp_path / "run").glob("*/*.parquet"))) == 4


@pytest.mark.parametrize("bot", ["Hangs", "HangsDeaf"])
def test_game_that_does_not_end_is_named(cluster: Any, tmp_path: Path, bot: str) -> None:
    bots = {"bots": f"tests.runs.bots:{bot}"}
    results = run(
        spec(12, lineup=bots), tmp_path / "run", cluster=cluster.scheduler_address, batch_size=6,
        game_seconds=1.0,
    )  # fmt: skip
    assert 0 < len(results.failures) < 12
    assert len(results) + len(results.failures) == 12
    assert {failure.cause for failure in results.failures} == {"time"}
    assert results.failures[0].error.startswith("no end within 1 s (more time: --game-seconds")
    assert not (tmp_path / "run" / ".marks").exists()


def test_hanging_game_is_named_where_workers_can_leave_no_note(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on machines that do not see the run's folder: each of them loses its worker to the game.
    monkeypatch.setattr(Path, "mkdir", _unless_marks)
    bots = {"bots": "tests.runs.bots:HangsDeaf(one_in=6)"}
    results = run(
        spec(6, lineup=bots), cluster=cluster.scheduler_address, batch_size=6, game_seconds=0.2
    )
    assert {failure.cause for failure in results.failures} == {"time"}
    assert len(results) + len(results.failures) == 6


def _unless_marks(path: Path, *args: Any, **how: Any) -> None:
    if path.name != ".marks":
        _MKDIR(path, *args, **how)


_MKDIR = Path.mkdir


def test_batches_out_follow_the_workers_that_are_there(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter([1, *[8] * 1000])
    now = [1]
    sizes: list[int] = []

    def workers(self: Cluster) -> int:
        now[0] = next(found)
        return now[0]

    def submit(client: Any, what: Any, batch: Batch, **how: Any) -> Any:
        sizes.append(len(batch.games))
        return real(client, what, batch, **how)

    real = distributed.Client.submit
    monkeypatch.setattr(Cluster, "workers", workers)
    monkeypatch.setattr(distributed.Client, "submit", submit)
    there = run(spec(), cluster=cluster.scheduler_address)
    assert there.digest() == run(spec(), n_jobs=1).digest()
    assert max(sizes[4:]) <= 400 // (8 * 8) + 1


def test_lost_scheduler_is_told_in_one_message(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    command += ["--port", "0", "--no-dashboard", "--scheduler-file", str(tmp_path / "where.json")]
    scheduler = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while not (tmp_path / "where.json").exists():
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads((tmp_path / "where.json").read_text())["address"]
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
             "--no-dashboard"],
            stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        folder = tmp_path / "run"
        killer = threading.Thread(target=_kill_when_begun, args=(folder, scheduler.pid))
        killer.start()
        with pytest.raises(SimkitError, match="the scheduler has gone; what is done is kept"):
            run(spec(6000), folder, cluster=address, batch_size=50)
        killer.join()
        worker.kill()
        worker.wait()
    finally:
        scheduler.kill()
        scheduler.wait()
    resumed = run(spec(6000), folder, n_jobs=1, resume=True)
    assert resumed.digest() == run(spec(6000), n_jobs=1).digest()


def _kill_when_begun(folder: Path, process: int) -> None:
    while not (folder / "receipts.jsonl").exists():
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)


def test_local_cluster_of_ones_own() -> None:
    there = run(spec(100), cluster="local", n_jobs=1, batch_size=40)
    assert there.digest() == run(spec(100), n_jobs=1).digest()


def test_cluster_without_workers_is_not_waited_for(
    tmp_path: Path,
) -> None:
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address="127.0.0.1:0", processes=True
        ) as empty,
        pytest.raises(SimkitError, match="has had no worker for"),
    ):
        run(
            spec(50), tmp_path / "run", cluster=empty.scheduler_address, batch_size=10, patience=1.5
        )
    assert len(run(spec(50), tmp_path / "run", n_jobs=1, resume=True)) == 50


def test_nobody_there() -> None:
    with pytest.raises(SimkitError, match=r"--cluster .*: nobody answers there"):
        run(spec(50), cluster="tcp://127.0.0.1:9")
