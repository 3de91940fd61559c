"""Ends its process.

Must: be out, its process ended
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os._exit(3)
        return Choice(candidates[0])
