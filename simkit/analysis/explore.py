"""Any measure of a run by any grouping, for any part of it: the figures behind the explorer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from simkit.analysis.balance import with_fair, with_margin
from simkit.analysis.frames import POINTS, bot_columns, roles, seats_with, sources
from simkit.analysis.setup import setup_columns
from simkit.core.errors import BadValue, UnknownName
from simkit.stats.corrections import holm
from simkit.stats.frames import as_list, cluster_codes, codes, game_key, is_share
from simkit.stats.intervals import LEVEL, estimate
from simkit.stats.tests import against_rest

Where = Mapping[str, Any]


@dataclass(frozen=True)
class Rows:
    """The seats of a run with everything that can be asked of them, made once for many questions.

    Attributes
    ----------
    seats
        Table `seats` with margin, fair share, and the set-up columns of `games`.
    measures
        Columns that can be averaged.
    groupings
        Columns that seats can be grouped and filtered by, those of `seats` first.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1], "map": ["x", "y"]})
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "score": [9, 4, 7, 6], "win_share": [1.0, 0, 1, 0], "points_trade": [1, 2, 3, 4]})
    >>> rows = Rows.of(seats, games)
    >>> rows.measures
    ['win_share', 'score', 'margin', 'points_trade']
    >>> rows.groupings
    ['faction', 'seat', 'map']
    """

    seats: pd.DataFrame
    measures: list[str]
    groupings: list[str]

    @classmethod
    def of(cls, seats: pd.DataFrame, games: pd.DataFrame) -> Rows:
        """Join the tables and find out what can be asked of them."""
        setups = setup_columns(games)
        whole = seats_with(seats, games, setups)
        if "arm" in games.columns and "arm" not in whole.columns:
            whole = seats_with(whole, games, ["arm"])
        whole = with_fair(with_margin(whole))
        own = [*roles(seats), "seat", "bot", "profile", "arm"]
        varied = [c for c in own if c in whole.columns and whole[c].nunique() > 1]
        varied = [c for c in varied if c != "profile" or c in bot_columns(whole)]
        return cls(whole, _measures(seats, whole), [*varied, *setups])

    def values(self, column: str) -> list[Any]:
        """Return the values that a grouping takes in this run, in the title's order."""
        if column not in self.groupings:
            raise UnknownName("column", column, self.groupings, "explore")
        found = self.seats[column]
        if isinstance(found.dtype, pd.CategoricalDtype):
            there = set(found.dropna().unique())
            return [value for value in found.cat.categories if value in there]
        return sorted(found.dropna().unique().tolist())

    def part(self, where: Where | None = None) -> pd.DataFrame:
        """Return the seats that have these values: column -> a value or a list of values."""
        keep = np.ones(len(self.seats), dtype=bool)
        for column, wanted in (where or {}).items():
            known = self.values(column)
            for value in as_values(wanted):
                if value not in known:
                    raise UnknownName(column, str(value), map(str, known), "where")
            keep &= self.seats[column].isin(as_values(wanted)).to_numpy()
        if not keep.any():
            raise BadValue("where", f"no seat of this run fits {words_of(where)}")
        return self.seats[keep]


def as_values(wanted: Any) -> list[Any]:
    """Return one value or several as a list."""
    return list(wanted) if isinstance(wanted, (list, tuple, set, frozenset)) else [wanted]


def words_of(where: Where | None) -> str:
    """Say which part of a run is meant.

    Examples
    --------
    >>> words_of({"faction": ["terrans", "xenos"], "seat": 0})
    'faction terrans or xenos, seat 0'
    """
    return ", ".join(
        f"{column} {' or '.join(map(str, as_values(wanted)))}"
        for column, wanted in (where or {}).items()
    )


def _measures(seats: pd.DataFrame, whole: pd.DataFrame) -> list[str]:
    """Win share, score, margin, rank, points by source, and the closing figures of the title."""
    first = ["win_share", "score", "margin", "rank", *(POINTS + name for name in sources(seats))]
    plan = {*game_key(seats), "seat", "deal", "players", "lineup", "rotation", *first}
    more = [
        str(c)
        for c in seats.columns
        if c not in plan and pd.api.types.is_numeric_dtype(seats[c].dtype)
    ]
    return [c for c in [*first, *more] if c in whole.columns and whole[c].notna().any()]


def table(
    rows: Rows,
    measure: str = "win_share",
    by: str | Iterable[str] = "faction",
    where: Where | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Average a measure per group over a part of a run.

    Parameters
    ----------
    rows
        What `Rows.of` made of the tables of a run.
    measure
        One of ``rows.measures``.
    by
        One or two of ``rows.groupings``.
    where
        Which part: column -> a value or a list of values.

    Returns
    -------
    pandas.DataFrame
        Per group: rows, games, clusters, estimate, se, df, low, high, null (the fair share, or the mean
        of the part), p (of "as all others", or of the fair share), p_holm; the highest first.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1]})
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "score": [9, 4, 7, 6], "win_share": [1.0, 0, 1, 0]})
    >>> table(Rows.of(seats, games), "score")[["faction", "games", "estimate", "null"]]
      faction  games  estimate  null
    0       a      2       7.5   6.5
    1       b      2       5.5   6.5
    """
    if measure not in rows.measures:
        raise UnknownName("measure", measure, rows.measures, "explore")
    keys = as_list(by)
    for key in keys:
        rows.values(key)  # refuses what is no grouping
    part = rows.part(where)
    share = measure == "win_share"
    null: str | float = "fair" if share else float(part[measure].mean())
    counted = share or is_share(part[measure])
    found = estimate(part, measure, keys, share=counted, null=null, level=level)
    if not share and keys:
        known = part.dropna(subset=[*keys, measure])
        number = codes(known, keys)
        p = against_rest(known[measure].to_numpy(dtype=float), number, cluster_codes(known))
        order = known.iloc[pd.Series(number).drop_duplicates().index][keys].assign(p=p)
        found["p"] = order.sort_values(keys)["p"].to_numpy()
    found["p_holm"] = holm(found["p"])
    return found.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)


def most_telling(rows: Rows, groups: Sequence[str] = ()) -> str:
    """Return the grouping to begin with: the first role, else the first that there is."""
    wanted = [g for g in groups if g in rows.groupings] or rows.groupings
    if not wanted:
        raise BadValue("results", "all seats are alike: there is nothing to group by")
    return wanted[0]
