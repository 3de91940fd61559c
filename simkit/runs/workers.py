"""Who plays the batches: this process, or worker processes over joblib."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

from simkit.runs.batch import Batch, Receipt, play_batch
from simkit.runs.planner import PlannedGame
from simkit.runs.spec import Spec

SMALL_JOB = 2.0  # seconds of play below which worker processes do not pay
PILOT = 0.12  # seconds of play that the estimate rests on


def seconds_per_game(spec: Spec, games: list[PlannedGame], own_bots: dict[str, object]) -> float:
    """Play a few games without keeping them, and return the CPU seconds that one takes."""
    began = time.process_time()
    played = 0
    warm = 0.0
    for game in games:
        before = time.process_time()
        play_batch_dry(spec, [game], own_bots)
        now = time.process_time()
        played += 1
        if played == 1:
            warm = now - before  # reading component data, filling caches
        if now - began > PILOT:
            break
    spent = time.process_time() - began
    return (spent - warm) / (played - 1) if played > 1 else spent


def play_batch_dry(spec: Spec, games: list[PlannedGame], own_bots: dict[str, object]) -> None:
    """Play games and keep nothing."""
    from simkit.runs.batch import play_games

    play_games(Batch(0, spec, "", games, own_bots=own_bots))  # type: ignore[arg-type]


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

    first = list(itertools.islice(batches, 1))
    if not first:
        return
    parallel = Parallel(
        n_jobs=jobs,
        backend="loky",
        return_as="generator_unordered",
        pre_dispatch="2 * n_jobs",
        batch_size=1,
    )
    yield from parallel(delayed(play_batch)(b) for b in itertools.chain(first, batches))


def stop_processes() -> None:
    """End the worker processes at once."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
