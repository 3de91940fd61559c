"""Stops its own process with a signal.

Must: be out, tried to start or signal|slept for more than
"""

import os
import signal

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.kill(os.getpid(), signal.SIGSTOP)
        return Choice(candidates[0])
