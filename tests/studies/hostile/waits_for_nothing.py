"""Waits for nothing at all.

Must: be out, slept for more than
"""

import select

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        select.select([], [], [])
        return Choice(candidates[0])
