"""Ends the organiser with a call of the C library.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.kill(os.getppid(), 15)
        return Choice(candidates[0])
