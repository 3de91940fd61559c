"""Tests of who won, honest for twenty rows at 10 %: exact, or with the variance under the null.

A variance that is estimated from few wins is near 0 where all of them happen to agree, and a test that
divides by it then calls chance a finding. Here the variance is the one that follows from the hypothesis,
and for few rows the distribution itself is worked out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simkit.core.errors import BadValue
from simkit.stats.frames import Codes, Floats
from simkit.stats.intervals import Moments, t_two_sided

LEAST = 5  # deals on either side of a contrast; with fewer there is no test
EXACT = 1_000  # outcomes up to which their sum's distribution is worked out in full
DRAWS = 20_000  # permutations where they cannot be counted
COUNTED = 100_000  # ways to choose the rarer outcomes up to which permutations are counted
KINDS = 40  # different outcomes of deals up to which they are drawn


def sum_p(total: float, chances: Floats) -> float:
    """Return the two-sided p-value of a number of wins with these chances (Poisson-binomial).

    Exact up to 1,000 chances, from there the refined normal approximation.

    Parameters
    ----------
    total
        Wins; shared wins make parts of 1, which only makes the test more careful.
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
    at_most, at_least = np.floor(total + 1e-9), np.ceil(total - 1e-9)
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

    The mean of all rows contains the group, so a comparison with it forgets that both move together.

    Parameters
    ----------
    values, groups, clusters
        Value, number of the group and of the independent unit (deal) per row.

    Returns
    -------
    numpy.ndarray
        One p-value per group, by Student's distribution with Welch's degrees of freedom; 1 for a group
        that has all rows, missing where it or the rest has fewer than two clusters.

    References
    ----------
    Welch (1947), Biometrika 34, 28-35, with cluster-robust variances (CR2) of both means and their
    covariance over the clusters that have rows of both.

    Examples
    --------
    >>> p = against_rest(np.array([5.0, 6, 5, 6, 1, 2, 1, 2]), np.repeat([0, 1], 4), np.arange(8))
    >>> p.round(4).tolist()
    [0.0001, 0.0001]
    """
    size = int(groups.max()) + 1
    units = int(clusters.max()) + 1
    p = np.full(size, np.nan)
    for k in range(size):
        inside = groups == k
        if inside.all():
            p[k] = 1.0
        elif inside.any():
            p[k] = _welch(values, inside, clusters, units)
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


def contrast(wins: Floats, inside: np.ndarray, clusters: Codes, *, seed: int = 1) -> float:
    """Test whether some of a group's games go otherwise than the rest; return the p-value.

    Where a deal is wholly inside or outside, deals are permuted: all permutations are counted where the
    deals have few different outcomes, else 20,000 are drawn. Where deals have games on both sides the
    sum of wins inside is compared with its variance under the null. NaN with fewer than five deals on
    either side.

    Parameters
    ----------
    wins
        Share of the win per seat.
    inside
        Whether the condition holds, per seat.
    clusters
        Number of the independent unit (deal) per seat.

    References
    ----------
    Fisher's exact test (two times the smaller tail); Phipson and Smyth (2010), Statistical Applications
    in Genetics and Molecular Biology 9, article 39, for the p-value of drawn permutations.

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
    residual = wins - wins.mean()
    if np.abs(residual).max() < 1e-12:
        return 1.0
    if ((within == 0) | (within == rows)).all():
        there = rows > 0
        sums = np.bincount(clusters, residual, size).astype(np.float64)[there]
        return _permuted(sums, within[there] > 0, seed)
    return _scored(residual, inside - inside.mean(), clusters, rows)


def _permuted(sums: Floats, inside: np.ndarray, seed: int) -> float:
    """Compare the sum inside with those of permutations of the deals."""
    values, kind = np.unique(sums.round(9), return_inverse=True)
    count, many = np.bincount(kind), int(inside.sum())
    if len(values) > KINDS:
        spread = sums.var(ddof=1) * many * (1 - many / len(sums))
        off = sums[inside].sum() - many * sums.mean()
        return float(t_two_sided(off / np.sqrt(spread), len(sums) - 2))
    here = float(np.bincount(kind[inside], minlength=len(values)) @ values)
    usual = int(count.argmax())  # what is left of the choice is of the most frequent kind
    others = np.arange(len(values)) != usual
    tops = np.minimum(count[others], many)
    if np.prod(tops + 1.0) <= COUNTED:
        chosen = np.stack([k.ravel() for k in np.indices(tops + 1)], axis=1)
        rest = many - chosen.sum(axis=1)
        chosen, rest = (k[(rest >= 0) & (rest <= count[usual])] for k in (chosen, rest))
        log = _ways(count[others], chosen).sum(axis=1) + _ways(count[usual], rest)
        mass = np.exp(log - log.max())
        total = chosen @ values[others] + rest * values[usual]
        low, high = mass[total <= here + 1e-6].sum(), mass[total >= here - 1e-6].sum()
        return float(min(1.0, 2 * min(low, high) / mass.sum()))
    rng = np.random.default_rng(seed)
    drawn = rng.multivariate_hypergeometric(count, many, DRAWS) @ values
    smaller = min((drawn <= here + 1e-6).sum(), (drawn >= here - 1e-6).sum())
    return float(min(1.0, 2 * (smaller + 1) / (DRAWS + 1)))


def _ways(n: npt.ArrayLike, k: Codes) -> Floats:
    """Return the logarithm of the number of ways to choose k of n."""
    from scipy.special import gammaln

    many = np.asarray(n, dtype=float)
    found: Floats = gammaln(many + 1) - gammaln(k + 1.0) - gammaln(many - k + 1)
    return found


def _scored(residual: Floats, contrast: Floats, clusters: Codes, rows: Codes) -> float:
    """Compare a contrast within deals with its variance under the null, equally correlated rows."""
    variance = float(residual @ residual) / (len(residual) - 1)
    pairs = float((rows * (rows - 1)).sum())
    alike = (np.bincount(clusters, residual) ** 2).sum() - residual @ residual
    alike = float(np.clip(alike / pairs / variance, -0.99 / max(1, rows.max() - 1), 0.99))
    squares = float(contrast @ contrast)
    crossed = float((np.bincount(clusters, contrast) ** 2).sum()) - squares
    spread = variance * (squares + alike * crossed)
    return float(t_two_sided(contrast @ residual / np.sqrt(spread), (rows > 0).sum() - 1))
