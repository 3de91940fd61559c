"""Columns of a batch of games: gathered as numpy arrays, hashed row by row, turned into pyarrow arrays.

All of it is done once per batch. What costs time here is memory: rows are taken apart in blocks that fit
the processor's cache, and a column is handed to pyarrow without a copy where its type allows it.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.core.luck import MASK, name_hash
from simkit.core.schema import Column
from simkit.core.tables import arrow_type

if TYPE_CHECKING:
    import pyarrow as pa

BLOCK = 1 << 17  # bytes of rows that are taken apart at a time


class Texts:
    """A column of texts as numbers into its words; -1 = none."""

    def __init__(self, codes: np.ndarray, words: list[str]) -> None:
        self.codes = codes
        self.words = words

    def __len__(self) -> int:
        return len(self.codes)


# Gathering -----------------------------------------------------------------------------------


def split_rows(games: list[bytes], dtype: np.dtype[Any]) -> dict[str, np.ndarray]:
    """Return the columns of packed rows, given game by game."""
    total = sum(map(len, games))
    names = dtype.names or ()
    found = {name: np.empty(total // dtype.itemsize, dtype[name]) for name in names}
    at = 0
    for few in _blocks(games, total):
        rows = np.frombuffer(b"".join(few), dtype)
        end = at + len(rows)
        for name in names:
            found[name][at:end] = rows[name]
        at = end
    return found


def _blocks(games: list[bytes], total: int) -> Iterator[list[bytes]]:
    """Cut a list of games into parts of about a block each."""
    step = max(1, BLOCK * len(games) // max(1, total))
    for at in range(0, len(games), step):
        yield games[at : at + step]


def texts(column: Sequence[str]) -> Texts:
    """Number the words of a column in the order in which they turn up."""
    numbers_of = {text: number for number, text in enumerate(dict.fromkeys(column))}
    codes = np.fromiter(map(numbers_of.__getitem__, column), np.int32, len(column))
    return Texts(codes, list(numbers_of))


def few_texts(length: int, given: dict[int, str]) -> Texts:
    """Return a column that is empty but for the texts of a few rows."""
    few = texts(list(given.values()))
    codes = np.full(length, -1, dtype=np.int32)
    codes[list(given)] = few.codes
    return Texts(codes, few.words)


def numbers(column: Sequence[Any]) -> Any:
    """Return a column of ints as an array, any other as it is."""
    if not column:
        return column
    for code, dtype in (("q", np.int64), ("Q", np.uint64)):
        try:
            return np.frombuffer(array(code, column), dtype)
        except TypeError:  # texts, fractions, nothing
            return column
        except OverflowError:  # 64 bits, or a sign and more
            continue
    return column


def by_key(keys: Sequence[str], cells: list[Any]) -> dict[str, Any]:
    """Turn rows, given as their cells one after the other, into columns."""
    width = len(keys)
    table = numbers(cells)
    if isinstance(table, np.ndarray) and table.dtype == np.int64:
        return dict(zip(keys, np.ascontiguousarray(table.reshape(-1, max(1, width)).T)))
    return {key: numbers(cells[place::width]) for place, key in enumerate(keys)}


def places(standings: np.ndarray) -> np.ndarray:
    """Return the rank of every seat in its game, 1 is best; equal standings share a rank.

    What `simkit.core.state.ranked` says of one game, of many at once.

    Parameters
    ----------
    standings
        Numbers by game, seat, and place in the standing: the first that differ decide.

    Examples
    --------
    >>> places(np.array([[[7, 2], [9, 0], [7, 5]], [[4, 1], [4, 1], [3, 8]]])).tolist()
    [[3, 1, 2], [1, 1, 3]]
    """
    games, seats, parts = standings.shape
    ahead = np.zeros((games, seats, seats), dtype=bool)  # of the seat in front: the one behind
    level = ~ahead
    for part in range(parts):
        mine, others = standings[:, :, None, part], standings[:, None, :, part]
        ahead |= level & (others > mine)
        level &= others == mine
    found: np.ndarray = 1 + ahead.sum(axis=2)
    return found


# Hashing -------------------------------------------------------------------------------------


def mixed(words: np.ndarray) -> np.ndarray:
    """Scramble 64-bit numbers (as `simkit.core.luck.mix` does)."""
    words = (words ^ (words >> 30)) * 0xBF58476D1CE4E5B9
    words = (words ^ (words >> 27)) * 0x94D049BB133111EB
    found: np.ndarray = words ^ (words >> 31)
    return found


def row_hashes(columns: dict[str, Any]) -> np.ndarray:
    """Hash each row of some columns to 64 bits, equal on every machine and in every batch."""
    length = max((len(column) for column in columns.values()), default=0)
    found = np.zeros(length, dtype=np.uint64)
    for name, column in columns.items():
        found = mixed(found ^ _words(column) ^ np.uint64(name_hash(name)))
    return found


def _words(column: Any) -> np.ndarray:
    """Return a column as 64-bit words; a value's word does not depend on the others."""
    if isinstance(column, np.ndarray):
        wide = np.float64 if column.dtype.kind == "f" else np.int64
        return column.astype(wide, copy=False).view(np.uint64)
    if isinstance(column, Texts):
        hashes = np.array([name_hash(word) for word in column.words], dtype=np.uint64)
        return np.asarray(hashes[column.codes])
    kinds = set(map(type, column))
    if kinds <= {int, bool}:
        return np.array([value & MASK for value in column], dtype=np.uint64)
    if kinds == {str}:
        return _words(texts(column))
    if kinds == {float}:
        return np.array(column, dtype=np.float64).view(np.uint64)
    return np.array([_word(value) for value in column], dtype=np.uint64)


def _word(value: Any) -> int:
    if isinstance(value, int):
        return int(value) & MASK
    if isinstance(value, float):
        return int(struct.unpack("<Q", struct.pack("<d", value))[0])
    return name_hash(str(value))


# Arrow ---------------------------------------------------------------------------------------


def constant(column: Column, value: Any, n: int) -> pa.Array:
    """Return an array of n equal values."""
    import pyarrow as pa

    if column.dtype == "string":
        return _named(pa.int32(), np.zeros(n, np.int32), [value])
    return pa.repeat(pa.scalar(value, arrow_type(column)), n)


def arrow_array(column: Column, data: Any) -> pa.Array:
    """Return a column as pyarrow has it.

    Raises
    ------
    ValueError
        Names the column whose values are not what it was declared as.
    """
    import pyarrow as pa

    if isinstance(data, Texts):
        return _named(pa.int32(), data.codes, data.words)
    if isinstance(data, np.ndarray) and data.dtype == column.dtype:
        return pa.array(np.ascontiguousarray(data))
    kind = arrow_type(column)
    if column.dtype == "float32":
        return pa.array(np.asarray(data, dtype=np.float32), kind)
    if column.dtype == "category":
        codes = np.asarray(data)
        if len(codes) and codes.max() >= len(column.categories):
            raise ValueError(f"column {column.name!r}: no category has the number {codes.max()}")
        codes = codes.astype(kind.index_type.to_pandas_dtype(), copy=False)
        return _named(kind.index_type, codes, column.categories)
    if column.dtype == "string":
        return pa.array(data, pa.string()).dictionary_encode()
    if isinstance(data, np.ndarray) and column.dtype != "float64":
        low, high = (0, 1) if column.dtype == "bool" else _limits(column.dtype)
        if len(data) and not low <= int(data.min()) <= int(data.max()) <= high:
            raise ValueError(f"column {column.name!r}: a value does not fit {column.dtype}")
        return pa.array(data.astype(column.dtype), kind)
    return pa.array(data, kind)


def _limits(dtype: str) -> tuple[int, int]:
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


def _named(kind: pa.DataType, codes: np.ndarray, words: Sequence[str]) -> pa.Array:
    """Return words by their numbers; a negative number stands for none."""
    import pyarrow as pa

    there = codes >= 0
    missing = len(codes) - int(np.count_nonzero(there))
    bits = pa.py_buffer(np.packbits(there, bitorder="little")) if missing else None
    found = pa.DictionaryArray.from_buffers(
        pa.dictionary(kind, pa.string()), len(codes),
        [bits, pa.py_buffer(np.ascontiguousarray(codes))], pa.array(words, pa.string()), missing,
    )  # fmt: skip
    return found
