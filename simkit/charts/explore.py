"""The explorer's chart: any measure of a run by any grouping, for any part of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pandas as pd

from simkit.analysis import explore
from simkit.analysis.frames import POINTS
from simkit.charts import style
from simkit.charts.style import Labels
from simkit.stats.frames import as_list

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def chart(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    measure: str = "win_share",
    by: str | Iterable[str] = "faction",
    where: explore.Where | None = None,
    *,
    labels: Labels | None = None,
) -> Figure:
    """Draw a measure per group over a part of a run: the line that the explorer exports.

    Parameters
    ----------
    seats, games
        The tables of a run.
    measure, by, where
        See `simkit.analysis.explore.table`.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1]})
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "score": [9, 4, 7, 6], "win_share": [1.0, 0, 1, 0]})
    >>> chart(seats, games, "score").get_suptitle()
    'A has the highest score: 7.5'
    """
    rows = explore.Rows.of(seats, games)
    table = explore.table(rows, measure, by, where)
    return drawn(table, measure, by, where, labels=labels)


def drawn(
    table: pd.DataFrame,
    measure: str,
    by: str | Iterable[str],
    where: explore.Where | None = None,
    *,
    labels: Labels | None = None,
) -> Figure:
    """Draw what `simkit.analysis.explore.table` found."""
    keys = as_list(by)
    style.rows_of(table, [*keys, "estimate", "low", "high", "null", "p_holm"], "explorer's table")
    shown, cut = style.cut(table)
    names = style.names_of(shown, keys, labels)
    figure, (ax,) = style.new(1.2 + 0.3 * len(shown))
    style.intervals(
        ax, names, shown["estimate"], shown["low"], shown["high"], shown["p_holm"] < 0.05
    )
    share = measure == "win_share"
    style.reference(ax, float(table["null"].mean()), "fair share" if share else "mean")
    if share:
        style.percent_axis(ax)
    ax.set_xlabel("share of games won" if share else words_for(measure, labels))
    best = float(table["estimate"].iloc[0])
    value = style.share(best) if share else f"{best:.1f}"
    title = f"{names[0]} has the highest {words_for(measure, labels)}: {value}"
    if where:
        title += f" ({explore.words_of(where).replace('_', ' ')})"
    other = "the dashed line" if share else "all other seats"
    doubt = f"Bars: 95 % intervals; filled dots: shown to differ from {other} (corrected, Holm)."
    return style.finish(figure, title, doubt + cut)


def words_for(measure: str, labels: Labels | None = None) -> str:
    """Say what a measure is.

    Examples
    --------
    >>> words_for("points_first_trade"), words_for("win_share")
    ('points from first trade', 'win share')
    """
    if measure.startswith(POINTS):
        return f"points from {style.words(measure.removeprefix(POINTS), labels)}"
    return style.words(measure, labels)
