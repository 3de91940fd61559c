"""Rovers (section 6): where they may go and what a step costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown.rules import benefits
from simkit.games.planet_unknown.rules.actions import MOVE_ROVER
from simkit.games.planet_unknown.rules.cells import XY, cells_of
from simkit.games.planet_unknown.rules.player import COSMOS, JUMP_DRIVE, REPUBLIC, Player
from simkit.games.planet_unknown.rules.tables import CIV, ENERGY, RESOURCES

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState


OWN_WAYS: Final = (COSMOS, JUMP_DRIVE, REPUBLIC)  # their rovers also go where others may not


def banned_cells(state: PlanetState, p: Player) -> int:
    """Return the cells no rover may enter: K'Aax' bare toxic cells, an event's terrain."""
    banned = p.planet.toxic & ~p.occ
    if state.event:
        card = state.tables.events[state.event - 1]
        if card.effect == "rover_ban":
            banned |= terrain_cells(p, RESOURCES.index(card.data["terrain"]))
    return banned


def terrain_cells(p: Player, resource: int) -> int:
    """Return the cells of a terrain; Petra's uncovered currents are energy."""
    return p.energy_terrain if resource == ENERGY else p.terrain[resource]


def ways(p: Player, cell: int, banned: int) -> int:
    """Return the cells one step away that a rover may enter (Cosmos tech 1: diagonally too)."""
    near = p.planet.orthogonal[cell]
    if p.kind == COSMOS and p.tech & 2:
        near |= p.planet.diagonal[cell]
    return near & ~banned


def free_cells(p: Player) -> int:
    """Return the cells that cost no movement to enter (Cosmos tech 4: energy terrain)."""
    return p.energy_terrain if p.kind == COSMOS and p.tech & 16 else 0


def may_drive(p: Player) -> bool:
    """Tell whether rovers may move: there is movement, or some was gained and free cells are near."""
    return p.move > 0 or (p.driving and bool(free_cells(p)))


def reach(p: Player, cell: int, movement: int, banned: int) -> dict[int, int]:
    """Return every cell a rover can get to by steps, with the fewest points needed."""
    costless = free_cells(p)
    cost = {cell: 0}
    seen = 1 << cell
    layer = 1 << cell
    for spent in range(movement + 1):
        # first everything that costs nothing, then one paid step
        edge = layer
        while edge and costless:
            grown = 0
            for c in cells_of(edge):
                grown |= ways(p, c, banned) & costless
            edge = grown & ~seen
            seen |= edge
            layer |= edge
            for c in cells_of(edge):
                cost[c] = spent
        if spent == movement:
            break
        grown = 0
        for c in cells_of(layer):
            grown |= ways(p, c, banned)
        layer = grown & ~seen
        seen |= layer
        for c in cells_of(layer):
            cost[c] = spent + 1
    return cost


def teleports(state: PlanetState, p: Player, cell: int) -> int:
    """Return the cells a rover may teleport to for one point.

    Jump Drive B: once per round, to another cell of the same terrain. Republic 3: between two civ
    resources.
    """
    bit = 1 << cell
    if p.kind == JUMP_DRIVE and p.tech & 4 and not p.used_round & 4:
        for resource in range(6):
            terrain = terrain_cells(p, resource)
            if terrain & bit:
                return terrain & ~bit
    if p.kind == REPUBLIC and p.tech & 8:
        whole = state.rules.options["republic_tech_3"] == "terrain"
        ends = p.terrain[CIV] if whole else p.symbols[CIV]
        if ends & bit:
            return ends & ~bit
    return 0


def moves(state: PlanetState, p: Player) -> list[int]:
    """Return an action for every step or teleport that a rover may make now."""
    if not p.rovers or not may_drive(p):
        return []
    taken = p.rover_bits
    banned = banned_cells(state, p) | taken  # a rover cannot enter a cell with another rover
    found: list[int] = []
    if p.move and p.kind not in OWN_WAYS:
        for cell in p.rovers:
            start = MOVE_ROVER | XY[cell] << 6  # see `actions.between`
            near = p.planet.near[cell]
            if p.planet.orthogonal[cell] & banned:
                near = [there for there in near if not banned >> there & 1]
            found += [start | XY[there] << 14 for there in near]
        return found
    costless = free_cells(p)
    for cell in p.rovers:
        steps = ways(p, cell, banned)
        if not p.move:
            steps &= costless
        # A free step never returns to a cell seen since the last paid step: it could go on for ever.
        steps &= ~(costless & p.free_seen)
        if p.move:
            steps |= teleports(state, p, cell) & ~banned
        start = MOVE_ROVER | XY[cell] << 6
        while steps:
            low = steps & -steps
            found.append(start | XY[low.bit_length() - 1] << 14)
            steps ^= low
    return found


def can_move(state: PlanetState, p: Player) -> bool:
    """Tell whether there is any move."""
    if not p.rovers or not (p.move or p.driving):
        return False
    if p.kind in OWN_WAYS:
        return bool(moves(state, p))
    if not p.move:
        return False
    near = 0
    for cell in p.rovers:
        near |= p.planet.orthogonal[cell]
    return bool(near & ~(banned_cells(state, p) | p.rover_bits))


def move(state: PlanetState, seat: int, cell: int, there: int) -> None:
    """Move a rover by one step or one teleport, pay for it and take what lies there."""
    # [#6.11]
    p = state.players[seat]
    i = p.rovers.index(cell)
    bit = 1 << there
    stepped = bool(ways(p, cell, 0) & bit)
    if not stepped and p.kind == JUMP_DRIVE:
        p.used_round |= 4
    if stepped and free_cells(p) & bit:
        p.free_seen |= bit | 1 << cell
    else:
        p.move -= 1
        p.free_seen = 0
    p.rovers[i] = there
    p.driven += 1
    benefits.meet(state, seat, i)


def placeable(p: Player) -> int:
    """Return the cells for a new rover: of the last tile, without patch and without rover."""
    # [#6.9]
    if not p.supply:
        return 0
    return p.last_tile & ~p.patches & ~p.rover_bits


def put(state: PlanetState, seat: int, cell: int) -> None:
    """Place a rover from supply; it takes a meteorite on its cell."""
    p = state.players[seat]
    p.supply -= 1
    p.rovers.append(cell)
    p.loads.append(0)
    benefits.meet(state, seat, len(p.rovers) - 1)
