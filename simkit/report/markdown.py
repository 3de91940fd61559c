"""A document as Markdown, with its pictures as files beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pandas as pd

from simkit.charts import style
from simkit.core.errors import SimkitError
from simkit.report.document import (
    PAGE,
    Document,
    Figure,
    Heading,
    Note,
    Part,
    Sentence,
    Table,
    Text,
)
from simkit.report.files import open_folder, replaced

NAME = "README.md"
DPI = 80


def render(document: Document, picture: Callable[[Figure], str] | None = None) -> str:
    """Return a document as Markdown.

    Parameters
    ----------
    picture
        Returns the address of a figure's picture; without it figures are named, not shown.

    Examples
    --------
    >>> frame = pd.DataFrame({"faction": ["a"], "games": ["10"]})
    >>> print(render(Document("Balance", (Heading("Who wins"), Text("A wins.", "item"), Table(frame)))))
    # Balance
    <BLANKLINE>
    ## Who wins
    <BLANKLINE>
    - A wins.
    <BLANKLINE>
    | faction | games |
    | --- | --- |
    | a | 10 |
    <BLANKLINE>
    """
    lines = [f"# {document.title}"]
    before = False  # whether the part before was an item, which the next one follows at once
    for part in document.shown(PAGE):
        item = getattr(part, "kind", "") == "item"
        lines += [*([] if before and item else [""]), *_lines(part, picture)]
        before = item
    return "\n".join(lines) + "\n"


def write(document: Document, folder: str | Path) -> Path:
    """Write a document and its pictures into a folder, made where it does not exist; return the page."""
    where = open_folder(folder)

    def picture(part: Figure) -> str:
        address = f"{part.file}.png"
        (where / address).write_bytes(style.png(part.draw(), DPI))
        return address

    return replaced(where / NAME, render(document, picture))


def table(frame: pd.DataFrame) -> list[str]:
    """Return a frame as the lines of a table in Markdown.

    Examples
    --------
    >>> table(pd.DataFrame({"a": [1], "b": ["x"]}))
    ['| a | b |', '| --- | --- |', '| 1 | x |']
    """
    return rows_of(list(frame.columns), frame.itertuples(index=False))


def rows_of(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """Return columns and rows as the lines of a table in Markdown."""
    lines = [_row(columns), "|" + " --- |" * len(columns)]
    return [*lines, *map(_row, rows)]


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _lines(part: Part, picture: Callable[[Figure], str] | None) -> list[str]:
    match part:
        case Heading(text, level):
            return [f"{'#' * (level + 1)} {text}"]
        case Text(text, "caution"):
            return [f"**{text}**"]
        case Text(text, kind) | Sentence(text, kind):
            return [f"- {text}" if kind == "item" else text]
        case Note(text):
            return [f"*{line.strip()}*" for line in text.splitlines()]
        case Table():
            return [*([part.caption, ""] if part.caption else []), *table(part.frame)]
        case Figure():
            return [_figure(part, picture)]
        case _:
            return []


def _figure(part: Figure, picture: Callable[[Figure], str] | None) -> str:
    if picture is None:
        return f"[picture: {part.what}]"
    try:
        return f"![{part.what}]({picture(part)})"
    except SimkitError as error:
        return f"*{part.what}: not shown, because {error}.*"
