"""Starts a process with vfork and with clone3, past Python.

Must: be out, tried past Python
"""

import ctypes
import os

from simkit import Bot

CLONE3, VFORK, EXIT = 435, {"x86_64": 58}.get(os.uname().machine, 220), 93


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None)
        asked = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
        if library.syscall(CLONE3, asked, 88) == 0:
            os._exit(0)
        library.syscall(VFORK, 17, 0, 0, 0, 0)
        raise RuntimeError("GOT a process")
