"""What follows from where a player's pieces stand alone; worked out once until one of them changes.

Most turns of a seat find its pieces as they were at the last one, so the lists and counts that only
depend on them are kept beside them (`Player.holdings`). They are worked out when a turn begins; whatever
places, exchanges or federates pieces drops them (`Player.pieces_changed`), and the lost planet, on which
no satellite may lie, those of all players. `GaiaState.check` compares them with new ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.rules import building, terms
from simkit.games.gaia_project.rules.geometry import bits_in, without

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

BUILT: Final = terms.ACADEMY_RIGHT + 1  # numbers of what structures are upgraded to are smaller
VALUE: Final = 7  # the power value that a federation needs (rules.md 2.3 D)
XENOS_VALUE: Final = 6  # ... theirs, once their institute stands


class Holdings:
    """What follows from a player's pieces.

    Attributes
    ----------
    free
        The own planets (and stations) that no federation has used up.
    loose_value
        Power value outside federations, no tile or faction counted.
    progress
        How near that value is to another federation, between 0 and 1.
    upgrades
        By building, the upgrades to it that the stock of pieces allows, whatever they cost.
    federations
        What `federations.note` has found; None before.
    """

    __slots__ = ("federations", "free", "loose_value", "progress", "upgrades")

    def __init__(self, state: GaiaState, player: Player) -> None:
        self.free = _free_pieces(state, player)
        self.loose_value = _loose_value(state, player, self.free)
        need = XENOS_VALUE if player.faction == terms.XENOS else VALUE
        self.progress = float(self.loose_value % need / need)
        self.upgrades = building.upgrades(state, player)
        self.federations: list[int] | None = None


def of(state: GaiaState, player: Player) -> Holdings:
    """Return what follows from a player's pieces as they stand."""
    return player.holdings or Holdings(state, player)


def _free_pieces(state: GaiaState, player: Player) -> int:
    # Rules: [#2.3D.2]
    pieces = player.own | player.spaces
    if not player.fed:
        return pieces
    if player.faction == terms.IVITS:
        return without(pieces, player.fed)
    return without(pieces, state.shape.grow(player.fed))


def _loose_value(state: GaiaState, player: Player, pieces: int) -> int:
    value = small_value(state, player, pieces)
    big = (player.institute | player.left | player.right) & pieces
    if big:
        value += state.t.power_value[terms.ACADEMY_LEFT] * bits_in(big)
    return value


def small_value(state: GaiaState, player: Player, pieces: int) -> int:
    """Return the power value of the mines, stations and labs among pieces, to which no tile adds."""
    values = state.t.power_value
    value = values[terms.MINE] * bits_in(player.mine_mask & pieces)
    stations = player.station_mask & pieces
    if stations:
        value += values[terms.STATION] * bits_in(stations)
    labs = player.lab_mask & pieces
    if labs:
        value += values[terms.LAB] * bits_in(labs)
    return value
