"""The recorder: takes down games as narrow rows and turns a batch of them into pyarrow tables.

In the hot path a decision is a tuple in a list. When the game is over, its tuples are packed into bytes
in one go, as wide as their columns are declared: one at a time, between the decisions, takes twice as
long. (Not so in the compiled build, which writes the same bytes at once: see `simkit.core.rows`.) The
bytes of a game are hashed, and those of a batch become the columns: every number is converted once.
Everything else (names, decoded arguments, dtypes) is worked out once per batch.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, starmap
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.schema import KIND_BITS, KIND_MASK, Column, Schema
from simkit.core.state import PointLog, State, ranked, win_shares
from simkit.core.tables import LOG_LEVELS, POINTS_PREFIX, arrow_schema, table_columns

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simkit.core.rows import RowBytes
    from simkit.core.rules import Rules

COMPILED = not __file__.endswith(".py")  # this very module
WIDE: Final = 1 << 63
SHORT: Final = (1 << 30) - 1  # most actions are below; one digit of an int, quick to compare
FIXED = ("round", "phase", "seat", "n_candidates", "score_before", "action", "value", "runner_up")
FIXED_CODES = "hbbiiqff"
BYTES = {  # dtype of a column -> its code in a packed row
    "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint64": "Q",
    "float32": "f", "float64": "d", "bool": "?",
}  # fmt: skip
PACK_ERRORS = (struct.error, OverflowError, TypeError, ValueError)
# What bots are called; of an interpreted subclass it is not seen otherwise, see `play_game`.
CALLED: Final = attrgetter("name", "profile")
CANDIDATE = struct.Struct("<iiqd")
CANDIDATE_DTYPE = [("move", "<i4"), ("candidate", "<i4"), ("action", "<i8"), ("value", "<f8")]
POINT_FIELDS = ("move", "seat", "source", "amount")
POINT_BYTES = 4 * len(POINT_FIELDS)


@dataclass(slots=True)
class GameInfo:
    """Where a game stands in its run; the rest of the `games` row comes from the state.

    Attributes
    ----------
    bots
        What the seats' bots are called in `seats`; by default by their own names.
    """

    game_id: int = 0
    seed: int = 0
    deal: int = 0
    lineup: int = 0
    rotation: int = 0
    bots: tuple[str, ...] = ()


GAME_FIELDS = (
    "game_id", "seed", "deal", "lineup", "rotation", "rounds", "decisions", "end_reason",
)  # fmt: skip


class Finished(NamedTuple):
    """A game that is taken down; columns are made of many at once.

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


class _Cells:
    """Takes the cells from rows that are dicts, in the order of the first one's keys."""

    __slots__ = ("keys", "take")

    keys: list[str]
    take: Callable[[dict[str, Any]], Any]

    def __init__(self) -> None:
        self.keys = []

    def read(self, rows: list[dict[str, Any]]) -> list[Any]:
        """Return the cells of rows, one row after the other."""
        if not self.keys:
            self.keys = [*rows[0]]
            if len(self.keys) > 1:
                self.take = itemgetter(*self.keys)
        found: list[Any] = []
        if len(self.keys) > 1:
            for row in rows:
                found += self.take(row)
        else:
            for row in rows:
                found += [row[key] for key in self.keys]
        return found


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
        self.finished: list[Finished] = []
        self.of_game = _Cells()  # what the title says of a game, and of a seat
        self.of_seat = _Cells()
        self._of_games = -1
        self._gathered: dict[str, dict[str, Any]] = {}
        self.decisions = 0
        row = row_struct(rules.schema)
        self.pack = row.pack
        self.row_bytes = row.size
        self.moves: list[tuple[Any, ...] | None] = []  # None: its row is written already
        self.written: RowBytes | None = (
            row_bytes(rules.schema) if COMPILED and self.wants_moves else None
        )
        self._wide: dict[int, int] = {}
        self._points: list[int] = []
        self._candidates: list[bytes] = []

    def start_game(self, state: State) -> None:
        """Begin a game; what an unfinished one left behind is dropped."""
        if self.moves or self._points or self.decisions or self.written is not None:
            self.drop_unfinished()
        if self.wants_points:
            # Points that the deal gave come first: their sum per seat is the score, in every title.
            for place, amount in enumerate(state.points):
                if amount:
                    seat, source = divmod(place, state.sources)
                    self._points += (-1, seat, source, amount)
            state.observer = PointLog(self.moves, self._points)

    def drop_unfinished(self) -> None:
        """Forget a game that was begun and not finished, so that `tables` holds whole games only."""
        self.decisions = 0
        self.moves = []
        self._wide = {}
        self._points = []
        self._candidates = []
        if self.written is not None:
            self.written.drop()

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        """Take down a decision, before it is carried out.

        In plain Python most decisions do not come here: `play_game` notes them itself, to spare the call.
        """
        if not self.rows_only:
            if not self.wants_moves:
                self.decisions += 1
                return
            self._note_candidates(bot, state, candidates)
        seat, action = state.seat, choice.action
        # To be told so by an exception of `pack` would cost as much as ten rows.
        if action >= SHORT and action >= WIDE:
            self._wide[len(self.moves)] = action
            action = -1
        if self.written is not None:
            self._write(self.written, state, len(candidates), choice, action)
            return
        fixed = (
            state.round, state.phase, seat, len(candidates), state.score[seat],
            action, choice.value, choice.runner_up,
        )  # fmt: skip
        self.moves.append(fixed + state.log_row(seat))

    def _write(
        self, rows: RowBytes, state: State, candidates: int, choice: Choice, action: int
    ) -> None:
        """Write the row of a decision."""
        seat = state.seat
        try:
            rows.begin(
                state.round, state.phase, seat, candidates, state.score[seat],
                action, choice.value, choice.runner_up,
            )  # fmt: skip
            state.write_row(seat, rows)
            if rows.size() != (len(self.moves) + 1) * self.row_bytes:
                raise ValueError("the cells are not as wide as their columns are declared")
        except PACK_ERRORS:  # of numpy's integers as well, which struct takes
            rows.cut(len(self.moves) * self.row_bytes)
            cells = state.log_row(seat)
            fixed = (
                state.round, state.phase, seat, candidates, state.score[seat],
                action, choice.value, choice.runner_up,
            )  # fmt: skip
            try:
                rows.add_packed(self.pack(*fixed, *cells))
            except PACK_ERRORS:
                self._refuse(cells)
                raise
        except Exception:  # a fault of the title: what is begun must not be in the way of a replay
            rows.cut(len(self.moves) * self.row_bytes)
            raise
        self.moves.append(None)

    def _packed(self) -> bytes:
        """Return the rows of the game that is being taken down."""
        if self.written is not None:
            return self.written.packed()
        try:
            return b"".join(starmap(self.pack, cast("list[tuple[Any, ...]]", self.moves)))
        except PACK_ERRORS:
            for row in cast("list[tuple[Any, ...]]", self.moves):
                self._refuse(row[len(FIXED) :])
            raise

    def _refuse(self, cells: tuple[Any, ...]) -> None:
        """Name the title's column whose cell cannot be packed."""
        columns = self.rules.schema.move_columns
        if len(cells) != len(columns):
            raise ValueError(f"log_row gives {len(cells)} values for {len(columns)} columns")
        for column, value in zip(columns, cells):
            try:
                struct.pack("<" + _byte_code(column), value)
            except PACK_ERRORS:
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
        seats = range(state.seats)
        # One object for the whole game: a list per column would be thirteen places in memory to write to.
        # Made as a tuple is: its own constructor is Python code, which takes twice as long.
        found = tuple.__new__(Finished, (
            self._packed(),
            _ints(len(self._points))(*self._points),
            b"".join(self._candidates),
            self._wide,
            len(self.moves),
            (
                info.game_id, info.seed, info.deal, info.lineup, info.rotation, state.round,
                len(self.moves) or self.decisions, state.end_reason,
            ),
            self.of_game.read([state.game_row()]),
            self.of_seat.read([state.seat_row(seat) for seat in seats]),
            called_by(info.bots, bots) if info.bots else list(map(CALLED, bots)),
            state.score[:],
            [state.standing(seat) for seat in seats],
            None if type(state).winners is State.winners else state.winners(),
            state.points[:],
        ))  # fmt: skip
        self.finished.append(found)
        self.drop_unfinished()
        state.observer = None

    def actions(self) -> list[int]:
        """Return the actions of the game that is being taken down, or else of the last one."""
        import numpy as np

        data, wide = self._packed(), self._wide
        if not data and self.finished:
            data, wide = self.finished[-1].moves, self.finished[-1].wide
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

        if not self.finished:
            return []
        games = row_hashes(self._columns("games"))
        seats = row_hashes(self._columns("seats")).reshape(-1, self.rules.seats)
        for column in seats.T:
            games = mixed(games ^ column)
        return [
            f"{rows:016x}{_digest(game)}"
            for rows, game in zip(games.tolist(), self.finished, strict=True)
        ]

    @property
    def game_ids(self) -> list[int]:
        """Number of every finished game, in order of play."""
        return [game.game[0] for game in self.finished]

    def tables(self) -> dict[str, pa.Table]:
        """Return the finished games as pyarrow tables."""
        return {name: self._table(name) for name in self.tables_wanted}

    def _table(self, name: str) -> pa.Table:
        import pyarrow as pa

        from simkit.core.arrays import arrow_array, constant

        schema = self.rules.schema
        n = {
            "games": len(self.finished),
            "seats": len(self.finished) * self.rules.seats,
            "moves": sum(game.decisions for game in self.finished),
            "points": sum(len(game.points) for game in self.finished) // POINT_BYTES,
            "candidates": sum(len(game.candidates) for game in self.finished) // CANDIDATE.size,
        }[name]
        found = self._columns(name) if n else {}
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
                arrays.append(arrow_array(column, [] if data is None else data))
        fields = arrow_schema(name, schema, self.rules.title, self.rules.version)
        for field_, made in zip(fields, arrays):
            if made.null_count and not field_.nullable:
                raise ValueError(f"column {field_.name!r}: a value is missing")
        return pa.Table.from_arrays(arrays, schema=fields)

    def _columns(self, name: str) -> dict[str, Any]:
        import numpy as np

        if name in ("games", "seats"):  # both are asked for twice: as hashes and as tables
            if self._of_games != len(self.finished):
                self._of_games = len(self.finished)
                self._gathered = {"games": self._game_columns(), "seats": self._seat_columns()}
            return self._gathered[name]
        ids = np.array(self.game_ids, dtype=np.int32)
        if name == "points":
            packed = [game.points for game in self.finished]
            grid = np.frombuffer(b"".join(packed), "<i4").reshape(-1, 4)
            counts = [len(data) // POINT_BYTES for data in packed]
            found: dict[str, Any] = {key: grid[:, i] for i, key in enumerate(POINT_FIELDS)}
        elif name == "candidates":
            packed = [game.candidates for game in self.finished]
            rows = np.frombuffer(b"".join(packed), CANDIDATE_DTYPE)
            counts = [len(data) // CANDIDATE.size for data in packed]
            found = {key: rows[key] for key in rows.dtype.names or ()}
        else:
            counts = [game.decisions for game in self.finished]
            found = self._move_columns()
        return {"game_id": np.repeat(ids, counts), **found}

    def _game_columns(self) -> dict[str, Any]:
        from simkit.core.arrays import by_key

        cells = self._flat("game_cells")
        return {**by_key(GAME_FIELDS, self._flat("game")), **by_key(self.of_game.keys, cells)}

    def _flat(self, name: str) -> list[Any]:
        """Return one field of all finished games, the games' lists one after the other."""
        return list(chain.from_iterable(map(attrgetter(name), self.finished)))

    def _seat_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.core.arrays import by_key, numbers, texts

        schema, seats = self.rules.schema, self.rules.seats
        found: dict[str, Any] = {
            "game_id": np.repeat(np.array(self.game_ids, dtype=np.int32), seats),
            "seat": np.tile(np.arange(seats), len(self.finished)),
        }
        found["bot"], found["profile"] = map(texts, zip(*self._flat("called")))
        found["score"] = numbers(self._flat("score"))
        found.update(_results(self.finished))
        totals = np.array(self._flat("totals"), dtype=np.int64).reshape(-1, len(schema.sources))
        for number, source in enumerate(schema.sources):
            found[POINTS_PREFIX + source.name] = totals[:, number]
        return {**found, **by_key(self.of_seat.keys, self._flat("seat_cells"))}

    def _move_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.core.arrays import few_texts, split_rows

        games = self.finished
        found: dict[str, Any] = dict(split_rows([game.moves for game in games], self._dtype()))
        narrow = found["action"]
        counts = [game.decisions for game in games]
        starts = np.cumsum([0, *counts], dtype=np.int32)
        found["move"] = np.arange(len(narrow), dtype=np.int32) - np.repeat(starts[:-1], counts)
        wide: dict[int, int] = {}
        for game, start in zip(games, starts.tolist()):
            for row, action in game.wide.items():
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


def _digest(game: Finished) -> str:
    """Hash the bytes of a finished game."""
    digest = hashlib.blake2b(game.moves, digest_size=16)
    digest.update(game.points)
    if game.candidates:
        digest.update(game.candidates)
    if game.wide:
        digest.update(repr(game.wide).encode())
    return digest.hexdigest()


def _results(games: list[Finished]) -> dict[str, Any]:
    """Return ranks, shares in the win and first tie-breaks of all seats of some games."""
    import numpy as np

    from simkit.core.arrays import numbers, places

    standings = list(chain.from_iterable(game.standings for game in games))
    lengths = set(map(len, standings))
    figures = numbers(list(chain.from_iterable(standings)))
    if len(lengths) == 1 and isinstance(figures, np.ndarray):
        figures = figures.reshape(len(games), -1, *lengths)
        ranks = places(figures)
        ties = figures[:, :, 1].reshape(-1) if figures.shape[2] > 1 else np.zeros(ranks.size, int)
    else:  # fractions, numbers beyond 64 bits, or standings of several lengths
        ranks = np.array([ranked(game.standings) for game in games])
        ties = numbers([mine[1] if len(mine) > 1 else 0 for mine in standings])
    first = ranks == 1
    shares = first / first.sum(axis=1, keepdims=True)
    for number, game in enumerate(games):
        if game.winners is not None:
            shares[number] = win_shares(game.winners, ranks.shape[1])
    return {"rank": ranks.reshape(-1), "win_share": shares.reshape(-1), "tie_break": ties}


def called_by(texts: tuple[str, ...], bots: list[Bot]) -> list[tuple[str, str]]:
    """Return texts and the profiles of the bots that they stand for."""
    return [(text, CALLED(bot)[1]) for text, bot in zip(texts, bots, strict=True)]


@lru_cache(maxsize=1 << 10)
def _ints(number: int) -> Callable[..., bytes]:
    """Return what packs so many numbers of 32 bits, made once for each number."""
    return struct.Struct(f"<{number}i").pack


def _byte_code(column: Column) -> str:
    """Return the code of a column in a packed row."""
    if column.dtype == "category":
        return "b" if len(column.categories) < 128 else "h"
    if column.dtype not in BYTES:
        raise ValueError(f"column {column.name!r} of moves cannot be {column.dtype}")
    return BYTES[column.dtype]


def row_bytes(schema: Schema) -> RowBytes | None:
    """Return what writes rows in the compiled build; None where it cannot be, and tuples have to do."""
    codes = "".join(map(_byte_code, schema.move_columns))
    try:
        from simkit.core.rows import CODES, MOST_CELLS, RowBytes
    except (ImportError, ValueError):  # librt is not installed, or speaks another version
        return None
    return RowBytes(codes) if set(codes) <= set(CODES) and len(codes) <= MOST_CELLS else None


def row_struct(schema: Schema) -> struct.Struct:
    """Return how a decision is packed: what all titles share, then the title's own columns."""
    return struct.Struct("<" + FIXED_CODES + "".join(map(_byte_code, schema.move_columns)))
