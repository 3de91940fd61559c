"""The report of a meta-game: strategies, tables of payoffs, an outsider who may choose the weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from simkit.report import markdown, portrait
from simkit.report.document import Document, Heading, Part, Sentence, Table, Text
from simkit.report.files import open_folder
from simkit.studies.expand import Expansion
from simkit.studies.metagame import MetaGame
from simkit.theory.portrait import Portrait

INTRODUCTION = (
    "Before the first move everybody chooses how to play. That choice is a game of its own: what a"
    " strategy is worth depends on what the others bring. Here the strategies are bots; each figure"
    " is measured in games that they played, and says how *these bots* fare, not people."
)
OUTSIDER = (
    "So far everybody had to choose from the list. An outsider may set all weights of a bot as it"
    " likes. A computer searched for such weights, against the equilibrium, in {games:,} games, and"
    " measured what it found on fresh deals. What gains enough joins the list, and the search begins"
    " again."
)


def report(found: MetaGame, command: str = "") -> Document:
    """Return the report of a meta-game.

    Parameters
    ----------
    found
        A played study.
    command
        How to make the report again.
    """
    parts = [*_head(found, command)]
    tables = [
        [Heading(heading), *portrait.parts(table, name)] for name, heading, table in _tables(found)
    ]
    after = [] if found.after is None else tables.pop()
    for table in tables:
        parts += table
    if found.expansion is not None:
        parts += [*_outsider(found.expansion), *after]
    return Document(f"{found.label}: which strategy to bring", tuple(parts))


def write(found: MetaGame, folder: str | Path, command: str = "") -> Path:
    """Write the report, its pictures and the payoff tables into a folder; return the page.

    The folder is made where it does not exist; files of an earlier report are replaced.
    """
    where = open_folder(folder)
    for pattern in ("*_players_*.png", "payoffs_*_players*.toml"):
        for earlier in where.glob(pattern):
            earlier.unlink()  # another answer has other pictures
    for name, _, table in _tables(found):
        table.payoffs.write(where / f"payoffs_{name}.toml")
    return markdown.write(report(found, command), where)


def _tables(found: MetaGame) -> Iterator[tuple[str, str, Portrait]]:
    """Yield every table of payoffs: the name of its files, its heading, its figures."""
    for each in found.portraits:
        seats = each.payoffs.seats
        yield f"{seats}_players", f"Tables of {seats}", each
    if found.after is not None:
        seats = found.after.payoffs.seats
        yield f"{seats}_players_after", f"Tables of {seats}, with what has joined", found.after


def _head(found: MetaGame, command: str) -> Iterator[Part]:
    if found.caution:
        yield Text(found.caution, "caution")
    yield Text(INTRODUCTION)
    if command:
        yield Text(f"Made by `{command}`.")
    conditions = list(found.study.conditions().items())
    yield Table(pd.DataFrame(conditions, columns=["what", "value"]), "pairs")
    yield Heading("The strategies")
    yield Table(found.strategies, "wide")


def _outsider(found: Expansion) -> Iterator[Part]:
    yield Heading("An outsider who may choose the weights")
    yield Text(OUTSIDER.format(games=int(found.rounds["games"].sum())))
    yield Table(_searches(found))
    yield Sentence(_exploitability(found))
    fresh = [(name, bot) for name, bot in found.bots.items() if name.startswith("best response")]
    if fresh:
        yield Text("What joined:")
        yield from (Text(f"**{name}**: `{bot}`", "item") for name, bot in fresh)


def _searches(found: Expansion) -> pd.DataFrame:
    rows = []
    for row in found.rounds.to_dict("records"):
        gain = f"{row['gain']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f})"
        joined = "yes" if row["joined"] else "no"
        rows.append((row["round"], row["mix"], gain, joined))
    columns = ["search", "against", "points of win share gained (95 %)", "joined"]
    return pd.DataFrame(rows, columns=columns)


def _exploitability(found: Expansion) -> str:
    """Say how exploitable the equilibrium is, as far as the searches go."""
    last = found.rounds.iloc[-1]
    gained = f"{last['gain']:+.1f} points of win share ({last['low']:+.1f} to {last['high']:+.1f})"
    rest = (
        "What it found passed the bar for joining, so the searches ended before they were settled: "
        "a further one may gain more."
        if last["joined"]
        else "That is the exploitability of the last equilibrium as far as this search goes; a "
        "longer one, or a bot of another kind, may find more."
    )
    return f"**How exploitable is the equilibrium?** The last search gained {gained}. {rest}"
