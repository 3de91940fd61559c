"""Reads the file of another participant.

Must: be out, tried to read
"""

import pathlib

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise RuntimeError("GOT " + pathlib.Path(__file__).with_name("honest.py").read_text()[:50])
