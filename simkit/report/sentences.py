"""What tables of the analysis say, in sentences made from their figures.

Notebooks put them beside the charts: when the numbers move, the words move with them, and what the
numbers do not settle is said to be open.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from simkit.analysis import balance as balance_of
from simkit.analysis import claims
from simkit.analysis.cells import alone, percent
from simkit.charts import style
from simkit.charts.style import Labels
from simkit.report import conditions as conditions_of
from simkit.report import course, reading
from simkit.stats.intervals import LEVEL

if TYPE_CHECKING:
    from simkit.analysis.card import Card
    from simkit.runs.results import Results


def conditions(results: Results, labels: Labels | None = None) -> str:
    """Say how many games of what were played by whom, and the title's caution if it has one.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> games = pd.DataFrame({"game_id": [0, 1], "title": "chess", "seats": 2})
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "bot": "greedy:baseline"})
    >>> conditions(SimpleNamespace(games=games, seats=seats, spec={"seed": 7}))
    'Played: 2 games of chess with 2 seats, seed 7, options by default. Bots: greedy:baseline.'
    """
    named = dict(conditions_of.conditions(results))
    titles = results.games["title"].astype(str).unique() if "title" in results.games else ["games"]
    per_arm = " per arm" if "arms" in named else ""
    count = len(results.games) // (results.games["arm"].nunique() if per_arm else 1)
    seed = f", seed {named['seed']}" if "seed" in named else ""
    who = (
        f"Players: {named['players']}" if "players" in named else f"Bots: {named.get('bots', '?')}"
    )
    words = (
        f"Played: {count:,} games{per_arm} of {style.listing([style.words(t, labels) for t in titles])} "
        f"with {named.get('seats', '?')} seats{seed}, options {named['options']}. {who}."
    )
    return f"{words} **Caution.** {named['caution']}" if "caution" in named else words


def balance(table: pd.DataFrame, by: str = "faction", labels: Labels | None = None) -> str:
    """Say who wins most and least, and for whom that is beyond doubt. From `analysis.balance.table`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b", "c"], "win_share": [0.45, 0.32, 0.23],
    ...     "win_low": [0.40, 0.28, 0.19], "win_high": [0.50, 0.37, 0.28], "fair": 1 / 3,
    ...     "p_holm": [0.001, 0.5, 0.001]})
    >>> print(balance(table))
    A wins most: 45 % of its games (95 %: 40-50), where 33 % would be fair; c least: 23 % (19-28).
    Wins more than its fair share: a. Wins less: c. Not distinguishable from it with these games: b.
    """
    if len(table) < 2:
        return "There is only one to compare."
    ordered = table.sort_values("win_share", ascending=False, kind="stable")
    names = style.names_of(ordered, by, labels)
    rows = ordered.to_dict("records")
    fair = float(ordered["fair"].mean())
    if fair == 1:  # played alone: there is no fair share, and nobody to win it from
        return style.begun(
            f"{names[0]} reaches the target most often: in {style.share(rows[0]['win_share'])} of its "
            f"games (95 %: {_span(rows[0], 'win_low', 'win_high')}); {names[-1]} least: "
            f"{style.share(rows[-1]['win_share'])} ({_span(rows[-1], 'win_low', 'win_high')})."
        )
    first = style.begun(
        f"{names[0]} wins most: {style.share(rows[0]['win_share'])} of its games "
        f"(95 %: {_span(rows[0], 'win_low', 'win_high')}), where {style.share(fair)} would be fair; "
        f"{names[-1]} least: {style.share(rows[-1]['win_share'])} "
        f"({_span(rows[-1], 'win_low', 'win_high')})."
    )
    return f"{first}\n{verdict(ordered, by, labels)}"


def verdict(
    table: pd.DataFrame, by: str, labels: Labels | None = None, level: float = LEVEL
) -> str:
    """Say whose win shares differ from a fair share, as far as these games show. From `balance.table`.

    Of games played alone there is no fair share: their shares are of targets reached.

    Examples
    --------
    >>> verdict(pd.DataFrame({"faction": ["a", "b"], "win_share": [0.3, 0.2], "fair": 0.25,
    ...     "p_holm": [0.01, 0.2]}), "faction")
    'Wins more than its fair share: a. Not distinguishable from it with these games: b.'
    """
    if alone(table):
        return (
            "Shares are of games in which the target was reached; there is no fair share of them."
        )
    found = claims.sides(table, level)
    above, below, rest = (
        style.listing(style.names_of(rows, by, labels), 20)
        for rows in (found.above, found.below, found.unsettled)
    )
    if not above and not below:
        return "No difference from a fair share can be told with these games."
    parts = [f"Wins more than its fair share: {above}."] if above else []
    if below:
        parts.append(f"Wins less{'' if above else ' than its fair share'}: {below}.")
    if rest:
        parts.append(f"Not distinguishable from it with these games: {rest}.")
    return " ".join(parts)


def target(seats: pd.DataFrame, games: pd.DataFrame | None = None) -> str:
    """Say how often games played alone were won, and how often each verdict was given.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(4), "seat": 0, "win_share": [1.0, 0, 0, 0],
    ...     "verdict": ["passed", "failed", "failed", "crash"]})
    >>> for sentence in target(seats).split(". "):
    ...     print(sentence)
    The solo game was won (its target reached) in 25.0 % of 4 games (95 %: 3.7 to 74.4)
    Verdicts: failed 2, passed 1, crash 1.
    """
    row = balance_of.win_share(seats, [], games).iloc[0]
    words = (
        f"The solo game was won (its target reached) in {percent(row['estimate'])} % of "
        f"{int(row['games']):,} games (95 %: {percent(row['low'])} to {percent(row['high'])})."
    )
    if "verdict" not in seats.columns:
        return words
    counts = seats["verdict"].value_counts()
    if isinstance(seats["verdict"].dtype, pd.CategoricalDtype):
        counts = counts.sort_index()  # in the rulebook's order
    named = ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
    return f"{words} Verdicts: {named}." if named else words


def carries(card: Card, labels: Labels | None = None, most: int = 3) -> str:
    """Say which sources of points carry one faction, which fail it, and how far it is from par.

    Examples
    --------
    >>> from simkit.analysis.card import Card
    >>> sources = pd.DataFrame({"source": ["war", "trade"], "gap": [5.2, -2.0], "p_holm": [0.01, 0.4]})
    >>> par = pd.DataFrame({"points": [-4.0], "low": [-6.0], "high": [-2.0]})
    >>> print(carries(Card("a", "faction", par, par, sources, par)))
    A makes more than the others from war (+5.2 points a game); it lacks nothing beyond doubt. 4 points
    a game less would bring its wins to a fair share (2 to 6 less), if all else stayed as it is.
    """
    who = style.words(card.who, labels)
    sure = card.sources[claims.shown(card.sources)].sort_values("gap", ascending=False)
    gains = _amounts(sure[sure["gap"] > 0].head(most), labels)
    lacks = _amounts(sure[sure["gap"] < 0].iloc[::-1].head(most), labels)
    par = _par(card.par.iloc[0].to_dict())
    if sure.empty:
        return _folded(f"No source of points sets {who} apart beyond doubt. {par}")
    first = f"{who} makes more than the others from {gains}" if gains else f"{who} excels nowhere"
    second = f"it makes less from {lacks}" if lacks else "it lacks nothing beyond doubt"
    return style.begun(_folded(f"{first}; {second}. {par}"))


def _amounts(rows: pd.DataFrame, labels: Labels | None) -> str:
    if rows.empty:
        return ""
    named = [
        f"{style.words(r['source'], labels)} ({r['gap']:+.1f})" for r in rows.to_dict("records")
    ]
    named[0] = named[0].replace(")", " points a game)")
    return style.listing(named)


def _par(row: Mapping[Any, Any]) -> str:
    points, low, high = row["points"], row["low"], row["high"]
    if pd.isna(points):
        return "How far it is from par cannot be told from these games."
    if low <= 0 <= high:
        return "Its wins are as near to a fair share as these games can tell."
    sign = "more" if points > 0 else "less"
    near, far = sorted((abs(low), abs(high)))
    return (
        f"{abs(points):.0f} points a game {sign} would bring its wins to a fair share ({near:.0f} to "
        f"{far:.0f} {sign}), if all else stayed as it is."
    )


def change(
    table: pd.DataFrame, what: str, *, by: str | None = None, value: str = "win_share",
    labels: Labels | None = None,
) -> str:  # fmt: skip
    """Say what one arm changes, group by group where there are several. From `compare.arms`.

    Examples
    --------
    >>> table = pd.DataFrame({"faction": ["a", "b"], "before": [0.30, 0.20], "after": [0.25, 0.21],
    ...     "estimate": [-0.05, 0.01], "low": [-0.08, -0.02], "high": [-0.02, 0.04],
    ...     "p_holm": [0.01, 0.5], "visible": 0.04, "pairs": 100})
    >>> print(change(table, "One ore less", by="faction"))
    One ore less changes the win share of a by -5.0 points (95 %: -8.0 to -2.0). For b no change is
    beyond doubt; one of 4.0 points would have been seen in 4 of 5 such runs.
    """
    factor = 100 if value.endswith("share") else 1
    figure = style.words(value, labels)
    sure = table[claims.shown(table)].sort_values("estimate", key=abs, ascending=False)
    rest = table[~claims.shown(table)]
    # the largest of those it speaks of: a promise that holds for each of them
    visible = f"{factor * float(rest['visible'].max()):.1f} points" if len(rest) else ""
    parts = []
    if len(sure):
        parts.append(
            f"{what} changes the {figure} " + style.listing(
                [f"{_of(row, by, labels)}by {factor * row['estimate']:+.1f} points "
                 f"(95 %: {factor * row['low']:+.1f} to {factor * row['high']:+.1f})"
                 for row in sure.to_dict("records")], most=6) + "."
        )  # fmt: skip
    if len(rest):
        whom = f"For {style.listing(style.names_of(rest, by, labels), 6)} no" if by else "No"
        parts.append(
            f"{whom} change is beyond doubt; one of {visible} would have been seen in 4 of 5 such runs."
            if len(sure) or by is None else
            f"{what} changes nobody's {figure} beyond doubt; a change of {visible} would have been "
            f"seen in 4 of 5 such runs."
        )  # fmt: skip
    return _folded(" ".join(parts))


def _of(row: Mapping[Any, Any], by: str | None, labels: Labels | None) -> str:
    return "" if by is None else f"of {style.words(row[by], labels)} "


def luck(table: pd.DataFrame, value: str = "score") -> str:
    """Say what the variance of a figure goes with. From `analysis.luck.shares`.

    Examples
    --------
    >>> table = pd.DataFrame({"part": ["faction", "deal", "rest"], "share": [0.1, 0.3, 0.6],
    ...     "low": [0.05, 0.2, 0.5], "high": [0.15, 0.4, 0.7]})
    >>> print(luck(table))
    Of the variance of the score, 10 % goes with the faction (5-15), 30 % with the deal (20-40) and 60 %
    with the rest (50-70).
    """
    known = table.dropna(subset=["share"]).to_dict("records")
    parts: list[str] = []
    for row in known:
        amount = max(0.0, float(row["share"]))
        goes = "goes " if not parts else ""
        span = f" ({_span(row, 'low', 'high')})" if pd.notna(row["low"]) else ""
        parts.append(f"{style.share(amount)} {goes}with the {row['part']}{span}")
    words = f"Of the variance of the {style.words(value)}, {style.listing(parts, 9)}."
    if table["share"].isna().any():
        words += " No deal was played twice, so the part of the deal is within the rest."
    return _folded(words)


def agreement(
    row: Mapping[Any, Any] | pd.Series, what: str = "win shares", whose: str = "people's"
) -> str:
    """Say how well our figures agree with real ones. From a row of `analysis.fit.compare`.

    Examples
    --------
    >>> print(agreement({"names": 5, "rank_correlation": 0.6, "low": -0.6, "high": 1.0, "p": 0.28,
    ...     "rmse": 0.04, "rmse_constant": 0.0285}))
    Our 5 win shares stand in much the same order as people's (rank correlation +0.60, 95 %: -0.60 to
    +1.00: with so few that may be chance). They are off by 4.0 points (root of the mean square); saying
    "all alike" would be off by 2.9: so far ours predict people's figures worse than knowing nothing.
    """
    rank, low, high = (float(row[k]) for k in ("rank_correlation", "low", "high"))
    chance = "" if low > 0 or high < 0 else ": with so few that may be chance"
    ranked = f"(rank correlation {rank:+.2f}, 95 %: {low:+.2f} to {high:+.2f}{chance})"
    if math.isnan(rank):
        first = f"Our {what} cannot be ranked against {whose}"
    elif abs(rank) < 0.3:
        first = f"The order of our {row['names']} {what} has hardly anything to do with {whose} {ranked}"
    elif rank > 0:
        first = f"Our {row['names']} {what} stand in much the same order as {whose} {ranked}"
    else:
        first = f"Our {row['names']} {what} stand against the order of {whose} {ranked}"
    ours, constant = 100 * float(row["rmse"]), 100 * float(row["rmse_constant"])
    verdict = "better" if ours < constant else "worse"
    if f"{ours:.1f}" == f"{constant:.1f}":
        verdict = "no better"
    return _folded(
        f"{first}. They are off by {ours:.1f} points (root of the mean square); saying \"all alike\" "
        f"would be off by {constant:.1f}: so far ours predict {whose} figures {verdict} than knowing "
        "nothing."
    )  # fmt: skip


def picks(table: pd.DataFrame, column: str, labels: Labels | None = None, most: int = 4) -> str:
    """Say which cards, tiles ... do better or worse than seats alike. From `strategy.picks`.

    Examples
    --------
    >>> table = pd.DataFrame({"card": ["x", "y"], "rows": [90, 60], "pick_rate": [0.4, 0.3],
    ...     "edge": [0.06, -0.01], "edge_low": [0.03, -0.05], "edge_high": [0.09, 0.03],
    ...     "p_holm": [0.01, 0.8]})
    >>> print(picks(table, "card"))
    Of 2 frequent ones, 1 goes beyond doubt with more wins than seats in the same round and standing
    have: x (+6 points). None goes with fewer.
    """
    sure = table[claims.shown(table)].sort_values("edge", ascending=False)

    def named(rows: pd.DataFrame) -> str:
        found = [
            f"{style.words(r[column], labels)} ({100 * r['edge']:+.0f} points)"
            for r in rows.to_dict("records")
        ]
        return style.listing(found, most)

    up, down = sure[sure["edge"] > 0], sure[sure["edge"] < 0].iloc[::-1]
    many = "goes" if len(up) == 1 else "go"
    words = (
        f"Of {len(table)} frequent ones, {len(up) or 'none'} {many} beyond doubt with more wins "
    )
    words += "than seats in the same round and standing have"
    words += f": {named(up)}. " if len(up) else ". "
    words += f"With fewer: {named(down)}." if len(down) else "None goes with fewer."
    return _folded(words)


def setups(sizes: pd.DataFrame, labels: Labels | None = None) -> str:
    """Say which set-ups matter most to who is strong. From `setup.interaction_sizes`.

    Examples
    --------
    >>> print(setups(pd.DataFrame({"setup": ["tile", "map"], "spread": [1.2, 0.3], "sure": [3, 0]})))
    What suits whom depends most on the tile: its true deviations spread by 1.2 points; 3 pairings are
    beyond doubt.
    """
    first = sizes.sort_values("spread", ascending=False).iloc[0]
    name, sure = style.words(first["setup"], labels), int(sizes["sure"].sum())
    if not sure:
        return "No set-up suits one more than another beyond doubt with these games."
    are = "pairing is" if sure == 1 else "pairings are"
    return _folded(
        f"What suits whom depends most on the {name}: its true deviations spread by "
        f"{float(first['spread']):.1f} points; {sure} {are} beyond doubt."
    )


def moved(table: pd.DataFrame, group: str, by: str, labels: Labels | None = None) -> str:
    """Say how many arms move one group's win share beyond doubt, and which most. From `compare.arms`.

    Examples
    --------
    >>> table = pd.DataFrame({"arm": ["p", "q"], "profile": "x", "estimate": [0.09, -0.02],
    ...     "low": [0.05, -0.06], "high": [0.13, 0.02], "p_holm": [0.001, 0.6], "visible": 0.06})
    >>> print(moved(table, "x", "profile"))
    Of 2 arms, 1 moves the win share of x beyond doubt. The largest: p (+9 points, 95 %: +5 to +13).
    Moves below 6 points would mostly stay unseen in a run of this size.
    """
    part = table[table[by].astype(str) == group]
    sure = part[claims.shown(part)].sort_values("estimate", key=abs, ascending=False)
    verb = "moves" if len(sure) == 1 else "move"
    words = f"Of {len(part)} arms, {len(sure) or 'none'} {verb} the win share of "
    words += f"{style.words(group, labels)} beyond doubt."
    if len(sure):
        named = [
            f"{style.words(r['arm'], labels)} ({100 * r['estimate']:+.0f} points, 95 %: "
            f"{100 * r['low']:+.0f} to {100 * r['high']:+.0f})"
            for r in sure.head(3).to_dict("records")
        ]
        words += f" The largest: {style.listing(named)}."
    visible = 100 * float(part["visible"].max())
    return _folded(
        f"{words} Moves below {visible:.0f} points would mostly stay unseen in a run of this size."
    )


def facts(results: Results) -> str:
    """Say how games of a run go, as its report does: decisions, lead, luck, set-ups."""
    return "\n\n".join(course.facts(results.seats, results.games, reading.moves_of(results)))


def listing(names: Sequence[object], labels: Labels | None = None, most: int = 6) -> str:
    """Return names of the tables as people list them; "nobody" where there are none.

    Examples
    --------
    >>> listing(["hard_start", "easy_start"]), listing([])
    ('hard start and easy start', 'nobody')
    """
    return style.listing([style.words(n, labels) for n in names], most) if len(names) else "nobody"


def _span(row: Mapping[Any, Any], low: str, high: str) -> str:
    ends = (min(max(100 * float(row[end]), 0.0), 100.0) for end in (low, high))
    return "-".join(f"{end:.0f}" for end in ends)


def _folded(text: str, width: int = 100) -> str:
    """Break a paragraph into lines, so that it reads well where it is printed."""
    import textwrap

    kept = text.replace(" %", "\N{NO-BREAK SPACE}%")  # a figure stays with its per cent
    kept = textwrap.fill(kept, width, break_long_words=False, break_on_hyphens=False)
    return kept.replace("\N{NO-BREAK SPACE}%", " %")
