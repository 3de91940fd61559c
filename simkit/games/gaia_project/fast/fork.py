"""The fewest satellites that join three groups of planets: most federations are made of so many.

`satellites` has the search for any number of groups, which finds the very same trees.
"""

from __future__ import annotations

from typing import Final

from simkit.games.gaia_project.rules.geometry import NONE, Geometry

OTHERS: Final = [[1, 2], [0, 2], [0, 1]]  # the numbers of three terminals but for one


class Fork:
    """Trees over three terminals that do not adjoin each other: legs from each of them, which meet.

    They meet at a satellite, or at one of the terminals: that one is *between* the others.

    Attributes
    ----------
    reach
        ``reach[i][c]``: the cells that the i-th terminal reaches with at most `c` satellites. It passes
        through others: a terminal that it adjoins is reached as a whole.
    beside
        By terminal, it and its neighbours.
    apart
        How many satellites join the two terminals other than the i-th.
    cost
        How many satellites join all three.
    meets
        ``meets[i][c]``: where the legs of such trees meet, the one of the i-th terminal with `c`.
    legs
        The same, and the satellites on the way there, and terminals between the others.
    """

    def __init__(self, shape: Geometry, terminals: list[int], allowed: int) -> None:
        self.shape, self.terminals, self.allowed = shape, terminals, allowed
        self.reach = [[terminal] for terminal in terminals]
        self.beside = [shape.grow(terminal) for terminal in terminals]
        self.apart: list[int] = []
        self.cost = 0
        self.meets: list[list[int]] = []
        self.legs: list[list[int]] = []

    def fewest(self, most: int) -> int:
        """Return the fewest satellites, or `NONE`: the tree `satellites` would find for any number."""
        for start, end in OTHERS:
            cost = self._distance(start, end, most)
            if cost == NONE:
                return NONE
            self.apart.append(cost)
        paths = sum(self.apart)
        at_terminal = paths - max(self.apart)
        self.cost = paths // 2  # they use every satellite of the tree twice, or three times
        while self.cost <= most:
            met = self._meet()
            if self.cost == at_terminal:
                between = [paths - far == at_terminal for far in self.apart]
                return self._tree(between)
            if met:
                return self._tree([False, False, False])
            self.cost += 1
        return NONE

    def _distance(self, start: int, end: int, most: int) -> int:
        """Return how many satellites join two terminals, or `NONE`."""
        cost, reach, goal = 0, self.reach[start], self.terminals[end]
        while not reach[cost] & goal:
            cost += 1
            if cost > most or (cost == len(reach) and not self._widen(start)):
                return NONE
        return cost

    def _widen(self, number: int) -> bool:
        """Note what a terminal reaches with one satellite more; tell whether it is anything."""
        reach = self.reach[number]
        before = reach[len(reach) - 1]
        found = before | self.shape.grow_on(before, self.allowed)
        one, two = OTHERS[number]
        if found & self.beside[one]:
            found |= self.terminals[one]
        if found & self.beside[two]:
            found |= self.terminals[two]
        reach.append(found)
        return found != before

    def _meet(self) -> bool:
        """Note at which satellites legs of `cost` in all meet; each two are no shorter than a path."""
        cost, allowed = self.cost, self.allowed
        ends = [cost + 2 - far for far in self.apart]
        for number in range(3):
            while len(self.reach[number]) < ends[number]:
                self._widen(number)
        one, two, three = self.reach
        self.meets = [[0] * (cost + 2), [0] * (cost + 2), [0] * (cost + 2)]
        met = False
        for i in range(1, ends[0]):
            for j in range(max(1, cost + 3 - ends[2] - i), min(ends[1], cost + 2 - i)):
                k = cost + 2 - i - j
                found = one[i] & two[j] & three[k] & allowed
                if found:
                    met = True
                    self.meets[0][i] |= found
                    self.meets[1][j] |= found
                    self.meets[2][k] |= found
        return met

    def _tree(self, between: list[bool]) -> int:
        """Return the tree that the search for any number finds, by the first of all their cells."""
        self.legs = [levels[:] for levels in self.meets]
        for number in range(3):
            if between[number]:
                one, two = OTHERS[number]
                self.legs[one][self.apart[two] + 1] |= self.terminals[number]
                self.legs[two][self.apart[one] + 1] |= self.terminals[number]
        cells = 0
        for number in range(3):
            leg, reach = self.legs[number], self.reach[number]
            for c in range(self.cost, 0, -1):
                if leg[c + 1]:
                    leg[c] |= self.shape.grow_on(leg[c + 1], reach[c] & self.allowed)
                cells |= leg[c]
            cells |= self.terminals[number]
        first = cells & -cells
        for number in range(3):
            if self.terminals[number] & first:
                if between[number]:
                    one, two = OTHERS[number]
                    return self._back(one, first) | self._back(two, first)
                spots = self.legs[number][1]
                return self._onward(number, 1, spots & -spots)
        for number in (1, 2, 0):
            for c in range(1, self.cost + 1):
                if self.legs[number][c] & first:
                    return self._back(number, first) | self._onward(number, c, first)
        return NONE

    def _onward(self, number: int, at: int, spot: int) -> int:
        """Return the satellites from a spot of a terminal's leg on to both of the others."""
        leg, meets = self.legs[number], self.meets[number]
        one, two = OTHERS[number]
        satellites = 0
        while spot & self.allowed:
            if meets[at] & spot:
                return satellites | self._back(one, spot) | self._back(two, spot)
            satellites |= spot
            at += 1
            spots = self.shape.around[spot.bit_length() - 1] & leg[at]
            spot = spots & -spots
        between, last = (one, two) if self.terminals[one] & spot else (two, one)
        terminal = self.terminals[between]
        return satellites | self._back(last, terminal & -terminal)

    def _back(self, number: int, spot: int) -> int:
        """Return the satellites from a spot back to a terminal."""
        reach, count = self.reach[number], 0
        while not reach[count] & spot:
            count += 1
        satellites = 0
        while count:
            if spot & self.allowed:
                satellites |= spot
                count -= 1
                spots = self.shape.around[spot.bit_length() - 1] & reach[count]
            else:
                one, two = OTHERS[number]
                other = one if self.terminals[one] & spot else two
                spots = self.beside[other] & reach[count] & self.allowed
            spot = spots & -spots
        return satellites
