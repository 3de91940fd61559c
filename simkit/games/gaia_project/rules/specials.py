"""Special actions of tiles and boards: which are open to a player, and what they gain (rules.md G).

Those of boosters are mines and Gaia projects; those that exchange or place pieces are `legal`'s matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

CHARGE_TILE: Final = 8  # tech9
SPECIAL_TILE: Final = {
    terms.S_QIC: 2,
    terms.S_ORE: 10,
    terms.S_KNOWLEDGE: 12,
}  # advtech3, advtech11, advtech13


def gains(state: GaiaState, player: Player, special: int) -> Gains:
    """Return what a special action of a tile or the academy gains."""
    if special == terms.S_ACADEMY:
        return state.t.factions[player.faction].academy_special
    if special == terms.S_CHARGE:
        return state.t.standard[CHARGE_TILE].special
    return state.t.advanced[SPECIAL_TILE[special]].special


def listed(player: Player) -> list[int]:
    """Return the special actions that are open."""
    # Rules: [#2.3G]
    found = []
    used, tiles = player.used, player.tiles & ~player.covered
    if tiles >> CHARGE_TILE & 1 and not used >> terms.S_CHARGE & 1:
        found.append(schema.K_SPECIAL | terms.S_CHARGE << schema.ARG)
    if player.right and not used >> terms.S_ACADEMY & 1:
        found.append(schema.K_SPECIAL | terms.S_ACADEMY << schema.ARG)
    if player.advanced:
        for special, tile in SPECIAL_TILE.items():
            if player.advanced >> tile & 1 and not used >> special & 1:
                found.append(schema.K_SPECIAL | special << schema.ARG)
    if player.faction == terms.BESCODS and not used >> terms.S_LOWEST & 1:
        found.append(schema.K_SPECIAL | terms.S_LOWEST << schema.ARG)
    return found
