"""Executors: the same results in the same order, whoever works; workers may die."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from simkit.engine.executors import Executor, Processes, Serial, executor_of, processes


def squared(number: int) -> tuple[int, int]:
    time.sleep(0.02 * (number % 3))  # later items are done earlier
    return number * number, os.getpid()


def fails_at_two(number: int) -> int:
    if number == 2:
        raise SimkitError("two is wrong")
    return number


class Dies:
    """Ends its process at some numbers: the first times that it is asked for them."""

    def __init__(self, notes: Path, at: tuple[int, ...], times: int) -> None:
        self.notes = notes
        self.at = at
        self.times = times

    def __call__(self, number: int) -> int:
        if number in self.at:
            note = self.notes / str(number)
            asked = len(note.read_text()) if note.exists() else 0
            if asked < self.times:
                note.write_text("x" * (asked + 1))
                os._exit(1)
        return -number


@pytest.mark.parametrize("executor", [Serial(), Processes(2)])
def test_results_come_in_the_order_of_their_items(executor: Executor) -> None:
    found = list(executor.map(squared, range(9)))
    assert [square for square, _ in found] == [number**2 for number in range(9)]
    assert (os.getpid() in {pid for _, pid in found}) is (executor.jobs == 1)
    assert list(executor.map(squared, [])) == []


@pytest.mark.parametrize("executor", [Serial(), Processes(2)])
def test_an_error_of_the_function_is_raised(executor: Executor) -> None:
    with pytest.raises(SimkitError, match="two is wrong"):
        list(executor.map(fails_at_two, range(4)))


def test_what_a_dead_worker_left_is_done_again(tmp_path: Path) -> None:
    dies = Dies(tmp_path, (3,), times=1)
    assert list(Processes(2).map(dies, range(8))) == [-number for number in range(8)]
    assert (tmp_path / "3").exists()


def test_workers_that_die_again_and_again_are_given_up(tmp_path: Path) -> None:
    dies = Dies(tmp_path, (0,), times=99)
    with pytest.raises(SimkitError, match="worker processes end before they are done"):
        list(Processes(2).map(dies, range(2)))


def test_one_job_needs_no_process() -> None:
    assert isinstance(executor_of(1), Serial)
    assert executor_of(2).jobs == 2
    assert processes(-1) >= 1
