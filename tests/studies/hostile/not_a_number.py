"""Gives values that are no numbers, or too large for one.

Must: be out, raised OverflowError
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        return Choice(candidates[0], 10**400, float("inf"))
