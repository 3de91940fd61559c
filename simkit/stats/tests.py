"""Tests of who won, honest for twenty rows at 10 %: exact, or with the variance under the null.

A variance that is estimated from few wins is near 0 where all of them happen to agree, and a test that
divides by it then calls chance a finding. Here the variance is the one that follows from the hypothesis,
and for few rows the distribution itself is worked out.
"""

from __future__ import annotations

import numpy as np

from simkit.core.errors import BadValue
from simkit.stats.frames import Codes, Floats
from simkit.stats.intervals import Moments, t_two_sided
from simkit.stats.permutations import permuted_p

LEAST = 5  # deals on either side of a contrast; with fewer there is no test
EXACT = 1_000  # outcomes up to which their sum's distribution is worked out in full


def sum_p(total: float, chances: Floats) -> float:
    """Return the two-sided p-value of a number of wins with these chances (Poisson-binomial).

    Exact up to 1,000 chances, from there the refined normal approximation.

    Parameters
    ----------
    total
        Wins; a number that shared wins leave between two whole ones is taken for the one that is nearer
        to what was to be expected.
    chances
        Chance of each to win, 0..1.

    References
    ----------
    Hong (2013), Computational Statistics and Data Analysis 59, 41-51: the distribution by its
    characteristic function, and the approximation.

    Examples
    --------
    >>> round(sum_p(0, np.full(20, 0.25)), 4)
    0.0063
    """
    p = np.asarray(chances, dtype=float)
    if p.size and (p.min() < 0 or p.max() > 1):
        raise BadValue("chances", "must lie between 0 and 1")
    variance = float((p * (1 - p)).sum())
    if variance == 0:
        return 1.0
    at_most, at_least = np.ceil(total - 1e-9), np.floor(total + 1e-9)
    if len(p) <= EXACT:
        mass = _poisson_binomial(p)
        low = mass[: max(0, int(at_most) + 1)].sum()
        high = mass[max(0, int(at_least)) :].sum()
    else:
        skew = float((p * (1 - p) * (1 - 2 * p)).sum()) / variance**1.5
        low = _refined((at_most + 0.5 - p.sum()) / variance**0.5, skew)
        high = _refined(-(at_least - 0.5 - p.sum()) / variance**0.5, -skew)
    return float(np.clip(2 * min(low, high), 0, 1))


def _poisson_binomial(p: Floats) -> Floats:
    """Return the probabilities of 0, 1, ... n wins."""
    n = len(p) + 1
    turn = np.exp(-2j * np.pi * np.arange(n // 2 + 1) / n)
    half = np.ones(len(turn), dtype=complex)
    for part in np.array_split(p, max(1, len(p) // 64)):
        half *= np.prod(1 + part[:, None] * (turn - 1), axis=0)
    found: Floats = np.clip(np.fft.irfft(half, n), 0, 1)
    return found


def _refined(x: float, skew: float) -> float:
    """Return the lower tail at x of a standardised sum with some skewness."""
    from scipy.special import ndtr

    bump = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    return float(np.clip(ndtr(x) + skew * (1 - x**2) * bump / 6, 0, 1))


def wins_against_chances(
    wins: Floats, chances: Floats, groups: Codes, games: Codes, clusters: Codes
) -> tuple[Floats, Floats]:
    """Test for each group of seats whether it wins more or less than its chances say.

    Seats of one game share one win, so a game counts once, with the sum of its chances. Chances that were
    estimated may sum to more than 1 in a game: its wins are compared with that sum, as otherwise a group
    that most seats belong to would seem to win too much. Games of one deal may resemble each other: how
    much is estimated over all groups together.

    Parameters
    ----------
    wins, chances
        Share of the win, and the chance under the null, per seat.
    groups, games, clusters
        Numbers (0, 1, 2 ...) of group, game and independent unit (deal) per seat.

    Returns
    -------
    tuple of arrays
        Two-sided p-value, and the standard deviation under the null of the mean of wins less chances;
        one entry per group. The p-value of a group with fewer than two clusters is missing.

    References
    ----------
    Score test with the pooled working correlation of Liang and Zeger (1986), Biometrika 73, 13-22; tails
    from the Poisson-binomial distribution, see `sum_p`.

    Examples
    --------
    >>> alone = np.arange(20)
    >>> p, sd = wins_against_chances(np.zeros(20), np.full(20, 0.25), alone * 0, alone, alone)
    >>> p.round(4).tolist(), sd.round(3).tolist()
    ([0.0063], [0.097])
    """
    size = int(groups.max()) + 1
    unit, place = np.unique(groups * (int(games.max()) + 1) + games, return_inverse=True)
    group = unit // (int(games.max()) + 1)
    cluster = np.zeros(len(unit), dtype=np.int64)
    cluster[place] = clusters
    won = np.bincount(place, wins)
    expected = np.bincount(place, np.clip(chances, 0, 1))
    chance = np.minimum(expected, 1)
    variance = chance * (1 - chance)
    cell, where = np.unique(group * (int(cluster.max()) + 1) + cluster, return_inverse=True)
    of_cell = cell // (int(cluster.max()) + 1)
    shared = np.bincount(where, np.sqrt(variance)) ** 2 - np.bincount(where, variance)
    residual = won - expected
    seen = np.bincount(where, residual) ** 2 - np.bincount(where, residual**2)
    alike = float(np.clip(seen.sum() / shared.sum(), 0, 1)) if shared.sum() > 1e-9 else 0.0
    plain = np.bincount(group, variance, size)
    whole = plain + alike * np.maximum(np.bincount(of_cell, shared, size), 0)
    units = np.bincount(of_cell, minlength=size)
    p = np.where(units > 1, 1.0, np.nan)
    for k in np.flatnonzero((plain > 0) & (units > 1)):
        mine = group == k
        p[k] = _widened(
            sum_p(float((won - expected + chance)[mine].sum()), chance[mine]),
            whole[k] / plain[k],
            units[k] - 1,
        )
    return p, np.sqrt(whole) / np.maximum(np.bincount(groups, minlength=size), 1)


def _widened(p: float, design: float, df: float) -> float:
    """Return a p-value whose statistic has in truth a variance `design` times as large."""
    from scipy.special import ndtri

    if design <= 1 or p >= 1:
        return p
    return float(t_two_sided(ndtri(p / 2) / np.sqrt(design), df))


def against_rest(values: Floats, groups: Codes, clusters: Codes) -> Floats:
    """Test for each group whether its mean differs from the mean of all other rows; return p-values.

    The mean of all rows contains the group, so a comparison with it forgets that both move together. The
    p-value is the larger one of two: that of Welch's test, which allows for unequal spreads, and that of
    `contrast`, which does not take a group for certain whose few rows happen to agree.

    Parameters
    ----------
    values, groups, clusters
        Value, number of the group and of the independent unit (deal) per row.

    Returns
    -------
    numpy.ndarray
        One p-value per group, 1 for a group that has all rows, missing where it or the rest has fewer
        than five clusters.

    References
    ----------
    Welch (1947), Biometrika 34, 28-35, with cluster-robust variances (CR2) of both means and their
    covariance over the clusters that have rows of both.

    Examples
    --------
    >>> values = np.array([5.0, 6, 5, 6, 5, 1, 2, 1, 2, 1])
    >>> against_rest(values, np.repeat([0, 1], 5), np.arange(10)).round(4).tolist()
    [0.0079, 0.0079]
    """
    size = int(groups.max()) + 1
    units = int(clusters.max()) + 1
    p = np.full(size, np.nan)
    for k in range(size):
        inside = groups == k
        if inside.all():
            p[k] = 1.0
        elif inside.any():
            p[k] = np.maximum(
                _welch(values, inside, clusters, units), contrast(values, inside, clusters)
            )
    return p


def _welch(values: Floats, inside: np.ndarray, clusters: Codes, units: int) -> float:
    """Return the p-value of equal means inside and outside; NaN with one cluster on either side."""
    both = Moments(values, (~inside).astype(np.int64), clusters, 2)
    gap = both.mean[0] - both.mean[1]
    if both.clusters.min() < 2 or gap == 0:
        return 1.0 if gap == 0 else np.nan
    off = []
    for mean, mine in zip(both.mean, (inside, ~inside), strict=True):
        residual = np.bincount(clusters[mine], values[mine] - mean, units)
        off.append(residual / mine.sum())
    own = both.se**2
    spread = max(float(own.sum() - 2 * off[0] @ off[1]), 1e-300)
    df = own.sum() ** 2 / max(float((own**2 / both.df).sum()), 1e-300)
    return float(t_two_sided(gap / spread**0.5, df))


def contrast(
    values: Floats, inside: np.ndarray, clusters: Codes, strata: Codes | None = None
) -> float:
    """Test whether some of a group's games go otherwise than the rest; return the p-value.

    Where a deal is wholly inside or outside, deals are permuted. Where deals have games on both sides the
    sum inside is compared with its variance and skewness under the null. NaN with fewer than five deals
    on either side.

    Parameters
    ----------
    values
        Share of the win per seat, or another figure.
    inside
        Whether the condition holds, per seat.
    clusters
        Number of the independent unit (deal) per seat.
    strata
        Number of what is not to be compared with each other, per seat: games of two and of four players
        have unequal fair shares, and are permuted apart.

    References
    ----------
    Fisher's exact test (two times the smaller tail), see `permutations.permuted_p`.

    Examples
    --------
    >>> wins, inside = np.repeat([0.0, 1, 0], [20, 20, 60]), np.arange(100) < 20
    >>> round(contrast(wins, inside, np.arange(100)), 4)
    0.0132
    """
    size = int(clusters.max()) + 1
    rows = np.bincount(clusters, minlength=size)
    within = np.bincount(clusters, inside, size)
    if (within > 0).sum() < LEAST or (rows > within).sum() < LEAST:
        return float("nan")
    kind = np.zeros(len(values), dtype=np.int64) if strata is None else strata
    residual, centred = _less_mean(values, kind), _less_mean(inside.astype(float), kind)
    if np.abs(residual).max() < 1e-12 or np.abs(centred).max() < 1e-12:
        return 1.0
    of_deal = np.zeros(size, dtype=np.int64)
    of_deal[clusters] = kind
    if ((within == 0) | (within == rows)).all() and (of_deal[clusters] == kind).all():
        there = rows > 0
        sums = np.bincount(clusters, residual, size).astype(np.float64)[there]
        return permuted_p(sums, within[there] > 0, of_deal[there])
    return _scored(residual, centred, clusters, rows)


def _less_mean(values: Floats, kind: Codes) -> Floats:
    """Return values less the mean of their kind."""
    found: Floats = values - (np.bincount(kind, values) / np.maximum(np.bincount(kind), 1))[kind]
    return found


def _scored(residual: Floats, contrast: Floats, clusters: Codes, rows: Codes) -> float:
    """Compare a contrast within deals with its spread under the null, equally correlated rows."""
    variance = float(residual @ residual) / (len(residual) - 1)
    pairs = float((rows * (rows - 1)).sum())
    alike = (np.bincount(clusters, residual) ** 2).sum() - residual @ residual
    alike = float(np.clip(alike / pairs / variance, -0.99 / max(1, rows.max() - 1), 0.99))
    squares = float(contrast @ contrast)
    crossed = float((np.bincount(clusters, contrast) ** 2).sum()) - squares
    spread = variance * (squares + alike * crossed)
    skew = float((residual**3).mean() * (contrast**3).sum()) / spread**1.5
    return _skewed_p(contrast @ residual / np.sqrt(spread), skew, (rows > 0).sum() - 1)


def _skewed_p(score: float, skew: float, df: float) -> float:
    """Return twice the smaller tail of a standardised sum with some skewness (Pearson's type III)."""
    from scipy.special import gammainc, gammaincc, ndtri

    if abs(skew) < 0.01:
        return float(t_two_sided(score, df))
    shape = 4 / skew**2
    at = max(0.0, shape + np.sign(skew) * score * shape**0.5)
    p = min(1.0, 2 * float(min(gammainc(shape, at), gammaincc(shape, at))))
    return float(t_two_sided(ndtri(p / 2), df)) if p > 0 else 0.0
