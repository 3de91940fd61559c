"""Compare an outcome of a check case with the values it expects (log_notation.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io import case_form
from simkit.games.federation.io.case_board import BOARD_VALUES
from simkit.games.federation.io.case_players import PLAYER_VALUES, Reader, gained_of
from simkit.games.federation.io.case_readers import MISSING, CaseReader
from simkit.games.federation.io.case_senate import SENATE_VALUES
from simkit.games.federation.io.position_names import LETTERS, ids
from simkit.games.federation.rules import executive, legal, terms
from simkit.games.federation.rules.planets import ON_PLANET

if TYPE_CHECKING:
    from simkit.games.federation.io.case_outcomes import Outcome
    from simkit.games.federation.io.cases import Case
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


# Values of the whole case --------------------------------------------------------------------------


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


def takes(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return what could be taken."""
    found = end.noted.get("takes", MISSING)
    if isinstance(wanted, Mapping):
        return {name: found if name in LETTERS else name in found for name in wanted}
    return found


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
    **SENATE_VALUES,
    **BOARD_VALUES,
    "legal": is_legal,
    "legal_takes": takes,
    "takes": takes,
    "turns": turns,
    "winners": winners,
}


# All outcomes --------------------------------------------------------------------------------------


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
