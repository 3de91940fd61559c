"""The two sizes at which every title draws its board."""

from __future__ import annotations

from simkit.core.errors import UnknownName

SIZES = ("full", "card")


def is_card(size: str) -> bool:
    """Tell whether a board is wanted at card size: what one glance needs, to stand beside others.

    Examples
    --------
    >>> is_card("card"), is_card("full")
    (True, False)
    """
    if size not in SIZES:
        raise UnknownName("size", size, SIZES, "board")
    return size == "card"
