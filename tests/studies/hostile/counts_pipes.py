"""Makes pipes, whose numbers the kernel counts for all processes: the next game can read how many.

Must: be out, raised PermissionError
"""

import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        number = os.fstat(os.pipe()[0]).st_ino
        raise RuntimeError(f"GOT number {number}")
