"""What pytest does differently under the sampler; switched on by ``-p tests.mutants.plugin``.

MUTANTS_RESULT      file to which the outcome is written
MUTANTS_ORDER       file with the tests to be run, in order, and the seconds that each may take
MUTANTS_FOOTPRINTS  shared file of marks (see footprints.py): which test executes which function
"""

from __future__ import annotations

import json
import mmap
import os
import resource
import signal
import time
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

NOT_DONE = 3  # exit code after a test that took too long
LONGEST = 600.0
MEMORY = 12 << 30  # bytes of address space: a fault that fills a list for ever ends here


class Recorder:
    """Notes seconds, outcome and functions of every test."""

    def __init__(self, marks: Path) -> None:
        self.tests: dict[str, dict[str, Any]] = {}
        with marks.open("r+b") as file:
            self.marks = mmap.mmap(file.fileno(), 0)
        self.start = time.perf_counter()

    def _take_marks(self) -> list[int]:
        held = self.marks[:]
        places, place = [], held.find(1)
        while place >= 0:
            places.append(place)
            place = held.find(1, place + 1)
        self.marks[:] = bytes(len(held))
        return places

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.imported = self._take_marks()
        self.start = time.perf_counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.tests[item.nodeid] = {"outcome": "passed", "seconds": 0.0, "functions": []}
        outcome = yield
        entry = self.tests[item.nodeid]
        entry["seconds"] = time.perf_counter() - self.start
        entry["functions"] = self._take_marks()
        self.start = time.perf_counter()
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.tests[report.nodeid]["outcome"] = report.outcome

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        answer = {"imported": getattr(self, "imported", []), "tests": self.tests}
        Path(os.environ["MUTANTS_RESULT"]).write_text(json.dumps(answer), encoding="utf-8")


class Hunter:
    """Runs the tests that are asked for in their order, and ends at the first that fails or hangs."""

    def __init__(self, order: Path) -> None:
        self.limits: dict[str, float] = json.loads(order.read_text(encoding="utf-8"))
        self.current = ""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def _write(self, outcome: str, test: str, words: str = "") -> None:
        answer = {"outcome": outcome, "test": test, "words": words}
        Path(os.environ["MUTANTS_RESULT"]).write_text(json.dumps(answer), encoding="utf-8")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rank = {test: place for place, test in enumerate(self.limits)}
        items[:] = [item for item in items if item.nodeid in rank]
        items.sort(key=lambda item: rank[item.nodeid])

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._write("time-out", self.current)
        os._exit(NOT_DONE)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.current = item.nodeid
        signal.signal(signal.SIGALRM, self._stop)
        signal.alarm(max(1, round(self.limits.get(item.nodeid, LONGEST))))
        try:
            return (yield)
        finally:
            signal.alarm(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "failed":
            words = report.longreprtext.strip().splitlines()
            last = next((line for line in words if line.startswith("E ")), words[-1:] or "")
            self._write("failed", report.nodeid, str(last)[:200])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.outcome == "failed":
            self._write("failed", report.nodeid or "collection", "could not be collected")


def pytest_configure(config: pytest.Config) -> None:
    """Register the one of the two that the environment asks for."""
    if marks := os.environ.get("MUTANTS_FOOTPRINTS"):
        config.pluginmanager.register(Recorder(Path(marks)))
    if order := os.environ.get("MUTANTS_ORDER"):
        config.pluginmanager.register(Hunter(Path(order)))
