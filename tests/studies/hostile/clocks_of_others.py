"""Reads the processor time of other processes, which tells how long they thought.

Must: stay in, empty-handed.
"""

import contextlib
import os
import time

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for process in range(os.getpid() - 20, os.getpid()):
            with contextlib.suppress(OSError):
                raise RuntimeError(f"GOT {time.clock_gettime((~process << 3) | 2)}")
        return Choice(candidates[0])
