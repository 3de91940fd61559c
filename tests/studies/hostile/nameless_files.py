"""Fills the disk with files that have no name.

Must: be out, raised OSError|raised PermissionError
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        kept = [os.open(".", os.O_TMPFILE | os.O_RDWR) for _ in range(20)]
        for handle in kept:
            os.write(handle, bytes(3_000_000))
        raise RuntimeError("GOT room for nameless files")
        return Choice(candidates[0])
