"""Goes round by the links in /proc that lead to the root and to open files.

Must: stay in, empty-handed.
"""

import ctypes
import os
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent
LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        secret = bytes(HERE / "secret.txt")
        for way in (b"/proc/self/root", b"/proc/1/root", b"/proc/thread-self/root"):
            assert LIBC.open(way + secret, os.O_RDONLY) < 0, "GOT the secret"
        return Choice(candidates[0])
