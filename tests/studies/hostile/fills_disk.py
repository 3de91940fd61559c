"""Writes a hundred files of some megabytes before its first decision.

Must: be out, wrote more than|raised OSError
"""

import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def __init__(self):
        for number in range(100):
            pathlib.Path(f"big{number}").write_bytes(bytes(3_000_000))

    def choose(self, view, candidates):
        pass
        return Choice(candidates[0])
