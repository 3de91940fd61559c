"""Strength of factions, bots or whatever sits at the table, from complete finishing orders.

The model is Plackett and Luce's: first place goes to one of those present in proportion to their
strengths, then second place among the rest, and so on. Ties are modelled as Davidson and Luce do: a
tie of several has its own probability at each place (Turner and others 2020). Errors are robust to any
dependence inside a game or deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pandas as pd

from simkit.analysis.frames import seats_with
from simkit.core.errors import SimkitError
from simkit.stats.corrections import holm
from simkit.stats.frames import Codes, Floats, as_list, cluster_codes, codes, game_key
from simkit.stats.intervals import LEVEL, check_level, t_quantile, t_two_sided

ITERATIONS = 100


@dataclass
class _Stages:
    """Choices of one size: which of `size` items present came next (alone or tied).

    `items` (stages x size), `choice` (number of the chosen subset) and `cluster` per stage.
    """

    items: Codes
    choice: Codes
    cluster: Codes
    subsets: list[tuple[int, ...]]
    shares: Floats = field(init=False)
    sizes: Codes = field(init=False)

    def __post_init__(self) -> None:
        size = self.items.shape[1]
        self.shares = np.zeros((len(self.subsets), size))
        for k, subset in enumerate(self.subsets):
            self.shares[k, list(subset)] = 1 / len(subset)
        self.sizes = np.array([len(s) for s in self.subsets], dtype=np.int64)


@dataclass(frozen=True)
class PlackettLuce:
    """Fitted strengths.

    Attributes
    ----------
    names
        What was compared.
    strength
        Logarithm of the strength of each, their mean is 0. A difference of 0.69 doubles the odds.
    covariance
        Cluster-robust covariance of the strengths.
    ties
        Logarithm of the weight of a tie against a clear place, per size of tie that occurred.
    clusters
        Number of independent deals or games.
    """

    names: tuple[object, ...]
    strength: Floats
    covariance: Floats
    ties: dict[int, float]
    clusters: int

    def table(self, level: float = LEVEL) -> pd.DataFrame:
        """Return strength, se, low, high and p_holm (of "average"), the strongest first."""
        check_level(level)
        df = self.clusters - 1
        se = np.sqrt(np.diag(self.covariance))
        half = t_quantile(0.5 + level / 2, df) * se
        with np.errstate(divide="ignore", invalid="ignore"):
            p = t_two_sided(np.where(self.strength == 0, 0, self.strength / se), df)
        found = pd.DataFrame({"name": list(self.names), "strength": self.strength, "se": se})
        found["low"], found["high"] = self.strength - half, self.strength + half
        found["p_holm"] = holm(p)
        return found.sort_values("strength", ascending=False, ignore_index=True)

    def win_chances(self, present: Iterable[object]) -> pd.Series:
        """Return the chance of each of those present to finish first (ties shared).

        Examples
        --------
        >>> model = PlackettLuce(("a", "b"), np.array([np.log(3) / 2, -np.log(3) / 2]),
        ...     np.eye(2), {}, 10)
        >>> model.win_chances(["a", "b"]).round(2).tolist()
        [0.75, 0.25]
        """
        names = list(present)
        place = np.array([[self.names.index(name) for name in names]])
        return pd.Series(self.chances(place)[0][0], index=names)

    def chances(self, lineups: Codes) -> tuple[Floats, Floats]:
        """Return win chances (ties shared) and chances of every rank, for rows of numbers into `names`.

        The last axis of the second is the rank, 1 first; those who tie share a rank, as in `seats`.
        """
        size = lineups.shape[1]
        worth = self.strength[lineups]
        wins, ranks = np.zeros(lineups.shape), np.zeros((*lineups.shape, size))
        self._descend(worth, tuple(range(size)), np.ones(len(lineups)), wins, ranks)
        return wins, ranks

    def _descend(
        self, worth: Floats, left: tuple[int, ...], reach: Floats, wins: Floats, ranks: Floats
    ) -> None:
        """Spread the chance of having come so far over who of those left is next."""
        subsets = _subsets(len(left), tuple(self.ties))
        weights = [
            np.exp(worth[:, [left[i] for i in s]].mean(axis=1) + self.ties.get(len(s), 0.0))
            for s in subsets
        ]
        total = np.sum(weights, axis=0)
        rank = worth.shape[1] - len(left)
        for subset, weight in zip(subsets, weights, strict=True):
            chance = reach * weight / total
            chosen = [left[i] for i in subset]
            ranks[:, chosen, rank] += chance[:, None]
            if rank == 0:
                wins[:, chosen] += chance[:, None] / len(chosen)
            rest = tuple(i for i in left if i not in chosen)
            if rest:
                self._descend(worth, rest, chance, wins, ranks)


def _subsets(size: int, ties: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List who may come next among `size`: any one, or a tie of one of the given sizes."""
    return [s for t in (1, *ties) if t <= size for s in combinations(range(size), t)]


def plackett_luce(
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    prior: float = 0.0,
) -> PlackettLuce:
    """Fit strengths to the finishing orders of all games.

    Parameters
    ----------
    seats
        Table `seats` with column ``rank`` (ties share a rank).
    by
        What is compared: faction, bot, profile, or several columns together. The same may sit at a
        table more than once.
    games
        Table `games`; with it mirrored deals and arms count as dependent.
    prior
        Weight that pulls strengths together (ridge); needed only where one always beats the others.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1, 2, 2, 3, 3], "seat": [0, 1] * 4,
    ...     "faction": list("abababab"), "rank": [1, 2, 1, 2, 1, 2, 2, 1]})
    >>> plackett_luce(seats).table()[["name", "strength"]].round(3)
      name  strength
    0    a     0.549
    1    b    -0.549
    """
    keys = as_list(by)
    found = seats_with(seats, games, [*keys, "rank"]).dropna(subset=[*keys, "rank"])
    number, names = _names(found, keys)
    if len(names) < 2:
        raise SimkitError(f"strengths need at least two different {' x '.join(keys)}")
    game, cluster = codes(found, game_key(found)), cluster_codes(found)
    rank = found["rank"].to_numpy(dtype=np.int64)
    stages, ties = _stages(game, number, rank, cluster)
    if not stages:
        raise SimkitError("strengths need games of at least two seats")
    if prior <= 0:
        _check_connected(game, number, rank, names)
    return _fit(stages, names, ties, int(cluster.max()) + 1, prior)


def _names(seats: pd.DataFrame, keys: list[str]) -> tuple[Codes, list[object]]:
    if len(keys) == 1:
        number, values = pd.factorize(seats[keys[0]].astype(object), sort=True)
        return number.astype(np.int64), list(values)
    joined = seats[keys].astype(str).agg(":".join, axis=1)
    number, values = pd.factorize(joined, sort=True)
    return number.astype(np.int64), list(values)


def _stages(
    game: Codes, item: Codes, rank: Codes, cluster: Codes
) -> tuple[list[_Stages], tuple[int, ...]]:
    """Cut finishing orders into choices: who of those left came next; and the sizes of ties."""
    order = np.lexsort((rank, game))
    game, item, rank, cluster = game[order], item[order], rank[order], cluster[order]
    start = np.flatnonzero(np.diff(game, prepend=-1))
    sizes = np.diff(np.append(start, len(game)))
    rows: dict[int, list[tuple[Codes, Codes, Codes]]] = {}
    for size in np.unique(sizes):
        first = start[sizes == size]
        places = first[:, None] + np.arange(size)
        items, ranks = item[places], rank[places]
        for done in range(size - 1):
            # a stage begins where the rank rises; those tied with its first are chosen together
            begins = np.full(len(first), True) if done == 0 else ranks[:, done] > ranks[:, done - 1]
            tied = (ranks[:, done:] == ranks[:, done : done + 1]).sum(axis=1)
            if not begins.any():
                continue
            part = (items[begins, done:], tied[begins], cluster[first][begins])
            rows.setdefault(int(size) - done, []).append(part)
    seen = {int(t) for parts in rows.values() for part in parts for t in np.unique(part[1])}
    ties = tuple(sorted(seen - {1}))
    found = []
    for size, parts in sorted(rows.items()):
        subsets = _subsets(size, ties)
        # sorted by rank, so a tie of t is the subset (0, .., t - 1)
        place = {len(s): k for k, s in reversed(list(enumerate(subsets)))}
        items, tied, unit = (np.concatenate([p[i] for p in parts]) for i in range(3))
        choice = np.array([place[int(t)] for t in tied], dtype=np.int64)
        found.append(_Stages(items, choice, unit, subsets))
    return found, ties


def _check_connected(game: Codes, item: Codes, rank: Codes, names: list[object]) -> None:
    """Refuse orders in which some group never lost to the rest: its strength would be infinite."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    frame = pd.DataFrame({"game": game, "item": item, "rank": rank})
    both = frame.merge(frame, on="game", suffixes=("", "_other"))
    beats = both[both["rank"] <= both["rank_other"]]
    links = csr_matrix(
        (np.ones(len(beats)), (beats["item"], beats["item_other"])), shape=(len(names),) * 2
    )
    count, label = connected_components(links, directed=True, connection="strong")
    if count > 1:
        smallest = int(np.argmin(np.bincount(label)))
        group = ", ".join(str(names[i]) for i in np.flatnonzero(label == smallest)[:6])
        raise SimkitError(
            f"no finite strengths: {group} always finished ahead of (or behind) the others or never "
            f"met them; play more games, or pass prior=1 to pull strengths together"
        )


def _fit(
    stages: list[_Stages],
    names: list[object],
    ties: tuple[int, ...],
    clusters: int,
    prior: float,
) -> PlackettLuce:
    """Newton's method on strengths (sum 0) and tie weights; sandwich covariance."""
    k, extra = len(names), len(ties)
    theta = np.zeros(k + extra)
    theta[k:] = -3.0
    # any vector along (1, .., 1, 0, ..) leaves the likelihood alone: pin it
    pin = np.concatenate([np.ones(k), np.zeros(extra)])
    pin = np.outer(pin, pin) / k
    ridge = np.diag(np.concatenate([np.full(k, prior), np.zeros(extra)]))

    def loss(at: Floats) -> float:
        return sum(_loss(part, at, k, ties) for part in stages) + float(at @ ridge @ at) / 2

    value = loss(theta)
    for _ in range(ITERATIONS):
        gradient, hessian, _ = _derivatives(stages, theta, k, ties, clusters)
        gradient = gradient + ridge @ theta
        hessian = hessian + ridge + pin * max(1.0, float(np.trace(hessian)) / k)
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        size = 1.0
        while True:
            trial = theta - size * step
            worse = loss(trial)
            if worse <= value + 1e-9 * abs(value) or size < 1e-6:
                break
            size /= 2
        theta, value = trial, worse
        if float(np.abs(size * step).max()) < 1e-8:
            break
    else:
        raise SimkitError("the strengths did not settle; pass prior=1 to pull them together")
    _, hessian, score = _derivatives(stages, theta, k, ties, clusters)
    inverse = np.linalg.pinv(hessian + ridge, hermitian=True, rcond=1e-10)
    factor = clusters / (clusters - 1) if clusters > 1 else np.nan
    covariance = factor * inverse @ (score.T @ score) @ inverse
    sweep = np.eye(k) - 1 / k
    return PlackettLuce(
        tuple(names),
        theta[:k] - theta[:k].mean(),
        sweep @ covariance[:k, :k] @ sweep,
        dict(zip(ties, theta[k:].tolist(), strict=True)),
        clusters,
    )


def _features(part: _Stages, ties: tuple[int, ...]) -> Floats:
    """Return, per subset, its mean over the stage's items and a 1 for its size of tie."""
    flags = part.sizes[:, None] == np.array(ties, dtype=np.int64)
    return np.hstack([part.shares, flags.astype(float)])


def _utilities(part: _Stages, theta: Floats, k: int, ties: tuple[int, ...]) -> Floats:
    bonus = {1: 0.0, **dict(zip(ties, theta[k:].tolist(), strict=True))}
    utility: Floats = theta[part.items] @ part.shares.T + [bonus[int(t)] for t in part.sizes]
    return utility


def _loss(part: _Stages, theta: Floats, k: int, ties: tuple[int, ...]) -> float:
    u = _utilities(part, theta, k, ties)
    top = u.max(axis=1)
    total = top + np.log(np.exp(u - top[:, None]).sum(axis=1))
    return float((total - u[np.arange(len(u)), part.choice]).sum())


def _derivatives(
    stages: list[_Stages], theta: Floats, k: int, ties: tuple[int, ...], clusters: int
) -> tuple[Floats, Floats, Floats]:
    """Gradient and Hessian of the loss, and the score of every cluster."""
    width = len(theta)
    score, hessian = np.zeros(clusters * width), np.zeros(width * width)
    for part in stages:
        u = _utilities(part, theta, k, ties)
        chance = np.exp(u - u.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        features = _features(part, ties)
        mean = chance @ features
        gap = features[part.choice] - mean
        where = np.hstack([part.items, np.tile(np.arange(k, width), (len(u), 1))])
        place = part.cluster[:, None] * width + where
        score += np.bincount(place.ravel(), gap.ravel(), clusters * width)
        second = np.einsum("ns,si,sj->nij", chance, features, features, optimize=True)
        second -= mean[:, :, None] * mean[:, None, :]
        place = where[:, :, None] * width + where[:, None, :]
        hessian += np.bincount(place.ravel(), second.ravel(), width * width)
    by_cluster = score.reshape(clusters, width)
    return -by_cluster.sum(axis=0), hessian.reshape(width, width), by_cluster


def observed_and_expected(
    model: PlackettLuce,
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
) -> pd.DataFrame:
    """Does the model fit? Finishes that the strengths predict beside those seen.

    Returns
    -------
    pandas.DataFrame
        Per name: games, wins and mean rank as observed and as expected from the line-ups it met.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1, 2, 2, 3, 3], "seat": [0, 1] * 4,
    ...     "faction": list("abababab"), "rank": [1, 2, 1, 2, 1, 2, 2, 1],
    ...     "win_share": [1.0, 0, 1, 0, 1, 0, 0, 1]})
    >>> observed_and_expected(plackett_luce(seats), seats)[["name", "win_share", "win_expected"]]
      name  win_share  win_expected
    0    a       0.75          0.75
    1    b       0.25          0.25
    """
    keys = as_list(by)
    found = seats_with(seats, None, [*keys, "rank", "win_share"]).dropna(subset=keys)
    label, seen = _names(found, keys)
    number = np.array([model.names.index(name) for name in seen])[label]
    game = codes(found, game_key(found))
    order = np.argsort(game, kind="stable")
    start = np.flatnonzero(np.diff(game[order], prepend=-1))
    sizes = np.diff(np.append(start, len(game)))
    wins, ranks = np.zeros(len(found)), np.zeros(len(found))
    for size in np.unique(sizes):
        places = order[start[sizes == size][:, None] + np.arange(size)]
        lineups, back = np.unique(number[places], axis=0, return_inverse=True)
        win, rank = model.chances(lineups)
        wins[places] = win[back.reshape(-1)]
        ranks[places] = (rank @ np.arange(1, size + 1))[back.reshape(-1)]
    frame = pd.DataFrame(
        {
            "name": np.array(model.names, dtype=object)[number],
            "win_share": found["win_share"].to_numpy(dtype=float),
            "win_expected": wins,
            "rank": found["rank"].to_numpy(dtype=float),
            "rank_expected": ranks,
        }
    )
    table = frame.groupby("name", sort=True).mean()
    table.insert(0, "games", frame.groupby("name").size())
    return table.reset_index()
