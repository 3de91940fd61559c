"""Checks of the tables of a run, and joins between them.

A table that lacks a column, is empty or holds a game twice is refused with a message that says so:
no number is better than a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from simkit.core.errors import SimkitError
from simkit.stats.frames import Codes, as_list, codes, game_key, need

POINTS = "points_"


def check_seats(frame: pd.DataFrame, columns: str | Iterable[str] = ()) -> None:
    """Refuse a `seats` table that is empty, lacks a column, or holds a seat of a game twice."""
    key = [*game_key(frame), "seat"]
    need(frame, [*key, *as_list(columns)])
    rows = codes(frame, key)
    if len(frame) != int(rows.max()) + 1:
        row = frame.iloc[int(np.flatnonzero(pd.Series(rows).duplicated())[0])]
        name = ", ".join(f"{c} {row[c]}" for c in key)
        raise SimkitError(
            f"table `seats` holds {name} more than once; give runs that are analysed together "
            f"different names (column 'run')"
        )


def check_games(games: pd.DataFrame) -> None:
    """Refuse a `games` table that is empty or holds a game twice."""
    key = game_key(games)
    need(games, key, "games")
    if len(games) != int(codes(games, key).max()) + 1:
        raise SimkitError(
            "table `games` holds a game more than once; give runs that are analysed together "
            "different names (column 'run')"
        )


def attach(
    frame: pd.DataFrame,
    other: pd.DataFrame,
    columns: str | Iterable[str],
    *,
    on: Sequence[str] | None = None,
    table: str = "games",
) -> pd.DataFrame:
    """Return `frame` with columns of `other`, matched by game (and what else `on` names).

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1], "seat": [0, 1, 0]})
    >>> games = pd.DataFrame({"game_id": [0, 1], "deal": [4, 5]})
    >>> attach(seats, games, "deal").deal.tolist()
    [4, 4, 5]
    """
    wanted = [c for c in as_list(columns) if c not in frame.columns]
    if not wanted:
        return frame
    key = list(on) if on is not None else game_key(frame)
    need(other, [*key, *wanted], table)
    if other.duplicated(key).any():
        raise SimkitError(
            f"table `{table}` has several rows of one {' and '.join(key)}; several runs at once need the "
            f"column 'run' in all tables"
        )
    found = frame.merge(
        other[[*key, *wanted]], on=key, how="left", validate="many_to_one", indicator="_found"
    )
    missing = found.pop("_found").eq("left_only").to_numpy()
    if missing.any():
        row = frame.iloc[int(np.flatnonzero(missing)[0])]
        name = ", ".join(f"{c} {row[c]}" for c in key)
        raise SimkitError(f"table `{table}` has no row for {name}")
    found.index = frame.index
    return found


def seats_with(
    seats: pd.DataFrame, games: pd.DataFrame | None, columns: str | Iterable[str] = ()
) -> pd.DataFrame:
    """Return `seats`, checked, with `columns` fetched from `games` where `seats` lacks them.

    The number of the deal is fetched as well when `games` has it: it is what games share; and so is the
    number of seats, as ``players``: it tells whether all seats of a game are in the frame.
    """
    wanted = as_list(columns)
    check_seats(seats, [c for c in wanted if games is None or c not in games.columns])
    if games is None:
        return seats
    check_games(games)
    if "deal" in games.columns and "deal" not in wanted:
        wanted = [*wanted, "deal"]
    if "seats" in games.columns:
        games = games.assign(players=games["seats"])
        wanted = [*wanted, "players"]
    return attach(seats, games, wanted)


def players(seats: pd.DataFrame, key: Codes) -> Codes:
    """Return, row by row, how many sit at the game: as `games` says, else as many as there are rows."""
    rows = np.bincount(key)[key]
    if "players" not in seats.columns:
        return rows
    found: Codes = np.maximum(rows, seats["players"].to_numpy(dtype=np.int64))
    return found


def moves_with(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    columns: str | Iterable[str] = (),
    games: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return `moves` in order of play, with columns of `seats` (and of `games`, deals included).

    Columns that `moves` has already are kept as they are.
    """
    need(moves, [*game_key(moves), "move", "seat"], "moves")
    check_seats(seats)
    if ("run" in moves.columns) != ("run" in seats.columns):
        raise SimkitError("the tables `moves` and `seats` need both the column 'run', or neither")
    wanted = [c for c in as_list(columns) if c not in moves.columns]
    of_seats = [c for c in wanted if c in seats.columns or games is None or c not in games.columns]
    of_games = [c for c in wanted if c not in of_seats]
    if games is not None and "deal" in games.columns:
        of_games = list(dict.fromkeys([*of_games, "deal"]))
    key = [*game_key(moves), "seat"]
    found = attach(moves, seats, of_seats, on=key, table="seats")
    if of_games and games is not None:
        check_games(games)
        found = attach(found, games, of_games)
    order = np.lexsort((found["move"].to_numpy(), codes(found, game_key(found))))
    return found if (np.diff(order) == 1).all() else found.iloc[order]


def sources(seats: pd.DataFrame) -> list[str]:
    """Return the point sources of a `seats` table, in its order.

    Examples
    --------
    >>> sources(pd.DataFrame(columns=["seat", "points_trade", "points_war"]))
    ['trade', 'war']
    """
    return [str(c)[len(POINTS) :] for c in seats.columns if str(c).startswith(POINTS)]


def roles(seats: pd.DataFrame) -> list[str]:
    """Return the columns of `seats` that make seats different: all between seat and bot.

    Examples
    --------
    >>> roles(pd.DataFrame(columns=["game_id", "seat", "faction", "planet", "bot", "score"]))
    ['faction', 'planet']
    """
    names = [str(c) for c in seats.columns]
    if "seat" in names and "bot" in names and names.index("seat") < names.index("bot"):
        return names[names.index("seat") + 1 : names.index("bot")]
    return ["faction"] if "faction" in names else []


def bot_columns(seats: pd.DataFrame) -> list[str]:
    """Return the columns that tell bots apart: bot, and profile where it groups bots in another way.

    Examples
    --------
    >>> seats = pd.DataFrame({"bot": ["greedy:a", "greedy:b"], "profile": ["a", "b"]})
    >>> bot_columns(seats)
    ['bot']
    >>> bot_columns(pd.concat([seats, pd.DataFrame({"bot": ["mcts:a"], "profile": ["a"]})]))
    ['bot', 'profile']
    """
    varied = [c for c in ("bot", "profile") if c in seats.columns and seats[c].nunique() > 1]
    if len(varied) < 2:
        return varied
    pairs = seats[varied].drop_duplicates()
    same = pairs["bot"].is_unique and pairs["profile"].is_unique
    return varied[:1] if same else varied


def merge_sources(seats: pd.DataFrame, groups: Mapping[str, str | Sequence[str]]) -> pd.DataFrame:
    """Put sources of points together under fewer names; what no group names stays as it is.

    Parameters
    ----------
    groups
        New name -> sources, or patterns of them with ``*``; the first group that fits takes a source.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0], "seat": 0, "points_tile1": 2, "points_tile2": 3,
    ...     "points_war": 1})
    >>> merge_sources(seats, {"tiles": "tile*"})
       game_id  seat  points_tiles  points_war
    0        0     0             5           1
    """
    taken: dict[str, list[str]] = {name: [] for name in groups}
    for source in sources(seats):
        for name, patterns in groups.items():
            if any(fnmatchcase(source, pattern) for pattern in as_list(patterns)):
                taken[name].append(POINTS + source)
                break
    empty = [name for name, columns in taken.items() if not columns]
    if empty:
        raise SimkitError(f"no source of points fits {groups[empty[0]]!r} ({empty[0]})")
    found = seats.drop(columns=[column for columns in taken.values() for column in columns])
    first = next((i for i, c in enumerate(seats.columns) if str(c).startswith(POINTS)), 0)
    for place, (name, columns) in enumerate(taken.items()):
        total = seats[columns].sum(axis=1)
        found.insert(first + place, POINTS + name, total)
    return found
