"""Has the kernel signal the organiser whenever its pipe moves.

Must: stay in, empty-handed.
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for handle in range(64):
            assert LIBC.fcntl(handle, 8, os.getppid()) < 0, "GOT an owner"
        return Choice(candidates[0])
