"""Compare states part by part, whatever a title keeps in them."""

from __future__ import annotations

import copy
import hashlib
from typing import TYPE_CHECKING, Any

from simkit.core.luck import Luck

if TYPE_CHECKING:
    from simkit.core.rules import Rules
    from simkit.core.state import State

LEFT_OUT = ("observer", "rules")  # a clone has no observer, and shares its rules
SCALARS = (int, float, str, bytes, bool, complex, type(None))


class Part:
    """The snapshot of an object: the name of its class and its attributes."""

    def __init__(self, kind: str, attributes: dict[str, Any]) -> None:
        self.kind = kind
        self.attributes = attributes

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Part)
            and self.kind == other.kind
            and self.attributes == other.attributes
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.kind}({self.attributes})"


def attribute_names(thing: object) -> list[str]:
    """List the attributes that an object holds, slotted, plain or compiled."""
    names: dict[str, None] = {}
    for cls in type(thing).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names.update(dict.fromkeys((slots,) if isinstance(slots, str) else slots))
        names.update(dict.fromkeys(cls.__dict__.get("__mypyc_attrs__", ())))
    names.update(dict.fromkeys(getattr(thing, "__dict__", ())))
    return sorted(name for name in names if not name.startswith("__"))


def snapshot(thing: Any, shared: frozenset[int] = frozenset()) -> Any:
    """Return plain data that is equal for equal states and never changes afterwards.

    Parameters
    ----------
    thing
        A state, or any part of one.
    shared
        Ids of objects that are not looked into, e.g. the tables that belong to the rules
        (`tables_of`).
    """
    return _snapshot(thing, shared, ())


def _snapshot(thing: Any, shared: frozenset[int], above: tuple[int, ...]) -> Any:
    if isinstance(thing, SCALARS):
        return thing
    if id(thing) in shared:
        return "(shared)"
    if id(thing) in above:
        return "(around)"
    above = (*above, id(thing))
    if isinstance(thing, (list, tuple)):
        return [_snapshot(item, shared, above) for item in thing]
    if isinstance(thing, dict):
        return {key: _snapshot(value, shared, above) for key, value in thing.items()}
    if isinstance(thing, (set, frozenset)):
        return sorted((_snapshot(item, shared, above) for item in thing), key=repr)
    if isinstance(thing, Luck):
        return repr(thing)
    if isinstance(thing, (bytearray, memoryview)):
        return bytes(thing)
    if callable(thing):
        return getattr(thing, "__qualname__", repr(type(thing)))
    attributes = {
        name: _snapshot(getattr(thing, name), shared, above)
        for name in attribute_names(thing)
        if name not in LEFT_OUT and hasattr(thing, name)
    }
    return Part(type(thing).__name__, attributes)


def tables_of(rules: Rules) -> frozenset[int]:
    """Return the ids of the objects that belong to rules, and are shared by all their states."""
    found = {id(rules)}
    for name in attribute_names(rules):
        value = getattr(rules, name)
        if not isinstance(value, SCALARS):
            found.add(id(value))
    return frozenset(found)


def state_snapshot(state: State) -> Any:
    """Return a snapshot of a state; the rules' own tables are left out."""
    return snapshot(state, tables_of(state.rules))


def deep_copy(state: State) -> State:
    """Return ``copy.deepcopy`` of a state, with the rules shared and no observer."""
    rules = state.rules
    kept = [rules, *(getattr(rules, name) for name in attribute_names(rules))]
    memo: dict[int, Any] = {id(thing): thing for thing in kept}
    if state.observer is not None:
        memo[id(state.observer)] = None
    made: State = copy.deepcopy(state, memo)
    made.observer = None
    return made


def difference(one: Any, other: Any, place: str = "state") -> str:
    """Name the first difference between two snapshots; "" if they are equal.

    Examples
    --------
    >>> difference([1, [2, 3]], [1, [2, 4]])
    'state[1][1]: 3, not 4'
    """
    if isinstance(one, Part) and isinstance(other, Part) and one.kind == other.kind:
        return _first_difference(one.attributes, other.attributes, place + ".{}")
    if isinstance(one, dict) and isinstance(other, dict):
        return _first_difference(one, other, place + "[{!r}]")
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{place}: {len(one)} items, not {len(other)}: {short(one)}, not {short(other)}"
        return _first_difference(dict(enumerate(one)), dict(enumerate(other)), place + "[{}]")
    if one == other or (one != one and other != other):
        return ""
    return f"{place}: {short(one)}, not {short(other)}"


def _first_difference(one: dict[Any, Any], other: dict[Any, Any], place: str) -> str:
    for key in one.keys() | other.keys():
        if key not in one or key not in other:
            return f"{place.format(key)}: is there in one only"
    for key, value in one.items():
        found = difference(value, other[key], place.format(key))
        if found:
            return found
    return ""


def state_difference(one: State, other: State) -> str:
    """Name the first difference between two states of the same rules; "" if they are equal.

    Two patches of one title have different rules: their states can be compared as well, the tables
    left out on either side.
    """
    return difference(state_snapshot(one), state_snapshot(other))


def fingerprint(thing: Any) -> str:
    """Return a short hash of plain data, equal in every process."""
    return hashlib.blake2b(repr(thing).encode(), digest_size=8).hexdigest()


def short(thing: Any, length: int = 60) -> str:
    """Return a repr that fits into a sentence."""
    text = repr(thing)
    return text if len(text) <= length else text[: length - 3] + "..."
