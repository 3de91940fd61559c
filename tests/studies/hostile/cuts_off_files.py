"""Cuts off files by their names: its own in the folder of bots, the results and simkit's.

Must: stay in, empty-handed.
"""

import ctypes
import os
import pathlib

import simkit
from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent
TARGETS = (__file__, simkit.__file__, HERE.parent / "secret.txt", HERE / "honest.py")


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None)
        for target in map(os.fsencode, TARGETS):
            assert library.truncate(target, ctypes.c_long(0)) != 0, f"GOT to empty {target}"
        return Choice(candidates[0])
