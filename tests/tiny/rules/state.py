"""The state of a game of The Fair: where every card and coin is, and who is asked next."""

from __future__ import annotations

from typing import Any

from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from tests.tiny import schema
from tests.tiny.rules import apply, legal, scoring
from tests.tiny.rules.tables import Tables


class FairState(State):
    """Where a game of The Fair stands.

    Attributes
    ----------
    hands
        Card ids per seat, in ascending order, so that a hand has one form only.
    stalls
        Per seat a mask of the cards sold or won.
    wares
        Cards on the stalls by good: seat * 3 + good.
    offers
        Card offered this round per seat, secret in the phase of offering; `NO_CARD` before.
    queue_seats, queue_phases
        Decisions still to be asked, first one first; the front is `seat` and `phase`.
    bidders
        Mask of the seats that have not passed.
    """

    __slots__ = (
        "bid", "bidders", "coins", "deck", "discard", "factions", "first", "first_lot", "hands",
        "highest_bidder", "lot", "offers", "queue_phases", "queue_seats", "reshuffles", "rounds",
        "stalls", "tables", "wares",
    )  # fmt: skip

    tables: Tables
    rounds: int
    factions: list[int]
    coins: list[int]
    hands: list[list[int]]
    stalls: list[int]
    wares: list[int]
    offers: list[int]
    deck: list[int]
    discard: list[int]
    reshuffles: int
    first: int
    first_lot: int
    lot: int
    bid: int
    highest_bidder: int
    bidders: int
    queue_seats: list[int]
    queue_phases: list[int]

    def __init__(self, rules: Rules, luck: Luck, tables: Tables, rounds: int) -> None:
        super().__init__(rules, luck)
        self.tables = tables
        self.rounds = rounds
        self.factions = [0] * self.seats
        self.coins = [0] * self.seats
        self.hands = [[] for _ in range(self.seats)]
        self.stalls = [0] * self.seats
        self.wares = [0] * (self.seats * schema.GOOD_COUNT)
        self.offers = [schema.NO_CARD] * self.seats
        self.deck = []
        self.discard = []
        self.reshuffles = 0
        self.first = 0
        self.first_lot = 0
        self.lot = schema.NO_CARD
        self.bid = 0
        self.highest_bidder = -1
        self.bidders = 0
        self.queue_seats = []
        self.queue_phases = []

    def clone(self) -> FairState:
        """Return an independent copy without observer; the tables and rules are shared."""
        copy = FairState(self.rules, self.luck, self.tables, self.rounds)
        copy.copy_base(self)
        copy.factions = self.factions[:]
        copy.coins = self.coins[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.stalls = self.stalls[:]
        copy.wares = self.wares[:]
        copy.offers = self.offers[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.reshuffles = self.reshuffles
        copy.first = self.first
        copy.first_lot = self.first_lot
        copy.lot = self.lot
        copy.bid = self.bid
        copy.highest_bidder = self.highest_bidder
        copy.bidders = self.bidders
        copy.queue_seats = self.queue_seats[:]
        copy.queue_phases = self.queue_phases[:]
        return copy

    def determinize(self, seat: int, luck: Luck) -> FairState:
        """Redraw the others' hands, their secret offers and the deck; the luck to come as well."""
        copy = self.clone()
        copy.luck = luck.fork("to come")
        secret = self.phase == schema.OFFERING
        unseen = self.deck[:]
        for other in range(self.seats):
            if other != seat:
                unseen += self.hands[other]
                if secret and self.offers[other] != schema.NO_CARD:
                    unseen.append(self.offers[other])
        unseen = luck.fork("unseen").shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                count = len(self.hands[other])
                copy.hands[other] = sorted(unseen[:count])
                del unseen[:count]
                if secret and self.offers[other] != schema.NO_CARD:
                    copy.offers[other] = unseen.pop()
        copy.deck = unseen
        return copy

    def reopen(self, seat: int) -> None:
        """Take back the others' secret offers; they are asked again, in order of play (rule 4)."""
        if self.phase != schema.OFFERING:
            return
        taken_back = False
        for other in range(self.seats):
            card = self.offers[other]
            if other != seat and card != schema.NO_CARD:
                self.hands[other] = sorted([*self.hands[other], card])
                self.offers[other] = schema.NO_CARD
                taken_back = True
        if taken_back:
            self.queue_seats = [s for s in apply.in_order(self) if self.hands[s]]
            self.queue_phases = [schema.OFFERING] * len(self.queue_seats)
            self.seat = self.queue_seats[0]

    # Choosing and acting ------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action; of exchanges a generous list (see `legal.exchanges`)."""
        return legal.legal(self)

    def candidates(self) -> list[int]:
        """Return the legal actions worth a thought (see `legal.candidates`)."""
        return legal.candidates(self)

    def is_legal(self, action: int) -> bool:
        """Tell whether the rules allow `action` now."""
        return legal.is_legal(self, action)

    def why_illegal(self, action: int) -> str:
        """Say why `action` is refused."""
        return legal.why_illegal(self, action)

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        apply.apply(self, action)

    # Result and log -----------------------------------------------------------------------------

    def standing(self, seat: int) -> tuple[int, ...]:
        """Rule 9: the most points win; if tied, the most coins."""
        return (self.score[seat], self.coins[seat])

    def projected_scores(self) -> list[int]:
        """Return the points with the sets that are complete so far (rule 9)."""
        if self.over:
            return self.scores()
        return [points + scoring.set_points(self, seat) for seat, points in enumerate(self.score)]

    def verdict(self, seat: int) -> str:
        """Rule 10: a winner is called host of the fair, with many points its master."""
        if not self.over or seat not in self.winners():
            return ""
        return (
            "master of the fair" if self.score[seat] >= self.tables.master else "host of the fair"
        )

    def log_row(self, seat: int) -> tuple[int, ...]:
        """Return the values of ``schema.move_columns``."""
        return (self.coins[seat], len(self.hands[seat]), self.lot, self.bid)

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the faction and the closing figures."""
        bread, cloth, pots = self.wares[seat * schema.GOOD_COUNT : (seat + 1) * schema.GOOD_COUNT]
        return {
            "faction": self.factions[seat],
            "coins_left": self.coins[seat],
            "wares_bread": bread,
            "wares_cloth": cloth,
            "wares_pots": pots,
        }

    def game_row(self) -> dict[str, Any]:
        """Return the values of ``schema.game_columns``."""
        return {"first_lot": self.tables.good[self.first_lot], "reshuffles": self.reshuffles}

    def check(self) -> None:
        """Every card is somewhere once, nothing is negative, the queue's front is asked."""
        places = [*self.deck, *self.discard]
        for seat in range(self.seats):
            places += self.hands[seat]
            places += legal.cards_in(self.stalls[seat])
            assert self.hands[seat] == sorted(self.hands[seat]), f"hand of {seat} is not sorted"
            wares = self.wares[seat * schema.GOOD_COUNT : (seat + 1) * schema.GOOD_COUNT]
            assert sum(wares) == self.stalls[seat].bit_count(), f"wares of seat {seat}: {wares}"
        if self.phase == schema.OFFERING:
            places += [card for card in self.offers if card != schema.NO_CARD]
        if self.lot != schema.NO_CARD:
            places.append(self.lot)
        assert sorted(places) == self.tables.cards, "a card is missing or there twice"
        assert min(self.coins) >= 0, f"negative coins: {self.coins}"
        if not self.over:
            assert self.queue_seats[0] == self.seat, "the queue's front is not asked"
            assert self.queue_phases[0] == self.phase, "the queue's front is in another phase"
