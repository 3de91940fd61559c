"""Attaches to the organiser as a debugger does.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.ptrace(16, os.getppid(), None, None)
        return Choice(candidates[0])
