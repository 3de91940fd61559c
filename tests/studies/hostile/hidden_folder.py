"""Fills a folder that nobody can look into.

Must: be out, wrote more than|raised OSError|hid something
"""

import os
import pathlib
import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.mkdir("dark", 0o300)
        for number in range(60):
            (pathlib.Path("dark") / str(number)).write_bytes(bytes(1_000_000))
        time.sleep(0.3)
        return Choice(candidates[0])
