"""What a check case names: which of the engine's options a case's action means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.games.federation import payment
from simkit.games.federation import terms as t
from simkit.games.federation.kinds import K_BUILD, K_COVER, K_END, K_OPTION, K_SHOP, K_USE, KIND
from simkit.games.federation.position import WINGS, number_of
from simkit.games.federation.records import cost
from simkit.games.federation.schema import SCHEMA

if TYPE_CHECKING:
    from simkit.games.federation.state import FederationState
    from simkit.games.federation.tables import Task

PLACE_KEYS = ("ambassador", "side", "space", "floor", "column", "alteration", "die", "wing")
LOST_KEYS = ("discard", "lose", "throw_away")
ASIDE = ("type", "player", "pay", *LOST_KEYS, "note")
DIE_KEYS = ("die", "assistant_die", "with_die", "add_die")
QUERY_KEYS = ("query", "ask", "asks", "asked", "question", "which", "what", "key")
# Keys of actions in the notation, and those under which choices are named; what stands under another
# one must answer a choice.
ACTION_KEYS = (
    *PLACE_KEYS, *DIE_KEYS, *ASIDE, "payment", "offer", "offered", "paid", "resource", "resources",
    "what", "n", "amount", "count", "gain", "which", "action", "planet", "room", "mission", "id",
    "erudite", "tile", "during", "structure", "building", "industry", "cost_waived", "times",
    "step", "floors", "columns", "part", "pp", "copy", "choice", "choices", "option", "options",
    "planet_block", "room_block", "round", "decline", "special", "use_special", "key", "query",
    "ask", "asks", "asked", "question", "reveal_order", "order", "shop", "shops", "cell", "cells",
    "token", "tokens", "alteration_token", "alterations", "project", "projects", "medal", "medals",
    "marker", "markers", "mission_marker", "mission_markers", "missions", "asteroid", "asteroids",
    "deep_space_tile", "deep_tile", "disc", "discs", "copies", "copied", "pick", "picks", "take",
    "takes", "bonus", "bonuses", "income", "refresh", "copy_erudite", "transmute", "law",
    "start_tile", "erudites", "structures", "influence", "move", "moves", "to", "target", "reward",
    "ship", "ships", "accredit", "accreditation", "accreditation_step", "accreditation_steps",
    "steps", "assistant_die", "spaceship",
    *t.RESOURCES,
)  # fmt: skip
DECLINING = ("end", "decline", "none", "nothing", "skip")
PAY_KEYS = ("pay", "payment", "offer", "offered", "resource")
GAIN_KEYS = ("what", "resource", "n", "amount", "count", "gain", "resources")
EFFECT_NAMES = {
    t.ACCREDIT: (
        "accredit",
        "accreditation",
        "accreditation_step",
        "accreditation_steps",
        "step",
        "steps",
    ),
    t.SHIP: ("ship", "ships", "spaceship", "hangar"),
    t.MARKER: ("mission_marker", "mission_markers", "marker", "markers"),
    t.DIE: ("die", "assistant_die"),
    t.MEDAL: ("medal",),
}


# Whatever a choice may be answered by.
CHOICES = frozenset(
    [name for kind in SCHEMA.kinds for arg in kind.args for name in arg.names]
    + [word for words in EFFECT_NAMES.values() for word in words]
    + [*t.RESOURCES, *DECLINING]
)


def named(action: Mapping[str, Any], known: Iterable[str], keys: Iterable[str], what: str) -> int:
    """Return the number of the component an action is about, and refuse one that is not known.

    It stands under one of `keys`; failing that, it is the first known name among the action's values.
    """
    names_of = list(known)
    for key in keys:
        if isinstance(action.get(key), str):
            return number_of(names_of, action[key], what)
    for key, value in action.items():
        if key not in ASIDE and isinstance(value, str) and value in names_of:
            return names_of.index(value)
    raise BadValue("case", f"the action names no {what}")


def hints(action: Mapping[str, Any], aside: Iterable[str]) -> Counter[str]:
    """Return the names in an action, with how often each is meant."""
    found: Counter[str] = Counter()
    for key, value in action.items():
        if key not in aside and key not in ASIDE:
            _collect(value, found, key)
    return found


def _collect(value: Any, found: Counter[str], key: str) -> None:
    if isinstance(value, str):
        found[value] += 1
    elif isinstance(value, Mapping):
        for name, number in value.items():
            if isinstance(number, int) and not isinstance(number, bool):
                found[str(name)] += number
            else:
                _collect(number, found, str(name))
    elif isinstance(value, (list, tuple)):
        for item in value:
            _collect(item, found, key)
    elif isinstance(value, int) and not isinstance(value, bool):
        found[f"{key}={value}"] += 1


def adds_die(action: Mapping[str, Any]) -> bool:
    """Tell whether a placement adds the assistant die."""
    return any(bool(action.get(key)) for key in DIE_KEYS)


def unused_keys(
    action: Mapping[str, Any], left: Counter[str] | None, refused: str = ""
) -> dict[str, Any]:
    """Return what an action says under keys that are not of the notation and that answered nothing.

    `left` are the names that no choice was answered by; None where none was asked. An action that is
    `refused` may name choices that never came up.

    Examples
    --------
    >>> unused_keys({"type": "mission", "mission": "m01", "sell": "n1a", "cell": "n1b"}, None)
    {'sell': 'n1a'}
    """
    unused = {}
    for key, value in action.items():
        if key in ACTION_KEYS or value is None:
            continue
        said: Counter[str] = Counter()
        _collect(value, said, key)
        if refused and said and set(said) <= CHOICES:
            continue
        if not said or left is None or any(left[name] >= n for name, n in said.items()):
            unused[key] = value
    return unused


def first_wing(order: Any) -> int:
    """Return the wing whose law is opened first: 0 left, 1 right; a list or table names it first."""
    if isinstance(order, Mapping):
        order = order.get("first") or sorted(order, key=lambda wing: str(order[wing]))
    if isinstance(order, list):
        if sorted(order) != sorted(WINGS):
            raise BadValue("reveal_order", f"{order!r} does not name both wings")
        order = order[0]
    return number_of(WINGS, str(order).split(" ")[0], "wing")


def names(s: FederationState, task: Task, option: int) -> list[str]:
    """Return the names by which a case may mean an option, the most telling one first."""
    words = s.rules.notation(option).split()
    found = [word.split("=", 1)[1] for word in words[1:]]
    kind = option & KIND
    if kind == K_END:
        return list(DECLINING)
    if kind == K_OPTION:
        chosen = s.tables.menus[task[1]][option >> 6]
        return [*effect_names(chosen), f"option={option >> 6}"]
    if task[0] == t.LAW:
        return [*found, s.tables.laws[s.open_laws[option >> 6]]]
    if words[0] == "step":
        planet, cell = found
        return [cell, planet] if planet == "neo" else [planet]
    return found


def effect_names(tasks: list[Task]) -> list[str]:
    """Return the names of a list of effects."""
    found: list[str] = []
    for op, a, b, _ in tasks:
        if op == t.GAIN:
            found.append(t.RESOURCES[a])
        elif op == t.ACTION:
            found.append(t.ACTIONS[a])
        elif op == t.PROJECT:
            found.extend(
                ["same", "same_any"] if b & 3 == t.SAME_PROJECT else ["another", "different"]
            )
        found.extend(EFFECT_NAMES.get(op, ()))
    return found


def known_names(s: FederationState, task: Task) -> tuple[str, ...]:
    """Return all names that would answer a decision: one of them that is not an option is refused."""
    tables = s.tables
    op = task[0]
    if op in (t.ON_ATAL, t.REFRESH, t.COPY_ERUDITE, t.TAKE_ERUDITE):
        return tuple(tables.erudites)
    if op in (t.ON_ARRATUIN, t.DISC):
        return tuple(tables.shops)
    if op in (t.ON_E81216, t.BUILD_FREE, t.INCOME_FREE):
        return tuple(tables.structures)
    by_task: dict[int, tuple[str, ...]] = {
        t.ON_NEO: tuple(tables.cells),
        t.COPY_ACTION: t.ACTIONS,
        t.TAKE_TOKEN: tuple(tables.token_ids),
        t.KEEP_TOKEN: tuple(tables.token_ids),
        t.TAKE_ASTEROID: tuple(tables.asteroids),
        t.MEDAL: t.MEDALS,
        t.MARKER: tuple(tables.missions),
        t.PROJECT: t.PROJECTS,
        t.DEEP_SPACE: tuple(tables.deep_tiles),
        t.TRANSMUTE: t.RESOURCES[:3],
    }
    return by_task.get(op, ())


def choose(
    s: FederationState,
    task: Task,
    options: list[int],
    action: Mapping[str, Any],
    named: Counter[str],
) -> tuple[list[int], str]:
    """Return the options that an action leaves open, and why it must be refused ("" = it need not)."""
    op = task[0]
    if op == t.PAY:
        return choose_payment(s, task, options, action)
    if op == t.LOSE:
        return choose_loss(s, options, action), ""
    meant = [o for o in options if any(named[name] > 0 for name in names(s, task, o))]
    uses = [o for o in meant if o & KIND == K_USE]
    if uses:
        return uses[:1], ""
    if meant:
        if not payable_as_named(s, task, meant[0], action):
            return [], "the cost cannot be paid like this"
        return meant, ""
    barred = [name for name in known_names(s, task) if named[name] > 0]
    if barred:
        return [], f"{barred[0]} is not possible here"
    others = [o for o in options if o & KIND not in (K_USE, K_END)]
    if op == t.AFTER:
        return [o for o in options if o & KIND == K_END], ""
    return others or [o for o in options if o & KIND == K_END], ""


def consume(s: FederationState, task: Task, option: int, named: Counter[str]) -> None:
    """Take the hint that an option was chosen by; it counts once."""
    for name in names(s, task, option):
        if named[name] > 0:
            named[name] -= 1
            return


def choose_payment(
    s: FederationState, task: Task, options: list[int], action: Mapping[str, Any]
) -> tuple[list[int], str]:
    """Return the payment a case names, else the ways that no other one beats."""
    pay = action.get("pay")
    if isinstance(pay, Mapping):
        wanted = payment.pay_action(cost(pay))
        if wanted in options:
            return [wanted], ""
        return [], "the cost cannot be paid like this"
    res = s.players[s.seat].res
    ways = payment.payments(s.tables, res, payment.unpack(task[1]), task[2])
    return [payment.pay_action(way) for way in payment.best_payments(ways)], ""


def payable_as_named(
    s: FederationState, task: Task, option: int, action: Mapping[str, Any]
) -> bool:
    """Tell whether the payment that a case names pays for a chosen shop or structure."""
    pay = action.get("pay")
    kind, number = option & KIND, option >> 6
    if not isinstance(pay, Mapping) or kind not in (K_SHOP, K_BUILD) or task[0] == t.BUILD_FREE:
        return True
    tables = s.tables
    asked = tables.shop_cost[number] if kind == K_SHOP else tables.structure_cost[number]
    discount = task[1] if kind == K_BUILD else 0
    return cost(pay) in payment.payments(tables, s.players[s.seat].res, asked, discount)


def choose_loss(s: FederationState, options: list[int], action: Mapping[str, Any]) -> list[int]:
    """Return what is lost for want of room: what the case names, else what was just gained."""
    wanted = [action[key] for key in LOST_KEYS if key in action]
    given: Counter[str] = Counter()
    _collect(wanted, given, "discard")
    named = [o for o in options if given[t.RESOURCES[o >> 6]] > 0]
    return (named or options)[:1]


def gains(action: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return what a `gain` names: as ``{"lavandium": 2}``, as ``what`` and ``n``, lists of them."""
    found: list[tuple[str, int]] = []
    what = action.get("what", action.get("resource"))
    for key, value in action.items():
        if key in ASIDE or key in GAIN_KEYS[:5]:
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Mapping):
                found.extend(gains(item))
            elif key not in GAIN_KEYS and is_number(item):
                found.append((key, item))
    for item in what if isinstance(what, list) else [what]:
        if isinstance(item, Mapping):
            found.extend(gains(item))
        elif item is not None:
            numbers = [action[key] for key in ("n", "amount", "count") if key in action]
            found.append((str(item), int(numbers[0]) if numbers else 1))
    return found


def is_number(value: Any) -> bool:
    """Tell whether a value of a case is a number (``true`` is none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def gain_task(name: str, n: int) -> Task:
    """Return the effect that gives a player so many of what a `gain` names."""
    for op, names_of in EFFECT_NAMES.items():
        if name in names_of and op != t.MEDAL:
            return (op, n, 0, -1)
    return (t.GAIN, number_of(t.RESOURCES, name, "resource"), n, -1)


def offered(action: Mapping[str, Any]) -> int:
    """Return the resource offered for upkeep as its number plus one; 0 = nothing."""
    pay = next((action[key] for key in PAY_KEYS if key in action), None)
    if not pay:
        return 0
    if isinstance(pay, str):
        pay = [] if pay in DECLINING else [pay]
    paid = [name for name, n in pay.items() if n] if isinstance(pay, Mapping) else list(pay)
    return number_of(t.RESOURCES, paid[0], "resource") + 1 if paid else 0


def asked(action: Mapping[str, Any], key: str, every: Iterable[int]) -> Iterable[Any]:
    """Return the floors or columns that narrow a step: one, several, or all."""
    found = action.get(f"{key}s", action.get(key))
    if found is None:
        return every
    return found if isinstance(found, list) else [found]


def cover(token: int, die: bool) -> int:
    """Pack the covering of an ambassador."""
    return K_COVER | (token + 1) << 6 | int(die) << 11


def pieces(s: FederationState, action: Mapping[str, Any]) -> list[int]:
    """Return the ambassadors and sides a placement may mean, as bits of the action."""
    names_of = SCHEMA.kinds[1].args[1].names
    if action.get("ambassador"):
        name = str(action["ambassador"]).replace("special_ambassador", "special")
        name = "amb_special" if name == "special" else name
        own = [number_of(names_of, name, "ambassador")]
    else:
        own = list(range(4))
    side = number_of(t.SIDES, action.get("side", "voting"), "side")
    return [ambassador << 11 | side << 14 for ambassador in own]
