"""Creates a file beside the folder of bots, past Python, with a call of the C library.

Must: stay in, empty-handed.
"""

import ctypes
import os
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent
LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        handle = LIBC.open(bytes(HERE / "mark"), os.O_CREAT | os.O_WRONLY, 0o600)
        assert handle < 0, "GOT a file"
        return Choice(candidates[0])
