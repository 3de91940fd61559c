"""One digest of 5,000 games, however they are played: alone, on clusters with losses, in two goes.

The cluster consists of dask's own programs, as its users start them. With root rights on Linux, scheduler and
run stand in a network namespace of their own, and a worker that joins late in another one, where an empty
folder hides the run's. Without them all are on the loopback, and the test says what it could not do.
Run by `make soak`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("distributed")
pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[2]
GAMES, BEGUN = 5_000, 2_000
NEAR, FAR = "10.77.0.1", "10.77.0.2"
LOOPBACK = "127.0.0.1"
HOLD = "echo ready; exec sleep infinity"


def until(what: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for something to come about; a process that ends before is an error."""
    while not what():
        assert process is None or process.poll() is None, "ended too early"
        time.sleep(0.02)


class Places:
    """Where programs run: on the loopback, or in two namespaces that are joined by a wire.

    Attributes
    ----------
    near, far
        What to write before a command to run it in the first or second place.
    lacking
        Why there is but one place; "" if there are two.
    """

    def __init__(self, hidden: Path) -> None:
        self.near: list[str] = []
        self.far: list[str] = []
        self.host = LOOPBACK
        self.lacking = ""
        self.holders: list[subprocess.Popen[str]] = []
        try:
            self._separate(hidden)
        except (OSError, subprocess.CalledProcessError) as error:
            self.close()
            self.near, self.far, self.lacking = [], [], str(error)

    def _separate(self, hidden: Path) -> None:
        holders = [self._hold("-n"), self._hold("-n", "-m", "--propagation", "private")]
        near, far = (["nsenter", "-t", str(one.pid), "-n"] for one in holders)
        far += ["-m"]
        wire = ["ip", "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns"]
        for command in (
            [*near, *wire, str(holders[1].pid)],
            *([*side, "ip", "address", "add", f"{host}/24", "dev", "wire"]
              for side, host in ((near, NEAR), (far, FAR))),
            *([*side, "ip", "link", "set", device, "up"]
              for side in (near, far) for device in ("lo", "wire")),
            [*far, "mount", "-t", "tmpfs", "hidden", str(hidden)],
        ):  # fmt: skip
            subprocess.run(command, check=True, capture_output=True)
        self.near, self.far, self.host = near, far, NEAR

    def _hold(self, *kinds: str) -> subprocess.Popen[str]:
        """Start a process that keeps namespaces of its own."""
        held = subprocess.Popen(
            ["unshare", *kinds, "sh", "-c", HOLD],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.holders.append(held)
        assert held.stdout is not None
        assert held.stderr is not None
        if held.stdout.readline() != "ready\n":
            raise OSError(held.stderr.read().strip())
        return held

    def close(self) -> None:
        """End what holds the namespaces; they go with it."""
        for held in self.holders:
            held.kill()
            held.wait()


class Dask:
    """A scheduler and its workers, as programs."""

    def __init__(self, places: Places, folder: Path) -> None:
        self.places = places
        self.stack = ExitStack()
        self.log = self.stack.enter_context((folder / "dask.log").open("a"))
        where = folder / f"scheduler-{time.monotonic_ns()}.json"
        self.scheduler = self._start(
            places.near, "dask_scheduler", "--host", places.host, "--port", "0", "--no-dashboard",
            "--scheduler-file", str(where),
        )  # fmt: skip
        until(where.exists, self.scheduler)
        found = re.search(r"tcp://[\d.]+:\d+", where.read_text())
        assert found is not None
        self.address = found[0]

    def _start(
        self, place: list[str], program: str, *more: str, path: Path = ROOT
    ) -> subprocess.Popen[str]:
        started = subprocess.Popen(
            [*place, sys.executable, "-m", f"distributed.cli.{program}", *more],
            cwd=path, env={**os.environ, "PYTHONPATH": str(path)},
            stdout=self.log, stderr=self.log, text=True,
        )  # fmt: skip
        self.stack.callback(started.wait)
        self.stack.callback(started.kill)
        return started

    def worker(self, *, far: bool = False, path: Path = ROOT) -> subprocess.Popen[str]:
        """Start a worker that nobody starts again when it has died."""
        place = self.places.far if far else self.places.near
        host = LOOPBACK if self.places.lacking else FAR if far else NEAR
        return self._start(
            place, "dask_worker", self.address, "--host", host, "--nthreads", "1", "--no-nanny",
            "--no-dashboard", path=path,
        )  # fmt: skip

    def workers(self) -> int:
        """Return the number of workers that the scheduler knows."""
        code = "import sys, distributed as d; print(len(d.Client(sys.argv[1]).scheduler_info(n_workers=-1)['workers']))"
        command = [*self.places.near, sys.executable, "-c", code, self.address]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def close(self) -> None:
        """End all programs."""
        self.stack.close()


@contextmanager
def dask(places: Places, folder: Path, workers: int) -> Iterator[Dask]:
    made = Dask(places, folder)
    try:
        for _ in range(workers):
            made.worker()
        yield made
    finally:
        made.close()


class Runs:
    """Plays the games of one spec into folders below `runs`."""

    def __init__(self, folder: Path, places: Places) -> None:
        self.places = places
        self.runs = folder / "runs"
        self.spec = folder / "race.toml"
        self.spec.write_text(
            f'title = "race_for_the_galaxy"\nseats = 2\ngames = {GAMES}\nseed = 33\n'
        )

    def start(self, name: str, *more: str, resume: bool = False) -> subprocess.Popen[str]:
        """Begin a run, or go on with it."""
        folder = self.runs / name
        what = ["--resume", str(folder)] if resume else [str(self.spec), "--out", str(folder)]
        command = [sys.executable, "-m", "simkit", "run", *what, "--quiet", *more]
        return subprocess.Popen(
            [*self.places.near, *command],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def batches(self, name: str) -> int:
        """Return the number of batches that are done."""
        receipts = self.runs / name / "receipts.jsonl"
        return receipts.read_bytes().count(b"\n") if receipts.exists() else 0

    def digest(self, name: str, run: subprocess.Popen[str]) -> str:
        """Wait for the end of a run and return the digest that it prints."""
        said, errors = run.communicate()
        assert run.returncode == 0, errors
        found = re.search(r"5,000 games.*digest (\w+)", said)
        assert found is not None, said
        print(f"{name:50} {found[1]}", flush=True)
        return found[1]


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Runs]:
    hidden = tmp_path / "runs"
    hidden.mkdir()
    places = Places(hidden)
    if places.lacking:
        print(f"\nno namespaces here ({places.lacking}): nothing is hidden from the late worker")
    try:
        yield Runs(tmp_path, places)
    finally:
        places.close()


def test_one_digest_however_it_is_played(runs: Runs, tmp_path: Path) -> None:
    print()
    batches = ("--batch-size", "100")
    wanted = runs.digest("in processes of this machine", runs.start("local"))

    with dask(runs.places, tmp_path, 2) as made:
        on_it = ("--cluster", made.address, *batches)
        assert runs.digest("on two dask workers", runs.start("two", *on_it)) == wanted

        run = runs.start("short", "--games", str(BEGUN), *on_it)
        assert run.wait() == 0
        longer = runs.start("short", "--games", str(GAMES), *on_it[:2], resume=True)
        assert runs.digest("2,000 games, extended", longer) == wanted

    with dask(runs.places, tmp_path, 0) as made:
        victim, _ = made.worker(), made.worker()
        run = runs.start("killed", "--cluster", made.address, *batches)
        until(lambda: runs.batches("killed") >= 8, run)
        victim.send_signal(signal.SIGKILL)
        assert runs.digest("one of two workers killed", run) == wanted

    with dask(runs.places, tmp_path, 0) as made:
        first = made.worker()
        run = runs.start("late", "--cluster", made.address, *batches)
        until(lambda: runs.batches("late") >= 8, run)
        made.worker(far=True)
        until(lambda: made.workers() == 2, run)
        first.send_signal(signal.SIGKILL)  # the rest is the late one's
        assert runs.digest("a worker without the folder joins late", run) == wanted
    if not runs.places.lacking:
        look = [*runs.places.far, "ls", "-A", str(runs.runs)]
        assert subprocess.run(look, check=True, capture_output=True, text=True).stdout == ""

    with dask(runs.places, tmp_path, 2) as made:
        run = runs.start("scheduler", "--cluster", made.address, *batches)
        until(lambda: runs.batches("scheduler") >= 8, run)
        made.scheduler.send_signal(signal.SIGKILL)
        _, errors = run.communicate()
        assert run.returncode == 2
        assert "the scheduler has gone; what is done is kept, go on with --resume" in errors
        assert "Traceback" not in errors
    with dask(runs.places, tmp_path, 2) as made:
        run = runs.start("scheduler", "--cluster", made.address, resume=True)
        assert runs.digest("the scheduler killed, and resumed", run) == wanted


def test_worker_with_one_altered_cost_is_refused(runs: Runs, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for part in ("simkit", "data"):
        ignored = shutil.ignore_patterns("__pycache__", "_compiled")
        shutil.copytree(ROOT / part, other / part, ignore=ignored)
    cards = other / "data" / "race_for_the_galaxy" / "cards.toml"
    text = cards.read_text()
    altered = re.sub(r"(?m)^cost = 2$", "cost = 1", text, count=1)
    assert altered != text
    cards.write_text(altered)
    with dask(runs.places, tmp_path, 0) as made:
        made.worker(path=other)
        run = runs.start("altered", "--cluster", made.address, "--batch-size", "100")
        _, errors = run.communicate()
    assert run.returncode == 2
    assert "plays with something else than this run (the data of race_for_the_galaxy)" in errors
    assert runs.batches("altered") == 0
    print(f"\n{errors.strip()}")
