"""Rows of `moves`, written as bytes one by one: how the compiled build takes down decisions.

Compiled code has most numbers of a row as the machine has them, and copies them to where they go. Boxed
into a tuple, and packed from there when the game is over, a row costs it three times the instructions. (A
title may spare itself the tuple as well, see `State.write_row`.) In plain Python a row written here takes
nine times as long as its tuple, so there the recorder (`simkit.engine.recorder`) keeps tuples, and this
module, which needs ``librt``, is not imported. The bytes are the same.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

from librt.strings import (
    BytesWriter,
    write_f32_le,
    write_f64_le,
    write_i16_le,
    write_i32_le,
    write_i64_le,
)

if TYPE_CHECKING:
    from mypy_extensions import i16, i32, i64, u8

LARGEST: Final = 3.4028234663852886e38  # that a float of 32 bits holds
CODES: Final = "bhiq?fd"  # of columns that can be written here
MOST_CELLS: Final = 63  # for each a bit of a machine number tells whether it is larger than a byte


class RowBytes:
    """Packed rows of one game after the other.

    A row is begun with what all titles share. Its other cells come from `State.write_row`: all at once as
    a tuple (`cells`), or one by one, so that compiled code makes no objects of them (`small`, `shorts`).

    Parameters
    ----------
    codes
        How the title's own columns are packed, a letter of `struct` for each (`CODES`).

    Examples
    --------
    >>> rows = RowBytes("bh")
    >>> rows.begin(1, 0, 3, 12, 40, 77, 2.5, 2.0)
    >>> rows.cells((5, -300))
    >>> len(rows.packed())
    31
    """

    __slots__ = ("codes", "larger", "out", "width")

    codes: list[int]
    larger: i64
    width: i64

    def __init__(self, codes: str) -> None:
        self.codes = [CODES.index(code) for code in codes]
        self.larger = sum(1 << place for place, code in enumerate(self.codes) if code)
        self.width = len(codes)
        self.out = BytesWriter()

    def begin(
        self, number: int, phase: int, seat: int, candidates: int, score: int, action: int,
        value: float, runner_up: float,
    ) -> None:  # fmt: skip
        """Write the first cells of a row, which all titles share (`simkit.engine.packing.FIXED`).

        Raises
        ------
        OverflowError, TypeError, ValueError
            A cell does not fit; so do those that write the other cells. What was written of the row is
            still there, see `cut`.
        """
        out = self.out
        round_: i16 = number
        write_i16_le(out, round_)
        _write_small(out, phase)
        _write_small(out, seat)
        offered: i32 = candidates
        write_i32_le(out, offered)
        points: i32 = score
        write_i32_le(out, points)
        taken: i64 = action
        write_i64_le(out, taken)
        _write_float(out, value)
        _write_float(out, runner_up)

    def cells(self, cells: tuple[Any, ...]) -> None:
        """Write all cells of the title's own columns."""
        if len(cells) != self.width:
            raise ValueError(f"{len(cells)} values for {self.width} columns")
        out = self.out
        larger = self.larger  # bits, because to look up a code takes longer than to write a byte
        for at, cell in enumerate(cells):
            if larger & 1:
                _write_cell(out, self.codes[at], cell)
            else:
                _write_small(out, cell)
            larger >>= 1

    def small(self, cell: int) -> None:
        """Write a cell of 8 bits."""
        _write_small(self.out, cell)

    def shorts(self, one: int, two: int, three: int, four: int) -> None:
        """Write four cells of 16 bits each."""
        out = self.out
        first: i16 = one
        write_i16_le(out, first)
        second: i16 = two
        write_i16_le(out, second)
        third: i16 = three
        write_i16_le(out, third)
        fourth: i16 = four
        write_i16_le(out, fourth)

    def add_packed(self, row: bytes) -> None:
        """Write a row that is packed already."""
        self.out.write(row)

    def size(self) -> int:
        """Return how many bytes were written for the game so far."""
        return len(self.out)

    def packed(self) -> bytes:
        """Return the rows of the game so far."""
        return self.out.getvalue()

    def drop(self) -> None:
        """Begin the next game."""
        self.cut(0)

    def cut(self, size: int) -> None:
        """Drop all but so many bytes, and with them a row that was broken off."""
        self.out.truncate(size)


def _write_small(out: BytesWriter, value: int) -> None:
    if value < -128 or value > 127:
        raise OverflowError(f"{value} does not fit 8 bits")
    byte: u8 = value & 255
    out.append(byte)


def _write_float(out: BytesWriter, value: float) -> None:
    """Write 32 bits; what is too large for them is refused, as `struct` does."""
    if value > LARGEST or value < -LARGEST:
        out.write(struct.pack("<f", value))
    else:
        write_f32_le(out, value)


def _write_cell(out: BytesWriter, code: int, cell: Any) -> None:
    """Write a cell of more than 8 bits, or what is no integer; `code` is a place in `CODES`."""
    if code == 1:
        short: i16 = cell
        write_i16_le(out, short)
    elif code == 2:
        middle: i32 = cell
        write_i32_le(out, middle)
    elif code == 3:
        long: i64 = cell
        write_i64_le(out, long)
    elif code == 4:
        bit: u8 = 1 if cell else 0
        out.append(bit)
    elif code == 5:
        _write_float(out, cell)
    else:
        write_f64_le(out, cell)
