"""Participants that mean harm leave no mark outside their folder, and put only themselves out.

Every file in `hostile` says what it tries and what must happen: "be out", with a pattern of the reason,
or "stay in", where the attempt fails without a trace.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit.studies.tournament import Limits, Tournament, booths
from simkit.studies.tournament.fence import CHOICES, Fence, offered
from tests.studies.contestants import SOUND

HOSTILE = {path.stem: path for path in sorted((Path(__file__).parent / "hostile").glob("*.py"))}
QUICK = (
    "guard_constants", "hook_by_path", "hook_then_shell", "read_secret", "read_secret_in_c",
    "write_outside_in_c", "touch_simkit", "fork_in_c", "kill_organiser_in_c", "network_in_c",
    "fills_disk", "pickle_on_the_pipe", "not_a_number", "terminal", "naps",
    "remembers_games", "remembers_in_files", "counts_pipes", "lock_shared_file", "files_in_memory",
    "reads_without_waiting", "shared_futex", "clocks_of_others", "cuts_off_files", "empties_by_reading",
    "keyboard_interrupt", "error_that_exits", "takes_room", "ends_itself",
)  # fmt: skip
HONEST = ("honest", "steady")
LIMITS = Limits(load=3, decision=1.5, idle=1.5, memory=300, output=600, files=4, entries=200)
SECRET = "nobody is to know this"
ABSTRACT = "\0simkit-organiser"


def files_below(folder: Path, without: str) -> dict[str, tuple[int, ...]]:
    """Return size, times and rights of all that a folder holds."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name.split(os.sep)[0] != without and "__pycache__" not in name:
            about = path.lstat()
            size = about.st_size if path.is_file() else 0
            changed = about.st_mtime_ns if path.is_file() else 0
            found[name] = (size, changed, about.st_mode)
    return found


def processes_of(folder: Path) -> list[str]:
    """Return the processes whose home lies below a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"HOME={folder}".encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


@contextlib.contextmanager
def listening() -> Iterator[tuple[int, list[socket.socket]]]:
    """Listen as the organiser's machine might; yield the port and the sockets."""
    with socket.socket() as port, socket.socket(socket.AF_UNIX) as abstract:
        port.bind(("127.0.0.1", 0))
        abstract.bind(f"{ABSTRACT}-{os.getpid()}")
        for line in (port, abstract):
            line.listen()
            line.setblocking(False)
        yield port.getsockname()[1], [port, abstract]


def hold(folder: Path, names: list[str] | tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Play hostile participants against honest ones, and look at all they could have changed."""
    bots = folder / "bots"
    bots.mkdir()
    monkeypatch.setenv("SIMKIT_TOKEN", SECRET)
    (folder / "secret.txt").write_text(SECRET)
    for skill, name in zip((80, 20), HONEST, strict=True):
        (bots / f"{name}.py").write_text(SOUND.replace("{skill}", str(skill)))
    with listening() as (port, lines):
        for name in names:
            text = HOSTILE[name].read_text().replace("PORT = 0", f"PORT = {port}")
            (bots / f"{name}.py").write_text(
                text.replace(ABSTRACT[1:], f"{ABSTRACT[1:]}-{os.getpid()}")
            )
        package = Path(simkit.__file__).parent
        before = files_below(folder, "out"), files_below(package, "")
        contest = Tournament(
            bots, "tests.tiny", folder / "out", deals=1, limits=LIMITS, options={"length": "short"}
        )
        contest.play()
        assert (files_below(folder, "out"), files_below(package, "")) == before
        for line in lines:
            with pytest.raises(BlockingIOError):
                line.accept()
    assert processes_of(folder) == []
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        ".lock", "journal.jsonl", "tables", "tournament.json",
    ]  # fmt: skip
    words = contest.standings().set_index("bot").words
    assert [words[name] for name in HONEST] == ["", ""]
    assert [amiss(name, words[name]) for name in names if amiss(name, words[name])] == []


def amiss(name: str, said: str) -> str:
    """Return what is wrong with the words about a hostile participant; "" if nothing is."""
    must = str(ast.get_docstring(ast.parse(HOSTILE[name].read_text()))).partition("Must: ")[2]
    wanted = "be out, " if said.startswith("out: ") else "stay in"
    fits = wanted in must and re.search(must.rpartition("be out, ")[2], said)
    harmless = "GOT" not in said and SECRET not in said and said.isprintable() and len(said) < 600
    return (
        "" if harmless and (fits or (wanted == "stay in" and wanted in must)) else f"{name}: {said}"
    )


def test_quick_ones_stay_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(tmp_path, QUICK, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("layers", CHOICES, ids=" ".join)
def test_all_stay_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layers: tuple[str, ...]
) -> None:
    assert len(HOSTILE) >= 120
    monkeypatch.setattr(booths.fence, "offered", lambda: Fence(layers))
    hold(tmp_path, list(HOSTILE), monkeypatch)


def test_this_machine_offers_a_fence() -> None:
    assert offered(), f"{offered()}: hostile participants cannot be tried here"
