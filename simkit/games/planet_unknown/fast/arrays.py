"""Placements as actions and as numbers of `sums.ShapeTables`, listed with numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from simkit.games.planet_unknown.bot.adding import PLACES
from simkit.games.planet_unknown.fast.listing import Listing, first_of_slot_two
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simkit.games.planet_unknown.rules.legal import Fit
    from simkit.games.planet_unknown.rules.tables import Shape

    Entries = NDArray[np.int64]
    Places = NDArray[np.signedinteger]

FRAME_BYTES: Final = STRIDE * SIZE // 8 + 1  # hold a mask of the frame
ACTION: Final = (1 << 18) - 1  # the bits of a placement
TO_PLACES: Final = 7  # bits of an action below those that say where the tile lies
# An entry of a row holds a placement in its lower half and its number in the upper one, so that both
# are found by one look and told apart without another.
HALF: Final = 32


class ArrayListing(Listing):
    """Lists placements; remembers the numbers of the latest ones."""

    def __init__(self, shapes: list[Shape]) -> None:
        super().__init__(shapes)
        actions = np.array(self._lists)
        of_row = [n for n, shape in enumerate(shapes) for ways in shape.footprints for _ in ways]
        numbers = (actions >> TO_PLACES) + np.array(of_row * 2)[:, None] * PLACES
        self._rows: Entries = np.zeros((len(actions), 8 * FRAME_BYTES), dtype="<i8")
        self._rows[:, : STRIDE * SIZE] = actions | numbers << HALF
        # placements, the shapes of their tiles, their numbers
        self._latest: tuple[list[int], list[int], Places] = ([], [], np.zeros(0, dtype=np.int32))

    def actions(self, fits: list[Fit]) -> list[int]:
        """Return the placements that `fits` stand for, in their order, by lowest cell."""
        masks = b"".join(
            [lows.to_bytes(FRAME_BYTES, "little") for _, _, ways in fits for _, lows in ways]
        )
        bits = np.unpackbits(np.frombuffer(masks, dtype=np.uint8), bitorder="little")
        rows = self._rows.take(
            [layout.row_of_slot[slot] for slot, _, ways in fits for layout, _ in ways], 0
        )
        halves = rows.take(bits.view(np.bool_).nonzero()[0]).view("<i4")
        found: list[int] = halves[::2].tolist()
        shapes = [tile.shape.number for _, tile, _ in fits]
        self._latest = (found[:], shapes, halves[1::2])  # whoever gets the list may reorder it
        return found

    def places(self, candidates: list[int], shapes: list[int]) -> Places:
        """Return the numbers of placements of one or two tiles; the latest ones are known already."""
        listed, of, numbers = self._latest
        if shapes == of and candidates == listed:
            return numbers
        return places_of(candidates, shapes)


def places_of(candidates: list[int], shapes: list[int]) -> Places:
    """Return the numbers of placements of one or two tiles, by the numbers of their shapes."""
    found: Places = (np.array(candidates) & ACTION) >> TO_PLACES
    cut = first_of_slot_two(candidates) if len(shapes) > 1 else len(candidates)
    found[:cut] += shapes[0] * PLACES
    found[cut:] += shapes[-1] * PLACES
    return found
