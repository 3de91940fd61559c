"""What the actions do, and how a round goes on (the rules' numbers stand in README.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.schema import KIND_BITS, KIND_MASK
from simkit.core.state import NOBODY
from tests.tiny import schema
from tests.tiny.rules import scoring

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def apply(state: FairState, action: int) -> None:
    """Carry out a legal action and find out who is asked next."""
    seat = state.queue_seats.pop(0)
    state.queue_phases.pop(0)
    kind, rest = action & KIND_MASK, action >> KIND_BITS
    if kind == schema.OFFER:
        offer(state, seat, rest)
    elif kind == schema.UNDERCUT:
        undercut(state, seat)
    elif kind == schema.BID:
        bid(state, seat, rest)
    elif kind == schema.PASS:
        state.bidders &= ~(1 << seat)
    elif kind == schema.LABEL:
        label(state, seat, rest)
    elif kind == schema.EXCHANGE:
        exchange(state, seat, rest)
    elif kind == schema.CHOOSE:
        state.factions[seat] = rest
    go_on(state)


def go_on(state: FairState) -> None:
    """Ask the front of the queue; when it is empty, begin the next part of the round."""
    while not state.queue_seats:
        if state.phase == schema.OFFERING:
            reveal(state)
        elif state.phase == schema.UNDERCUTTING:
            open_auction(state)
        elif state.phase == schema.BIDDING:
            next_bidder(state)
        elif state.phase == schema.LABELLING:
            open_exchange(state)
        elif state.phase == schema.CHOOSING:
            hand_out(state)
        else:
            end_round(state)
            if state.seat == NOBODY:
                return
    state.seat = state.queue_seats[0]
    state.phase = state.queue_phases[0]


def ask(state: FairState, seat: int, phase: int) -> None:
    """Queue a decision."""
    state.queue_seats.append(seat)
    state.queue_phases.append(phase)


def in_order(state: FairState) -> list[int]:
    """List the seats in order of play: the first player of the round, then to the left."""
    return [(state.first + i) % state.seats for i in range(state.seats)]


# Set-up: rule 2 -----------------------------------------------------------------------------------


def ask_for_factions(state: FairState, step: int) -> None:
    """Rule 2, option ``factions``: all choose in turn, which passes by `step` seats."""
    state.phase = schema.CHOOSING
    for i in range(state.seats):
        ask(state, i * step % state.seats, schema.CHOOSING)


def hand_out(state: FairState) -> None:
    """Rule 2: coins and cards of the factions; the first round starts."""
    tables = state.tables
    for seat, faction in enumerate(state.factions):
        state.coins[seat] = tables.start_coins[faction]
        hand = tables.start_hand[faction]
        state.hands[seat] = sorted(state.deck[:hand])
        del state.deck[:hand]
    start_round(state)
    state.first_lot = state.lot


# The round: rules 3 and 9 -------------------------------------------------------------------------


def start_round(state: FairState) -> None:
    """Rule 3: income and cards for all, then a lot is laid open and all are asked for an offer."""
    tables = state.tables
    for seat in in_order(state):
        state.coins[seat] += tables.income[state.factions[seat]]
        draw(state, seat, tables.draw)
    state.lot = top_card(state)
    state.phase = schema.OFFERING
    for seat in in_order(state):
        if state.hands[seat]:
            ask(state, seat, schema.OFFERING)


def end_round(state: FairState) -> None:
    """Rule 2: the start passes to the left; rule 9: after the last round sets score."""
    if state.round == state.rounds:
        scoring.score_sets(state)
        state.seat = NOBODY
        return
    state.round += 1
    state.first = (state.first + 1) % state.seats
    start_round(state)


def top_card(state: FairState) -> int:
    """Take the top card; rule 3: an empty deck is made anew from the discard pile."""
    if not state.deck:
        state.reshuffles += 1
        luck = state.luck.fork("reshuffle", state.reshuffles)
        state.deck = luck.shuffle(state.discard)
        state.discard = []
    return state.deck.pop(0) if state.deck else schema.NO_CARD


def draw(state: FairState, seat: int, count: int) -> None:
    """Draw cards into a hand."""
    hand = state.hands[seat]
    for _ in range(count):
        card = top_card(state)
        if card != schema.NO_CARD:
            hand.append(card)
    hand.sort()


# Offers: rules 4 and 5 ----------------------------------------------------------------------------


def offer(state: FairState, seat: int, card: int) -> None:
    """Rule 4: lay a card aside, secretly."""
    state.hands[seat].remove(card)
    state.offers[seat] = card


def reveal(state: FairState) -> None:
    """Rule 4: sell all offers; rule 5: ask who sold for half and can pay."""
    state.phase = schema.UNDERCUTTING
    tables = state.tables
    offered = [0] * schema.GOOD_COUNT
    for card in state.offers:
        if card != schema.NO_CARD:
            offered[tables.good[card]] += 1
    for seat in in_order(state):
        card = state.offers[seat]
        if card == schema.NO_CARD:
            continue
        state.stalls[seat] |= 1 << card
        state.wares[seat * schema.GOOD_COUNT + tables.good[card]] += 1
        worth = scoring.sale_worth(state, seat, card)
        if offered[tables.good[card]] == 1:
            state.gain(seat, schema.SALES, worth)
        else:
            state.gain(seat, schema.SALES, scoring.half_worth(worth))
            if state.coins[seat] >= tables.undercut_price:
                ask(state, seat, schema.UNDERCUTTING)


def undercut(state: FairState, seat: int) -> None:
    """Rule 5: pay, and get the rest of the worth."""
    state.coins[seat] -= state.tables.undercut_price
    worth = scoring.sale_worth(state, seat, state.offers[seat])
    state.gain(seat, schema.SALES, worth - scoring.half_worth(worth))


# The auction: rules 6 and 7 -----------------------------------------------------------------------


def open_auction(state: FairState) -> None:
    """Rule 6: all take part; the first player is asked first."""
    for seat in range(state.seats):
        state.offers[seat] = schema.NO_CARD
    state.bid = 0
    state.highest_bidder = -1
    state.phase = schema.BIDDING
    if state.lot == schema.NO_CARD:
        open_exchange(state)
        return
    state.bidders = (1 << state.seats) - 1
    ask(state, state.first, schema.BIDDING)


def bid(state: FairState, seat: int, amount: int) -> None:
    """Rule 6: bid more than the bid before."""
    state.bid = amount
    state.highest_bidder = seat


def next_bidder(state: FairState) -> None:
    """Rule 6: ask the next one who has not passed, until one or none is left."""
    winner = state.highest_bidder
    if not state.bidders:
        state.discard.append(state.lot)
        state.lot = schema.NO_CARD
        open_exchange(state)
    elif winner >= 0 and state.bidders == 1 << winner:
        state.coins[winner] -= state.bid
        state.gain(winner, schema.LOTS, state.tables.worth[state.lot])
        ask(state, winner, schema.LABELLING)
    else:
        ask(state, following_bidder(state), schema.BIDDING)


def following_bidder(state: FairState) -> int:
    """Return the next seat to the left of the one asked last that has not passed."""
    seat = (state.seat + 1) % state.seats
    while not (state.bidders >> seat) & 1:
        seat = (seat + 1) % state.seats
    return seat


def label(state: FairState, seat: int, good: int) -> None:
    """Rule 7: the lot goes to the stall and counts as `good`."""
    state.stalls[seat] |= 1 << state.lot
    state.wares[seat * schema.GOOD_COUNT + good] += 1
    state.lot = schema.NO_CARD


# The exchange: rule 8 -----------------------------------------------------------------------------


def open_exchange(state: FairState) -> None:
    """Rule 8: all are asked, in order of play."""
    state.phase = schema.EXCHANGING
    state.bidders = 0
    state.bid = 0
    state.highest_bidder = -1
    for seat in in_order(state):
        ask(state, seat, schema.EXCHANGING)


def exchange(state: FairState, seat: int, cards: int) -> None:
    """Rule 8: discard the cards of the mask, draw as many."""
    kept: list[int] = []
    count = 0
    for card in state.hands[seat]:
        if (cards >> card) & 1:
            state.discard.append(card)
            count += 1
        else:
            kept.append(card)
    state.hands[seat] = kept
    draw(state, seat, count)
