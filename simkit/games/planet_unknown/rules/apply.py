"""Carrying out actions: one small function per kind, then the game runs on to the next decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import (
    actions,
    benefits,
    cards,
    flow,
    items,
    legal,
    placing,
    player,
    rovers,
    tracks,
)
from simkit.games.planet_unknown.rules.benefits import NO_SYNERGY, item
from simkit.games.planet_unknown.rules.cells import CELL
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import CIV, ENERGY, ROVER, TRACKS, WATER, Tile

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState


def apply(state: PlanetState, action: int) -> None:
    """Carry out a legal action and run on to the next decision."""
    HANDLERS[action & 63](state, state.seat, action)
    flow.proceed(state)


def consume(p: Player, kind: int) -> int:
    """Take the first pending item of a kind away and return its argument."""
    for i, one in enumerate(p.pending):
        if one & schema.ITEM_MASK == kind:
            del p.pending[i]
            return one >> schema.ITEM_BITS
    raise ValueError(f"nothing of kind {kind} is pending")


def consume_for(p: Player, kind: int, marker: int) -> int:
    """Take the first pending item of a kind that names the marker away."""
    for i, one in enumerate(p.pending):
        arg = one >> schema.ITEM_BITS
        named = arg == marker if kind in (schema.SYMBOL, schema.RAISE) else arg >> marker & 1
        if one & schema.ITEM_MASK == kind and named:
            del p.pending[i]
            return arg
    return consume(p, kind)


# The station and the turn ------------------------------------------------------------------------------


def rotate(state: PlanetState, seat: int, action: int) -> None:
    """Turn the station."""
    state.rotation = (state.rotation + (action >> 6)) % state.tables.depots
    if state.phase == schema.STATION:
        state.queue.pop(0)
    else:
        consume(state.players[seat], schema.TURN_STATION)


def draw_tile(state: PlanetState, seat: int, slot: int) -> Tile:
    """Take the open tile of a slot of the depot."""
    number = state.slots_of(seat)[slot]
    state.left[number] -= 1
    return state.tables.tiles[state.stacks[number][state.left[number]]]


def place(state: PlanetState, seat: int, action: int) -> None:
    """Take a tile, lay it, and note what its symbols bring."""
    p = state.players[seat]
    slot = action >> 6 & 1
    tile = draw_tile(state, seat, slot)
    layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
    low = CELL[action >> 7 & 255] - layout.zero
    energy_biomass = state.rules.options["wormhole_energy"] == "any"
    placement = placing.look_at(p, tile, layout, low, energy_biomass)
    turn = state.phase == schema.TURN and not p.placed
    symbols = True
    if p.taken < 0:
        on_take(p, tile)
    if turn:
        p.placed = True
    else:
        symbols = bool(consume(p, schema.EXTRA))
    p.taken = -1
    placing.lay(p, tile, placement)
    placing.mark_hit(p, tile, layout, low)
    if symbols:
        _symbols(state, p, tile, placement)
    _placing_techs(state, p, tile, placement)
    if turn:
        p.pending += p.event_pending
        p.event_pending.clear()


def on_take(p: Player, tile: Tile) -> None:
    """Republic tech 1: taking a tile with a civ resource gives the movement of the rover step."""
    if p.kind == player.REPUBLIC and p.tech & 2 and tile.resources >> CIV & 1:
        benefits.gain_movement(p, p.corp.move[p.marker[ROVER]])


def _symbols(state: PlanetState, p: Player, tile: Tile, placement: placing.Placement) -> None:
    """Note the steps that the two symbols give (section 5)."""
    # [#3.5] [#5.2]
    for resource in (tile.first, tile.second):
        if resource == ENERGY:
            p.pending.append(item(schema.ENERGY_STEP, placement.energy))
        elif resource == WATER:
            p.pending.extend([item(schema.SYMBOL, WATER)] * placement.water_steps)
        elif resource == 2:
            p.pending.extend([item(schema.SYMBOL, 2)] * placement.biomass_steps)
        elif placement.tech_energy and resource == 4:
            p.pending.append(item(schema.TECH_ENERGY, placement.tech_energy))
        else:
            p.pending.append(item(schema.SYMBOL, resource))


def _placing_techs(state: PlanetState, p: Player, tile: Tile, placement: placing.Placement) -> None:
    """Note what techs give for placing a tile."""
    if p.kind == player.OASIS:
        if p.tech & 8 and not placement.covers_ice:  # 3: no ice covered, water once
            p.pending.append(item(schema.ADVANCE, 1 << WATER | 1 << 5))
        if tile.resources >> WATER & 1:
            if p.tech & 16:
                p.pending.append(item(schema.PATCH))
            if p.tech & 32:
                benefits.gain_synergy(state, p)
    elif p.kind == player.FLUX_INDUSTRIES:
        if p.tech & 16 and tile.resources >> p.flux & 1:  # 4: collect one meteorite
            p.pending.append(item(schema.COLLECT, items.METEORITE | 1 << 3))
    elif (
        p.kind == player.COSMOS and p.tech & 8 and tile.resources >> ENERGY & 1
    ):  # 3: move a lifepod
        p.pending.append(item(schema.MOVE_POD, 1))


def take(state: PlanetState, seat: int, action: int) -> None:
    """Take a tile, of the turn or of a card, and keep it in hand until it is placed."""
    p = state.players[seat]
    p.taken = action >> 6 & 1
    tile = state.open_tiles(seat)[p.taken]
    on_take(p, state.tables.tiles[tile])


def give_up(state: PlanetState, seat: int, action: int) -> None:
    """Take a tile that cannot be placed: a step for both resources, and the end (section 9 A).

    Water needs no ice, energy copies the other resource, no meteorite, no tech and no limit of a
    corporation for placing.
    """
    # [#9.1]
    p = state.players[seat]
    tile = draw_tile(state, seat, action >> 6 & 1)
    state.removed += 1
    if p.taken < 0:
        on_take(p, tile)
    for resource in (tile.first, tile.second):
        if resource == ENERGY:
            p.pending.append(item(schema.ENERGY_STEP, tile.resources & ~(1 << ENERGY)))
        else:
            p.pending.append(item(schema.SYMBOL, resource))
    p.placed = p.stuck = True
    p.one_only = False
    p.event_pending.clear()


def done(state: PlanetState, seat: int, action: int) -> None:
    """Finish; unused movement lapses."""
    p = state.players[seat]
    p.pending.clear()  # nothing can be chosen for what is left
    p.move = 0
    p.driving = False
    p.finished = True


# Markers ----------------------------------------------------------------------------------------------


def advance(state: PlanetState, seat: int, action: int) -> None:
    """Advance a marker and take the benefits."""
    p = state.players[seat]
    why, marker, space = actions.advance_parts(action)
    if why == schema.DOUBLE:  # Jump Drive C: the marker chosen for a synergy boost advances twice
        consume(p, schema.SYNERGY)
        p.used_round |= 8
        p.pending.append(item(schema.ADVANCE, 1 << marker | 1 << 5))
        benefits.arrive(state, seat, marker, space)
        return
    arg = consume_for(p, why, marker)
    if p.one_only and why in (schema.SYMBOL, schema.ENERGY_STEP, schema.TECH_ENERGY):
        _one_resource(p, why, marker)
    if why == schema.RAISE:
        benefits.arrive(state, seat, marker, space, synergy=False)
        if space & 15 < 5:
            p.pending.append(item(schema.RAISE, marker))
        return
    if why == schema.ADVANCE:
        left = (arg >> 5 & 7) - 1
        quiet = arg & cards.NO_BENEFIT
        if left > 0:
            p.pending.append(item(schema.ADVANCE, 1 << marker | left << 5 | quiet))
        if quiet:
            tracks.set_marker(p, marker, space)
            return
    elif why == schema.DISTINCT and arg >> 5 > 1:
        p.pending.append(item(schema.DISTINCT, arg & 31 & ~(1 << marker) | (arg >> 5) - 1 << 5))
    elif why == schema.ENERGY_STEP and marker == WATER and _double_energy(state, p):
        p.pending.append(item(schema.ADVANCE, 1 << WATER | 1 << 5))
    benefits.arrive(state, seat, marker, space)


def _double_energy(state: PlanetState, p: Player) -> bool:
    """Option: Universal tech 4 counts for energy used for water as well."""
    wide = state.rules.options["double_water"] == "symbol_and_energy"
    return wide and p.kind == player.UNIVERSAL and bool(p.tech & 16) and not p.stuck


def _one_resource(p: Player, why: int, marker: int) -> None:
    """An event lets only one of the two resources of the placed tile advance."""
    p.one_only = False
    p.pending = [
        one
        for one in p.pending
        if one & schema.ITEM_MASK not in (schema.SYMBOL, schema.ENERGY_STEP, schema.TECH_ENERGY)
        or (why == schema.SYMBOL and one == item(schema.SYMBOL, marker))
    ]


def move_down(state: PlanetState, seat: int, action: int) -> None:
    """Move a marker down, without benefit."""
    p = state.players[seat]
    marker, space = actions.down_parts(action)
    consume_for(p, schema.DOWN, marker)
    tracks.set_marker(p, marker, space)


def decline(state: PlanetState, seat: int, action: int) -> None:
    """Leave an optional benefit."""
    consume(state.players[seat], action >> 6)


def choose_fork(state: PlanetState, seat: int, action: int) -> None:
    """Wormhole: take one of the two benefits of a biomass step."""
    p = state.players[seat]
    arg = consume(p, schema.FORK)
    first = p.corp.fork[arg & 127]
    if action >> 6 & 1:
        p.pending.append(item(schema.PATCH))
    elif first == "syn":
        if not arg & NO_SYNERGY:
            benefits.gain_synergy(state, p)
    else:
        marker = TRACKS.index(first.removeprefix("advance "))
        p.pending.append(item(schema.ADVANCE, 1 << marker | 1 << 5))


def set_flux(state: PlanetState, seat: int, action: int) -> None:
    """Flux: put the token on a track."""
    p = state.players[seat]
    consume(p, schema.FLUX)
    p.flux = action >> 6


# Patches, rovers, lifepods, meteorites ------------------------------------------------------


def lay_patch(state: PlanetState, seat: int, action: int) -> None:
    """Place a biomass patch."""
    p = state.players[seat]
    consume(p, schema.PATCH)
    placing.lay_patch(p, actions.cell_of(action))


def keep_patch(state: PlanetState, seat: int, action: int) -> None:
    """Keep a patch for the end of the game."""
    p = state.players[seat]
    consume(p, schema.PATCH)
    p.kept_patches += 1


def put_rover(state: PlanetState, seat: int, action: int) -> None:
    """Place a rover on the last tile."""
    consume(state.players[seat], schema.ROVER_ITEM)
    rovers.put(state, seat, actions.cell_of(action))


def move_rover(state: PlanetState, seat: int, action: int) -> None:
    """Move a rover."""
    here, there = actions.cells_between(action)
    rovers.move(state, seat, here, there)


def relocate_rover(state: PlanetState, seat: int, action: int) -> None:
    """Move a rover to any cell (civ card 14)."""
    p = state.players[seat]
    consume(p, schema.RELOCATE)
    here, there = actions.cells_between(action)
    i = p.rovers.index(here)
    p.rovers[i] = there
    benefits.meet(state, seat, i)


def stow_pod(state: PlanetState, seat: int, action: int) -> None:
    """Put a collected lifepod somewhere."""
    # [#6.13]
    p = state.players[seat]
    consume(p, schema.STOW)
    _put_pod(p, *actions.stow_parts(action))


def _put_pod(p: Player, place_: int, space: int) -> None:
    if place_ == actions.SCORING:
        p.lifepods += 1
    elif place_ == actions.ON_TRACK:
        p.pods_on |= 1 << space
    else:
        p.slots |= 1 << space
    tracks.refresh(p)


def shift_pod(state: PlanetState, seat: int, action: int) -> None:
    """Cosmos: move a collected lifepod."""
    p = state.players[seat]
    left = consume(p, schema.MOVE_POD) - 1
    source, old, target, new = actions.shift_parts(action)
    if source == actions.SCORING:
        p.lifepods -= 1
    else:
        p.pods_on &= ~(1 << old)
    _put_pod(p, target, new)
    if left > 0:
        p.pending.append(item(schema.MOVE_POD, left))


def collect(state: PlanetState, seat: int, action: int) -> None:
    """Collect a lifepod or meteorite by card, event or tech."""
    p = state.players[seat]
    thing, cell = action >> 6 & 7, CELL[action >> 9 & 255]
    arg = consume(p, schema.COLLECT)
    left = (arg >> 3 & 7) - 1
    if left > 0:
        p.pending.append(item(schema.COLLECT, thing | arg & items.OPTIONAL_FLAG | left << 3))
    if thing == items.LIFEPOD:
        benefits.collect_pod(p, cell)
    else:
        remove_meteor(p, cell)
        benefits.collect_meteor(p)


def remove_meteor(p: Player, cell: int) -> None:
    """Take a meteorite from a cell: one that lies there, else one on a rover there."""
    if p.meteors >> cell & 1:
        p.meteors &= ~(1 << cell)
    else:
        p.loads[p.rovers.index(cell)] = 0


def destroy(state: PlanetState, seat: int, action: int) -> None:
    """Destroy something on the planet or collected."""
    p = state.players[seat]
    thing, cell = action >> 6 & 7, CELL[action >> 9 & 255]
    if any(one & schema.ITEM_MASK == schema.DESTROY for one in p.pending):
        arg = consume(p, schema.DESTROY)
        left = (arg >> 3) - 1
        if left > 0:
            p.pending.append(item(schema.DESTROY, thing | left << 3))
    else:
        consume(p, schema.CARGO)
    if thing == items.LIFEPOD:
        p.pods &= ~(1 << cell)
    elif thing == items.METEORITE:
        remove_meteor(p, cell)
    elif thing == items.ROVER_THING:
        placing.destroy_rover(p, p.rovers.index(cell))
    elif thing == items.SCORED_METEORITE:
        p.rocks -= 1
    else:
        p.all_pods -= 1
        if cell:
            p.pods_on &= ~(1 << items.pod_space(cell))
            tracks.refresh(p)
        else:
            p.lifepods -= 1


def clear_line(state: PlanetState, seat: int, action: int) -> None:
    """Destroy all meteorites of a row or column (civ card 17)."""
    p = state.players[seat]
    consume(p, schema.LINE)
    lines = p.planet.columns if action >> 6 & 1 else p.planet.rows
    line = lines[action >> 7]
    p.meteors &= ~line
    for i, cell in enumerate(p.rovers):
        if line >> cell & 1:
            p.loads[i] = 0


def hit_symbol(state: PlanetState, seat: int, action: int) -> None:
    """Put a meteorite on a meteorite symbol; a rover there is destroyed."""
    p = state.players[seat]
    consume(p, schema.HIT)
    cell = actions.cell_of(action)
    if cell in p.rovers:
        placing.destroy_rover(p, p.rovers.index(cell))
    p.meteors |= 1 << cell


# Cards, techs, objectives -------------------------------------------------------------------


def take_card(state: PlanetState, seat: int, action: int) -> None:
    """Take a civilisation card."""
    p = state.players[seat]
    consume(p, schema.CARD)
    cards.take_card(state, seat, action >> 6)
    flow.more_cards(state, p)


def use_tech(state: PlanetState, seat: int, action: int) -> None:
    """Use a tech by choice; `legal` says which may be used when."""
    p = state.players[seat]
    level = action >> 6
    if p.kind == player.WORMHOLE and level == 1:
        tracks.set_marker(p, 2, 2 << 4)
    elif p.kind == player.WORMHOLE:  # 3: two patches in place of one
        p.used_round |= 8
        p.pending.append(item(schema.PATCH))
    elif p.kind == player.JUMP_DRIVE and level == 1:  # A: a synergy boost in place of a patch
        p.used_round |= 2
        consume(p, schema.PATCH)
        benefits.gain_synergy(state, p)
    elif p.kind == player.JUMP_DRIVE:  # F: an objective for all
        p.used_game |= 64
        luck = state.luck.fork("objective for all", seat)
        drawn = luck.shuffle(legal.unused_objectives(state))[:3]
        p.choice = sum(1 << n for n in drawn)
        p.seen_objectives |= p.choice
        p.pending.append(item(schema.OBJECTIVE, cards.FOR_ALL))
    elif (
        p.kind == player.FLUX_INDUSTRIES and level == 2
    ):  # the flux marker goes to its next milestone
        p.used_game |= 4
        benefits.arrive(state, seat, p.flux, legal.next_milestone(p, p.flux))
    elif p.kind in (player.FLUX_INDUSTRIES, player.HORIZON):  # 5: advance once per round
        p.used_round |= 32
        marker = p.flux if p.kind == player.FLUX_INDUSTRIES else ROVER
        p.pending.append(item(schema.ADVANCE, 1 << marker | 1 << 5))
    elif p.kind == player.MAKESHIFT:  # 4: any one marker down
        p.used_round |= 16
        p.pending.append(item(schema.DOWN, items.ALL_MARKERS | 1 << 5))
    elif level == 2:  # Cosmos, option: three lifepods at any time
        p.used_game |= 4
        p.pending.append(item(schema.MOVE_POD, 3))
    else:  # Cosmos 5: one lifepod a round
        p.used_round |= 32
        p.pending.append(item(schema.MOVE_POD, 1))


def take_row(state: PlanetState, seat: int, action: int) -> None:
    """Jump Drive E: every benefit on the row of a marker, of all five tracks."""
    p = state.players[seat]
    p.used_game |= 32
    step = p.step(action >> 6)
    for track in range(5):
        benefits.take(state, seat, track << 4 | step)


def choose_objective(state: PlanetState, seat: int, action: int) -> None:
    """Keep or drop an objective, as the pending item says."""
    p = state.players[seat]
    number = action >> 6
    purpose = consume(p, schema.OBJECTIVE)
    if purpose == cards.KEEP_ONE:
        p.private = [number]
    elif purpose == cards.FOR_ALL:
        if state.seats == 1:
            p.private.append(number)
        else:
            state.shared.append(number)
    else:
        p.private.remove(number)
    p.choice = 0


def look(state: PlanetState, seat: int, action: int) -> None:
    """Look at the next event."""
    p = state.players[seat]
    consume(p, schema.PEEK)
    p.peeked = state.event_no


def empty_slot(state: PlanetState, seat: int, action: int) -> None:
    """An event removes all tiles of a slot of the depot."""
    consume(state.players[seat], schema.SLOT)
    number = state.slots_of(seat)[action >> 6]
    state.removed += state.left[number]
    state.left[number] = 0


_BY_NAME = {
    "rotate": rotate, "place": place, "take": take, "give_up": give_up, "advance": advance,
    "decline": decline, "patch": lay_patch, "keep_patch": keep_patch, "rover": put_rover,
    "move": move_rover, "done": done, "card": take_card, "down": move_down, "fork": choose_fork,
    "stow": stow_pod, "collect": collect, "destroy": destroy, "clear_line": clear_line,
    "relocate": relocate_rover, "hit": hit_symbol, "flux": set_flux, "tech": use_tech,
    "objective": choose_objective, "peek": look, "empty_slot": empty_slot, "move_pod": shift_pod,
    "row": take_row,
}  # fmt: skip
HANDLERS: Final = [_BY_NAME[name] for name in schema.KIND]
