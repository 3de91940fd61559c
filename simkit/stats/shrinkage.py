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
from simkit.stats.frames import Floats, as_list, codes, need
from simkit.stats.intervals import LEVEL, check_level, estimate, t_quantile

LEAST = 4  # levels from which their spread can be told


def between(value: Floats, se: Floats, covariance: Floats | None = None) -> tuple[float, float]:
    """Return mean and standard deviation of the true values behind estimates with these errors.

    Parameters
    ----------
    covariance
        Covariance matrix of the errors, where they hang together.

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

    errors = np.diag(se**2) if covariance is None else covariance
    errors = errors + 1e-10 * np.diag(errors).mean() * np.eye(len(value))  # arms may be copies

    def mean_at(variance: float) -> tuple[float, float]:
        weight = np.linalg.inv(errors + variance * np.eye(len(value)))
        mean = float((weight @ value).sum() / weight.sum())
        return mean, float((value - mean) @ weight @ (value - mean)) - (len(value) - 1)

    top = float(np.var(value) * len(value)) + 1e-12
    variance = 0.0
    if mean_at(0.0)[1] > 0:
        while mean_at(top)[1] > 0:
            top *= 2
        variance = float(brentq(lambda v: mean_at(v)[1], 0.0, top))
    return mean_at(variance)[0], variance**0.5


def pooled(covariance: Floats, labels: pd.DataFrame, deals: float = np.inf) -> Floats:
    """Return a covariance matrix whose correlations are averaged over pairs of the same kind.

    Of many levels and few deals single correlations are known too badly. Pairs are of one kind that agree
    in the same columns of `labels` (the same faction under two arms, two factions under one arm).
    Variances that differ no more than those of so many deals do by chance are drawn together.

    Examples
    --------
    >>> errors = np.array([[1.0, 0.2, 0.6], [0.2, 4.0, 0.8], [0.6, 0.8, 1.0]])
    >>> pooled(errors, pd.DataFrame({"arm": list("abc")})).round(2).tolist()
    [[1.0, 0.73, 0.37], [0.73, 4.0, 0.73], [0.37, 0.73, 1.0]]
    """
    sd = np.sqrt(np.diag(covariance))
    alike = covariance / np.outer(sd, sd)
    size = np.log(sd)
    spread = float(size.var(ddof=1))
    part = min(1.0, 0.5 / (deals - 1) / spread) if spread > 0 else 0.0  # of it that is chance
    sd = np.exp(size - part * (size - size.mean()))
    kind = np.zeros(alike.shape, dtype=np.int64)
    for column in labels.columns:
        value = codes(labels, [str(column)])
        kind = 2 * kind + (value[:, None] == value)
    apart = ~np.eye(len(sd), dtype=bool)
    for number in np.unique(kind[apart]):
        pairs = apart & (kind == number)
        alike[pairs] = alike[pairs].mean()
    value, vector = np.linalg.eigh(alike)
    alike = vector * np.clip(value, 1e-6, None) @ vector.T  # averages may contradict each other
    found: Floats = alike * np.outer(sd, sd)
    return found


def shrunk(
    table: pd.DataFrame, *, covariance: Floats | None = None, level: float = LEVEL
) -> pd.DataFrame:
    """Shrink the estimates of many levels towards their mean (empirical Bayes).

    Parameters
    ----------
    table
        Rows with estimate and se, one per level of one thing (cards, tiles, factions, patches).
    covariance
        Covariance matrix of the estimates, see `intervals.covariance`, where they share deals: arms that
        are compared with one baseline are all off where that is off, and shrinking does not help.

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
    errors = np.diag(se**2) if covariance is None else covariance
    mean, sd = between(value, se, covariance)
    whole = errors + (sd**2 + 1e-10 * float((se**2).mean())) * np.eye(count)
    inverse = np.linalg.inv(whole)
    part = (count - 3) / (count - 1) * errors @ inverse  # how far towards the mean
    typical = 1 / np.mean(1 / np.diag(whole))
    away = part @ (value - mean)
    unsure = 2 / (count - 3) * away**2 * typical / np.diag(whole)
    of_mean = (count - 1) / (count - 3) * part.sum(axis=1) ** 2 / inverse.sum()
    error = np.sqrt(np.maximum(np.diag(errors - part @ errors) + of_mean, 0) + unsure)
    centre = value - away
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
    """Name the group farthest from `null` in one frame after shrinkage, and test it alone on fresh games.

    Parameters
    ----------
    first, fresh
        Rows of the games that name the group, and of others with deals of their own.
    value, by, share, difference, null, level
        As in `intervals.estimate`.

    Returns
    -------
    pandas.DataFrame
        One row: the columns of `by`, named (its estimate in the first games, before shrinkage), then
        rows to p of the fresh games, which knew nothing of the choice: neither shrunk nor corrected. A
        group of few games is farthest by chance: shrunk, it is named only where it is far for their
        number.

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
    if not (seen["clusters"] > 1).any():
        raise SimkitError("no group has two deals: there is nothing to name")
    place = _farthest(seen, null, share)
    chosen = seen.iloc[[place]][keys]
    need(fresh, keys)
    again = fresh.merge(chosen.astype(fresh[keys].dtypes.to_dict()), on=keys)
    if again.empty:
        raise SimkitError("the fresh games hold no row of the group that was named")
    found = estimate(again, value, keys, share=share, difference=difference, null=null, level=level)
    found.insert(len(keys), "named", float(seen["estimate"].iloc[place]))
    return found


def _farthest(seen: pd.DataFrame, null: float, share: bool) -> int:
    """Return the place of the row that is farthest from `null` after shrinkage."""
    rows = seen[seen["clusters"] > 1].reset_index()
    deals = rows["clusters"].to_numpy(dtype=float)
    se = rows["se"].to_numpy(dtype=float)
    if share:  # where all rows agree, as unsure as the share of all
        mean = float((rows["estimate"] * deals).sum() / deals.sum())
        se = np.maximum(se, np.sqrt(mean * (1 - mean) / deals))
    pooled = np.sqrt(float((se**2 * deals).mean()))  # of a deal
    se = np.where(se > 0, se, pooled / np.sqrt(deals))
    if not (se > 0).all():  # no row varies
        return int(rows["index"].iloc[int((rows["estimate"] - null).abs().to_numpy().argmax())])
    off = (shrunk(rows.assign(se=se))["shrunk"] - null).abs().to_numpy()
    return int(rows["index"].iloc[int(off.argmax())])
