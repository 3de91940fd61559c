"""Fills the disk with files that are deleted, but open.

Must: be out, raised OSError|wrote more than
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        kept = []
        for _ in range(100):
            kept.append(os.open("file", os.O_CREAT | os.O_WRONLY))
            os.unlink("file")
            os.write(kept[-1], bytes(1_000_000))
        return Choice(candidates[0])
