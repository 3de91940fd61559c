"""Playing a spec: from the plan to a finished folder."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.runs import workers
from simkit.runs.batch import Batch, Receipt
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.progress import Meter, Watcher
from simkit.runs.results import Results
from simkit.runs.spec import Spec
from simkit.runs.store import Manifest, Store

BATCH_SECONDS = 1.0
Bots = str | Bot | Sequence[str | Bot]


def simulate(
    title: str,
    seats: int,
    games: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    n_jobs: int = -1,
    folder: str | Path | None = None,
    progress: str | Watcher = "auto",
    batch_size: int | None = None,
    lineup: Mapping[str, Any] | None = None,
    arms: Sequence[Mapping[str, Any]] | None = None,
    **more: Any,
) -> Results:
    """Play games and return their tables.

    Parameters
    ----------
    title, seats, games, seed
        What is played and how often.
    bots
        One for all, one per seat, or a pool (then ``lineup={"pairing": "balanced"}``): texts such
        as ``"greedy:trade"``, or bots of your own.
    n_jobs
        Worker processes; -1 = one per core. The tables do not depend on it.
    folder
        Where the tables go; without it they live as long as the results do.
    progress
        ``auto``, ``bar``, ``json``, ``quiet``, or a function that is given a `Progress`.
    batch_size
        Games per batch; by default about a second's worth.
    lineup, arms
        The tables ``[lineup]`` and ``[[arm]]`` of a spec.
    **more
        Anything else that a spec may say: ``minutes``, ``precision``, ``log``, ``options``,
        ``patch``, ``deal``, ``limit``.

    Examples
    --------
    >>> import simkit
    >>> results = simkit.simulate("race_for_the_galaxy", seats=2, games=100)  # doctest: +SKIP
    >>> results.seats.groupby("faction").score.mean()                         # doctest: +SKIP
    """
    own: dict[str, Bot] = {}
    seating = dict(lineup or {})
    seating.setdefault("bots", _texts(bots, own))
    data: dict[str, Any] = {"title": title, "seats": seats, "seed": seed, "lineup": seating, **more}
    if games is not None:
        data["games"] = games
    if arms:
        data["arm"] = [
            {**arm, "bots": _texts(arm["bots"], own)} if "bots" in arm else dict(arm)
            for arm in arms
        ]
    if games is None and "minutes" not in more and "precision" not in more:
        data["games"] = 100
    spec = Spec.of(data, "simulate", own)
    return run(spec, folder, n_jobs=n_jobs, progress=progress, batch_size=batch_size, own_bots=own)


def _texts(bots: Bots, own: dict[str, Bot]) -> list[str]:
    """Return bots as texts; those that are objects are kept in `own`."""
    found = []
    for bot in [bots] if isinstance(bots, (str, Bot)) else bots:
        if isinstance(bot, Bot):
            own[repr(bot)] = bot
        found.append(repr(bot) if isinstance(bot, Bot) else bot)
    return found


def run(
    spec: Spec,
    folder: str | Path | None = None,
    *,
    n_jobs: int = -1,
    resume: bool = False,
    share: tuple[int, int] | None = None,
    progress: str | Watcher = "auto",
    batch_size: int | None = None,
    name: str = "",
    own_bots: Mapping[str, Bot] | None = None,
) -> Results:
    """Play a spec and return the results; see `simulate` for the parameters.

    Parameters
    ----------
    resume
        Finish what an interrupted run in `folder` lacks.
    share
        (k, n): play only the k-th of n shares of the deals.
    name
        Name of the run, in the column ``run``; by default the spec's or the folder's.
    """
    where = Path(tempfile.mkdtemp(prefix="simkit-") if folder is None else folder)
    label = name or spec.name or ("simulate" if folder is None else where.name)
    runner = _Runner(spec, Store(where), label, dict(own_bots or {}), share)
    runner.play(n_jobs, resume, Meter(progress, spec.name), batch_size)
    results = Results(where, check=False)
    results.own_bots = runner.own_bots
    if folder is None:
        results.keep_while_used()
    return results


class _Runner:
    def __init__(
        self, spec: Spec, store: Store, name: str, own_bots: dict[str, Bot],
        share: tuple[int, int] | None,
    ) -> None:  # fmt: skip
        self.spec = spec
        self.store = store
        self.name = name
        self.own_bots = own_bots
        self.share = share
        self.plan = Plan(spec)
        self.done: dict[int, Receipt] = {}
        self.seconds = 0.0

    def play(self, n_jobs: int, resume: bool, meter: Meter, batch_size: int | None) -> None:
        """Play what is lacking."""
        self.store.create()
        with self.store:
            self.store.lock()
            manifest = self._manifest(resume, n_jobs, batch_size)
            if manifest.state == "finished":
                return
            games = sum(len(r.hashes) + len(r.failures) for r in self.done.values())
            failed = sum(len(r.failures) for r in self.done.values())
            meter.start(self._total(), games, failed)
            try:
                for receipt in self._receipts(manifest, n_jobs):
                    self.store.add(receipt)
                    failed = len(receipt.failures)
                    meter.add(len(receipt.hashes) + failed, failed)
            finally:
                meter.finish()
            manifest.state = "finished"
            self.store.write_manifest(manifest)

    def _total(self) -> int | None:
        if self.share is None:
            return self.plan.total
        return sum(1 for _ in self._games())

    def _games(self) -> Iterator[PlannedGame]:
        if self.share is None:
            return self.plan.games()
        k, n = self.share
        return (game for game in self.plan.games() if game.deal % n == k - 1)

    def _manifest(self, resume: bool, n_jobs: int, batch_size: int | None) -> Manifest:
        if self.store.exists:
            return self._resumed(resume)
        self._estimate()
        size = batch_size or self._batch_size(n_jobs)
        manifest = Manifest.new(self.name, self.spec, size, self.plan.ways, self.share)
        self.store.write_manifest(manifest)
        return manifest

    def _resumed(self, resume: bool) -> Manifest:
        manifest = self.store.manifest()
        self._same(manifest)
        if not resume and manifest.state == "running":
            raise SimkitError(
                f"{self.store.folder}: holds a run that was interrupted; "
                "finish it with --resume, or name a new folder"
            )
        self.done = {receipt.number: receipt for receipt in self.store.receipts()}
        return manifest

    def _same(self, manifest: Manifest) -> None:
        """Refuse to mix two runs in one folder."""
        folder, old, new = self.store.folder, manifest.spec.to_dict(), self.spec.to_dict()
        if manifest.spec.fingerprint() != self.spec.fingerprint():
            keys = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
            raise SimkitError(
                f"{folder}: holds a run of another spec ({', '.join(keys)} differ); "
                "name a new folder"
            )
        version = self.spec.rules_of(self.spec.arms[0]).version
        if manifest.rules_version != version:
            raise SimkitError(
                f"{folder}: was begun with rules version {manifest.rules_version} of "
                f"{self.spec.title}, these are version {version}; name a new folder"
            )
        if manifest.share != self.share:
            raise SimkitError(f"{folder}: holds another share of this run; name a new folder")

    def _estimate(self) -> None:
        pilot = list(itertools.islice(self._games(), 20))
        self.seconds = workers.seconds_per_game(self.spec, pilot, dict(self.own_bots))

    def _batch_size(self, n_jobs: int) -> int:
        size = max(1, round(BATCH_SECONDS / max(self.seconds, 1e-6)))
        total = self._total()
        if total is not None:
            size = min(size, max(1, -(-total // (4 * workers.processes(n_jobs)))))
        return min(size, 5_000)

    def _batches(self, size: int) -> Iterator[Batch]:
        games = self._games()
        while chunk := list(itertools.islice(games, size)):
            if chunk[0].game_id not in self.done:
                yield Batch(
                    chunk[0].game_id, self.spec, self.name, chunk,
                    str(self.store.folder.resolve()), self.own_bots,
                )  # fmt: skip

    def _receipts(self, manifest: Manifest, n_jobs: int) -> Iterator[Receipt]:
        batches = self._batches(manifest.batch_size)
        jobs = workers.processes(n_jobs)
        total = self._total()
        small = total is not None and total * self.seconds < workers.SMALL_JOB
        if jobs == 1 or small:
            return workers.play_serially(batches)
        return workers.play_in_processes(batches, jobs)
