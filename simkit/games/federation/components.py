"""How sure each figure of the component data is; `tables` turns the data into the engine's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from simkit.core.components import Components, shipped


class Marked(NamedTuple):
    """One figure of the data with its confidence."""

    path: str
    value: Any
    confidence: str


NOT_FIGURES = ("why", "source", "note", "confidence", "text", "name", "aliases", "alternatives")


def data_confidence() -> list[Marked]:
    """Return every figure of the title's data with its confidence mark.

    The mark is the figure's own (``field_confidence`` or ``<key>_confidence``), else its record's, else
    that of the nearest table around it. Files that only name things (``terms``) hold no figures.

    Returns
    -------
    list of Marked
        Path, value and ``confirmed``, ``inferred`` or ``reconstructed``.

    Examples
    --------
    >>> marks = {line.path: line.confidence for line in data_confidence()}
    >>> marks["medals.score.by_count"], marks["accreditation.medal_step"]
    ('reconstructed', 'confirmed')
    """
    tables = Components(shipped("data") / "federation").tables
    found: list[Marked] = []
    for table, data in sorted(tables.items()):
        if table != "terms":
            found.extend(_marked(table, data, "unmarked"))
    return found


def _marked(path: str, here: Any, around: str) -> Iterator[Marked]:
    if isinstance(here, dict):
        mark = str(here.get("confidence", around)).split(" ")[0]
        fields = here.get("field_confidence", {})
        for key, value in here.items():
            words = key.endswith(("confidence", "_why")) or key in NOT_FIGURES or key == "id"
            if not words:
                own = str(fields.get(key, here.get(f"{key}_confidence", mark))).split(" ")[0]
                yield from _marked(f"{path}.{key}", value, own)
    elif isinstance(here, list) and here and isinstance(here[0], dict) and "id" in here[0]:
        for record in here:
            yield from _marked(f"{path}.{record['id']}", record, around)
    elif isinstance(here, list) and here and isinstance(here[0], dict) and "op" not in here[0]:
        for number, record in enumerate(here):
            yield from _marked(f"{path}.{number}", record, around)
    else:
        yield Marked(path, here, around)
