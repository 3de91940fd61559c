"""Raises an error that raises another when it is to be said.

Must: be out, raised Nasty
"""

from simkit import Bot


class Nasty(BaseException):
    def __str__(self):
        raise KeyboardInterrupt


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise Nasty
