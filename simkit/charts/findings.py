"""Charts of comparisons, strengths, plans, agreement with real play and robustness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from simkit.analysis import claims
from simkit.charts import style
from simkit.charts.style import Labels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def arms(
    table: pd.DataFrame,
    by: str = "faction",
    *,
    value: str = "win_share",
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """What does the change do? From `compare.arms`, one arm against the baseline.

    Examples
    --------
    >>> table = pd.DataFrame({"arm": "new", "faction": ["a", "b"], "estimate": [0.05, 0.0],
    ...     "low": [0.02, -0.03], "high": [0.08, 0.03], "p_holm": [0.01, 0.9], "visible": 0.04})
    >>> arms(table).get_suptitle()
    'New changes the win share of a by +5.0 points'
    """
    style.rows_of(table, ["arm", by, "estimate", "low", "high", "p_holm", "visible"], "comparison")
    many = table["arm"].nunique() > 1
    shown, cut = style.cut(table.sort_values("estimate", ascending=False))
    names = style.names_of(shown, ["arm", by] if many else by, labels)
    scale = 100 if value == "win_share" else 1
    figure, (ax,) = style.new(1.3 + 0.3 * len(shown))
    middle, low, high = (scale * shown[c] for c in ("estimate", "low", "high"))
    style.intervals(ax, names, middle, low, high, claims.shown(shown))
    style.reference(ax, 0, "no change")
    unit = "percentage points" if scale == 100 else "points"
    ax.set_xlabel(f"change in {style.words(value)} ({unit})")
    visible = scale * float(table["visible"].max())
    note = (
        f"Bars: 95 % intervals; filled: beyond doubt (Holm). A change of {visible:.1f} would have been "
        f"seen in 4 of 5 such runs."
    )
    return style.finish(figure, title or _what_changed(table, by, value, labels), note + cut)


def tornado(
    table: pd.DataFrame, *, value: str = "score", labels: Labels | None = None, most: int = 20,
    title: str = "",
) -> Figure:  # fmt: skip
    """Which of many changes move one figure most? From `compare.arms` with one row per arm.

    Examples
    --------
    >>> table = pd.DataFrame({"arm": ["longer", "dearer"], "estimate": [4.0, -1.0], "low": [2.0, -3.0],
    ...     "high": [6.0, 1.0], "p_holm": [0.01, 0.5]})
    >>> tornado(table).get_suptitle()
    'Of 2 changes 1 moves the score beyond doubt, most of all: longer (+4.0)'
    """
    style.rows_of(table, ["arm", "estimate", "low", "high", "p_holm"], "comparison")
    ordered = table.sort_values("estimate", key=abs, ascending=False, kind="stable")
    shown = ordered.head(most)
    factor = 100 if value.endswith("share") else 1
    figure, (ax,) = style.new(1.3 + 0.3 * len(shown))
    middle, low, high = (factor * shown[c] for c in ("estimate", "low", "high"))
    names = style.names_of(shown, "arm", labels)
    style.intervals(ax, names, middle, low, high, claims.shown(shown))
    style.reference(ax, 0, "no change")
    word = style.words(value)
    ax.set_xlabel(f"change in {word} ({'percentage points' if factor == 100 else 'points'})")
    sure = ordered[claims.shown(ordered)]
    sentence = f"None of {len(table)} changes moves the {word} beyond doubt"
    if len(sure):
        first = sure.iloc[0]
        sentence = (
            f"Of {len(table)} changes {len(sure)} {'moves' if len(sure) == 1 else 'move'} the {word} "
            f"beyond doubt, most of all: {style.words(first['arm'], labels)} "
            f"({factor * first['estimate']:+.1f})"
        )
    note = "Bars: 95 % intervals; filled: beyond doubt (Holm)."
    if len(shown) < len(ordered):
        note += f" Shown: the {len(shown)} largest of {len(ordered)}."
    return style.finish(figure, title or sentence, note)


def _what_changed(table: pd.DataFrame, by: str, value: str, labels: Labels | None) -> str:
    sure = table[claims.shown(table)]
    figure = value.replace("_", " ")
    if sure.empty:
        return f"No change of {figure} is seen beyond doubt"
    best = style.extreme(sure.assign(size=sure["estimate"].abs()), "size")
    amount = best["estimate"] * (100 if value == "win_share" else 1)
    arm, who = style.words(best["arm"], labels), style.words(best[by], labels)
    return f"{arm} changes the {figure} of {who} by {amount:+.1f} points"


def strengths(table: pd.DataFrame, *, labels: Labels | None = None, title: str = "") -> Figure:
    """Who is how strong? From `PlackettLuce.table`.

    Examples
    --------
    >>> table = pd.DataFrame({"name": ["a", "b"], "strength": [0.4, -0.4], "low": [0.2, -0.6],
    ...     "high": [0.6, -0.2], "p_holm": 0.01})
    >>> strengths(table).get_suptitle()
    'A comes first: it beats b in 69 % of pairs'
    """
    style.rows_of(table, ["name", "strength", "low", "high", "p_holm"], "table of strengths")
    ordered = table.sort_values("strength", ascending=False)
    shown, cut = style.cut(ordered)
    names = style.names_of(shown, "name", labels)
    figure, (ax,) = style.new(1.3 + 0.3 * len(shown))
    style.intervals(ax, names, shown["strength"], shown["low"], shown["high"], claims.shown(shown))
    style.reference(ax, 0, "average")
    ax.set_xlabel("strength (logarithm; 0.69 more = twice the odds)")
    gap = float(ordered["strength"].iloc[0] - ordered["strength"].iloc[-1])
    share = style.share(1 / (1 + np.exp(-gap)))
    sentence = f"{names[0]} comes first: it beats {names[-1]} in {share} of pairs"
    if not claims.shown(table).any():
        sentence = "Nobody is stronger or weaker than average beyond doubt"
    return style.finish(
        figure,
        title or sentence,
        "Plackett-Luce; bars: 95 % intervals; filled: not average (Holm)." + cut,
    )


def so_far(
    table: pd.DataFrame,
    by: str = "faction",
    *,
    goal: float | None = None,
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """How precise is the run by now? From `planning.so_far`.

    Examples
    --------
    >>> table = pd.DataFrame({"played": [100, 200], "faction": "a", "half_width": [0.1, 0.07]})
    >>> so_far(table).get_suptitle()
    'After 200 games the least certain win share is known to ± 7.0 points'
    """
    style.rows_of(table, ["played", by, "half_width"], "table of precision")
    wide = table.pivot(index="played", columns=by, values="half_width").astype(float) * 100
    figure, (ax,) = style.new(3.4)
    x = wide.index.to_numpy(dtype=float)
    ax.fill_between(
        x, wide.min(axis=1), wide.max(axis=1), color=style.PALE, label="least to most certain"
    )
    ax.plot(x, wide.median(axis=1), color=style.MAIN, marker="o", linewidth=2, label="median")
    ax.set_ylim(0, float(wide.max().max()) * 1.1)
    ax.set_xlabel("games played")
    ax.set_ylabel("± percentage points of win share")
    ax.grid(color="#e8e8e8", linewidth=0.8)
    if goal is not None:
        style.reference(ax, 100 * goal, "goal", axis="y")
    ax.legend(frameon=False, fontsize=8)
    last = float(wide.iloc[-1].max())
    sentence = (
        f"After {int(x[-1]):,} games the least certain win share is known to ± {last:.1f} points"
    )
    return style.finish(
        figure, title or sentence, f"Half width of 95 % intervals, by {style.words(by)}."
    )


def games_needed(table: pd.DataFrame, *, title: str = "") -> Figure:
    """How many games for which effect? From a table with columns ``effect`` and ``games``.

    Examples
    --------
    >>> from simkit.analysis.planning import games_for_effect
    >>> table = pd.DataFrame({"effect": [0.01, 0.02, 0.05]})
    >>> games_needed(table.assign(games=table.effect.map(games_for_effect))).get_suptitle()
    'To see 5 points takes about 640 games, to see 1 point about 15,000'
    """
    from matplotlib.ticker import FuncFormatter

    style.rows_of(table, ["effect", "games"], "plan")
    ordered = table.sort_values("effect")
    figure, (ax,) = style.new(3.4)
    ax.plot(100 * ordered["effect"], ordered["games"], color=style.MAIN, marker="o", linewidth=2)
    ax.set_yscale("log")
    for formatter in (ax.yaxis.set_major_formatter, ax.yaxis.set_minor_formatter):
        formatter(FuncFormatter(_count_on_a_log_axis))
    ax.set_xlabel("difference in win share (percentage points)")
    ax.set_ylabel("games")
    ax.grid(color="#e8e8e8", linewidth=0.8, which="both")
    one, two = ordered.iloc[-1], ordered.iloc[0]

    def points(effect: float) -> str:
        return f"{100 * effect:g} point{'' if abs(100 * effect - 1) < 1e-9 else 's'}"

    sentence = (
        f"To see {points(one['effect'])} takes about {_two_digits(one['games'])} games, "
        f"to see {points(two['effect'])} about {_two_digits(two['games'])}"
    )
    return style.finish(figure, title or sentence, "Found in 4 of 5 runs at the 5 % level.")


def _two_digits(games: float) -> str:
    """Write how many games with two digits that count: the plan knows no more."""
    return f"{float(f'{games:.1e}'):,.0f}"


def _count_on_a_log_axis(value: float, _: int) -> str:
    """Label only 1, 2 and 5 of each decade: more would run into each other."""
    return f"{value:,.0f}" if f"{value:.0e}"[0] in "125" else ""


def boundaries(table: pd.DataFrame, *, title: str = "") -> Figure:
    """When may one stop? From `planning.boundaries`.

    Examples
    --------
    >>> table = pd.DataFrame({"fraction": [0.5, 1.0], "z": [2.96, 1.97]})
    >>> boundaries(table).get_suptitle()
    'At the first look only 3.0 standard errors stop a run, at the end 2.0 do'
    """
    style.rows_of(table, ["fraction", "z"], "table of limits")
    figure, (ax,) = style.new(3.2)
    x = table["fraction"].to_numpy(dtype=float)
    z = table["z"].to_numpy(dtype=float)
    for sign in (1, -1):
        ax.plot(x, sign * z, color=style.MAIN, marker="o", linewidth=2)
    for limit in (1.96, -1.96):
        ax.axhline(limit, color=style.ACCENT, linestyle="--", linewidth=1.5)
    ax.annotate("plain 5 % limit", (x[0], 1.96), xytext=(0, -12), textcoords="offset points",
                fontsize=8, color="#8a4b08")  # fmt: skip
    style.percent_axis(ax)
    ax.set_xlabel("part of the planned games")
    ax.set_ylabel("standard errors from the null")
    sentence = (
        f"At the first look only {z[0]:.1f} standard errors stop a run, at the end {z[-1]:.1f} do"
    )
    return style.finish(
        figure, title or sentence, "Outside the solid lines: stop. Both sides together 5 %."
    )


def fit(
    table: pd.DataFrame,
    on: str = "faction",
    *,
    value: str = "win_share",
    labels: Labels | None = None,
    title: str = "",
) -> Figure:
    """Does the simulation look like real play? From `fit.joined`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "ours": [0.3, 0.2], "real": [0.28, 0.21]})
    >>> " ".join(fit(table).get_suptitle().split())
    'Simulated and real win share differ by 1.6 points'
    """
    style.rows_of(table, [on, "ours", "real"], "table of both")
    share = value.endswith(("share", "rate"))
    figure, (ax,) = style.new(5.0, width=6.0)
    x, y = table["ours"].to_numpy(dtype=float), table["real"].to_numpy(dtype=float)
    drawn = []
    if {"ours_low", "ours_high"} <= set(table.columns):
        ax.hlines(y, table["ours_low"], table["ours_high"], color=style.PALE, linewidth=3, zorder=1)
        drawn.append("the simulation")
    if {"real_low", "real_high"} <= set(table.columns):
        ax.vlines(x, table["real_low"], table["real_high"], color=style.PALE, linewidth=3, zorder=1)
        drawn.append("real play")
    ax.scatter(x, y, s=36, color=style.MAIN, zorder=3)
    style.same_scales(ax)
    style.name_dots(ax, x, y, style.names_of(table, on, labels))
    word = value.replace("_", " ")
    ax.set_xlabel(f"simulated {word}")
    ax.set_ylabel(f"real {word}")
    if share:
        style.percent_axis(ax)
        style.percent_axis(ax, "y")
    gap = float(np.sqrt(np.mean((x - y) ** 2)))
    amount = f"{100 * gap:.1f} points" if share else f"{gap:.1f}"
    sentence = f"Simulated and real {word} differ by {amount}"
    note = "Root of the mean square. Dashed: equal."
    if drawn:
        note += f" Bars: 95 % intervals of {style.listing(drawn)}."
    return style.finish(figure, title or sentence, note)


def robust(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Does a finding hold elsewhere? From `robust.across` or `robust.within`.

    Examples
    --------
    >>> table = pd.DataFrame({"condition": ["greedy", "search"], "gap": [0.05, -0.02],
    ...     "low": [0.02, -0.06], "high": [0.08, 0.02], "verdict": ["holds", "undecided"]})
    >>> robust(table).get_suptitle()
    'The finding holds under 1 of 2 conditions: not robust'
    """
    style.rows_of(table, ["condition", "gap", "low", "high", "verdict"], "table of conditions")
    names = [f"{c} ({v})" for c, v in zip(table["condition"], table["verdict"], strict=True)]
    figure, (ax,) = style.new(1.3 + 0.32 * len(table))
    share = str(table.attrs.get("value", "win_share")).endswith("share")
    middle, low, high = ((100 if share else 1) * table[c] for c in ("gap", "low", "high"))
    style.intervals(ax, names, middle, low, high, table["verdict"] == "holds")
    style.reference(ax, 0, "no effect")
    ax.set_xlabel(f"distance from what it is measured by ({'percentage ' if share else ''}points)")
    held = int((table["verdict"] == "holds").sum())
    word = "robust" if held == len(table) else "not robust"
    sentence = f"The finding holds under {held} of {len(table)} conditions: {word}"
    sentence = str(table.attrs.get("verdict", sentence))
    note = "Bars: intervals that hold together with 95 %; filled: the finding holds."
    return style.finish(figure, (title or sentence).removesuffix("."), note)


def forecast(
    table: pd.DataFrame, *, labels: Labels | None = None, title: str = "", marks: Sequence[str] = ()
) -> Figure:
    """Do strengths predict the finishes? From `strength.observed_and_expected`.

    Examples
    --------
    >>> table = pd.DataFrame({"name": ["a", "b"], "win_share": [0.3, 0.2], "win_expected": [0.28, 0.22]})
    >>> forecast(table).get_suptitle()
    'Strengths predict win shares to 2.0 points'
    """
    style.rows_of(table, ["name", "win_share", "win_expected"], "table of finishes")
    figure, (ax,) = style.new(5.0, width=6.0)
    x, y = (table[c].to_numpy(dtype=float) for c in ("win_expected", "win_share"))
    ax.scatter(x, y, s=36, color=style.MAIN, zorder=3)
    style.same_scales(ax)
    names = style.names_of(table, "name", labels)
    style.name_dots(ax, x, y, [n if not marks or n in marks else "" for n in names])
    style.percent_axis(ax)
    style.percent_axis(ax, "y")
    ax.set_xlabel("win share that the strengths expect")
    ax.set_ylabel("win share seen")
    sentence = f"Strengths predict win shares to {100 * float(np.abs(x - y).mean()):.1f} points"
    return style.finish(figure, title or sentence, "Dashed: as expected.")
