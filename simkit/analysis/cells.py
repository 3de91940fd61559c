"""Frames as text cells: the figures of a table as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pandas as pd

from simkit.analysis import balance
from simkit.stats.frames import as_list


def percent(value: float, digits: int = 1) -> str:
    """Return a share as per cent without the sign.

    Examples
    --------
    >>> percent(0.2512)
    '25.1'
    """
    return number(100 * value, digits)


def number(value: float, digits: int = 1) -> str:
    """Return a number with fixed digits, a dash where it is missing."""
    return "-" if pd.isna(value) else f"{value:.{digits}f}"


def chance(p: float) -> str:
    """Return a p-value with three digits.

    Examples
    --------
    >>> chance(0.0004), chance(0.0304)
    ('<0.001', '0.030')
    """
    return "<0.001" if p < 0.001 else number(p, 3)


def spans(
    low: Iterable[float], high: Iterable[float], say: Callable[[float], str] = number,
    between: str = " to ",
) -> list[str]:  # fmt: skip
    """Return intervals as text.

    Examples
    --------
    >>> spans([0.5], [0.25 + 0.5]), spans([0.5], [0.75], percent, "-")
    (['0.5 to 0.8'], ['50.0-75.0'])
    """
    return [f"{say(a)}{between}{say(b)}" for a, b in zip(low, high, strict=True)]


def alone(table: pd.DataFrame) -> bool:
    """Tell whether a balance table is one of games played alone: there is no fair share of them."""
    return bool(len(table)) and bool((table["fair"] == 1).all())


def show(table: pd.DataFrame, by: str | Iterable[str]) -> pd.DataFrame:
    """Return a balance table as text cells: win share and score with intervals.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> show(balance.table(seats), "faction")[["faction", "win %", "95 %", "fair"]]
      faction  win %        95 %  fair
    0       a  100.0  34.2-100.0  50.0
    1       b    0.0    0.0-65.8  50.0
    """
    cells = table[as_list(by)].astype(str)
    cells["games"] = [f"{n:,}" for n in table["games"]]
    solo = alone(table)
    cells["reached %" if solo else "win %"] = [percent(v) for v in table["win_share"]]
    cells["95 %"] = spans(table["win_low"], table["win_high"], percent, "-")
    if not solo:
        cells["fair"] = [percent(v) for v in table["fair"]]
        cells["p"] = [chance(p) for p in table["p_holm"]]
    for value in ("score",) if solo else ("score", "margin"):
        cells[value] = [number(v) for v in table[value]]
        cells[f"{value} 95 %"] = spans(table[f"{value}_low"], table[f"{value}_high"])
    return cells


def points_matrix(
    seats: pd.DataFrame, games: pd.DataFrame, by: str, most: int = 11
) -> pd.DataFrame:
    """Return mean points with one row per group and one column per source, as text cells.

    The largest sources come first; the others are put together, those that give nobody anything are
    left out.
    """
    tidy = balance.points_by_source(seats, by, games)
    wide = tidy.pivot(index=by, columns="source", values="estimate")
    wide.columns = [str(c) for c in wide.columns]
    wide = wide.loc[:, (wide.abs() >= 0.05).any()]
    order = wide.abs().mean().sort_values(ascending=False, kind="stable").index
    wide, small = wide[list(order[:most])], wide[list(order[most:])]
    if small.shape[1]:
        wide[f"{small.shape[1]} others"] = small.sum(axis=1)
    wide = wide.map(number)
    # (a source may bear the name of the column: "points for one's faction")
    wide.insert(0, by, wide.index.astype(str), allow_duplicates=True)
    return wide.reset_index(drop=True)


def changes(table: pd.DataFrame, by: str, value: str) -> pd.DataFrame:
    """Return what arms change, from `compare.arms`, as text cells."""
    say = percent if value == "win_share" else number
    cells = table[["arm", by]].astype(str)
    cells["pairs"] = [f"{n:,}" for n in table["pairs"]]
    for column, name in (("before", "before"), ("after", "after"), ("estimate", "change")):
        cells[name] = [say(v) for v in table[column]]
    cells["95 %"] = spans(table["low"], table["high"], say)
    cells["p"] = [chance(p) for p in table["p_holm"]]
    return cells


def lines_of(table: pd.DataFrame) -> list[str]:
    """Return a table of text cells as aligned lines: names to the left, figures to the right.

    Examples
    --------
    >>> lines_of(pd.DataFrame({"faction": ["a", "bb"], "games": ["10", "9"]}))
    ['faction  games', 'a           10', 'bb           9']
    """
    columns = []
    for i, name in enumerate(table.columns):
        cells = [str(name), *map(str, table.iloc[:, i])]
        width = max(map(len, cells))
        columns.append([c.ljust(width) if i == 0 else c.rjust(width) for c in cells])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
