"""How long participants may take: asleep, per game, altogether; and what is announced."""

from __future__ import annotations

import itertools
import os
import re
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.studies.tournament import Limits, Tournament, guest, league, meter
from simkit.studies.tournament.limits import duration
from tests.studies.contestants import SOUND, faulty

TINY = "tests.tiny"
SECRET = "0123456789abcdef" * 2


def opened(folder: Path, limits: Limits, **files: str) -> Tournament:
    """Return a short tournament of some files and a sound one."""
    bots = folder / "bots"
    bots.mkdir(exist_ok=True)
    for name, text in {"sound": SOUND.replace("{skill}", "50"), **files}.items():
        (bots / f"{name}.py").write_text(text)
    return Tournament(
        bots,
        TINY,
        folder / "out",
        deals=1,
        limits=limits,
        options={"length": "short"},
        secret=SECRET,
    )


def played(folder: Path, limits: Limits, **files: str) -> Tournament:
    """Play a short tournament of some files and a sound one."""
    contest = opened(folder, limits, **files)
    contest.play()
    return contest


def test_who_sleeps_a_little_again_and_again_is_out_for_sleeping(tmp_path: Path) -> None:
    contest = played(tmp_path, Limits(idle=0.4), naps=faulty("import time", "time.sleep(0.15)"))
    assert contest.standing["naps"].fault.startswith("slept for more than 0.4 s in one game")
    assert contest.standing["sound"].fault == ""


def test_who_takes_long_by_the_clock_in_one_game_is_out(tmp_path: Path) -> None:
    slow = faulty("import time", "time.sleep(0.5)")
    contest = played(tmp_path, Limits(idle=90, clock=2), slow=slow)
    assert contest.standing["slow"].fault == "took more than 2 s by the clock in one game"
    assert contest.standing["sound"].fault == ""


# Whose fault it is ---------------------------------------------------------------------------------

NAPS = faulty("import time", "time.sleep(0.5)")
DIES = faulty("import ctypes, os", "ctypes.CDLL(None).kill(os.getpid(), 9)")


def test_who_is_late_by_the_clock_is_tried_again_at_the_end_before_it_is_out(
    tmp_path: Path,
) -> None:
    said = list(opened(tmp_path, Limits(idle=90, clock=2), naps=NAPS).steps())
    assert said == [
        "naps is played again at the end: naps: took more than 2 s by the clock in one game",
        "sound is fit to play",
        "naps is out: took more than 2 s by the clock in one game",
    ]


def test_who_is_late_once_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is played again is the game it would have been."""
    for name in ("calm", "busy"):
        (tmp_path / name).mkdir()
    files = {"other": SOUND.replace("{skill}", "80")}
    whole = opened(tmp_path / "calm", Limits(), **files).play().digest()
    contest = opened(tmp_path / "busy", Limits(), **files)
    steps = contest.steps()
    said = [next(steps), next(steps)]
    monkeypatch.setattr(
        guest.Meter, "late", lambda meter: "took too long" * bool(meter.elapsed > 0)
    )
    said.append(next(steps))
    monkeypatch.undo()
    said += steps
    assert said[2] == "other : sound is played again at the end: other: took too long"
    assert len(said) == 4
    assert contest.fit == ["other", "sound"]
    assert contest.write_tables().digest() == whole


def test_nobody_is_out_because_the_machine_has_no_memory_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = itertools.count()
    monkeypatch.setattr(guest, "killed_for_memory", lambda: next(killed))
    steps = opened(tmp_path, Limits(), dies=DIES).steps()
    assert next(steps).startswith(
        "dies is played again at the end: dies: was ended because the mach"
    )
    assert next(steps) == "sound is fit to play"
    with pytest.raises(SimkitError, match=r"for the second time: free some memory, .* goes on"):
        next(steps)
    monkeypatch.undo()
    steps = opened(tmp_path, Limits(), dies=DIES).steps()
    assert next(steps) == "dies is out: its process was ended by SIGKILL during a decision"
    steps.close()


class Times:
    """What the kernel and the clock say of a process, as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.ran = self.queued = 0.0
        self.state, self.faults = "S", 0
        monkeypatch.setattr(meter.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(meter.Meter, "cpu", lambda _: self.ran)
        self.meter = meter.Meter(os.getpid(), Limits(idle=2, clock=5), meter.Account(50))
        monkeypatch.setattr(self.meter.guest, "read", lambda: (self.ran, self.queued))
        monkeypatch.setattr(self.meter.own, "read", lambda: (0.0, 0.0))
        monkeypatch.setattr(self.meter.state, "read", lambda: (self.state, self.faults))
        self.meter.starting = False
        self.meter.ask("a decision", 30)

    def passes(self, seconds: float, ran: float = 0, queued: float = 0, faults: int = 0) -> None:
        """Let time pass in looks of a tenth of a second."""
        for _ in range(round(10 * seconds)):
            self.now += 0.1
            self.ran += ran / 10
            self.queued += queued / 10
            self.faults += faults
            self.meter.look()


def test_sleep_is_blamed_and_so_is_time_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    times.passes(1.9)
    assert times.meter.exceeded() == ""
    times.passes(0.3)
    assert "slept for more than 2 s" in times.meter.exceeded()
    assert times.meter.late() == ""
    times.passes(3)
    assert "5 s by the clock" in times.meter.late()


def test_waiting_for_a_processor_counts_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    times.passes(100, ran=0.02, queued=0.98)
    assert (times.meter.exceeded(), times.meter.late()) == ("", "")
    assert times.meter.account.spent == pytest.approx(2)


@pytest.mark.parametrize(("state", "faults"), [("D", 0), ("S", 1)])
def test_waiting_for_a_disk_or_for_memory_is_not_sleep(
    monkeypatch: pytest.MonkeyPatch, state: str, faults: int
) -> None:
    times = Times(monkeypatch)
    times.state = state
    times.passes(4, faults=faults)
    assert (times.meter.exceeded(), times.meter.late()) == ("", "")
    times.passes(2, faults=faults)
    assert times.meter.exceeded() == ""
    assert "by the clock" in times.meter.late()


def test_what_the_organiser_waits_for_a_processor_counts_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = Times(monkeypatch)
    monkeypatch.setattr(times.meter.own, "read", lambda: (0.0, times.now - 100))
    times.passes(100, ran=0.02)
    assert (times.meter.exceeded(), times.meter.late()) == ("", "")
    assert times.meter.account.spent == pytest.approx(2)


def test_who_waits_while_the_organiser_is_stopped_is_not_asleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = Times(monkeypatch)
    times.now += 3600
    times.meter.look()
    assert (times.meter.exceeded(), times.meter.late()) == ("", "")
    times.meter.answered()
    assert times.meter.idle <= meter.LONGEST_LOOK


# Altogether ----------------------------------------------------------------------------------------


def test_who_uses_up_its_share_of_the_hours_is_out(tmp_path: Path) -> None:
    slow = faulty("import time", "time.sleep(0.5)")
    contest = played(tmp_path, Limits(idle=90, hours=0.003), slow=slow)
    assert contest.standing["slow"].fault == (
        "took more than 5 s by the clock in all its games together, its share of 0.003 h"
    )
    assert contest.standing["sound"].fault == ""


def test_who_computes_is_not_asleep(tmp_path: Path) -> None:
    busy = faulty("import time", "until = time.process_time() + 0.05",
                  "while time.process_time() < until: pass")  # fmt: skip
    contest = played(tmp_path, Limits(idle=0.5), busy=busy)
    assert contest.standing["busy"].fault == ""


@pytest.mark.parametrize(("free", "said"), [(2047, True), (2048, False)])
def test_too_little_memory_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, said: bool
) -> None:
    monkeypatch.setattr(league, "free_memory", lambda: free)
    other = SOUND.replace("{skill}", "5")
    words = opened(tmp_path, Limits(memory=1024), other=other).announcement()
    warned = "\nmemory: 2047 MB are free, and 2 processes may use 1024 MB each; if they do" in words
    assert warned is said


def test_free_memory_is_that_of_this_machine() -> None:
    assert 10 < meter.free_memory() < 1e9


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.1, "1 min"), (60, "1 min"), (61, "2 min"), (3601, "1 h 1 min")]
)
def test_durations_are_rounded_up(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_every_limit_is_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--help"]) == 0
    said = capsys.readouterr().out
    for name, value in asdict(Limits()).items():
        assert re.search(rf"--{name} .*?\({value:g}\)", said, re.DOTALL), name


@pytest.mark.soak
def test_a_class_of_twenty_with_three_sleepers_ends_in_its_announced_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    for skill in range(0, 80, 5):
        (bots / f"skill{skill:02}.py").write_text(SOUND.replace("{skill}", str(skill)))
    for name, seconds in (("sleeper", 15), ("napper", 1), ("dozer", 0.3)):
        (bots / f"{name}.py").write_text(faulty("import time", f"time.sleep({seconds})"))
    dawdles = faulty("import time", "until = time.process_time() + 0.2",
                     "while time.process_time() < until: pass")  # fmt: skip
    (bots / "dawdler.py").write_text(dawdles)
    began = time.monotonic()
    out = str(tmp_path / "out")
    call = ["tournament", str(bots), "--title", TINY, "--deals", "2", "--hours", "0.25"]
    assert main([*call, "--idle", "1.5", "--out", out]) == 0
    took = time.monotonic() - began
    said = capsys.readouterr().out
    found = re.search(r"^time:  at most (?:(\d+) h )?(\d+) min", said, re.MULTILINE)
    assert found is not None and said.index("time:") < said.index("fit to play")
    announced = 60 * int(found[2]) + 3600 * int(found[1] or 0)
    assert announced < 3600
    assert took < announced
    for name in ("sleeper", "napper", "dozer"):
        assert f"{name} is out: slept for more than 1.5 s" in said
    assert len(re.findall("^skill.. is fit to play", said, re.MULTILINE)) == 16
    assert "skill00 is out" not in said
