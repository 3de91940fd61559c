"""Forks with a call of the C library: the child would live on.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes
import time

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        if LIBC.fork() == 0:
            time.sleep(60)
        return Choice(candidates[0])
