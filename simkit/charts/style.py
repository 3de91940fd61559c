"""One look for all charts: dark ink on white, shades that stay apart in grey, marks besides colours.

Series differ by shade *and* by mark or dash; heat maps run from light to dark and carry their figures;
titles are sentences that say what is seen.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
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
MOST_PLAIN = 4  # parts of a bar that shades alone tell apart

Labels = Mapping[str, str]


def new(
    height: float, columns: int = 1, width: float = WIDTH, down: int = 1, **more: Any
) -> tuple[Figure, list[Axes]]:
    """Return an empty figure in our style and its axes, side by side or one below the other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    axes = list(figure.subplots(down, columns, squeeze=False, **more).flat)
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
        _wrapped(begun(title), 9.4 * figure.get_figwidth()), x=0.01, ha="left", fontsize=12,
        fontweight="bold", color=INK,
    )  # fmt: skip
    if note:
        wide = _wrapped(note, 16 * figure.get_figwidth())
        figure.supxlabel(wide, x=0.01, ha="left", fontsize=8, color="#555555")
    return figure


def begun(sentence: str) -> str:
    """Return a sentence with a capital at its beginning; the name of a bot stays as it is written.

    Examples
    --------
    >>> begun("military wins most"), begun("greedy:trader wins most")
    ('Military wins most', 'greedy:trader wins most')
    """
    first = sentence.split(" ", 1)[0]
    return sentence if ":" in first or "(" in first else sentence[:1].upper() + sentence[1:]


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


def fine_share(value: float) -> str:
    """Return a share in per cent, a small one with a decimal.

    Examples
    --------
    >>> fine_share(0.123), fine_share(0.0004), fine_share(1)
    ('12 %', '0.0 %', '100 %')
    """
    return share(value) if value >= 0.095 else f"{100 * value:.1f} %"


def rounded(value: float, digits: int = 0, sign: bool = False) -> str:
    """Return a figure with so many decimals, never a zero with a sign.

    Examples
    --------
    >>> rounded(-0.04, 1), rounded(-1.26, 1, sign=True), rounded(0.3, sign=True)
    ('0.0', '-1.3', '0')
    """
    near = round(float(value), digits) + 0.0
    return f"{near:{'+' if sign and near else ''}.{digits}f}"


def count(value: float) -> str:
    """Write a number of something, large ones in whole numbers.

    Examples
    --------
    >>> count(2000.4), count(63.87), count(0.125)
    ('2,000', '64', '0.12')
    """
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2g}"


def decimals(half_widths: Any) -> int:
    """Return how many decimals figures deserve whose intervals reach so far to either side.

    Examples
    --------
    >>> decimals([4.1, 3.8]), decimals([0.7]), decimals([])
    (0, 1, 1)
    """
    known = np.asarray(half_widths, dtype=float)
    known = known[np.isfinite(known)]
    return 0 if len(known) and float(np.median(known)) >= 2 else 1


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


def same_scales(ax: Axes) -> None:
    """Give both axes one scale and draw the line of equal values: what lies on it is at 45 degrees."""
    low = min(ax.get_xlim()[0], ax.get_ylim()[0])
    high = max(ax.get_xlim()[1], ax.get_ylim()[1])
    ax.plot([low, high], [low, high], color=ACCENT, linestyle="--", linewidth=1.5, zorder=1)
    ax.set_xlim(low, high)
    ax.set_ylim(low, high)
    ax.set_aspect("equal")


BESIDE = (
    (5, 4, "left", "bottom"), (5, -4, "left", "top"), (-5, 4, "right", "bottom"),
    (-5, -4, "right", "top"), (0, 7, "center", "bottom"), (0, -7, "center", "top"),
)  # fmt: skip


def name_dots(ax: Axes, x: Any, y: Any, names: Sequence[str]) -> None:
    """Write each name beside its dot, where it meets no other name or dot; empty names are left out."""
    from matplotlib.transforms import Bbox

    ax.figure.draw_without_rendering()  # type: ignore[union-attr]
    dots = ax.transData.transform(np.column_stack([x, y]))
    taken = [Bbox.from_extents(a - 4, b - 4, a + 4, b + 4) for a, b in dots]
    for a, b, name in sorted(zip(x, y, names, strict=True), key=lambda dot: (dot[1], dot[0])):
        if not name:
            continue
        found: list[tuple[int, int, Any, Bbox]] = []
        for dx, dy, side, level in BESIDE:
            text = ax.annotate(name, (a, b), xytext=(dx, dy), textcoords="offset points", fontsize=7,
                               ha=side, va=level)  # fmt: skip
            box = text.get_window_extent().padded(1)
            hits = sum(box.overlaps(other) for other in taken)
            found.append(
                (hits + (box.x0 < ax.bbox.x0) + (box.x1 > ax.bbox.x1), len(found), text, box)
            )
            if not found[-1][0]:
                break
        best = min(found, key=lambda each: each[:2])
        taken.append(best[3])
        for _, _, text, _ in found:
            if text is not best[2]:
                text.remove()


def heat(
    ax: Axes,
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    text: str = "{:.0f}",
    words: np.ndarray | None = None,
    middle: float | None = None,
    reach: float = 0.0,
    framed: np.ndarray | None = None,
) -> None:
    """Draw a heat map from light to dark with its figures; missing cells stay blank.

    With `middle` the shades run evenly to both sides of it, at least as far as `reach`, so that small
    differences look small. `words` stand in place of the figures; cells that are `framed` stand out.
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

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
        known = bool(np.isfinite(value))
        said = _without_sign(text.format(value), known) if words is None else str(words[i, j])
        colour = ink_on(shade((value - low) / (high - low))[:3]) if known else INK
        ax.text(j, i, said, ha="center", va="center", fontsize=size, color=colour)
        if framed is not None and framed[i, j]:
            ax.add_patch(Rectangle((j - 0.46, i - 0.44), 0.92, 0.88, fill=False, edgecolor=colour,
                                   linewidth=1.6))  # fmt: skip
    tilt = 0 if max(map(len, columns), default=0) * len(columns) <= 70 else 40
    ax.set_xticks(range(len(columns)), columns, rotation=tilt, ha="right" if tilt else "center",
                  rotation_mode="anchor" if tilt else "default")  # fmt: skip
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def _without_sign(figure: str, known: bool) -> str:
    """Return a figure as it is written, a zero without a sign, nothing where there is none."""
    if not known:
        return ""
    return figure.lstrip("+-") if not figure.strip("+-0.,") else figure


def luminance(colour: Any) -> float:
    """Return the relative luminance of a colour: what is left of it in grey (WCAG 2).

    Examples
    --------
    >>> luminance("white"), round(luminance("#d9822b"), 2)
    (1.0, 0.31)
    """
    from matplotlib.colors import to_rgb

    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot(parts, (0.2126, 0.7152, 0.0722)))


def ink_on(colour: Any) -> str:
    """Return the ink, dark or white, that is easier to read on a colour.

    Examples
    --------
    >>> ink_on("#102a3e"), ink_on("#f6dfc8")
    ('white', '#1b1b1b')
    """
    ground = luminance(colour) + 0.05
    return INK if ground / (luminance(INK) + 0.05) > 1.05 / ground else "white"


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
    """Draw one horizontal bar per row of `parts`, cut into its columns; the legend is on the right.

    Neighbours differ in shade; with more than four parts a letter in each, as in the legend, tells them
    apart where shades alone would not.
    """
    place = np.arange(len(names))[::-1]
    left_up, left_down = np.zeros(len(names)), np.zeros(len(names))
    filled = parts.fillna(0).to_numpy(dtype=float)
    span = filled.clip(min=0).sum(axis=1).max() - filled.clip(max=0).sum(axis=1).min()
    lettered = MOST_PLAIN < len(parts.columns) <= len(ascii_lowercase)
    for i, column in enumerate(parts.columns):
        value = filled[:, i]
        start = np.where(value >= 0, left_up, left_down)
        shade = shade_of(i, len(parts.columns))
        hatch = HATCHES[min(i, len(HATCHES) - 1)]
        letter = f"{ascii_lowercase[i]}  " if lettered else ""
        ax.barh(place, value, left=start, height=0.74, color=shade, edgecolor="white",
                       linewidth=0.8, hatch=hatch, label=letter + words(column, labels))  # fmt: skip
        for row in np.flatnonzero(np.abs(value) >= 0.025 * span) if letter and not hatch else ():
            ax.text(start[row] + value[row] / 2, place[row], letter.strip(), ha="center", va="center",
                    fontsize=7, color=ink_on(shade))  # fmt: skip
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


def bars_at_the_end(ax: Axes, end: float, spans: np.ndarray) -> None:
    """Draw the intervals of lines (low, high) beside their last points, each a little further right."""
    step = 0.012 * (ax.get_xlim()[1] - ax.get_xlim()[0])
    for i, (low, high) in enumerate(spans):
        shade = shade_of(i, len(spans), len(SHADES) - 2)
        ax.vlines(end + (i + 1) * step, low, high, linewidth=2.2, color=shade)


def frequent(table: pd.DataFrame, by: str, part: float = 0.05) -> tuple[pd.DataFrame, str]:
    """Leave out what is late and rare: rounds that few games reach. Say so in a note.

    Examples
    --------
    >>> frequent(pd.DataFrame({"round": [1, 2, 3], "rows": [90, 80, 1]}), "round")[1]
    'Round 3 is left out: few games get there.'
    """
    if "rows" not in table.columns:
        return table, ""
    rows = table.groupby(by)["rows"].sum()
    last = rows[rows >= part * rows.max()].index.max()
    late = [str(v) for v in rows.index if v > last]
    if not late:
        return table, ""
    span = late[0] if len(late) == 1 else f"{late[0]} to {late[-1]}"
    verb = "is" if len(late) == 1 else "are"
    word = by if len(late) == 1 else f"{by}s"
    return table[table[by] <= last], f"{begun(word)} {span} {verb} left out: few games get there."


def cut(table: pd.DataFrame, most: int = MOST) -> tuple[pd.DataFrame, str]:
    """Keep the first and last rows of a long table; say so in a note."""
    if len(table) <= most:
        return table, ""
    half = most // 2
    shown = pd.concat([table.head(most - half), table.tail(half)])
    return shown, f" Shown: the first {most - half} and the last {half} of {len(table)}."


def listing(names: Sequence[str], most: int = 4, last: str = " and ") -> str:
    """Return names as people list them; `last` stands before the last one.

    Examples
    --------
    >>> listing(["a", "b", "c"]), listing(["a", "b", "c"], 2), listing(["a", "b"], last=", ")
    ('a, b and c', 'a, b and 1 more', 'a, b')
    """
    shown = list(names[:most])
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return last.join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
