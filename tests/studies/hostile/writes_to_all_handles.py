"""Writes pages of anything to all open files, and closes them.

Must: be out, answer of its own making|its process ended|raised OSError
"""

import contextlib
import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for handle in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(handle, os.urandom(5000))
            with contextlib.suppress(OSError):
                os.close(handle)
        return Choice(candidates[0])
