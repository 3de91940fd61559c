"""A document as one HTML page that needs nothing from outside: its pictures stand in it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from simkit.charts import style
from simkit.core.errors import SimkitError
from simkit.report.document import (
    BOLD,
    CODE,
    PAGE,
    STRESSED,
    Document,
    Figure,
    Heading,
    Note,
    Part,
    Sentence,
    Table,
    Text,
)
from simkit.report.files import replaced

ITEMS = re.compile(r"(?:<li>.*?</li>)+")

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 auto;
  max-width: 62rem; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.7rem; margin: 1rem 0 .3rem; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .5rem;
  border-bottom: 2px solid #1f4e79; padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; } p { margin: .4rem 0; }
.caution { border-left: 5px solid #d9822b; background: #fdf4e7; padding: .5rem .8rem; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .87rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .18rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { border-bottom: 2px solid #8a8a8a; } th:first-child, td:first-child { text-align: left; }
.conditions td, .conditions th { white-space: normal; text-align: left; } .wide { overflow-x: auto; }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; border: 1px solid #eee; }
.note { color: #555; font-size: .85rem; } nav a { margin-right: 1rem; color: #1f4e79; }
@media print { nav { display: none; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
"""


def render(document: Document) -> str:
    """Return a document as a page of its own.

    Examples
    --------
    >>> page = render(Document("Balance", (Heading("Who wins"), Sentence("A & B win."))))
    >>> page.startswith("<!DOCTYPE html>"), page[-106:-15]
    (True, '<nav><a href="#part-1">Who wins</a></nav><h2 id="part-1">Who wins</h2><p>A &amp; B win.</p>')
    """
    content, chapters = body(document.shown(PAGE))
    links = "".join(f'<a href="#{name}">{escape(text)}</a>' for name, text in chapters)
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    title = escape(document.title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<h1>{title}</h1><nav>{links}</nav>{content}</body></html>\n"
    )


def write(document: Document, path: str | Path) -> Path:
    """Write a document as a page; returns the file's path.

    The file appears when it is complete: an older one of the same name stays until then.
    """
    return replaced(path, render(document))


def body(parts: Iterable[Part]) -> tuple[str, list[tuple[str, str]]]:
    """Return parts as HTML without the page around them, and their chapters: anchor and title.

    One part after the other, so that what a figure is drawn from is held no longer than that takes.
    """
    elements: list[str] = []
    chapters: list[tuple[str, str]] = []
    for part in parts:
        anchor = ""
        if isinstance(part, Heading) and part.level == 1:
            anchor = f"part-{len(chapters) + 1}"
            chapters.append((anchor, part.text))
        elements.append(_element(part, anchor))
    return ITEMS.sub(r"<ul>\g<0></ul>", "".join(elements)), chapters


def _element(part: Part, anchor: str) -> str:
    match part:
        case Heading(text, level):
            mark = f' id="{anchor}"' if anchor else ""
            return f"<h{level + 1}{mark}>{escape(text)}</h{level + 1}>"
        case Text(text, "item") | Sentence(text, "item"):
            return f"<li>{_marked(text)}</li>"
        case Text(text, kind):
            return _paragraph(text, kind)
        case Sentence(text):
            return _paragraph(text)
        case Note(text):
            return "".join(_note(line) for line in text.splitlines())
        case Table():
            return (_paragraph(part.caption) if part.caption else "") + _table(part)
        case Figure():
            return _figure(part)
        case _:
            return ""


def _paragraph(words: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f"<p{mark}>{_marked(words)}</p>"


def _note(words: str) -> str:
    return f'<p class="note">{escape(words)}</p>'


def _marked(words: str) -> str:
    """Return a text as HTML, with its bold words and its code."""
    marked = BOLD.sub(r"<strong>\1</strong>", escape(words))
    marked = STRESSED.sub(r"<em>\1</em>", marked)
    return CODE.sub(r"<code>\1</code>", marked)


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(str(c))}</th>" for c in table.frame.columns)
    rows = [
        "<tr>" + "".join(f"<td>{escape(str(v))}</td>" for v in row) + "</tr>"
        for row in table.frame.itertuples(index=False)
    ]
    mark = ' class="conditions"' if table.kind == "pairs" else ""
    return (
        f'<div class="wide"><table{mark}><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}'
        f"</tbody></table></div>"
    )


def _figure(part: Figure) -> str:
    try:
        figure = part.draw()
    except SimkitError as error:
        return _note(f"{part.what}: not shown, because {error}.")
    picture = base64.b64encode(style.png(figure)).decode()
    alt = escape(" ".join(str(figure.get_suptitle()).split()))
    return f'<figure><img alt="{alt}" src="data:image/png;base64,{picture}"></figure>'
