"""Gives a file of the organiser's a second name in its scratch folder.

Must: stay in, empty-handed.
"""

import ctypes
import pathlib

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent
LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        done = LIBC.link(bytes(HERE / "secret.txt"), b"second")
        assert done < 0, "GOT a second name"
        return Choice(candidates[0])
