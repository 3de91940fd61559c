"""The stack of tasks: carry out effects until a decision is needed (rules.md, 11).

Every task works for the seat that decides (`state.seat`). A task that needs a decision stays on the
stack; if only one thing can be done it is done at once, if nothing can be done the task is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import apply, executive, legal, planets, terms
from simkit.games.federation.rules.scoring import take_medal, take_medals_due

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Cost, Task

A_TURN: Final[Task] = (terms.TURN, 0, 0, -1)  # one that may not be declined


def run(s: FederationState) -> None:
    """Carry out tasks until one needs a decision or the game is over."""
    todo, decides = s.todo, terms.DECIDES
    while todo:
        op, a, b, source = todo[-1]
        if not decides[op]:
            del todo[-1]
            if op != terms.NEXT_TURN:
                perform(s, op, a, b, source)
            elif next_turn(s):
                break
            continue
        options = legal.options(s, op, a, b)
        if not options:
            if op == terms.TURN:  # its options are worked out when they are asked for
                break
            del todo[-1]
        elif len(options) == 1:
            apply.resolve(s, options[0])
        else:
            s.waiting = options.copy()  # whoever asks may sort it; some are made once for all games
            return
    s.waiting = legal.NOTHING


def push(s: FederationState, tasks: list[Task], source: int = -1) -> None:
    """Put tasks on the stack, the first on top; `source` replaces an open source of points."""
    if source < 0:
        s.todo += tasks[::-1]
        return
    for op, a, b, own in reversed(tasks):
        s.todo.append((op, a, b, own if own >= 0 else source))


def perform(s: FederationState, op: int, a: int, b: int, source: int) -> None:
    """Carry out a task that needs no decision: a step of the game, or an effect.

    Here and where decisions are listed and answered, what comes up most is asked for first.
    """
    # [#4.1.5]
    if op > terms.START_TILE:
        if op == terms.EXECUTIVE:
            executive.proceed(s, a, b)
        elif op == terms.MARK:
            mission = s.tables.action_mission[a]
            if mission >= 0:
                s.players[s.seat].markers |= 1 << mission
        elif op == terms.BUILD:
            planets.build(s, a, source)
        elif op == terms.NEXT_TURN:
            next_turn(s)
        elif op == terms.DRAFT:
            draft(s, a)
        else:
            raise AssertionError(f"step {op} cannot be carried out")
    elif op == terms.ACTION:
        planets.start_action(s, a, source)
    elif op == terms.GAIN:
        gain(s, a, b)
    elif op == terms.ACCREDIT:
        accredit(s, a)
    elif op == terms.SHIP:
        take_ships(s, a)
    elif op == terms.ALTERATION:
        draw_tokens(s, a, b)
    elif op == terms.PP_PER:
        score_metric(s, s.seat, a, b, source)
    elif op == terms.DIE:
        die, most = s.players[s.seat].die + a, s.tables.die_max
        s.turn_die(s.seat, die if die < most else most)
    else:
        perform_rare(s, op, a, b)


def perform_rare(s: FederationState, op: int, a: int, b: int) -> None:
    """Carry out the effects that only a few components have."""
    # [#5.D]
    p = s.players[s.seat]
    if op == terms.PRESIDENT:
        s.president = s.seat
    elif op == terms.BOOST_ROUND:
        p.boost_round += a
        p.note_level(s.tables)
    elif op == terms.BOOST_GAME:
        p.boost_game += a
        p.note_level(s.tables)
    elif op == terms.DRAW:
        look_at_tokens(s, a, b)
    elif op == terms.GAIN_PER:
        gain(s, a, s.metric(s.seat, b >> 4) * (b & 15))
    elif op == terms.MARKER_ALL:
        p.markers = s.tables.all_missions
    elif op == terms.DIE_TO:
        s.turn_die(s.seat, max(p.die, min(a, s.tables.die_max)))
    elif op == terms.SPECIAL_AMBASSADOR:
        p.special = terms.AVAILABLE
    else:
        change_frame(s, op, a)


def change_frame(s: FederationState, op: int, amount: int) -> None:
    """Add steps to the move, or a discount to the construction, that is under way."""
    frames = (terms.ON_E81216,) if op == terms.DISCOUNT else (terms.ON_NEO, terms.ON_SIX_MOONS)
    for i in range(len(s.todo) - 1, -1, -1):
        frame, extra, b, source = s.todo[i]
        if frame in frames:
            s.todo[i] = (frame, extra + amount, b, source)
            return


def gain(s: FederationState, resource: int, n: int) -> None:
    """Give resources; crystals beyond the storage are lost, the owner chooses which (rules.md, 1)."""
    # [#1.storage]
    res = s.players[s.seat].res
    res[resource] += n
    if resource == terms.DIAMOND:
        if res[terms.DIAMOND] > s.tables.diamonds_max:
            res[terms.DIAMOND] = s.tables.diamonds_max
    elif res[0] + res[1] + res[2] > s.tables.crystals_max:
        s.todo.append((terms.LOSE, resource, 0, -1))


def gain_all(s: FederationState, reward: Cost) -> None:
    """Give several resources at once."""
    for resource, n in enumerate(reward):
        if n:
            gain(s, resource, n)


def take_ships(s: FederationState, n: int) -> None:
    """Take ships from the supply, as many as fit into the hangar."""
    # [#5.B]
    p = s.players[s.seat]
    room = s.tables.hangar_max - p.hangar
    taken = n if n < room else room
    if taken > p.supply:
        taken = p.supply
    p.hangar += taken
    p.supply -= taken


def accredit(s: FederationState, steps: int) -> None:
    """Move the accreditation marker; medal, Deep Space tile and points on the way (rules.md, 6)."""
    # [#4.3b] [#6a] [#6b] [#6d] [#6e]
    p = s.players[s.seat]
    tables = s.tables
    for _ in range(steps):
        step = p.step + 1
        if step > tables.top_step:
            s.gain(s.seat, terms.S_ACCREDITATION, tables.pp_beyond_top)
            continue
        p.step = step
        if step == tables.medal_step:
            take_medal(s, s.seat, terms.MEDAL_ACCREDITATION)
        if step == tables.deep_space_step and p.deep < 0:
            s.todo.append((terms.DEEP_SPACE, 0, 0, -1))
    p.note_level(tables)


def score_metric(s: FederationState, seat: int, metric: int, k: int, source: int) -> None:
    """Score k points for each of what a metric counts."""
    value = s.metric(seat, metric)
    in_progress = source == terms.S_MISSION and metric == terms.METRICS.index("completed_missions")
    if in_progress and not s.tables.mission_counts_itself:
        value -= 1
    s.gain(seat, source if source >= 0 else terms.S_MISSION, value * k)


def draw_tokens(s: FederationState, strength: int, n: int) -> None:
    """Take alteration tokens from the reserve; an empty one gives nothing."""
    p = s.players[s.seat]
    for _ in range(n):
        if s.reserve[strength]:
            p.tokens.append(s.reserve[strength][-1])
            s.reserve[strength] = s.reserve[strength][:-1]


def look_at_tokens(s: FederationState, strength: int, n: int) -> None:
    """Look at tokens of the reserve and keep one; the rest goes below the reserve."""
    stack = s.reserve[strength]
    if not stack:
        return
    drawn = stack[-n:]
    s.reserve[strength] = stack[: len(stack) - len(drawn)]
    if len(drawn) == 1:
        s.players[s.seat].tokens.append(drawn[0])
        return
    s.todo.append((terms.KEEP_TOKEN, drawn[0], drawn[1], -1))


def fund(s: FederationState, project: int, n: int) -> None:
    """Move a major project by n for the seat that decides; a complete one passes it to the general one.

    General project (rules.md, 8.3): the owner's own marker and the common one move, and the first
    contributions of a player bring a crystal each.
    """
    # [#8.3a] [#8.3b]
    missing = s.missing
    for _ in range(n):
        left = missing[project]
        if left > 0:
            missing[project] = left - 1
            if project != terms.GENERAL:
                continue
        elif project != terms.GENERAL and missing[terms.GENERAL] > 0:
            missing[terms.GENERAL] -= 1
        contribute(s)


def contribute(s: FederationState) -> None:
    """Move the marker of the seat that decides on the general project, with the crystal it brings."""
    # [#8.3b]
    p, bonus = s.players[s.seat], s.tables.general_bonus
    if p.general < len(bonus):
        gain(s, bonus[p.general], 1)
    p.general += 1
    s.measure(terms.GENERAL, s.seat, p.general)


def draft(s: FederationState, place: int) -> None:
    """Set-up, step 7: start tiles in reverse turn order, their bonus at once; then the first round."""
    # [#2.7]
    if place == s.seats:
        executive.begin_turns(s)
        return
    s.seat = (s.first - 1 - place) % s.seats
    s.todo.append((terms.DRAFT, place + 1, 0, -1))
    tile = s.players[s.seat].start
    if tile >= 0:
        push(s, s.tables.start_effects[tile], terms.S_MISSION)
    else:
        s.todo.append((terms.START_TILE, 0, 0, -1))


def next_turn(s: FederationState) -> bool:
    """Give the turn to the next seat: four rounds of turns, then the fifth turns (rules.md, 4 and 6).

    Tells whether a seat has one; if not, the Executive Phase begins.
    """
    # [#3] [#6c]
    players, order = s.players, s.tables.orders[s.first]
    least, next_seat = 4, -1
    for seat in order:
        turns = players[seat].turns
        if turns < least:
            least, next_seat = turns, seat
    if next_seat >= 0:
        s.seat = next_seat
        s.todo.append(A_TURN)
        if not s.tables.medals_in_executive:
            take_medals_due(s, next_seat)
        return True
    for seat in order:
        p = players[seat]
        if p.turns > 4:
            continue
        if p.special == terms.PLACED and p.ambassadors:
            s.seat = seat
            s.todo.append(A_TURN)
            return True
        if p.special == terms.AVAILABLE:
            s.seat = seat
            s.todo.append((terms.TURN, 1, 0, -1))
            return True
    s.phase = terms.EXECUTIVE_PHASE
    s.todo.append((terms.EXECUTIVE, executive.INCOME, 0, -1))
    return False
