"""Show a game of a run (or a recording of ours) step by step.

simkit replay runs/mine 17
simkit replay runs/mine 17 --recording game.json      keeps it as a file that `verify` reads
"""

from __future__ import annotations

import argparse
import json
import traceback
from collections.abc import Iterator
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.state import State
from simkit.runs.recordings import played_games
from simkit.runs.results import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("run", help="a run's folder, or a recording")
    parser.add_argument("game_id", nargs="?", type=int, default=0, help="number of the game (0)")
    parser.add_argument("--moves", metavar="A..B", default="", help="show only these decisions")
    parser.add_argument("--recording", metavar="FILE", help="write the game as a recording")


def run(args: argparse.Namespace) -> int:
    """Show a game."""
    path = Path(args.run)
    low, high = _range(args.moves)
    if path.is_file():
        steps = _recorded(path, args.game_id)
    else:
        found = load(path)
        if isinstance(found, dict):
            names = ", ".join(f"{path}/{name}" for name in found)
            raise SimkitError(f"{path}: has several parts; name one: {names}")
        if args.recording:
            text = json.dumps(found.recording(args.game_id), indent=1)
            Path(args.recording).write_text(text + "\n", encoding="utf-8")
            print(f"written: {args.recording}")
            return 0
        game = found.plan.game(args.game_id)
        roles = "; ".join(f"{key}: {', '.join(row)}" for key, row in game.roles.items())
        arm = found.spec.arms[game.arm].name
        print(f"game {args.game_id}: deal {game.deal}, seed {game.seed}, arm {arm!r}")
        print(f"bots: {', '.join(game.bots)}" + (f"; {roles}" if roles else ""))
        steps = found.replay(args.game_id)
    try:
        _show(steps, low, high)
    except SimkitError as error:
        print(f"the game fails here: {error}")
        return 1
    except Exception:
        print("the game fails here:")
        traceback.print_exc()
        return 1
    return 0


def _range(text: str) -> tuple[int, int]:
    low, dots, high = text.partition("..")
    try:
        return int(low or 0), int(high) if high else 10**9 if dots or not text else int(low)
    except ValueError:
        raise SimkitError(f"--moves: is written like 10..20, not {text!r}") from None


def _recorded(path: Path, number: int) -> Iterator[tuple[State, int]]:
    games = played_games(path)
    if not 0 <= number < len(games):
        raise SimkitError(f"{path}: has games 0 to {len(games) - 1}, not {number}")
    game = games[number]
    state = game.start
    for action in game.actions:
        yield state, action
        state.step(action)
    yield state, -1


def _show(steps: Iterator[tuple[State, int]], low: int, high: int) -> None:
    round_, phase = -1, -1
    for number, (state, action) in enumerate(steps):
        if action < 0:
            _show_end(state)
            return
        if not low <= number <= high:
            continue
        rules = state.rules
        if (state.round, state.phase) != (round_, phase):
            round_, phase = state.round, state.phase
            print(f"-- round {round_}, {rules.schema.phases[phase]}")
        scores = " ".join(str(score) for score in state.scores())
        print(f"{number:>5}  seat {state.seat}  {rules.describe(state, action)}   ({scores})")


def _show_end(state: State) -> None:
    if not state.over:
        print("-- the record stops here")
        return
    schema = state.rules.schema
    print(f"-- end: {schema.end_reasons[state.end_reason]}")
    for seat in range(state.seats):
        amounts = zip(schema.sources, state.points_of(seat), strict=True)
        points = ", ".join(f"{source.name} {amount}" for source, amount in amounts if amount)
        won = "  winner" if seat in state.winners() else ""
        print(f"seat {seat}: {state.score[seat]} points ({points}){won}")
