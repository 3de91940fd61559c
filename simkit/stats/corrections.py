"""Many comparisons at once: p-values of a family, and intervals of what was selected from it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simkit.core.errors import BadValue
from simkit.stats.frames import Floats


def holm(p: npt.ArrayLike) -> Floats:
    """Correct p-values of many comparisons so that a false alarm anywhere stays below the level.

    Holm's step-down: as safe as Bonferroni's correction and never weaker. Missing values stay missing
    and are not counted.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    raw = np.asarray(p, dtype=float)
    found = np.full(raw.shape, np.nan)
    here = np.flatnonzero(np.isfinite(raw))
    order = here[np.argsort(raw[here], kind="stable")]
    steps = raw[order] * np.arange(len(order), 0, -1)
    found[order] = np.minimum(np.maximum.accumulate(steps), 1) if len(order) else steps
    return found


def fcr_level(selected: int, family: int, level: float = 0.95) -> float:
    """Return the level for intervals of comparisons that were selected from a family.

    Intervals made at this level for the selected ones alone miss in at most ``1 - level`` of them on
    average (the false coverage rate), however they were selected by a simple rule such as "all below
    5 %" or "the largest".

    Parameters
    ----------
    selected, family
        How many were selected, from how many.

    References
    ----------
    Benjamini and Yekutieli (2005), Journal of the American Statistical Association 100, 71-81.

    Examples
    --------
    >>> round(fcr_level(1, 20), 6), round(fcr_level(20, 20), 6)
    (0.9975, 0.95)
    """
    if not 0 < selected <= family:
        raise BadValue("selected", f"{selected} of {family} cannot be selected")
    return 1 - (1 - level) * selected / family
