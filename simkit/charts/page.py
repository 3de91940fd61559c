"""The report of a run as one page that needs nothing from outside: tables, pictures, conditions.

`html` makes the page, `write` puts it into a file.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from simkit.analysis import (
    balance,
    compare,
    decisions,
    luck,
    planning,
    report,
    setup,
    strategy,
    strength,
    winchance,
)
from simkit.analysis.course import CHARTED, Moves
from simkit.analysis.frames import roles, sources
from simkit.analysis.report import ResultsLike
from simkit.charts import balance as balance_charts
from simkit.charts import findings, games, style
from simkit.charts import strategy as strategy_charts
from simkit.charts.style import Labels
from simkit.core.errors import SimkitError
from simkit.stats.frames import as_list

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SETUPS = 2  # set-up columns that are drawn
ALIKE = 0.5  # share of seats that open alike, above which longer openings are looked at
LARGEST = 20  # groups in a matrix of pairs
MOST_MOVES = 1_000_000  # that the pictures of how games go are drawn from

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 auto;
  max-width: 62rem; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.7rem; margin: 1rem 0 .3rem; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .5rem;
  border-bottom: 2px solid #1f4e79; padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; } p { margin: .4rem 0; }
.caution { border-left: 5px solid #d9822b; background: #fdf4e7; padding: .5rem .8rem; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .87rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .18rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { border-bottom: 2px solid #8a8a8a; } th:first-child, td:first-child { text-align: left; }
.conditions td, .conditions th { white-space: normal; text-align: left; } .wide { overflow-x: auto; }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; border: 1px solid #eee; }
.note { color: #555; font-size: .85rem; } nav a { margin-right: 1rem; color: #1f4e79; }
@media print { nav { display: none; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
"""


class Page:
    """Collects the parts of the page."""

    def __init__(self, labels: Labels | None) -> None:
        self.labels = labels
        self.parts: list[str] = []
        self.chapters: list[tuple[str, str]] = []

    def chapter(self, title: str) -> None:
        name = f"part-{len(self.chapters) + 1}"
        self.chapters.append((name, title))
        self.parts.append(f'<h2 id="{name}">{escape(title)}</h2>')

    def section(self, title: str) -> None:
        self.parts.append(f"<h3>{escape(title)}</h3>")

    def text(self, words: str, kind: str = "") -> None:
        mark = f' class="{kind}"' if kind else ""
        self.parts.append(f"<p{mark}>{escape(words)}</p>")

    def table(self, table: pd.DataFrame, kind: str = "") -> None:
        head = "".join(f"<th>{escape(str(c))}</th>" for c in table.columns)
        rows = [
            "<tr>" + "".join(f"<td>{escape(str(v))}</td>" for v in row) + "</tr>"
            for row in table.itertuples(index=False)
        ]
        mark = f' class="{kind}"' if kind else ""
        self.parts.append(
            f'<div class="wide"><table{mark}><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}'
            f"</tbody></table></div>"
        )

    def figure(self, make: Callable[[], Figure], what: str) -> None:
        """Add a picture; where the run cannot answer the question, say why instead."""
        try:
            figure = make()
        except SimkitError as error:
            self.text(f"{what}: not shown, because {error}.", "note")
            return
        picture = base64.b64encode(style.png(figure)).decode()
        alt = escape(" ".join(str(figure.get_suptitle()).split()))
        self.parts.append(
            f'<figure><img alt="{alt}" src="data:image/png;base64,{picture}"></figure>'
        )

    def document(self, title: str) -> str:
        links = "".join(f'<a href="#{name}">{escape(text)}</a>' for name, text in self.chapters)
        policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
            f"<h1>{escape(title)}</h1><nav>{links}</nav>{''.join(self.parts)}</body></html>\n"
        )


def html(results: ResultsLike, labels: Labels | None = None) -> str:
    """Return the report of a run as an HTML page with its pictures inside.

    Parameters
    ----------
    results
        A run; see `simkit.analysis.report.text`.
    labels
        Names of the tables -> words of the title.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "bot": "greedy", "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> games = pd.DataFrame({"game_id": [0, 1], "deal": [0, 1], "title": "chess", "seats": 2})
    >>> page = html(SimpleNamespace(seats=seats, games=games, spec={"seed": 7}))
    >>> page.startswith("<!DOCTYPE html>"), "http" in page.replace("http-equiv", "")
    (True, False)
    """
    page = Page(labels)
    results = report.Lean(results)
    listed = report.conditions(results)
    named = dict(listed)
    title = f"Balance of {style.words(named.get('title', 'a run'), labels)}"
    page.chapter("Conditions")
    page.table(pd.DataFrame(listed, columns=["condition", "value"]), "conditions")
    if "caution" in named:
        page.text(named["caution"], "caution")
    if results.seats.empty:
        page.text("No game was finished: there is nothing to report.")
        return page.document(title)
    moves = report.moves_of(results)
    for name, seats, played in report.arms_of(results):
        suffix = f" ({name})" if name else ""
        _balance(page, seats, played, suffix)
        _setups(page, seats, played, suffix)
        _course(page, moves, seats, played, suffix)
        _certainty(page, seats, played, suffix)
    if "arm" in results.games.columns and results.games["arm"].nunique() > 1:
        _arms(page, results.seats, results.games)
    page.chapter("How to read this")
    page.text(report.METHOD)
    page.text(
        "What goes together with winning need not be its cause. Bots play by fixed weights; a faction "
        "that they play badly looks weak. Before a change is made, see whether the finding holds with "
        "other bots, profiles, seats and options (simkit.analysis.robust)."
    )
    return page.document(title)


def write(results: ResultsLike, path: str | Path, labels: Labels | None = None) -> Path:
    """Write the report of a run as an HTML page; returns the file's path.

    The file appears when it is complete: an older one of the same name stays until then.
    """
    return write_page(html(results, labels), path)


def write_page(words: str, path: str | Path) -> Path:
    """Write a page in one stroke."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(words, encoding="utf-8")
        part.replace(target)
    except OSError as error:
        raise SimkitError(f"{target}: cannot be written ({error.strerror})") from None
    return target


def _balance(page: Page, seats: pd.DataFrame, games: pd.DataFrame, suffix: str) -> None:
    page.chapter(f"Balance{suffix}")
    labels = page.labels
    if balance.is_solo(seats):
        page.text(report.target(seats, games))
    for by in report.groupings(seats):
        page.section(f"By {style.words(by, labels)}")
        table = balance.table(seats, by, games)
        page.text(report.verdict(table, by))
        page.figure(partial(balance_charts.win_shares, table, by, labels=labels), "win shares")
        if by in roles(seats):
            page.figure(partial(balance_charts.scores, table, by, labels=labels), "scores")
        page.table(report.show(table, by))
    first = next(iter(roles(seats)), None)
    if first is None:
        return
    if sources(seats):
        page.section("Where the points come from")
        points = balance.points_by_source(seats, first, games)
        page.figure(partial(balance_charts.points, points, first, labels=labels), "points")
    if "rank" in seats.columns:
        page.section("Where they finish")
        ranks = balance.rank_distribution(seats, first, games)
        page.figure(partial(balance_charts.ranks, ranks, first, labels=labels), "ranks")
        page.figure(partial(_strengths, seats, games, first, labels), "strengths")


def _strengths(seats: pd.DataFrame, games: pd.DataFrame, by: str, labels: Labels | None) -> Figure:
    table = strength.plackett_luce(seats, by, games).table()
    return findings.strengths(table, labels=labels)


def _setups(page: Page, seats: pd.DataFrame, games: pd.DataFrame, suffix: str) -> None:
    by = next(iter(roles(seats)), None)
    if by is None or seats[by].nunique() < 2:
        return
    page.chapter(f"Seats, opponents, set-ups{suffix}")
    labels = page.labels
    if seats["seat"].nunique() > 1 and seats[by].nunique() <= LARGEST:
        pairs = balance.table(seats, [by, "seat"], games)
        page.figure(partial(balance_charts.pairs, pairs, by, "seat", labels=labels), "seats")
        if "rank" in seats.columns:
            page.figure(partial(_matchups, seats, games, by, labels), "match-ups")
    try:
        table = setup.interactions(seats, games, by)
    except SimkitError as error:
        page.text(f"Set-ups: not shown, because {error}.", "note")
        return
    sizes = setup.interaction_sizes(table)
    shown = sizes.rename(columns={"spread": "spread of true deviations"}).round(2)
    page.section("How much set-ups matter to who is strong")
    page.table(shown.assign(setup=[style.words(s, labels) for s in shown["setup"]]))
    for name in sizes["setup"].head(SETUPS):
        page.figure(partial(balance_charts.interactions, table, name, by, labels=labels), str(name))


def _matchups(seats: pd.DataFrame, games: pd.DataFrame, by: str, labels: Labels | None) -> Figure:
    return balance_charts.matchups(setup.matchups(seats, by, games), by, labels=labels)


def _course(
    page: Page, logged: Moves | None, seats: pd.DataFrame, games_: pd.DataFrame, suffix: str
) -> None:
    page.chapter(f"How games go{suffix}")
    if logged is None:
        page.text("This run did not log its moves (log = games).", "note")
        return
    shown, moves = logged.first(CHARTED, games_, MOST_MOVES)
    if len(shown) < len(games_):
        page.text(
            f"The pictures of this chapter show the first {len(shown):,} of {len(games_):,} games.",
            "note",
        )
        seats, games_ = seats[seats["game_id"].isin(shown["game_id"])], shown
    labels = page.labels
    kept: list[pd.DataFrame] = []

    def chances() -> Figure:
        kept.append(winchance.chances(moves, seats, games_))
        return games.sharpness(winchance.sharpness(kept[0]))

    page.figure(lambda: games.branching(decisions.branching(moves, seats, games_)), "branching")
    page.figure(
        lambda: strategy_charts.action_mix(
            strategy.action_mix(moves, seats, games_), labels=labels
        ),
        "action mix",
    )
    page.figure(partial(_openings, moves, seats, games_, labels), "openings")
    page.figure(
        lambda: strategy_charts.quality(decisions.quality(moves, seats, games_), labels=labels),
        "quality of decisions",
    )
    if seats["seat"].nunique() > 1:
        page.figure(lambda: games.drama(decisions.drama(moves, seats, games_)), "drama")
        page.figure(chances, "win chances")
        for table in kept:
            page.figure(partial(_calibration, table), "calibration")


def _openings(
    moves: pd.DataFrame, seats: pd.DataFrame, games_: pd.DataFrame, labels: Labels | None
) -> Figure:
    """Openings of three actions, or of more where almost all begin alike."""
    least = max(20, len(seats) // 100)
    control = roles(seats)[:1]
    for length in (3, 4, 5, 6):
        table = strategy.openings(
            moves, seats, games_, length=length, start=1, control=control, least=least
        )
        if float(table["part"].max()) <= ALIKE:
            break
    return strategy_charts.openings(table, control=control, labels=labels)


def _calibration(table: pd.DataFrame) -> Figure:
    return games.calibration(winchance.calibration(table))


def _certainty(page: Page, seats: pd.DataFrame, games_: pd.DataFrame, suffix: str) -> None:
    page.chapter(f"Luck and certainty{suffix}")

    def shares() -> Figure:
        tables = {"score": luck.shares(seats, games_)}
        if seats["seat"].nunique() > 1:
            tables["win share"] = luck.shares(seats, games_, value="win_share")
        return games.luck(tables)

    page.figure(shares, "luck")
    by = next(iter(roles(seats)), "seat")
    page.figure(
        lambda: findings.so_far(planning.so_far(seats, games_, by=as_list(by)), by), "precision"
    )


def _arms(page: Page, seats: pd.DataFrame, games_: pd.DataFrame) -> None:
    page.chapter("What the arms change")
    by = next(iter(roles(seats)), "seat")
    labels = page.labels
    for value in ("win_share", "score"):
        page.figure(partial(_arm_chart, seats, games_, by, value, labels), f"change of {value}")


def _arm_chart(
    seats: pd.DataFrame, games_: pd.DataFrame, by: str, value: str, labels: Labels | None
) -> Figure:
    table = compare.arms(seats, games_, by, value=value)
    return findings.arms(table, by, value=value, labels=labels)
