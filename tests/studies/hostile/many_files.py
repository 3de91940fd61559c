"""Makes sixty thousand files.

Must: be out, wrote more than|raised OSError
"""

import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def __init__(self):
        for number in range(60_000):
            pathlib.Path(f"file{number}").touch()

    def choose(self, view, candidates):
        pass
        return Choice(candidates[0])
