"""Ends games that do not end, and says which game a lost process was playing.

Two limits of the clock watch every game. The soft one raises an error inside the game, so that the game
fails and the next one begins. A bot that catches every error, or code that never comes back to Python,
does not notice it; in a worker process the hard limit, a little later, ends the process. Clocks decide
only whether a game has failed: no figure of a finished game depends on them.
"""

from __future__ import annotations

import ctypes
import faulthandler
import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import IO, Any, NamedTuple

from simkit.core.errors import GameTooLong

GAME_SECONDS = 300.0  # by default; a game of the slowest searching bots takes a tenth of this
REPEAT = 1.0  # seconds after which a bot that has swallowed the error is told again
TICK = 0.2  # seconds between looks at the clock for other threads
GRACE = 1.25  # the hard limit, in soft limits
LEAST_GRACE = 5.0  # seconds between the limits, at least
OUTPUT = 20_000  # characters that bots may print in one process
DROPPED = "\nsimkit: more that the bots print is dropped\n"


class Mark(NamedTuple):
    """What is known of a process that ended: the game it was playing, and whether the watchdog did it."""

    game_id: int
    hung: bool


class Marks:
    """Notes on the disk which game a process is playing; they outlive the process.

    Parameters
    ----------
    folder
        Where the note lies; it is named by the batch.
    number
        Number of the batch.
    """

    def __init__(self, folder: str, number: int) -> None:
        self.path = Path(folder) / f"{number}"
        self.file: IO[bytes] | None = None
        self.armed = -math.inf  # when the hard limit was set

    def __enter__(self) -> Marks:
        self.file = self.path.open("wb", buffering=0)
        return self

    def __exit__(self, *error: object) -> None:
        if self.file is not None:
            faulthandler.cancel_dump_traceback_later()
            self.file.close()
            self.path.unlink(missing_ok=True)

    def begin(self, game_id: int, seconds: float) -> None:
        """Note the game that begins, and set the hard limit for it."""
        assert self.file is not None
        self.file.seek(0)
        self.file.write(f"{game_id:20d}\n".encode())  # what the watchdog writes comes behind it
        now = time.monotonic()
        if seconds and now - self.armed > REPEAT:  # to set it takes a thread: not for every game
            hard = REPEAT + max(seconds * GRACE, seconds + LEAST_GRACE)
            faulthandler.dump_traceback_later(hard, exit=True, file=self.file)
            self.armed = now

    @staticmethod
    def read(folder: str, number: int) -> Mark | None:
        """Return the note that a lost process left about a batch, and remove it."""
        path = Path(folder) / f"{number}"
        try:
            first, _, rest = path.read_text(encoding="utf-8", errors="replace").partition("\n")
            path.unlink()
            return Mark(int(first), "Timeout" in rest)
        except (OSError, ValueError):
            return None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `GameTooLong` in what is done inside once `seconds` have passed; 0 = never.

    Signals reach the main thread only; elsewhere (on a cluster's workers) another thread watches.
    """
    if not seconds:
        yield
        return
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        with _WATCH.limit(seconds):
            yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise GameTooLong(too_long(seconds))

    old = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


class _TimeIsUp(BaseException):
    """Raised in a thread by the one that watches it."""


class _Watch:
    """Watches the clock for other threads, from a thread that begins with the first limit."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.ends: dict[int, float] = {}  # thread -> when it is told (again)
        self.thread: threading.Thread | None = None

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Raise `GameTooLong` in the present thread once `seconds` have passed."""
        me = threading.get_ident()
        with self.lock:
            self.ends[me] = time.monotonic() + seconds
            if self.thread is None:
                self.thread = threading.Thread(target=self._watch, daemon=True)
                self.thread.start()
        try:
            try:
                yield
            finally:
                self._stop(me)
        except _TimeIsUp:
            self._stop(me)  # it may have been raised before the first call was through
            raise GameTooLong(too_long(seconds)) from None

    def _stop(self, thread: int) -> None:
        with self.lock:
            self.ends.pop(thread, None)
        _raise_in(thread, None)  # what has not arrived yet shall not

    def _watch(self) -> None:
        while True:
            time.sleep(TICK)
            now = time.monotonic()
            with self.lock:
                for thread, end in self.ends.items():
                    if now >= end:
                        self.ends[thread] = now + REPEAT
                        _raise_in(thread, _TimeIsUp)


_WATCH = _Watch()


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have an error raised in another thread as soon as that runs Python; None takes it back."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def too_long(seconds: float) -> str:
    """Say that a game did not end, and how more time is given."""
    return f"no end within {seconds:g} s (more time: --game-seconds, game_seconds=)"


def quiet_bots() -> Any:
    """Return a context in which what bots print goes to standard error, and only the beginning of it."""
    if isinstance(sys.stdout, _Limited):
        return nullcontext()
    return _printing(_Limited())


@contextmanager
def _printing(stream: _Limited) -> Iterator[None]:
    old = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = stream
    try:
        yield
    finally:
        sys.stdout, sys.stderr = old


class _Limited:
    """A text stream that passes on so many characters per process, and drops the rest."""

    encoding = "utf-8"
    left = OUTPUT

    def write(self, text: str) -> int:
        """Write a text, or as much of it as is left."""
        if _Limited.left > 0:
            part = text[: _Limited.left]
            _Limited.left -= len(part)
            try:
                assert sys.__stderr__ is not None
                sys.__stderr__.write(part if _Limited.left else part + DROPPED)
                sys.__stderr__.flush()
            except (AssertionError, OSError, ValueError):  # nobody reads it
                _Limited.left = 0
        return len(text)

    def flush(self) -> None:
        """Do nothing: every text is passed on at once."""

    def isatty(self) -> bool:
        """Tell that nobody sits in front of it."""
        return False
