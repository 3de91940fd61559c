"""Limits that the operating system holds for a participant's process, and what is looked at besides."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from simkit.studies.tournament import Limits, Tournament, booths, guest, rlimits, template
from simkit.studies.tournament.fence import Fence
from simkit.studies.tournament.scratch import DEEPEST, Scratch
from tests.studies.contestants import SOUND, faulty

resource = pytest.importorskip("resource")
MEGABYTE = 1 << 20
FREE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "memory", "files", "open_files"),
    [
        (FREE, FREE, 300 * MEGABYTE, 2 * MEGABYTE, 32),
        (10, FREE, 300 * MEGABYTE, 2 * MEGABYTE, 32),  # a soft limit may be raised
        (10, 100, 100, 100, 32),
        (10, 20, 20, 20, 20),
    ],
)
def test_limits_are_those_asked_for_or_the_hard_ones(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, memory: int, files: int, open_files: int
) -> None:
    made: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", made.__setitem__)
    monkeypatch.setattr(rlimits.sys, "platform", "linux")
    rlimits.set_limits(Limits(memory=300, files=2))
    assert made == {
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (files, files),
        resource.RLIMIT_NPROC: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NOFILE: (open_files, open_files),
    }


def test_memory_is_limited_on_linux_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", made.__setitem__)
    monkeypatch.setattr(rlimits.sys, "platform", "darwin")
    rlimits.set_limits(Limits())
    assert resource.RLIMIT_AS not in made
    assert resource.RLIMIT_NOFILE in made


@pytest.mark.parametrize(("hard", "wanted"), [(FREE, 5), (100, 5), (3, 3)])
def test_processor_time_is_rounded_up_and_one_second_more(
    monkeypatch: pytest.MonkeyPatch, hard: int, wanted: int
) -> None:
    made: list[tuple[int, int, tuple[int, int]]] = []

    def prlimit(process: int, kind: int, limits: tuple[int, int] | None = None) -> tuple[int, int]:
        if limits is not None:
            made.append((process, kind, limits))
        return (1, hard)

    monkeypatch.setattr(resource, "prlimit", prlimit, raising=False)
    rlimits.allow_seconds(77, 3.2)
    assert made == [(77, resource.RLIMIT_CPU, (wanted, hard))]


# The scratch folder where no kernel limits its size ------------------------------------------------


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "scratch", Limits(files=1, entries=10))


def test_a_scratch_folder_may_hold_what_it_may(scratch: Scratch) -> None:
    (scratch.folder / "folder").mkdir()
    for number in range(9):
        (scratch.folder / "folder" / str(number)).write_bytes(bytes(100_000))
    assert scratch.exceeded() == ""
    (scratch.folder / "more").touch()
    assert scratch.exceeded() == "wrote more than 10 files to its scratch folder"


def test_size_counts_in_all_folders_and_links_do_not_lead_out(scratch: Scratch) -> None:
    outside = scratch.folder.parent / "outside"
    outside.mkdir()
    (outside / "big").write_bytes(bytes(3_000_000))
    (scratch.folder / "link").symlink_to(outside)
    assert scratch.exceeded() == ""
    for number in range(2):
        (scratch.folder / f"folder{number}").mkdir()
        (scratch.folder / f"folder{number}" / "file").write_bytes(bytes(600_000))
    assert scratch.exceeded() == "wrote more than 1 MB to its scratch folder"
    scratch.remove()
    assert [path.name for path in outside.parent.iterdir()] == ["outside"]
    assert (outside / "big").stat().st_size == 3_000_000


def test_folders_too_deep_to_be_looked_at_are_noticed_and_removed(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch.limits = Limits(entries=10_000)
    monkeypatch.chdir(scratch.folder)
    for _ in range(1500):  # deeper than Python goes, and longer than a path may be
        os.mkdir("in_there")
        os.chdir("in_there")
    assert scratch.exceeded() == (
        f"made folders in folders more than {DEEPEST} deep in its scratch folder"
    )
    os.chdir(scratch.folder.parent.parent)
    scratch.remove()
    assert not scratch.folder.parent.exists()


def test_room_that_no_size_shows_counts(scratch: Scratch) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    with (scratch.folder / "small").open("wb") as file:
        keep_size, size = 1, ctypes.c_long(2_000_000)
        assert library.fallocate(file.fileno(), keep_size, ctypes.c_long(0), size) == 0
        assert os.fstat(file.fileno()).st_size == 0
    assert scratch.exceeded() == "wrote more than 1 MB to its scratch folder"


def test_the_process_stands_still_while_its_folder_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[str] = []
    look = guest.Guest._scratch_exceeded

    def looked(one: guest.Guest) -> str:
        monkeypatch.setattr(
            one.scratch, "exceeded", lambda: states.append(one.meter.state.read()[0])
        )
        return look(one)

    monkeypatch.setattr(guest.Guest, "_scratch_exceeded", looked)
    monkeypatch.setattr(booths.fence, "offered", lambda: Fence(("Landlock", "seccomp")))
    (tmp_path / "bots").mkdir()
    busy = faulty("until = time.process_time() + 0.2", "while time.process_time() < until: pass")
    (tmp_path / "bots" / "busy.py").write_text("import time\n" + busy)
    (tmp_path / "bots" / "sound.py").write_text(SOUND.replace("{skill}", "50"))
    steps = Tournament(
        tmp_path / "bots", "tests.tiny", tmp_path / "out", options={"length": "short"}
    ).steps()
    assert next(steps) == "busy is fit to play"
    steps.close()
    assert len(states) > 20
    assert set(states) == {"T"}


def test_an_organiser_with_many_open_files_plays(tmp_path: Path) -> None:
    """A notebook has many, and `select` knows none above 1023."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    (tmp_path / "bots").mkdir()
    for skill in (10, 90):
        (tmp_path / "bots" / f"{skill}.py").write_text(SOUND.replace("{skill}", str(skill)))
    opened = [os.open(os.devnull, os.O_RDONLY)]
    try:
        while opened[-1] < 1024:
            opened.append(os.dup(opened[-1]))
        contest = Tournament(
            tmp_path / "bots", "tests.tiny", tmp_path / "out", deals=1, options={"length": "short"}
        )
        contest.play()
    finally:
        for handle in opened:
            os.close(handle)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert contest.fit == ["10", "90"]


# The process that all others are forked from -------------------------------------------------------


def two(folder: Path) -> Tournament:
    """Return a tournament of two sound participants."""
    (folder / "bots").mkdir()
    for skill in (10, 90):
        (folder / "bots" / f"{skill}.py").write_text(SOUND.replace("{skill}", str(skill)))
    return Tournament(folder / "bots", "tests.tiny", folder / "out", options={"length": "short"})


def test_a_template_that_does_not_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template, "BOOT", "raise OSError('no such luck')")
    with pytest.raises(SimkitError, match="are started from failed: OSError: no such luck"):
        next(two(tmp_path).steps())
    assert not (tmp_path / "out" / "scratch").exists()


def test_a_template_that_is_killed_ends_the_tournament_which_can_go_on(tmp_path: Path) -> None:
    contest = two(tmp_path)
    steps = contest.steps()
    assert next(steps) == "10 is fit to play"
    assert contest.template is not None
    contest.template.process.kill()
    with pytest.raises(SimkitError, match="are started from failed: it ended with -9"):
        next(steps)
    again = Tournament(
        tmp_path / "bots", "tests.tiny", tmp_path / "out", options={"length": "short"}
    )
    steps = again.steps()
    assert next(steps) == "90 is fit to play"
    steps.close()


# When the organiser is killed ----------------------------------------------------------------------

CONTEST = """
import sys
from simkit.core.errors import SimkitError
from simkit.studies.tournament import Limits, Tournament
contest = Tournament(sys.argv[1], "tests.tiny", sys.argv[2], limits=Limits(idle=90))
for done in contest.steps():
    print(contest.template.process.pid, flush=True)
"""


def forked_from(parent: int) -> list[int]:
    """Return the processes that another one has forked."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[1] == str(parent):
                found.append(int(path.parent.name))
    return found


def test_a_killed_organiser_leaves_no_process_and_the_next_one_tidies_up(tmp_path: Path) -> None:
    bots, out = tmp_path / "bots", tmp_path / "out"
    bots.mkdir()
    (bots / "a.py").write_text(SOUND.replace("{skill}", "50"))
    (bots / "b.py").write_text(faulty("import time", "time.sleep(1)"))
    with subprocess.Popen(
        [sys.executable, "-c", CONTEST, str(bots), str(out)], stdout=subprocess.PIPE, text=True
    ) as organiser:
        assert organiser.stdout is not None
        template = int(organiser.stdout.readline())
        while not (guests := forked_from(template)):
            os.sched_yield()
        organiser.send_signal(signal.SIGKILL)
        assert organiser.stdout.read() == ""  # no process holds a copy of it
    left_over = [Path(f"/proc/{process}") for process in (template, *guests)]
    until = time.monotonic() + 20
    while any(path.exists() for path in left_over) and time.monotonic() < until:
        os.sched_yield()
    assert not any(path.exists() for path in left_over)
    left = set((out / "scratch").iterdir())
    assert left
    (bots / "b.py").write_text(SOUND.replace("{skill}", "10"))
    steps = Tournament(bots, "tests.tiny", out, limits=Limits(idle=90)).steps()
    assert next(steps) == "b is fit to play"
    assert not any(path.exists() for path in left)
    steps.close()
    assert not (out / "scratch").exists()
