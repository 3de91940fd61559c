"""Chooses a number that says another thing each time it is asked.

Must: be out, chose an action of type Shifty
"""

from simkit import Bot, Choice


class Shifty(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        return Choice(Shifty(candidates[0]))
