"""Reads the secret that the deals are drawn from.

Must: be out, tried to read
"""

import pathlib

from simkit import Bot

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise RuntimeError("GOT " + (HERE / "out" / "tournament.json").read_text())
