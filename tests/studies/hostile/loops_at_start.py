"""Computes for ever before the first decision.

Must: be out, of processor time for loading the file
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def __init__(self):
        while True:
            pass

    def choose(self, view, candidates):
        pass
        return Choice(candidates[0])
