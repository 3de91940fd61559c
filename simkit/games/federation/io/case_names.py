"""What a check case names: which of the engine's options a case's action means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.games.federation.io import case_words
from simkit.games.federation.io.position_names import WINGS, number_of
from simkit.games.federation.rules import kinds, payment, terms
from simkit.games.federation.rules.records import cost
from simkit.games.federation.schema import SCHEMA

if TYPE_CHECKING:
    from simkit.games.federation.io.case_words import Words
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Cost, Task


def named(action: Mapping[str, Any], known: Iterable[str], keys: Iterable[str], what: str) -> int:
    """Return the number of the component an action is about, and refuse one that is not known.

    It stands under one of `keys`; failing that, it is the first known name among the action's values.
    """
    names_of = list(known)
    for key in keys:
        if isinstance(action.get(key), str):
            return number_of(names_of, action[key], what)
    for key, value in action.items():
        if key not in case_words.ASIDE and isinstance(value, str) and value in names_of:
            return names_of.index(value)
    raise BadValue("case", f"the action names no {what}")


def adds_die(action: Mapping[str, Any]) -> bool:
    """Tell whether a placement adds the assistant die."""
    return any(bool(action.get(key)) for key in case_words.DIE_KEYS)


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
    kind = option & kinds.KIND
    if kind == kinds.K_END:
        return list(case_words.DECLINING)
    if kind == kinds.K_OPTION:
        chosen = s.tables.menus[task[1]][option >> 6]
        return [*effect_names(chosen), f"option={option >> 6}"]
    if task[0] == terms.LAW:
        return [*found, s.tables.laws[s.open_laws[option >> 6]]]
    if task[0] == terms.COPY_ACTION:
        spaces = zip(s.tables.spaces, s.tables.space_action, strict=True)
        return [*found, *(space for space, action in spaces if action == option >> 6)]
    if words[0] == "step":
        planet, cell = found
        return [cell, planet] if planet == "neo" else [planet]
    return found


def effect_names(tasks: list[Task]) -> list[str]:
    """Return the names of a list of effects."""
    found: list[str] = []
    for op, a, b, _ in tasks:
        if op == terms.GAIN:
            found.append(terms.RESOURCES[a])
        elif op == terms.ACTION:
            found.append(terms.ACTIONS[a])
        elif op == terms.PROJECT:
            found.extend(
                ["same", "same_any"] if b & 3 == terms.SAME_PROJECT else ["another", "different"]
            )
        found.extend(case_words.EFFECT_NAMES.get(op, ()))
    return found


def known_names(s: FederationState, task: Task) -> tuple[str, ...]:
    """Return all names that would answer a decision: one of them that is not an option is refused."""
    answered = case_words.KINDS_AT[task[0]]
    if len(answered) != 1:
        return tuple(s.tables.cells) if task[0] == terms.STEP else ()
    return case_words.names_by_kind(s.tables, next(iter(answered)))


def choose(
    s: FederationState, task: Task, options: list[int], action: Mapping[str, Any], said: Words
) -> tuple[list[int], str]:
    """Return the options that an action leaves open, and why it must be refused ("" = it need not)."""
    op = task[0]
    if op == terms.PAY:
        return choose_payment(s, task, options, action)
    by_option = {option: names(s, task, option) for option in options}
    if any(option & kinds.KIND == kinds.K_USE for option in options):
        used = [word for left in case_words.answering(said, op, True).values() for word in left]
        for option in options:
            if option & kinds.KIND == kinds.K_USE and case_words.matches(
                by_option[option][0], used
            ):
                return [option], ""
    asked_for = [option for option in options if option & kinds.KIND != kinds.K_USE]
    known = () if op == terms.AFTER else known_names(s, task)
    meant, barred = case_words.options_named(asked_for, task, by_option, said, known)
    if meant:
        if not payable_as_named(s, task, meant[0], action):
            return [], "the cost cannot be paid like this"
        return meant, ""
    if op == terms.LOSE:  # else what was just gained
        return options[:1], ""
    if barred:
        return [], f"{barred} is not possible here"
    others = [option for option in asked_for if option & kinds.KIND != kinds.K_END]
    if op == terms.AFTER:
        return [option for option in options if option & kinds.KIND == kinds.K_END], ""
    return others or [option for option in options if option & kinds.KIND == kinds.K_END], ""


def consume(s: FederationState, task: Task, option: int, said: Words) -> None:
    """Take away the words that an option was chosen by; they count once."""
    case_words.consume(said, task[0], names(s, task, option), option & kinds.KIND == kinds.K_USE)


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


def pays(s: FederationState, action: Mapping[str, Any], asked: Cost) -> bool:
    """Tell whether the payment that an action names, if any, pays a fixed cost."""
    pay = action.get("pay")
    if not isinstance(pay, Mapping) or not any(asked):
        return True
    return cost(pay) in payment.payments(s.tables, s.players[s.seat].res, asked, 0)


def payable_as_named(
    s: FederationState, task: Task, option: int, action: Mapping[str, Any]
) -> bool:
    """Tell whether the payment that a case names pays for a chosen shop or structure."""
    pay = action.get("pay")
    kind, number = option & kinds.KIND, option >> 6
    if (
        not isinstance(pay, Mapping)
        or kind not in (kinds.K_SHOP, kinds.K_BUILD)
        or task[0] == terms.BUILD_FREE
    ):
        return True
    tables = s.tables
    asked = tables.shop_cost[number] if kind == kinds.K_SHOP else tables.structure_cost[number]
    discount = task[1] if kind == kinds.K_BUILD else 0
    return cost(pay) in payment.payments(tables, s.players[s.seat].res, asked, discount)


def gains(action: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return what a `gain` names: as ``{"lavandium": 2}``, as ``what`` and ``n``, lists of them."""
    found: list[tuple[str, int]] = []
    what = action.get("what", action.get("resource"))
    for key, value in action.items():
        if key in case_words.ASIDE or key in case_words.GAIN_KEYS[:5]:
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Mapping):
                found.extend(gains(item))
            elif key not in case_words.GAIN_KEYS and is_number(item):
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
    for op, names_of in case_words.EFFECT_NAMES.items():
        if name in names_of and op != terms.MEDAL:
            return (op, n, 0, -1)
    return (terms.GAIN, number_of(terms.RESOURCES, name, "resource"), n, -1)


def offered(action: Mapping[str, Any]) -> int:
    """Return the resource offered for upkeep as its number plus one; 0 = nothing, -1 = more than one."""
    pay = next((action[key] for key in case_words.PAY_KEYS if key in action), None)
    if not pay:
        return 0
    if isinstance(pay, str):
        pay = [] if pay in case_words.DECLINING else [pay]
    if not isinstance(pay, Mapping):
        pay = Counter(pay)
    paid = {number_of(terms.RESOURCES, name, "resource"): int(n) for name, n in pay.items()}
    total = sum(paid.values())
    if total == 0:
        return 0
    return next(kind for kind, n in paid.items() if n) + 1 if total == 1 else -1


def asked(action: Mapping[str, Any], key: str, every: Iterable[int]) -> Iterable[Any]:
    """Return the floors or columns that narrow a step: one, several, or all."""
    found = action.get(f"{key}s", action.get(key))
    if found is None:
        return every
    return found if isinstance(found, list) else [found]


def cover(token: int, die: bool) -> int:
    """Pack the covering of an ambassador."""
    return kinds.K_COVER | (token + 1) << 6 | int(die) << 11


def pieces(s: FederationState, action: Mapping[str, Any]) -> list[int]:
    """Return the ambassadors and sides a placement may mean, as bits of the action."""
    names_of = SCHEMA.kinds[1].args[1].names
    if action.get("ambassador"):
        name = str(action["ambassador"]).replace("special_ambassador", "special")
        name = "amb_special" if name == "special" else name
        own = [number_of(names_of, name, "ambassador")]
    else:
        own = list(range(4))
    side = number_of(terms.SIDES, action.get("side", "voting"), "side")
    return [ambassador << 11 | side << 14 for ambassador in own]
