"""Locks the results, so that nobody can write them.

Must: be out, tried to read
"""

import fcntl
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open(HERE / "out" / "journal.jsonl") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
        return Choice(candidates[0])
