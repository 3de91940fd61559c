"""Which difference would be found, and how many games that takes, for the test that is used.

The test that is used is corrected over its family (Holm), whose first step asks for a p-value below
``(1 - level) / comparisons``. A promise of power that forgets the correction promises too much.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from simkit.core.errors import BadValue
from simkit.stats.frames import Floats
from simkit.stats.intervals import LEVEL, check_level, t_quantile

POWER = 0.8


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
