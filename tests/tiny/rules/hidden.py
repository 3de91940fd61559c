"""What a seat does not know: the others' hands, their secret offers and the order of the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.luck import Luck
from tests.tiny import schema
from tests.tiny.rules import apply

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def redraw(state: FairState, seat: int, luck: Luck) -> FairState:
    """Return a copy in which all that a seat does not know is redrawn; the luck to come as well."""
    copy = state.clone()
    copy.luck = luck.fork("to come")
    secret = state.phase == schema.OFFERING
    unseen = state.deck[:]
    for other in range(state.seats):
        if other != seat:
            unseen += state.hands[other]
            if secret and state.offers[other] != schema.NO_CARD:
                unseen.append(state.offers[other])
    unseen = luck.fork("unseen").shuffle(unseen)
    for other in range(state.seats):
        if other != seat:
            count = len(state.hands[other])
            copy.hands[other] = sorted(unseen[:count])
            del unseen[:count]
            if secret and state.offers[other] != schema.NO_CARD:
                copy.offers[other] = unseen.pop()
    copy.deck = unseen
    return copy


def reopen(state: FairState, seat: int) -> None:
    """Take back the others' secret offers; they are asked again, in order of play (rule 4)."""
    if state.phase != schema.OFFERING:
        return
    taken_back = False
    for other in range(state.seats):
        card = state.offers[other]
        if other != seat and card != schema.NO_CARD:
            state.hands[other] = sorted([*state.hands[other], card])
            state.offers[other] = schema.NO_CARD
            taken_back = True
    if taken_back:
        state.queue_seats = [s for s in apply.in_order(state) if state.hands[s]]
        state.queue_phases = [schema.OFFERING] * len(state.queue_seats)
        state.seat = state.queue_seats[0]
