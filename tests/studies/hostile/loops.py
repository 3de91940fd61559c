"""Computes for ever.

Must: be out, of processor time for a decision
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        while True:
            pass
        return Choice(candidates[0])
