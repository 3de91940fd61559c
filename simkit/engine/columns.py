"""From finished games to columns: what is worked out once per batch, and the hashes of its games.

Everything that need not be known while a game is played is done here: names, decoded arguments, ranks,
dtypes.
"""

from __future__ import annotations

import hashlib
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from simkit.core.schema import KIND_BITS, KIND_MASK
from simkit.core.state import ranked, win_shares
from simkit.core.tables import POINTS_PREFIX, arrow_schema, table_columns
from simkit.engine.packing import (
    CANDIDATE,
    CANDIDATE_DTYPE,
    GAME_FIELDS,
    POINT_BYTES,
    POINT_FIELDS,
    Finished,
    row_dtype,
)

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simkit.core.rules import Rules


class Columns:
    """The columns of a batch of finished games.

    Parameters
    ----------
    rules
        The rules of all games.
    games
        The games; more may be added between two calls.
    game_keys, seat_keys
        Names of the cells that the title says of a game, and of a seat.
    constants
        Columns that have one value: name -> value.
    """

    def __init__(
        self,
        rules: Rules,
        games: list[Finished],
        game_keys: list[str],
        seat_keys: list[str],
        constants: dict[str, Any],
    ) -> None:
        self.rules = rules
        self.games = games
        self.game_keys = game_keys
        self.seat_keys = seat_keys
        self.constants = constants
        self._gathered_of = -1  # number of games
        self._gathered: dict[str, dict[str, Any]] = {}

    def hashes(self) -> list[str]:
        """Return a hash of the rows of every finished game, in order of play."""
        from simkit.engine.arrays import mixed, row_hashes

        if not self.games:
            return []
        games = row_hashes(self._columns("games"))
        seats = row_hashes(self._columns("seats")).reshape(-1, self.rules.seats)
        for column in seats.T:
            games = mixed(games ^ column)
        return [
            f"{rows:016x}{_digest(game)}"
            for rows, game in zip(games.tolist(), self.games, strict=True)
        ]

    def table(self, name: str) -> pa.Table:
        """Return a table of all games."""
        import pyarrow as pa

        from simkit.engine.arrays import arrow_array, constant

        schema = self.rules.schema
        n = {
            "games": len(self.games),
            "seats": len(self.games) * self.rules.seats,
            "moves": sum(game.decisions for game in self.games),
            "points": sum(len(game.points) for game in self.games) // POINT_BYTES,
            "candidates": sum(len(game.candidates) for game in self.games) // CANDIDATE.size,
        }[name]
        found = self._columns(name) if n else {}
        arrays = []
        for column in table_columns(name, schema):
            data = found.get(column.name)
            if data is None and n:
                arrays.append(constant(column, self.constants[column.name], n))
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
            if self._gathered_of != len(self.games):
                self._gathered_of = len(self.games)
                self._gathered = {"games": self._game_columns(), "seats": self._seat_columns()}
            return self._gathered[name]
        ids = np.array(self._ids(), dtype=np.int32)
        if name == "points":
            packed = [game.points for game in self.games]
            grid = np.frombuffer(b"".join(packed), "<i4").reshape(-1, 4)
            counts = [len(data) // POINT_BYTES for data in packed]
            found: dict[str, Any] = {key: grid[:, i] for i, key in enumerate(POINT_FIELDS)}
        elif name == "candidates":
            packed = [game.candidates for game in self.games]
            rows = np.frombuffer(b"".join(packed), CANDIDATE_DTYPE)
            counts = [len(data) // CANDIDATE.size for data in packed]
            found = {key: rows[key] for key in rows.dtype.names or ()}
        else:
            counts = [game.decisions for game in self.games]
            found = self._move_columns()
        return {"game_id": np.repeat(ids, counts), **found}

    def _game_columns(self) -> dict[str, Any]:
        from simkit.engine.arrays import by_key

        cells = self._flat("game_cells")
        return {**by_key(GAME_FIELDS, self._flat("game")), **by_key(self.game_keys, cells)}

    def _flat(self, name: str) -> list[Any]:
        """Return one field of all finished games, the games' lists one after the other."""
        return list(chain.from_iterable(map(attrgetter(name), self.games)))

    def _seat_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.engine.arrays import by_key, numbers, texts

        schema, seats = self.rules.schema, self.rules.seats
        found: dict[str, Any] = {
            "game_id": np.repeat(np.array(self._ids(), dtype=np.int32), seats),
            "seat": np.tile(np.arange(seats), len(self.games)),
        }
        found["bot"], found["profile"] = map(texts, zip(*self._flat("called")))
        found["score"] = numbers(self._flat("score"))
        found.update(_results(self.games))
        totals = np.array(self._flat("totals"), dtype=np.int64).reshape(-1, len(schema.sources))
        for number, source in enumerate(schema.sources):
            found[POINTS_PREFIX + source.name] = totals[:, number]
        return {**found, **by_key(self.seat_keys, self._flat("seat_cells"))}

    def _move_columns(self) -> dict[str, Any]:
        import numpy as np

        from simkit.engine.arrays import few_texts, split_rows

        games = self.games
        found: dict[str, Any] = dict(
            split_rows([game.moves for game in games], row_dtype(self.rules.schema))
        )
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

    def _ids(self) -> list[int]:
        return [game.game[0] for game in self.games]


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

    from simkit.engine.arrays import numbers, places

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
