"""Writes a program into a file in memory, to run it.

Must: be out, raised PermissionError|raised OSError
"""

import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        handle = os.memfd_create("program")
        raise RuntimeError(f"GOT handle {handle}")
