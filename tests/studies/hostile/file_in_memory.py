"""Makes files that are in no folder.

Must: stay in, empty-handed.
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        made = LIBC.memfd_create(b"mark", 0)
        assert made < 0, "GOT a file"
        return Choice(candidates[0])
