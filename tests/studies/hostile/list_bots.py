"""Lists the folder of bots.

Must: stay in, empty-handed.
"""

import contextlib
import os
import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        names = []
        with contextlib.suppress(Exception):
            names = os.listdir(pathlib.Path(__file__).parent)
        assert "honest.py" not in names, f"GOT {names}"
        return Choice(candidates[0])
