"""The process of one participant: it gets views, and answers with actions.

Standard input and output are the pipes to the organiser; before the participant's file is loaded they are
put aside, and what is printed goes where it is counted. Then the fence is closed, and only then does the
participant's code run.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from simkit.core.bot import Bot, Choice
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.rules import Rules
from simkit.studies.tournament import fence, guard, rlimits
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.loading import line_of, load_bot_class, reason_of
from simkit.studies.tournament.wire import (
    LONGEST_ACTION,
    Answer,
    Unpacker,
    answer_bytes,
    read_frame,
)

ACTS = {"load": "_load", "start": "_start", "ask": "_ask"}
MOST_BITS = 8 * LONGEST_ACTION - 1
RESERVE = 4 << 20  # bytes given free when memory is used up, so that it can be said


class Worker:
    """Serves one participant."""

    def __init__(self, order: dict[str, Any], answers: BinaryIO) -> None:
        self.path = Path(order["path"])
        self.answers = answers
        self.rules: Rules = make_rules(
            order["title"], order["seats"], order["patch"] or None, **order["options"]
        )
        self.limits = Limits(**order["limits"])
        self.unpacker = Unpacker(self.rules)
        self.bot_class: type[Bot] | None = None
        self.bots: dict[int, Bot] = {}
        self.reserve = bytearray(RESERVE)

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
            self.reserve = bytearray()
            self.bots.clear()
            return Answer(f"asked for more than {self.limits.memory} MB of memory")
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EFBIG):
                return Answer(_too_much(self.limits))
            return Answer(reason_of(error, self.path))
        except BaseException as error:
            return Answer(reason_of(error, self.path))

    def _load(self) -> Answer:
        self.bot_class = load_bot_class(self.path)
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


def _watch(order: dict[str, Any], places: fence.Places, answers: int) -> None:
    """Tell the organiser at once what the participant tries, and end."""
    path = Path(order["path"])
    write, leave, whole, frames = os.write, os._exit, answer_bytes, sys._getframe

    def accuse(what: str) -> None:
        line = line_of(frames(), path)
        write(answers, whole(Answer(f"tried to {what}{line}")))
        leave(0)

    sys.addaudithook(guard.tell(places.scratch, places.readable, accuse))


def _can_be_listed(path: str) -> bool:
    """Tell whether a folder is still there; libraries take others for archives, and open them."""
    try:
        os.listdir(path)
    except OSError:
        return False
    return True


def main() -> None:
    """Serve the participant that the first message names."""
    sys.dont_write_bytecode = True
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what is printed goes to the organiser's other pipe
    first = read_frame(requests)
    if first is None:
        return
    order = json.loads(first)
    places = fence.Places(**order["places"])
    if order["layers"]:
        from simkit.studies.tournament import linux

        linux.end_with_parent(order["parent"])
    rlimits.end_me_first()
    worker = Worker(order, answers)
    rlimits.set_limits(worker.limits)  # the fence lets nobody change them
    try:
        fence.close(order["layers"], places)
    except OSError as error:
        worker.reply(Answer(str(error)))
        return
    sys.path[:] = [path for path in sys.path if _can_be_listed(path)]
    _watch(order, places, answers.fileno())
    worker.serve(requests)
