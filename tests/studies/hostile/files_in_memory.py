"""Asks which pages of a file lie in memory: who reads a file leaves it there.

Must: stay in, empty-handed.
"""

import ctypes
import mmap
import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        library = ctypes.CDLL(None, use_errno=True)
        with open(os.__file__, "rb") as file:
            held = mmap.mmap(
                file.fileno(), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE
            )
        pages = ctypes.create_string_buffer(1)
        start = ctypes.addressof(ctypes.c_char.from_buffer(held))
        asked = library.mincore(ctypes.c_void_p(start), ctypes.c_size_t(4096), pages)
        assert asked != 0, f"GOT {pages.raw}"
        return Choice(candidates[0])
