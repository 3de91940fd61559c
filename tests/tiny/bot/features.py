"""What a greedy bot looks at in The Fair: named features, one small scorer per kind of action."""

from __future__ import annotations

from typing import ClassVar

from simkit.bots.greedy import GreedyBot, Weight, weight_set
from simkit.core.schema import KIND_BITS, KIND_MASK
from simkit.core.state import State
from tests.tiny import schema
from tests.tiny.bot.weights import WEIGHTS
from tests.tiny.rules import scoring
from tests.tiny.rules.state import FairState


class FairGreedy(GreedyBot):
    """The greedy bot of The Fair; it reads its own hand and what lies open."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = weight_set(WEIGHTS)

    def prepare(self, view: State) -> None:
        """Find the fewest wares of one good on the own stall."""
        assert isinstance(view, FairState)
        seat = view.seat
        self.wares = view.wares[seat * schema.GOOD_COUNT : (seat + 1) * schema.GOOD_COUNT]
        self.fewest = min(self.wares)

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        assert isinstance(view, FairState)
        kind, rest = action & KIND_MASK, action >> KIND_BITS
        if kind == schema.OFFER:
            return self.score_offer(view, rest)
        if kind == schema.BID:
            return float(self.score_bid(view, rest))
        if kind == schema.EXCHANGE:
            return self.score_exchange(view, rest)
        if kind == schema.LABEL:
            return self.completes(rest)
        if kind == schema.UNDERCUT:
            return self.score_undercut(view)
        return 0.0  # pass, decline

    def completes(self, good: int) -> float:
        """Value one more ware of a good by what it does for sets."""
        return float(self.w.set_good) if self.wares[good] == self.fewest else 0.0

    def score_offer(self, view: FairState, card: int) -> float:
        """Value an offer: what it sells for, what it does for sets."""
        sold = self.w.sale * scoring.sale_worth(view, view.seat, card)
        return float(sold + self.completes(view.tables.good[card]))

    def score_undercut(self, view: FairState) -> float:
        """Value the rest of the worth against its price."""
        worth = scoring.sale_worth(view, view.seat, view.offers[view.seat])
        gained = worth - scoring.half_worth(worth)
        return float(self.w.undercut * gained - self.w.price * view.tables.undercut_price)

    def score_bid(self, view: FairState, amount: int) -> float:
        """Value the lot, and the good it will be labelled as, against the bid."""
        return float(
            self.w.lot * view.tables.worth[view.lot] + self.w.set_good - self.w.price * amount
        )

    def score_exchange(self, view: FairState, cards: int) -> float:
        """Value the cards kept and the cards drawn."""
        value = 0.0
        for card in view.hands[view.seat]:
            if (cards >> card) & 1:
                value += self.w.fresh_card
            else:
                value += self.w.keep_worth * scoring.sale_worth(view, view.seat, card)
        return value

    def evaluate(self, view: State, seat: int) -> float:
        """Value a position: the lead in points, and the purse."""
        assert isinstance(view, FairState)
        return super().evaluate(view, seat) + float(self.w.purse * view.coins[seat])


GREEDY = FairGreedy
