"""Reads the file of another participant with calls of the C library.

Must: stay in, empty-handed.
"""

import ctypes
import os
import pathlib

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        path = pathlib.Path(__file__).with_name("honest.py")
        handle = LIBC.open(bytes(path), os.O_RDONLY)
        assert handle < 0, "GOT " + os.read(handle, 99).decode()
        return Choice(candidates[0])
