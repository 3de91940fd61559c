"""Stops its own process with a call of the C library.

Must: be out, slept for more than
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.raise_(19) if hasattr(LIBC, "raise_") else LIBC["raise"](19)
        return Choice(candidates[0])
