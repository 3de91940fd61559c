"""When two things are as good as equal: that no difference was found does not show it."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.frames import Floats, need
from simkit.stats.intervals import LEVEL, check_level, t_quantile

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

    if margin <= 0:
        raise BadValue("margin", "the difference that would matter is above 0")
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (margin - np.abs(np.asarray(estimate, dtype=float))) / np.asarray(se, dtype=float)
    found: Floats = np.asarray(stdtr(np.asarray(df, dtype=float), -t), dtype=float)
    return found


def judge(table: pd.DataFrame, margin: float, *, level: float = LEVEL) -> pd.DataFrame:
    """Tell for each row of differences whether it is as good as 0, different from 0, or open.

    Parameters
    ----------
    table
        Rows with estimate and se (and df), as `intervals.estimate` and `compare.arms` make them.
    margin
        The smallest difference that would matter, in the unit of the estimates.

    Returns
    -------
    pandas.DataFrame
        The table with p_equal, and ``even``: "as good as equal", "different" (the interval leaves 0
        out) or "open". What is different by less than the margin is called as good as equal.

    Examples
    --------
    >>> table = pd.DataFrame({"estimate": [0.001, 0.05, 0.01], "se": [0.004, 0.01, 0.02]})
    >>> judge(table, 0.02)["even"].tolist()
    ['as good as equal', 'different', 'open']
    """
    check_level(level)
    need(table, ["estimate", "se"], "differences")
    df = table["df"] if "df" in table.columns else np.full(len(table), np.inf)
    p = two_one_sided(table["estimate"], table["se"], margin, df)
    off = np.abs(table["estimate"]) > t_quantile(0.5 + level / 2, df) * table["se"]
    words = np.where(p < 1 - level, EQUAL, np.where(off, DIFFERENT, OPEN))
    return table.assign(p_equal=p, even=words)
