"""Does the simulation look like real play? A run beside a small table of figures from real games.

The table has one row per faction (card, tile ...) and columns named after figures of ours: win_share,
score, pick_rate ... with, if known, the number of real games in ``games``.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import SimkitError
from simkit.stats.frames import Floats, need
from simkit.stats.intervals import LEVEL, check_level, t_quantile, t_two_sided


def joined(
    ours: pd.DataFrame, real: pd.DataFrame, on: str = "faction", value: str = "win_share"
) -> pd.DataFrame:
    """Put our figure and the real one side by side, per name that both tables have.

    Returns
    -------
    pandas.DataFrame
        on, ours, real, gap (ours less real), and ours_low, ours_high, real_low, real_high, games
        where the tables have them.

    Examples
    --------
    >>> ours = pd.DataFrame({"faction": ["a", "b"], "win_share": [0.3, 0.2]})
    >>> real = pd.DataFrame({"faction": ["b", "a"], "win_share": [0.25, 0.25]})
    >>> joined(ours, real)[["faction", "ours", "real"]]
      faction  ours  real
    0       a   0.3  0.25
    1       b   0.2  0.25
    """
    need(ours, [on, value], "ours")
    need(real, [on, value], "real")
    for name, table in (("ours", ours), ("real", real)):
        if table[on].duplicated().any():
            raise SimkitError(f"table `{name}` has more than one row per {on}")
    short = value.removesuffix("_share").removesuffix("_rate")
    left = ours.rename(
        columns={value: "ours", f"{short}_low": "ours_low", f"{short}_high": "ours_high"}
    )
    columns = [on, *[c for c in ("ours", "ours_low", "ours_high") if c in left.columns]]
    left = left[columns].assign(**{on: left[on].astype(str)})
    right = real.rename(
        columns={value: "real", f"{short}_low": "real_low", f"{short}_high": "real_high"}
    )
    extra = [c for c in ("real_low", "real_high", "games") if c in right.columns]
    right = right[[on, "real", *extra]]
    right = right.assign(**{on: right[on].astype(str)})
    found = left.merge(right, on=on).dropna(subset=["ours", "real"])
    if len(found) < 2:
        names = ", ".join(sorted(set(right[on]) - set(left[on]))[:5])
        raise SimkitError(
            f"the two tables share {len(found)} names in column {on!r}; at least 2 are needed"
            + (f" (only in `real`: {names})" if names else "")
        )
    return found.assign(gap=found["ours"] - found["real"]).reset_index(drop=True)


def rank_correlation(
    x: npt.ArrayLike, y: npt.ArrayLike, level: float = LEVEL
) -> tuple[float, float, float, float]:
    """Spearman's rank correlation with interval (Bonett and Wright's) and p-value.

    With fewer than four pairs the interval is -1..1. The p-value is that of Student's t, as in scipy.

    Examples
    --------
    >>> [round(v, 2) for v in rank_correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])]
    [0.8, -0.46, 0.99, 0.1]
    """
    check_level(level)
    a, b = (pd.Series(np.asarray(v, dtype=float)).rank().to_numpy() for v in (x, y))
    n = len(a)
    if n < 2 or a.std() == 0 or b.std() == 0:
        raise SimkitError("a rank correlation needs at least two different values on both sides")
    rho = float(np.corrcoef(a, b)[0, 1])
    if n < 4:
        return rho, -1.0, 1.0, 1.0
    p = float(t_two_sided(rho * np.sqrt((n - 2) / max(1 - rho**2, 1e-300)), n - 2))
    # A perfect order leaves no spread to measure: its interval is that of the next-best order and 1.
    next_best = 1 - 12 / (n * (n**2 - 1))
    centre = np.arctanh(np.clip(rho, -next_best, next_best))
    width = np.sqrt((1 + rho**2 / 2) / (n - 3)) * float(t_quantile(0.5 + level / 2, np.inf))
    low, high = float(np.tanh(centre - width)), float(np.tanh(centre + width))
    return rho, min(low, rho), max(high, rho), p


def compare(
    ours: pd.DataFrame,
    real: pd.DataFrame,
    on: str = "faction",
    value: str = "win_share",
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Say how well our figures agree with real ones.

    Returns
    -------
    pandas.DataFrame
        One row: names (in both tables), rank_correlation with low, high and p; rmse of our figures;
        rmse_constant of the real mean for all (what knowing nothing achieves); slope of real on ours
        (1 = calibrated, below 1 = ours are too extreme) with interval; inside: share of real figures
        inside our intervals, if ours have them.

    Examples
    --------
    >>> ours = pd.DataFrame({"faction": list("abcd"), "win_share": [0.32, 0.27, 0.23, 0.18]})
    >>> real = pd.DataFrame({"faction": list("abcd"), "win_share": [0.30, 0.25, 0.26, 0.19]})
    >>> compare(ours, real)[["names", "rank_correlation", "rmse", "rmse_constant"]].round(3)
       names  rank_correlation   rmse  rmse_constant
    0      4               0.8  0.021          0.039
    """
    both = joined(ours, real, on, value)
    x, y = both["ours"].to_numpy(dtype=float), both["real"].to_numpy(dtype=float)
    try:
        rho, low, high, p = rank_correlation(x, y, level)
    except SimkitError:
        rho = low = high = p = np.nan
    slope, slope_low, slope_high = _slope(x, y, level)
    found = {
        "value": value,
        "names": len(both),
        "rank_correlation": rho,
        "low": low,
        "high": high,
        "p": p,
        "rmse": float(np.sqrt(((x - y) ** 2).mean())),
        "rmse_constant": float(np.sqrt(((y - y.mean()) ** 2).mean())),
        "slope": slope,
        "slope_low": slope_low,
        "slope_high": slope_high,
    }
    if "ours_low" in both.columns:
        found["inside"] = float(both["real"].between(both["ours_low"], both["ours_high"]).mean())
    return pd.DataFrame([found])


def _slope(x: Floats, y: Floats, level: float) -> tuple[float, float, float]:
    """Slope of y on x with its interval; missing where x does not vary."""
    n, gap = len(x), x - x.mean()
    if n < 3 or not (gap**2).sum() > 0:
        return np.nan, np.nan, np.nan
    slope = float((gap @ y) / (gap @ gap))
    rest = y - y.mean() - slope * gap
    se = np.sqrt(float(rest @ rest) / (n - 2) / float(gap @ gap))
    half = float(t_quantile(0.5 + level / 2, n - 2)) * float(se)
    return slope, slope - half, slope + half
