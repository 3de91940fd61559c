"""The results page of a tournament: one HTML file with everything inside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pandas as pd

from simkit.analysis.report import number, percent
from simkit.charts import style
from simkit.charts.page import Page, write_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MATRIX = 24  # participants whose pairings are shown one by one


class ContestLike(Protocol):
    """What the page needs of a tournament."""

    def standings(self) -> pd.DataFrame: ...
    def cross_table(self) -> pd.DataFrame: ...
    def conditions(self) -> list[tuple[str, str]]: ...


def chart(standings: pd.DataFrame, *, title: str = "") -> Figure:
    """Draw the win shares of a tournament with their intervals, the strongest on top."""
    found = standings[standings["games"] > 0].iloc[::-1]
    figure, (ax,) = style.new(1.2 + 0.3 * len(found))
    places = range(len(found))
    low = (found["win_share"] - found["win_low"]).clip(lower=0)
    high = (found["win_high"] - found["win_share"]).clip(lower=0)
    ax.errorbar(found["win_share"], places, xerr=[low, high], fmt="o", color=style.MAIN, capsize=3)
    ax.set_yticks(list(places), [str(name) for name in found["bot"]])
    style.reference(ax, 0.5, "as many won as lost")
    style.percent_axis(ax)
    ax.set_xlabel("share of games won")
    return style.finish(figure, title or _winner(standings), "Bars: 95 % intervals.")


def _winner(standings: pd.DataFrame) -> str:
    first = standings[standings["place"] == 1]
    if len(first) != 1:
        return "The first place is shared"
    best = first.iloc[0]
    return f"{best['bot']} won {percent(best['win_share'], 0)} % of its games"


def html(contest: ContestLike) -> str:
    """Return the results of a tournament as a page."""
    page = Page(None)
    found = contest.standings()
    conditions = contest.conditions()
    title = style.words(dict(conditions).get("title", "a title"))
    played = found[found["games"] > 0]
    page.chapter("Standings")
    page.text(_sentence(played))
    page.table(
        pd.DataFrame(
            {
                "participant": played["bot"],
                "place": played["place"].astype(str),
                "games": played["games"].astype(str),
                "win %": [percent(v) for v in played["win_share"]],
                "95 %": _spans(played["win_low"] * 100, played["win_high"] * 100),
                "score": [number(v) for v in played["score"]],
                "score 95 %": _spans(played["score_low"], played["score_high"]),
            }
        )
    )
    if len(played):
        page.figure(lambda: chart(found), "standings")
    remarks = found[found["words"] != ""]
    if len(remarks):
        page.chapter("Faults and remarks")
        page.text(
            "Who broke a limit or a rule is out. Games against it count for nobody, so that all who "
            "stayed in have met the same opponents."
        )
        shown = remarks[["bot", "words"]]
        shown.columns = pd.Index(["participant", "what happened"])
        page.table(shown, "conditions")
    if 2 <= len(played) <= MATRIX:
        page.chapter("Pairings")
        page.text("Share of games in per cent that the row won against the column.")
        cross = contest.cross_table().map(lambda v: percent(v, 0))
        page.table(cross.rename_axis("participant").reset_index())
    page.chapter("Conditions")
    page.table(pd.DataFrame(conditions, columns=["condition", "value"]), "conditions")
    page.text(
        "Every pair plays the same deals, each twice with the seats exchanged. The intervals treat all "
        "games of one deal as dependent."
    )
    return page.document(f"Tournament: {title}")


def _sentence(played: pd.DataFrame) -> str:
    if not len(played):
        return "No pairing has been played."
    best = played.iloc[0]
    span = f"{percent(best['win_low'])} to {percent(best['win_high'])} %"
    return f"{_winner(played)} (95 % interval {span})."


def _spans(low: pd.Series, high: pd.Series) -> list[str]:
    return [f"{number(a)} to {number(b)}" for a, b in zip(low, high, strict=True)]


def write(contest: ContestLike, path: str | Path) -> Path:
    """Write the results page; returns the file's path."""
    return write_page(html(contest), path)
