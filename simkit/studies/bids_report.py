"""The report of fair bids: prices, how they hold on fresh games, and what auctions bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from simkit.analysis.cells import number, percent
from simkit.charts import bids as charts
from simkit.charts import style
from simkit.charts.style import Labels
from simkit.report import markdown
from simkit.report.document import Document, Figure, Heading, Part, Sentence, Table, Text
from simkit.report.files import open_folder
from simkit.studies.bids import Bids

AUCTIONS = (
    "One faction, drawn at random, is sold by sealed bids. All bidders would gain the same from it, "
    "but each knows its value only as the mean of the games it has seen; all bid what they believe."
)
CURSE = (
    "Whoever wins has overestimated most: in a first-price auction that costs points (the winner's "
    "curse), the more, the less the bidders know. To pay the second highest bid lessens it, and with"
    " two bidders turns it round. With much experience both sell at the true value."
)


def report(found: Bids, command: str = "", labels: Labels | None = None) -> Document:
    """Return the report of a study of bids.

    Parameters
    ----------
    command
        How to make the report again.
    labels
        Names of the tables -> words of the title.
    """
    table = found.table.sort_values("price", ascending=False)
    by = style.words(found.asked.by)
    parts: list[Part] = [
        Text(
            f"If you may choose your {by} for points, how much should you pay? A price is"
            " fair when you do not care which one you get. Here prices are whole points that everybody"
            " pays before the first move, and fair means: all win alike."
        ),
        *(Sentence(text, "item") for text in _findings(found, table, labels)),
        Figure(
            partial(charts.chart, found.table, found.fair, labels=labels),
            "Win shares without and with prices",
            "bids",
        ),
        Table(_prices(table, labels)),
        Heading("If prices are bid for"),
        Text(AUCTIONS),
        Table(_auctions(found.auctions)),
        Text(CURSE),
    ]
    if command:
        parts.append(Text(f"Made by `{command}`."))
    title = f"{style.words(found.asked.title).capitalize()}: what each {by} should cost"
    return Document(title, tuple(parts))


def write(found: Bids, folder: str | Path, command: str = "", labels: Labels | None = None) -> Path:
    """Write the report, its picture and the table as CSV into a folder; return the page."""
    where = open_folder(folder)
    found.table.to_csv(where / "bids.csv", index=False, float_format="%.6g")
    return markdown.write(report(found, command, labels), where)


def _findings(found: Bids, table: pd.DataFrame, labels: Labels | None) -> Iterator[str]:
    """Yield what was found, in sentences; the table begins with the dearest."""
    asked, dear, cheap = found.asked, table.iloc[0], table.iloc[-1]
    dearest, cheapest = (style.words(row["who"], labels) for row in (dear, cheap))
    yield (
        f"**{dearest}** is the dearest: {dear['price']} points more than **{cheapest}**. Without prices "
        f"they win {style.share(dear['before'])} and {style.share(cheap['before'])} of their games."
    )
    yield (
        f"Found in {asked.games:,} games and confirmed on {asked.fresh:,} fresh ones in which the "
        "prices were really paid: every simultaneous 95 % interval lies within "
        f"{percent(table['low'].min())} to {percent(table['high'].max())} %; an even share is "
        f"{style.share(found.fair)}."
    )
    yield (
        f"All seats were played by `{asked.bot}`, {asked.seats} at a table. The prices are fair "
        "among these bots; people who play a faction better or worse than the bot does should pay "
        "more or less."
    )


def _prices(table: pd.DataFrame, labels: Labels | None) -> pd.DataFrame:
    def between(row: dict[Any, Any], middle: str, low: str, high: str) -> str:
        return f"{percent(row[middle])} ({percent(row[low])}-{percent(row[high])})"

    return pd.DataFrame(
        [
            {
                "who": style.words(row["who"], labels),
                "price": row["price"],
                "without prices, %": between(row, "before", "before_low", "before_high"),
                "recounted, %": percent(row["recounted"]),
                "fresh games, % (95 %, simultaneous)": between(row, "after", "low", "high"),
            }
            for row in table.to_dict("records")
        ]
    )


def _auctions(table: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "games seen with each": table["experience"],
            "true value": table["value"].map(number),
            "paid, first price": table["first"].map(number),
            "paid, second price": table["second"].map(number),
            "winner gains, first": table["gains_first"].map("{:+.1f}".format),
            "winner gains, second": table["gains_second"].map("{:+.1f}".format),
        }
    )
