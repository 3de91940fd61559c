"""The process that participants' processes are forked from, seen from the organiser's side.

It has loaded Python, simkit and the title. It runs no participant's code, is sent none, and sees no game:
so every game begins with processes that remember nothing, and none of them has to start Python.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from simkit.core.compiled import CHOICE
from simkit.core.errors import SimkitError
from simkit.core.rules import Rules
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.wire import ENDED, FORK, REAP, REPLY, REQUEST, frame, read_frame

BOOT = (
    "import json, sys; sys.path[:0] = json.loads(sys.argv.pop()); "
    "from simkit.studies.tournament.forks import main; main()"
)


class Template:
    """A process that forks one participant's process after the other.

    Parameters
    ----------
    rules
        What is played.
    limits
        What a participant may use.
    layers
        Of the fence.
    home
        Folder that the processes take for the user's.
    """

    def __init__(self, rules: Rules, limits: Limits, layers: Sequence[str], home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.control, theirs = socket.socketpair()
        with theirs:
            # no user's packages, nothing from the working folder, and an environment of its own
            self.process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", "-c", BOOT, json.dumps(_import_paths())],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=home,
                env=_environment(str(home)),
                start_new_session=True,
            )
        order = {
            "title": rules.title,
            "seats": rules.seats,
            "options": dict(rules.options),
            "patch": dict(rules.patch),
            "limits": asdict(limits),
            "layers": list(layers),
            "parent": os.getpid(),
        }
        try:
            self.control.sendall(frame(json.dumps(order).encode()))
            with self.control.makefile("rb") as answers:
                refused = read_frame(answers)
        except OSError:
            refused = None
        if refused != b"":
            raise self._failed(refused.decode(errors="replace") if refused else "")

    def fork(self, pipes: Sequence[int]) -> int:
        """Make a participant's process of three ends of pipes; return its number."""
        request = REQUEST.pack(FORK, 0)
        try:
            socket.send_fds(self.control, [request], pipes)
        except OSError:
            raise self._failed("") from None
        return self._reply()

    def ended(self, process: int) -> int:
        """Return the wait status of a process that has ended; `wire.RUNNING` if it has not."""
        return self._ask(ENDED, process)

    def reap(self, process: int) -> int:
        """Wait for the end of a process and let go of its number; return its wait status."""
        return self._ask(REAP, process)

    def _ask(self, what: bytes, process: int) -> int:
        try:
            self.control.sendall(REQUEST.pack(what, process))
        except OSError:
            raise self._failed("") from None
        return self._reply()

    def _reply(self) -> int:
        try:
            data = self.control.recv(REPLY.size, socket.MSG_WAITALL)
        except OSError:
            data = b""
        if len(data) < REPLY.size:
            raise self._failed("")
        found: int = REPLY.unpack(data)[0]
        return found

    def _failed(self, why: str) -> SimkitError:
        """End the process; return an error that says what it said last."""
        self.control.close()
        self.process.kill()
        assert self.process.stderr is not None
        said = self.process.stderr.read().decode(errors="replace").strip()
        self.close()
        why = why or said.rpartition("\n")[2] or f"it ended with {self.process.returncode}"
        return SimkitError(f"the process that participants are started from failed: {why}")

    def close(self) -> None:
        """End the process, and with it all that it has forked."""
        self.control.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


def _import_paths() -> list[str]:
    return [os.path.abspath(path) for path in sys.path]


def _environment(home: str) -> dict[str, str]:
    """Return the environment of participants: nothing of the organiser's, and the plain build."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {
        "HOME": home,
        "TMPDIR": home,
        "PYTHONHASHSEED": "0",
        "LC_ALL": "C.UTF-8",
        CHOICE: "plain",
        **one,
    }
