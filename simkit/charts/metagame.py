"""Charts of a meta-game: who spreads in whom, and all that tell of one table of payoffs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from simkit.charts import style, theory
from simkit.theory.dynamics import fixation, replicator
from simkit.theory.portrait import ALPHA, POPULATION, Portrait

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_CELLS = 10  # combinations that a graph of best responses shows
NEUTRAL = 1.0 / POPULATION
SEEN = 0.0005  # shares of time that a picture tells
STARTS = ([0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8])


def invasions(found: Portrait, title: str = "") -> Figure:
    """Draw who takes over whom: an arrow leads from a population to the newcomer that spreads in it.

    Circles grow with the share of time that a population spends with a strategy when newcomers are
    rare. A full arrow is a newcomer that takes over much more often than one that is no better; broken
    arrows are slower than a quarter of the quickest.
    """
    names = list(found.payoffs.names)
    shares = found.ranking.set_index("strategy")["share"]
    rates = fixation(found.payoffs, POPULATION, ALPHA)
    spreading = rates[rates["fixation"] > NEUTRAL]
    top = str(found.ranking["strategy"].iloc[0])
    if not title:
        title = (
            f"Newcomers lead to {top}: the population spends {style.fine_share(float(shares[top]))} of "
            "its time there"
        )
    figure, (ax,) = style.new(4.9, width=7.2)
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(names)) / len(names)
    places = {n: (float(np.cos(a)), float(np.sin(a))) for n, a in zip(names, angles, strict=True)}
    quick = float(spreading["fixation"].max()) if len(spreading) else 1.0
    rims = {n: (8 + 44 * float(np.sqrt(shares[n]))) / 2 for n in names}
    for row in spreading.to_dict("records"):
        ends = (row["resident"], row["mutant"])
        (start, end), gaps = (places[n] for n in ends), (rims[n] + 4 for n in ends)
        _arrow(ax, start, end, tuple(gaps), row["fixation"] > quick / 4)
    for name, (x, y) in places.items():
        share = float(shares[name])
        ax.plot(x, y, "o", markersize=2 * rims[name], color=style.PALE, markeredgecolor=style.INK,
                zorder=3)  # fmt: skip
        side = "center" if abs(x) < 0.2 else "left" if x > 0 else "right"
        far = 6 + rims[name]
        ax.annotate(
            f"{style.words(name)}\n{style.fine_share(share)}"
            if share >= SEEN
            else style.words(name),
            (x, y),
            (far * x, (far + 8) * y),
            textcoords="offset points",
            ha=side,
            va="center",
            fontsize=10,
        )
    ax.set_xlim(-1.6, 1.6)
    ax.set_ylim(-1.3, 1.35)
    ax.set_aspect("equal")
    ax.set_axis_off()
    note = (
        f"Arrows: who spreads in whom, in a population of {POPULATION}; broken: less than a quarter "
        "as surely as the surest. Circles: share of time; without a figure: under 0.1 %."
    )
    return style.finish(figure, title, note)


def _arrow(
    ax: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    gaps: tuple[float, ...],
    sure: bool,
) -> None:
    ax.annotate(
        "",
        xy=end,
        xytext=start,
        arrowprops={
            "arrowstyle": "-|>",
            "mutation_scale": 15,
            "color": style.INK,
            "linewidth": 1.4 if sure else 1.0,
            "linestyle": "-" if sure else (0, (4, 3)),
            "shrinkA": gaps[0],
            "shrinkB": gaps[1],
            "connectionstyle": "arc3,rad=0.08",
        },
    )


def pictures(found: Portrait) -> dict[str, tuple[str, Callable[[], Figure]]]:
    """Return the pictures that tell of a table: name -> (what it shows, what draws it)."""
    payoffs = found.payoffs
    drawn: dict[str, tuple[str, Callable[[], Figure]]] = {
        "payoffs": (
            "Share of wins of the row's strategy where all the others play the column's",
            partial(theory.odd_one_out, payoffs),
        ),
        "invasions": ("Who spreads in whom", partial(invasions, found)),
        "population": (
            "A population that copies what wins (replicator dynamics), from equal shares",
            partial(theory.shares_over_time, found.path),
        ),
    }
    if len(payoffs.names) >= 3:
        drawn["triangle"] = (
            "The three most frequent strategies among themselves",
            partial(_triangle, found),
        )
    if len(payoffs.profiles) <= MOST_CELLS:
        drawn["responses"] = (
            "Best responses: who would change to what",
            partial(theory.best_response_graph, payoffs),
        )
    if (found.certainty.shares["low"] < found.certainty.shares["high"]).any():
        drawn["equilibrium"] = (
            "The equilibrium with its intervals",
            partial(theory.equilibrium_shares, found.certainty),
        )
    return drawn


def _triangle(found: Portrait) -> Figure:
    best = set(found.ranking["strategy"].head(3))
    three = found.payoffs.subset([name for name in found.payoffs.names if name in best])
    time = 30.0 / max(three.spread, 1e-3)
    paths = [replicator(three, [start], time=time) for start in STARTS]
    return theory.simplex(three, paths)
