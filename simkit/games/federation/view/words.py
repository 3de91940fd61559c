"""Say actions in words, each differently from every other one that is legal at the same time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from simkit.games.federation.rules import executive, kinds, terms
from simkit.games.federation.view.names import (
    ACTIONS,
    MEDALS,
    PROJECTS,
    VALUES,
    Names,
    amounts,
    effects_of,
    effects_times,
    in_a_row,
    moon_name,
    number,
    resource,
)

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Task
    from simkit.games.federation.title import FederationRules

Args = dict[str, int]
NO_TASK: Final[Task] = (-1, 0, 0, -1)
NO_MORE: Final = {
    terms.TURN: "take no further turn this round",
    terms.MISSION: "end the turn",
    terms.AFTER: "use no further erudite",
    terms.STEP: "take no step",
    terms.TRANSMUTE: "transmute nothing",
    terms.ON_E81216: "build nothing",
}


def words(rules: FederationRules, state: FederationState, action: int) -> str:
    """Say an action in words, without its notation."""
    kind, args = rules.decode(action)
    say = SENTENCES.get(kind)
    return rules.notation(action) if say is None else say(rules.names, state, args)


def top(s: FederationState) -> Task:
    """Return the decision that the seat has to take."""
    return s.todo[-1] if s.todo else NO_TASK


def why_illegal(s: FederationState, action: int) -> str:
    """Say why an action is refused."""
    rules: Any = s.rules
    names: Names = rules.names
    kind, task = action & kinds.KIND, top(s)
    if kind == kinds.K_PLACE and task[0] == terms.TURN:
        space, ambassador = action >> 6 & 31, action >> 11 & 7
        if space >= len(s.tables.spaces):
            return "there is no such space"
        if ambassador >= len(names.ambassadors):
            return "there is no such ambassador"
        if not s.players[s.seat].in_hand() >> ambassador & 1:
            return f"the {names.ambassadors[ambassador]} is not at hand"
        if space != s.tables.outer and not s.free >> space & 1:
            return f"{names.plain_spaces[space]} is taken"
        return f"{names.plain_spaces[space]} cannot be paid for, or is closed to this seat now"
    if kind == kinds.K_MISSION and task[0] == terms.MISSION:
        return "it needs a marker, a ship in the hangar, the level, and its cost; one a turn"
    return "it is not among the legal actions of this decision"


# A turn -------------------------------------------------------------------------------------------


def place(names: Names, s: FederationState, args: Args) -> str:
    """Say a placement: where, which side, and what its funding symbol moves."""
    space, piece = args["space"], names.ambassadors[args["ambassador"]]
    return f"put the {piece} on {names.spaces[space]}, {shows(s, space, args['side'])}"


def shows(s: FederationState, space: int, side: int) -> str:
    """Return what a side does on a space: vote, or fund the project of its column."""
    if side == terms.VOTING:
        return "voting"
    outside = space == s.tables.outer
    return "funding" if outside else f"funding the {PROJECTS[s.tables.space_project[space]]}"


def cover(names: Names, s: FederationState, args: Args) -> str:
    """Say what covers the ambassador just placed, and what it does then if that is another thing."""
    token = args["token"] - 1
    words = f"cover it with the {names.tokens[token]}" if token >= 0 else "leave it uncovered"
    if args["die"]:
        words += f" and add the assistant die ({s.players[s.seat].die})"
    _, space, piece, _ = top(s)
    if token >= 0 and s.tables.token_side[token] != piece & 1:
        words += f", now {shows(s, space, s.tables.token_side[token])}"
    return words


def end(names: Names, s: FederationState, args: Args) -> str:
    """Say what is declined."""
    return NO_MORE.get(top(s)[0], "take nothing more")


def mission(names: Names, s: FederationState, args: Args) -> str:
    """Say a flight, with its cost."""
    cost = s.tables.mission_cost[args["mission"]]
    paid = f", paying {amounts(cost)}" if any(cost) else ""
    return f"fly a ship to {names.missions[args['mission']]}{paid}"


def pay(names: Names, s: FederationState, args: Args) -> str:
    """Say a payment."""
    return f"pay {amounts([args[name] for name in terms.RESOURCES])}"


def lose(names: Names, s: FederationState, args: Args) -> str:
    """Say a loss for want of room."""
    return f"lose {resource(1, args['resource'])} that does not fit"


# Planets ------------------------------------------------------------------------------------------


def neo(names: Names, s: FederationState, args: Args) -> str:
    """Say a move of the miner, with what lies there as far as it is known."""
    cell, tables = args["cell"], s.tables
    if cell == s.players[s.seat].miner:
        return f"stay on {names.cells[cell]} and take another dead asteroid"
    if tables.cell_dead[cell]:
        reward = "a dead asteroid"
    elif s.asteroids[cell] < 0:
        reward = amounts(tables.cell_reward[cell])
    elif s.seen >> cell & 1:
        reward = names.asteroids[s.asteroids[cell]]
    else:
        reward = "an asteroid face down"
    return (
        f"move the miner to {names.cells[cell]}: influence {tables.cell_influence[cell]}, {reward}"
    )


def token(names: Names, s: FederationState, args: Args) -> str:
    """Say which alteration token is taken."""
    return f"take the {names.tokens[args['token'] - 1]}"


def step(names: Names, s: FederationState, args: Args) -> str:
    """Say a step of the mage, or one of miner or mage without reward."""
    task, mage, tables = top(s), s.players[s.seat].mage, s.tables
    own_action = task[0] == terms.ON_SIX_MOONS
    if not args["planet"]:
        cell = args["cell"]
        influence = tables.cell_influence[cell]
        return f"move the miner to {names.cells[cell]}: influence {influence}, no reward"
    last = tables.moon_last
    goal = min(last, mage + (task[1] + 1 if own_action else 1))
    if goal == mage:
        return "leave the mage on Six-Moons itself and take an alteration token"
    where = moon_name(tables, goal)
    reward = "an alteration token" if own_action else "no reward"
    return f"move the mage to {where}: influence {goal}, {reward}"


def shop(names: Names, s: FederationState, args: Args) -> str:
    """Say a trade: the level of the disc, the price, the bonus."""
    number_of, tables = args["shop"], s.tables
    level = 1 if s.players[s.seat].shops[number_of] == 0 else 2
    bonus = effects_of(tables, tables.shop_effects[number_of][level - 1])
    price = amounts(tables.shop_cost[number_of])
    return f"trade at {names.shops[number_of]} on level {level}: pay {price} and get {bonus}"


def disc(names: Names, s: FederationState, args: Args) -> str:
    """Say where a free disc goes, with the bonus if there is one."""
    _, level, with_bonus, _ = top(s)
    bonus = "no bonus"
    if with_bonus:
        bonus = effects_of(s.tables, s.tables.shop_effects[args["shop"]][level - 1])
    return f"put a free disc on level {level} of {names.shops[args['shop']]}: {bonus}"


def build(names: Names, s: FederationState, args: Args) -> str:
    """Say a construction: its price, and its income or its points."""
    structure, task = args["structure"], top(s)
    price = f"for {amounts(s.tables.structure_cost[structure])}"
    if task[0] == terms.BUILD_FREE:
        price = "free of charge"
    elif task[0] == terms.ON_E81216 and task[1]:
        price += f" less {number(task[1], 'crystal')}"
    return f"build {structure_words(names, s, structure)} {price}"


def structure_words(names: Names, s: FederationState, structure: int) -> str:
    """Return a structure with what it brings."""
    name = names.structures[structure]
    mega = structure - s.tables.n_industries
    if mega < 0:
        return f"the {name} ({names.income(structure)}, now and every round)"
    free = s.multipliers[mega]
    return f"{name} ({free[0] if free else 0} times the smaller of {mega_values(s, mega)})"


def mega_values(s: FederationState, mega: int) -> str:
    """Return the two values of which the smaller counts for a megastructure."""
    tokens = s.mega_tokens[mega]
    return in_a_row(VALUES[s.tables.mega_token_metric[token]] for token in tokens)


# Choices ------------------------------------------------------------------------------------------


def project(names: Names, s: FederationState, args: Args) -> str:
    """Say which project is moved, and what it lacks."""
    project_of, left = args["project"], s.missing[args["project"]]
    task = top(s)
    times = task[1] if task[0] == terms.PROJECT and task[2] & 3 == terms.SAME_PROJECT else 1
    lacks = f"it lacks {left}" if left > 0 else "it is complete"
    return f"advance the {PROJECTS[project_of]} by {times} ({lacks})"


def medal(names: Names, s: FederationState, args: Args) -> str:
    """Say which medal is taken; on a planet the one at the highest threshold."""
    kind = args["medal"]
    at = (
        f" (the one at {s.medals[kind][-1]})"
        if kind < len(terms.PLANETS) and s.medals[kind]
        else ""
    )
    return f"take the {MEDALS[kind]}{at}"


def option(names: Names, s: FederationState, args: Args) -> str:
    """Say what an option of the decision on top of the stack brings."""
    op, menu, picks, _ = top(s)
    number_of = args["option"]
    if op not in (terms.CHOOSE, terms.PICK) or number_of >= len(names.options[menu]):
        return f"take option {number_of + 1}"
    if op == terms.PICK and not picks & 1 and picks >> 1 > 1:
        return f"take {effects_times(s.tables, s.tables.menus[menu][number_of], picks >> 1)}"
    return f"take {names.options[menu][number_of]}"


def copy(names: Names, s: FederationState, args: Args) -> str:
    """Say which action is copied, with price and effects of a room."""
    action = args["senate_action"]
    brought = names.brings(action)
    return f"copy {ACTIONS[action]}" + (f" ({brought})" if brought else "")


def transmute(names: Names, s: FederationState, args: Args) -> str:
    """Say what becomes of a resource."""
    better = s.tables.next_better[args["resource"]]
    becomes = f" into {resource(1, better)}" if better >= 0 else ""
    return f"transmute {resource(1, args['resource'])}{becomes}"


def upkeep(names: Names, s: FederationState, args: Args) -> str:
    """Say what is paid and where the marker then stands: where it was, or on a lower level."""
    tables, step_now = s.tables, s.players[s.seat].step
    paid = "pay nothing"
    if args["paid"]:
        paid = f"pay {resource(1, args['paid'] - 1)} for level {args['level']}"
    step_then = executive.step_after_upkeep(s, args["level"])
    here = f"step {step_now} of level {tables.level_of[step_now]}"
    if step_then == step_now:
        return f"{paid} and stay on {here}"
    return f"{paid} and fall from {here} to step {step_then} of level {tables.level_of[step_then]}"


def law(names: Names, s: FederationState, args: Args) -> str:
    """Say which law passes."""
    open_law = s.open_laws[args["wing"]]
    name = names.laws[open_law] if open_law >= 0 else "law"
    return f"pass the {name} of the {('left', 'right')[args['wing']]} wing"


SENTENCES: Final[dict[str, Callable[[Names, FederationState, Args], str]]] = {
    "start_tile": lambda n, s, a: f"pick {n.start_tiles[a['tile']]}",
    "place": place,
    "cover": cover,
    "use": lambda n, s, a: f"use {n.erudites[a['erudite']]}",
    "mission": mission,
    "end": end,
    "neo": neo,
    "token": token,
    "asteroid": lambda n, s, a: f"take {n.asteroids[a['asteroid']]}",
    "atal": lambda n, s, a: f"take {n.erudites[a['erudite']]}",
    "shop": shop,
    "build": build,
    "pay": pay,
    "lose": lose,
    "marker": lambda n, s, a: f"put a marker on {n.missions[a['mission']]}",
    "project": project,
    "medal": medal,
    "option": option,
    "copy": copy,
    "deep_space": lambda n, s, a: f"choose {n.deep_tiles[a['deep_tile']]}",
    "income": lambda n, s, a: (
        f"take the income of the {n.structures[a['structure']]} ({n.income(a['structure'])})"
    ),
    "refresh": lambda n, s, a: f"turn up {n.erudites[a['erudite']]} again",
    "copy_erudite": lambda n, s, a: f"copy {n.erudites[a['erudite']]}",
    "disc": disc,
    "step": step,
    "transmute": transmute,
    "upkeep": upkeep,
    "law": law,
    "discard": lambda n, s, a: f"throw {resource(1, a['resource'])} away",
}
