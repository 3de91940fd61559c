"""One way into scipy's linear programs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simkit.core.errors import SimkitError
from simkit.theory.payoffs import Floats


def maximise(
    goal: npt.ArrayLike, at_most_zero: Floats, free: int = 0
) -> tuple[Floats, float] | None:
    """Return chances, and `free` further numbers, that maximise a linear goal.

    Parameters
    ----------
    goal
        Weight of each variable: chances (not negative, sum 1) first, then the free ones.
    at_most_zero
        One row per limit: weights whose sum with the variables may not exceed zero.
    free
        How many of the last variables are not chances and may have any sign.

    Returns
    -------
    tuple or None
        The variables and the goal reached; None if nothing keeps the limits.

    Examples
    --------
    >>> chances, reached = maximise([1.0, 2.0], np.array([[-1.0, 1.0]]))  # second at most first
    >>> chances, reached
    (array([0.5, 0.5]), 1.5)
    """
    from scipy.optimize import linprog

    weights = np.asarray(goal, dtype=float)
    chances = len(weights) - free
    found = linprog(
        -weights,
        A_ub=at_most_zero,
        b_ub=np.zeros(len(at_most_zero)),
        A_eq=np.r_[np.ones(chances), np.zeros(free)][None],
        b_eq=[1.0],
        bounds=[(0, None)] * chances + [(None, None)] * free,
        method="highs",
    )
    if found.status == 2:
        return None
    if found.x is None or found.fun is None or not found.success:
        raise SimkitError(f"the linear program failed: {found.message}")
    variables = np.asarray(found.x, dtype=float)
    shares = np.clip(variables[:chances], 0, None)
    return np.r_[shares / shares.sum(), variables[chances:]], -float(found.fun)
