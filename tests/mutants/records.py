"""Which test executes which function, and how long it takes: recorded once per test file.

Each file is run in a process of its own, so that what is worked out once and remembered (an import,
a cache, a fixture of the session) counts for the file that needs it. A file that never executes a
function cannot notice a fault in it.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.copies import ROOT, WORK, copy_repository, hash_of
from tests.mutants.footprints import INDEX, mark_functions
from tests.mutants.server import Server

FOLDER = WORK / "records"
MARKED = WORK / f"marked-{os.getpid()}"  # other samplers may be recording
LIMIT = 1800.0
_one_at_a_time = threading.Lock()
PASSED, FAILED, NOTHING = 0, 1, 5  # exit codes of pytest


@dataclass(frozen=True)
class Record:
    """What one test file does: seconds and functions of each test that passes."""

    file: str
    seconds: dict[str, float]
    functions: dict[str, frozenset[str]]
    imported: frozenset[str]
    broken: tuple[str, ...]

    def executes(self, function: str) -> bool:
        """Whether anything in the file executes the function."""
        return function in self.imported or any(function in f for f in self.functions.values())


def read_records(files: Iterable[str]) -> dict[str, Record]:
    """Return the records of test files; those that are missing or out of date are made."""
    wanted = list(files)
    with _one_at_a_time:
        _record_all([file for file in wanted if _path(file) is None])
    records = {}
    for file in wanted:
        path = _path(file)
        if path is not None:
            records[file] = _read(file, path)
    return records


def _record_all(files: Sequence[str]) -> None:
    """Run test files in a marked copy of the working tree."""
    if not files:
        return
    print(f"recording {len(files)} test files (once)", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    if MARKED.exists():
        _remove_sources(MARKED)
    else:
        atexit.register(shutil.rmtree, MARKED, ignore_errors=True)
    hashes = {file: hash_of([ROOT / file]) for file in files}  # of what is copied, not edited since
    copy_repository(MARKED)
    mark_functions(MARKED)
    server = Server(MARKED)
    for number, file in enumerate(files, 1):
        _record(file, hashes[file], server)
        print(f"  {number:3d} of {len(files)}  {file}", flush=True)
    server.close()


def test_files(places: Iterable[str]) -> Iterator[str]:
    """Return the test files in some folders, and modules of simkit that have examples."""
    for place in places:
        path = ROOT / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            name = file.relative_to(ROOT).as_posix()
            if name.startswith("simkit/"):
                if file.is_file() and ">>> " in file.read_text(encoding="utf-8"):
                    yield name
            elif file.name.startswith("test_"):
                yield name


def _remove_sources(folder: Path) -> None:
    """Remove the sources of an older copy; its caches stay."""
    for path in folder.rglob("*.py"):
        path.unlink()


def _path(file: str) -> Path | None:
    """Return the place of a record that is up to date."""
    path = FOLDER / f"{file.replace('/', '__')}-{hash_of([ROOT / file])}.json"
    return path if path.is_file() else None


def _record(file: str, text: str, server: Server) -> None:
    names = json.loads((MARKED / INDEX).read_text(encoding="utf-8"))
    marks, result = MARKED / "marks.bin", MARKED / "result.json"
    marks.write_bytes(bytes(len(names)))
    result.unlink(missing_ok=True)
    environment = {"MUTANTS_FOOTPRINTS": str(marks), "MUTANTS_RESULT": str(result)}
    code, printed = server.run([file], environment, LIMIT)
    if code not in (PASSED, FAILED, NOTHING):
        print(f"  {file} could not be run, and is left out:\n{printed[-1000:]}", flush=True)
        return
    answer: dict[str, Any] = {"imported": [], "tests": {}}
    if result.is_file():
        answer = json.loads(result.read_text(encoding="utf-8"))
    executed = set(answer["imported"])
    executed.update(*(test["functions"] for test in answer["tests"].values()))
    answer["names"] = {str(place): names[place] for place in sorted(executed)}
    for old in FOLDER.glob(f"{file.replace('/', '__')}-*.json"):
        old.unlink()
    target = FOLDER / f"{file.replace('/', '__')}-{text}.json"
    target.write_text(json.dumps(answer), encoding="utf-8")


def _read(file: str, path: Path) -> Record:
    answer = json.loads(path.read_text(encoding="utf-8"))
    names = {int(place): name for place, name in answer["names"].items()}
    tests = answer["tests"]
    passed = {test: entry for test, entry in tests.items() if entry["outcome"] == "passed"}
    return Record(
        file=file,
        seconds={test: entry["seconds"] for test, entry in passed.items()},
        functions={
            test: frozenset(names[place] for place in entry["functions"])
            for test, entry in passed.items()
        },
        imported=frozenset(names[place] for place in answer["imported"]),
        broken=tuple(test for test, entry in tests.items() if entry["outcome"] == "failed"),
    )
