"""Leaves code behind for the end of its process.

Must: stay in, empty-handed.
"""

import atexit
import ctypes
import os
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent
LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        atexit.register(lambda: LIBC.open(bytes(HERE / "mark"), os.O_CREAT | os.O_WRONLY, 0o600))
        return Choice(candidates[0])
