"""Hand-worked cases from the rulebook (kind ``rulebook``): free in form, so recognised by their keys.

A case is put to the engine in the first way that fits what is given:

=====================================  ==========================================================
given                                  what happens
=====================================  ==========================================================
``kind`` and that kind's inputs        evaluated like a case of that kind
``red``, ``orange``, ``green``         `solo_target`
``players`` (a number)                 a deal is counted
``position`` and ``actions``           the actions are stepped through, then figures are read
``tile`` and ``at``                    `effect`
``tile`` and ``board``                 `placement`
``advances`` and ``start``             `cascade`
``advances``                           `track_walk`
``track`` (and ``step``)               one `track_walk` advance, read without its list of steps
``rover`` (a cell) and ``movement``    `rover_reach`
``players`` (a list)                   `final_score`
``card_level``, ``corporation``        the cards among which a civ milestone lets choose (W14)
``planet`` alone                       the figures of a planet board (W21)
=====================================  ==========================================================

Markers may be given as ``tracks``, ``markers`` or ``positions``, by step or ``[track, step]``, or bare
(``water: 11``). What is given may also stand beside ``expect``.

Only the figures that a case expects are compared. What fits nothing is skipped, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.games.planet_unknown import cards
from simkit.games.planet_unknown.components import STRIDE, TRACKS, cells_of
from simkit.games.planet_unknown.state import PlanetState

Evaluators = Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]


class CannotMechanise(Exception):
    """A case that cannot be put to the engine; says why."""


def rulebook(case: Mapping[str, Any], evaluate: Evaluators) -> dict[str, Any]:
    """Return the figures a free-form case may ask for."""
    given = case.get("given")
    if given is None:
        given = {key: value for key, value in case.items() if key not in _NOT_GIVEN}
    if not isinstance(given, Mapping) or not given:
        raise CannotMechanise("what is given is in words, not in figures")
    given = _plain(given)
    named = case.get("kind") if case.get("kind") in evaluate else None
    kind = given.get("kind") or (named if named != "rulebook" else None) or _recognise(given)
    if kind not in _OWN and (kind not in evaluate or kind == "rulebook"):
        raise CannotMechanise(f"no way to set up what is given: {', '.join(sorted(given))}")
    given = {**_DEFAULTS.get(kind, {}), **given}
    try:
        found = _OWN[kind](given) if kind in _OWN else evaluate[kind](given)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise CannotMechanise(f"what is given does not make a {kind} case ({error!r})") from None
    return _with_last_step(found)


_NOT_GIVEN = ("id", "text", "expect", "kind", "note", "source")


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """Bring the ways of writing markers and advances to those of the other kinds."""
    plain = dict(given)
    places: dict[str, Any] = {}
    if "advance" in plain:
        plain["advances"] = [plain.pop("advance")]
    if "water_steps" in plain:
        plain.setdefault("advances", ["water"] * int(plain["water_steps"]))
    if plain.get("track") in TRACKS:
        places[plain["track"]] = plain.get("step", plain.get("from", 0))
        plain.setdefault("advances", [plain["track"]])
    for key in ("positions", "tracks", "markers"):
        if isinstance(plain.get(key), Mapping):
            places.update(plain.pop(key))
    for name in TRACKS:
        at = plain.get(name)  # ["rover", 3] is a space, [4, 3] the cell of a rover
        if isinstance(at, int) or (isinstance(at, list) and at and at[0] in TRACKS):
            places[name] = plain.pop(name)
    if places:
        plain["tracks"] = {t: at for t, at in places.items() if isinstance(at, int)}
        plain["markers"] = {t: at for t, at in places.items() if not isinstance(at, int)}
    return plain


def _with_last_step(found: dict[str, Any]) -> dict[str, Any]:
    """Let a case name what its last advance or its first player has, without the list around it."""
    short: dict[str, Any] = {}
    if found.get("steps"):
        last = found["steps"][-1]
        short = {key: value for key, value in last.items() if key[0] != "_"}
        gives = last["benefits"]
        short["step"] = short["marker"] = last["to"][1]
        short["movement"] = sum(int(b[4:]) for b in gives if b.startswith("move"))
        short["synergies"] = short["synergy"] = gives.count("syn")
        short["patches"] = gives.count("mile:biomass")
    elif isinstance(found.get("players"), list):
        short = found["players"][0]
    found = {**short, **found}
    return {**found, **{other: found[key] for other, key in _ALIASES.items() if key in found}}


# Other names that a case may give to a figure.
_ALIASES = {
    "choices": "energy_choices",
    "water": "water_steps",
    "biomass": "biomass_steps",
    "points_left": "movement",
    "lifepods_collected": "lifepods",
    "meteorites_collected": "meteorites",
    "civ_cards_total": "civ_cards",
    "cards_per_level": "civ_cards_per_level",
    "tiles_total": "tiles",
    "crossings": "diagonal_crossings",
}


def in_the_form_of(expected: Any, found: Any) -> Any:
    """Write a figure as a free-form case does: how many there are, or one number for equal ones."""
    if type(expected) is int and isinstance(found, list):
        return expected if found and all(x == expected for x in found) else len(found)
    if type(found) is int and isinstance(expected, list):
        return [found] * len(expected)
    if type(found) is int and isinstance(expected, Mapping):
        return dict.fromkeys(expected, found)
    return found


_DEFAULTS: dict[str, dict[str, Any]] = {
    "effect": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "placement": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "rover_reach": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "track_walk": {"corporation": "universal_coalition"},
    "cascade": {"corporation": "universal_coalition", "synergy_priority": list(TRACKS)},
}


def _recognise(given: Mapping[str, Any]) -> str:
    """Name the way in which a case is put to the engine."""
    keys = set(given)
    if {"red", "orange", "green"} <= keys:
        return "solo_target"
    if {"position", "actions"} <= keys:
        return "play"
    if isinstance(given.get("players"), int):
        return "deal"
    if isinstance(given.get("players"), list):
        return "final_score"
    if {"tile", "at"} <= keys:
        return "effect"
    if {"tile", "board"} <= keys:
        return "placement"
    if {"advances", "start"} <= keys:
        return "cascade"
    if "advances" in keys:
        return "track_walk"
    if isinstance(given.get("rover"), list) and "movement" in keys:
        return "rover_reach"
    if {"corporation", "card_level"} <= keys:
        return "cards"
    return "planet" if keys == {"planet"} else ""


def _deal(given: Mapping[str, Any]) -> dict[str, Any]:
    """Count what a deal puts on the table (W1, W2)."""
    rules = make_rules("planet_unknown", given["players"], None, **given.get("options", {}))
    state = rules.deal(Luck(int(given.get("seed", 0))))
    assert isinstance(state, PlanetState)
    by_level = [(state.deck & state.tables.level_mask[n]).bit_count() for n in range(1, 5)]
    shapes = [{state.tables.tiles[t].shape.id for t in stack} for stack in state.stacks]
    return {
        "civ_cards_per_level": by_level[0] if len(set(by_level)) == 1 else by_level,
        "civ_cards": sum(by_level),
        "rival_objectives": len(state.rivals),
        "private_objectives": [p.choice.bit_count() or len(p.private) for p in state.players],
        "slots": len(state.stacks),
        "tiles_per_slot": sorted(set(state.left)),
        "tiles": sum(state.left),
        "one_shape_per_slot": all(len(found) == 1 for found in shapes),
        "lifepods": [p.pods.bit_count() for p in state.players],
        "rovers": [p.supply for p in state.players],
    }


def _cards(given: Mapping[str, Any]) -> dict[str, Any]:
    """Let the first seat choose a card at a civ milestone (W14)."""
    known = {"kind", "corporation", "card_level", "players", "civ_cards", "tracks", "markers"}
    if set(given) - known:  # it might change the choice
        raise CannotMechanise(f"what {', '.join(sorted(set(given) - known))} means is not known")
    seats = int(given.get("players", 4))
    rules = make_rules("planet_unknown", seats, None, edition="deluxe")
    player = {key: given[key] for key in ("corporation", "tracks", "markers") if key in given}
    left = {"civ_cards": given["civ_cards"]} if "civ_cards" in given else {}
    state = rules.position({"players": [player] + [{}] * (seats - 1), "deal": left})
    assert isinstance(state, PlanetState)
    cards.look_at_deck(state, 0, int(given["card_level"]))
    choice = state.players[0].choice
    by_level = [(choice & mask).bit_count() for mask in state.tables.level_mask]
    return {
        "card_choices": cells_of(choice),
        "choices_by_level": {str(n): count for n, count in enumerate(by_level) if count},
    }


def _planet(given: Mapping[str, Any]) -> dict[str, Any]:
    """Read the figures of a planet board."""
    rules = make_rules("planet_unknown", 1, None, edition="deluxe")
    state = rules.position({"players": [dict(given)]})
    assert isinstance(state, PlanetState)
    planet = state.players[0].planet
    crossings = []
    if planet.rule == "chasm":
        west, east = planet.regions
        crossings = [(a, b) for a in cells_of(west) for b in cells_of(planet.diagonal[a] & east)]
    return {
        "grid_cells": planet.grid.bit_count(),
        "ice_cells": planet.ice.bit_count(),
        "edge_cells": planet.edge.bit_count(),
        "lifepods": planet.lifepods.bit_count(),
        "diagonal_crossings": [[[c % STRIDE, c // STRIDE] for c in pair] for pair in crossings],
    }


def _play(given: Mapping[str, Any]) -> dict[str, Any]:
    """Step through actions from a position and read the figures of the first seat."""
    position = given["position"]
    seats = len(position["players"])
    options = {"edition": "deluxe", **given.get("options", {})}
    rules = make_rules("planet_unknown", seats, None, **options)
    state = rules.position(position)
    assert isinstance(state, PlanetState)
    for text in given["actions"]:
        state.step(rules.parse(text))
    p = state.players[0]
    now = [rules.notation(a) for a in state.legal()] if state.seat == 0 else []
    steps = [text for text in now if text.startswith("advance")]
    return {
        "positions": {
            t: [TRACKS[p.marker[i] >> 4], p.marker[i] & 15] for i, t in enumerate(TRACKS)
        },
        **{f"{t}_step": p.step(i) for i, t in enumerate(TRACKS)},
        "movement": p.move,
        "lifepods": p.lifepods,
        "meteorites": p.rocks,
        "loaded": sum(p.loads),
        "rovers": [[c % STRIDE, c // STRIDE] for c in p.rovers],
        "meteorites_on_planet": p.void_count,
        "meteorite_cells": [[c % STRIDE, c // STRIDE] for c in cells_of(p.voids)],
        "patches": p.patches.bit_count(),
        "synergies": p.synergies,
        "civ_cards_due": p.civ_due,
        "ends": p.stuck,
        "legal": now,
        "advances": sorted({text.split("marker=")[1].split()[0] for text in steps}),
        "card_choices": sorted(int(t.split("=")[1]) for t in now if t.startswith("card ")),
        "may": sorted({text.split()[0] for text in now}),
    }


_OWN: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "deal": _deal,
    "play": _play,
    "cards": _cards,
    "planet": _planet,
}
