"""Sleeps for a quarter of a minute per decision.

Must: be out, slept for more than
"""

import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        time.sleep(15)
        return Choice(candidates[0])
