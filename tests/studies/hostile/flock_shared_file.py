"""Locks whole files that all can read.

Must: be out, raised PermissionError
"""

import fcntl
import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open(os.__file__, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        raise RuntimeError("GOT a lock")
