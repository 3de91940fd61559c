"""A document as a notebook shows it: with its pictures, and as plain text where there are none."""

from __future__ import annotations

from simkit.report import html, terminal
from simkit.report.document import PAGE, Document, Heading

# Rules of a page that hold for this report alone, not for the notebook around it.
STYLE = """
.simkit-report .caution { border-left: 5px solid #d9822b; padding: .5rem .8rem; }
.simkit-report .note { font-size: .85rem; opacity: .75; }
.simkit-report .conditions td, .simkit-report .conditions th { text-align: left; }
.simkit-report .wide { overflow-x: auto; }
"""


def bundle(document: Document) -> dict[str, str]:
    """Return a document in the forms among which a notebook chooses.

    Examples
    --------
    >>> forms = bundle(Document("Balance", (Heading("Who wins"),)))
    >>> forms["text/html"][-51:]
    '<h1>Balance</h1><h2 id="part-1">Who wins</h2></div>'
    """
    content, _ = html.body([Heading(document.title, 0), *document.shown(PAGE)])
    return {
        "text/html": f'<div class="simkit-report"><style>{STYLE}</style>{content}</div>',
        "text/plain": terminal.render(document),
    }
