"""A document as plain text that fits a terminal."""

from __future__ import annotations

import textwrap

import pandas as pd

from simkit.analysis.cells import lines_of
from simkit.report.document import (
    BOLD,
    STRESSED,
    TEXT,
    Document,
    Heading,
    Note,
    Part,
    Sentence,
    Table,
    Text,
)

WIDTH = 100
BESIDE = 16  # columns for the names of pairs, at least
RULES = {1: "=", 2: "-", 3: "."}


def render(document: Document) -> str:
    """Return a document as text: headings underlined, tables aligned, paragraphs broken at the width.

    Examples
    --------
    >>> frame = pd.DataFrame({"faction": ["a", "bb"], "games": ["10", "9"]})
    >>> print(render(Document("Balance", (Heading("By faction", 2), Table(frame)))))
    Balance
    =======
    <BLANKLINE>
    By faction
    ----------
    faction  games
    a           10
    bb           9
    """
    lines = _headed(document.title, 1)
    for part in document.shown(TEXT):
        lines += _lines(part)
    return "\n".join(lines)


def _lines(part: Part) -> list[str]:
    match part:
        case Heading(text, level):
            return ["", *_headed(text, level)]
        case Text(text, "item") | Sentence(text, "item"):
            return textwrap.wrap(_plain(text), WIDTH, initial_indent="- ", subsequent_indent="  ")
        case Text(text):
            return ["", *_wrapped(text)]
        case Sentence(text):
            return _wrapped(text)
        case Table(kind="pairs"):
            return ["", *_pairs(part.frame)]
        case Table():
            rows = _folded(part.frame) if part.kind == "wide" else lines_of(part.frame)
            return [*(["", part.caption] if part.caption else []), *rows]
        case Note(text):
            return text.splitlines()
        case _:  # pictures
            return []


def _headed(text: str, level: int) -> list[str]:
    return [text, RULES[level] * len(text)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(_plain(text), WIDTH) or [""]


def _plain(text: str) -> str:
    """Return a text without the marks of bold and stressed words."""
    return STRESSED.sub(r"\1", BOLD.sub(r"\1", text))


def _pairs(frame: pd.DataFrame) -> list[str]:
    """Return names with a text beside each, broken at the width."""
    lines = []
    beside = max([BESIDE, *(len(name) + 2 for name in frame.iloc[:, 0])])
    for name, text in frame.itertuples(index=False):
        first, *others = textwrap.wrap(text, WIDTH - beside) or [""]
        lines += [f"{name:<{beside}}{first}", *(" " * beside + line for line in others)]
    return lines


def _folded(table: pd.DataFrame) -> list[str]:
    """Return a wide table as several blocks that fit the width, its first column in each."""
    blocks: list[list[int]] = [[0]]
    for place in range(1, table.shape[1]):
        tried = lines_of(table.iloc[:, [*blocks[-1], place]])
        if len(blocks[-1]) > 1 and max(map(len, tried)) > WIDTH:
            blocks.append([0])
        blocks[-1].append(place)
    lines: list[str] = []
    for i, block in enumerate(blocks):
        lines += [*([""] if i else []), *lines_of(table.iloc[:, block])]
    return lines
