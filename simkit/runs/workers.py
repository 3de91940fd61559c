"""Who plays the batches: this process, one process beside it, or worker processes over joblib's loky.

Bots that come with simkit or with the title may be played in this process. All others are played beside
it, a few games as well as many: they may print, hang, leave, or end their process, and the run goes on.

A worker may die in mid-batch (killed by the system for want of memory, or by a game that brings the
process down). joblib does not say which task died, so all batches that were out are played again; if
workers die again, each of them is played alone, and a game that ends its process twice is named and left
out. A game that the watchdog had to end is named at once.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.registry import make_bot, title_package
from simkit.runs.batch import Batch, Failure, Receipt, play_batch, play_games
from simkit.runs.identity import source_file
from simkit.runs.spec import Spec
from simkit.runs.watchdog import Mark, Marks, too_long

SMALL_JOB = 2.0  # seconds of play below which worker processes do not pay
PILOT = 0.12  # seconds of play that the estimate rests on
SLOW = 1e6  # seconds per game, where games do not end: each is a batch of its own
DEATHS = 2  # of its process, after which a game is left out
Found = TypeVar("Found")


def seconds_per_game(batch: Batch) -> float:
    """Play the games of a batch without keeping them, and return the CPU seconds that one takes.

    The first game also reads component data and fills caches; it counts only if it is the only one.
    Games that hang or end their process say nothing; where there is one, `SLOW` is the answer.
    """
    if batch.fatal:
        return SLOW
    marks = [time.process_time()]
    for game in batch.games:
        _, failures = play_games(replace(batch, games=[game]))
        marks.append(time.process_time())
        if any(failure.cause == "time" for failure in failures):
            return SLOW
        if marks[-1] - marks[0] > PILOT:
            break
    if len(marks) < 3:
        return marks[-1] - marks[0]
    return (marks[-1] - marks[1]) / (len(marks) - 2)


def processes(n_jobs: int) -> int:
    """Return the number of worker processes; negative numbers count from the number of cores."""
    import joblib

    return int(joblib.effective_n_jobs(n_jobs))


def foreign_bots(spec: Spec, own_bots: Mapping[str, Bot]) -> bool:
    """Tell whether any bot of a run has code that comes neither with simkit nor with the title."""
    texts = {text for arm in spec.arms for text in spec.bots_of(arm)}
    bots = [own_bots[t] if t in own_bots else make_bot(t, spec.title) for t in texts]
    return not all(_is_ours(bot, spec.title) for bot in bots)


def _is_ours(bot: Bot, title: str) -> bool:
    module = type(bot).__module__
    if not module.startswith(("simkit.", title_package(title) + ".")):
        return False
    inner = [value for value in bot.get_params().values() if isinstance(value, Bot)]
    return all(_is_ours(one, title) for one in inner)


def send_by_value(bots: Iterable[Bot]) -> None:
    """Have the classes of bots sent along with them, where no worker process could import them."""
    import cloudpickle

    for bot in bots:
        name = type(bot).__module__
        if name != "__main__" and name in sys.modules and source_file(name) is None:
            cloudpickle.register_pickle_by_value(sys.modules[name])


def play_serially(batches: Iterator[Batch]) -> Iterator[Receipt]:
    """Play in this process."""
    return map(play_batch, batches)


class Child:
    """One process beside this one, which is started when it is needed, and again when it has died."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="simkit-marks-")
        self.pool: Any = None

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.pool is not None:
            self.pool.shutdown(wait=True, kill_workers=True)
            self.pool = None

    def play(self, batches: Iterable[Batch]) -> Iterator[Receipt]:
        """Play batches one after the other."""
        return (self.call(play_batch, batch) for batch in batches)

    def call(self, what: Callable[[Batch], Found], batch: Batch, deaths: int = DEATHS) -> Found:
        """Do something with a batch; games that end the process `deaths` times are left out and named."""
        from joblib.externals.loky import ProcessPoolExecutor
        from joblib.externals.loky.process_executor import BrokenProcessPool

        died: dict[int, int] = {}
        order = replace(batch, marks=self.folder, parent=os.getpid())
        while True:
            if self.pool is None:
                self.pool = ProcessPoolExecutor(max_workers=1)
            try:
                found: Found = self.pool.submit(what, order).result()
                return found
            except BrokenProcessPool as error:
                self.stop()
                mark = Marks.read(self.folder, batch.number)
                game = -1 if mark is None else mark.game_id
                died[game] = died.get(game, 0) + 1
                if mark is None and died[game] >= DEATHS:
                    raise SimkitError(
                        f"a worker process ends before it plays its first game ({_why(error)}); "
                        "a bot may end its process when it is imported"
                    ) from None
                if mark is not None and (mark.hung or died[game] >= deaths):
                    lost = fatal_game(batch, mark, _why(error))
                    order = replace(order, fatal={**order.fatal, game: lost})


def fatal_game(batch: Batch, mark: Mark, why: str) -> Failure:
    """Return the failure of a game that has ended its process, or that the watchdog ended with it."""
    game = next(game for game in batch.games if game.game_id == mark.game_id)
    said = too_long(batch.seconds) if mark.hung else f"ended its worker process ({why})"
    said += f" (bots: {', '.join(game.bots)})"
    arm = batch.spec.arms[game.arm].name
    return Failure(game.game_id, game.seed, arm, said, cause="time" if mark.hung else "process")


def without_hung(batch: Batch, why: str = "") -> Batch:
    """Leave out the game of a lost batch that the watchdog ended, if it did."""
    mark = Marks.read(batch.marks, batch.number)
    if mark is None or not mark.hung:
        return batch
    return replace(batch, fatal={**batch.fatal, mark.game_id: fatal_game(batch, mark, why)})


def _why(error: BaseException) -> str:
    return str(error).partition(".")[0]


def play_in_processes(batches: Iterator[Batch], jobs: int) -> Iterator[Receipt]:
    """Play in worker processes; receipts come as they are ready."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    # Where a run is stopped, joblib says at its end that it might have been given less to do.
    warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
    suspects: set[int] = set()
    with Child() as alone:
        source = Source(batches, alone.folder)
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
            except BrokenProcessPool as error:
                lost = [without_hung(batch, _why(error)) for batch in source.take_out()]
                source.give_back([batch for batch in lost if batch.number not in suspects])
                for batch in lost:
                    if batch.number in suspects:
                        yield alone.call(play_batch, batch)
                suspects.update(batch.number for batch in lost)


class Source:
    """Hands out batches (to several threads) and remembers which are out."""

    def __init__(self, batches: Iterable[Batch], marks: str = "") -> None:
        self._left = iter(batches)
        self._marks = marks
        self._lock = threading.Lock()
        self._out: dict[int, Batch] = {}

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        with self._lock:
            batch = replace(next(self._left), parent=os.getpid(), marks=self._marks)
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
    with Child() as child:
        return child.call(play_batch, batch)


def stop_processes() -> None:
    """End the worker processes at once."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
