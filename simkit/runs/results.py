"""What a run found: its tables as pandas frames, read from disk when asked for."""

from __future__ import annotations

import hashlib
import itertools
import shutil
import weakref
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.bot import Bot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.packs import read_packs
from simkit.core.registry import rules_class
from simkit.core.schema import Column
from simkit.engine.observer import ChoiceLog
from simkit.engine.play import play_game
from simkit.engine.replay import replay
from simkit.runs.batch import TURN, Bots, Failure, Hashes, Receipt, deal_game, game_info
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.spec import Spec
from simkit.runs.store import IMPORTED, Manifest, Store

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa

    from simkit.core.rules import Rules
    from simkit.core.state import State

PIECE = 100_000  # rows


class Results:
    """The tables of a run.

    Frames are read when they are first used. `frame` reads only the columns asked for; columns that
    hold names are categorical with the title's own fixed categories, so frames of several runs join
    without losing them.

    Parameters
    ----------
    folder
        The run's folder.
    damaged
        ``error`` names damaged or missing parts and refuses the run, ``leave out`` goes on without
        the games in them.

    Examples
    --------
    >>> results = simkit.load("runs/first_look")                        # doctest: +SKIP
    >>> results.frame("moves", ["kind", "seat"]).groupby("kind").size()  # doctest: +SKIP
    """

    def __init__(self, folder: str | Path, damaged: str = "error", check: bool = True) -> None:
        if damaged not in ("error", "leave out"):
            raise UnknownName("way", damaged, ["error", "leave out"], "damaged")
        self.folder = Path(folder)
        self.store = Store(self.folder)
        self.manifest: Manifest = self.store.manifest()
        self.own_bots: dict[str, Bot] = {}
        self.played_now: int | None = None  # games that were played before it was handed out
        self.problems: list[str] = []
        self.receipts: list[Receipt] = []
        written = [
            replace(receipt, hashes=Hashes(receipt.hashes)) for receipt in self.store.receipts()
        ]
        self.store.check_receipts(self.manifest, written)
        self.problems += self.store.lacking(self.manifest)
        for receipt in written:
            found = self.store.damage(receipt) if check else []
            self.problems += found
            if not found:
                self.receipts.append(receipt)
        if self.problems and damaged == "error":
            raise SimkitError(
                "\n  ".join(
                    [
                        f"{self.folder}: {len(self.problems)} damaged or missing parts",
                        *self.problems[:20],
                        "simkit run --resume plays them again; "
                        'simkit.load(folder, damaged="leave out") goes on without them',
                    ]
                )
            )
        self.receipts.sort(key=lambda receipt: receipt.number)

    def keep_while_used(self) -> None:
        """Remove the folder once nobody holds these results any more."""
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def __repr__(self) -> str:
        spec = self.spec
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"<Results of {spec.title}, {spec.seats} seats: {len(self):,} games{failed}>"

    def __len__(self) -> int:
        return sum(len(receipt.hashes) for receipt in self.receipts)

    @cached_property
    def spec(self) -> Spec:
        """What the run was asked to do; of packs, the copies that it was played with."""
        found = self.manifest.spec
        packs = self.store.packs()
        return found.model_copy(update={"pack": packs}) if packs else found

    def check_packs(self, places: Sequence[str]) -> None:
        """Refuse packs that are not those of the run."""
        rules = rules_class(self.spec.title)
        played = {pack.name: pack.hash for pack in read_packs(rules, self.spec.pack)}
        for pack in read_packs(rules, places):
            if pack.name not in played:
                raise BadValue(str(self.folder), f"was not played with the pack {pack.name!r}")
            if pack.hash != played[pack.name]:
                raise BadValue(str(self.folder), f"was played with another pack {pack.name!r}")

    @property
    def caution(self) -> str:
        """What the title asks every report to say about itself; empty for most titles."""
        return rules_class(self.spec.title).schema.caution

    @property
    def departures(self) -> dict[str, list[str]]:
        """Arm -> its options that are not as the rulebook has them, with what is printed."""
        return self.manifest.departures

    @property
    def imported(self) -> bool:
        """Whether the games were played elsewhere: nothing was dealt or seated by a spec."""
        return self.manifest.state == IMPORTED

    def report(self, labels: Mapping[str, str] | None = None) -> Any:
        """Return the balance report: shown as a page in a notebook, as text where it is printed.

        Parameters
        ----------
        labels
            Names of the tables -> words of the title, for the pictures.

        Returns
        -------
        simkit.report.document.Document
            See `simkit.report.balance`.
        """
        # By name: reports stand above runs, and load much that a run does not need.
        return import_module("simkit.report.balance").document(self, labels)

    @property
    def finished(self) -> bool:
        """Whether the run came to its end."""
        return self.manifest.state != "running"

    @property
    def failures(self) -> list[Failure]:
        """The games that could not be played to their end."""
        found = [failure for receipt in self.receipts for failure in receipt.failures]
        return sorted(found, key=lambda failure: failure.game_id)

    def failed_in_words(self, most: int = 3) -> str:
        """Say how many games failed, and why; empty if none did."""
        failures = self.failures
        if not failures:
            return ""
        reasons = Counter(failure.error.partition(TURN)[0] for failure in failures)
        words = [f"{number:,} x {error}" for error, number in reasons.most_common(most)]
        if len(reasons) > most:
            words.append(f"{len(reasons) - most} more reasons")
        games = len(self) + len(failures)
        return f"{len(failures):,} of {games:,} games failed: {'; '.join(words)}"

    @cached_property
    def plan(self) -> Plan:
        """The plan of the run; imported games have none."""
        if self.imported:
            raise SimkitError(
                f"{self.folder}: imported games have no plan; simkit replay shows the recording itself"
            )
        return Plan(self.spec)

    def digest(self) -> str:
        """Return a hash over (game_id, hash of the game's rows) in order.

        Equal specs give equal digests, whatever the number of workers or interruptions.
        """
        found = hashlib.blake2b(digest_size=16)
        lines = [pair for receipt in self.receipts for pair in receipt.hashes]
        lines += [(failure.game_id, "failed") for failure in self.failures]
        for game_id, text in sorted(lines):
            found.update(f"{game_id} {text}\n".encode())
        return found.hexdigest()

    # Tables ----------------------------------------------------------------------------------

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row per game."""
        return self.frame("games")

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row per seat of a game."""
        return self.frame("seats")

    @cached_property
    def moves(self) -> pd.DataFrame:
        """One row per decision."""
        return self.frame("moves")

    @cached_property
    def points(self) -> pd.DataFrame:
        """One row per gain of points."""
        return self.frame("points")

    @cached_property
    def candidates(self) -> pd.DataFrame:
        """One row per candidate of a decision (``log = "candidates"``)."""
        return self.frame("candidates")

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that were logged."""
        return tuple(self.manifest.columns)

    def columns(self, table: str) -> list[Column]:
        """Return the columns of a table with their units and meanings."""
        if table not in self.manifest.columns:
            raise UnknownName("table", table, self.manifest.columns, f"log = {self.spec.log!r}")
        return self.manifest.columns[table]

    def files(self, table: str) -> list[Path]:
        """Return the part files of a table, in order."""
        self.columns(table)
        return [self.folder / r.parts[table].file for r in self.receipts if table in r.parts]

    def rows(self, table: str) -> int:
        """Return the number of rows of a table."""
        self.columns(table)
        return sum(r.parts[table].rows for r in self.receipts if table in r.parts)

    def frame(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Read a table, or only some of its columns."""
        known = {column.name: column for column in self.columns(table)}
        for name in columns or ():
            if name not in known:
                raise UnknownName("column", name, known, table)
        return self._frame(table, [known[name] for name in columns or known], self.receipts)

    def _frame(
        self, table: str, columns: list[Column], receipts: Sequence[Receipt]
    ) -> pd.DataFrame:
        """Read some columns of the parts of these receipts."""
        import pandas as pd

        parts = [receipt.parts[table] for receipt in receipts if table in receipt.parts]
        filled = _Columns(columns, sum(part.rows for part in parts), self._orders())
        for part in parts:
            filled.add(self.folder / part.file)
        return pd.DataFrame(filled.arrays(), copy=False)

    def pieces(
        self, table: str, columns: Sequence[str] = (), rows: int = PIECE
    ) -> Iterator[tuple[np.ndarray, pd.DataFrame]]:
        """Read a table a few games at a time, so that it need not fit into memory.

        Parameters
        ----------
        columns
            Columns to read; those that the table does not have are left out. All by default.
        rows
            A piece has at least so many rows; it holds whole games.

        Yields
        ------
        tuple
            Numbers of the games of a piece, and their rows.
        """
        import numpy as np

        wanted = [c for c in self.columns(table) if not columns or c.name in columns]
        piece: list[Receipt] = []
        size = 0
        for last, receipt in enumerate(self.receipts, 1 - len(self.receipts)):
            piece.append(receipt)
            size += receipt.parts[table].rows if table in receipt.parts else 0
            if size >= rows or last == 0:
                games = np.array([game for one in piece for game, _ in one.hashes])
                yield games, self._frame(table, wanted, piece)
                piece, size = [], 0

    def sql(self, text: str) -> pd.DataFrame:
        """Answer an SQL query over the tables ``games``, ``seats``, ``moves``, ``points``.

        The parts are read as the query needs them, so it works for logs larger than memory. Needs the
        extra ``query`` (DuckDB).

        Examples
        --------
        >>> results.sql("SELECT kind, count(*) AS n FROM moves GROUP BY kind")  # doctest: +SKIP
        """
        from simkit.runs.query import sql

        return sql(self, text)

    def export(self, folder: str | Path, form: str = "parquet") -> list[Path]:
        """Write every table to one file (``parquet`` or ``csv``) and return the files."""
        from simkit.runs.query import export

        return export(self, Path(folder), form)

    def _orders(self) -> dict[str, list[str]]:
        """Values of text columns whose order is known beforehand."""
        return {
            "run": [self.manifest.run],
            "arm": [arm.name for arm in self.spec.arms],
            "title": [self.spec.title],
        }

    # Single games ----------------------------------------------------------------------------

    def rules(self, arm: int = 0) -> Rules:
        """Return the rules that an arm was played by."""
        return self.spec.rules_of(self.spec.arms[arm])

    def start(self, game_id: int) -> State:
        """Return a game of the run as it was dealt."""
        return deal_game(self.spec, self.plan.game(game_id))

    def replay(self, game_id: int) -> Iterator[tuple[State, int]]:
        """Show a game of the run; yield the state before each action, and the action.

        After the last action the state is yielded once more, with -1. It is always the same state
        object, going on. The actions are those of the log. Where moves were not logged, the bots play
        again; so do those of a game that failed, which is shown up to where it did; then its error is
        raised.

        Raises
        ------
        SimkitError
            If the game is not in the log, and its bots do not play the same game twice.
        """
        actions = self._logged_actions(game_id)
        if actions is None:
            return self._played_again(game_id)
        return replay(self.start(game_id), actions)

    def _logged_actions(self, game_id: int) -> list[int] | None:
        """Return the actions of a game; None where they were not logged."""
        rows = self._rows_of_game("moves", game_id, ["action", "action_wide"])
        if rows is None:
            return None
        narrow, wide = (rows.column(name).to_pylist() for name in ("action", "action_wide"))
        return [a if w is None else int(w, 16) for a, w in zip(narrow, wide, strict=True)]

    def _rows_of_game(self, table: str, game_id: int, columns: list[str]) -> pa.Table | None:
        """Return some columns of a game's rows; None where the game or the table was not logged."""
        import pyarrow.parquet as pq

        for receipt in self.receipts:
            if table in receipt.parts and any(game == game_id for game, _ in receipt.hashes):
                path = self.folder / receipt.parts[table].file
                with pq.ParquetFile(path) as part:
                    rows = part.read(columns=["game_id", *columns], use_threads=False)
                return rows.filter(rows.column("game_id").to_numpy() == game_id)
        return None

    def _played_again(self, game_id: int) -> Iterator[tuple[State, int]]:
        """Have the bots of a game play it again, and show it."""
        game = self.plan.game(game_id)
        bots = Bots(self.spec.title, self.own_bots).seated(game.bots)
        changing = [text for text, bot in zip(game.bots, bots, strict=True) if not bot.reproducible]
        if changing:
            raise SimkitError(
                f"game {game_id} cannot be shown: its moves are not in the log (games that fail are not, "
                f'nor any with log = "games"), and {changing[0]} does not play the same game twice'
            )
        return self._shown(game, bots)

    def _shown(self, game: PlannedGame, bots: list[Bot]) -> Iterator[tuple[State, int]]:
        log, failed = ChoiceLog(), None
        state = deal_game(self.spec, game)
        try:
            play_game(state, bots, log, game_info(game), self.spec.limit)
        except Exception as error:
            failed = error
        stored = self._rows_of_game("seats", game.game_id, ["score"])
        if stored is not None and (failed or stored.column("score").to_pylist() != state.scores()):
            raise SimkitError(
                f"game {game.game_id} cannot be shown: played again it goes another way, so its bots, "
                "its rules or what they read have changed since"
            ) from failed
        yield from itertools.islice(
            replay(deal_game(self.spec, game), log.actions), len(log.actions)
        )
        if failed is not None:
            raise failed
        yield state, -1

    def recording(self, game_id: int) -> dict[str, Any]:
        """Return a game of the run as a JSON-ready recording; see `simkit verify`."""
        from simkit.core.recording import recording

        game = self.plan.game(game_id)
        actions: list[int] = []
        for found, action in self.replay(game_id):
            state = found
            actions.append(action)
        fixed = {**self.spec.deal, **{key: list(row) for key, row in game.roles.items()}}
        deal = {"seed": game.seed, "fixed": fixed}
        return recording(state.rules, deal, actions[:-1], state, game.bots)


class _Columns:
    """Fills narrow arrays, made once at full length, part by part."""

    def __init__(self, columns: list[Column], rows: int, orders: dict[str, list[str]]) -> None:
        import numpy as np

        self.columns = columns
        self.at = 0
        self.rows = rows
        self.missing: dict[str, list[tuple[int, int]]] = {}
        self.names: dict[str, dict[str, int]] = {}
        self.filled: dict[str, np.ndarray] = {}
        for column in columns:
            dtype = column.dtype
            if dtype in ("category", "string"):
                values = column.categories or orders.get(column.name, [])
                self.names[column.name] = {value: i for i, value in enumerate(values)}
                small = dtype == "category" and len(values) < 128
                dtype = "int8" if small else "int16" if dtype == "category" else "int32"
            self.filled[column.name] = np.zeros(rows, dtype=dtype)

    def add(self, path: Path) -> None:
        """Read the columns of one part."""
        import pyarrow.parquet as pq

        with pq.ParquetFile(path) as part:
            present = set(part.schema_arrow.names)
            names = [column.name for column in self.columns if column.name in present]
            table = part.read(columns=names, use_threads=False)
        end = self.at + table.num_rows
        for column in self.columns:
            if column.name not in present:
                self.missing.setdefault(column.name, []).append((self.at, end))
                continue
            at = self.at
            for chunk in table.column(column.name).chunks:
                self.filled[column.name][at : at + len(chunk)] = self._values(column, chunk)
                at += len(chunk)
        self.at = end

    def _values(self, column: Column, chunk: pa.Array) -> np.ndarray:
        import numpy as np

        if column.name not in self.names:
            return np.asarray(chunk.to_numpy(zero_copy_only=False))
        names = self.names[column.name]
        codes = [names.setdefault(value, len(names)) for value in chunk.dictionary.to_pylist()]
        table = np.array([*codes, -1], dtype=np.int32)
        found: np.ndarray = table[
            chunk.indices.fill_null(len(codes)).to_numpy(zero_copy_only=False)
        ]
        return found

    def arrays(self) -> dict[str, Any]:
        """Return the columns for a frame."""
        import pandas as pd

        found: dict[str, Any] = {}
        for column in self.columns:
            values = self.filled[column.name]
            gaps = self.missing.get(column.name, [])
            if column.name in self.names:
                for start, end in gaps:
                    values[start:end] = -1
                found[column.name] = pd.Categorical.from_codes(
                    values, dtype=pd.CategoricalDtype(list(self.names[column.name]))
                )
            elif gaps:
                dtype: Any = _nullable(column.dtype)
                filled = pd.Series(values, copy=False).astype(dtype)
                for start, end in gaps:
                    filled.iloc[start:end] = pd.NA
                found[column.name] = filled
            else:
                found[column.name] = values
        return found


def _nullable(dtype: str) -> str:
    """Return the pandas type that holds the same values and gaps."""
    if dtype == "bool":
        return "boolean"
    return dtype.replace("uint", "UInt") if "uint" in dtype else dtype.capitalize()


def load(folder: str | Path, damaged: str = "error") -> Results:
    """Return the tables of a run; of a run of several parts, `load_parts` returns all.

    Parameters
    ----------
    folder
        The run's folder, or that of one part.
    damaged
        What to do with damaged parts; see `Results`.

    Examples
    --------
    >>> simkit.load("runs/first_look/race_for_the_galaxy").seats  # doctest: +SKIP
    """
    folder = Path(folder)
    names = part_names(folder)
    if names:
        named = ", ".join(str(folder / name) for name in names)
        raise SimkitError(f"{folder}: has several parts; name one: {named}")
    return Results(folder, damaged)


def load_parts(folder: str | Path, damaged: str = "error") -> dict[str, Results]:
    """Return the tables of a run by its parts' names; a run without parts is the part "".

    Examples
    --------
    >>> for name, results in simkit.load_parts("runs/first_look").items():  # doctest: +SKIP
    ...     print(name, len(results))
    """
    folder = Path(folder)
    return {name: Results(folder / name, damaged) for name in part_names(folder) or [""]}


PARTS = "parts.json"


def part_names(folder: Path) -> list[str]:
    """Return the names of the parts of a run with several; none for a plain run."""
    import json

    path = folder / PARTS
    if not path.is_file():
        return []
    try:
        names = json.loads(path.read_text(encoding="utf-8"))["parts"]
        return [str(name) for name in names]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise SimkitError(f"{path}: is damaged ({error})") from None
