"""Sleeps a little per decision, so that no decision is long.

Must: be out, slept for more than
"""

import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        time.sleep(0.3)
        return Choice(candidates[0])
