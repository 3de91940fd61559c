"""Takes all memory.

Must: be out, MB of memory
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        kept = []
        while True:
            kept.append(bytearray(1 << 24))
        return Choice(candidates[0])
