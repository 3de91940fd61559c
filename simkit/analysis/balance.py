"""How strong is what: win share, score, margin, ranks, points by source, match-ups, set-ups.

`by` is any column, or several, of `seats` or of `games`: faction, planet, seat, bot, profile, a
set-up column, a pair of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from simkit.analysis.frames import POINTS, players, seats_with, sources
from simkit.core.errors import SimkitError
from simkit.stats.corrections import holm
from simkit.stats.frames import as_list, codes, game_key, need
from simkit.stats.intervals import LEVEL, estimate


def with_fair(seats: pd.DataFrame) -> pd.DataFrame:
    """Add ``fair``: the share of wins each seat would have if nothing mattered, 1 / seats."""
    return seats.assign(fair=1 / players(seats, codes(seats, game_key(seats))))


def with_margin(seats: pd.DataFrame) -> pd.DataFrame:
    """Add ``margin``: the score less the best score among the game's other seats.

    It is missing where not all seats of the game are in the frame with their scores.

    Examples
    --------
    >>> with_margin(pd.DataFrame({"game_id": 0, "seat": [0, 1], "score": [9, 4]})).margin.tolist()
    [5.0, -5.0]
    """
    need(seats, [*game_key(seats), "score"])
    key = codes(seats, game_key(seats))
    score = seats["score"].to_numpy(dtype=float)
    order = np.lexsort((-score, key))
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    best = score[order[first]]
    second = np.full(len(first), np.nan)
    several = np.bincount(key) > 1
    second[several] = score[order[first[several] + 1]]
    leader = np.zeros(len(seats), dtype=bool)
    leader[order[first]] = True
    margin = score - np.where(leader, second[key], best[key])
    known = np.bincount(key, np.isfinite(score))[key] >= players(seats, key)
    return seats.assign(margin=np.where(known, margin, np.nan))


def win_share(
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Share of games won per group, beside the fair share 1 / seats.

    Parameters
    ----------
    seats
        Table `seats`. Ties share the win.
    by
        Columns to group by.
    games
        Table `games`; with it mirrored deals and arms count as dependent, and `by` may name
        set-up columns.
    level
        Confidence level of the intervals.

    Returns
    -------
    pandas.DataFrame
        Per group: rows, games, clusters, estimate, se, df, low, high, null (the fair share), p, and
        p_holm, which is corrected for the number of groups.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "win_share": [1.0, 0, 0, 1]})
    >>> win_share(seats)[["faction", "games", "estimate", "null"]]
      faction  games  estimate  null
    0       a      2       1.0   0.5
    1       b      2       0.0   0.5
    """
    found = with_fair(seats_with(seats, games, [*as_list(by), "win_share"]))
    keys = as_list(by)
    table = estimate(found, "win_share", keys, share=True, null="fair", level=level)
    # A group that holds every seat of all its games wins its fair share exactly: no doubt is left.
    certain = _wins_every_game(found, keys)
    whole = table[keys].merge(certain, on=keys, how="left")["whole"] if keys else certain["whole"]
    rows = whole.to_numpy(dtype=bool)
    table.loc[rows, "low"] = table.loc[rows, "high"] = table.loc[rows, "estimate"]
    table.loc[rows, "se"], table.loc[rows, "p"] = 0.0, 1.0
    return table.assign(p_holm=holm(table["p"]))


def is_solo(seats: pd.DataFrame) -> bool:
    """Tell whether all games were played alone: then a win share says how often the target was reached.

    Examples
    --------
    >>> is_solo(pd.DataFrame({"game_id": [0, 1], "seat": 0}))
    True
    """
    return not seats.empty and bool((with_fair(seats)["fair"] == 1).all())


def _wins_every_game(seats: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Tell per group whether it cannot but win (column ``whole``).

    So it is where the group holds all of several seats of each of its games, and somebody won each of
    them. Whoever plays alone may lose to the game.
    """
    game, group = codes(seats, game_key(seats)), codes(seats, by)
    width = int(game.max()) + 1
    held = np.unique(group * width + game, return_inverse=True)[1]
    full = (np.bincount(held)[held] == np.bincount(game)[game]) & (np.bincount(game)[game] > 1)
    full &= np.bincount(held, seats["win_share"].to_numpy(dtype=float))[held] > 1 - 1e-9
    whole = np.bincount(group, ~full) == 0
    first = pd.Series(group).drop_duplicates().index
    return seats.iloc[first][by].assign(whole=whole).reset_index(drop=True)


def mean(
    seats: pd.DataFrame,
    value: str = "score",
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Mean of a column of `seats` per group: score, rank, any point source or closing figure.

    ``margin`` (score less the best other score) is worked out on the way.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "score": [30, 20, 24, 32]})
    >>> mean(seats)[["faction", "estimate", "low", "high"]].round(1)
      faction  estimate   low  high
    0       a      31.0  18.3  43.7
    1       b      22.0  -3.4  47.4
    """
    derived = value == "margin" and "margin" not in seats.columns
    found = seats_with(seats, games, [*as_list(by), "score" if derived else value])
    return estimate(with_margin(found) if derived else found, value, by, level=level)


def points_by_source(
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Mean points per source and group, and each source's part of the group's score.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 1], "seat": 0, "faction": "a", "score": [9, 11],
    ...     "points_trade": [6, 6], "points_war": [3, 5]})
    >>> points_by_source(seats)[["faction", "source", "estimate", "part"]]
      faction source  estimate  part
    0       a  trade       6.0   0.6
    1       a    war       4.0   0.4
    """
    names = sources(seats)
    if not names:
        raise SimkitError("table `seats` has no columns of points by source (points_...)")
    found = seats_with(seats, games, by)
    tables = []
    for name in names:
        table = estimate(found, POINTS + name, by, level=level)
        table.insert(len(as_list(by)), "source", name)
        tables.append(table)
    joined = pd.concat(tables, ignore_index=True)
    keys = as_list(by)
    total = joined.groupby(keys, observed=True)["estimate"].transform("sum") if keys else None
    whole = joined["estimate"].sum() if total is None else total
    joined["part"] = (joined["estimate"] / whole).replace([np.inf, -np.inf], np.nan)
    joined["source"] = pd.Categorical(joined["source"], names)
    return joined.sort_values([*keys, "source"], ignore_index=True)


def rank_distribution(
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Share of games that each group finishes at each rank (ties share the better rank).

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "rank": [1, 2, 1, 2]})
    >>> rank_distribution(seats)[["faction", "rank", "estimate"]].head(2)
      faction  rank  estimate
    0       a     1       0.5
    1       a     2       0.5
    """
    found = seats_with(seats, games, [*as_list(by), "rank"])
    tables = []
    for rank in range(1, int(found["rank"].max()) + 1):
        hit = found.assign(hit=found["rank"].eq(rank).astype(float))
        table = estimate(hit, "hit", by, share=True, level=level)
        table.insert(len(as_list(by)), "rank", rank)
        tables.append(table)
    joined = pd.concat(tables, ignore_index=True)
    return joined.sort_values([*as_list(by), "rank"], ignore_index=True)


def table(
    seats: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """The balance table: win share, score and margin per group, each with its interval.

    Returns
    -------
    pandas.DataFrame
        Per group: games, win_share, win_low, win_high, fair, p_holm, score, score_low, score_high,
        margin, margin_low, margin_high; the strongest first.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> table(seats)[["faction", "win_share", "fair", "score", "margin"]]
      faction  win_share  fair  score  margin
    0       a        1.0   0.5   31.0     9.0
    1       b        0.0   0.5   22.0    -9.0
    """
    keys = as_list(by)
    wins = win_share(seats, by, games, level=level)
    found = wins[[*keys, "games"]].copy()
    found["win_share"], found["win_low"], found["win_high"] = (
        wins["estimate"],
        wins["low"],
        wins["high"],
    )
    found["fair"], found["p_holm"] = wins["null"], wins["p_holm"]
    whole = with_margin(seats_with(seats, games, [*keys, "score"]))
    for value in ("score", "margin"):
        if whole[value].isna().all():  # single seats have no margin
            found[[value, f"{value}_low", f"{value}_high"]] = np.nan
            continue
        part = mean(whole, value, by, level=level)
        part = part[[*keys, "estimate", "low", "high"]]
        names = {"estimate": value, "low": f"{value}_low", "high": f"{value}_high"}
        part = part.rename(columns=names)
        found = found.merge(part, on=keys, how="left") if keys else found.join(part)
    return found.sort_values("win_share", ascending=False, kind="stable", ignore_index=True)
