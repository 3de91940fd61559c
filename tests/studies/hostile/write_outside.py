"""Writes a file beside the folder of bots.

Must: be out, tried to write to
"""

import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        (HERE / "mark").write_text("was here")
        return Choice(candidates[0])
