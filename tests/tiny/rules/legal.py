"""What is allowed in each phase (the rules' numbers stand in README.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.schema import KIND_BITS, KIND_MASK
from tests.tiny import schema
from tests.tiny.rules import scoring

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState

BIDS_ABOVE_WORTH = 2  # candidates bid at most this much more than the lot is worth


def cards_in(mask: int) -> list[int]:
    """List the cards of a mask in ascending order."""
    cards: list[int] = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def mask_of(cards: list[int]) -> int:
    """Return the mask of a list of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def legal(state: FairState) -> list[int]:
    """List the legal actions, in the order of the rules."""
    if state.seat < 0:
        return []
    phase = state.phase
    if phase == schema.OFFERING:  # rule 4
        return [schema.OFFER | card << KIND_BITS for card in state.hands[state.seat]]
    if phase == schema.UNDERCUTTING:  # rule 5; who cannot pay is not asked
        return [schema.UNDERCUT, schema.DECLINE]
    if phase == schema.BIDDING:  # rule 6
        highest = min(state.coins[state.seat], schema.HIGHEST_BID)
        return [
            schema.PASS,
            *[schema.BID | n << KIND_BITS for n in range(lowest_bid(state), highest + 1)],
        ]
    if phase == schema.EXCHANGING:
        return exchanges(state)
    if phase == schema.CHOOSING:  # rule 2
        return [schema.CHOOSE | faction << KIND_BITS for faction in range(len(schema.FACTIONS))]
    return [schema.LABEL | good << KIND_BITS for good in range(schema.GOOD_COUNT)]  # rule 7


def lowest_bid(state: FairState) -> int:
    """Rule 6: more than the bid before, and than half of the lot's worth under ``reserve``."""
    tables = state.tables
    reserve = scoring.half_worth(tables.worth[state.lot]) if tables.reserve else 0
    return max(state.bid, reserve) + 1


def exchanges(state: FairState) -> list[int]:
    """List some of the exchanges of rule 8: nothing, one card, all of one good, the whole hand.

    Any part of the hand may be exchanged; with six cards that is 64 actions, with the wild hands of
    a patch far more. The kind is therefore open: `is_legal` accepts every part.
    """
    hand = state.hands[state.seat]
    masks = [0]
    masks += [1 << card for card in hand]
    for good in range(schema.GOOD_COUNT):
        masks.append(mask_of([card for card in hand if state.tables.good[card] == good]))
    masks.append(mask_of(hand))
    return [schema.EXCHANGE | mask << KIND_BITS for mask in dict.fromkeys(masks)]


def candidates(state: FairState) -> list[int]:
    """List the legal actions worth a thought: no twins among offers, no absurd bids."""
    actions = legal(state)
    if state.phase == schema.OFFERING:
        return without_twins(state, actions)
    if state.phase == schema.BIDDING:
        limit = state.tables.worth[state.lot] + BIDS_ABOVE_WORTH
        return [a for a in actions if a & KIND_MASK != schema.BID or a >> KIND_BITS <= limit]
    return actions


def without_twins(state: FairState, offers: list[int]) -> list[int]:
    """Keep the first of several offers of equal good and worth."""
    kept: list[int] = []
    seen = 0
    for action in offers:
        card = action >> KIND_BITS
        twin = 1 << (state.tables.worth[card] * schema.GOOD_COUNT + state.tables.good[card])
        if not seen & twin:
            seen |= twin
            kept.append(action)
    return kept


def is_legal(state: FairState, action: int) -> bool:
    """Tell whether the rules allow `action` now."""
    if state.phase == schema.EXCHANGING and action >= 0 and action & KIND_MASK == schema.EXCHANGE:
        return state.seat >= 0 and not (action >> KIND_BITS) & ~mask_of(state.hands[state.seat])
    return action in legal(state)


def why_illegal(state: FairState, action: int) -> str:
    """Say why an action is refused."""
    kind, rest = action & KIND_MASK, action >> KIND_BITS
    if kind == schema.OFFER and state.phase == schema.OFFERING:
        return f"card {rest} is not in the hand"
    if kind == schema.EXCHANGE and state.phase == schema.EXCHANGING:
        return "only cards of the hand can be exchanged"
    if kind == schema.BID and state.phase == schema.BIDDING:
        if rest < lowest_bid(state):
            return f"the bid has to be above {lowest_bid(state) - 1}"
        return f"the bid is more than the {state.coins[state.seat]} coins there are"
    return f"the phase is {state.rules.schema.phases[state.phase]}"
