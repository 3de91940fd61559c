"""The organiser's clocks: how long a participant's process computes, waits and sleeps."""

from __future__ import annotations

import contextlib
import math
import os
import time

from simkit.studies.tournament.limits import Limits

NANOSECONDS = 1e-9
STARTS = 5  # times its processor time that Python may take to start, by the clock


class Meter:
    """Measures one process against its limits.

    Parameters
    ----------
    process
        Its number.
    limits
        What it may use.
    share
        Seconds by the clock that it may use altogether.
    """

    def __init__(self, process: int, limits: Limits, share: float) -> None:
        self.process = process
        self.limits = limits
        self.share = share
        self.elapsed = 0.0  # by the clock, in this game
        self.idle = 0.0  # asleep, in this game
        self.spent = 0.0  # by the clock, altogether
        self.game_began = math.inf  # none yet: Python is being started
        self.what = ""
        self.schedule = _Schedule(str(process)), _Schedule("thread-self")

    def new_game(self) -> None:
        """Set back what is counted per game."""
        self.elapsed = self.idle = 0.0
        self.game_began = self.cpu()

    def ask(self, what: str, seconds: float) -> None:
        """Begin to measure what a question takes; it may take some seconds of processor time."""
        self.what = what
        self.seconds = seconds
        self.cpu_then, self.clock_then = self.cpu(), time.monotonic()
        self.active_then = self._active()

    def answered(self) -> None:
        """Add what the question took."""
        took = time.monotonic() - self.clock_then
        self.elapsed += took
        self.spent += took
        self.idle += self._asleep(took)

    def left(self) -> float:
        """Return how many seconds of processor time are left for the question."""
        return self.seconds - (self.cpu() - self.cpu_then)

    def exceeded(self) -> str:
        """Return which limit the process has broken, in words; "" if none."""
        limits, took = self.limits, time.monotonic() - self.clock_then
        if self.left() <= 0:
            return f"took more than {self.seconds:g} s of processor time for {self.what}"
        if math.isinf(self.game_began):  # Python is started: no doing of the participant's
            slow = took > STARTS * self.seconds
            return f"took more than {STARTS * self.seconds:g} s for {self.what}" if slow else ""
        if self.cpu() - self.game_began > limits.game:
            return f"took more than {limits.game:g} s of processor time in one game"
        if self.idle + self._asleep(took) > limits.idle:
            return (
                f"slept for more than {limits.idle:g} s in one game, the last time in {self.what}"
            )
        if self.elapsed + took > limits.clock:
            return f"took more than {limits.clock:g} s by the clock in one game"
        if self.spent + took > self.share:
            return (
                f"took more than {self.share:.0f} s by the clock in all its games together, its share "
                f"of {limits.hours:g} h"
            )
        return ""

    def cpu(self) -> float:
        """Return the processor time of the process; by the clock where that is not to be had."""
        try:
            return time.clock_gettime((~self.process << 3) | 2)  # CPUCLOCK_SCHED of a process
        except (OSError, AttributeError):
            return time.monotonic()

    def _active(self) -> float | None:
        """Return how long the process and the organiser's have computed or waited for a processor."""
        both = [schedule.active() for schedule in self.schedule]
        known = [seconds for seconds in both if seconds is not None]
        return sum(known) if len(known) == len(both) else None

    def _asleep(self, took: float) -> float:
        """Return how much of the time since the question nobody computed; 0 where nobody can tell."""
        now = self._active()
        if now is None or self.active_then is None:
            return 0.0
        return max(0.0, took - (now - self.active_then))

    def close(self) -> None:
        """Let go of what the clocks hold open."""
        for schedule in self.schedule:
            schedule.close()


class _Schedule:
    """What the kernel's scheduler says of a process or thread (Linux, if it keeps such figures)."""

    def __init__(self, process: str) -> None:
        self.handle = -1
        with contextlib.suppress(OSError):
            self.handle = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)

    def active(self) -> float | None:
        """Return the seconds that it has run or waited for a processor."""
        try:
            ran, waited, _ = os.pread(self.handle, 100, 0).split()
        except (OSError, ValueError):
            return None
        return (int(ran) + int(waited)) * NANOSECONDS

    def close(self) -> None:
        """Close the file."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1
