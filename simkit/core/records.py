"""What records of the component data may hold: their keys, types and values, and the check of them.

A title declares it of the tables that packs may extend (`Schema.records`). Ranges of figures are not
declared twice: a number is held against the patchable path that it stands at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from simkit.core.errors import BadValue, SimkitError, UnknownName

TYPES: Final[dict[str, str]] = {
    "text": "is a text",
    "whole": "is a whole number",
    "flag": "is true or false",
    "texts": "is a list of texts",
    "tables": "is a list of tables",
}
"""Types of the values of keys, with what is said of a value of another type."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record, or of a table inside it.

    Parameters
    ----------
    name, meaning
        What it is called, and what it says.
    type
        A word of `TYPES`.
    needed
        Whether every record has to have it.
    values
        What is allowed, of a text or of each text of a list; empty = anything.
    low, high
        Range of a whole number; None = whatever the patchable path allows.
    most
        Entries that a list may have at most; 0 = any number.
    forms
        Of ``tables``: what each of them may look like.
    """

    name: str
    type: str = "text"
    needed: bool = False
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    most: int = 0
    forms: tuple[Form, ...] = ()
    meaning: str = ""

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"key {self.name!r}: unknown type {self.type!r}")


@dataclass(frozen=True, slots=True)
class Form:
    """What a table in a list may look like: which words tell it apart, and its further keys.

    Examples
    --------
    >>> Form((("phase", "settle"), ("op", "military")), (Key("n", "whole", needed=True),)).words
    'phase settle, op military'
    """

    when: tuple[tuple[str, str], ...]
    keys: tuple[Key, ...] = ()
    meaning: str = ""

    @property
    def words(self) -> str:
        """Return what tells it apart."""
        return ", ".join(f"{key} {value}" for key, value in self.when)


@dataclass(frozen=True, slots=True)
class Record:
    """A kind of record that packs may add or change.

    Parameters
    ----------
    table, name
        The file without its ending, and the name of the list in it.
    what
        What one record is called.
    keys
        Its keys besides ``id``.
    """

    table: str
    name: str
    what: str
    keys: tuple[Key, ...]

    @property
    def needed(self) -> list[str]:
        """Return the keys that a new record has to have."""
        return [key.name for key in self.keys if key.needed]


Problems = Iterator[SimkitError]


def check_table(
    given: Mapping[str, Any], keys: Sequence[Key], place: str, known: Sequence[str] = ()
) -> Problems:
    """Yield what is wrong with the keys of a table; `known` are further keys that it may have."""
    named = {key.name: key for key in keys}
    for name in given:
        if name not in named and name not in known:
            yield UnknownName("key", name, [*known, *named], place)
    for key in keys:
        if key.name in given:
            yield from check_value(key, given[key.name], f"{place}, {key.name}")
        elif key.needed:
            yield BadValue(place, f"lacks the key {key.name!r} ({key.meaning or key.type})")


def check_value(key: Key, value: Any, place: str) -> Problems:
    """Yield what is wrong with a value."""
    if not _fits(key.type, value):
        yield BadValue(place, f"{TYPES[key.type]}, not {value!r}")
    elif key.type == "whole":
        low, high = key.low, key.high
        if (low is not None and value < low) or (high is not None and value > high):
            yield BadValue(place, f"{value} is outside {low} to {high}")
    elif key.values:
        for one in value if key.type == "texts" else [value]:
            if one not in key.values:
                yield UnknownName("value", one, key.values, place)
    if key.type in ("texts", "tables") and isinstance(value, list):
        if 0 < key.most < len(value):
            yield BadValue(place, f"has {len(value)} entries, and there may be {key.most}")
        if key.type == "tables" and _fits("tables", value):
            for number, one in enumerate(value):
                yield from _check_form(key.forms, one, f"{place}[{number}]")


def _fits(type_: str, value: Any) -> bool:
    if type_ == "whole":
        return isinstance(value, int) and not isinstance(value, bool)
    if type_ == "flag":
        return isinstance(value, bool)
    if type_ == "text":
        return isinstance(value, str) and bool(value.strip())
    inner = str if type_ == "texts" else Mapping
    return isinstance(value, list) and all(isinstance(one, inner) for one in value)


def _check_form(forms: Sequence[Form], given: Mapping[str, Any], place: str) -> Problems:
    """Yield what is wrong with a table that has one of several forms."""
    left = list(forms)
    telling = [key for key, _ in forms[0].when]
    for depth, name in enumerate(telling):
        known = list(dict.fromkeys(form.when[depth][1] for form in left))
        if name not in given:
            yield BadValue(place, f"lacks the key {name!r} ({', '.join(known)})")
            return
        left = [form for form in left if form.when[depth][1] == given[name]]
        if not left:
            beside = ", ".join(f"{key} {given[key]!r}" for key in telling[:depth])
            where = f"{place} ({beside})" if beside else place
            yield UnknownName(name, given[name], known, where)
            return
    yield from check_table(given, left[0].keys, f"{place} ({left[0].words})", telling)
