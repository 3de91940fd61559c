"""Renames the folder of bots.

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
        bots = pathlib.Path(__file__).parent
        done = LIBC.rename(bytes(bots), bytes(HERE / "mark"))
        assert done < 0, "GOT it renamed"
        return Choice(candidates[0])
