"""Opens files in a way that empties them although they are opened to read.

Must: stay in, empty-handed.
"""

import ctypes
import os

import simkit
from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None)
        for flags in (os.O_TRUNC, os.O_TRUNC | 3):
            for target in map(os.fsencode, (__file__, simkit.__file__)):
                assert library.open(target, flags) < 0, f"GOT to empty {target}"
        return Choice(candidates[0])
