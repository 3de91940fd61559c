"""From games to a payoff table: cell means, and errors that respect which games hang together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue, UnknownName
from simkit.theory.payoffs import NEARLY, Floats, Ints, Payoffs, _profiles


def estimate_cells(
    frame: pd.DataFrame,
    strategy: str,
    payoff: str,
    strategies: Sequence[str] | Sequence[Sequence[str]] | None,
    symmetric: bool,
    cluster: str | None,
    prior: float,
    words: Mapping[str, str],
) -> Payoffs:
    """Do the work of `Payoffs.from_seats`."""
    needed = ["game_id", "seat", strategy, payoff, *([cluster] if cluster else [])]
    for name in needed:
        if name not in frame.columns:
            raise UnknownName("column", name, [str(c) for c in frame.columns], "seats")
    if prior <= 0:
        raise BadValue(
            "prior", f"{prior} is not positive: one game alone says nothing of its spread"
        )
    if frame.empty:
        raise BadValue("seats", "has no rows")
    key = [name for name in ("run", "game_id") if name in frame.columns]
    rows = frame.assign(_game=frame.groupby(key, observed=True).ngroup())
    rows = rows.sort_values(["_game", "seat"], kind="stable")
    seats = _seats_of(rows["_game"].to_numpy())
    played = rows[strategy].astype(str).to_numpy().reshape(-1, seats)
    names = _strategy_names(played, strategies, seats, symmetric)
    numbers = np.empty(played.shape, dtype=np.int64)
    for seat in range(seats):
        known = pd.Index(names[seat])
        numbers[:, seat] = known.get_indexer(pd.Index(played[:, seat]))
    if numbers.min() < 0:
        stranger = played[numbers < 0][0]
        raise UnknownName("strategy", stranger, sorted({n for seat in names for n in seat}))
    earned = rows[payoff].to_numpy(dtype=float).reshape(-1, seats)
    if symmetric:
        order = np.argsort(numbers, axis=1, kind="stable")
        numbers = np.take_along_axis(numbers, order, axis=1)
        earned = np.take_along_axis(earned, order, axis=1)
    groups = np.arange(len(earned))
    if cluster:
        groups = pd.factorize(rows[cluster].to_numpy().reshape(-1, seats)[:, 0])[0]
    return _table(names, symmetric, numbers, earned, groups, prior, words)


def _seats_of(games: Ints) -> int:
    counts = np.bincount(games)
    if np.ptp(counts):
        text = (
            f"games have {counts.min()} to {counts.max()} rows; all need the same number of seats"
        )
        raise BadValue("seats", text)
    return int(counts[0])


def _strategy_names(
    played: Any,
    given: Sequence[str] | Sequence[Sequence[str]] | None,
    seats: int,
    symmetric: bool,
) -> tuple[tuple[str, ...], ...]:
    if given is None:
        if symmetric:
            return (tuple(sorted(set(played.ravel()))),) * seats
        return tuple(tuple(sorted(set(played[:, seat]))) for seat in range(seats))
    if all(isinstance(name, str) for name in given):
        return (tuple(str(name) for name in given),) * seats
    if len(given) != seats:
        raise BadValue("strategies", f"are given for {len(given)} of {seats} seats")
    return tuple(tuple(names) for names in given)


def _table(
    names: tuple[tuple[str, ...], ...],
    symmetric: bool,
    numbers: Ints,
    earned: Floats,
    groups: Ints,
    prior: float,
    words: Mapping[str, str],
) -> Payoffs:
    seats = len(names)
    profiles = _profiles(names, symmetric)
    cell_of = {tuple(row): i for i, row in enumerate(profiles.tolist())}
    cells = np.array([cell_of[tuple(row)] for row in numbers.tolist()])
    spread = _spread_of_all(earned, cells)
    mean = np.full(profiles.shape, np.nan)
    se = np.zeros(profiles.shape)
    corr = np.broadcast_to(np.eye(seats), (len(profiles), seats, seats)).copy()
    for cell in np.unique(cells):
        rows = cells == cell
        # In a symmetric game equal strategies share one payoff: their mean within each game.
        same = (profiles[cell][:, None] == profiles[cell][None, :]) if symmetric else np.eye(seats)
        share = same / same.sum(axis=1, keepdims=True)
        found = earned[rows] @ share.T
        mean[cell] = found.mean(axis=0)
        cov = _error_of_mean(found, groups[rows], prior, share @ spread @ share.T)
        se[cell] = np.sqrt(np.clip(np.diag(cov), 0.0, None))
        scale = np.outer(se[cell], se[cell])
        corr[cell] = np.where(scale > 0, cov / np.where(scale > 0, scale, 1.0), np.eye(seats))
    return Payoffs.of(
        names,
        mean,
        symmetric=symmetric,
        se=se,
        corr=np.clip(corr, -1.0, 1.0),
        games=np.bincount(cells, minlength=len(profiles)),
        **words,
    )


def _spread_of_all(earned: Floats, cells: Ints) -> Floats:
    """Return how one game's payoffs spread around its cell's mean, seats being alike."""
    seats = earned.shape[1]
    sums = np.stack([np.bincount(cells, earned[:, s]) for s in range(seats)], axis=1)
    with np.errstate(invalid="ignore"):
        means = sums / np.bincount(cells)[:, None]
    inner = earned - means[cells]
    variance = float((inner**2).mean()) * len(inner) / max(1, len(inner) - len(np.unique(cells)))
    together = earned.sum(axis=1)
    if seats > 1 and np.ptp(together) <= NEARLY * np.abs(earned).max():
        centred = np.eye(seats) - 1.0 / seats
        return np.asarray(variance * centred * seats / (seats - 1))
    return variance * np.eye(seats)


def _error_of_mean(found: Floats, groups: Ints, prior: float, spread: Floats) -> Floats:
    """Return the covariance of a cell's means over clusters of games, with `prior` games of `spread`."""
    size = len(found)
    clusters, number = np.unique(groups, return_inverse=True)
    count = len(clusters)
    totals = np.stack(
        [np.bincount(number, found[:, s] - found[:, s].mean()) for s in range(found.shape[1])],
        axis=1,
    )
    inner = totals.T @ totals * (count / size) ** 2
    inner = inner + prior * spread * (count / size)
    return np.asarray(inner / (count - 1 + prior) / count)
