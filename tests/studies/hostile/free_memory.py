"""Asks how much memory is free, to see how much another one holds.

Must: stay in, empty-handed.
"""

import ctypes

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        found = ctypes.create_string_buffer(256)
        assert ctypes.CDLL(None).sysinfo(found) != 0, f"GOT {found.raw[:8].hex()}"
        return Choice(candidates[0])
