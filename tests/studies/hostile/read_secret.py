"""Reads a file of the organiser's, hiding the attempt.

Must: be out, tried to read
"""

import contextlib
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with contextlib.suppress(Exception):
            self.found = (HERE / "secret.txt").read_text()
        return Choice(candidates[0])
