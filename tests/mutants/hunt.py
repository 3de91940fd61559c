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

from tests.mutants.copies import ROOT, WORK, copy_repository, hash_of
from tests.mutants.faults import Fault
from tests.mutants.plans import Plan, far_files, near_files, plan
from tests.mutants.records import Record, read_records
from tests.mutants.server import Server

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
                number = entry.pop("number")
                self.outcomes[number] = Outcome(**entry)

    def changed(self, fault: Fault) -> bool:
        """Whether the file of a fault is no longer what the fault was drawn from."""
        path = ROOT / fault.path
        return not path.is_file() or hash_of([path]) != self.hashes[fault.path]

    def add(self, number: int, outcome: Outcome) -> None:
        """Write the outcome of one fault into the journal; the last one counts."""
        self.outcomes[number] = outcome
        with (self.folder / "journal.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, **asdict(outcome)}) + "\n")


def hunt(sample: Sample, numbers: Iterable[int], jobs: int, near: float, far: float) -> None:
    """Run the tests against the faults of a sample that are named by their numbers.

    `near` and `far` are the seconds of tests of its own package, and of others, that one fault may
    take if no test notices it.
    """
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
        server = Server(folder)
        while True:
            try:
                number = todo.get_nowait()
            except queue.Empty:
                server.close()
                return
            fault = sample.faults[number]
            outcome = _hunt_one(server, fault, near, far)
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


def _hunt_one(server: Server, fault: Fault, near_seconds: float, far_seconds: float) -> Outcome:
    records = _records_of(near_files(fault.path))
    source = (ROOT / fault.path).read_bytes()
    begun = time.perf_counter()
    target = server.folder / fault.path
    _write(target, fault.apply(source))
    try:
        near = plan(fault, records, near_seconds)
        outcome, test, words = _run(server, near)
        tests, left_out = len(near.tests), near.left_out
        if outcome == "survived" and far_seconds > 0:
            others = set(far_files(fault.path)) - {record.file for record in records}
            far = plan(fault, _records_of(sorted(others)), far_seconds, near.tests)
            outcome, test, words = _run(server, far)
            tests, left_out = tests + len(far.tests), left_out + far.left_out
    finally:
        _write(target, source)
    if outcome == "import":
        _need_sound(server, near)
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


def _need_sound(server: Server, tests: Plan) -> None:
    """Raise RuntimeError unless the tests can be collected without the fault."""
    code, printed = server.run([*tests.files, "--collect-only"], {}, 4 * START_UP)
    if code != 0:
        raise RuntimeError(f"without any fault, pytest cannot collect {tests.files}:\n{printed}")


def _run(server: Server, tests: Plan) -> tuple[str, str, str]:
    """Return the outcome of some tests, the test that decided it, and its last words."""
    if not tests.tests:
        return "survived", "", ""
    order, result = server.folder / "order.json", server.folder / "result.json"
    order.write_text(json.dumps(tests.tests), encoding="utf-8")
    result.unlink(missing_ok=True)
    code, printed = server.run(
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
