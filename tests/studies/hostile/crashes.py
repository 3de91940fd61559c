"""Reads where there is no memory.

Must: be out, was ended by SIGSEGV
"""

import ctypes

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        ctypes.string_at(0)
        return Choice(candidates[0])
