"""Raises an error whose text takes for ever.

Must: be out, of processor time for a decision
"""

from simkit import Bot


class Endless(Exception):
    def __str__(self):
        while True:
            pass


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise Endless
