"""Raises a group of what no program catches.

Must: be out, raised BaseExceptionGroup
"""

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise BaseExceptionGroup("all", [SystemExit(0), KeyboardInterrupt(), GeneratorExit()])
