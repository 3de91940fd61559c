"""The play loop: state, bots and recorder, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.core.bot import Bot, Choice
from simkit.core.errors import BotError, GameTooLong
from simkit.core.luck import Luck
from simkit.core.record import SHORT, WIDE, GameInfo, Recorder
from simkit.core.state import State


def play_game(
    state: State,
    bots: Sequence[Bot],
    recorder: Recorder | None = None,
    info: GameInfo | None = None,
    limit: int = 0,
) -> State:
    """Play a dealt game to its end and return the final state (the one that was given).

    A bot that comes with simkit sees the live state; every other gets ``state.view(seat)`` and a copy
    of the candidates, and its choice is checked.

    Parameters
    ----------
    limit
        Decisions after which the game is ended with `GameTooLong`; 0 = the title's own limit.
    """
    rules = state.rules
    if len(bots) != state.seats:
        raise BotError(f"{state.seats} seats need {state.seats} bots, not {len(bots)}")
    # By getattr, because compiled code would not see what an interpreted subclass says of itself.
    trusted = [bool(getattr(bot, "reads_only_what_it_may")) for bot in bots]  # noqa: B009
    info = info or GameInfo()
    luck = Luck(info.seed).fork("bots")
    for place, bot in enumerate(bots):
        bot.start(rules, place, luck)
    every_move = recorder
    # Where decisions are noted here, as `Recorder.move` does.
    rows: list[tuple[Any, ...] | None] | None = None
    if recorder is not None:
        recorder.start_game(state)
        if type(recorder) is Recorder:  # others keep what they like, and are told of every move
            if recorder.rows_only and recorder.written is None:
                rows = recorder.moves
            elif not recorder.wants_moves:
                every_move = None  # the number of decisions is all it would take down
    limit = limit or rules.schema.decision_limit
    decisions = 0
    seat = state.seat
    while seat >= 0:
        candidates = state.candidates()
        number = len(candidates)
        bot = bots[seat]
        if number == 1:
            choice = Choice(candidates[0])
        elif trusted[seat]:
            choice = bot.choose(state, candidates)
        else:
            choice = _ask(bot, state, candidates)
        action = choice.action
        if rows is not None and (action < SHORT or action < WIDE):
            fixed = (
                state.round, state.phase, seat, number, state.score[seat],
                action, choice.value, choice.runner_up,
            )  # fmt: skip
            rows.append(fixed + state.log_row(seat))
        elif every_move is not None:
            every_move.move(state, bot, candidates, choice)
        state.apply(action)
        decisions += 1
        if decisions > limit:
            raise GameTooLong(f"no end after {limit} decisions (round {state.round})")
        seat = state.seat
    if recorder is not None:
        recorder.decisions = decisions
        recorder.finish_game(state, list(bots), info)
    return state


def _ask(bot: Bot, state: State, candidates: list[int]) -> Choice:
    choice = bot.choose(state.view(state.seat), candidates[:])
    if not isinstance(choice, Choice):
        raise BotError(f"{bot!r} must return a Choice, not {type(choice).__name__}")
    if not isinstance(choice.action, int) or not state.is_legal(choice.action):
        raise BotError(f"{bot!r} chose {choice.action!r}, which is not legal here")
    if not hasattr(choice.value, "__float__") or not hasattr(choice.runner_up, "__float__"):
        raise BotError(f"{bot!r} gave {choice!r}: value and runner_up are numbers")
    return choice
