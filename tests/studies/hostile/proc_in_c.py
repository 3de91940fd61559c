"""Opens the organiser's memory, environment and folder in /proc with calls of the C library.

Must: stay in, empty-handed.
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for name in ("mem", "environ", "cwd", "root", "fd/0"):
            path = f"/proc/{os.getppid()}/{name}".encode()
            assert LIBC.open(path, os.O_RDONLY) < 0, f"GOT {name}"
        return Choice(candidates[0])
