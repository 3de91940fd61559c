"""A position from a readable dict: puzzles, cases, teaching (the state keys of log_notation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.federation.rules import executive, setup, terms
from simkit.games.federation.rules.erudites import collection
from simkit.games.federation.rules.state import FederationState

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import Player
    from simkit.games.federation.title import FederationRules

LETTERS = "ABCD"
STEP_WORDS = ("lower", "upper", "lowest", "highest", "top")
PROJECT_KEYS = ("position", "needed", "completed", "missing")
MEGASTRUCTURE_KEYS = ("tokens", "free_multipliers")
COLUMN_KEYS = ("index", "project", "missing")
WINGS = ("left", "right")
PLACED_KEYS = (
    "player", "space", "floor", "column", "ambassador", "side", "alteration", "die", "votes", "wing",
)  # fmt: skip
ASTEROID_KEYS = ("id", "face")
FACES = {
    "up": True,
    "face_up": True,
    "open": True,
    "down": False,
    "face_down": False,
    "hidden": False,
}
FLOORS = {"bottom": "1", "middle": "2", "top": "3"}
SPECIAL_WORDS = {
    "available": terms.AVAILABLE,
    "placed": terms.PLACED,
    "used": terms.PLACED,
    "gone": terms.GONE,
}
# Other names: planets of the printed editions (terms.toml), rooms and industries (rules.md, 5).
ALIASES = {
    "6moon": "six_moons",
    "6moons": "six_moons",
    "sixmoons": "six_moons",
    "atalum": "atal",
    "arratooine": "arratuin",
    **{letter: f"room_{letter}" for letter in "abcdef"},
    "officersquarters": "room_a",
    "purchasingoffice": "room_b",
    "patronsoffice": "room_c",
    "presidentsoffice": "room_d",
    "assistantsroom": "room_e",
    "smalllounge": "room_f",
    "spying": "spy",
    "specialmissions": "missions",
    "generalproject": "general",
    "spaceshipyard": "shipyard",
    "transmutationchamber": "transmutation",
    "lavandiumreplicator": "replicator",
    "militaryacademy": "academy",
    "alterationincubator": "incubator",
    "spaceuniversity": "university",
}
MOST_BOOST = 10  # more than one kind of boost raises a level in a game, or than it may lack
PLAYER_KEYS = (
    "resources", "accreditation_level", "accreditation_step", "level_boost_round", "level_boost_game",
    "influence", "miner", "mage", "shops", "buildings", "erudites", "erudites_used", "alterations",
    "die", "die_on_board", "hangar", "ships_in_supply", "mission_markers", "ships_on_missions",
    "medals", "asteroids", "general_contribution", "deep_space_tile", "start_tile",
    "special_ambassador", "robots", "pp", "ambassadors", "turns",
)  # fmt: skip
BOARD_KEYS = (
    "placed", "laws", "open_laws", "last_laws", "law_stacks", "wing_votes", "wing_votes_players",
    "floor_votes", "projects", "column", "president", "medals", "asteroids", "dead_asteroids",
    "erudites_open", "megastructures", "industries", "measure", "planet_block", "room_block",
    "moons", "reserve", "deep_space_tiles", "blocked", "reveal_order",
)  # fmt: skip


def build_position(rules: FederationRules, spec: Mapping[str, Any]) -> FederationState:
    """Return the position of ``spec``; everything not named has its set-up value.

    Parameters
    ----------
    spec
        ``players`` (by letter A to D), ``board``, ``round``, ``turn``, ``first_player``, ``seat``
        (whose turn it is, a letter) with the state keys of ``log_notation.md``.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("federation", seats=2)
    >>> spec = {"players": {"A": {"resources": {"copernium": 2}, "influence": {"atal": 3}}}, "round": 2}
    >>> state = rules.position(spec)
    >>> state.players[0].res, state.round
    ([0, 2, 0, 0], 2)
    """
    s = FederationState(rules, Luck(0))
    setup.set_up(s, s.luck, {})
    s.offer = 0  # a position is one in play: every seat has its start tile
    setup.give_start_tiles(s, range(rules.seats))
    board = spec.get("board", {})
    s.phase = terms.AMBASSADOR_PHASE
    s.round = int(spec.get("round", 1))
    if not 1 <= s.round <= s.tables.rounds:
        raise BadValue("round", f"is 1 to {s.tables.rounds}, not {s.round}")
    s.first = s.president = letter_seat(
        rules, spec.get("first_player", board.get("president", "A"))
    )
    s.open_laws = [s.stacks[0][-1], s.stacks[1][-1]]
    for letter, given in spec.get("players", {}).items():
        set_player(s, letter_seat(rules, letter), given)
    set_board(s, board)
    set_dice(s, spec.get("players", {}))
    s.seat = letter_seat(rules, spec.get("seat", LETTERS[s.first]))
    turn = spec.get("turn")
    if isinstance(turn, str):
        s.seat = letter_seat(rules, turn)
    elif turn is not None:
        for seat in range(s.seats):
            s.players[seat].turns = int(turn) - 1
    s.todo = [(terms.TURN, 0, 0, -1)]
    return s


def letter_seat(rules: FederationRules, letter: Any) -> int:
    """Return the seat of a player's letter."""
    known = LETTERS[: rules.seats]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in known:
        raise UnknownName("player", letter, known)
    return known.index(letter)


def number_of(known: Iterable[str], name: Any, what: str) -> int:
    """Return the number of a named component; capitals, blanks and signs do not matter.

    A printed name of a planet or room stands for it, and so does a law's planet for the law.
    """
    names = list(known)
    if name in names:
        return names.index(name)
    found = same_name(names, name)
    if len(found) != 1:
        raise UnknownName(what, name, names, "position")
    return found[0]


def same_name(known: Iterable[str], name: Any) -> list[int]:
    """Return the numbers of the names that a name may stand for."""
    if not isinstance(name, str):
        return []
    bare = bare_name(name)
    alias = ALIASES.get(bare, bare)
    meant = {bare, bare_name(alias), bare_name(f"law_{alias}")}
    return [i for i, one in enumerate(known) if bare_name(one) in meant]


def bare_name(name: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(c for c in name.lower() if c.isalnum())


def only_keys(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Refuse a key that is not known; a misspelled one would be read as missing."""
    names = tuple(known)
    for key in given:
        if key not in names:
            raise UnknownName("state key", key, names, where)


def mask_of(known: Iterable[str], given: Iterable[Any], what: str) -> int:
    """Return the mask of named components."""
    found = 0
    for name in given:
        found |= 1 << number_of(known, name, what)
    return found


# Players ------------------------------------------------------------------------------------------


def boost_of(given: Mapping[str, Any], name: str) -> int:
    """Return what raises a seat's level beside its track."""
    boost = int(given.get(name, 0))
    if not -MOST_BOOST <= boost <= MOST_BOOST:
        raise BadValue(name, f"is {-MOST_BOOST} to {MOST_BOOST}, not {boost}")
    return boost


def set_player(s: FederationState, seat: int, given: Mapping[str, Any]) -> None:
    """Give a seat what the position names."""
    only_keys(given, PLAYER_KEYS, f"player {LETTERS[seat]}")
    p, tables = s.players[seat], s.tables
    for name, value in given.get("resources", {}).items():
        p.res[number_of(terms.RESOURCES, name, "resource")] = int(value)
    if "accreditation_level" in given:
        p.step = tables.lowest_step[level_number(s, given["accreditation_level"])]
    if "accreditation_step" in given:
        p.step = step_number(s, given["accreditation_step"])
    p.boost_round = boost_of(given, "level_boost_round")
    p.boost_game = boost_of(given, "level_boost_game")
    set_planets(s, p, given)
    p.die = int(given.get("die", p.die))
    p.tokens = [number_of(tables.token_ids, x, "token") for x in given.get("alterations", [])]
    p.medals = mask_of(terms.MEDALS, given.get("medals", []), "medal")
    p.general = int(given.get("general_contribution", 0))
    if given.get("deep_space_tile"):
        name = given["deep_space_tile"]
        p.deep = number_of(tables.deep_tiles, name, "tile") if isinstance(name, str) else 0
        s.deep &= ~(1 << p.deep)
    if "start_tile" in given:
        p.start = number_of(tables.start_tiles, given["start_tile"], "start tile")
    special = given.get("special_ambassador", False)
    if isinstance(special, str):
        only_keys({special: True}, SPECIAL_WORDS, "special_ambassador")
        p.special = SPECIAL_WORDS[special]
    else:
        p.special = terms.AVAILABLE if special else terms.NOTHING
    set_ships(s, p, given)
    if given.get("pp"):
        s.gain(seat, terms.S_MISSION, int(given["pp"]))
    if "turns" in given:
        p.turns = int(given["turns"])
    if "ambassadors" in given:
        p.ambassadors = mask_of(terms.AMBASSADORS, given["ambassadors"], "ambassador")


def step_number(s: FederationState, step: Any) -> int:
    """Return an accreditation step given as a number or in words."""
    tables = s.tables
    if isinstance(step, int) and tables.lowest_step[1] <= step <= tables.top_step:
        return step
    words = str(step).split()
    if words in (["top"], ["top", "step"]):
        return tables.top_step
    if words[1:4] == ["step", "of", "level"] and words[0] in STEP_WORDS and len(words) == 5:
        low = words[0] in ("lower", "lowest")
        return (tables.lowest_step if low else tables.highest_step)[level_number(s, words[4])]
    raise BadValue("accreditation_step", f"{step!r} is not a step")


def level_number(s: FederationState, level: Any) -> int:
    """Return an accreditation level of the track."""
    known = [str(i) for i in range(1, s.tables.level_of[s.tables.top_step] + 1)]
    return number_of(known, str(level), "accreditation level") + 1


def set_planets(s: FederationState, p: Player, given: Mapping[str, Any]) -> None:
    """Set pawns, discs, robots, tiles and influence; each follows from the other where one is missing."""
    tables = s.tables
    influence = {
        terms.PLANETS[number_of(terms.PLANETS, name, "planet")]: int(n)
        for name, n in given.get("influence", {}).items()
    }
    p.miner = number_of(tables.cells, given.get("miner", tables.cells[p.miner]), "cell")
    p.mage = int(given.get("mage", influence.get("six_moons", p.mage)))
    p.mage = min(p.mage, tables.moon_last)
    if "miner" not in given and influence.get("neo") in tables.cell_influence:
        p.miner = tables.cell_influence.index(influence["neo"])
    for shop, level in given.get("shops", {}).items():
        p.shops[number_of(tables.shops, shop, "shop")] = int(level)
        p.discs -= 1
    for name in given.get("buildings", []):
        put_in_play(s, name)
    p.built = mask_of(tables.structures, given.get("buildings", []), "structure")
    p.robots = int(given.get("robots", tables.robots - p.built.bit_count()))
    p.used = mask_of(tables.erudites, given.get("erudites_used", []), "erudite")
    p.erudites = mask_of(tables.erudites, given.get("erudites", []), "erudite") | p.used
    p.collection = collection(tables, p.erudites)
    leave_stacks(s, p.erudites)
    p.asteroids = mask_of(tables.asteroids, given.get("asteroids", []), "asteroid")
    industries = (p.built & tables.industry_mask).bit_count()
    follows = [
        tables.cell_influence[p.miner], p.mage, p.erudites.bit_count(), sum(p.shops),
        industries + 2 * (p.built & tables.mega_mask).bit_count(),
    ]  # fmt: skip
    for planet, name in enumerate(terms.PLANETS):
        p.influence[planet] = int(influence.get(name, follows[planet]))


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


def set_ships(s: FederationState, p: Player, given: Mapping[str, Any]) -> None:
    """Set markers, ships in the hangar, on missions and in the supply (eight in all)."""
    tables = s.tables
    flown = given.get("ships_on_missions", [])
    if isinstance(flown, int):
        flown = tables.missions[:flown]
    p.flown = mask_of(tables.missions, flown, "mission")
    p.markers = mask_of(tables.missions, given.get("mission_markers", []), "mission") | p.flown
    ships = p.hangar + p.supply
    p.hangar = int(given.get("hangar", p.hangar))
    left = max(0, ships - p.hangar - p.flown.bit_count())
    p.supply = int(given.get("ships_in_supply", left))


# Board --------------------------------------------------------------------------------------------


def set_board(s: FederationState, board: Mapping[str, Any]) -> None:
    """Give the board what the position names."""
    only_keys(board, BOARD_KEYS, "board")
    if "president" in board:
        s.president = letter_seat(_rules(s), board["president"])
    set_laws(s, board)
    set_projects(s, board)
    set_medals(s, board.get("medals", {}))
    set_neo(s, board)
    set_atal_and_e81216(s, board)
    if "planet_block" in board:
        s.planet_blocks = [planet_block(s, board["planet_block"])]
    if "room_block" in board:
        s.room_blocks = [room_block(s, board["room_block"])]
    if "deep_space_tiles" in board:
        s.deep = mask_of(s.tables.deep_tiles, board["deep_space_tiles"], "tile")
    for space, votes in board.get("blocked", {}).items():
        executive.block(s, number_of(s.tables.spaces, space, "space"), int(votes))
    placed = board.get("placed", [])
    for one in sorted(placed, key=lambda one: not names_one_space(one)):
        set_placed(s, one)  # those that may stand on several spaces take one that the others leave
    s.count_anew()


def names_one_space(placed: Mapping[str, Any]) -> bool:
    """Tell whether a placement names its space, or floor and column."""
    return placed.get("space") is not None or {"floor", "column"} <= set(placed)


def set_dice(s: FederationState, players: Mapping[str, Any]) -> None:
    """Put the dice on the board that ``die_on_board`` names, once everything is placed.

    It is a space, a value, or true: then the die stands on the player's only ambassador with votes.
    """
    for letter, given in players.items():
        seat, wanted = letter_seat(_rules(s), letter), given.get("die_on_board")
        p = s.players[seat]
        if isinstance(wanted, int) and not isinstance(wanted, bool) and wanted:
            p.die = wanted
        if not wanted or p.die_space >= 0:
            continue
        if isinstance(wanted, str):
            p.die_space = number_of(s.tables.spaces, wanted, "space")
        else:
            own = [i for i in range(s.tables.outer) if s.who[i] == seat and s.covers[i] < 0]
            own = [i for i in own if not s.funding >> i & 1] or own
            if len(own) == 1:
                p.die_space = own[0]
    s.count_anew()


def _rules(s: FederationState) -> FederationRules:
    rules: Any = s.rules
    found: FederationRules = rules
    return found


def planet_block(s: FederationState, given: Any) -> int:
    """Return a planet-block token, named by id or by what it shows."""
    known = s.tables.planet_block_ids
    if isinstance(given, Mapping):
        for i, record in enumerate(s.rules.components.tables["neutral"]["planet_block"]):
            if all(record.get(key) == shown for key, shown in given.items()):
                return i
    return number_of(known, given, "block token")


def room_block(s: FederationState, given: Any) -> int:
    """Return a room-block token, named by id or by its room."""
    known = s.tables.room_block_ids
    if isinstance(given, str) and given not in known:
        rooms = [r["room"] for r in s.rules.components.tables["neutral"]["room_block"]]
        spaces, tables = s.tables.spaces, s.tables
        if given in spaces:
            given = terms.ACTIONS[tables.space_action[spaces.index(given)]]
        return number_of(rooms, given, "block token")
    return number_of(known, given, "block token")


def set_laws(s: FederationState, board: Mapping[str, Any]) -> None:
    """Set open laws, those of round 5 and the hidden stacks (first of a list = next to come)."""
    known = s.tables.laws
    for key in ("law_stacks", "laws", "open_laws", "last_laws"):
        only_keys(board.get(key, {}), WINGS, key)
    stacks = board.get("law_stacks", {})
    for wing, name in enumerate(("left", "right")):
        if name in stacks:
            s.stacks[wing] = [number_of(known, x, "law") for x in reversed(stacks[name])]
        given = board.get("laws", board.get("open_laws", {}))
        if given.get(name) is not None:
            s.open_laws[wing] = number_of(known, given[name], "law")
        if board.get("last_laws", {}).get(name) is not None:
            s.last_laws[wing] = number_of(known, board["last_laws"][name], "law")


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


def floor_number(name: Any) -> int:
    """Return a floor given as a number or in words."""
    return number_of(list(FLOORS.values()), FLOORS.get(str(name), str(name)), "floor") + 1


def free_spaces(s: FederationState, given: Mapping[str, Any]) -> list[int]:
    """Return the free spaces of a floor, of a column, or of both, in the wing if one is named."""
    tables = s.tables
    if not {"floor", "column"} & set(given):
        raise BadValue("position", "no space, or floor and column, is named")
    spaces = list(range(tables.outer))
    if "floor" in given:
        floor = floor_number(given["floor"])
        spaces = [i for i in spaces if tables.space_floor[i] == floor]
    if "column" in given:
        column = int(given["column"])
        spaces = [i for i in spaces if tables.space_column[i] == column]
    if "wing" in given:
        wing = number_of(WINGS, given["wing"], "wing")
        spaces = [i for i in spaces if tables.space_wing[i] == wing]
    cells = ", ".join(f"{key} {given[key]}" for key in ("floor", "column", "wing") if key in given)
    if not spaces:
        raise BadValue("position", f"there is no space in {cells}")
    if "floor" in given and "column" in given:
        return spaces
    spaces = [i for i in spaces if s.free >> i & 1]
    if not spaces:
        raise BadValue("position", f"no space is free in {cells}")
    return spaces


def find_spaces(s: FederationState, given: Mapping[str, Any]) -> list[int]:
    """Return the spaces meant by an id, by floor, column or both, or by an action (and wing)."""
    tables = s.tables
    name = given.get("space")
    if name is None:
        return free_spaces(s, given)
    if same_name(tables.spaces, name):
        return same_name(tables.spaces, name)[:1]
    if not same_name(terms.ACTIONS, name):
        raise UnknownName("space", name, tables.spaces, "position")
    action = number_of(terms.ACTIONS, name, "space")
    found = [i for i in range(len(tables.spaces)) if tables.space_action[i] == action]
    if "wing" in given:
        wing = number_of(WINGS, given["wing"], "wing")
        found = [i for i in found if tables.space_wing[i] == wing]
        if not found:
            raise BadValue("position", f"{name!r} is not in the {given['wing']} wing")
    return found


def set_placed(s: FederationState, placed: Mapping[str, Any]) -> None:
    """Put an ambassador (or a neutral token) on a space as if it had been placed this round."""
    tables = s.tables
    only_keys(placed, PLACED_KEYS, "placed")
    space = find_spaces(s, placed)[0]
    who = placed.get("player", "neutral")
    if who == "neutral":
        executive.block(s, space, int(placed.get("votes", 0)))
        return
    seat = letter_seat(_rules(s), who)
    p = s.players[seat]
    ambassador = number_of(terms.AMBASSADORS, placed.get("ambassador", "amb_1a"), "ambassador")
    side = number_of(terms.SIDES, placed.get("side", "voting"), "side")
    votes = int(placed.get("votes", tables.votes[ambassador]))
    token = -1
    if placed.get("alteration"):
        token = number_of(tables.token_ids, placed["alteration"], "token")
        side, votes = tables.token_side[token], tables.token_votes[token]
    if ambassador == terms.SPECIAL:
        p.special = terms.PLACED
    else:
        p.ambassadors &= ~(1 << ambassador)
    p.turns += 1
    if space == tables.outer:
        return
    s.who[space], s.pieces[space], s.covers[space] = seat, ambassador, token
    s.votes[space] = 0 if side else votes
    s.funding |= side << space
    s.free &= ~(1 << space)
    die = placed.get("die")
    if die:
        p.die_space = space
        if die is not True:
            if p.die and p.die != int(die):
                raise BadValue("placed", f"a die of {die} is not the player's, of {p.die}")
            p.die = int(die)
