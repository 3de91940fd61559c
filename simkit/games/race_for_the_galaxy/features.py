"""What the greedy bot looks at: named features, linear in the weights of a profile.

Everything is measured in victory points. `Outlook` sums up a seat's tableau (what it makes, what it
can consume, its Military, its six-cost developments). From it follow `Greedy.worth`, what a card is
worth once it lies in the tableau, and `Greedy.hold`, what it is worth in hand; these two decide what
is kept, discarded, paid with and placed. Choosing an action weighs the phase with its bonus against
what the others are likely to bring about anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from simkit.core.bot import Choice
from simkit.core.greedy import Contribution, GreedyBot, Weight, weight_set
from simkit.core.schema import KIND_MASK
from simkit.games.race_for_the_galaxy import components as c
from simkit.games.race_for_the_galaxy import schema as s
from simkit.games.race_for_the_galaxy import state as st
from simkit.games.race_for_the_galaxy.consume import sale_price
from simkit.games.race_for_the_galaxy.legal import develop_price, settle_price
from simkit.games.race_for_the_galaxy.outlook import Outlook, Values, rounds_left
from simkit.games.race_for_the_galaxy.weights import WEIGHTS

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.race_for_the_galaxy.components import Tables
    from simkit.games.race_for_the_galaxy.state import Player, RaceState

LIKELY = (0.16, 0.24, 0.27, 0.17, 0.16)
"""How often a seat is taken to choose Explore, Develop, Settle, Consume, Produce in general."""

EXPLORE, DEVELOP, SETTLE, CONSUME, PRODUCE = range(5)
PHASE_OF = (EXPLORE, EXPLORE, DEVELOP, SETTLE, CONSUME, CONSUME, PRODUCE, DEVELOP, SETTLE)
"""Phase of each action card."""

PLAN = 0.45
"""Share of what placing a card would gain that counts while the card is still in hand."""

REACH = (1.0, 0.55, 0.3, 0.12, 0.04)
"""How likely a world is ever conquered, by the Military that is missing."""

CHOICE_OF = (0.0, 0.0, 0.56, 0.85, 1.03, 1.16, 1.27, 1.35, 1.42, 1.49, 1.54)
"""Expected best of n cards in standard deviations above a card at random."""


COMPARED_BY_HAND = (s.K_PAY, s.K_DISCARD, s.K_KEEP)
"""Kinds of action that compare what cards are worth in hand."""


class Greedy(GreedyBot):
    """Greedy bot for Race for the Galaxy.

    Reads of other seats only what is public: tableaus, goods, numbers of hand cards and chips.

    Examples
    --------
    >>> import simkit
    >>> from simkit.bots import make_bot
    >>> bots = [make_bot("greedy:balanced", "race_for_the_galaxy") for _ in range(2)]
    >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
    >>> final = simkit.play_game(rules.deal(simkit.Luck(1)), bots)
    >>> min(final.scores()) > 5
    True
    """

    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = weight_set(WEIGHTS)

    def __init__(self, profile: str = "", weights: dict[str, float] | None = None) -> None:
        super().__init__(profile, weights)
        self._explaining = False
        self._tables: Tables | None = None
        self._tableau: tuple[int, ...] = ()
        self.rounds = -1
        self.ref: Values
        self.values_now: Values

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the profile's weights for a game."""
        self._tables = rules.tables  # type: ignore[attr-defined]
        super().start(rules, seat, luck)

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force.

        Which card is best, and which are paid with, is decided by `ref`: while an explanation tries
        the weights one by one, `ref` stays, so that the parts sum to the whole.
        """
        assert self._tables is not None
        self._tableau = ()
        ref = getattr(self, "ref", None)
        if ref is not None and ref.tables is self._tables and ref.named == named:
            self.w = ref.w
            self.values_now = ref
            return
        super().use_weights(named)
        self.values_now = Values(self._tables, self.w, named)
        if not self._explaining:
            self.ref = self.values_now

    def explain(self, view: State, action: int) -> list[Contribution]:
        """List the features behind a score; the contributions sum to it."""
        self._explaining = True
        try:
            return super().explain(view, action)
        finally:
            self._explaining = False

    # Worth of cards ----------------------------------------------------------------------------

    def prepare(self, view: State) -> None:
        """Work out the outlook; card values are kept while tableau and rounds left stay."""
        g: RaceState = view  # type: ignore[assignment]
        self.g = g
        self.p = p = g.players[g.seat]
        left = rounds_left(g)
        # The powers of a card that is not paid for do not work yet: it is left out.
        unpaid = g.stage == st.STAGE_PAY or g.stage == st.STAGE_SETTLE_BY
        active = p.tableau[:-1] if unpaid else p.tableau
        tableau = (g.seat, p.chips // 3, *active)  # chips count by threes: Galactic Renaissance
        fresh = tableau != self._tableau
        if fresh:
            self._tableau = tableau
            self.out = Outlook(g.t, p, active)
        if fresh or left != self.rounds:
            self.rounds = left
            self.early = min(left, 8) / 8.0
            self.cards_share = 0.3 + 0.7 * self.early
            self.card_now = self.card_value(self.w)
            self.card_ref = self.card_value(self.ref.w)
            for v in (self.values_now, self.ref):
                v.worth = {}
                v.held = {}
                if fresh:
                    v.parts = {}
        if g.stage in (st.STAGE_CHOOSE, st.STAGE_PLACE, st.STAGE_SETTLE_BY):
            ref = self.ref
            for card in p.hand:
                if card not in ref.held:
                    self.hold(ref, card)
            self.cheapest = sorted(p.hand, key=ref.held.__getitem__)
            if g.stage == st.STAGE_CHOOSE:
                self._weigh_rivals()
                self._weigh_actions()
        elif g.stage == st.STAGE_GUESS:
            self.unseen = self.count_unseen()

    def card_value(self, w: Any) -> float:
        """Return what any card in hand is worth; less and less towards the end."""
        return float(w.card + w.card_early * self.early)

    def worth(self, v: Values, card: int) -> float:
        """Return what a card is worth once it lies in the tableau, without what it costs."""
        found = v.worth.get(card)
        if found is None:
            parts = v.parts.get(card)
            if parts is None:
                parts = v.parts[card] = self._parts(v, card)
            found = v.worth[card] = parts[0] + self.rounds * parts[1]
        return found

    def _parts(self, v: Values, card: int) -> tuple[float, float]:
        """Return what a card is worth at once, and per round left."""
        t, w, out = self.g.t, v.w, self.out
        once, rate = v.flat[card], v.rate[card]
        design = t.design[card]
        for six in out.sixes:
            once += w.six_fed * t.term_points[six][design]
        if t.six[card]:
            points = self._six_points(card)
            once += w.six_now * points
            rate += w.six_growth * points
        kind = t.kind[card]
        if kind >= 0:
            price = t.prices[kind]
            if t.production[card] == c.WINDFALL:
                once += w.windfall * price
            else:
                finds = out.finds_consumer(kind)
                rate += w.price * price + (w.production if finds else w.surplus)
        if t.military[card]:
            once += w.conquest
        for power in v.context[card]:
            op = power.op
            if op == c.CONSUME:
                rate += self._consumer(w, power)
            elif op == c.CONSUME_DIFFERENT:
                busy = sum(1 for n in out.made if n) >= power.goods
                rate += (w.consumer if busy else w.idle_consumer) * power.vp
            elif op == c.CONSUME_ALL:
                busy = sum(out.made) > sum(out.wanted) + 1
                rate += (w.consumer if busy else w.idle_consumer) * 2 * power.vp
            elif op == c.EXTRA_TRADE:
                rate += w.consume_cards * 2
            elif op == c.PRODUCE_WINDFALL:
                rate += w.windfall_power * (1.0 if out.windfalls[power.kind] else 0.3)
            elif op == c.DRAW_PER_GOOD_PRODUCED:
                rate += w.draw_power * 0.5 * power.n * out.made[power.kind]
            elif op == c.DRAW_PER_KIND_PRODUCED:
                kinds = sum(1 for n in out.made if n)
                rate += w.draw_power * 0.5 * power.n * kinds
            elif op == c.DRAW_PER_WORLD:
                kinds = out.made[power.kind] + out.windfalls[power.kind]
                rate += w.draw_power * 0.5 * power.n * kinds
            elif op == c.MILITARY:
                once += w.military_built_up * power.n * max(self.p.sums[c.SUM_MILITARY], 0)
        return once, rate

    def _six_points(self, card: int) -> int:
        """Return the variable points of a six-cost development as the tableau stands."""
        t, p = self.g.t, self.p
        d = t.design[card]
        points = t.term_points[d]
        now = points[d]
        for other in self.out.cards:
            now += points[t.design[other]]
        if t.chips_per[d]:
            now += t.chips_vp[d] * (p.chips // t.chips_per[d])
        if t.military_vp[d]:
            strength = p.sums[c.SUM_MILITARY]
            for place, amount in t.adds[card]:
                if place == c.SUM_MILITARY:
                    strength += amount
            now += t.military_vp[d] * strength
        return now

    def _consumer(self, w: Any, power: c.Power) -> float:
        """Return the value of a consume power per round left."""
        busy = self.out.finds_goods(power.kind)
        rate = w.consumer if busy else w.idle_consumer
        times = power.times if busy else 1
        cards = w.consume_cards * power.cards * (1.0 if busy else 0.4)
        return float((rate * power.vp + cards) * (1.0 + 0.5 * (times - 1)))

    def hold(self, v: Values, card: int) -> float:
        """Return what a card is worth in hand."""
        found = v.held.get(card)
        if found is not None:
            return found
        p, t = self.p, self.g.t
        each = self.card_ref if v is self.ref else self.card_now
        value = each
        missing = 0
        if not t.world[card]:
            price = t.cost[card] - p.sums[c.SUM_DEVELOP_DISCOUNT]
            owned = p.designs >> t.design[card] & 1
        else:
            owned = 0
            if t.military[card]:
                missing = t.cost[card] - p.military_against(t, card)
                price = 0
            else:
                price = t.cost[card] - p.discount_for(t, card)
                price = price if price > 0 else 0
        if not owned and self.rounds:
            gain = self.worth(self.ref, card) - self.card_ref * (price + 1)
            if gain > 0:
                reach = 1.0 if missing <= 0 else REACH[missing] if missing < 5 else 0.02
                reach *= 1.0 if price <= 4 else 0.85
                if v is not self.ref:
                    gain = self.worth(v, card) - each * (price + 1)
                value += PLAN * reach * gain
        v.held[card] = value
        return float(value)

    # Placing -----------------------------------------------------------------------------------

    def payment(self, v: Values, card: int, price: int) -> float:
        """Return what the cheapest payment for a hand card costs (-1: for one already placed)."""
        left = len(self.p.hand) - (card >= 0)
        if price > left:
            price = left
        if price <= 0:
            return 0.0
        cost, number = 0.0, price
        held = v.held
        for other in self.cheapest:
            if other != card:
                cost += held[other] if other in held else self.hold(v, other)
                number -= 1
                if not number:
                    break
        return float(cost + v.w.thin_hand * price / (left - price + 1))

    def gain_of(self, v: Values, card: int, price: int) -> float:
        """Return what placing a card gains: its worth less the cards it takes."""
        each = self.card_ref if v is self.ref else self.card_now
        return float(self.worth(v, card) - each - self.payment(v, card, price))

    def price_of(self, card: int, develop: bool, bonus: int) -> int:
        """Return the price of a hand card in a phase with or without bonus; -1 if out of reach."""
        g, p, t = self.g, self.p, self.g.t
        if t.world[card] == develop:
            return -1
        purse = len(p.hand) - 1
        if develop:
            if p.designs >> t.design[card] & 1:
                return -1
            price = t.cost[card] - p.sums[c.SUM_DEVELOP_DISCOUNT] - bonus
            price = price if price > 0 else 0
            return price if price <= purse else -1
        if t.military[card]:
            missing = t.cost[card] - p.military_against(t, card)
            if missing <= 0:
                return 0
            if p.contact >= 0 and t.kind[card] != 3:
                price = settle_price(g, g.seat, card, s.BY_CONTACT)
                return price if price <= purse else -1
            return 0 if p.tactics >= 0 and missing <= 3 else -1
        price = t.cost[card] - p.discount_for(t, card)
        if price <= purse:
            return price if price > 0 else 0
        return 0 if p.ship >= 0 and t.kind[card] != 3 else -1

    def best_builds(self, develop: bool) -> tuple[float, float, int, float]:
        """Return what the two best placements gain and how many gain anything, with the bonus.

        The last figure is what the best placement gains without the bonus.
        """
        first = second = free = 0.0
        best = next_best = best_free = -1
        cost = next_cost = free_cost = 0
        ref = self.ref
        bonus = self.g.t.develop_bonus if develop else 0
        for card in self.p.hand:
            price = self.price_of(card, develop, bonus)
            if price < 0:
                continue
            gain = self.gain_of(ref, card, price)
            if gain > first:
                second, next_best, next_cost = first, best, cost
                first, best, cost = gain, card, price
            elif gain > second:
                second, next_best, next_cost = gain, card, price
            if develop and gain > free:
                full = self.price_of(card, True, 0)
                gain = self.gain_of(ref, card, full) if full >= 0 else -1.0
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

    # Choosing an action ------------------------------------------------------------------------

    def _weigh_rivals(self) -> None:
        """Work out how likely the others bring about each phase, and what they get of it."""
        g, t = self.g, self.g.t
        each_chooses = 2.0 if g.rules.options["advanced"] else 1.0
        avoid_explore = avoid_develop = avoid_settle = avoid_consume = avoid_produce = 1.0
        builds = consumes = produces = 0.0
        for seat, p in enumerate(g.players):
            if seat == g.seat:
                continue
            explore, develop, settle, consume, produce = LIKELY
            goods, uses, hand = len(p.goods), len(p.consuming), len(p.hand)
            empty = 0
            for code in p.producing:
                card = code >> 3
                if t.production[card] == c.PRODUCTION and card not in p.goods:
                    empty += 1
            consume += 0.12 * (goods if goods < 4 else 4)
            produce += 0.12 * (empty if empty < 4 else 4)
            if hand < 3:
                explore += 0.25
            elif hand > 5:
                develop += 0.1
                settle += 0.1
            share = each_chooses / (explore + develop + settle + consume + produce)
            avoid_explore *= 1.0 - min(explore * share, 0.9)
            avoid_develop *= 1.0 - min(develop * share, 0.9)
            avoid_settle *= 1.0 - min(settle * share, 0.9)
            avoid_consume *= 1.0 - min(consume * share, 0.9)
            avoid_produce *= 1.0 - min(produce * share, 0.9)
            builds += 1.2 if hand >= 3 else 0.3
            consumes += goods if goods < uses else uses
            produces += 0.7 * empty
        rivals = g.seats - 1
        self.likely = [
            1.0 - avoid_explore,
            1.0 - avoid_develop,
            1.0 - avoid_settle,
            1.0 - avoid_consume,
            1.0 - avoid_produce,
        ]
        build = builds / rivals
        self.rival_gains = [0.7, build, build, consumes / rivals, produces / rivals]

    def _weigh_actions(self) -> None:
        """Work out what choosing each action card gains over leaving it to the others."""
        w, t, likely = self.w, self.g.t, self.likely
        found = [0.0] * 9
        hand = len(self.p.hand)
        plain = w.empty_hand * (4 - hand) / 4 if hand < 4 else 0.0
        without, five, one_one = self.explore_gains()
        plain -= without * likely[EXPLORE]
        found[s.EXPLORE_5] = plain + five
        found[s.EXPLORE_1_1] = plain + one_one
        hurry = w.hurry if len(self.p.tableau) >= t.tableau_end - 2 else 0.0
        for develop in (True, False):
            first, second, number, free = self.best_builds(develop)
            bonus = hurry + (w.build_development if develop else w.build_world)
            if not develop:
                bonus += w.settle_bonus * t.settle_bonus
            by_others = likely[DEVELOP if develop else SETTLE]
            once, again = (s.DEVELOP, s.DEVELOP_SECOND) if develop else (s.SETTLE, s.SETTLE_SECOND)
            found[once] = first + bonus * (number > 0) - by_others * free
            found[again] = second + bonus * (number > 1) - 0.4 * by_others * second
        chips, cards, used = self.consumed(self.p.kinds[:])
        sale = w.sale * self.cards_share
        plain = sale * cards - w.keep_good * used
        free = (plain + w.chip * chips) * likely[CONSUME]
        found[s.CONSUME_DOUBLE] = plain + w.chip * chips * t.double - free
        found[s.CONSUME_DOUBLE] += w.double_action * (chips > 0)
        found[s.CONSUME_TRADE] = self.trade_gain() - free
        fresh, windfall = self.fresh_goods()
        own = free = self.produce_gain(fresh, chips, cards, used)
        if windfall >= 0:
            fresh[windfall] += 1
            own = self.produce_gain(fresh, chips, cards, used)
        found[s.PRODUCE] = own + w.produce_action * any(fresh) - likely[PRODUCE] * free
        gains = self.rival_gains
        for card in range(9):
            phase = PHASE_OF[card]
            found[card] -= w.others * (1.0 - likely[phase]) * gains[phase]
        self.action_values = found

    def explore_gains(self) -> tuple[float, float, float]:
        """Return what Explore gives without an action card, with +5, and with +1/+1."""
        t, p = self.g.t, self.p
        choice, each = self.w.explore, self.card_now
        drawn = t.explore_draw + p.sums[c.SUM_EXPLORE_DRAW]
        kept = t.explore_keep + p.sums[c.SUM_EXPLORE_KEEP]
        room = max(t.hand_limit - len(p.hand), 0)
        few, more = min(kept, room) * each, min(kept + t.bonus_1_1_keep, room) * each
        return (
            few + choice * CHOICE_OF[min(drawn, 10)],
            few + choice * CHOICE_OF[min(drawn + t.bonus_5_draw, 10)],
            more + choice * CHOICE_OF[min(drawn + t.bonus_1_1_draw, 10)],
        )

    def trade_gain(self) -> float:
        """Return what Consume-Trade gives: a sale, then the powers on what is left."""
        g, p, w = self.g, self.p, self.w
        sale = w.sale * self.cards_share
        kinds = p.kinds[:]
        gain = 0.0
        if p.goods:
            world = self.best_sale()
            gain += sale * sale_price(g, g.seat, world, s.BY_BONUS) - w.keep_good
            gain += w.trade_action
            kinds[g.t.kind[world]] -= 1
        chips, cards, used = self.consumed(kinds)
        return float(gain + w.chip * chips + sale * cards - w.keep_good * used)

    def best_sale(self) -> int:
        """Return the world whose good brings most cards; one that Produce refills, if equal."""
        g, t = self.g, self.g.t
        best, chosen = -1, -1
        for world in self.p.goods:
            price = 2 * sale_price(g, g.seat, world, s.BY_BONUS)
            price += t.production[world] == c.PRODUCTION
            if price > best:
                best, chosen = price, world
        return chosen

    def consumed(self, kinds: list[int]) -> tuple[int, int, int]:
        """Estimate chips, cards and goods used when all powers are used on goods per kind."""
        t = self.g.t
        chips = used = 0
        cards = self.out.consume_draws
        if not self.out.uses:
            return 0, cards, 0
        for code in self.out.uses:
            total = sum(kinds)
            if not total:
                break
            power = t.powers[code >> 3][code & 7]
            if power.op == c.CONSUME:
                have = total if power.kind == c.ANY_KIND else kinds[power.kind]
                times = have // power.goods
                times = times if times < power.times else power.times
                if not times:
                    continue
                chips += times * power.vp
                cards += times * power.cards
                taken = times * power.goods
                if power.kind == c.ANY_KIND:
                    _take(kinds, taken)
                else:
                    kinds[power.kind] -= taken
                used += taken
            elif power.op == c.CONSUME_DIFFERENT:
                if sum(1 for n in kinds if n) >= power.goods:
                    chips += power.vp
                    used += power.goods
                    for kind in sorted(range(4), key=lambda k: -kinds[k])[: power.goods]:
                        kinds[kind] -= 1
            elif power.op == c.EXTRA_TRADE:
                cards += 3
                used += 1
                _take(kinds, 1)
            else:
                chips += (total - 1) * power.vp
                used += total
                _take(kinds, total)
        return chips, cards, used

    def fresh_goods(self) -> tuple[list[int], int]:
        """Return the goods that Produce puts down, per kind, and the kind the bonus would add."""
        t, p = self.g.t, self.p
        fresh = [0, 0, 0, 0]
        empty: list[int] = []
        for card in p.tableau:
            if t.kind[card] >= 0 and card not in p.goods:
                if t.production[card] == c.PRODUCTION:
                    fresh[t.kind[card]] += 1
                else:
                    empty.append(t.kind[card])
        for code in p.producing:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.PRODUCE_WINDFALL:
                for kind in empty:
                    if power.kind in (c.ANY_KIND, kind):
                        empty.remove(kind)
                        fresh[kind] += 1
                        break
        return fresh, max(empty) if empty else -1

    def produce_gain(self, fresh: list[int], chips: int, drawn: int, used: int) -> float:
        """Return what putting `fresh` goods per kind down gives.

        `chips`, `drawn` and `used` are what consuming the goods there are would give.
        """
        t, p, w = self.g.t, self.p, self.w
        cards = 0.0
        for code in p.producing:
            power = t.powers[code >> 3][code & 7]
            op = power.op
            if op == c.PRODUCE_DRAW:
                cards += power.n
            elif op == c.DRAW_IF_PRODUCED_HERE:
                cards += power.n if code >> 3 not in p.goods else 0
            elif op == c.DRAW_PER_GOOD_PRODUCED:
                cards += power.n * fresh[power.kind]
            elif op == c.DRAW_PER_KIND_PRODUCED:
                cards += power.n * sum(1 for n in fresh if n)
            elif op == c.DRAW_PER_WORLD:
                cards += power.n * sum(1 for card in p.tableau if t.kind[card] == power.kind)
            elif op == c.DRAW_IF_MOST_PRODUCED:
                cards += 0.4 * power.n * (fresh[power.kind] > 0)
        after = self.consumed([p.kinds[kind] + fresh[kind] for kind in range(4)])
        gain = w.good * (after[0] - chips)
        gain += w.produce_cards * self.cards_share * (cards + after[1] - drawn)
        if not p.goods and sum(fresh) > after[2] - used:
            gain += (
                w.spare_good
                * self.cards_share
                * max(t.prices[kind] for kind in range(4) if fresh[kind])
            )
        if not self.rounds:
            gain *= 0.2
        return float(gain)

    # Scores ------------------------------------------------------------------------------------

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; frequent kinds are compared without detours."""
        kind = candidates[0] & KIND_MASK
        if kind in COMPARED_BY_HAND:
            self.prepare(view)
            v = self.values_now
            held = v.held
            values = [held[a >> 6] if a >> 6 in held else self.hold(v, a >> 6) for a in candidates]
            if kind != s.K_KEEP:
                values = [-value for value in values]
        elif kind == s.K_CHOOSE and candidates[0] >> 10 == s.NO_SECOND:
            self.prepare(view)
            found = self.action_values
            values = [found[action >> 6 & 15] for action in candidates]
        else:
            return super().choose(view, candidates)
        best = max(values)
        place = values.index(best)
        values[place] = float("-inf")
        return Choice(candidates[place], best, max(values))

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        kind, card = action & KIND_MASK, action >> 6 & 127
        if kind in (s.K_PAY, s.K_DISCARD):
            return -self.hold(self.values_now, card)
        if kind == s.K_KEEP:
            return self.hold(self.values_now, card)
        if kind == s.K_CHOOSE:
            first, second = action >> 6 & 15, action >> 10
            value = self.action_values[first]
            return value if second == s.NO_SECOND else value + self.action_values[second]
        if kind == s.K_PLACE:
            return self.score_placement(card)
        if kind == s.K_SETTLE_BY:
            return self.score_way(action >> 6 & 3, action >> 8)
        if kind == s.K_TRADE:
            return self.score_sale(card, action >> 13)
        if kind == s.K_USE:
            return self.score_use(card, action >> 13)
        if kind == s.K_CONSUME:
            return self.score_good(card)
        if kind == s.K_SPEND:
            power = self.g.t.powers[self.g.power >> 3][self.g.power & 7]
            return float(self.w.chip * power.vp - self.hold(self.values_now, card))
        if kind == s.K_PRODUCE:
            return self.score_fill(card)
        if kind == s.K_GUESS:
            return self.card_now * self.unseen[action >> 6]
        return 0.0

    def score_placement(self, card: int) -> float:
        """Return what placing a card in this phase gains; passing gains nothing."""
        g = self.g
        develop = g.phase <= s.PHASE_DEVELOP_SECOND
        if develop:
            price = develop_price(g, g.seat, card)
        else:
            price = self.price_of(card, False, 0)
        value = self.gain_of(self.values_now, card, price)
        if not develop:
            value -= self.sacrificed(card)
        return value

    def sacrificed(self, world: int) -> float:
        """Return the worth of the card that has to be sacrificed for a world."""
        g, p, t = self.g, self.p, self.g.t
        gone = -1
        if t.military[world]:
            if p.military_against(t, world) < t.cost[world] and p.contact < 0:
                gone = p.tactics
        elif settle_price(g, g.seat, world, s.BY_PAYING) > len(p.hand) - 1:
            gone = p.ship
        return float(self.w.sacrifice * t.vp[gone]) if gone >= 0 else 0.0

    def score_way(self, method: int, sacrifice: int) -> float:
        """Return what a way of settling costs, as a loss."""
        g, p, t = self.g, self.p, self.g.t
        if sacrifice:
            gone = p.tactics if method == s.BY_CONQUERING else p.ship
            return -float(self.w.sacrifice * t.vp[gone] + self.w.one_shot)
        if method == s.BY_CONQUERING:
            return 0.0
        price = settle_price(g, g.seat, p.placing, method)
        return -self.payment(self.values_now, -1, price)

    def score_sale(self, world: int, via: int) -> float:
        """Return the cards a sale brings, less the good."""
        g, w = self.g, self.w
        value = w.sale * self.cards_share * sale_price(g, g.seat, world, via) - w.keep_good
        if g.t.production[world] == c.PRODUCTION:
            value += w.refilled
        return float(value)

    def score_use(self, card: int, number: int) -> float:
        """Return what a consume power brings per good; powers for few kinds go first."""
        p, t, w = self.p, self.g.t, self.w
        power = t.powers[card][number]
        if power.op == c.CONSUME_ALL:
            goods = len(p.goods)
            return float(w.chip * power.vp * (goods - 1) / goods - w.keep_good)
        value = (w.chip * power.vp + w.sale * self.cards_share * power.cards) / max(
            power.goods, 1
        ) - w.keep_good
        if power.op == c.CONSUME_DIFFERENT:
            value += w.special_first * 0.5
        elif power.kind != c.ANY_KIND:
            value += w.special_first
        if power.goods > 1 and len(p.goods) < power.goods + 1:
            value += w.special_first * 0.25
        return float(value)

    def score_good(self, world: int) -> float:
        """Return how well a good can be spared."""
        t, p, w = self.g.t, self.p, self.w
        kind = t.kind[world]
        value = -w.fill_price * (t.prices[kind] + t.sell_here[world])
        if t.production[world] == c.PRODUCTION:
            value += w.refilled
            for power in t.powers[world]:
                if power.op == c.DRAW_IF_PRODUCED_HERE:
                    value += w.fill_cards * power.n
        for code in p.todo:
            power = t.powers[code >> 3][code & 7]
            if power.op == c.CONSUME and power.kind == kind and p.kinds[kind] <= power.times:
                value -= w.special_first
        return float(value)

    def score_fill(self, world: int) -> float:
        """Return the value of a good on a windfall world."""
        t, w = self.g.t, self.w
        kind = t.kind[world]
        value = w.fill_price * (t.prices[kind] + t.sell_here[world])
        if self.out.wanted[kind]:
            value += w.special_first
        for power in t.powers[world]:
            if power.op == c.DRAW_IF_PRODUCED_HERE:
                value += w.fill_cards * power.n
        return float(value)

    def count_unseen(self) -> list[float]:
        """Return the share of cards not in sight that show each number 0 to 7."""
        t, p = self.g.t, self.p
        counts = t.printed[:]
        seen = p.seen
        while seen:
            low = seen & -seen
            counts[t.cost[low.bit_length() - 1]] -= 1
            seen ^= low
        for card in p.hand:
            counts[t.cost[card]] -= 1
        total = sum(counts)
        return [count / total if total else 0.0 for count in counts]

    def evaluate(self, view: State, seat: int) -> float:
        """Return points so far, tableau, goods and hand of a seat, less the best other seat's."""
        g: RaceState = view  # type: ignore[assignment]
        left = rounds_left(g)
        worths = [self._standing(g, p, g.score[number], left) for number, p in enumerate(g.players)]
        mine = worths.pop(seat)
        return float(mine - max(worths))

    def _standing(self, g: RaceState, p: Player, points: int, left: int) -> float:
        t = g.t
        if g.seat < 0:
            return float(points)
        value = float(points)
        for card in p.tableau:
            value += t.vp[card] + left * self.values_now.rate[card]
            if t.six[card]:
                d = t.design[card]
                value += sum(t.term_points[d][t.design[other]] for other in p.tableau)
                if t.military_vp[d]:
                    value += p.sums[c.SUM_MILITARY]
                if t.chips_per[d]:
                    value += t.chips_vp[d] * (p.chips // t.chips_per[d])
        return float(value + 0.5 * len(p.hand) + 0.7 * len(p.goods))


def _take(kinds: list[int], number: int) -> None:
    """Take goods away from the kinds that have most."""
    for _ in range(number):
        most = 0
        for kind in range(1, 4):
            if kinds[kind] > kinds[most]:
                most = kind
        kinds[most] -= 1


GREEDY = Greedy
