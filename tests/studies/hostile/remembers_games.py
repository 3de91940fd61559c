"""Keeps in its module what it saw, for the next game of the same deal with the seats exchanged.

Must: stay in, empty-handed.
"""

from simkit import Bot, Choice

SEEN: list[list[int]] = []


class Hostile(Bot):
    name = "hostile"

    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)
        assert not SEEN, f"GOT {SEEN} of the game before"

    def choose(self, view, candidates):
        SEEN.append(list(view.hands[self.seat]))
        return Choice(candidates[0])
