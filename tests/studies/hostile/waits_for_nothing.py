"""Waits for a pipe that nobody writes to.

Must: be out, slept for more than
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.read(os.pipe()[0], 1)
        return Choice(candidates[0])
