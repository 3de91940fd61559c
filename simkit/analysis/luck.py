"""How much of the result is luck? Shares of the variance of score or win.

Seat, faction and bot are compared as they were assigned. The part of the deal shows where the same
deal was played more than once (mirrored line-ups, arms): what games of one deal have in common after
all that is taken out. Without repeated deals it cannot be told from the rest, and the table says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pandas as pd

from simkit.analysis.frames import bot_columns, seats_with
from simkit.core.errors import SimkitError
from simkit.stats.frames import Codes, Floats, cluster_codes, codes, game_key
from simkit.stats.intervals import LEVEL, jackknife
from simkit.stats.regression import dummies

GROUPS = 40


def shares(
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    value: str = "score",
    factors: Sequence[str] = ("seat", "faction", "bot", "profile"),
    level: float = LEVEL,
) -> pd.DataFrame:
    """Share of the variance of a figure that goes with deal, seat, faction, bot, and the rest.

    Parameters
    ----------
    value
        ``score`` or ``win_share`` (or any other figure of `seats`).
    factors
        Columns of `seats` to tell apart; those that do not vary are left out. Where factors overlap,
        each gets its mean part over all orders in which they can be entered.

    Returns
    -------
    pandas.DataFrame
        Per part (factors, ``deal``, ``rest``): share, low, high (jackknife over deals). ``deal`` is
        missing and ``rest`` holds it when no deal was repeated.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> deal = np.repeat(np.arange(200), 4)
    >>> seats = pd.DataFrame({"game_id": np.repeat(np.arange(400), 2), "seat": [0, 1] * 400,
    ...     "deal": deal, "score": 3 * rng.normal(size=200)[deal] + 4 * rng.normal(size=800)})
    >>> shares(seats)[["part", "share"]].round(1)
       part  share
    0  seat    0.0
    1  deal    0.3
    2  rest    0.7
    """
    found = seats_with(seats, games, value)
    found = found[found[value].notna()].reset_index(drop=True)
    used = [c for c in factors if c in found.columns and found[c].nunique() > 1]
    if "bot" in used and "profile" in used and "profile" not in bot_columns(found):
        used.remove("profile")  # it is the bot over again
    y = found[value].to_numpy(dtype=float)
    if len(y) < 3 or y.std() == 0:
        raise SimkitError(f"column {value!r} does not vary: there is no variance to share out")
    y = y - y.mean()
    flags = [dummies(found[c].astype(object))[0] for c in used]
    design = np.hstack([np.ones((len(y), 1)), *flags])
    ends = np.cumsum([1, *[f.shape[1] for f in flags]])
    terms = [np.arange(a, b) for a, b in pairwise(ends)]
    if len(y) <= design.shape[1]:
        raise SimkitError(f"{len(y)} rows are too few to share out their variance; play more games")
    deal, game = cluster_codes(found), codes(found, game_key(found))
    seat = found["seat"].to_numpy(dtype=np.int64)
    repeated = _repeated(deal, game)
    moments = _Sums.of(y, design)
    whole = _parts(moments, terms, y, design, deal, seat, repeated)
    groups = min(GROUPS, int(deal.max()) + 1)
    low = high = np.full(len(whole), np.nan)
    if groups >= 5:
        member = np.random.default_rng(0).permutation(int(deal.max()) + 1)[deal] % groups
        replicates = []
        for g in range(groups):
            out, kept = member == g, member != g
            rest = moments.without(_Sums.of(y[out], design[out]))
            replicates.append(
                _parts(rest, terms, y[kept], design[kept], deal[kept], seat[kept], repeated)
            )
        _, low, high = jackknife(replicates, whole, level)
    names = [*used, "deal", "rest"]
    table = pd.DataFrame({"part": names, "share": whole, "low": low, "high": high})
    if not repeated:
        table.loc[table["part"] == "deal", ["share", "low", "high"]] = np.nan
    return table


def _repeated(deal: Codes, game: Codes) -> bool:
    pairs = np.unique(np.stack([deal, game]), axis=1)
    return bool(np.bincount(pairs[0]).max() > 1)


@dataclass(frozen=True)
class _Sums:
    """What least squares needs of the rows: count, products of the design and of y."""

    n: int
    gram: Floats
    cross: Floats
    square: float
    total: float

    @classmethod
    def of(cls, y: Floats, design: Floats) -> _Sums:
        return cls(len(y), design.T @ design, design.T @ y, float(y @ y), float(y.sum()))

    def without(self, other: _Sums) -> _Sums:
        """Return the sums of the remaining rows."""
        return _Sums(
            self.n - other.n,
            self.gram - other.gram,
            self.cross - other.cross,
            self.square - other.square,
            self.total - other.total,
        )

    @property
    def variance(self) -> float:
        return (self.square - self.total**2 / self.n) / (self.n - 1)

    def explained(self, columns: Codes) -> float:
        """Share of the variance that the columns explain, chance taken out (adjusted R squared)."""
        gram, cross = self.gram[np.ix_(columns, columns)], self.cross[columns]
        rest = self.square - float(cross @ np.linalg.pinv(gram, hermitian=True) @ cross)
        rank = int(np.linalg.matrix_rank(gram, hermitian=True))
        return 1 - rest / (self.n - rank) / self.variance


def _parts(
    sums: _Sums, terms: list[Codes], y: Floats, design: Floats, deal: Codes, seat: Codes,
    repeated: bool,
) -> Floats:  # fmt: skip
    """Shares of the factors, the deal and the rest; they sum to 1."""
    explained = _factor_shares(sums, terms)
    luck = 0.0
    if repeated:
        beta = np.linalg.pinv(sums.gram, hermitian=True) @ sums.cross
        luck = _common(y - design @ beta, deal, seat) / sums.variance
    return np.array([*explained, luck, 1 - sum(explained) - luck])


def _factor_shares(sums: _Sums, terms: list[Codes]) -> list[float]:
    """Share of each factor, averaged over all orders in which they can be entered (Shapley)."""
    worth: dict[tuple[int, ...], float] = {(): 0.0}
    for size in range(1, len(terms) + 1):
        for chosen in combinations(range(len(terms)), size):
            columns = np.concatenate([[0], *[terms[i] for i in chosen]])
            worth[chosen] = sums.explained(columns.astype(np.int64))
    found = []
    for i in range(len(terms)):
        others = [j for j in range(len(terms)) if j != i]
        share = 0.0
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                gain = worth[tuple(sorted((*chosen, i)))] - worth[chosen]
                share += gain / comb(len(others), size) / len(terms)
        found.append(share)
    return found


def _common(residual: Floats, deal: Codes, seat: Codes) -> float:
    """Covariance of the same seat in different games of one deal: what the deal gives a seat."""
    place = deal * (int(seat.max()) + 1) + seat
    count, sums = np.bincount(place), np.bincount(place, residual)
    squares = np.bincount(place, residual**2)
    pairs = float((count * (count - 1)).sum())
    return float((sums**2 - squares).sum()) / pairs if pairs else 0.0
