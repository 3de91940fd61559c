"""Statements with their size, interval, family of comparisons and verdict, and the words for them.

A claim is judged within its family: all comparisons that the same reader sees together. Whatever tells
people something reads the verdict; nobody else compares a p-value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.corrections import holm
from simkit.stats.frames import as_list, need
from simkit.stats.intervals import LEVEL, check_level
from simkit.stats.power import visible

SHOWN, NOT_SHOWN, TOO_FEW = "shown", "not shown", "too few games to tell"


@dataclass(frozen=True)
class Claim:
    """A statement that a figure of a subject lies above or below what it is measured by.

    Attributes
    ----------
    subject
        What it is about: "Ivits", "Ivits at seat 2", "one ore less".
    figure
        Which figure: "win share", "score".
    than
        What it is measured by: "a fair share", "the printed game".
    size, low, high
        Difference from it with its own interval (not corrected), in the unit of `unit`.
    visible
        The smallest true difference that such games would have shown in 4 of 5 runs.
    level
        Level of the interval, and of the whole family's correction.
    family, comparisons
        What it was judged together with, and how many comparisons that was.
    p
        The p-value, corrected over the family.
    verdict
        ``shown``, ``not shown`` or ``too few games to tell``.
    unit
        What a difference of 1 is called: "points" (of percent, or of score).
    """

    subject: str
    figure: str
    than: str
    size: float
    low: float
    high: float
    visible: float
    level: float
    family: str
    comparisons: int
    p: float
    verdict: str
    unit: str = "points"

    @property
    def direction(self) -> str:
        """Return "above", "below" or "equal to"."""
        return "above" if self.size > 0 else "below" if self.size < 0 else "equal to"

    @property
    def shown(self) -> bool:
        """Tell whether the data show it."""
        return self.verdict == SHOWN

    def __str__(self) -> str:
        what = f"the {self.figure} of {self.subject}"
        if self.verdict == SHOWN:
            return (
                f"The data show that {what} is {abs(self.size):.1f} {self.unit} {self.direction} "
                f"{self.than} ({100 * self.level:g} %: {self.low:+.1f} to {self.high:+.1f})."
            )
        if self.verdict == TOO_FEW:
            return f"There are too few games to tell whether {what} differs from {self.than}."
        return (
            f"That {what} differs from {self.than} is not shown by these games (a difference of "
            f"{self.visible:.1f} {self.unit} would be found in 4 of 5 such runs)."
        )


@dataclass(frozen=True)
class Comparison:
    """One difference before it is judged: what a row of a table says by itself.

    The attributes are those of `Claim`; ``se`` and ``df`` say how sure the difference is, and `enough` is
    the smallest difference that matters.
    """

    subject: str
    figure: str
    than: str
    size: float
    low: float
    high: float
    se: float
    df: float
    p: float
    unit: str = "points"
    enough: float = math.inf


def comparisons(
    table: pd.DataFrame,
    by: str | Iterable[str],
    *,
    figure: str,
    than: str,
    scale: float = 1.0,
    unit: str = "points",
    enough: float = math.inf,
) -> list[Comparison]:
    """Make a comparison of every row of a table, ready to be judged together with others.

    Parameters
    ----------
    table
        Rows with estimate, se, low, high and p, as `intervals.estimate` and `compare.arms` make them
        (with ``null`` the difference from it, with ``df`` for Student's quantiles).
    by
        Columns that name the subject.
    figure, than, unit
        Words, see `Claim`.
    scale
        100 to tell shares in percentage points.
    enough
        Smallest difference that matters, in the unit.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a"], "estimate": 0.35, "null": 0.25, "se": 0.02,
    ...     "low": 0.31, "high": 0.39, "p": 0.0001})
    >>> one = comparisons(table, "faction", figure="win share", than="a fair share", scale=100)[0]
    >>> one.subject, round(one.size, 1), round(one.low, 1)
    ('a', 10.0, 6.0)
    """
    keys = as_list(by)
    need(table, [*keys, "estimate", "se", "low", "high", "p"], "comparisons")
    found = []
    for row in table.to_dict("records"):
        null = float(row.get("null", 0.0))
        size, low, high = (scale * (float(row[c]) - null) for c in ("estimate", "low", "high"))
        se, df = scale * float(row["se"]), float(row.get("df", math.inf))
        subject = " ".join(str(row[key]) for key in keys)
        p = float(row["p"])
        found.append(Comparison(subject, figure, than, size, low, high, se, df, p, unit, enough))
    return found


@dataclass(frozen=True)
class Family:
    """All claims that were judged together: a false one anywhere among them is rare.

    Attributes
    ----------
    name
        What the comparisons have in common: "report of a run", "factions of two arms".
    claims
        The claims, in the order of the comparisons.
    level
        1 less the chance of any false claim.
    """

    name: str
    claims: tuple[Claim, ...]
    level: float = LEVEL

    @property
    def shown(self) -> tuple[Claim, ...]:
        """Return the claims that the data show, the least doubtful first."""
        return tuple(sorted((c for c in self.claims if c.shown), key=lambda claim: claim.p))

    def table(self) -> pd.DataFrame:
        """Return one row per claim: its attributes, and its direction."""
        return pd.DataFrame([vars(claim) | {"direction": claim.direction} for claim in self.claims])

    def __str__(self) -> str:
        lines = [str(claim) for claim in self.shown]
        for verdict in (NOT_SHOWN, TOO_FEW):
            rest = [claim for claim in self.claims if claim.verdict == verdict]
            if rest:
                told = "not shown by these games" if verdict == NOT_SHOWN else TOO_FEW
                lines.append(
                    f"{told.capitalize()}: {len(rest)} of {len(self.claims)} ({self.name})."
                )
        return "\n".join(lines)


def judge(name: str, compared: Iterable[Comparison], *, level: float = LEVEL) -> Family:
    """Judge comparisons as one family: Holm's correction over all of them, and a verdict for each.

    A difference is *shown* if its corrected p-value lies below ``1 - level``. Otherwise there are *too
    few games to tell* where not even the smallest difference that matters would have been found in 4 of
    5 runs (or where nothing can be said at all), else it is *not shown*.

    Parameters
    ----------
    name
        What the comparisons have in common.
    compared
        All comparisons that the same reader sees together, see `comparisons`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "estimate": [0.35, 0.22], "null": 0.25,
    ...     "se": 0.02, "low": [0.31, 0.18], "high": [0.39, 0.26], "p": [0.0001, 0.13]})
    >>> words = {"figure": "win share", "than": "a fair share", "scale": 100}
    >>> for claim in judge("factions", comparisons(table, "faction", **words)).claims:
    ...     print(claim)
    The data show that the win share of a is 10.0 points above a fair share (95 %: +6.0 to +14.0).
    That the win share of b differs from a fair share is not shown by these games (a difference of 6.2
    points would be found in 4 of 5 such runs).
    """
    check_level(level)
    rows = list(compared)
    if not rows:
        raise BadValue(name, "there are no comparisons")
    p = holm([row.p for row in rows])
    count = max(1, int(np.isfinite(p).sum()))
    se, df = np.array([row.se for row in rows]), np.array([row.df for row in rows])
    reach = visible(se, df, comparisons=count, level=level)
    claims = [
        Claim(
            row.subject, row.figure, row.than, row.size, row.low, row.high, float(seen), level, name,
            count, float(corrected), _verdict(float(corrected), float(seen), row.enough, level),
            row.unit,
        )
        for row, corrected, seen in zip(rows, p, reach, strict=True)
    ]  # fmt: skip
    return Family(name, tuple(claims), level)


def _verdict(p: float, reach: float, enough: float, level: float) -> str:
    if p < 1 - level:
        return SHOWN
    blind = math.isnan(p) or not math.isfinite(reach)
    return TOO_FEW if blind or reach > enough else NOT_SHOWN
