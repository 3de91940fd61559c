"""Invariants of a game in progress; tests call them through `FairState.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tiny import schema
from tests.tiny.rules import legal

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def check(state: FairState) -> None:
    """Raise AssertionError unless every card is somewhere once and the queue's front is asked."""
    places = [*state.deck, *state.discard]
    for seat in range(state.seats):
        places += state.hands[seat]
        places += legal.cards_in(state.stalls[seat])
        assert state.hands[seat] == sorted(state.hands[seat]), f"hand of {seat} is not sorted"
        wares = state.wares[seat * schema.GOOD_COUNT : (seat + 1) * schema.GOOD_COUNT]
        assert sum(wares) == state.stalls[seat].bit_count(), f"wares of seat {seat}: {wares}"
    if state.phase == schema.OFFERING:
        places += [card for card in state.offers if card != schema.NO_CARD]
    if state.lot != schema.NO_CARD:
        places.append(state.lot)
    assert sorted(places) == state.tables.cards, "a card is missing or there twice"
    assert min(state.coins) >= 0, f"negative coins: {state.coins}"
    if not state.over:
        assert state.queue_seats[0] == state.seat, "the queue's front is not asked"
        assert state.queue_phases[0] == state.phase, "the queue's front is in another phase"
