"""Makes a file that says it is huge.

Must: be out, wrote more than|raised OSError
"""

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with open("huge", "wb") as file:
            file.truncate(1 << 40)
        return Choice(candidates[0])
