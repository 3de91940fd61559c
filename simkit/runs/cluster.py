"""Batches on a dask cluster: other machines, or ``local`` for worker processes on this one.

joblib's own dask backend is never told when a task has killed its workers, and waits for ever. So
batches go through dask's futures: a batch whose workers died is played alone on this machine, where the
game that brings processes down is named and left out; and a cluster without workers is an error.

Workers write their parts where they can see the run's folder; elsewhere the parts are sent back. Every
worker looks for itself, with every batch. Workers may come and go: as many batches are out as there are
workers for.
"""

from __future__ import annotations

import importlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from simkit.core.errors import SimkitError, install_command
from simkit.runs.batch import Batch, Receipt, play_batch
from simkit.runs.workers import Source, play_alone

LOCAL = "local"
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
    patience
        Seconds without any worker after which a run is given up.
    """

    def __init__(self, address: str, jobs: int = 1, patience: float = 30.0) -> None:
        try:
            self.dask: Any = importlib.import_module("distributed")
        except ImportError:
            raise SimkitError(f"clusters need dask: {install_command('cluster')}") from None
        self.address = address
        self.patience = patience
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
        self.client.close(timeout=5)
        if self.local is not None:
            self.local.close()

    def workers(self) -> int:
        """Return the number of workers that are there now."""
        return len(self.client.scheduler_info(n_workers=-1)["workers"])

    def play(self, batches: Iterator[Batch]) -> Iterator[Receipt]:
        """Play batches; receipts come as they are ready, with the parts that a worker could not write."""
        source = Source(batches)
        out: dict[Any, Batch] = {}
        running = self.dask.as_completed([], with_results=False)

        def send() -> None:
            """Keep two batches out per worker, however many there are by now."""
            while len(out) < max(2, 2 * self.workers()) and source.any_left():
                batch = replace(next(source), parent=0)
                future = self.client.submit(play_batch, batch, pure=False)
                out[future] = batch
                running.add(future)

        try:
            send()
            while out:
                future = self._next(running, send)
                receipt = self._receipt(future, out.pop(future))
                send()
                yield receipt
        except (self.dask.CancelledError, self.dask.comm.CommClosedError) as error:
            logging.getLogger("distributed").setLevel(
                logging.CRITICAL
            )  # it would say it for every future
            raise SimkitError(
                f"--cluster {self.address}: the scheduler has gone; what is done is kept, "
                "go on with --resume"
            ) from error

    def _next(self, running: Any, send: Callable[[], None]) -> Any:
        """Wait for a batch, but not for a cluster that has no workers any more."""
        last_seen = asked = time.monotonic()
        while running.queue.empty():
            now = time.monotonic()
            if now - asked > ASK:
                asked = now
                last_seen = now if self.workers() else last_seen
                send()
            if now - last_seen > self.patience:
                raise SimkitError(
                    f"--cluster {self.address}: has had no worker for {self.patience:g} s "
                    "(--patience); what is done is kept, go on with --resume"
                )
            time.sleep(POLL)
        return next(running)

    def _receipt(self, future: Any, batch: Batch) -> Receipt:
        try:
            receipt: Receipt = future.result()
            return receipt
        except self.dask.KilledWorker:
            return play_alone(batch)
