"""Starts a shell.

Must: be out, tried to start or signal processes
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.system("echo > mark")
        return Choice(candidates[0])
