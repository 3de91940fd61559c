"""Starts a process, hiding the attempt.

Must: be out, tried to start or signal processes
"""

import contextlib
import subprocess

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with contextlib.suppress(Exception):
            subprocess.run(["/bin/sh", "-c", "echo > mark"])
        return Choice(candidates[0])
