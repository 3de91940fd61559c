"""Has the C library abort.

Must: be out, was ended by|its process ended
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.abort()
        return Choice(candidates[0])
