"""Values that follow from something else and are worked out once: the one kind of cache of all titles.

The rule stands complete and readable as a plain function; a `Memo` beside it remembers what the function
returned. `version` is raised at the one place where that changes on which the function looks besides its
key; a value of another version is worked out anew. ``simkit.rules(..., caches=False)``, or
``SIMKIT_NO_CACHES=1``, plays without any: the same games, only slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from typing import Any, Final

UNKNOWN: Final = float("inf")
"""Stands in lists of figures for one that was not worked out yet; compare with ``==``."""

SWITCH: Final = "SIMKIT_NO_CACHES"


def caches_wanted() -> bool:
    """Tell whether rules remember what they have worked out, unless they are told otherwise."""
    return os.environ.get(SWITCH, "") in ("", "0")


class Memo:
    """Values by key, worked out by a plain function where they are not known or of another version.

    Parameters
    ----------
    enabled
        False: nothing is remembered, and every value is worked out when it is asked for.
    most
        Values kept at most; when there are more, all are forgotten. 0 = any number.

    Examples
    --------
    >>> calls = []
    >>> def price(card):
    ...     calls.append(card)
    ...     return card * 2
    >>> memo = Memo()
    >>> memo.get(3, 0, price), memo.get(3, 0, price), memo.get(3, 1, price), calls
    (6, 6, 6, [3, 3])
    """

    __slots__ = ("enabled", "most", "values")

    def __init__(self, enabled: bool = True, most: int = 0) -> None:
        self.enabled = enabled
        self.most = most
        self.values: dict[Hashable, tuple[int, Any]] = {}

    def get(self, key: Hashable, version: int, plain: Callable[[Any], Any]) -> Any:
        """Return ``plain(key)``: as it was remembered of this version, else worked out anew."""
        if not self.enabled:
            return plain(key)
        known = self.values.get(key)
        if known is not None and known[0] == version:
            return known[1]
        if self.most and len(self.values) >= self.most:
            self.values.clear()
        value = plain(key)
        self.values[key] = (version, value)
        return value
