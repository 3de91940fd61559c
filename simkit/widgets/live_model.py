"""A run that goes on in the background: no widgets here, so that it can be tested without a notebook."""

from __future__ import annotations

import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from simkit.core.errors import SimkitError
from simkit.runs.batch import Failure
from simkit.runs.budgets import half_interval
from simkit.runs.progress import Progress
from simkit.runs.results import Results
from simkit.runs.run import run
from simkit.runs.spec import Spec, read_specs
from simkit.runs.store import Store

GROWTH = 1.3  # win shares are worked out anew when the games have become this many times more
FIRST = 20  # games from which on win shares are worked out


class Stopped(Exception):
    """The person stopped the run."""


class Share(NamedTuple):
    """Win share of a faction and half its 95 % interval, in points of percent; seats it rests on."""

    arm: str
    faction: str
    seats: int
    share: float
    half: float


class LiveModel:
    """Plays a spec in a thread and tells how far it is.

    Parameters
    ----------
    spec
        A `Spec`, its dict, or a spec's file (of one part).
    folder
        Where the tables go; a folder of its own is made otherwise, and kept.
    n_jobs, resume
        See `simkit.runs.run.run`.
    changed
        Called (in the thread) whenever there is something new to show.

    Examples
    --------
    >>> spec = {"title": "race_for_the_galaxy", "seats": 2, "games": 20}
    >>> model = LiveModel(spec, n_jobs=1)
    >>> model.start()
    >>> model.wait()
    >>> model.progress.done, model.state
    (20, 'finished')
    """

    def __init__(
        self,
        spec: Spec | Mapping[str, Any] | str | Path,
        folder: str | Path | None = None,
        *,
        n_jobs: int = -1,
        resume: bool = False,
        changed: Callable[[], None] | None = None,
    ) -> None:
        self.spec = spec_of(spec)
        self.folder = Path(tempfile.mkdtemp(prefix="simkit-") if folder is None else folder)
        self.n_jobs = n_jobs
        self.resume = resume
        self.changed = changed
        self.progress = Progress()
        self.state = "not begun"
        self.error = ""
        self.results: Results | None = None
        self.shares: list[Share] = []
        self._judged = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simkit run", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self.state = "running"
        self._thread.start()

    def stop(self) -> None:
        """End the run after the batch at hand; what is done is kept and can be resumed."""
        if self.state == "running":
            self.state = "stopping"
            # joblib's remark on the batches that are given up is no news to who stopped the run
            warnings.filterwarnings("ignore", r"\d+ tasks which were still being processed")
            self._stop.set()
            self._tell()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the run has come to its end."""
        self._thread.join(seconds)

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._thread.is_alive()

    @property
    def failures(self) -> list[Failure]:
        """The games that failed so far."""
        if not self.progress.failed:
            return []
        receipts = list(Store(self.folder).receipts())
        return [failure for receipt in receipts for failure in receipt.failures]

    def _run(self) -> None:
        try:
            self.results = run(
                self.spec, self.folder, n_jobs=self.n_jobs, resume=self.resume, progress=self._watch
            )
            self.state = "finished"
        except Stopped:
            self.state = "stopped"
        except Exception as error:  # told to whoever looks; a thread has nobody to raise to
            self.error = str(error) if isinstance(error, SimkitError) else repr(error)
            self.state = "failed"
        if self.state == "stopped" and Store(self.folder).exists:
            self.results = Results(self.folder, check=False)
        if self.results is not None:
            self._judge(self.results)
        self._tell()

    def _watch(self, progress: Progress) -> None:
        """Take news of the run (it comes in the run's own thread)."""
        self.progress = progress
        if self._stop.is_set():
            self._stop.clear()  # the run tells once more as it ends
            raise Stopped
        if progress.done >= max(FIRST, GROWTH * self._judged):
            self._judge(Results(self.folder, check=False))
        self._tell()

    def _judge(self, results: Results) -> None:
        """Work out the win shares of the games that are there."""
        if len(results):
            self.shares = win_shares(results)
            self._judged = len(results)

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()

    def headline(self) -> str:
        """Say how far the run is."""
        p = self.progress
        total = f" of {p.total:,}" if p.total else ""
        parts = [f"{self.state}: {p.done:,}{total} games"]
        if p.per_second:
            parts.append(f"{p.per_second:.1f} games/s")
        if self.state == "running" and p.left is not None:
            parts.append(f"{time.strftime('%H:%M:%S', time.gmtime(p.left))} left")
        if p.failed:
            parts.append(f"{p.failed} failed")
        if p.note:
            parts.append(p.note)
        if self.error:
            parts.append(self.error)
        return ", ".join(parts)

    def precision(self) -> str:
        """Say how well the win shares are known."""
        if not self.shares:
            return "no win shares yet"
        widest = max(self.shares, key=lambda one: one.half)
        return (
            f"after {self._judged:,} games every win share is known to ± {widest.half:.1f} points "
            f"or better (widest: {widest.faction})"
        )


def spec_of(spec: Spec | Mapping[str, Any] | str | Path) -> Spec:
    """Read a spec, whatever it is given as."""
    if isinstance(spec, Spec):
        return spec
    if isinstance(spec, Mapping):
        return Spec.of(spec)
    found = read_specs(spec)
    if "" not in found:
        raise SimkitError(f"{spec}: has several parts; run them one by one: {', '.join(found)}")
    return found[""]


def win_shares(results: Results) -> list[Share]:
    """Return the win shares of a run's factions, the highest first."""
    column = results.rules().schema.roles[0].column
    seats = results.frame("seats", ["arm", "game_id", column, "win_share"])
    deals = results.frame("games", ["game_id", "deal"]).set_index("game_id").deal
    seats["deal"] = seats.game_id.map(deals)
    found = [
        Share(
            str(arm),
            str(faction),
            len(part),
            100 * float(part.win_share.mean()),
            100 * half_interval(part),
        )
        for (arm, faction), part in seats.groupby(["arm", column], observed=True)
    ]
    return sorted(found, key=lambda one: -one.share)
