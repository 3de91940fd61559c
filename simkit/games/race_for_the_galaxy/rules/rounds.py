"""Choosing actions, order of the phases, hand limit, end of the game.

Passages of rules.md: "Round", "End of round, deck", "End of the game", "Two players".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.state import NOBODY
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import (
    abilities,
    build,
    consume,
    explore,
    produce,
    scoring,
    setup,
)
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

EXPLORES: Final = 1 << schema.EXPLORE_5 | 1 << schema.EXPLORE_1_1
CONSUMES: Final = 1 << schema.CONSUME_TRADE | 1 << schema.CONSUME_DOUBLE

# Action cards that bring about each phase, by phase; the place is the bit in `phases_run`.
CALLED_BY: Final[tuple[int, ...]] = (
    EXPLORES,
    1 << schema.DEVELOP,
    1 << schema.DEVELOP_SECOND,
    1 << schema.SETTLE,
    1 << schema.SETTLE_SECOND,
    CONSUMES,
    1 << schema.PRODUCE,
)


# Discarding -------------------------------------------------------------------------------------


def discard(g: RaceState, card: int) -> None:
    """Discard a hand card: at set-up or for the hand limit."""
    seat = g.seat
    g.discard_from_hand(seat, card)
    g.picked.append(card)
    g.need -= 1
    if g.need:
        return
    if g.stage == st.STAGE_SETUP:
        g.turn += 1
        setup.next_setup(g)
        return
    if g.journal is not None:
        g.journal.note(seat, "discard", why="hand_limit", cards=g.journal.names(g.picked))
    g.turn += 1
    next_limit(g)


# Choosing ----------------------------------------------------------------------------------------


def start_round(g: RaceState) -> None:
    """Begin a round: everyone secretly chooses ("Round" 1)."""
    g.round += 1
    g.phase, g.stage = schema.PHASE_CHOOSE, st.STAGE_CHOOSE
    g.phases_run = 0
    for p in g.players:
        p.actions = 0
    g.turn = 0
    g.seat = g.order[0]


def choose(g: RaceState, first: int, second: int) -> None:
    """Take down the choice of the seat to move; after the last seat reveal and begin."""
    # [#round.1] [#advanced.1] [#advanced.2]
    p = g.players[g.seat]
    p.actions = 1 << first
    p.chosen_counts[first] += 1
    if second != schema.NO_SECOND:
        p.actions |= 1 << second
        p.chosen_counts[second] += 1
    g.turn += 1
    if g.turn < g.seats:
        g.seat = g.order[g.turn]
    else:
        reveal(g)


def reveal(g: RaceState) -> None:
    """Reveal the actions and carry out the chosen phases ("Round" 2)."""
    actions = 0
    for p in g.players:
        actions |= p.actions
    for bit, called in enumerate(CALLED_BY):
        if actions & called:
            g.phases_run |= 1 << bit
    g.phase = schema.PHASE_CHOOSE
    if g.journal is not None:
        g.journal.actions_revealed(g)
    next_phase(g)


def next_phase(g: RaceState) -> None:
    """Begin the next phase of the round; after Produce comes the hand limit."""
    # [#round.2]
    if g.journal is not None and g.phase != schema.PHASE_CHOOSE:
        g.journal.close_phase(g)
    run = g.phases_run
    phase = g.phase + 1
    while phase < schema.PHASE_DISCARD and not run >> (phase - schema.PHASE_EXPLORE) & 1:
        phase += 1
    g.phase = phase
    g.turn = 0
    if g.journal is not None:
        g.journal.phase_begins(g)
    if phase == schema.PHASE_EXPLORE:
        g.ran[0] += 1
        explore.start(g)
    elif phase <= schema.PHASE_DEVELOP_SECOND:
        g.ran[1] += 1
        build.start(g)
    elif phase <= schema.PHASE_SETTLE_SECOND:
        g.ran[2] += 1
        build.start(g)
    elif phase == schema.PHASE_CONSUME:
        g.ran[3] += 1
        consume.start(g)
    elif phase == schema.PHASE_PRODUCE:
        g.ran[4] += 1
        produce.start(g)
    else:
        next_limit(g)


# End of round ------------------------------------------------------------------------------------


def next_limit(g: RaceState) -> None:
    """Ask the next seat above the hand limit for its discards ("Round" 4)."""
    # [#round.4] [#deck.1]
    while g.turn < g.seats:
        seat = g.order[g.turn]
        surplus = len(g.players[seat].hand) - hand_limit(g, seat)
        if surplus > 0:
            g.stage, g.seat, g.need = st.STAGE_LIMIT, seat, surplus
            g.picked = []
            return
        g.turn += 1
    end_round(g)


def hand_limit(g: RaceState, seat: int) -> int:
    """Return how many hand cards a seat may keep at the end of a round."""
    limit = g.t.hand_limit
    if g.players[seat].hooked:
        limit = max(abilities.replaced(g, seat, schema.H_HAND_LIMIT, limit), 0)
    return limit


def ends_otherwise(g: RaceState) -> bool:
    """Tell whether the game ends this round whatever the tableaus hold."""
    # [#end.2] [#end.3]
    return g.pool <= 0 or 0 < g.t.last_round <= g.round


def end_round(g: RaceState) -> None:
    """End the game if it is time, after the hand limit ("End of the game"); else go on."""
    # [#end.1]
    if g.journal is not None:
        g.journal.close_phase(g)
    full = any(len(p.tableau) >= g.t.tableau_end for p in g.players)
    dry = g.pool <= 0
    if full or ends_otherwise(g):
        if full and dry:
            g.end_reason = schema.END_BOTH
        elif full:
            g.end_reason = schema.END_TABLEAU
        else:
            g.end_reason = schema.END_CHIPS if dry else schema.END_ROUNDS
        scoring.score_tableaus(g)
        g.seat = NOBODY
    else:
        start_round(g)
