"""A position from a readable dict: puzzles, cases, teaching."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.luck import Luck
from tests.tiny import schema
from tests.tiny.rules import legal, setup
from tests.tiny.rules.state import FairState

if TYPE_CHECKING:
    from tests.tiny.title import FairRules


def read(rules: FairRules, spec: Mapping[str, Any]) -> FairState:
    """Return the state that a readable dict describes.

    Keys, all but ``phase`` optional: ``phase``, ``asked`` (seats still to be asked in it, first one
    first), ``round``, ``first``, ``factions``, ``coins``, ``hands``, ``stalls`` (cards, which count
    as their own good), ``offers`` (null for none), ``lot``, ``bid``, ``highest_bidder``,
    ``bidders``, ``discard``, ``deck`` (its top), ``points`` (per seat, source -> points), ``seed``.
    """
    luck, seats = Luck(int(spec.get("seed", 0))), rules.seats
    state = FairState(rules, luck, rules.tables, rules.rounds)
    state.factions = setup.named_factions(state, spec.get("factions", [schema.FACTIONS[0]] * seats))
    state.coins = list(spec.get("coins", [0] * seats))
    state.hands = [sorted(hand) for hand in spec.get("hands", [[] for _ in range(seats)])]
    offers = spec.get("offers", [None] * seats)
    state.offers = [schema.NO_CARD if card is None else card for card in offers]
    for seat, cards in enumerate(spec.get("stalls", ())):
        state.stalls[seat] = legal.mask_of(cards)
        for card in cards:
            state.wares[seat * schema.GOOD_COUNT + rules.tables.good[card]] += 1
    state.lot = spec.get("lot", schema.NO_CARD)
    state.first_lot = max(state.lot, 0)
    state.bid = spec.get("bid", 0)
    state.highest_bidder = spec.get("highest_bidder", -1)
    state.bidders = legal.mask_of(spec.get("bidders", ()))
    state.round = spec.get("round", 1)
    state.first = spec.get("first", 0)
    state.discard = list(spec.get("discard", ()))
    state.deck = rest_of_deck(state, luck, list(spec.get("deck", ())))
    sources = [source.name for source in rules.schema.sources]
    for seat, points in enumerate(spec.get("points", ())):
        for source, amount in points.items():
            state.gain(seat, sources.index(source), amount)
    state.phase = rules.schema.phases.index(spec["phase"])
    state.queue_seats = list(spec.get("asked", range(seats)))
    state.queue_phases = [state.phase] * len(state.queue_seats)
    state.seat = state.queue_seats[0]
    return state


def rest_of_deck(state: FairState, luck: Luck, top: list[int]) -> list[int]:
    """Return the deck: the cards given, and below them, shuffled, all that lie nowhere else."""
    placed = {*top, *state.discard, *state.offers, state.lot}
    for seat in range(state.seats):
        placed.update(state.hands[seat], legal.cards_in(state.stalls[seat]))
    rest = [card for card in state.tables.cards if card not in placed]
    return [*top, *luck.fork("deck").shuffle(rest)]
