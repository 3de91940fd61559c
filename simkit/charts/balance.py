"""Charts of balance: who wins, who scores, from what, where and against whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from simkit.analysis import claims
from simkit.charts import style
from simkit.charts.style import Labels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTE = "Bars: 95 % intervals; filled dots differ from the dashed line beyond doubt (Holm)."


def win_shares(
    table: pd.DataFrame, by: str = "faction", *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """Who wins more than a fair share? From `balance.table`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "win_share": [0.3, 0.2], "win_low": [0.27, 0.17],
    ...     "win_high": [0.33, 0.23], "fair": 0.25, "p_holm": [0.01, 0.02]})
    >>> win_shares(table).get_suptitle()
    'A wins most: 30 %, where 25 % would be fair'
    """
    style.rows_of(
        table, [by, "win_share", "win_low", "win_high", "fair", "p_holm"], "balance table"
    )
    shown, cut = style.cut(table.sort_values("win_share", ascending=False))
    names = style.names_of(shown, by, labels)
    figure, (ax,) = style.new(1.2 + 0.3 * len(shown))
    style.intervals(ax, names, shown["win_share"], shown["win_low"], shown["win_high"],
                    claims.shown(shown))  # fmt: skip
    fair = float(shown["fair"].mean())
    style.reference(ax, fair, "fair share")
    style.percent_axis(ax)
    ax.set_xlabel("share of games won")
    return style.finish(figure, title or _who_wins(table, names, fair), NOTE + cut)


def _who_wins(table: pd.DataFrame, names: list[str], fair: float) -> str:
    """Name whoever wins most or, where only that is beyond doubt, least."""
    found = claims.sides(table)
    if found.above.empty and found.below.empty:
        return "Nobody wins more or less than a fair share beyond doubt"
    best, worst = (float(v) for v in (table["win_share"].max(), table["win_share"].min()))
    fairly = f"where {style.share(fair)} would be fair"
    if best in found.above["win_share"].to_numpy(dtype=float):
        return f"{names[0]} wins most: {style.share(best)}, {fairly}"
    if worst in found.below["win_share"].to_numpy(dtype=float):
        return f"{names[-1]} wins least: {style.share(worst)}, {fairly}"
    told = len(found.above) + len(found.below)
    return f"{told} of {len(table)} win more or less than a fair share beyond doubt"


def scores(
    table: pd.DataFrame,
    by: str = "faction",
    *,
    value: str = "score",
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """How many points does each make? From `balance.table` (``score`` or ``margin``).

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "score": [130.0, 120], "score_low": [127.0, 117],
    ...     "score_high": [133.0, 123]})
    >>> scores(table).get_suptitle()
    'Mean scores run from 120 (b) to 130 (a)'
    """
    style.rows_of(table, [by, value, f"{value}_low", f"{value}_high"], "balance table")
    shown, cut = style.cut(table.sort_values(value, ascending=False))
    names = style.names_of(shown, by, labels)
    figure, (ax,) = style.new(1.2 + 0.3 * len(shown))
    style.intervals(ax, names, shown[value], shown[f"{value}_low"], shown[f"{value}_high"])
    word = "score" if value == "score" else "margin to the best other seat"
    ax.set_xlabel(f"mean {word} (points)")
    digits = style.decimals(shown[f"{value}_high"] - shown[value])
    first, last = (style.rounded(shown[value].iloc[at], digits) for at in (0, -1))
    sentence = f"Mean {value}s run from {last} ({names[-1]}) to {first} ({names[0]})"
    if len(names) == 1:
        sentence = f"{names[0]} makes {first} points on average"
    return style.finish(figure, title or sentence, "Bars: 95 % intervals." + cut)


def points(
    table: pd.DataFrame,
    by: str = "faction",
    *,
    labels: Labels | None = None,
    most: int = 12,
    title: str = "",
) -> Figure:
    """What do the points come from? From `balance.points_by_source`; small sources are put together.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": list("aabb"), "source": ["trade", "war"] * 2,
    ...     "estimate": [9.0, 1, 8, 4]})
    >>> points(table).get_suptitle()
    'The largest differences are in war: 1.0 to 4.0 points a game'
    """
    style.rows_of(table, [by, "source", "estimate"], "points by source")
    wide = table.pivot(index=by, columns="source", values="estimate").astype(float)
    weight = wide.abs().mean().sort_values(ascending=False)
    weight = weight[weight > 0.05] if (weight > 0.05).any() else weight
    kept = list(weight.index[:most] if len(weight) <= most else weight.index[: most - 1])
    shown = wide[kept].copy()
    shown.columns = pd.Index([str(c) for c in kept])
    if len(weight) > most:
        shown[f"{len(weight) - len(kept)} others"] = wide[weight.index[len(kept) :]].sum(axis=1)
    order = wide.sum(axis=1).sort_values(ascending=False).index
    names = style.names_of(pd.DataFrame({by: order}), by, labels)
    figure, (ax,) = style.new(max(2.6, 1.2 + 0.3 * len(order)))
    style.stacked(ax, names, shown.loc[order], labels)
    ax.set_xlabel("mean points per game")
    ax.axvline(0, color=style.RULE, linewidth=0.8)
    spread = (wide.max() - wide.min())[kept].sort_values(ascending=False)
    name = style.words(spread.index[0], labels)
    low, high = (float(v) for v in (wide[spread.index[0]].min(), wide[spread.index[0]].max()))
    sentence = f"The largest differences are in {name}: {low:.1f} to {high:.1f} points a game"
    if len(wide) == 1:
        sentence = f"Most points come from {style.words(weight.index[0], labels)}"
    return style.finish(
        figure,
        title or sentence,
        f"Sorted by mean score.{_ends(table, spread.index[0], by, labels)}",
    )


def _ends(table: pd.DataFrame, source: object, by: str, labels: Labels | None) -> str:
    """Give the intervals of the source that differs most: stacked bars cannot show any."""
    if not {"low", "high"} <= set(table.columns) or table[by].nunique() < 2:
        return ""
    part = table[table["source"] == source].sort_values("estimate")
    said = [
        f"{style.words(row[by], labels)} {row['estimate']:.1f} ({style.rounded(row['low'], 1)} to "
        f"{style.rounded(row['high'], 1)})"
        for row in (part.iloc[0], part.iloc[-1])
    ]
    return f" 95 % intervals of {style.words(source, labels)}: {said[0]}, {said[1]}."


def ranks(
    table: pd.DataFrame, by: str = "faction", *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """Where does each finish? From `balance.rank_distribution`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": list("aabb"), "rank": [1, 2, 1, 2],
    ...     "estimate": [0.7, 0.3, 0.3, 0.7]})
    >>> ranks(table).get_suptitle()
    'A comes last least often (30 %)'
    """
    style.rows_of(table, [by, "rank", "estimate"], "rank distribution")
    wide = table.pivot(index=by, columns="rank", values="estimate").fillna(0.0)
    last = wide[wide.columns.max()]
    order = wide[wide.columns.min()].sort_values(ascending=False).index
    names = style.names_of(pd.DataFrame({by: order}), by, labels)
    figure, (ax,) = style.new(max(2.4, 1.2 + 0.3 * len(order)))
    shown = wide.loc[order]
    shown.columns = pd.Index([f"rank {c}" for c in wide.columns])
    style.stacked(ax, names, shown)
    style.percent_axis(ax)
    ax.set_xlim(0, max(1.0, float(shown.sum(axis=1).max())))
    ax.set_xlabel("share of games")
    best = style.names_of(pd.DataFrame({by: [last.idxmin()]}), by, labels)[0]
    sentence = f"{best} comes last least often ({style.share(float(last.min()))})"
    return style.finish(figure, title or sentence, "Ties share the better rank.")


def pairs(
    table: pd.DataFrame,
    rows: str = "faction",
    columns: str = "seat",
    *,
    value: str = "win_share",
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """Who is strong where? From `balance.table` by two columns.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": list("aabb"), "seat": [0, 1] * 2,
    ...     "win_share": [0.4, 0.2, 0.3, 0.1]})
    >>> pairs(table).get_suptitle()
    'A does best at seat 0 (40 %), b worst at seat 1 (10 %)'
    """
    style.rows_of(table, [rows, columns, value], "table")
    wide = table.pivot(index=rows, columns=columns, values=value).astype(float)
    wide = wide.loc[wide.mean(axis=1).sort_values(ascending=False).index]
    share = value.endswith("share")
    up = style.names_of(pd.DataFrame({rows: wide.index}), rows, labels)
    across = style.names_of(pd.DataFrame({columns: wide.columns}), columns, labels)
    figure, (ax,) = style.new(1.3 + 0.3 * len(up))
    grid = wide.to_numpy() * (100 if share else 1)
    centre = float(np.nanmean(grid))
    style.heat(ax, grid, up, across, text="{:.0f}" if share else "{:.1f}", middle=centre,
               reach=10 if share else 0)  # fmt: skip

    def say(row: dict[str, Any], verb: str) -> str:
        where = style.names_of(pd.DataFrame({columns: [row[columns]]}), columns, labels)[0]
        amount = style.share(row[value]) if share else f"{row[value]:.1f}"
        at = "at" if columns == "seat" else "with"
        return f"{style.words(row[rows], labels)} {verb} {at} {where} ({amount})"

    high, low = (style.extreme(table, value, largest) for largest in (True, False))
    sentence = f"{say(high, 'does best')}, {say(low, 'worst')}"
    if "p_holm" in table.columns and not claims.shown(table).any():
        sentence = f"No {rows} does well or badly at one {columns} beyond doubt"
    unit = f"{'share of games won' if value == 'win_share' else style.words(value)} in %"
    unit = unit if share else style.words(value)
    ends = (f"{value.removesuffix('_share')}_low", f"{value.removesuffix('_share')}_high")
    if set(ends) <= set(table.columns):
        half = float((table[ends[1]] - table[ends[0]]).median()) / 2 * (100 if share else 1)
        unit += f", mostly ± {style.rounded(half, 0 if half >= 3 else 1)} (95 %)"
    return style.finish(figure, title or sentence, f"Cells: {unit}; darker is more.")


def matchups(
    table: pd.DataFrame, by: str = "faction", *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """Who finishes ahead of whom? From `setup.matchups`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "faction_other": ["b", "a"],
    ...     "estimate": [0.6, 0.4], "p_holm": 0.01})
    >>> matchups(table).get_suptitle()
    'Most one-sided: a finishes ahead of b in 60 % of their games'
    """
    other = f"{by}_other"
    style.rows_of(table, [by, other, "estimate", "p_holm"], "match-ups")
    wide = table.pivot(index=by, columns=other, values="estimate").astype(float)
    order = wide.mean(axis=1).sort_values(ascending=False).index
    wide = wide.reindex(index=order, columns=order)
    names = style.names_of(pd.DataFrame({by: order}), by, labels)
    figure, (ax,) = style.new(1.8 + 0.3 * len(names))
    style.heat(ax, 100 * wide.to_numpy(), names, names, middle=50, reach=20)
    best = style.extreme(table, "estimate")
    sentence = (
        f"Most one-sided: {style.words(best[by], labels)} finishes ahead of "
        f"{style.words(best[other], labels)} in {style.share(best['estimate'])} of their games"
    )
    if not claims.shown(table).any():
        sentence = "No match-up is one-sided beyond doubt"
    note = (
        "Cells: how often the row finishes ahead of the column, in %; ties count half; 50 is even."
    )
    return style.finish(figure, title or sentence, note)


def interactions(
    table: pd.DataFrame,
    setup: str,
    by: str = "faction",
    *,
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """Which set-up suits whom? From `setup.interactions`, one set-up column.

    Examples
    --------
    >>> table = pd.DataFrame({"setup": "tile", "level": list("xxyy"), "faction": list("abab"),
    ...     "estimate": [1.0, -1, -1, 1], "p_holm": 0.001})
    >>> interactions(table, "tile").get_suptitle()
    'Tile x suits a most: +1.0 points'
    """
    style.rows_of(table, ["setup", "level", by, "estimate", "p_holm"], "interactions")
    part = style.rows_of(table[table["setup"] == setup], ["level"], f"interactions with {setup!r}")
    wide = part.pivot(index=by, columns="level", values="estimate").astype(float)
    up = style.names_of(pd.DataFrame({by: wide.index}), by, labels)
    across = [style.words(c, labels) for c in wide.columns]
    figure, (ax,) = style.new(1.3 + 0.3 * len(up))
    # shade only what stands out from chance: three typical standard errors are the darkest at least
    reach = 3 * float(part["se"].median()) if "se" in part.columns else 0.0
    beyond = part[claims.shown(part)]
    sure = beyond.pivot(index=by, columns="level", values="p_holm")
    sure = sure.reindex(index=wide.index, columns=wide.columns).notna()
    style.heat(ax, wide.to_numpy(), up, across, text="{:+.1f}", middle=0, reach=reach,
               framed=sure.to_numpy())  # fmt: skip
    best = style.extreme(beyond if len(beyond) else part, "estimate")
    name, who = style.words(setup, labels), style.words(best[by], labels)
    level = style.words(best["level"], labels)
    sentence = f"{name} {level} suits {who} most: {best['estimate']:+.1f} points"
    if best["estimate"] < 0:  # only drawbacks are beyond doubt
        best = style.extreme(beyond, "estimate", largest=False)
        level, who = style.words(best["level"], labels), style.words(best[by], labels)
        sentence = f"{name} {level} suits {who} least: {best['estimate']:+.1f} points"
    if not len(beyond):
        sentence = f"Who is strong does not depend on {name} beyond doubt"
    note = (
        f"Cells: points beyond what faction and set-up do on their own; darker is more. Framed: beyond "
        f"doubt (Holm), {len(beyond) or 'none'} of {len(part)}."
    )
    return style.finish(figure, title or sentence, note)
