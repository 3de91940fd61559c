"""The fewest satellites that join groups of planets, found exactly.

Dreyfus and Wagner's tree of least weight, worked out with masks of cells instead of single ones.
"""

from __future__ import annotations

import functools
from typing import Final

from simkit.games.gaia_project.fast.fork import Fork
from simkit.games.gaia_project.rules.geometry import NONE, Geometry, cells_of, without

REMEMBERED: Final = 10_000  # sets of terminals whose trees are kept; they can be worked out again
FIELDS: Final = 4  # ... each in so many sets of cells


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


def connect(shape: Geometry, terminals: tuple[int, ...], allowed: int, most: int) -> int:
    """Return the fewest satellites that join the terminals, or `NONE` if `most` do not suffice.

    Remembered: after an upgrade the same groups are to be joined as before. What was found among more
    cells holds among fewer as well, if it lies there: of equal trees the one is taken whose cells come
    first, and there are no trees but those there were before.
    """
    if len(terminals) == 1:
        return 0
    known = _known(shape, terminals, most)
    for wider, tree in known:
        if without(allowed, wider) == 0 and (tree == NONE or without(tree, allowed) == 0):
            return tree
    if len(terminals) == 2:
        tree = path(shape, terminals[0], terminals[1], allowed, most)
    elif len(terminals) == 3:
        tree = Fork(shape, list(terminals), allowed).fewest(most)
    else:
        tree = _Trees(shape, list(terminals), allowed).fewest(most)
    if len(known) >= FIELDS:
        known.pop(0)
    known.append((allowed, tree))
    return tree


@functools.lru_cache(maxsize=REMEMBERED)
def _known(shape: Geometry, terminals: tuple[int, ...], most: int) -> list[tuple[int, int]]:
    """Return what `connect` has found for these terminals: the cells allowed, the tree."""
    return []


def path(shape: Geometry, one: int, two: int, allowed: int, most: int) -> int:
    """Return the fewest satellites that join two terminals, or `NONE`: the tree `_Trees` would find.

    It is the path that goes back from the first of all cells on shortest paths and in terminals.
    """
    from_one, beside_two = [one], shape.grow(two)
    found = one
    while not found & beside_two:
        wider = found | shape.grow_on(found, allowed)
        if len(from_one) > most or wider == found:
            return NONE
        from_one.append(wider)
        found = wider
    count = len(from_one) - 1
    if not count:
        return 0
    from_two = [two]
    found = two
    for _ in range(count):
        found |= shape.grow_on(found, allowed)
        from_two.append(found)
    start = one | two
    for c in range(1, count + 1):
        start |= from_one[c] & from_two[count + 1 - c] & allowed
    start &= -start
    if start & one:
        return _back(shape, shape.grow(one) & found & allowed, from_two, count)
    if start & two:
        return _back(shape, beside_two & from_one[count] & allowed, from_one, count)
    c = 1
    while not from_one[c] & start:
        c += 1
    return _back(shape, start, from_one, c) | _back(shape, start, from_two, count + 1 - c)


def _back(shape: Geometry, spots: int, reached: list[int], count: int) -> int:
    """Return `count` satellites from the first of some spots back to a terminal.

    `reached`: the cells that paths from it reach, by the number of satellites.
    """
    satellites = 0
    while True:
        spot = spots & -spots
        satellites |= spot
        count -= 1
        if not count:
            return satellites
        spots = shape.around[spot.bit_length() - 1] & reached[count]


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


@functools.lru_cache(maxsize=16)
def _outside(count: int) -> list[list[int]]:
    """Return, for every set of so many terminals, the numbers of the others."""
    return [[i for i in range(count) if not part >> i & 1] for part in range(1 << count)]


class _Trees:
    """What trees over some of the terminals (a `part`, a mask of their numbers) can touch.

    Attributes
    ----------
    reach
        ``reach[part][c]``: the cells that a tree over the part touches with at most `c` satellites. A
        terminal is touched as a whole. Of several terminals, as far as that is of use.
    hits
        The same as a mask of terminals.
    beside
        By terminal, it and its neighbours.
    joined
        By part, its terminals.
    """

    def __init__(self, shape: Geometry, terminals: list[int], allowed: int) -> None:
        self.shape, self.terminals, self.allowed = shape, terminals, allowed
        self.count = len(terminals)
        self.beside = [shape.grow(terminal) for terminal in terminals]
        parts = 1 << self.count
        self.reach: list[list[int]] = [[] for _ in range(parts)]
        self.hits: list[list[int]] = [[] for _ in range(parts)]
        self.splits, self.outside = _splits(self.count), _outside(self.count)
        self.joined = [0]
        for terminal in terminals:
            self.joined += [terminal | joined for joined in self.joined]

    def fewest(self, most: int) -> int:
        """Return the fewest satellites that join all terminals, or `NONE`."""
        for i in range(self.count):
            self._note(1 << i, self.terminals[i])
        apart = self._apart(most)
        if not apart:
            return NONE
        full = (1 << self.count) - 1
        least = _least(apart)
        for cost in range(least[full], most + 1):
            start = self._touched(cost, least)
            if start:
                return self._cells(full, cost, start & -start)
        return NONE

    def _touched(self, cost: int, least: list[int]) -> int:
        """Return the cells that trees over all terminals touch if they take `cost` satellites.

        A part has no more of them than it takes to join the others leaves, but for the one that it may
        share with them; what it would reach with more is of no use.
        """
        full = (1 << self.count) - 1
        for part in range(full + 1):
            if part & (part - 1):  # fewer satellites than the least touch nothing
                fewest = cost if part == full else least[part]
                self.reach[part], self.hits[part] = [0] * fewest, [0] * fewest
        for more in range(cost + 1):
            for part in range(1, full):
                reach, hits = self.reach[part], self.hits[part]
                if len(reach) != more:
                    continue
                if not part & (part - 1):
                    self._widen(part)
                elif more + least[full ^ part] <= cost + 1:
                    self._note(part, self._spread(part, more, least))
                else:
                    reach.append(reach[more - 1])
                    hits.append(hits[more - 1])
        self._note(full, self._spread(full, cost, least))
        return self.reach[full][cost]

    def _note(self, part: int, found: int) -> None:
        """Note what a part reaches with one satellite more, and the terminals that adjoin it.

        If it reaches anything, it reaches its own ones.
        """
        hits = self.hits[part]
        hit = 0
        if found:
            hit, touched = part, found | self.joined[part]
            if hits:
                hit |= hits[len(hits) - 1]  # with one satellite less it reached those already
            for i in self.outside[part]:
                if not hit >> i & 1 and found & self.beside[i]:
                    touched |= self.terminals[i]
                    hit |= 1 << i
            found = touched
        self.reach[part].append(found)
        hits.append(hit)

    def _widen(self, part: int) -> None:
        """Note what a single terminal reaches with one satellite more."""
        reach = self.reach[part]
        before = reach[len(reach) - 1]
        self._note(part, before | self.shape.grow_on(before, self.allowed))

    def _apart(self, most: int) -> list[list[int]]:
        """Return how many satellites join each two terminals; nothing if `most` are too few for some.

        Goes as far from the first of the two as that takes.
        """
        apart = [[0] * self.count for _ in range(self.count)]
        for i in range(self.count):
            part = 1 << i
            reach, hits = self.reach[part], self.hits[part]
            for j in range(i + 1, self.count):
                cost = 0
                while not hits[cost] >> j & 1:
                    cost += 1
                    if cost > most:
                        return []
                    if cost == len(hits):
                        self._widen(part)
                        if reach[cost] == reach[cost - 1]:
                            return []
                apart[i][j] = apart[j][i] = cost
        return apart

    def _spread(self, part: int, cost: int, least: list[int]) -> int:
        """Return what a part reaches with `cost` satellites, those of one less included.

        Trees over the two halves of a split meet at a terminal, where they share no satellite, or at a
        satellite, which they share.
        """
        common = meeting = 0
        for sub in self.splits[part]:
            rest = part ^ sub
            first, last = least[sub], cost - least[rest]
            if last < first - 1:
                continue  # too few satellites for both
            one, two = self.hits[sub], self.hits[rest]
            for c in range(first, last + 1):
                common |= one[c] & two[cost - c]
            one, two = self.reach[sub], self.reach[rest]
            if first == 0:
                first = 1
            if last >= cost:
                last = cost - 1
            for c in range(first, last + 2):
                meeting |= one[c] & two[cost + 1 - c]
        found = meeting & self.allowed
        before = self.reach[part][cost - 1] if cost else 0
        if before:
            found |= before | self.shape.grow_on(before, self.allowed)
        while common:
            i = common.bit_length() - 1
            common ^= 1 << i
            found |= self.terminals[i]
        return found

    # The way back, to the satellites of one tree ------------------------------------------------

    def _cells(self, part: int, cost: int, at: int) -> int:
        """Return the satellites of the tree over `part` that touches the cell `at`."""
        while cost and self.reach[part][cost - 1] & at:
            cost -= 1
        if at & self.allowed:
            return self._at_satellite(part, cost, at)
        return self._at_terminal(part, cost, at)

    def _at_satellite(self, part: int, cost: int, at: int) -> int:
        for sub in self.splits[part]:
            # The fewest for one part leave the most for the other: if they do not do, no split does.
            c, known = 1, self.reach[sub]
            while c <= cost and not known[c] & at:
                c += 1
            if c <= cost and self.reach[part ^ sub][cost + 1 - c] & at:
                return self._cells(sub, c, at) | self._cells(part ^ sub, cost + 1 - c, at)
        before = self.shape.around[at.bit_length() - 1] & self.reach[part][cost - 1]
        return at | self._cells(part, cost - 1, before & -before)

    def _at_terminal(self, part: int, cost: int, at: int) -> int:
        number = 0
        while not self.terminals[number] & at:
            number += 1
        if part == 1 << number:
            return 0
        terminal = self.terminals[number]
        for sub in self.splits[part]:
            c, known = 0, self.hits[sub]
            while c <= cost and not known[c] >> number & 1:
                c += 1
            if c <= cost and self.hits[part ^ sub][cost - c] >> number & 1:
                spot = terminal & -terminal
                return self._cells(sub, c, spot) | self._cells(part ^ sub, cost - c, spot)
        beside = self.beside[number] & self.reach[part][cost] & self.allowed
        return self._cells(part, cost, beside & -beside)


def _least(apart: list[list[int]]) -> list[int]:
    """Return for every part a lower bound of the satellites that join its terminals.

    It is exact for two. Paths between each two of three use every satellite of their tree twice, but
    for the one where it branches, which they use three times.
    """
    least = [0, 0]
    for last in range(1, len(apart)):
        row = apart[last]
        for before in range(1 << last):  # the parts whose last terminal is this one
            bound = least[before]
            inside = cells_of(before)
            for a in inside:
                if row[a] > bound:
                    bound = row[a]
                for b in inside:
                    both = row[a] + apart[a][b] + row[b]
                    if both > 2 * bound:
                        bound = both // 2
            least.append(bound)
    return least


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
