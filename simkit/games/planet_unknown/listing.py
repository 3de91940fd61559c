"""Placements as actions, for all layouts that fit at once.

Stands apart from `pieces` because it needs numpy, which is loaded with the first rules and not by whoever
only asks which titles there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from simkit.games.planet_unknown import limbs
from simkit.games.planet_unknown.actions import PLACE
from simkit.games.planet_unknown.cells import SIZE, STRIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simkit.games.planet_unknown.legal import Fit
    from simkit.games.planet_unknown.pieces import Shape

    Actions = NDArray[np.int32]  # as narrow as they can be: whole rows of them are copied

FRAME_BYTES: Final = STRIDE * SIZE // 8 + 1  # hold a mask of the frame


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
        rows: list[Any] = []
        for slot in (0, 1):
            for shape in shapes:
                for layout in shape.all_layouts:
                    layout.row_of_slot.append(len(rows))
                    row = np.zeros(8 * FRAME_BYTES, dtype=np.int32)
                    row[: STRIDE * SIZE] = np.array(layout.by_low) | slot << 6 | PLACE
                    rows.append(row)
        self._rows: Actions = np.array(rows)
        self._lists: list[list[int]] = []  # the same, for `one_by_one`
        self._latest: tuple[list[int], Actions] = ([], np.zeros(0, dtype=np.int32))

    def actions(self, fits: list[Fit]) -> list[int]:
        """Return the placements that `fits` stand for, in their order, by lowest cell."""
        if limbs.COMPILED:  # there numpy takes three times as long
            return self.one_by_one(fits)
        masks = b"".join(
            [lows.to_bytes(FRAME_BYTES, "little") for _, _, ways in fits for _, lows in ways]
        )
        bits = np.unpackbits(np.frombuffer(masks, dtype=np.uint8), bitorder="little")
        rows = self._rows.take(
            [layout.row_of_slot[slot] for slot, _, ways in fits for layout, _ in ways], 0
        )
        array = rows.take(bits.view(np.bool_).nonzero()[0])
        found: list[int] = array.tolist()
        self._latest = (found[:], array)  # whoever gets the list may reorder it
        return found

    def one_by_one(self, fits: list[Fit]) -> list[int]:
        """Return the same without numpy."""
        if not self._lists:
            self._lists = self._rows.tolist()
        found: list[int] = []
        for slot, _, ways in fits:
            for layout, lows in ways:
                limbs.take_at(found, self._lists[layout.row_of_slot[slot]], lows)
        return found

    def array(self, candidates: list[int]) -> Actions:
        """Return placements as an array: the latest one, if it says the same.

        It is not to be written to.
        """
        listed, array = self._latest
        return array if candidates == listed else np.array(candidates, dtype=np.int32)
