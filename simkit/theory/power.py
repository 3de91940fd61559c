"""Voting power: how often a voter decides, in votes with weights and a quota or by any rule.

Banzhaf counts the coalitions that a voter turns from losing to winning, all being equally likely;
Shapley and Shubik count the orders of joining in which it does so.

Examples
--------
>>> council = {"France": 4, "Germany": 4, "Italy": 4, "Belgium": 2, "Netherlands": 2, "Luxembourg": 1}
>>> banzhaf(council, quota=12)[["voter", "swings", "index"]].round(3)
         voter  swings  index
0       France      10  0.238
1      Germany      10  0.238
2        Italy      10  0.238
3      Belgium       6  0.143
4  Netherlands       6  0.143
5   Luxembourg       0  0.000
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.theory.payoffs import Floats

Wins = Callable[[frozenset[str]], bool]
TABLE = 2_000_000  # entries of the tables of the exact method, at most
LISTED = 18  # voters whose coalitions are listed one by one, at most


def banzhaf(
    votes: Mapping[str, float] | Collection[str],
    quota: float | None = None,
    *,
    wins: Wins | None = None,
    samples: int | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Return Banzhaf's power of each voter.

    Parameters
    ----------
    votes
        Voters and their weights; with `wins`, the voters' names will do.
    quota
        Weight that a coalition needs to win.
    wins
        Instead of a quota: the rule that says whether a coalition wins. More voters never lose.
    samples
        Estimate from so many random coalitions; by default exact where that is possible, else 20,000.
    level, seed
        Confidence of the intervals of an estimate; its seed.

    Returns
    -------
    pandas.DataFrame
        Per ``voter``: ``weight``, ``swings`` (coalitions of the others in which it decides; missing in
        an estimate), ``power`` (their share, with ``low`` and ``high``), ``index`` (powers scaled to
        sum 1).
    """
    vote = _Vote(votes, quota, wins)
    if samples is None and vote.countable(by_size=False):
        swings = vote.swings()
        power = np.array([float(Fraction(s, 1 << (vote.size - 1))) for s in swings])
        return _frame(vote, swings, power, power, power)
    hits = vote.sampled_coalitions(samples or 20_000, seed)
    return _estimate(vote, hits, samples or 20_000, level)


def shapley_shubik(
    votes: Mapping[str, float] | Collection[str],
    quota: float | None = None,
    *,
    wins: Wins | None = None,
    samples: int | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Return Shapley and Shubik's power of each voter; parameters as for `banzhaf`.

    Returns
    -------
    pandas.DataFrame
        Per ``voter``: ``weight``, ``power`` (share of the orders in which it decides; they sum to 1,
        so ``index`` is the same) with ``low`` and ``high``.

    Examples
    --------
    >>> shapley_shubik({"a": 50, "b": 49, "c": 1}, quota=51)[["voter", "power"]].round(3)
      voter  power
    0     a  0.667
    1     b  0.167
    2     c  0.167
    """
    vote = _Vote(votes, quota, wins)
    if samples is None and vote.countable(by_size=True):
        orders = [_orders(by_size) for by_size in vote.swings_by_size()]
        power = np.array([float(share) for share in orders])
        return _frame(vote, None, power, power, power)
    hits = vote.sampled_orders(samples or 20_000, seed)
    return _estimate(vote, hits, samples or 20_000, level)


def _orders(by_size: list[int]) -> Fraction:
    """Return the share of orders in which a voter with these swings, by coalition size, decides."""
    size = len(by_size)
    whole = math.factorial(size)
    return sum(
        (
            Fraction(count * math.factorial(k) * math.factorial(size - k - 1), whole)
            for k, count in enumerate(by_size)
        ),
        Fraction(0),
    )


class _Vote:
    """Voters and the rule by which coalitions win."""

    def __init__(
        self,
        votes: Mapping[str, float] | Collection[str],
        quota: float | None,
        wins: Wins | None,
    ) -> None:
        self.names = list(votes)
        self.size = len(self.names)
        self.rule = wins
        if not self.names:
            raise BadValue("votes", "there are no voters")
        if (quota is None) == (wins is None):
            raise BadValue("votes", "give either a quota or a rule `wins`")
        weighted = isinstance(votes, Mapping)
        self.shown = [float(votes[n]) if isinstance(votes, Mapping) else math.nan for n in votes]
        self.weights: list[int] = []
        self.quota = 0
        if quota is not None:
            if not weighted:
                raise BadValue("votes", "a quota needs a weight for every voter")
            if min(self.shown) < 0 or not 0 < quota <= sum(self.shown) + 1e-9:
                raise BadValue(
                    "quota", "lies above 0 and not above the sum of weights (none negative)"
                )
            self._to_integers(quota)

    def _to_integers(self, quota: float) -> None:
        """Scale weights and quota to integers: weights are read as the decimals they are written in."""
        parts = [Fraction(repr(weight)) for weight in self.shown]
        goal = Fraction(repr(float(quota)))
        scale = math.lcm(*(part.denominator for part in [*parts, goal]))
        whole = [int(part * scale) for part in parts]
        common = math.gcd(*whole) or 1
        self.weights = [weight // common for weight in whole]
        self.quota = -(-int(goal * scale) // common)

    def countable(self, by_size: bool) -> bool:
        """Tell whether the exact method is within reach."""
        if self.rule is not None:
            return self.size <= LISTED
        entries = self.quota * (self.size if by_size else 1)
        return entries <= TABLE or self.size <= LISTED

    def swings(self) -> list[int]:
        """Return in how many coalitions of the others each voter decides."""
        return [sum(by_size) for by_size in self.swings_by_size(one_row=True)]

    def swings_by_size(self, one_row: bool = False) -> list[list[int]]:
        """Return the same by size of the coalition; `one_row` does not tell sizes apart."""
        if self.rule is not None or (self.quota * self.size > TABLE and self.size <= LISTED):
            return self._listed()
        counts = self._counts(1 if one_row else self.size)
        known: dict[int, list[int]] = {}
        for weight in self.weights:
            if weight not in known:
                known[weight] = self._decided(counts, weight)
        return [known[weight] for weight in self.weights]

    def _counts(self, rows: int) -> npt.NDArray[Any]:
        """Return how many coalitions have each size and each weight below the quota."""
        # Counts stay below 2 ** voters; beyond 62 voters only Python's own integers hold them.
        counts = np.zeros((rows, self.quota), dtype=np.int64 if self.size <= 62 else object)
        counts[0, 0] = 1
        for weight in self.weights:
            if weight >= self.quota:
                continue
            moved = counts[:, : self.quota - weight].copy()
            if rows > 1:
                counts[1:, weight:] += moved[:-1]
            else:
                counts[:, weight:] += moved
        return counts

    def _decided(self, counts: npt.NDArray[Any], weight: int) -> list[int]:
        """Count, by size, the coalitions without a voter that lack at most its weight to win."""
        if weight == 0:
            return [0] * len(counts)
        others = counts.copy()
        if weight < self.quota:  # take the voter out again, in blocks of its weight
            for low in range(weight, self.quota, weight):
                high = min(low + weight, self.quota)
                before = others[:, low - weight : high - weight]
                if len(others) > 1:
                    others[1:, low:high] -= before[:-1]
                else:
                    others[:, low:high] -= before
        return [int(row[max(0, self.quota - weight) :].sum()) for row in others]

    def _listed(self) -> list[list[int]]:
        winning = [self._wins_mask(mask) for mask in range(1 << self.size)]
        found = [[0] * self.size for _ in range(self.size)]
        for mask, won in enumerate(winning):
            if not won:
                continue
            members = mask.bit_count()
            for voter in range(self.size):
                if mask >> voter & 1 and not winning[mask & ~(1 << voter)]:
                    found[voter][members - 1] += 1
        return found

    def _wins_mask(self, mask: int) -> bool:
        inside = [i for i in range(self.size) if mask >> i & 1]
        if self.rule is None:
            return sum(self.weights[i] for i in inside) >= self.quota
        return bool(self.rule(frozenset(self.names[i] for i in inside)))

    def _wins_rows(self, members: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each row of members whether that coalition wins."""
        if self.rule is None:
            return np.asarray(members @ np.array(self.weights, dtype=float) >= self.quota)
        names = np.array(self.names)
        return np.array([bool(self.rule(frozenset(names[row].tolist()))) for row in members])

    def sampled_coalitions(self, samples: int, seed: int) -> npt.NDArray[np.int64]:
        """Return how often each voter decides in random coalitions of the others."""
        rng = np.random.default_rng(seed)
        members = rng.random((samples, self.size)) < 0.5
        hits = []
        for voter in range(self.size):
            with_it, without = members.copy(), members.copy()
            with_it[:, voter], without[:, voter] = True, False
            hits.append(int((self._wins_rows(with_it) & ~self._wins_rows(without)).sum()))
        return np.array(hits, dtype=np.int64)

    def sampled_orders(self, samples: int, seed: int) -> npt.NDArray[np.int64]:
        """Return how often each voter decides in random orders of joining."""
        rng = np.random.default_rng(seed)
        hits = np.zeros(self.size, dtype=np.int64)
        for _ in range(samples):
            order = rng.permutation(self.size)
            low, high = 0, self.size  # the first `high` voters win, the first `low` do not
            while high - low > 1:
                middle = (low + high) // 2
                members = np.zeros((1, self.size), dtype=bool)
                members[0, order[:middle]] = True
                low, high = (low, middle) if self._wins_rows(members)[0] else (middle, high)
            hits[order[high - 1]] += 1
        return hits


def _estimate(vote: _Vote, hits: npt.NDArray[np.int64], samples: int, level: float) -> pd.DataFrame:
    from scipy.special import ndtri

    if not 0 < level < 1:
        raise BadValue("level", f"{level!r} is not between 0 and 1 (0.95 means 95 %)")
    z = float(ndtri((1 + level) / 2))
    power = hits / samples
    # Wilson's interval: it has width at 0 and 1 too.
    centre = (power + z * z / (2 * samples)) / (1 + z * z / samples)
    half = z * np.sqrt(power * (1 - power) / samples + (z / (2 * samples)) ** 2)
    half /= 1 + z * z / samples
    low, high = np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)
    return _frame(vote, None, power, low, high)


def _frame(
    vote: _Vote, swings: list[int] | None, power: Floats, low: Floats, high: Floats
) -> pd.DataFrame:
    total = power.sum()
    columns: dict[str, object] = {"voter": vote.names, "weight": vote.shown}
    if swings is not None:
        columns["swings"] = swings
    columns |= {"power": power, "low": low, "high": high}
    columns["index"] = power / total if total > 0 else power
    return pd.DataFrame(columns)


def minimal_winning(votes: Mapping[str, float], quota: float) -> pd.DataFrame:
    """Return the winning coalitions from which nobody can be missed, smallest first.

    Examples
    --------
    >>> minimal_winning({"a": 3, "b": 2, "c": 1}, quota=4)
      coalition  weight
    0     a + b     5.0
    1     a + c     4.0
    """
    names = list(votes)
    if len(names) > LISTED:
        raise BadValue("votes", f"more than {LISTED} voters have too many coalitions to list")
    rows = []
    for size in range(1, len(names) + 1):
        for group in itertools.combinations(names, size):
            weight = float(sum(votes[name] for name in group))
            if weight >= quota and weight - min(votes[name] for name in group) < quota:
                rows.append((" + ".join(group), weight))
    return pd.DataFrame(rows, columns=["coalition", "weight"])
