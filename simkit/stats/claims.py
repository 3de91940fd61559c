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
from simkit.stats.power import reach

SHOWN, NOT_SHOWN, TOO_FEW = "shown", "not shown", "too few games to tell"
SHARE_THAT_MATTERS = 0.1  # one game in ten: what players notice
PART_THAT_MATTERS = (
    0.5  # of the standard deviation of a deal, where figures have a unit of their own
)
LEAST = 5  # deals that all agree, from which that is worth saying


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
        The smallest true difference that such games would have shown in 4 of 5 runs, by the test that
        was used: infinite where none would, missing where nothing can be said of its size.
    enough
        The difference that matters: where not even that would have been shown, games are too few.
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
    enough: float
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
            few = f"There are too few games to tell whether {what} differs from {self.than}"
            if not math.isfinite(self.enough):
                return f"{few}."
            return (
                f"{few} (not even a difference of {self.enough:.1f} {self.unit} would be found in "
                "4 of 5 such runs)."
            )
        if math.isnan(self.visible):
            return f"In none of these games does {what} differ from {self.than}."
        return (
            f"That {what} differs from {self.than} is not shown by these games (a difference of "
            f"{self.visible:.1f} {self.unit} would be found in 4 of 5 such runs)."
        )


@dataclass(frozen=True)
class Comparison:
    """One difference before it is judged: what a row of a table says by itself.

    Attributes
    ----------
    subject, figure, than, size, low, high, unit, enough
        Those of `Claim`.
    p
        The p-value, not corrected.
    row
        Figures of the row that say which test was used, see `power.reach`.
    scale
        By what these figures are multiplied to be told.
    """

    subject: str
    figure: str
    than: str
    size: float
    low: float
    high: float
    p: float
    row: dict[str, float]
    scale: float = 1.0
    unit: str = "points"
    enough: float = math.inf


TESTED = ("se", "df", "size", "changed", "null", "before", "after", "rows", "clusters")


def comparisons(
    table: pd.DataFrame,
    by: str | Iterable[str],
    *,
    figure: str,
    than: str,
    scale: float = 1.0,
    unit: str = "points",
    enough: float | None = None,
) -> list[Comparison]:
    """Make a comparison of every row of a table, ready to be judged together with others.

    Parameters
    ----------
    table
        Rows with estimate, se, low, high and p, as `intervals.estimate` and `compare.arms` make them
        (with ``null`` the difference from it; the further columns tell which test it was).
    by
        Columns that name the subject.
    figure, than, unit
        Words, see `Claim`.
    scale
        100 to tell shares in percentage points.
    enough
        Smallest difference that matters, in the unit. By default 10 % of the games for shares, and for
        other figures half a standard deviation of what single deals differ by (where the table has
        ``clusters``).

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
    tested = [c for c in TESTED if c in table.columns]
    found = []
    for row in table.to_dict("records"):
        null = float(row.get("null", 0.0))
        size, low, high = (scale * (float(row[c]) - null) for c in ("estimate", "low", "high"))
        figures = {name: float(row[name]) for name in tested}
        matters = scale * _matters(figures) if enough is None else enough
        subject = " ".join(str(row[key]) for key in keys)
        found.append(
            Comparison(
                subject,
                figure,
                than,
                size,
                low,
                high,
                float(row["p"]),
                figures,
                scale,
                unit,
                matters,
            )
        )
    return found


def _matters(row: dict[str, float]) -> float:
    """Return the difference that matters where nothing else is said, in the unit of the row."""
    if row.get("size", math.nan) > 0:
        return SHARE_THAT_MATTERS
    spread = row["se"] * row.get("clusters", math.nan) ** 0.5  # of single deals
    return PART_THAT_MATTERS * spread if spread > 0 else math.inf


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
    seen = reach(pd.DataFrame([row.row for row in rows]), comparisons=count, level=level)
    seen = seen * np.array([row.scale for row in rows])
    claims = [
        Claim(
            row.subject, row.figure, row.than, row.size, row.low, row.high, float(visible), row.enough,
            level, name, count, float(corrected), _verdict(row, float(corrected), float(visible), level),
            row.unit,
        )
        for row, corrected, visible in zip(rows, p, seen, strict=True)
    ]  # fmt: skip
    return Family(name, tuple(claims), level)


def _verdict(row: Comparison, p: float, reach: float, level: float) -> str:
    if p < 1 - level:
        return SHOWN
    if row.size == 0 and row.row["se"] == 0 and math.isnan(reach):  # all deals agree: none differs
        return NOT_SHOWN if row.row.get("clusters", 0) >= LEAST else TOO_FEW
    blind = math.isnan(p) or not math.isfinite(reach)
    return TOO_FEW if blind or reach > row.enough else NOT_SHOWN
