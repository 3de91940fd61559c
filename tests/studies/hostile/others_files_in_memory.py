"""Searches its memory for the files of the others, which the process before it might have held.

Must: stay in, empty-handed.
"""

import gc

from simkit import Bot, Choice

MARK = "def " + "choose(self, view, candidates):"


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for thing in gc.get_objects():
            if isinstance(thing, dict):
                for text in list(thing.values()):
                    if isinstance(text, str) and MARK in text and "class Sound" in text:
                        assert "Must: stay" in text, "GOT another's file"
        return Choice(candidates[0])
