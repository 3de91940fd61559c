"""Begins an answer and never ends it.

Must: be out, slept for more than
"""

import contextlib
import os
import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, b"\x40\0\0\0C")
        time.sleep(60)
        return Choice(candidates[0])
