"""Closes every pipe that it can find, and goes on.

Must: be out, its process ended|raised
"""

import os
import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.closerange(0, 64)
        time.sleep(0.2)
        return Choice(candidates[0])
