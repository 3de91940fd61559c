"""What an action sets going, in sentences (play never asks for them)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.schema import KIND_BITS, KIND_MASK
from tests.tiny import schema
from tests.tiny.rules import legal
from tests.tiny.view import names

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def consequences(before: FairState, action: int, after: FairState, viewer: int | None) -> list[str]:
    """Say what an action set going: offers laid open, the auction's end, draws, a new round."""
    lines: list[str] = []
    if before.phase == schema.OFFERING and after.phase != schema.OFFERING:
        lines += _revealed(before, after)
    if before.phase == schema.BIDDING and after.phase != schema.BIDDING:
        lines.append(_auction_end(before, after))
    if after.reshuffles > before.reshuffles:
        lines.append("the discard pile is shuffled and becomes the deck")
    if after.round > before.round:
        lines += _round_begun(after)
    lines += _draws(before, action, after, viewer)
    return lines


def _revealed(before: FairState, after: FairState) -> list[str]:
    """Rule 4: all offers are laid open; they lie on the stalls afterwards."""
    lines = []
    for seat in range(after.seats):
        cards = legal.cards_in(after.stalls[seat] & ~before.stalls[seat])
        if cards:
            lines.append(f"seat {seat} reveals {names.card_names(after, cards)}")
    return lines


def _auction_end(before: FairState, after: FairState) -> str:
    """Rule 6: who wins the lot and for what, or that nobody does."""
    name = names.card_name(before, before.lot)
    if after.phase == schema.LABELLING:
        return f"seat {after.seat} wins {name} for {after.bid} coins"
    return f"nobody bids: {name} is discarded"


def _round_begun(after: FairState) -> list[str]:
    """Rule 3: the round, who starts it, its lot and the income."""
    income = ", ".join(
        f"seat {seat} takes {after.tables.income[faction]} coins"
        for seat, faction in enumerate(after.factions)
    )
    lot = names.card_name(after, after.lot) if after.lot >= 0 else "none"
    return [f"round {after.round} begins with seat {after.first}; lot: {lot}", income]


def _draws(before: FairState, action: int, after: FairState, viewer: int | None) -> list[str]:
    """Rules 3 and 8: cards drawn, by name where the viewer sees the hand."""
    lines = []
    for seat in range(after.seats):
        left = len(before.hands[seat])
        discarded = 0
        if seat == before.seat and before.phase == schema.OFFERING:
            left -= 1
        elif seat == before.seat and action & KIND_MASK == schema.EXCHANGE:
            discarded = action >> KIND_BITS
            left -= discarded.bit_count()
        count = len(after.hands[seat]) - left
        if count <= 0:
            continue
        if viewer is None or viewer == seat:
            old = [card for card in before.hands[seat] if not (discarded >> card) & 1]
            drawn = [card for card in after.hands[seat] if card not in old]
            lines.append(f"seat {seat} draws {names.card_names(after, drawn)}")
        else:
            lines.append(f"seat {seat} draws {count} card{'s' * (count > 1)}")
    return lines
