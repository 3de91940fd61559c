"""Asks the kernel for `io_uring_setup`, through which much can be reached.

Must: be out, tried past Python
"""

import ctypes

from simkit import Bot

NUMBER = 425


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        room = ctypes.create_string_buffer(256)
        done = ctypes.CDLL(None).syscall(NUMBER, 8, room, 128)
        raise RuntimeError(f"GOT {done}")
