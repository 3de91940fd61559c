"""Runs on a dask cluster: the same digest, also when a worker dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simkit.core.errors import SimkitError
from simkit.runs import Spec, run

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
    monkeypatch.setattr("simkit.runs.cluster.Cluster.sees", lambda self, folder: False)
    there = run(spec(), cluster=cluster.scheduler_address, batch_size=40)
    assert there.digest() == run(spec(), n_jobs=1).digest()
    assert len(there.moves) == there.games.decisions.sum()


def test_local_cluster_of_ones_own() -> None:
    there = run(spec(100), cluster="local", n_jobs=1, batch_size=40)
    assert there.digest() == run(spec(100), n_jobs=1).digest()


def test_cluster_without_workers_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simkit.runs.cluster.PATIENCE", 1.5)
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address="127.0.0.1:0", processes=True
        ) as empty,
        pytest.raises(SimkitError, match="has had no worker for"),
    ):
        run(spec(50), tmp_path / "run", cluster=empty.scheduler_address, batch_size=10)
    assert len(run(spec(50), tmp_path / "run", n_jobs=1, resume=True)) == 50


def test_nobody_there() -> None:
    with pytest.raises(SimkitError, match=r"--cluster .*: nobody answers there"):
        run(spec(50), cluster="tcp://127.0.0.1:9")
