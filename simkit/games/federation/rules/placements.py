"""The placements of the pieces in hand: every turn lists them."""

from __future__ import annotations

from simkit.games.federation.rules.kinds import K_PLACE


class Placements:
    """The placements of pieces (ambassador and side) on spaces.

    Attributes
    ----------
    pieces
        By hand (a mask of ambassadors), the pieces.
    everywhere
        By hand and space, the actions.
    outer
        Number of the last space, the Outer Module.
    """

    def __init__(self, pieces: list[list[int]], spaces: int) -> None:
        self.pieces = pieces
        self.everywhere = [
            [[K_PLACE | space << 6 | piece for piece in own] for space in range(spaces)]
            for own in pieces
        ]
        self.outer = spaces - 1

    def lay_out(self, hand: int, free: int, apart: int, pieces: dict[int, list[int]]) -> list[int]:
        """Return the placements in the order of the spaces, the Outer Module last.

        On the spaces of `free` all pieces in hand can be placed, on those of `apart` the ones that
        `pieces` names.
        """
        found: list[int] = []
        everywhere = self.everywhere[hand]
        rest = free | apart
        while rest:
            low = rest & -rest
            rest ^= low
            space = low.bit_length() - 1
            if free & low:
                found += everywhere[space]
            else:
                here = K_PLACE | space << 6
                found += [here | piece for piece in pieces[space]]
        found += everywhere[self.outer]
        return found
