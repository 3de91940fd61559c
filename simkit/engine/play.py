"""The play loop: state, bots and observer, and nothing else.

`play_game` plays a game of bots. Whatever else happens between two decisions (a person chooses, a check
looks on, a copy is kept) is written as a loop of one's own over `decisions`, with `ask` for the bots::

    start_bots(bots, state.rules, luck)
    for candidates in decisions(state):
        choice = ask(bots[state.seat], state, candidates)
        state.apply(choice.action)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simkit.core.bot import Bot, Choice
from simkit.core.errors import BotError, GameTooLong
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine.observer import GameInfo, Observer


def play_game(
    state: State,
    bots: Sequence[Bot],
    observer: Observer | None = None,
    info: GameInfo | None = None,
    limit: int = 0,
) -> State:
    """Play a dealt game to its end and return the final state (the one that was given).

    Parameters
    ----------
    observer
        Sees every decision: a `Recorder`, or any other `Observer`.
    info
        Where the game stands in its run; its seed is that of the bots' luck.
    limit
        Decisions after which the game is ended with `GameTooLong`; 0 = the title's own limit.
    """
    info = info or GameInfo()
    start_bots(bots, state.rules, Luck(info.seed).fork("bots"))
    if observer is not None:
        observer.start_game(state)
    for candidates in decisions(state, limit):
        bot = bots[state.seat]
        choice = ask(bot, state, candidates)
        if observer is not None:
            observer.move(state, bot, candidates, choice)
        state.apply(choice.action)
    if observer is not None:
        observer.finish_game(state, list(bots), info)
    return state


def decisions(state: State, limit: int = 0) -> Iterator[list[int]]:
    """Yield the candidates of every decision until the game is over.

    Whoever goes through them carries one out each time (by `State.apply` or `State.step`).

    Parameters
    ----------
    limit
        Decisions after which `GameTooLong` is raised; 0 = the title's own limit.
    """
    limit = limit or state.rules.schema.decision_limit
    taken = 0
    while state.seat >= 0:
        yield state.candidates()
        taken += 1
        if taken > limit:
            raise GameTooLong(f"no end after {limit} decisions (round {state.round})")


def start_bots(bots: Sequence[Bot], rules: Rules, luck: Luck) -> None:
    """Get one bot per seat ready for a game; each has luck of its own."""
    if len(bots) != rules.seats:
        raise BotError(f"{rules.seats} seats need {rules.seats} bots, not {len(bots)}")
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, luck)


def ask(bot: Bot, state: State, candidates: list[int]) -> Choice:
    """Return what a bot chooses for the seat at the turn; where there is one candidate, nobody is asked.

    A bot that comes with simkit sees the live state; every other gets ``state.view(seat)`` and a copy
    of the candidates, and its choice is checked.
    """
    if len(candidates) == 1:
        return Choice(candidates[0])
    # By getattr, because compiled code would not see what an interpreted subclass says of itself.
    if getattr(bot, "reads_only_what_it_may"):  # noqa: B009
        return bot.choose(state, candidates)
    choice = bot.choose(state.view(state.seat), candidates[:])
    if not isinstance(choice, Choice):
        raise BotError(f"{bot!r} must return a Choice, not {type(choice).__name__}")
    if not isinstance(choice.action, int) or not state.is_legal(choice.action):
        raise BotError(f"{bot!r} chose {choice.action!r}, which is not legal here")
    if not hasattr(choice.value, "__float__") or not hasattr(choice.runner_up, "__float__"):
        raise BotError(f"{bot!r} gave {choice!r}: value and runner_up are numbers")
    return choice
