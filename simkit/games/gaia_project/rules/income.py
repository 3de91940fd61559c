"""Income and the Gaia phase (rules.md 2.1 and 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import bits_in
from simkit.games.gaia_project.rules.power import IN_1, IN_GAIA, charge, gain
from simkit.games.gaia_project.rules.research import tiles_open
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

IS_SYMBOL: Final = [kind in (terms.CHARGE, terms.TOKEN) for kind in range(len(terms.RESOURCES))]
NO_SYMBOLS: Final = [kind for kind, symbol in enumerate(IS_SYMBOL) if not symbol]
SYMBOL_CHARGE: Final = 0
SYMBOL_TOKEN: Final = 1
SYMBOLS_DONE: Final = [-1]  # in `income_left`: only the goods are still to come
ITARS_TILE: Final = 4  # tokens of the Gaia bowl for a tech tile


def sources(state: GaiaState, player: Player) -> Gains:
    """Return every income symbol of a player, in the order of the boards."""
    # Rules: [#2.1a]
    t = state.t
    table = t.factions[player.faction]
    found: Gains = list(table.base_income)
    mines = t.mines_ore[player.mines]
    if mines:
        found.append((0, mines))
    if player.station_mask:
        found += table.stations_income[bits_in(player.station_mask)]
    if player.lab_mask:
        found += table.labs_income[bits_in(player.lab_mask)]
    if player.left:
        found += table.academy_income
    if player.institute:
        found += table.institute_income
    if player.booster >= 0:
        found += t.boosters[player.booster].income
    if player.tiles:
        open_tiles = player.tiles & ~player.covered
        for tile in t.earning_tiles:
            if open_tiles >> tile & 1:
                found += t.standard[tile].income
    for area in t.earning_areas:
        found += t.level_income[area][player.levels[area]]
    return found


def symbols(found: Gains) -> list[int]:
    """Return the charge and token symbols packed: symbol | amount << 1."""
    left = []
    for kind, amount in found:
        if kind == terms.CHARGE:
            left.append(SYMBOL_CHARGE | amount << 1)
        elif kind == terms.TOKEN:
            left.append(SYMBOL_TOKEN | amount << 1)
    return left


def order_matters(state: GaiaState, player: Player, left: list[int]) -> bool:
    """Tell whether the order of the symbols left makes a difference.

    It does when there are tokens to come and the charges reach beyond bowl I. Some online play asks
    whenever both kinds are to come (option income_order).
    """
    # Rules: [#2.1c]
    power, tokens = 0, False
    for symbol in left:
        if symbol & 1 == SYMBOL_CHARGE:
            power += symbol >> 1
        else:
            tokens = True
    if not power or not tokens:
        return False
    return power > player.p1 or state.rules.options["income_order"] == "always_asked"


def take_symbol(state: GaiaState, player: Player, symbol: int) -> None:
    """Take one charge or token symbol."""
    if symbol & 1 == SYMBOL_CHARGE:
        charge(player, symbol >> 1)
    else:
        gain(state, player, terms.TOKEN, symbol >> 1)


def take_goods(state: GaiaState, player: Player, found: Gains) -> None:
    """Take the income other than charges and tokens; of each good all at once, as none is negative."""
    amounts = [0] * len(IS_SYMBOL)
    for kind, amount in found:
        amounts[kind] += amount
    for kind in NO_SYMBOLS:
        if amounts[kind]:
            gain(state, player, kind, amounts[kind])


def start_gaia(state: GaiaState) -> None:
    """Begin the Gaia phase: planets with a gaiaformer turn gaia; Bal T'aks' gaiaformers return."""
    # Rules: [#2.2b] [#5.baltaks]
    for player in state.players:
        player.former_bowl = 0
        cells = player.former_mask & state.type_mask[terms.TRANSDIM]
        if cells:
            state.map_changes += 1
            state.type_mask[terms.TRANSDIM] &= ~cells
            state.type_mask[terms.GAIA] |= cells
            while cells:
                low = cells & -cells
                cells ^= low
                state.planet[low.bit_length() - 1] = terms.GAIA


def return_tokens(player: Player) -> None:
    """Return the Gaia bowl's tokens to bowl I (Terrans: bowl II)."""
    # Rules: [#2.2a] [#5.terrans]
    if player.faction == terms.TERRANS:
        player.p2 += player.gaia
    else:
        player.p1 += player.gaia
    player.gaia = 0
    if player.stone == IN_GAIA:
        player.stone = IN_1


def may_buy_tile(state: GaiaState, player: Player) -> bool:
    """Tell whether Itars' institute may turn tokens of the Gaia bowl into a tech tile."""
    # Rules: [#2.2d] [#5.itars]
    return (
        player.faction == terms.ITARS
        and player.institute != 0
        and player.gaia >= ITARS_TILE
        and tiles_open(state, player)
    )
