"""Looks for open files that all participants' processes have in common, to leave a position in them.

Must: stay in, empty-handed.
"""

import contextlib
import os
import stat

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for handle in range(64):
            with contextlib.suppress(OSError):
                about = os.fstat(handle)
                own = stat.S_ISFIFO(about.st_mode) or stat.S_ISCHR(about.st_mode)
                assert own, f"GOT file {handle}, {stat.filemode(about.st_mode)}"
        return Choice(candidates[0])
