"""Rows of `moves`, written as bytes one by one: how the compiled build takes down decisions.

Compiled code has most numbers of a row as the machine has them, and copies them to where they go. Boxed
into a tuple, and packed from there when the game is over, a row costs it three times the instructions. In
plain Python a row written here takes nine times as long as its tuple, so there the recorder keeps
tuples (see `simkit.core.record`), and this module, which needs ``librt``, is not imported. The bytes
are the same.
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

    Parameters
    ----------
    codes
        How the title's own columns are packed, a letter of `struct` for each (`CODES`).

    Examples
    --------
    >>> rows = RowBytes("bh")
    >>> rows.add(1, 0, 3, 12, 40, 77, 2.5, 2.0, (5, -300))
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

    def add(
        self, number: int, phase: int, seat: int, candidates: int, score: int, action: int,
        value: float, runner_up: float, cells: tuple[Any, ...],
    ) -> None:  # fmt: skip
        """Write a row: what all titles share (`simkit.core.record.FIXED`), then the title's cells.

        Raises
        ------
        OverflowError, TypeError, ValueError
            A cell does not fit, or there are too few or too many. What was written of the row is still
            there, see `cut`.
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
        if len(cells) != self.width:
            raise ValueError(f"{len(cells)} values for {self.width} columns")
        larger = self.larger  # bits, because to look up a code takes longer than to write a byte
        for at, cell in enumerate(cells):
            if larger & 1:
                _write_cell(out, self.codes[at], cell)
            else:
                _write_small(out, cell)
            larger >>= 1

    def add_packed(self, row: bytes) -> None:
        """Write a row that is packed already."""
        self.out.write(row)

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
