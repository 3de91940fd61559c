"""What a report holds, in the order in which it is read: headings, text, tables, figures, notes.

A document knows no engine, no run and no medium. `terminal`, `html`, `markdown` and `notebook` each show
any document; who writes a report writes it once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

# Where a part is shown: in plain text (a terminal) or on a page, which has room for pictures.
Medium: TypeAlias = Literal["text", "page"]
TEXT: Medium = "text"
PAGE: Medium = "page"

# Marks that texts and sentences may hold: those of Markdown for **bold** and *stressed* words and `code`.
BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")
STRESSED = re.compile(r"\*(\S(?:[^*]*\S)?)\*")
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Heading:
    """The heading of a chapter (level 1), of a section in it (2), or of a part of that (3)."""

    text: str
    level: int = 1
    only: Medium | None = None


@dataclass(frozen=True)
class Text:
    """A paragraph that stands by itself; it may hold **bold** and *stressed* words and `code`.

    Attributes
    ----------
    kind
        ``caution`` sets it off, ``item`` makes it an item of a list.
    """

    text: str
    kind: Literal["", "caution", "item"] = ""
    only: Medium | None = None


@dataclass(frozen=True)
class Sentence:
    """What figures say, made from them; see `simkit.report.sentences`. It may hold what a `Text` may.

    Attributes
    ----------
    kind
        ``item`` makes it an item of a list.
    """

    text: str
    kind: Literal["", "item"] = ""
    only: Medium | None = None


@dataclass(frozen=True, eq=False)
class Table:
    """A frame of text cells.

    Attributes
    ----------
    kind
        ``figures`` are aligned, names to the left; so are ``wide`` ones, which plain text breaks into
        blocks; ``pairs`` are names with a text beside each.
    caption
        What the table shows, where no heading says so.
    """

    frame: pd.DataFrame
    kind: Literal["figures", "wide", "pairs"] = "figures"
    caption: str = ""
    only: Medium | None = None


@dataclass(frozen=True)
class Figure:
    """A picture, drawn when it is shown; where the figures do not allow it, a note says why.

    Attributes
    ----------
    draw
        Returns the figure of matplotlib. Its title is the picture's sentence.
    what
        What it shows, in a few words.
    file
        Name of the picture's file, without suffix, where the document is written into a folder.
    """

    draw: Callable[[], Drawing]
    what: str
    file: str = ""
    only: Medium | None = PAGE


@dataclass(frozen=True)
class Note:
    """Small print, line by line as it stands."""

    text: str
    only: Medium | None = None


@dataclass(frozen=True)
class Later:
    """Parts that are worked out when they are shown: what a medium leaves out costs nothing."""

    make: Callable[[], Iterable[Part]]
    only: Medium | None = None


Part: TypeAlias = Heading | Text | Sentence | Table | Figure | Note | Later


@dataclass(frozen=True)
class Document:
    """A report: its title and its parts.

    Examples
    --------
    >>> page = Document("Balance", (Heading("Who wins"), Sentence("A wins most.")))
    >>> print(page)
    Balance
    =======
    <BLANKLINE>
    Who wins
    ========
    A wins most.
    """

    title: str
    parts: tuple[Part, ...]

    def shown(self, medium: Medium) -> Iterator[Part]:
        """Yield what a medium shows; parts that come later are worked out."""
        return _shown(self.parts, medium)

    def __str__(self) -> str:
        from simkit.report import terminal

        return terminal.render(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from simkit.report import notebook

        return notebook.bundle(self)


def _shown(parts: Iterable[Part], medium: Medium) -> Iterator[Part]:
    for part in parts:
        if part.only not in (None, medium):
            continue
        if isinstance(part, Later):
            yield from _shown(part.make(), medium)
        else:
            yield part


def only(medium: Medium, *parts: Part) -> tuple[Part, ...]:
    """Return parts that one medium alone shows."""
    return tuple(replace(part, only=medium) for part in parts)
