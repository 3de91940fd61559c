"""Actions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.federation import terms as t

if TYPE_CHECKING:
    from simkit.core.rules import Rules
    from simkit.games.federation.state import FederationState
    from simkit.games.federation.tables import Task

NAMES = {number: name for name, number in t.EFFECTS.items()}

PLAIN = {
    "start_tile": "pick start tile {tile}",
    "use": "use erudite {erudite}",
    "mission": "fly a ship to mission {mission}",
    "end": "end here",
    "neo": "move the miner to {cell}",
    "token": "take alteration token {token}",
    "asteroid": "take asteroid {asteroid}",
    "atal": "take erudite {erudite}",
    "shop": "trade at {shop}",
    "build": "build {structure}",
    "lose": "lose 1 {resource}",
    "marker": "put a marker on mission {mission}",
    "project": "move the project {project}",
    "medal": "take the medal {medal}",
    "copy": "copy {senate_action}",
    "deep_space": "choose {deep_tile}",
    "income": "take the income of {structure}",
    "refresh": "turn erudite {erudite} up again",
    "copy_erudite": "copy erudite {erudite}",
    "disc": "put a disc on {shop}",
    "transmute": "transmute 1 {resource}",
    "law": "pass the law of the {wing} wing",
    "discard": "throw away 1 {resource}",
}


def effect_words(task: Task) -> str:
    """Say an effect in words."""
    op, a, b, _ = task
    if op == t.GAIN:
        return f"{b} {t.RESOURCES[a]}"
    if op == t.ACTION:
        return f"the action of {t.ACTIONS[a]}"
    if op == t.PROJECT:
        which = ("any project", "one and the same project", "another project")[b & 3]
        return f"{which} +{a}"
    return f"{NAMES[op].replace('_', ' ')} {a}"


def option_words(state: FederationState, option: int) -> str:
    """Say what an option of the decision on top of the stack brings."""
    task = state.todo[-1] if state.todo else (t.LAW, 0, 0, -1)
    if task[0] not in (t.CHOOSE, t.PICK) or option >= len(state.tables.menus[task[1]]):
        return f"take option {option}"
    chosen = state.tables.menus[task[1]][option]
    times = "" if task[0] == t.CHOOSE or task[2] & 1 else f"{task[2] >> 1} times "
    return f"take {times}" + ", ".join(map(effect_words, chosen))


def action_words(rules: Rules, state: FederationState, action: int) -> str:
    """Say an action in words, without its notation."""
    kind, numbers = rules.decode(action)
    args = dict(word.split("=", 1) for word in rules.notation(action).split()[1:])
    if kind == "place":
        return f"put {args['ambassador']} on {args['space']}, {args['side']} side up"
    if kind == "cover":
        token = "no token" if args["token"] == "none" else args["token"]
        return f"cover it with {token}" + (" and add the die" if numbers["die"] else "")
    if kind == "pay":
        paid = [f"{numbers[name]} {name}" for name in t.RESOURCES if numbers[name]]
        return "pay " + (", ".join(paid) or "nothing")
    if kind == "step":
        where = "the mage" if numbers["planet"] else f"the miner to {args['cell']}"
        return f"move {where}"
    if kind == "option":
        return option_words(state, numbers["option"])
    if kind == "upkeep":
        return f"pay {args['paid']} and stay on level {args['level']}"
    return PLAIN[kind].format(**args)
