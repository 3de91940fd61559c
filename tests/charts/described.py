"""What a figure shows, in words and figures: size, labels, limits, and where lines, dots and bars stand.

``python -m tests.charts.described`` writes `drawn.json` anew; read the difference before you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.image import AxesImage
from matplotlib.text import Annotation

FILE = Path(__file__).with_name("drawn.json")


def described(figure: Any) -> dict[str, Any]:
    """Return what a figure shows, as plain data."""
    figure.draw_without_rendering()
    words = [t.get_text() for t in (figure._suptitle, figure._supxlabel) if t is not None]
    return {
        "size": [round(float(side), 3) for side in figure.get_size_inches()],
        "words": [" ".join(w.split()) for w in words],
        "axes": [_axes(ax) for ax in figure.axes],
    }


def _axes(ax: Any) -> dict[str, Any]:
    legend = ax.get_legend()
    shown = {
        "labels": [ax.get_xlabel(), ax.get_ylabel(), ax.get_title()],
        "limits": [*ax.get_xlim(), *ax.get_ylim()],
        "ticks": [_ticks(ax.xaxis), _ticks(ax.yaxis)],
        "legend": [t.get_text() for t in legend.get_texts()] if legend else [],
        "lines": [[_line(line), _sum(line.get_xdata()), _sum(line.get_ydata())] for line in ax.lines],
        "bars": _sum([[*p.get_xy(), p.get_width(), p.get_height()]
                      for p in ax.patches if hasattr(p, "get_width")]),
        "dots": [_sum(c.get_offsets()) for c in ax.collections if isinstance(c, PathCollection)],
        "strokes": [_sum(np.concatenate([s.ravel() for s in c.get_segments()] or [np.zeros(0)]))
                    for c in ax.collections if isinstance(c, LineCollection)],
        "areas": [_sum(np.concatenate([p.vertices.ravel() for p in c.get_paths()] or [np.zeros(0)]))
                  for c in ax.collections if not isinstance(c, (PathCollection, LineCollection))],
        "images": [_sum(i.get_array()) for i in ax.images if isinstance(i, AxesImage)],
        "texts": [_text(t) for t in ax.texts],
    }  # fmt: skip
    return {name: what for name, what in shown.items() if what not in ([], [0])}


def _ticks(axis: Any) -> list[str]:
    low, high = sorted(axis.get_view_interval())
    return [t.label1.get_text() for t in axis.get_major_ticks() if low <= t.get_loc() <= high]


def _line(line: Any) -> str:
    return f"{line.get_linestyle()} {line.get_marker()} {line.get_markersize():g}"


def _text(text: Any) -> list[Any]:
    place = text.xy if isinstance(text, Annotation) else text.get_position()
    return [text.get_text(), *[round(float(np.asarray(part)), 4) for part in place]]


def _sum(values: Any) -> list[float]:
    """Return how many numbers there are, their mean, spread, first and last, and an ordered sum."""
    flat = np.ma.filled(np.ma.asarray(values, dtype=float), -99.0).ravel()
    flat = flat[np.isfinite(flat)]
    if not len(flat):
        return [0]
    order = float((flat * np.linspace(1, 2, len(flat))).mean())
    found = [float(f) for f in (flat.mean(), flat.std(), flat[0], flat[-1], order)]
    return [len(flat), *[float(f"{f:.5g}") for f in found]]


def main() -> None:
    """Write what all charts of the tests show."""
    from tests.charts.test_looks import ALL

    shown = {name: described(ALL[name]()) for name in sorted(ALL)}
    text = ",\n".join(
        f"{json.dumps(n)}: {json.dumps(d, ensure_ascii=False)}" for n, d in shown.items()
    )
    FILE.write_text("{\n" + text + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
