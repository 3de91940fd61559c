"""What check cases expect of the planets, the projects and what lies on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io import position_board
from simkit.games.federation.io.case_readers import MISSING, CaseReader, actor, by_letter
from simkit.games.federation.io.position_board import put_in_play
from simkit.games.federation.io.position_names import LETTERS, ids, number_of, only_keys
from simkit.games.federation.rules import legal, scoring, terms
from simkit.games.federation.rules.payment import pack

if TYPE_CHECKING:
    from simkit.games.federation.io.case_compare import Expectation
    from simkit.games.federation.io.case_outcomes import Outcome
    from simkit.games.federation.rules.state import FederationState


def projects(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the tracks of the projects."""
    return {
        name: {
            "position": s.tables.needed[i] - s.missing[i],
            "needed": s.tables.needed[i],
            "missing": s.missing[i],
            "completed": s.missing[i] <= 0,
        }
        for i, name in enumerate(terms.PROJECTS)
    }


def column(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return a column's project and what that lacks."""
    only_keys(wanted, position_board.COLUMN_KEYS, "column")
    index = int(wanted.get("index", 1))
    project = s.tables.column_project[index]
    return {"index": index, "project": terms.PROJECTS[project], "missing": s.missing[project]}


def measure(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return what the projects rank the players by."""
    result = {}
    for name in wanted:
        values = scoring.measures(s, number_of(terms.PROJECTS, name, "project"))
        result[name] = dict(zip(LETTERS, values, strict=False))
    return result


def medals_left(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the medals left: thresholds on planets, copies of the others."""
    found: dict[str, Any] = {}
    for i, name in enumerate(terms.MEDALS):
        left = list(s.medals[i]) if i < 5 else s.medal_copies[i - 5]
        counted = isinstance(left, list) and isinstance(wanted.get(name), int)
        found[name] = len(left) if counted and isinstance(left, list) else left
    return found


def asteroids(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the asteroid tokens on the cells; with the face where that is asked for."""
    result: dict[str, Any] = {}
    for i, (cell, token) in enumerate(zip(s.tables.cells, s.asteroids, strict=True)):
        name = s.tables.asteroids[token] if token >= 0 else None
        asked = wanted.get(cell) if isinstance(wanted, Mapping) else None
        if isinstance(asked, Mapping) and name is not None:
            result[cell] = asteroid_in_form(name, bool(s.seen >> i & 1), asked)
        else:
            result[cell] = name
    return result


def asteroid_in_form(name: str, face_up: bool, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return id and face of an asteroid token, the face in the word asked for if that is true."""
    facts: dict[str, Any] = {"id": name, "face": "up" if face_up else "down"}
    if "face" in asked and position_board.face_up(asked) == face_up:
        facts["face"] = asked["face"]
    return facts


def dead_asteroids(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the dead asteroids left."""
    return len(s.dead) if isinstance(wanted, int) else [s.tables.asteroids[x] for x in s.dead]


def erudites_open(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the open erudites; tiles turned up since are only counted if the case names them."""
    named = set(wanted)
    tiles = ids(s.tables.erudites, s.open)
    before = set(ids(s.tables.erudites, e.start.open))
    return [tile for tile in tiles if tile in named or tile in before]


def moons(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the alteration tokens on the moons, or how many."""
    return {name: tokens_in_form(s, s.moons[int(name)], value) for name, value in wanted.items()}


def reserve(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the alteration tokens in reserve by strength, or how many."""
    return {
        name: tokens_in_form(s, s.reserve[int(str(name).lstrip("s"))], value)
        for name, value in wanted.items()
    }


def tokens_in_form(s: FederationState, tokens: tuple[int, ...], wanted: Any) -> Any:
    """Return alteration tokens by name, or their number."""
    return len(tokens) if isinstance(wanted, int) else [s.tables.token_ids[x] for x in tokens]


def industries(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the industries in play, or those of them that are named."""
    return [s.tables.structures[industry] for industry in s.industries]


def may_build(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return whether players may build structures of E81216, by structure and by player.

    A structure must be in play, not built by the player and have a place and a robot left; a player whose
    resources the case names must also be able to pay.
    """
    if by_letter(wanted):
        return {name: builds(e, s, LETTERS.index(name), value) for name, value in wanted.items()}
    about = e.case.actions[-1]
    named = next(
        (about[key] for key in ("building", "structure", "industry") if key in about), None
    )
    if isinstance(wanted, bool) and named is not None:
        return builds(e, s, actor(e), {named: wanted})[named]
    if not isinstance(wanted, Mapping):
        return builds(e, s, actor(e), wanted)
    result: dict[str, Any] = {}
    for name, value in wanted.items():
        if by_letter(value):
            result[name] = {x: builds(e, s, LETTERS.index(x), {name: 0})[name] for x in value}
        else:
            result[name] = builds(e, s, actor(e), {name: 0})[name]
    return result


def builds(e: Expectation, s: FederationState, seat: int, wanted: Any) -> Any:
    """Return what a seat may build: of the names of a table each, all by name, or whether anything."""
    now = s.clone()
    now.seat = seat
    tables = now.tables
    names = list(wanted) if isinstance(wanted, Mapping) else []
    for name in names:  # the case leaves open which industries are in play
        if number_of(tables.structures, name, "structure") < tables.n_industries:
            put_in_play(now, name)
    open_to = legal.structures(now)
    if "resources" in e.case.given(seat):
        purse = pack(now.players[seat].res)
        payable = legal.payable_structures(now, purse)
        if not legal.can_build_by_help(now, purse):
            open_to = payable
    result = [tables.structures[structure] for structure in open_to]
    if isinstance(wanted, Mapping):
        return {
            name: tables.structures[number_of(tables.structures, name, "")] in result
            for name in names
        }
    if isinstance(wanted, str):
        return wanted if wanted in result else MISSING
    return result if isinstance(wanted, list) else bool(result)


def megastructures(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return tokens and free multipliers of the megastructures."""
    tables = s.tables
    return {
        name: {
            "tokens": [tables.mega_tokens[x] for x in s.mega_tokens[i]],
            "free_multipliers": list(s.multipliers[i]),
        }
        for i, name in enumerate(tables.structures[tables.n_industries :])
    }


def multiplier_taken(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the multiplier that a megastructure lost."""
    for before, after in zip(e.start.multipliers, s.multipliers, strict=True):
        if before != after:
            return before[0]
    return None


BOARD_VALUES: dict[str, CaseReader] = {
    "projects": projects,
    "column": column,
    "measure": measure,
    "medals": medals_left,
    "asteroids": asteroids,
    "dead_asteroids": dead_asteroids,
    "erudites_open": erudites_open,
    "moons": moons,
    "reserve": reserve,
    "industries": industries,
    "may_build": may_build,
    "megastructures": megastructures,
    "multiplier_taken": multiplier_taken,
    "deep_space_tiles": lambda e, end, s, w: (
        s.deep.bit_count() if isinstance(w, int) else ids(s.tables.deep_tiles, s.deep)
    ),
    "round": lambda e, end, s, w: s.round,
}
