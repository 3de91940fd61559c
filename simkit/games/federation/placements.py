"""The placements of the pieces in hand, laid out beforehand: every turn asks for them."""

from __future__ import annotations

from typing import Final

from simkit.games.federation.kinds import K_PLACE

RUN: Final = 8  # spaces whose placements are kept together
RUN_MASK: Final = (1 << RUN) - 1


class Placements:
    """The placements of pieces (ambassador and side) on spaces.

    Attributes
    ----------
    pieces
        By hand (a mask of ambassadors), the pieces.
    everywhere
        By hand and space, the actions.
    runs
        By hand, then by the number of a run of `RUN` spaces and the mask of those wanted: the actions on
        them, one space after the other; made as they come up.
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
        none: list[int] = []
        self.runs = [[none] * ((spaces // RUN + 1) << RUN) for _ in pieces]

    def lay_out(self, hand: int, free: int, apart: int, pieces: dict[int, list[int]]) -> list[int]:
        """Return the placements in the order of the spaces, the Outer Module last.

        On the spaces of `free` all pieces in hand can be placed, on those of `apart` the ones that
        `pieces` names.
        """
        found: list[int] = []
        everywhere = self.everywhere[hand]
        number = 0
        while free >> number * RUN or apart >> number * RUN:
            first = number * RUN
            if not apart >> first & RUN_MASK:
                found += self.run(hand, number, free >> first & RUN_MASK)
            else:
                for space in range(first, first + RUN):
                    if free >> space & 1:
                        found += everywhere[space]
                    elif apart >> space & 1:
                        here = K_PLACE | space << 6
                        found += [here | piece for piece in pieces[space]]
            number += 1
        found += everywhere[self.outer]
        return found

    def run(self, hand: int, number: int, wanted: int) -> list[int]:
        """Return the placements on some spaces of a run; nobody may change the list."""
        found = self.runs[hand][number << RUN | wanted]
        if wanted and not found:
            found = []
            first, everywhere = number * RUN, self.everywhere[hand]
            for i in range(RUN):
                if wanted >> i & 1:  # the very same ints: they are found equal at a glance
                    found += everywhere[first + i]
            self.runs[hand][number << RUN | wanted] = found
        return found
