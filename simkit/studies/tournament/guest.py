"""The organiser's side of a participant's process."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot, Choice
from simkit.core.compiled import CHOICE
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.studies.tournament import guard
from simkit.studies.tournament.entrants import Entrant
from simkit.studies.tournament.limits import WALL, Limits
from simkit.studies.tournament.wire import HEAD, LONGEST_ANSWER, Packer, answer_of, frame

BOOT = (
    "import json, sys; sys.path[:0] = json.loads(sys.argv.pop()); "
    "from simkit.studies.tournament.worker import main; main()"
)
KEPT_OUTPUT = 20_000  # bytes of what is printed that are kept for its author
ENDLESS = (
    "kept a game from ending with actions that are legal, but lead nowhere (the title's limit of "
    "decisions was reached)"
)
START = 20.0  # seconds for Python, simkit and the title to start


class Fault(SimkitError):
    """What puts a participant out.

    Attributes
    ----------
    who, reason
        The participant, and what it did, in words for its author.
    """

    def __init__(self, who: str, reason: str) -> None:
        self.who = who
        self.reason = reason
        super().__init__(f"{who}: {reason}")


class Guest:
    """A participant's process, asked over pipes and ended when it breaks a limit."""

    def __init__(self, entrant: Entrant, rules: Rules, limits: Limits, scratch: Path) -> None:
        self.entrant = entrant
        self.limits = limits
        self.scratch = scratch
        self.packer = Packer(rules)
        self.printed = 0
        self.output = b""
        self.begun = 0.0  # processor time at the start of the game
        self.claims = False
        scratch.mkdir(parents=True, exist_ok=True)
        paths = [os.path.abspath(path) for path in sys.path]
        # no user's packages, nothing from the working folder, and an environment of its own
        self.process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-c", BOOT, json.dumps(paths)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=scratch,
            env=_environment(scratch),
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.to = self.process.stdin.fileno()
        self.answers = self.process.stdout.fileno()
        self.prints = self.process.stderr.fileno()
        for handle in (self.to, self.answers, self.prints):
            os.set_blocking(handle, False)
        order = {
            "path": str(entrant.path.resolve()),
            "title": rules.title,
            "seats": rules.seats,
            "options": dict(rules.options),
            "patch": dict(rules.patch),
            "scratch": str(scratch.resolve()),
            "limits": asdict(limits),
        }
        guard.allow_seconds(self.process.pid, START + limits.load + limits.game)
        try:
            self._exchange(frame(json.dumps(order).encode()), START, "starting Python")
            answer = self._exchange(self.packer.pack(("load",)), limits.load, "loading the file")
        except Fault:
            self.close()
            raise
        self.claims = answer.get("claims") is True

    # Asking ------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Set back what is counted per game."""
        self.printed = 0
        self.begun = self.cpu()
        guard.allow_seconds(self.process.pid, self.begun + self.limits.game + self.limits.load)

    def start(self, seat: int, seed: int) -> None:
        """Make the participant's bot at a seat ready for a game."""
        self._exchange(self.packer.pack(("start", seat, seed)), self.limits.load, "starting a game")

    def ask(self, seat: int, view: State, candidates: list[int]) -> Choice:
        """Ask for a choice; it need not be legal."""
        answer = self._exchange(
            self.packer.pack(("ask", seat, view, candidates)), self.limits.decision, "a decision"
        )
        if _size(self.scratch) > self.limits.files * guard.MEGABYTE:
            self.fail(f"wrote more than {self.limits.files} MB to its scratch folder")
        used = self.cpu() - self.begun
        if used > self.limits.game:
            self.fail(f"took more than {self.limits.game:g} s of processor time in one game")
        try:
            action, (value, runner_up) = int(answer["action"], 16), answer["values"]
            return Choice(action, float(value), float(runner_up))
        except (KeyError, TypeError, ValueError):
            self.fail("sent an answer of its own making to the organiser")
            raise AssertionError from None

    def fail(self, reason: str) -> None:
        """Put the participant out."""
        self.close()
        raise Fault(self.entrant.name, reason)

    def cpu(self) -> float:
        """Return the processor time of the process; by the clock where that is not to be had."""
        try:
            return time.clock_gettime((~self.process.pid << 3) | 2)  # CPUCLOCK_SCHED of a process
        except (OSError, AttributeError):
            return time.monotonic()

    def _exchange(self, message: bytes, seconds: float, what: str) -> dict[str, Any]:
        """Send a question and wait for the answer, as long as the limits allow."""
        started, clock = self.cpu(), time.monotonic()
        by_the_clock = clock + seconds * WALL + WALL
        received = bytearray()
        while True:
            left = seconds - (self.cpu() - started)
            if left <= 0:
                self.fail(f"took more than {seconds:g} s of processor time for {what}")
            if time.monotonic() > by_the_clock:
                self.fail(f"took more than {by_the_clock - clock:.0f} s by the clock for {what}")
            wait = min(max(left, 0.005), 0.5)
            readable, writable, _ = select.select(
                [self.answers, self.prints], [self.to] if message else [], [], wait
            )
            if writable:
                try:
                    message = message[os.write(self.to, message) :]
                except BrokenPipeError:
                    self._gone(what)
            if self.prints in readable:
                self._take_output()
            if self.answers in readable:
                data = os.read(self.answers, 65536)
                if not data:
                    self._gone(what)
                received += data
                answer = self._complete(received)
                if answer is not None:
                    self._take_output()
                    return answer

    def _complete(self, received: bytearray) -> dict[str, Any] | None:
        if len(received) < HEAD.size:
            return None
        length = HEAD.unpack_from(received)[0]
        if length > LONGEST_ANSWER or len(received) > HEAD.size + length:
            self.fail("sent an answer of its own making to the organiser")
        if len(received) < HEAD.size + length:
            return None
        try:
            answer = answer_of(bytes(received[HEAD.size :]))
        except (ValueError, RecursionError):
            self.fail("sent an answer of its own making to the organiser")
            raise AssertionError from None
        if "fault" in answer:
            self.fail(str(answer["fault"])[:500])
        return answer

    def _take_output(self) -> None:
        """Take what was printed, count it, keep its beginning."""
        while True:
            try:
                data = os.read(self.prints, 65536)
            except BlockingIOError:
                return
            if not data:
                return
            self.printed += len(data)
            self.output += data[: KEPT_OUTPUT - len(self.output)]
            if self.printed > self.limits.output * 1000:
                self.fail(f"printed more than {self.limits.output} kB in one game")

    def _gone(self, what: str) -> None:
        """Say why the process ended by itself."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        self._take_output()
        code = self.process.returncode
        if code is not None and code < 0:
            name = signal.Signals(-code).name
            hint = "; perhaps it used too much memory" if name in ("SIGKILL", "SIGSEGV") else ""
            self.fail(f"its process was ended by {name} during {what}{hint}")
        last = self.output.decode(errors="replace").strip().rpartition("\n")[2]
        said = f": {last[:200]}" if last else ""
        self.fail(f"its process ended during {what} (exit code {code}){said}")

    def close(self) -> None:
        """End the process and all it may have started."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _size(folder: Path) -> int:
    """Return how many bytes the files of a folder hold."""
    found = 0
    for here, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                found += os.lstat(os.path.join(here, name)).st_size
    return found


def _environment(scratch: Path) -> dict[str, str]:
    """Return the environment of a participant: nothing of the organiser's, and the plain build."""
    here = str(scratch.resolve())
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {
        "HOME": here,
        "TMPDIR": here,
        "PYTHONHASHSEED": "0",
        "LC_ALL": "C.UTF-8",
        CHOICE: "plain",
        **one,
    }


class GuestBot(Bot):
    """Stands at a seat for a participant: it passes the view on and checks the answer.

    Its luck is not that of the game, from which the deal could be computed.
    """

    def __init__(self, guest: Guest, whims: int) -> None:
        self.guest = guest
        self.whims_seed = whims
        self.name = guest.entrant.name

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Have the participant start."""
        self.rules = rules
        self.seat = seat
        self.guest.start(seat, self.whims_seed)

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Have the participant choose."""
        choice = self.guest.ask(self.seat, view, candidates)
        if not _is_legal(view, choice.action):
            phase = self.rules.schema.phases[view.phase]
            self.guest.fail(
                f"chose {_named(self.rules, choice.action)}, which is not legal there "
                f"(round {view.round}, {phase}, {len(candidates)} candidates)"
            )
        if math.isinf(choice.value):
            choice.value = math.nan
        return choice


def _is_legal(view: State, action: int) -> bool:
    try:
        view.rules.decode(action)
        return view.is_legal(action)
    except Exception:
        return False  # a number that stands for no action at all


def _named(rules: Rules, action: int) -> str:
    try:
        return f"'{rules.notation(action)}'"
    except Exception:
        return str(action) if abs(action) < 1 << 64 else "a huge number"
