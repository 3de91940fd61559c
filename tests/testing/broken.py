"""Variants of The Fair that each break the contract in one way."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from simkit.core.luck import Luck
from simkit.core.rows import RowBytes
from simkit.core.schema import KIND_BITS, KIND_MASK
from simkit.core.state import State
from tests.tiny.rules.state import FairState
from tests.tiny.schema import (
    BID,
    BIDDING,
    DECLINE,
    EXCHANGE,
    LABEL,
    NO_CARD,
    OFFER,
    PASS,
    SALES,
    UNDERCUT,
    UNDERCUTTING,
)
from tests.tiny.title import FairRules


class BrokenState(FairState):
    """A state whose clones are of its own class; not yet broken."""

    __slots__ = ()

    def clone(self) -> FairState:
        copy = super().clone()
        copy.__class__ = type(self)
        return copy


class BrokenRules(FairRules):
    """Rules that deal states of another class; not yet broken."""

    state_class: ClassVar[type[FairState]] = BrokenState

    def deal(self, luck: Luck, **fixed: Any) -> FairState:  # type: ignore[override]
        state = super().deal(luck, **fixed)
        state.__class__ = self.state_class
        return state


def rules_with(state_class: type[FairState]) -> type[FairRules]:
    """Return rules that deal states of a class."""
    return type(f"RulesWith{state_class.__name__}", (BrokenRules,), {"state_class": state_class})


# States --------------------------------------------------------------------------------------------


class PointsDoNotSum(BrokenState):
    """Labelling raises the score, but no source."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        if action & KIND_MASK == LABEL:
            self.score[self.seat] += 1
        super().apply(action)


class PointsPastGain(BrokenState):
    """Labelling raises score and source by hand."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        if action & KIND_MASK == LABEL:
            self.score[self.seat] += 1
            self.points[self.seat * self.sources + SALES] += 1
        super().apply(action)


class CloneShares(BrokenState):
    """Clones share the list of coins."""

    __slots__ = ()

    def clone(self) -> FairState:
        copy = super().clone()
        copy.coins = self.coins
        return copy


class CloneForgets(BrokenState):
    """Clones forget the highest bid."""

    __slots__ = ()

    def clone(self) -> FairState:
        copy = super().clone()
        copy.bid = 0
        return copy


class LegalListsTooMuch(BrokenState):
    """The list offers to pass where undercutting is asked for; `is_legal` refuses it."""

    __slots__ = ()

    def legal(self) -> list[int]:
        actions = super().legal()
        return [*actions, PASS] if self.phase == UNDERCUTTING else actions

    def candidates(self) -> list[int]:
        return [a for a in super().candidates() if self.is_legal(a)]

    def is_legal(self, action: int) -> bool:
        return super().is_legal(action) and not (action == PASS and self.phase == UNDERCUTTING)


class LegalForgets(BrokenState):
    """The list forgets that undercutting can be declined; `is_legal` does not."""

    __slots__ = ()

    def legal(self) -> list[int]:
        return [a for a in super().legal() if a & KIND_MASK != DECLINE]

    def is_legal(self, action: int) -> bool:
        if self.phase == UNDERCUTTING and self.seat >= 0:
            return action in (UNDERCUT, DECLINE)
        return super().is_legal(action)


class LegalNotInts(BrokenState):
    """The list holds a bool."""

    __slots__ = ()

    def legal(self) -> list[int]:
        if self.phase == UNDERCUTTING and self.seat >= 0:
            return [bool(UNDERCUT), DECLINE]
        return super().legal()


class CandidatesIllegal(BrokenState):
    """The candidates hold a bid below the highest bid."""

    __slots__ = ()

    def candidates(self) -> list[int]:
        actions = super().candidates()
        if self.phase == BIDDING and self.bid:
            actions.append(BID | self.bid << KIND_BITS)
        return actions

    def apply(self, action: int) -> None:
        if action & KIND_MASK == BID and action >> KIND_BITS <= self.bid:
            action = PASS
        super().apply(action)


class StepCrashes(BrokenState):
    """`is_legal` stumbles over numbers that are no action."""

    __slots__ = ()

    def is_legal(self, action: int) -> bool:
        self.rules.decode(action)
        return super().is_legal(action)


class StepAcceptsAll(BrokenState):
    """`step` does not ask `is_legal`."""

    __slots__ = ()

    def step(self, action: int) -> None:
        if self.is_legal(action):
            self.apply(action)


class NegativeCoins(BrokenState):
    """Whoever wins the auction pays three coins more than the bid."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        if action & KIND_MASK == LABEL:
            self.coins[self.seat] -= 3
        super().apply(action)

    def legal(self) -> list[int]:
        coins = self.coins
        self.coins = [max(0, c) for c in coins]
        try:
            return super().legal()
        finally:
            self.coins = coins


class OffersLeak(BrokenState):
    """Others' secret offers are not redrawn."""

    __slots__ = ()

    def determinize(self, seat: int, luck: Luck) -> FairState:
        secret = self.offers[:]
        self.offers = [NO_CARD if s != seat else secret[s] for s in range(self.seats)]
        copy = super().determinize(seat, luck)
        self.offers = secret
        copy.offers = secret[:]
        return copy


class LuckLeaks(BrokenState):
    """The luck to come is the same in a determinized state."""

    __slots__ = ()

    def determinize(self, seat: int, luck: Luck) -> FairState:
        copy = super().determinize(seat, luck)
        copy.luck = self.luck
        return copy


class OrderLeaks(BrokenState):
    """What is redrawn depends on where the hidden cards lie."""

    __slots__ = ()

    def determinize(self, seat: int, luck: Luck) -> FairState:
        copy = super().determinize(seat, luck)
        copy.deck = luck.fork("deck").order(self.deck)
        for other in range(self.seats):
            if other != seat:
                copy.hands[other] = self.hands[other][:]
        copy.offers = self.offers[:]
        return copy


class OwnHandRedrawn(BrokenState):
    """A seat's own hand is redrawn for it."""

    __slots__ = ()

    def determinize(self, seat: int, luck: Luck) -> FairState:
        return super().determinize((seat + 1) % self.seats, luck)


class GlobalRandomness(BrokenState):
    """An exchange may earn coins: Python's own random numbers decide."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        seat = self.seat
        super().apply(action)
        if action & KIND_MASK == EXCHANGE:
            self.coins[seat] += random.randrange(4)


class LegalChangesState(BrokenState):
    """Asking what is legal turns the discard pile."""

    __slots__ = ()

    def legal(self) -> list[int]:
        self.discard.reverse()
        return super().legal()


class LogRowTooWide(BrokenState):
    """A figure in the log row does not fit its column."""

    __slots__ = ()

    def log_row(self, seat: int) -> tuple[int, ...]:
        return (*super().log_row(seat)[:-1], 1000)


class RowWrittenInAnotherOrder(BrokenState):
    """What is written at once is not what the log row says."""

    __slots__ = ()

    def write_row(self, seat: int, row: RowBytes) -> None:
        row.cells(self.log_row(seat)[::-1])


class SeatRowIncomplete(BrokenState):
    """A column of `seats` is forgotten."""

    __slots__ = ()

    def seat_row(self, seat: int) -> dict[str, Any]:
        row = super().seat_row(seat)
        del row["coins_left"]
        return row


class NoCheck(BrokenState):
    """No invariants are written down."""

    __slots__ = ()
    check = State.check


# Rules ---------------------------------------------------------------------------------------------


class DoesNotParseBack(FairRules):
    """The description of an offer names another card."""

    def describe(self, state: State, action: int) -> str:
        if action & KIND_MASK == OFFER:
            return f"an offer [offer card={(action >> KIND_BITS) ^ 1}]"
        return super().describe(state, action)


class DealIgnoresLuck(FairRules):
    """Every game is dealt alike."""

    def deal(self, luck: Luck, **fixed: Any) -> FairState:  # type: ignore[override]
        return super().deal(Luck(1), **fixed)


class DealIgnoresFactions(FairRules):
    """Given factions are not used."""

    def deal(self, luck: Luck, **fixed: Any) -> FairState:  # type: ignore[override]
        fixed.pop("factions", None)
        return super().deal(luck, **fixed)


class TablesInModule(FairRules):
    """The tables of the first rules are used by all."""

    kept: ClassVar[dict[int, Any]] = {}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.tables = self.kept.setdefault(self.seats, self.tables)


class PatchForAll(FairRules):
    """A patch is written into the one table that all rules share."""

    kept: ClassVar[dict[int, Any]] = {}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        mine = self.tables
        self.tables = self.kept.setdefault(self.seats, mine)
        for name, value in vars(mine).items():
            setattr(self.tables, name, value)


class RulesChange(FairRules):
    """Dealing raises the worth of a card, for good."""

    def deal(self, luck: Luck, **fixed: Any) -> FairState:  # type: ignore[override]
        self.tables.worth[0] += 1
        return super().deal(luck, **fixed)


class ChangedRules(BrokenRules):
    """A fine game with other rules: the label of a lot earns a point. The version is the same."""

    class ChangedState(BrokenState):
        __slots__ = ()

        def apply(self, action: int) -> None:
            if action & KIND_MASK == LABEL:
                self.gain(self.seat, SALES, 1)
            super().apply(action)

    state_class = ChangedState


class ChangedRulesRaised(ChangedRules):
    """The same, with the version raised."""

    version: ClassVar[int] = 2


# What people are told -----------------------------------------------------------------------------


class CardsLookAlike(FairRules):
    """Cards that show the same are called the same."""

    def words(self, state: State, action: int) -> str:
        return super().words(state, action).partition(" (card")[0]


class TellsHands(FairRules):
    """Whoever asks hears what the others hold."""

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        assert isinstance(after, FairState)
        return [f"the hands are {after.hands}"]


class TellsOffers(FairRules):
    """Everybody hears of an offer before it is revealed."""

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        offered = action & KIND_MASK == OFFER
        return [f"seat {before.seat} offers card {action >> KIND_BITS}"] if offered else []


class TellsNothingInASentence(FairRules):
    """A consequence is an empty text."""

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        return [""]


class TellingChangesState(FairRules):
    """Whoever tells the consequences puts the discard pile in order."""

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        assert isinstance(after, FairState)
        after.discard.append(0)
        return []


class ProjectsTooFew(BrokenState):
    """The last seat is forgotten."""

    __slots__ = ()

    def projected_scores(self) -> list[int]:
        return super().projected_scores()[:-1]


class ProjectsPastTheEnd(BrokenState):
    """Sets are counted once more when they have been scored."""

    __slots__ = ()

    def projected_scores(self) -> list[int]:
        return [points + 1 for points in self.score]


class ProjectingScores(BrokenState):
    """What would be scored is scored."""

    __slots__ = ()

    def projected_scores(self) -> list[int]:
        if not self.over:
            self.coins[0] += 1
        return super().projected_scores()


class VerdictIsANumber(BrokenState):
    """The verdict is no word."""

    __slots__ = ()

    def verdict(self, seat: int) -> str:
        return 3  # type: ignore[return-value]
