"""What a tableau amounts to, and how long the game lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy.rules import terms
from simkit.games.race_for_the_galaxy.rules.consume import gains

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Tables


ALL_GOODS: Final = 3
"""Goods that a power to consume all that are left is expected to find."""


class Outlook:
    """What a tableau amounts to; never changed, so that later outlooks share its parts.

    Parameters
    ----------
    p, cards
        The seat, and its cards that count.
    before
        An outlook of the same seat or another: what it says of the same consume powers is taken over.

    Attributes
    ----------
    made
        Goods that a Produce phase makes, per kind (windfalls count as far as powers fill them).
    wanted
        Goods that a Consume phase can use, per kind; the fifth is for any kind.
    all_made, all_wanted, kinds_made
        Sums of the two, and the number of kinds made.
    consuming
        The consume powers, as the seat has them.
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
        "all_made", "all_wanted", "chips", "consume_draws", "consuming", "draws", "fillers",
        "kinds_made", "made", "producers", "sixes", "uses", "wanted", "windfall_worlds", "windfalls",
    )  # fmt: skip

    wanted: list[int]
    all_wanted: int
    consume_draws: int
    chips: int
    uses: list[int]

    def __init__(
        self, t: Tables, p: Player, cards: list[int], before: Outlook | None = None
    ) -> None:
        made = [0, 0, 0, 0]
        windfalls = [0, 0, 0, 0, 0]
        windfall_worlds: list[int] = []
        sixes: list[int] = []
        kinds, production = t.kind, t.production
        for card in cards:
            kind = kinds[card]
            if kind >= 0:
                if production[card] == terms.PRODUCTION:
                    made[kind] += 1
                else:
                    windfall_worlds.append(card)
                    windfalls[kind] += 1
                    windfalls[terms.ANY_KIND] += 1
            elif t.six[card]:
                sixes.append(t.design[card])
        self.producers = made[:]
        self.windfalls = windfalls
        self.windfall_worlds = windfall_worlds
        self.sixes = sixes
        self.consuming = p.consuming
        if before is not None and before.consuming is p.consuming:
            self.wanted = before.wanted
            self.all_wanted = before.all_wanted
            self.consume_draws = before.consume_draws
            self.chips = before.chips
            self.uses = before.uses
        else:
            self._add_consuming(t)
        fillers: list[int] = []
        draws: list[int] = []
        for code in p.producing:
            power = t.powers[code >> 3][code & 7]
            if power.op == terms.PRODUCE_WINDFALL:
                kind = power.kind
                fillers.append(kind)
                if windfalls[kind]:
                    if kind == terms.ANY_KIND:
                        kind = max(range(4), key=windfalls.__getitem__)
                    made[kind] += 1
            elif power.op != terms.PRODUCE_HERE:
                draws.append(code)
        self.fillers = fillers
        self.draws = draws
        self.made = made
        self.all_made = made[0] + made[1] + made[2] + made[3]
        self.kinds_made = 4 - made.count(0)

    def _add_consuming(self, t: Tables) -> None:
        """Sum up the consume powers."""
        wanted = self.wanted = [0, 0, 0, 0, 0]
        self.consume_draws = self.chips = 0
        ranked: list[tuple[int, int]] = []
        for code in self.consuming:
            power = t.powers[code >> 3][code & 7]
            if power.op == terms.CONSUME:
                wanted[power.kind] += power.goods * power.times
                self.chips += power.vp * power.times
                ranked.append((1 if power.kind == terms.ANY_KIND else 0, code))
            elif power.op == terms.CONSUME_DIFFERENT:
                wanted[terms.ANY_KIND] += power.goods
                self.chips += power.vp
                ranked.append((1, code))
            elif power.op == terms.EXTRA_TRADE:
                wanted[terms.ANY_KIND] += 1
                ranked.append((2, code))
            elif power.op == terms.CONSUME_ALL:
                wanted[terms.ANY_KIND] += ALL_GOODS - 1
                self.chips += gains(power, ALL_GOODS)[0]
                ranked.append((3, code))
            elif power.op == terms.CONSUME_DRAW:
                self.consume_draws += power.n
        ranked.sort()
        self.uses = [code for _, code in ranked]
        self.all_wanted = sum(wanted)

    def finds_consumer(self, kind: int) -> bool:
        """Tell whether one more good of a kind would find a consumer."""
        if self.all_wanted <= self.all_made:
            return False
        return self.wanted[kind] + self.wanted[terms.ANY_KIND] > 0

    def finds_goods(self, kind: int) -> bool:
        """Tell whether one more consume power for a kind would find goods."""
        if kind == terms.ANY_KIND:
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
    if g.t.last_round and g.t.last_round - g.round < left:
        left = g.t.last_round - g.round
    return left if left > 1 else 1
