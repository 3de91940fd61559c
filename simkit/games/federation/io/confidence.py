"""How sure each figure of the component data is: confirmed, inferred or reconstructed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.core.components import Components, Marked, shipped
from simkit.core.errors import BadValue, UnknownName

NOT_FIGURES = ("why", "source", "note", "confidence", "text", "name", "aliases", "alternatives")


MARK = "_confidence"


def data_confidence() -> list[Marked]:
    """Return every figure of the title's data with its confidence mark.

    The mark is the figure's own (``field_confidence`` or ``<key>_confidence``), else its record's, else
    that of the nearest table around it. A list may have a mark for each of its entries, a table one for
    some of its keys. Files that only name things (``terms``) hold no figures.

    Returns
    -------
    list of Marked
        Path, value and ``confirmed``, ``inferred`` or ``reconstructed``.

    Examples
    --------
    >>> marks = {line.path: line.confidence for line in data_confidence()}
    >>> marks["medals.score.by_count.6"], marks["accreditation.medal_step"]
    ('reconstructed', 'confirmed')
    """
    tables = Components(shipped("data") / "federation").tables
    check_marks(tables)
    found: list[Marked] = []
    for table, data in sorted(tables.items()):
        if table != "terms":
            found.extend(_marked(table, data, "unmarked"))
    return found


def check_marks(here: Any, path: str = "") -> None:
    """Refuse a confidence mark that names no key of its table, or not the entries of its list."""
    if isinstance(here, list):
        for number, item in enumerate(here):
            name = item.get("id", number) if isinstance(item, dict) else number
            check_marks(item, f"{path}.{name}".strip("."))
    if not isinstance(here, dict):
        return
    marks = {key.removesuffix(MARK): mark for key, mark in here.items() if key.endswith(MARK)}
    marks |= marks.pop("field", {})
    for key, mark in marks.items():
        if key not in here:
            raise UnknownName("confidence of", key, [k for k in here if not k.endswith(MARK)], path)
        if isinstance(mark, dict):
            check_marks({**here[key], "field_confidence": mark}, f"{path}.{key}")
        elif isinstance(mark, list) and len(mark) != len(here[key]):
            raise BadValue(f"{path}.{key}", f"has {len(here[key])} entries and {len(mark)} marks")
    for key, value in here.items():
        if not key.endswith(MARK):
            check_marks(value, f"{path}.{key}".strip("."))


def _marked(path: str, here: Any, around: Any) -> Iterator[Marked]:
    """Yield the figures at a path with their marks; `around` is what the table around says of it."""
    if isinstance(around, list):
        for number, (value, mark) in enumerate(zip(here, around, strict=True)):
            yield Marked(f"{path}.{number}", value, mark)
    elif isinstance(here, dict):
        yield from _marked_table(path, here, around)
    elif isinstance(here, list) and here and isinstance(here[0], dict) and "id" in here[0]:
        for record in here:
            yield from _marked(f"{path}.{record['id']}", record, around)
    elif isinstance(here, list) and here and isinstance(here[0], dict) and "op" not in here[0]:
        for number, record in enumerate(here):
            yield from _marked(f"{path}.{number}", record, around)
    else:
        yield Marked(path, here, around)


def _marked_table(path: str, here: dict[str, Any], around: Any) -> Iterator[Marked]:
    """Yield the figures of a table; `around` is one mark, or those of some keys and one for the rest."""
    given = around if isinstance(around, dict) else {"": around}
    mark = str(here.get("confidence", given.get("", "unmarked"))).split(" ")[0]
    fields = {**given, **here.get("field_confidence", {})}
    for key, value in here.items():
        words = key.endswith(("confidence", "_why")) or key in NOT_FIGURES or key == "id"
        if words:
            continue
        own = fields.get(key, here.get(f"{key}{MARK}", mark))
        if isinstance(own, str):
            own = own.split(" ")[0]
        elif isinstance(own, dict):
            own = {"": mark, **own}
        yield from _marked(f"{path}.{key}", value, own)
