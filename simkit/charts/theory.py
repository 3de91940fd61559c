"""Pictures of payoff tables, equilibria and dynamics.

All functions return a matplotlib `Figure` that no pyplot state knows of. Colours come from "cividis",
whose lightness rises evenly: they stay apart in greyscale and for the colour-blind; lines also differ in
dashes, and carry their names.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue
from simkit.theory.dynamics import logit, velocity
from simkit.theory.equilibria import Equilibrium, symmetric
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.responses import best_responses, sinks
from simkit.theory.uncertainty import Uncertainty

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 3)), (0, (4, 4)))
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
INK = "#222222"
ACCENT = "#b3001b"  # dark enough to stay apart from the pale end of cividis in greyscale


def _figure(title: str, width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(textwrap.fill(title, int(width * 10)), loc="left", fontsize=11)
    return figure, axes


def _colours(count: int) -> list[Any]:
    from matplotlib import colormaps

    shades = np.linspace(0.0, 0.85, count) if count > 1 else [0.2]
    return [colormaps["cividis"](shade) for shade in shades]


# Payoffs ------------------------------------------------------------------------------------------


def payoff_map(payoffs: Payoffs, seat: int = 0, title: str = "", level: float = 0.95) -> Figure:
    """Draw what each strategy earns against what: light cells earn most, intervals stand below.

    Parameters
    ----------
    payoffs
        Any table; rows are the strategies of `seat`, columns what the others play.
    seat
        Whose payoffs (of no account in a symmetric game).
    title
        A sentence; by default it names the best of all cells.
    level
        Confidence of the intervals.
    """
    grid, error, columns = _grid(payoffs, seat)
    rows = payoffs.strategies[seat]
    if not np.isfinite(grid).any():
        raise BadValue("payoffs", "no cell has a payoff")
    if not title:
        best = np.unravel_index(int(np.nanargmax(grid)), grid.shape)
        whose = "" if payoffs.symmetric else f" (seat {seat + 1})"
        title = (
            f"{rows[best[0]].capitalize()} earns most{whose}: {grid[best]:.3g} against "
            f"{columns[best[1]]}"
        )
    what = "what the others play" if payoffs.seats > 2 else "what the other plays"
    return _map_of(payoffs, (grid, error), (rows, columns), what, title, level)


def odd_one_out(payoffs: Payoffs, title: str = "", level: float = 0.95) -> Figure:
    """Draw what one of each strategy earns at a table where all others play one and the same.

    Parameters
    ----------
    payoffs
        A symmetric table.
    title
        A sentence; by default it names who earns most among others.
    level
        Confidence of the intervals.
    """
    names = list(payoffs.names)
    grid, error = np.empty((len(names), len(names))), np.empty((len(names), len(names)))
    for own, other in np.ndindex(*grid.shape):
        profile = sorted([own, *[other] * (payoffs.seats - 1)])
        cell, seat = payoffs.cell(*profile), profile.index(own)
        grid[own, other], error[own, other] = payoffs.mean[cell, seat], payoffs.se[cell, seat]
    if not title:
        own, other = np.unravel_index(int(np.nanargmax(grid)), grid.shape)
        title = (
            f"{names[own].capitalize()} among {names[other]} earns most: {grid[own, other]:.3g}; "
            f"an even share is {np.nanmean(np.diag(grid)):.3g}"
        )
    what = "what all the others play" if payoffs.seats > 2 else "what the other plays"
    return _map_of(payoffs, (grid, error), (names, names), what, title, level)


def _map_of(
    payoffs: Payoffs,
    figures: tuple[Floats, Floats],
    names: tuple[Sequence[str], Sequence[str]],
    what: str,
    title: str,
    level: float,
) -> Figure:
    from scipy.special import ndtri

    (grid, error), (rows, columns) = figures, names
    width = 2.4 + 1.15 * len(columns)
    figure, axes = _figure(title, max(5.0, width), 1.7 + 0.75 * len(rows))
    image = axes.imshow(grid, cmap="cividis", aspect="auto")
    low, spread = float(np.nanmin(grid)), float(np.nanmax(grid) - np.nanmin(grid))
    z = float(ndtri((1 + level) / 2))
    digits = _digits(grid)
    for i, j in np.ndindex(*grid.shape):
        text = "?" if np.isnan(grid[i, j]) else f"{grid[i, j]:.{digits}f}"
        if error[i, j] > 0:
            text += f"\n±{z * error[i, j]:.{max(digits, 1)}f}"
        dark = spread > 0 and (grid[i, j] - low) / spread < 0.55
        axes.text(j, i, text, ha="center", va="center", color="white" if dark else INK, fontsize=9)
    slanted = len(columns) > 4 or max(map(len, columns)) > 12  # long names would run together
    axes.set_xticks(range(len(columns)), columns, rotation=30 if slanted else 0)
    for label in axes.get_xticklabels():
        label.set_horizontalalignment("right" if slanted else "center")
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlabel(what)
    axes.set_ylabel("own strategy")
    figure.colorbar(image, ax=axes, label=payoffs.unit)
    if not payoffs.exact:
        note = f"± {level:.0%} interval; {int(payoffs.games.sum()):,} games"
        figure.supxlabel(note, fontsize=8, x=0.01, ha="left")
    return figure


def _grid(payoffs: Payoffs, seat: int) -> tuple[Floats, Floats, list[str]]:
    """Return payoffs and errors, own strategies by what the others play."""
    frame = payoffs.frame()
    if not payoffs.symmetric:
        frame = frame[frame["seat"] == seat]
    columns = list(dict.fromkeys(frame["against"]))
    rows = payoffs.strategies[seat]
    found = [
        frame.pivot(index="strategy", columns="against", values=name)
        .reindex(index=list(rows), columns=columns)
        .to_numpy(dtype=float)
        for name in ("payoff", "se")
    ]
    return found[0], found[1], columns


def _digits(grid: Floats) -> int:
    known = grid[np.isfinite(grid)]
    if np.allclose(known, np.round(known)):
        return 0
    return 2 if np.ptp(known) < 5 else 1


# Three strategies: the simplex --------------------------------------------------------------------


def simplex(
    payoffs: Payoffs,
    trajectories: Sequence[pd.DataFrame] = (),
    *,
    noise: float | None = None,
    answers: Sequence[Equilibrium] | None = None,
    title: str = "",
) -> Figure:
    """Draw the flow of a symmetric game of three strategies: each corner is a population of one kind.

    Parameters
    ----------
    payoffs
        A symmetric game of three strategies.
    trajectories
        Frames of `simkit.theory.dynamics`, drawn as lines from a ring to an arrow head.
    noise
        Flow of logit dynamics; None for replicator dynamics.
    answers
        Equilibria to mark (full: the flow returns there; hollow: it does not); by default the symmetric
        ones, and for logit dynamics the points where they rest.
    title
        A sentence; by default it says how many equilibria attract.
    """
    if not payoffs.symmetric or len(payoffs.names) != 3:
        raise BadValue("payoffs", "a simplex shows a symmetric game of three strategies")
    if answers is not None:
        marks = [answer.mixes[0] for answer in answers]
    elif noise is None:
        marks = [answer.mixes[0] for answer in symmetric(payoffs)]
    else:
        marks = _rests(payoffs, noise)
    kinds = [_flow_at(payoffs, mix, noise) for mix in marks]
    if not title:
        what = (
            ("equilibrium", "equilibria") if noise is None else ("point of rest", "points of rest")
        )
        title = _simplex_title(kinds, *what)
    figure, axes = _figure(title, 6.4, 5.9)
    outline = np.vstack([CORNERS, CORNERS[:1]])
    axes.plot(outline[:, 0], outline[:, 1], color=INK, linewidth=1.2)
    _draw_flow(axes, payoffs, noise, figure)
    for frame in trajectories:
        path = _points_of(frame, payoffs.names) @ CORNERS
        axes.plot(path[:, 0], path[:, 1], color=ACCENT, linewidth=1.6)
        axes.plot(*path[0], "o", color=ACCENT, markersize=5, markerfacecolor="white")
        _arrow_head(axes, path)
    for mix, kind in zip(marks, kinds, strict=True):
        x, y = mix @ CORNERS
        face = INK if kind == "attracts" else "white"
        axes.plot(x, y, "o", markersize=10, color=INK, markerfacecolor=face, zorder=5)
    offsets = ((-0.02, -0.05, "left"), (0.02, -0.05, "right"), (0.0, 0.03, "center"))
    for (x, y), (dx, dy, side), name in zip(CORNERS, offsets, payoffs.names, strict=True):
        axes.text(x + dx, y + dy, f"all {name}", ha=side, va="center", fontsize=11)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_xlim(-0.08, 1.08)
    axes.set_ylim(-0.1, 0.95)
    return figure


def _simplex_title(kinds: Sequence[str], one: str, several: str) -> str:
    if not kinds:
        return f"No {one} was found"
    if len(kinds) == 1:
        does = {"attracts": "attracts", "repels": "repels"}.get(kinds[0], "is circled by")
        return f"The one {one} {does} the population"
    count = kinds.count("attracts")
    attract = "attracts" if count == 1 else "attract"
    return f"Of {len(kinds)} {several}, {count or 'none'} {attract} the population"


def _rests(payoffs: Payoffs, noise: float) -> list[Floats]:
    """Return where logit dynamics come to rest from the corners and the middle."""
    found: list[Floats] = []
    for start in [*(0.9 * np.eye(3) + 0.1 / 3), np.full(3, 1 / 3)]:
        path = _points_of(logit(payoffs, [start], noise=noise, time=200, points=2), payoffs.names)
        end = np.clip(path[-1], 0, None) / np.clip(path[-1], 0, None).sum()
        still = np.abs(velocity(payoffs, [end], noise)[0]).max() < 1e-6
        if still and not any(np.abs(end - other).max() < 1e-3 for other in found):
            found.append(end)
    return found


def _flow_at(payoffs: Payoffs, mix: Floats, noise: float | None) -> str:
    """Tell by its linear part whether the flow attracts, repels or circles round a point of rest."""
    step = 1e-4
    base = velocity(payoffs, [mix], noise)[0]
    starts = (1 - step) * mix + step * np.eye(len(mix))
    speeds = np.array([velocity(payoffs, [start], noise)[0] - base for start in starts])
    # Speeds are linear in the move away from the point; moves stay in the plane of the simplex.
    linear = np.linalg.lstsq(starts - mix, speeds, rcond=None)[0].T
    plane = np.array([[1, -1, 0], [1, 1, -2]]) / np.sqrt([[2], [6]])
    rates = np.linalg.eigvals(plane @ linear @ plane.T)
    flat = 1e-3 * max(float(np.abs(rates).max()), 1e-9)
    if rates.real.max() < -flat:
        return "attracts"
    return "circles" if mix.min() > 1e-3 and np.abs(rates.real).max() <= flat else "repels"


def _draw_flow(axes: Axes, payoffs: Payoffs, noise: float | None, figure: Figure) -> None:
    from matplotlib.colors import ListedColormap

    lines = 13
    mixes = np.array(
        [
            [(a + 1 / 3) / lines, (b + 1 / 3) / lines, (lines - 2 - a - b + 4 / 3) / lines]
            for a in range(lines)
            for b in range(lines - a)
            if lines - 2 - a - b + 4 / 3 > 0
        ]
    )
    speeds = np.array([velocity(payoffs, [mix], noise)[0] for mix in mixes])
    where, change = mixes @ CORNERS, speeds @ CORNERS
    size = np.linalg.norm(change, axis=1)
    unit = change / np.where(size > 0, size, 1)[:, None] * 0.045
    arrows = axes.quiver(
        where[:, 0],
        where[:, 1],
        unit[:, 0],
        unit[:, 1],
        size,
        cmap=ListedColormap(_colours(64)[::-1]),
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.005,
        pivot="mid",
    )
    figure.colorbar(arrows, ax=axes, label="speed of change", shrink=0.6)


def _arrow_head(axes: Axes, path: Floats) -> None:
    """Put an arrow head where a path is half-way through its length."""
    steps = np.r_[0.0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    if steps[-1] == 0:
        return
    middle = int(np.searchsorted(steps, min(0.5 * steps[-1], 0.4)))
    before = max(middle - 1, 0)
    axes.annotate(
        "",
        xy=(float(path[middle, 0]), float(path[middle, 1])),
        xytext=(float(path[before, 0]), float(path[before, 1])),
        arrowprops={"arrowstyle": "-|>", "color": ACCENT, "mutation_scale": 16},
    )


def _points_of(frame: pd.DataFrame, names: Sequence[str]) -> Floats:
    wide = frame.pivot(index="time", columns="strategy", values="share")
    return wide[list(names)].to_numpy(dtype=float)


# Over time ----------------------------------------------------------------------------------------


def shares_over_time(frame: pd.DataFrame, title: str = "") -> Figure:
    """Draw how the shares of strategies change: one panel per population, every line named.

    Parameters
    ----------
    frame
        From `simkit.theory.dynamics`: ``time``, ``population``, ``strategy``, ``share``.
    title
        A sentence; by default it says what most end with.
    """
    from matplotlib.figure import Figure

    populations = list(dict.fromkeys(frame["population"]))
    last = frame[frame["time"] == frame["time"].max()]
    if not title:
        top = last.loc[last["share"].idxmax()]
        title = f"In the end {top['strategy']} is played most ({top['share']:.0%})"
    figure = Figure(figsize=(7.6, 1.2 + 2.9 * len(populations)), layout="constrained")
    figure.suptitle(textwrap.fill(title, 76), x=0.02, ha="left", fontsize=11)
    for number, population in enumerate(populations):
        axes = figure.add_subplot(len(populations), 1, number + 1)
        rows = frame[frame["population"] == population]
        names = list(dict.fromkeys(rows["strategy"]))
        for i, (name, colour) in enumerate(zip(names, _colours(len(names)), strict=True)):
            line = rows[rows["strategy"] == name]
            axes.plot(
                line["time"],
                line["share"],
                color=colour,
                linestyle=DASHES[i % len(DASHES)],
                linewidth=1.8,
                label=name,
            )
        _name_lines(axes, last[last["population"] == population], float(rows["time"].max()))
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set_ylabel("share" if population == "all" else f"share, {population}")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(
            loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, frameon=False, fontsize=8
        )
    figure.axes[-1].set_xlabel("time")
    return figure


def _name_lines(axes: Axes, last: pd.DataFrame, end: float) -> None:
    """Write the names at the right ends of the lines, moved apart where they would overlap."""
    rows = last.sort_values("share")
    place = -1.0
    for name, share in zip(rows["strategy"], rows["share"].tolist(), strict=True):
        place = max(share, place + 0.085)
        axes.annotate(
            f"{name} {max(share, 0.0):.0%}",
            (end, share),
            xytext=(1.02, place),
            textcoords=("axes fraction", "data"),
            va="center",
            fontsize=9,
            arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
        )


# Best responses -----------------------------------------------------------------------------------


def best_response_graph(payoffs: Payoffs, title: str = "") -> Figure:
    """Draw who would change to what: arrows are best responses, boxes are where they end.

    Dark boxes are pure equilibria, grey ones belong to a circle that is never left. Dashed arrows gain
    less than two standard errors.
    """
    edges, ends = best_responses(payoffs), sinks(payoffs)
    cells = [" + ".join(payoffs.profile_names(cell)) for cell in range(len(payoffs.profiles))]
    if len(cells) > 30:
        raise BadValue("payoffs", f"{len(cells)} combinations are too many to draw; take a subset")
    resting = {group[0] for group in ends if len(group) == 1}
    circling = {name for group in ends if len(group) > 1 for name in group}
    places = _places(payoffs)
    width = 2.5 + 1.9 * np.ptp([x for x, _ in places.values()])
    height = 2.2 + 1.25 * np.ptp([y for _, y in places.values()])
    if not title:
        title = _graph_title(len(resting), [group for group in ends if len(group) > 1])
    figure, axes = _figure(title, float(np.clip(width, 5.5, 14)), float(np.clip(height, 3.2, 11)))
    for edge in edges.itertuples():
        _edge(axes, places[str(edge.source)], places[str(edge.target)], edge)
    for name, (x, y) in places.items():
        face = INK if name in resting else "#bbbbbb" if name in circling else "white"
        axes.text(
            x,
            y,
            textwrap.fill(name, 14),
            ha="center",
            va="center",
            fontsize=9,
            color="white" if name in resting else INK,
            bbox={"boxstyle": "round,pad=0.4", "facecolor": face, "edgecolor": INK},
            zorder=3,
        )
    xs, ys = zip(*places.values(), strict=True)
    axes.set_xlim(min(xs) - 0.6, max(xs) + 0.6)
    axes.set_ylim(min(ys) - 0.5, max(ys) + 0.5)
    axes.set_axis_off()
    return figure


def _graph_title(resting: int, circles: list[list[str]]) -> str:
    parts = []
    if resting:
        parts.append(f"in {resting} pure equilibri{'um' if resting == 1 else 'a'}")
    if circles:
        length = " or ".join(str(len(group)) for group in circles)
        parts.append(f"in a circle of {length} combinations that is never left")
    return f"Best responses end {' or '.join(parts)}"


def _edge(axes: Axes, start: tuple[float, float], end: tuple[float, float], edge: Any) -> None:
    far = np.hypot(end[0] - start[0], end[1] - start[1]) > 1.6
    sure = edge.se == 0 or edge.gain > 2 * edge.se
    axes.annotate(
        "",
        xy=end,
        xytext=start,
        arrowprops={
            "arrowstyle": "-|>",
            "color": "#555555",
            "linestyle": "-" if sure else (0, (4, 3)),
            "shrinkA": 24,
            "shrinkB": 24,
            "connectionstyle": f"arc3,rad={0.35 if far else 0.12}",
        },
    )
    # the middle of the curve: half its bend to the right of the straight line
    bend = 0.5 * (0.35 if far else 0.12)
    axes.text(
        0.5 * (start[0] + end[0]) + bend * (end[1] - start[1]),
        0.5 * (start[1] + end[1]) - bend * (end[0] - start[0]),
        f"+{edge.gain:.3g}",
        fontsize=8,
        ha="center",
        va="center",
        color=INK,
        bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        zorder=2,
    )


def _places(payoffs: Payoffs) -> dict[str, tuple[float, float]]:
    """Place the cells: two different seats as a grid, everything else round a circle."""
    cells = [" + ".join(payoffs.profile_names(cell)) for cell in range(len(payoffs.profiles))]
    if payoffs.seats == 2 and not payoffs.symmetric:
        spots = [(1.15 * float(j), -float(i)) for i, j in payoffs.profiles.tolist()]
        return dict(zip(cells, spots, strict=True))
    if payoffs.symmetric and len(payoffs.names) == 2:
        return {name: (1.15 * float(i), 0.0) for i, name in enumerate(cells)}
    if payoffs.symmetric and len(payoffs.names) == 3:
        counts = [np.bincount(row, minlength=3) for row in payoffs.profiles]
        corners = CORNERS * (1.25, 1.6)
        return {
            name: (float(spot[0]), float(spot[1]))
            for name, spot in zip(cells, np.array(counts) @ corners, strict=True)
        }
    radius = max(1.2, len(cells) / 5)
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(cells)) / len(cells)
    return {
        name: (1.3 * radius * float(np.cos(a)), radius * float(np.sin(a)))
        for name, a in zip(cells, angles, strict=True)
    }


# Answers ------------------------------------------------------------------------------------------


def equilibrium_shares(found: Uncertainty, title: str = "") -> Figure:
    """Draw an equilibrium with the intervals of a bootstrap: one line per strategy."""
    frame = found.shares
    labels = [
        name if seat < 0 else f"{name} (seat {seat + 1})"
        for seat, name in zip(frame["seat"].tolist(), frame["strategy"], strict=True)
    ]
    if not title:
        top = int(frame["share"].to_numpy().argmax())
        title = (
            f"In equilibrium {labels[top]} is played most "
            f"({frame['share'].max():.0%}); nobody gains more than {found.regret_high:.3g} by leaving it"
        )
    figure, axes = _figure(title, 7.0, 1.5 + 0.42 * len(frame))
    rows = np.arange(len(frame))[::-1]
    axes.hlines(rows, frame["low"], frame["high"], color=INK, linewidth=2)
    axes.plot(frame["share"], rows, "o", color=INK, markersize=7)
    axes.set_yticks(rows, labels)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel(
        f"share in equilibrium, with {found.level:.0%} interval ({found.draws} redraws)"
    )
    axes.set_ylim(-0.6, len(frame) - 0.4)
    axes.grid(axis="x", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def power_chart(frame: pd.DataFrame, title: str = "") -> Figure:
    """Draw each voter's share of power beside its share of the weight.

    Parameters
    ----------
    frame
        From `simkit.theory.power`.
    title
        A sentence; by default it names the voter with the most power for its weight.
    """
    share = frame["weight"] / frame["weight"].sum()
    if not title:
        top = int((frame["index"] - share).to_numpy().argmax())
        title = (
            f"{frame['voter'].iloc[top]} gains most from the rule: {share.iloc[top]:.0%} of the weight, "
            f"{frame['index'].iloc[top]:.0%} of the power"
        )
    figure, axes = _figure(title, 7.0, 1.6 + 0.45 * len(frame))
    rows = np.arange(len(frame))[::-1]
    axes.hlines(rows, share, frame["index"], color="#999999", linewidth=2)
    axes.plot(share, rows, "o", color=INK, markerfacecolor="white", markersize=8, label="weight")
    axes.plot(frame["index"], rows, "o", color=INK, markersize=8, label="power")
    axes.set_yticks(rows, list(frame["voter"]))
    axes.set_xlabel("share of all")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlim(left=-0.01)
    axes.legend(loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


__all__ = [
    "best_response_graph",
    "equilibrium_shares",
    "odd_one_out",
    "payoff_map",
    "power_chart",
    "shares_over_time",
    "simplex",
]
