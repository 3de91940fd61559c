"""What a payoff table says, for people who hear of such tables for the first time: text and pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simkit.charts import metagame as charts
from simkit.charts import style
from simkit.charts.style import fine_share
from simkit.report.document import Figure, Heading, Part, Sentence, Table, Text
from simkit.theory.portrait import MOST, POPULATION, Portrait

GONE = 0.005  # share below which a strategy counts as gone
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def parts(found: Portrait, name: str) -> Iterator[Part]:
    """Yield what is told of a table.

    Parameters
    ----------
    name
        With which the names of its pictures begin.
    """
    drawn = charts.pictures(found)

    def pictures(*which: str) -> Iterator[Part]:
        for each in which:
            if each in drawn:
                what, draw = drawn[each]
                yield Figure(draw, what, f"{name}_{each}")

    yield Heading("Who beats whom", 2)
    yield from (Sentence(text, "item") for text in duels(found))
    yield from pictures("payoffs", "responses")
    yield Heading("Equilibrium", 2)
    yield Sentence(equilibrium(found), "item")
    yield from pictures("equilibrium")
    yield Heading("A population that learns", 2)
    yield from (Sentence(text, "item") for text in population(found))
    yield from pictures("population", "triangle", "invasions")
    yield Text(f"Shares of time with rare newcomers (alpha-rank, population {POPULATION}):")
    yield Table(_ranking(found))


def _ranking(found: Portrait) -> pd.DataFrame:
    share, low, high = (map(fine_share, found.ranking[c]) for c in ("share", "low", "high"))
    return pd.DataFrame(
        {
            "strategy": found.ranking["strategy"],
            "share": list(share),
            "95 %": [f"{a} to {b}" for a, b in zip(low, high, strict=True)],
        }
    )


def duels(found: Portrait) -> list[str]:
    """Say who beats whom, and which strategies others dominate."""
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
            f"wins is {fine_share(1 / seats)}; who wins more as the odd one out would spread."
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
                parts.append(f"{verb} {style.listing(words, len(words))}")
        texts.append(f"**{name}** {'; it '.join(parts)}.")
    for row in found.struck.to_dict("records"):
        again = "" if row["round"] == 1 else " once what was struck out before is gone"
        texts.append(
            f"Whatever the others play, {row['by']} does better than {row['strategy']}{again}: one "
            f"strictly dominates the other, in {fine_share(row['sure'])} of the tables redrawn within "
            "their errors."
        )
    return texts


def equilibrium(found: Portrait) -> str:
    """Say what is played in the equilibrium, and how sure that is."""
    sure = found.certainty
    shares = sure.shares[sure.shares["share"] > GONE].sort_values("share", ascending=False)
    if len(shares) == 1:
        mix = f"everybody plays {shares['strategy'].iloc[0]}"
    else:
        parts = [
            f"{share} {name} ({low} to {high})"
            for name, share, low, high in zip(
                shares["strategy"],
                *(map(fine_share, shares[c]) for c in ("share", "low", "high")),
                strict=True,
            )
        ]
        mix = f"everybody mixes {style.listing(parts, len(parts))}"
    more = ""
    if found.equilibria > 1:
        more = f" It is one of {found.equilibria} in which all play alike."
    return (
        "In an equilibrium nobody gains by changing alone. In this one "
        f"{mix}. The table rests on {int(found.payoffs.games.sum()):,} games: with {sure.level:.0%} "
        f"confidence none of the strategies at hand would gain more than "
        f"{100 * sure.regret_high:.1f} points of win share by leaving it, and {fine_share(sure.same)} of "
        f"the tables redrawn within their errors answer with the same strategies.{more}"
    )


def population(found: Portrait) -> list[str]:
    """Say where populations end that copy what wins."""
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
            other.append(f"with {_mix(end)} where {fine_share(MOST)} begin as {name}")
    if other:
        texts.append(f"Where they begin matters: they end {style.listing(other, len(other))}.")
    else:
        texts.append(
            f"Where they begin does not matter: also where {fine_share(MOST)} of them begin with one and "
            "the same strategy, whichever it is, they end there."
        )
    top = found.ranking.iloc[0]
    texts.append(
        "If newcomers are rare and try one thing at a time (alpha-rank), the population spends "
        f"{fine_share(top['share'])} of its time with {top['strategy']} "
        f"({fine_share(top['low'])} to {fine_share(top['high'])}); {top['strategy']} comes first in "
        f"{fine_share(top['first'])} of the redrawn tables."
    )
    return texts


def _kept(end: pd.DataFrame) -> dict[str, float]:
    found = dict(zip(end["strategy"], end["share"].tolist(), strict=True))
    return {name: share for name, share in found.items() if share > GONE}


def _mix(shares: dict[str, float]) -> str:
    if len(shares) == 1:
        return f"{next(iter(shares))} alone"
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    parts = [f"{fine_share(share)} {name}" for name, share in ranked]
    return style.listing(parts, len(parts))
