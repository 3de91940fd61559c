"""Playing a spec: from the plan to a finished folder."""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.registry import make_bot
from simkit.runs import workers
from simkit.runs.batch import Batch, Receipt, write_payload
from simkit.runs.budgets import Clock, widest
from simkit.runs.identity import differences, identity
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.progress import Meter, Watcher
from simkit.runs.results import Results
from simkit.runs.spec import Spec
from simkit.runs.store import FINISHED, RUNNING, Manifest, Store
from simkit.runs.watchdog import GAME_SECONDS

BATCH_SECONDS = 1.0
PATIENCE = 30.0  # seconds that a cluster may be without any worker
LARGEST_BATCH = 5_000
BATCHES_PER_WORKER = 8  # at least, so that the workers end nearly together
PILOT, FOREIGN_PILOT = 20, 5  # games at most; each of the latter may cost a process
MARKS = ".marks"  # folder of notes that workers of a cluster leave, in a run's folder
GIVE_UP = 10  # games in a row that hang or end their process
Crew = Callable[[Iterator[Batch]], Iterator[Receipt]]
Bots = str | Bot | Sequence[str | Bot]


class RunGivenUp(SimkitError):
    """A run in which game after game hangs or ends its process."""

    exit_code = 1


def simulate(
    title: str,
    seats: int,
    games: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    n_jobs: int = -1,
    folder: str | Path | None = None,
    cluster: str = "",
    progress: str | Watcher = "auto",
    batch_size: int | None = None,
    game_seconds: float = GAME_SECONDS,
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
    cluster
        Address of a dask scheduler to play on, or ``local``.
    progress
        ``auto``, ``bar``, ``json``, ``quiet``, or a function that is given a `Progress`.
    batch_size
        Games per batch; by default about a second's worth.
    game_seconds
        Seconds after which a game that does not end is given up and named; 0 = never.
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
    seating.setdefault("bots", _texts(bots, own, title))
    data: dict[str, Any] = {"title": title, "seats": seats, "seed": seed, "lineup": seating, **more}
    if games is not None:
        data["games"] = games
    if arms:
        data["arm"] = [
            {**arm, "bots": _texts(arm["bots"], own, title)} if "bots" in arm else dict(arm)
            for arm in arms
        ]
    if games is None and "minutes" not in more and "precision" not in more:
        data["games"] = 100
    spec = Spec.of(data, "simulate", own)
    results = run(
        spec, folder, n_jobs=n_jobs, cluster=cluster, progress=progress, batch_size=batch_size,
        own_bots=own, game_seconds=game_seconds,
    )  # fmt: skip
    if results.failures:
        print(f"simkit: {results.failed_in_words()}", file=sys.stderr, flush=True)
    return results


def _texts(bots: Bots, own: dict[str, Bot], title: str) -> list[str]:
    """Return bots as a line-up writes them; those that no text makes are kept in `own`."""
    found = []
    for bot in [bots] if isinstance(bots, (str, Bot)) else bots:
        text = bot if isinstance(bot, str) else _text(bot, title)
        if not isinstance(bot, str) and text == repr(bot):
            if text in own and not _alike(own[text], bot):
                raise SimkitError(
                    f"bots: two that differ are both written {bot!r}; list in PARAMS what sets them apart"
                )
            own[text] = bot
        found.append(text)
    return found


def _text(bot: Bot, title: str) -> str:
    """Return the text of a line-up that makes such a bot, by default its repr."""
    if bot.name in ("greedy", "random"):
        text = f"{bot.name}:{bot.profile}" if bot.profile else bot.name
        try:
            made = make_bot(text, title)
        except SimkitError:
            return repr(bot)
        if type(made) is type(bot) and repr(made) == repr(bot):
            return text
    return repr(bot)


def _alike(one: Bot, other: Bot) -> bool:
    """Tell whether two bots that are written alike are made of the same."""
    import pickle

    try:
        return type(one) is type(other) and pickle.dumps(one) == pickle.dumps(other)
    except (pickle.PicklingError, AttributeError, TypeError):  # of a class that pickle cannot find
        return one is other or vars(one) == vars(other)


def run(
    spec: Spec,
    folder: str | Path | None = None,
    *,
    n_jobs: int = -1,
    resume: bool = False,
    share: tuple[int, int] | None = None,
    cluster: str = "",
    progress: str | Watcher = "auto",
    batch_size: int | None = None,
    name: str = "",
    own_bots: Mapping[str, Bot] | None = None,
    game_seconds: float = GAME_SECONDS,
    patience: float = PATIENCE,
) -> Results:
    """Play a spec and return the results; see `simulate` for the parameters.

    Parameters
    ----------
    resume
        Finish what an interrupted run in `folder` lacks, or play a finished one on to more games.
    share
        (k, n): play only the k-th of n shares of the deals.
    cluster
        Address of a dask scheduler, or ``local``.
    patience
        Seconds that a cluster may be without any worker.
    name
        Name of the run, in the column ``run``; by default the spec's or the folder's.
    """
    where = Path(tempfile.mkdtemp(prefix="simkit-") if folder is None else folder)
    label = name or spec.name or ("simulate" if folder is None else where.name)
    runner = _Runner(
        spec, Store(where), label, dict(own_bots or {}), share, cluster, game_seconds, patience
    )
    runner.play(n_jobs, resume, Meter(progress, spec.name), batch_size)
    results = Results(where, check=False)
    results.own_bots = runner.own_bots
    if folder is None:
        results.keep_while_used()
    return results


class _Runner:
    """Plays what a folder lacks of a spec's plan."""

    def __init__(
        self, spec: Spec, store: Store, name: str, own_bots: dict[str, Bot],
        share: tuple[int, int] | None, cluster: str, game_seconds: float, patience: float,
    ) -> None:  # fmt: skip
        self.spec = spec
        self.store = store
        self.name = name
        self.own_bots = own_bots
        self.share = share
        self.cluster = cluster
        self.game_seconds = game_seconds
        self.patience = patience
        self.foreign = workers.foreign_bots(spec, own_bots)
        self.plan = Plan(spec)
        if self.foreign:
            workers.send_by_value(own_bots.values())
        self.identity = identity(spec, own_bots)
        self.done: set[int] = set()  # games of an earlier session
        self.failed_before = 0
        self.spent = 0.0  # CPU seconds of an earlier session
        self.seconds = 0.0
        self.lost_in_a_row = 0
        self.sized = False  # the size of batches was given
        self.places: Callable[[], int] | None = None  # workers of a cluster at this moment
        self._check_share()

    def _check_share(self) -> None:
        if self.share is None:
            return
        k, n = self.share
        if not 1 <= k <= n:
            raise SimkitError(f"--share: is written like 2/5 (the second of five), not {k}/{n}")
        if self.spec.minutes or self.spec.precision:
            raise SimkitError(
                "--share: a budget of minutes or precision cannot be shared; give games"
            )

    def play(self, n_jobs: int, resume: bool, meter: Meter, batch_size: int | None) -> None:
        """Play what is lacking."""
        self.sized = batch_size is not None
        self.store.create()
        with self.store:
            self.store.lock()
            try:
                manifest = self._manifest(resume, n_jobs, batch_size)
                if manifest.state != FINISHED:
                    self._play(manifest, n_jobs, meter)
            except OSError as error:
                kept = (
                    "what is done is kept, go on with --resume"
                    if self.store.exists
                    else "nothing has been played yet: make room and start it again"
                )
                raise SimkitError(
                    f"{self.store.folder}: {error.strerror or error}; {kept}"
                ) from error

    def _play(self, manifest: Manifest, n_jobs: int, meter: Meter) -> None:
        self.store.sign()
        meter.start(self._total(), len(self.done), self.failed_before)
        try:
            with self._crew(n_jobs) as crew:
                for wave in self._waves(manifest, meter, n_jobs):
                    for receipt in crew(wave):
                        write_payload(self.store.folder, receipt)
                        self.store.add(receipt)
                        failed = len(receipt.failures)
                        meter.add(len(receipt.hashes) + failed, failed)
                        self._count_lost(receipt, meter)
        finally:
            meter.finish()
        manifest.state = FINISHED
        self.store.write_manifest(manifest)

    def _count_lost(self, receipt: Receipt, meter: Meter) -> None:
        """Name the games that hung or ended their process, and give up where nothing else happens."""
        lost = [failure for failure in receipt.failures if failure.cause != "error"]
        for failure in lost:
            meter.warn(f"game {failure.game_id} (seed {failure.seed}) failed: {failure.error}")
        alone = len(lost) == len(receipt.failures) and not receipt.hashes
        self.lost_in_a_row = self.lost_in_a_row + len(lost) if alone else 0
        if self.lost_in_a_row >= GIVE_UP:
            raise RunGivenUp(
                f"{self.store.folder}: given up: the last {self.lost_in_a_row} games all failed, the "
                f"last one like this: {lost[-1].error}; what is done is kept, go on with --resume"
            )

    # Games -----------------------------------------------------------------------------------

    def _total(self) -> int | None:
        if self.spec.minutes or self.spec.precision:
            return None
        total = self.plan.total
        if self.share is None or total is None:
            return total
        k, n = self.share
        deals = range(-(-total // self.plan.per_deal))
        return min(total, len(deals[k - 1 :: n]) * self.plan.per_deal)

    def _games(self) -> Iterator[PlannedGame]:
        if self.share is None:
            return self.plan.games()
        k, n = self.share
        return (game for game in self.plan.games() if game.deal % n == k - 1)

    def _waves(self, manifest: Manifest, meter: Meter, n_jobs: int) -> Iterator[Iterator[Batch]]:
        """Yield the batches to play: all at once, until the time is up, or wave by wave."""
        games = self._games()
        size = manifest.batch_size
        manifest.ended = "games"
        if self.spec.minutes is not None:
            clock = Clock(self.spec.minutes, self.spent / workers.processes(n_jobs))
            meter.deadline = clock.end
            yield itertools.takewhile(lambda _: not clock.over, self._batches(games, size))
            manifest.ended = "minutes" if clock.over else "games"
        elif self.spec.precision is None:
            yield self._batches(games, size)
        else:
            yield from self._precise(manifest, meter, games)

    def _precise(
        self, manifest: Manifest, meter: Meter, games: Iterator[PlannedGame]
    ) -> Iterator[Iterator[Batch]]:
        goal = self.spec.precision or 0.0
        deals = -(-self.spec.wave // self.plan.rotations)
        played = 0
        while wave := list(itertools.islice(games, deals * self.plan.per_deal)):
            yield self._batches(iter(wave), manifest.batch_size)
            played += len(wave) // self.plan.arms
            results = Results(self.store.folder, check=False)
            half, whose = widest(results, wave[-1].game_id + 1)
            meter.note(f"after {played:,} games per arm: {whose} known to +/- {half:.2f}")
            if half <= goal:
                manifest.ended = "precision"
                return

    def _batches(self, games: Iterator[PlannedGame], size: int) -> Iterator[Batch]:
        """Yield the games that are not done yet in batches, each of games that follow each other."""
        folder = str(self.store.folder.resolve())
        chunk: list[PlannedGame] = []
        most = size
        for game in itertools.chain(games, [None]):
            if chunk and (game is None or game.game_id in self.done or len(chunk) >= most):
                yield replace(self._order(), number=chunk[0].game_id, games=chunk, folder=folder)
                chunk = []
            if game is not None and game.game_id not in self.done:
                most = min(size, self._fair_part()) if not chunk else most
                chunk.append(game)

    def _fair_part(self) -> int:
        """Return the games that a batch may have for all workers of a cluster to end nearly together."""
        total = self._total()
        if self.places is None or total is None or self.sized:
            return LARGEST_BATCH
        return max(1, -(-total // (BATCHES_PER_WORKER * max(1, self.places()))))

    def _order(self) -> Batch:
        """Return what all batches of this run have in common."""
        return Batch(
            0, self.spec, self.name, [], own_bots=self.own_bots, seconds=self.game_seconds,
            identity=self.identity, token=self.store.token,
        )  # fmt: skip

    # Manifest --------------------------------------------------------------------------------

    def _manifest(self, resume: bool, n_jobs: int, batch_size: int | None) -> Manifest:
        if self.store.exists:
            return self._resumed(resume, n_jobs, batch_size)
        manifest = Manifest.new(self.name, self.spec, 0, self.plan.ways, self.share, self.identity)
        self.store.write_manifest(
            manifest
        )  # before the first game: whatever that does, it is known
        self._estimate(manifest, n_jobs, batch_size)
        return manifest

    def _resumed(self, resume: bool, n_jobs: int, batch_size: int | None) -> Manifest:
        manifest = self.store.manifest()
        self._same(manifest, resume)
        if not resume:
            if manifest.state == RUNNING:
                raise SimkitError(
                    f"{self.store.folder}: holds a run that was interrupted; "
                    "finish it with --resume, or name a new folder"
                )
            return manifest
        self.store.sweep()
        receipts = self.store.sound_receipts()
        self.store.check_receipts(manifest, receipts)
        whole = [receipt for receipt in receipts if not self.store.damage(receipt)]
        if len(whole) < len(receipts) or self.store.lacking(manifest):
            manifest.state = RUNNING
        if len(whole) < self.store.receipts_as_they_are()[0]:
            self.store.keep_only(whole)
        self.done = {game for receipt in whole for game in receipt.games()}
        self.failed_before = sum(len(receipt.failures) for receipt in whole)
        self.spent = sum(receipt.seconds for receipt in whole)
        if manifest.state == RUNNING:
            self._estimate(manifest, n_jobs, batch_size)
        return manifest

    def _same(self, manifest: Manifest, resume: bool) -> None:
        """Refuse to mix two runs in one folder; further games of one plan make it a longer run."""
        folder, old, new = self.store.folder, manifest.spec.to_dict(), self.spec.to_dict()
        if manifest.spec.fingerprint() != self.spec.fingerprint():
            keys = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
            longer = keys == ["games"] and manifest.spec.is_begun_by(self.spec)
            if not (longer and resume):
                hint = ", or play the further games with --resume" if longer else ""
                raise SimkitError(
                    f"{folder}: holds a run of another spec ({', '.join(keys)}); "
                    f"name a new folder{hint}"
                )
            manifest.spec, manifest.state = self.spec, RUNNING
        version = self.spec.rules_of(self.spec.arms[0]).version
        if manifest.rules_version != version:
            raise SimkitError(
                f"{folder}: was begun with rules version {manifest.rules_version} of "
                f"{self.spec.title}, these are version {version}; name a new folder"
            )
        other = differences(manifest.identity, self.identity)
        if other:
            raise SimkitError(
                f"{folder}: was begun with something else ({other}); name a new folder"
            )
        if manifest.share != self.share:
            raise SimkitError(f"{folder}: holds another share of this run; name a new folder")

    def _estimate(self, manifest: Manifest, n_jobs: int, batch_size: int | None) -> None:
        """Play a few games to learn how long one takes, and note the size of batches."""
        number = FOREIGN_PILOT if self.foreign else PILOT
        order = replace(self._order(), games=list(itertools.islice(self._games(), number)))
        if self.foreign:
            with workers.Child() as child:
                self.seconds = child.call(workers.seconds_per_game, order, deaths=1)
        else:
            self.seconds = workers.seconds_per_game(order)
        if not manifest.batch_size:
            manifest.batch_size = batch_size or self._batch_size(n_jobs)
        self.store.write_manifest(manifest)

    def _batch_size(self, n_jobs: int) -> int:
        size = max(1, round(BATCH_SECONDS / max(self.seconds, 1e-6)))
        total = self._total()
        if total is not None and not self.cluster:
            size = min(size, max(1, -(-total // (BATCHES_PER_WORKER * workers.processes(n_jobs)))))
        return min(size, LARGEST_BATCH)

    # Workers ---------------------------------------------------------------------------------

    @contextmanager
    def _crew(self, n_jobs: int) -> Iterator[Crew]:
        """Give somebody who plays batches, and send them home at the end."""
        jobs = workers.processes(n_jobs)
        total = self._total()
        small = total is not None and total * self.seconds < workers.SMALL_JOB
        if self.cluster:
            from simkit.runs.cluster import Cluster

            marks = self.store.folder.resolve() / MARKS
            cluster = Cluster(self.cluster, jobs, self.patience, marks)
            self.places = cluster.workers
            try:
                yield cluster.play
            finally:
                cluster.close()
        elif (jobs == 1 or small) and self.foreign:
            with workers.Child() as child:
                yield child.play
        elif jobs == 1 or small:
            yield workers.play_serially
        else:
            if self.foreign:
                workers.stop_processes()  # those of an earlier run may know the bots as they were then
            try:
                yield lambda batches: workers.play_in_processes(batches, jobs)
            except BaseException:
                workers.stop_processes()
                raise
