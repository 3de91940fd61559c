"""Announces an answer of four gigabytes.

Must: be out, answer of its own making
"""

import contextlib
import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, b"\xff" * 4 + b"C" * 1000)
        return Choice(candidates[0])
