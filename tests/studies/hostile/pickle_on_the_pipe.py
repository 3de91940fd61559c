"""Answers with a pickle that would run code where it is read.

Must: be out, answer of its own making
"""

import contextlib
import os
import pathlib
import pickle
import struct

from simkit import Bot, Choice

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        class Run:
            def __reduce__(self):
                return os.mkdir, (str(HERE / "mark"),)

        data = pickle.dumps(Run())
        for handle in range(3, 16):
            with contextlib.suppress(OSError):
                os.write(handle, struct.pack("<I", len(data)) + data)
        return Choice(candidates[0])
