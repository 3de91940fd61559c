"""Random games to check with, and the way a check says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State


class CheckFailed(AssertionError):
    """Checks that failed, all of them together.

    Attributes
    ----------
    failures
        Name of the check -> what is wrong, where, and what to do.
    """

    def __init__(self, what: str, failures: dict[str, str]) -> None:
        self.failures = failures
        lines = [f"{what}: {len(failures)} of the checks failed"]
        lines += [f"  {name}: {text}" for name, text in failures.items()]
        super().__init__("\n".join(lines))


class Wrong(AssertionError):
    """What a single check found wrong."""


def demand(right: object, what: str) -> None:
    """Raise `Wrong` unless `right`; write `what` so that its reader knows what to do."""
    if not right:
        raise Wrong(what)


@dataclass(frozen=True)
class Trial:
    """The rules under test, and how long they are tried.

    Attributes
    ----------
    games
        Random games per check.
    positions
        Positions per game at which the costly checks look.
    hidden
        Names of the attributes of a state that `determinize` has to redraw; True = any, False = the
        title hides nothing.
    """

    rules: Rules
    games: int = 2
    seed: int = 0
    positions: int = 12
    hidden: bool | Sequence[str] = True

    def luck(self, game: int) -> Luck:
        """Return the luck of a game."""
        return Luck(self.seed).fork("game", game)

    def deal(self, game: int) -> State:
        """Deal a game."""
        return self.rules.deal(self.luck(game))

    def where(self, game: int, move: int, state: State) -> str:
        """Name a place: deal, move, seat and phase."""
        phases = self.rules.schema.phases
        phase = phases[state.phase] if 0 <= state.phase < len(phases) else state.phase
        asked = "game over" if state.seat < 0 else f"seat {state.seat}"
        return (
            f"{self.rules.seats} seats, seed {self.seed}, game {game}, move {move}, "
            f"round {state.round}, {phase}, {asked}"
        )


Check = Callable[[Trial], None]
T = TypeVar("T")


def random_action(state: State, game: int, move: int, luck: Luck) -> int:
    """Choose an action: in even games among all that are legal, in odd ones among the candidates."""
    actions = state.candidates() if game % 2 else state.legal()
    demand(actions, f"{'candidates' if game % 2 else 'legal'}() is empty though the game goes on")
    return actions[luck.below(len(actions), move)]


def walk(trial: Trial, game: int, state: State | None = None) -> Iterator[tuple[int, State]]:
    """Play a random game; yield the live state before every move, and once more when it is over."""
    state = trial.deal(game) if state is None else state
    whims = trial.luck(game).fork("walk")
    move = 0
    while state.seat >= 0:
        yield move, state
        state.apply(random_action(state, game, move, whims))
        move += 1
        limit = trial.rules.schema.decision_limit
        demand(move <= limit, f"{trial.where(game, move, state)}: no end after {limit} decisions")
    yield move, state


def actions_of(trial: Trial, game: int) -> list[int]:
    """Return the actions of the random game that `walk` plays."""
    actions: list[int] = []
    whims = trial.luck(game).fork("walk")
    for move, state in walk(trial, game):
        if state.seat >= 0:
            actions.append(random_action(state, game, move, whims))
    return actions


def samples(trial: Trial, game: int) -> Iterator[tuple[int, State]]:
    """Yield about `trial.positions` positions of a random game, spread over all of it."""
    length = sum(1 for _ in walk(trial, game)) - 1
    step = max(1, length // max(1, trial.positions))
    for move, state in walk(trial, game):
        if state.seat >= 0 and (move % step == 0 or move == length - 1):
            yield move, state


def play_out(state: State, luck: Luck, limit: int = 0) -> list[int]:
    """Play a state on at random, to its end or for `limit` moves; return the actions."""
    actions: list[int] = []
    limit = limit or state.rules.schema.decision_limit
    while state.seat >= 0 and len(actions) < limit:
        legal = state.legal()
        demand(legal, "legal() is empty though the game goes on")
        action = legal[luck.below(len(legal), len(actions))]
        state.apply(action)
        actions.append(action)
    return actions


def spread(items: Sequence[T], count: int) -> list[T]:
    """Choose at most `count` items, spread over the whole sequence."""
    if len(items) <= count:
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def say(state: State, action: int) -> str:
    """Name an action as well as it can be named."""
    try:
        return f"'{state.rules.notation(action)}'"
    except SimkitError:
        return f"action {action}"
