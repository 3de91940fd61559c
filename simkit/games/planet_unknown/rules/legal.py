"""What a seat may do now (`legal`), and what is worth a bot's thought (`candidates`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import actions, items, placing, player, rovers, tracks
from simkit.games.planet_unknown.rules.actions import simple
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import BIOMASS, CIV, ROVER, TECH, Layout, Tile

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

Fit = tuple[int, Tile, list[tuple[Layout, int]]]  # slot, tile, layouts with masks of lowest cells


def legal(state: PlanetState) -> list[int]:
    """Return every legal action of the seat to move."""
    seat = state.seat
    if seat < 0:
        return []
    p = state.players[seat]
    if state.phase == schema.STATION:
        return [simple(actions.ROTATE, n) for n in range(state.tables.depots)]
    found: list[int] = []
    for item in dict.fromkeys(p.pending):
        found += items.choices(state, seat, item)
    found = list(dict.fromkeys(found))
    waiting = bool(found)
    if state.phase == schema.TURN and not p.placed and not waiting:
        found += placements(state, seat)
    if p.kind == player.REPUBLIC and p.tech & 2 and p.taken < 0:
        found += _takes(state, found)
    extra = optional_actions(state, seat)
    found += extra
    if not waiting and (state.phase != schema.TURN or p.placed):
        found.append(simple(actions.DONE))
    return found


def candidates(state: PlanetState) -> list[int]:
    """Return the choices of one pending item, or the placements, or what may be done besides."""
    seat = state.seat
    if seat < 0:
        return []
    p = state.players[seat]
    if state.phase == schema.STATION:
        return legal(state)
    if p.pending:
        found = _first_choices(state, p, seat)
        if found:
            return _worth_a_thought(p, found)
    if state.phase == schema.TURN and not p.placed:
        return placements(state, seat)
    if p.rovers and not (p.pods | p.voids):  # rovers have nothing to fetch
        return [
            *(_tech_uses(state, p) if state.phase == schema.TURN and p.tech else []),
            simple(actions.DONE),
        ]
    return [*optional_actions(state, seat), simple(actions.DONE)]


def _first_choices(state: PlanetState, p: Player, seat: int) -> list[int]:
    """Return the choices of the pending item that comes first (`items.ORDER`) among those with any."""
    pending = p.pending
    first = pending[0]
    if len(pending) > 1:
        lowest = _rank(first)
        for item in pending:
            rank = _rank(item)
            if rank < lowest:
                first, lowest = item, rank
    found = items.choices(state, seat, first)
    if found or len(pending) == 1:
        return found
    for item in sorted(dict.fromkeys(pending), key=_rank):
        found = items.choices(state, seat, item)
        if found:
            break
    return found


def _rank(item: int) -> int:
    return items.RANK[item & schema.ITEM_MASK]


def _worth_a_thought(p: Player, found: list[int]) -> list[int]:
    """Drop choices without a point: lifepods on spaces that no marker will reach soon."""
    if p.kind != player.COSMOS or len(found) < 20:
        return found
    near = 0
    for marker in range(5):
        space = p.marker[marker]
        for ahead in range(1, 5):
            near |= 1 << (space + ahead)
    kept = []
    for action in found:
        if action & 63 != actions.STOW_POD:
            return found
        put = action >> 6
        if put & 3 != actions.ON_TRACK or near >> ((put >> 2 & 7) << 4 | put >> 5 & 15) & 1:
            kept.append(action)
    return kept or found


# Placing ---------------------------------------------------------------------------------------------


def turn_fits(state: PlanetState, seat: int, only: int = -1) -> list[Fit]:
    """Return where the tiles of the depot may lie in this turn; `only` that of one slot, if given.

    A prohibition of the event or the planet that would leave no placement, and so end the game, is
    ignored for this player (section 4); event prohibitions go first.
    """
    # [#4.5]
    p = state.players[seat]
    options = state.rules.options
    if p.taken >= 0:
        only = p.taken
    rule = state.event_rule()
    rule = rule if rule in placing.PLACING_EVENTS else ""
    tries = [(rule, True), ("", True)] if rule else [("", True)]
    if options["prohibition"] == "lifted":
        tries += [(rule, False), ("", False)] if rule else [("", False)]
    contact = bool(options["patch_contact"])
    everything = options["horizon_tech_1"] == "everything"
    near = placing.contact(p, contact)
    for event_rule, bans in tries:
        found: list[Fit] = []
        for slot, number in enumerate(state.open_tiles(seat)):
            if number < 0 or (only >= 0 and slot != only):
                continue
            tile = state.tables.tiles[number]
            ways = placing.fits(p, tile, event_rule, bans, contact, everything, near=near)
            if ways:
                found.append((slot, tile, ways))
        if found:
            return found
    return []


def placements(state: PlanetState, seat: int) -> list[int]:
    """Return all placements of the turn, or the tiles to take if neither can be placed."""
    # [#3.3]
    fits = turn_fits(state, seat)
    if fits:
        return state.tables.listing.actions(fits)
    p = state.players[seat]
    return [
        simple(actions.GIVE_UP, slot)
        for slot, tile in enumerate(state.open_tiles(seat))
        if tile >= 0 and (p.taken < 0 or slot == p.taken)
    ]


def _takes(state: PlanetState, found: list[int]) -> list[int]:
    """Republic tech 1: movement on taking a civ tile that can be placed, usable before that."""
    slots = {action >> 6 & 1 for action in found if action & 63 == actions.PLACE}
    tiles = state.open_tiles(state.seat)
    return [
        simple(actions.TAKE, slot)
        for slot in sorted(slots)
        if state.tables.tiles[tiles[slot]].resources >> CIV & 1
    ]


# What may be done besides ------------------------------------------------------------------------------


def optional_actions(state: PlanetState, seat: int) -> list[int]:
    """Return rover moves and uses of techs; none of them is compulsory."""
    p = state.players[seat]
    found = []
    if p.rovers and (p.move or p.driving):
        found = rovers.moves(state, p)
    if state.phase == schema.TURN and p.tech:
        found += _tech_uses(state, p)
    return found


def has_optional(state: PlanetState, seat: int) -> bool:
    """Tell whether there are any optional actions."""
    p = state.players[seat]
    if rovers.can_move(state, p):
        return True
    return state.phase == schema.TURN and bool(p.tech) and bool(_tech_uses(state, p))


def _tech_uses(state: PlanetState, p: Player) -> list[int]:
    """Techs used by choice; those about placing, patches or movement take effect elsewhere."""
    # [#6.8]
    found = []
    tech, spent, ever = p.tech, p.used_round, p.used_game
    if p.kind == player.WORMHOLE:
        if may_reset(p):
            found.append(1)
    elif p.kind == player.FLUX_INDUSTRIES:
        if tech & 4 and not ever & 4 and next_milestone(p, p.flux) >= 0:
            found.append(2)
        if tech & 32 and not spent & 32 and tracks.destinations(p, p.flux):
            found.append(5)
    elif p.kind == player.HORIZON:
        if tech & 32 and not spent & 32 and tracks.destinations(p, ROVER):
            found.append(5)
    elif p.kind == player.MAKESHIFT:
        if tech & 16 and not spent & 16 and any(tracks.below(p, m) >= 0 for m in range(5)):
            found.append(4)
    elif p.kind == player.COSMOS:
        if p.lifepods or p.pods_on:
            late = state.rules.options["cosmos_tech_2"] == "any_time"
            if late and tech & 4 and not ever & 4:
                found.append(2)
            if tech & 32 and not spent & 32:
                found.append(5)
    elif p.kind == player.JUMP_DRIVE and tech & 64 and not ever & 64 and unused_objectives(state):
        found.append(6)
    rows = []
    if p.kind == player.JUMP_DRIVE and tech & 32 and not ever & 32:
        rows = [simple(actions.TAKE_ROW, m) for m in range(TECH + 1)]
    return [simple(actions.USE_TECH, level) for level in found] + rows


def may_reset(p: Player) -> bool:
    """Tell whether Wormhole's biomass marker at the top may go back to the start (tech 1)."""
    return (
        p.kind == player.WORMHOLE and bool(p.tech & 2) and p.step(BIOMASS) == p.corp.tops[BIOMASS]
    )


def next_milestone(p: Player, marker: int) -> int:
    """Return the space of the next milestone on a marker's track, -1 without one."""
    space = p.marker[marker]
    for there in range(space + 1, (space | 15) + 1):
        if tracks.board(p, there).mile[there]:
            return there
    return -1


def unused_objectives(state: PlanetState) -> list[int]:
    """Return the objective cards that nobody has and that do not lie on the table."""
    used = {number for number, _, _ in state.rivals} | set(state.shared)
    for p in state.players:
        used |= set(p.private)
    return [n for n in range(1, len(state.tables.objectives) + 1) if n not in used]
