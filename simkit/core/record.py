"""The recorder: takes down games as narrow rows and turns a batch of them into pyarrow tables.

In the hot path a decision is packed into a few bytes, as wide as its columns are declared. (Tuples that
are packed when the game is over take fewer instructions but more time: they crowd the game out of the
processor's cache.) The bytes of a game are hashed, and those of a batch become the columns: every number
is converted once. Everything else (names, decoded arguments, dtypes) is worked out once per batch.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.schema import KIND_BITS, KIND_MASK, Column, Schema
from simkit.core.state import PointLog, State, ranked
from simkit.core.tables import LOG_LEVELS, POINTS_PREFIX, arrow_schema, table_columns

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simkit.core.rules import Rules

WIDE: Final = 1 << 63
SHORT: Final = 1 << 30  # most actions are below, which takes less time to tell
FIXED = ("round", "phase", "seat", "n_candidates", "score_before", "action", "value", "runner_up")
FIXED_CODES = "hbbiiqff"
BYTES = {  # dtype of a column -> its code in a packed row
    "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint64": "Q",
    "float32": "f", "float64": "d", "bool": "?",
}  # fmt: skip


PACK_ERRORS = (struct.error, OverflowError)

CANDIDATE = struct.Struct("<iiqd")
CANDIDATE_DTYPE = [("move", "i4"), ("candidate", "i4"), ("action", "i8"), ("value", "f8")]
POINT_FIELDS = ("move", "seat", "source", "amount")
POINT_BYTES = 4 * len(POINT_FIELDS)


@dataclass(slots=True)
class GameInfo:
    """Where a game stands in its run; the rest of the `games` row comes from the state."""

    game_id: int = 0
    seed: int = 0
    deal: int = 0
    lineup: int = 0
    rotation: int = 0


GAME_FIELDS = (
    "game_id", "seed", "deal", "lineup", "rotation", "rounds", "decisions", "end_reason",
)  # fmt: skip


@dataclass(slots=True)
class _Batch:
    """Finished games: one entry per game, or (the second block) per seat of a game."""

    moves: list[bytes] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    wide: list[dict[int, int]] = field(default_factory=list)
    points: list[bytes] = field(default_factory=list)
    candidates: list[bytes] = field(default_factory=list)
    games: list[int] = field(default_factory=list)  # flat, as are all cells below
    game_keys: list[str] = field(default_factory=list)
    game_cells: list[Any] = field(default_factory=list)

    bot: list[str] = field(default_factory=list)
    profile: list[str] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    rank: list[int] = field(default_factory=list)
    win_share: list[float] = field(default_factory=list)
    tie_break: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)  # points by source
    seat_keys: list[str] = field(default_factory=list)
    seat_cells: list[Any] = field(default_factory=list)


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorder:
    """Takes down games played under one `Rules`.

    Parameters
    ----------
    rules
        The rules of all games of this recorder.
    log
        ``games``, ``moves``, ``points`` or ``candidates``: how much is taken down.
    run, arm
        Constant columns.
    """

    def __init__(self, rules: Rules, log: str = "moves", run: str = "", arm: str = "") -> None:
        self.rules = rules
        self.log = log
        self.run = run
        self.arm = arm
        self.tables_wanted = LOG_LEVELS[log]
        self.wants_moves = "moves" in self.tables_wanted
        self.wants_points = "points" in self.tables_wanted
        self.wants_candidates = "candidates" in self.tables_wanted
        self.rows_only = self.wants_moves and not self.wants_candidates  # one look per decision
        self.batch = _Batch()
        self._of_games = -1
        self._gathered: dict[str, dict[str, Any]] = {}
        self.decisions = 0
        self.pack = _move_row(rules.schema).pack
        self.moves: list[bytes] = []
        self._wide: dict[int, int] = {}
        self._points: list[int] = []
        self._candidates: list[bytes] = []

    def start_game(self, state: State) -> None:
        """Begin a game; what an unfinished one left behind is dropped."""
        if self.moves or self._points or self.decisions:
            self.drop_unfinished()
        if self.wants_points:
            state.observer = PointLog(self.moves, self._points)

    def drop_unfinished(self) -> None:
        """Forget a game that was begun and not finished, so that `tables` holds whole games only."""
        self.decisions = 0
        self.moves = []
        self._wide = {}
        self._points = []
        self._candidates = []

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        """Take down a decision, before it is carried out.

        Most decisions do not come here: `play_game` writes such a row itself, to spare the call.
        """
        if not self.rows_only:
            if not self.wants_moves:
                self.decisions += 1
                return
            self._note_candidates(bot, state, candidates)
        seat, action = state.seat, choice.action
        if action >= WIDE:  # to be told so by an exception of `pack` would cost as much as ten rows
            self._wide[len(self.moves)] = action
            action = -1
        fixed = (
            state.round, state.phase, seat, len(candidates), state.score[seat],
            action, choice.value, choice.runner_up,
        )  # fmt: skip
        row = fixed + state.log_row(seat)
        try:
            self.moves.append(self.pack(*row))
        except PACK_ERRORS:
            self.refuse(row)
            raise

    def refuse(self, row: tuple[Any, ...]) -> None:
        """Name the column of a row that cannot be packed."""
        columns, cells = self.rules.schema.move_columns, row[len(FIXED) :]
        if len(cells) != len(columns):
            raise ValueError(f"log_row gives {len(cells)} values for {len(columns)} columns")
        for column, value in zip(columns, cells):
            try:
                struct.pack("<" + _byte_code(column), value)
            except struct.error:
                raise ValueError(
                    f"column {column.name!r}: {value!r} does not fit {column.dtype}"
                ) from None

    def _note_candidates(self, bot: Bot, state: State, candidates: list[int]) -> None:
        number = len(self.moves)
        values = bot.values(state, candidates)
        for i, (candidate, value) in enumerate(zip(candidates, values, strict=True)):
            packed = candidate if candidate < WIDE else -1
            self._candidates.append(CANDIDATE.pack(number, i, packed, value))

    def finish_game(self, state: State, bots: list[Bot], info: GameInfo) -> None:
        """Take down the result and close the game."""
        b, seats = self.batch, range(state.seats)
        # What can fail comes first: a game is taken down whole or not at all.
        standings = [state.standing(seat) for seat in seats]
        ranks = ranked(standings)
        shares = _shares(state, ranks)
        seat_cells = []
        for seat in seats:
            seat_cells += _cells(state.seat_row(seat), b.seat_keys)
        game_cells = _cells(state.game_row(), b.game_keys)
        points = array("i", self._points)
        if sys.byteorder == "big":
            points.byteswap()
        b.games += (
            info.game_id, info.seed, info.deal, info.lineup, info.rotation, state.round,
            len(self.moves) or self.decisions, state.end_reason,
        )  # fmt: skip
        b.game_cells += game_cells
        b.seat_cells += seat_cells
        for bot in bots:
            b.bot.append(getattr(bot, "name"))  # noqa: B009 - see play_game
            b.profile.append(getattr(bot, "profile"))  # noqa: B009
        b.score += state.score
        b.rank += ranks
        b.win_share += shares
        b.tie_break += [place[1] if len(place) > 1 else 0 for place in standings]
        b.totals += state.points
        b.moves.append(b"".join(self.moves))
        b.points.append(points.tobytes())
        b.candidates.append(b"".join(self._candidates))
        b.counts.append(len(self.moves))
        b.wide.append(self._wide)
        self.drop_unfinished()
        state.observer = None

    def actions(self) -> list[int]:
        """Return the actions of the game that is being taken down, or else of the last one."""
        import numpy as np

        b = self.batch
        data, wide = b"".join(self.moves), self._wide
        if not data and b.moves:
            data, wide = b.moves[-1], b.wide[-1]
        taken = np.frombuffer(data, self._dtype())["action"].tolist()
        return [wide.get(row, action) for row, action in enumerate(taken)]

    def _dtype(self) -> np.dtype[Any]:
        import numpy as np

        columns = self.rules.schema.move_columns
        names = [*FIXED, *(column.name for column in columns)]
        codes = [*FIXED_CODES, *map(_byte_code, columns)]
        return np.dtype([(name, "<" + code) for name, code in zip(names, codes)])

    @property
    def hashes(self) -> list[str]:
        """Hash of the rows of every finished game, in order of play."""
        from simkit.core.arrays import mixed, row_hashes

        if not self.batch.games:
            return []
        games = row_hashes(self._columns("games"))
        seats = row_hashes(self._columns("seats")).reshape(-1, self.rules.seats)
        for column in seats.T:
            games = mixed(games ^ column)
        return [f"{rows:016x}{self._digest(i)}" for i, rows in enumerate(games.tolist())]

    def _digest(self, place: int) -> str:
        """Hash the bytes of a finished game."""
        b = self.batch
        digest = hashlib.blake2b(b.moves[place], digest_size=16)
        digest.update(b.points[place])
        if b.candidates[place]:
            digest.update(b.candidates[place])
        if b.wide[place]:
            digest.update(repr(b.wide[place]).encode())
        return digest.hexdigest()

    @property
    def game_ids(self) -> list[int]:
        """Number of every finished game, in order of play."""
        return self.batch.games[:: len(GAME_FIELDS)]

    def tables(self) -> dict[str, pa.Table]:
        """Return the finished games as pyarrow tables."""
        return {name: self._table(name) for name in self.tables_wanted}

    def _table(self, name: str) -> pa.Table:
        import pyarrow as pa

        from simkit.core.arrays import arrow_array, constant

        schema, b = self.rules.schema, self.batch
        n = {
            "games": len(b.counts),
            "seats": len(b.score),
            "moves": sum(b.counts),
            "points": sum(map(len, b.points)) // POINT_BYTES,
            "candidates": sum(map(len, b.candidates)) // CANDIDATE.size,
        }[name]
        found = self._columns(name)
        constants = {
            "run": self.run,
            "arm": self.arm,
            "title": self.rules.title,
            "seats": self.rules.seats,
            "rules_version": self.rules.version,
        }
        arrays = []
        for column in table_columns(name, schema):
            data = found.get(column.name)
            if data is None and n:
                arrays.append(constant(column, constants[column.name], n))
            else:
                arrays.append(arrow_array(column, data if n else []))
        fields = arrow_schema(name, schema, self.rules.title, self.rules.version)
        for field_, made in zip(fields, arrays):
            if made.null_count and not field_.nullable:
                raise ValueError(f"column {field_.name!r}: a value is missing")
        return pa.Table.from_arrays(arrays, schema=fields)

    def _columns(self, name: str) -> dict[str, Any]:
        import numpy as np

        b = self.batch
        if name in ("games", "seats"):  # both are asked for twice: as hashes and as tables
            if self._of_games != len(b.counts):
                self._of_games = len(b.counts)
                self._gathered = {"games": self._game_columns(), "seats": self._seat_columns()}
            return self._gathered[name]
        ids = np.array(self.game_ids, dtype=np.int32)
        if name == "points":
            grid = np.frombuffer(b"".join(b.points), np.int32).reshape(-1, 4)
            counts = [len(data) // POINT_BYTES for data in b.points]
            found: dict[str, Any] = {key: grid[:, i] for i, key in enumerate(POINT_FIELDS)}
        elif name == "candidates":
            packed = np.frombuffer(b"".join(b.candidates), CANDIDATE_DTYPE)
            counts = [len(data) // CANDIDATE.size for data in b.candidates]
            found = {key: packed[key] for key in packed.dtype.names or ()}
        else:
            counts = b.counts
            found = self._move_columns()
        return {"game_id": np.repeat(ids, counts), **found}

    def _game_columns(self) -> dict[str, Any]:
        from simkit.core.arrays import by_key

        b = self.batch
        return {**by_key(GAME_FIELDS, b.games), **by_key(b.game_keys, b.game_cells)}

    def _seat_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.core.arrays import by_key, numbers, texts

        b, schema = self.batch, self.rules.schema
        seats = self.rules.seats
        found: dict[str, Any] = {
            "game_id": np.repeat(np.array(self.game_ids, dtype=np.int32), seats),
            "seat": np.tile(np.arange(seats), len(b.counts)),
        }
        found["bot"], found["profile"] = texts(b.bot), texts(b.profile)
        for name in ("score", "rank", "win_share", "tie_break"):
            found[name] = numbers(getattr(b, name))
        totals = np.array(b.totals, dtype=np.int64).reshape(-1, len(schema.sources))
        for number, source in enumerate(schema.sources):
            found[POINTS_PREFIX + source.name] = totals[:, number]
        return {**found, **by_key(b.seat_keys, b.seat_cells)}

    def _move_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.core.arrays import few_texts, split_rows

        b = self.batch
        found: dict[str, Any] = dict(split_rows(b.moves, self._dtype()))
        narrow = found["action"]
        starts = np.cumsum([0, *b.counts], dtype=np.int32)
        found["move"] = np.arange(len(narrow), dtype=np.int32) - np.repeat(starts[:-1], b.counts)
        wide: dict[int, int] = {}
        for game, start in zip(b.wide, starts.tolist()):
            for row, action in game.items():
                wide[start + row] = action
        found["kind"] = (narrow & KIND_MASK).astype(np.int8)
        for row, action in wide.items():
            found["kind"][row] = action & KIND_MASK
        found["action_wide"] = few_texts(len(narrow), {row: hex(a) for row, a in wide.items()})
        found.update(self._arg_columns(found["kind"], narrow, wide))
        return found

    def _arg_columns(
        self, kinds: np.ndarray, narrow: np.ndarray, wide: dict[int, int]
    ) -> dict[str, Any]:
        """Decode the logged arguments, kind by kind; -1 where a kind does not have one."""
        import numpy as np

        schema = self.rules.schema
        # An argument has less bits than its column, and fits. Of names there may be less than numbers.
        found = {
            column.name: np.full(
                len(kinds), -1, np.int16 if column.dtype == "category" else column.dtype
            )
            for column in schema.arg_columns()
        }
        by_kind = np.argsort(kinds, kind="stable")
        ends = np.cumsum(np.bincount(kinds, minlength=len(schema.kinds))).tolist()
        wide_of: dict[int, list[tuple[int, int]]] = {}
        for row, action in wide.items():
            wide_of.setdefault(action & KIND_MASK, []).append((row, action))
        for number, (kind, start, end) in enumerate(zip(schema.kinds, [0, *ends], ends)):
            if start == end:
                continue
            rows = by_kind[start:end]
            actions = narrow[rows]
            shift = KIND_BITS
            for arg in kind.args:
                name = arg.name if arg.column is None else arg.column
                if name in found and arg.bits:
                    mask = (1 << arg.bits) - 1
                    found[name][rows] = (actions >> min(shift, 63)) & mask
                    for row, action in wide_of.get(number, ()):
                        found[name][row] = (action >> shift) & mask
                shift += arg.bits
        return found


def _cells(row: dict[str, Any], keys: list[str]) -> list[Any]:
    """Return the cells of a row in the order of the keys, which are those of the first row."""
    mine = list(row)
    if mine != keys:
        if not keys:
            keys += mine
        return [row[key] for key in keys]
    return list(row.values())


def _shares(state: State, ranks: list[int]) -> list[float]:
    """Return each seat's share in the win."""
    if type(state).winners is State.winners:  # who is first by standings, and those are known here
        share = 1.0 / ranks.count(1)
        return [share if rank == 1 else 0.0 for rank in ranks]
    winners = state.winners()
    share = 1.0 / max(1, len(winners))  # alone one may lose to the game
    return [share if seat in winners else 0.0 for seat in range(state.seats)]


def _byte_code(column: Column) -> str:
    """Return the code of a column in a packed row."""
    if column.dtype == "category":
        return "b" if len(column.categories) < 128 else "h"
    if column.dtype not in BYTES:
        raise ValueError(f"column {column.name!r} of moves cannot be {column.dtype}")
    return BYTES[column.dtype]


def _move_row(schema: Schema) -> struct.Struct:
    """Return how a decision is packed: what all titles share, then the title's own columns."""
    return struct.Struct("<" + FIXED_CODES + "".join(map(_byte_code, schema.move_columns)))
