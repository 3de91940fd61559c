"""The fence: what machines offer, what is said where they offer none, and the filter of system calls."""

from __future__ import annotations

import ctypes
import dataclasses
import itertools
import json
import mmap
import os
import platform
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.studies.tournament import (
    Tournament,
    booths,
    fence,
    forks,
    landlock,
    namespaces,
    seccomp,
)
from tests.studies.contestants import SOUND

TINY = "tests.tiny"
NOBODY = fence.Fence((), "this kernel offers none")


def class_of_two(folder: Path) -> Path:
    """Write two sound participants; return their folder."""
    bots = folder / "bots"
    bots.mkdir()
    for skill in (10, 90):
        (bots / f"skill{skill}.py").write_text(SOUND.replace("{skill}", str(skill)))
    return bots


# Where there is no fence ---------------------------------------------------------------------------


def test_without_a_fence_the_superuser_has_to_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(booths.fence, "offered", lambda: NOBODY)
    monkeypatch.setattr(booths.os, "geteuid", lambda: 0)
    bots = class_of_two(tmp_path)
    call = ["tournament", str(bots), "--title", TINY, "--deals", "1", "--out", str(tmp_path / "o")]
    assert main(call) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "offers no fence for participants (this kernel offers none)" in said.err
    assert "--unfenced" in said.err
    assert not (tmp_path / "o").exists()
    assert main([*call, "--unfenced"]) == 0
    said = capsys.readouterr()
    assert said.err.count("offers no fence") == 1
    assert "fence: none (this kernel offers none)" in said.out
    assert " 1. skill90" in said.out


def test_without_a_fence_others_are_told_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booths.fence, "offered", lambda: NOBODY)
    monkeypatch.setattr(booths.os, "geteuid", lambda: 1000)
    contest = Tournament(class_of_two(tmp_path), TINY, tmp_path / "out", deals=1)
    with pytest.warns(UserWarning, match="their code runs with your rights"):
        contest.play()
    assert dict(contest.conditions())["fence"] == "none (this kernel offers none)"
    assert not (tmp_path / "out" / "scratch").exists()


def test_folders_that_all_participants_can_read_are_refused(tmp_path: Path) -> None:
    bots = class_of_two(tmp_path)
    inside = Path(str(sys.modules["simkit"].__file__)).parent / "bots"
    with pytest.raises(SimkitError, match="which all participants can read; use another folder"):
        Tournament(bots, TINY, inside / "out")
    assert not (inside / "out").exists()
    with pytest.raises(SimkitError, match="which all participants can read; use another folder"):
        Tournament(inside, TINY, tmp_path / "out")


def test_a_folder_of_bots_on_python_s_path_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = class_of_two(tmp_path)
    monkeypatch.syspath_prepend(str(bots))
    with pytest.raises(SimkitError, match="would take participants for some"):
        Tournament(bots, TINY, tmp_path / "out")


def test_a_machine_without_linux_offers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence.sys, "platform", "darwin")
    assert not fence.offered.__wrapped__()


@pytest.mark.parametrize(
    ("broken", "layers"),
    [
        ({"namespaces"}, ("Landlock", "seccomp")),
        ({"Landlock"}, ("namespaces", "seccomp")),
        ({"Landlock", "namespaces"}, ()),
        ({"seccomp"}, ()),
    ],
)
def test_the_strongest_combination_that_holds_is_taken(
    monkeypatch: pytest.MonkeyPatch, broken: set[str], layers: tuple[str, ...]
) -> None:
    def tried(wanted: tuple[str, ...]) -> str:
        return ", ".join(f"{layer}: refused" for layer in wanted if layer in broken)

    monkeypatch.setattr(fence, "_tried", tried)
    found = fence.offered.__wrapped__()
    assert found.layers == layers
    for layer in broken:
        assert f"{layer}: refused" in str(found)
    assert ("can leave marks for its later games" in str(found)) is ("Landlock" in layers)


def test_a_fence_that_leaks_is_not_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside"
    outside.write_text("x")
    monkeypatch.chdir(tmp_path)
    assert fence.reachable(str(outside)) == [
        f"read {outside}", f"write {outside}", f"cut off {outside}",
        "empty files that it opens to read", "use the network", "change the times of files",
        "lock files that others read", "make pipes, which are counted for all",
        "ask what is free on the disk", "ask for the clocks of others",
    ]  # fmt: skip
    assert outside.read_text() == "x"
    assert list(tmp_path.iterdir()) == [outside]


def test_a_process_with_threads_cannot_be_shut_in(tmp_path: Path) -> None:
    outside = str(tmp_path / "outside")
    places = fence.Places((*fence.installed(),), str(tmp_path), 1, 10, outside)
    go = threading.Event()
    thread = threading.Thread(target=go.wait)
    thread.start()
    try:
        with pytest.raises(OSError, match=r"this process has \d+ threads already"):
            fence.close(("Landlock", "seccomp"), places)
    finally:
        go.set()
        thread.join()


def test_memory_that_forks_would_share_is_noticed() -> None:
    """One with a page that all write to would be a board for messages from game to game."""
    assert forks.shared_memory() == ""
    with mmap.mmap(-1, mmap.PAGESIZE) as page:
        assert "/dev/zero" in forks.shared_memory()
        page[0] = 1
    assert forks.shared_memory() == ""


OLD_LANDLOCK = """
import json, os, sys
from simkit.studies.tournament import fence, landlock
landlock.version = lambda: int(sys.argv[2])
order = json.loads(sys.argv[1])
places = fence.Places(**order["places"])
fence.close(("Landlock", "seccomp"), places)
for attempt in order["attempts"]:
    try:
        eval(attempt)
        print("DONE", attempt)
    except OSError as error:
        print(error.strerror)
"""


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_no_version_of_landlock_lets_files_be_emptied(tmp_path: Path, version: str) -> None:
    """What versions before the third do not know of is refused by the filter of system calls."""
    mine, readable, scratch = (tmp_path / name for name in ("mine", "readable", "scratch"))
    scratch.mkdir()
    for file in (mine, readable):
        file.write_text("kept")
    package = str(Path(str(sys.modules["simkit"].__file__)).parent)
    places = fence.Places(
        (*fence.installed(), package, str(readable)), str(scratch), 1, 10, str(mine)
    )
    cut = "__import__('ctypes').CDLL(None).truncate"
    attempts = [
        f"os.truncate({str(mine)!r}, 0)",
        f"os.truncate({str(readable)!r}, 0)",
        f"os.open({str(readable)!r}, os.O_RDONLY | os.O_TRUNC)",
        f"os.open({str(mine)!r}, 3 | os.O_TRUNC)",
        f"{cut}({os.fsencode(mine)!r}, 0) and os.stat('nothing')",
    ]
    order = {"places": dataclasses.asdict(places), "attempts": attempts}
    done = subprocess.run(
        [sys.executable, "-c", OLD_LANDLOCK, json.dumps(order), version],
        capture_output=True, text=True, check=True, cwd=scratch,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == len(attempts)
    assert "DONE" not in done.stdout
    assert mine.read_text() == readable.read_text() == "kept"


@pytest.mark.parametrize("layers", fence.CHOICES, ids=" ".join)
def test_layers_hold_here(layers: tuple[str, ...]) -> None:
    assert fence._tried(layers) == ""


# What namespaces show ------------------------------------------------------------------------------


def test_nested_places_are_shown_once() -> None:
    paths = ["/a/b/c", "/a/b", "/a/bc", "/d"]
    assert namespaces.without_nested(paths) == ["/a/b", "/a/bc", "/d"]


INSIDE = """
import json, os, sys
from simkit.studies.tournament import fence
order = json.loads(sys.argv[1])
fence.close(("namespaces", "seccomp"), fence.Places(**order["places"]))
print(sorted(os.listdir("/")) == sorted({path.split("/")[1] for path in order["shown"]}))
print(open(order["link"]).read(), os.listdir("."), os.path.exists(order["other"]))
for size in (1, 100):
    try:
        with open("file", "wb") as file:
            file.write(bytes(size << 16))
    except OSError as error:
        print(error.strerror)
"""


def test_a_shut_in_process_sees_what_it_may_and_links_lead_there(tmp_path: Path) -> None:
    """The root of its file system holds the ways to what is readable, and nothing else."""
    real = tmp_path / "real"
    scratch = tmp_path / "scratch"
    for folder in (real, scratch):
        folder.mkdir()
    (real / "own.py").write_text("own")
    (tmp_path / "other.py").write_text("other")
    (tmp_path / "link").symlink_to(real)
    package = str(Path(str(sys.modules["simkit"].__file__)).parent)
    own = str(tmp_path / "link" / "own.py")
    other = str(tmp_path / "other.py")
    places = fence.Places((*fence.installed(), package, own), str(scratch), 1, 10, other)
    order = {
        "places": dataclasses.asdict(places),
        "shown": [*places.readable, places.scratch],
        "link": own,
        "other": other,
    }
    done = subprocess.run(
        [sys.executable, "-c", INSIDE, json.dumps(order)],
        capture_output=True, text=True, check=True, cwd=scratch,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["True", "own [] False", "No space left on device"]
    assert list(scratch.iterdir()) == []


# System calls --------------------------------------------------------------------------------------


def verdict(steps: list[seccomp.Instruction], machine: int, number: int, *arguments: int) -> int:
    """Run a filter as the kernel does; return what it says of a call."""
    six = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, machine, 0, *six)
    at = word = 0
    while True:
        what, yes, no, value = steps[at]
        at += 1
        if what == seccomp.LOAD:
            (word,) = struct.unpack_from("<I", data, value)
        elif what == seccomp.MASK:
            word &= value
        elif what == seccomp.RETURN:
            return value
        else:
            true = word == value if what == seccomp.EQUAL else bool(word & value)
            at += yes if true else no


@pytest.mark.parametrize("machine", seccomp.MACHINES)
def test_what_the_filter_says_of_calls(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    monkeypatch.setattr(seccomp.platform, "machine", lambda: machine)
    column, name = seccomp.MACHINES[machine]
    steps = seccomp.program()
    texts = (seccomp.ALLOWED, seccomp.ENDING, seccomp.CHECKED)
    allowed, ending, checked = (dict(seccomp._table(text, column)) for text in texts)
    numbers = [*allowed.values(), *ending.values(), *checked.values()]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= yes < 256 and 0 <= no < 256 for _, yes, no, _ in steps)
    assert len(steps) < 4096

    def said(call: str, *arguments: int) -> int:
        number = {**allowed, **ending, **checked}[call]
        return verdict(steps, name, number, *arguments)

    assert {said(call) for call in allowed} == {seccomp.ALLOW}
    for call in (
        "truncate", "pipe", "pipe2", "mincore", "sysinfo", "statfs", "fstatfs", "getrusage", "fadvise64",
    ):  # fmt: skip
        assert call not in {**allowed, **checked, **ending}
    assert {said(call) for call in ending} == {seccomp.KILL}
    unheard = set(range(600)) - set(numbers)
    assert {verdict(steps, name, number) for number in unheard} == {seccomp.REFUSE}
    others = [one for _, one in seccomp.MACHINES.values() if one != name]
    assert {verdict(steps, other, allowed["read"]) for other in others} == {seccomp.KILL}
    own = os.getpid()
    for call in ("kill", "tgkill"):
        assert said(call, own) == seccomp.ALLOW
        assert {said(call, one) for one in (0, 1, own + 1, 2**32 - 1)} == {seccomp.KILL}
    assert said("clone", seccomp.CLONE_THREAD | 0x100) == seccomp.REFUSE
    assert said("clone", 17) == seccomp.KILL
    assert said("clone3", 1) == seccomp.UNKNOWN
    assert said("prlimit64", 0, 7, 0) == seccomp.ALLOW
    for changing in ((0, 7, 4096), (0, 7, 1 << 40), (own, 7, 0)):
        assert said("prlimit64", *changing) == seccomp.REFUSE
    for command in (5, 6, 7, 8, 36, 37, 38, 1024, 1026):  # locks, owners, leases, notices
        assert said("fcntl", 3, command) == seccomp.REFUSE
    assert said("fcntl", 3, 1) == said("fcntl", 3, 1030) == seccomp.ALLOW
    assert said("ioctl", 0, 0x5401) == seccomp.ALLOW and said("ioctl", 0, 0x5412) == seccomp.REFUSE
    assert said("prctl", 15) == seccomp.ALLOW and said("prctl", 1) == seccomp.REFUSE
    for call in ("openat2", "preadv2", "pwritev2", "futex_waitv"):
        assert said(call) == seccomp.UNKNOWN
    assert said("futex", 0, 128) == seccomp.ALLOW and said("futex", 0, 1) == seccomp.REFUSE
    assert said("fallocate", 3, 0) == seccomp.ALLOW and said("fallocate", 3, 1) == seccomp.REFUSE
    assert said("madvise", 0, 1, 4) == seccomp.ALLOW and said("madvise", 0, 1, 21) == seccomp.REFUSE
    for call in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        assert said(call, 2) == seccomp.ALLOW
        assert said(call, (~own << 3 | 2) % 2**32) == seccomp.REFUSE
    for call in ("getpgid", "getsid", "sched_getaffinity"):
        assert said(call, 0) == said(call, own) == seccomp.ALLOW
        assert said(call, 1) == seccomp.REFUSE
    assert (
        said("getpriority", 0, 0) == seccomp.ALLOW and said("getpriority", 0, 1) == seccomp.REFUSE
    )


@pytest.mark.parametrize("machine", seccomp.MACHINES)
def test_how_the_filter_lets_files_be_opened(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    monkeypatch.setattr(seccomp.platform, "machine", lambda: machine)
    column, name = seccomp.MACHINES[machine]
    steps = seccomp.program()
    numbers = dict(seccomp._table(seccomp.CHECKED, column))
    for call, place in (("openat", 2), ("open", 1)):
        for way, more in itertools.product(range(4), range(4)):
            flags = way | (more & 1) * os.O_TRUNC | (more & 2) * 0o10000000 | os.O_CLOEXEC
            empties_to_read = bool(more & 1) and way == os.O_RDONLY
            wanted = way == 3 or empties_to_read or bool(more & 2)
            if call in numbers:
                said = verdict(steps, name, numbers[call], *[0] * place, flags)
                assert said == (seccomp.REFUSE if wanted else seccomp.ALLOW)


def test_an_unknown_processor_has_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "pdp11")
    with pytest.raises(OSError, match="the system calls of pdp11 are not known"):
        seccomp.program()


def test_the_numbers_of_calls_are_those_of_this_system() -> None:
    """The C library, asked by number, does what its functions of that name do."""
    column, _ = seccomp.MACHINES[platform.machine()]
    numbers = dict(seccomp._table(seccomp.ALLOWED, column))
    library = ctypes.CDLL(None)
    for name, answer in (("getpid", os.getpid), ("getppid", os.getppid), ("geteuid", os.geteuid)):
        assert library.syscall(numbers[name]) == answer()


# Landlock ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "size", "rights"),
    [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (6, 24, 16), (9, 24, 16)],
)
def test_each_version_of_landlock_is_asked_for_what_it_knows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: int, size: int, rights: int
) -> None:
    asked: list[bytes] = []
    allowed: list[int] = []

    def syscall(name: str, *args: Any) -> int:
        if name == "landlock_create_ruleset":
            if args[0] is None:
                return version
            asked.append(bytes(args[0])[: args[1]])
            return os.open(os.devnull, os.O_RDONLY)
        if name == "landlock_add_rule":
            allowed.append(struct.unpack("=Qi", bytes(args[2])[:12])[0])
        return 0

    monkeypatch.setattr(landlock, "syscall", syscall)
    monkeypatch.setattr(landlock, "prctl", lambda *_: None)
    file = tmp_path / "file"
    file.touch()
    landlock.restrict([str(tmp_path), str(file)], [str(tmp_path)])
    (attributes,) = asked
    assert len(attributes) == size
    handled = int.from_bytes(attributes[:8], "little")
    assert handled == (1 << rights) - 1
    folder, single, scratch = allowed
    assert folder == landlock.READ and single == landlock.READ_FILE
    assert scratch == (landlock.READ | landlock.WRITE) & handled
    assert not any(right & ~handled for right in allowed)
