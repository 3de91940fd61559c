"""Asks the kernel for `bpf`, through which much can be reached.

Must: be out, tried past Python
"""

import ctypes
import os

from simkit import Bot

NUMBER = 321 if os.uname().machine == "x86_64" else 280


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        room = ctypes.create_string_buffer(256)
        done = ctypes.CDLL(None).syscall(NUMBER, 8, room, 128)
        raise RuntimeError(f"GOT {done}")
