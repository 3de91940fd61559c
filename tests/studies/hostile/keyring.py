"""Leaves a note in the kernel's keyring, which outlives it.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes
import platform

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.syscall(248 if platform.machine() == "x86_64" else 217, b"user", b"mark", b"x", 1, -3)
        return Choice(candidates[0])
