"""What check cases expect of the senate: votes, what a placement counts for, laws, blocked spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io import case_form, position_senate
from simkit.games.federation.io.case_readers import MISSING, CaseReader, actor, by_letter, noted
from simkit.games.federation.io.position_names import (
    LETTERS,
    WINGS,
    floor_number,
    letter_seat,
    only_keys,
    same_name,
)
from simkit.games.federation.io.position_senate import find_spaces
from simkit.games.federation.rules import scoring, terms

if TYPE_CHECKING:
    from simkit.games.federation.io.case_compare import Expectation
    from simkit.games.federation.io.case_outcomes import Outcome
    from simkit.games.federation.rules.state import FederationState


def space_of(e: Expectation, end: Outcome, s: FederationState, seat: int) -> int:
    """Return the space of a seat's placement: just taken, that of its die, its only one; or -1."""
    if "space" in end.noted and seat == actor(e):
        space: int = end.noted["space"]
        return space
    if s.players[seat].die_space >= 0:
        return s.players[seat].die_space
    own = [space for space in range(s.tables.outer) if s.who[space] == seat]
    return own[0] if len(own) == 1 else -1


def votes_on_space(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the votes on named spaces, on the space of each player, or on the one just taken."""
    if isinstance(wanted, Mapping):
        return {name: votes_at(e, end, s, name, value) for name, value in wanted.items()}
    return votes_at(e, end, s, LETTERS[actor(e)], wanted)


def votes_at(e: Expectation, end: Outcome, s: FederationState, name: str, wanted: Any) -> Any:
    """Return the votes on a space by its name, or on a player's own: just taken, or under its die."""
    if name in e.case.letters():
        seat = LETTERS.index(name)
        if isinstance(wanted, Mapping):
            return {
                space: votes_at(e, end, s, space, n) if owns(s, seat, space) else 0
                for space, n in wanted.items()
            }
        meant = [space_of(e, end, s, seat), s.players[seat].die_space]
        votes_of: list[Any] = [scoring.votes_on(s, space) for space in meant if space >= 0]
        return wanted if wanted in votes_of else (votes_of or [MISSING])[0]
    named = same_name(s.tables.spaces, name)
    return scoring.votes_on(s, named[0]) if named else MISSING


def owns(s: FederationState, seat: int, space: str) -> bool:
    """Tell whether a seat's ambassador stands on a named space."""
    return any(s.who[i] == seat for i in same_name(s.tables.spaces, space))


def floor_votes(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the votes by floor and player, neutral ones included."""
    names = [*LETTERS[: s.seats], "neutral"]
    if by_letter(wanted):  # of the floor of each player's placement
        result = {}
        for letter in wanted:
            seat = LETTERS.index(letter)
            floor = s.tables.space_floor[space_of(e, end, s, seat)]
            result[letter] = scoring.floor_votes(s, floor)[seat] if floor else 0
        return result
    return {
        name: dict(zip(names, scoring.floor_votes(s, floor_number(name)), strict=True))
        for name in wanted
    }


def wing_votes_players(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the votes by wing without the neutral ones."""
    result = dict.fromkeys(WINGS, 0)
    for space in range(s.tables.outer):
        if s.who[space] >= 0:
            result[WINGS[s.tables.space_wing[space]]] += scoring.votes_on(s, space)
    return result


def votes(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return votes by wing, by player, or of the ambassador just placed."""
    if isinstance(wanted, Mapping) and set(wanted) <= {"left", "right"}:
        left, right = scoring.wing_votes(s)
        return end.noted.get("votes", {"left": left, "right": right})
    letter = LETTERS[actor(e)]
    by_player = isinstance(wanted, Mapping)
    if "special_votes" in end.noted:
        found = end.noted["special_votes"]
    else:
        found = {LETTERS[seat]: player_votes(s, seat) for seat in range(s.seats)}
        if "space" in end.noted and end.noted["space"] < s.tables.outer:
            placed = scoring.votes_on(s, end.noted["space"])
            if not by_player or wanted.get(letter) == placed:
                found[letter] = placed
    return found if by_player else found[letter]


def player_votes(s: FederationState, seat: int) -> int:
    """Return the votes of a player in the senate."""
    owned = [space for space in range(s.tables.outer) if s.who[space] == seat]
    return sum(scoring.votes_on(s, space) for space in owned)


def placed(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return those of the placements named that stand on the board."""
    return [one for one in wanted if stands(s, one)]


def stands(s: FederationState, wanted: Mapping[str, Any]) -> bool:
    """Tell whether a placement stands on the board as it is described."""
    only_keys(wanted, position_senate.PLACED_KEYS, "placed")
    who = wanted.get("player", "neutral")
    seat = terms.NEUTRAL if who == "neutral" else letter_seat(s.seats, who)
    empty = s.clone()
    empty.free = -1
    tables = s.tables
    for space in find_spaces(empty, wanted):
        if space == tables.outer or s.who[space] != seat:
            continue
        token = s.covers[space]
        on_it = {
            "ambassador": terms.AMBASSADORS[s.pieces[space]] if seat >= 0 else None,
            "side": terms.SIDES[s.funding >> space & 1],
            "alteration": tables.token_ids[token] if token >= 0 else None,
            "votes": s.votes[space],
            "die": s.players[seat].die if seat >= 0 and s.players[seat].die_space == space else 0,
        }
        if all(agrees(wanted[key], on_it[key]) for key in on_it if key in wanted):
            return True
    return False


def agrees(wanted: Any, there: Any) -> bool:
    """Tell whether a value of a placement is the one named; a die may be named without its value."""
    if isinstance(wanted, bool) or wanted is None:
        return bool(wanted) == bool(there)
    return bool(wanted == there)


# What a placement counts for -----------------------------------------------------------------------
COUNTS = {
    "law": ("law", "laws", "voting", "votings", "vote", "votes", "wing", "wings", "law_vote"),
    "floor": ("floor", "floors", "floor_majority", "majority", "majorities"),
    "funding": ("funding", "fundings", "fund", "column", "columns", "project", "projects"),
}
MEANINGS = {word: meaning for meaning, words in COUNTS.items() for word in words}


def meaning_of(word: Any) -> str:
    """Return what a word of ``counts_for`` means: the law, a floor, a funding; or ""."""
    return MEANINGS.get(str(word).lower().replace(" ", "_"), "")


def counted(s: FederationState, space: int) -> dict[str, Any]:
    """Return what a placement counts for: wing, floor and number of its votes, or the column funded."""
    tables = s.tables
    if space < 0 or space == tables.outer or s.who[space] == terms.FREE:
        return {}
    if s.funding >> space & 1:
        return {"funding": tables.space_column[space]}
    wing, floor = WINGS[tables.space_wing[space]], tables.space_floor[space]
    return {"law": wing, "floor": floor, "votes": scoring.votes_on(s, space)}


def counts_for(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the votings, floors and fundings that a placement counts for, in the form asked for."""
    if by_letter(wanted):
        return {
            letter: counts_in_form(counted(s, space_of(e, end, s, LETTERS.index(letter))), value)
            for letter, value in wanted.items()
        }
    return counts_in_form(counted(s, space_of(e, end, s, actor(e))), wanted)


def counts_in_form(facts: Mapping[str, Any], wanted: Any) -> Any:
    """Return facts as a truth, a number, a table by word or a list of words."""
    kinds = [fact for fact in facts if fact in COUNTS]
    if isinstance(wanted, bool):
        return bool(facts)
    if isinstance(wanted, int):
        return len(kinds)
    if isinstance(wanted, Mapping):
        return {word: count_of(facts, word, value) for word, value in wanted.items()}
    if wanted is None or wanted in ("nothing", "none", "", "no"):
        return wanted if not facts else kinds
    words = wanted if isinstance(wanted, list) else [wanted]
    result = [word for word in words if meaning_of(word) in kinds]
    result += [kind for kind in kinds if kind not in {meaning_of(word) for word in words}]
    return result if isinstance(wanted, list) or len(result) != 1 else result[0]


def count_of(facts: Mapping[str, Any], word: str, wanted: Any) -> Any:
    """Return one of the facts: whether, how often (a word in the plural), or where it counts."""
    meaning = meaning_of(word)
    if not meaning:
        return MISSING
    if isinstance(wanted, bool):
        return meaning in facts
    if isinstance(wanted, int) and word.startswith("vote"):
        return facts.get("votes", 0)
    if isinstance(wanted, int) and (word.endswith("s") or meaning == "law"):
        return int(meaning in facts)
    where = facts.get(meaning)
    if isinstance(wanted, list):
        return [] if where is None else [where]
    return 0 if where is None and isinstance(wanted, int) else where


def funds_column(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return whether a placement funds its column; asked by number or project, which one."""
    if by_letter(wanted):
        return {
            letter: column_in_form(s, space_of(e, end, s, LETTERS.index(letter)), value)
            for letter, value in wanted.items()
        }
    return column_in_form(s, space_of(e, end, s, actor(e)), wanted)


def column_in_form(s: FederationState, space: int, wanted: Any) -> Any:
    """Return the column that a space's ambassador funds: whether, its number, its project."""
    column = counted(s, space).get("funding")
    if isinstance(wanted, bool):
        return column is not None
    if isinstance(wanted, str) and column is not None:
        return terms.PROJECTS[s.tables.column_project[column]]
    return column


# Rounds and laws -----------------------------------------------------------------------------------


def order_unchanged(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return whether the seats still take their turns in the order they had before the action."""
    return bool(end.noted.get("first", e.start.first) == s.first)


def wings(values: list[int], names_of: list[str]) -> dict[str, Any]:
    """Return two laws by wing."""
    return {
        name: names_of[law] if law >= 0 else None for name, law in zip(WINGS, values, strict=True)
    }


def laws(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the open laws by wing, or by round where those of the next one are open as well."""
    names_of = s.tables.laws
    result: dict[str, Any] = wings(s.open_laws, names_of)
    if isinstance(wanted, list):
        return list(result.values())
    for name, value in wanted.items() if isinstance(wanted, Mapping) else ():
        if case_form.round_number(name):
            two = laws_of_round(s, name)
            result[name] = list(two.values()) if isinstance(value, list) and two else two or MISSING
        elif name in result and isinstance(value, Mapping):
            result[name] = {n: (laws_of_round(s, n) or {}).get(name, MISSING) for n in value}
    return result


def laws_of_round(s: FederationState, name: Any) -> dict[str, Any] | None:
    """Return the open laws of a round that is named: this one, or the last once its laws are open."""
    by_round = {s.round: s.open_laws, s.round + 1: s.last_laws}
    two = by_round.get(case_form.round_number(name))
    return wings(two, s.tables.laws) if two is not None and two[0] >= 0 else None


def law_stacks(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the hidden laws by wing, or how many; a bare list is that of the wing it fits."""
    stacks = {
        name: [s.tables.laws[law] for law in reversed(s.stacks[wing])]
        for wing, name in enumerate(WINGS)
    }
    if isinstance(wanted, list):
        same = [stack for stack in stacks.values() if Counter(stack) == Counter(wanted)]
        return (same or [stacks["right"]])[0]
    if not isinstance(wanted, Mapping):
        return MISSING
    return {
        name: len(stack) if isinstance(wanted.get(name), int) else stack
        for name, stack in stacks.items()
    }


def law_passed(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the law passed."""
    return s.tables.laws[s.laws_passed[-1]] if s.laws_passed else None


# Blocked spaces ------------------------------------------------------------------------------------


def blocked(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the neutral votes on blocked spaces."""
    spaces = range(s.tables.outer)
    return {s.tables.spaces[i]: s.votes[i] for i in spaces if s.who[i] == terms.NEUTRAL}


def planet_block(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the planet-block token whose spaces are blocked, in the words asked for."""
    blocks = [[space for space, _ in spaces] for spaces in s.tables.planet_blocks]
    result = turned_up(s, blocks)
    if result < 0:
        return None
    same = isinstance(wanted, Mapping) and position_senate.planet_block(s, wanted) == result
    return wanted if same else s.tables.planet_block_ids[result]


def room_block(e: Expectation, end: Outcome, s: FederationState, wanted: Any) -> Any:
    """Return the room-block token whose spaces are blocked, in the words asked for."""
    result = turned_up(s, s.tables.room_blocks)
    if result < 0:
        return None
    return (
        wanted
        if position_senate.room_block(s, wanted) == result
        else s.tables.room_block_ids[result]
    )


def turned_up(s: FederationState, blocks: list[list[int]]) -> int:
    """Return the block token whose spaces all carry a neutral one, or -1."""
    for number, spaces in enumerate(blocks):
        if all(s.who[space] == terms.NEUTRAL for space in spaces):
            return number
    return -1


SENATE_VALUES: dict[str, CaseReader] = {
    "votes_on_space": votes_on_space,
    "floor_votes": floor_votes,
    "votes": votes,
    "wing_votes": votes,
    "wing_votes_players": wing_votes_players,
    "placed": placed,
    "counts_for": counts_for,
    "funds_column": funds_column,
    "order_this_round_unchanged": order_unchanged,
    "first_player": lambda e, end, s, w: LETTERS[end.noted.get("first", s.first)],
    "laws": laws,
    "open_laws": laws,
    "last_laws": lambda e, end, s, w: wings(s.last_laws, s.tables.laws),
    "law_stacks": law_stacks,
    "remaining": law_stacks,
    "law_passed": law_passed,
    "decider": noted("decider"),
    "president": lambda e, end, s, w: LETTERS[s.president],
    "blocked": blocked,
    "planet_block": planet_block,
    "room_block": room_block,
}
