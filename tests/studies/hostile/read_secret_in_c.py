"""Reads a file of the organiser's with calls of the C library.

Must: stay in, empty-handed.
"""

import ctypes
import os
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent
LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        handle = LIBC.open(bytes(HERE / "secret.txt"), os.O_RDONLY)
        assert handle < 0, "GOT " + os.read(handle, 99).decode()
        return Choice(candidates[0])
