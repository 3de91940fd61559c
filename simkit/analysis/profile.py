"""The profile of a title: length, decisions, branching, luck, ladder of skill; one row per run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from simkit.analysis import balance, decisions, luck, strength
from simkit.analysis.frames import check_games, seats_with
from simkit.core.errors import SimkitError
from simkit.stats.frames import game_key, need
from simkit.stats.intervals import LEVEL, estimate


def profile(
    games: pd.DataFrame,
    seats: pd.DataFrame,
    moves: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
    **known: Any,
) -> pd.DataFrame:
    """Describe a title by the games of one run, in one row.

    Parameters
    ----------
    moves
        Table `moves`; without it what needs it is missing.
    **known
        Figures that frames cannot tell, added as columns: hidden information, games per second ...

    Returns
    -------
    pandas.DataFrame
        title, seats, games, rounds, decisions (per game), decisions_low, decisions_high,
        decisions_per_seat, choices (share of decisions with a choice), candidates (mean where there is
        one), candidates_p90, score, score_sd, margin (of the winner), ties (share of games),
        luck (share of the variance of winning that is the deal; missing unless deals were repeated),
        seat_effect (largest gap of a seat to the fair share), lead_changes, decided, ladder (largest
        difference of strengths between bots; missing with one bot).

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1], "title": "chess", "seats": 2, "rounds": 3,
    ...     "decisions": [10, 12]})
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "win_share": [1.0, 0, 0, 1], "score": [9, 4, 3, 8], "rank": [1, 2, 2, 1]})
    >>> profile(games, seats)[["title", "games", "decisions", "margin", "ties"]]
       title  games  decisions  margin  ties
    0  chess      2       11.0     5.0   0.0
    """
    check_games(games)
    need(games, ["rounds", "decisions"], "games")
    found = seats_with(seats, games, ["win_share", "score"])
    players = int(found.groupby(game_key(found), observed=True)["seat"].size().max())
    counted = games if "deal" in games.columns else games.assign(deal=games["game_id"])
    length = estimate(counted, "decisions", level=level, table="games").iloc[0]
    best = found[found["win_share"] > 0]
    margin = balance.with_margin(found)
    row: dict[str, Any] = {
        "title": _only(games, "title"),
        "seats": players,
        "games": len(games),
        "rounds": float(games["rounds"].mean()),
        "decisions": length["estimate"],
        "decisions_low": length["low"],
        "decisions_high": length["high"],
        "decisions_per_seat": length["estimate"] / players,
        **_choices(moves, found),
        "score": float(found["score"].mean()),
        "score_sd": float(found["score"].std()),
        "margin": float(margin.loc[best.index, "margin"].mean()) if players > 1 else np.nan,
        "ties": float((best["win_share"] < 1).groupby(_names(best)).any().mean()),
        "luck": _deal_share(found),
        "seat_effect": _seat_effect(found),
        **_lead(moves, found),
        "ladder": _ladder(found),
        **known,
    }
    return pd.DataFrame([row])


def _only(games: pd.DataFrame, column: str) -> str:
    values = [str(v) for v in games[column].unique()] if column in games.columns else []
    return ", ".join(values)


def _names(frame: pd.DataFrame) -> pd.Series:
    return frame[game_key(frame)].astype(str).agg(":".join, axis=1)


def _choices(moves: pd.DataFrame | None, seats: pd.DataFrame) -> dict[str, float]:
    if moves is None or moves.empty:
        return dict.fromkeys(("choices", "candidates", "candidates_p90"), np.nan)
    table = decisions.branching(moves, seats, by=()).iloc[0]
    return {
        "choices": 1 - float(table["forced"]),
        "candidates": float(table["estimate"]),
        "candidates_p90": float(table["p90"]),
    }


def _lead(moves: pd.DataFrame | None, seats: pd.DataFrame) -> dict[str, float]:
    if moves is None or moves.empty or seats["seat"].nunique() < 2:
        return dict.fromkeys(("lead_changes", "decided"), np.nan)
    table = decisions.drama(moves, seats)
    return {
        "lead_changes": float(table["changes"].mean()),
        "decided": float(table["decided"].mean()),
    }


def _deal_share(seats: pd.DataFrame) -> float:
    try:
        table = luck.shares(seats, value="win_share")
    except SimkitError:
        return np.nan
    return float(table.loc[table["part"] == "deal", "share"].iloc[0])


def _seat_effect(seats: pd.DataFrame) -> float:
    if seats["seat"].nunique() < 2:
        return np.nan
    table = balance.win_share(seats, "seat")
    gap = (table["estimate"] - table["null"]).to_numpy(dtype=float)
    return float(gap[np.abs(gap).argmax()])


def _ladder(seats: pd.DataFrame) -> float:
    """Difference between the strongest and the weakest bot; log odds of winning."""
    if "bot" not in seats.columns or seats["bot"].nunique() < 2 or "rank" not in seats.columns:
        return np.nan
    try:
        model = strength.plackett_luce(seats, "bot")
    except SimkitError:
        return np.nan
    return float(np.ptp(model.strength))


def profiles(rows: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the profiles of several titles below one another; the first column names them.

    Examples
    --------
    >>> profiles({"one": pd.DataFrame({"games": [3]}), "two": pd.DataFrame({"games": [4]})})
      name  games
    0  one      3
    1  two      4
    """
    if not rows:
        raise SimkitError("no profile was given")
    tables = [table.assign(name=name) for name, table in rows.items()]
    found = pd.concat(tables, ignore_index=True)
    return found[["name", *[c for c in found.columns if c != "name"]]]
