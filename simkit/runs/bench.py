"""Speed of a title, in proportion to a calibration loop."""

from __future__ import annotations

import gc
import itertools
import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from simkit.core.errors import SimkitError
from simkit.core.play import play_game
from simkit.core.registry import rules_class
from simkit.runs.batch import (
    Batch,
    Bots,
    deal_game,
    game_info,
    joined_tables,
    make_part,
    play_games,
)
from simkit.runs.planner import Plan
from simkit.runs.spec import Spec

ADDITIONS = 10_000_000
REFERENCE_LOOP = 0.54  # CPU seconds of the calibration loop on the reference core
BATCH_SECONDS = 1.0  # as in a run


@dataclass(frozen=True)
class Measurement:
    """Speed of one title on one core.

    Attributes
    ----------
    log_cost
        CPU time with all four tables over CPU time with none, less one: the median of slices of about
        a second in which the same games are played both ways.
    decisions_per_loop, games_per_loop
        In the CPU time of one calibration loop.
    """

    title: str
    seats: int
    bots: str
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    decisions_per_loop: float
    games_per_loop: float
    log_cost: float

    def to_dict(self) -> dict[str, Any]:
        """Return the figures, rounded."""
        return {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


def calibration(repeats: int = 3) -> float:
    """Return the CPU seconds of ten million additions, the best of some."""
    return min(_loop() for _ in range(repeats))


# At the top level of a script, where names are looked up in a dict: that is how the reference core's
# 0.54 s were measured. Inside a function the same additions take well under half the time.
_LOOP = compile(f"x = 0\nfor _ in range({ADDITIONS}):\n    x += 1\n", "calibration", "exec")


def _loop() -> float:
    names: dict[str, int] = {}
    began = time.process_time()
    exec(_LOOP, names)
    return time.process_time() - began


def measure(
    title: str, seats: int | None = None, bots: str = "greedy", seconds: float = 3.0,
    loop: float | None = None,
) -> Measurement:  # fmt: skip
    """Play games for some CPU seconds, with the full log and without, in turn.

    The two are played on the same games in alternating slices, so that a machine whose speed drifts
    slows both alike.
    """
    loop = calibration() if loop is None else loop
    low, high = rules_class(title).schema.seat_range
    number = seats if seats is not None else max(low, min(4, high))
    spec = Spec.of({"title": title, "seats": number, "games": 10**6, "seed": 1,
                    "lineup": {"bots": bots}}, "bench")  # fmt: skip
    games = Plan(spec).games()
    pilot = Batch(0, spec, "", list(itertools.islice(games, 2)))
    _play_bare(pilot)  # reads data, fills caches
    _play_logged(pilot)  # imports what files are written with, which a run does once
    began = time.process_time()
    _play_bare(pilot)
    size = max(1, round(min(BATCH_SECONDS, seconds / 2) * 2 / (time.process_time() - began)))
    played = decisions = 0
    logged = 0.0
    costs = []
    while logged < seconds:
        batch = Batch(0, spec, "bench", list(itertools.islice(games, size)))
        spent = {}
        for with_log in (True, False) if played // size % 2 else (False, True):
            gc.collect()
            began = time.process_time()
            count = _play_logged(batch) if with_log else _play_bare(batch)
            spent[with_log] = time.process_time() - began
            decisions += count
        logged += spent[True]
        costs.append(spent[True] / spent[False] - 1)
        played += size
    return Measurement(
        title, number, bots, played, decisions, logged, decisions / logged, played / logged,
        decisions / logged * loop, played / logged * loop, statistics.median(costs),
    )  # fmt: skip


def _play_logged(batch: Batch) -> int:
    """Play, take down all four tables and make their files; return the number of decisions."""
    recorders, failures = play_games(batch)
    if failures:
        raise SimkitError(f"game {failures[0].game_id} failed: {failures[0].error}")
    for recorder in recorders.values():
        assert len(recorder.hashes) == len(batch.games)
    for name, table in joined_tables(list(recorders.values())).items():
        make_part(name, 0, table)
    return sum(sum(recorder.batch.counts) for recorder in recorders.values())


def _play_bare(batch: Batch) -> int:
    """Play and take down nothing."""
    bots = Bots(batch.spec.title)
    for game in batch.games:
        state = deal_game(batch.spec, game)
        play_game(state, bots.seated(game.bots), None, game_info(game))
    return 0
