"""The report of a run: who wins, from what, where, how games go, what arms change, and how sure that is.

`document` makes it. Each function below makes one section, its text and its pictures; what is said in
it stands in `sentences`, what its tables show in `simkit.analysis.cells`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from simkit.analysis import (
    balance,
    cells,
    compare,
    decisions,
    luck,
    planning,
    setup,
    strategy,
    strength,
    winchance,
)
from simkit.analysis.course import CHARTED, Moves
from simkit.analysis.frames import bot_columns, roles, sources
from simkit.charts import balance as balance_charts
from simkit.charts import findings, games, style
from simkit.charts import strategy as strategy_charts
from simkit.charts.style import Labels
from simkit.core.errors import SimkitError
from simkit.report import course, reading, sentences
from simkit.report.conditions import conditions
from simkit.report.document import (
    PAGE,
    TEXT,
    Document,
    Figure,
    Heading,
    Later,
    Note,
    Part,
    Sentence,
    Table,
    Text,
    only,
)
from simkit.stats.frames import as_list

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

    from simkit.runs.results import Results

SETUPS = 2  # set-up columns that are drawn
ALIKE = 0.5  # share of seats that open alike, above which longer openings are looked at
LARGEST = 20  # groups in a matrix of pairs
MOST_MOVES = 1_000_000  # that the pictures of how games go are drawn from
FAILURES = 5  # failed games that are named
CHANGED = {"win_share": "percentage points", "score": "points"}

METHOD = (
    "Intervals are 95 % intervals that treat the seats of one game, and the games of one deal, as "
    "dependent. p is corrected for the number of rows of its table (Holm). Results hold for the "
    "bots, seats and options above; other players may find another balance."
)
CAUSES = (
    "What goes together with winning need not be its cause. Bots play by fixed weights; a faction "
    "that they play badly looks weak. Before a change is made, see whether the finding holds with "
    "other bots, profiles, seats and options (simkit.analysis.robust)."
)


@dataclass(frozen=True, eq=False)
class Arm:
    """The games of one title and arm of a run.

    Attributes
    ----------
    name
        Its name; empty where a run has one arm only.
    seats, games
        Its tables.
    labels
        Names of the tables -> words of the title.
    """

    name: str
    seats: pd.DataFrame
    games: pd.DataFrame
    labels: Labels | None

    @property
    def by(self) -> str | None:
        """Return the first role, by which most is told; None where there is none."""
        return next(iter(roles(self.seats)), None)

    @property
    def alone(self) -> bool:
        """Tell whether its games are played alone."""
        return balance.is_solo(self.seats)

    def chapter(self, title: str) -> Heading:
        """Return the heading of a chapter of a page, with the arm's name."""
        return Heading(f"{title} ({self.name})" if self.name else title, only=PAGE)

    def words(self, name: object) -> str:
        """Return a name of the tables in words of the title."""
        return style.words(name, self.labels)


def document(results: Results, labels: Labels | None = None) -> Document:
    """Return the balance report of a run.

    Parameters
    ----------
    results
        A run: tables `games`, `seats` (`moves`, `points`) and `spec`; ``failures``, ``caution`` and
        the like are reported if it has them.
    labels
        Names of the tables -> words of the title, for the pictures.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "bot": "greedy", "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> games = pd.DataFrame({"game_id": [0, 1], "deal": [0, 1], "title": "chess", "seats": 2})
    >>> document(SimpleNamespace(seats=seats, games=games, spec={"seed": 7})).title
    'Balance of chess: 2 games'
    """
    lean: Any = reading.Lean(results)
    listed = conditions(lean)
    named = dict(listed)
    title = (
        f"Balance of {style.words(named.get('title', 'a run'), labels)}: {len(lean.games):,} games"
    )
    parts = [*_conditions(listed, named)]
    if lean.seats.empty:
        parts.append(Text("No game was finished: there is nothing to report."))
        return Document(title, tuple(parts))
    moves = reading.moves_of(results)
    for name, seats, played in reading.arms_of(lean):
        parts += _arm(Arm(name, seats, played, labels), moves)
    if "arm" in lean.games.columns and lean.games["arm"].nunique() > 1:
        parts += _arms(Arm("", lean.seats, lean.games, labels))
    parts += [Heading("How to read this", only=PAGE), Text(METHOD), Text(CAUSES, only=PAGE)]
    parts += _remarks(results)
    return Document(title, tuple(parts))


def _conditions(listed: list[tuple[str, str]], named: dict[str, str]) -> Iterator[Part]:
    yield Heading("Conditions", only=PAGE)
    yield Table(pd.DataFrame(listed, columns=["condition", "value"]), "pairs")
    if "caution" in named:
        yield Text(named["caution"], "caution", only=PAGE)


def _arm(arm: Arm, moves: Moves | None) -> Iterator[Part]:
    """Yield all chapters of one arm."""
    if arm.name:
        yield Heading(arm.name, only=TEXT)
    yield from _balance(arm)
    yield Later(partial(_setups, arm), PAGE)
    yield from _course(arm, moves)
    yield from _certainty(arm)


# Balance ------------------------------------------------------------------------------------------


def groupings(seats: pd.DataFrame) -> list[str]:
    """Return the columns worth a balance table: roles, seat, and bot and profile if they differ."""
    found = [*roles(seats)] if balance.is_solo(seats) else [*roles(seats), "seat"]
    found += bot_columns(seats)
    return [c for c in found if c in seats.columns and seats[c].notna().any()]


def _balance(arm: Arm) -> Iterator[Part]:
    yield arm.chapter("Balance")
    if arm.alone:
        yield Text(sentences.target(arm.seats, arm.games))
    for by in groupings(arm.seats):
        yield from _group(arm, by)
    if arm.by is None:
        return
    if sources(arm.seats):
        yield from _points(arm, arm.by)
    if "rank" in arm.seats.columns:
        yield from _finishes(arm, arm.by)


def _group(arm: Arm, by: str) -> Iterator[Part]:
    """Yield who wins and scores how much, of roles, seats, bots or profiles."""
    yield Heading(f"By {arm.words(by)}", 2)
    table = balance.table(arm.seats, by, arm.games)
    verdict = Sentence(sentences.verdict(table, by, arm.labels))
    yield from only(PAGE, verdict)
    yield Figure(partial(balance_charts.win_shares, table, by, labels=arm.labels), "win shares")
    if by in roles(arm.seats):
        yield Figure(partial(balance_charts.scores, table, by, labels=arm.labels), "scores")
    yield Table(cells.show(table, by))
    yield from only(TEXT, verdict)


def _points(arm: Arm, by: str) -> Iterator[Part]:
    """Yield where the points come from: as a picture, in plain text as a table."""
    yield Heading("Where the points come from", 2, PAGE)
    yield Figure(lambda: balance_charts.points(
        balance.points_by_source(arm.seats, by, arm.games), by, labels=arm.labels), "points")  # fmt: skip
    yield Heading(f"Mean points by source and {arm.words(by)}", 2, TEXT)
    yield Later(lambda: [Table(cells.points_matrix(arm.seats, arm.games, by), "wide")], TEXT)


def _finishes(arm: Arm, by: str) -> Iterator[Part]:
    seats, played, labels = arm.seats, arm.games, arm.labels
    yield Heading("Where they finish", 2, PAGE)
    yield Figure(lambda: balance_charts.ranks(
        balance.rank_distribution(seats, by, played), by, labels=labels), "ranks")  # fmt: skip
    yield Figure(lambda: findings.strengths(
        strength.plackett_luce(seats, by, played).table(), labels=labels), "strengths")  # fmt: skip


# Seats, opponents, set-ups ------------------------------------------------------------------------


def _setups(arm: Arm) -> Iterator[Part]:
    seats, played, labels, by = arm.seats, arm.games, arm.labels, arm.by
    if by is None or seats[by].nunique() < 2:
        return
    yield arm.chapter("Seats, opponents, set-ups")
    if seats["seat"].nunique() > 1 and seats[by].nunique() <= LARGEST:
        yield Figure(lambda: balance_charts.pairs(
            balance.table(seats, [by, "seat"], played), by, "seat", labels=labels), "seats")  # fmt: skip
        if "rank" in seats.columns:
            yield Figure(lambda: balance_charts.matchups(
                setup.matchups(seats, by, played), by, labels=labels), "match-ups")  # fmt: skip
    try:
        table = setup.interactions(seats, played, by)
    except SimkitError as error:
        yield Note(f"Set-ups: not shown, because {error}.")
        return
    sizes = setup.interaction_sizes(table)
    shown = sizes.rename(columns={"spread": "spread of true deviations"}).round(2)
    yield Heading("How much set-ups matter to who is strong", 2)
    yield Table(shown.assign(setup=[arm.words(s) for s in shown["setup"]]))
    for name in sizes["setup"].head(SETUPS):
        yield Figure(
            partial(balance_charts.interactions, table, name, by, labels=labels), str(name)
        )


# How games go -------------------------------------------------------------------------------------


def _course(arm: Arm, moves: Moves | None) -> Iterator[Part]:
    yield Heading("How games go", 2, TEXT)
    yield Later(lambda: map(Sentence, course.facts(arm.seats, arm.games, moves)), TEXT)
    yield arm.chapter("How games go")
    if moves is None:
        yield Note("This run did not log its moves (log = games).", PAGE)
    else:
        yield Later(partial(_pictures_of_course, arm, moves), PAGE)


def _pictures_of_course(arm: Arm, logged: Moves) -> Iterator[Part]:
    seats, labels = arm.seats, arm.labels
    played, moves = logged.first(CHARTED, arm.games, MOST_MOVES)
    if len(played) < len(arm.games):
        yield Note(
            f"The pictures of this chapter show the first {len(played):,} of {len(arm.games):,} games."
        )
        seats = seats[seats["game_id"].isin(played["game_id"])]
    yield Figure(lambda: games.branching(decisions.branching(moves, seats, played)), "branching")
    yield Figure(lambda: strategy_charts.action_mix(
        strategy.action_mix(moves, seats, played), labels=labels), "action mix")  # fmt: skip
    yield Figure(partial(_openings, moves, seats, played, labels), "openings")
    yield Figure(lambda: strategy_charts.quality(
        decisions.quality(moves, seats, played), labels=labels), "quality of decisions")  # fmt: skip
    if seats["seat"].nunique() > 1:
        yield Figure(lambda: games.drama(decisions.drama(moves, seats, played)), "drama")
        yield Later(partial(_chances, moves, seats, played))


def _chances(moves: pd.DataFrame, seats: pd.DataFrame, played: pd.DataFrame) -> Iterable[Part]:
    """Return how early games are decided, and whether these chances can be trusted."""
    try:
        table = winchance.chances(moves, seats, played)
    except SimkitError as error:
        return [Note(f"win chances: not shown, because {error}.")]
    return [
        Figure(lambda: games.sharpness(winchance.sharpness(table)), "win chances"),
        Figure(lambda: games.calibration(winchance.calibration(table)), "calibration"),
    ]


def _openings(
    moves: pd.DataFrame, seats: pd.DataFrame, played: pd.DataFrame, labels: Labels | None
) -> Drawing:
    """Draw openings of three actions, or of more where almost all begin alike."""
    least = max(20, len(seats) // 100)
    control = roles(seats)[:1]
    for length in (3, 4, 5, 6):
        table = strategy.openings(
            moves, seats, played, length=length, start=1, control=control, least=least
        )
        if float(table["part"].max()) <= ALIKE:
            break
    return strategy_charts.openings(table, control=control, labels=labels)


# Luck and certainty -------------------------------------------------------------------------------


def _certainty(arm: Arm) -> Iterator[Part]:
    by = arm.by or "seat"
    yield arm.chapter("Luck and certainty")
    yield Figure(partial(_luck, arm), "luck")
    yield Figure(
        lambda: findings.so_far(planning.so_far(arm.seats, arm.games, by=as_list(by)), by),
        "precision",
    )


def _luck(arm: Arm) -> Drawing:
    tables = {"score": luck.shares(arm.seats, arm.games)}
    if arm.seats["seat"].nunique() > 1:
        tables["win share"] = luck.shares(arm.seats, arm.games, value="win_share")
    return games.luck(tables)


# What the arms change -----------------------------------------------------------------------------


def _arms(run: Arm) -> Iterator[Part]:
    by = run.by or "seat"
    yield Heading("What the arms change")
    for value in CHANGED:
        compared = partial(compare.arms, run.seats, run.games, by, value=value)
        yield Later(partial(_changes, compared, by, value), TEXT)
        yield Figure(
            partial(_picture_of_changes, compared, by, value, run.labels), f"change of {value}"
        )


def _picture_of_changes(
    compared: Callable[[], pd.DataFrame], by: str, value: str, labels: Labels | None
) -> Drawing:
    return findings.arms(compared(), by, value=value, labels=labels)


def _changes(compared: Callable[[], pd.DataFrame], by: str, value: str) -> list[Part]:
    """Return the table of what the arms change in one figure, per first role."""
    try:
        table = compared()
    except SimkitError as error:
        return [Sentence(f"({error})")]
    say = cells.percent if value == "win_share" else cells.number
    caption = (
        f"Change of {value} ({CHANGED[value]}); one of {say(float(table['visible'].max()))} would have "
        "been seen in 4 of 5 such runs"
    )
    return [Table(cells.changes(table, by, value), caption=caption)]


# How the run went ---------------------------------------------------------------------------------


def _remarks(results: Results) -> Iterator[Part]:
    """Yield how even the line-ups were, what failed, and what was left out; nothing of mere frames."""
    if not hasattr(results, "manifest"):
        return
    per_arm = len(results) // max(1, len(results.spec.arms))
    if results.manifest.share is None and not results.imported and per_arm:
        for key, even in results.plan.evenness(per_arm).items():
            yield Note(f"Line-ups, {key}: {even} (games per arm)", TEXT)
    if not results.finished:
        yield Note(f"This run is not finished: simkit run --resume {results.folder}")
    for problem in results.problems:
        yield Note(problem)
    if results.failures:
        yield Note(f"{len(results.failures)} games failed and are not in the tables:")
    for failure in results.failures[:FAILURES]:
        yield Note(
            f"  game {failure.game_id} (seed {failure.seed}): {failure.error}\n"
            f"    simkit replay {results.folder} {failure.game_id}"
        )
