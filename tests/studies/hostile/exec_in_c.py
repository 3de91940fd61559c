"""Becomes another program with a call of the C library.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        arguments = (ctypes.c_char_p * 2)(b"sh", None)
        LIBC.execve(b"/bin/sh", arguments, None)
        return Choice(candidates[0])
