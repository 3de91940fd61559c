"""Replaces Python's and simkit's luck with numbers it knows.

Must: stay in, empty-handed.
"""

import random

import simkit
from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        random.seed(1)
        simkit.Luck.below = lambda *_: 0
        return Choice(candidates[0])
