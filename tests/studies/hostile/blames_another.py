"""Sends a fault that names somebody else.

Must: be out, honest
"""

import contextlib
import os
import struct
import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        said = b"Fhonest is out: it cheated"
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, struct.pack("<I", len(said)) + said)
        time.sleep(60)
        return Choice(candidates[0])
