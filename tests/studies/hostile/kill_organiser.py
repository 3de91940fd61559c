"""Ends the organiser, hiding the attempt.

Must: be out, tried to start or signal processes
"""

import contextlib
import os
import signal

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with contextlib.suppress(Exception):
            os.kill(os.getppid(), signal.SIGTERM)
        return Choice(candidates[0])
