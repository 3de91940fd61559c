"""Which statements the figures of a table allow: decided here, told by charts and reports alike."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from simkit.stats.intervals import LEVEL


@dataclass(frozen=True, eq=False)
class Sides:
    """The rows of a balance table, by what these games show of each; the order of the table is kept.

    Attributes
    ----------
    above, below
        Win more, and less, than a fair share.
    unsettled
        Cannot be told from a fair share with these games.
    """

    above: pd.DataFrame
    below: pd.DataFrame
    unsettled: pd.DataFrame


def shown(table: pd.DataFrame, level: float = LEVEL) -> pd.Series:
    """Tell of each row whether these games show its difference: by p_holm, corrected over the table.

    Examples
    --------
    >>> shown(pd.DataFrame({"p_holm": [0.049, 0.05]})).tolist()
    [True, False]
    """
    sure: pd.Series = table["p_holm"] < round(1 - level, 12)  # 1 - 0.95 is more than 0.05
    return sure


def sides(table: pd.DataFrame, level: float = LEVEL) -> Sides:
    """Sort the rows of a balance table by what these games show of their win shares.

    Parameters
    ----------
    table
        From `balance.table`: win_share, fair and p_holm, which is corrected over the table.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b", "c"], "win_share": [0.3, 0.2, 0.26], "fair": 0.25,
    ...     "p_holm": [0.01, 0.02, 0.4]})
    >>> found = sides(table)
    >>> [list(rows["faction"]) for rows in (found.above, found.below, found.unsettled)]
    [['a'], ['b'], ['c']]
    """
    sure, share, fair = shown(table, level), table["win_share"], table["fair"]
    return Sides(table[sure & (share > fair)], table[sure & (share < fair)], table[~sure])
