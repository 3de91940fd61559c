"""Has the kernel tell it when others open files that all can read.

Must: stay in, empty-handed.
"""

import ctypes
import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None)
        assert library.inotify_init1(0) < 0, "GOT a watch"
        assert library.fanotify_init(0, os.O_RDONLY) < 0, "GOT a watch"
        return Choice(candidates[0])
