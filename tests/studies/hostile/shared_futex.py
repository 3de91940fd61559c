"""Waits for others, and wakes them, at an address in a file that all can read.

Must: stay in, empty-handed.
"""

import ctypes
import mmap
import os

from simkit import Bot, Choice

FUTEX, WAKE = {"x86_64": 202}.get(os.uname().machine, 98), 1


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None)
        library.mmap.restype = ctypes.c_void_p
        with open(os.__file__, "rb") as file:
            size = ctypes.c_size_t(4096)
            where = library.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
        woken = library.syscall(FUTEX, ctypes.c_void_p(where), WAKE, 100, None, None, 0)
        assert woken < 0, f"GOT {woken} woken"
        return Choice(candidates[0])
