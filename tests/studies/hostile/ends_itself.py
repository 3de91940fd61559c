"""Ends its process with a signal that nobody can catch, as the kernel does when memory runs out.

Must: be out, tried to start or signal|was ended by SIGKILL
"""

import ctypes
import os
import signal

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        ctypes.CDLL(None).kill(os.getpid(), signal.SIGKILL)
