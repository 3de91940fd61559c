"""What cards are worth: once they lie in the tableau, and while they are in hand.

Everything is measured in victory points. `Outlook` sums up a seat's tableau (what it makes, what it
can consume, its Military, its six-cost developments). From it follow `Worth.worth`, what a card is
worth once it lies in the tableau, and `Worth.hold`, what it is worth in hand; these two decide what is
kept, discarded, paid with and placed.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ClassVar, Final

from simkit.core.greedy import (
    Contribution,
    GreedyBot,
    Weight,
    profile_names,
    read_profile,
)
from simkit.core.state import NOBODY
from simkit.games.race_for_the_galaxy import components as c
from simkit.games.race_for_the_galaxy import state as st
from simkit.games.race_for_the_galaxy.in_force import Weights
from simkit.games.race_for_the_galaxy.outlook import (
    LASTING,
    PACE,
    PACE_AT_FIRST,
    Outlook,
    Values,
    steps_left,
)
from simkit.games.race_for_the_galaxy.scoring import variable_points
from simkit.games.race_for_the_galaxy.weights import WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.race_for_the_galaxy.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.tables import Power, Tables

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


@functools.cache
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
        self._named_for: Rules | None = None
        self._named_by: tuple[str, dict[str, float]] = ("", {})
        self._named: dict[str, float] = {}
        self._tables: Tables | None = None
        self._active: list[int] = []
        self._chips = 0
        self._seat = NOBODY
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
        self.cards_chosen = 2.0 if rules.options["advanced"] else 1.0
        advanced = bool(rules.options["advanced"])
        pace = PACE_AT_FIRST if advanced or self.profile == FROZEN else PACE
        self.pace = pace[rules.seats] / (1.5 if advanced else 1.0)
        super().start(rules, seat, luck)

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name, with what the profile weighs differently at tables of two.

        They are read once per setting.

        In the advanced game of two as many phases run as with more players: nothing is different there.
        In the frozen profile features that came later weigh nothing.
        """
        if self._named_for is rules and self._named_by == (self.profile, self.weights):
            return self._named
        found = self._read_weights(rules)
        self._named_for, self._named = rules, found
        self._named_by = (self.profile, dict(self.weights))
        return found

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
        self._seat = NOBODY
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

    def look(self, g: RaceState) -> None:
        """Sum up the position; card values are kept while what they depend on stays."""
        self.g = g
        self.p = p = g.players[g.seat]
        # The powers of a card that is not paid for do not work yet: it is left out.
        unpaid = g.stage == st.STAGE_PAY or g.stage == st.STAGE_SETTLE_BY
        active = p.tableau[:-1] if unpaid else p.tableau
        chips = p.chips // 3  # chips count by threes: Galactic Renaissance
        fresh = active != self._active or chips != self._chips or g.seat != self._seat
        if fresh:
            self._active = active[:]
            self._chips = chips
            self._seat = g.seat
            self.out = Outlook(g.t, p, self._active)
        steps = steps_left(g, unpaid)
        if fresh or steps != self.steps:
            self.steps = steps
            self.rounds = steps * self.pace
            self.early = min(self.rounds, 8.0) / 8.0
            self.lasting = LASTING[steps if steps < 4 else 4]
            self.cards_share = (0.3 + 0.7 * self.early) * self.lasting
            self.card_now = self.card_value(self.w)
            self.card_ref = self.card_value(self.ref.w)
            for v in (self.values_now, self.ref):
                v.worth = {}
                v.held = {}
                if fresh:
                    v.parts = {}

    def card_value(self, w: Weights) -> float:
        """Return what any card in hand is worth; less and less towards the end, nothing after it."""
        return float((w.card + w.card_early * self.early) * self.lasting)

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

    def _consumer(self, w: Weights, power: Power) -> float:
        """Return the value of a consume power per round left."""
        busy = self.out.finds_goods(power.kind)
        rate = w.consumer if busy else w.idle_consumer
        times = power.times if busy else 1
        cards = w.consume_cards * power.cards * (1.0 if busy else 0.4)
        return float((rate * power.vp + cards) * (1.0 + 0.5 * (times - 1)))

    def hold(self, v: Values, card: int) -> float:
        """Return what a card is worth in hand."""
        if card in v.held:
            return v.held[card]
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
        if not owned:
            ref = self.ref
            worth = ref.worth[card] if card in ref.worth else self.worth(ref, card)
            gain = worth - self.card_ref * (price + 1)
            if gain > 0:
                if v is not ref:
                    gain = self.worth(v, card) - each * (price + 1)
                share = PLAN if price <= 4 else 0.85 * PLAN
                if missing > 0:
                    share *= REACH[missing] if missing < 5 else 0.02
                value += share * gain
        v.held[card] = value
        return float(value)

    def points_of(self, p: Player) -> float:
        """Return the points of a seat if the game ended now."""
        t = self._tables
        assert t is not None
        value = p.chips
        for card in p.tableau:
            value += t.vp[card]
            if t.six[card]:
                value += variable_points(t, p, card)
        return float(value)
