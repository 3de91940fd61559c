"""Charts of what was played and whether it paid."""

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


def openings(
    table: pd.DataFrame, *, what: str = "opening", control: Sequence[str] = (),
    labels: Labels | None = None, most: int = 15, title: str = "",
) -> Figure:  # fmt: skip
    """How do seats open, and does it pay? From `strategy.openings` (or the table of archetypes).

    `control` names what the edge was freed of, for the small print.

    Examples
    --------
    >>> table = pd.DataFrame({"opening": ["build > war", "war > war"], "part": [0.6, 0.4],
    ...     "win_share": [0.3, 0.2], "expected": 0.25, "edge": [0.05, -0.05],
    ...     "edge_low": [0.02, -0.08], "edge_high": [0.08, -0.02], "p_holm": 0.01})
    >>> openings(table).get_suptitle()
    '"build > war" does best of the frequent openings: 30 % won, 25 % expected'
    """
    columns = ["part", "win_share", "expected", "edge", "edge_low", "edge_high", "p_holm"]
    style.rows_of(table, [what, *columns], what)
    rare = table[what].astype(str).str.startswith("(")
    shown = pd.concat([table[~rare].sort_values("part", ascending=False).head(most), table[rare]])
    names = [style.words(v, labels) for v in shown[what]]
    figure, axes = style.new(1.4 + 0.3 * len(shown), 2, sharey=True, width_ratios=[1, 2])
    place = np.arange(len(shown))[::-1]
    axes[0].barh(place, shown["part"], height=0.7, color=style.PALE)
    for y, part in zip(place, shown["part"], strict=True):
        axes[0].text(part, y, f" {style.share(part)}", va="center", fontsize=8)
    axes[0].set_xlim(0, float(shown["part"].max()) * 1.3)
    axes[0].set_xlabel("share of seats")
    style.percent_axis(axes[0], narrow=True)
    middle, low, high = (100 * shown[c] for c in ("edge", "edge_low", "edge_high"))
    style.intervals(axes[1], names, middle, low, high, claims.shown(shown))
    style.reference(axes[1], 0, "as expected")
    axes[1].set_xlabel("edge in win share (percentage points)")
    best = style.extreme(shown[~rare[shown.index]] if len(shown) > 1 else shown, "edge")
    won, expected = style.share(best["win_share"]), style.share(best["expected"])
    sentence = f'"{style.words(best[what], labels)}" does best of the frequent {what}s: '
    sentence += f"{won} won, {expected} expected"
    if not claims.shown(shown).any():
        sentence = f"No {what} wins more or less than expected beyond doubt"
    apart = ", ".join(control)
    note = (
        f"Expected: {f'what seats of their {apart} win' if apart else 'the fair share'}. Bars: 95 % "
        f"intervals; filled: beyond doubt (Holm). {len(table)} {what}s in all."
    )
    return style.finish(figure, title or sentence, note)


def action_mix(
    table: pd.DataFrame, *, what: str = "kind", labels: Labels | None = None, most: int = 8,
    title: str = "",
) -> Figure:  # fmt: skip
    """What is done when? From `strategy.action_mix` by round.

    Examples
    --------
    >>> table = pd.DataFrame({"round": [1, 1, 2, 2], "kind": ["trade", "war"] * 2,
    ...     "estimate": [0.8, 0.2, 0.4, 0.6]})
    >>> action_mix(table).get_suptitle()
    'Trade makes 80 % of all actions in round 1 and 40 % in round 2'
    """
    style.rows_of(table, ["round", what, "estimate"], "action mix")
    table, note = style.frequent(table, "round")
    wide = table.pivot_table(index="round", columns=what, values="estimate", observed=True).fillna(
        0.0
    )
    order = wide.mean().sort_values(ascending=False).index
    shown = wide[order[:most] if len(order) <= most else order[: most - 1]].copy()
    if len(order) > most:
        shown["others"] = wide[order[most - 1 :]].sum(axis=1)
    figure, (ax,) = style.new(max(2.6, 1.2 + 0.32 * len(shown)))
    style.stacked(ax, [f"round {r}" for r in shown.index], shown, labels)
    style.percent_axis(ax)
    ax.set_xlim(0, 1)
    ax.set_xlabel("share of actions")
    proper = shown[shown.index >= 1] if (shown.index >= 1).any() else shown  # 0 is the set-up
    first, last = proper.index[0], proper.index[-1]
    change = (proper.iloc[-1] - proper.iloc[0]).abs().drop("others", errors="ignore").to_dict()
    kind: object = max(change, key=lambda name: change[name])
    seen = shown[kind].to_dict()
    sentence = f"{style.words(kind, labels)} makes {style.share(seen[first])} of all actions "
    sentence += f"in round {first}"
    if last != first:
        sentence += f" and {style.share(seen[last])} in round {last}"
    if last != first and change[kind] < 0.05:
        sentence = "What is done hardly changes from the first round to the last"
    return style.finish(figure, title or sentence, note)


def picks(
    table: pd.DataFrame, column: str, *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """Which cards (tiles, techs ...) pay? From `strategy.picks`.

    Examples
    --------
    >>> table = pd.DataFrame({"card": ["x", "y"], "pick_rate": [0.2, 0.4], "edge": [0.1, -0.02],
    ...     "edge_low": [0.05, -0.06], "edge_high": [0.15, 0.02], "p_holm": [0.01, 0.5]})
    >>> picks(table, "card").get_suptitle()
    'Takers of x win 10 points more than others in their place'
    """
    style.rows_of(table, [column, "pick_rate", "edge", "edge_low", "edge_high", "p_holm"], "picks")
    shown, cut = style.cut(table.sort_values("edge", ascending=False))
    names = [style.words(v, labels) for v in shown[column]]
    figure, axes = style.new(1.4 + 0.28 * len(shown), 2, sharey=True, width_ratios=[1, 2])
    place = np.arange(len(shown))[::-1]
    axes[0].barh(place, shown["pick_rate"], height=0.7, color=style.PALE)
    axes[0].set_xlabel("taken by (share of seats)")
    style.percent_axis(axes[0], narrow=True)
    middle, low, high = (100 * shown[c] for c in ("edge", "edge_low", "edge_high"))
    style.intervals(axes[1], names, middle, low, high, claims.shown(shown))
    style.reference(axes[1], 0, "no edge")
    axes[1].set_xlabel("edge in win share (percentage points)")
    best = style.extreme(shown, "edge")
    who = style.words(best[column], labels)
    half = 100 * (best["edge_high"] - best["edge_low"]) / 2
    amount = style.rounded(100 * best["edge"], style.decimals([half]))
    sentence = f"Takers of {who} win {amount} points more than others in their place"
    if not claims.shown(table).any():
        sentence = f"No {style.words(column)} gives an edge beyond doubt"
    note = (
        "Edge: against all seats in the same round and standing. Not proof of a cause. Filled: beyond "
        "doubt (Holm)." + cut
    )
    return style.finish(figure, title or sentence, note)


def time_to_first(
    table: pd.DataFrame, what: str, by: str = "", *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """When is it done first? From `strategy.time_to_first`; `what` says what it is.

    Examples
    --------
    >>> table = pd.DataFrame({"round": [1, 2], "reached": [0.2, 0.7], "reached_low": [0.1, 0.6],
    ...     "reached_high": [0.3, 0.8]})
    >>> time_to_first(table, "institute").get_suptitle()
    '70 % of seats have their first institute by the end of round 2'
    """
    columns = ["round", "reached", "reached_low", "reached_high"]
    style.rows_of(table, [*columns, *([by] if by else [])], "times to first")
    known = style.rows_of(table[table["round"].notna()], ["round"], "times to first")
    figure, (ax,) = style.new(3.4)
    if by:
        wide = (
            known.pivot(index="round", columns=by, values="reached").astype(float).ffill().fillna(0)
        )
        style.lines(ax, wide, labels)
        final = known.sort_values("round").groupby(by, observed=True).tail(1)
        ends = final.set_index(by)[["reached_low", "reached_high"]].reindex(wide.columns)
        few = len(wide.columns) <= len(style.SHADES)  # more bars than that nobody tells apart
        if few:
            style.bars_at_the_end(ax, float(wide.index.max()), ends.to_numpy(dtype=float))
        ordered = wide.iloc[-1].sort_values(ascending=False)
    else:
        x = known["round"].to_numpy(dtype=float)
        ax.fill_between(x, known["reached_low"], known["reached_high"], color=style.PALE)
        ax.plot(x, known["reached"], color=style.MAIN, marker="o", linewidth=2)
        ax.grid(color="#e8e8e8", linewidth=0.8)
        reached = float(known["reached"].iloc[-1])
    ax.set_ylim(0, 1)
    style.round_axis(ax)
    ax.set_ylabel("share of seats")
    style.percent_axis(ax, "y")
    last = int(known["round"].max())
    sentence = f"have their first {what} by the end of round {last}"
    if by:
        ends_of = [
            f"{style.share(float(ordered.iloc[at]))} ({style.words(ordered.index[at], labels)})"
            for at in (0, -1)
        ]
        sentence = f"{ends_of[0]} to {ends_of[1]} of seats {sentence}"
        note = "Bars at the end: 95 % intervals." if few else ""
        return style.finish(figure, title or sentence, note)
    sentence = f"{style.share(reached)} of seats {sentence}"
    return style.finish(figure, title or sentence, "Band: 95 % interval.")


def archetypes(
    mixes: pd.DataFrame, *, labels: Labels | None = None, most: int = 14, title: str = ""
) -> Figure:
    """What makes each way of playing? From ``Archetypes.mixes``.

    Examples
    --------
    >>> mixes = pd.DataFrame({"trade": [0.8, 0.1], "war": [0.2, 0.9]}, index=["trade", "war"])
    >>> archetypes(mixes).get_suptitle()
    '2 ways of playing differ most in trade'
    """
    style.rows_of(mixes, [], "archetypes")
    spread = (mixes.max() - mixes.min()).sort_values(ascending=False)
    kinds = list(spread.index[:most])
    figure, (ax,) = style.new(1.8 + 0.36 * len(mixes))
    style.heat(ax, 100 * mixes[kinds].to_numpy(), [str(n) for n in mixes.index],
               [style.words(k, labels) for k in kinds])  # fmt: skip
    sentence = f"{len(mixes)} ways of playing differ most in {style.words(kinds[0], labels)}"
    return style.finish(
        figure, title or sentence, "Cells: share of a seat's actions in %; darker is more."
    )


def quality(
    table: pd.DataFrame, by: str = "bot", *, labels: Labels | None = None, title: str = ""
) -> Figure:
    """How well do bots choose by their own lights? From `decisions.quality` by round.

    Examples
    --------
    >>> table = pd.DataFrame({"bot": "greedy", "round": [1, 2], "best": [0.9, 1.0], "loss": [0.1, 0.0],
    ...     "margin": [2.0, 3.0], "rows": 50})
    >>> quality(table).get_suptitle()
    'Bots choose what they value most in 95 % of decisions'
    """
    style.rows_of(table, [by, "round", "best", "margin", "rows"], "table of quality")
    figure, axes = style.new(3.2, 2)
    for ax, value, word in zip(
        axes, ("best", "margin"), ("chose the best", "lead over the next best"), strict=True
    ):
        wide = table.pivot(index="round", columns=by, values=value).astype(float)
        style.lines(ax, wide, labels)
        style.round_axis(ax)
        ax.set_ylabel(word)
        if value == "best":
            ax.set_ylim(min(0.5, float(wide.min().min())), 1.02)
            style.percent_axis(ax, "y")
            legend = ax.get_legend()
            if legend is not None:
                legend.remove()
    mean = float(np.average(table["best"], weights=table["rows"]))
    sentence = f"Bots choose what they value most in {style.share(mean)} of decisions"
    return style.finish(figure, title or sentence, "Decisions with a choice and known values only.")
