"""Answers at once, past the process that asks it, and goes on computing in others' time.

Must: be out, answer of its own making|by the clock|of processor time
"""

import contextlib
import os
import signal

from simkit import Bot, Choice
from simkit.studies.tournament import wire


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        data = wire.answer_bytes(wire.Answer(choice=Choice(candidates[0])))
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, data)
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass
        return Choice(candidates[0])
