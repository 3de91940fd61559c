"""One look for all charts: dark ink on white, shades that stay apart in grey, marks besides colours.

Series differ by shade *and* by mark or dash; heat maps run from light to dark and carry their figures;
titles are sentences that say what is seen.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from simkit.core.errors import SimkitError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#1b1b1b"
MAIN = "#1f4e79"  # dark blue: dark in grey
ACCENT = "#d9822b"  # orange: middle in grey, and kept apart by colour-blind eyes from the blue
PALE = "#c9d3dd"
RULE = "#8a8a8a"
# From dark to light in even steps of lightness (16 to 90), blue and orange in turn.
SHADES = ("#102a3e", "#5e350d", "#235b87", "#a85f18", "#6091b7", "#e19851", "#b0c8db", "#f6dfc8")
DASHES: tuple[Any, ...] = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1)),
    (0, (1, 1)),
    (0, (3, 1, 1, 1)),
    (0, (7, 3)),
)
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "", "", "", "", "", "", "", "///", "...", "xxx", "\\\\\\", "+++", "ooo", "---", "**")
HEAT = ("#fbf3dd", "#e3b65b", "#8aa3b8", "#2b5878", "#0d1f33")  # light to dark
WIDTH = 8.0
DPI = 110
MOST = 24  # rows of a chart

Labels = Mapping[str, str]


def new(
    height: float, columns: int = 1, width: float = WIDTH, **more: Any
) -> tuple[Figure, list[Axes]]:
    """Return an empty figure in our style and its axes, side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    axes = list(figure.subplots(1, columns, squeeze=False, **more)[0])
    for ax in axes:
        ax.set_facecolor("white")
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            ax.spines[side].set_color(RULE)
        ax.tick_params(colors=INK, labelsize=9, color=RULE)
        ax.set_axisbelow(True)
    return figure, axes


def finish(figure: Figure, title: str, note: str = "") -> Figure:
    """Give the figure its sentence (and a line of small print) and return it."""
    figure.suptitle(
        _wrapped(title, 9.4 * figure.get_figwidth()), x=0.01, ha="left", fontsize=12,
        fontweight="bold", color=INK,
    )  # fmt: skip
    if note:
        wide = _wrapped(note, 16 * figure.get_figwidth())
        figure.supxlabel(wide, x=0.01, ha="left", fontsize=8, color="#555555")
    return figure


def _wrapped(text: str, width: float) -> str:
    """Break a text into lines of so many letters, never between a figure and its per cent."""
    kept = text.replace(" %", "\N{NO-BREAK SPACE}%")
    return textwrap.fill(kept, int(width)).replace("\N{NO-BREAK SPACE}%", " %")


def png(figure: Figure, dpi: int = DPI) -> bytes:
    """Return the figure as a PNG picture.

    Examples
    --------
    >>> png(finish(new(2)[0], "Nothing is seen."))[1:4]
    b'PNG'
    """
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi)
    return buffer.getvalue()


def words(name: object, labels: Labels | None = None) -> str:
    """Return a name as people read it: from `labels`, else with blanks for underscores.

    Examples
    --------
    >>> words("hard_start"), words("x", {"x": "The X"})
    ('hard start', 'The X')
    """
    text = str(name)
    return (labels or {}).get(text, text.replace("_", " "))


def rows_of(table: pd.DataFrame, columns: Sequence[str], what: str = "table") -> pd.DataFrame:
    """Refuse a table that has no rows or lacks a column of a chart."""
    missing = [c for c in columns if c not in table.columns]
    if missing:
        raise SimkitError(f"this chart needs the column {missing[0]!r} of the {what}")
    if table.empty:
        raise SimkitError(f"the {what} is empty: there is nothing to draw")
    return table


def extreme(table: pd.DataFrame, column: str, largest: bool = True) -> dict[str, Any]:
    """Return the row in which a column is largest (or smallest).

    Examples
    --------
    >>> extreme(pd.DataFrame({"a": ["x", "y"], "b": [1.0, 2.0]}), "b")["a"]
    'y'
    """
    values = table[column].to_numpy(dtype=float)
    place = int(np.nanargmax(values)) if largest else int(np.nanargmin(values))
    return {str(k): v for k, v in table.iloc[place].to_dict().items()}


def share(value: float) -> str:
    """Return a share in whole per cent, as people write it.

    Examples
    --------
    >>> share(0.256)
    '26 %'
    """
    return f"{100 * value:.0f} %"


def names_of(
    table: pd.DataFrame, by: str | Sequence[str], labels: Labels | None = None
) -> list[str]:
    """Return one readable name per row, of one column or several."""
    columns = [by] if isinstance(by, str) else list(by)
    shown = [
        words(v, labels) if c not in ("seat", "rank", "round") else f"{c} {v}"
        for c in columns
        for v in table[c]
    ]
    parts = np.array(shown, dtype=object).reshape(len(columns), len(table))
    return [" · ".join(map(str, column)) for column in parts.T]


def percent_axis(ax: Axes, axis: str = "x", narrow: bool = False) -> None:
    """Label an axis of shares in per cent."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    target = ax.xaxis if axis == "x" else ax.yaxis
    target.set_major_formatter(FuncFormatter(lambda value, _: f"{round(100 * value, 2):g} %"))
    if narrow:
        target.set_major_locator(MaxNLocator(3))


def round_axis(ax: Axes, text: str = "round") -> None:
    """Label an axis of rounds: whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    ax.set_xlabel(text)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))


def intervals(
    ax: Axes, names: Sequence[str], value: Any, low: Any, high: Any, sure: Any = None
) -> None:
    """Draw one dot with its interval per row, the first on top; hollow dots are not beyond doubt."""
    place = np.arange(len(names))[::-1]
    filled = np.ones(len(names), dtype=bool) if sure is None else np.asarray(sure, dtype=bool)
    start, end = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    ax.hlines(place, start, end, color=MAIN, linewidth=2, zorder=2)
    middle = np.asarray(value, dtype=float)
    ax.scatter(middle[filled], place[filled], s=46, color=MAIN, zorder=3)
    ax.scatter(middle[~filled], place[~filled], s=46, facecolor="white", edgecolor=MAIN, linewidth=1.6,
               zorder=3)  # fmt: skip
    ax.set_yticks(place, names)
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    ax.tick_params(axis="y", length=0)


def reference(ax: Axes, value: float, text: str, axis: str = "x") -> None:
    """Draw a dashed line at what to compare with."""
    line = ax.axvline if axis == "x" else ax.axhline
    line(value, color=ACCENT, linestyle="--", linewidth=1.5, zorder=1)
    if axis == "x":
        ax.annotate(text, (value, 1), xycoords=("data", "axes fraction"), xytext=(3, 2),
                    textcoords="offset points", fontsize=8, color="#8a4b08", va="bottom")  # fmt: skip
    else:
        ax.annotate(text, (1, value), xycoords=("axes fraction", "data"), xytext=(-3, 3),
                    textcoords="offset points", fontsize=8, color="#8a4b08", ha="right")  # fmt: skip


def heat(
    ax: Axes,
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    text: str = "{:.0f}",
    middle: float | None = None,
    reach: float = 0.0,
) -> None:
    """Draw a heat map from light to dark with its figures; missing cells stay blank.

    With `middle` the shades run evenly to both sides of it, at least as far as `reach`, so that small
    differences look small.
    """
    from matplotlib.colors import LinearSegmentedColormap

    grid = np.asarray(values, dtype=float)
    if middle is not None and np.isfinite(grid).any():
        reach = max(float(np.nanmax(np.abs(grid - middle))), reach, 1e-9)
        low, high = middle - reach, middle + reach
    else:
        low, high = float(np.nanmin(grid)), float(np.nanmax(grid))
        high = high if high > low else low + 1e-9
    shade = LinearSegmentedColormap.from_list("light to dark", HEAT, bad="white")
    ax.imshow(np.ma.masked_invalid(grid), cmap=shade, vmin=low, vmax=high, aspect="auto")
    size = 9 if grid.shape[1] <= 10 else 7 if grid.shape[1] <= 16 else 6
    for (i, j), value in np.ndenumerate(grid):
        if np.isfinite(value):
            red, green, blue, _ = shade((value - low) / (high - low))
            dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
            ax.text(j, i, text.format(value), ha="center", va="center", fontsize=size,
                    color="white" if dark else INK)  # fmt: skip
    tilt = 0 if max(map(len, columns), default=0) * len(columns) <= 70 else 40
    ax.set_xticks(range(len(columns)), columns, rotation=tilt, ha="right" if tilt else "center")
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def shade_of(number: int, count: int, shades: int = len(SHADES)) -> str:
    """Return the shade of one of `count` parts: as far apart as may be, the first the darkest.

    Examples
    --------
    >>> shade_of(0, 2), shade_of(1, 2)
    ('#102a3e', '#f6dfc8')
    """
    if count > shades:
        return SHADES[number % shades]
    return SHADES[round(number * (shades - 1) / max(1, count - 1))]


def stacked(
    ax: Axes,
    names: Sequence[str],
    parts: pd.DataFrame,
    labels: Labels | None = None,
) -> None:
    """Draw one horizontal bar per row of `parts`, cut into its columns; the legend is on the right."""
    place = np.arange(len(names))[::-1]
    left_up, left_down = np.zeros(len(names)), np.zeros(len(names))
    for i, column in enumerate(parts.columns):
        value = parts[column].fillna(0).to_numpy(dtype=float)
        start = np.where(value >= 0, left_up, left_down)
        shade = shade_of(i, len(parts.columns))
        hatch = HATCHES[min(i, len(HATCHES) - 1)]
        ax.barh(place, value, left=start, height=0.74, color=shade, edgecolor="white",
                       linewidth=0.8, hatch=hatch, label=words(column, labels))  # fmt: skip
        left_up += np.where(value >= 0, value, 0)
        left_down += np.where(value < 0, value, 0)
    ax.set_yticks(place, names)
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.tick_params(axis="y", length=0)
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8)


def lines(ax: Axes, wide: pd.DataFrame, labels: Labels | None = None, marks: bool = True) -> None:
    """Draw one line per column against the index; dashes, shades and marks tell them apart."""
    for i, column in enumerate(wide.columns):
        ax.plot(
            wide.index.to_numpy(dtype=float), wide[column].to_numpy(dtype=float),
            color=shade_of(i, len(wide.columns), len(SHADES) - 2), linewidth=1.8,
            linestyle=DASHES[i % len(DASHES)],
            marker=MARKS[i % len(MARKS)] if marks else "", markersize=4.5, label=words(column, labels),
        )  # fmt: skip
    ax.grid(color="#e8e8e8", linewidth=0.8)
    if len(wide.columns) > 1:
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8)


def cut(table: pd.DataFrame, most: int = MOST) -> tuple[pd.DataFrame, str]:
    """Keep the first and last rows of a long table; say so in a note."""
    if len(table) <= most:
        return table, ""
    half = most // 2
    shown = pd.concat([table.head(most - half), table.tail(half)])
    return shown, f" Shown: the first {most - half} and the last {half} of {len(table)}."


def listing(names: Sequence[str], most: int = 4) -> str:
    """Return names as people list them.

    Examples
    --------
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    shown = list(names[:most])
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
