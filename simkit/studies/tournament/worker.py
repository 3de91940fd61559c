"""The process of one participant: it gets views, and answers with actions.

Standard input and output are the pipes to the organiser; before the participant's file is loaded they are
put aside, and what is printed goes where it is counted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from simkit.core.bot import Bot, Choice
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.registry import title_package
from simkit.core.rules import Rules
from simkit.studies.tournament import guard
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.loading import load_bot_class, reason_of
from simkit.studies.tournament.wire import Unpacker, frame, read_frame

ACTS = {"load": "_load", "start": "_start", "ask": "_ask"}
RESERVE = 4 << 20  # bytes given free when memory is used up, so that it can be said


class Worker:
    """Serves one participant."""

    def __init__(self, order: dict[str, Any], answers: BinaryIO) -> None:
        self.path = Path(order["path"])
        self.answers = answers
        self.attempts: list[str] = []
        self.rules: Rules = make_rules(
            order["title"], order["seats"], order["patch"] or None, **order["options"]
        )
        self.memory = order["limits"]["memory"]
        self.unpacker = Unpacker(self.rules)
        self.bot_class: type[Bot] | None = None
        self.bots: dict[int, Bot] = {}
        self.reserve = bytearray(RESERVE)
        _fence(order, self.rules, self.path, self.attempts.append)

    def serve(self, requests: BinaryIO) -> None:
        """Answer until the organiser goes."""
        self.reply({})
        while (data := read_frame(requests)) is not None:
            message = self.unpacker.unpack(data)
            self.reply(self._guarded(ACTS[message[0]], *message[1:]))

    def reply(self, answer: dict[str, Any]) -> None:
        """Send an answer after all that was printed before it."""
        self.answers.write(frame(json.dumps(answer).encode()))
        self.answers.flush()

    def _guarded(self, name: str, *args: Any) -> dict[str, Any]:
        """Let the participant act; whatever goes wrong becomes an answer."""
        try:
            answer: dict[str, Any] = getattr(self, name)(*args)
            sys.stdout.flush()
            sys.stderr.flush()
        except MemoryError:
            self.reserve = bytearray()
            self.bots.clear()
            answer = {"fault": f"asked for more than {self.memory} MB of memory"}
        except BaseException as error:
            answer = {"fault": reason_of(error, self.path)}
        if self.attempts:
            return {"fault": f"tried to {self.attempts[0]}"}
        return answer

    def _load(self) -> dict[str, Any]:
        self.bot_class = load_bot_class(self.path)
        made = self.bot_class()
        # what the class says of itself decides how strictly hidden things are tested (see `trial`)
        return {"claims": bool(made.reads_only_what_it_may), "class": self.bot_class.__name__}

    def _start(self, seat: int, seed: int) -> dict[str, Any]:
        assert self.bot_class is not None
        if seat not in self.bots:
            self.bots[seat] = self.bot_class()
        self.bots[seat].start(self.rules, seat, Luck(seed))
        return {}

    def _ask(self, seat: int, view: Any, candidates: list[int]) -> dict[str, Any]:
        choice: object = self.bots[seat].choose(view, candidates)
        if not isinstance(choice, Choice):
            kind = type(choice).__name__
            return {"fault": f"choose() returned {kind}, not simkit.Choice(action)"}
        if type(choice.action) is not int:
            kind = type(choice.action).__name__
            return {"fault": f"chose an action of type {kind}; choose one of the candidates"}
        values = [choice.value, choice.runner_up]
        if not all(isinstance(value, (int, float)) for value in values):
            return {"fault": f"gave {values!r:.80} as values of its choice, not numbers"}
        # hexadecimal: of decimal numbers Python reads some thousand digits only
        return {"action": hex(choice.action), "values": [float(value) for value in values]}


def _fence(order: dict[str, Any], rules: Rules, path: Path, note: Callable[[str], None]) -> None:
    """Shut the process in; from here on the participant's code may run."""
    import simkit

    packages = [simkit, sys.modules[title_package(rules.title).partition(".")[0]]]
    readable = [Path(str(p.__file__)).parent for p in packages if p.__file__]
    readable += [rules.data_folder(), path, Path(sys.prefix), Path(sys.base_prefix)]
    readable += [Path(os.__file__).parent]
    guard.set_limits(Limits(**order["limits"]))
    guard.refuse(Path(order["scratch"]), readable, sys.path, note)


def main() -> None:
    """Serve the participant that the first message names."""
    sys.dont_write_bytecode = True
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what is printed goes to the organiser's other pipe
    first = read_frame(requests)
    if first is not None:
        Worker(json.loads(first), answers).serve(requests)
