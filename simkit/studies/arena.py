"""Games of which only the outcome is kept: for searches and studies that play many short trials.

Nothing is written to the disk, and all the games of several line-ups are handed out together, so that
many small trials keep several cores busy. The games are those of the spec's plan, the same that
`simkit.runs.run` would play.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.engine.executors import Serial, executor_of
from simkit.engine.play import play_game
from simkit.runs.batch import Bots, deal_game, game_info
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.progress import Meter
from simkit.runs.spec import Spec
from simkit.runs.workers import SMALL_JOB

PILOT = 0.5  # seconds of play after which it is decided whether worker processes pay
CHUNK = 0.5  # seconds of play that a worker is given at a time
COLUMNS = ["game_id", "deal", "seat", "win_share", "score", "tie_break", "who"]
Bonus = Mapping[str, int]  # points at the start, by what a seat is
Task = tuple[Spec, PlannedGame]
Row = tuple[int, int, int, float, int, int, str]


def outcomes(
    specs: Sequence[Spec],
    n_jobs: int = 1,
    meter: Meter | None = None,
    by: str = "",
    bonus: Bonus | None = None,
) -> list[pd.DataFrame]:
    """Play the games of every spec and return who won.

    Parameters
    ----------
    specs
        What is played; a spec needs a number of games.
    n_jobs
        Worker processes; the outcomes do not depend on it.
    meter
        Is told of every finished game; its owner starts and finishes it.
    by
        What the column ``who`` tells of a seat: ``seat``, or a role of the title that the plan gives
        (``faction``); nothing by default.
    bonus
        Points that a seat is given right after the deal, by its ``who``.

    Returns
    -------
    list of pandas.DataFrame
        Per spec one row per game and seat: ``game_id``, ``deal``, ``seat``, ``win_share`` (winners
        share), ``score``, ``tie_break`` (how many seats it would beat if the scores were equal),
        ``who``.

    Examples
    --------
    >>> spec = Spec.of({"title": "race_for_the_galaxy", "seats": 2, "games": 2})
    >>> outcomes([spec])[0].groupby("game_id").win_share.sum().tolist()
    [1.0, 1.0]
    """
    todo = [(number, game) for number, spec in enumerate(specs) for game in Plan(spec).games()]
    table = _Table(by, dict(bonus or {}))
    rows: list[list[Row]] = [[] for _ in specs]
    done, spent = 0, 0.0
    executor = executor_of(n_jobs)
    while done < len(todo) and (executor.jobs == 1 or spent < PILOT):
        number, game = todo[done]
        began = time.process_time()
        rows[number] += table.play(specs[number], game)
        spent += time.process_time() - began
        done += 1
        if meter is not None:
            meter.add(1)
    left = todo[done:]
    if left and spent / done * len(left) < SMALL_JOB:
        executor = Serial()
    size = max(1, round(CHUNK / max(spent / max(done, 1), 1e-6)))
    parts = [left[at : at + size] for at in range(0, len(left), size)]
    tasks = [[(specs[number], game) for number, game in part] for part in parts]
    for part, found in zip(parts, executor.map(table.play_all, tasks), strict=True):
        for (number, _), game_rows in zip(part, found, strict=True):
            rows[number] += game_rows
        if meter is not None:
            meter.add(len(part))
    return [pd.DataFrame(sorted(part), columns=COLUMNS) for part in rows]


class _Table:
    """Plays games and notes who won."""

    def __init__(self, by: str, bonus: dict[str, int]) -> None:
        self.by = by
        self.bonus = bonus
        self.seated: dict[str, Bots] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _Table, (self.by, self.bonus)  # bots are made anew where they play

    def play_all(self, tasks: Sequence[Task]) -> list[list[Row]]:
        """Play games; per game its rows."""
        return [self.play(spec, game) for spec, game in tasks]

    def play(self, spec: Spec, game: PlannedGame) -> list[Row]:
        """Play a game."""
        bots = self.seated.setdefault(spec.title, Bots(spec.title))
        state = deal_game(spec, game)
        who = [self._who(spec, game, seat) for seat in range(state.seats)]
        for seat, name in enumerate(who):
            state.gain(seat, 0, self.bonus.get(name, 0))
        try:
            play_game(state, bots.seated(game.bots), None, game_info(game), spec.limit)
        except SimkitError as error:
            names = " + ".join(game.bots)
            raise SimkitError(f"{names}: game {game.game_id} failed: {error}") from None
        rest = [state.standing(seat)[1:] for seat in range(state.seats)]
        return [
            (
                game.game_id,
                game.deal,
                seat,
                state.win_share(seat),
                score,
                sum(other < rest[seat] for other in rest),
                who[seat],
            )
            for seat, score in enumerate(state.scores())
        ]

    def _who(self, spec: Spec, game: PlannedGame, seat: int) -> str:
        if not self.by:
            return ""
        if self.by == "seat":
            return f"seat {seat + 1}"
        roles = spec.rules_of(spec.arms[game.arm]).schema.roles
        keys = {role.column: role.key for role in roles}
        if self.by not in keys:
            raise UnknownName("role", self.by, ["seat", *keys], spec.title)
        if keys[self.by] not in game.roles:
            raise BadValue(self.by, f"the deal of {spec.title} decides it, not the line-up")
        return game.roles[keys[self.by]][seat]
