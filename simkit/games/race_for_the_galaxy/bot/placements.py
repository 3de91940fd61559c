"""Placing cards: what it costs, what it gains, and the best placements of a hand."""

from __future__ import annotations

from simkit.core.memo import UNKNOWN
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.bot.values import Values
from simkit.games.race_for_the_galaxy.bot.worth import Worth
from simkit.games.race_for_the_galaxy.rules import legal
from simkit.games.race_for_the_galaxy.rules.abilities import allowed
from simkit.games.race_for_the_galaxy.rules.build import has_bonus, is_develop


class Placing(Worth):
    """Scores what is placed in Develop and Settle, and how it is paid for.

    Attributes
    ----------
    cheapest
        Hand cards, the cheapest first; empty until they are wanted in a decision.
    develops, bonus
        Whether cards are placed in Develop, and the discount of the seat's own action card.
    """

    cheapest: list[int]
    develops: bool
    bonus: int

    def payment(self, v: Values, card: int, price: int) -> float:
        """Return what the cheapest payment for a hand card costs (-1: for one already placed)."""
        left = len(self.p.hand) - (card >= 0)
        if price > left:
            price = left
        if price <= 0:
            return 0.0
        cost, number = 0.0, price
        held = v.held
        for other in self.cheapest or self._sort_hand():
            if other != card:
                cost += held[other] if held[other] != UNKNOWN else self.hold(v, other)
                number -= 1
                if not number:
                    break
        return float(cost + v.w.thin_hand * price / (left - price + 1))

    def _sort_hand(self) -> list[int]:
        """Sort the hand cards, the cheapest first; once per decision, if something is paid for."""
        self.cheapest = sorted(self.p.hand, key=self.ref.held.__getitem__)
        return self.cheapest

    def gain_of(self, v: Values, card: int, price: int) -> float:
        """Return what placing a card gains: its worth less the cards it takes."""
        each = self.card_ref if v is self.ref else self.card_now
        return float(self.worth(v, card) - each - self.payment(v, card, price))

    def price_of(self, card: int, develop: bool, bonus: int) -> int:
        """Return the price of a hand card in a phase with or without bonus; -1 if out of reach."""
        g, p, t, ref = self.g, self.p, self.g.t, self.ref
        if t.world[card] == develop:
            return -1
        found = self.prospect(ref, card)
        if p.hooked and not allowed(g, g.seat, schema.H_MAY_PLACE, card):
            return -1
        purse = len(p.hand) - 1
        if develop:
            if not found.share:
                return -1  # the tableau has it
            price = legal.price_of_development(g, g.seat, card, bonus)
            return price if price <= purse else -1
        if t.military[card]:
            missing = found.missing
            if missing <= 0:
                return 0
            if legal.may_contact(g, g.seat, card):
                price = legal.settle_price(g, g.seat, card, schema.BY_CONTACT)
                return price if price <= purse else -1
            return 0 if missing <= legal.military_for_card(g, g.seat) else -1
        if found.price <= purse:
            return found.price
        return 0 if legal.settles_free(g, g.seat, card) else -1

    def best_builds(self, develop: bool) -> tuple[float, float, int, float]:
        """Return what the two best placements gain and how many gain anything, with the bonus.

        The last figure is what the best placement gains without the bonus. The second-best placement
        is looked for in the advanced game only, where both may be placed in a round.
        """
        first = second = free = 0.0
        best = next_best = best_free = -1
        cost = next_cost = free_cost = 0
        ref = self.ref
        bonus = self.g.t.develop_bonus if develop else 0
        world = self.g.t.world
        prospects, each = ref.prospects, self.card_ref
        pairs = self.cards_chosen > 1
        paying = each >= 0.0 and ref.w.thin_hand >= 0.0  # then no payment is a gain
        hand = self.p.hand
        for card in hand:
            if world[card] == develop:
                continue
            found = prospects[card]
            assert found is not None  # all hand cards were held against each other
            most = found.worth - each
            enough = second if pairs else first
            if paying and most <= enough and (most <= free or not develop):
                continue
            price = self.price_of(card, develop, bonus)
            if price < 0:
                continue
            gain = most - self.payment(ref, card, price)
            if gain > first:
                second, next_best, next_cost = first, best, cost
                first, best, cost = gain, card, price
            elif gain > second:
                second, next_best, next_cost = gain, card, price
            if develop and gain > free:
                full = found.price
                if full <= 0:
                    full = 0
                elif full >= len(hand):
                    continue  # out of reach without the bonus
                if full != price:
                    gain = most - self.payment(ref, card, full)
                if gain > free:
                    free, best_free, free_cost = gain, card, full
        if not develop:
            free, best_free, free_cost = first, best, cost
        if self.values_now is not ref:
            v = self.values_now
            first = self.gain_of(v, best, cost) if best >= 0 else 0.0
            second = self.gain_of(v, next_best, next_cost) if next_best >= 0 else 0.0
            free = self.gain_of(v, best_free, free_cost) if best_free >= 0 else 0.0
        return first, second, (best >= 0) + (next_best >= 0), free

    def look_at_phase(self) -> None:
        """Take down what prices in this phase depend on."""
        g = self.g
        self.develops = is_develop(g)
        self.bonus = g.t.develop_bonus if self.develops and has_bonus(g, g.seat) else 0

    def score_placement(self, card: int) -> float:
        """Return what placing a card in this phase gains; passing gains nothing."""
        price = self.price_of(card, self.develops, self.bonus)
        value = self.gain_of(self.values_now, card, price)
        if not self.develops and (self.p.tactics >= 0 or self.p.ship >= 0):
            value -= self.sacrificed(card)
        return value

    def sacrificed(self, world: int) -> float:
        """Return the worth of the card that has to be sacrificed for a world."""
        g, p, t = self.g, self.p, self.g.t
        gone = -1
        if t.military[world]:
            if legal.strength(g, g.seat, world) < t.cost[world] and not p.contacts:
                gone = p.tactics
        elif legal.settle_price(g, g.seat, world, schema.BY_PAYING) > len(p.hand) - 1:
            gone = p.ship
        return float(self.w.sacrifice * t.vp[gone]) if gone >= 0 else 0.0

    def score_way(self, method: int, sacrifice: int) -> float:
        """Return what a way of settling costs, as a loss."""
        g, p, t = self.g, self.p, self.g.t
        cost = 0.0
        if sacrifice & schema.FOR_FREE:
            cost += self.w.sacrifice * t.vp[p.ship] + self.w.one_shot
        if sacrifice & schema.FOR_MILITARY:
            cost += self.w.sacrifice * t.vp[p.tactics] + self.w.one_shot
        if (
            method == schema.BY_PAYING or method == schema.BY_CONTACT
        ) and not sacrifice & schema.FOR_FREE:
            price = legal.settle_price(g, g.seat, p.placing, method)
            cost += self.payment(self.values_now, -1, price)
        return -float(cost)
