"""Chart of fair bids: how prices even out what everybody wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from simkit.charts import style
from simkit.charts.style import Labels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def chart(
    table: pd.DataFrame, fair: float, title: str = "", labels: Labels | None = None
) -> Figure:
    """Draw win shares without prices (hollow) and with them on fresh games (full, with intervals)."""
    rows = table.sort_values("before")
    figure, (ax,) = style.new(1.6 + 0.34 * len(rows))
    places = range(len(rows))
    ax.hlines(places, rows["before"], rows["after"], color=style.PALE, linewidth=2, zorder=1)
    ax.plot(rows["before"], places, "s", color=style.ACCENT, markerfacecolor="white", markersize=8,
            label="everybody starts alike")  # fmt: skip
    error = [rows["after"] - rows["low"], rows["high"] - rows["after"]]
    ax.errorbar(rows["after"], places, xerr=error, fmt="o", color=style.MAIN, capsize=3,
                label="with the prices, fresh games")  # fmt: skip
    names = [style.words(w, labels) for w in rows["who"]]
    priced = [f"{n}  ({p})" for n, p in zip(names, rows["price"], strict=True)]
    ax.set_yticks(list(places), priced)
    ax.axvline(fair, color=style.RULE, linestyle="--", linewidth=1)
    style.percent_axis(ax)
    ax.set_xlabel("share of wins (dashed: an even share)")
    ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, frameon=False, fontsize=9)
    widest = (table["after"] - fair).abs().max()
    before = (table["before"] - fair).abs().max()
    return style.finish(
        figure,
        title
        or f"Prices bring all within {100 * widest:.1f} points of an even share (without: "
        f"{100 * before:.0f})",
        "In brackets: price in points. Bars: simultaneous 95 % intervals.",
    )
