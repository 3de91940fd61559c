"""Actions in words, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.gaia_project.components import ADVANCED, BUILDINGS, IVITS, PLANETS, STANDARD
from simkit.games.gaia_project.schema import (
    ARG,
    HEX_ARG2,
    HEX_MASK,
    K_ADVANCED,
    K_FEDERATION,
    K_MINE,
    K_PLACE,
    K_TILE,
    K_UPGRADE,
    KINDS,
)

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules import GaiaRules
    from simkit.games.gaia_project.state import GaiaState


def hex_name(state: GaiaState, cell: int) -> str:
    """Return a hex as sector and label, with its planet: ``7B3 (ice)``."""
    name = state.galaxy.label.get(cell, str(cell))
    kind = state.planet[cell] if cell < len(state.planet) else -1
    return f"{name} ({PLANETS[kind]})" if kind >= 0 else name


def words(rules: GaiaRules, state: GaiaState, action: int) -> str:
    """Say an action in words."""
    kind, args = rules.decode(action)
    meaning = KINDS[action & 63].meaning
    cell = action >> ARG & HEX_MASK
    if action & 63 == K_MINE:
        via = KINDS[K_MINE].args[1].names[args["via"]]
        how = "" if args["via"] == 0 else f" with {via}"
        return f"build a mine on {hex_name(state, cell)}{how}"
    if action & 63 == K_UPGRADE:
        new = BUILDINGS[action >> HEX_ARG2].replace("_", " ")
        return f"upgrade to {new} on {hex_name(state, cell)}"
    if action & 63 == K_FEDERATION:
        from simkit.games.gaia_project.geometry import cells_of

        token = KINDS[K_FEDERATION].args[0].names[args["token"]]
        hexes = ", ".join(hex_name(state, c) for c in cells_of(args["hexes"]))
        return f"form a federation of {hexes or 'what has joined'} for {token}"
    if action & 63 == K_TILE and state.places:
        tile = STANDARD[state.places[args["place"]]]
        return f"take the tech tile {tile} at {KINDS[K_TILE].args[0].names[args['place']]}"
    if action & 63 == K_ADVANCED and state.dealt_advanced:
        new = ADVANCED[state.dealt_advanced[args["area"]]]
        return f"take the advanced tile {new}, covering {STANDARD[args['cover']]}"
    if action & 63 == K_PLACE:
        what = "institute" if state.players[state.seat].faction == IVITS else "mine"
        return f"place a starting {what} on {hex_name(state, cell)}"
    parts = []
    for arg in KINDS[action & 63].args:
        value = args[arg.name]
        if arg.name == "hex":
            parts.append(hex_name(state, value))
        elif arg.names:
            parts.append(arg.names[value].replace("_", " ") if value < len(arg.names) else "?")
        else:
            parts.append(f"{arg.name.replace('_', ' ')} {value}")
    return f"{meaning}: {', '.join(parts)}" if parts else (meaning or kind)
