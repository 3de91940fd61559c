"""How time grows: with seats, rounds, candidates, the games of a run, workers and columns.

All figures are in milliseconds of the reference core: what was measured is divided by the calibration
loop beside it. They are CPU time of one process, but for the workers', which are wall time and mean
something on a quiet machine only.

    python tests/bench/scaling.py FOLDER [--seconds 2] [--workers 2]   writes scaling.csv, scaling.png
"""

from __future__ import annotations

import argparse
import csv
import itertools
import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import simkit  # noqa: E402
from simkit.bots import make_bot  # noqa: E402
from simkit.core.bot import Bot, Choice  # noqa: E402
from simkit.core.compiled import build  # noqa: E402
from simkit.core.registry import rules_class  # noqa: E402
from simkit.core.rules import Rules  # noqa: E402
from simkit.core.state import State  # noqa: E402
from simkit.core.tables import LOG_LEVELS, table_columns  # noqa: E402
from simkit.runs.batch import Batch, play_batch  # noqa: E402
from simkit.runs.bench import REFERENCE_LOOP, calibration  # noqa: E402
from simkit.runs.planner import Plan  # noqa: E402
from simkit.runs.spec import Spec  # noqa: E402

Rows = list[tuple[str, str, str, float, int]]  # what, title, at, milliseconds, observations
WIDTHS = (2, 3, 5, 9, 17, 33, 65, 129, 257, 513)  # buckets of candidates
TURNS = 5


def spec_of(title: str, seats: int, games: int, log: str = "points") -> Spec:
    """Return a spec of greedy bots."""
    return Spec.of(
        {"title": title, "seats": seats, "games": games, "seed": 1, "log": log,
         "lineup": {"bots": "greedy"}}, "scaling",
    )  # fmt: skip


def table_of(title: str) -> Rules:
    """Return the rules of a table of four."""
    return simkit.rules(title, min(4, rules_class(title).schema.seat_range[1]))


def per_game(spec: Spec, games: int, skip: int = 0) -> float:
    """Return CPU seconds per game of a batch, tables and files included."""
    batch = Batch(
        0, spec, "scaling", list(itertools.islice(Plan(spec).games(), skip, skip + games))
    )
    began = time.process_time()
    play_batch(batch)
    return (time.process_time() - began) / games


def by_seats(title: str, seconds: float) -> Rows:
    """Time per game for every number of seats."""
    rows: Rows = []
    low, high = rules_class(title).schema.seat_range
    for seats in range(low, high + 1):
        spec = spec_of(title, seats, 10**6)
        per_game(spec, 1)  # reads data, fills caches
        games = max(3, round(seconds / 3 / per_game(spec, 3)))
        ratios = [per_game(spec, games, k * games) / calibration(1) for k in range(3)]
        rows.append(("seats", title, str(seats), median(ratios), 3 * games))
    return rows


class Asking(Bot):
    """Asks another bot, and keeps times where all seats of a table find them."""

    reads_only_what_it_may = True

    def __init__(self, inner: Bot, times: dict[int, list[float]]) -> None:
        self.inner = inner
        self.times = times

    def start(self, rules: Rules, seat: int, luck: simkit.Luck) -> None:
        self.inner.start(rules, seat, luck)


class Clock(Asking):
    """Notes when each round of a game was first seen; the times of one game."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        if view.round not in self.times:
            self.times[view.round] = [time.perf_counter()]
        return self.inner.choose(view, candidates)


def by_rounds(title: str, seconds: float) -> Rows:
    """Median time per round by its number, of rounds that every second game or more has."""
    rules, seen = table_of(title), dict[int, list[float]]()
    bots: list[Bot] = [Clock(make_bot("greedy", title), seen) for _ in range(rules.seats)]
    spent: dict[int, list[float]] = defaultdict(list)
    until, deal = time.process_time() + seconds, 0
    while time.process_time() < until:
        seen.clear()
        simkit.play_game(rules.deal(simkit.Luck(deal)), bots)
        times = itertools.pairwise([*(began for (began,) in seen.values()), time.perf_counter()])
        for number, (began, ended) in zip(seen, times, strict=True):
            spent[number].append(ended - began)
        deal += 1
    loop = calibration()
    return [
        ("rounds", title, str(number), median(times) / loop, len(times))
        for number, times in sorted(spent.items())
        if 2 * len(times) >= deal
    ]


class Timed(Asking):
    """Notes how long a choice took, by the number of candidates."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        began = time.perf_counter()
        choice = self.inner.choose(view, candidates)
        bucket = max(width for width in WIDTHS if width <= len(candidates))
        self.times[bucket].append(time.perf_counter() - began)
        return choice


def by_candidates(title: str, seconds: float) -> Rows:
    """Median time per choice by the number of candidates (the median forgets interruptions)."""
    rules = table_of(title)
    spent: dict[int, list[float]] = defaultdict(list)
    bots: list[Bot] = [Timed(make_bot("greedy", title), spent) for _ in range(rules.seats)]
    until, deal = time.process_time() + seconds, 0
    while time.process_time() < until:
        simkit.play_game(rules.deal(simkit.Luck(deal)), bots)
        deal += 1
    loop = calibration()
    return [
        ("candidates", title, str(width), median(times) / loop, len(times))
        for width, times in sorted(spent.items())
        if len(times) >= 20
    ]


def run_of(title: str, games: int, workers: int = 1, seed: int = 1) -> None:
    """Play a run of four seats, from its spec to its files."""
    simkit.simulate(
        title, seats=4, games=games, seed=seed, bots="greedy", n_jobs=workers, progress="quiet"
    )


def by_games(title: str, seconds: float) -> Rows:
    """Time per game of runs of different length: it should be flat."""
    per_game(spec_of(title, 4, 10**6), 1)
    most = max(64, round(seconds / per_game(spec_of(title, 4, 10**6), 10)))
    rows: Rows = []
    for size in (most // 16, most // 4, most, 4 * most):
        found = []
        for seed in range(1, 4 if size >= most else 10):
            began = time.process_time()
            run_of(title, size, seed=seed)
            found.append((time.process_time() - began) / size / calibration(1))
        rows.append(("games", title, str(size), median(found), len(found) * size))
    return rows


def by_columns(title: str, seconds: float) -> Rows:
    """Time per game by the number of columns of all tables taken down, on the same games in turn."""
    specs = {level: spec_of(title, 4, 10**6, level) for level in LOG_LEVELS}
    per_game(specs["games"], 1)
    games = max(3, round(seconds / TURNS / per_game(specs["games"], 3)))
    found: dict[str, list[float]] = defaultdict(list)
    for k in range(TURNS):
        for level, spec in specs.items():
            found[level].append(per_game(spec, games, k * games) / calibration(1))
    schema = rules_class(title).schema
    return [
        ("columns", title, str(sum(len(table_columns(name, schema)) for name in LOG_LEVELS[level])),
         median(times), TURNS * games)
        for level, times in found.items()
    ]  # fmt: skip


def by_workers(title: str, seconds: float, most: int) -> Rows:
    """Wall time per game with 1 to `most` workers, by turns."""
    games = round(TURNS * seconds / per_game(spec_of(title, 4, 10**6), 10))
    found: dict[int, list[float]] = defaultdict(list)
    for turn in range(3):
        for workers in range(1, most + 1):
            began = time.perf_counter()
            run_of(title, games, workers, seed=turn)
            found[workers].append((time.perf_counter() - began) / games / calibration(1))
    return [
        ("workers", title, str(workers), median(times), len(times) * games)
        for workers, times in found.items()
    ]


def draw(rows: Rows, path: Path) -> None:
    """Draw one panel per question."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import LogLocator, NullFormatter

    panels = [
        ("seats", "Time per game grows with the seats", "seats", "ms per game"),
        ("rounds", "Rounds of Gaia Project and Race take longer and longer", "round (0: set-up)",
         "ms per round"),
        ("candidates", "A choice costs less than its candidates in proportion",
         "candidates (at least)", "ms per choice"),
        ("games", "Short runs pay for their start; longer ones are flat", "games in the run",
         "ms per game"),
        ("workers", "Workers share the work", "workers", "ms of wall time per game"),
        ("columns", "All candidates cost much, the rest of the log little",
         "columns of all tables: games and seats, moves, points, candidates", "ms per game"),
    ]  # fmt: skip
    figure, axes = plt.subplots(3, 2, figsize=(11, 12), constrained_layout=True)
    styles = dict(zip(sorted({row[1] for row in rows}), ("o-", "s--", "^-.", "D:"), strict=False))
    for ax, (what, title, x, y) in zip(axes.flat, panels, strict=True):
        for name, style in styles.items():
            found = {int(at): ms for w, t, at, ms, _ in rows if (w, t) == (what, name)}
            ax.plot([*found], [*found.values()], style, label=name.replace("_", " "))
        ax.set(title=title, xlabel=x, ylabel=y, yscale="log")
        if what in ("candidates", "games"):
            ax.set_xscale("log")
        if what in ("seats", "workers", "rounds"):
            ax.xaxis.get_major_locator().set_params(integer=True)
        ax.grid(alpha=0.3, which="both")
        ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        ax.yaxis.set_major_formatter("{x:g}")
        ax.yaxis.set_minor_formatter(NullFormatter())
    lines, names = axes.flat[0].get_legend_handles_labels()
    figure.legend(lines, names, loc="outside upper center", ncols=4, frameon=False)
    figure.savefig(path, dpi=90)


def main() -> int:
    """Measure, write the table, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds per measurement")
    parser.add_argument("--workers", type=int, default=2, help="measure up to this many workers")
    args = parser.parse_args()
    print(f"{build()}; load {os.getloadavg()[0]:.1f}; loop {calibration():.3f} s")
    rows: Rows = []
    for title in simkit.titles():
        for measured in (by_seats, by_rounds, by_candidates, by_games, by_columns):
            rows += measured(title, args.seconds)
        rows += by_workers(title, args.seconds, args.workers)
    rows = [(w, t, at, 1000 * REFERENCE_LOOP * loops, n) for w, t, at, loops, n in rows]
    args.folder.mkdir(parents=True, exist_ok=True)
    with (args.folder / "scaling.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["what", "title", "at", "milliseconds", "observations"])
        for row in rows:
            table.writerow([*row[:3], f"{row[3]:.4f}", row[4]])
    draw(rows, args.folder / "scaling.png")
    for what, title, at, ms, number in rows:
        print(f"{what:<11} {title:<20} {at:>10} {ms:9.3f} ms   ({number} observations)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
