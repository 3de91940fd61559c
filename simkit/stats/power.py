"""Which difference would be found, and how many games that takes, for the test that is used.

The test that is used is corrected over its family (Holm), whose first step asks for a p-value below
``(1 - level) / comparisons``. A promise of power that forgets the correction promises too much, and so
does one that is worked out for a t test where wins are counted.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.frames import Floats
from simkit.stats.intervals import LEVEL, check_level, so_few, t_quantile

POWER = 0.8
MANY = 400  # changed rows from which a difference of shares is as good as a mean


def corrected_quantile(
    comparisons: int = 1, level: float = LEVEL, df: npt.ArrayLike = math.inf
) -> Floats:
    """Return how many standard errors the first of several corrected comparisons has to be off.

    Examples
    --------
    >>> corrected_quantile().round(3).item(), corrected_quantile(14).round(3).item()
    (1.96, 2.914)
    """
    check_level(level)
    if comparisons < 1:
        raise BadValue("comparisons", "there is at least one")
    return t_quantile(1 - (1 - level) / 2 / comparisons, df)


def visible(
    se: npt.ArrayLike,
    df: npt.ArrayLike = math.inf,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
    power: float = POWER,
) -> Floats:
    """Return the smallest true difference that a comparison finds with probability `power`.

    Parameters
    ----------
    se, df
        Standard error of the difference, and its degrees of freedom.
    comparisons
        Size of the family that the comparison is corrected over.

    References
    ----------
    Bloom (1995), Evaluation Review 19, 547-556, with the noncentral t distribution in place of the sum
    of two quantiles, and the level of the first step of Holm's correction.

    Examples
    --------
    >>> visible(1.0).round(2).item(), visible(1.0, comparisons=14).round(2).item()
    (2.8, 3.76)
    """
    check_power(power)
    se, df = np.asarray(se, dtype=float), np.asarray(df, dtype=float)
    limit = corrected_quantile(comparisons, level, df)
    low, high = np.zeros(limit.shape), 2 * limit + 10
    for _ in range(50):  # halving; power rises with the difference
        middle = (low + high) / 2
        enough = power_of(middle, 1.0, df, comparisons=comparisons, level=level) >= power
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    found: Floats = np.asarray(high * se, dtype=float)
    return found


def visible_share(
    null: npt.ArrayLike,
    size: npt.ArrayLike,
    df: npt.ArrayLike = math.inf,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
    power: float = POWER,
) -> Floats:
    """Return the smallest difference from the share `null` that the binomial test finds, to either side.

    Parameters
    ----------
    size
        Number of independent yes-or-no observations.

    Returns
    -------
    numpy.ndarray
        Differences; infinite where not even a share of 0 (or of 1) would be found.

    Examples
    --------
    >>> visible_share(0.25, [20, 100, 1000]).round(3).tolist()
    [0.318, 0.126, 0.04]
    >>> visible_share(0.25, [10, 100], comparisons=14).round(3).tolist()
    [inf, 0.177]
    """
    from scipy.special import betaincinv, ndtr

    check_power(power)
    p0, n = np.broadcast_arrays(np.asarray(null, dtype=float), np.asarray(size, dtype=float))
    tail = ndtr(-corrected_quantile(comparisons, level, df))  # of the binomial test, see binomial_p
    reach = []
    for chance in (p0, 1 - p0):  # few wins, few losses
        most = _most(n, chance, tail)
        with np.errstate(invalid="ignore"):
            far = 1 - betaincinv(np.maximum(n - most, 1e-9), np.maximum(most, 0) + 1, power)
        reach.append(np.where(most < 0, math.inf, chance - far))
    found: Floats = np.asarray(np.maximum(*reach), dtype=float)
    return found


def _most(n: Floats, chance: Floats, tail: Floats) -> Floats:
    """Return the largest whole number of wins that is so few as to be found; -1 where none is."""
    low, high = np.full(n.shape, -1.0), np.floor(np.nan_to_num(n))
    while (high - low > 1).any():  # halving between what is found and what is not
        middle = np.floor((low + high) / 2)
        few = so_few(np.maximum(middle, 0), n - middle, chance) <= tail
        inner = high - low > 1
        low, high = np.where(inner & few, middle, low), np.where(inner & ~few, middle, high)
    return low


def visible_change(
    size: npt.ArrayLike,
    changed: npt.ArrayLike,
    df: npt.ArrayLike = math.inf,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
    power: float = POWER,
) -> Floats:
    """Return the smallest difference of two paired shares that their score test finds.

    Rows change for the better or the worse, as many as were seen to, but never fewer than the difference
    asks for; where few do, their number is counted out.

    Parameters
    ----------
    size, changed
        Number of independent rows, and the part of them that changed.

    References
    ----------
    Connor (1987), Biometrics 43, 207-211, without the normal approximation.

    Examples
    --------
    >>> visible_change([1000, 1000], [0.0, 0.2]).round(4).tolist()
    [0.0055, 0.0394]
    >>> visible_change([1000, 6], [0.0, 0.0], comparisons=14).round(4).tolist()
    [0.0114, inf]
    """
    check_power(power)
    n, part, nu = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (size, changed, df)))
    limit = np.broadcast_to(corrected_quantile(comparisons, level, nu), n.shape)
    plain = visible(np.sqrt(part / n), nu, comparisons=comparisons, level=level, power=power)
    found = np.array(np.minimum(plain, math.inf), dtype=float)
    for at in np.ndindex(n.shape):
        if n[at] * part[at] < MANY and np.isfinite(limit[at]):
            found[at] = _visible_flips(int(n[at]), float(part[at]), float(limit[at]), power)
    return found


def _visible_flips(n: int, part: float, limit: float, power: float) -> float:
    """Find the difference at which enough more rows change for the better than for the worse."""
    low, high = 0.0, 1.0
    if _found_flips(n, part, high, limit) < power:
        return math.inf
    for _ in range(30):
        middle = (low + high) / 2
        enough = _found_flips(n, part, middle, limit) >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


def _found_flips(n: int, part: float, effect: float, limit: float) -> float:
    """Return the probability that better less worse exceeds `limit` roots of the changed rows."""
    from scipy.special import betainc
    from scipy.stats import binom

    rate = max(part, effect)
    near, spread = n * rate, 8 * math.sqrt(n * rate) + 8
    count = np.arange(max(0, int(near - spread)), min(n, int(near + spread)) + 1, dtype=float)
    least = np.floor((count + limit * np.sqrt(count)) / 2)  # more than so many for the better
    better = min(1.0, (1 + effect / rate) / 2) if rate > 0 else 0.5
    rest = np.maximum(count - least, 1e-9)
    tail = np.where(least < count, betainc(least + 1, rest, better), 0.0)
    return float(binom.pmf(count, n, rate) @ tail)


def visible_gap(
    share: npt.ArrayLike,
    size: npt.ArrayLike,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
    power: float = POWER,
) -> Floats:
    """Return the smallest difference of two independent shares that Fisher's test finds, to either side.

    Parameters
    ----------
    share
        Mean of the two shares.
    size
        1 / (1 / n + 1 / m) with n and m independent observations of either.

    References
    ----------
    Casagrande, Pike and Smith (1978), Biometrics 34, 483-486.

    Examples
    --------
    >>> visible_gap([0.25, 0.0], [50, 50]).round(3).tolist()
    [0.18, 0.093]
    """
    check_power(power)
    p, n = np.broadcast_arrays(np.asarray(share, dtype=float), np.asarray(size, dtype=float))
    limit, beta = corrected_quantile(comparisons, level), t_quantile(power, math.inf)
    low, high = np.zeros(p.shape), np.full(p.shape, 1 + 1e-9)
    for _ in range(40):  # halving; above 1 nothing would be found
        middle = (low + high) / 2
        first = np.clip(p - middle / 2, 0, 1 - middle)
        mean = first + middle / 2
        apart = mean * (1 - mean) - middle**2 / 4
        asked = limit * np.sqrt(mean * (1 - mean) / n) + beta * np.sqrt(np.maximum(apart, 0) / n)
        enough = middle >= asked + 1 / (2 * n)
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(high > 1, math.inf, high)


def reach(
    table: pd.DataFrame,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
) -> Floats:
    """Return for each row of a table the smallest true difference that its own test finds.

    Parameters
    ----------
    table
        Rows as `intervals.estimate` and `compare.arms` make them: with changed a difference of paired
        shares, with size and null a share, with size, before and after two independent shares, else a
        mean with se (and df).

    Returns
    -------
    numpy.ndarray
        Differences; infinite where none would be found, missing where nothing can be said: a mean whose
        deals all agree, or one deal.

    Examples
    --------
    >>> table = pd.DataFrame({"se": [0.0, 0.0, 1.0], "size": [40, np.nan, np.nan], "null": 0.25})
    >>> reach(table).round(2).tolist()
    [0.2, nan, 2.8]
    """
    se, size, changed, null, before, after = (
        _column(table, c) for c in ("se", "size", "changed", "null", "before", "after")
    )
    df = np.nan_to_num(_column(table, "df"), nan=math.inf)
    single = _column(table, "rows") == _column(table, "clusters")  # nothing to be estimated
    counted = size > 0
    change = counted & ~np.isnan(changed)
    gap = counted & ~change & ~np.isnan(before + after)
    share = counted & ~change & ~gap & ~np.isnan(null)
    mean = ~(change | gap | share) & (se > 0)
    found = np.full(len(table), np.nan)
    m, free = comparisons, np.where(single, math.inf, df)
    for rows, test, arguments in (
        (mean, visible, (se, df)),
        (change, visible_change, (size, changed, df)),
        (gap, visible_gap, ((before + after) / 2, size)),
        (share, visible_share, (null, size, free)),
    ):
        if rows.any():
            found[rows] = test(*(a[rows] for a in arguments), comparisons=m, level=level)
    return found


def _column(table: pd.DataFrame, name: str) -> Floats:
    """Return a column's figures; missing ones where the table has no such column."""
    if name not in table.columns:
        return np.full(len(table), np.nan)
    found: Floats = table[name].to_numpy(dtype=float)
    return found


def power_of(
    effect: npt.ArrayLike,
    se: npt.ArrayLike,
    df: npt.ArrayLike = math.inf,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
) -> Floats:
    """Return the probability that a true difference of `effect` is found, on either side.

    Examples
    --------
    >>> power_of(2.8, 1.0).round(2).item(), power_of(2.8, 1.0, comparisons=14).round(2).item()
    (0.8, 0.45)
    """
    from scipy.special import nctdtr, ndtr

    limit = corrected_quantile(comparisons, level, df)
    shift = np.asarray(effect, dtype=float) / np.asarray(se, dtype=float)
    df = np.asarray(df, dtype=float)
    finite = np.where(np.isfinite(df), df, 1.0)
    # where the far tail is too small to be worked out (NaN), it is nothing
    tails = nctdtr(finite, shift, -limit), nctdtr(finite, -shift, -limit)
    exact = sum(np.where(np.isnan(tail) & np.isfinite(shift), 0.0, tail) for tail in tails)
    normal = ndtr(shift - limit) + ndtr(-shift - limit)
    found: Floats = np.asarray(np.where(np.isfinite(df), exact, normal), dtype=float)
    return found


def needed(
    effect: float,
    sd: float,
    *,
    comparisons: int = 1,
    level: float = LEVEL,
    power: float = POWER,
) -> int:
    """Return how many independent deals find a mean difference of `effect` with probability `power`.

    Parameters
    ----------
    sd
        Standard deviation of the difference of a single deal.

    Examples
    --------
    >>> needed(5.0, 15.0), needed(5.0, 15.0, comparisons=14)
    (73, 132)
    """
    check_power(power)
    if sd <= 0 or effect == 0:
        raise BadValue(
            "power", "no number of deals shows an effect of 0, or is told without a spread"
        )
    plain = float(corrected_quantile(comparisons, level) + t_quantile(power, math.inf))
    count = max(2, math.ceil((plain * sd / effect) ** 2 - 1e-9))
    while visible(
        sd / count**0.5, count - 1, comparisons=comparisons, level=level, power=power
    ) > abs(effect):  # Student's quantiles ask for a few more
        count += 1
    return count


def check_power(power: float) -> None:
    """Refuse a power outside 0..1."""
    if not 0 < power < 1:
        raise BadValue("power", f"{power!r} is not between 0 and 1 (0.8 means 80 %)")
