"""How games go: who leads when, how much there is to choose, how well it is chosen."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from simkit.analysis.frames import moves_with, seats_with
from simkit.core.errors import SimkitError
from simkit.stats.frames import Floats, as_list, codes, complete, game_key, need
from simkit.stats.intervals import LEVEL, estimate


def standings(moves: pd.DataFrame, seats: pd.DataFrame) -> pd.DataFrame:
    """Score of every seat at the beginning of every round, and its lead over the best other seat.

    A seat without a decision in a round keeps the score it had last; the first round of a game is the
    first with a decision.

    Returns
    -------
    pandas.DataFrame
        game, seat, round, score, lead.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": 0, "move": range(4), "seat": [0, 1, 0, 1],
    ...     "round": [1, 1, 2, 2], "score_before": [0, 0, 7, 3]})
    >>> seats = pd.DataFrame({"game_id": 0, "seat": [0, 1]})
    >>> standings(moves, seats)[["seat", "round", "score", "lead"]]
       seat  round  score  lead
    0     0      1    0.0   0.0
    1     0      2    7.0   4.0
    2     1      1    0.0   0.0
    3     1      2    3.0  -4.0
    """
    need(moves, ["round", "score_before"], "moves")
    played = moves_with(moves, seats)
    key = game_key(played)
    first = played.drop_duplicates([*key, "seat", "round"])[[*key, "seat", "round", "score_before"]]
    rounds = played[[*key, "round"]].drop_duplicates()
    grid = seats[[*key, "seat"]].merge(rounds, on=key)
    found = grid.merge(first, on=[*key, "seat", "round"], how="left")
    found = found.sort_values([*key, "seat", "round"], ignore_index=True)
    seat = codes(found, [*key, "seat"])
    found["score"] = found["score_before"].astype(float).groupby(seat).ffill()
    # before its first decision a seat has what it had then
    found["score"] = found["score"].groupby(seat).bfill()
    found["lead"] = found["score"] - _best_other(
        found["score"].to_numpy(), codes(found, [*key, "round"])
    )
    return found.drop(columns="score_before")


def _best_other(score: Floats, group: np.ndarray) -> Floats:
    """Best score among the other rows of the same group; the own score where there is none."""
    order = np.lexsort((-np.nan_to_num(score, nan=-np.inf), group))
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    several = np.bincount(group) > 1
    best = score[order[starts]]
    second = best.copy()
    second[several] = score[order[starts[several] + 1]]
    leader = np.zeros(len(score), dtype=bool)
    leader[order[starts]] = True
    found: Floats = np.where(leader, second[group], best[group])
    return found


def quality(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    by: str | Iterable[str] = "bot",
    rounds: bool = True,
    level: float = LEVEL,
) -> pd.DataFrame:
    """How well bots choose by their own lights: the value they give away, and how close calls are.

    Only decisions with a choice whose values were logged count. ``loss`` is how much better the best
    other candidate looked (0 if the chosen one was best), ``margin`` by how much the chosen one led.

    Returns
    -------
    pandas.DataFrame
        Per group and round: rows (decisions), best (share that chose the best) with interval, loss
        with interval, margin.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": [0, 1], "move": 0, "seat": 0, "round": 1,
    ...     "n_candidates": 2, "value": [3.0, 1.0], "runner_up": [2.0, 2.0]})
    >>> seats = pd.DataFrame({"game_id": [0, 1], "seat": 0, "bot": "greedy"})
    >>> quality(moves, seats)[["bot", "round", "rows", "best", "loss"]]
          bot  round  rows  best  loss
    0  greedy      1     2   0.5   0.5
    """
    keys = [*as_list(by), *(["round"] if rounds else [])]
    need(moves, ["value", "runner_up", "n_candidates", *(["round"] if rounds else [])], "moves")
    played = moves_with(moves, seats, as_list(by), games)
    value, other = (played[c].astype(float) for c in ("value", "runner_up"))
    known = np.isfinite(value) & np.isfinite(other) & (played["n_candidates"] > 1)
    if not known.any():
        raise SimkitError("these bots do not value their candidates: there is no quality to see")
    gap = other - value
    played = played.assign(best=(gap <= 0).astype(float), loss=gap.clip(lower=0), margin=-gap)
    played = played[known]
    best = estimate(played, "best", keys, share=True, level=level, table="moves")
    loss = estimate(played, "loss", keys, level=level, table="moves")
    found = best[[*keys, "rows"]].copy()
    for name, part in (("best", best), ("loss", loss)):
        found[name], found[f"{name}_low"], found[f"{name}_high"] = (
            part["estimate"],
            part["low"],
            part["high"],
        )
    found["margin"] = estimate(played, "margin", keys, table="moves")["estimate"]
    return found


def branching(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    by: str | Iterable[str] = "round",
    level: float = LEVEL,
) -> pd.DataFrame:
    """How much there is to choose from: candidates per decision, and decisions without a choice.

    Returns
    -------
    pandas.DataFrame
        Per group: rows (decisions), forced (share without a choice), estimate (mean candidates where
        there is one) with low and high, median, p90 and most.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": [0, 0, 1, 1], "move": [0, 1] * 2, "seat": 0, "round": 1,
    ...     "n_candidates": [1, 5, 3, 4]})
    >>> seats = pd.DataFrame({"game_id": [0, 1], "seat": 0})
    >>> branching(moves, seats)[["round", "rows", "forced", "estimate", "median"]]
       round  rows  forced  estimate  median
    0      1     4    0.25       4.0     4.0
    """
    keys = as_list(by)
    need(moves, ["n_candidates", *[k for k in keys if k not in seats.columns]], "moves")
    played = moves_with(moves, seats, keys, games)
    played = played.assign(forced=(played["n_candidates"] <= 1).astype(float))
    found = estimate(played, "forced", keys, share=True, table="moves")[[*keys, "rows", "estimate"]]
    found = found.rename(columns={"estimate": "forced"})
    free = played[played["n_candidates"] > 1]
    if free.empty:
        return found.assign(
            estimate=np.nan, low=np.nan, high=np.nan, median=np.nan, p90=np.nan, most=1
        )
    mean = estimate(free, "n_candidates", keys, level=level, table="moves")
    columns = [*keys, "estimate", "low", "high"]
    group = codes(free, keys)
    count = free["n_candidates"].groupby(group)
    spread = free.iloc[pd.Series(group).drop_duplicates().index][keys].reset_index(drop=True)
    spread["median"], spread["p90"] = count.median().to_numpy(), count.quantile(0.9).to_numpy()
    spread["most"] = count.max().to_numpy()
    if not keys:
        return found.join(mean[columns]).join(spread)
    return found.merge(mean[columns], on=keys, how="left").merge(spread, on=keys, how="left")


def drama(
    moves: pd.DataFrame, seats: pd.DataFrame, games: pd.DataFrame | None = None
) -> pd.DataFrame:
    """How the lead changes in every game, by the scores at every decision and at the end.

    Returns
    -------
    pandas.DataFrame
        Per game: decisions, changes (of the sole leader), decided (part of the game after which the
        winner led alone for good; 1 = only at the end), behind (most points the winner ever lay
        behind), leader_wins_half (share of the win that went to those leading at half time).

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": 0, "move": range(4), "seat": [0, 1, 0, 1],
    ...     "score_before": [0, 0, 5, 9]})
    >>> seats = pd.DataFrame({"game_id": 0, "seat": [0, 1], "score": [6, 10],
    ...     "win_share": [0.0, 1.0]})
    >>> drama(moves, seats)[["changes", "decided", "behind"]]
       changes  decided  behind
    0        1     0.75     5.0
    """
    need(moves, ["score_before"], "moves")
    found = seats_with(seats, games, ["score", "win_share"])
    complete(found, ["score", "win_share"])
    played = moves_with(moves, seats)
    key = game_key(played)
    won = found["win_share"].astype(float).groupby(codes(found, key)).sum()
    if (won <= 0).any():
        raise SimkitError("table `seats` has games without a winner; whole games are needed")
    order = found[[*key, "seat", "score", "win_share"]]
    width = int(found["seat"].max()) + 1
    table = _running(played, order, key, width)
    if games is None or "deal" not in games.columns:
        return table
    return table.merge(games[[*key, "deal"]], on=key)


def _running(played: pd.DataFrame, seats: pd.DataFrame, key: list[str], width: int) -> pd.DataFrame:
    """Follow all scores through all games at once; rows are decisions, the end is one more row."""
    ends = seats[key].drop_duplicates()
    both = pd.concat(
        [played[[*key, "move", "seat", "score_before"]],
         ends.assign(move=np.iinfo(np.int32).max, seat=-1, score_before=np.nan)],
        ignore_index=True,
    )  # fmt: skip
    game = codes(both, key)
    order = np.lexsort((both["move"].to_numpy(), game))
    both, game = both.iloc[order], game[order]
    seat = both["seat"].to_numpy()
    last = seat < 0
    scores = np.full((len(both), width), np.nan)
    rows = np.flatnonzero(~last)
    scores[rows, seat[rows]] = both["score_before"].to_numpy(dtype=float)[rows]
    frame = pd.DataFrame(scores).groupby(game)
    scores = frame.ffill().groupby(game).bfill().to_numpy(copy=True)
    final, wins = np.full((len(ends), width), np.nan), np.zeros((len(ends), width))
    where = ends.reset_index(drop=True).assign(_row=np.arange(len(ends)))
    place = seats.merge(where, on=key)
    final[place["_row"], place["seat"]] = place["score"]
    wins[place["_row"], place["seat"]] = place["win_share"]
    at_end = both[last][key].merge(where, on=key, how="left")["_row"].to_numpy()
    scores[last] = final[at_end]
    row_of_game = np.empty(int(game.max()) + 1, dtype=np.int64)
    row_of_game[game[last]] = at_end
    return _drama_of(both[last][key].reset_index(drop=True), scores, game, wins[row_of_game])


def _drama_of(names: pd.DataFrame, scores: Floats, game: np.ndarray, wins: Floats) -> pd.DataFrame:
    top = np.nanmax(np.where(np.isnan(scores), -np.inf, scores), axis=1)
    leads = scores == top[:, None]
    sole = leads.sum(axis=1) == 1
    leader = pd.Series(np.where(sole, leads.argmax(axis=1), np.nan)).groupby(game).ffill()
    before = leader.groupby(game).shift()
    changes = np.bincount(game, (before.notna() & (leader != before)).to_numpy())
    winner = wins[game] > 0
    behind = np.where(winner, top[:, None] - scores, np.inf).min(axis=1)
    size = np.bincount(game)
    start = np.cumsum(size) - size
    step = np.arange(len(game)) - start[game]
    ours = np.where(winner, scores, -np.inf).max(axis=1)
    theirs = np.where(winner | np.isnan(scores), -np.inf, scores).max(axis=1)
    all_won = (winner | np.isnan(scores)).all(axis=1) & (winner.sum(axis=1) > 1)
    still_open = np.full(len(size), -1)
    np.maximum.at(still_open, game, np.where((theirs >= ours) | all_won, step, -1))
    most = np.zeros(len(size))
    np.maximum.at(most, game, behind)
    half = start + (size - 1) // 2
    shared = leads[half] / leads[half].sum(axis=1, keepdims=True)
    found = names.copy()
    found["decisions"] = size - 1
    found["changes"] = changes.astype(int)
    found["decided"] = np.minimum(1.0, (still_open + 1) / np.maximum(size - 1, 1))
    found["behind"] = most
    found["leader_wins_half"] = (shared * wins).sum(axis=1)
    return found


def drama_summary(table: pd.DataFrame, level: float = LEVEL) -> pd.DataFrame:
    """Mean of each figure of `drama` over all games, with intervals.

    Examples
    --------
    >>> table = pd.DataFrame({"game_id": [0, 1], "decisions": 9, "changes": [1, 3],
    ...     "decided": [0.5, 0.7], "behind": [2.0, 4.0], "leader_wins_half": [1.0, 0.0]})
    >>> drama_summary(table)[["figure", "estimate"]].head(2)
        figure  estimate
    0  changes       2.0
    1  decided       0.6
    """
    rows = []
    for name in ("changes", "decided", "behind", "leader_wins_half"):
        part = estimate(table, name, level=level, table="drama")
        rows.append(part.assign(figure=name))
    return pd.concat(rows)[["figure", "games", "estimate", "low", "high"]].reset_index(drop=True)
