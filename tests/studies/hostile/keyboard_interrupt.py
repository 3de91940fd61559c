"""Raises what Ctrl-C raises.

Must: be out, raised KeyboardInterrupt
"""

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise KeyboardInterrupt
