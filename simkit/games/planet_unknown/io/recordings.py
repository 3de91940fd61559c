"""Check cases of Planet Unknown (``data/planet_unknown/log_notation.md``) against this engine.

Every kind sets up a position with `PlanetRules.position` and calls the very functions that play uses;
nothing is worked out a second time here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame, read_recording
from simkit.core.recording import SCHEMA as OWN_SCHEMA
from simkit.core.registry import rules as make_rules
from simkit.games.planet_unknown.io.case_names import in_the_form_of
from simkit.games.planet_unknown.io.cases import (
    CannotMechanise,
    Cascade,
    advance_named,
    positions,
    straight,
)
from simkit.games.planet_unknown.io.positions import spot
from simkit.games.planet_unknown.io.rulebook_cases import rulebook
from simkit.games.planet_unknown.rules import benefits, items, placing, rovers, scoring, tracks
from simkit.games.planet_unknown.rules.cells import STRIDE, cell, cells_of
from simkit.games.planet_unknown.rules.player import FLUX_INDUSTRIES, MAKESHIFT, Player
from simkit.games.planet_unknown.rules.setup import tile_named
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import ENERGY, RESOURCES, TRACKS
from simkit.games.planet_unknown.title import PlanetRules

Case = Mapping[str, Any]
NOTATION = "planet_unknown/cases/1"
# The cases come from the reference implementation; where it departs from the rulebook and the cases
# rely on it, they are evaluated under the option that stands for it (README, "Readings: options").
REFERENCE: dict[str, Any] = {
    "edition": "deluxe", "wormhole_energy": "no_biomass", "prohibition": "kept", "patch_on_patch": True,
}  # fmt: skip


def verify(data: Mapping[str, Any], name: str) -> list[CaseResult]:
    """Evaluate every case of one parsed file."""
    kind = str(data.get("kind", ""))
    schema = str(data.get("schema", NOTATION))
    if schema.rpartition("/")[2] != NOTATION.rpartition("/")[2]:  # another edition of the notation
        return [CaseResult(name, SKIPPED, "", f"schema {schema!r} is not {NOTATION!r}")]
    if kind not in EVALUATE:
        known = ", ".join(sorted(EVALUATE))
        return [CaseResult(name, SKIPPED, "", f"kind {kind!r} is not one of {known}")]
    cases = data.get("cases", [])
    return [_verdict(kind, case, f"{name}#{i}") for i, case in enumerate(cases)]


def games(data: Mapping[str, Any], name: str) -> list[PlayedGame]:
    """Return the games of a file: only our own recordings hold whole games of this title."""
    return [read_recording(data, name)] if data.get("schema") == OWN_SCHEMA else []


def _verdict(kind: str, case: Case, fallback: str) -> CaseResult:
    name = str(case.get("id", fallback))
    wanted = case.get("expect")
    if not isinstance(wanted, Mapping) or not wanted:
        return CaseResult(name, SKIPPED, "", "no figures are expected")
    try:
        strange = unknown_keys(kind, case) or unknown_words(kind, case)
        if strange:
            return CaseResult(name, SKIPPED, strange[0], f"not understood: {', '.join(strange)}")
        found = EVALUATE[kind](case)
    except CannotMechanise as reason:
        return CaseResult(name, SKIPPED, "", str(reason))
    except IllegalAction as error:
        return CaseResult(name, FAILED, "actions", str(error))
    except SimkitError as error:
        # words of a free-form case may mean something that is no name of the game
        status = SKIPPED if kind == "rulebook" else FAILED
        return CaseResult(name, status, "set-up", str(error))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        return CaseResult(name, FAILED, "set-up", f"not what a {kind} case gives: {error!r}")
    strange = list(unanswered(wanted, found))
    if strange:
        detail = f"no figure of the engine has this name: {', '.join(strange)}"
        return CaseResult(name, SKIPPED, strange[0], detail)
    for key, expected in wanted.items():
        shown = found[key]
        if key == "steps":
            shown = _as_steps(expected, shown)
        if key in UNORDERED and isinstance(expected, list) and isinstance(shown, list):
            expected, shown = sorted(expected), sorted(shown)
        if kind == "rulebook":
            shown = in_the_form_of(expected, shown, key)
        if key == "positions":
            shown = _as_written(expected, shown)
        where, detail = difference(expected, shown, key, kind == "rulebook")
        if where:
            return CaseResult(name, FAILED, where, detail)
    return CaseResult(name, PASSED)


def _as_written(expected: Any, found: Any) -> Any:
    """Write positions as a case does: ``[track, step]``, or the step alone on the marker's own track."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        return found
    return {
        marker: space[1] if isinstance(expected.get(marker), int) and space[0] == marker else space
        for marker, space in found.items()
    }


def _as_steps(expected: Any, found: Any) -> Any:
    """Write steps that do not move as a case does: they have no benefits, and options only if asked."""
    if not isinstance(expected, list) or not isinstance(found, list):
        return found
    written = []
    for i, step in enumerate(found):
        if not step["moved"] and i < len(expected) and isinstance(expected[i], Mapping):
            full = {"benefits": [], **step}
            step = {key: value for key, value in full.items() if key in expected[i]}
            step |= {key: full[key] for key in ("moved", "to") if key in full}
        written.append(step)
    return written


def unanswered(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield the names of what is expected and no figure of the engine answers, by their paths."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        may_be_left_out = ("benefits",) if found.get("moved") is False else ()
        for key, part in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key in found:
                yield from unanswered(part, found[key], where)
            elif key not in may_be_left_out:
                yield where
    elif isinstance(expected, list) and isinstance(found, list):
        for i, (part, other) in enumerate(zip(expected, found, strict=False)):
            yield from unanswered(part, other, f"{path}[{i}]")


def unknown_keys(kind: str, case: Case) -> list[str]:
    """Return the keys of a case that its kind does not know, so that nothing is dropped unseen."""
    if kind == "rulebook":  # which keys are known depends on the form that fits
        return []
    strange = [key for key in case if key not in KEYS[kind] and key not in ABOUT]
    if kind == "final_score":
        for n, player in enumerate(case.get("players", [])):
            strange += [f"players[{n}].{key}" for key in player if key not in FINAL_KEYS]
        for n, rival in enumerate(case.get("rival_objectives", [])):
            extra = [key for key in rival if key not in ("objective", "between")]
            strange += [f"rival_objectives[{n}].{key}" for key in extra]
    return strange


# Where cases name tracks and terrains: the keys of a mapping, the words of a list, a single word.
TRACK_KEYS = ("tracks", "markers", "start")
WORDS: dict[str, tuple[str, ...]] = {
    "event_rule": placing.PLACING_EVENTS,
    "banned_terrain": RESOURCES,
    "flux": TRACKS,
    "synergy_priority": TRACKS,
    "advances": TRACKS,
}


def unknown_words(kind: str, case: Case) -> list[str]:
    """Return the names of tracks, terrains and rules in a case that do not exist, with their place."""
    if kind == "rulebook":
        return []
    strange = []
    for part, where in [(case, "")] + [
        (player, f"players[{n}].") for n, player in enumerate(case.get("players", []))
    ]:
        for key in TRACK_KEYS:
            names = part.get(key) or {}
            strange += [f"{where}{key}.{name}" for name in names if name not in TRACKS]
        for key, known in WORDS.items():
            given = part.get(key)
            for word in given if isinstance(given, list) else [given]:
                name = word[0] if isinstance(word, list) and word else word
                if name is not None and name not in known:
                    strange.append(f"{where}{key}: {name}")
    return strange


def difference(expected: Any, found: Any, path: str, partly: bool = False) -> tuple[str, str]:
    """Return where two values differ and how, ("", "") if they are equal.

    With `partly` only the keys that are expected are compared.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in expected if partly else [*expected, *(k for k in found if k not in expected)]:
            if key == UNDETERMINED or (key == "moved" and UNDETERMINED in found):
                continue
            if key not in expected or key not in found:
                return f"{path}.{key}", f"expected {expected.get(key)}, found {found.get(key)}"
            one, other = expected[key], found[key]
            if key == "options" and UNDETERMINED in found:
                one, other = ([s for s in spaces if s != found["to"]] for spaces in (one, other))
            where = difference(one, other, f"{path}.{key}", partly)
            if where[0]:
                return where
        return "", ""
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for i, (a, b) in enumerate(zip(expected, found, strict=True)):
            where = difference(a, b, f"{path}[{i}]", partly)
            if where[0]:
                return where
        return "", ""
    if expected == found:
        return "", ""
    if isinstance(expected, list) and isinstance(found, list):
        extra = [x for x in found if x not in expected]
        missing = [x for x in expected if x not in found]
        return path, f"missing {missing[:6]}, too many {extra[:6]}"
    return path, f"expected {expected!r}, found {found!r}"


# Lists of cells whose order means nothing.
UNORDERED = ("destroyed_lifepods", "destroyed_rovers", "new_meteorites")
# Marks a step of which the notation does not say whether the marker "moved", nor whether its own space
# is among Makeshift's options: a rover marker pushed beyond the top stays and repeats its benefits.
UNDETERMINED = "_repeated"


# Positions -----------------------------------------------------------------------------------------


def one_player(case: Case, **more: Any) -> tuple[PlanetState, Player]:
    """Return a position with one seat that stands as the case says."""
    rules = make_rules("planet_unknown", 1, None, **REFERENCE)
    given = {key: case[key] for key in _PLAYER_KEYS if case.get(key) is not None}
    if case.get("meteors") is not None:
        given["meteorites_left"] = case["meteors"]
    given.update(more)
    state = rules.position({"players": [given]})
    assert isinstance(state, PlanetState)
    p = state.players[0]
    if p.kind == FLUX_INDUSTRIES and "flux" not in case:
        p.flux = -1  # the cases leave the flux token out
    return state, p


_PLAYER_KEYS = (
    "planet", "corporation", "tracks", "markers", "board", "lifepods", "rovers", "loads", "flux",
    "lifepods_on_tracks", "tech_slots", "tech_level", "techs_off", "meteorites_left",
)  # fmt: skip
ABOUT = ("id", "text", "note", "source", "expect", "kind")  # what says nothing about the position
KEYS = {
    "placement": {*_PLAYER_KEYS, "event_rule", "meteors", "tile"},
    "effect": {*_PLAYER_KEYS, "meteors", "tile", "at"},
    "track_walk": {*_PLAYER_KEYS, "advances"},
    "cascade": {*_PLAYER_KEYS, "start", "synergy_priority", "advances"} - {"tracks", "markers"},
    "rover_reach": {*_PLAYER_KEYS, "meteors", "rover", "movement", "banned_terrain"}
    - {"rovers", "loads"},  # one rover drives, alone
    "final_score": {"players", "rival_objectives"},
    "solo_target": {"red", "orange", "green"},
}
FINAL_KEYS = {
    "planet", "corporation", "board", "meteorites_left", "collected_meteorites",
    "collected_lifepods_scoring", "lifepods_elsewhere", "markers", "civ_cards", "private_objective",
    "flux", "tech_level", "rovers", "loads",
}  # fmt: skip


def xy(mask: int) -> list[list[int]]:
    """Return the cells of a mask as [x, y]."""
    return [[c % STRIDE, c // STRIDE] for c in cells_of(mask)]


def names(bits: int) -> list[str]:
    """Return the resources of a mask in alphabetical order."""
    return sorted(name for i, name in enumerate(RESOURCES) if bits >> i & 1)


# Kinds ---------------------------------------------------------------------------------------------


def placement(case: Case) -> dict[str, Any]:
    """All legal placements of one tile (section 4)."""
    state, p = one_player(case)
    if case["tile"] == "patch":
        cells = cells_of(items.patch_cells(state, p))
        legal = sorted(f"{c % STRIDE},{c // STRIDE},0,0" for c in cells)
        return {"legal": legal, "distinct_footprints": len(legal), "event_rule_lifted": False}
    tile = tile_named(state.rules.tables, case["tile"])
    rule = case.get("event_rule") or ""
    found = placing.fits(p, tile, rule)
    lifted = bool(rule) and not found
    if lifted:
        found = placing.fits(p, tile)
    lows = {id(layout): low for layout, low in found}
    legal = []
    for layout, shown in zip(tile.shape.all_layouts, tile.shape.layout, strict=True):
        for low in cells_of(lows.get(id(shown), 0)):
            x, y = (low + layout.zero) % STRIDE, (low + layout.zero) // STRIDE
            legal.append(f"{x},{y},{layout.rotation},{layout.mirror}")
    footprints = {layout.base << low for layout, mask in found for low in cells_of(mask)}
    return {
        "legal": sorted(legal),
        "distinct_footprints": len(footprints),
        "event_rule_lifted": lifted,
    }


def effect(case: Case) -> dict[str, Any]:
    """What one placement brings (section 5)."""
    state, p = one_player(case)
    if case["tile"] == "patch":
        return _patch_effect(p, case["at"])
    tile = tile_named(state.rules.tables, case["tile"])
    layout, low = spot(tile, case["at"])
    energy_biomass = state.rules.options["wormhole_energy"] == "any"
    brings = placing.look_at(p, tile, layout, low, energy_biomass)
    has_energy = tile.resources >> ENERGY & 1
    return {
        "resources": names(tile.resources),
        "energy_choices": names(brings.energy) if has_energy else None,
        "water_cells_on_ice": brings.ice_cells,
        "water_steps": brings.water_steps,
        "biomass_steps": brings.biomass_steps,
        "new_meteorites": xy(brings.new_meteor),
        "destroyed_lifepods": xy(brings.lost_pods),
        "destroyed_rovers": xy(brings.lost_rovers),
    }


def _patch_effect(p: Player, at: str) -> dict[str, Any]:
    """What a patch does: it advances nothing and destroys what lies under it (section 4)."""
    pods, there = p.pods, p.rover_bits
    x, y = (int(part) for part in at.split(",")[:2])
    placing.lay_patch(p, cell(x, y))
    return {
        "resources": [],
        "energy_choices": None,
        "water_cells_on_ice": 0,
        "water_steps": 0,
        "biomass_steps": 0,
        "new_meteorites": [],
        "destroyed_lifepods": xy(pods & ~p.pods),
        "destroyed_rovers": xy(there & ~p.rover_bits),
    }


def space_name(space: int) -> list[Any]:
    """Return a space as [track, step]."""
    return [TRACKS[space >> 4], space & 15]


def track_walk(case: Case) -> dict[str, Any]:
    """Single advances with the benefits of the steps reached (section 6)."""
    _, p = one_player(case)
    steps = [_walk_step(p, advance) for advance in case["advances"]]
    return {
        "steps": steps,
        "positions": positions(p),
        "track_points": {t: tracks.medal(p, i) for i, t in enumerate(TRACKS)},
        "tech_level": tracks.tech_held(p).bit_count(),
    }


def _walk_step(p: Player, advance: Any) -> dict[str, Any]:
    marker, target, branch = advance_named(advance)
    p.shifted = 0  # every advance of a walk stands for itself
    ways = tracks.destinations(p, marker)
    if target < 0 and ways:
        target = straight(p, marker, ways)
    found: dict[str, Any] = {"moved": target in ways}
    if target in ways:
        if target == p.marker[marker]:
            found[UNDETERMINED] = True
        tracks.set_marker(p, marker, target)
        found["benefits"] = benefits.at(p, target).words(branch)
    found["to"] = space_name(p.marker[marker])
    if p.kind == MAKESHIFT:
        found["options"] = sorted(space_name(s) for s in ways)
    return found


def cascade(case: Case) -> dict[str, Any]:
    """Advances with all their benefits, depth first, boosts by a given priority."""
    start = case["start"]
    off = [1, 2, 4, 5] if case["corporation"] == "universal_coalition" else [1, 2, 3, 4, 5]
    plain = {t: v if isinstance(v, list) else [t, v] for t, v in start.items()}
    state, p = one_player(case, markers=plain, techs_off=off)
    walk = Cascade(state, p, [TRACKS.index(t) for t in case["synergy_priority"]])
    for one in case["advances"]:
        walk.advance(*advance_named(one))
    return {
        "positions": positions(p),
        "track_points": {t: tracks.medal(p, i) for i, t in enumerate(TRACKS)},
        "totals": walk.totals(),
    }


def rover_reach(case: Case) -> dict[str, Any]:
    """Cells that one rover can reach with its movement (section 6)."""
    _, p = one_player(case, rovers=[case["rover"]])
    banned = p.planet.toxic & ~p.occ
    if case.get("banned_terrain"):
        banned |= rovers.terrain_cells(p, RESOURCES.index(case["banned_terrain"]))
    start = cell(*case["rover"])
    cost = rovers.reach(p, start, case["movement"], banned)
    reach = [[c % STRIDE, c // STRIDE, n] for c, n in sorted(cost.items()) if c != start]
    return {"reach": reach}


def final_score(case: Case) -> dict[str, Any]:
    """The whole score of a final position (section 10)."""
    seats = len(case["players"])
    rules = make_rules("planet_unknown", seats, None, **REFERENCE)
    spec = {
        "players": [_final_player(p) for p in case["players"]],
        "rival_objectives": case.get("rival_objectives", []),
    }
    state = rules.position(spec)
    assert isinstance(state, PlanetState)
    for p, given in zip(state.players, case["players"], strict=True):
        elsewhere = given.get("lifepods_elsewhere") or []
        count = elsewhere if isinstance(elsewhere, int) else len(elsewhere)
        p.all_pods = p.lifepods + count
    scoring.score_game(state)
    order = sorted(range(seats), key=lambda s: state.standing(s), reverse=True)
    return {
        "players": [_score_parts(state, seat) for seat in range(seats)],
        "ranking": [seat + 1 for seat in order],
    }


def _final_player(given: Mapping[str, Any]) -> dict[str, Any]:
    plain = ("planet", "corporation", "board", "flux", "tech_level", "rovers", "loads")
    found = {key: given[key] for key in plain if key in given}
    private = given.get("private_objective")
    elsewhere = given.get("lifepods_elsewhere") or []
    if isinstance(elsewhere, int):  # a bare number does not say where they lie
        elsewhere = []
    on_tracks = [e for e in elsewhere if isinstance(e, list) and e and e[0] in TRACKS]
    found.update(
        meteorites_left=given.get("meteorites_left", []),
        collected_meteorites=given.get("collected_meteorites", 0),
        collected_lifepods=given.get("collected_lifepods_scoring", 0),
        lifepods_on_tracks=on_tracks,
        markers=given.get("markers", {}),
        civ_cards=given.get("civ_cards", []),
        private_objectives=private if isinstance(private, list) else [private] if private else [],
    )
    return found


def _score_parts(state: PlanetState, seat: int) -> dict[str, Any]:
    p = state.players[seat]
    parts = scoring.seat_score(p, state.tables, bool(state.rules.options["city_under_patch"]))
    planet = sum(parts.rows) + sum(parts.columns) + parts.bonus
    rivals = sum(points for _, points in scoring.rival_points(state, seat))
    return {
        "rows": parts.rows,
        "columns": parts.columns,
        "planet_bonus": parts.bonus,
        "planet": planet,
        "track_points": dict(zip(TRACKS, parts.medals, strict=True)),
        "tracks": sum(parts.medals),
        "civ": sum(parts.cards.values()),
        "objectives": rivals + scoring.private_points(state, seat),
        "lifepods": parts.lifepods,
        "meteorites": parts.meteorites + parts.repo,
        "total": state.score[seat],
        "uncovered_cells": p.planet.grid.bit_count() - p.occ.bit_count(),
        "meteorites_on_planet": p.void_count,
    }


def solo_target(case: Case) -> dict[str, Any]:
    """The target of the solo game (section 11)."""
    rules = make_rules("planet_unknown", 1, None, **REFERENCE)
    assert isinstance(rules, PlanetRules)
    return {"target": rules.solo_target(case["red"], case["orange"], case["green"])}


EVALUATE: dict[str, Callable[[Case], dict[str, Any]]] = {
    "placement": placement,
    "effect": effect,
    "track_walk": track_walk,
    "cascade": cascade,
    "rover_reach": rover_reach,
    "final_score": final_score,
    "solo_target": solo_target,
    "rulebook": lambda case: rulebook(case, EVALUATE, KEYS),
}
