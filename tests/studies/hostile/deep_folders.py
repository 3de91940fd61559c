"""Makes folders in folders.

Must: be out, wrote more than|raised OSError|made folders in folders
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for _ in range(5_000):
            os.mkdir("in")
            os.chdir("in")
        return Choice(candidates[0])
