"""Leaves a note in the attributes of its own file.

Must: stay in, empty-handed.
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        done = LIBC.setxattr(os.fsencode(__file__), b"user.mark", b"x", 1, 0)
        assert done < 0, "GOT a note"
        return Choice(candidates[0])
