"""Changes the time of a file of simkit's, which it may read.

Must: stay in, empty-handed.
"""

import ctypes
import os

import simkit
from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        done = LIBC.utimes(os.fsencode(simkit.__file__), None)
        assert done < 0, "GOT a changed time"
        return Choice(candidates[0])
