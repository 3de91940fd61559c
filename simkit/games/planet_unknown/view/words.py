"""Actions in words: every legal action of a state reads differently.

A cell is written column,row from the upper left corner, which is 0,0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import actions, benefits, cards, items, player, tracks
from simkit.games.planet_unknown.rules.cells import CELL, cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import RESOURCES, TRACKS, Layout, Tile
from simkit.games.planet_unknown.view.names import (
    at,
    card_words,
    cells,
    faced_words,
    fork_words,
    gains,
    listed,
    objective_words,
    space_words,
    tech_name,
    tile_words,
    turn_words,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState
    from simkit.games.planet_unknown.title import PlanetRules

TURNS = ("as printed", "turned right", "upside down", "turned left")
# Why a marker advances (`_given` says it of "advance"), and what is left when somebody declines.
WHY = {
    "symbol": "for the symbol of the tile", "energy": "by energy", "synergy": "by a synergy boost",
    "distinct": "by the civ card, as one of several markers", "raise": "by the civ card, towards step 5",
    "peek": "by a synergy boost of the event", "tech_energy": "for the tech symbol used as energy",
    "double": "by a synergy boost that counts twice",
}  # fmt: skip
# What gives a step that is bound to one marker, besides civ cards, by corporation.
OWN_STEPS = {
    player.WORMHOLE: "for the biomass step", player.OASIS: "by tech 3",
    player.FLUX_INDUSTRIES: "by tech 5", player.HORIZON: "by tech 5", player.JUMP_DRIVE: "by tech C",
    player.UNIVERSAL: "by tech 4",
}  # fmt: skip
DECLINED = {
    "energy": "leave the energy symbol unused", "move_pod": "move no lifepod",
    "collect": "collect no more", "relocate": "leave the rovers where they are",
    "cargo": "keep the meteorite on the rover", "hit": "refuse the meteorite",
}  # fmt: skip


def words(rules: PlanetRules, state: PlanetState, action: int) -> str:
    """Say an action in words; no two legal actions of a state read alike."""
    kind, args = rules.decode(action)
    if state.seat < 0:
        return rules.notation(action)
    named = {
        arg.name: arg.names[args[arg.name]] if arg.names else args[arg.name]
        for arg in schema.KINDS[action & 63].args
    }
    return SAY[kind](state, state.players[state.seat], action, named)


# One function per kind of action ---------------------------------------------------------------------


Named = dict[str, Any]


def _rotate(state: PlanetState, p: Player, action: int, named: Named) -> str:
    depots = state.tables.depots
    by = named["by"] % depots
    how = f"turn the station by {turn_words(by, depots)}" if by else "leave the station as it is"
    place = state.tables.places[state.seats - 1][state.seat] + state.rotation + by
    tops = [state.top(slot) for slot in state.depot(place)]
    return f"{how}: {faced_words(state, tops)} in front of seat {state.seat}"


def _open_tile(state: PlanetState, action: int) -> Tile | None:
    number = state.open_tiles(state.seat)[action >> 6 & 1]
    return state.tables.tiles[number] if number >= 0 else None


def _place(state: PlanetState, p: Player, action: int, named: Named) -> str:
    tile = _open_tile(state, action)
    if tile is None:
        return "place a tile of an empty slot"
    layout = tile.shape.layout[named["rotation"] * 2 + named["mirror"]]
    low = CELL[action >> 7 & 255] - layout.zero
    how = TURNS[named["rotation"]] + (", mirrored" if named["mirror"] else "")
    return f"place {tile_words(tile)} {how}: {_where(tile, layout, low)}"


def _where(tile: Tile, layout: Layout, low: int) -> str:
    """Say which cells get which terrain, symbols and the meteorite."""
    said = []
    halves = ((tile.first, layout.first), (tile.second, layout.second))
    for (terrain, mask), symbol in zip(halves, layout.symbols, strict=True):
        text = f"{RESOURCES[terrain]} on {cells(mask << low)}"
        if mask.bit_count() > 1:
            text += f" (symbol {at(low + symbol)})"
        said.append(text)
    if tile.has_meteor:
        said.append(f"meteorite symbol on {at(low + layout.meteor)}")
    return ", ".join(said)


def _take(state: PlanetState, p: Player, action: int, named: Named) -> str:
    tile = _open_tile(state, action)
    return f"take {tile_words(tile) if tile else 'a tile'} and place it later"


def _give_up(state: PlanetState, p: Player, action: int, named: Named) -> str:
    tile = _open_tile(state, action)
    text = tile_words(tile) if tile else "a tile"
    return f"take {text} without placing it; the game ends after this round"


def _advance(state: PlanetState, p: Player, action: int, named: Named) -> str:
    why, marker, space = actions.advance_parts(action)
    reason = (
        _given(state, p, marker)
        if why == schema.ADVANCE
        else WHY.get(schema.ITEMS[why], schema.ITEMS[why])
    )
    text = f"{reason}: {TRACKS[marker]} marker to {space_words(space, marker)}"
    text += _jumped(p, marker, space)
    if why == schema.ADVANCE and _quiet(p, marker):
        return f"{text}, without benefits"
    if p.marker[marker] == space:
        return f"{text} again, for movement {tracks.board(p, space).move[space]}"
    brought = gains(state, p, space, synergy=why != schema.RAISE)
    return f"{text}, for {listed(brought)}" if brought else text


def _step_due(p: Player, marker: int) -> int:
    """Return the argument of the step that a marker would take next, 0 without one."""
    due = [
        one >> schema.ITEM_BITS
        for one in p.pending
        if one & schema.ITEM_MASK == schema.ADVANCE and one >> schema.ITEM_BITS + marker & 1
    ]
    return due[0] if due else 0


def _quiet(p: Player, marker: int) -> bool:
    """Tell whether the advance that is due gives no benefits (an event)."""
    return bool(_step_due(p, marker) & cards.NO_BENEFIT)


def _given(state: PlanetState, p: Player, marker: int) -> str:
    """Say whether the event, a civ card, a tech or a step gives the advance that is due.

    Events and cards leave the marker open; bound to one are what is left of a card's two steps and
    what the corporation gives.
    """
    due = _step_due(p, marker)
    choice = due & items.ALL_MARKERS & ~(1 << marker)
    if choice or due & cards.NO_BENEFIT:
        return "by the event" if state.phase == schema.EVENT else "by the civ card"
    own = OWN_STEPS.get(p.kind, "")
    held = [state.tables.cards[number - 1] for number in cells_of(p.cards)]
    if state.phase in (schema.EVENT, schema.TURN) or not any(
        card.effect == "advance_one" for card in held
    ):
        return own or "by the civ card"
    if p.kind in (player.OASIS, player.UNIVERSAL):
        own *= TRACKS[marker] == "water"
    elif p.kind in (player.FLUX_INDUSTRIES, player.HORIZON) or (
        TRACKS[marker] == "biomass" and p.kind == player.WORMHOLE
    ):
        own = ""
    return "by the civ card" + (f" or {own}" if own else "")


def _jumped(p: Player, marker: int, space: int) -> str:
    """Say what a marker jumps over: lifepods (Cosmos) or other markers (Oasis)."""
    here = p.marker[marker]
    between = range(here + 1, space) if here >> 4 == space >> 4 else range(0)
    if p.kind == player.COSMOS:
        pods = sum(p.pods_on >> one & 1 for one in between)
        return f", past {pods} lifepod{'s' * (pods > 1)}" if pods else ""
    if p.kind != player.OASIS:
        return ""
    way: Iterable[int] = between
    if TRACKS[marker] == "water":
        way = p.corp.path[p.corp.place_on_path[here] + 1 : p.corp.place_on_path[space]]
    passed = [TRACKS[other] for other, now in enumerate(p.marker) if now in way]
    return f", past the {listed(passed)} marker{'s' * (len(passed) > 1)}" if passed else ""


def _decline(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return DECLINED.get(named["why"], f"leave it ({named['why']})")


def _patch(state: PlanetState, p: Player, action: int, named: Named) -> str:
    cell = actions.cell_of(action)
    under = [
        word
        for word, mask in (
            ("the lifepod", p.pods), ("the rover", p.rover_bits), ("the meteorite", p.meteors),
        )
        if mask >> cell & 1
    ]  # fmt: skip
    over = f", over {listed(under)} there" if under else ""
    return f"place a biomass patch on {at(cell)}{over}"


def _keep_patch(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return "keep the biomass patch for the end of the game"


def _rover(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return f"place a rover on {at(actions.cell_of(action))}"


def _move(state: PlanetState, p: Player, action: int, named: Named) -> str:
    here, there = actions.cells_between(action)
    near = (p.planet.orthogonal[here] | p.planet.diagonal[here]) >> there & 1
    verb = "drive" if near else "teleport"
    load = " with its meteorite" if p.loads[p.rovers.index(here)] else ""
    return f"{verb} the rover{load} from {at(here)} to {at(there)}{_met(p, there)}"


def _met(p: Player, cell: int) -> str:
    """Say what lies on a cell that a rover comes to."""
    there = [w for w, m in (("a lifepod", p.pods), ("a meteorite", p.meteors)) if m >> cell & 1]
    return f", where {listed(there)} lies" if there else ""


def _done(state: PlanetState, p: Player, action: int, named: Named) -> str:
    left = f"; {p.move} movement is left unused" if p.move else ""
    return f"finish{' the turn' if state.phase == schema.TURN else ''}{left}"


def _card(state: PlanetState, p: Player, action: int, named: Named) -> str:
    card = state.tables.cards[named["card"] - 1]
    when = "at the end" if card.ends else "at once"
    name = f"{card.id}, {card.data['name']} (level {card.level}, {when})"
    return f"take civ card {name}: {card_words(card)}"


def _down(state: PlanetState, p: Player, action: int, named: Named) -> str:
    marker, space = actions.down_parts(action)
    return f"move the {TRACKS[marker]} marker down to {space_words(space, marker)}"


def _fork(state: PlanetState, p: Player, action: int, named: Named) -> str:
    if named["branch"] == "patch":
        return "choose a biomass patch for the biomass step"
    due = [one >> schema.ITEM_BITS for one in p.pending if one & schema.ITEM_MASK == schema.FORK]
    first = p.corp.fork[due[0] & 127] if due else ""
    if first == "syn" and due[0] & benefits.NO_SYNERGY:
        return "choose the synergy boost for the biomass step, which is ignored"
    return f"choose {fork_words(first)} for the biomass step"


def _stow(state: PlanetState, p: Player, action: int, named: Named) -> str:
    place, space = actions.stow_parts(action)
    return f"put the lifepod {'into' if place == actions.SCORING else 'on'} {_pod_place(p, place, space)}"


def _pod_place(p: Player, place: int, space: int) -> str:
    if place == actions.SCORING:
        return "the scoring area"
    if place == actions.ON_TRACK:
        return space_words(space)
    return f"the slot of {tech_name(p, space & 15)}"


def _thing(p: Player, action: int, named: Named, verb: str) -> str:
    thing, cell = action >> 6 & 7, CELL[action >> 9 & 255]
    if thing == items.SCORED_METEORITE:
        return f"{verb} one collected meteorite"
    if thing == items.SCORED_POD:
        where = space_words(items.pod_space(cell)) if cell else "the scoring area"
        return f"{verb} a collected lifepod: the one {'on' if cell else 'in'} {where}"
    return f"{verb} the {named['thing']} on {at(cell)}"


def _collect(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return _thing(p, action, named, "collect")


def _destroy(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return _thing(p, action, named, "destroy")


def _clear_line(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return f"destroy all meteorites of {named['line']} {named['number']}"


def _relocate(state: PlanetState, p: Player, action: int, named: Named) -> str:
    here, there = actions.cells_between(action)
    return f"put the rover on {at(here)} down on {at(there)}{_met(p, there)}"


def _hit(state: PlanetState, p: Player, action: int, named: Named) -> str:
    cell = actions.cell_of(action)
    rover = ", destroying the rover there" if cell in p.rovers else ""
    return f"put a meteorite on the symbol on {at(cell)}{rover}"


def _flux(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return f"put the flux token on the {named['track']} track"


def _tech(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return f"use {tech_name(p, named['level'])}"


def _objective(state: PlanetState, p: Player, action: int, named: Named) -> str:
    number = named["objective"]
    sides = state.tables.objectives[number - 1]
    due = [
        one >> schema.ITEM_BITS for one in p.pending if one & schema.ITEM_MASK == schema.OBJECTIVE
    ]
    purpose = due[0] if due else cards.KEEP_ONE
    if purpose == cards.FOR_ALL and state.seats > 1:
        return f"let all compete for objective {number}: {objective_words(sides['rival'])}"
    verb = {
        cards.DROP_START: "return", cards.DROP_EVENT: "destroy", cards.KEEP_ONE: "keep",
        cards.FOR_ALL: "add",
    }[purpose]  # fmt: skip
    return f"{verb} private objective {number}: {objective_words(sides['private'])}"


def _peek(state: PlanetState, p: Player, action: int, named: Named) -> str:
    return "look at the next event card"


def _empty_slot(state: PlanetState, p: Player, action: int, named: Named) -> str:
    slot = action >> 6 & 1
    left = state.left[state.slots_of(state.seat)[slot]]
    tile = _open_tile(state, action)
    shape = f" of shape {tile.shape.id}" if tile else ""
    return f"remove all {left} tiles{shape} from the {named['slot']} slot"


def _move_pod(state: PlanetState, p: Player, action: int, named: Named) -> str:
    source, old, target, new = actions.shift_parts(action)
    return f"move the lifepod from {_pod_place(p, source, old)} to {_pod_place(p, target, new)}"


def _row(state: PlanetState, p: Player, action: int, named: Named) -> str:
    marker = TRACKS.index(named["marker"])
    return f"take every benefit of step {p.step(marker)}, the row of the {named['marker']} marker"


SAY: dict[str, Callable[[Any, Player, int, Named], str]] = {
    "rotate": _rotate, "place": _place, "take": _take, "give_up": _give_up, "advance": _advance,
    "decline": _decline, "patch": _patch, "keep_patch": _keep_patch, "rover": _rover,
    "move": _move, "done": _done, "card": _card, "down": _down, "fork": _fork, "stow": _stow,
    "collect": _collect, "destroy": _destroy, "clear_line": _clear_line, "relocate": _relocate,
    "hit": _hit, "flux": _flux, "tech": _tech, "objective": _objective, "peek": _peek,
    "empty_slot": _empty_slot, "move_pod": _move_pod, "row": _row,
}  # fmt: skip
