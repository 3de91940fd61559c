"""What a position says of the planets, the projects and what lies on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import UnknownName
from simkit.games.federation.io.position_names import mask_of, number_of, only_keys
from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

PROJECT_KEYS = ("position", "needed", "completed", "missing")
MEGASTRUCTURE_KEYS = ("tokens", "free_multipliers")
COLUMN_KEYS = ("index", "project", "missing")
ASTEROID_KEYS = ("id", "face")
FACES = {
    "up": True,
    "face_up": True,
    "open": True,
    "down": False,
    "face_down": False,
    "hidden": False,
}


def set_projects(s: FederationState, board: Mapping[str, Any]) -> None:
    """Set the project tracks: position, needed, missing or completed."""
    for name, given in board.get("projects", {}).items():
        project = number_of(terms.PROJECTS, name, "project")
        only_keys(given, PROJECT_KEYS, f"project {name}")
        needed = int(given.get("needed", s.tables.needed[project]))
        missing = needed - int(given.get("position", 0))
        if given.get("completed"):
            missing = 0
        elif given.get("completed") is False and missing <= 0:
            missing = 1
        s.missing[project] = max(0, int(given.get("missing", missing)))
    column = board.get("column") or {}
    only_keys(column, COLUMN_KEYS, "column")
    if "missing" in column:
        s.missing[number_of(terms.PROJECTS, column["project"], "project")] = int(column["missing"])


def set_medals(s: FederationState, medals: Mapping[str, Any]) -> None:
    """Set the medals left: thresholds on a planet, copies of the other kinds."""
    for name, left in medals.items():
        kind = number_of(terms.MEDALS, name, "medal")
        if kind < len(terms.PLANETS):
            counted = s.medals[kind][-left:] if isinstance(left, int) and left else ()
            s.medals[kind] = counted if isinstance(left, int) else tuple(sorted(left))
        else:
            s.medal_copies[kind - terms.MEDAL_ACCREDITATION] = int(left)


def set_neo(s: FederationState, board: Mapping[str, Any]) -> None:
    """Set the asteroid tokens; tokens next to a miner are turned up, named ones as well."""
    tables = s.tables
    for name, token in board.get("asteroids", {}).items():
        cell = number_of(tables.cells, name, "cell")
        s.asteroids[cell] = -1 if token is None else asteroid_number(s, token)
        if face_up(token):
            s.seen |= 1 << cell
    dead = board.get("dead_asteroids")
    if isinstance(dead, int):
        s.dead = s.dead[:dead]
    elif dead is not None:
        s.dead = [asteroid_number(s, token) for token in dead]
    for p in s.players:
        for cell in tables.cell_next[p.miner]:
            s.seen |= 1 << cell
        s.moons_seen |= (1 << (p.mage + 2)) - 1
    lay_other_asteroids(s, board)


def lay_other_asteroids(s: FederationState, board: Mapping[str, Any]) -> None:
    """Let no asteroid lie twice: where the position leaves the token open, one from the box lies there.

    The rest is in the box.
    """
    tables = s.tables
    named_cells = {number_of(tables.cells, name, "cell") for name in board.get("asteroids", {})}
    owned = 0
    for p in s.players:
        owned |= p.asteroids
    used = {token for token in range(len(tables.asteroids)) if owned >> token & 1}
    used |= {s.asteroids[cell] for cell in named_cells}
    if isinstance(board.get("dead_asteroids"), list):
        used |= set(s.dead)
    else:
        s.dead = [unused_asteroid(token, tables.dead, used) for token in s.dead]
        s.dead = [token for token in s.dead if token >= 0]
    for cell, token in enumerate(s.asteroids):
        if token >= 0 and cell not in named_cells:
            s.asteroids[cell] = unused_asteroid(token, tables.live, used)
    s.asteroids_out = [i for i in range(len(tables.asteroids)) if i not in used]


def unused_asteroid(token: int, kind: Iterable[int], used: set[int]) -> int:
    """Return a token that is not used yet, or another of its kind, or -1; from now on it is used."""
    unused = next((one for one in (token, *kind) if one not in used), -1)
    used.add(unused)
    return unused


def asteroid_number(s: FederationState, token: Any) -> int:
    """Return an asteroid token named by its id, or by id and face."""
    if isinstance(token, Mapping):
        only_keys(token, ASTEROID_KEYS, "asteroid")
        token = token.get("id")
    return number_of(s.tables.asteroids, token, "asteroid")


def face_up(token: Any) -> bool:
    """Tell whether an asteroid token lies face up; one that is named does unless its face says no."""
    face = token.get("face", True) if isinstance(token, Mapping) else True
    if isinstance(face, bool):
        return face
    word = str(face).replace(" ", "_").replace("-", "_")
    only_keys({word: True}, FACES, "face")
    return FACES[word]


def set_atal_and_e81216(s: FederationState, board: Mapping[str, Any]) -> None:
    """Set open erudites, moons, reserve, industries, and the tokens and multipliers of megastructures."""
    tables = s.tables
    if "erudites_open" in board:
        wanted = mask_of(tables.erudites, board["erudites_open"], "erudite")
        leave_stacks(s, wanted)
        s.open = wanted
    for industry in board.get("industries", []):
        put_in_play(s, industry)
    for name, given in board.get("megastructures", {}).items():
        mega = number_of(tables.structures, name, "structure") - tables.n_industries
        if mega < 0:
            raise UnknownName("megastructure", name, tables.structures[tables.n_industries :])
        only_keys(given, MEGASTRUCTURE_KEYS, name)
        if "tokens" in given:
            names = [number_of(tables.mega_tokens, x, "token") for x in given["tokens"]]
            s.mega_tokens[mega] = tuple(names)
        if "free_multipliers" in given:
            s.multipliers[mega] = tuple(sorted(given["free_multipliers"], reverse=True))
            s.note_structures()
    for position, tokens in board.get("moons", {}).items():
        names = [number_of(tables.token_ids, x, "token") for x in tokens]
        s.moons[int(position)] = tuple(names)
    for strength, tokens in board.get("reserve", {}).items():
        names = [number_of(tables.token_ids, x, "token") for x in tokens]
        s.reserve[int(str(strength).lstrip("s"))] = tuple(reversed(names))


def put_in_play(s: FederationState, structure: Any) -> None:
    """Turn the production token of a named industry to its side."""
    tables = s.tables
    industry = number_of(tables.structures, structure, "structure")
    for slot, pair in enumerate(tables.slots):
        if industry in pair:
            s.industries[slot] = industry
    s.note_structures()


def leave_stacks(s: FederationState, tiles: int) -> None:
    """Take erudites out of the stacks and off the board: somebody owns them, or they lie open."""
    s.open &= ~tiles
    for stacks in (s.level1, s.level2):
        for colour, stack in enumerate(stacks):
            stacks[colour] = tuple(tile for tile in stack if not tiles >> tile & 1)
    s.level3 = [tile for tile in s.level3 if not tiles >> tile & 1]
