"""What a tableau amounts to, and how long the game lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy import components as c

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.tables import Tables


class Outlook:
    """What a tableau amounts to.

    Attributes
    ----------
    cards
        The cards whose powers work.
    made
        Goods that a Produce phase makes, per kind (windfalls count as far as powers fill them).
    wanted
        Goods that a Consume phase can use, per kind; the fifth is for any kind.
    all_made, all_wanted, kinds_made
        Sums of the two, and the number of kinds made.
    chips
        Chips that the consume powers would give with goods enough.
    uses
        Consume powers in the order in which the estimate uses them.
    consume_draws
        Cards drawn in Consume without consuming anything.
    producers
        Production worlds per kind.
    windfall_worlds
        Windfall worlds; `windfalls` counts them per kind, the fifth is all of them.
    fillers
        Kinds of goods of the powers that fill windfall worlds, in the order of the tableau.
    draws
        Produce powers that draw cards.
    """

    __slots__ = (
        "all_made", "all_wanted", "cards", "chips", "consume_draws", "draws", "fillers",
        "kinds_made", "made", "producers", "sixes", "uses", "wanted", "windfall_worlds", "windfalls",
    )  # fmt: skip

    def __init__(self, t: Tables, p: Player, cards: list[int]) -> None:
        self.cards = cards
        made = [0, 0, 0, 0]
        self.windfalls = [0, 0, 0, 0, 0]
        self.windfall_worlds: list[int] = []
        self.sixes: list[int] = []
        for card in cards:
            kind = t.kind[card]
            if kind >= 0:
                if t.production[card] == c.PRODUCTION:
                    made[kind] += 1
                else:
                    self.windfall_worlds.append(card)
                    self.windfalls[kind] += 1
                    self.windfalls[c.ANY_KIND] += 1
            elif t.six[card]:
                self.sixes.append(t.design[card])
        self.made = made
        self.producers = made[:]
        self.wanted = [0, 0, 0, 0, 0]
        self.consume_draws = 0
        self.chips = 0
        self.uses: list[int] = []
        if p.consuming:
            self._add_consuming(t, p)
        self.fillers: list[int] = []
        self.draws: list[int] = []
        for code in p.producing:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.PRODUCE_WINDFALL:
                kind = power.kind
                self.fillers.append(kind)
                if self.windfalls[kind]:
                    if kind == c.ANY_KIND:
                        kind = max(range(4), key=self.windfalls.__getitem__)
                    made[kind] += 1
            elif power.op != c.PRODUCE_HERE:
                self.draws.append(code)
        self.all_made = sum(made)
        self.all_wanted = sum(self.wanted)
        self.kinds_made = 4 - made.count(0)

    def _add_consuming(self, t: Tables, p: Player) -> None:
        """Sum up the consume powers."""
        wanted = self.wanted
        ranked: list[tuple[int, int]] = []
        for code in p.consuming:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.CONSUME:
                wanted[power.kind] += power.goods * power.times
                self.chips += power.vp * power.times
                ranked.append((1 if power.kind == c.ANY_KIND else 0, code))
            elif power.op == c.CONSUME_DIFFERENT:
                wanted[c.ANY_KIND] += power.goods
                self.chips += power.vp
                ranked.append((1, code))
            elif power.op == c.EXTRA_TRADE:
                wanted[c.ANY_KIND] += 1
                ranked.append((2, code))
            elif power.op == c.CONSUME_ALL:
                wanted[c.ANY_KIND] += 2
                self.chips += 2
                ranked.append((3, code))
            elif power.op == c.CONSUME_DRAW:
                self.consume_draws += power.n
        self.uses = [code for _, code in sorted(ranked)]

    def finds_consumer(self, kind: int) -> bool:
        """Tell whether one more good of a kind would find a consumer."""
        if self.all_wanted <= self.all_made:
            return False
        return self.wanted[kind] + self.wanted[c.ANY_KIND] > 0

    def finds_goods(self, kind: int) -> bool:
        """Tell whether one more consume power for a kind would find goods."""
        if kind == c.ANY_KIND:
            return self.all_made > self.all_wanted
        return self.made[kind] > self.wanted[kind]


PACE: Final[tuple[float, ...]] = (0.0, 0.0, 0.95, 1.1, 1.0)
"""Rounds per step towards the end (`steps_left`), by number of players."""

PACE_AT_FIRST: Final[tuple[float, ...]] = (0.0, 0.0, 1.15, 1.1, 1.0)
"""The same for the frozen profile, whose games of two are longer, and for the advanced game."""


LASTING: Final[tuple[float, ...]] = (0.0, 0.4, 0.8, 0.95, 1.0)
"""How likely another round follows, by steps left."""


def steps_left(g: RaceState, unpaid: bool = False) -> int:
    """Return the steps towards the end: cards the fullest tableau lacks, or chips left per player.

    While cards are paid for (`unpaid`) those of this phase do not count yet: what a card is worth in
    hand stays as it was when the card to place was chosen.
    """
    cards = g.t.tableau_end - (g.fullest_paid if unpaid else g.fullest)
    chips = -(-g.pool // g.seats)
    left = cards if cards < chips else chips
    return left if left > 1 else 1
