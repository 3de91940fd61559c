"""Placements as actions, for all layouts that fit at once.

Stands apart from `pieces` because it needs numpy, which is loaded with the first rules and not by whoever
only asks which titles there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from simkit.games.planet_unknown.actions import PLACE
from simkit.games.planet_unknown.cells import SIZE, STRIDE

if TYPE_CHECKING:
    from simkit.games.planet_unknown.legal import Fit
    from simkit.games.planet_unknown.pieces import Shape

FRAME_BYTES: Final = STRIDE * SIZE // 8 + 1  # hold a mask of the frame


class Listing:
    """Lists placements; gives every layout of some shapes the numbers it needs for that."""

    def __init__(self, shapes: list[Shape]) -> None:
        for shape in shapes:
            for layout in shape.all_layouts:
                layout.by_slot = [np.zeros(8 * FRAME_BYTES, dtype=np.int64) for _ in (0, 1)]
                for slot, numbers in enumerate(layout.by_slot):
                    numbers[: STRIDE * SIZE] = np.array(layout.by_low) | slot << 6 | PLACE

    def actions(self, fits: list[Fit]) -> list[int]:
        """Return the placements that `fits` stand for, in their order, by lowest cell."""
        masks = b"".join([lows.to_bytes(FRAME_BYTES, "little") for _, _, _, lows in fits])
        bits = np.unpackbits(np.frombuffer(masks, dtype=np.uint8), bitorder="little")
        numbers = np.concatenate([layout.by_slot[slot] for slot, _, layout, _ in fits])
        found: list[int] = numbers[bits.view(np.bool_)].tolist()
        return found
