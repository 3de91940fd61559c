"""How few satellites join groups of planets if the way may lead through any other own planet.

Option satellite_rule = plain: the rulebook's "connect with as few satellites as possible", whatever
planets come along. Dreyfus and Wagner's tree of least weight; a satellite weighs one, a planet nothing.
"""

from __future__ import annotations

from simkit.games.gaia_project.rules.geometry import Geometry


def joinable(shape: Geometry, ends: list[int], groups: list[int], places: int, most: int) -> bool:
    """Tell whether at most so many satellites join all ends, through other groups where that helps.

    Parameters
    ----------
    ends
        What has to be joined, each a mask of cells that hang together.
    groups
        The other own planets by groups; they cost nothing and need not be joined.
    places
        The cells on which satellites may be placed.
    most
        The number of satellites.

    Examples
    --------
    >>> from simkit.games.gaia_project.rules.geometry import geometry
    >>> row = geometry(tuple((0, r) for r in range(5)))
    >>> one, by_the_way, two = (1 << row.cell[0, r] for r in (0, 2, 4))
    >>> places = row.valid & ~(one | by_the_way | two)
    >>> joinable(row, [one, two], [by_the_way], places, 2)
    True
    >>> joinable(row, [one, two], [], places, 2)
    False
    """
    pieces = [*ends, *groups]
    free = sum(pieces)
    every = (1 << len(ends)) - 1
    # reach[part][n]: cells that a tree over the part of the ends takes in with n satellites at most.
    reach: list[list[int]] = [[] for _ in range(every + 1)]
    for part in range(1, every + 1):
        for cost in range(most + 1):
            cells = ends[part.bit_length() - 1] if part & (part - 1) == 0 else 0
            if cost:
                before = reach[part][cost - 1]
                cells |= before | shape.grow_on(before, places)
            cells |= _meeting(reach, part, cost, free, places)
            reach[part].append(_with_groups(shape, cells, pieces))
    return reach[every][most] != 0


def _meeting(reach: list[list[int]], part: int, cost: int, free: int, places: int) -> int:
    """Return the cells in which trees over two halves of a part meet; they share a satellite there."""
    cells = 0
    half = (part - 1) & part
    while half > part ^ half:  # each pair of halves once
        one, two = reach[half], reach[part ^ half]
        for spent in range(cost + 1):
            cells |= one[spent] & two[cost - spent] & free
            if spent:
                cells |= one[spent] & two[cost + 1 - spent] & places
        half = (half - 1) & part
    return cells


def _with_groups(shape: Geometry, cells: int, groups: list[int]) -> int:
    """Return the cells and the groups that they touch."""
    beside = shape.grow(cells)
    for group in groups:
        if group & beside:
            cells |= group
    return cells
