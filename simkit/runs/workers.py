"""Who plays the batches: this process, or worker processes over joblib's loky.

A worker may die in mid-batch (killed by the system for want of memory, or by a game that brings the
process down). joblib does not say which task died, so all batches that were out are played again; if
workers die again, each of them is played alone, and a game that ends its process is named and left out.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from simkit.core.bot import Bot
from simkit.runs.batch import Batch, Receipt, play_batch, play_games
from simkit.runs.planner import PlannedGame
from simkit.runs.spec import Spec

SMALL_JOB = 2.0  # seconds of play below which worker processes do not pay
PILOT = 0.12  # seconds of play that the estimate rests on


def seconds_per_game(spec: Spec, games: list[PlannedGame], own_bots: dict[str, Bot]) -> float:
    """Play a few games without keeping them, and return the CPU seconds that one takes.

    The first game also reads component data and fills caches; it counts only if it is the only one.
    """
    marks = [time.process_time()]
    for game in games:
        play_games(Batch(0, spec, "", [game], own_bots=own_bots))
        marks.append(time.process_time())
        if marks[-1] - marks[0] > PILOT:
            break
    if len(marks) < 3:
        return marks[-1] - marks[0]
    return (marks[-1] - marks[1]) / (len(marks) - 2)


def processes(n_jobs: int) -> int:
    """Return the number of worker processes; negative numbers count from the number of cores."""
    import joblib

    return int(joblib.effective_n_jobs(n_jobs))


def play_serially(batches: Iterator[Batch]) -> Iterator[Receipt]:
    """Play in this process."""
    return map(play_batch, batches)


def play_in_processes(batches: Iterator[Batch], jobs: int) -> Iterator[Receipt]:
    """Play in worker processes; receipts come as they are ready."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    source = Source(batches)
    suspects: set[int] = set()
    while source.any_left():
        parallel = Parallel(
            n_jobs=jobs,
            backend="loky",
            return_as="generator_unordered",
            pre_dispatch="2 * n_jobs",
            batch_size=1,
        )
        try:
            for receipt in parallel(delayed(play_batch)(batch) for batch in source):
                source.settle(receipt.number)
                yield receipt
        except BrokenProcessPool:
            lost = source.take_out()
            source.give_back([batch for batch in lost if batch.number not in suspects])
            for batch in lost:
                if batch.number in suspects:
                    yield play_alone(batch)
            suspects.update(batch.number for batch in lost)


class Source:
    """Hands out batches (to several threads) and remembers which are out."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._left = iter(batches)
        self._lock = threading.Lock()
        self._out: dict[int, Batch] = {}

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        with self._lock:
            batch = replace(next(self._left), parent=os.getpid())
            self._out[batch.number] = batch
            return batch

    def any_left(self) -> bool:
        """Whether there is a batch to hand out."""
        with self._lock:
            first = list(itertools.islice(self._left, 1))
            self._left = itertools.chain(first, self._left)
            return bool(first)

    def settle(self, number: int) -> None:
        """Note that a batch is done."""
        with self._lock:
            self._out.pop(number, None)

    def take_out(self) -> list[Batch]:
        """Return the batches that are out, and forget them."""
        with self._lock:
            out = list(self._out.values())
            self._out.clear()
            return out

    def give_back(self, batches: list[Batch]) -> None:
        """Hand out these batches before all others."""
        with self._lock:
            self._left = itertools.chain(batches, self._left)


def play_alone(batch: Batch) -> Receipt:
    """Play a batch in a process of its own; leave out the games that end it, and name them."""
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    fatal: dict[int, str] = {}
    while True:
        with ProcessPoolExecutor(max_workers=1) as pool:
            try:
                receipt: Receipt = pool.submit(play_batch, replace(batch, fatal=fatal)).result()
                return receipt
            except BrokenProcessPool as error:
                found = _fatal_games(replace(batch, fatal=fatal))
                if not found:
                    raise RuntimeError(
                        f"a worker process ended in games {batch.games[0].game_id} to "
                        f"{batch.games[-1].game_id}, though each of them can be played alone: {error}"
                    ) from error
                fatal = {**fatal, **found}


def _fatal_games(batch: Batch) -> dict[int, str]:
    """Play the games of a batch one by one in a process of their own; return those that end it."""
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    fatal: dict[int, str] = {}
    pool = ProcessPoolExecutor(max_workers=1)
    for game in batch.games:
        if game.game_id in batch.fatal:
            continue
        try:
            pool.submit(play_quietly, replace(batch, games=[game])).result()
        except BrokenProcessPool as error:
            fatal[game.game_id] = f"ended its worker process ({str(error).partition('.')[0]})"
            pool.shutdown(kill_workers=True)
            pool = ProcessPoolExecutor(max_workers=1)
    pool.shutdown()
    return fatal


def play_quietly(batch: Batch) -> None:
    """Play a batch and keep nothing."""
    play_games(batch)


def stop_processes() -> None:
    """End the worker processes at once."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
