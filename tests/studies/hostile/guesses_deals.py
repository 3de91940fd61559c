"""Deals from many seeds to find the one that gives its own cards.

Must: stay in, empty-handed.
"""

import simkit
from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for seed in range(200):
            dealt = self.rules.deal(simkit.Luck(seed))
            own = dealt.hands[self.seat] == view.hands[self.seat]
            assert not (own and view.round == 0 and len(set(view.hands[self.seat])) > 3), (
                "GOT the seed"
            )
        return Choice(candidates[0])
