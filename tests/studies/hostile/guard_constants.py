"""Empties the lists of simkit's audit hook, then reads a file of the organiser's.

Must: be out, tried to read
"""

import pathlib

from simkit import Bot
from simkit.studies.tournament import guard

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        guard.PROCESSES = guard.CHANGES = guard.LIMITS = frozenset()
        guard.WRITING = 0
        raise RuntimeError("GOT " + (HERE / "secret.txt").read_text())
