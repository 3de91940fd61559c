"""The actions of a check case that are steps of a round: upkeep, votes, laws, a round played, scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.core.state import NOBODY
from simkit.games.federation.io import case_names
from simkit.games.federation.io.case_outcomes import Outcome, follow
from simkit.games.federation.io.position_names import (
    LETTERS,
    WINGS,
    floor_number,
    letter_seat,
    number_of,
)
from simkit.games.federation.rules import apply, effects, executive, kinds, legal, scoring, terms

if TYPE_CHECKING:
    from simkit.games.federation.io.case_words import Words
    from simkit.games.federation.io.cases import Case
    from simkit.games.federation.rules.state import FederationState

LAW_KEYS = ("laws", "open_laws", "last_laws", "law_stacks")


def do_upkeep(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Step 2 for one player: the payment offered keeps the highest level it can."""
    options = legal.options(s, terms.UPKEEP, 0, 0)
    paid = case_names.offered(action)
    if not options and not paid:
        yield Outcome(s)
        return
    wanted = [option for option in options if option >> 9 & 7 == paid]
    if not wanted:
        yield Outcome(s, "this payment is not owed or not at hand")
        return
    s.todo = [(terms.UPKEEP, 0, 0, -1)]
    apply.resolve(s, max(wanted, key=lambda option: option >> 6 & 7))
    yield Outcome(s)


def do_executive_step(
    case: Case, s: FederationState, action: Mapping[str, Any]
) -> Iterator[Outcome]:
    """One of the five steps for everybody; `floors` and `columns` narrow it."""
    step = number_of(["1", "2", "3", "4", "5"], str(action.get("step")), "step") + 1
    s.phase = terms.EXECUTIVE_PHASE
    said = case.words(action)
    if step == 3:
        every = sorted(set(s.tables.space_column[: s.tables.outer]))
        known = [str(column) for column in every]
        asked = case_names.asked(action, "column", every)
        columns = [every[number_of(known, str(c), "column")] for c in asked]
        for space in s.tables.funding_order:
            if s.funding >> space & 1 and s.tables.space_column[space] in columns:
                executive.fund_space(s, space)
                end = next(follow(s, action, said))
                s, said = end.state, end.left or said
        yield Outcome(s, left=said)
    elif step == 4:
        for floor in map(
            floor_number,
            case_names.asked(action, "floor", range(1, s.tables.floors + 1)),
        ):
            scoring.score_floor(s, floor, case_votes(case, s, floor))
        yield Outcome(s)
    elif step == 5:
        yield from law_step(case, s, action, said)
    else:
        s.seat = s.first
        yield from incomes_or_upkeep(case, s, action, said, step - 1, 0)


def incomes_or_upkeep(
    case: Case,
    s: FederationState,
    action: Mapping[str, Any],
    said: Words,
    step: int,
    place: int,
) -> Iterator[Outcome]:
    """Steps 1 and 2, seat by seat."""
    if place == s.seats:
        yield Outcome(s, left=said)
        return
    executive.proceed(s, step, place)
    for end in follow(s, action, said, 1):
        end.state.todo = []
        left = Counter() if end.left is None else end.left
        yield from incomes_or_upkeep(case, end.state, action, left, step, place + 1)


def case_votes(case: Case, s: FederationState, floor: int) -> list[int]:
    """Return the votes on a floor: as placed, or as the case gives them."""
    votes = scoring.floor_votes(s, floor)
    floors = case.board.get("floor_votes", {})
    given = next((v for name, v in floors.items() if floor_number(name) == floor), None)
    if given is not None:
        votes[:-1] = [int(given.get(letter, 0)) for letter in case.letters()]
        votes[-1] = int(given.get("neutral", votes[-1]))
    return votes


def law_step(
    case: Case, s: FederationState, action: Mapping[str, Any], said: Words
) -> Iterator[Outcome]:
    """Step 5: pass a law by the votes placed or given."""
    votes = wing_votes(case, s)
    executive.vote_on_law(s, votes)
    decider = LETTERS[s.seat] if s.todo else None
    noted = {"decider": decider, "votes": {"left": votes[0], "right": votes[1]}}
    for end in follow(s, action, said):
        end.noted.update(noted)
        yield end


def wing_votes(case: Case, s: FederationState) -> list[int]:
    """Return the votes of both wings: as placed, or as the case gives them."""
    votes = scoring.wing_votes(s)
    given = case.board.get("wing_votes")
    if given is not None:
        return [int(given.get("left", 0)), int(given.get("right", 0))]
    players = case.board.get("wing_votes_players")
    if players is not None:
        votes = [votes[0] + int(players.get("left", 0)), votes[1] + int(players.get("right", 0))]
    return votes


def do_round_start(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Turn up the block tokens of the round, and open its laws where the case says which they are."""
    executive.block_spaces(s)
    if any(key in case.board for key in LAW_KEYS):
        open_laws(case, s, action)
    yield Outcome(s)


def do_reveal_laws(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Open the laws of the round."""
    open_laws(case, s, action)
    yield Outcome(s)


def open_laws(case: Case, s: FederationState, action: Mapping[str, Any]) -> None:
    """Open the laws of the round; laws that the case calls open are the first to be opened."""
    given: list[list[str]] = [[], []]
    for key in LAW_KEYS:
        for wing, name in enumerate(WINGS):
            more = case.board.get(key, {}).get(name) or []
            given[wing].extend([more] if isinstance(more, str) else more)
    for wing in range(2):
        if given[wing]:
            laws = [number_of(s.tables.laws, name, "law") for name in given[wing]]
            s.stacks[wing] = laws[::-1]
    if "last_laws" in case.board and "round" not in case.situation:
        s.round = s.tables.rounds - 1
    s.last_laws = [-1, -1]
    order = action.get("reveal_order", action.get("order", case.board.get("reveal_order", "left")))
    executive.reveal_laws(s, case_names.first_wing(order))


def do_play_round(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Play the turns of a round in which a player uses the special ambassador; count them."""
    owner = s.seat
    if s.players[owner].special == terms.NOTHING:
        s.players[owner].special = terms.AVAILABLE
    s.todo = [(terms.NEXT_TURN, 0, 0, -1)]
    effects.run(s)
    turns = dict.fromkeys(case.letters(), 0)
    votes = dict.fromkeys(case.letters(), 0)
    at_end, played = s, s.round
    while s.seat != NOBODY and s.phase == terms.AMBASSADOR_PHASE and s.round == played:
        option = round_action(s, owner, action)
        if option & kinds.KIND == kinds.K_PLACE:
            turns[LETTERS[s.seat]] += 1
        seat = s.seat
        s.apply(option)
        if s.phase == terms.AMBASSADOR_PHASE and s.round == played:
            at_end = s.clone()
            for space in range(s.tables.outer):
                if s.who[space] == seat and s.pieces[space] == terms.SPECIAL:
                    votes[LETTERS[seat]] = scoring.votes_on(s, space)
    at_end.todo = []
    yield Outcome(at_end, "", {"turns": turns, "special_votes": votes})


def round_action(s: FederationState, owner: int, action: Mapping[str, Any]) -> int:
    """Return the next action of a played round: the special ambassador, else the first legal one."""
    options = s.candidates()
    task = s.todo[-1]
    if task[0] == terms.TURN and s.seat == owner and s.players[owner].special == terms.AVAILABLE:
        special = [
            a for a in options if a & kinds.KIND == kinds.K_PLACE and a >> 11 & 7 == terms.SPECIAL
        ]
        return special[0] if special else options[0]
    if task[0] == terms.COVER and s.seat == owner and action.get("alteration"):
        token = number_of(s.tables.token_ids, action["alteration"], "alteration token")
        cover = case_names.cover(token, False)
        if task[2] >> 1 == terms.SPECIAL and cover in options:
            return cover
    if task[0] == terms.TURN:
        places = [a for a in options if a & kinds.KIND == kinds.K_PLACE]
        return places[0] if places else options[0]
    ends = [a for a in options if a & kinds.KIND == kinds.K_END]
    return ends[0] if ends else options[0]


def do_final_scoring(
    case: Case, s: FederationState, action: Mapping[str, Any]
) -> Iterator[Outcome]:
    """Final scoring, whole or one part."""
    part = action.get("part", "all")
    s.phase = terms.FINAL_SCORING
    if part in ("medals", "all"):
        scoring.score_medals(s)
    if part in ("remaining", "all"):
        scoring.score_leftovers(s)
    if part in ("projects", "all"):
        measured = case.board.get("measure", {})
        named = case.board.get("projects", {})
        for project, name in enumerate(terms.PROJECTS):
            values = scoring.measures(s, project)
            for letter, value in measured.get(name, {}).items():
                values[letter_seat(s.seats, letter)] = int(value)
            complete = s.missing[project] <= 0 or (name in measured and name not in named)
            if complete:
                scoring.score_project(s, project, values)
    if part not in ("medals", "remaining", "projects", "all"):
        raise BadValue("part", f"{part!r} is not medals, remaining or projects")
    yield Outcome(s)
