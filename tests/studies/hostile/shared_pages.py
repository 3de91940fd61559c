"""Writes into memory that it has from the process it was forked from, for the next one to read.

Must: stay in, empty-handed.
"""

import gc

from simkit import Bot, Choice
from simkit.studies.tournament import forks


class Hostile(Bot):
    name = "hostile"

    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)
        assert not hasattr(forks, "notes"), f"GOT {forks.notes}"
        for thing in gc.get_objects():
            if isinstance(thing, forks.Forker):
                assert not hasattr(thing, "notes"), f"GOT {thing.notes}"
                thing.notes = forks.notes = "seen"

    def choose(self, view, candidates):
        return Choice(candidates[0])
