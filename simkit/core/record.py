"""The recorder: takes down games as narrow rows and turns a batch of them into pyarrow tables.

In the hot path a decision costs one tuple appended to a flat list. Everything else (names, decoded
arguments, dtypes) is worked out once per batch.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simkit.core.bot import Bot, Choice
from simkit.core.schema import KIND_BITS, KIND_MASK, Column
from simkit.core.state import PointLog, State
from simkit.core.tables import LOG_LEVELS, POINTS_PREFIX, arrow_schema, arrow_type, table_columns

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simkit.core.rules import Rules

WIDE = 1 << 63
FIXED = 7  # move, round, phase, seat, kind, n_candidates, score_before


@dataclass(slots=True)
class GameInfo:
    """Where a game stands in its run; the rest of the `games` row comes from the state."""

    game_id: int = 0
    seed: int = 0
    deal: int = 0
    lineup: int = 0
    rotation: int = 0


@dataclass(slots=True)
class _Batch:
    moves: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    points_counts: list[int] = field(default_factory=list)
    candidates: list[int] = field(default_factory=list)
    candidate_actions: list[int] = field(default_factory=list)
    candidate_values: list[float] = field(default_factory=list)
    candidate_counts: list[int] = field(default_factory=list)
    games: list[dict[str, Any]] = field(default_factory=list)
    seats: list[dict[str, Any]] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)


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
        self.move_no = 0
        self.point_log: PointLog | None = None
        self.batch = _Batch()
        self._marks = (0, 0, 0)

    def start_game(self, state: State) -> None:
        """Begin a game; what an unfinished one left behind is dropped."""
        self.drop_unfinished()
        self.move_no = 0
        if self.wants_points:
            self.point_log = state.observer = PointLog()

    def drop_unfinished(self) -> None:
        """Forget a game that was begun and not finished, so that `tables` holds whole games only."""
        b = self.batch
        moves, points, candidates = self._marks
        del b.moves[moves * (FIXED + len(self.rules.schema.move_columns)) :]
        del b.actions[moves:], b.values[2 * moves :]
        del b.points[points * 4 :]
        del b.candidates[candidates * 2 :], b.candidate_actions[candidates:]
        del b.candidate_values[candidates:]
        del b.games[len(b.hashes) :], b.seats[len(b.hashes) * self.rules.seats :]
        self.point_log = None

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        """Take down a decision, before it is carried out."""
        b = self.batch
        if self.wants_moves:
            action, seat = choice.action, state.seat
            b.moves.extend(
                (
                    self.move_no,
                    state.round,
                    state.phase,
                    seat,
                    action & KIND_MASK,
                    len(candidates),
                    state.score[seat],
                )
            )
            b.moves.extend(state.log_row(seat))
            b.actions.append(action)
            b.values.append(choice.value)
            b.values.append(choice.runner_up)
            if self.wants_candidates:
                values = bot.values(state, candidates)
                for i, (candidate, value) in enumerate(zip(candidates, values, strict=True)):
                    b.candidates.extend((self.move_no, i))
                    b.candidate_actions.append(candidate)
                    b.candidate_values.append(value)
        self.move_no += 1
        if self.point_log is not None:
            self.point_log.move = self.move_no

    def finish_game(self, state: State, bots: list[Bot], info: GameInfo) -> None:
        """Take down the result and close the game."""
        b, schema = self.batch, self.rules.schema
        winners, ranks = state.winners(), state.ranks()
        b.games.append(
            {
                "game_id": info.game_id,
                "seed": info.seed,
                "deal": info.deal,
                "lineup": info.lineup,
                "rotation": info.rotation,
                "rounds": state.round,
                "decisions": self.move_no,
                "end_reason": state.end_reason,
                **state.game_row(),
            }
        )
        for seat in range(state.seats):
            standing = state.standing(seat)
            row = {
                "game_id": info.game_id,
                "seat": seat,
                "bot": bots[seat].name,
                "profile": bots[seat].profile,
                "score": state.score[seat],
                "rank": ranks[seat],
                "win_share": 1.0 / len(winners) if seat in winners else 0.0,
                "tie_break": standing[1] if len(standing) > 1 else 0,
            }
            totals = state.points_of(seat)
            for source, amount in zip(schema.sources, totals, strict=True):
                row[POINTS_PREFIX + source.name] = amount
            row.update(state.seat_row(seat))
            b.seats.append(row)
        self._close(state)

    def _close(self, state: State) -> None:
        import numpy as np

        b = self.batch
        width = FIXED + len(self.rules.schema.move_columns)
        moves, points, candidates = self._marks
        if self.point_log is not None:
            b.points.extend(self.point_log.rows)
            state.observer = self.point_log = None
        rows = len(b.actions) - moves
        digest = hashlib.blake2b(digest_size=16)
        digest.update(repr((b.games[-1], b.seats[-state.seats :])).encode())
        digest.update(repr(b.actions[moves:]).encode())
        digest.update(np.array(b.moves[moves * width :], dtype=np.int64).tobytes())
        digest.update(np.array(b.values[2 * moves :], dtype=np.float64).tobytes())
        digest.update(np.array(b.points[4 * points :], dtype=np.int64).tobytes())
        digest.update(np.array(b.candidate_values[candidates:], dtype=np.float64).tobytes())
        b.hashes.append(digest.hexdigest())
        b.counts.append(rows)
        b.points_counts.append(len(b.points) // 4 - points)
        b.candidate_counts.append(len(b.candidate_actions) - candidates)
        self._marks = (len(b.actions), len(b.points) // 4, len(b.candidate_actions))

    @property
    def hashes(self) -> list[str]:
        """Hash of the rows of every finished game, in order of play."""
        return self.batch.hashes

    @property
    def game_ids(self) -> list[int]:
        """Number of every finished game, in order of play."""
        return [row["game_id"] for row in self.batch.games]

    def tables(self) -> dict[str, pa.Table]:
        """Return the finished games as pyarrow tables."""
        return {name: self._table(name) for name in self.tables_wanted}

    def _table(self, name: str) -> pa.Table:
        import pyarrow as pa

        schema, b = self.rules.schema, self.batch
        n = {
            "games": len(b.games),
            "seats": len(b.seats),
            "moves": sum(b.counts),
            "points": sum(b.points_counts),
            "candidates": sum(b.candidate_counts),
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
            if data is None:
                data = [constants[column.name]] * n
            arrays.append(_arrow_array(column, data))
        return pa.Table.from_arrays(
            arrays, schema=arrow_schema(name, schema, self.rules.title, self.rules.version)
        )

    def _columns(self, name: str) -> dict[str, Any]:
        b = self.batch
        if name in ("games", "seats"):
            rows = b.games if name == "games" else b.seats
            return {key: [row[key] for row in rows] for key in (rows[0] if rows else ())}
        import numpy as np

        ids = np.array(self.game_ids, dtype=np.int32)
        if name == "points":
            grid = np.array(b.points, dtype=np.int32).reshape(-1, 4)
            found = {key: grid[:, i] for i, key in enumerate(("move", "seat", "source", "amount"))}
            return {"game_id": np.repeat(ids, b.points_counts), **found}
        if name == "candidates":
            grid = np.array(b.candidates, dtype=np.int32).reshape(-1, 2)
            return {
                "game_id": np.repeat(ids, b.candidate_counts),
                "move": grid[:, 0],
                "candidate": grid[:, 1],
                "action": [a if a < WIDE else -1 for a in b.candidate_actions],
                "value": b.candidate_values,
            }
        return {"game_id": np.repeat(ids, b.counts), **self._move_columns()}

    def _move_columns(self) -> dict[str, Any]:
        import numpy as np

        b, schema = self.batch, self.rules.schema
        rows = sum(b.counts)
        grid = np.array(b.moves, dtype=np.int64).reshape(rows, FIXED + len(schema.move_columns))
        names = ["move", "round", "phase", "seat", "kind", "n_candidates", "score_before"]
        names += [column.name for column in schema.move_columns]
        found: dict[str, Any] = {key: grid[:, i] for i, key in enumerate(names)}
        values = np.array(b.values, dtype=np.float64).reshape(-1, 2)
        found["value"], found["runner_up"] = values[:, 0], values[:, 1]
        narrow = np.array([a if a < WIDE else -1 for a in b.actions], dtype=np.int64)
        found["action"] = narrow
        found["action_wide"] = [hex(a) if a >= WIDE else None for a in b.actions]
        found.update(self._arg_columns(found["kind"], narrow))
        return found

    def _arg_columns(self, kinds: np.ndarray, narrow: np.ndarray) -> dict[str, Any]:
        """Decode the logged arguments, kind by kind; -1 where a kind does not have one."""
        import numpy as np

        found = {
            column.name: np.full(len(kinds), -1, dtype=np.int64)
            for column in self.rules.schema.arg_columns()
        }
        for number, kind in enumerate(self.rules.schema.kinds):
            shift = KIND_BITS
            for arg in kind.args:
                name = arg.name if arg.column is None else arg.column
                if name in found and arg.bits:
                    rows = np.flatnonzero(kinds == number)
                    mask = (1 << arg.bits) - 1
                    packed = narrow[rows]
                    part = (packed >> shift) & mask if shift < 63 else np.full(len(rows), -1)
                    for i in np.flatnonzero(packed < 0):
                        part[i] = (self.batch.actions[rows[i]] >> shift) & mask
                    found[name][rows] = part
                shift += arg.bits
        return found


def _arrow_array(column: Column, data: Any) -> pa.Array:
    import numpy as np
    import pyarrow as pa

    kind = arrow_type(column)
    if column.dtype == "category":
        codes = np.asarray(data, dtype=np.int64)
        index = pa.array(codes, type=kind.index_type, mask=codes < 0)
        return pa.DictionaryArray.from_arrays(index, pa.array(column.categories, pa.string()))
    if column.dtype == "string":
        return pa.array(data, pa.string()).dictionary_encode()
    if column.dtype.startswith(("int", "uint")) and isinstance(data, np.ndarray):
        limits = np.iinfo(column.dtype)
        if len(data) and not limits.min <= int(data.min()) <= int(data.max()) <= limits.max:
            raise ValueError(f"column {column.name!r}: a value does not fit {column.dtype}")
        return pa.array(data.astype(column.dtype), kind)
    return pa.array(data, kind)
