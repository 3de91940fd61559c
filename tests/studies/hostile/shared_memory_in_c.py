"""Shares memory under a number with a call of the C library.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.shmget(0x51AC17, 4096, 0o1666)
        return Choice(candidates[0])
