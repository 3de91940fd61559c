"""Research: steps, levels and tech tiles (rules.md 2.3 C and E)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import bits_in
from simkit.games.gaia_project.rules.power import gain, gain_all
from simkit.games.gaia_project.rules.scoring import count, fire

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

# Which step a question allows, beside a single area.
ANY_AREA: Final = 6
LOWEST_AREAS: Final = 7
AREAS: Final = list(range(6))
ALL_PLACES: Final = list(range(len(terms.PLACES)))


def can_step(state: GaiaState, player: Player, area: int) -> bool:
    """Tell whether a player may advance in an area."""
    # Rules: [#2.3E] [#5.baltaks]
    level = player.levels[area]
    if level >= terms.TOP:
        return False
    if level == terms.TOP - 1 and (player.green == 0 or state.top_taken >> area & 1):
        return False
    return not (area == terms.NAV and player.faction == terms.BALTAKS and not player.institute)


def areas_for(state: GaiaState, player: Player, which: int, named: list[int] = AREAS) -> list[int]:
    """Return the areas in which a free step may be taken, or what stands for them in `named`."""
    # Rules: [#5.bescods]
    if which < ANY_AREA:
        return [named[which]] if can_step(state, player, which) else []
    levels, found = player.levels, []
    if which == ANY_AREA and player.faction != terms.BALTAKS:
        has_green = player.green > 0  # nobody gets to the top without a green token
        for area, level in enumerate(levels):
            if level >= terms.TOP - 1 and not (has_green and can_step(state, player, area)):
                continue
            found.append(named[area])
        return found
    low = terms.TOP if which == ANY_AREA else min(levels)
    for area, level in enumerate(levels):
        if level > low or not can_step(state, player, area):
            continue
        found.append(named[area])
    return found


def may_step(state: GaiaState, player: Player, which: int) -> bool:
    """Tell whether a free step may be taken at all."""
    if which == ANY_AREA and can_step(state, player, terms.TERRA):
        return True  # nearly always, without a look at the others
    return bool(areas_for(state, player, which))


def advance_level(state: GaiaState, player: Player, area: int) -> None:
    """Take one research step with all it brings."""
    # Rules: [#2.3E] [#3c]
    player.levels[area] += 1
    level = player.levels[area]
    if level == terms.TOP:
        player.green -= 1
        state.top_taken |= 1 << area
    fire(state, player, terms.E_RESEARCH)
    reach_level(state, player, area)


def reach_level(state: GaiaState, player: Player, area: int) -> None:
    """Gain the one-time bonus of a level just reached."""
    # Rules: [#2.3E.1] [#2.3E.3]
    level = player.levels[area]
    for kind, amount in state.t.level_once[area][level]:
        if kind == terms.LOST_PLANET:
            state.todo.append(schema.M_LOST | player.seat << 8)
        elif kind == terms.FEDERATION_TOKEN:
            token, state.top_token = state.top_token, -1
            gain_token(state, player, token)
        elif kind == terms.VP:
            state.gain(player.seat, schema.SRC_GAIA5, amount)
        elif kind == terms.VP_PER_GAIA:
            state.gain(player.seat, schema.SRC_GAIA5, amount * player.gaia_count)
        else:
            gain(state, player, kind, amount)
    if level == 3:
        gain(state, player, terms.CHARGE, state.t.level_3_charge)


def gain_token(state: GaiaState, player: Player, token: int, goods: bool = True) -> None:
    """Gain a federation token by whatever means; it always scores as forming a federation.

    `goods`: its goods come at once; without them it is up to the caller to hand them out.
    """
    # Rules: [#2.3D.3]
    player.tokens[token] += 1
    if token != terms.GREY_TOKEN:
        player.green += 1
    state.gain(player.seat, schema.SRC_TOKEN + token, state.t.token_vp[token])
    if goods:
        gain_all(state, player, state.t.token_gain[token])
    fire(state, player, terms.E_FEDERATION)


def score_token(state: GaiaState, player: Player, token: int, source: int) -> None:
    """Gain the points and goods of a federation token."""
    state.gain(player.seat, source, state.t.token_vp[token])
    gain_all(state, player, state.t.token_gain[token])


def tile_places(state: GaiaState, player: Player, named: list[int] = ALL_PLACES) -> list[int]:
    """Return the places whose standard tile the player may take, or what stands for them."""
    tiles, found = player.tiles, []
    for place, tile in enumerate(state.places):
        if tiles >> tile & 1:
            continue
        found.append(named[place])
    return found


def tiles_open(state: GaiaState, player: Player) -> bool:
    """Tell whether the player may take any tile, standard or advanced."""
    # No two standard tiles are the same, so those that are owned are fewer than the places or all.
    return bits_in(player.tiles) < len(state.places) or bool(advanced_areas(state, player))


def advanced_areas(state: GaiaState, player: Player) -> list[int]:
    """Return the areas whose advanced tile the player may take."""
    # Rules: [#tile]
    if player.green == 0 or not player.tiles & ~player.covered:
        return []
    return [
        area
        for area in range(6)
        if state.advanced_at[area] >= 0 and player.levels[area] >= terms.TOP - 1
    ]


def take_tile(state: GaiaState, player: Player, place: int) -> None:
    """Take a standard tile; its step is asked next."""
    # Rules: [#tile]
    tile = state.places[place]
    player.tiles |= 1 << tile
    player.pieces_changed()  # one of the tiles makes big buildings count more
    player.specials_changed()
    table = state.t.standard[tile]
    if table.event >= 0:
        player.hook_vp[table.event] += table.event_vp
    state.todo.append(schema.M_STEP | player.seat << 8 | (place if place < 6 else ANY_AREA) << 12)
    times = count(player, table.once_per) if table.once_per >= 0 else 1
    for kind, amount in table.once:
        if kind == terms.VP:
            state.gain(player.seat, schema.SRC_STANDARD[tile], amount)
        else:
            gain(state, player, kind, amount * times)


def take_advanced(state: GaiaState, player: Player, area: int, cover: int) -> None:
    """Take an advanced tile: flip a green token, cover a standard tile, then step in any area."""
    # Rules: [#tile] [#3d]
    tile, state.advanced_at[area] = state.advanced_at[area], -1
    player.green -= 1
    player.covered |= 1 << cover
    player.pieces_changed()
    player.specials_changed()
    old = state.t.standard[cover]
    if old.event >= 0:
        player.hook_vp[old.event] -= old.event_vp
    player.advanced |= 1 << tile
    table = state.t.advanced[tile]
    if table.event >= 0:
        player.hook_vp[table.event] += table.event_vp
    state.todo.append(schema.M_STEP | player.seat << 8 | ANY_AREA << 12)
    times = count(player, table.once_per) if table.once_per >= 0 else 1
    for kind, amount in table.once:
        if kind == terms.VP:
            state.gain(player.seat, schema.SRC_ADVANCED[tile], amount * times)
        else:
            gain(state, player, kind, amount * times)
