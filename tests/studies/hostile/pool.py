"""Thinks in a pool of processes.

Must: be out, tried to|raised
"""

import multiprocessing

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with multiprocessing.Pool(2) as pool:
            pool.map(abs, [1])
        return Choice(candidates[0])
