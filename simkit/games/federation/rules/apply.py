"""Carry out an action: take the decision off the stack, do what was chosen, go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import (
    effects,
    erudites,
    executive,
    kinds,
    legal,
    planets,
    scoring,
    terms,
)

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Task


# What follows once the ambassador is covered, the last one first: a mission, then the next turn.
AFTER_PLACING: Final[list[Task]] = [(terms.NEXT_TURN, 0, 0, -1), (terms.MISSION, 0, 0, -1)]
FLOWN: Final[Task] = (terms.MISSION, 1, 0, -1)


def apply(s: FederationState, action: int) -> None:
    """Carry out a legal action and everything that follows from it without a choice."""
    resolve(s, action)
    effects.run(s)


def resolve(s: FederationState, action: int) -> None:
    """Answer the decision on top of the stack; `effects.run` goes on from there."""
    task = s.todo.pop()
    kind = action & kinds.KIND
    arg = action >> 6
    if kind == kinds.K_PLACE:
        place(s, arg & 31, arg >> 5 & 7, arg >> 8 & 1)
    elif kind <= kinds.K_BUILD:  # the kinds are numbered so that the actions of a turn come first
        if kind == kinds.K_COVER:
            cover(s, task[1], task[2], (arg & 31) - 1, arg >> 5 & 1)
        elif kind == kinds.K_MISSION:
            fly(s, arg)
        elif kind == kinds.K_NEO:
            planets.move_miner(s, arg)
        elif kind == kinds.K_ATAL:
            take_erudite(s, arg)
        elif kind == kinds.K_END:
            if task[0] == terms.TURN:  # a fifth turn declined
                s.players[s.seat].turns += 1
                s.todo.append((terms.NEXT_TURN, 0, 0, -1))
        elif kind == kinds.K_SHOP:
            planets.trade(s, arg, task[3])
        elif kind == kinds.K_BUILD:
            s.todo.append((terms.BUILD, arg, 0, task[3]))
            if task[0] == terms.ON_E81216:
                planets.charge(s, s.tables.structure_cost[arg], task[1])
        elif kind == kinds.K_TOKEN:
            take_token(s, task, arg - 1)
        elif kind == kinds.K_USE:
            s.todo.append(task)
            erudites.use(s, arg)
        else:
            resolve_rare(s, task, kind, arg)
    elif kind == kinds.K_OPTION:
        choose(s, task, arg)
    elif kind == kinds.K_STEP:
        step(s, task, arg)
    elif kind == kinds.K_UPKEEP:
        executive.pay_upkeep(s, arg & 7, arg >> 3)
    elif kind == kinds.K_COPY:
        copy_action(s, arg, task[3])
    elif kind == kinds.K_PAY:
        res = s.players[s.seat].res
        res[0] -= arg & 15
        res[1] -= arg >> 4 & 15
        res[2] -= arg >> 8 & 15
        res[3] -= arg >> 12 & 15
    elif kind in (kinds.K_LOSE, kinds.K_DISCARD):
        s.players[s.seat].res[arg] -= 1
        s.todo.append(task)
    else:
        resolve_rare(s, task, kind, arg)


def resolve_rare(s: FederationState, task: Task, kind: int, arg: int) -> None:
    """Answer the decisions that come up seldom."""
    p = s.players[s.seat]
    if kind == kinds.K_MARKER:
        p.markers |= 1 << arg
        again(s, task)
    elif kind == kinds.K_PROJECT:
        fund_project(s, task, arg)
    elif kind == kinds.K_MEDAL:
        scoring.take_any_medal(s, s.seat, arg)
    elif kind == kinds.K_ASTEROID:
        s.dead.remove(arg)
        planets.take_asteroid(s, arg)
    elif kind == kinds.K_DEEP:
        p.deep = arg
        s.deep &= ~(1 << arg)
        s.measure(terms.MISSIONS, s.seat, s.completed(s.seat))
        effects.push(s, s.tables.deep_effects[arg], terms.S_MISSION)
    elif kind == kinds.K_TRANSMUTE:
        p.res[arg] -= 1
        again(s, task)
        effects.gain(s, s.tables.next_better[arg], 1)
    elif kind == kinds.K_LAW:
        scoring.pass_law(s, arg)
    else:
        resolve_tiles(s, task, kind, arg)


def resolve_tiles(s: FederationState, task: Task, kind: int, arg: int) -> None:
    """Answer the decisions about tiles, discs and incomes."""
    if kind == kinds.K_REFRESH:
        erudites.refresh(s, arg, task[2])
    elif kind == kinds.K_COPY_ERUDITE:
        erudites.start_effect(s, arg, task[2] | 1 << arg)
    elif kind == kinds.K_INCOME:
        again(s, task)
        for op, a, b, source in reversed(s.tables.industry_income[arg]):
            s.todo.append((op, a, task[2] if op == terms.REFRESH else b, source))
    elif kind == kinds.K_DISC:
        planets.place_disc(s, arg, task[1])
        if task[2]:
            planets.shop_bonus(s, arg, task[1], task[3])
    elif kind == kinds.K_START:
        s.offer &= ~(1 << arg)
        pick_start_tile(s, s.seat, arg)
    else:
        raise AssertionError(f"action kind {kind} does not answer {task}")


def again(s: FederationState, task: Task, swapped: bool = False) -> None:
    """Ask the same decision once less, if any is left."""
    op, n, b, source = task
    if n > 1:
        s.todo.append((op, b, n - 1, source) if swapped else (op, n - 1, b, source))


# Placing an ambassador (4.1) ----------------------------------------------------------------------


def place(s: FederationState, space: int, ambassador: int, side: int) -> None:
    """Put an ambassador on a space, and start what it brings unless something may cover it."""
    # [#4.1.1]
    p = s.players[s.seat]
    p.turns += 1
    if not s.tables.medals_in_executive:  # in a position that was built the turn has not begun
        scoring.take_medals_due(s, s.seat)
    if ambassador == terms.SPECIAL:
        p.special = terms.PLACED
    else:
        p.ambassadors &= ~(1 << ambassador)
    if space != s.tables.outer:
        s.occupy(space, s.seat)
        s.pieces[space] = ambassador
    s.todo += AFTER_PLACING
    if p.tokens or legal.can_add_die(s, p, space):
        s.todo.append((terms.COVER, space, ambassador * 2 + side, -1))
    else:
        cover(s, space, ambassador * 2 + side, -1, 0)


def cover(s: FederationState, space: int, piece: int, token: int, die: int) -> None:
    """Fix side, votes and bonus of a placed ambassador, then start the bonus and the action."""
    # [#4.1.2] [#4.1.3] [#5.2c] [#5.outer]
    tables = s.tables
    p = s.players[s.seat]
    action = tables.space_action[space]
    if token >= 0:
        p.tokens.remove(token)
        s.tokens_gone += 1
        side, votes = tables.token_side[token], tables.token_votes[token]
        bonus, plain = tables.token_stack[token], tables.token_plain[token]
    else:
        side, votes = piece & 1, tables.votes[piece >> 1]
        bonus, plain = tables.side_stack[piece], tables.side_plain[piece]
    if space != tables.outer:
        s.covers[space] = token
        if side:
            s.funding |= 1 << space
            p.fundings += 1
            s.todo.append((terms.MARK, action, 0, -1))
        else:
            s.cast(space, s.seat, votes)
            p.votings += 1
    if die:
        s.place_die(s.seat, space)
    if not bonus:
        planets.start_action(s, action, -1)
    elif plain and tables.uncharged >> action & 1:
        planets.start_action(s, action, -1)  # what it lays on the stack does not ask for resources
        _, resource, n, _ = bonus[0]
        effects.gain(s, resource, n)
    else:
        s.todo.append((terms.ACTION, action, 0, -1))
        s.todo += bonus


def fly(s: FederationState, mission: int) -> None:
    """Move a ship from the hangar onto a mission and carry out its effect, cost included."""
    # [#4.2b]
    seat, tables = s.seat, s.tables
    p = s.players[seat]
    p.hangar -= 1
    p.flown |= 1 << mission
    s.measure(terms.MISSIONS, seat, s.completed(seat))
    s.todo.append(FLOWN)
    s.todo += tables.mission_stack[mission]
    planets.charge(s, tables.mission_cost[mission])


def copy_action(s: FederationState, action: int, source: int) -> None:
    """Carry out the action that spying copies."""
    # [#5.spy]
    if s.tables.spy_marks_copied:
        for i, task in enumerate(s.todo):
            if task[0] == terms.MARK and task[1] == terms.SPY:
                s.todo[i] = (terms.MARK, action, 0, -1)
    planets.start_action(s, action, source, free=not s.tables.copy_pays_cost)


# Choices ------------------------------------------------------------------------------------------


def step(s: FederationState, task: Task, arg: int) -> None:
    """Move the mage by its own action, or miner or mage without reward."""
    if task[0] == terms.ON_SIX_MOONS:
        planets.move_mage(s, task[1] + 1)
    else:
        planets.step_without_reward(s, arg & 1, arg >> 1)
        again(s, (task[0], task[2], task[1], task[3]), swapped=True)


def take_token(s: FederationState, task: Task, token: int) -> None:
    """Take a token from a moon, or keep one of two drawn."""
    if task[0] == terms.TAKE_TOKEN:
        planets.take_token(s, task[1], token)
        return
    other = task[2] if token == task[1] else task[1]
    strength = s.tables.token_strength[other]
    s.reserve[strength] = (other, *s.reserve[strength])
    s.players[s.seat].tokens.append(token)


def take_erudite(s: FederationState, tile: int) -> None:
    """Take an erudite and note that it cannot be used in this very action."""
    todo = s.todo
    for i in range(len(todo) - 1, -1, -1):
        op, a, b, source = todo[i]
        if op == terms.AFTER and a == terms.ATAL:
            todo[i] = (op, a, b | 1 << tile, source)
            break
    planets.take_erudite(s, tile)


def fund_project(s: FederationState, task: Task, project: int) -> None:
    """Move the chosen project; 'another' in the same effect may not choose it again."""
    _, n, which, source = task
    if which & 3 == terms.SAME_PROJECT:
        effects.fund(s, project, n)
        return
    if s.todo and s.todo[-1][0] == terms.PROJECT and s.todo[-1][2] & 3 == terms.ANOTHER_PROJECT:
        s.todo[-1] = (
            terms.PROJECT,
            s.todo[-1][1],
            terms.ANOTHER_PROJECT | (project + 1) << 2,
            source,
        )
    if n > 1:
        s.todo.append((terms.PROJECT, n - 1, which, source))
    effects.fund(s, project, 1)


def choose(s: FederationState, task: Task, option: int) -> None:
    """Carry out the chosen effects; several picks are made one by one, or all the same."""
    # [#5.4d]
    op, menu, picks, source = task
    chosen = s.tables.menus[menu][option]
    if op == terms.CHOOSE:
        effects.push(s, chosen, source)
    elif picks & 1:
        if picks >> 1 > 1:
            s.todo.append((op, menu, picks - 2, source))
        effects.push(s, chosen, source)
    else:
        for _ in range(picks >> 1):
            effects.push(s, chosen, source)


def pick_start_tile(s: FederationState, seat: int, tile: int) -> None:
    """Give a start tile: its bonus at once; it counts as a completed mission."""
    s.players[seat].start = tile
    s.measure(terms.MISSIONS, seat, s.completed(seat))
    effects.push(s, s.tables.start_effects[tile], terms.S_MISSION)
