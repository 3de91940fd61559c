"""How many games? For a precision, for an effect, and when one may stop early.

Looking at a run again and again and stopping at the first "significant" result raises false alarms
far above 5 %. `boundaries` gives limits for looks at fixed waves of games that keep the error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from simkit.analysis.frames import seats_with
from simkit.core.errors import BadValue, SimkitError
from simkit.stats.frames import Floats, as_list, cluster_codes, game_key
from simkit.stats.intervals import LEVEL, check_level, estimate
from simkit.stats.power import POWER, check_power, corrected_quantile


def _normal(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


def _whole(x: float) -> int:
    return math.ceil(x - 1e-9)


def games_for_precision(
    half_width: float,
    *,
    share: float = 0.25,
    sd: float | None = None,
    presence: float = 1.0,
    design: float = 1.0,
    level: float = LEVEL,
) -> int:
    """Games after which an interval reaches `half_width` to either side.

    Parameters
    ----------
    half_width
        In the unit of the figure: 0.015 for a share within 1.5 points.
    share, sd
        Expected share; or, for a mean, the standard deviation of a single value.
    presence
        Seats of the group per game: 4 seats and 14 factions make 4 / 14.
    design
        Factor on the variance from dependence (mirrored deals), see `design_effect`.

    Examples
    --------
    >>> games_for_precision(0.015, share=0.25)
    3202
    >>> games_for_precision(0.015, share=0.25, presence=4 / 14)
    11205
    """
    check_level(level)
    variance = share * (1 - share) if sd is None else sd**2
    if half_width <= 0 or presence <= 0 or design <= 0 or variance <= 0:
        raise BadValue("planning", "half_width, presence, design and the spread must be above 0")
    z = _normal(0.5 + level / 2)
    return _whole(z**2 * variance * design / half_width**2 / presence)


def games_for_effect(
    effect: float,
    *,
    share: float = 0.25,
    sd: float | None = None,
    presence: float = 1.0,
    design: float = 1.0,
    comparisons: int = 1,
    power: float = POWER,
    level: float = LEVEL,
) -> int:
    """Games after which a difference of `effect` is found with probability `power`.

    Parameters
    ----------
    effect
        Difference from the fair `share` (0.02 = two points); or, with `sd`, from a mean. For two arms
        on the same deals give the standard deviation of the paired differences as `sd`.
    comparisons
        Number of groups that are tested together; the level is divided by it.

    Examples
    --------
    >>> games_for_effect(0.02)
    3800
    >>> games_for_effect(0.02, presence=4 / 14, comparisons=14)
    23822
    """
    check_level(level)
    check_power(power)
    if presence <= 0 or design <= 0 or comparisons < 1:
        raise BadValue("planning", "presence and design must be above 0, comparisons at least 1")
    if sd is None:
        if not (0 < share < 1 and 0 < share + effect < 1):
            raise BadValue("effect", f"share {share} and {share + effect} must lie between 0 and 1")
        size = 2 * (math.asin(math.sqrt(share + effect)) - math.asin(math.sqrt(share)))
    else:
        size = effect / sd if sd > 0 else math.inf
    if size == 0:
        raise BadValue("effect", "no number of games shows an effect of 0")
    z = float(corrected_quantile(comparisons, level)) + _normal(power)
    whole = 1 / (2 * abs(effect)) if sd is None else 0.0  # wins come one by one (Fleiss)
    return _whole(((z / size) ** 2 + whole) * design / presence)


def design_effect(
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    value: str = "win_share",
    by: str | Iterable[str] = "faction",
) -> float:
    """Variance of the groups' means beside what independent rows would have, from a pilot run.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 1, 2, 3], "seat": 0, "faction": "a",
    ...     "score": [1, 1, 5, 5]})
    >>> games = pd.DataFrame({"game_id": [0, 1, 2, 3], "deal": [0, 0, 1, 1]})
    >>> round(design_effect(seats, games, "score"), 1)
    3.0
    """
    found = seats_with(seats, games, [*as_list(by), value])
    alone = found.drop(columns="deal", errors="ignore").assign(game_id=np.arange(len(found)))
    together = estimate(found, value, by)["se"] ** 2
    apart = estimate(alone.drop(columns="run", errors="ignore"), value, by)["se"] ** 2
    good = together.notna() & apart.gt(0)
    if not good.any():
        raise SimkitError("the pilot run is too small to tell how dependent its games are")
    return float((together[good] / apart[good]).mean())


def spending(fraction: Floats, alpha: float, shape: str) -> Floats:
    """Return the error that may be spent up to each fraction of the planned games (Lan-DeMets)."""
    from scipy.special import ndtr

    if shape == "late":  # O'Brien-Fleming: strict at first, nearly the plain limit at the end
        found: Floats = 4 - 4 * ndtr(_normal(1 - alpha / 4) / np.sqrt(fraction))
    elif shape == "even":  # Pocock
        found = alpha * np.log(1 + (math.e - 1) * fraction)
    else:
        raise BadValue("shape", f"{shape!r} is neither 'late' nor 'even'")
    return np.minimum(found, alpha)


def boundaries(
    waves: int | Sequence[float], *, alpha: float = 1 - LEVEL, shape: str = "late"
) -> pd.DataFrame:
    """Limits for looking at a run after each of several waves without raising false alarms.

    Parameters
    ----------
    waves
        Number of equal waves, or the fractions of the planned games at which one looks.
    alpha
        Chance of a false alarm over all looks together.
    shape
        ``late`` spends it mostly at the end (O'Brien and Fleming), ``even`` more evenly (Pocock).

    Returns
    -------
    pandas.DataFrame
        Per wave: fraction, spent (chance of a false alarm so far), z (stop when the estimate is more
        than z standard errors from the null), p (the same as a p-value), level (of the interval to
        look at).

    Examples
    --------
    >>> boundaries(5)["z"].round(3).tolist()
    [4.877, 3.357, 2.68, 2.29, 2.031]
    """
    if not 0 < alpha < 1:
        raise BadValue("alpha", f"{alpha!r} is not between 0 and 1")
    share = np.arange(1, waves + 1) / waves if isinstance(waves, int) else np.asarray(waves, float)
    if len(share) == 0 or share[0] <= 0 or share[-1] > 1 or (np.diff(share) <= 0).any():
        raise BadValue("waves", "fractions must rise from above 0 to at most 1")
    from scipy.special import ndtr

    spent = spending(share, alpha, shape)
    z = _solve(share, np.diff(spent, prepend=0.0) / 2)
    p = 2 * ndtr(-z)
    return pd.DataFrame({"fraction": share, "spent": spent, "z": z, "p": p, "level": 1 - p})


def _solve(share: Floats, upper: Floats) -> Floats:
    """Find two-sided limits so that each wave adds 2 * `upper` (Armitage, McPherson and Rowe).

    The density of the running sum among games not stopped so far is carried from wave to wave on a
    grid; sums have variance `share`.
    """
    from scipy.optimize import brentq
    from scipy.special import ndtr

    limits: list[float] = []
    grid, density = np.array([0.0]), np.array([1.0])
    before = 0.0
    for fraction, extra in zip(share, upper, strict=True):
        step = math.sqrt(fraction - before)

        def beyond(
            z: float, grid: Floats = grid, density: Floats = density, step: float = step,
            fraction: float = fraction,
        ) -> float:  # fmt: skip
            return float(density @ ndtr((grid - z * math.sqrt(fraction)) / step))

        limit = float(brentq(lambda z, e=extra, f=beyond: f(z) - e, 0, 12)) if extra > 0 else 12.0
        limits.append(limit)
        edge = limit * math.sqrt(fraction)
        nodes, weights = np.polynomial.legendre.leggauss(301)
        fresh = edge * nodes
        kernel = np.exp(-(((fresh[:, None] - grid) / step) ** 2) / 2)
        kernel /= step * math.sqrt(2 * math.pi)
        grid, density, before = fresh, edge * weights * (kernel @ density), float(fraction)
    return np.array(limits)


def so_far(
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    value: str = "win_share",
    by: str | Iterable[str] = "faction",
    *,
    waves: int = 10,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Estimate and precision after each tenth of the games, in the order of their numbers.

    Returns
    -------
    pandas.DataFrame
        Per wave and group: played (games of the run so far), games (of the group), estimate, low,
        high, half_width.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(100), "seat": 0, "faction": "a",
    ...     "win_share": [0.0, 1.0] * 50})
    >>> so_far(seats, waves=2)[["played", "games", "estimate", "half_width"]].round(3)
       played  games  estimate  half_width
    0      50     50       0.5       0.135
    1     100    100       0.5       0.097
    """
    if waves < 1:
        raise BadValue("waves", "at least one")
    found = seats_with(seats, games, [*as_list(by), value])
    # whole deals, in order: a wave never cuts one apart
    unit = cluster_codes(found.sort_values(game_key(found), kind="stable"))
    ordered = found.sort_values(game_key(found), kind="stable").assign(_unit=unit)
    total = int(unit.max()) + 1
    ends = np.unique(np.ceil(total * np.arange(1, waves + 1) / waves).astype(int))
    tables = []
    for end in ends:
        part = ordered[ordered["_unit"] < end]
        share = value == "win_share"
        table = estimate(part, value, by, share=share, level=level)
        table.insert(0, "played", len(part[game_key(part)].drop_duplicates()))
        tables.append(table)
    joined = pd.concat(tables, ignore_index=True)
    joined["half_width"] = (joined["high"] - joined["low"]) / 2
    return joined[["played", *as_list(by), "games", "estimate", "low", "high", "half_width"]]
