"""Locks bytes of files that all can read: who locks which says something to others.

Must: be out, raised PermissionError
"""

import fcntl
import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open(os.__file__, "rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH, 1, view.hands[self.seat][0])
        raise RuntimeError("GOT a lock")
