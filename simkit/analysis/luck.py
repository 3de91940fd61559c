"""How much of the result is luck? Shares of the variance of score or win.

Seat, faction and bot are compared as they were assigned. The part of the deal shows where the same
deal was played more than once (mirrored line-ups, arms): what games of one deal have in common after
all that is taken out. Without repeated deals it cannot be told from the rest, and the table says so.

What the luck of a deal follows differs by title (`Schema.luck_follows`): the seat, the slot of the
line-up (faction and hand, wherever these sit), or the whole table. Looked for in the wrong place it is
not found: `components` tells the three apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pandas as pd

from simkit.analysis.frames import bot_columns, players, seats_with
from simkit.core.errors import SimkitError, UnknownName
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
    follows: str = "seat",
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
    follows
        What the luck of a deal follows: ``seat``, ``slot`` or ``table``, see `components`.

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
    found = _complete(seats, games, value)
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
    places = _places(found)
    if follows not in places:
        raise UnknownName("follows", follows, places, "luck")
    seat = places[follows]
    repeated = _repeated(deal, game)
    moments = _Sums.of(y, design)
    whole = _parts(moments, terms, y, design, deal, game, seat, repeated)
    groups = min(GROUPS, int(deal.max()) + 1)
    low = high = np.full(len(whole), np.nan)
    if groups >= 5:
        member = np.random.default_rng(0).permutation(int(deal.max()) + 1)[deal] % groups
        replicates = []
        for g in range(groups):
            out, kept = member == g, member != g
            rest = moments.without(_Sums.of(y[out], design[out]))
            replicates.append(
                _parts(
                    rest, terms, y[kept], design[kept], deal[kept], game[kept], seat[kept], repeated
                )
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
    sums: _Sums, terms: list[Codes], y: Floats, design: Floats, deal: Codes, game: Codes,
    place: Codes, repeated: bool,
) -> Floats:  # fmt: skip
    """Shares of the factors, the deal and the rest; they sum to 1."""
    explained = _factor_shares(sums, terms)
    luck = 0.0
    if repeated:
        beta = np.linalg.pinv(sums.gram, hermitian=True) @ sums.cross
        luck = _common(y - design @ beta, deal, game, place) / sums.variance
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


def _common(residual: Floats, deal: Codes, game: Codes, place: Codes) -> float:
    """Covariance of the same place in different games of one deal: what the deal gives a place."""
    total, pairs = _pairs(residual, deal, game, place)
    return float(total.sum() / pairs.sum()) if pairs.sum() else 0.0


def _pairs(residual: Floats, deal: Codes, game: Codes, place: Codes) -> tuple[Floats, Floats]:
    """Sum, per deal, the products of all two rows of one place in different games, and count them."""
    size = int(deal.max()) + 1
    cell, rows = np.unique(deal * (int(place.max()) + 1) + place, return_inverse=True)
    width = int(game.max()) + 1
    same, both = np.unique(rows * width + game, return_inverse=True)
    of_cell, of_same = cell // (int(place.max()) + 1), cell[same // width] // (int(place.max()) + 1)
    total, count = (
        np.bincount(of_cell, np.bincount(rows, x) ** 2, size)
        - np.bincount(of_same, np.bincount(both, x) ** 2, size)
        for x in (residual, np.ones(len(residual)))
    )
    return total.astype(np.float64), count.astype(np.float64)


def _complete(seats: pd.DataFrame, games: pd.DataFrame | None, value: str) -> pd.DataFrame:
    """Return the seats whose figure is known, with the rotation of the line-up where there is one."""
    turned = games is not None and "rotation" in games.columns
    found = seats_with(seats, games, [value, *(["rotation"] if turned else [])])
    return found[found[value].notna()].reset_index(drop=True)


def _places(seats: pd.DataFrame) -> dict[str, Codes]:
    """Return, for all that luck may follow, a number per row: its seat, its slot, the table."""
    seat = seats["seat"].to_numpy(dtype=np.int64)
    many = players(seats, codes(seats, game_key(seats)))
    turn = seats["rotation"].to_numpy(dtype=np.int64) if "rotation" in seats.columns else 0 * seat
    return {"seat": seat, "slot": (seat - turn) % many, "table": 0 * seat}


def components(
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    value: str = "score",
    factors: Sequence[str] = ("seat", "faction", "bot"),
    level: float = LEVEL,
) -> pd.DataFrame:
    """Share of the variance that goes with the luck of the table, of a seat and of a slot, one by one.

    Rows of different games of one deal may have the seat in common, the slot of the line-up, both or
    neither; how far they go together in each case tells the three apart. Where a seat's luck is another's
    loss (wins), the table's part is negative.

    Returns
    -------
    pandas.DataFrame
        Per part (table, seat, slot): share, low, high (jackknife over deals), missing where the games do
        not tell it apart: seat and slot are one where line-ups are never turned, and of two players who
        change seats any two rows have one of them in common.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> hand = 4 * rng.normal(size=(300, 3))
    >>> turned = np.stack([np.roll(hand, r, axis=1) for r in range(3)], axis=1)
    >>> games = pd.DataFrame({"game_id": range(900), "deal": np.repeat(range(300), 3),
    ...     "rotation": [0, 1, 2] * 300})
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(900), 3), "seat": [0, 1, 2] * 900,
    ...     "score": turned.ravel() + 3 * rng.normal(size=2700)})
    >>> components(seats, games).set_index("part")["share"].round(1).abs()
    part
    table    0.0
    seat     0.0
    slot     0.6
    Name: share, dtype: float64
    """
    found = _complete(seats, games, value)
    used = [c for c in factors if c in found.columns and found[c].nunique() > 1]
    y = found[value].to_numpy(dtype=float)
    y = y - y.mean()
    if len(y) < 3 or not y.any():
        raise SimkitError(f"column {value!r} does not vary: there is no variance to share out")
    design = np.hstack([np.ones((len(y), 1)), *[dummies(found[c].astype(object))[0] for c in used]])
    residual = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    deal, game = cluster_codes(found), codes(found, game_key(found))
    kinds = _by_kind(residual, deal, game, _places(found))
    squares = np.stack([np.bincount(deal, y**2), np.bincount(deal)])
    whole = _solved(kinds.sum(axis=2), squares.sum(axis=1))
    groups = min(GROUPS, int(deal.max()) + 1)
    low = high = np.full(3, np.nan)
    if groups >= 5:
        member = np.random.default_rng(0).permutation(int(deal.max()) + 1) % groups
        replicates = [
            _solved(kinds[:, :, member != g].sum(axis=2), squares[:, member != g].sum(axis=1))
            for g in range(groups)
        ]
        _, low, high = jackknife(replicates, whole, level)
    names = ["table", "seat", "slot"]
    return pd.DataFrame({"part": names, "share": whole, "low": low, "high": high})


def _by_kind(residual: Floats, deal: Codes, game: Codes, places: dict[str, Codes]) -> Floats:
    """Return sums of products and counts of pairs by deal: neither, seat, slot, both in common."""
    seat, slot = places["seat"], places["slot"]
    every, of_seat, of_slot, both = (
        np.stack(_pairs(residual, deal, game, place))
        for place in (places["table"], seat, slot, seat * (int(slot.max()) + 1) + slot)
    )
    return np.stack([every - of_seat - of_slot + both, of_seat - both, of_slot - both, both])


def _solved(kinds: Floats, squares: Floats) -> Floats:
    """Return the shares of table, seat and slot from sums over kinds of pairs; NaN where not told."""
    has = np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])  # what each kind has in common
    known = kinds[:, 1] > 0.5
    if not known.any():
        return np.full(3, np.nan)
    mean, weight = kinds[known, 0] / kinds[known, 1], np.sqrt(kinds[known, 1])
    rows = has[known] * weight[:, None]
    found = np.linalg.pinv(rows) @ (mean * weight)
    told = np.abs(np.linalg.pinv(rows) @ rows - np.eye(3)).max(axis=1) < 1e-9
    shares: Floats = np.where(told, found / (squares[0] / (squares[1] - 1)), np.nan)
    return shares
