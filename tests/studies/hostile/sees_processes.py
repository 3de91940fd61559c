"""Looks for other processes by their sessions, groups and priorities.

Must: stay in, empty-handed.
"""

import contextlib
import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for process in (1, os.getppid()):
            for ask in (os.getsid, os.getpgid, lambda who: os.getpriority(os.PRIO_PROCESS, who)):
                with contextlib.suppress(OSError):
                    raise RuntimeError(f"GOT {ask(process)} of {process}")
        return Choice(candidates[0])
