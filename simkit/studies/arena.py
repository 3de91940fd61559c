"""Games of which only the outcome is kept: for searches and studies that play many short trials.

Nothing is written to the disk, and all the games of several line-ups are handed out together, so that
many small trials keep several cores busy. The games are those of the spec's plan, the same that
`simkit.runs.run` would play.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pandas as pd

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.play import play_game
from simkit.runs.batch import Bots, deal_game, game_info
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.progress import Meter
from simkit.runs.spec import Spec
from simkit.runs.workers import SMALL_JOB, processes

PILOT = 0.5  # seconds of play after which it is decided whether worker processes pay
CHUNK = 0.5  # seconds of play that a worker is given at a time
COLUMNS = ["game_id", "deal", "rotation", "seat", "win_share", "score"]
Task = tuple[Spec, list[PlannedGame]]
Row = tuple[int, int, int, int, float, int]


def outcomes(
    specs: Sequence[Spec], n_jobs: int = 1, meter: Meter | None = None
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

    Returns
    -------
    list of pandas.DataFrame
        Per spec one row per game and seat: ``game_id``, ``deal``, ``rotation``, ``seat``, ``win_share``
        (winners share), ``score``.

    Examples
    --------
    >>> spec = Spec.of({"title": "race_for_the_galaxy", "seats": 2, "games": 2})
    >>> outcomes([spec])[0].groupby("game_id").win_share.sum().tolist()
    [1.0, 1.0]
    """
    todo = [(number, game) for number, spec in enumerate(specs) for game in Plan(spec).games()]
    rows: list[list[Row]] = [[] for _ in specs]
    done, spent = 0, 0.0
    jobs = processes(n_jobs)
    seated = [Bots(spec.title) for spec in specs]
    while done < len(todo) and (jobs == 1 or spent < PILOT):
        number, game = todo[done]
        began = time.process_time()
        rows[number] += _play(specs[number], game, seated[number])
        spent += time.process_time() - began
        done += 1
        if meter is not None:
            meter.add(1)
    left = todo[done:]
    if left and spent / done * len(left) < SMALL_JOB:
        jobs = 1
    size = max(1, round(CHUNK / max(spent / max(done, 1), 1e-6)))
    for numbers, found in _chunks(specs, left, size, jobs):
        for number, part in zip(numbers, found, strict=True):
            rows[number] += part
        if meter is not None:
            meter.add(len(numbers))
    return [pd.DataFrame(sorted(part), columns=COLUMNS) for part in rows]


def _chunks(
    specs: Sequence[Spec], todo: Sequence[tuple[int, PlannedGame]], size: int, jobs: int
) -> Iterator[tuple[list[int], list[list[Row]]]]:
    """Play what is left, chunk by chunk, here or in worker processes."""
    parts = [todo[at : at + size] for at in range(0, len(todo), size)]
    tasks = [[(specs[number], [game]) for number, game in part] for part in parts]
    numbers = [[number for number, _ in part] for part in parts]
    if jobs == 1 or not parts:
        yield from zip(numbers, map(_play_all, tasks), strict=True)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=jobs, backend="loky", return_as="generator", batch_size=1)
    yield from zip(numbers, parallel(delayed(_play_all)(task) for task in tasks), strict=True)


def _play_all(tasks: Sequence[Task]) -> list[list[Row]]:
    seated: dict[str, Bots] = {}
    found = []
    for spec, games in tasks:
        bots = seated.setdefault(spec.title, Bots(spec.title))
        found.append([row for game in games for row in _play(spec, game, bots)])
    return found


def _play(spec: Spec, game: PlannedGame, bots: Bots) -> list[Row]:
    state = deal_game(spec, game)
    players: list[Bot] = bots.seated(game.bots)
    try:
        play_game(state, players, None, game_info(game), spec.limit)
    except SimkitError as error:
        raise SimkitError(f"{' + '.join(game.bots)}: game {game.game_id} failed: {error}") from None
    winners = state.winners()
    return [
        (game.game_id, game.deal, game.rotation, seat, (seat in winners) / len(winners), score)
        for seat, score in enumerate(state.scores())
    ]
