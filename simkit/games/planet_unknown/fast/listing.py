"""Placements as actions, for all layouts that fit at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.planet_unknown.fast import limbs
from simkit.games.planet_unknown.rules.actions import PLACE

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.legal import Fit
    from simkit.games.planet_unknown.rules.tables import Shape


def first_of_slot_two(candidates: list[int]) -> int:
    """Return where the placements of the second tile begin; those of the first stand in front."""
    low, high = 0, len(candidates)
    while low < high:
        middle = (low + high) // 2
        if candidates[middle] >> 6 & 1:
            high = middle
        else:
            low = middle + 1
    return low


class Listing:
    """Lists placements; gives every layout of some shapes the number of its row of actions."""

    def __init__(self, shapes: list[Shape]) -> None:
        layouts = [one for shape in shapes for ways in shape.footprints for one in ways]
        for number, layout in enumerate(layouts):
            layout.row_of_slot = [number, len(layouts) + number]
        self._lists = [
            [slot << 6 | PLACE | at for at in layout.by_low]
            for slot in (0, 1)
            for layout in layouts
        ]

    def actions(self, fits: list[Fit]) -> list[int]:
        """Return the placements that `fits` stand for, in their order, by lowest cell."""
        found: list[int] = []
        for slot, _, ways in fits:
            for layout, lows in ways:
                limbs.take_at(found, self._lists[layout.row_of_slot[slot]], lows)
        return found


def listing_of(shapes: list[Shape]) -> Listing:
    """Return what lists placements: with numpy, which takes three times as long when compiled."""
    if limbs.COMPILED:
        return Listing(shapes)
    from simkit.games.planet_unknown.fast.arrays import ArrayListing

    return ArrayListing(shapes)
