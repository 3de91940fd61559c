"""Plants the faults of a sample, one after the other, and lets the tests look for them."""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutants.copies import ROOT, WORK, copy_repository, hash_of, run_pytest
from tests.mutants.faults import Fault
from tests.mutants.plans import Plan, far_files, near_files, plan
from tests.mutants.records import Record, read_records

NEAR_SECONDS = 300.0
FAR_SECONDS = 60.0
START_UP = 120.0  # seconds for imports and collection, on a machine that others share
CAUGHT = ("failed", "time-out", "import")


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: `failed`, `time-out` and `import` are caught, `survived` is not."""

    outcome: str
    test: str
    words: str
    seconds: float
    tests: int
    left_out: int

    @property
    def caught(self) -> bool:
        """Whether the tests noticed the fault."""
        return self.outcome in CAUGHT


class Sample:
    """A sample in its folder: the faults, the texts they were drawn from, and a journal of outcomes."""

    def __init__(self, name: str) -> None:
        self.folder = WORK / name
        self.faults: list[Fault] = []
        self.outcomes: dict[int, Outcome] = {}
        self.hashes: dict[str, str] = {}

    @property
    def exists(self) -> bool:
        """Whether the sample was drawn before."""
        return (self.folder / "sample.json").is_file()

    def write(self, faults: Sequence[Fault]) -> None:
        """Store a sample that was just drawn."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.faults = list(faults)
        self.hashes = {path: hash_of([ROOT / path]) for path in {f.path for f in faults}}
        text = {"hashes": self.hashes, "faults": [asdict(fault) for fault in faults]}
        (self.folder / "sample.json").write_text(json.dumps(text, indent=1), encoding="utf-8")

    def read(self) -> None:
        """Read faults and outcomes; faults in files that have changed since are refused."""
        text = json.loads((self.folder / "sample.json").read_text(encoding="utf-8"))
        self.faults = [Fault(**fault) for fault in text["faults"]]
        self.hashes = text["hashes"]
        journal = self.folder / "journal.jsonl"
        if journal.is_file():
            for line in journal.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.outcomes[entry.pop("number")] = Outcome(**entry)

    def changed(self, fault: Fault) -> bool:
        """Whether the file of a fault is no longer what the fault was drawn from."""
        path = ROOT / fault.path
        return not path.is_file() or hash_of([path]) != self.hashes[fault.path]

    def add(self, number: int, outcome: Outcome) -> None:
        """Write the outcome of one fault into the journal; the last one counts."""
        self.outcomes[number] = outcome
        with (self.folder / "journal.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, **asdict(outcome)}) + "\n")


def hunt(sample: Sample, numbers: Iterable[int], jobs: int) -> None:
    """Run the tests against the faults of a sample that are named by their numbers."""
    todo: queue.SimpleQueue[int] = queue.SimpleQueue()
    wanted = [number for number in numbers if not sample.changed(sample.faults[number])]
    if not wanted:
        return
    for number in wanted:
        todo.put(number)
    lock = threading.Lock()

    def work(place: int) -> None:
        folder = sample.folder / f"copy-{place}"
        with lock:
            copy_repository(folder)
        while True:
            try:
                number = todo.get_nowait()
            except queue.Empty:
                return
            fault = sample.faults[number]
            outcome = _hunt_one(folder, fault)
            with lock:
                sample.add(number, outcome)
                left = len(wanted) - todo.qsize()
                print(
                    f"  {left:3d} of {len(wanted)}  #{number} {fault.path}:{fault.line} "
                    f"{fault.operator}: {outcome.outcome} {outcome.test} ({outcome.seconds:.0f} s)",
                    flush=True,
                )

    threads = [threading.Thread(target=work, args=(place,)) for place in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _hunt_one(folder: Path, fault: Fault) -> Outcome:
    records = _records_of(near_files(fault.path))
    source = (ROOT / fault.path).read_bytes()
    begun = time.perf_counter()
    target = folder / fault.path
    _write(target, fault.apply(source))
    try:
        near = plan(fault, records, NEAR_SECONDS)
        outcome, test, words = _run(folder, near)
        tests, left_out = len(near.tests), near.left_out
        if outcome == "survived":
            others = set(far_files(fault.path)) - {record.file for record in records}
            far = plan(fault, _records_of(sorted(others)), FAR_SECONDS, near.tests)
            outcome, test, words = _run(folder, far)
            tests, left_out = tests + len(far.tests), left_out + far.left_out
    finally:
        _write(target, source)
    return Outcome(outcome, test, words, time.perf_counter() - begun, tests, left_out)


_broken: set[str] = set()


def _records_of(files: Sequence[str]) -> list[Record]:
    """Return records of test files, and say which tests fail without any fault."""
    records = list(read_records(files).values())
    for test in (test for record in records for test in record.broken):
        if test not in _broken:
            _broken.add(test)
            print(f"  fails without any fault, and is left out: {test}", flush=True)
    return records


_clock = int(time.time())


def _write(path: Path, content: bytes) -> None:
    """Write a module with a time of its own, so that Python does not take an older cache for it."""
    global _clock
    _clock += 2
    path.write_bytes(content)
    os.utime(path, (_clock, _clock))


def _run(folder: Path, tests: Plan) -> tuple[str, str, str]:
    """Return the outcome of some tests, the test that decided it, and its last words."""
    if not tests.tests:
        return "survived", "", ""
    order, result = folder / "order.json", folder / "result.json"
    order.write_text(json.dumps(tests.tests), encoding="utf-8")
    result.unlink(missing_ok=True)
    code, printed = run_pytest(
        folder,
        [*tests.files, "-x"],
        {"MUTANTS_ORDER": str(order), "MUTANTS_RESULT": str(result)},
        START_UP + max(tests.tests.values()) + 4 * tests.seconds,
    )
    if code is None:
        return "time-out", "all tests together", ""
    if code in (0, 5):
        return "survived", "", ""
    if result.is_file():
        answer = json.loads(result.read_text(encoding="utf-8"))
        return answer["outcome"], answer["test"], answer["words"]
    last = [line for line in printed.strip().splitlines() if line.strip()][-1:]
    return "import", "before any test", (last or [""])[0][:200]
