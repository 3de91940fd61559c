"""The state of a game of The Fair: where every card and coin is, and who is asked next."""

from __future__ import annotations

from typing import Any

from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from tests.tiny import schema
from tests.tiny.rules import apply, hidden, invariants, legal, scoring
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
        """Return a copy in which what the seat does not know is redrawn; see `hidden`."""
        return hidden.redraw(self, seat, luck)

    def reopen(self, seat: int) -> None:
        """Take back the others' secret offers; see `hidden`."""
        hidden.reopen(self, seat)

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
        honoured = self.score[seat] >= self.tables.master
        return "master of the fair" if honoured else "host of the fair"

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
        """Raise AssertionError if an invariant is broken."""
        invariants.check(self)
