"""The organiser's clocks: how long a participant's process computes, waits and sleeps."""

from __future__ import annotations

import contextlib
import math
import os
import time
from dataclasses import dataclass

from simkit.studies.tournament.limits import Limits

NANOSECONDS = 1e-9
STARTS = 5  # times its processor time that a process may take to start, by the clock
LONGEST_LOOK = 1.0  # seconds that count between two looks: after more, the organiser was stopped


@dataclass(slots=True)
class Account:
    """What a participant has used in all its games.

    Attributes
    ----------
    share
        Seconds by the clock that it may use.
    spent
        Seconds that it has used.
    """

    share: float
    spent: float = 0.0


class Meter:
    """Measures one process against its limits.

    Times by the clock leave out what the process or the organiser waited for a processor, where the
    kernel says so: a busy machine is no participant's fault. What a process waited for a disk, or for
    memory that was swapped out, counts by the clock, but not as sleep.

    Parameters
    ----------
    process
        Its number.
    limits
        What it may use.
    account
        What its participant has used before, and may use altogether.
    """

    def __init__(self, process: int, limits: Limits, account: Account) -> None:
        self.process = process
        self.limits = limits
        self.account = account
        self.elapsed = 0.0  # by the clock, before this question
        self.idle = 0.0  # asleep, before this question
        self.starting = True  # what happens is no doing of the participant's yet
        self.game_began = 0.0  # processor time
        self.what = ""
        self.runs = False  # when it was looked at last
        self.guest, self.own = _Schedule(str(process)), _Schedule("thread-self")
        self.state = _State(process)

    def begin_game(self) -> None:
        """Count processor time of the game from now on."""
        self.game_began = self.cpu()

    def ask(self, what: str, seconds: float) -> None:
        """Begin to measure what a question takes; it may take some seconds of processor time."""
        self.what = what
        self.seconds = seconds
        self.cpu_then = self.cpu()
        self.before = self.guest.read(), self.own.read()
        self.took = self.excused = self.active = self.clock = 0.0
        self.looked = time.monotonic()
        self.faults = self.state.read()[1]

    def look(self) -> None:
        """Take down what has passed since the last look."""
        now = time.monotonic()
        passed = min(now - self.looked, LONGEST_LOOK)
        self.looked = now
        self.took += passed
        ran, queued, own = self._since_asked()
        active = ran + queued + own
        state, faults = self.state.read()
        self.runs = state == "R"
        if state == "D" or faults != self.faults:  # waits for a disk or for memory
            self.excused += max(0.0, passed - (active - self.active))
        self.active, self.faults = active, faults
        clock = max(ran, self.took - queued - own)
        self.account.spent += clock - self.clock
        self.clock = clock

    def answered(self) -> None:
        """Add what the question took."""
        self.look()
        self.elapsed += self.clock
        self.idle += self.asleep()
        self.took = self.excused = self.active = self.clock = 0.0
        self.starting = False

    def left(self) -> float:
        """Return how many seconds of processor time are left for the question."""
        return self.seconds - (self.cpu() - self.cpu_then)

    def exceeded(self) -> str:
        """Return which limit the process itself has broken, in words; "" if none."""
        limits = self.limits
        if self.left() <= 0:
            return f"took more than {self.seconds:g} s of processor time for {self.what}"
        if self.starting:
            slow = self.clock > STARTS * self.seconds
            return f"took more than {STARTS * self.seconds:g} s for {self.what}" if slow else ""
        if self.game_began and self.cpu() - self.game_began > limits.game:
            return f"took more than {limits.game:g} s of processor time in one game"
        if not self.runs and self.idle + self.asleep() > limits.idle:
            return (
                f"slept for more than {limits.idle:g} s in one game, the last time in {self.what}"
            )
        if self.account.spent > self.account.share:
            return (
                f"took more than {self.account.share:.0f} s by the clock in all its games together, its "
                f"share of {limits.hours:g} h"
            )
        return ""

    def late(self) -> str:
        """Say that the game takes too long by the clock, whoever is to blame; "" if it does not."""
        late = not self.starting and self.elapsed + self.clock > self.limits.clock
        return f"took more than {self.limits.clock:g} s by the clock in one game" if late else ""

    def cpu(self) -> float:
        """Return the processor time of the process; by the clock where that is not to be had."""
        try:
            return time.clock_gettime((~self.process << 3) | 2)  # CPUCLOCK_SCHED of a process
        except (OSError, AttributeError):
            return time.monotonic()

    def asleep(self) -> float:
        """Return how much of the question's time nobody computed; 0 where nobody can tell."""
        if not all(self.before):
            return 0.0
        return max(0.0, self.took - self.active - self.excused)

    def _since_asked(self) -> tuple[float, float, float]:
        """Return how long the process ran and waited for a processor, and the organiser did either."""
        guest, own = self.before
        now, own_now = self.guest.read(), self.own.read()
        ran, queued = (now[0] - guest[0], now[1] - guest[1]) if guest and now else (0.0, 0.0)
        return ran, queued, sum(own_now) - sum(own) if own and own_now else 0.0

    def close(self) -> None:
        """Let go of what the clocks hold open."""
        for file in (self.guest, self.own, self.state):
            file.close()


class _File:
    """A file of the kernel's that is read again and again; empty where there is none."""

    def __init__(self, path: str) -> None:
        self.handle = -1
        with contextlib.suppress(OSError):
            self.handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def text(self) -> bytes:
        """Return what stands there now."""
        try:
            return os.pread(self.handle, 1000, 0)
        except OSError:
            return b""

    def close(self) -> None:
        """Close the file."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


class _Schedule(_File):
    """What the kernel's scheduler says of a process or thread (Linux, if it keeps such figures)."""

    def __init__(self, process: str) -> None:
        super().__init__(f"/proc/{process}/schedstat")

    def read(self) -> tuple[float, ...]:
        """Return the seconds that it has run, and that it has waited for a processor; () if unknown."""
        return tuple(int(word) * NANOSECONDS for word in self.text().split()[:2])


class _State(_File):
    """What the kernel says of a process (Linux)."""

    def __init__(self, process: int) -> None:
        super().__init__(f"/proc/{process}/stat")

    def read(self) -> tuple[str, int]:
        """Return a letter for what it does, and how often it waited for memory to come from a disk."""
        words = self.text().rpartition(b")")[2].split()
        return (words[0].decode(), int(words[9])) if len(words) > 9 else ("", 0)


def free_memory() -> float:
    """Return how many megabytes of memory are free; infinite where nobody can tell (not Linux)."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            found = [line.split()[1] for line in file if line.startswith("MemAvailable:")]
    except OSError:
        found = []
    return int(found[0]) / 1024 if found else math.inf


def killed_for_memory() -> int:
    """Return how many processes this machine has ended because its memory ran out (Linux)."""
    try:
        with open("/proc/vmstat", encoding="ascii") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
    except OSError:
        return 0
