"""What sales are worth and what counts at the end (rules 4, 5 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tiny import schema

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def sale_worth(state: FairState, seat: int, card: int) -> int:
    """Rule 4: the card's worth, and the bonus for the faction's favourite good."""
    tables = state.tables
    faction = state.factions[seat]
    if tables.good[card] == tables.favourite[faction]:
        return tables.worth[card] + tables.bonus[faction]
    return tables.worth[card]


def half_worth(worth: int) -> int:
    """Rule 4: half, rounded down."""
    return worth // 2


def complete_sets(state: FairState, seat: int) -> int:
    """Rule 9: sets of three different goods."""
    return min(state.wares[seat * schema.GOOD_COUNT : (seat + 1) * schema.GOOD_COUNT])


def set_points(state: FairState, seat: int) -> int:
    """Rule 9: points for the complete sets of a seat."""
    return complete_sets(state, seat) * state.tables.set_points


def score_sets(state: FairState) -> None:
    """Rule 9: points for complete sets."""
    for seat in range(state.seats):
        state.gain(seat, schema.SETS, set_points(state, seat))
