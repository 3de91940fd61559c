"""Moves what it has written from folder to folder while it is looked at.

Must: be out, wrote more than|raised OSError|of processor time
"""

import os

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        os.makedirs("a/in", exist_ok=True)
        os.makedirs("b", exist_ok=True)
        for number in range(3):
            with open(f"a/in/{number}", "wb") as file:
                file.write(bytes(1_900_000))
        for _ in range(200_000):
            os.rename("a/in", "b/in")
            os.rename("b/in", "a/in")
        return Choice(candidates[0])
