"""How time grows: per game with seats, per decision with candidates, per run with games, with the log.

All figures are CPU time of one process, in milliseconds of the reference core: what was measured is
divided by the calibration loop beside it. `--workers` adds wall time per game with 1, 2 ... workers; it
means something on a quiet machine only.

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
from simkit.runs.batch import Batch, play_batch  # noqa: E402
from simkit.runs.bench import REFERENCE_LOOP, calibration  # noqa: E402
from simkit.runs.planner import Plan  # noqa: E402
from simkit.runs.spec import Spec  # noqa: E402

Rows = list[tuple[str, str, str, float, int]]  # what, title, at, milliseconds, observations
WIDTHS = (2, 3, 5, 9, 17, 33, 65, 129, 257, 513)  # buckets of candidates
LEVELS = ("games", "moves", "points", "candidates")


def spec_of(title: str, seats: int, games: int, log: str = "points") -> Spec:
    """Return a spec of greedy bots."""
    return Spec.of(
        {"title": title, "seats": seats, "games": games, "seed": 1, "log": log,
         "lineup": {"bots": "greedy"}}, "scaling",
    )  # fmt: skip


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


class Timed(Bot):
    """Asks another bot and notes how long it took, by the number of candidates."""

    reads_only_what_it_may = True
    spent: dict[int, list[float]]

    def __init__(self, inner: Bot, spent: dict[int, list[float]]) -> None:
        self.inner = inner
        self.spent = spent

    def start(self, rules: Rules, seat: int, luck: simkit.Luck) -> None:
        self.inner.start(rules, seat, luck)

    def choose(self, view: State, candidates: list[int]) -> Choice:
        began = time.perf_counter()
        choice = self.inner.choose(view, candidates)
        bucket = max(width for width in WIDTHS if width <= len(candidates))
        self.spent[bucket].append(time.perf_counter() - began)
        return choice


def by_candidates(title: str, seconds: float) -> Rows:
    """Median time per choice by the number of candidates (the median forgets interruptions)."""
    seats = min(4, rules_class(title).schema.seat_range[1])
    rules = simkit.rules(title, seats)
    spent: dict[int, list[float]] = defaultdict(list)
    bots = [Timed(make_bot("greedy", title), spent) for _ in range(seats)]
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


def by_games(title: str, seconds: float) -> Rows:
    """Time per game of runs of different length: it should be flat."""
    spec = spec_of(title, 4, 10**6)
    per_game(spec, 1)
    most = max(8, round(seconds / per_game(spec, 3)))
    sizes = [max(1, most // 64), max(1, most // 16), max(1, most // 4), most]
    rows: Rows = []
    for size in sizes:
        repeats = max(1, min(9, most // size))
        found = [per_game(spec, size, k * size) / calibration(1) for k in range(repeats)]
        rows.append(("games", title, str(size), median(found), repeats * size))
    return rows


def by_log(title: str, seconds: float) -> Rows:
    """Time per game by how much is taken down, on the same games in turn."""
    specs = {level: spec_of(title, 4, 10**6, level) for level in LEVELS}
    per_game(specs["games"], 1)
    games = max(3, round(seconds / 12 / per_game(specs["games"], 3)))
    found: dict[str, list[float]] = defaultdict(list)
    for k in range(3):
        for level, spec in specs.items():
            found[level].append(per_game(spec, games, k * games) / calibration(1))
    return [("log", title, level, median(times), 3 * games) for level, times in found.items()]


def by_workers(title: str, seconds: float, most: int) -> Rows:
    """Wall time per game with 1 to `most` workers."""
    games = max(20, round(seconds / per_game(spec_of(title, 4, 10**6), 3)))
    rows: Rows = []
    for workers in range(1, most + 1):
        began = time.perf_counter()
        simkit.simulate(title, seats=4, games=games, seed=1, bots="greedy", n_jobs=workers)
        spent = (time.perf_counter() - began) / games
        rows.append(("workers", title, str(workers), spent / calibration(1), games))
    return rows


def draw(rows: Rows, path: Path) -> None:
    """Draw one panel per question."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import LogLocator, NullFormatter

    panels = [
        ("seats", "Time per game grows with the seats", "seats", "ms per game"),
        ("candidates", "A choice costs less than its candidates in proportion", "candidates (at least)",
         "ms per choice"),
        ("games", "Short batches pay for their files; longer ones are flat", "games in the batch",
         "ms per game"),
        ("log", "All candidates cost much, the rest of the log little", "log level", "ms per game"),
    ]  # fmt: skip
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), constrained_layout=True)
    styles = dict(zip(sorted({row[1] for row in rows}), ("o-", "s--", "^-.", "D:"), strict=False))
    for ax, (what, title, x, y) in zip(axes.flat, panels, strict=True):
        for name, style in styles.items():
            points = [(at, ms) for w, t, at, ms, _ in rows if (w, t) == (what, name)]
            places = [at if what == "log" else int(at) for at, _ in points]
            ax.plot(places, [ms for _, ms in points], style, label=name.replace("_", " "))
        ax.set(title=title, xlabel=x, ylabel=y, yscale="log")
        if what in ("candidates", "games"):
            ax.set_xscale("log")
        if what == "seats":
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
    parser.add_argument("--workers", type=int, default=0, help="measure up to this many workers")
    args = parser.parse_args()
    print(f"{build()}; load {os.getloadavg()[0]:.1f}; loop {calibration():.3f} s")
    rows: Rows = []
    for title in simkit.titles():
        for measured in (by_seats, by_candidates, by_games, by_log):
            rows += measured(title, args.seconds)
        if args.workers:
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
