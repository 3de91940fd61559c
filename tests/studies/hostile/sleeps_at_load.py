"""Sleeps while its file is loaded.

Must: be out, slept for more than
"""

import time

from simkit import Bot, Choice

time.sleep(100)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        pass
        return Choice(candidates[0])
