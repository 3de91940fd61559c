"""Phase I, Explore: look at cards, keep some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState


def start(g: RaceState) -> None:
    """Let everyone draw before anyone discards ("I Explore")."""
    # [#explore.3]
    for seat in g.order:
        look(g, seat, looks(g, seat))
    next_explorer(g)


def looks(g: RaceState, seat: int) -> int:
    """Return how many cards a seat looks at, by its powers and the action card it has chosen."""
    # [#explore.1] [#explore.2] [#advanced.3]
    p = g.players[seat]
    number = g.t.explore_draw + p.sums[terms.SUM_EXPLORE_DRAW]
    if p.hooked:
        number += abilities.total(g, seat, schema.H_EXPLORE_DRAW)
    if p.chose(schema.EXPLORE_5):
        number += g.t.bonus_5_draw
    if p.chose(schema.EXPLORE_1_1):
        number += g.t.bonus_1_1_draw
    return number


def look(g: RaceState, seat: int, number: int) -> None:
    """Draw cards to be looked at; they are no hand cards yet."""
    drawn = g.players[seat].drawn = g.draw_cards(number)
    if g.journal is not None and drawn:
        g.journal.note(seat, "draw", why="explore", cards=g.journal.names(drawn))
    if g.journal is not None and len(drawn) < number:
        g.journal.note(seat, "no_card_left")


def keeps(g: RaceState, seat: int) -> int:
    """Return how many of the cards looked at a seat keeps."""
    # [#explore.1] [#explore.2] [#advanced.3]
    p = g.players[seat]
    number = g.t.explore_keep + p.sums[terms.SUM_EXPLORE_KEEP]
    if p.hooked:
        number += abilities.total(g, seat, schema.H_EXPLORE_KEEP)
    if p.chose(schema.EXPLORE_1_1):
        number += g.t.bonus_1_1_keep
    return number


def next_explorer(g: RaceState) -> None:
    """Ask the next seat what it keeps."""
    while g.turn < g.seats:
        seat = g.order[g.turn]
        p = g.players[seat]
        number = keeps(g, seat)
        if 0 < number < len(p.drawn):
            g.stage, g.seat, g.need = st.STAGE_KEEP, seat, number
            return
        finish(g, seat, len(p.drawn) if number else 0)
        g.turn += 1
    rounds.next_phase(g)


def keep(g: RaceState, card: int) -> None:
    """Take one of the cards looked at into hand."""
    seat = g.seat
    p = g.players[seat]
    p.drawn.remove(card)
    p.hand.append(card)
    p.cards_drawn += 1
    g.need -= 1
    if not g.need:
        finish(g, seat, 0)
        g.turn += 1
        next_explorer(g)


def finish(g: RaceState, seat: int, kept: int) -> None:
    """Keep the first `kept` cards looked at and discard the others face down."""
    # [#explore.4]
    p = g.players[seat]
    p.hand.extend(p.drawn[:kept])
    p.cards_drawn += kept
    rejected = p.drawn[kept:]
    p.drawn = []
    if kept and g.journal is not None:
        g.journal.keeps_all(seat, kept)
    if not rejected:
        return
    bit = g.t.bit
    seen = p.seen
    for card in rejected:
        seen |= bit[card]
    p.seen = seen
    g.discards.extend(rejected)
    if g.journal is not None:
        g.journal.note(seat, "discard", why="explore", cards=g.journal.names(rejected))
