"""Makes its own file, which it may read, writable for everybody, through an open handle.

Must: stay in, empty-handed.
"""

import ctypes

from simkit import Bot, Choice

LIBC = ctypes.CDLL(None, use_errno=True)


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open(__file__) as file:
            done = LIBC.fchmod(file.fileno(), 0o777)
        assert done < 0, "GOT changed rights"
        return Choice(candidates[0])
