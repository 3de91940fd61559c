"""Opens a message queue, which outlives its process.

Must: be out, tried past Python
"""

import ctypes
import os

from simkit import Bot

MQ_OPEN = {"x86_64": 240}.get(os.uname().machine, 180)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        flags = os.O_CREAT | os.O_RDWR
        handle = ctypes.CDLL(None).syscall(MQ_OPEN, b"simkit", flags, 0o600, None)
        raise RuntimeError(f"GOT queue {handle}")
