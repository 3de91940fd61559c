"""Shares and means with intervals that respect that rows of one game or deal hang together.

The variance of a mean is cluster-robust with the bias-reduced correction (CR2); quantiles come from
Student's distribution with the Bell-McCaffrey degrees of freedom, so few or unequal clusters widen the
interval as they should. A share gets a score interval (Wilson's form) on its effective number of
observations, as Korn and Graubard do for surveys: it stays inside 0 and 1 and has width at both ends.
A difference of two shares on the same deals gets Tango's score interval, judged by the variance that a
difference would have itself: rare changes, and none at all, keep a width.

References
----------
Bell and McCaffrey (2002), Survey Methodology 28, 169-181. Korn and Graubard (1998), Survey Methodology
24, 193-201. Wilson (1927), Journal of the American Statistical Association 22, 209-212. Tango (1998),
Statistics in Medicine 17, 891-908.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue
from simkit.stats.frames import Codes, Floats, as_list, cluster_codes, codes, game_key, need

LEVEL = 0.95
FEW = 5  # wins and losses to be expected, with fewer the tail of a share is counted in full


def check_level(level: float) -> None:
    """Refuse a confidence level outside 0..1 (95 instead of 0.95, say)."""
    if not 0 < level < 1:
        raise BadValue("level", f"{level!r} is not between 0 and 1 (0.95 means 95 %)")


def t_quantile(p: float, df: npt.ArrayLike) -> Floats:
    """Return quantiles of Student's distribution; infinite degrees of freedom give the normal."""
    from scipy.special import stdtrit

    found: Floats = np.asarray(stdtrit(np.asarray(df, dtype=float), p), dtype=float)
    return found


def t_two_sided(t: npt.ArrayLike, df: npt.ArrayLike) -> Floats:
    """Return two-sided p-values of Student's distribution."""
    from scipy.special import stdtr

    found: Floats = 2 * np.asarray(stdtr(np.asarray(df, dtype=float), -np.abs(np.asarray(t))))
    return found


class Moments:
    """Means of groups with their cluster-robust standard errors; arrays with one entry per group.

    Attributes
    ----------
    n, clusters
        Rows, and independent units among them.
    mean, se, df
        Mean, CR2 standard error, Bell-McCaffrey degrees of freedom (NaN with fewer than two clusters).
    share_df
        The same for shares: with one row per cluster the spread of yes and no follows from their share,
        nothing is left to be estimated, and the normal distribution serves.
    square
        Mean of the squared values; missing for moments of cells.
    """

    square: Floats

    def __init__(self, values: Floats, groups: Codes, clusters: Codes, size: int) -> None:
        self._sum_up(*cells(values, groups, clusters), size)
        with np.errstate(invalid="ignore"):
            self.square = np.bincount(groups, np.asarray(values, dtype=float) ** 2, size) / self.n

    @classmethod
    def of_cells(cls, group: Codes, rows: Floats, sums: Floats, size: int) -> Moments:
        """Make moments of rows already summed by (group, cluster); see `cells`."""
        found = cls.__new__(cls)
        found._sum_up(group, rows, sums, size)
        return found

    def _sum_up(self, cell_group: Codes, cell_n: Floats, cell_sum: Floats, size: int) -> None:
        self.square = np.full(size, np.nan)
        self.n = np.bincount(cell_group, cell_n, size)
        self.clusters = np.bincount(cell_group, minlength=size)
        with np.errstate(divide="ignore", invalid="ignore"):
            self.mean: Floats = np.bincount(cell_group, cell_sum, size) / self.n
            share = cell_n / self.n[cell_group]
            weight2 = 1 / (self.n[cell_group] ** 2 * (1 - share))
            residual = cell_sum - self.mean[cell_group] * cell_n
            variance = np.bincount(cell_group, residual**2 * weight2, size)
            # Bell and McCaffrey: (trace Q)^2 / trace(Q^2) with Q the variance of the estimate under
            # independent rows; for a mean this collapses to sums over clusters.
            a = weight2 * cell_n**2 / self.n[cell_group]
            trace2 = np.bincount(cell_group, (cell_n / self.n[cell_group] ** 2) ** 2 - a**2, size)
            trace2 += np.bincount(cell_group, a, size) ** 2
            self.df: Floats = 1 / (self.n**2 * trace2)
        alone = self.clusters < 2
        self.se: Floats = np.where(alone, np.nan, np.sqrt(variance))
        self.df = np.where(alone, np.nan, self.df)
        self.share_df = np.where(alone | (self.n == self.clusters), np.inf, self.df)

    def mean_interval(self, level: float = LEVEL) -> tuple[Floats, Floats]:
        """Return lower and upper ends for means; NaN where there are fewer than two clusters."""
        half = t_quantile(0.5 + level / 2, self.df) * self.se
        return self.mean - half, self.mean + half

    def effective(self) -> Floats:
        """Return the number of independent yes-or-no observations that would be as precise.

        Clusters that all have the same share between 0 and 1 are taken as if one row of one cluster had
        come out otherwise. At 0 and 1, and with one cluster, every cluster counts as one observation.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            size = self.mean * (1 - self.mean) / np.maximum(self.se, 1 / self.n) ** 2
        blind = ~np.isfinite(size) | (size <= 0)
        return np.where(blind, self.clusters, size)

    def share_interval(self, level: float = LEVEL) -> tuple[Floats, Floats]:
        """Return lower and upper ends for shares, inside 0 and 1; 0..1 with fewer than two clusters."""
        size = self.effective()
        alone = self.clusters < 2
        t = t_quantile(0.5 + level / 2, self.share_df)
        with np.errstate(divide="ignore", invalid="ignore"):
            centre = (self.mean + t**2 / (2 * size)) / (1 + t**2 / size)
            half = t / (1 + t**2 / size)
            half *= np.sqrt(self.mean * (1 - self.mean) / size + t**2 / (4 * size**2))
        low = np.where(alone, 0.0, np.clip(centre - half, 0, 1))
        high = np.where(alone, 1.0, np.clip(centre + half, 0, 1))
        empty = self.n == 0
        return np.where(empty, np.nan, low), np.where(empty, np.nan, high)

    def difference_se(self) -> Floats:
        """Return standard errors of differences of shares; where all rows agree, of their size."""
        with np.errstate(divide="ignore", invalid="ignore"):
            alike = np.abs(self.mean) / np.sqrt(self.clusters)
            found: Floats = np.where(self.se == 0, np.maximum(alike, 1 / self.n), self.se)
        return found

    def changes(self) -> tuple[Floats, Floats]:
        """Return how many independent rows differences of shares are worth, and what part changed.

        How far the changes of a deal go together is taken from the rows, and from one deal more that
        changes as a whole: where few deals change, their rows are hardly trusted to be independent.
        """
        each = self.n / self.clusters
        apart = np.maximum(self.square - self.mean**2, 0)  # were the rows independent
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = self.n**2 / np.maximum(self.n - 1, 1) * apart
            trust = 1 / (1 + apart / each) ** 2  # of one deal more, the less the more deals change
            design = np.nan_to_num(self.n * self.se) ** 2 + trust * each**2
            design = design / (apart + trust * each)
        return self.n / design, np.maximum(self.square, np.abs(self.mean))

    def difference_interval(self, level: float = LEVEL) -> tuple[Floats, Floats]:
        """Return lower and upper ends for differences of shares; NaN with fewer than two clusters."""
        t, seen = t_quantile(0.5 + level / 2, self.df), self.changes()
        ends = []
        for far in (-1.0, 1.0):
            out, near = np.full(len(self.mean), far), self.mean.copy()
            for _ in range(40):  # halving: the test refuses what lies farther off
                middle = (out + near) / 2
                refused = np.abs(middle - self.mean) > t * difference_spread(
                    self.mean, middle, *seen
                )
                out, near = np.where(refused, middle, out), np.where(refused, near, middle)
            ends.append(np.where(np.isnan(t), np.nan, near))
        return ends[0], ends[1]

    def difference_p(self, null: npt.ArrayLike) -> Floats:
        """Return two-sided p-values of "the mean difference is `null`": the test the interval inverts."""
        expected = np.broadcast_to(np.asarray(null, dtype=float), self.mean.shape)
        spread = difference_spread(self.mean, expected, *self.changes())
        return t_two_sided((self.mean - expected) / spread, self.df)

    def mean_p(self, null: npt.ArrayLike) -> Floats:
        """Return two-sided p-values of "the mean is `null`"; where all deals agree, of the sign test."""
        gap = self.mean - np.asarray(null, dtype=float)
        agree = self.se <= 1e-12 * np.maximum(1, np.abs(self.mean))
        with np.errstate(divide="ignore", invalid="ignore"):
            p = t_two_sided(np.where(gap == 0, 0.0, gap / self.se), self.df)
        return np.where(agree & (gap != 0), 2.0 ** (1 - self.clusters), p)

    def share_p(self, null: npt.ArrayLike) -> Floats:
        """Return two-sided p-values of "the share is `null`", exact enough for three rows of a group.

        The larger one of two: the score test that the interval inverts, whose tails are too thin where
        few wins are expected, and the binomial test of as many observations.
        """
        expected = np.broadcast_to(np.asarray(null, dtype=float), self.mean.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (self.mean - expected) * np.sqrt(self.effective() / (expected * (1 - expected)))
        score = t_two_sided(t, self.share_df)
        exact = binomial_p(self.mean, self.observations(), expected, self.share_df)
        return np.where(self.clusters < 2, 1.0, np.fmax(score, exact))

    def observations(self) -> Floats:
        """Return the number of yes-or-no observations of the binomial test: rows where none depend."""
        return np.where(self.n == self.clusters, self.n, self.effective())


def difference_spread(mean: Floats, null: Floats, rows: Floats, changed: Floats) -> Floats:
    """Return standard errors of a difference of paired shares, were `null` the true one (Tango).

    So many rows as are seen have changed for the better or the worse, but at least so many more for
    the better that `null` comes about.
    """
    size, along = np.abs(null), np.where(null < 0, -mean, mean)
    worse, better = (np.maximum(0, changed + side * along) / 2 for side in (-1, 1))
    slope = (2 - better + worse) * size - better - worse
    least = (np.sqrt(slope**2 + 8 * worse * size * (1 - size)) - slope) / 4
    with np.errstate(divide="ignore"):
        found: Floats = np.sqrt(np.maximum((2 * least + size * (1 - size)) / rows, 1 / rows**2))
    return found


def binomial_p(share: Floats, size: Floats, null: Floats, df: npt.ArrayLike = np.inf) -> Floats:
    """Return two-sided p-values of a share of `size` observations (twice the smaller tail).

    Shares and sizes may lie between whole numbers (shared wins, dependent rows); with finite degrees of
    freedom the tail is Student's.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26, 404-413, with the effective number of observations of Korn
    and Graubard (1998); Lancaster (1961), Journal of the American Statistical Association 56, 223-234
    (mid-p).

    Examples
    --------
    >>> binomial_p(np.array([0.0, 1.0]), np.array([20.0, 3.0]), np.array([0.25, 0.25])).round(4).tolist()
    [0.0063, 0.0312]
    """
    from scipy.special import ndtri

    won, lost = share * size, (1 - share) * size
    p = np.clip(2 * np.minimum(so_few(won, lost, null), so_few(lost, won, 1 - null)), 0, 1)
    return np.where(np.isinf(np.asarray(df)), p, t_two_sided(ndtri(p / 2), df))


def so_few(won: Floats, lost: Floats, null: Floats) -> Floats:
    """Return the chance of so few wins or fewer: the tail of the binomial test.

    Where five or more wins and losses are to be expected, half of the chance of the very number is left
    out (mid-p): the exact tail would be needlessly careful there.

    Examples
    --------
    >>> so_few(np.array([0.0, 20.0]), np.array([12.0, 80.0]), np.array([0.25, 0.25])).round(4).tolist()
    [0.0317, 0.1242]
    """
    from scipy.special import betainc

    with np.errstate(invalid="ignore"):
        tail = np.where(lost <= 0, 1.0, betainc(np.maximum(lost, 1e-9), won + 1, 1 - null))
        fewer = np.where(won <= 0, 0.0, betainc(lost + 1, np.maximum(won, 1e-9), 1 - null))
    many = (won + lost) * null * (1 - null) >= FEW
    return np.where(many, (tail + fewer) / 2, tail)


def cells(values: Floats, groups: Codes, clusters: Codes) -> tuple[Codes, Floats, Floats]:
    """Sum the rows of each (group, cluster): its group, its rows, the sum of its values."""
    width = int(clusters.max()) + 1 if len(clusters) else 1
    cell, place = np.unique(groups * width + clusters, return_inverse=True)
    rows = np.bincount(place, minlength=len(cell)).astype(float)
    sums = np.bincount(place, values, len(cell)).astype(float)
    return (cell // width).astype(np.int64), rows, sums


def estimate(
    frame: pd.DataFrame,
    value: str,
    by: str | Iterable[str] = (),
    *,
    share: bool = False,
    difference: bool = False,
    null: str | float | None = None,
    level: float = LEVEL,
    table: str = "seats",
) -> pd.DataFrame:
    """Estimate the mean (or share) of a column, per group, with an interval that respects deals.

    Parameters
    ----------
    frame
        Rows with a ``game_id``; with a column ``deal``, games of one deal are taken as dependent.
    value
        Column to average; rows where it is missing are left out.
    by
        Columns to group by; rows where one of them is missing (does not apply) are left out.
    share
        Whether the values are shares between 0 and 1: other interval, see the module.
    difference
        Whether they are differences of two such shares, between -1 and 1.
    null
        Value, or column whose mean is the value, that the p-value asks about.
    level
        Confidence level.

    Returns
    -------
    pandas.DataFrame
        The columns of `by`, then rows, games, clusters, estimate, se, df, low, high (and null, p). For
        shares and differences of shares also size: as how many independent observations they count in
        tests; for differences changed: the part of these that changed to either side.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 1, 2, 3], "seat": 0, "win_share": [0.0, 1, 1, 1]})
    >>> estimate(seats, "win_share", share=True)[["games", "estimate", "low", "high"]].round(2)
       games  estimate   low  high
    0      4      0.75  0.26  0.96
    """
    check_level(level)
    groups = as_list(by)
    wanted = [*groups, value, *([null] if isinstance(null, str) else [])]
    need(frame, [*game_key(frame), *wanted], table)
    part = frame.dropna(subset=wanted)
    if part.empty:
        raise BadValue(f"table `{table}`", f"no row has a value in all of {', '.join(wanted)}")
    number = codes(part, groups)
    size = int(number.max()) + 1
    values = part[value].to_numpy(dtype=float)
    if share and (values.min() < 0 or values.max() > 1):
        raise BadValue(value, "a share must lie between 0 and 1")
    moments = Moments(values, number, cluster_codes(part), size)
    low, high = _interval(moments, share, difference, level)
    found = part.iloc[pd.Series(number).drop_duplicates().index][groups].reset_index(drop=True)
    found["rows"] = moments.n.astype(int)
    game = codes(part, game_key(part))
    found["games"] = np.bincount(cells(values, number, game)[0], minlength=size)
    found["clusters"] = moments.clusters
    found["estimate"] = moments.mean
    found["se"] = moments.difference_se() if difference else moments.se
    found["df"] = moments.df
    found["low"], found["high"] = low, high
    if difference:
        found["size"], found["changed"] = moments.changes()
    elif share:
        found["size"] = moments.observations()
    if null is not None:
        expected = np.full(size, null, dtype=float) if not isinstance(null, str) else None
        if expected is None:
            total = np.bincount(number, part[str(null)].to_numpy(dtype=float), size)
            expected = total / moments.n
        found["null"] = expected
        found["p"] = _p(moments, share, difference, expected)
    return found.sort_values(groups, ignore_index=True) if groups else found


def covariance(frame: pd.DataFrame, value: str, by: str | Iterable[str]) -> Floats:
    """Return the covariance matrix of the means of groups, in the order of the rows of `estimate`.

    Groups that stand in the same deals (arms of a comparison) vary together.

    Examples
    --------
    >>> rows = pd.DataFrame({"game_id": range(6), "deal": [0, 1, 2] * 2, "arm": list("aaabbb"),
    ...     "gap": [1.0, 2, 3, 2, 4, 6]})
    >>> covariance(rows, "gap", "arm").round(2).tolist()
    [[0.33, 0.67], [0.67, 1.33]]
    """
    groups = as_list(by)
    need(frame, [*game_key(frame), *groups, value])
    part = frame.dropna(subset=[*groups, value]).reset_index(drop=True)
    first = part[groups].drop_duplicates().sort_values(groups)
    number = codes(part, groups)
    rank = np.empty(len(first), dtype=np.int64)
    rank[number[first.index]] = np.arange(len(first))
    unit, values = cluster_codes(part), part[value].to_numpy(dtype=float)
    group, size = rank[number], len(first)
    count = np.bincount(group, minlength=size).astype(float)
    width = int(unit.max()) + 1
    cell = group * width + unit
    rows = np.bincount(cell, minlength=size * width).reshape(size, width)
    mean = np.bincount(group, values, size) / count
    sums = np.bincount(cell, values - mean[group], size * width).reshape(size, width)
    with np.errstate(divide="ignore", invalid="ignore"):
        off = sums / count[:, None] / np.sqrt(1 - rows / count[:, None])
    found: Floats = off @ off.T
    return found


def _interval(
    moments: Moments, share: bool, difference: bool, level: float
) -> tuple[Floats, Floats]:
    if difference:
        return moments.difference_interval(level)
    return moments.share_interval(level) if share else moments.mean_interval(level)


def _p(moments: Moments, share: bool, difference: bool, null: Floats) -> Floats:
    if difference:
        return moments.difference_p(null)
    return moments.share_p(null) if share else moments.mean_p(null)


def jackknife(
    replicates: npt.ArrayLike, whole: npt.ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats, Floats]:
    """Interval of any statistic from its values with one group of games left out at a time.

    Parameters
    ----------
    replicates
        One row per left-out group (groups of about equal size, whole deals each), one column per
        statistic.
    whole
        The statistics of all games.

    Returns
    -------
    tuple of arrays
        Standard error, lower and upper end.
    """
    values = np.asarray(replicates, dtype=float)
    count = len(values)
    centre = np.asarray(whole, dtype=float)
    with np.errstate(invalid="ignore"):
        se: Floats = np.sqrt(
            (count - 1) / count * ((values - values.mean(axis=0)) ** 2).sum(axis=0)
        )
    half = t_quantile(0.5 + level / 2, count - 1) * se
    return se, centre - half, centre + half
