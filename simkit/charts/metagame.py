"""The page of a meta-game: a folder with sentences, tables, pictures and the payoff tables themselves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd

from simkit.charts import style, theory
from simkit.core.errors import SimkitError
from simkit.theory.dynamics import fixation, replicator
from simkit.theory.payoffs import Payoffs
from simkit.theory.portrait import ALPHA, POPULATION, Portrait, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAGE = "README.md"
DPI = 80
MOST_CELLS = 10  # combinations that a graph of best responses shows
NEUTRAL = 1.0 / POPULATION
SEEN = 0.0005  # shares of time that a picture tells
STARTS = ([0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8])


class StudyLike(Protocol):
    """What the page needs to know of what was asked."""

    def conditions(self) -> dict[str, str]: ...


class ExpansionLike(Protocol):
    """What the page needs of a best-response expansion."""

    @property
    def rounds(self) -> pd.DataFrame: ...
    @property
    def payoffs(self) -> Payoffs: ...
    @property
    def bots(self) -> Mapping[str, str]: ...


class MetaGameLike(Protocol):
    """What the page needs of a study's findings."""

    @property
    def study(self) -> StudyLike: ...
    @property
    def strategies(self) -> pd.DataFrame: ...
    @property
    def portraits(self) -> tuple[Portrait, ...]: ...
    @property
    def expansion(self) -> ExpansionLike | None: ...
    @property
    def after(self) -> Portrait | None: ...
    @property
    def label(self) -> str: ...
    @property
    def caution(self) -> str: ...


# Pictures -----------------------------------------------------------------------------------------


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
            f"Newcomers lead to {top}: the population spends {percent(float(shares[top]))} of its "
            "time there"
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
            f"{style.words(name)}\n{percent(share)}" if share >= SEEN else style.words(name),
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


def pictures(found: Portrait) -> dict[str, tuple[str, Figure]]:
    """Return the pictures of a table: file name -> (what it shows, figure)."""
    payoffs = found.payoffs
    drawn = {
        "payoffs": (
            "Share of wins of the row's strategy where all the others play the column's",
            theory.odd_one_out(payoffs),
        ),
        "invasions": ("Who spreads in whom", invasions(found)),
        "population": (
            "A population that copies what wins (replicator dynamics), from equal shares",
            theory.shares_over_time(found.path),
        ),
    }
    if len(payoffs.names) >= 3:
        drawn["triangle"] = (
            "The three most frequent strategies among themselves",
            _triangle(found),
        )
    if len(payoffs.profiles) <= MOST_CELLS:
        drawn["responses"] = (
            "Best responses: who would change to what",
            theory.best_response_graph(payoffs),
        )
    if (found.certainty.shares["low"] < found.certainty.shares["high"]).any():
        drawn["equilibrium"] = (
            "The equilibrium with its intervals",
            theory.equilibrium_shares(found.certainty),
        )
    return drawn


def _triangle(found: Portrait) -> Figure:
    best = set(found.ranking["strategy"].head(3))
    three = found.payoffs.subset([name for name in found.payoffs.names if name in best])
    time = 30.0 / max(three.spread, 1e-3)
    paths = [replicator(three, [start], time=time) for start in STARTS]
    return theory.simplex(three, paths)


# The page -----------------------------------------------------------------------------------------


def write(found: MetaGameLike, folder: str | Path, command: str = "") -> Path:
    """Write the page, its pictures and the payoff tables into a folder; return the page.

    Parameters
    ----------
    found
        A played study.
    folder
        Is made where it does not exist; files of an earlier page are replaced.
    command
        How to make the page again.
    """
    where = open_folder(folder)
    for pattern in ("*_players_*.png", "payoffs_*_players*.toml"):
        for earlier in where.glob(pattern):
            earlier.unlink()  # another answer has other pictures
    lines = _head(found, command)
    for portrait in found.portraits:
        seats = portrait.payoffs.seats
        lines += ["", f"## Tables of {seats}"]
        lines += _portrait(portrait, where, f"{seats}_players")
    if found.expansion is not None:
        lines += ["", "## An outsider who may choose the weights", *_outsider(found.expansion)]
        if found.after is not None:
            seats = found.after.payoffs.seats
            lines += ["", f"## Tables of {seats}, with what has joined"]
            lines += _portrait(found.after, where, f"{seats}_players_after")
    page = where / PAGE
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def open_folder(folder: str | Path) -> Path:
    """Return a folder, made where it does not exist."""
    where = Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimkitError(f"{folder}: {error.strerror or error}") from error
    return where


def _head(found: MetaGameLike, command: str) -> list[str]:
    lines = [f"# {found.label}: which strategy to bring", ""]
    if found.caution:
        lines += [f"**{found.caution}**", ""]
    lines += [
        "Before the first move everybody chooses how to play. That choice is a game of its own: what a"
        " strategy is worth depends on what the others bring. Here the strategies are bots; each figure"
        " is measured in games that they played, and says how *these bots* fare, not people.",
        "",
    ]
    if command:
        lines += [f"Made by `{command}`.", ""]
    lines += markdown(
        pd.DataFrame(list(found.study.conditions().items()), columns=["what", "value"])
    )
    lines += ["", "## The strategies", "", *markdown(found.strategies)]
    return lines


def _portrait(found: Portrait, folder: Path, name: str) -> list[str]:
    found.payoffs.write(folder / f"payoffs_{name}.toml")
    drawn = pictures(found)
    for part, (_, figure) in drawn.items():
        (folder / f"{name}_{part}.png").write_bytes(style.png(figure, DPI))
    lines: list[str] = []
    shown = {"Who beats whom": ["payoffs", "responses"], "Equilibrium": ["equilibrium"]}
    shown["A population that learns"] = ["population", "triangle", "invasions"]
    sentences = found.sentences()
    for heading, parts in shown.items():
        lines += ["", f"### {heading}", ""]
        lines += [f"- {text}" for where, text in sentences if where == heading]
        for part in parts:
            if part in drawn:
                lines += ["", f"![{drawn[part][0]}]({name}_{part}.png)"]
    lines += ["", f"Shares of time with rare newcomers (alpha-rank, population {POPULATION}):", ""]
    return lines + markdown(_ranking(found))


def _ranking(found: Portrait) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    for row in found.ranking.to_dict("records"):
        between = f"{percent(row['low'])} to {percent(row['high'])}"
        rows.append({"strategy": row["strategy"], "share": percent(row["share"]), "95 %": between})
    return pd.DataFrame(rows)


def _outsider(found: ExpansionLike) -> list[str]:
    last = found.rounds.iloc[-1]
    games = int(found.rounds["games"].sum())
    lines = [
        "",
        "So far everybody had to choose from the list. An outsider may set all weights of a bot as it"
        f" likes. A computer searched for such weights, against the equilibrium, in {games:,} games, and"
        " measured what it found on fresh deals. What gains enough joins the list, and the search begins"
        " again.",
        "",
    ]
    rows = []
    for row in found.rounds.to_dict("records"):
        gain = f"{row['gain']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f})"
        joined = "yes" if row["joined"] else "no"
        rows.append((row["round"], row["mix"], gain, joined))
    columns = ["search", "against", "points of win share gained (95 %)", "joined"]
    lines += [*markdown(pd.DataFrame(rows, columns=columns)), ""]
    gained = f"{last['gain']:+.1f} points of win share ({last['low']:+.1f} to {last['high']:+.1f})"
    lines.append(
        f"**How exploitable is the equilibrium?** The last search gained {gained}. "
        + (
            "What it found passed the bar for joining, so the searches ended before they were settled: "
            "a further one may gain more."
            if last["joined"]
            else "That is the exploitability of the last equilibrium as far as this search goes; a "
            "longer one, or a bot of another kind, may find more."
        )
    )
    fresh = [(name, bot) for name, bot in found.bots.items() if name.startswith("best response")]
    if fresh:
        lines += ["", "What joined:", ""]
        lines += [f"- **{name}**: `{bot}`" for name, bot in fresh]
    return lines


def markdown(frame: pd.DataFrame) -> list[str]:
    """Return a frame as the lines of a table in Markdown."""
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + " --- |" * len(frame.columns)]
    cells = [
        [str(cell).replace("|", "\\|") for cell in row] for row in frame.itertuples(index=False)
    ]
    return [*lines, *("| " + " | ".join(row) + " |" for row in cells)]
