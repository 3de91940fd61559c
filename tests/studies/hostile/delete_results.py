"""Deletes the results.

Must: be out, tried to read|raised
"""

import pathlib
import shutil

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        shutil.rmtree(HERE / "out")
        return Choice(candidates[0])
