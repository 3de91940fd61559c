"""Batches on a dask cluster: other machines, or ``local`` for worker processes on this one.

joblib's own dask backend is never told when a task has killed its workers, and waits for ever. So
batches go through dask's futures: a batch whose workers died is played alone on this machine, where the
game that brings processes down is named and left out; and a cluster without workers is an error.

Workers write their parts where they can see the run's folder; elsewhere the parts are sent back.
"""

from __future__ import annotations

import importlib
import os
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.core.errors import SimkitError
from simkit.runs.batch import Batch, Receipt, play_batch, write_part
from simkit.runs.workers import Source, play_alone

LOCAL = "local"
PATIENCE = 30.0  # seconds without any worker after which a run is given up
ASK = 0.5  # seconds between looks at the cluster
POLL = 0.01


class Cluster:
    """A connection to a dask scheduler.

    Parameters
    ----------
    address
        Address of a scheduler (``tcp://host:8786``), or ``local`` for worker processes here.
    jobs
        Number of worker processes of a local cluster.
    """

    def __init__(self, address: str, jobs: int = 1) -> None:
        try:
            self.dask: Any = importlib.import_module("distributed")
        except ImportError:
            raise SimkitError('clusters need dask: pip install "simkit[cluster]"') from None
        self.address = address
        self.local: Any = None
        if address == LOCAL:
            self.local = self.dask.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
            )
        try:
            self.client: Any = self.dask.Client(self.local or address, timeout=10)
        except (OSError, ValueError) as error:
            raise SimkitError(f"--cluster {address}: nobody answers there ({error})") from None

    def close(self) -> None:
        """Disconnect; a local cluster ends."""
        self.client.close()
        if self.local is not None:
            self.local.close()

    def workers(self) -> int:
        """Return the number of workers."""
        return len(self.client.scheduler_info(n_workers=-1)["workers"])

    def sees(self, folder: Path) -> bool:
        """Whether every worker can write to the run's folder."""
        token = folder / f"{uuid.uuid4().hex}.tmp"
        token.write_text(token.name, encoding="utf-8")
        try:
            found = self.client.run(_can_write, str(token), token.name)
            return bool(found) and all(found.values())
        finally:
            token.unlink(missing_ok=True)

    def play(self, batches: Iterator[Batch], folder: Path) -> Iterator[Receipt]:
        """Play batches; receipts come as they are ready, their parts written."""
        shared = self.sees(folder)
        source = Source(batches)
        out: dict[Any, Batch] = {}
        running = self.dask.as_completed([], with_results=False)

        def send() -> None:
            batch = replace(next(source), parent=0)
            order = batch if shared else replace(batch, folder="")
            future = self.client.submit(play_batch, order, pure=False)
            out[future] = batch
            running.add(future)

        for _ in range(max(2, 2 * self.workers())):
            if source.any_left():
                send()
        while out:
            future = self._next(running)
            batch = out.pop(future)
            receipt = self._receipt(future, batch)
            if receipt.payload:
                for name, data in receipt.payload.items():
                    write_part(folder, receipt.parts[name], data)
                receipt.payload = {}
            if source.any_left():
                send()
            yield receipt

    def _next(self, running: Any) -> Any:
        """Wait for a batch, but not for a cluster that has no workers any more."""
        last_seen = asked = time.monotonic()
        while running.queue.empty():
            now = time.monotonic()
            if now - asked > ASK:
                asked = now
                last_seen = now if self.workers() else last_seen
            if now - last_seen > PATIENCE:
                raise SimkitError(
                    f"--cluster {self.address}: has had no worker for {PATIENCE:g} s; what is done "
                    "is kept, go on with --resume"
                )
            time.sleep(POLL)
        return next(running)

    def _receipt(self, future: Any, batch: Batch) -> Receipt:
        try:
            receipt: Receipt = future.result()
            return receipt
        except self.dask.KilledWorker:
            return play_alone(batch)


def _can_write(token: str, text: str) -> bool:
    """Tell whether this process sees a file of the parent, and may write beside it."""
    path = Path(token)
    try:
        seen = path.read_text(encoding="utf-8") == text
        mine = path.with_name(f"{path.stem}.{os.getpid()}.tmp")
        mine.write_text("", encoding="utf-8")
        mine.unlink()
    except OSError:
        return False
    return seen
