"""What a seat does not know, and how it is redrawn (the README lists it in words).

Hidden are: the order of the tiles below the open ones; which civilisation cards are in the game, except
those a seat saw when it chose; the "end" cards that others keep; other seats' private objectives; the
events to come, except one it has looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.luck import Luck
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules.cells import cells_of

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState


def redraw(state: PlanetState, seat: int, luck: Luck) -> PlanetState:
    """Return a copy that looks the same to `seat`, with all that is hidden from it redrawn."""
    new = state.clone()
    new.luck = luck
    if state.over:  # everything lies open
        return new
    _stacks(new, luck)
    _cards(new, seat, luck)
    _objectives(new, seat, luck)
    _events(new, seat, luck)
    return new


def _stacks(new: PlanetState, luck: Luck) -> None:
    # [#3.8]
    stacks = []
    for slot, stack in enumerate(new.stacks):
        below = max(new.left[slot] - 1, 0)
        stacks.append(luck.fork("stack", slot).shuffle(stack[:below]) + stack[below:])
    new.stacks = stacks


def _cards(new: PlanetState, seat: int, luck: Luck) -> None:
    """Permute cards level by level, those the seat has seen in a deck apart from the others.

    A card that another player keeps hidden is an "end" card; immediate ones are shown when taken.
    """
    me = new.players[seat]
    known = new.shown | me.cards
    if new.phase == schema.END:  # cards for the end are shown when it comes
        for p in new.players:
            known |= p.cards
    if any(one & schema.ITEM_MASK == schema.CARD for one in me.pending):
        known |= me.choice & new.deck  # it has them in hand now
    for seen, group in enumerate((~me.seen_cards & ~known, me.seen_cards & ~known)):
        for level in range(1, 5):
            mask = group & new.tables.level_mask[level]
            shuffled = luck.fork("cards", seen * 8 + level).shuffle(cells_of(mask))
            ends = [c for c in shuffled if new.tables.cards[c - 1].ends]
            in_deck = (new.deck & mask).bit_count()
            for other, p in enumerate(new.players):
                if other != seat:
                    held = (p.cards & mask).bit_count()
                    drawn, ends = ends[:held], ends[held:]
                    shuffled = [c for c in shuffled if c not in drawn]
                    p.cards = p.cards & ~mask | sum(1 << c for c in drawn)
            new.deck = new.deck & ~mask | sum(1 << c for c in shuffled[:in_deck])


def _objectives(new: PlanetState, seat: int, luck: Luck) -> None:
    me = new.players[seat]
    known = {number for number, _, _ in new.rivals} | set(new.shared)
    known |= set(me.private) | set(cells_of(me.seen_objectives))
    pool = [n for n in range(1, len(new.tables.objectives) + 1) if n not in known]
    pool = luck.fork("objectives").shuffle(pool)
    for other, p in enumerate(new.players):
        if other == seat:
            continue
        kept, pool = pool[: len(p.private)], pool[len(p.private) :]
        p.private = kept
        if any(one & schema.ITEM_MASK == schema.OBJECTIVE for one in p.pending):
            count = p.choice.bit_count()
            p.choice, pool = sum(1 << n for n in pool[:count]), pool[count:]


def _events(new: PlanetState, seat: int, luck: Luck) -> None:
    first = new.event_no + (new.players[seat].peeked == new.event_no)
    rest = new.event_deck[first:]
    if not rest:
        return
    seen = set(new.event_deck[:first])
    colours = luck.fork("event order").order(sorted(new.tables.events[e - 1].colour for e in rest))
    pools = {
        colour: luck.fork(f"events {colour}").shuffle(
            [
                card.id
                for card in new.tables.events
                if card.colour == colour
                and card.id not in seen
                and (new.seats == 1 or not card.solo)
            ]
        )
        for colour in set(colours)
    }
    new.event_deck = new.event_deck[:first] + [pools[colour].pop() for colour in colours]
