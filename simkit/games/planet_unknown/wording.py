"""Actions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules import PlanetRules
    from simkit.games.planet_unknown.state import PlanetState


def words(rules: PlanetRules, state: PlanetState, action: int) -> str:
    """Say an action in words, as far as its notation does not say it already."""
    kind, args = rules.decode(action)
    tables = rules.tables
    if state.seat < 0:
        return rules.notation(action)
    if kind in ("place", "take", "give_up"):
        number = state.open_tiles(state.seat)[args["slot"]]
        name = tables.tiles[number].id if number >= 0 else "nothing"
        verb = {"place": "place", "take": "take", "give_up": "take without placing"}[kind]
        where = f" at {args['x']},{args['y']}" if kind == "place" else ""
        return f"{verb} {name}{where}"
    if kind == "advance":
        schema = rules.schema.kinds[action & 63].args
        why, marker, track = (schema[i].names for i in range(3))
        at = track[args["track"]] if args["track"] != args["marker"] else ""
        place = f"{at} {args['step']}".strip()
        return f"{why[args['why']]}: {marker[args['marker']]} marker to {place}"
    if kind == "card":
        return f"take civilisation card {args['card']}: {tables.cards[args['card'] - 1].text}"
    if kind == "tech":
        return f"use tech {args['level']}: {state.players[state.seat].corp.tech_text[args['level'] - 1]}"
    if kind == "objective":
        sides = tables.objectives[args["objective"] - 1]
        return (
            f"objective {args['objective']} ({sides['rival']['name']} / {sides['private']['name']})"
        )
    if kind == "move":
        return f"rover from {args['x']},{args['y']} to {args['to_x']},{args['to_y']}"
    if kind == "patch":
        return f"biomass patch on {args['x']},{args['y']}"
    return rules.notation(action)
