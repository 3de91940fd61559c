"""How far a run is: a bar in a terminal or notebook, JSON lines for scripts, or a function of yours."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, TextIO

from simkit.core.errors import UnknownName


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    done, total, failed
        Games; `total` is None where a budget of time or precision decides.
    per_second
        Games per second since the run (or its resumption) began.
    left
        Seconds left, as far as can be told.
    note
        What the run is waiting for or has decided.
    """

    done: int = 0
    total: int | None = None
    failed: int = 0
    per_second: float = 0.0
    left: float | None = None
    note: str = ""


Watcher = Callable[[Progress], None]
WAYS = ("auto", "bar", "json", "quiet")


class Meter:
    """Counts games and tells its watcher, at most ten times a second.

    Parameters
    ----------
    watcher
        ``auto`` (a bar in a terminal or notebook, else quiet), ``bar``, ``json`` (lines on
        standard output), ``quiet``, or a function that is given a `Progress`.
    label
        Name shown beside the bar.
    """

    def __init__(self, watcher: str | Watcher = "auto", label: str = "") -> None:
        self.progress = Progress()
        self.began = time.monotonic()
        self.here = 0
        self.told = 0.0
        self.deadline: float | None = None
        self.close = _nothing
        self.tell: Watcher = self._watcher(watcher, label)

    def _watcher(self, watcher: str | Watcher, label: str) -> Watcher:
        if callable(watcher):
            return watcher
        if watcher not in WAYS:
            raise UnknownName("way to show progress", watcher, WAYS)
        if watcher == "json":
            return JsonLines(sys.stdout, label)
        if watcher == "bar" or (watcher == "auto" and (_in_notebook() or sys.stderr.isatty())):
            bar = _Bar(label)
            self.close = bar.close
            return bar
        return _silent

    def start(self, total: int | None, done: int = 0, failed: int = 0) -> None:
        """Begin to count; `done` games are there already."""
        self.began = time.monotonic()
        self.progress = Progress(done, total, failed)
        self.tell(self.progress)

    def add(self, games: int, failed: int = 0) -> None:
        """Count finished games (the failed ones included)."""
        now = time.monotonic()
        self.here += games
        done = self.progress.done + games
        speed = self.here / max(now - self.began, 1e-9)
        left: float | None = None
        if self.deadline is not None:
            left = max(self.deadline - now, 0.0)
        elif self.progress.total is not None:
            left = (self.progress.total - done) / speed
        self.progress = replace(
            self.progress,
            done=done,
            failed=self.progress.failed + failed,
            per_second=speed,
            left=left,
        )
        if now - self.told >= 0.1 or done == self.progress.total:
            self.told = now
            self.tell(self.progress)

    def note(self, text: str) -> None:
        """Say what has been decided."""
        self.progress = replace(self.progress, note=text)
        self.tell(self.progress)

    def warn(self, text: str) -> None:
        """Say at once that something went wrong, on standard error unless a function is told."""
        self.note(text)
        if isinstance(self.tell, (JsonLines, _Bar)) or self.tell is _silent:
            print(f"simkit: {text}", file=sys.stderr, flush=True)

    def finish(self) -> None:
        """Show the last state and clean up."""
        self.tell(self.progress)
        self.close()


class JsonLines:
    """One JSON object per line, for scripts."""

    def __init__(self, stream: TextIO, label: str = "") -> None:
        self.stream = stream
        self.label = label

    def __call__(self, progress: Progress) -> None:
        """Write a line."""
        data: dict[str, Any] = {"event": "progress", **asdict(progress)}
        if self.label:
            data["part"] = self.label
        data["per_second"] = round(progress.per_second, 2)
        data["left"] = None if progress.left is None else round(progress.left, 1)
        print(json.dumps(data), file=self.stream, flush=True)


class _Bar:
    def __init__(self, label: str) -> None:
        self.label = label
        self.bar: Any = None

    def __call__(self, progress: Progress) -> None:
        if self.bar is None:
            from tqdm.auto import tqdm

            self.bar = tqdm(
                total=progress.total,
                initial=progress.done,
                desc=self.label or None,
                unit="game",
                unit_scale=False,
                dynamic_ncols=True,
                smoothing=0.1,
            )
        bits = [f"{progress.failed} failed"] if progress.failed else []
        bits += [progress.note] if progress.note else []
        self.bar.set_postfix_str(", ".join(bits), refresh=False)
        self.bar.update(progress.done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _nothing() -> None:
    """Clean up nothing."""


def _silent(progress: Progress) -> None:
    """Tell nobody."""


def _in_notebook() -> bool:
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"
