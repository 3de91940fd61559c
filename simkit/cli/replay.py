"""Show a game of a run (or a recording of ours) step by step.

simkit replay runs/mine 17
simkit replay runs/mine 17 --recording game.json      keeps it as a file that `verify` reads

Under each decision stands what it set going, and behind it the points by seat where they changed; after
a bar, what they would be if the game ended now.
"""

from __future__ import annotations

import argparse
import json
import textwrap
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from simkit.cli.lists import packs_argument
from simkit.core.errors import SimkitError
from simkit.core.narration import PROJECTED, SO_FAR, happened, result, standing
from simkit.core.recording import PlayedGame
from simkit.core.state import State
from simkit.engine.replay import replay
from simkit.runs.recordings import played_games
from simkit.runs.results import load

WIDTH = 100
INDENT = " " * 11  # what happened stands under the words of its decision


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("run", help="a run's folder, or a recording")
    parser.add_argument("game_id", nargs="?", type=int, default=0, help="number of the game (0)")
    parser.add_argument("--moves", metavar="A..B", default="", help="show only these decisions")
    packs_argument(parser, "where a recording's pack lies now")
    parser.add_argument("--recording", metavar="FILE", help="write the game as a recording")


def run(args: argparse.Namespace) -> int:
    """Show a game."""
    path = Path(args.run)
    low, high = _range(args.moves)
    if path.is_file():
        game = _recorded_game(path, args.game_id, args.pack)
        print_caution(game.rules.schema.caution)
        steps = replay(game.start, game.actions)
    else:
        found = load(path)
        if args.recording:
            text = json.dumps(found.recording(args.game_id), indent=1)
            Path(args.recording).write_text(text + "\n", encoding="utf-8")
            print(f"written: {args.recording}")
            return 0
        print_caution(found.caution)
        planned = found.plan.game(args.game_id)
        roles = "; ".join(f"{key}: {', '.join(row)}" for key, row in planned.roles.items())
        arm = found.spec.arms[planned.arm].name
        print(f"game {args.game_id}: deal {planned.deal}, seed {planned.seed}, arm {arm!r}")
        print(f"bots: {', '.join(planned.bots)}" + (f"; {roles}" if roles else ""))
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


def print_caution(words: str) -> None:
    """Print what a title asks everybody to be told about it (`Schema.caution`), if it asks that."""
    if words:
        print(textwrap.fill(words, WIDTH))
        print()


def _recorded_game(path: Path, number: int, packs: Sequence[str] = ()) -> PlayedGame:
    games = played_games(path, packs)
    if not 0 <= number < len(games):
        raise SimkitError(f"{path}: has games 0 to {len(games) - 1}, not {number}")
    return games[number]


def _show(steps: Iterator[tuple[State, int]], low: int, high: int) -> None:
    """Print the decisions of a range with what followed each, and the end of the game."""
    teller = _Teller()
    try:
        for number, (state, action) in enumerate(steps):
            teller.tell_outcome(state)
            if action < 0:
                _show_end(state)
            elif low <= number <= high:
                teller.tell_decision(number, state, action)
    finally:
        teller.end_line()


class _Teller:
    """Prints decisions one after the other; what each brought is known only at the next.

    Attributes
    ----------
    before
        The state before the decision whose line is open; None if no line is.
    standing
        The points that were printed last.
    """

    def __init__(self) -> None:
        self.before: State | None = None
        self.action = -1
        self.standing = ""
        self.place = (-1, -1)

    def tell_decision(self, number: int, state: State, action: int) -> None:
        """Print a decision; its line stays open."""
        rules = state.rules
        if not self.standing:
            self._begin(state, number)
        if (state.round, state.phase) != self.place:
            self.place = state.round, state.phase
            print(f"-- round {state.round}, {rules.schema.phase_label(state.phase)}")
        print(f"{number:>5}  seat {state.seat}  {rules.describe(state, action)}", end="")
        self.before, self.action = state.clone(), action

    def _begin(self, state: State, number: int) -> None:
        """Print how things stand before the first decision that is shown, and how it is written."""
        self.standing = standing(state)
        projects = type(state).projected_scores is not State.projected_scores
        print(f"{PROJECTED if projects else SO_FAR}; at first ({self.standing})")
        for line in state.rules.opening(state) if number == 0 else ():
            print(line)

    def tell_outcome(self, state: State) -> None:
        """Close the open line: the points where they changed, and below it what happened."""
        before = self.before
        if before is None:
            return
        now = standing(state)
        if now != self.standing:
            print(f"   ({now})", end="")
            self.standing = now
        self.end_line()
        for line in happened(before, self.action, state):
            print(f"{INDENT}{line}")

    def end_line(self) -> None:
        """End the open line if there is one."""
        if self.before is not None:
            print()
            self.before = None


def _show_end(state: State) -> None:
    if not state.over:
        print("-- the record stops here")
        return
    schema = state.rules.schema
    reason = _plain(schema.end_reasons[state.end_reason])
    why = "" if reason == "end" else f"{reason}; "  # every game of the title ends alike
    print(f"-- end: {why}{result(state, 'seat {}'.format)}")
    winners = state.winners()
    for seat in range(state.seats):
        amounts = zip(schema.sources, state.points_of(seat), strict=True)
        points = ", ".join(f"{source.words}: {amount}" for source, amount in amounts if amount)
        won = "  winner" if seat in winners else ""
        print(f"seat {seat}: {state.score[seat]} points ({points}){won}")


def _plain(name: str) -> str:
    """Return a name of the tables as people read it."""
    return name.replace("_", " ")
