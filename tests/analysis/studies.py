"""Simulated truth: how often the promises of the analysis are kept on frames of known truth.

``python -m tests.analysis.studies [NAME ...]`` runs every study (or the named ones) with 4,000
replications and stores the figures in ``coverage.toml`` beside this file. The tests run them with
200 replications, `make soak` in full. Seeds are fixed: (study, replication).
"""

from __future__ import annotations

import functools
import sys
import time
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from simkit.analysis import balance
from tests.analysis.synthetic import World

STORED = Path(__file__).with_name("coverage.toml")
FULL = 4_000
COVERS = (0.94, 0.96)  # what a 95 % interval must do in the full run
COVERS_FEW = (0.90, 0.99)  # and with 200 replications

Study = Callable[[int], dict[str, float]]
STUDIES: dict[str, Study] = {}


def study(function: Study) -> Study:
    STUDIES[function.__name__] = function
    return function


def generator(name: str, replication: int) -> np.random.Generator:
    return np.random.default_rng([zlib.crc32(name.encode()), replication])


@functools.cache
def truth(world: Callable[[], World]) -> pd.DataFrame:
    return world().truth()


def covered(table: pd.DataFrame, true: pd.Series, by: str = "faction") -> np.ndarray:
    """Whether each row's interval holds the truth."""
    value = table[by].map(true).to_numpy(dtype=float)
    return ((table["low"] <= value) & (value <= table["high"])).to_numpy()


def shares(
    name: str, world: Callable[[], World], deals: int, replications: int
) -> dict[str, float]:
    """Coverage of win share and mean score over all factions, and of the worst faction."""
    true, hits = truth(world), []
    for i in range(replications):
        seats, games = world().frames(deals, generator(name, i))
        wins = balance.win_share(seats, "faction", games)
        score = balance.mean(seats, "score", "faction", games)
        hits.append([covered(wins, true["win_share"]), covered(score, true["score"])])
    rate = np.mean(hits, axis=0)
    return {
        "win_share": float(rate[0].mean()),
        "win_share_lowest": float(rate[0].min()),
        "win_share_highest": float(rate[0].max()),
        "score": float(rate[1].mean()),
        "score_lowest": float(rate[1].min()),
        "score_highest": float(rate[1].max()),
    }


@study
def mirrored_deals(replications: int) -> dict[str, float]:
    """100 deals of 4 seats, each replayed with the line-up in all four rotations."""
    return shares("mirrored_deals", World, 100, replications)


def _plain() -> World:
    return World(mirror=False)


@study
def plain_games(replications: int) -> dict[str, float]:
    """400 games of a deal each."""
    return shares("plain_games", _plain, 400, replications)


def store(names: list[str]) -> None:
    """Run studies in full and keep their figures."""
    old = tomllib.loads(STORED.read_text()) if STORED.exists() else {}
    for name in names or list(STUDIES):
        start = time.process_time()
        figures = {k: round(v, 4) for k, v in STUDIES[name](FULL).items()}
        old[name] = {"replications": FULL, **figures}
        print(f"{name}: {figures} ({time.process_time() - start:.0f} s)", flush=True)
        lines = [
            "# Kept by `python -m tests.analysis.studies`: how often the promises of simkit.analysis",
            "# were kept on frames of known truth. 95 % intervals should cover in 0.94-0.96.",
        ]
        for title in [n for n in STUDIES if n in old]:
            lines += ["", f"# {(STUDIES[title].__doc__ or '').strip()}", f"[{title}]"]
            lines += [f"{k} = {v}" for k, v in old[title].items()]
        STORED.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    store(sys.argv[1:])
