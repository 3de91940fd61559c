"""What the notebooks need around their charts: the scale, words, pictures, the printed names.

>>> from simkit.widgets.notebook import labels, say, scale, show, still
"""

from __future__ import annotations

import base64
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from simkit.core.errors import SimkitError, UnknownName
from simkit.core.registry import rules as rules_of
from simkit.core.registry import rules_class, title_module

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simkit.core.state import State

SCALES = ("test", "shown", "big")
VARIABLE = "SIMKIT_SCALE"
SHADES = 48  # of a picture: charts have few colours, and notebooks stay small
DPI = 100
PLACE = re.compile(r"<[^<>]*class=\"sk-place\"[^<>]*/>")
COLUMNS = ("faction", "seat", "bot", "profile")  # a source of this name keeps it, as columns do


def scale(chosen: str = "shown") -> str:
    """Return how large a notebook plays: ``test`` (seconds), ``shown`` (as stored) or ``big``.

    The environment variable SIMKIT_SCALE, where it is set, overrules what the notebook says.

    Examples
    --------
    >>> games = {"test": 10, "shown": 400, "big": 8_000}[scale("shown")]
    """
    found = os.environ.get(VARIABLE) or chosen
    if found not in SCALES:
        raise UnknownName("scale", found, SCALES, "notebook")
    return found


class Words:
    """A paragraph made from figures: Markdown in a notebook, plain text elsewhere."""

    def __init__(self, *parts: object) -> None:
        self.text = "\n\n".join(str(part).strip() for part in parts)

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Picture:
    """A chart as a small PNG; its sentence stands in for it where pictures cannot be shown."""

    def __init__(self, figure: Figure) -> None:
        self.sentence = " ".join(str(figure.get_suptitle()).split())
        self.png = small_png(figure)
        self.width = round(figure.get_figwidth() * DPI)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        data = {
            "image/png": base64.b64encode(self.png).decode(),
            "text/plain": f"[chart: {self.sentence}]",
        }
        return data, {"image/png": {"alt": self.sentence, "width": self.width}}

    def __repr__(self) -> str:
        return f"[chart: {self.sentence}]"


class Still:
    """A widget with a picture in its place, for pages that are only read."""

    def __init__(self, widget: Any, svg: str, text: str) -> None:
        self.widget, self.svg, self.text = widget, svg, text

    def _repr_mimebundle_(self, **more: Any) -> dict[str, Any]:
        shown = self.widget._repr_mimebundle_(**more)
        shown = shown[0] if isinstance(shown, tuple) else shown
        return {**shown, "image/svg+xml": self.svg, "text/plain": f"[picture: {self.text}]"}

    def __repr__(self) -> str:
        return f"[picture: {self.text}]"


class Drawing:
    """A board, drawn as SVG."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg, self.text = svg, text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": f"[picture: {self.text}]"}

    def __repr__(self) -> str:
        return f"[picture: {self.text}]"


def say(*parts: object) -> None:
    """Show paragraphs; they may use Markdown.

    Examples
    --------
    >>> say("Terrans win", "and so on")
    Terrans win
    <BLANKLINE>
    and so on
    """
    _display(Words(*parts))


def show(*figures: Figure) -> None:
    """Show charts of `simkit.charts`, one below the other."""
    for figure in figures:
        _display(Picture(figure))


def if_enough(make: Callable[[], object]) -> None:
    """Show what `make` shows, or say why these games do not tell it."""
    try:
        make()
    except SimkitError as error:
        say(f"*Not shown: {error}.*")


def still(widget: Any, state: State | None = None) -> Still:
    """Show a widget; where only stored output is read, the board of a state stands in its place.

    A replay's own board serves when no state is given.
    """
    if state is None:
        widget.show()  # the model may have been moved since
        state = widget.model.state_at(widget.model.position)
    return Still(widget, _card(state), f"the board of {label_of(state.rules.title)}")


def board(state: State) -> Drawing:
    """Return the board of a state, to be shown."""
    return Drawing(_card(state), f"the board of {label_of(state.rules.title)}")


def _card(state: State) -> str:
    svg = str(title_module(state.rules.title, "view.board").svg(state, size="card"))
    return PLACE.sub("", svg)  # nothing can be clicked in a picture


def small_png(figure: Figure) -> bytes:
    """Draw a chart with few colours: about a third of the bytes."""
    from PIL import Image

    buffer, small = io.BytesIO(), io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI)
    picture = Image.open(buffer).convert("RGB")
    picture.quantize(SHADES, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def _display(thing: object) -> None:
    from IPython.core.getipython import get_ipython
    from IPython.display import display

    if get_ipython() is None:  # a script, or a test
        print(thing)
    else:
        display(thing)  # type: ignore[no-untyped-call]


def label_of(title: str) -> str:
    """Return a title's printed name.

    Examples
    --------
    >>> label_of("race_for_the_galaxy")
    'Race for the Galaxy'
    """
    return rules_class(title).schema.label or title


@lru_cache(maxsize=8)
def labels(title: str) -> dict[str, str]:
    """Return the printed names of a title's things and the words for its sources of points.

    Examples
    --------
    >>> named = labels("gaia_project")
    >>> named["hadsch_hallas"], named["final1"]
    ('Hadsch Hallas', 'upper final tile')
    """
    schema = rules_class(title).schema
    found = {title: label_of(title)}
    for source in schema.sources:
        if source.name in COLUMNS:
            continue
        found[source.name] = source.meaning.partition(" (")[0].replace("_", " ") or source.name
    for role in schema.roles:
        found.update({value: role.label_of(value) for value in role.values})
    tables = rules_of(title, schema.seat_range[0]).components.tables
    found.update(_printed_names(tables))
    return found


def _printed_names(data: Any) -> Iterator[tuple[str, str]]:
    """Yield (id, name) of every record that has both."""
    if isinstance(data, Mapping):
        if isinstance(data.get("id"), str) and isinstance(data.get("name"), str):
            yield data["id"], data["name"]
        data = list(data.values())
    if isinstance(data, (list, tuple)):
        for part in data:
            yield from _printed_names(part)
