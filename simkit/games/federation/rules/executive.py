"""The Executive Phase in its five steps, the clean-up and the start of a round (rules.md, 3, 8, 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import effects, scoring, terms
from simkit.games.federation.rules.terms import EXECUTIVE

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

INCOME: Final = 0
UPKEEP: Final = 1
FUNDING: Final = 2
FLOORS: Final = 3
LAW: Final = 4
CLEAN_UP: Final = 5


def proceed(s: FederationState, step: int, place: int) -> None:
    """Do the next piece of the Executive Phase and note what comes after it."""
    # [#3]
    todo = s.todo
    if step == UPKEEP and place < s.seats:
        s.seat = s.tables.orders[s.first][place]
        todo += [(EXECUTIVE, UPKEEP, place + 1, -1), (terms.UPKEEP, 0, 0, -1)]
    elif step == INCOME and place < s.seats:
        order = s.tables.orders[s.first]
        for i in range(place, s.seats):
            s.seat = order[i]
            if s.players[s.seat].built:
                todo.append((EXECUTIVE, INCOME, i + 1, -1))
                income(s)
                return
        todo.append((EXECUTIVE, UPKEEP, 0, -1))
    elif step == FUNDING:
        fund_next(s, place)
    elif step == FLOORS:
        for floor in range(1, s.tables.floors + 1):
            scoring.score_floor(s, floor, scoring.floor_votes(s, floor))
        todo.append((EXECUTIVE, LAW, 0, -1))
    elif step == LAW:
        todo.append((EXECUTIVE, CLEAN_UP, 0, -1))
        vote_on_law(s, scoring.wing_votes(s))
    elif step == CLEAN_UP:
        clean_up(s)
        if s.round >= s.tables.rounds:
            scoring.final_scoring(s)
        else:
            s.round += 1
            start_round(s)
    else:
        todo.append((EXECUTIVE, step + 1, 0, -1))


def income(s: FederationState) -> None:
    """Step 1: income of every built industry, left to right."""
    # [#5.5b] [#8.1]
    built = s.players[s.seat].built
    for industry in reversed(s.industries):
        if built >> industry & 1:
            s.todo += s.tables.income_stack[industry]


def upkeep_level(s: FederationState) -> int:
    """Return the level whose upkeep the seat owes."""
    p = s.players[s.seat]
    tables = s.tables
    level = tables.level_of[p.step]
    if tables.boosts_raise_upkeep:
        level = min(s.level(s.seat), len(tables.upkeep) - 1)
    return level


def pay_upkeep(s: FederationState, level: int, paid: int) -> None:
    """Step 2: pay for a level with a resource (0 = nothing); a lower level means its lowest step."""
    # [#8.2]
    p = s.players[s.seat]
    if paid:
        p.res[paid - 1] -= 1
    step = step_after_upkeep(s, level)
    if step != p.step:
        p.step = step
        p.note_level(s.tables)


def step_after_upkeep(s: FederationState, level: int) -> int:
    """Return the step on which the seat's marker stands once it has paid for a level."""
    # [#8.2]
    p, tables = s.players[s.seat], s.tables
    if level < upkeep_level(s) and level < tables.level_of[p.step]:
        return tables.lowest_step[level]
    return p.step


def fund_next(s: FederationState, place: int) -> None:
    """Step 3: go through the ambassadors with a funding symbol, from a place of the order on.

    What one brings may ask for a decision before the one after it.
    """
    # [#8.3a]
    order, todo, funding = s.tables.funding_order, s.todo, s.funding
    before = len(todo)
    for space in order[place:]:
        if funding >> space & 1:
            fund_space(s, space)
            if len(todo) > before:
                todo.insert(before, (EXECUTIVE, FUNDING, order.index(space) + 1, -1))
                return
    todo.append((EXECUTIVE, FLOORS, 0, -1))


def fund_space(s: FederationState, space: int) -> None:
    """Move the project of a space's column by one, for the owner of an ambassador that funds it."""
    # [#8.3a]
    owner = s.who[space]
    if owner >= 0:
        s.seat = owner
        effects.fund(s, s.tables.space_project[space], 1)


def vote_on_law(s: FederationState, votes: list[int]) -> None:
    """Step 5: the wing with more votes passes its law; on a tie the president's holder decides."""
    # [#8.5]
    if votes[0] == votes[1]:
        s.seat = s.president
        s.todo.append((terms.LAW, 0, 0, -1))
    else:
        scoring.pass_law(s, 0 if votes[0] > votes[1] else 1)


def clean_up(s: FederationState) -> None:
    """Return ambassadors and dice, take neutral tokens away, end what lasts a round."""
    # [#8.6] [#10.5]
    for p in s.players:
        if p.boost_round:
            p.boost_round = 0
            p.note_level(s.tables)
        p.ambassadors = 0b1111
        p.turns = 0
        p.die_space = -1
        if p.special == terms.PLACED:
            p.special = terms.GONE
    s.empty_senate()


def start_round(s: FederationState) -> None:
    """Open the laws, block spaces, give the first turn to the holder of the president pawn."""
    reveal_laws(s)
    block_spaces(s)
    begin_turns(s)


def begin_turns(s: FederationState) -> None:
    """Give the first turn of a round to the holder of the president pawn."""
    # [#3] [#8.9]
    s.phase = terms.AMBASSADOR_PHASE
    s.first = s.president
    s.todo.append((terms.NEXT_TURN, 0, 0, -1))


def reveal_laws(s: FederationState, first: int = 0) -> None:
    """Open a law per wing, that of the wing `first` before the other; they must differ (rules.md, 8).

    In rounds 1 to 4 a second equal law is set aside, the next one of its wing opened and the first
    shuffled back. In round 4 the laws of round 5 are opened as well; if those are equal, the right
    wing's two change places.
    """
    # [#2.6] [#8.7] [#8.8]
    if s.last_laws[0] >= 0:
        s.open_laws, s.last_laws = s.last_laws, [-1, -1]
        return
    if not s.stacks[0] or not s.stacks[1]:
        s.open_laws = [-1, -1]
        return
    left, right = s.stacks
    s.open_laws = [left.pop(), right.pop()]
    second, stack = 1 - first, s.stacks[1 - first]
    if s.open_laws[0] == s.open_laws[1] and stack:
        aside = s.open_laws[second]
        s.open_laws[second] = stack.pop()
        place = s.luck.fork("law set aside", s.round).below(len(stack) + 1)
        stack.insert(place, aside)
    if s.round == s.tables.rounds - 1 and s.tables.next_laws_in_round4 and left and right:
        s.last_laws = [left.pop(), right.pop()]
        if s.last_laws[0] == s.last_laws[1]:
            s.open_laws[1], s.last_laws[1] = s.last_laws[1], s.open_laws[1]


def block_spaces(s: FederationState) -> None:
    """Two and three players: neutral votes of the round's number on two planet spaces, else zeros."""
    # [#10.3] [#10.4]
    tables = s.tables
    if tables.blocks_planets and s.planet_blocks:
        for space, with_votes in tables.planet_blocks[s.planet_blocks.pop()]:
            block(s, space, s.round if with_votes else 0)
    if tables.blocks_rooms and s.room_blocks:
        for space in tables.room_blocks[s.room_blocks.pop()]:
            block(s, space, 0)


def block(s: FederationState, space: int, votes: int) -> None:
    """Put a neutral token on a space."""
    s.occupy(space, terms.NEUTRAL)
    s.cast(space, s.seats, votes)
