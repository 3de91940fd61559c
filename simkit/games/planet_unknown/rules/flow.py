"""The course of a game: rounds, phases, who decides next, both ends (sections 3, 9, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.state import NOBODY
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import benefits, cards, items, legal, player, rovers, scoring
from simkit.games.planet_unknown.rules.benefits import item
from simkit.games.planet_unknown.rules.cells import cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import BIOMASS, WATER

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

# Cards are taken at the end of the round; those that an event brings straight after it.
# [#3.6] [#7.1] [#7.3]
TAKING_CARDS: Final = (schema.CIV_PHASE, schema.END, schema.EVENT_CIV)
# numbers of schema.end_reasons
NO_PLACEMENT: Final = 1
EMPTY_DEPOT: Final = 2
LAST_EVENT: Final = 3


def table_order(state: PlanetState) -> list[int]:
    """Return the seats from the commander clockwise."""
    return [(state.commander + i) % state.seats for i in range(state.seats)]


def proceed(state: PlanetState) -> None:
    """Run the game on to the next decision, or to its end."""
    while go_on(state):
        pass


def go_on(state: PlanetState) -> bool:
    """Go one phase or one seat on; return False at the next decision and at the end of the game."""
    if not state.queue:
        _next_phase(state)
        if state.phase == schema.END and not state.queue:
            scoring.score_game(state)
            state.seat = NOBODY
            return False
        return True
    seat = state.queue[0]
    if state.phase == schema.STATION or _has_business(state, seat):
        state.seat = seat
        return False
    state.queue.pop(0)
    return True


def _has_business(state: PlanetState, seat: int) -> bool:
    """Tell whether a seat still has something to decide in this phase."""
    p = state.players[seat]
    while True:
        if state.phase == schema.END:
            _end_techs(state, p)
        if p.pending:
            for one in p.pending:
                if items.feasible(state, seat, one):
                    return True
            if (
                state.phase == schema.TURN
                and legal.may_reset(p)
                and item(schema.SYMBOL, BIOMASS) in p.pending
            ):
                return True  # the symbol waits: the marker may still make room for its step
            p.pending.clear()  # as far as possible
        if p.civ_due and state.phase in TAKING_CARDS:
            cards.look_at_deck(state, seat, p.civ_due.pop(0))
            continue
        break
    if state.phase == schema.TURN:
        if not p.placed:
            small, large = state.open_tiles(seat)
            if small >= 0 or large >= 0:
                return True
            p.placed = True
        return not p.finished and legal.has_optional(state, seat)
    return state.phase in (schema.CIV_PHASE, schema.END) and rovers.can_move(state, p)


def _next_phase(state: PlanetState) -> None:
    if state.phase == schema.SETUP:
        begin_round(state)
    elif state.phase == schema.STATION:
        _begin_event(state)
    elif state.phase == schema.EVENT:
        due = any(p.civ_due for p in state.players)
        state.phase = schema.EVENT_CIV if due else schema.TURN
        state.queue = table_order(state)
    elif state.phase == schema.EVENT_CIV:
        state.phase = schema.TURN
        state.queue = table_order(state)
    elif state.phase == schema.TURN:
        state.phase = schema.CIV_PHASE
        state.queue = table_order(state)
        for p in state.players:
            p.move = p.free_seen = 0
            p.driving = False
    elif state.phase == schema.CIV_PHASE:
        end_round(state)


def begin_round(state: PlanetState) -> None:
    """Refresh what lasts a round, then turn the station (section 3, steps 1 and 2)."""
    # [#2.6] [#3.1] [#11.1] [#11.4]
    state.round += 1
    for p in state.players:
        p.used_round = p.shifted = p.free_seen = p.move = p.extra = 0
        p.placed = p.finished = p.one_only = p.driving = False
        p.taken = -1
        round_start(p)
    solo = state.seats == 1
    forced = solo or (state.seats == 2 and state.rules.options["rotation"] == "forced")
    state.phase = schema.STATION
    if forced and not (solo and state.round == 1):
        state.rotation = (state.rotation + state.tables.forced_step) % state.tables.depots
        state.queue = []
        _begin_event(state)
    else:
        state.queue = [state.commander]


def round_start(p: Player) -> None:
    """Give the movement that techs give at the start of a round."""
    if p.kind == player.FLUX_INDUSTRIES and p.tech & 2:
        on = sum(p.terrain[p.flux] >> cell & 1 for cell in p.rovers)
        benefits.gain_movement(p, 2 * on)
    elif p.kind == player.HORIZON and p.tech & 4:
        benefits.gain_movement(p, sum(p.loads))
    elif p.kind == player.OASIS and p.tech & 4:
        benefits.gain_movement(p, sum(p.terrain[WATER] >> cell & 1 for cell in p.rovers))


def _begin_event(state: PlanetState) -> None:
    state.phase = schema.EVENT
    state.queue = table_order(state)
    if state.event_no < len(state.event_deck):
        cards.reveal_event(state)


def end_round(state: PlanetState) -> None:
    """Discard the event, pass the commander on, check the end (section 9)."""
    # [#3.7] [#9.2] [#9.3] [#10.3]
    state.event = 0
    state.commander = (state.commander + 1) % state.seats
    reason = 0
    if any(p.stuck for p in state.players):
        reason = NO_PLACEMENT
    elif any(not any(state.left[slot] for slot in state.depot(n)) for n in range(6)):
        reason = EMPTY_DEPOT
    elif state.event_deck and state.event_no == len(state.event_deck):
        reason = LAST_EVENT
    if not reason:
        begin_round(state)
        return
    state.end_reason = reason
    state.phase = schema.END
    state.queue = table_order(state)
    for p in state.players:
        p.move = 0
        p.driving = False
        p.event_pending.clear()
        p.pending += [item(schema.PATCH)] * p.kept_patches
        p.kept_patches = 0
        for number in cells_of(p.cards):
            card = state.tables.cards[number - 1]
            if card.ends:
                cards.resolve_end_card(p, card)


def _end_techs(state: PlanetState, p: Player) -> None:
    """Start techs that act at the end, as soon as the end finds or brings them."""
    # [#9.4]
    if (
        p.kind == player.REPUBLIC and p.tech & 32 and not p.used_game & 32
    ):  # 5: two of all cards left
        p.used_game |= 32
        p.extra = 2
        more_cards(state, p)


def more_cards(state: PlanetState, p: Player) -> None:
    """Republic tech 5: look through all remaining cards and keep one more of the two."""
    waiting = any(one & schema.ITEM_MASK == schema.CARD for one in p.pending)
    if p.extra and state.deck and not waiting:
        p.extra -= 1
        p.choice = state.deck
        p.seen_cards |= state.deck
        p.pending.append(item(schema.CARD))
