"""Tables of card values for a bot's weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.memo import UNKNOWN
from simkit.games.race_for_the_galaxy.rules import terms

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.bot.weight_set import Weights
    from simkit.games.race_for_the_galaxy.rules.tables import Power, Tables

PLAIN_DRAWS: Final[tuple[int, ...]] = (
    terms.DEVELOP_DRAW_BEFORE, terms.DEVELOP_DRAW_AFTER, terms.SETTLE_DRAW_AFTER,
    terms.PRODUCE_DRAW, terms.CONSUME_DRAW,
)  # fmt: skip
"""Powers that draw cards whenever their phase is played."""

IN_CONTEXT: Final[tuple[int, ...]] = (
    terms.MILITARY, terms.CONSUME, terms.CONSUME_DIFFERENT, terms.CONSUME_ALL, terms.EXTRA_TRADE,
    terms.PRODUCE_WINDFALL, terms.DRAW_PER_GOOD_PRODUCED, terms.DRAW_PER_KIND_PRODUCED,
    terms.DRAW_PER_WORLD,
)  # fmt: skip
"""Powers whose worth depends on the rest of the tableau."""


class Rates:
    """What the cards' powers are worth under one set of weights, whatever the tableau.

    Attributes
    ----------
    rate, flat
        What a card is worth per round left and at once.
    context
        The powers of a card whose worth depends on the tableau.
    by_chips
        Six-cost developments that count chips.
    """

    __slots__ = ("by_chips", "context", "flat", "named", "rate", "tables", "w")

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
        self.by_chips = [card for card in range(t.cards) if t.chips_per[t.design[card]]]

    def _add_powers(self, t: Tables, card: int) -> None:
        w = self.w
        rate = flat = 0.0
        for place, amount in t.adds[card]:
            if place == terms.SUM_EXPLORE_DRAW:
                rate += w.explore_power * amount
            elif place == terms.SUM_EXPLORE_KEEP:
                rate += w.explore_power * 2 * amount
            elif place in (terms.SUM_DEVELOP_DISCOUNT, terms.SUM_DISCOUNT_KIND + terms.ANY_KIND):
                rate += w.discount * amount
            elif place == terms.SUM_MILITARY:
                rate += w.military * amount
            elif place == terms.SUM_MILITARY_REBEL or place < terms.SUM_DISCOUNT_KIND:
                rate += w.special_military * amount
            elif place < terms.SUM_TRADE_KIND:
                rate += w.kind_discount * amount
            else:
                any_kind = place == terms.SUM_TRADE_KIND + terms.ANY_KIND
                rate += w.trade_power * amount * (1.0 if any_kind else 0.5)
        rate += w.trade_power * 0.25 * t.sell_here[card]
        alien = t.kind[card] == terms.ALIEN
        for power in t.powers[card]:
            op = power.op
            if op in PLAIN_DRAWS:
                rate += w.draw_power * 0.6 * power.n
            elif op == terms.DRAW_IF_PRODUCED_HERE:
                rate += w.draw_power * 0.5 * power.n
            elif op == terms.DRAW_IF_MOST_PRODUCED:
                rate += w.draw_power * 0.2 * power.n
            elif op == terms.GAMBLE:
                rate += w.draw_power * 0.1
            elif op == terms.CARDS_FOR_VP:
                rate += w.chip_power * power.vp
            elif op == terms.SACRIFICE_FOR_FREE:
                flat += w.one_shot
            elif op == terms.SACRIFICE_FOR_MILITARY:
                flat += w.one_shot + w.military_built_up * power.n
            elif op == terms.PAY_FOR_MILITARY:
                flat += w.one_shot
                rate += w.kind_discount * power.n
            if power.kind == terms.ALIEN and op in (terms.SETTLE_DISCOUNT, terms.PRODUCE_WINDFALL):
                alien = True
        flat += w.alien * alien
        flat += w.points * t.vp[card] + (w.world if t.world[card] else w.development)
        self.rate[card] = rate
        self.flat[card] = flat


class Prospect:
    """What a card would be in the tableau.

    Attributes
    ----------
    once, rate
        What it is worth at once (`UNKNOWN` where nobody has asked) and per round left.
    worth
        Both together for the rounds that were left when `Values.held` was asked for, without what it
        costs.
    price, missing
        Cards it costs without a bonus; Military that is missing to conquer it.
    share
        Share of the gain from placing it that counts while it is in hand; 0 = it cannot be placed.
    """

    __slots__ = ("missing", "once", "price", "rate", "share", "worth")

    def __init__(self) -> None:
        self.once = UNKNOWN
        self.rate = 0.0
        self.worth = 0.0
        self.price = 0
        self.missing = 0
        self.share = 0.0


class Values:
    """What cards are worth under one set of weights, for one outlook; filled as asked.

    Attributes
    ----------
    held
        What each card is worth in hand, `UNKNOWN` where nobody has asked.
    prospects
        What each card would be in the tableau, as far as anybody has asked.
    asked, placed
        Cards whose `held` is known; prospects that are known.
    """

    __slots__ = ("asked", "held", "placed", "prospects", "rates", "w")

    def __init__(self, rates: Rates) -> None:
        t = rates.tables
        self.rates = rates
        self.w = rates.w
        self.held = [UNKNOWN] * t.cards
        self.prospects: list[Prospect | None] = [None] * t.cards
        self.asked: list[int] = []
        self.placed: list[Prospect] = []

    def forget(self, tableau: bool) -> None:
        """Forget what depends on how long the game still lasts, and what depends on the tableau."""
        held = self.held
        for card in self.asked:
            held[card] = UNKNOWN
        self.asked = []
        if tableau:
            for found in self.placed:
                found.once = UNKNOWN
            self.placed = []

    def forget_chips(self) -> None:
        """Forget what depends on the number of chips: six-cost developments that count them."""
        for card in self.rates.by_chips:
            self.held[card] = UNKNOWN
            found = self.prospects[card]
            if found is not None:
                found.once = UNKNOWN
