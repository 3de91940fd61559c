"""What a tableau amounts to, how long the game lasts, and tables of card values for a bot's weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy import components as c

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.in_force import Weights
    from simkit.games.race_for_the_galaxy.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.tables import Power, Tables

PLAIN_DRAWS: Final[tuple[int, ...]] = (
    c.DEVELOP_DRAW_BEFORE,
    c.DEVELOP_DRAW_AFTER,
    c.SETTLE_DRAW_AFTER,
    c.PRODUCE_DRAW,
    c.CONSUME_DRAW,
)
"""Powers that draw cards whenever their phase is played."""


IN_CONTEXT: Final[tuple[int, ...]] = (
    c.MILITARY,
    c.CONSUME,
    c.CONSUME_DIFFERENT,
    c.CONSUME_ALL,
    c.EXTRA_TRADE,
    c.PRODUCE_WINDFALL,
    c.DRAW_PER_GOOD_PRODUCED,
    c.DRAW_PER_KIND_PRODUCED,
    c.DRAW_PER_WORLD,
)
"""Powers whose worth depends on the rest of the tableau."""


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
    uses
        Consume powers in the order in which the estimate uses them.
    consume_draws
        Cards drawn in Consume without consuming anything.
    """

    __slots__ = ("cards", "consume_draws", "made", "sixes", "uses", "wanted", "windfalls")

    def __init__(self, t: Tables, p: Player, cards: list[int]) -> None:
        self.cards = cards
        self.made = [0, 0, 0, 0]
        self.windfalls = [0, 0, 0, 0, 0]
        self.sixes: list[int] = []
        for card in cards:
            kind = t.kind[card]
            if t.production[card] == c.PRODUCTION:
                self.made[kind] += 1
            elif t.production[card] == c.WINDFALL:
                self.windfalls[kind] += 1
                self.windfalls[c.ANY_KIND] += 1
            if t.six[card]:
                self.sixes.append(t.design[card])
        self.wanted = [0, 0, 0, 0, 0]
        self.consume_draws = 0
        ranked: list[tuple[int, int]] = []
        for code in p.consuming:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.CONSUME:
                self.wanted[power.kind] += power.goods * power.times
                ranked.append((1 if power.kind == c.ANY_KIND else 0, code))
            elif power.op == c.CONSUME_DIFFERENT:
                self.wanted[c.ANY_KIND] += power.goods
                ranked.append((1, code))
            elif power.op == c.EXTRA_TRADE:
                self.wanted[c.ANY_KIND] += 1
                ranked.append((2, code))
            elif power.op == c.CONSUME_ALL:
                self.wanted[c.ANY_KIND] += 2
                ranked.append((3, code))
            elif power.op == c.CONSUME_DRAW:
                self.consume_draws += power.n
        self.uses = [code for _, code in sorted(ranked)]
        for code in p.producing:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.PRODUCE_WINDFALL and self.windfalls[power.kind]:
                kind = power.kind
                if kind == c.ANY_KIND:
                    kind = max(range(4), key=self.windfalls.__getitem__)
                self.made[kind] += 1

    def finds_consumer(self, kind: int) -> bool:
        """Tell whether one more good of a kind would find a consumer."""
        spare = sum(self.wanted) - sum(self.made)
        return spare > 0 and self.wanted[kind] + self.wanted[c.ANY_KIND] > 0

    def finds_goods(self, kind: int) -> bool:
        """Tell whether one more consume power for a kind would find goods."""
        made = sum(self.made) if kind == c.ANY_KIND else self.made[kind]
        wanted = sum(self.wanted) if kind == c.ANY_KIND else self.wanted[kind]
        return made > wanted


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
    fullest = 0
    for p in g.players:
        size = len(p.tableau)
        if unpaid and p.placing >= 0:
            size -= 1
        if size > fullest:
            fullest = size
    cards = g.t.tableau_end - fullest
    chips = -(-g.pool // g.seats)
    left = cards if cards < chips else chips
    return left if left > 1 else 1


class Values:
    """What cards are worth under one set of weights, for one outlook; filled as asked.

    `rate` and `flat` are what a card's powers are worth per round left and at once, whatever the
    tableau; they depend on the weights alone. `context` are the powers that depend on the tableau.
    """

    __slots__ = ("context", "flat", "held", "named", "parts", "rate", "tables", "w", "worth")

    def __init__(self, t: Tables, w: Weights, named: dict[str, float]) -> None:
        self.tables = t
        self.named = named
        self.w = w
        self.rate = [0.0] * t.cards
        self.flat = [0.0] * t.cards
        self.context: list[list[Power]] = []
        for card in range(t.cards):
            self._add_powers(t, card)
            self.context.append([power for power in t.powers[card] if power.op in IN_CONTEXT])
        self.parts: dict[int, tuple[float, float]] = {}
        self.worth: dict[int, float] = {}
        self.held: dict[int, float] = {}

    def _add_powers(self, t: Tables, card: int) -> None:
        w = self.w
        rate = flat = 0.0
        for place, amount in t.adds[card]:
            if place == c.SUM_EXPLORE_DRAW:
                rate += w.explore_power * amount
            elif place == c.SUM_EXPLORE_KEEP:
                rate += w.explore_power * 2 * amount
            elif place in (c.SUM_DEVELOP_DISCOUNT, c.SUM_DISCOUNT_KIND + c.ANY_KIND):
                rate += w.discount * amount
            elif place == c.SUM_MILITARY:
                rate += w.military * amount
            elif place == c.SUM_MILITARY_REBEL or place < c.SUM_DISCOUNT_KIND:
                rate += w.special_military * amount
            elif place < c.SUM_TRADE_KIND:
                rate += w.kind_discount * amount
            else:
                any_kind = place == c.SUM_TRADE_KIND + c.ANY_KIND
                rate += w.trade_power * amount * (1.0 if any_kind else 0.5)
        rate += w.trade_power * 0.25 * t.sell_here[card]
        alien = t.kind[card] == 3
        for power in t.powers[card]:
            op = power.op
            if op in PLAIN_DRAWS:
                rate += w.draw_power * 0.6 * power.n
            elif op == c.DRAW_IF_PRODUCED_HERE:
                rate += w.draw_power * 0.5 * power.n
            elif op == c.DRAW_IF_MOST_PRODUCED:
                rate += w.draw_power * 0.2 * power.n
            elif op == c.GAMBLE:
                rate += w.draw_power * 0.1
            elif op == c.CARDS_FOR_VP:
                rate += w.chip_power * power.vp
            elif op in (c.PAY_FOR_MILITARY, c.SACRIFICE_FOR_FREE, c.SACRIFICE_FOR_MILITARY):
                flat += w.one_shot
            if power.kind == 3 and op in (c.SETTLE_DISCOUNT, c.PRODUCE_WINDFALL):
                alien = True
        flat += w.alien * alien
        flat += w.points * t.vp[card] + (w.world if t.world[card] else w.development)
        self.rate[card] = rate
        self.flat[card] = flat
