"""The process that participants' processes are forked from, seen from inside.

It runs no participant's code and never learns what a participant's file holds: that goes to the fork,
over a pipe of its own. What it has in memory is alike in all forks, and none changes it for another.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import socket
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from simkit.core.luck import Luck
from simkit.core.registry import make_bot
from simkit.core.registry import rules as make_rules
from simkit.engine.play import play_game
from simkit.studies.tournament import fence, guard, linux, rlimits, seccomp
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.loading import line_of
from simkit.studies.tournament.wire import (
    ENDED,
    FORK,
    REAP,
    REPLY,
    REQUEST,
    RUNNING,
    Answer,
    Unpacker,
    answer_bytes,
    frame,
    read_frame,
)
from simkit.studies.tournament.worker import Worker

RESERVE = 4 << 20  # bytes


class Forker:
    """Has loaded what all participants' processes have in common, and forks them."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.layers = tuple(order["layers"])
        self.limits = Limits(**order["limits"])
        self.rules = make_rules(
            order["title"], order["seats"], order["patch"] or None, **order["options"]
        )
        self.unpacker = Unpacker(self.rules)
        self.reserve = [bytearray(RESERVE)]
        self._warm_up()

    def _warm_up(self) -> None:
        """Load what many participants use, so that not every one of their processes has to."""
        for module in ("numpy", "resource"):
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
        if fence.SECCOMP in self.layers:
            seccomp.program()  # forks find its tables in memory
        for text in ("random", "greedy"):
            with contextlib.suppress(Exception):  # a title may have no greedy bot
                bots = [make_bot(text, self.rules.title) for _ in range(self.rules.seats)]
                play_game(self.rules.deal(Luck(0)), bots)

    def serve(self, control: socket.socket) -> None:
        """Do what the organiser asks until it goes."""
        if self.layers and shared_memory():
            raise OSError(f"all participants' processes would share memory: {shared_memory()}")
        gc.collect()
        gc.freeze()  # what is never collected is not copied in the forks either
        while True:
            data, pipes, _, _ = socket.recv_fds(control, REQUEST.size, 3)
            if len(data) < REQUEST.size:
                return
            what, process = REQUEST.unpack(data)
            if what == FORK:
                said = self._fork(pipes)
            elif what == ENDED:
                said = _ended(process)
            else:
                assert what == REAP
                said = os.waitpid(process, 0)[1]
            control.sendall(REPLY.pack(said))

    def _fork(self, pipes: list[int]) -> int:
        parent = os.getpid()
        process = os.fork()
        if process == 0:
            self._be_participant(parent, pipes)
        for pipe in pipes:
            os.close(pipe)
        return process

    def _be_participant(self, parent: int, pipes: list[int]) -> NoReturn:
        """Go on as a participant's process, and never come back here."""
        try:
            os.setsid()
            requests, answers = _only_these(pipes)
            if self.layers:
                linux.end_with_parent(parent)
            rlimits.end_me_first()
            self._serve_participant(requests, answers)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    def _serve_participant(self, requests: BinaryIO, answers: BinaryIO) -> None:
        first = read_frame(requests)
        if first is None:
            return
        order = json.loads(first)
        places = fence.Places(**order["places"])
        os.environ.update(HOME=places.scratch, TMPDIR=places.scratch)
        os.chdir(places.scratch)
        worker = Worker(self.unpacker, self.limits, order, answers, self.reserve)
        rlimits.set_limits(self.limits)  # the fence lets nobody change them
        try:
            fence.close(self.layers, places)
        except OSError as error:
            worker.reply(Answer(str(error)))
            return
        sys.path[:] = [path for path in sys.path if _can_be_listed(path)]
        _watch(worker.path, places, answers.fileno())
        worker.serve(requests)


def shared_memory() -> str:
    """Return what this process has in memory that its forks could change for others; "" if nothing."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
        places = [line.split(maxsplit=5) for line in file]
    shared = [place for place in places if place[1][1] == "w" and place[1][3] == "s"]
    return ", ".join(place[5].strip() if len(place) > 5 else place[0] for place in shared)


def _ended(process: int) -> int:
    """Return the wait status of a process that is not let go of; `RUNNING` if it cannot be said."""
    if not hasattr(os, "waitid"):  # macOS
        return RUNNING
    ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if ended is None:
        return RUNNING
    status: int = ended.si_status
    return status << 8 if ended.si_code == os.CLD_EXITED else status


def _only_these(pipes: list[int]) -> tuple[BinaryIO, BinaryIO]:
    """Close all files but the pipes to the organiser; return those for questions and answers.

    An open file that other participants' processes have too would have one position and one set of flags
    for all of them, which they could leave messages in.
    """
    requests, answers, prints = (os.dup(pipe) for pipe in pipes)
    kept = (requests, answers)
    for handle in (1, 2):
        os.dup2(prints, handle)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    last = 3
    for handle in sorted(kept):
        os.closerange(last, handle)
        last = handle + 1
    os.closerange(last, os.sysconf("SC_OPEN_MAX"))
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _watch(path: Path, places: fence.Places, answers: int) -> None:
    """Tell the organiser at once what the participant tries, and end."""
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
    """Fork participants' processes for the tournament that the first message describes."""
    sys.dont_write_bytecode = True
    control = socket.socket(fileno=os.dup(0))
    with control, control.makefile("rb") as requests:
        first = read_frame(requests)
        if first is None:
            return
        order = json.loads(first)
        if order["layers"]:
            linux.end_with_parent(order["parent"])
        forker = Forker(order)
        control.sendall(frame(b""))
        forker.serve(control)
