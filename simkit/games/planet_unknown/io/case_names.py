"""The names of the free cases: what is given in other words, and what figures may be called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.core.registry import rules as make_rules
from simkit.games.planet_unknown.io.cases import events_of
from simkit.games.planet_unknown.rules.tables import TRACKS

Case = Mapping[str, Any]

# What is asked of a marker where it stands; whatever else is asked of a track is about an advance.
_WHERE_IT_STANDS = {"medal", "points", "track_points", "medals"}


def plain_given(given: Case, wanted: set[str], own: bool = True) -> dict[str, Any]:
    """Bring the ways of writing markers and advances to those of the other kinds.

    Parameters
    ----------
    own
        No kind is named; then `start` is another name of where the markers stand.
    """
    plain = _with_figures(given, wanted)
    places: dict[str, Any] = {}
    walks = not _WHERE_IT_STANDS & wanted
    for part in ("deck", "events", "cards"):
        if isinstance(plain.get(part), Mapping):
            plain.update(plain.pop(part))
    for other, key in _GIVEN_ALIASES.items():
        if other in plain and key not in plain:
            plain[key] = plain.pop(other)
    if isinstance(plain.get("planet"), int):  # parts of a score, in points: `civ` is no marker
        return plain
    if "advance" in plain:
        plain["advances"] = [plain.pop("advance")]
    if "water_steps" in plain:
        plain.setdefault("advances", ["water"] * int(plain.pop("water_steps")))
    if plain.get("track") in TRACKS and ("event" in plain or "civ_card" in plain):
        plain["advances"] = [plain.pop("track")] * len(TRACKS)
    elif plain.get("track") in TRACKS:
        track, start = plain.pop("track"), plain.pop("from", 0)
        start = plain.pop("step", plain.pop("marker", start))
        steps = plain.pop("steps", 1)
        if isinstance(plain.get("to"), int) and isinstance(start, int):
            steps = plain.pop("to") - start
        if isinstance(plain.get("advances"), int):
            steps = plain.pop("advances")
        places[track] = start if walks or steps == 1 else start + int(steps)
        if walks:
            plain.setdefault("advances", [track] * int(steps))
    for key in ("positions", "tracks", "markers", *(("start",) if own else ())):
        if isinstance(plain.get(key), Mapping):
            places.update(plain.pop(key))
    if isinstance(plain.get("marker"), Mapping):
        places.update(plain.pop("marker"))
    for name in TRACKS:
        for key in (name, f"{name}_marker", f"{name}_step"):
            at = plain.get(key)  # ["rover", 3] is a space, [4, 3] the cell of a rover
            if isinstance(at, int) or (isinstance(at, list) and at and at[0] in TRACKS):
                places[name] = plain.pop(key)
    if (
        "water" in places and "water_cells_on_ice" in plain
    ):  # the marker's way is asked, not its steps
        oasis = plain.get("corporation") == "oasis_ultd"
        cells = int(plain.pop("water_cells_on_ice"))
        plain["advances"] = ["water"] * (cells if oasis else min(cells, 1))
    for key in ("choice", "branch", "fork"):
        if key in plain and len(plain.get("advances", [])) == 1:
            plain["advances"] = [[plain["advances"][0], plain.pop(key)]]
    if places:
        plain["tracks"] = {t: at for t, at in places.items() if isinstance(at, int)}
        plain["markers"] = {t: at for t, at in places.items() if not isinstance(at, int)}
    return plain


def _with_figures(given: Case, wanted: set[str]) -> dict[str, Any]:
    """Write out what is given by a number or a name: techs, an event, a card, a depot."""
    plain = dict(given)
    if isinstance(plain.get("depot"), Mapping):
        depot = plain.pop("depot")
        plain["tiles_left"] = [depot.get(ring, 0) for ring in ("inner", "outer")]
    pods = plain.get("lifepods")
    if isinstance(pods, list) and pods and all(pod[0] in TRACKS for pod in pods):
        plain["lifepods_on_tracks"] = plain.pop("lifepods")
    if plain.pop("first_tile", False):
        plain["touching"] = []
    if plain.pop("unplaced", False):
        plain["placed"] = False
    if str(plain.get("tile")).removesuffix("-m") in PAIRS:  # of any shape
        plain["tile"] = f"{SMALLEST}-{plain['tile']}"
    if "techs" in plain:
        held = [int(level) for level in plain.pop("techs")]
        if plain.get("corporation", plain.get("corp")) == "jump_drive":
            plain["tech_slots"] = held
        elif held:
            plain["tech_level"] = max(held)
            plain["techs_off"] = [n for n in range(1, max(held)) if n not in held]
    if "event" in plain and ("tile" in plain or "rover" in plain):
        rules = make_rules("planet_unknown", 1)
        plain.update(events_of(rules, int(plain.pop("event"))))  # type: ignore[arg-type]
    if "civ_card" in plain and wanted & {"points", "score", "total"}:
        plain["civ_cards"] = [plain.pop("civ_card")]
    if "rovers_carrying" in plain:
        loaded = int(plain.pop("rovers_carrying"))
        plain["rovers"] = [[4 + n, 5] for n in range(loaded)]
        plain["loads"] = [1] * loaded
    return plain


PAIRS = ("CE", "EW", "RT", "TB", "WR", "BC")  # of log_notation.md, "Tiles and placements"
SMALLEST = "I2"
# Other names that a case may give to what is given.
_GIVEN_ALIASES = {
    "corp": "corporation",
    "corporations": "corporation",
    "ice_cells": "water_cells_on_ice",
    "water_on_ice": "water_cells_on_ice",
    "touches": "touching",
    "neighbours": "touching",
    "neighbors": "touching",
    "adjacent": "touching",
    "level": "card_level",
    "civ_level": "card_level",
    "paths": "moves",
    "lifepods_scoring": "collected_lifepods",
    "collected_lifepods_scoring": "collected_lifepods",
    "meteorite_repo": "repo_cards",
    "meteorite_repo_cards": "repo_cards",
    "commerce_agreement": "commerce_agreements",
    "placement": "at",
    "meteors": "meteorites_left",
    "card": "civ_card",
    "energy_to": "energy",
    "energy_area_touches": "touching",
    "area_touches": "touching",
    "tile_resources": "resources",
    "civ_milestone": "card_level",
    "rivals": "objectives",
    "number_of_players": "players",
}


def with_last_step(found: dict[str, Any]) -> dict[str, Any]:
    """Let a case name what its last advance or its first player has, without the list around it."""
    short: dict[str, Any] = {}
    if found.get("steps"):
        last = found["steps"][-1]
        short = {key: value for key, value in last.items() if key[0] != "_"}
        gives = last.get("benefits", [])
        short["step"] = short["marker"] = last["to"][1]
        short["movement"] = sum(int(b[4:]) for b in gives if b.startswith("move"))
        short["synergies"] = short["synergy"] = gives.count("syn")
        short["patches"] = gives.count("mile:biomass")
        short.update(found["positions"])
    elif isinstance(found.get("players"), list):
        short = found["players"][0]
    return {**short, **found}


def with_aliases(found: dict[str, Any]) -> dict[str, Any]:
    """Let a case call figures by other names."""
    aliases = {other: key for other, key in _ALIASES.items() if other not in found}
    return {**found, **{other: found[key] for other, key in aliases.items() if key in found}}


# Other names that a case may give to a figure.
_ALIASES = {
    "choices": "energy_choices",
    "water": "water_steps",
    "biomass": "biomass_steps",
    "points_left": "movement",
    "lifepods_collected": "lifepods",
    "meteorites_collected": "meteorites",
    "civ_cards_total": "civ_cards",
    "total_civ_cards": "civ_cards",
    "cards_per_level": "civ_cards_per_level",
    "tiles_total": "tiles",
    "crossings": "diagonal_crossings",
    "movement_left": "movement",
    "synergy_boosts": "synergies",
    "boosts": "synergies",
    "rover_movement": "movement",
    "collected_lifepods": "lifepods",
    "collected_meteorites": "meteorites",
}


def in_the_form_of(expected: Any, found: Any, name: str = "") -> Any:
    """Write a figure as a free-form case does: how many there are, or one number for equal ones."""
    if type(expected) is int and isinstance(found, list) and found and found[0] in TRACKS:
        return found[1] if found[0] == name else found  # the step of a marker on its own track
    if type(expected) is int and isinstance(found, list):
        return expected if found and all(x == expected for x in found) else len(found)
    if type(found) is int and isinstance(expected, list):
        return [found] * len(expected)
    if type(found) is int and isinstance(expected, Mapping):
        return dict.fromkeys(expected, found)
    return found
