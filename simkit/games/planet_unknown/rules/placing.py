"""Where tiles and patches may lie (section 4) and what a placement brings (section 5).

All positions of one footprint are found at once: bit n of a mask stands for "the lowest cell of the
tile lies on cell n", and each condition is a shift and an AND of whole-board ints. Two conditions share
one int, the second `SECOND` bits higher.
"""

from __future__ import annotations

from typing import Final

from simkit.games.planet_unknown.fast import limbs
from simkit.games.planet_unknown.rules import player
from simkit.games.planet_unknown.rules.cells import STRIDE, area, areas, beside
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import (
    BIOMASS,
    ENERGY,
    ROVER,
    TECH,
    WATER,
    Layout,
    Planet,
    Tile,
)

SECOND: Final = 256  # far beyond the frame, so that no shift by a footprint mixes the two
ALL: Final = (1 << SECOND) - 1
PLACING_EVENTS = ("no_edge", "no_ice", "no_matching_neighbour")


def start_cells(planet: Planet) -> int:
    """Return the cells of which the first tile must cover one."""
    # [#4.1]
    return planet.centre or planet.edge


def contact_free(p: Player, tile: Tile) -> bool:
    """Tell whether a tech lifts the contact rule for a tile (Universal 1; Horizon 1: rover tiles)."""
    # [#4.6]
    if not p.tech & 2:
        return False
    return p.kind == player.UNIVERSAL or (
        p.kind == player.HORIZON and bool(tile.resources >> ROVER & 1)
    )


def contact(p: Player, patch_contact: bool = True) -> int:
    """Return the cells beside what lies there: a tile has to cover one."""
    # [#4.2]
    return beside(p.occ if patch_contact else p.tiles)


def fits(
    p: Player,
    tile: Tile,
    event_rule: str = "",
    planet_bans: bool = True,
    patch_contact: bool = True,
    horizon_everything: bool = False,
    first_only: bool = False,
    near: int = -1,
) -> list[tuple[Layout, int]]:
    """Return the legal positions of a tile: per layout, the mask of its lowest cell.

    Parameters
    ----------
    event_rule
        Effect of the event in force; only placing restrictions matter.
    planet_bans
        Whether the planet's own prohibition holds.
    patch_contact
        Whether contact with a patch alone suffices.
    horizon_everything
        Whether Horizon tech 1 skips the planet's and the event's prohibitions as well.
    first_only
        Whether one footprint is enough, because it only matters whether there is any.
    near
        See `contact`, where it is known already.
    """
    # [#4.3]
    planet = p.planet
    open_cells = planet.grid & ~p.occ
    free = open_cells
    border = open_cells
    if not p.tiles:
        border &= start_cells(planet)
    elif contact_free(p, tile):
        if horizon_everything and p.kind == player.HORIZON:
            event_rule, planet_bans = "", False
    else:
        border &= near if near >= 0 else contact(p, patch_contact)
    if event_rule == "no_edge":
        free &= ~planet.edge
    elif event_rule == "no_ice":
        free &= ~planet.ice
    neighbours = [0, 0]
    if event_rule == "no_matching_neighbour":
        neighbours = [
            beside(p.energy_terrain if t == ENERGY else p.terrain[t])
            for t in (tile.first, tile.second)
        ]
    found: list[tuple[Layout, int]] = []
    bans = planet_bans and bool(planet.ring or planet.regions or planet.slide)
    quadrants = planet.quadrants if planet_bans else []
    halves_matter = bool(quadrants or neighbours[0] or neighbours[1])
    footprints = tile.shape.footprints
    # one by one where the first that fits is enough
    lowest = [] if first_only else _lowest_cells(footprints, free, border)
    for n, layouts in enumerate(footprints):
        low = _lowest_cells([layouts], free, border)[0] if first_only else lowest[n]
        if low and bans:
            low = _ban_footprint(p, layouts[0], low)
        if not low:
            continue
        for layout in layouts:
            here = _ban_halves(tile, layout, low, quadrants, neighbours) if halves_matter else low
            if here:
                found.append((layout, here))
        if found and first_only:
            break
    return found


def _lowest_cells(footprints: list[list[Layout]], free: int, border: int) -> list[int]:
    """Return per footprint where its lowest cell may lie: all its cells free, one on the border."""
    if limbs.COMPILED:
        return limbs.lowest_cells(footprints, free, border)
    return shifted(footprints, free, border)


def shifted(footprints: list[list[Layout]], free: int, border: int) -> list[int]:
    """Return the same by shifts of whole masks."""
    both = free | (ALL ^ border) << SECOND  # every cell is free; every cell is none of the border
    found = []
    for layouts in footprints:
        fit = both
        for d in layouts[0].steps:
            fit &= both >> d
        found.append(fit & ALL & ~(fit >> SECOND))
    return found


def _ban_halves(
    tile: Tile, layout: Layout, low: int, quadrants: list[int], neighbours: list[int]
) -> int:
    """Apply the prohibitions that look at where which half of the tile lies."""
    if quadrants:
        low &= ~(quadrants[tile.first] >> layout.symbols[0])
        low &= ~(quadrants[tile.second] >> layout.symbols[1])
    if neighbours[0] or neighbours[1]:
        for d, role in zip(layout.offsets, layout.roles, strict=True):
            low &= ~(neighbours[role] >> d)
    return low


def _ban_footprint(p: Player, layout: Layout, low: int) -> int:
    """Apply the prohibitions that look at the footprint only (planets.toml, field rule)."""
    planet = p.planet
    if planet.ring or planet.regions:
        return low & ~planet.bans[layout.base]
    if planet.slide:  # Pajitnov: some shift by one cell overlaps nothing that lies there already
        lying = p.occ << STRIDE  # room for the shift upwards
        free_way = 0
        for direction in (1, -1, STRIDE, -STRIDE):
            hit = 0
            for d in layout.offsets:
                hit |= lying >> (d + direction + STRIDE)
            free_way |= low & ~hit
        low &= free_way
    return low


def patch_cells(p: Player, patch_contact: bool = True, on_patches: bool = False) -> int:
    """Return the cells on which a patch may lie.

    It touches a tile or patch, lies in the grid and on nothing else; event prohibitions do not bind
    it. Wormhole tech 2: on tiles, not on meteorites (with `on_patches` on patches, too); tech 5: on
    a meteorite.
    """
    # [#6.7] [#13.1]
    planet = p.planet
    free = planet.grid & ~p.occ & ~p.meteors
    cells = free & (beside(p.occ if patch_contact else p.tiles) if p.tiles else start_cells(planet))
    if p.kind == player.WORMHOLE:
        if p.tech & 4:
            cells |= (p.occ if on_patches else p.tiles & ~p.patches) & ~p.meteors
        if p.tech & 32:
            cells |= p.meteors
    return cells & ~planet.ring


class Placement:
    """What laying a tile in one place brings (section 5).

    Attributes
    ----------
    mask, first, second
        Cells covered; cells of the tile's first and second terrain.
    symbols
        Cells of the two symbols.
    new_meteor
        Bit of the meteorite that falls, 0 = none.
    lost_pods, lost_rovers
        Cells of what is covered.
    ice_cells, covers_ice
        Water cells of the tile on ice; whether any cell lies on ice.
    water_steps, biomass_steps
        Steps that these symbols give.
    energy, tech_energy
        Tracks that the energy symbol may advance, as bits; the same for the tech symbol used as energy
        (Jump Drive D).
    """

    __slots__ = (
        "biomass_steps", "covers_ice", "energy", "first", "ice_cells", "lost_pods", "lost_rovers",
        "mask", "new_meteor", "second", "symbols", "tech_energy", "water_steps",
    )  # fmt: skip

    def __init__(
        self, p: Player, mask: int, first: int, second: int, symbols: tuple[int, int], meteor: int
    ) -> None:
        self.mask = mask
        self.first = first
        self.second = second
        self.symbols = symbols
        self.new_meteor = meteor
        self.lost_pods = p.pods & mask
        self.lost_rovers = p.rover_bits & mask
        self.ice_cells = 0
        self.covers_ice = bool(mask & p.planet.ice)
        self.water_steps = self.biomass_steps = self.energy = self.tech_energy = 0


def look_at(
    p: Player,
    tile: Tile,
    layout: Layout,
    low: int,
    energy_biomass: bool = True,
) -> Placement:
    """Work out what a tile brings before it is laid; `low` is its lowest cell."""
    planet = p.planet
    mask = layout.base << low
    first, second = layout.first << low, layout.second << low
    own = {tile.first: first, tile.second: second}
    meteor = 1 << (low + layout.meteor) if tile.has_meteor else 0
    if p.kind == player.UNIVERSAL and p.tech & 32:  # tech 5: meteorite symbols bring no meteorites
        meteor = 0
    symbols = (low + layout.symbols[0], low + layout.symbols[1])
    placement = Placement(p, mask, first, second, symbols, meteor)
    if WATER in own:
        placement.ice_cells = (own[WATER] & planet.ice).bit_count()
        placement.water_steps = water_steps(p, placement.ice_cells)
    if BIOMASS in own:
        placement.biomass_steps = biomass_steps(p, own[BIOMASS])
    if ENERGY in own:
        placement.energy = energy_choices(p, tile, own, mask, own[ENERGY], ENERGY)
    if p.kind == player.JUMP_DRIVE and p.tech & 16 and TECH in own:
        placement.tech_energy = energy_choices(p, tile, own, mask, own[TECH], TECH)
    if p.kind == player.WORMHOLE and not energy_biomass:
        placement.energy &= ~(1 << BIOMASS)
    return placement


def water_steps(p: Player, ice_cells: int) -> int:
    """Return the steps that a water symbol gives for water cells on ice."""
    # [#5.3]
    if p.kind == player.OASIS:
        return ice_cells
    if not ice_cells:
        return 0
    return 2 if p.kind == player.UNIVERSAL and p.tech & 16 else 1


def biomass_steps(p: Player, cells: int) -> int:
    """Return the steps of a biomass symbol; Wormhole: only without an additional separate area."""
    # [#5.2]
    if p.kind != player.WORMHOLE:
        return 1
    before = p.terrain[BIOMASS]
    return int(len(areas(before | cells)) <= len(areas(before)))


def energy_choices(
    p: Player, tile: Tile, own: dict[int, int], mask: int, seed: int, symbol: int
) -> int:
    """Return the tracks an energy symbol may advance.

    The tile's other resource, and the resources of all terrains that touch the energy area that the
    placement forms (older energy cells and Petra's uncovered currents included; section 5).
    """
    # [#5.4]
    energy = p.terrain[ENERGY] | own.get(ENERGY, 0) | seed | p.planet.currents & ~(p.occ | mask)
    around = beside(area(seed, energy))
    found = tile.resources & ~(1 << symbol)
    for track in range(5):
        cells = p.terrain[track] | own.get(track, 0)
        if track == symbol:  # Jump Drive D: the symbol's own terrain counts as energy here
            cells &= ~seed
        if around & cells:
            found |= 1 << track
    return found & ~(1 << ENERGY)


def lay(p: Player, tile: Tile, placement: Placement) -> None:
    """Put the tile on the planet and take away what it covers."""
    # [#3.4]
    mask = placement.mask
    p.occ |= mask
    p.tiles |= mask
    p.last_tile = mask
    p.tiles_placed += 1
    p.pieces.append(mask)
    p.terrain[tile.first] |= placement.first
    p.terrain[tile.second] |= placement.second
    p.symbols[tile.first] |= 1 << placement.symbols[0]
    p.symbols[tile.second] |= 1 << placement.symbols[1]
    if placement.ice_cells:
        p.water_on_ice += 1
    cover(p, mask)
    p.meteors |= placement.new_meteor


def mark_hit(p: Player, tile: Tile, layout: Layout, low: int) -> None:
    """Remember the meteorite symbol of a tile; events may hit it again."""
    if tile.has_meteor:
        p.hits |= 1 << (low + layout.meteor)


def lay_patch(p: Player, cell: int) -> None:
    """Put a biomass patch on a cell; on a tile it hides what was there (Wormhole 2 and 5)."""
    # [#1.1] [#13.2]
    bit = 1 << cell
    if p.occ & bit:
        for resource in range(6):
            p.terrain[resource] &= ~bit
            p.symbols[resource] &= ~bit
        p.hits &= ~bit
        p.meteors &= ~bit
    p.occ |= bit
    p.stacked += p.patches >> cell & 1  # on a patch (option): both lie on the planet
    p.patches |= bit
    p.terrain[BIOMASS] |= bit
    cover(p, bit)


def cover(p: Player, mask: int) -> None:
    """Destroy lifepods and rovers under something new.

    A loaded meteorite stays on the cell of Horizon's destroyed rover (section 6).
    """
    # [#4.4]
    p.pods &= ~mask
    for i in range(len(p.rovers) - 1, -1, -1):
        if mask >> p.rovers[i] & 1:
            destroy_rover(p, i)


def destroy_rover(p: Player, i: int) -> None:
    """Remove a rover from the game."""
    if p.loads[i]:
        p.meteors |= 1 << p.rovers[i]
    del p.rovers[i], p.loads[i]
