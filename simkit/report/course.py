"""How games go, what luck does, which set-ups matter and how sure that is, in sentences."""

from __future__ import annotations

import numpy as np
import pandas as pd

from simkit.analysis import claims, luck, planning, setup
from simkit.analysis.cells import number, percent
from simkit.analysis.course import Moves, course
from simkit.analysis.frames import roles
from simkit.charts import style
from simkit.core.errors import SimkitError


def facts(seats: pd.DataFrame, games: pd.DataFrame, moves: Moves | None) -> list[str]:
    """Say in sentences how games go, what luck does, which set-ups matter and how sure that is.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(9), "seat": 0, "faction": list("abcabcabc"),
    ...     "bot": "x", "win_share": 1.0, "score": [3, 6, 9, 4, 6, 8, 3, 7, 9]})
    >>> facts(seats, pd.DataFrame({"game_id": range(9), "deal": range(9)}), None)[0]
    'The score varies with the faction (94 %) and the rest (6 %).'
    """
    tried = (_course_of, _luck_of, _setups_of, _precision_of)
    found = []
    for sentence in tried:
        try:
            found.append(sentence(seats, games, moves))
        except SimkitError as error:
            found.append(f"({error})")
    return [words for words in found if words]


def _course_of(seats: pd.DataFrame, games: pd.DataFrame, moves: Moves | None) -> str:
    found = None if moves is None else course(moves, seats, games)
    if found is None:
        return ""
    words = (
        f"A game takes {found.decisions:.0f} decisions; {percent(found.choices, 0)} % of "
        f"them are choices, among {number(found.candidates, 0)} candidates on average."
    )
    if np.isnan(found.changes):  # games played alone
        return words
    if found.counted_at_end:
        return f"{words} Nobody leads before the points are counted at the end."
    return (
        f"{words} The lead changes {found.changes:.1f} times; the winner leads for good after "
        f"{percent(found.decided, 0)} % of the game on average."
    )


def _luck_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    table = luck.shares(seats, games).dropna(subset=["share"])
    parts = [
        f"the {row['part']} ({percent(max(0.0, row['share']), 0)} %)"
        for row in table.to_dict("records")
    ]
    return f"The score varies with {style.listing(parts, len(parts))}."


def _setups_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    by = next(iter(roles(seats)), None)
    if by is None or not setup.setup_columns(games) or seats[by].nunique() < 2:
        return ""
    table = setup.interactions(seats, games, by)
    sure = table[claims.shown(table)].sort_values("estimate", key=abs, ascending=False)
    if sure.empty:
        return f"No set-up suits one {by} more than another beyond doubt."
    named = [
        f"{style.words(row['setup'])} {style.words(row['level'])} and {style.words(row[by])} "
        f"({row['estimate']:+.1f} points)"
        for row in sure.head(5).to_dict("records")
    ]
    return f"Set-ups that suit one {by} more or less than others: {', '.join(named)}."


def _precision_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    by = next(iter(roles(seats)), "seat")
    table = planning.so_far(seats, games, by=by, waves=1)
    worst = float(table["half_width"].max())
    return (
        f"The least certain win share by {by} is known to {percent(worst)} points either way; half of "
        f"that takes four times the games."
    )
