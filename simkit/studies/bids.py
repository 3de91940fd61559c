"""Fair bids: how many points a faction, a seat or a start world should cost, so that all win alike.

Games are played and logged once. What they would have been with other points at the start is counted
again from the log: true as long as nobody plays otherwise for it. So the prices are then *confirmed* on
fresh games in which everybody really starts with more or fewer points.

Prices are whole points, zero for the cheapest. A spec looks like this::

    title = "gaia_project"
    seats = 4
    games = 6720                 # to find the prices
    fresh = 13440                # to confirm them
    by = "faction"               # or "seat", or another role of the title
    bot = "greedy"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.core.components import existing
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.runs.progress import Meter, Watcher
from simkit.runs.spec import Spec
from simkit.stats.intervals import estimate
from simkit.studies.arena import outcomes
from simkit.theory.payoffs import Floats, Ints

KEYS = ("title", "seats", "games", "fresh", "by", "bot", "seed", "options", "patch", "pack", "name")
STEPS = 400  # of the smooth search for prices
TIE = 1e-3  # of a point: what a place in the order of tie-breaks counts
EXPERIENCE = (5, 20, 100, 1000)  # games with each faction that a bidder's estimate may rest on
AUCTIONS = 4_000


@dataclass(frozen=True)
class Asked:
    """What is priced, and in how many games."""

    title: str
    seats: int
    games: int
    fresh: int
    by: str = "faction"
    bot: str = "greedy"
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    patch: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    pack: str | Sequence[str] = ()

    def small(self) -> Asked:
        """Return the study with few games: over in seconds, to try it out."""
        return replace(self, games=12 * self.seats, fresh=6 * self.seats)

    def spec(self, games: int, seed: int) -> Spec:
        """Return what is played."""
        return Spec.of(
            {
                "title": self.title,
                "seats": self.seats,
                "games": games,
                "seed": seed,
                "log": "games",
                "options": dict(self.options),
                "patch": dict(self.patch),
                "pack": [self.pack] if isinstance(self.pack, str) else list(self.pack),
                "lineup": {"bots": [self.bot]},
            },
            "bids",
        )


@dataclass(frozen=True, eq=False)
class Bids:
    """Prices, and how they hold.

    Attributes
    ----------
    asked
        What was priced.
    table
        One row per faction (or seat ...): ``who``, ``price``, the win share without prices (``before``,
        ``before_low``, ``before_high``), recounted with them (``recounted``), and on fresh games with
        them (``after``, ``low``, ``high``; simultaneous 95 % intervals).
    auctions
        What sealed auctions bring among bidders whose knowledge of the values rests on so many games
        (``experience``): ``first`` and ``second`` price paid on average beside the ``value`` of what is
        sold, and what the winner ``gains_first``, ``gains_second``.
    """

    asked: Asked
    table: pd.DataFrame
    auctions: pd.DataFrame

    @property
    def fair(self) -> float:
        """An even share of wins."""
        return 1 / self.asked.seats


def read(path: str | Path) -> Asked:
    """Read a spec and check it."""
    where = existing(path)
    if not where.is_file():
        raise SimkitError(f"{path}: no such file")
    try:
        data = tomllib.loads(where.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadValue(str(path), f"is not valid TOML ({error})") from None
    for key in data:
        if key not in KEYS:
            raise UnknownName("key", key, KEYS, str(path))
    for key in ("title", "seats", "games", "fresh"):
        if key not in data:
            raise BadValue(str(path), f"{key} is missing")
    asked = Asked(**data)
    asked.spec(asked.games, asked.seed)
    return asked


def bids(asked: Asked, n_jobs: int = -1, progress: str | Watcher = "auto") -> Bids:
    """Find prices and confirm them on fresh games.

    Examples
    --------
    >>> found = bids(read("experiments/race_bids.toml"))  # doctest: +SKIP
    >>> found.table                                       # doctest: +SKIP
    """
    logged = _play(asked, asked.games, asked.seed, {}, n_jobs, progress, "logged games")
    games = Logged.of(logged, asked.seats)
    prices = fair_prices(games)
    bonus = {name: int(prices.max() - p) for name, p in zip(games.names, prices, strict=True)}
    fresh = _play(asked, asked.fresh, asked.seed + 1, bonus, n_jobs, progress, "fresh games")
    before, after = shares(logged), shares(fresh)
    table = pd.DataFrame(
        {
            "who": games.names,
            "price": prices,
            "before": before["estimate"],
            "before_low": before["low"],
            "before_high": before["high"],
            "recounted": games.shares(prices),
            "after": after["estimate"],
            "low": after["low"],
            "high": after["high"],
        }
    )
    return Bids(asked, table, auctions(prices.astype(float), asked.seats, _spread(logged)))


def _play(
    asked: Asked, games: int, seed: int, bonus: Mapping[str, int], n_jobs: int,
    progress: str | Watcher, label: str,
) -> pd.DataFrame:  # fmt: skip
    meter = Meter(progress, label)
    meter.start(games)
    found = outcomes([asked.spec(games, seed)], n_jobs, meter, asked.by, bonus)[0]
    meter.finish()
    return found


def shares(rows: pd.DataFrame) -> pd.DataFrame:
    """Return win shares by ``who`` with simultaneous 95 % intervals (Bonferroni), sorted by name."""
    level = 1 - 0.05 / max(1, rows["who"].nunique())
    found = estimate(rows, "win_share", ["who"], share=True, level=level)
    return found.sort_values("who", ignore_index=True)


@dataclass(frozen=True, eq=False)
class Logged:
    """Logged games as arrays: game x seat."""

    names: tuple[str, ...]
    who: Ints
    score: Floats

    @classmethod
    def of(cls, rows: pd.DataFrame, seats: int) -> Logged:
        """Take them from the rows of `simkit.studies.arena.outcomes`."""
        names = tuple(sorted(rows["who"].unique()))
        number = rows["who"].map({name: i for i, name in enumerate(names)})
        score = rows["score"] + TIE * rows["tie_break"]
        return cls(
            names,
            number.to_numpy(dtype=np.int64).reshape(-1, seats),
            score.to_numpy(dtype=float).reshape(-1, seats),
        )

    def shares(self, prices: Floats | Ints) -> Floats:
        """Return the win shares if everybody had paid these prices.

        Examples
        --------
        >>> rows = pd.DataFrame({"who": list("abab"), "score": [9, 5, 9, 8], "tie_break": 0})
        >>> Logged.of(rows, 2).shares(np.array([3.0, 0.0]))
        array([0.5, 0.5])
        """
        paid = self.score - prices[self.who]
        best = paid >= paid.max(axis=1, keepdims=True) - TIE / 2
        won = best / best.sum(axis=1, keepdims=True)
        count = np.bincount(self.who.ravel(), minlength=len(self.names))
        return np.asarray(np.bincount(self.who.ravel(), won.ravel()) / np.maximum(count, 1))


def fair_prices(games: Logged) -> Ints:
    """Return whole prices, zero for the cheapest, with which all win as alike as can be.

    First every price drifts towards an even share, in ever smaller steps; then whole prices near by are
    tried, one moved at a time.
    """
    fair = 1 / games.who.shape[1]
    scale = float(games.score.std())
    prices = np.zeros(len(games.names))
    for step in range(STEPS):
        prices += scale * (games.shares(prices) - fair) / (1 + step / 20)
        prices -= prices.mean()
    whole = np.round(prices).astype(np.int64)
    best = _unfair(games, whole, fair)
    moved = True
    while moved:
        moved = False
        for number in range(len(whole)):
            for by in (1, -1):
                trial = whole.copy()
                trial[number] += by
                found = _unfair(games, trial, fair)
                if found < best - 1e-12:
                    whole, best, moved = trial, found, True
    return np.asarray(whole - whole.min())


def _unfair(games: Logged, prices: Ints, fair: float) -> float:
    """Return how far from even the shares are; the worst counts most."""
    return float(((games.shares(prices) - fair) ** 4).sum())


def _spread(rows: pd.DataFrame) -> float:
    """Return by how much one game's result misleads about what a faction is worth, in points."""
    margin = rows["score"] - rows.groupby("game_id")["score"].transform("mean")
    return float((margin - margin.groupby(rows["who"]).transform("mean")).std())


def auctions(
    values: Floats,
    bidders: int,
    spread: float,
    experience: Sequence[int] = EXPERIENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Sell one of the factions, drawn at random, by sealed bids to bidders who estimate its value.

    All would gain the same from it, its value, but each knows only the mean of so many games. Everybody
    bids what it believes. In a first-price auction the highest bid is paid, in a second-price auction
    the second highest.

    Examples
    --------
    >>> found = auctions(np.array([0.0, 10.0]), 4, 20.0, experience=[10, 1000])
    >>> found["gains_first"].lt(found["gains_second"]).tolist()
    [True, True]
    """
    rng = np.random.default_rng(seed)
    rows = []
    for games in experience:
        sold = rng.choice(values, AUCTIONS)
        believed = sold[:, None] + rng.normal(0, spread / np.sqrt(games), (AUCTIONS, bidders))
        offered = np.sort(np.maximum(believed, 0.0), axis=1)
        first, second = offered[:, -1], offered[:, -2]
        gains = [float((sold - paid).mean()) for paid in (first, second)]
        rows.append((games, float(sold.mean()), float(first.mean()), float(second.mean()), *gains))
    columns = ["experience", "value", "first", "second", "gains_first", "gains_second"]
    return pd.DataFrame(rows, columns=columns)
