"""Charts of how games go: choices, lead, chances, luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from simkit.charts import style
from simkit.charts.style import Labels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def branching(table: pd.DataFrame, *, title: str = "") -> Figure:
    """How much is there to choose from? From `decisions.branching` by round.

    Examples
    --------
    >>> table = pd.DataFrame({"round": [1, 2], "estimate": [5.0, 9], "median": [4.0, 8],
    ...     "p90": [9.0, 15], "forced": [0.2, 0.1]})
    >>> branching(table).get_suptitle()
    'Most choice is in round 2: 9 candidates on average'
    """
    style.rows_of(table, ["round", "estimate", "median", "p90", "forced"], "table of branching")
    ordered, note = style.frequent(table.sort_values("round"), "round")
    x = ordered["round"].to_numpy(dtype=float)
    figure, axes = style.new(3.3, 2, width_ratios=[2, 1])
    axes[0].fill_between(
        x, ordered["median"], ordered["p90"], color=style.PALE, label="median to upper tenth"
    )
    axes[0].plot(x, ordered["estimate"], color=style.MAIN, marker="o", linewidth=2, label="mean")
    axes[0].set_ylim(0)
    axes[0].set_ylabel("candidates per choice")
    axes[0].legend(frameon=False, fontsize=8, ncols=2, loc="lower left", bbox_to_anchor=(0.0, 1.0))
    axes[1].bar(x, ordered["forced"], color=style.MAIN, width=0.7)
    axes[1].set_ylabel("decisions without a choice")
    style.percent_axis(axes[1], "y")
    for ax in axes:
        style.round_axis(ax)
        ax.grid(axis="y", color="#e8e8e8", linewidth=0.8)
    best = style.extreme(ordered, "estimate") if ordered["estimate"].notna().any() else None
    sentence = "There is never a choice"
    if best is not None:
        sentence = (
            f"Most choice is in round {int(best['round'])}: {best['estimate']:.0f} candidates on "
        )
        sentence += "average"
    return style.finish(figure, title or sentence, note)


def drama(table: pd.DataFrame, *, title: str = "") -> Figure:
    """When are games decided? From `decisions.drama`.

    Examples
    --------
    >>> table = pd.DataFrame({"decided": [0.2, 0.5, 0.9], "changes": [1, 2, 6]})
    >>> drama(table).get_suptitle()
    'Half of all games are decided after 50 % of their decisions'
    """
    style.rows_of(table, ["decided", "changes"], "table of drama")
    figure, axes = style.new(3.2, 2)
    axes[0].hist(
        table["decided"], bins=np.linspace(0, 1, 21).tolist(), color=style.MAIN, edgecolor="white"
    )
    middle = float(table["decided"].median())
    style.reference(axes[0], middle, "median")
    style.percent_axis(axes[0])
    axes[0].set_xlabel("part of the game after which the winner led for good")
    axes[0].set_ylabel("games")
    most = int(min(table["changes"].max(), 30))
    count = table["changes"].clip(upper=most).value_counts().sort_index()
    axes[1].bar(count.index.to_numpy(), count.to_numpy(), color=style.PALE, edgecolor=style.MAIN)
    style.round_axis(axes[1], "changes of the lead")
    axes[1].set_ylabel("games")
    sentence = f"Half of all games are decided after {style.share(middle)} of their decisions"
    if middle >= 1:
        sentence = "More than half of all games are decided only by the final scoring"
    return style.finish(figure, title or sentence, "By the running scores; who ties does not lead.")


def calibration(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Are the chances true? From `winchance.calibration`.

    Examples
    --------
    >>> table = pd.DataFrame({"predicted": [0.1, 0.8], "estimate": [0.12, 0.77], "low": [0.1, 0.7],
    ...     "high": [0.15, 0.83]})
    >>> calibration(table).get_suptitle()
    'Chances are true to 2.5 points on average'
    """
    style.rows_of(table, ["predicted", "estimate", "low", "high"], "calibration")
    figure, (ax,) = style.new(4.6, width=5.4)
    ax.plot([0, 1], [0, 1], color=style.ACCENT, linestyle="--", linewidth=1.5)
    ax.vlines(table["predicted"], table["low"], table["high"], color=style.MAIN, linewidth=2)
    ax.scatter(table["predicted"], table["estimate"], s=36, color=style.MAIN, zorder=3)
    for axis in ("x", "y"):
        style.percent_axis(ax, axis)
    ax.set_xlabel("chance given")
    ax.set_ylabel("share won")
    gap = float((table["predicted"] - table["estimate"]).abs().mean())
    sentence = f"Chances are true to {100 * gap:.1f} points on average"
    return style.finish(figure, title or sentence, "Dashed: true. Bars: 95 % intervals.")


def sharpness(table: pd.DataFrame, *, title: str = "") -> Figure:
    """How much is decided when? From `winchance.sharpness`.

    Examples
    --------
    >>> table = pd.DataFrame({"round": [0, 1, 2], "known": [0.02, 0.3, 0.7], "games": 9})
    >>> sharpness(table).get_suptitle()
    'Half of the uncertainty about the winner is gone after round 2'
    """
    style.rows_of(table, ["round", "known", "games"], "table of sharpness")
    table = table[table["games"] >= 0.1 * table["games"].max()]  # few games go on much longer
    figure, (ax,) = style.new(3.2)
    x, y = table["round"].to_numpy(dtype=float), table["known"].to_numpy(dtype=float)
    note = "From scores, seats and factions alone."
    if {"known_low", "known_high"} <= set(table.columns):
        low, high = (
            table[c].clip(-1, 1).to_numpy(dtype=float) for c in ("known_low", "known_high")
        )
        ax.fill_between(x, low, high, color=style.PALE, zorder=1)
        note += " Band: 95 % interval."
    ax.plot(x, y, color=style.MAIN, marker="o", linewidth=2, clip_on=False)
    style.reference(ax, 0.5, "half", axis="y")
    ax.set_ylim(min(0.0, float(y.min())), 1)
    style.round_axis(ax, "after round")
    ax.set_ylabel("uncertainty gone")
    style.percent_axis(ax, "y")
    ax.grid(color="#e8e8e8", linewidth=0.8)
    if table["games"].min() < table["games"].max():
        note += " Each round: the games that got there."
    past = table[table["known"] >= 0.5]
    sentence = "More than half of the uncertainty about the winner remains to the last round"
    if len(past):
        sentence = (
            f"Half of the uncertainty about the winner is gone after round {past['round'].min()}"
        )
    return style.finish(figure, title or sentence, note)


def chances(
    table: pd.DataFrame, game_id: int, names: Labels | None = None, *, title: str = ""
) -> Figure:
    """How did the outlook of one game change? From `winchance.chances`.

    `names` may name the seats: ``{"0": "terrans", ...}``.

    Examples
    --------
    >>> table = pd.DataFrame({"game_id": 7, "round": [0, 0, 1, 1], "seat": [0, 1] * 2,
    ...     "chance": [0.5, 0.5, 0.9, 0.1], "win_share": [1.0, 0.0] * 2})
    >>> chances(table, 7).get_suptitle()
    'Game 7: seat 0 wins'
    >>> chances(table.assign(win_share=0.0), 7).get_suptitle()
    'Game 7: nobody wins'
    """
    style.rows_of(table, ["game_id", "round", "seat", "chance", "win_share"], "chances")
    part = style.rows_of(table[table["game_id"] == game_id], ["seat"], f"chances of game {game_id}")
    wide = part.pivot(index="round", columns="seat", values="chance").astype(float)
    wins = part.drop_duplicates("seat").set_index("seat")["win_share"].astype(float)
    wide.loc[int(wide.index.max()) + 1] = wins.reindex(wide.columns)
    shown = {seat: (names or {}).get(str(seat), f"seat {seat}") for seat in wide.columns}
    figure, (ax,) = style.new(3.4)
    style.lines(ax, wide.rename(columns=shown))
    ax.set_ylim(-0.02, 1.02)
    style.percent_axis(ax, "y")
    style.round_axis(ax, "after round")
    ax.set_ylabel("chance to win")
    names_of_winners = [str(shown[s]) for s in wins.index if wins[s] > 0]
    winners = style.listing(names_of_winners) if names_of_winners else "nobody"
    word = "win" if (wins > 0).sum() > 1 else "wins"
    return style.finish(figure, title or f"Game {game_id}: {winners} {word}")


def luck(tables: dict[str, pd.DataFrame], *, title: str = "") -> Figure:
    """How much is luck? From `luck.shares`, one table per figure ("score", "win share").

    Examples
    --------
    >>> table = pd.DataFrame({"part": ["faction", "deal", "rest"], "share": [0.1, 0.3, 0.6],
    ...     "low": 0.0, "high": 1.0})
    >>> " ".join(luck({"score": table}).get_suptitle().split())
    'Of the variance of the score go 10 % with the faction, 30 % with the deal and 60 % with the rest'
    """
    for table in tables.values():
        style.rows_of(table, ["part", "share", "low", "high"], "table of shares")
    parts = list(dict.fromkeys(p for table in tables.values() for p in table["part"]))
    figure, (ax,) = style.new(1.2 + 0.34 * len(parts) * len(tables))
    names, rows = [], []
    for name, table in tables.items():
        known = table.dropna(subset=["share"])
        names += [f"{name}: {part}" for part in known["part"]]
        rows.append(known)
    joined = pd.concat(rows)
    style.intervals(ax, names, joined["share"], joined["low"].fillna(joined["share"]),
                    joined["high"].fillna(joined["share"]))  # fmt: skip
    style.percent_axis(ax)
    ax.set_xlabel("share of the variance")
    name, first = next(iter(tables.items()))
    said = first.dropna(subset=["share"]).to_dict("records")
    listed = style.listing(
        [f"{style.share(max(0.0, row['share']))} with the {row['part']}" for row in said], most=9
    )
    note = "Bars: 95 % intervals."
    if (joined["share"] < 0).any():
        note += " A part below 0 % is one that chance hides: estimates scatter around the truth."
    if first["share"].isna().any():
        note += " No deal was played twice: its part cannot be told from the rest."
    return style.finish(figure, title or f"Of the variance of the {name} go {listed}", note)
