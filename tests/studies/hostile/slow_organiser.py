"""Moves the organiser to the end of the queue for processors.

Must: stay in, empty-handed.
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        assert LIBC.setpriority(0, os.getppid(), 19) < 0, "GOT it slowed down"
        return Choice(candidates[0])
