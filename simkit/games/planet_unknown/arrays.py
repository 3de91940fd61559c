"""Placements as actions and as numbers of `sums.ShapeTables`, listed with numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from simkit.games.planet_unknown.cells import SIZE, STRIDE
from simkit.games.planet_unknown.listing import Listing, first_of_slot_two

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simkit.games.planet_unknown.legal import Fit
    from simkit.games.planet_unknown.pieces import Shape

    Entries = NDArray[np.int32]  # as narrow as they can be: whole rows of them are copied
    Places = NDArray[np.int64]

FRAME_BYTES: Final = STRIDE * SIZE // 8 + 1  # hold a mask of the frame
# An entry is a placement with the number of its shape above the bits of the action. Without the bits of
# kind and slot (`TO_PLACES`) it is a number of `sums.ShapeTables`.
ACTION: Final = (1 << 18) - 1
TO_PLACES: Final = 7
SHAPE: Final = 11  # bits of such a number below those of the shape


class ArrayListing(Listing):
    """Lists placements; remembers the latest ones as an array."""

    def __init__(self, shapes: list[Shape]) -> None:
        super().__init__(shapes)
        numbers = [n for n, shape in enumerate(shapes) for ways in shape.footprints for _ in ways]
        actions = np.array(self._lists, dtype=np.int32)
        high = np.array(numbers * 2, dtype=np.int32)[:, None] << SHAPE + TO_PLACES
        self._rows: Entries = np.zeros((len(actions), 8 * FRAME_BYTES), dtype=np.int32)
        self._rows[:, : STRIDE * SIZE] = actions | high
        # placements, the shapes of their tiles, entries
        self._latest: tuple[list[int], list[int], Entries] = ([], [], np.zeros(0, dtype=np.int32))

    def actions(self, fits: list[Fit]) -> list[int]:
        """Return the placements that `fits` stand for, in their order, by lowest cell."""
        masks = b"".join(
            [lows.to_bytes(FRAME_BYTES, "little") for _, _, ways in fits for _, lows in ways]
        )
        bits = np.unpackbits(np.frombuffer(masks, dtype=np.uint8), bitorder="little")
        rows = self._rows.take(
            [layout.row_of_slot[slot] for slot, _, ways in fits for layout, _ in ways], 0
        )
        entries = rows.take(bits.view(np.bool_).nonzero()[0])
        found: list[int] = (entries & ACTION).tolist()
        shapes = [tile.shape.number for _, tile, _ in fits]
        self._latest = (found[:], shapes, entries)  # whoever gets the list may reorder it
        return found

    def places(self, candidates: list[int], shapes: list[int]) -> Places:
        """Return the numbers of placements of one or two tiles; the latest ones are known already."""
        listed, of, entries = self._latest
        if shapes != of or candidates != listed:
            return places_of(candidates, shapes)
        found: Places = np.right_shift(entries, TO_PLACES, dtype=np.int64)
        return found


def places_of(candidates: list[int], shapes: list[int]) -> Places:
    """Return the numbers of placements of one or two tiles, by the numbers of their shapes."""
    found: Places = (np.array(candidates) & ACTION) >> TO_PLACES
    cut = first_of_slot_two(candidates) if len(shapes) > 1 else len(candidates)
    found[:cut] += shapes[0] << SHAPE
    found[cut:] += shapes[-1] << SHAPE
    return found
