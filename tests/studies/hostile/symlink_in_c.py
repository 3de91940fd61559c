"""Links to a file of the organiser's with a call of the C library, and reads the link.

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
        LIBC.symlink(bytes(HERE / "secret.txt"), b"link")
        handle = LIBC.open(b"link", os.O_RDONLY)
        assert handle < 0, "GOT " + os.read(handle, 99).decode()
        return Choice(candidates[0])
