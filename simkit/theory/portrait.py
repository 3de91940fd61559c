"""The figures of one payoff table: who beats whom, equilibrium, where populations end, how surely.

`simkit.report.portrait` says in plain words what they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue
from simkit.theory.dynamics import alpha_rank, replicator
from simkit.theory.equilibria import nash, symmetric
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.responses import dominated
from simkit.theory.uncertainty import Uncertainty, bootstrap

Z = 1.959964
MOST = 0.9  # share of the strategy that a population begins with, where it begins with one
ALPHA = 50.0  # strength of selection: a lead of one point of win share gives odds of about e ** 0.5
POPULATION = 50


@dataclass(frozen=True, eq=False)
class Portrait:
    """The figures of one symmetric payoff table.

    Attributes
    ----------
    payoffs
        The table.
    duels
        One row per ordered pair: what one ``strategy`` earns at a table of ``against`` only: ``payoff``,
        ``low``, ``high``, and ``verdict`` (1 wins more than an even share, -1 less, 0 not decided).
    certainty
        The equilibrium that is spoken of first, with its intervals.
    equilibria
        How many symmetric ones there are.
    struck
        Dominated strategies, as from `simkit.theory.equilibria.dominated`.
    path
        Replicator dynamics from equal shares.
    ends
        One row per ``start`` (a strategy that 90 % begin with, or ``all alike``) and ``strategy``: the
        ``share`` in the end.
    ranking
        Alpha-rank: ``strategy``, ``share``, ``low``, ``high``, and ``first``, the part of the redrawn
        tables in which it is the most frequent.
    """

    payoffs: Payoffs
    duels: pd.DataFrame
    certainty: Uncertainty
    equilibria: int
    struck: pd.DataFrame
    path: pd.DataFrame
    ends: pd.DataFrame
    ranking: pd.DataFrame


def portrait(payoffs: Payoffs, draws: int = 200, seed: int = 0) -> Portrait:
    """Return all figures that are told of a symmetric table of win shares.

    Parameters
    ----------
    payoffs
        A complete symmetric table.
    draws
        How often the table is redrawn within its sampling errors, for the intervals.
    seed
        Seed of the redrawing.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> found = portrait(classics.game("hawk_dove"), draws=2)
    >>> found.ends.query("start == 'all alike'")[["strategy", "share"]].round(2)
      strategy  share
    0     hawk    0.5
    1     dove    0.5
    """
    if not payoffs.symmetric:
        raise BadValue("payoffs", "a portrait is drawn of a symmetric table")
    payoffs.need_complete()
    answers = symmetric(payoffs) or nash(payoffs)
    path, ends = _populations(payoffs)
    return Portrait(
        payoffs,
        duels(payoffs),
        bootstrap(payoffs, draws=max(2, draws), seed=seed),
        len(answers),
        dominated(payoffs, draws=draws, seed=seed),
        path,
        ends,
        _ranking(payoffs, draws, seed),
    )


def duels(payoffs: Payoffs) -> pd.DataFrame:
    """Return what one of each strategy earns at a table where all others play one and the same.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> duels(classics.game("hawk_dove"))[["strategy", "against", "payoff"]]
      strategy against  payoff
    0     hawk    dove     2.0
    1     dove    hawk     0.0
    """
    payoffs.need_complete()
    rows = []
    for own, name in enumerate(payoffs.names):
        for other, against in enumerate(payoffs.names):
            if own == other:
                continue
            profile = sorted([own, *[other] * (payoffs.seats - 1)])
            cell, seat = payoffs.cell(*profile), profile.index(own)
            mean, se = float(payoffs.mean[cell, seat]), float(payoffs.se[cell, seat])
            even = float(payoffs.mean[cell].mean())
            low, high = mean - Z * se, mean + Z * se
            rows.append((name, against, mean, low, high, (low > even) - (high < even)))
    columns = ["strategy", "against", "payoff", "low", "high", "verdict"]
    return pd.DataFrame(rows, columns=columns)


def _populations(payoffs: Payoffs) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Let populations of several beginnings drift until nothing moves any more."""
    size = len(payoffs.names)
    time = 200.0 / max(payoffs.spread, 1e-3)
    even = np.full(size, 1 / size)
    path = replicator(payoffs, [even], time=time)
    ends = [_last(path, "all alike")]
    for number, name in enumerate(payoffs.names):
        start = np.full(size, (1 - MOST) / max(size - 1, 1))
        start[number] = MOST
        found = replicator(payoffs, [start / start.sum()], time=time, points=2)
        ends.append(_last(found, name))
    return _settled(path), pd.concat(ends, ignore_index=True)


def _last(path: pd.DataFrame, start: str) -> pd.DataFrame:
    last = path[path["time"] == path["time"].max()]
    return pd.DataFrame(
        {"strategy": last["strategy"].to_numpy(), "share": last["share"].to_numpy(), "start": start}
    )


def _settled(path: pd.DataFrame) -> pd.DataFrame:
    """Cut off the time in which hardly anything moves."""
    wide = path.pivot(index="time", columns="strategy", values="share")
    far = (wide - wide.iloc[-1]).abs().max(axis=1)
    moving = wide.index[far > 0.01]
    end = 1.15 * float(moving[-1]) if len(moving) else float(wide.index[min(10, len(wide) - 1)])
    kept = path[path["time"] <= max(end, float(wide.index[min(10, len(wide) - 1)]))]
    return kept.reset_index(drop=True)


def _ranking(payoffs: Payoffs, draws: int, seed: int) -> pd.DataFrame:
    def shares(table: Payoffs) -> Floats:
        found = alpha_rank(table, ALPHA, POPULATION, local=False)
        return found.set_index("strategy")["share"].reindex(list(payoffs.names)).to_numpy(float)

    rng = np.random.default_rng(seed)
    own = shares(payoffs)
    drawn = np.array([shares(payoffs.draw(rng)) for _ in range(draws)] or [own])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    first = (drawn == drawn.max(axis=1, keepdims=True)).mean(axis=0)
    found = pd.DataFrame(
        {"strategy": payoffs.names, "share": own, "low": low, "high": high, "first": first}
    )
    return found.sort_values("share", ascending=False, kind="stable", ignore_index=True)
