"""Read the values a check case expects from the states before and after (log_notation.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from simkit.core.errors import SimkitError
from simkit.games.federation.io import case_form
from simkit.games.federation.io import positions as position
from simkit.games.federation.io.case_board import BOARD_VALUES, MISSING, CaseReader
from simkit.games.federation.io.positions import LETTERS, step_number
from simkit.games.federation.rules import executive, legal, scoring, terms

if TYPE_CHECKING:
    from simkit.games.federation.io.cases import Case, Outcome
    from simkit.games.federation.rules.state import FederationState

UNKNOWN = "not understood: no such key"
NO_CHOICE = "no choice is answered by this"


@dataclass(frozen=True)
class Difference:
    """An expected value that was not found."""

    key: str
    wanted: Any
    found: Any


@dataclass
class Expectation:
    """A case with the state before it and all outcomes."""

    case: Case
    start: FederationState
    ends: list[Outcome]


def compare(expectation: Expectation, end: Outcome) -> list[Difference]:
    """Return what differs between an outcome and the expected values."""
    expected = expectation.case.expected
    unknown = [Difference(f"action.{key}", value, NO_CHOICE) for key, value in end.unused.items()]
    if end.refused and "legal" not in expected:
        return [*unknown, Difference("legal", True, f"refused: {end.refused}")]
    return [*unknown, *compare_all(expectation, end, end.state, expected, "")]


def compare_all(
    expectation: Expectation,
    end: Outcome,
    state: FederationState,
    wanted: Mapping[str, Any],
    within: str,
) -> list[Difference]:
    """Compare a table of expected values: by key, by player, of the board, after the clean-up."""
    lines: list[Difference] = []
    for key, value in wanted.items():
        path = within + key
        if key == "outcomes_allowed":
            lines += compare_outcomes(expectation, value)
        elif key == "after_clean_up":
            later = state.clone()
            executive.clean_up(later)
            lines += compare_all(expectation, end, later, value, f"{path}.")
        elif key in ("players", "answers") and isinstance(value, Mapping):
            lines += compare_all(expectation, end, state, value, f"{path}.")
        elif key == "answer":
            asked = case_form.nested({end.noted.get("asked", "the question"): value})
            lines += compare_all(expectation, end, state, asked, f"{path}: ")
        elif key == "board" and isinstance(value, Mapping):
            lines += compare_board(expectation, end, state, value, f"{path}.")
        elif key in LETTERS and len(key) == 1 and isinstance(value, Mapping):
            lines += compare_player(expectation, end, state, key, value, f"{path}.")
        else:
            lines += compare_value(expectation, end, state, key, value, path)
    return lines


def compare_player(
    expectation: Expectation,
    end: Outcome,
    state: FederationState,
    letter: str,
    wanted: Mapping[str, Any],
    within: str,
) -> list[Difference]:
    """Compare the expected values of one player."""
    return [
        line
        for key, value in wanted.items()
        for line in compare_value(expectation, end, state, key, {letter: value}, within + key)
    ]


def compare_board(
    expectation: Expectation,
    end: Outcome,
    state: FederationState,
    wanted: Mapping[str, Any],
    within: str,
) -> list[Difference]:
    """Compare expected keys of the board, some of which players have, too."""
    lines: list[Difference] = []
    for key, value in wanted.items():
        reader = CASE_VALUES.get(key)
        if reader is None:
            lines.append(Difference(within + key, value, UNKNOWN))
        else:
            now = reader(expectation, end, state, value)
            lines += differ(within + key, value, now)
    return lines


def compare_value(
    expectation: Expectation,
    end: Outcome,
    state: FederationState,
    key: str,
    wanted: Any,
    path: str,
) -> list[Difference]:
    """Compare one expected key: per player, per board or of the whole case."""
    case, start = expectation.case, expectation.start
    by_player = isinstance(wanted, Mapping) and wanted and set(wanted) <= set(LETTERS)
    if key in CASE_VALUES and not (by_player and key in PLAYER_VALUES):
        found = CASE_VALUES[key](expectation, end, state, wanted)
        return differ(path, wanted, found)
    read = PLAYER_VALUES.get(key) or gained_of(key)
    if read is None:
        return [Difference(path, wanted, UNKNOWN)]
    if not by_player:
        seat = case.seat_of(case.actions[-1])
        return differ(path, wanted, read(start, state, seat, wanted))
    found_all: list[Difference] = []
    for letter, value in wanted.items():
        if letter not in case.letters():
            found_all.append(Difference(f"{path}.{letter}", value, MISSING))
            continue
        seat = LETTERS.index(letter)
        found_all.extend(differ(f"{path}.{letter}", value, read(start, state, seat, value)))
    return found_all


def differ(path: str, wanted: Any, found: Any) -> list[Difference]:
    """Compare two values: tables entry by entry, lists without regard to order."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        if not wanted and found:
            return [Difference(path, wanted, dict(found))]
        return [
            line
            for key, value in wanted.items()
            for line in differ(f"{path}.{key}", value, found.get(str(key), MISSING))
        ]
    if isinstance(wanted, list) and isinstance(found, list):
        same = Counter(map(repr, wanted)) == Counter(map(repr, found))
        return [] if same else [Difference(path, wanted, found)]
    same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
    return [] if same else [Difference(path, wanted, found)]


def ids(known: list[str] | tuple[str, ...], mask: int) -> list[str]:
    """Return the names of a mask."""
    return [name for i, name in enumerate(known) if mask >> i & 1]


# Values of a player -------------------------------------------------------------------------------

Reader = Callable[["FederationState", "FederationState", int, Any], Any]


def resources(s: FederationState, seat: int) -> dict[str, int]:
    """Return the resources by name."""
    return dict(zip(terms.RESOURCES, s.players[seat].res, strict=True))


def gained(a: FederationState, b: FederationState, seat: int, _: Any) -> dict[str, int]:
    """Return the resources gained."""
    before, after = a.players[seat].res, b.players[seat].res
    return {name: after[i] - before[i] for i, name in enumerate(terms.RESOURCES)}


def level(a: FederationState, b: FederationState, seat: int, wanted: Any) -> int:
    """Return the level of the marker; with boosts if that is what is asked for."""
    marker = b.tables.level_of[b.players[seat].step]
    return (
        b.level(seat)
        if wanted == b.level(seat) and b.players[seat].step == a.players[seat].step
        else marker
    )


def step(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the accreditation step, in the words asked for if they fit."""
    now = b.players[seat].step
    if not isinstance(wanted, str):
        return now
    try:
        return wanted if step_number(b, wanted) == now else now
    except SimkitError:
        return now  # no step is called like this: it differs


def markers(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the missions with a marker; a case may leave out those that carry a ship."""
    p = b.players[seat]
    known = b.tables.missions
    if isinstance(wanted, int):
        bare = (p.markers & ~p.flown).bit_count()
        return wanted if wanted in (bare, p.markers.bit_count()) else bare
    waiting = ids(known, p.markers & ~p.flown)
    return waiting if Counter(waiting) == Counter(wanted) else ids(known, p.markers)


def medals_gained(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the medals gained, as names or as their number."""
    mask = b.players[seat].medals & ~a.players[seat].medals
    if isinstance(wanted, bool):
        return mask > 0
    return mask.bit_count() if isinstance(wanted, int) else ids(terms.MEDALS, mask)


def listed(known: Callable[[FederationState], Any], mask: Callable[[Any], int]) -> Reader:
    """Return a reader of a mask: as names, or as their number."""

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        found = mask(b.players[seat])
        return found.bit_count() if isinstance(wanted, int) else ids(known(b), found)

    return read


def plain(name: str) -> Reader:
    """Return a reader of one attribute of a player."""

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        return getattr(b.players[seat], name)

    return read


def metric(number: int) -> Reader:
    """Return a reader of a metric."""
    return lambda a, b, seat, wanted: b.metric(seat, number)


def tokens(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the unused alteration tokens, as names or as their number."""
    own = b.players[seat].tokens
    return len(own) if isinstance(wanted, int) else [b.tables.token_ids[x] for x in own]


def die_on_board(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return whether (or on which space, or with which value) the die is on the board."""
    p = b.players[seat]
    if isinstance(wanted, bool):
        return p.die_space >= 0
    if isinstance(wanted, str):
        return b.tables.spaces[p.die_space] if p.die_space >= 0 else None
    return p.die if p.die_space >= 0 else (None if wanted is None else 0)


def deep_space_tile(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the Deep Space tile, or whether there is one."""
    deep = b.players[seat].deep
    if isinstance(wanted, bool):
        return deep >= 0
    return b.tables.deep_tiles[deep] if deep >= 0 else None


def special(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return whether the special ambassador is (still) in the game."""
    return b.players[seat].special in (terms.AVAILABLE, terms.PLACED)


def player_votes(s: FederationState, seat: int) -> int:
    """Return the votes of a player in the senate."""
    owned = [space for space in range(s.tables.outer) if s.who[space] == seat]
    return sum(scoring.votes_on(s, space) for space in owned)


PLAYER_VALUES: dict[str, Reader] = {
    **{name: metric(number) for number, name in enumerate(terms.METRICS)},
    "resources": lambda a, b, seat, w: resources(b, seat),
    "resources_gained": gained,
    "accreditation_level": level,
    "level": lambda a, b, seat, w: b.level(seat),
    "accreditation_step": step,
    "accreditation_steps_gained": lambda a, b, seat, w: b.players[seat].step - a.players[seat].step,
    "marker_moved": lambda a, b, seat, w: b.players[seat].step != a.players[seat].step,
    "step_is_lowest_of_level": lambda a, b, seat, w: (
        b.players[seat].step == b.tables.lowest_step[b.tables.level_of[b.players[seat].step]]
    ),
    "level_boost_round": plain("boost_round"),
    "level_boost_game": plain("boost_game"),
    "influence": lambda a, b, seat, w: dict(
        zip(terms.PLANETS, b.players[seat].influence, strict=True)
    ),
    "miner": lambda a, b, seat, w: b.tables.cells[b.players[seat].miner],
    "mage": plain("mage"),
    "shops": lambda a, b, seat, w: dict(zip(b.tables.shops, b.players[seat].shops, strict=True)),
    "buildings": listed(lambda s: s.tables.structures, lambda p: p.built),
    "erudites": listed(lambda s: s.tables.erudites, lambda p: p.erudites),
    "erudites_used": listed(lambda s: s.tables.erudites, lambda p: p.used),
    "alterations": tokens,
    "die": plain("die"),
    "die_on_board": die_on_board,
    "hangar": plain("hangar"),
    "ships_in_supply": plain("supply"),
    "mission_markers": markers,
    "ships_on_missions": listed(lambda s: s.tables.missions, lambda p: p.flown),
    "medals": listed(lambda s: terms.MEDALS, lambda p: p.medals),
    "medals_gained": medals_gained,
    "asteroids": listed(lambda s: s.tables.asteroids, lambda p: p.asteroids),
    "general_contribution": plain("general"),
    "deep_space_tile": deep_space_tile,
    "special_ambassador": special,
    "start_tile": lambda a, b, seat, w: b.tables.start_tiles[b.players[seat].start],
    "crystals_total": lambda a, b, seat, w: sum(b.players[seat].res[: terms.DIAMOND]),
    "robots": plain("robots"),
    "ambassadors": listed(lambda s: terms.AMBASSADORS, lambda p: p.ambassadors),
    "pp": lambda a, b, seat, w: b.score[seat] - a.score[seat],
}


def gained_of(key: str) -> Reader | None:
    """Return a reader of what a player gained of a state key: ``asteroids_gained``, ``hangar_gained``."""
    base = PLAYER_VALUES.get(key.removesuffix("_gained"))
    if base is None or not key.endswith("_gained"):
        return None
    now: Reader = base

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        return difference_of(now(a, a, seat, wanted), now(a, b, seat, wanted))

    return read


def difference_of(old: Any, new: Any) -> Any:
    """Return what a number, a table or a list has gained."""
    if isinstance(new, dict):
        return {key: difference_of(old[key], value) for key, value in new.items()}
    if isinstance(new, list):
        return list((Counter(new) - Counter(old)).elements())
    return new - old if isinstance(new, int) and isinstance(old, int) else new


# Values of the board and of the case --------------------------------------------------------------


def is_legal(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return whether the action may be taken; asked by name, which ones may."""
    if isinstance(wanted, bool):
        return not end.refused
    if isinstance(wanted, Mapping) and set(wanted) <= set(LETTERS):
        return dict.fromkeys(wanted, not end.refused)
    possible = available(e, s)
    if isinstance(wanted, Mapping):
        return {name: name in possible for name in wanted}
    return (
        [name for name in wanted if name in possible]
        if isinstance(wanted, list)
        else not end.refused
    )


def available(e: Expectation, s: FederationState) -> set[str]:
    """Return the names of everything the acting player could do now."""
    from simkit.games.federation.rules.planets import ON_PLANET

    now = s.clone()
    now.seat = e.case.seat_of(e.case.actions[-1])
    names: set[str] = set()
    tasks = [
        (terms.TURN, 0, 0, -1),
        (terms.MISSION, 0, 0, -1),
        (terms.COPY_ACTION, s.tables.copyable, 0, -1),
    ]
    tasks += [(frame, 0, 0, -1) for frame in ON_PLANET]
    for task in tasks:
        now.todo = [task]
        options = legal.legal(now) if task[0] == terms.TURN else legal.options(now, *task[:3])
        for option in options:
            names.update(word.split("=", 1)[1] for word in s.rules.notation(option).split()[1:])
    return names


def votes(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return votes by wing, by player, or of the ambassador just placed."""
    if isinstance(wanted, Mapping) and set(wanted) <= {"left", "right"}:
        left, right = scoring.wing_votes(s)
        return end.noted.get("votes", {"left": left, "right": right})
    actor = e.case.seat_of(e.case.actions[-1])
    by_letter = isinstance(wanted, Mapping)
    if "special_votes" in end.noted:
        found = end.noted["special_votes"]
    else:
        found = {LETTERS[seat]: player_votes(s, seat) for seat in range(s.seats)}
        if "space" in end.noted and end.noted["space"] < s.tables.outer:
            placed = scoring.votes_on(s, end.noted["space"])
            if not by_letter or wanted.get(LETTERS[actor]) == placed:
                found[LETTERS[actor]] = placed
    return found if by_letter else found[LETTERS[actor]]


def blocked(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the neutral votes on blocked spaces."""
    spaces = range(s.tables.outer)
    return {s.tables.spaces[i]: s.votes[i] for i in spaces if s.who[i] == terms.NEUTRAL}


def multiplier_taken(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the multiplier that a megastructure lost."""
    for before, after in zip(e.start.multipliers, s.multipliers, strict=True):
        if before != after:
            return before[0]
    return None


def law_passed(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the law passed."""
    return s.tables.laws[s.laws_passed[-1]] if s.laws_passed else None


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
    if "face" in asked and position.face_up(asked) == face_up:
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


def takes(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return what could be taken."""
    found = end.noted.get("takes", MISSING)
    if isinstance(wanted, Mapping):
        return {name: found if name in LETTERS else name in found for name in wanted}
    return found


def noted(key: str) -> CaseReader:
    """Return a reader of something noted on the way."""
    return lambda e, end, s, wanted: end.noted.get(key, MISSING)


def turns(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the turns of a round by player, or those of the acting player."""
    found = end.noted.get("turns", MISSING)
    if isinstance(wanted, Mapping) or found == MISSING:
        return found
    return found[LETTERS[e.case.seat_of(e.case.actions[-1])]]


def winners(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the winners' letters."""
    found = [LETTERS[seat] for seat in s.winners()]
    return found[0] if isinstance(wanted, str) and len(found) == 1 else found


CASE_VALUES: dict[str, CaseReader] = {
    **BOARD_VALUES,
    "legal": is_legal,
    "legal_takes": takes,
    "takes": takes,
    "votes": votes,
    "wing_votes": votes,
    "blocked": blocked,
    "multiplier_taken": multiplier_taken,
    "law_passed": law_passed,
    "decider": noted("decider"),
    "turns": turns,
    "projects": projects,
    "president": lambda e, end, s, w: LETTERS[s.president],
    "medals": medals_left,
    "asteroids": asteroids,
    "dead_asteroids": dead_asteroids,
    "erudites_open": erudites_open,
    "megastructures": megastructures,
    "winners": winners,
    "deep_space_tiles": lambda e, end, s, w: (
        s.deep.bit_count() if isinstance(w, int) else ids(s.tables.deep_tiles, s.deep)
    ),
}


# All outcomes -------------------------------------------------------------------------------------


def compare_outcomes(e: Expectation, wanted: list[Mapping[str, Any]]) -> list[Difference]:
    """Compare the complete set of results a player may choose from with the expected one.

    Every key is read as a difference or as the value afterwards, the same way in all outcomes.
    """
    seat = e.case.seat_of(e.case.actions[-1])
    named = {"takes" in end.noted for end in e.ends} == {True}
    written: list[Any] = list(wanted)
    if all(is_named_result(x, named) for x in written):
        names = [x if isinstance(x, str) else next(iter(x.values())) for x in written]
        found = [name for end in e.ends for name in named_results(end)]
        return differ("outcomes_allowed", names, found)
    keys = sorted({key for outcome in wanted for key in outcome})
    want = {tuple(repr(outcome.get(key, 0)) for key in keys) for outcome in wanted}
    ends = [end.state for end in e.ends if not end.refused]
    first: list[Difference] = []
    readings = [readings_of(key) for key in keys]
    for chosen in product(*readings):
        found_set = {tuple(repr(read(e.start, s, seat)) for read in chosen) for s in ends}
        if found_set == want:
            return []
        if not first:
            rows = [dict(zip(keys, row, strict=True)) for row in sorted(found_set)]
            first = [Difference("outcomes_allowed", list(wanted), rows)]
    return first


def is_named_result(outcome: Any, taken: bool) -> bool:
    """Tell whether an outcome is no more than a name: of a law, or of what could be taken."""
    return isinstance(outcome, str) or set(outcome) == {"erudite" if taken else "law_passed"}


def named_results(end: Outcome) -> list[str]:
    """Return what an outcome amounts to by name: what could be taken, the law passed."""
    if "takes" in end.noted:
        takes_found: list[str] = end.noted["takes"]
        return takes_found
    s = end.state
    return [s.tables.laws[s.laws_passed[-1]]] if s.laws_passed else []


Plain = Callable[["FederationState", "FederationState", int], Any]
OUTCOME_NAMES = {
    "accredit": "accreditation_step",
    "accreditation": "accreditation_step",
    "accreditation_steps": "accreditation_step",
    "steps": "accreditation_step",
    "step": "accreditation_step",
    "ship": "hangar",
    "ships": "hangar",
    "mission_marker": "mission_markers",
    "marker": "mission_markers",
    "markers": "mission_markers",
    "cell": "miner",
    "token": "alterations",
    "tokens": "alterations",
    "level": "accreditation_level",
    "assistant_die": "die",
}


def readings_of(key: str) -> list[Plain]:
    """Return the ways to read a key of an outcome: as a difference, then as the value afterwards."""
    if key in terms.RESOURCES:
        number = terms.RESOURCES.index(key)
        return [
            lambda a, b, seat: b.players[seat].res[number] - a.players[seat].res[number],
            lambda a, b, seat: b.players[seat].res[number],
        ]
    planet = key.removeprefix("influence_")
    if planet in terms.PLANETS:
        number = terms.PLANETS.index(planet)
        return [
            lambda a, b, seat: (
                b.players[seat].influence[number] - a.players[seat].influence[number]
            ),
            lambda a, b, seat: b.players[seat].influence[number],
        ]
    if key == "influence":
        return [
            lambda a, b, seat: sum(b.players[seat].influence) - sum(a.players[seat].influence),
            lambda a, b, seat: max(b.players[seat].influence),
            lambda a, b, seat: changed_influence(a, b, seat),
        ]
    if key == "asteroid":
        return [lambda a, b, seat: asteroid_gained(a, b, seat)]
    if key == "erudite":
        return [lambda a, b, seat: erudite_gained(a, b, seat)]
    reader = PLAYER_VALUES.get(OUTCOME_NAMES.get(key, key))
    if reader is None:
        return [lambda a, b, seat: MISSING]
    read: Reader = reader

    def after(a: FederationState, b: FederationState, seat: int) -> Any:
        return read(a, b, seat, 0)

    def difference(a: FederationState, b: FederationState, seat: int) -> Any:
        values = read(a, b, seat, 0), read(a, a, seat, 0)
        return values[0] - values[1] if isinstance(values[0], int) else values[0]

    return [difference, after]


def changed_influence(a: FederationState, b: FederationState, seat: int) -> Any:
    """Return the influence that changed."""
    pairs = zip(a.players[seat].influence, b.players[seat].influence, strict=True)
    return next((new for old, new in pairs if old != new), None)


def asteroid_gained(a: FederationState, b: FederationState, seat: int) -> Any:
    """Return the asteroid token gained, or None."""
    mask = b.players[seat].asteroids & ~a.players[seat].asteroids
    return next(iter(ids(b.tables.asteroids, mask)), None)


def erudite_gained(a: FederationState, b: FederationState, seat: int) -> Any:
    """Return the erudite gained, or None."""
    mask = b.players[seat].erudites & ~a.players[seat].erudites
    return next(iter(ids(b.tables.erudites, mask)), None)
