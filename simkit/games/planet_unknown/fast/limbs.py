"""What the compiled build does with masks: the same as `placing` and `laying`, in machine words.

A mask of the frame is cut into three limbs of four rows each. Compiled, an operation on a limb is one
instruction, while one on a whole mask makes a new object; interpreted it is the other way round, so the
plain build works on whole masks. Tests compare both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

    from simkit.games.planet_unknown.rules.tables import Layout

COMPILED: Final = not __file__.endswith(".py")
WIDTH: Final = 52  # cells of a limb: four rows of thirteen
LIMB: Final = (1 << 52) - 1
ROW: Final = 13
CARRY: Final = 39  # from a row of one limb to the next row, in another limb
LAST: Final = 51


def lowest_cells(footprints: list[list[Layout]], free: int, border: int) -> list[int]:
    """Return per footprint where its lowest cell may lie: all its cells free, one on the border."""
    f0: i64 = free & LIMB
    f1: i64 = free >> WIDTH & LIMB
    f2: i64 = free >> 2 * WIDTH
    b0: i64 = border & LIMB
    b1: i64 = border >> WIDTH & LIMB
    b2: i64 = border >> 2 * WIDTH
    found = []
    for layouts in footprints:
        all0, all1, all2 = f0, f1, f2
        any0, any1, any2 = b0, b1, b2
        for step in layouts[0].steps:
            down: i64 = step
            if down < WIDTH:
                up = WIDTH - down
                all0 &= f0 >> down | f1 << up & LIMB
                all1 &= f1 >> down | f2 << up & LIMB
                all2 &= f2 >> down
                any0 |= b0 >> down | b1 << up & LIMB
                any1 |= b1 >> down | b2 << up & LIMB
                any2 |= b2 >> down
            else:
                down -= WIDTH
                up = WIDTH - down
                all0 &= f1 >> down | f2 << up & LIMB
                all1 &= f2 >> down
                all2 = 0
                any0 |= b1 >> down | b2 << up & LIMB
                any1 |= b2 >> down
        found.append(_joined(all0 & any0, all1 & any1, all2 & any2))
    return found


def area(seed: int, within: int) -> int:
    """Return all cells of `within` that hang together with `seed` by their sides."""
    w0: i64 = within & LIMB
    w1: i64 = within >> WIDTH & LIMB
    w2: i64 = within >> 2 * WIDTH & LIMB
    seed &= within
    a: i64 = seed & LIMB
    b: i64 = seed >> WIDTH & LIMB
    c: i64 = seed >> 2 * WIDTH & LIMB
    was0: i64 = 0
    was1: i64 = 0
    was2: i64 = 0
    while a != was0 or b != was1 or c != was2:
        was0, was1, was2 = a, b, c
        a = (a | a << 1 | a >> 1 | a << ROW | a >> ROW | was1 << LAST | was1 << CARRY) & w0
        b = (b | b << 1 | b >> 1 | b << ROW | b >> ROW | was0 >> LAST | was0 >> CARRY
             | was2 << LAST | was2 << CARRY) & w1  # fmt: skip
        c = (c | c << 1 | c >> 1 | c << ROW | c >> ROW | was1 >> LAST | was1 >> CARRY) & w2
    return _joined(a, b, c)


def _joined(low: i64, middle: i64, high: i64) -> int:
    """Return the mask of three limbs."""
    mask: int = low
    if middle:
        mask |= int(middle) << WIDTH
    if high:
        mask |= int(high) << 2 * WIDTH
    return mask


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask of the frame, lowest first."""
    found: list[int] = []
    rest = mask >> WIDTH
    _note(found, mask & LIMB, 0)
    if rest:
        _note(found, rest & LIMB, WIDTH)
        _note(found, rest >> WIDTH, 2 * WIDTH)
    return found


def _note(found: list[int], limb: i64, first: i64) -> None:
    while limb:
        if not limb & 255:
            limb >>= 8
            first += 8
            continue
        if limb & 1:
            found.append(first)
        limb >>= 1
        first += 1


def take_at(found: list[Any], row: list[Any], mask: int) -> None:
    """Append the entries of a row that a mask names."""
    rest = mask >> WIDTH
    _take(found, row, mask & LIMB, 0)
    if rest:
        _take(found, row, rest & LIMB, WIDTH)
        _take(found, row, rest >> WIDTH, 2 * WIDTH)


def _take(found: list[Any], row: list[Any], limb: i64, first: i64) -> None:
    while limb:
        if not limb & 255:
            limb >>= 8
            first += 8
            continue
        if limb & 1:
            found.append(row[first])
        limb >>= 1
        first += 1


def pockets_beside(open_cells: int, mask: int, most: int) -> int:
    """Return the cells of pockets of two to `most` cells that touch a mask, once it is covered."""
    f0: i64 = open_cells & LIMB
    f1: i64 = open_cells >> WIDTH & LIMB
    f2: i64 = open_cells >> 2 * WIDTH
    a: i64 = mask & LIMB
    b: i64 = mask >> WIDTH & LIMB
    c: i64 = mask >> 2 * WIDTH
    f0 &= ~a
    f1 &= ~b
    f2 &= ~c
    e0 = (a << 1 | a >> 1 | a << ROW | a >> ROW | b << LAST | b << CARRY) & f0
    e1 = b << 1 | b >> 1 | b << ROW | b >> ROW | a >> LAST | a >> CARRY | c << LAST | c << CARRY
    e2 = (c << 1 | c >> 1 | c << ROW | c >> ROW | b >> LAST | b >> CARRY) & f2
    return _pockets(f0, f1, f2, e0, e1 & f1, e2, most)


def _pockets(f0: i64, f1: i64, f2: i64, e0: i64, e1: i64, e2: i64, limit: i64) -> int:
    """Return the cells of pockets that hold a cell of the edge; free cells and the edge come by limbs."""
    found: i64 = 0
    while e0 | e1 | e2:
        a = e0 & -e0
        b: i64 = 0
        c: i64 = 0
        if not a:
            b = e1 & -e1
            if not b:
                c = e2 & -e2
        size: i64 = 1
        before: i64 = 0
        while size != before and size <= limit:
            before = size
            a, b, c = (
                (a | a << 1 | a >> 1 | a << ROW | a >> ROW | b << LAST | b << CARRY) & f0,
                (b | b << 1 | b >> 1 | b << ROW | b >> ROW | a >> LAST | a >> CARRY
                 | c << LAST | c << CARRY) & f1,
                (c | c << 1 | c >> 1 | c << ROW | c >> ROW | b >> LAST | b >> CARRY) & f2,
            )  # fmt: skip
            size = _count(a) + _count(b) + _count(c)
        if 1 < size <= limit:
            found += size
        e0 &= ~a
        e1 &= ~b
        e2 &= ~c
    return found


def _count(limb: i64) -> i64:
    """Return the number of cells in a limb; there are few."""
    found: i64 = 0
    while limb:
        limb &= limb - 1
        found += 1
    return found
