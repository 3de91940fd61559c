"""Reads the texts of an SVG picture with the room that each takes, to find what overlaps or is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import matplotlib
from matplotlib.ft2font import FT2Font

FONTS = {
    weight: FT2Font(f"{matplotlib.get_data_path()}/fonts/ttf/{name}.ttf")
    for weight, name in (("normal", "DejaVuSans"), ("bold", "DejaVuSans-Bold"))
}
SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Text(NamedTuple):
    """A text of a picture and the box around its letters (without the room below the line)."""

    words: str
    size: float
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Text) -> bool:
        slack = 0.5  # two letters side by side may touch
        return (
            self.left + slack < other.right
            and other.left + slack < self.right
            and self.top + slack < other.bottom
            and other.top + slack < self.bottom
        )


def texts(picture: str) -> list[Text]:
    """Return all texts of a picture, in widths of a common sans-serif font (DejaVu, a wide one)."""
    root = ElementTree.fromstring(picture)
    default = float(root.get("font-size", "16"))
    return list(_texts(root, 0.0, 0.0, default))


def view(picture: str) -> tuple[float, float]:
    """Return width and height of what is shown."""
    _, _, width, height = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    return width, height


def _texts(node: ElementTree.Element, dx: float, dy: float, default: float) -> Iterator[Text]:
    found = re.fullmatch(r"translate\(([-\d.]+),([-\d.]+)\)", node.get("transform", ""))
    if found:
        dx, dy = dx + float(found[1]), dy + float(found[2])
    if node.tag.endswith("text") and node.text and node.text.strip():
        size = float(node.get("font-size", default))
        font = FONTS[node.get("font-weight", "normal")]
        font.set_size(size, 72)
        words = " ".join(node.text.split())  # a browser shows one blank for many
        font.set_text(words)
        width, _ = font.get_width_height()
        left = float(node.get("x", "0")) + dx - SHIFT[node.get("text-anchor", "start")] * width / 64
        line = float(node.get("y", "0")) + dy
        yield Text(words, size, left, line - 0.73 * size, left + width / 64, line)
    for child in node:
        yield from _texts(child, dx, dy, default)
