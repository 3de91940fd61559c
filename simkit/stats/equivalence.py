"""When two things are as good as equal: that no difference was found does not show it."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.corrections import holm
from simkit.stats.frames import Floats, need
from simkit.stats.intervals import LEVEL, check_level, difference_spread, t_two_sided

EQUAL, DIFFERENT, OPEN = "as good as equal", "different", "open"


def two_one_sided(
    estimate: npt.ArrayLike, se: npt.ArrayLike, margin: float, df: npt.ArrayLike = math.inf
) -> Floats:
    """Return p-values of "the difference is as large as `margin`, to one side or the other".

    Where they are small, the two are as good as equal: both one-sided tests refuse a larger difference.

    References
    ----------
    Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680.

    Examples
    --------
    >>> two_one_sided([0.0, 0.9], [0.4, 0.4], 1.0, 30).round(3).tolist()
    [0.009, 0.402]
    """
    from scipy.special import stdtr

    _check_margin(margin)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (margin - np.abs(np.asarray(estimate, dtype=float))) / np.asarray(se, dtype=float)
    found: Floats = np.asarray(stdtr(np.asarray(df, dtype=float), -t), dtype=float)
    return found


def share_two_one_sided(
    share: npt.ArrayLike, size: npt.ArrayLike, null: npt.ArrayLike, margin: float
) -> Floats:
    """Return the same for shares of `size` observations and the share `null`: binomial tests.

    Examples
    --------
    >>> share_two_one_sided([0.25, 0.0], [400, 12], 0.25, 0.1).round(4).tolist()
    [0.0, 1.0]
    """
    from scipy.special import betainc

    _check_margin(margin)
    mean, n, p0 = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (share, size, null)))
    won, lost = mean * n, (1 - mean) * n
    top, bottom = p0 + margin, p0 - margin
    with np.errstate(invalid="ignore"):
        few = np.where(
            lost <= 0, 1.0, betainc(np.maximum(lost, 1e-9), won + 1, np.clip(1 - top, 0, 1))
        )
        many = np.where(
            won <= 0, 1.0, betainc(np.maximum(won, 1e-9), lost + 1, np.clip(bottom, 0, 1))
        )
    few, many = (
        np.where(top >= 1, 0.0, few),
        np.where(bottom <= 0, 0.0, many),
    )  # cannot be so far off
    found: Floats = np.maximum(few, many)
    return found


def change_two_one_sided(
    estimate: npt.ArrayLike,
    size: npt.ArrayLike,
    changed: npt.ArrayLike,
    margin: float,
    df: npt.ArrayLike = math.inf,
) -> Floats:
    """Return the same for differences of two paired shares: score tests at either margin.

    Parameters
    ----------
    size, changed
        Number of independent rows, and the part of them that changed, see `intervals.estimate`.

    References
    ----------
    Tango (1998), Statistics in Medicine 17, 891-908.

    Examples
    --------
    >>> change_two_one_sided([0.0, 0.0], [1000, 40], [0.1, 0.0], 0.05).round(4).tolist()
    [0.0, 0.0734]
    """
    from scipy.special import stdtr

    _check_margin(margin)
    gap, rows, part = np.broadcast_arrays(
        *(np.asarray(x, dtype=float) for x in (estimate, size, changed))
    )
    tails = [
        stdtr(np.asarray(df, dtype=float), -(margin - side * gap) / spread)
        for side in (1.0, -1.0)
        for spread in [difference_spread(gap, np.full(gap.shape, side * margin), rows, part)]
    ]
    found: Floats = np.maximum(*tails)
    return found


def _check_margin(margin: float) -> None:
    if margin <= 0:
        raise BadValue("margin", "the difference that would matter is above 0")


def judge(table: pd.DataFrame, margin: float, *, level: float = LEVEL) -> pd.DataFrame:
    """Tell for each row of differences whether it is as good as 0, different from 0, or open.

    Parameters
    ----------
    table
        Rows with estimate and se (and df), as `intervals.estimate` and `compare.arms` make them. Rows of
        shares and of differences of shares (columns size and null, or size and changed) are judged by
        the tests that count wins.
    margin
        The smallest difference that would matter, in the unit of the estimates.

    Returns
    -------
    pandas.DataFrame
        The table with p_equal (corrected over the table, Holm), and ``even``: "as good as equal",
        "different" (the p-value of no difference, corrected as well, is small) or "open". What is
        different by less than the margin is called as good as equal.

    Examples
    --------
    >>> table = pd.DataFrame({"estimate": [0.001, 0.05, 0.01], "se": [0.004, 0.01, 0.02]})
    >>> judge(table, 0.02)["even"].tolist()
    ['as good as equal', 'different', 'open']
    """
    check_level(level)
    need(table, ["estimate", "se"], "differences")
    none = pd.Series(np.nan, table.index)
    size, changed, null = (
        table.get(c, none).to_numpy(dtype=float) for c in ("size", "changed", "null")
    )
    df = table.get("df", none).fillna(math.inf).to_numpy(dtype=float)
    estimate, se = (table[c].to_numpy(dtype=float) for c in ("estimate", "se"))
    change = ~np.isnan(size) & ~np.isnan(changed)
    share = ~np.isnan(size) & ~np.isnan(null) & ~change
    gap = estimate - np.where(np.isnan(null), 0.0, null)
    p = two_one_sided(gap, se, margin, df)
    p = np.where(change, change_two_one_sided(gap, size, changed, margin, df), p)
    p = np.where(share, share_two_one_sided(estimate, size, null, margin), p)
    with np.errstate(divide="ignore", invalid="ignore"):
        wald = t_two_sided(np.where(gap == 0, 0.0, gap / se), df)
    off = holm(table["p"] if "p" in table.columns else wald)
    p = holm(p)
    words = np.where(p < 1 - level, EQUAL, np.where(off < 1 - level, DIFFERENT, OPEN))
    return table.assign(p_equal=p, even=words)
