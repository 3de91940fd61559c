"""The fewest satellites that join groups of planets, found exactly.

Dreyfus and Wagner's tree of least weight, worked out with masks of cells instead of single ones.
"""

from __future__ import annotations

import functools
from typing import Final

from simkit.games.gaia_project.geometry import Geometry, cells_of

NONE: Final = -1
REMEMBERED: Final = 10_000  # trees kept; they can be worked out again


def groups_in(shape: Geometry, pieces: int) -> list[int]:
    """Split a mask into the groups that hang together."""
    found = []
    linked = shape.linked(pieces)
    while pieces:
        group = pieces & -pieces
        if group & linked:
            group = shape.group(group, pieces)
        found.append(group)
        pieces ^= group
    return found


@functools.lru_cache(maxsize=REMEMBERED)
def connect(shape: Geometry, terminals: tuple[int, ...], allowed: int, most: int) -> int:
    """Return the fewest satellites that join the terminals, or `NONE` if `most` do not suffice.

    Remembered: after an upgrade the same groups are to be joined as before.
    ``reach[d][c]``: the cells that a tree over the terminals in `d` touches with at most `c` satellites.
    """
    count = len(terminals)
    if count == 1:
        return 0
    full = (1 << count) - 1
    reach: list[list[int]] = [[] for _ in range(full + 1)]
    edges = [0] * (full + 1)  # of each part, what is reached so far and its neighbours
    ends = 0
    for i in range(count):
        ends |= terminals[i]
        reach[1 << i].append(_touching(shape, terminals, terminals[i], 1 << i, edges))
    apart = _apart(shape, terminals, allowed, most, reach, edges)
    if not apart:
        return NONE
    least = [_least(part, apart) for part in range(full + 1)]
    splits = _splits(count)
    for cost in range(most + 1):
        for part in range(1, full + 1):
            known = reach[part]
            if len(known) > cost:
                continue
            if cost < least[part]:
                known.append(0)
                continue
            found = known[cost - 1] | edges[part] & allowed if cost else 0
            for sub in splits[part]:
                found |= _meeting(reach[sub], reach[part ^ sub], least[sub],
                                  cost - least[part ^ sub], cost, ends, allowed)  # fmt: skip
            known.append(_touching(shape, terminals, found, part, edges) if found else 0)
        if reach[full][cost]:
            start = reach[full][cost]
            tree = _Tree(shape, terminals, allowed, reach, splits)
            return tree.cells(full, cost, start & -start)
    return NONE


def _touching(
    shape: Geometry, terminals: tuple[int, ...], found: int, part: int, edges: list[int]
) -> int:
    """Return what was found with the terminals that adjoin it; note its neighbours."""
    edge, touched = shape.grow(found), found
    for terminal in terminals:
        if edge & terminal:
            touched |= terminal
    edges[part] = edge if touched == found else shape.grow(touched)
    return touched


def _apart(
    shape: Geometry, terminals: tuple[int, ...], allowed: int, most: int, reach: list[list[int]],
    edges: list[int],
) -> list[list[int]]:  # fmt: skip
    """Return how many satellites join each two terminals; nothing if `most` are too few for some.

    Goes as far from each terminal as that takes, and notes it in `reach` and `edges`.
    """
    count = len(terminals)
    apart = [[0] * count for _ in range(count)]
    for i in range(count):
        part = 1 << i
        known = reach[part]
        for j in range(count):
            cost = 0
            while not known[cost] & terminals[j]:
                cost += 1
                if cost > most:
                    return []
                if cost == len(known):
                    found = known[cost - 1] | edges[part] & allowed
                    if found == known[cost - 1]:
                        return []
                    known.append(_touching(shape, terminals, found, part, edges))
            apart[i][j] = cost
    return apart


def _least(part: int, apart: list[list[int]]) -> int:
    """Return a lower bound of the satellites that join the terminals of a part.

    It is exact for two. Paths between each two of three use every satellite of their tree twice, but
    for the one where it branches, which they use three times.
    """
    inside = cells_of(part)
    least = 0
    for a in inside:
        for b in inside:
            for c in inside:
                both = apart[a][b] + apart[b][c] + apart[c][a]
                if both > 2 * least:
                    least = both // 2
    return least


def _meeting(
    one: list[int], two: list[int], first: int, last: int, cost: int, ends: int, allowed: int
) -> int:
    """Return where two trees meet that together take `cost` satellites, the first `first` to `last`.

    At a terminal they share no satellite; at a satellite they share that one.
    """
    found = 0
    for c in range(first, last + 1):
        found |= one[c] & two[cost - c] & ends
    if first == 0:
        first = 1
    if last >= cost:
        last = cost - 1
    for c in range(first, last + 2):
        found |= one[c] & two[cost + 1 - c] & allowed
    return found


@functools.lru_cache(maxsize=16)
def _splits(count: int) -> list[list[int]]:
    """Return, for every set of so many terminals, the halves with its first one that split it."""
    splits: list[list[int]] = [[] for _ in range(1 << count)]
    for part in range(1, 1 << count):
        low, sub = part & -part, (part - 1) & part
        while sub:
            if sub & low:
                splits[part].append(sub)
            sub = (sub - 1) & part
    return splits


class _Tree:
    """Walks the table of `connect` backwards to the satellites of one tree."""

    def __init__(
        self, shape: Geometry, terminals: tuple[int, ...], allowed: int, reach: list[list[int]],
        splits: list[list[int]],
    ) -> None:  # fmt: skip
        self.shape, self.terminals, self.allowed = shape, terminals, allowed
        self.reach, self.splits = reach, splits

    def cells(self, part: int, cost: int, at: int) -> int:
        """Return the satellites of the tree over `part` that touches the cell `at`."""
        while cost and self.reach[part][cost - 1] & at:
            cost -= 1
        if at & self.allowed:
            return self._at_satellite(part, cost, at)
        return self._at_terminal(part, cost, at)

    def _at_satellite(self, part: int, cost: int, at: int) -> int:
        for sub in self.splits[part]:
            c = self._least(sub, at, 1)
            if c <= cost and self.reach[part ^ sub][cost + 1 - c] & at:
                return self.cells(sub, c, at) | self.cells(part ^ sub, cost + 1 - c, at)
        before = self.shape.around[at.bit_length() - 1] & self.reach[part][cost - 1]
        return at | self.cells(part, cost - 1, before & -before)

    def _least(self, part: int, at: int, cost: int) -> int:
        """Return the fewest satellites, at least `cost`, with which a tree over a part touches `at`.

        They leave the most for the other part: if those do not suffice, no other split does.
        """
        known = self.reach[part]
        while cost < len(known) and not known[cost] & at:
            cost += 1
        return cost

    def _at_terminal(self, part: int, cost: int, at: int) -> int:
        terminal = at
        for one in self.terminals:
            if one & at:
                terminal = one
                break
        if part & (part - 1) == 0 and self.terminals[part.bit_length() - 1] & at:
            return 0
        for sub in self.splits[part]:
            c = self._least(sub, terminal, 0)
            if c <= cost:
                spot = self.reach[sub][c] & self.reach[part ^ sub][cost - c] & terminal
                if spot:
                    spot &= -spot
                    return self.cells(sub, c, spot) | self.cells(part ^ sub, cost - c, spot)
        beside = self.shape.grow(terminal) & self.reach[part][cost] & self.allowed
        return self.cells(part, cost, beside & -beside)


def trees(shape: Geometry, terminals: list[int], allowed: int, count: int) -> list[int]:
    """Return every set of `count` satellites that joins the terminals, the last of them needed.

    A set that joins them before its last satellite is left out: a part of it does as well.
    """
    found: list[int] = []
    _grow_trees(shape, terminals[0], terminals[1:], 0, allowed, count, found)
    return found


def _grow_trees(
    shape: Geometry, joined: int, apart: list[int], satellites: int, allowed: int, more: int,
    found: list[int],
) -> None:  # fmt: skip
    """Note the sets that go on from `satellites`, which have joined `joined`, with `more` of them."""
    edge = shape.grow(joined)
    for terminal in apart:
        if edge & terminal:
            joined |= terminal
    apart = [terminal for terminal in apart if not joined & terminal]
    if not apart or not more:
        if not apart and not more:
            found.append(satellites)
        return
    parts = [joined, *apart]
    for part in parts:  # each has to be linked to one of the others
        near = shape.within(part, more + 1)
        if sum(1 for other in parts if near & other) < 2:
            return
    spots = shape.grow(joined) & allowed
    while spots:
        spot = spots & -spots
        spots ^= spot
        allowed ^= spot  # sets with this one are complete; those that follow do without
        _grow_trees(shape, joined | spot, apart, satellites | spot, allowed, more - 1, found)
