"""Pictures of payoff tables, equilibria and dynamics, in the look of all charts (`style`).

All functions return a matplotlib `Figure` that no pyplot state knows of.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from simkit.charts import style
from simkit.charts.style import Labels
from simkit.core.errors import BadValue
from simkit.theory.dynamics import logit, replicator, velocity
from simkit.theory.equilibria import Equilibrium, symmetric
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.responses import best_responses, sinks
from simkit.theory.uncertainty import Uncertainty

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
PATH = "#8a4b08"  # a path through the simplex; a white rim keeps it apart from the arrows
SHADES_OF_LINES = 6  # the two palest are for areas


# Payoffs ------------------------------------------------------------------------------------------


def payoff_map(
    payoffs: Payoffs,
    seat: int = 0,
    title: str = "",
    level: float = 0.95,
    *,
    labels: Labels | None = None,
) -> Figure:
    """Draw what each strategy earns against what: dark cells earn most, intervals stand below.

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
    labels
        Names of strategies -> words.
    """
    grid, error, columns = _grid(payoffs, seat, labels)
    rows = [style.words(name, labels) for name in payoffs.strategies[seat]]
    if not np.isfinite(grid).any():
        raise BadValue("payoffs", "no cell has a payoff")
    if not title:
        best = np.unravel_index(int(np.nanargmax(grid)), grid.shape)
        whose = "" if payoffs.symmetric else f" (seat {seat + 1})"
        earned = _said(grid[best], _digits(payoffs, grid), payoffs, _half(error[best], level))
        title = f"{rows[best[0]]} earns most{whose}: {earned} against {columns[best[1]]}"
    what = "what the others play" if payoffs.seats > 2 else "what the other plays"
    return _map_of(payoffs, (grid, error), (rows, columns), what, title, level)


def odd_one_out(payoffs: Payoffs, title: str = "", level: float = 0.95) -> Figure:
    """Draw what one of each strategy earns at a table where all others play one and the same.

    Parameters
    ----------
    payoffs
        A symmetric table.
    title
        A sentence; by default it names who earns more than an even share among others most surely.
    level
        Confidence of the intervals.
    """
    names = [style.words(name) for name in payoffs.names]
    grid, error = np.empty((len(names), len(names))), np.empty((len(names), len(names)))
    for own, other in np.ndindex(*grid.shape):
        profile = sorted([own, *[other] * (payoffs.seats - 1)])
        cell, seat = payoffs.cell(*profile), profile.index(own)
        grid[own, other], error[own, other] = payoffs.mean[cell, seat], payoffs.se[cell, seat]
    if not title:
        title = _surest(payoffs, grid, error, names, level)
    what = "what all the others play" if payoffs.seats > 2 else "what the other plays"
    return _map_of(payoffs, (grid, error), (names, names), what, title, level)


def _surest(
    payoffs: Payoffs, grid: Floats, error: Floats, names: Sequence[str], level: float
) -> str:
    """Name who earns most among others of one kind, as far as chance over all cells is ruled out."""
    even = float(np.nanmean(np.diag(grid)))
    cells = max(1, grid.size - len(grid))
    low = grid - np.vectorize(lambda se: _half(se, 1 - (1 - level) / cells))(error)
    np.fill_diagonal(low, -np.inf)
    digits = _digits(payoffs, grid)
    share = _said(even, digits, payoffs)
    if not np.nanmax(low) > even:
        return f"None earns more than an even share ({share}) among others of one kind beyond doubt"
    own, other = divmod(int(np.nanargmax(low)), grid.shape[1])
    earned = _said(grid[own, other], digits, payoffs, _half(error[own, other], level))
    return f"{names[own]} among {names[other]} earns {earned}; an even share is {share}"


def _map_of(
    payoffs: Payoffs,
    figures: tuple[Floats, Floats],
    names: tuple[Sequence[str], Sequence[str]],
    what: str,
    title: str,
    level: float,
) -> Figure:
    (grid, error), (rows, columns) = figures, names
    widest = 0.085 * max(map(len, rows))
    width = float(np.clip(1.0 + widest + 0.95 * len(columns), 5.6, 10.5))
    digits, factor = _digits(payoffs, grid), _factor(payoffs)
    said = np.full(grid.shape, "?", dtype=object)
    for i, j in np.ndindex(*grid.shape):
        if np.isfinite(grid[i, j]):
            said[i, j] = style.rounded(factor * float(grid[i, j]), digits)
            if error[i, j] > 0:
                half = factor * _half(float(error[i, j]), level)
                said[i, j] += f"\n± {style.rounded(half, max(digits, int(factor == 1)))}"
    deep = 0.55 if (error > 0).any() else 0.42
    figure, (ax,) = style.new(1.7 + deep * len(rows), width=width)
    style.heat(ax, grid, rows, columns, words=said)
    ax.set_xlabel(what)
    ax.set_ylabel("own strategy")
    note = f"Cells: {payoffs.unit}{' in %' if factor == 100 else ''}; darker is more."
    if not payoffs.exact:
        note += f" ± {100 * level:g} % interval; {int(payoffs.games.sum()):,} games."
    return style.finish(figure, title, note)


def _factor(payoffs: Payoffs) -> int:
    """Shares are shown in per cent."""
    return 100 if "share" in payoffs.unit else 1


def _half(error: float, level: float) -> float:
    """Return half the width of an interval."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2)) * float(error)


def _said(value: float, digits: int, payoffs: Payoffs, half: float = 0.0) -> str:
    """Write a payoff, with its interval if it has one, in its unit."""
    factor = _factor(payoffs)
    words = style.rounded(factor * float(value), digits)
    if half > 0:
        words += f" ± {style.rounded(factor * half, max(digits, int(factor == 1)))}"
    return f"{words} %" if factor == 100 else words


def _grid(payoffs: Payoffs, seat: int, labels: Labels | None) -> tuple[Floats, Floats, list[str]]:
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
    named = [" + ".join(style.words(n, labels) for n in str(c).split(" + ")) for c in columns]
    return found[0], found[1], named


def _digits(payoffs: Payoffs, grid: Floats) -> int:
    known = _factor(payoffs) * grid[np.isfinite(grid)]
    if _factor(payoffs) == 100 or np.allclose(known, np.round(known)):
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
    figure, (axes,) = style.new(5.6, width=6.0)
    outline = np.vstack([CORNERS, CORNERS[:1]])
    axes.plot(outline[:, 0], outline[:, 1], color=style.INK, linewidth=1.2, zorder=2.8)
    quickest = _draw_flow(axes, payoffs, noise)
    for frame in trajectories:
        path = _points_of(frame, payoffs.names) @ CORNERS
        axes.plot(path[:, 0], path[:, 1], color="white", linewidth=5, zorder=2.5)
        axes.plot(path[:, 0], path[:, 1], color=PATH, linewidth=2.2, zorder=3)
        axes.plot(*path[0], "o", color=PATH, markersize=7, markeredgewidth=2, markerfacecolor="white",
                  zorder=4)  # fmt: skip
        _arrow_head(axes, path)
    for mix, kind in zip(marks, kinds, strict=True):
        x, y = mix @ CORNERS
        face = style.INK if kind == "attracts" else "white"
        axes.plot(x, y, "o", markersize=11, color=style.INK, markeredgewidth=1.6,
                  markerfacecolor=face, zorder=5)  # fmt: skip
    offsets = ((-0.05, -0.05, "left"), (0.05, -0.05, "right"), (0.0, 0.04, "center"))
    for (x, y), (dx, dy, side), name in zip(CORNERS, offsets, payoffs.names, strict=True):
        said = f"all {style.words(name)}"
        axes.text(x + dx, y + dy, said, ha=side, va="center", fontsize=10, color=style.INK)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_xlim(-0.06, 1.06)
    axes.set_ylim(-0.08, 0.93)
    note = (
        f"Arrows: where the shares drift; the darkest move by {quickest:.2g} a unit of time. "
        f"{'Points of rest' if noise is not None else 'Equilibria'}: full dots attract, hollow ones do "
        "not."
    )
    if len(trajectories):
        note += " Lines: populations that start at the rings."
    return style.finish(figure, title, note)


def _simplex_title(kinds: Sequence[str], one: str, several: str) -> str:
    if not kinds:
        return f"No {one} was found"
    if len(kinds) == 1:
        does = {
            "attracts": "attracts",
            "repels": "repels",
            "circles": "is circled by",
            "leaves": "neither attracts nor repels",
        }[kinds[0]]
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
    """Tell whether the flow attracts, repels or circles round a point of rest, or leaves it be."""
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
    if rates.real.max() > flat:
        return "repels"
    if mix.min() > 1e-3 and np.abs(rates.real).max() <= flat:
        return "circles"
    return _followed(payoffs, mix, noise)


def _followed(payoffs: Payoffs, mix: Floats, noise: float | None) -> str:
    """Follow the flow from beside a point of rest whose linear part says nothing (payoffs that tie)."""
    farthest = 0.0  # where populations end up, over where they began
    for corner in np.eye(3):
        start = 0.9 * mix + 0.1 * (0.7 * corner + 0.1)
        path = (
            replicator(payoffs, [start], time=500, points=2)
            if noise is None
            else logit(payoffs, [start], noise=noise, time=500, points=2)
        )
        end = _points_of(path, payoffs.names)[-1]
        farthest = max(farthest, float(np.abs(end - mix).max() / np.abs(start - mix).max()))
    if farthest < 0.5:
        return "attracts"
    return "repels" if farthest > 1.5 else "leaves"


def _draw_flow(axes: Axes, payoffs: Payoffs, noise: float | None) -> float:
    """Draw the arrows, dark where the flow is quick; return the speed of the quickest."""
    from matplotlib.colors import LinearSegmentedColormap

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
    axes.quiver(
        where[:, 0],
        where[:, 1],
        unit[:, 0],
        unit[:, 1],
        size,
        cmap=LinearSegmentedColormap.from_list("slow to quick", style.HEAT[2:]),
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.005,
        pivot="mid",
    )
    return float(size.max())


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
        arrowprops={"arrowstyle": "-|>", "color": PATH, "mutation_scale": 20},
        zorder=4,
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
        A sentence; by default it says what most play when the picture ends.
    """
    populations = list(dict.fromkeys(frame["population"]))
    last = frame[frame["time"] == frame["time"].max()]
    figure, panels = style.new(1.1 + 2.2 * len(populations), down=len(populations))
    for axes, population in zip(panels, populations, strict=True):
        rows = frame[frame["population"] == population]
        _lines_of(axes, rows, last[last["population"] == population])
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set_ylabel("share" if population == "all" else f"share, {population}")
    panels[-1].set_xlabel("time")
    note = "Named at the right: the shares when the picture ends."
    return style.finish(figure, title or _most_played(last, populations), note)


def _most_played(last: pd.DataFrame, populations: Sequence[object]) -> str:
    """Say what most play in the end, population by population; what is played alike is named so."""
    said = []
    for population in populations:
        rows = last[last["population"] == population].sort_values("share", ascending=False)
        shown = [style.share(share) for share in rows["share"]]
        alike = [
            style.words(n) for n, s in zip(rows["strategy"], shown, strict=True) if s == shown[0]
        ]
        whose = "" if population == "all" else f"{population} plays "
        if len(alike) > 1:
            verb = "are played" if population == "all" else ""
            said.append(f"{whose}{style.listing(alike)} {verb} alike ({shown[0]} each)")
        else:
            verb = "is played " if population == "all" else ""
            said.append(f"{whose}{alike[0]} {verb}most ({shown[0]})")
    return " ".join(f"At time {style.count(last['time'].max())} {', '.join(said)}".split())


def _lines_of(axes: Axes, rows: pd.DataFrame, last: pd.DataFrame) -> None:
    """Draw the lines of one population; names and final shares stand beside, the largest on top."""
    names = list(dict.fromkeys(rows["strategy"]))
    drawn = {}
    for i, name in enumerate(names):
        line = rows[rows["strategy"] == name]
        every = max(1, len(line) // 9)
        first = (
            every * (i + 1) // (len(names) + 1)
        )  # the marks of lines that run together stay apart
        (drawn[name],) = axes.plot(
            line["time"], line["share"], linewidth=1.8, linestyle=style.DASHES[i % len(style.DASHES)],
            color=style.shade_of(i, len(names), SHADES_OF_LINES), markersize=5,
            marker=style.MARKS[i % len(style.MARKS)], markevery=(first, every),
        )  # fmt: skip
    shares = last.set_index("strategy")["share"].sort_values(ascending=False, kind="stable")
    axes.legend(
        [drawn[name] for name in shares.index],
        [f"{style.words(name)} {style.share(max(share, 0.0))}" for name, share in shares.items()],
        loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9, handlelength=3,
    )  # fmt: skip
    axes.grid(color="#e8e8e8", linewidth=0.8)


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
    xs, ys = np.array(list(places.values())).T
    width, height = 1.7 + 1.75 * np.ptp(xs), 1.9 + 1.15 * np.ptp(ys)
    if not title:
        title = _graph_title(len(resting), [group for group in ends if len(group) > 1])
    figure, (axes,) = style.new(
        float(np.clip(height, 2.2, 9)), width=float(np.clip(width, 6.0, 10.5))
    )
    boxes = {}
    for name, (x, y) in places.items():
        face = style.INK if name in resting else "#bbbbbb" if name in circling else "white"
        boxes[name] = axes.text(
            x,
            y,
            textwrap.fill(" + ".join(map(style.words, name.split(" + "))), 14),
            ha="center",
            va="center",
            fontsize=9,
            color="white" if name in resting else style.INK,
            bbox={"boxstyle": "round,pad=0.4", "facecolor": face, "edgecolor": style.INK},
            zorder=3,
        )
    axes.set_aspect("equal")  # the middles of the arrows' bends are found for equal scales
    axes.set_xlim(min(xs) - 0.5, max(xs) + 0.5)
    axes.set_ylim(min(ys) - 0.4, max(ys) + 0.4)
    for edge in edges.to_dict("records"):
        _edge(axes, places, boxes, edge, _factor(payoffs))
    axes.set_axis_off()
    unit = f"{payoffs.unit}, percentage points" if _factor(payoffs) == 100 else payoffs.unit
    note = f"Figures: what the change gains ({unit}). Dark: nobody would change."
    if circling:
        note += " Grey: a circle that is never left."
    if not payoffs.exact:
        note += " Broken: gains less than two standard errors."
    return style.finish(figure, title, note)


def _graph_title(resting: int, circles: list[list[str]]) -> str:
    parts = []
    if resting:
        parts.append(f"in {resting} pure equilibri{'um' if resting == 1 else 'a'}")
    if circles:
        length = " or ".join(str(len(group)) for group in circles)
        parts.append(f"in a circle of {length} combinations that is never left")
    return f"Best responses end {' or '.join(parts)}"


def _edge(
    axes: Axes,
    places: dict[str, tuple[float, float]],
    boxes: dict[str, Any],
    edge: dict[Any, Any],
    factor: int,
) -> None:
    """Draw an arrow from box to box with what it gains; it bends round boxes that lie between."""
    source, target = str(edge["source"]), str(edge["target"])
    start, end = places[source], places[target]
    others = [place for name, place in places.items() if name not in (source, target)]
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    bend = 0.08
    if any(_near(place, start, end) < 0.3 for place in others):
        bend = 2 * (0.62 if down > across else 0.4) / float(np.hypot(across, down))  # round a box
    sure = edge["se"] == 0 or edge["gain"] > 2 * edge["se"]
    axes.annotate(
        "",
        xy=end,
        xytext=start,
        arrowprops={
            "arrowstyle": "-|>",
            "mutation_scale": 14,
            "color": "#444444",
            "linestyle": "-" if sure else (0, (4, 3)),
            "patchA": boxes[source].get_bbox_patch(),
            "patchB": boxes[target].get_bbox_patch(),
            "shrinkA": 1,
            "shrinkB": 1,
            "connectionstyle": f"arc3,rad={bend}",
        },
        zorder=4,  # after the boxes, whose size is known once they are drawn
    )
    # not in the middle, where many arrows cross; the curve is bent to the right of the straight line
    origin, way = np.array(start), np.subtract(end, start)
    x, y = origin + 0.4 * way + 0.48 * bend * np.array([way[1], -way[0]])
    axes.text(
        float(x),
        float(y),
        f"+{factor * edge['gain']:.2g}",
        fontsize=8,
        ha="center",
        va="center",
        color=style.INK,
        bbox={"boxstyle": "square,pad=0.15", "facecolor": "white", "edgecolor": "none"},
        zorder=5,
    )


def _near(
    place: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """Return how far a place is from the straight line between two others."""
    origin, way = np.array(start), np.subtract(end, start)
    along = np.clip(np.dot(np.subtract(place, origin), way) / max(float(way @ way), 1e-9), 0, 1)
    return float(np.linalg.norm(origin + along * way - place))


def _places(payoffs: Payoffs) -> dict[str, tuple[float, float]]:
    """Place the cells: two different seats as a grid, everything else round a circle."""
    cells = [" + ".join(payoffs.profile_names(cell)) for cell in range(len(payoffs.profiles))]
    if payoffs.seats == 2 and not payoffs.symmetric:
        spots = [(1.4 * float(j), -float(i)) for i, j in payoffs.profiles.tolist()]
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
        style.words(name) if seat < 0 else f"{style.words(name)} (seat {seat + 1})"
        for seat, name in zip(frame["seat"].tolist(), frame["strategy"], strict=True)
    ]
    top = frame.iloc[int(frame["share"].to_numpy().argmax())]
    most = f"{style.words(top['strategy'])} is played most ({style.share(top['share'])}"
    if round(100 * top["low"]) < round(100 * top["high"]):
        most += f"; {100 * found.level:g} %: {100 * top['low']:.0f} to {style.share(top['high'])}"
    figure, (axes,) = style.new(1.5 + 0.32 * len(frame), width=7.0)
    style.intervals(axes, labels, frame["share"], frame["low"], frame["high"])
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel("share in equilibrium")
    note = (
        f"Bars: {100 * found.level:g} % intervals ({found.draws} redraws of the payoffs). By leaving the "
        f"equilibrium nobody gains more than {found.regret_high:.2g}."
    )
    return style.finish(figure, title or f"In equilibrium {most})", note)


def power_chart(frame: pd.DataFrame, title: str = "", weight: str = "weight") -> Figure:
    """Draw each voter's share of power beside its share of the weight.

    Parameters
    ----------
    frame
        From `simkit.theory.power`.
    title
        A sentence; by default it names the voter with the most power for its weight.
    weight
        What voters have: votes, seats, shares ...
    """
    share = frame["weight"] / frame["weight"].sum()
    if not title:
        top = int((frame["index"] - share).to_numpy().argmax())
        title = (
            f"{frame['voter'].iloc[top]} gains most from the rule: {style.share(share.iloc[top])} of the "
            f"{weight}, {style.share(frame['index'].iloc[top])} of the power"
        )
    figure, (axes,) = style.new(1.6 + 0.32 * len(frame))
    rows = np.arange(len(frame))[::-1]
    axes.hlines(rows, share, frame["index"], color=style.RULE, linewidth=2, zorder=1)
    axes.plot(share, rows, "s", color=style.MAIN, markerfacecolor="white", markeredgewidth=1.6,
              markersize=8, label=f"share of the {weight}")  # fmt: skip
    axes.plot(frame["index"], rows, "o", color=style.MAIN, markersize=8, label="share of the power")
    axes.set_yticks(rows, list(frame["voter"]))
    axes.set_ylim(-0.6, len(frame) - 0.4)
    axes.set_xlabel("share of all")
    axes.set_xlim(-0.01, 1.08 * max(float(share.max()), float(frame["index"].max())))
    style.percent_axis(axes)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.tick_params(axis="y", length=0)
    axes.legend(frameon=False, fontsize=9, ncols=2, loc="lower left", bbox_to_anchor=(0.0, 1.0))
    return style.finish(figure, title)


__all__ = [
    "best_response_graph",
    "equilibrium_shares",
    "odd_one_out",
    "payoff_map",
    "power_chart",
    "shares_over_time",
    "simplex",
]
