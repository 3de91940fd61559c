"""What cards are worth: once they lie in the tableau, and while they are in hand.

Everything is measured in victory points. `Outlook` sums up a seat's tableau (what it makes, what it
can consume, its Military, its six-cost developments). From it follow `Worth.worth`, what a card is
worth once it lies in the tableau, and `Worth.hold`, what it is worth in hand; these two decide what is
kept, discarded, paid with and placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from simkit.bots.greedy import (
    PROFILES,
    Contribution,
    GreedyBot,
    Weight,
    profile_names,
    read_profile,
)
from simkit.core.memo import UNKNOWN, Memo
from simkit.games.race_for_the_galaxy.bot.abilities import prospects
from simkit.games.race_for_the_galaxy.bot.outlook import (
    LASTING,
    PACE,
    PACE_AT_FIRST,
    Outlook,
    steps_left,
)
from simkit.games.race_for_the_galaxy.bot.values import Prospect, Rates, Values
from simkit.games.race_for_the_galaxy.bot.weight_set import Weights
from simkit.games.race_for_the_galaxy.bot.weights import WEIGHTS
from simkit.games.race_for_the_galaxy.rules import legal, terms
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules.scoring import points_beyond_print, points_for

if TYPE_CHECKING:
    from pathlib import Path

    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power, Tables

PLAN: Final = 0.3
"""Share of what placing a card would gain that counts while the card is still in hand."""

REACH: Final[tuple[float, ...]] = (1.0, 0.55, 0.3, 0.12, 0.04)
"""How likely a world is ever conquered, by the Military that is missing."""

FROZEN: Final = "baseline"
"""The profile that stays as first published."""

PLAIN: Final = "balanced"
"""The profile whose weights are those of plain ``greedy``."""

AT_TWO: Final = "two_players"
"""Folder of what profiles weigh differently at tables of two, where fewer phases run in a round."""


MOST_SETS: Final = 64
"""Sets of weights remembered per setting; a bot that is tuned tries thousands."""


def weights_of(named: dict[str, float]) -> Weights:
    """Return weights as attributes."""
    found = Weights()
    for name, value in named.items():
        setattr(found, name, value)
    return found


def weights_at_two(folder: Path, profile: str) -> dict[str, float]:
    """Return what a profile weighs differently at tables of two."""
    special = folder / AT_TWO
    return read_profile(special, profile).weights if profile in profile_names(special) else {}


class Worth(GreedyBot):
    """Knows the position of the seat to move and what cards are worth to it."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = Weights

    g: RaceState
    p: Player
    out: Outlook
    ref: Values
    values_now: Values

    def __init__(self, profile: str = "", weights: dict[str, float] | None = None) -> None:
        super().__init__(profile, weights)
        self._explaining = False
        self._tables: Tables | None = None
        self._read: Rates | None = None
        self._ref: Values | None = None
        self._active: list[int] = []
        self._chips = 0
        self.caches = True
        self.missed = Memo()  # see rivals.weigh_rivals
        self._tableaus = 0  # raised with every look at another tableau: the version of what follows
        self._consumed = Memo()  # see goods.Goods.consumed
        self._fullest = -1
        self._pool = 0
        self.pace = 1.0
        self.steps = -1
        self.rounds = 0.0
        self.early = 1.0
        self.lasting = 1.0
        self.cards_share = 1.0
        self.card_now = 0.0
        self.card_ref = 0.0

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the profile's weights for a game."""
        self._tables = rules.tables  # type: ignore[attr-defined]
        self.caches = rules.caches
        self.missed = rules.memo("race: phases missed")
        self._consumed = Memo(rules.caches)
        self._active = []
        self.cards_chosen = 2 if rules.options["advanced"] else 1
        advanced = bool(rules.options["advanced"])
        pace = PACE_AT_FIRST if advanced or self.profile == FROZEN else PACE
        self.pace = pace[rules.seats] / (1.5 if advanced else 1.0)
        super().start(rules, seat, luck)

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name, with what the profile weighs differently at tables of two.

        They are read once per setting, with what follows from them alone: bots that play only part of
        a game (look-ahead makes some for every game) are made quickly.

        In the advanced game of two as many phases run as with more players: nothing is different there.
        In the frozen profile features that came later weigh nothing.
        """
        tables: Tables = rules.tables  # type: ignore[attr-defined]

        def read(_: object) -> Rates:
            named = self._read_weights(rules)
            return Rates(tables, weights_of(named), named)

        key = self.profile, tuple(sorted(self.weights.items()))
        rates: Rates = rules.memo("race: rates", MOST_SETS).get(key, PROFILES.version, read)
        self._read = rates
        return rates.named

    def _read_weights(self, rules: Rules) -> dict[str, float]:
        if not self.profile:
            return Worth(PLAIN, self.weights)._read_weights(rules)
        found = super().named_weights(rules)
        folder = rules.data_folder()
        if self.profile == FROZEN:
            known = {**read_profile(folder, FROZEN).weights, **self.weights}
            found = {name: value if name in known else 0.0 for name, value in found.items()}
        if rules.seats == 2 and not rules.options["advanced"]:
            special = weights_at_two(folder, self.profile)
            found.update({name: special[name] for name in special if name not in self.weights})
        return found

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force.

        Which card is best, and which are paid with, is decided by `ref`: while an explanation tries
        the weights one by one, `ref` stays, so that the parts sum to the whole.
        """
        assert self._tables is not None
        self._active = []  # what was looked at before does not count any more
        self._fullest = self.steps = -1
        ref = self._ref
        if ref is not None and ref.rates.tables is self._tables:
            known = ref.rates.named
            if known is named or known == named:
                self.w = ref.w
                self.values_now = ref
                return
        rates = self._read
        if rates is None or rates.named is not named or rates.tables is not self._tables:
            rates = Rates(self._tables, weights_of(named), named)
        self.w = rates.w
        self.values_now = Values(rates)
        if not self._explaining:
            self._ref = self.ref = self.values_now

    def explain(self, view: State, action: int) -> list[Contribution]:
        """List the features behind a score; the contributions sum to it."""
        self._explaining = True
        try:
            return super().explain(view, action)
        finally:
            self._explaining = False

    def look(self, g: RaceState) -> None:
        """Sum up the position; card values are kept while what they depend on stays."""
        self.g = g
        self.p = p = g.players[g.seat]
        chips = p.chips
        # Code of packs may look at anything.
        fresh = p.active is not self._active or not self.caches or bool(g.t.coded)
        if fresh:
            before = self.out if self._active and self.caches else None
            self._active = p.active
            self.out = Outlook(g.t, p, p.active, before)
            self._tableaus += 1
        elif chips != self._chips:
            self.values_now.forget_chips()
            self.ref.forget_chips()
        self._chips = chips
        unpaid = g.stage == st.STAGE_PAY or g.stage == st.STAGE_SETTLE_BY
        fullest = g.fullest_paid if unpaid else g.fullest
        nearer = False
        if fullest != self._fullest or g.pool != self._pool:
            self._fullest = fullest
            self._pool = g.pool
            steps = steps_left(g, unpaid)
            nearer = steps != self.steps
            if nearer:
                self._count_steps(steps)
        if fresh or nearer:
            self.ref.forget(fresh)
            if self.values_now is not self.ref:
                self.values_now.forget(fresh)

    def _count_steps(self, steps: int) -> None:
        """Work out what follows from the number of steps that are left."""
        self.steps = steps
        self.rounds = rounds = steps * self.pace
        self.early = (rounds if rounds < 8.0 else 8.0) / 8.0
        self.lasting = LASTING[steps if steps < 4 else 4]
        self.cards_share = (0.3 + 0.7 * self.early) * self.lasting
        self.card_now = self.card_value(self.w)
        self.card_ref = self.card_value(self.ref.w)

    def card_value(self, w: Weights) -> float:
        """Return what any card in hand is worth; less and less towards the end, nothing after it."""
        return float((w.card + w.card_early * self.early) * self.lasting)

    def worth(self, v: Values, card: int) -> float:
        """Return what a card is worth once it lies in the tableau, without what it costs."""
        return self.prospect(v, card).worth

    def prospect(self, v: Values, card: int) -> Prospect:
        """Return what a card would be in the tableau."""
        if v.held[card] == UNKNOWN:
            self.hold(v, card)
        found = v.prospects[card]
        assert found is not None  # there since it was held
        return found

    def _place_in_context(self, v: Values, card: int) -> Prospect:
        """Work out what a card is worth at once and per round left, its price and its prospects."""
        g, t, p, w, out = self.g, self.g.t, self.p, v.w, self.out
        once, rate = v.rates.flat[card], v.rates.rate[card]
        design = t.design[card]
        for six in out.sixes:
            once += w.six_fed * t.term_points[six][design]
        price = missing = 0
        share = PLAN
        if t.world[card]:
            kind = t.kind[card]
            if kind >= 0:
                value = t.prices[kind]
                if t.production[card] == terms.WINDFALL:
                    once += w.windfall * value
                else:
                    finds = out.finds_consumer(kind)
                    rate += w.price * value + (w.production if finds else w.surplus)
            if t.military[card]:
                once += w.conquest
                missing = t.cost[card] - legal.strength(g, g.seat, card)
                if missing > 0:
                    share *= REACH[missing] if missing < 5 else 0.02
            else:
                price = legal.price_of_world(g, g.seat, card, 0)
        else:
            if t.six[card]:
                points = self._six_points(card)
                once += w.six_now * points
                rate += w.six_growth * points
            price = legal.price_of_development(g, g.seat, card, 0)
            if p.designs >> design & 1:
                share = 0.0
        if price > 4:
            share *= 0.85
        if v.rates.context[card]:
            once, rate = self._add_powers(v, card, once, rate)
        if t.abilities[card]:
            more = prospects(g, card, v.w)
            once += more[0]
            rate += more[1]
        found = v.prospects[card]
        if found is None:
            found = v.prospects[card] = Prospect()
        v.placed.append(found)
        found.once = once
        found.rate = rate
        found.price = price
        found.missing = missing
        found.share = share
        return found

    def _add_powers(self, v: Values, card: int, once: float, rate: float) -> tuple[float, float]:
        """Add the powers whose worth depends on the tableau."""
        w, out = v.w, self.out
        for power in v.rates.context[card]:
            op = power.op
            if op == terms.CONSUME:
                rate += self._consumer(w, power)
            elif op == terms.CONSUME_DIFFERENT:
                busy = out.kinds_made >= power.goods
                rate += (w.consumer if busy else w.idle_consumer) * power.vp
            elif op == terms.CONSUME_ALL:
                busy = out.all_made > out.all_wanted + 1
                rate += (w.consumer if busy else w.idle_consumer) * 2 * power.vp
            elif op == terms.EXTRA_TRADE:
                rate += w.consume_cards * 2
            elif op == terms.PRODUCE_WINDFALL:
                rate += w.windfall_power * (1.0 if out.windfalls[power.kind] else 0.3)
            elif op == terms.DRAW_PER_GOOD_PRODUCED:
                rate += w.draw_power * 0.5 * power.n * out.made[power.kind]
            elif op == terms.DRAW_PER_KIND_PRODUCED:
                rate += w.draw_power * 0.5 * power.n * out.kinds_made
            elif op == terms.DRAW_PER_WORLD:
                kinds = out.made[power.kind] + out.windfalls[power.kind]
                rate += w.draw_power * 0.5 * power.n * kinds
            elif op == terms.MILITARY:
                once += w.military_built_up * power.n * max(self.p.sums[terms.SUM_MILITARY], 0)
        return once, rate

    def _six_points(self, card: int) -> int:
        """Return the variable points of a six-cost development as the tableau stands."""
        t, p = self.g.t, self.p
        return points_for(t, card, [*p.active, card], p.chips, p.military_with(t, card))

    def _consumer(self, w: Weights, power: Power) -> float:
        """Return the value of a consume power per round left."""
        busy = self.out.finds_goods(power.kind)
        rate = w.consumer if busy else w.idle_consumer
        times = power.times if busy else 1
        cards = w.consume_cards * power.cards * (1.0 if busy else 0.4)
        return float((rate * power.vp + cards) * (1.0 + 0.5 * (times - 1)))

    def hold(self, v: Values, card: int) -> float:
        """Return what a card is worth in hand."""
        if v.held[card] != UNKNOWN:
            return v.held[card]
        found = v.prospects[card]
        if found is None or found.once == UNKNOWN:
            found = self._place_in_context(v, card)
        worth = found.worth = found.once + self.rounds * found.rate
        ref = self.ref
        each = value = self.card_ref if v is ref else self.card_now
        share = found.share
        if share:
            cards = found.price + 1
            gain = (worth if v is ref else self.worth(ref, card)) - self.card_ref * cards
            if gain > 0:
                if v is not ref:
                    gain = worth - each * cards
                value += share * gain
        v.held[card] = value
        v.asked.append(card)
        return value

    def points_of(self, g: RaceState, seat: int) -> float:
        """Return the points of a seat if the game ended now."""
        t, p = g.t, g.players[seat]
        value = p.chips
        for card in p.tableau:
            value += t.vp[card]
            if t.six[card] or t.scores_more[card]:
                value += points_beyond_print(g, seat, card)
        return float(value)
