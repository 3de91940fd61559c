"""The organiser's side of a participant's process."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import signal
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import NoReturn

from simkit.core.bot import Bot, Choice
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.studies.tournament import rlimits
from simkit.studies.tournament.booths import Booth
from simkit.studies.tournament.entrants import Entrant
from simkit.studies.tournament.fence import NAMESPACES, Places
from simkit.studies.tournament.limits import Limits
from simkit.studies.tournament.meter import Account, Meter, killed_for_memory
from simkit.studies.tournament.scratch import Scratch
from simkit.studies.tournament.template import Template
from simkit.studies.tournament.wire import (
    HEAD,
    LONGEST_ANSWER,
    RUNNING,
    Answer,
    Packer,
    answer_of,
    frame,
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
LAST = 200  # decisions at the end of a game that tell who keeps it from ending:
ALONE = 0.9  # who took so many of them
START = 20.0  # seconds of processor time for a process to shut itself in
ENDS = 500  # looks, of 10 ms, at a process that has closed its pipes: has it ended?
MOVING, STOPS = ("R", "S"), 1000  # before a signal has arrived, and how many ms to wait for that
STOPPED, RUNS = signal.SIGSTOP, signal.SIGCONT
NO_MEMORY = "was ended because the machine's memory ran out, not its own limit"


class Unsettled(SimkitError):
    """What ends a game without being certainly somebody's fault: it is played again.

    Attributes
    ----------
    who, reason
        The participant that it happened to, and what happened.
    blamed
        Whether it counts as the participant's fault if it happens again.
    """

    def __init__(self, who: str, reason: str, *, blamed: bool) -> None:
        self.who = who
        self.reason = reason
        self.blamed = blamed
        super().__init__(f"{who}: {reason}")


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
    """A participant's process at one seat of one game, asked over pipes and ended when it breaks a limit.

    Parameters
    ----------
    entrant
        The participant.
    limits
        What it may use.
    booth
        What it may reach.
    template
        The process that its own is forked from.
    packer
        Packs questions about the rules that are played.
    account
        What the participant has used before.
    """

    def __init__(
        self,
        entrant: Entrant,
        limits: Limits,
        booth: Booth,
        template: Template,
        packer: Packer,
        account: Account,
    ) -> None:
        self.entrant = entrant
        self.limits = limits
        self.template = template
        self.packer = packer
        self.scratch = Scratch(booth.scratch, limits)
        self.looks_at_scratch = NAMESPACES not in booth.layers
        self.printed = 0
        self.output = b""
        self.killed_before = killed_for_memory()
        self._fork()
        self.meter = Meter(self.process, limits, account)
        here = str(self.scratch.folder)
        places = Places(
            (*booth.readable, str(entrant.path)), here, limits.files, limits.entries, booth.outside
        )
        order = {
            "path": str(entrant.path),
            "source": entrant.source.decode("latin-1"),
            "places": asdict(places),
        }
        try:
            self._start(frame(json.dumps(order).encode()))
            answer = self._exchange(self.packer.pack(("load",)), limits.load, "loading the file")
        except BaseException:
            self.close()
            raise
        self.claims = answer.claims
        self.meter.begin_game()
        rlimits.allow_seconds(self.process, self.meter.game_began + limits.game)

    def _fork(self) -> None:
        """Have the process made, with three pipes of its own."""
        theirs, ours = zip(os.pipe(), os.pipe()[::-1], os.pipe()[::-1], strict=True)
        self.to, self.answers, prints = ours
        self.prints = [prints]
        for handle in ours:
            os.set_blocking(handle, False)
        self.alive = True
        self.looked_at_scratch = 0.0
        try:
            self.process = self.template.fork(theirs)
        except SimkitError:
            for handle in ours:
                os.close(handle)
            raise
        finally:
            for handle in theirs:
                os.close(handle)

    def _start(self, order: bytes) -> None:
        """Have the process shut itself in; what goes wrong then is no participant's fault."""
        rlimits.allow_seconds(self.process, START + self.limits.load)
        try:
            self._exchange(order, START, "starting")
        except Fault as fault:
            raise SimkitError(f"cannot fence {self.entrant.name} in: {fault.reason}") from None

    # Asking ------------------------------------------------------------------------------------

    def start(self, seat: int, seed: int) -> None:
        """Make the participant's bot at a seat ready for a game."""
        self._exchange(self.packer.pack(("start", seat, seed)), self.limits.load, "starting a game")

    def ask(self, seat: int, view: State, candidates: list[int]) -> Choice:
        """Ask for a choice; it need not be legal."""
        question = self.packer.pack(("ask", seat, view, candidates))
        choice = self._exchange(question, self.limits.decision, "a decision").choice
        if choice is None:
            self.fail(FORGED)
        return choice

    def fail(self, reason: str) -> NoReturn:
        """Put the participant out."""
        self.close()
        raise Fault(self.entrant.name, printable(reason)[:LONGEST_REASON])

    def _exchange(self, message: bytes, seconds: float, what: str) -> Answer:
        """Send a question and wait for the answer, as long as the limits allow."""
        self.meter.ask(what, seconds)
        self._signal(RUNS)
        received = bytearray()
        lines = select.poll()  # not `select`, which knows no handle above 1023
        for line in (self.answers, *self.prints):
            lines.register(line, select.POLLIN)
        if message:
            lines.register(self.to, select.POLLOUT)
        while True:
            wait = min(max(self.meter.left(), 0.005), LOOK)
            ready = {line for line, _ in lines.poll(1000 * wait)}
            if self.to in ready:
                message = self._send(message, what)
                if not message:
                    lines.unregister(self.to)
            if ready.intersection(self.prints):
                self._take_output(lines)
            if self.answers in ready:
                received += self._receive(what)
                answer = self._complete(received)
                if answer is not None:
                    self._signal(STOPPED)
                    self.meter.answered()
                    self._take_output()
                    self._judge(always=True)
                    return answer
            self.meter.look()
            self._judge()

    def _send(self, message: bytes, what: str) -> bytes:
        try:
            return message[os.write(self.to, message) :]
        except BrokenPipeError:
            self._gone(what)

    def _receive(self, what: str) -> bytes:
        data = os.read(self.answers, 65536)
        if not data:
            self._gone(what)
        return data

    def _judge(self, *, always: bool = False) -> None:
        """End the game if the process has broken a limit, or takes too long whoever is to blame."""
        broken = self.meter.exceeded()
        now = time.monotonic()
        if self.looks_at_scratch and (always or now - self.looked_at_scratch > LOOK):
            self.looked_at_scratch = now
            broken = broken or self._scratch_exceeded()
        if broken:
            self.fail(broken)
        late = self.meter.late()
        if late:
            self.close()
            raise Unsettled(self.entrant.name, late, blamed=True)

    def _scratch_exceeded(self) -> str:
        """Look at the folder while the process stands still, so that it can move nothing meanwhile."""
        if self.meter.state.read()[0] == "T":  # it has stopped itself, or has answered
            return self.scratch.exceeded()
        self._signal(STOPPED)
        for _ in range(STOPS):
            if self.meter.state.read()[0] not in MOVING:
                break
            select.poll().poll(1)
        try:
            return self.scratch.exceeded()
        finally:
            if self.meter.took:  # it is still being asked
                self._signal(RUNS)

    def _signal(self, number: signal.Signals) -> None:
        """Let the process go on, or stop it: it runs while it is asked, and not in others' time."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(self.process, number)

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
        if answer.fault:
            self.fail(answer.fault)
        return answer

    def _take_output(self, lines: select.poll | None = None) -> None:
        """Take what was printed, count it, keep its beginning."""
        while self.prints:
            try:
                data = os.read(self.prints[0], 65536)
            except BlockingIOError:
                return
            if not data:  # closed by the participant
                if lines is not None:
                    lines.unregister(self.prints[0])
                os.close(self.prints.pop())
                return
            self.printed += len(data)
            self.output += data[: KEPT_OUTPUT - len(self.output)]
            if self.printed > self.limits.output * 1000:
                self.fail(f"printed more than {self.limits.output} kB in one game")

    def _gone(self, what: str) -> NoReturn:
        """Say why the process ended by itself."""
        self._take_output()
        code = self._exit_code()
        if code == -signal.SIGSYS:
            self.fail(f"tried past Python, in {what}, to {FORBIDDEN}")
        if code == -signal.SIGKILL and killed_for_memory() > self.killed_before:
            self.close()
            raise Unsettled(self.entrant.name, NO_MEMORY, blamed=False)
        if code is not None and code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            self.fail(f"its process was ended by {name} during {what}")
        last = self.output.decode(errors="replace").strip().rpartition("\n")[2]
        said = f": {last[:200]}" if last else ""
        self.fail(f"its process ended during {what} (exit code {code}){said}")

    def _exit_code(self) -> int | None:
        """Return the exit code of the process; None if it goes on without its pipes."""
        nothing = select.poll()
        for _ in range(ENDS):
            status = self.template.ended(self.process)
            if status != RUNNING:
                return os.waitstatus_to_exitcode(status)
            nothing.poll(10)
        return None

    def close(self) -> None:
        """End the process and all it may have started."""
        if not self.alive:
            return
        self.alive = False
        self._signal(signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(
                self.process, signal.SIGKILL
            )  # where there is no fence, it may have started others
        for pipe in (self.to, self.answers, *self.prints):
            os.close(pipe)
        self.meter.close()
        self.scratch.remove()
        self.template.reap(self.process)


def staller(names: Sequence[str]) -> str:
    """Return who keeps a game from ending, of the names of those who decided; "" if that cannot be said.

    It is who took nine of the last ten decisions: its own turn does not end. Where both went on, or one
    made the other answer again and again, a count cannot tell who is to blame.
    """
    last = list(names[-LAST:])
    who = max(last, key=last.count, default="")
    return who if last.count(who) >= ALONE * len(last) else ""


def printable(text: str) -> str:
    """Return a text as one line without anything that a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


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
