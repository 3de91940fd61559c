"""How the decisions, points and candidates of a game are packed into bytes while it is played."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from simkit.core.schema import Column, Schema

if TYPE_CHECKING:
    import numpy as np

    from simkit.core.rows import RowBytes

WIDE: Final = 1 << 63
FIXED = ("round", "phase", "seat", "n_candidates", "score_before", "action", "value", "runner_up")
FIXED_CODES = "hbbiiqff"
BYTES = {  # dtype of a column -> its code in a packed row
    "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint64": "Q",
    "float32": "f", "float64": "d", "bool": "?",
}  # fmt: skip
PACK_ERRORS = (struct.error, OverflowError, TypeError, ValueError)
CANDIDATE = struct.Struct("<iiqd")
CANDIDATE_DTYPE = [("move", "<i4"), ("candidate", "<i4"), ("action", "<i8"), ("value", "<f8")]
POINT_FIELDS = ("move", "seat", "source", "amount")
POINT_BYTES = 4 * len(POINT_FIELDS)
GAME_FIELDS = (
    "game_id", "seed", "deal", "lineup", "rotation", "rounds", "decisions", "end_reason",
)  # fmt: skip


class Finished(NamedTuple):
    """A recorded game; columns are made of many at once.

    Attributes
    ----------
    moves, points, candidates
        Packed rows.
    wide
        Actions that do not fit their column, by decision.
    decisions
        Number of rows of moves.
    game
        The cells of `GAME_FIELDS`.
    game_cells, seat_cells
        What the title says, in the order of the first game's keys; that of all seats in one list.
    called
        Name and profile of every seat's bot.
    standings, winners
        What seats are ranked by, and who has won where the title says so itself. Ranks and shares are
        worked out of them when tables or hashes are asked for.
    totals
        Points by source, of all seats in one list.
    """

    moves: bytes
    points: bytes
    candidates: bytes
    wide: dict[int, int]
    decisions: int
    game: tuple[int, ...]
    game_cells: list[Any]
    seat_cells: list[Any]
    called: list[tuple[str, str]]
    score: list[int]
    standings: list[tuple[int, ...]]
    winners: list[int] | None
    totals: list[int]


def byte_code(column: Column) -> str:
    """Return the code of a column in a packed row."""
    if column.dtype == "category":
        return "b" if len(column.categories) < 128 else "h"
    if column.dtype not in BYTES:
        raise ValueError(f"column {column.name!r} of moves cannot be {column.dtype}")
    return BYTES[column.dtype]


def row_bytes(schema: Schema) -> RowBytes | None:
    """Return what writes rows in the compiled build; None where it cannot be, and tuples have to do."""
    codes = "".join(map(byte_code, schema.move_columns))
    try:
        from simkit.core.rows import CODES, MOST_CELLS, RowBytes
    except (ImportError, ValueError):  # librt is not installed, or speaks another version
        return None
    return RowBytes(codes) if set(codes) <= set(CODES) and len(codes) <= MOST_CELLS else None


def row_struct(schema: Schema) -> struct.Struct:
    """Return how a decision is packed: what all titles share, then the title's own columns."""
    return struct.Struct("<" + FIXED_CODES + "".join(map(byte_code, schema.move_columns)))


def row_dtype(schema: Schema) -> np.dtype[Any]:
    """Return a packed row as numpy reads it."""
    import numpy as np

    names = [*FIXED, *(column.name for column in schema.move_columns)]
    codes = [*FIXED_CODES, *map(byte_code, schema.move_columns)]
    return np.dtype([(name, "<" + code) for name, code in zip(names, codes)])
