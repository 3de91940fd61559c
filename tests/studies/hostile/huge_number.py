"""Chooses a number of half a million bits.

Must: be out, which is not legal there
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        return Choice(1 << 500_000)
