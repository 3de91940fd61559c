"""Executors: who carries out many calls of one function, here or in worker processes.

All have one method, `Executor.map`, and give what a loop would give, in its order: results do not depend
on who works. (Runs hand out batches by `simkit.runs.workers`, which also names the games that end a
process, and by `simkit.runs.cluster`.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from simkit.core.errors import SimkitError

Item = TypeVar("Item")
Result = TypeVar("Result")
DEATHS = 2  # of worker processes without any result between them


class Executor(Protocol):
    """Whatever carries out calls.

    Attributes
    ----------
    jobs
        How many calls are carried out at a time.
    """

    jobs: int

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results of a function for some items, in the order of the items."""
        ...


class Serial:
    """Carries out calls in this process, when their results are asked for.

    Examples
    --------
    >>> list(Serial().map(abs, [-1, 2]))
    [1, 2]
    """

    jobs = 1

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results of a function for some items, in the order of the items."""
        return map(function, items)


class Processes:
    """Carries out calls in worker processes, which are started at the first call.

    Where a worker dies (killed for want of memory, say), what had no result yet is done again; an error
    that the function raises is raised here.

    Parameters
    ----------
    jobs
        Number of processes.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results of a function for some items, in the order of the items."""
        from joblib import Parallel, delayed
        from joblib.externals.loky.process_executor import BrokenProcessPool

        left, deaths = list(items), 0
        while left:
            parallel = Parallel(self.jobs, backend="loky", return_as="generator", batch_size=1)
            done = 0
            try:
                for result in parallel(delayed(function)(item) for item in left):
                    done += 1
                    yield result
                return
            except BrokenProcessPool as error:
                deaths = 1 if done else deaths + 1
                if deaths >= DEATHS:
                    raise SimkitError(
                        f"worker processes end before they are done ({str(error).partition('.')[0]}): "
                        "too little memory for so many of them, or a bot that ends its process"
                    ) from error
                left = left[done:]


def processes(n_jobs: int) -> int:
    """Return the number of worker processes; negative numbers count from the number of cores."""
    import joblib

    return int(joblib.effective_n_jobs(n_jobs))


def executor_of(n_jobs: int) -> Executor:
    """Return the executor for a number of worker processes; 1 = this process.

    Examples
    --------
    >>> executor_of(1).jobs
    1
    """
    jobs = processes(n_jobs)
    return Serial() if jobs == 1 else Processes(jobs)
