"""Writes attributes to files that all can read, and to its own.

Must: be out, tried to change|raised PermissionError|raised OSError
"""

import os

import simkit
from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for file in (simkit.__file__, "."):
            os.setxattr(file, "user.note", bytes(view.hands[self.seat]))
        raise RuntimeError("GOT a note written")
