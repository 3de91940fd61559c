"""The recorder: takes down games as packed rows, and hands out a batch of them as pyarrow tables.

In the hot path a decision is a tuple in a list. When the game is over, its tuples are packed into bytes
in one go, as wide as their columns are declared: one at a time, between the decisions, takes twice as
long. (Not so in the compiled build, which writes the same bytes at once: see `simkit.core.rows`.) The
bytes of a game are hashed, and those of a batch become the columns: see `simkit.engine.columns`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from itertools import starmap
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, cast

from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.state import PointLog, State
from simkit.core.tables import LOG_LEVELS
from simkit.engine.columns import Columns
from simkit.engine.observer import GameInfo, Observer
from simkit.engine.packing import (
    CANDIDATE,
    FIXED,
    PACK_ERRORS,
    WIDE,
    Finished,
    byte_code,
    row_bytes,
    row_dtype,
    row_struct,
)

if TYPE_CHECKING:
    import pyarrow as pa

    from simkit.core.rows import RowBytes
    from simkit.core.rules import Rules

COMPILED = not __file__.endswith(".py")  # this very module
# What bots are called; of an interpreted subclass it is not seen otherwise, see `simkit.engine.play.ask`.
CALLED: Final = attrgetter("name", "profile")


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
            self.keys += rows[0]
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
class Recorder(Observer):
    """Takes down games played under one `Rules`.

    Parameters
    ----------
    rules
        The rules of all games of this recorder.
    log
        ``games``, ``moves``, ``points`` or ``candidates``: how much is recorded.
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
        self._columns = Columns(
            rules,
            self.finished,
            self.of_game.keys,
            self.of_seat.keys,
            {
                "run": run,
                "arm": arm,
                "title": rules.title,
                "seats": rules.seats,
                "rules_version": rules.version,
            },
        )

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
        """Take down a decision, before it is carried out."""
        if not self.rows_only:
            if not self.wants_moves:
                self.decisions += 1
                return
            self._note_candidates(bot, state, candidates)
        seat, action = state.seat, choice.action
        # To be told so by an exception of `pack` would cost as much as ten rows.
        if action >= WIDE:
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
        """Return the rows of the game that is being recorded."""
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
                struct.pack("<" + byte_code(column), value)
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
        finished = Finished(
            self._packed(),
            _ints(len(self._points))(*self._points),
            b"".join(self._candidates),
            self._wide,
            len(self.moves),
            (
                info.game_id,
                info.seed,
                info.deal,
                info.lineup,
                info.rotation,
                state.round,
                len(self.moves) or self.decisions,
                state.end_reason,
            ),
            self.of_game.read([state.game_row()]),
            self.of_seat.read([state.seat_row(seat) for seat in seats]),
            called_by(info.bots, bots) if info.bots else list(map(CALLED, bots)),
            state.score[:],
            [state.standing(seat) for seat in seats],
            None if type(state).winners is State.winners else state.winners(),
            state.points[:],
        )
        self.finished.append(finished)
        self.drop_unfinished()
        state.observer = None

    def actions(self) -> list[int]:
        """Return the actions of the game that is being recorded, or else of the last one."""
        import numpy as np

        data, wide = self._packed(), self._wide
        if not data and self.finished:
            data, wide = self.finished[-1].moves, self.finished[-1].wide
        taken = np.frombuffer(data, row_dtype(self.rules.schema))["action"].tolist()
        return [wide.get(row, action) for row, action in enumerate(taken)]

    @property
    def hashes(self) -> list[str]:
        """Hash of the rows of every finished game, in order of play."""
        return self._columns.hashes()

    @property
    def game_ids(self) -> list[int]:
        """Number of every finished game, in order of play."""
        return [game.game[0] for game in self.finished]

    def tables(self) -> dict[str, pa.Table]:
        """Return the finished games as pyarrow tables."""
        return {name: self._columns.table(name) for name in self.tables_wanted}


def called_by(texts: tuple[str, ...], bots: list[Bot]) -> list[tuple[str, str]]:
    """Return texts and the profiles of the bots that they stand for."""
    return [(text, CALLED(bot)[1]) for text, bot in zip(texts, bots, strict=True)]


@lru_cache(maxsize=1 << 10)
def _ints(number: int) -> Callable[..., bytes]:
    """Return what packs so many numbers of 32 bits, made once for each number."""
    return struct.Struct(f"<{number}i").pack
