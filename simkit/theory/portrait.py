"""All that is said of one payoff table: who beats whom, equilibrium, where populations end, how surely.

`portrait` works it out; `Portrait.sentences` says it in plain words, made from the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
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
GONE = 0.005  # share below which a strategy counts as gone
ALPHA = 50.0  # strength of selection: a lead of one point of win share gives odds of about e ** 0.5
POPULATION = 50
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, eq=False)
class Portrait:
    """What one symmetric payoff table says.

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

    def sentences(self) -> list[tuple[str, str]]:
        """Return (heading, sentence) pairs for people who hear of such tables for the first time."""
        return [
            *(("Who beats whom", text) for text in _duels_in_words(self)),
            ("Equilibrium", _equilibrium_in_words(self)),
            *(("A population that learns", text) for text in _population_in_words(self)),
        ]


def portrait(payoffs: Payoffs, draws: int = 200, seed: int = 0) -> Portrait:
    """Work out all that is said of a symmetric table of win shares.

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


# In words -----------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """Write a share as people read it.

    Examples
    --------
    >>> percent(0.123), percent(0.0004), percent(1)
    ('12 %', '0.0 %', '100 %')
    """
    return f"{100 * share:.0f} %" if share >= 0.095 else f"{100 * share:.1f} %"


def listed(words: Sequence[str]) -> str:
    """Join words with commas and an "and".

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def _duels_in_words(found: Portrait) -> list[str]:
    seats = found.payoffs.seats
    texts = []
    if seats == 2:
        texts.append(
            "At a table of two an even share of wins is 50 %. A figure that is further from it than its "
            "±, the 95 % interval, is called a win or a loss; the others are not decided by these games."
        )
    else:
        texts.append(
            f"Here one of a kind sits down with {NUMBERS[seats - 1]} of another kind. An even share of "
            f"wins is {percent(1 / seats)}; who wins more as the odd one out would spread."
        )
    for name in found.payoffs.names:
        rows = found.duels[found.duels["strategy"] == name]
        parts = []
        for verdict, verb in ((1, "wins against"), (-1, "loses to"), (0, "is even with")):
            some = rows[rows["verdict"] == verdict]
            if len(some):
                words = [
                    f"{r['against']} ({100 * r['payoff']:.0f} ± {50 * (r['high'] - r['low']):.0f} %)"
                    for _, r in some.iterrows()
                ]
                parts.append(f"{verb} {listed(words)}")
        texts.append(f"**{name}** {'; it '.join(parts)}.")
    for row in found.struck.to_dict("records"):
        again = "" if row["round"] == 1 else " once what was struck out before is gone"
        texts.append(
            f"Whatever the others play, {row['by']} does better than {row['strategy']}{again}: one "
            f"strictly dominates the other, in {percent(row['sure'])} of the tables redrawn within their "
            "errors."
        )
    return texts


def _equilibrium_in_words(found: Portrait) -> str:
    sure = found.certainty
    shares = sure.shares[sure.shares["share"] > GONE].sort_values("share", ascending=False)
    if len(shares) == 1:
        mix = f"everybody plays {shares['strategy'].iloc[0]}"
    else:
        parts = [
            f"{percent(r['share'])} {r['strategy']} ({percent(r['low'])} to {percent(r['high'])})"
            for _, r in shares.iterrows()
        ]
        mix = f"everybody mixes {listed(parts)}"
    more = ""
    if found.equilibria > 1:
        more = f" It is one of {found.equilibria} in which all play alike."
    return (
        "In an equilibrium nobody gains by changing alone. In this one "
        f"{mix}. The table rests on {int(found.payoffs.games.sum()):,} games: with {sure.level:.0%} "
        f"confidence none of the strategies at hand would gain more than "
        f"{100 * sure.regret_high:.1f} points of win share by leaving it, and {percent(sure.same)} of "
        f"the tables redrawn within their errors answer with the same strategies.{more}"
    )


def _population_in_words(found: Portrait) -> list[str]:
    alike = _kept(found.ends[found.ends["start"] == "all alike"])
    texts = [
        "Imagine many players who copy what wins more than average (replicator dynamics). If all "
        f"strategies begin alike, they end with {_mix(alike)}."
    ]
    same, other = [], []
    for name in found.payoffs.names:
        end = _kept(found.ends[found.ends["start"] == name])
        if set(end) == set(alike) and all(abs(end[k] - alike[k]) < 0.05 for k in end):
            same.append(name)
        else:
            other.append(f"with {_mix(end)} where {percent(MOST)} begin as {name}")
    if other:
        texts.append(f"Where they begin matters: they end {listed(other)}.")
    else:
        texts.append(
            f"Where they begin does not matter: also where {percent(MOST)} of them begin with one and "
            "the same strategy, whichever it is, they end there."
        )
    top = found.ranking.iloc[0]
    texts.append(
        "If newcomers are rare and try one thing at a time (alpha-rank), the population spends "
        f"{percent(top['share'])} of its time with {top['strategy']} "
        f"({percent(top['low'])} to {percent(top['high'])}); {top['strategy']} comes first in "
        f"{percent(top['first'])} of the redrawn tables."
    )
    return texts


def _kept(end: pd.DataFrame) -> dict[str, float]:
    found = dict(zip(end["strategy"], end["share"].tolist(), strict=True))
    return {name: share for name, share in found.items() if share > GONE}


def _mix(shares: dict[str, float]) -> str:
    if len(shares) == 1:
        return f"{next(iter(shares))} alone"
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    return listed([f"{percent(share)} {name}" for name, share in ranked])
