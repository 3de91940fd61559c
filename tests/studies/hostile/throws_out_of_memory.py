"""Throws files out of the memory of the machine, so that the next to read them has to wait.

Must: be out, raised PermissionError
"""

import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        handle = os.open(os.__file__, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        raise RuntimeError("GOT it out")
