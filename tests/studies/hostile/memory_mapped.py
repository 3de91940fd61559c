"""Maps more memory than it may have.

Must: be out, raised OSError|MB of memory
"""

import mmap

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        mmap.mmap(-1, 8 << 30)
        return Choice(candidates[0])
