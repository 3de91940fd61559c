"""Goods: selling, consuming and producing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy.bot.placements import Placing
from simkit.games.race_for_the_galaxy.rules import terms
from simkit.games.race_for_the_galaxy.rules.consume import gains, price_of_kind, sale_price
from simkit.games.race_for_the_galaxy.rules.rounds import hand_limit

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.bot.weight_set import Weights

FULL_HAND: Final = 6
"""Hand cards that do for most plans; what comes on top is less needed."""


class Goods(Placing):
    """Scores what is done with goods, and estimates what Consume and Produce would give."""

    def cards_won(self, number: int) -> float:
        """Return what cards won by selling or consuming are worth, those above the hand limit nothing."""
        w: Weights = self.w
        hand = len(self.p.hand)
        room = hand_limit(self.g, self.g.seat) + 1 - hand
        kept = number if number < room else room if room > 0 else 0
        return float((w.sale * kept + w.thirst * need(hand, number)) * self.cards_share)

    def trade_gain(self) -> float:
        """Return what Consume-Trade gives: a sale, then the powers on what is left."""
        w: Weights = self.w
        g, p = self.g, self.p
        kinds = p.kinds[:]
        gain = 0.0
        price = 0
        if p.goods:
            world = self.best_sale()
            price = sale_price(g, g.seat, world, g.t.bonus)
            gain += w.trade_action - w.keep_good
            kinds[g.t.kind[world]] -= 1
        chips, cards, used = self.consumed(kinds)
        return float(gain + w.chip * chips + self.cards_won(price + cards) - w.keep_good * used)

    def best_sale(self) -> int:
        """Return the world whose good brings most cards; one that Produce refills, if equal."""
        g, t = self.g, self.g.t
        best, chosen = -1, -1
        for world in self.p.goods:
            price = 2 * sale_price(g, g.seat, world, g.t.bonus)
            price += t.production[world] == terms.PRODUCTION
            if price > best:
                best, chosen = price, world
        return chosen

    def consumed(self, kinds: list[int]) -> tuple[int, int, int]:
        """Estimate chips, cards and goods used when all powers are used on goods per kind."""
        out = self.out
        if not out.uses:
            return 0, out.consume_draws, 0
        key = kinds[0] | kinds[1] << 8 | kinds[2] << 16 | kinds[3] << 24
        found: tuple[int, int, int] = self._consumed.get(key, self._tableaus, self._consume)
        return found

    def _consume(self, goods: int) -> tuple[int, int, int]:
        """Use all powers on goods per kind, eight bits each."""
        kinds = [goods & 255, goods >> 8 & 255, goods >> 16 & 255, goods >> 24]
        t = self.g.t
        chips = used = 0
        cards = self.out.consume_draws
        for code in self.out.uses:
            total = sum(kinds)
            if not total:
                break
            power = t.powers[code >> 3][code & 7]
            if power.op == terms.CONSUME:
                have = total if power.kind == terms.ANY_KIND else kinds[power.kind]
                times = have // power.goods
                times = times if times < power.times else power.times
                if not times:
                    continue
                taken = times * power.goods
                won = gains(power, taken)
                chips += won[0]
                cards += won[1]
                if power.kind == terms.ANY_KIND:
                    _take(kinds, taken)
                else:
                    kinds[power.kind] -= taken
                used += taken
            elif power.op == terms.CONSUME_DIFFERENT:
                if 4 - kinds.count(0) >= power.goods:
                    won = gains(power, power.goods)
                    chips += won[0]
                    cards += won[1]
                    used += power.goods
                    _take_different(kinds, power.goods)
            elif power.op == terms.EXTRA_TRADE:
                kind = _most(kinds)
                cards += price_of_kind(t, self.p, kind) if power.bonuses else t.prices[kind]
                used += 1
                kinds[kind] -= 1
            elif power.op != terms.CONSUME_ALL:
                terms.unknown("consume power that uses goods", power.op)
            else:
                chips += gains(power, total)[0]
                used += total
                _take(kinds, total)
        return chips, cards, used

    def fresh_goods(self) -> tuple[list[int], int]:
        """Return the goods that Produce puts down, per kind, and the kind the bonus would add."""
        t, out = self.g.t, self.out
        goods = self.p.goods
        fresh = out.producers[:]
        for world in goods:
            if t.production[world] == terms.PRODUCTION:
                fresh[t.kind[world]] -= 1
        if len(out.windfall_worlds) == self.p.filled:
            return fresh, -1
        empty = [t.kind[world] for world in out.windfall_worlds if world not in goods]
        for filler in out.fillers:
            for kind in empty:
                if filler in (terms.ANY_KIND, kind):
                    empty.remove(kind)
                    fresh[kind] += 1
                    break
        return fresh, max(empty) if empty else -1

    def produce_gain(self, fresh: list[int], chips: int, drawn: int, used: int) -> float:
        """Return what putting `fresh` goods per kind down gives.

        `chips`, `drawn` and `used` are what consuming the goods there are would give.
        """
        w: Weights = self.w
        t, p = self.g.t, self.p
        cards = 0.0
        for code in self.out.draws:
            power = t.powers[code >> 3][code & 7]
            op = power.op
            if op == terms.PRODUCE_DRAW:
                cards += power.n
            elif op == terms.DRAW_IF_PRODUCED_HERE:
                cards += power.n if code >> 3 not in p.goods else 0
            elif op == terms.DRAW_PER_GOOD_PRODUCED:
                cards += power.n * fresh[power.kind]
            elif op == terms.DRAW_PER_KIND_PRODUCED:
                cards += power.n * (4 - fresh.count(0))
            elif op == terms.DRAW_PER_WORLD:
                worlds = [card for card in p.tableau if t.kind[card] == power.kind]
                cards += power.n * len(worlds)
            elif op == terms.DRAW_IF_MOST_PRODUCED:
                cards += 0.4 * power.n * (fresh[power.kind] > 0)
        put = fresh[0] + fresh[1] + fresh[2] + fresh[3]
        more_chips = more_cards = taken = 0
        if put:
            kinds = [p.kinds[0] + fresh[0], p.kinds[1] + fresh[1]]
            kinds += [p.kinds[2] + fresh[2], p.kinds[3] + fresh[3]]
            after = self.consumed(kinds)
            more_chips, more_cards, taken = after[0] - chips, after[1] - drawn, after[2] - used
        gain: float = w.good * more_chips
        cards += more_cards
        gain += w.produce_cards * self.cards_share * cards
        gain += w.thirst * self.cards_share * need(len(p.hand), int(cards))
        if put > taken and not p.goods:
            price = 0
            for kind in range(4):
                if fresh[kind] and t.prices[kind] > price:
                    price = t.prices[kind]
            gain += w.spare_good * self.cards_share * price
        return float(gain * self.lasting)

    def score_sale(self, world: int, via: int) -> float:
        """Return the cards a sale brings, less the good."""
        w: Weights = self.w
        g = self.g
        value = w.sale * self.cards_share * sale_price(g, g.seat, world, via) - w.keep_good
        if g.t.production[world] == terms.PRODUCTION:
            value += w.refilled
        return float(value)

    def score_use(self, card: int, number: int) -> float:
        """Return what a consume power brings per good; powers for few kinds go first."""
        w: Weights = self.w
        p, t = self.p, self.g.t
        power = t.powers[card][number]
        goods = len(p.goods) if power.op == terms.CONSUME_ALL else power.goods
        chips, cards = gains(power, goods)
        value = (w.chip * chips + w.sale * self.cards_share * cards) / max(goods, 1) - w.keep_good
        if power.op == terms.CONSUME_ALL:
            return float(value)
        if power.op == terms.CONSUME_DIFFERENT:
            value += w.special_first * 0.5
        elif power.kind != terms.ANY_KIND:
            value += w.special_first
        if power.goods > 1 and len(p.goods) < power.goods + 1:
            value += w.special_first * 0.25
        return float(value)

    def score_good(self, world: int) -> float:
        """Return how well a good can be spared."""
        w: Weights = self.w
        t, p = self.g.t, self.p
        kind = t.kind[world]
        value = -w.fill_price * (t.prices[kind] + t.sell_here[world])
        if t.production[world] == terms.PRODUCTION:
            value += w.refilled
            for power in t.powers[world]:
                if power.op == terms.DRAW_IF_PRODUCED_HERE:
                    value += w.fill_cards * power.n
        for code in p.todo:
            power = t.powers[code >> 3][code & 7]
            if power.op == terms.CONSUME and power.kind == kind and p.kinds[kind] <= power.times:
                value -= w.special_first
        return float(value)

    def score_fill(self, world: int) -> float:
        """Return the value of a good on a windfall world."""
        w: Weights = self.w
        t = self.g.t
        kind = t.kind[world]
        value = w.fill_price * (t.prices[kind] + t.sell_here[world])
        if self.out.wanted[kind]:
            value += w.special_first
        for power in t.powers[world]:
            if power.op == terms.DRAW_IF_PRODUCED_HERE:
                value += w.fill_cards * power.n
        return float(value)


def _need(hand: int, cards: int) -> float:
    total = 0
    while cards > 0 and hand < FULL_HAND:
        total += FULL_HAND - hand
        hand += 1
        cards -= 1
    return total / FULL_HAND


NEED: Final[list[float]] = [
    _need(hand, cards) for hand in range(FULL_HAND) for cards in range(FULL_HAND + 1)
]
"""`need` by hand cards and cards to come."""


def need(hand: int, cards: int) -> float:
    """Return how much `cards` more are needed: a first hand card counts 1, the sixth 1/6."""
    if hand >= FULL_HAND or cards <= 0:
        return 0.0
    return NEED[hand * (FULL_HAND + 1) + (cards if cards < FULL_HAND else FULL_HAND)]


def _take_different(kinds: list[int], number: int) -> None:
    """Take one good each away from the kinds that have most."""
    before = kinds[:]
    for _ in range(number):
        most = 0
        for kind in range(1, 4):
            if before[kind] > before[most]:
                most = kind
        before[most] = -1
        kinds[most] -= 1


def _take(kinds: list[int], number: int) -> None:
    """Take goods away from the kinds that have most."""
    for _ in range(number):
        kinds[_most(kinds)] -= 1


def _most(kinds: list[int]) -> int:
    """Return the kind of which there are most goods."""
    most = 0
    for kind in range(1, 4):
        if kinds[kind] > kinds[most]:
            most = kind
    return most
