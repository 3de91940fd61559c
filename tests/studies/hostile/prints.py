"""Prints without an end.

Must: be out, printed more than
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        while True:
            print("x" * 1000)
        return Choice(candidates[0])
