"""What a seat cannot know, and how it is redrawn.

A seat knows its own hand and the cards it looks at in Explore, all tableaus, which worlds hold goods,
the numbers of hand cards and chips, and of the discard pile the cards it discarded itself, those
sacrificed and those flipped in a gamble. Everything else is face down: the deck, the other hands, all
goods (its own too: nobody may look at them), the other discards. After a reshuffle nothing is known of
the new deck. While others have chosen and not yet revealed, their choices are hidden as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy.rules import build, legal
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState


def redraw(g: RaceState, seat: int, luck: Luck) -> RaceState:
    """Return a clone with all that is hidden from `seat` drawn anew."""
    # [#deck.2] [#produce.8]
    new = g.clone()
    new.luck = luck
    new.recorded_decks = []
    new.options = []
    known = g.players[seat].seen
    others = [p for number, p in enumerate(new.players) if number != seat]
    open_to_seat: list[int] = []
    unseen: list[int] = []
    for card in new.discards:
        (open_to_seat if known >> card & 1 else unseen).append(card)
    piles = [new.deck, unseen]
    for p in others:
        piles += [p.hand, p.drawn]
    hidden: list[int] = []
    for pile in piles:
        hidden.extend(pile)
    for p in new.players:
        hidden.extend(p.goods.values())
    hidden = luck.fork("hidden").shuffle(hidden)
    hidden.reverse()  # dealt from its end, as a deck is
    dealt = 0
    for pile in piles:
        size = len(pile)
        if size:
            pile[:] = hidden[dealt : dealt + size]
            dealt += size
    for p in new.players:
        for world in p.goods:
            p.goods[world] = hidden[dealt]
            dealt += 1
    new.discards = open_to_seat + unseen
    _redraw_knowledge(new, seat, unseen, luck)
    _redraw_choices(new, seat, luck)
    return new


def _redraw_knowledge(new: RaceState, seat: int, unseen: list[int], luck: Luck) -> None:
    """Give the other seats knowledge of as many of the redrawn discards as they had."""
    mine, bit = new.players[seat].seen, new.t.bit
    order = luck.fork("seen").order(unseen)
    for other, p in enumerate(new.players):
        if other == seat:
            continue
        private = (p.seen & ~mine).bit_count()
        seen = p.seen & mine
        for card in order[:private]:
            seen |= bit[card]
        p.seen = seen
        order = order[private:]


def _redraw_choices(new: RaceState, seat: int, luck: Luck) -> None:
    """Redraw what other seats have chosen in secret and not yet revealed."""
    for place in range(new.turn):
        other = new.order[place]
        if other == seat:
            continue
        p = new.players[other]
        if new.stage == st.STAGE_CHOOSE:
            _choose_anew(new, p, other, luck)
        elif new.stage == st.STAGE_PLACE:
            found = [*legal.placeable(new, other), st.NOTHING]
            p.placing = found[luck.fork("placing").below(len(found), other)]


def _choose_anew(new: RaceState, p: Player, other: int, luck: Luck) -> None:
    choices = legal.CHOOSE_TWO if new.rules.options["advanced"] else legal.CHOOSE_ONE
    for card in range(9):
        p.chosen_counts[card] -= p.actions >> card & 1
    action = choices[luck.fork("choosing").below(len(choices), other)]
    p.actions = 1 << (action >> 6 & 15)
    if action >> 10 < 9:
        p.actions |= 1 << (action >> 10)
    for card in range(9):
        p.chosen_counts[card] += p.actions >> card & 1


def reopen(g: RaceState, seat: int) -> None:
    """Take back the actions or placements that others chose before `seat` ("Round" 1, "II" 2)."""
    if not g.turn or g.stage not in (st.STAGE_CHOOSE, st.STAGE_PLACE):
        return
    for place in range(g.turn):
        other = g.order[place]
        if other == seat:
            continue
        p = g.players[other]
        if g.stage == st.STAGE_PLACE:
            p.placing = st.UNDECIDED
            continue
        for card in range(9):
            p.chosen_counts[card] -= p.actions >> card & 1
        p.actions = 0
    g.turn = 0
    if g.stage == st.STAGE_PLACE:
        build.next_choice(g)
    else:
        g.seat = g.order[0]
