"""Reads the organiser's memory with the call made for that.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes
import os

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        LIBC.process_vm_readv(os.getppid(), None, 0, None, 0, 0)
        return Choice(candidates[0])
