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
from dataclasses import asdict

from simkit.core.bot import Bot, Choice
from simkit.core.compiled import CHOICE
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.studies.tournament import rlimits
from simkit.studies.tournament.booths import Booth
from simkit.studies.tournament.entrants import Entrant
from simkit.studies.tournament.fence import Places
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.meter import Meter
from simkit.studies.tournament.scratch import Scratch
from simkit.studies.tournament.wire import HEAD, LONGEST_ANSWER, Answer, Packer, answer_of, frame

BOOT = (
    "import json, sys; sys.path[:0] = json.loads(sys.argv.pop()); "
    "from simkit.studies.tournament.worker import main; main()"
)
LOOK = 0.1  # seconds between two looks at a participant who thinks
LONGEST_REASON = 500
FORGED = "sent an answer of its own making to the organiser"
FORBIDDEN = "start a process, reach another one, share memory or mount something"
KEPT_OUTPUT = 20_000  # bytes of what is printed that are kept for its author
ENDLESS = (
    "kept a game from ending with actions that are legal, but lead nowhere (the title's limit of "
    "decisions was reached)"
)
START = 20.0  # seconds of processor time for Python, simkit and the title to start


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

    def __init__(self, entrant: Entrant, rules: Rules, limits: Limits, booth: Booth) -> None:
        self.entrant = entrant
        self.limits = limits
        self.scratch = Scratch(booth.scratch, limits)
        self.fenced = bool(booth.layers)
        self.packer = Packer(rules)
        self.printed = 0
        self.output = b""
        here = str(self.scratch.folder)
        # no user's packages, nothing from the working folder, and an environment of its own
        self.process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-c", BOOT, json.dumps(_import_paths())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=here,
            env=_environment(here),
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.to = self.process.stdin.fileno()
        self.answers = self.process.stdout.fileno()
        self.prints: list[int] = [self.process.stderr.fileno()]
        for handle in (self.to, self.answers, *self.prints):
            os.set_blocking(handle, False)
        self.meter = Meter(self.process.pid, limits, booth.share)
        places = Places(
            (*booth.readable, str(entrant.path)), here, limits.files, limits.entries, booth.outside
        )
        order = {
            "path": str(entrant.path),
            "title": rules.title,
            "seats": rules.seats,
            "options": dict(rules.options),
            "patch": dict(rules.patch),
            "limits": asdict(limits),
            "layers": booth.layers,
            "places": asdict(places),
            "parent": os.getpid(),
        }
        self._start(frame(json.dumps(order).encode()))
        try:
            self.new_game()
            answer = self._exchange(self.packer.pack(("load",)), limits.load, "loading the file")
        except Fault:
            self.close()
            raise
        self.claims = answer.claims

    def _start(self, order: bytes) -> None:
        """Have the process start and shut itself in; what goes wrong then is no participant's fault."""
        rlimits.allow_seconds(self.process.pid, START + self.limits.load + self.limits.game)
        try:
            self._exchange(order, START, "starting Python")
        except Fault as fault:
            raise SimkitError(f"cannot fence {self.entrant.name} in: {fault.reason}") from None

    # Asking ------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Set back what is counted per game."""
        self.printed = 0
        self.meter.new_game()
        allowed = self.meter.game_began + self.limits.game + self.limits.load
        rlimits.allow_seconds(self.process.pid, allowed)

    def start(self, seat: int, seed: int) -> None:
        """Make the participant's bot at a seat ready for a game."""
        self._exchange(self.packer.pack(("start", seat, seed)), self.limits.load, "starting a game")

    def ask(self, seat: int, view: State, candidates: list[int]) -> Choice:
        """Ask for a choice; it need not be legal."""
        question = self.packer.pack(("ask", seat, view, candidates))
        choice = self._exchange(question, self.limits.decision, "a decision").choice
        if choice is None:
            self.fail(FORGED)
            raise AssertionError
        return choice

    def fail(self, reason: str) -> None:
        """Put the participant out."""
        self.close()
        raise Fault(self.entrant.name, printable(reason)[:LONGEST_REASON])

    def _exchange(self, message: bytes, seconds: float, what: str) -> Answer:
        """Send a question and wait for the answer, as long as the limits allow."""
        self.meter.ask(what, seconds)
        self._signal(signal.SIGCONT)
        received = bytearray()
        while True:
            broken = self.meter.exceeded() or self.scratch.exceeded()
            if broken:
                self.fail(broken)
            wait = min(max(self.meter.left(), 0.005), LOOK)
            readable, writable, _ = select.select(
                [self.answers, *self.prints], [self.to] if message else [], [], wait
            )
            if writable:
                try:
                    message = message[os.write(self.to, message) :]
                except BrokenPipeError:
                    self._gone(what)
            if any(pipe in readable for pipe in self.prints):
                self._take_output()
            if self.answers in readable:
                data = os.read(self.answers, 65536)
                if not data:
                    self._gone(what)
                received += data
                answer = self._complete(received)
                if answer is not None:
                    self._signal(signal.SIGSTOP)
                    self.meter.answered()
                    self._take_output()
                    return answer

    def _signal(self, number: signal.Signals) -> None:
        """Let the process go on, or stop it: it runs while it is asked, and not in others' time."""
        if self.fenced and self.process.poll() is None:
            self.process.send_signal(number)

    def _complete(self, received: bytearray) -> Answer | None:
        if len(received) < HEAD.size:
            return None
        length = HEAD.unpack_from(received)[0]
        if length > LONGEST_ANSWER or len(received) > HEAD.size + length:
            self.fail(FORGED)
        if len(received) < HEAD.size + length:
            return None
        try:
            answer = answer_of(bytes(received[HEAD.size :]))
        except ValueError:
            self.fail(FORGED)
            raise AssertionError from None
        if answer.fault:
            self.fail(answer.fault)
        return answer

    def _take_output(self) -> None:
        """Take what was printed, count it, keep its beginning."""
        while self.prints:
            try:
                data = os.read(self.prints[0], 65536)
            except BlockingIOError:
                return
            if not data:  # closed by the participant
                self.prints.clear()
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
        if code == -signal.SIGSYS:
            self.fail(f"tried past Python, in {what}, to {FORBIDDEN}")
        if code is not None and code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
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
        self.meter.close()
        self.scratch.remove()


def printable(text: str) -> str:
    """Return a text as one line without anything that a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _import_paths() -> list[str]:
    return [os.path.abspath(path) for path in sys.path]


def _environment(here: str) -> dict[str, str]:
    """Return the environment of a participant: nothing of the organiser's, and the plain build."""
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
