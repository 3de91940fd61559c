"""Replaces what says whether an action is legal, and chooses one that is not.

Must: be out, not legal there
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        type(view).is_legal = lambda self, action: True
        type(self.rules).decode = lambda self, action: ("", {})
        return Choice(candidates[0] + (50 << 6))
