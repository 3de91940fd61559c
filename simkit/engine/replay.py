"""Games whose choices are known: shown once more step by step, or told to an observer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from simkit.core.bot import Bot, Choice
from simkit.core.errors import SimkitError
from simkit.core.state import State
from simkit.engine.observer import GameInfo, Observer


def replay(state: State, actions: Iterable[int]) -> Iterator[tuple[State, int]]:
    """Carry out actions on a dealt game; yield the state before each one, and the action.

    After the last action the state is yielded once more, with -1. It is always the same state object,
    going on. Every action is checked (`State.step`).
    """
    for action in actions:
        yield state, action
        state.step(action)
    yield state, -1


def retell(
    observer: Observer,
    state: State,
    choices: Iterable[Choice],
    bots: Sequence[Bot],
    info: GameInfo,
) -> State:
    """Carry out the choices of a game on its deal, tell an observer, and return the final state.

    Raises
    ------
    SimkitError
        If a choice is not legal, or comes after the end; names it by its number.
    """
    observer.start_game(state)
    for number, choice in enumerate(choices):
        if state.over:
            raise SimkitError(f"the game is over before action {number}")
        observer.move(state, bots[state.seat], state.candidates(), choice)
        try:
            state.step(choice.action)
        except SimkitError as error:
            raise SimkitError(f"action {number}: {error}") from None
    observer.finish_game(state, list(bots), info)
    return state
