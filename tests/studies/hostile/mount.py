"""Makes a file system of its own, to be root in it.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.unshare(0x10000000 | 0x20000)
        return Choice(candidates[0])
