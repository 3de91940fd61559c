"""Sends a hundred answers before it is asked.

Must: be out, answer of its own making
"""

import contextlib
import os

from simkit import Bot, Choice
from simkit.studies.tournament import wire


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        data = wire.answer_bytes(wire.Answer(choice=Choice(candidates[0])))
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, data * 100)
        return Choice(candidates[0])
