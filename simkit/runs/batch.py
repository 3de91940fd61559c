"""What a worker does: play a batch of games, write its parts, return a receipt.

A batch is some games of the plan, about a second's worth. Its part files get their names only when
they are whole, and only the receipt (names, checksums, hashes, failures) goes back to the parent.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError, Terminated
from simkit.core.luck import Luck
from simkit.core.play import play_game
from simkit.core.record import GameInfo, Recorder
from simkit.core.registry import make_bot
from simkit.core.state import State
from simkit.runs.identity import Identity, agree, digest
from simkit.runs.planner import PlannedGame
from simkit.runs.spec import Spec
from simkit.runs.watchdog import Marks, quiet_bots, time_limit, too_long

if TYPE_CHECKING:
    import pyarrow as pa

CHECKSUM_BYTES = 16
LOCK = ".lock"  # in a run's folder
TURN = " (turn of seat "  # what follows in a failure's text says whose turn it was
FEW_ROWS = 4096
NARROW = 32  # bits: integers that the files split into their bytes, all first bytes first and so on


@dataclass(slots=True)
class Batch:
    """The order for one batch; small, because it travels to a worker.

    Attributes
    ----------
    number
        Place of the batch's first game in what the run plays; names the parts.
    folder
        Where the parts go; "" sends them back inside the receipt.
    token
        What the folder's lock says while this run goes on. A worker that does not read it there sees
        another folder of this name, and sends its parts back.
    own_bots
        Bots that a text cannot name (made in a notebook), by the text that stands for them.
    parent
        Process that started the worker; when it is gone the worker ends. 0 = nobody to look after.
    fatal
        Games that end their process, as failures; they are not played.
    seconds
        Seconds after which a game is ended as failed; 0 = never.
    identity
        What the games are to be played with; a worker that has anything else refuses the batch.
    marks
        Folder for the note which game is being played, given to worker processes only; see `Marks`.
        A worker on another machine may not see it.
    """

    number: int
    spec: Spec
    run: str
    games: list[PlannedGame]
    folder: str = ""
    token: str = ""
    own_bots: dict[str, Bot] = field(default_factory=dict)
    parent: int = 0
    fatal: dict[int, Failure] = field(default_factory=dict)
    seconds: float = 0.0
    marks: str = ""
    identity: Identity = field(default_factory=dict)


@dataclass(slots=True)
class Failure:
    """A game that could not be played to its end.

    Attributes
    ----------
    cause
        ``error`` (something was raised), ``time`` (it did not end) or ``process`` (it ended its process).
    """

    game_id: int
    seed: int
    arm: str
    error: str
    traceback: str = ""
    cause: str = "error"


@dataclass(slots=True)
class Part:
    """One written file: its name below the run's folder, rows, size and checksum."""

    file: str
    rows: int
    size: int
    checksum: str


@dataclass(slots=True)
class Receipt:
    """What became of a batch.

    Attributes
    ----------
    hashes
        (game_id, hash of the game's rows) of every finished game.
    parts
        Table -> file.
    seconds
        CPU seconds the worker needed.
    peak
        Most memory that the worker has held so far, in MB; 0 where that is not known.
    identity
        Hash of what the games were played with.
    payload
        Table -> Parquet bytes, where the worker could not write to the run's folder.
    """

    number: int
    hashes: list[tuple[int, str]]
    failures: list[Failure]
    parts: dict[str, Part]
    seconds: float = 0.0
    peak: int = 0
    identity: str = ""
    payload: dict[str, bytes] = field(default_factory=dict)

    def games(self) -> list[int]:
        """Return the numbers of the batch's games, the failed ones last."""
        return [game for game, _ in self.hashes] + [failure.game_id for failure in self.failures]


def deal_game(spec: Spec, game: PlannedGame) -> State:
    """Set up a game of the plan."""
    rules = spec.rules_of(spec.arms[game.arm])
    roles = {key: list(values) for key, values in game.roles.items()}
    return rules.deal(Luck(game.seed), **{**spec.deal, **roles})


def game_info(game: PlannedGame) -> GameInfo:
    """Return what the recorder notes about a game of the plan."""
    return GameInfo(game.game_id, game.seed, game.deal, game.lineup, game.rotation, game.bots)


class Bots:
    """The bots of a batch, made once per seat and text."""

    def __init__(self, title: str, own: dict[str, Bot] | None = None) -> None:
        self.title = title
        self.own = own or {}
        self.made: dict[tuple[int, str], Bot] = {}

    def seated(self, texts: Sequence[str]) -> list[Bot]:
        """Return one bot per seat."""
        return [self._bot(seat, text) for seat, text in enumerate(texts)]

    def _bot(self, seat: int, text: str) -> Bot:
        bot = self.made.get((seat, text))
        if bot is None:
            if text in self.own:
                import copy

                bot = copy.deepcopy(self.own[text])
            else:
                bot = make_bot(text, self.title)
            self.made[seat, text] = bot
        return bot


def play_batch(batch: Batch) -> Receipt:
    """Play a batch and write its tables; a game that fails is noted, and the rest goes on."""
    started = time.process_time()
    other = agree(batch.spec, batch.identity, batch.own_bots)
    if other:
        raise SimkitError(
            f"a worker on {platform.node()} plays with something else than this run ({other}); "
            "give it the same simkit, data and bots"
        )
    recorders, failures = play_games(batch)
    receipt = Receipt(batch.number, [], failures, {}, identity=digest(batch.identity))
    for recorder in recorders.values():
        receipt.hashes += zip(recorder.game_ids, recorder.hashes, strict=True)
    receipt.hashes.sort()
    for name, table in joined_tables([recorders[arm] for arm in sorted(recorders)]).items():
        receipt.parts[name], receipt.payload[name] = make_part(name, batch.number, table)
    if sees(batch):
        with suppress(OSError):  # the parent tries again, and says what is wrong
            write_payload(Path(batch.folder), receipt)
    receipt.seconds = time.process_time() - started
    receipt.peak = peak_memory()
    return receipt


def sees(batch: Batch) -> bool:
    """Tell whether this process sees the folder of the very run that a batch belongs to."""
    try:
        return bool(batch.folder) and (Path(batch.folder) / LOCK).read_text() == batch.token
    except OSError:
        return False


def write_payload(folder: Path, receipt: Receipt) -> None:
    """Write the parts that a receipt still carries."""
    for name in list(receipt.payload):
        write_part(folder, receipt.parts[name], receipt.payload[name])
        del receipt.payload[name]


def peak_memory() -> int:
    """Return the most memory that this process has held, in MB; 0 where that is not known."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def play_games(batch: Batch) -> tuple[dict[int, Recorder], list[Failure]]:
    """Play the games of a batch; return one recorder per arm, and what failed."""
    if not batch.marks:
        return _play_games(batch, None)
    with (
        _place_for_marks(batch) as place,
        Marks(place, batch.number) as marks,
        quiet_bots(),
    ):
        return _play_games(batch, marks)


def _place_for_marks(batch: Batch) -> AbstractContextManager[str]:
    """Return a context with the folder for marks; on a machine that does not see it, one of its own."""
    if os.path.isdir(batch.marks):
        return nullcontext(batch.marks)
    return tempfile.TemporaryDirectory(prefix="simkit-marks-")


def _play_games(batch: Batch, marks: Marks | None) -> tuple[dict[int, Recorder], list[Failure]]:
    spec = batch.spec
    bots = Bots(spec.title, batch.own_bots)
    recorders: dict[int, Recorder] = {}
    failures: list[Failure] = []
    for game in batch.games:
        if batch.parent and os.getppid() not in (batch.parent, 0) and os.getpid() != batch.parent:
            os._exit(1)  # the run was killed: nobody wants the rest
        arm = spec.arms[game.arm]
        if game.game_id in batch.fatal:
            failures.append(batch.fatal[game.game_id])
            continue
        recorder = recorders.get(game.arm)
        if recorder is None:
            rules = spec.rules_of(arm)
            recorder = recorders[game.arm] = Recorder(rules, spec.log, batch.run, arm.name)
        if marks is not None:
            marks.begin(game.game_id, batch.seconds)
        state: State | None = None
        try:
            with time_limit(batch.seconds):
                state = deal_game(spec, game)
                play_game(state, bots.seated(game.bots), recorder, game_info(game), spec.limit)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:  # a bot may end the program, too
            if recorder.game_ids[-1:] == [game.game_id]:
                continue  # the time was up when the game was over
            recorder.drop_unfinished()
            bots.made.clear()  # a bot that failed may be in any state
            failures.append(_failure(game, arm.name, error, state, batch.seconds))
    return recorders, failures


def _failure(
    game: PlannedGame, arm: str, error: BaseException, state: State | None, seconds: float
) -> Failure:
    """Say what went wrong, and whose turn it was."""
    said = str(error) if isinstance(error, SimkitError) else f"{type(error).__name__}: {error}"
    cause = "time" if said == too_long(seconds) else "error"
    if state is not None and 0 <= state.seat < len(game.bots):
        said += f"{TURN}{state.seat}, {game.bots[state.seat]})"
    shown = "".join(traceback.format_exception(error, limit=-12))
    return Failure(game.game_id, game.seed, arm, said, shown, cause)


def joined_tables(recorders: Sequence[Recorder]) -> dict[str, pa.Table]:
    """Join the tables of several recorders, in the order of the games."""
    import numpy as np
    import pyarrow as pa

    made = [recorder.tables() for recorder in recorders]
    if not made:
        return {}
    if len(made) == 1:
        return made[0]
    joined: dict[str, pa.Table] = {}
    for name in made[0]:
        table = pa.concat_tables([tables[name] for tables in made]).unify_dictionaries()
        order = np.argsort(table.column("game_id").to_numpy(), kind="stable")
        joined[name] = table.take(order).replace_schema_metadata(made[0][name].schema.metadata)
    return joined


def make_part(name: str, number: int, table: pa.Table) -> tuple[Part, bytes]:
    """Return a table as a Parquet file, and its entry in the receipt."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    # Texts come as dictionaries already. To make one of numbers takes twice the time of splitting them
    # into bytes, which the compression packs as well; only long actions repeat enough to be worth it.
    split, repeated = {}, []
    for one in table.schema:
        if pa.types.is_integer(one.type) and one.type.bit_width <= NARROW:
            split[one.name] = "BYTE_STREAM_SPLIT"
        elif not pa.types.is_floating(one.type) and one.name != "seed":
            repeated.append(one.name)
    # Zstd makes split bytes half as long as LZ4 does. All else, already packed as a dictionary or hardly
    # to be packed at all, LZ4 makes about as short in less time; nor is zstd worth it for few rows.
    codec: str | dict[str, str] = "lz4"
    if table.num_rows >= FEW_ROWS:
        codec = {name: "zstd" if name in split else "lz4" for name in table.column_names}
    pq.write_table(
        table, sink, compression=codec, write_statistics=["game_id"], use_dictionary=repeated,
        column_encoding=split,
    )  # fmt: skip
    data = sink.getvalue().to_pybytes()
    return Part(part_file(name, number), table.num_rows, len(data), checksum(data)), data


def part_file(table: str, number: int) -> str:
    """Return where the part of a batch lies, below the run's folder."""
    return f"{table}/part-{number:09d}.parquet"


def checksum(data: bytes) -> str:
    """Return the checksum that receipts hold."""
    return hashlib.blake2b(data, digest_size=CHECKSUM_BYTES).hexdigest()


def write_part(folder: Path, part: Part, data: bytes) -> None:
    """Write a file under a temporary name and give it its own once it is whole."""
    path = folder / part.file
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
