"""Simulated truth: how often the promises of the analysis are kept on frames of known truth.

``python -m tests.analysis.studies [NAME ...]`` runs every study (or the named ones) with 4,000
replications and stores the figures in ``coverage.toml`` beside this file. The tests run them with
200 replications, `make soak` in full. Seeds are fixed: (study, replication).
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from simkit.analysis import balance, compare, planning, strength
from simkit.stats.intervals import Moments
from tests.analysis.synthetic import LETTERS, World
from tests.replications import Studies, generator

FULL = 4_000
COVERS = (0.94, 0.96)  # what a 95 % interval must do in the full run
COVERS_FEW = (0.90, 0.99)  # and with 200 replications

study = Studies(
    Path(__file__).with_name("coverage.toml"),
    FULL,
    "Kept by `python -m tests.analysis.studies`: how often the promises of simkit.analysis\n"
    "were kept on frames of known truth. 95 % intervals should cover in 0.94-0.96.",
)


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


CHANGE = [0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.3]


@functools.cache
def true_differences() -> pd.DataFrame:
    world = World()
    old, new = world.arms(400_000, np.random.default_rng(98), CHANGE)
    flat = pd.DataFrame(
        {
            "faction": LETTERS[old["faction"].ravel()],
            "win_share": (new["win_share"] - old["win_share"]).ravel(),
            "score": (new["score"] - old["score"]).ravel(),
        }
    )
    return flat.groupby("faction").mean()


@study
def paired_arms(replications: int) -> dict[str, float]:
    """Two arms on the same 60 mirrored deals, two factions changed: the paired differences."""
    true, world = true_differences(), World()
    hits: dict[str, list[np.ndarray]] = {"win_share": [], "score": []}
    for i in range(replications):
        seats, games = world.arm_frames(60, generator("paired_arms", i), CHANGE)
        for value, found in hits.items():
            found.append(covered(compare.arms(seats, games, value=value), true[value]))
    return {value: float(np.mean(found)) for value, found in hits.items()}


STRENGTHS = np.linspace(-0.8, 0.8, 8)


def luce_games(deals: int, rng: np.random.Generator, shared: float = 0.5) -> pd.DataFrame:
    """Orders of 4 of 8 factions drawn from Plackett and Luce exactly; a deal is played 4 times.

    With probability `shared` a seat repeats its luck in all games of the deal, so games of one deal
    are dependent while each alone follows the model.
    """
    lineup = np.argsort(rng.random((deals, 8)), axis=1)[:, :4]
    luck = rng.gumbel(size=(deals, 1, 4))
    fresh = rng.gumbel(size=(deals, 4, 4))
    same = rng.random((deals, 1, 4)) < shared
    worth = STRENGTHS[lineup][:, None, :] + np.where(same, luck, fresh)
    rank = 1 + (-worth).argsort(axis=2).argsort(axis=2)
    return pd.DataFrame(
        {
            "game_id": np.repeat(np.arange(deals * 4), 4),
            "deal": np.repeat(np.arange(deals), 16),
            "seat": np.tile(np.arange(4), deals * 4),
            "faction": LETTERS[np.repeat(lineup[:, None, :], 4, axis=1).ravel()],
            "rank": rank.ravel(),
        }
    )


@study
def strengths(replications: int) -> dict[str, float]:
    """Plackett-Luce strengths of 8 factions from 80 deals played four times."""
    true = pd.Series(STRENGTHS, LETTERS[:8])
    hits = []
    for i in range(replications):
        seats = luce_games(80, generator("strengths", i))
        hits.append(covered(strength.plackett_luce(seats).table(), true, "name"))
    return {"strength": float(np.mean(hits))}


@study
def false_alarms(replications: int) -> dict[str, float]:
    """14 equal factions, 4 unequal seats, 100 mirrored deals: any corrected p below 5 %."""
    world = World(faction=[0.0] * 14)
    share = score = 0
    for i in range(replications):
        seats, games = world.frames(100, generator("false_alarms", i))
        share += bool((balance.win_share(seats, "faction", games)["p_holm"] < 0.05).any())
        plain = compare_with_mean(seats, games)
        score += bool((plain < 0.05).any())
    return {"win_share": share / replications, "score": score / replications}


def compare_with_mean(seats: pd.DataFrame, games: pd.DataFrame) -> np.ndarray:
    """Corrected p-values of mean scores against the score that all factions have in truth (50)."""
    from simkit.stats.corrections import holm
    from simkit.stats.intervals import estimate

    found = seats.merge(games[["game_id", "deal"]], on="game_id")
    return holm(estimate(found, "score", "faction", null=50.0)["p"])


def _one_strong() -> World:
    return World(faction=[0.25, *[0.0] * 7], mirror=False)


@study
def planned_games(replications: int) -> dict[str, float]:
    """Runs of the planned length: power promised 80 %, precision promised in 95 %."""
    world, true = _one_strong(), float(truth(_one_strong)["win_share"]["a"])
    games = planning.games_for_effect(true - 0.25, presence=4 / 8)
    few = planning.games_for_precision(0.04, share=true, presence=4 / 8)
    found, close = 0, 0
    for i in range(replications):
        rng = generator("planned_games", i)
        part = world.arrays(games, rng)
        here = part["faction"] == 0
        wins = part["win_share"][here]
        zero = np.zeros(len(wins), dtype=np.int64)
        found += bool(Moments(wins, zero, np.arange(len(wins)), 1).share_p(0.25)[0] < 0.05)
        part = world.arrays(few, rng)
        close += bool(abs(part["win_share"][part["faction"] == 0].mean() - true) <= 0.04)
    return {"power": found / replications, "precision": close / replications}


@study
def looks_at_waves(replications: int) -> dict[str, float]:
    """Five looks at a fair faction, 400 games: false alarms with the limits, and with 5 % each time."""
    world = World(faction=[0.0] * 8, seat=[0.0] * 4, mirror=False)
    limits = {s: planning.boundaries(5, shape=s)["p"].to_numpy() for s in ("late", "even")}
    alarms = dict.fromkeys([*limits, "unguarded"], 0)
    for i in range(replications):
        part = world.arrays(400, generator("looks_at_waves", i))
        p = []
        for end in (80, 160, 240, 320, 400):
            wins = part["win_share"][:end][part["faction"][:end] == 0]
            zero = np.zeros(len(wins), dtype=np.int64)
            p.append(Moments(wins, zero, np.arange(len(wins)), 1).share_p(0.25)[0])
        for name, limit in limits.items():
            alarms[name] += bool((np.array(p) < limit).any())
        alarms["unguarded"] += bool(min(p) < 0.05)
    return {name: count / replications for name, count in alarms.items()}


if __name__ == "__main__":
    study.store(sys.argv[1:])
