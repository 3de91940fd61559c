"""Reads the organiser's environment from /proc, hiding the attempt.

Must: be out, tried to read
"""

import contextlib
import os
import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with contextlib.suppress(Exception):
            self.found = pathlib.Path(f"/proc/{os.getppid()}/environ").read_text()
        return Choice(candidates[0])
