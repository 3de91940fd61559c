"""Writes without an end to what it was given as standard output.

Must: be out, printed more than
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        while True:
            os.write(1, b"x" * 1000)
        return Choice(candidates[0])
