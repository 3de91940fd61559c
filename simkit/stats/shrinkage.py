"""Many levels at once: what is named because it was the largest is smaller than it looks.

The largest of many estimates is largest partly by luck. Shrunk towards the mean of all, as far as their
spread is no more than chance, it is right on average; and new games tell for sure.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue, SimkitError
from simkit.stats.corrections import fcr_level
from simkit.stats.frames import Floats, as_list, need
from simkit.stats.intervals import LEVEL, check_level, estimate, t_quantile

LEAST = 4  # levels from which their spread can be told


def between(value: Floats, se: Floats) -> tuple[float, float]:
    """Return mean and standard deviation of the true values behind estimates with these errors.

    References
    ----------
    Paule and Mandel (1982), Journal of Research of the National Bureau of Standards 87, 377-385.

    Examples
    --------
    >>> mean, sd = between(np.array([1.0, 3, 5, 7]), np.full(4, 1.0))
    >>> round(mean, 2), round(sd, 2)
    (4.0, 2.38)
    """
    from scipy.optimize import brentq

    def excess(variance: float) -> float:
        weight = 1 / (se**2 + variance)
        mean = (weight * value).sum() / weight.sum()
        return float((weight * (value - mean) ** 2).sum()) - (len(value) - 1)

    top = float(np.var(value) * len(value)) + 1e-12
    variance = 0.0 if excess(0.0) <= 0 else float(brentq(excess, 0.0, top))
    weight = 1 / (se**2 + variance)
    return float((weight * value).sum() / weight.sum()), variance**0.5


def shrunk(table: pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """Shrink the estimates of many levels towards their mean (empirical Bayes).

    Parameters
    ----------
    table
        Rows with estimate and se, one per level of one thing (cards, tiles, factions, patches).

    Returns
    -------
    pandas.DataFrame
        The table with shrunk, shrunk_low and shrunk_high: intervals that allow for what is not known of
        the mean and of the spread. With fewer than four levels they are the estimates themselves.

    References
    ----------
    Morris (1983), Journal of the American Statistical Association 78, 47-55.

    Examples
    --------
    >>> table = pd.DataFrame({"estimate": [-1.0, -0.5, 0.0, 0.4, 0.6, 3.1], "se": 1.0})
    >>> shrunk(table)[["estimate", "shrunk"]].round(2).tail(2)
       estimate  shrunk
    4       0.6    0.55
    5       3.1    2.32
    """
    check_level(level)
    need(table, ["estimate", "se"], "levels")
    value, se = (table[c].to_numpy(dtype=float) for c in ("estimate", "se"))
    if not (se > 0).all() or np.isnan(value).any():
        raise SimkitError("shrinkage needs an estimate and a standard error above 0 in every row")
    count = len(table)
    z = float(t_quantile(0.5 + level / 2, np.inf))
    if count < LEAST:
        return table.assign(shrunk=value, shrunk_low=value - z * se, shrunk_high=value + z * se)
    z = float(t_quantile(0.5 + level / 2, count - 1))  # their spread is an estimate, too
    mean, sd = between(value, se)
    part = (count - 3) / (count - 1) * se**2 / (se**2 + sd**2)  # how far towards the mean
    typical = 1 / np.mean(1 / (se**2 + sd**2))
    unsure = 2 / (count - 3) * part**2 * (value - mean) ** 2 * typical / (se**2 + sd**2)
    error = np.sqrt(se**2 * (1 - (count - 1) / count * part) + unsure)
    centre = value - part * (value - mean)
    return table.assign(
        shrunk=centre, shrunk_low=centre - z * error, shrunk_high=centre + z * error
    )


def selected(table: pd.DataFrame, most: int = 1, *, level: float = LEVEL) -> pd.DataFrame:
    """Return the levels farthest from 0, with intervals that allow for their having been selected.

    Examples
    --------
    >>> table = pd.DataFrame({"card": list("abcde"), "estimate": [0.1, 0.2, 2.5, -0.3, 0.0], "se": 1.0})
    >>> selected(table)[["card", "estimate", "low", "high"]].round(2)
      card  estimate   low  high
    0    c       2.5 -0.08  5.08
    """
    need(table, ["estimate", "se"], "levels")
    if most < 1:
        raise BadValue("most", "at least one")
    family = int(table["estimate"].notna().sum())
    first = table.dropna(subset=["estimate", "se"]).sort_values(
        "estimate", key=abs, ascending=False, kind="stable"
    )
    first = first.head(most).reset_index(drop=True)
    df = first["df"] if "df" in first.columns else np.full(len(first), np.inf)
    half = t_quantile(0.5 + fcr_level(len(first), family, level) / 2, df) * first["se"]
    return first.assign(low=first["estimate"] - half, high=first["estimate"] + half)


def retest(
    first: pd.DataFrame,
    fresh: pd.DataFrame,
    value: str,
    by: str | Iterable[str],
    *,
    null: float = 0.0,
    share: bool = False,
    difference: bool = False,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Name the group farthest from `null` in one frame, and test it alone on fresh games.

    Parameters
    ----------
    first, fresh
        Rows of the games that name the group, and of others with deals of their own.
    value, by, share, difference, null, level
        As in `intervals.estimate`.

    Returns
    -------
    pandas.DataFrame
        One row: the columns of `by`, named (its estimate in the first games), then rows to p of the fresh
        games, which knew nothing of the choice: neither shrunk nor corrected.

    Examples
    --------
    >>> rows = pd.DataFrame({"game_id": range(12), "card": list("abc") * 4,
    ...     "gap": [0.1, 2, 0, 0, 1, 0.2, 0, 3, 0.1, 0.1, 2, 0]})
    >>> again = rows.assign(gap=rows.gap / 2)
    >>> retest(rows, again, "gap", "card")[["card", "named", "estimate", "p"]].round(3)
      card  named  estimate      p
    0    b    2.0       1.0  0.016
    """
    keys = as_list(by)
    seen = estimate(first, value, keys, share=share, difference=difference, null=null, level=level)
    off = (seen["estimate"] - null).abs().where(seen["clusters"] > 1)
    if off.isna().all():
        raise SimkitError("no group has two deals: there is nothing to name")
    place = int(np.nanargmax(off.to_numpy()))
    chosen = seen.iloc[[place]][keys]
    need(fresh, keys)
    again = fresh.merge(chosen.astype(fresh[keys].dtypes.to_dict()), on=keys)
    if again.empty:
        raise SimkitError("the fresh games hold no row of the group that was named")
    found = estimate(again, value, keys, share=share, difference=difference, null=null, level=level)
    found.insert(len(keys), "named", float(seen["estimate"].iloc[place]))
    return found
