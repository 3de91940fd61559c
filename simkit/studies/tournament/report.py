"""The report of a tournament: standings, faults, pairings, conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from simkit.analysis.cells import number, percent, spans
from simkit.charts import contest as charts
from simkit.charts import style
from simkit.report.document import (
    Document,
    Figure,
    Heading,
    Part,
    Sentence,
    Table,
    Text,
)

if TYPE_CHECKING:
    from simkit.studies.tournament.league import Tournament

MATRIX = 24  # participants whose pairings are shown one by one


def report(contest: Tournament) -> Document:
    """Return the results of a tournament."""
    standings = contest.standings()
    played = standings[standings["games"] > 0]
    conditions = contest.conditions()
    parts = [*_standings(standings, played), *_faults(standings)]
    if 2 <= len(played) <= MATRIX:
        cross = contest.cross_table().map(lambda v: percent(v, 0))
        parts += [
            Heading("Pairings"),
            Text("Share of games in per cent that the row won against the column."),
            Table(cross.rename_axis("participant").reset_index()),
        ]
    parts += [
        Heading("Conditions"),
        Table(pd.DataFrame(conditions, columns=["condition", "value"]), "pairs"),
        Text(
            "Every pair plays the same deals, each twice with the seats exchanged. The intervals treat "
            "all games of one deal as dependent."
        ),
    ]
    title = style.words(dict(conditions).get("title", "a title"))
    return Document(f"Tournament: {title}", tuple(parts))


def _standings(standings: pd.DataFrame, played: pd.DataFrame) -> Iterator[Part]:
    yield Heading("Standings")
    yield Sentence(_sentence(played))
    yield Table(
        pd.DataFrame(
            {
                "participant": played["bot"],
                "place": played["place"].astype(str),
                "games": played["games"].astype(str),
                "win %": [percent(v) for v in played["win_share"]],
                "95 %": spans(played["win_low"], played["win_high"], percent),
                "score": [number(v) for v in played["score"]],
                "score 95 %": spans(played["score_low"], played["score_high"]),
            }
        )
    )
    if len(played):
        yield Figure(partial(charts.chart, standings), "standings")


def _sentence(played: pd.DataFrame) -> str:
    if not len(played):
        return "No pairing has been played."
    best = played.iloc[0]
    span = f"{percent(best['win_low'])} to {percent(best['win_high'])} %"
    return f"{charts.winner(played)} (95 % interval {span})."


def _faults(standings: pd.DataFrame) -> Iterator[Part]:
    remarks = standings.loc[standings["words"] != "", ["bot", "words"]]
    if not len(remarks):
        return
    yield Heading("Faults and remarks")
    yield Text(
        "Who broke a limit or a rule is out. Games against it count for nobody, so that all who "
        "stayed in have met the same opponents."
    )
    yield Table(remarks.set_axis(["participant", "what happened"], axis=1), "pairs")
