"""The process of one participant in one game: it gets views, and answers with actions.

It is forked from a process that has loaded what all participants need, and has run none of their code. It
closes the fence, and only then does the participant's code run. What is printed goes where it is counted.
"""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any, BinaryIO

from simkit.core.bot import Bot, Choice
from simkit.core.luck import Luck
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.loading import load_bot_class, reason_of
from simkit.studies.tournament.wire import (
    LONGEST_ACTION,
    Answer,
    Unpacker,
    answer_bytes,
    read_frame,
)

ACTS = {"load": "_load", "start": "_start", "ask": "_ask"}
MOST_BITS = 8 * LONGEST_ACTION - 1


class Worker:
    """Serves one participant in one game.

    Parameters
    ----------
    unpacker
        Unpacks questions about the rules that are played.
    limits
        What the participant may use.
    order
        The participant's file, and what it may reach.
    answers
        The pipe to the organiser.
    reserve
        Memory that is given free when all is used up, so that it can be said.
    """

    def __init__(
        self,
        unpacker: Unpacker,
        limits: Limits,
        order: dict[str, Any],
        answers: BinaryIO,
        reserve: list[bytearray],
    ) -> None:
        self.path = Path(order["path"])
        self.source = order["source"].encode("latin-1")
        self.answers = answers
        self.rules = unpacker.rules
        self.limits = limits
        self.unpacker = unpacker
        self.bot_class: type[Bot] | None = None
        self.bots: dict[int, Bot] = {}
        self.reserve = reserve

    def serve(self, requests: BinaryIO) -> None:
        """Answer until the organiser goes."""
        self.reply(Answer())
        while (data := read_frame(requests)) is not None:
            message = self.unpacker.unpack(data)
            self.reply(self._guarded(ACTS[message[0]], *message[1:]))

    def reply(self, answer: Answer) -> None:
        """Send an answer after all that was printed before it."""
        self.answers.write(answer_bytes(answer))
        self.answers.flush()

    def _guarded(self, name: str, *args: Any) -> Answer:
        """Let the participant act; whatever goes wrong becomes an answer."""
        try:
            answer: Answer = getattr(self, name)(*args)
            sys.stdout.flush()
            sys.stderr.flush()
            return answer
        except MemoryError:
            self.reserve.clear()
            self.bots.clear()
            return Answer(f"asked for more than {self.limits.memory} MB of memory")
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EFBIG):
                return Answer(_too_much(self.limits))
            return Answer(reason_of(error, self.path))
        except BaseException as error:
            return Answer(reason_of(error, self.path))

    def _load(self) -> Answer:
        self.bot_class = load_bot_class(self.path, self.source)
        made = self.bot_class()
        # what the class says of itself decides how strictly hidden things are tested (see `trial`)
        return Answer(claims=bool(made.reads_only_what_it_may))

    def _start(self, seat: int, seed: int) -> Answer:
        assert self.bot_class is not None
        if seat not in self.bots:
            self.bots[seat] = self.bot_class()
        self.bots[seat].start(self.rules, seat, Luck(seed))
        return Answer()

    def _ask(self, seat: int, view: Any, candidates: list[int]) -> Answer:
        choice: object = self.bots[seat].choose(view, candidates)
        if not isinstance(choice, Choice):
            kind = type(choice).__name__
            return Answer(f"choose() returned {kind}, not simkit.Choice(action)")
        if type(choice.action) is not int:
            kind = type(choice.action).__name__
            return Answer(f"chose an action of type {kind}; choose one of the candidates")
        if choice.action.bit_length() > MOST_BITS:
            return Answer("chose a huge number, which is not legal there")
        values = [choice.value, choice.runner_up]
        if not all(isinstance(value, (int, float)) for value in values):
            return Answer(f"gave {values!r:.80} as values of its choice, not numbers")
        return Answer(choice=Choice(choice.action, *map(float, values)))


def _too_much(limits: Limits) -> str:
    return (
        f"wrote more than {limits.files} MB or {limits.entries} files to its scratch folder "
        "(there was no room left)"
    )
