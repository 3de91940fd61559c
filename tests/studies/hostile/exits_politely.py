"""Raises SystemExit.

Must: be out, raised SystemExit
"""

import sys

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        sys.exit(0)
        return Choice(candidates[0])
