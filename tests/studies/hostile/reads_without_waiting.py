"""Reads a file only if it lies in memory, to learn whether it does.

Must: be out, raised OSError|raised PermissionError
"""

import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        handle = os.open(os.__file__, os.O_RDONLY)
        found = os.preadv(handle, [bytearray(10)], 0, os.RWF_NOWAIT)
        raise RuntimeError(f"GOT {found}")
