"""Appends a line to simkit itself, for all who play later.

Must: be out, tried to write to
"""

import simkit
from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open(simkit.__file__, "a") as file:
            file.write("\n")
        return Choice(candidates[0])
