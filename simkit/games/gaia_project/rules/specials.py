"""Special actions of tiles and boards: which are open to a player, and what they gain (rules.md G).

Those of boosters are mines and Gaia projects; those that exchange or place pieces are `legal`'s matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.rules.terms import (
    BESCODS,
    S_ACADEMY,
    S_CHARGE,
    S_KNOWLEDGE,
    S_LOWEST,
    S_ORE,
    S_QIC,
    Gains,
)
from simkit.games.gaia_project.schema import ARG, K_SPECIAL

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

CHARGE_TILE: Final = 8  # tech9
SPECIAL_TILE: Final = {S_QIC: 2, S_ORE: 10, S_KNOWLEDGE: 12}  # advtech3, advtech11, advtech13


def gains(state: GaiaState, player: Player, special: int) -> Gains:
    """Return what a special action of a tile or the academy gains."""
    if special == S_ACADEMY:
        return state.t.factions[player.faction].academy_special
    if special == S_CHARGE:
        return state.t.standard[CHARGE_TILE].special
    return state.t.advanced[SPECIAL_TILE[special]].special


def listed(player: Player) -> list[int]:
    """Return the special actions that are open."""
    # Rules: [#2.3G]
    found = []
    used, tiles = player.used, player.tiles & ~player.covered
    if tiles >> CHARGE_TILE & 1 and not used >> S_CHARGE & 1:
        found.append(K_SPECIAL | S_CHARGE << ARG)
    if player.right and not used >> S_ACADEMY & 1:
        found.append(K_SPECIAL | S_ACADEMY << ARG)
    if player.advanced:
        for special, tile in SPECIAL_TILE.items():
            if player.advanced >> tile & 1 and not used >> special & 1:
                found.append(K_SPECIAL | special << ARG)
    if player.faction == BESCODS and not used >> S_LOWEST & 1:
        found.append(K_SPECIAL | S_LOWEST << ARG)
    return found
