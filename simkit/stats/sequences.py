"""Intervals that hold at every look: for whatever is watched while it grows.

A fixed interval may be looked at once. These may be looked at after every game, and one may stop when one
likes: the truth lies in all of them together with the level. The price is width, some 1.5 times that of
the fixed interval where they are tightest. Where looks are few and planned, `planning.boundaries` (group
sequential limits) costs less.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.frames import Floats, as_list, cluster_codes, codes
from simkit.stats.intervals import LEVEL, Moments, check_level, estimate

LEAST = 8  # independent deals before anything is said: means of fewer are not normal enough
TIGHTEST = 200  # deals at which the intervals are tightest, if nothing else is asked for


def mixture_width(tightest: int = TIGHTEST, level: float = LEVEL) -> float:
    """Return the variance of the normal mixture, in squared standard deviations of one deal.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Annals of Statistics 52, 2613-2640, appendix:
    the mixture that makes the sequence tightest after a given number of observations.

    Examples
    --------
    >>> round(mixture_width(200), 4)
    0.0397
    """
    check_level(level)
    if tightest < 1:
        raise BadValue("tightest", "a number of deals")
    alpha = 1 - level
    return float((-2 * np.log(alpha) + np.log(-2 * np.log(alpha) + 1)) / tightest)


def evidence(t: npt.ArrayLike, deals: npt.ArrayLike, df: npt.ArrayLike, width: float) -> Floats:
    """Return how many times better a mixture of differences explains a t statistic than no difference.

    Under no difference the chance that it ever exceeds 1 / alpha is at most alpha, for normal deals of
    unknown variance; with fewer than eight deals it is 1.

    References
    ----------
    Lai (1976), Annals of Statistics 4, 265-280; Wang and Ramdas (2025), Sequential Analysis 44, 56-110
    (the t statistic under a normal mixture of effect sizes).

    Examples
    --------
    >>> evidence([0.0, 5.0], 100, 99, 0.04).round(2).tolist()
    [0.45, 2950.75]
    """
    count, nu = np.asarray(deals, dtype=float), np.asarray(df, dtype=float)
    square = np.asarray(t, dtype=float) ** 2
    spread = 1 + count * width
    with np.errstate(invalid="ignore", over="ignore"):
        log = (nu + 1) / 2 * (np.log1p(square / nu) - np.log1p(square / nu / spread))
        found: Floats = np.exp(np.minimum(log - np.log(spread) / 2, 700))
    return np.where((count < LEAST) | np.isnan(found), 1.0, found)


def mean_limits(
    deals: npt.ArrayLike, df: npt.ArrayLike, *, level: float = LEVEL, tightest: int = TIGHTEST
) -> Floats:
    """Return how many standard errors a mean may be off at any look; infinite with too few deals.

    Examples
    --------
    >>> mean_limits([4, 8, 50, 200, 2000], [3, 7, 49, 199, 1999]).round(2).tolist()
    [inf, inf, 3.49, 3.07, 3.25]
    """
    count, nu = np.asarray(deals, dtype=float), np.asarray(df, dtype=float)
    spread = 1 + count * mixture_width(tightest, level)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        ratio = np.exp(2 / (nu + 1) * (np.log(spread) / 2 - np.log(1 - level)))
        square = nu * (ratio - 1) / (1 - ratio / spread)
        found: Floats = np.sqrt(np.where(ratio < spread, square, np.inf))
    return np.where((count < LEAST) | np.isnan(found), np.inf, found)


def share_interval(
    share: npt.ArrayLike,
    observations: npt.ArrayLike,
    *,
    level: float = LEVEL,
    tightest: int = TIGHTEST,
) -> tuple[Floats, Floats]:
    """Return ends of a sequence for shares: exact for independent outcomes between 0 and 1.

    Parameters
    ----------
    observations
        How many independent outcomes the share rests on (the effective number, where they depend).

    References
    ----------
    Robbins (1970), Annals of Mathematical Statistics 41, 1397-1409: a beta mixture of binomial
    likelihoods. It holds for outcomes in 0..1 as the likelihood ratio is convex in the outcome.

    Examples
    --------
    >>> low, high = share_interval([0.25, 0.25], [20, 2000])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.031, 0.219], [0.672, 0.282])
    """
    mean = np.atleast_1d(np.asarray(share, dtype=float))
    count = np.atleast_1d(np.asarray(observations, dtype=float))
    low, high = np.where(np.isnan(mean), np.nan, 0.0), np.where(np.isnan(mean), np.nan, 1.0)
    bound, inside = np.log(1 / (1 - level)), mean.copy()
    known = np.isfinite(mean) & (count > 0)
    for end, side in ((low, 0.0), (high, 1.0)):
        out, near = np.full(len(mean), side), inside.copy()
        for _ in range(50):  # halving: the evidence falls towards the share itself
            middle = (out + near) / 2
            beyond = _share_evidence(mean, count, middle, tightest) > bound
            out, near = np.where(beyond, middle, out), np.where(beyond, near, middle)
        end[known] = np.where(np.abs(out - side) < 1e-9, side, out)[known]
    return low, high


def _share_evidence(mean: Floats, count: Floats, null: npt.ArrayLike, tightest: int) -> Floats:
    """Return the logarithm of a beta mixture's likelihood over that of the share `null`."""
    from scipy.special import betaln, xlog1py, xlogy

    p = np.asarray(null, dtype=float)
    weight = tightest / 8  # the prior's observations: a mixture about as wide as is useful by then
    a, b = weight * p, weight * (1 - p)
    edge = (p <= 0) | (p >= 1)
    won, lost = mean * count, (1 - mean) * count
    with np.errstate(divide="ignore", invalid="ignore"):
        log = betaln(np.where(edge, 1, a) + won, np.where(edge, 1, b) + lost)
        log = log - betaln(np.where(edge, 1, a), np.where(edge, 1, b))
        log = log - xlogy(won, p) - xlog1py(lost, -p)
    impossible = ((p <= 0) & (won > 0)) | ((p >= 1) & (lost > 0))
    found: Floats = np.where(impossible, np.inf, np.where(edge, 0.0, log))
    return found


def watched(
    frame: pd.DataFrame,
    value: str,
    by: str | Iterable[str] = (),
    *,
    share: bool = False,
    difference: bool = False,
    null: float | None = None,
    level: float = LEVEL,
    tightest: int = TIGHTEST,
) -> pd.DataFrame:
    """Estimate a mean or share of a run that is still growing, by deals; look as often as you like.

    Parameters
    ----------
    share, difference
        As in `intervals.estimate`.
    null
        Value that the p-value asks about; it, too, may be looked at again and again.
    tightest
        Number of deals at which the intervals shall be tightest: about as many as one expects to need.

    Returns
    -------
    pandas.DataFrame
        The columns of `intervals.estimate`; ends are infinite (0 and 1 for shares) while there are fewer
        than eight deals.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(40), "win_share": [0.0, 0, 0, 1] * 10})
    >>> watched(seats, "win_share", share=True)[["games", "estimate", "low", "high"]].round(2)
       games  estimate   low  high
    0     40      0.25  0.07  0.52
    """
    groups = as_list(by)
    table = estimate(
        frame, value, groups, share=share, difference=difference, null=null, level=level
    )
    if share:
        size = _effective(frame, value, groups)
        table["low"], table["high"] = share_interval(
            table["estimate"], size, level=level, tightest=tightest
        )
        few = table["clusters"] < LEAST
        table.loc[few, "low"], table.loc[few, "high"] = 0.0, 1.0
        if null is not None:
            log = _share_evidence(table["estimate"].to_numpy(), size, null, tightest)
            table["p"] = np.where(few, 1.0, np.minimum(1, np.exp(-np.maximum(log, 0))))
        return table
    width = mixture_width(tightest, level)
    half = mean_limits(table["clusters"], table["df"], level=level, tightest=tightest) * table["se"]
    half = half.fillna(np.inf)
    table["low"], table["high"] = table["estimate"] - half, table["estimate"] + half
    if null is not None:
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(table["estimate"] == null, 0, (table["estimate"] - null) / table["se"])
        seen = evidence(t, table["clusters"], table["df"], width)
        agree = (table["se"] <= 1e-12 * np.maximum(1, table["estimate"].abs())) & (t != 0)
        deals = table["clusters"].to_numpy(dtype=float)
        signs = _share_evidence(
            np.ones(len(table)), deals, 0.5, tightest
        )  # they tell where all agree
        signs = np.where(deals < LEAST, 0, signs)
        table["p"] = np.where(agree, np.exp(-np.maximum(signs, 0)), np.minimum(1, 1 / seen))
    return table


def _effective(frame: pd.DataFrame, value: str, groups: list[str]) -> Floats:
    """Return effective numbers of observations, in the order of `estimate`'s rows."""
    part = frame.dropna(subset=[*groups, value])
    number = codes(part, groups)
    moments = Moments(
        part[value].to_numpy(dtype=float), number, cluster_codes(part), int(number.max()) + 1
    )
    # never more than rows: a share that goes against chance within deals is no licence to look more often
    size = np.minimum(moments.effective(), moments.n)
    if not groups:
        return size
    first = part.iloc[pd.Series(number).drop_duplicates().index][groups]
    found: Floats = first.assign(_size=size).sort_values(groups)["_size"].to_numpy(dtype=float)
    return found
