"""The set-up (rule 2): the deck, and the factions that are drawn, given or asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from tests.tiny import schema
from tests.tiny.rules import apply

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState

FIXED = ("factions", "deck")


def set_up(state: FairState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Deal everything; `fixed` names what is not to be drawn.

    ``factions``: names of the factions by seat. ``deck``: cards that lie on top, first one first; the
    others follow shuffled.
    """
    options = state.rules.options
    for name in fixed:
        if name not in FIXED:
            raise UnknownName("part of the deal", name, FIXED, state.rules.title)
    factions: Sequence[str] | None = fixed.get("factions")
    state.deck = shuffled_deck(state, luck, fixed.get("deck") or ())
    if options["factions"] == "chosen":
        if factions is not None:
            raise BadValue("factions", "are chosen in play under factions = 'chosen'")
        state.factions = [schema.NO_FACTION] * state.seats
        apply.ask_for_factions(state, 1 if options["choosing"] == "left" else -1)
    else:
        if factions is None:
            state.factions = drawn_factions(state, luck)
        else:
            state.factions = named_factions(state, factions)
        apply.hand_out(state)
    state.seat, state.phase = state.queue_seats[0], state.queue_phases[0]


def drawn_factions(state: FairState, luck: Luck) -> list[int]:
    """Draw a faction for every seat; two may have the same."""
    drawn = luck.fork("factions")
    return [drawn.below(len(schema.FACTIONS), seat) for seat in range(state.seats)]


def named_factions(state: FairState, names: Sequence[str]) -> list[int]:
    """Return the numbers of factions that are given by name, one per seat."""
    if len(names) != state.seats:
        raise BadValue("factions", f"{state.seats} seats need as many, not {len(names)}")
    for name in names:
        if name not in schema.FACTIONS:
            raise UnknownName("faction", name, schema.FACTIONS, state.rules.title)
    return [schema.FACTIONS.index(name) for name in names]


def shuffled_deck(state: FairState, luck: Luck, top: Sequence[int]) -> list[int]:
    """Return the deck: the cards given, first one on top, and the others in random order."""
    cards = state.tables.cards
    for card in top:
        if card not in cards or list(top).count(card) > 1:
            raise BadValue("deck", f"{card} is not a card of this game, or is there twice")
    rest = [card for card in cards if card not in top]
    return [*top, *luck.fork("deck").shuffle(rest)]
