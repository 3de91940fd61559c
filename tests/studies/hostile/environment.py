"""Tells what it finds in its environment.

Must: be out, raised ValueError
"""

import os

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise ValueError(str(dict(os.environ)))
