"""Hand-worked cases from the rulebook (kind ``rulebook``): free in form, so recognised by their keys.

A case is put to the engine in the first way that fits what is given (`case_forms` has the forms that
the other kinds of cases do not have):

=========================================  ======================================================
given                                      what happens
=========================================  ======================================================
``kind`` and that kind's inputs            evaluated like a case of that kind
``red``, ``orange``, ``green``             `solo_target`; with ``score`` the verdict, too
``score`` and ``target``                   the verdict of the solo game
``totals`` (or players with a ``total``)   seats are ranked, with ``uncovered`` and ``meteorites``
``players`` (a number)                     a deal is counted
``position`` and ``actions``               the actions are stepped through, then figures are read
``tile`` and ``at``                        `effect`
``tile`` and ``board``                     `placement`
``tile`` and ``touching``                  the tracks that energy may advance beside terrains
``water_cells_on_ice``                     the steps of a water symbol
``objective`` and ``values``               the points of a rival objective
``movement`` and ``moves``                 the points that rovers have left; with cells for moves (or one
                                           ``rover`` and its ``path``) also what they collect
``tile`` and ``placed`` (false)            a tile that is taken and not placed (W11)
``tiles_left`` (inner, outer) or ``round``   whether an empty depot or the last event ends the game
``civ_card``, ``event``                    what follows from a card or an event (`follow`)
``advances``                               `track_walk`, and what follows from the advances (`follow`)
``tile`` alone                             what taking it brings (`follow`)
``track`` (and ``step``)                   one `track_walk` advance, read without its list of steps
``rover`` (a cell) and ``movement``        `rover_reach`
``players`` (a list)                       `final_score`
``card_level``, ``corporation``            the cards among which a civ milestone lets choose (W14)
``from`` and ``to`` (cells)                whether a rover may go from one to the other (W21)
``planet`` alone                           the figures of a planet board (W21)
``planet`` (points) and other parts        the sum of the parts of a score
rovers, of which movement is asked         the start of a round (`follow`)
what one player has                        the parts of the score of one player
=========================================  ======================================================

Markers may be given as ``tracks``, ``markers``, ``start`` or ``positions``, by step or
``[track, step]``, or bare (``water: 11``). What is given may also stand beside ``expect``.
``tech_level`` n means that the techs of levels 1 to n are held, ``techs`` names those that are held.

`follow` resolves all benefits, with the techs in force (the kind `cascade` has none but Universal's
tech 3). Synergy boosts are spent by ``synergy_priority``; without one they are counted only.

Only the figures that a case expects are compared. What fits nothing, or holds a key that the form does
not know, is skipped, and the key is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.games.planet_unknown.io.case_forms import FORMS, SCORE_KEYS, TOTALS, Case, Evaluate
from simkit.games.planet_unknown.io.case_names import plain_given, with_aliases, with_last_step
from simkit.games.planet_unknown.io.cases import KEYS as FOLLOWING
from simkit.games.planet_unknown.io.cases import CannotMechanise, follow
from simkit.games.planet_unknown.rules.tables import TRACKS


def rulebook(
    case: Case, evaluate: Mapping[str, Evaluate], keys: Mapping[str, set[str]]
) -> dict[str, Any]:
    """Return the figures a free-form case may ask for.

    Parameters
    ----------
    evaluate, keys
        The other kinds of cases: what evaluates them, which keys they know.
    """
    given = case.get("given")
    if given is None:
        given = {key: value for key, value in case.items() if key not in _NOT_GIVEN}
    if not isinstance(given, Mapping) or not given:
        raise CannotMechanise("what is given is in words, not in figures")
    wanted = set(case.get("expect", ()))
    named = given.get("kind") or case.get("kind")  # another kind of case that it is like
    free = named not in evaluate or named == "rulebook"
    given = {key: value for key, value in given.items() if key != "kind"}
    given = plain_given(given, wanted, own=free)
    kind = _recognise(given, wanted) if free else str(named)
    understood = FORMS[kind].keys if kind in FORMS else keys.get(kind, set())
    if kind == "effect" and free:
        understood = understood | FOLLOWING
    if not understood:
        raise CannotMechanise(f"no way to set up what is given: {', '.join(sorted(given))}")
    strange = sorted(set(given) - understood)
    if kind == "standing" and "players" not in given and _has_totals(list(given.values())):
        given, strange = {"players": given}, []
    if strange:
        raise CannotMechanise(f"not understood in a {kind} case: {', '.join(strange)}")
    given = {**_DEFAULTS.get(kind, {}), **given}
    try:
        found = FORMS[kind].evaluate(given) if kind in FORMS else evaluate[kind](given)
        found = with_last_step(found)
        if kind in ("advances", "effect") and free:
            found = _with_what_follows(found, given, wanted, evaluate)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise CannotMechanise(f"what is given does not make a {kind} case ({error!r})") from None
    return with_aliases(found)


def _with_what_follows(
    found: dict[str, Any], given: Case, wanted: set[str], evaluate: Mapping[str, Evaluate]
) -> dict[str, Any]:
    """Add what follows from a tile or from advances to what the tile or the single advances bring."""
    if "tile" not in given:
        plain = {key: given[key] for key in given if key != "synergy_priority"}
        found = with_last_step(evaluate["track_walk"](plain))
    try:
        more = follow(given)
    except CannotMechanise:
        if wanted - set(with_aliases(found)) or wanted & _GAINED:
            raise
        return found
    if "tile" in given:
        return {**more, **found}
    if not _carried_out(given, wanted):
        more = {key: value for key, value in more.items() if key not in _AFTER_A_WALK}
    else:
        more |= more["positions"]
    return {**found, **more}


def _carried_out(given: Case, wanted: set[str]) -> bool:
    """Tell whether benefits are carried out; those of a walk are reported only."""
    if "synergy_priority" in given or "totals" in wanted:
        return True
    plain = all(isinstance(one, str) for one in given.get("advances", []))
    written_as_walk = "lifepods_on_tracks" in given or not plain
    return not (written_as_walk or wanted & _STEP_BY_STEP)


# Figures of single advances, whose benefits are reported only.
_STEP_BY_STEP = {"steps", "benefits", "moved", "to", "options"}
# Figures that only a walk without forks brings.
_GAINED = {"movement", "rover_movement", "synergies", "synergy", "patches"}
# What a walk says of the markers, after each advance and after the last one.
_AFTER_A_WALK = {"positions", "track_points", "tech_level"} | {
    f"{name}_{what}" for name in TRACKS for what in ("marker", "step")
}
_NOT_GIVEN = ("id", "text", "expect", "kind", "note", "source")


_DEFAULTS: dict[str, dict[str, Any]] = {
    "effect": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "placement": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "rover_reach": {"planet": "ksb-4156", "corporation": "universal_coalition"},
    "track_walk": {"corporation": "universal_coalition"},
    "cascade": {"corporation": "universal_coalition", "synergy_priority": list(TRACKS)},
    "advances": {"corporation": "universal_coalition"},
    "follow": {"corporation": "universal_coalition"},
}


def _recognise(given: Case, wanted: set[str]) -> str:
    """Name the way in which a case is put to the engine."""
    keys = set(given)
    for needs, kind in _NEEDS:
        if needs <= keys:
            return kind
    moves = {"movement", "rover_movement", "totals"} & wanted
    if moves and ("tile" in keys or "rovers" in keys) and "movement" not in keys:
        return "follow"  # a tile that is taken; the start of a round
    if isinstance(given.get("planet"), int):
        return "parts"
    players = given.get("players")
    if isinstance(players, int):
        return "deal"
    if isinstance(players, (list, Mapping)):
        parts = list(players.values()) if isinstance(players, Mapping) else players
        return "standing" if _has_totals(parts) else "final_score"
    if _has_totals(list(given.values())):
        return "standing"
    if isinstance(given.get("scores"), list):
        return "standing"
    if isinstance(given.get("rover"), list) and "movement" in keys:
        return "rover_reach"
    if keys == {"planet"}:
        return "planet"
    return "score" if keys & (SCORE_KEYS - {"planet", "corporation"}) else ""


def _has_totals(parts: list[Any]) -> bool:
    """Tell whether all parts are players of whom a total is given."""
    return bool(parts) and all(isinstance(p, Mapping) and TOTALS & set(p) for p in parts)


# Keys that must be there for a form, the first that fits first.
_NEEDS: tuple[tuple[set[str], str], ...] = (
    ({"red", "orange", "green", "score"}, "verdict"),
    ({"red", "orange", "green"}, "solo_target"),
    ({"score", "target"}, "verdict"),
    ({"difference"}, "verdict"),
    ({"position", "actions"}, "play"),
    ({"totals"}, "standing"),
    ({"scores", "uncovered"}, "standing"),
    ({"from", "to"}, "crossing"),
    ({"tile", "at"}, "effect"),
    ({"civ_card"}, "follow"),
    ({"event"}, "follow"),
    ({"tile", "board"}, "placement"),
    ({"tile", "touching"}, "energy"),
    ({"resources", "touching"}, "energy"),
    ({"water_cells_on_ice"}, "water"),
    ({"objective", "values"}, "objective"),
    ({"movement", "moves"}, "split"),
    ({"movement", "path"}, "split"),
    ({"rover", "path"}, "split"),
    ({"rovers", "moves"}, "split"),
    ({"tile", "placed"}, "unplaced"),
    ({"tiles_left"}, "round_end"),
    ({"round"}, "round_end"),
    ({"advances"}, "advances"),
    ({"corporation", "card_level"}, "cards"),
)
