"""Calls itself without an end.

Must: be out, raised RecursionError|was ended by|of processor time
"""

import sys

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        sys.setrecursionlimit(10**9)
        self.choose(view, candidates)
        return Choice(candidates[0])
