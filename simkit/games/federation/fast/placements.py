"""The placements of the pieces in hand, laid out beforehand: every turn asks for them."""

from __future__ import annotations

from typing import Final

from simkit.games.federation.rules.kinds import K_PLACE

RUN: Final = 9  # spaces whose placements are kept together
RUN_MASK: Final = (1 << RUN) - 1
NOT_MADE: Final[list[int]] = []
Facts = tuple[int, int, int, int, int]  # of a space: its number, action, place, project and mission


def by_runs(facts: list[Facts]) -> list[list[list[Facts]]]:
    """Return, by run and the mask of those wanted, the facts of the spaces of a run."""
    runs = [facts[first : first + RUN] for first in range(0, len(facts), RUN)]
    return [
        [[fact for i, fact in enumerate(run) if wanted >> i & 1] for wanted in range(1 << RUN)]
        for run in runs
    ]


class Layout:
    """What placements were listed, and from what; never changed.

    Attributes
    ----------
    listed
        All candidates of the turn: first the placements, `number` of them, then whatever else.
    every
        The pieces in hand.
    free, apart
        Masks of the spaces on which all pieces in hand can be placed, and those of `pieces` alone; the
        Outer Module, on which all can, is in neither.
    """

    __slots__ = ("apart", "every", "free", "listed", "number", "pieces")

    def __init__(
        self,
        listed: list[int],
        number: int,
        every: list[int],
        free: int,
        apart: int,
        pieces: dict[int, list[int]],
    ) -> None:
        self.listed = listed
        self.number = number
        self.every = every
        self.free = free
        self.apart = apart
        self.pieces = pieces


# What candidates were last listed from, whatever the game: who is given the very same actions need not
# look through them. It follows from the actions alone, so that no patch can make it another.
LATEST: Final = [Layout([], 0, [], 0, 0, {})]


class Placements:
    """The placements of pieces (ambassador and side) on spaces.

    Attributes
    ----------
    pieces
        By hand (a mask of ambassadors), the pieces.
    everywhere
        By hand and space, the actions.
    runs
        By hand, the number of a run of `RUN` spaces and the mask of those wanted: the actions on them,
        one space after the other; made as they come up.
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
        self.runs = [[[NOT_MADE] * (1 << RUN) for _ in range(0, self.outer, RUN)] for _ in pieces]

    def lay_out(self, hand: int, free: int, apart: int, pieces: dict[int, list[int]]) -> list[int]:
        """Return the placements in the order of the spaces, the Outer Module last.

        On the spaces of `free` all pieces in hand can be placed, on those of `apart` the ones that
        `pieces` names.
        """
        found: list[int] = []
        first = 0
        for run in self.runs[hand]:
            if apart and apart >> first & RUN_MASK:
                found += self.lay_out_run(hand, first, free, apart, pieces)
            else:
                wanted = free >> first & RUN_MASK
                if wanted:  # else there is nothing to make
                    found += run[wanted] or self.make_run(hand, first, wanted)
            first += RUN
        found += self.everywhere[hand][self.outer]
        return found

    def lay_out_run(
        self, hand: int, first: int, free: int, apart: int, pieces: dict[int, list[int]]
    ) -> list[int]:
        """Return the placements on a run with spaces that are `apart`, in the order of the spaces."""
        found: list[int] = []
        everywhere = self.everywhere[hand]
        for space in range(first, first + RUN):
            if free >> space & 1:
                found += everywhere[space]
            elif apart >> space & 1:
                here = K_PLACE | space << 6
                found += [here | piece for piece in pieces[space]]
        return found

    def make_run(self, hand: int, first: int, wanted: int) -> list[int]:
        """Make the placements on some spaces of the run that begins with `first`, and keep them."""
        found: list[int] = []
        for i in range(RUN):
            if wanted >> i & 1:
                found += self.everywhere[hand][first + i]
        self.runs[hand][first // RUN][wanted] = found
        return found
