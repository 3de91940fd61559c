"""Takes hold of the process that asks it by its frames, and forges what it says.

Must: be out, tried to read
"""

import contextlib
import pathlib
import sys

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        frame = sys._getframe()
        while frame and "self" in frame.f_locals and frame.f_locals["self"] is self:
            frame = frame.f_back
        worker = frame.f_locals["self"]
        worker.attempts = []
        worker.reply = lambda answer: None
        with contextlib.suppress(Exception):
            self.found = (HERE / "secret.txt").read_text()
        return Choice(candidates[0])
