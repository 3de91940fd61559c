"""Takes room on the disk that no size of a file shows.

Must: be out, raised OSError|raised PermissionError|wrote more than
"""

import ctypes

from simkit import Bot

KEEP_SIZE = 1


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None, use_errno=True)
        with open("small", "wb") as file:
            size = ctypes.c_long(1 << 28)
            if library.fallocate(file.fileno(), KEEP_SIZE, ctypes.c_long(0), size):
                raise OSError(ctypes.get_errno(), "no room")
        raise RuntimeError("GOT 256 MB")
