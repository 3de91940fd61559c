"""Makes sockets with calls of the C library.

Must: stay in, empty-handed.
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for family, kind in ((2, 1), (2, 2), (1, 1), (16, 3), (10, 1)):
            assert LIBC.socket(family, kind, 0) < 0, f"GOT a socket {family}"
        return Choice(candidates[0])
