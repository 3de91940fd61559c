"""The greedy bot of Race for the Galaxy: what it scores for each kind of decision.

It is built in layers: `worth` (what cards are worth), `placements` (prices, payments, the best
placements), `goods` (selling, consuming, producing) and, on top, this module: choosing an action card
weighs each phase with its bonus against what the others are likely to bring about anyway (`rivals`).
Scores are linear in the weights of `weights`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.bot import Choice
from simkit.core.memo import UNKNOWN
from simkit.core.schema import KIND_MASK
from simkit.core.state import State
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.bot.goods import Goods, need
from simkit.games.race_for_the_galaxy.bot.outlook import steps_left
from simkit.games.race_for_the_galaxy.bot.rivals import ByPhase, weigh_rivals
from simkit.games.race_for_the_galaxy.bot.standing import expected_points
from simkit.games.race_for_the_galaxy.rules import explore
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules.rounds import hand_limit

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.bot.weight_set import Weights
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

CHOICE_OF: Final[list[float]] = [
    0.0,
    0.0,
    0.56,
    0.85,
    1.03,
    1.16,
    1.27,
    1.35,
    1.42,
    1.49,
    1.54,
]
"""`best_of` up to ten cards."""

LEAST: Final = float("-inf")


def best_of(drawn: int) -> float:
    """Return the expected best of so many cards in standard deviations above a card at random."""
    return CHOICE_OF[drawn if drawn < 10 else 10]


class Greedy(Goods):
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

    likely: ByPhase
    rival_gains: ByPhase
    ahead: float
    others_hands: float
    tempo: float

    def prepare(self, view: State) -> None:
        """Sum up the position, and weigh the action cards if one is to be chosen."""
        g: RaceState = view  # type: ignore[assignment]
        self.look(g)
        p = self.p
        stage = g.stage
        if stage == st.STAGE_CHOOSE or stage == st.STAGE_PLACE or stage == st.STAGE_SETTLE_BY:
            ref, held = self.ref, self.ref.held
            for card in p.hand:
                if held[card] == UNKNOWN:
                    self.hold(ref, card)
            self.cheapest = []
            if stage == st.STAGE_CHOOSE:
                self.likely, self.rival_gains = weigh_rivals(
                    g, g.seat, self.cards_chosen, self.missed
                )
                self.measure_race()
                self._weigh_actions()
            elif stage == st.STAGE_PLACE:
                self.look_at_phase()
        elif stage == st.STAGE_GUESS:
            self.unseen = self.count_unseen()

    def _weigh_actions(self) -> None:
        """Work out what choosing each action card gains over leaving it to the others."""
        w: Weights = self.w
        t, p, likely = self.g.t, self.p, self.likely
        explore, develop, settle, consume, produce = self._given_away()
        hand = len(p.hand)
        plain = w.empty_hand * (4 - hand) / 4 if hand < 4 else 0.0
        without, five, one_one = self.explore_gains()
        plain -= without * likely.explore
        hurry = w.hurry if len(p.tableau) >= t.tableau_end - 2 else 0.0
        bonus = (hurry + w.build_development) * (1.0 - likely.develop)
        develops = self._weigh_building(True, bonus, likely.develop)
        bonus = (hurry + w.build_world) * (1.0 - likely.settle) + w.settle_bonus * t.settle_bonus
        settles = self._weigh_building(False, bonus, likely.settle)
        trade, double, produced = self._weigh_goods()
        self.action_values = [
            plain + five - explore,
            plain + one_one - explore,
            develops[0] - develop,
            settles[0] - settle,
            trade - consume,
            double - consume,
            produced - produce,
            develops[1] - develop,
            settles[1] - settle,
        ]

    def _given_away(self) -> tuple[float, float, float, float, float]:
        """Return what calling each phase gives the others, as far as they would not call it."""
        others: float = self.w.others
        likely, gains = self.likely, self.rival_gains
        return (
            others * (1.0 - likely.explore) * gains.explore,
            others * (1.0 - likely.develop) * gains.develop,
            others * (1.0 - likely.settle) * gains.settle,
            others * (1.0 - likely.consume) * gains.consume,
            others * (1.0 - likely.produce) * gains.produce,
        )

    def _weigh_building(self, develop: bool, bonus: float, by_others: float) -> tuple[float, float]:
        """Return what calling Develop or Settle gains, and calling it a second time."""
        first, second, number, free = self.best_builds(develop)
        if not number:
            return 0.0, 0.0
        w: Weights = self.w
        bonus += self.tempo - w.full_hands * self.others_hands * (1.0 - by_others)
        once = first + bonus - by_others * free
        if number == 1:
            return once, 0.0
        return once, second + bonus - 0.4 * by_others * second

    def _weigh_goods(self) -> tuple[float, float, float]:
        """Return what calling Consume-Trade, Consume-2xVP and Produce gains."""
        w: Weights = self.w
        g, p = self.g, self.p
        by_others, refilled = self.likely.consume, self.likely.produce
        chips = cards = used = 0
        trade = double = 0.0
        if p.goods or self.out.consume_draws:
            chips, cards, used = self.consumed(p.kinds)
            plain = self.cards_won(cards) - w.keep_good * used
            free = (plain + w.chip * chips) * by_others
            trade = (self.trade_gain() if p.goods else plain) - free
            double = plain + w.chip * chips * g.t.double - free
            if chips:
                double += w.double_action
                double += w.double_shared * chips * by_others
                taken = chips * g.t.double
                drained = taken / g.pool if taken < g.pool else 1.0
                double += (w.drain + w.ending * self.ahead) * drained
        fresh, windfall = self.fresh_goods()
        filled = fresh[0] + fresh[1] + fresh[2] + fresh[3] > 0
        own = free = 0.0
        if filled or self.out.draws:
            own = free = self.produce_gain(fresh, chips, cards, used)
        if windfall >= 0:
            fresh[windfall] += 1
            filled = True
            own = self.produce_gain(fresh, chips, cards, used)
        produced = own - refilled * free
        if filled:
            produced += w.produce_action * (1.0 - refilled)
        return trade, double, produced

    def measure_race(self) -> None:
        """Measure what only the end of the game is about: leads, and the others' full hands."""
        w: Weights = self.w
        self.ahead = self.others_hands = self.tempo = 0.0
        g, p = self.g, self.p
        best = fullest = hands = 0.0
        for seat, other in enumerate(g.players):
            if other is not p:
                hands += max(len(other.hand) - 3, 0)
                best = max(best, self.points_of(g, seat))
                fullest = max(fullest, float(len(other.tableau)))
        self.ahead = min(max(self.points_of(g, g.seat) - best, 0.0), 10.0)
        missing = max(g.t.tableau_end - len(p.tableau), 1)
        self.tempo = w.tableau_lead * (len(p.tableau) - fullest) + w.ending * self.ahead / missing
        self.others_hands = hands / (g.seats - 1)

    def explore_gains(self) -> tuple[float, float, float]:
        """Return what Explore gives without an action card, with +5, and with +1/+1."""
        t, p = self.g.t, self.p
        w: Weights = self.w
        choice, each, hand = w.explore, self.card_now, len(p.hand)
        drawn, kept = explore.looks(self.g, self.g.seat), explore.keeps(self.g, self.g.seat)
        more = kept + t.bonus_1_1_keep
        thirst = w.thirst * self.cards_share
        room = hand_limit(self.g, self.g.seat) - hand
        if room < 0:
            room = 0
        few = (kept if kept < room else room) * each + thirst * need(hand, kept)
        many = (more if more < room else room) * each + thirst * need(hand, more)
        return (
            few + choice * best_of(drawn),
            few + choice * best_of(drawn + t.bonus_5_draw),
            many + choice * best_of(drawn + t.bonus_1_1_draw),
        )

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; frequent kinds are compared without detours."""
        kind = candidates[0] & KIND_MASK
        if kind == schema.K_PAY or kind == schema.K_DISCARD:
            self.look(view)  # type: ignore[arg-type]
            return self._least_held(candidates)
        if kind == schema.K_KEEP:
            self.look(view)  # type: ignore[arg-type]
            return self._most_held(candidates)
        if kind == schema.K_PLACE:
            self.prepare(view)
            return self._best_placement(candidates)
        if kind == schema.K_CHOOSE and candidates[0] >> 10 == schema.NO_SECOND:
            self.prepare(view)
            return self._best_action_card(candidates)
        return super().choose(view, candidates)

    def _least_held(self, candidates: list[int]) -> Choice:
        """Choose the card to give away."""
        v = self.values_now
        held = v.held
        least = second = UNKNOWN
        chosen = candidates[0]
        for action in candidates:
            value = held[action >> 6]
            if value == UNKNOWN:
                value = self.hold(v, action >> 6)
            if value < least:
                second = least
                least = value
                chosen = action
            elif value < second:
                second = value
        return Choice(chosen, -least, -second)

    def _most_held(self, candidates: list[int]) -> Choice:
        """Choose the card to keep."""
        v = self.values_now
        held = v.held
        best = second = LEAST
        chosen = candidates[0]
        for action in candidates:
            value = held[action >> 6]
            if value == UNKNOWN:
                value = self.hold(v, action >> 6)
            if value > best:
                second = best
                best = value
                chosen = action
            elif value > second:
                second = value
        return Choice(chosen, best, second)

    def _best_placement(self, candidates: list[int]) -> Choice:
        """Choose the card to place, or to pass."""
        best = second = LEAST
        chosen = candidates[0]
        for action in candidates:
            value = self.score_placement(action >> 6) if action != schema.K_PASS else 0.0
            if value > best:
                second = best
                best = value
                chosen = action
            elif value > second:
                second = value
        return Choice(chosen, best, second)

    def _best_action_card(self, candidates: list[int]) -> Choice:
        """Choose the action card of the round."""
        found = self.action_values
        best = second = LEAST
        chosen = candidates[0]
        for action in candidates:
            value = found[action >> 6 & 15]
            if value > best:
                second = best
                best = value
                chosen = action
            elif value > second:
                second = value
        return Choice(chosen, best, second)

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        t = self.g.t
        kind, card = action & KIND_MASK, action >> 6 & t.mask
        if kind in (schema.K_PAY, schema.K_DISCARD):
            return -self.hold(self.values_now, card)
        if kind == schema.K_KEEP:
            return self.hold(self.values_now, card)
        if kind == schema.K_CHOOSE:
            first, second = action >> 6 & 15, action >> 10
            value = self.action_values[first]
            return value if second == schema.NO_SECOND else value + self.action_values[second]
        if kind == schema.K_PLACE:
            return self.score_placement(card)
        if kind == schema.K_SETTLE_BY:
            return self.score_way(action >> 6 & 3, action >> 8)
        if kind == schema.K_TRADE:
            return self.score_sale(card, action >> t.second)
        if kind == schema.K_USE:
            return self.score_use(card, action >> t.second)
        if kind == schema.K_CONSUME:
            return self.score_good(card)
        if kind == schema.K_SPEND:
            power = t.powers[self.g.power >> 3][self.g.power & 7]
            return float(self.w.chip * power.vp - self.hold(self.values_now, card))
        if kind == schema.K_PRODUCE:
            return self.score_fill(card)
        if kind == schema.K_GUESS:
            return self.card_now * self.unseen[action >> 6]
        return 0.0

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
        """Return the lead in points to be expected at the end, over the best other seat."""
        g: RaceState = view  # type: ignore[assignment]
        left = steps_left(g)
        if g.seat < 0:
            worths = [float(points) for points in g.score]
        else:
            rate = self.values_now.rates.rate
            worths = [
                expected_points(g.t, p, self.points_of(g, place), rate, left)
                for place, p in enumerate(g.players)
            ]
        mine = worths.pop(seat)
        return float(mine - max(worths))


GREEDY = Greedy
