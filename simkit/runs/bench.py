"""Speed of a title, in proportion to a calibration loop.

The speed of a machine that others share drifts, by up to 40 % within seconds. So games are played in
slices of about a second, as the batches of a run are, in rounds of a few hundredths: with the log,
without it, and a piece of the calibration loop between. What is told is the median of the slices'
proportions, with their quartiles.
"""

from __future__ import annotations

import gc
import itertools
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from simkit.core.errors import SimkitError
from simkit.core.registry import rules_class
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.runs.batch import (
    Batch,
    Bots,
    deal_game,
    game_info,
    joined_tables,
    make_part,
    play_games,
)
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.spec import Spec

ADDITIONS = 10_000_000
REFERENCE_LOOP = 0.54  # CPU seconds of the calibration loop on the reference core
SLICE_SECONDS = 1.0  # with the log, if there is time; files are written at the end of a slice
SLICES = 7  # at least, and an odd number, so that one of them is the median
ROUNDS = 20  # of a slice; less where a game takes longer
PIECES = 50  # of the loop; a slice is timed beside about a fifth of them
PIECES_OF_SLICE = 11
DIGITS = 4

Quartiles = tuple[float, float]


@dataclass(frozen=True)
class Measurement:
    """Speed of one title on one core.

    Attributes
    ----------
    slices
        Number of slices; all figures with quartiles are medians of theirs.
    loop
        CPU seconds of the calibration loop as it was timed beside the slices, the median.
    decisions_per_loop, games_per_loop
        With all four tables, in the CPU time of one calibration loop.
    log_cost
        CPU time with all four tables over CPU time with none, less one, of the same games.
    """

    title: str
    seats: int
    bots: str
    slices: int
    games: int
    decisions: int
    seconds: float
    loop: float
    decisions_per_second: float
    games_per_second: float
    decisions_per_loop: float
    decisions_per_loop_quartiles: Quartiles
    games_per_loop: float
    games_per_loop_quartiles: Quartiles
    log_cost: float
    log_cost_quartiles: Quartiles

    def to_dict(self) -> dict[str, Any]:
        """Return the figures, rounded."""
        return {key: _rounded(value) for key, value in asdict(self).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [round(part, DIGITS) for part in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def calibration(repeats: int = 3) -> float:
    """Return the CPU seconds of ten million additions, the best of some."""
    return min(_seconds(exec, _WHOLE, {}) for _ in range(repeats))


def _additions(number: int) -> Any:
    """Return a loop of additions, to be executed.

    At the top level of a script, where names are looked up in a dict: that is how the reference core's
    0.54 s were measured. Inside a function the same additions take well under half the time.
    """
    return compile(f"x = 0\nfor _ in range({number}):\n    x += 1\n", "calibration", "exec")


_WHOLE = _additions(ADDITIONS)
_PIECE = _additions(ADDITIONS // PIECES)


def _pieces(number: int) -> float:
    """Time some pieces of the loop; return what the whole would take."""
    return PIECES * statistics.mean(_seconds(exec, _PIECE, {}) for _ in range(number))


def _seconds(work: Callable[..., object], *given: object) -> float:
    """Return the CPU seconds of some work."""
    began = time.process_time()
    work(*given)
    return time.process_time() - began


@dataclass(frozen=True)
class Slice:
    """One slice: the same games with the log and without.

    Attributes
    ----------
    logged, bare
        CPU seconds with all four tables and with none.
    loop
        CPU seconds of the calibration loop, from its pieces between the games.
    """

    games: int
    decisions: int
    logged: float
    bare: float
    loop: float


def measure(
    title: str, seats: int | None = None, bots: str = "greedy", seconds: float = 3.5
) -> Measurement:
    """Play games with the full log for some CPU seconds, and the same without it.

    More seconds make more slices, less make shorter ones.
    """
    low, high = rules_class(title).schema.seat_range
    number = seats if seats is not None else max(low, min(4, high))
    spec = Spec.of({"title": title, "seats": number, "games": 10**6, "seed": 1,
                    "lineup": {"bots": bots}}, "bench")  # fmt: skip
    games = Plan(spec).games()
    pilot = Batch(0, spec, "", list(itertools.islice(games, 2)))
    _play_bare(pilot)  # reads data, fills caches
    _play_logged(pilot)  # imports what files are written with, which a run does once
    wanted = max(SLICES, round(seconds / SLICE_SECONDS) // 2 * 2 + 1)
    per_game = _seconds(_play_bare, pilot) / len(pilot.games)
    size = max(1, round(seconds / wanted / per_game))
    found = [_slice(spec, list(itertools.islice(games, size)), turn) for turn in range(wanted)]
    return summary(title, number, bots, found)


def _slice(spec: Spec, games: list[PlannedGame], turn: int) -> Slice:
    """Play games with the log and without, a few one way, then the same the other way.

    Which way comes first (and finds colder caches) changes from round to round, and from turn to turn.
    """
    bots = Bots(spec.title)
    recorder = Recorder(spec.rules_of(spec.arms[0]), spec.log, "bench")
    step = -(-len(games) // ROUNDS)
    rounds = [games[at : at + step] for at in range(0, len(games), step)]
    pieces = -(-PIECES_OF_SLICE // (len(rounds) + 1))
    spent = dict.fromkeys((True, False), 0.0)
    gc.collect()
    loops = [_pieces(pieces)]
    for number, few in enumerate(rounds, turn):
        for with_log in (True, False) if number % 2 else (False, True):
            spent[with_log] += _seconds(_play, spec, few, bots, recorder if with_log else None)
        if few is rounds[-1]:
            spent[True] += _seconds(_write, [recorder])
        loops.append(_pieces(pieces))
    decisions = sum(game.decisions for game in recorder.finished)
    return Slice(len(games), decisions, spent[True], spent[False], statistics.mean(loops))


def summary(title: str, seats: int, bots: str, slices: list[Slice]) -> Measurement:
    """Return the medians and quartiles of slices."""
    games, decisions = sum(s.games for s in slices), sum(s.decisions for s in slices)
    logged = sum(s.logged for s in slices)
    by_decisions = [s.decisions / s.logged * s.loop for s in slices]
    by_games = [s.games / s.logged * s.loop for s in slices]
    costs = [s.logged / s.bare - 1 for s in slices]
    return Measurement(
        title, seats, bots, len(slices), games, decisions, logged,
        statistics.median(s.loop for s in slices), decisions / logged, games / logged,
        statistics.median(by_decisions), _quartiles(by_decisions),
        statistics.median(by_games), _quartiles(by_games),
        statistics.median(costs), _quartiles(costs),
    )  # fmt: skip


def _quartiles(values: list[float]) -> Quartiles:
    low, _, high = statistics.quantiles(values, n=4)
    return low, high


def _play(spec: Spec, games: list[PlannedGame], bots: Bots, recorder: Recorder | None) -> None:
    """Play games of a plan, as a batch of a run does."""
    for game in games:
        state = deal_game(spec, game)
        play_game(state, bots.seated(game.bots), recorder, game_info(game), spec.limit)


def _write(recorders: list[Recorder]) -> None:
    """Make the files of all four tables and the hashes of the games."""
    for recorder in recorders:
        assert len(recorder.hashes) == len(recorder.game_ids)
    for name, table in joined_tables(recorders).items():
        make_part(name, 0, table)


def _play_logged(batch: Batch) -> int:
    """Play a batch with all that comes with the log; return the number of decisions."""
    recorders, failures = play_games(batch)
    if failures:
        raise SimkitError(f"game {failures[0].game_id} failed: {failures[0].error}")
    _write(list(recorders.values()))
    return sum(game.decisions for one in recorders.values() for game in one.finished)


def _play_bare(batch: Batch) -> int:
    """Play a batch and take down nothing."""
    _play(batch.spec, batch.games, Bots(batch.spec.title), None)
    return 0
