"""A module to plant faults in: what its tests ask, and what they leave open, is known."""

from __future__ import annotations

import warnings

LIMIT = 3


def clamp(value: int, low: int, high: int) -> int:
    """Return a value inside limits.

    >>> clamp(5, 0, 3)
    3
    """
    if value < low and low <= high:  # a comment with < and and
        return low
    return min(value, high)


def total(values: list[int], twice: bool = False) -> int:
    """Return the sum of the first values, at most LIMIT of them."""
    result = 0
    for value in values[:LIMIT]:
        if not value:
            continue
        result += value
    if twice:
        result = result * 2
    return result


def names(count: int | None) -> list[str]:
    """Return numbered names; words, hints and errors are no figures."""
    if count is None:
        raise ValueError(f"{1 + 1} is not a count")
    warnings.warn("soon 3 < 4", stacklevel=2)
    return [f"name {i + 1}" for i in range(count)]
