"""What reports read of a run: some columns of its games and seats, its moves a few games at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from simkit.analysis.course import Moves
from simkit.analysis.frames import POINTS, roles
from simkit.stats.frames import game_key

if TYPE_CHECKING:
    from simkit.runs.results import Results

# columns that reports look at, besides roles, set-ups and points by source
IN_GAMES = (
    "run", "arm", "game_id", "deal", "lineup", "rotation", "title", "seats", "rules_version",
)  # fmt: skip
IN_SEATS = (
    "run", "game_id", "seat", "bot", "profile", "score", "rank", "win_share", "verdict",
)  # fmt: skip


class Lean:
    """A run whose `games` and `seats` are read with the columns that reports look at, and no others.

    All else is the run's own. Frames without a run behind them stay as they are.
    """

    def __init__(self, results: Results) -> None:
        self._results: Any = results
        self.games = self._read("games", IN_GAMES, setups=True)
        self.seats = self._read("seats", (*IN_SEATS, *_roles_of(results)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._results, name)

    def _read(self, table: str, names: Sequence[str], setups: bool = False) -> pd.DataFrame:
        if not hasattr(self._results, "columns"):
            found: pd.DataFrame = getattr(self._results, table)
            return found
        listed = self._results.columns(table)
        wanted = [
            column.name
            for column in listed
            if column.name in names
            or column.name.startswith(POINTS)
            or (setups and column.dtype in ("category", "string", "bool"))
        ]
        frame: pd.DataFrame = self._results.frame(table, wanted)
        return frame


def _roles_of(results: Any) -> list[str]:
    """Return the columns between seat and bot of a run's table `seats`."""
    if not hasattr(results, "columns"):
        return []
    return roles(pd.DataFrame(columns=[column.name for column in results.columns("seats")]))


def moves_of(results: Results) -> Moves | None:
    """Return the moves of a run, to be read a few games at a time; None if they were not logged."""
    tables = getattr(results, "tables", None)
    if tables is not None and "moves" not in tables:
        return None
    if hasattr(results, "pieces"):
        return Moves(results)
    found = getattr(results, "moves", None)
    return None if found is None or len(found) == 0 else Moves(found)


def arms_of(results: Results) -> Iterator[tuple[str, pd.DataFrame, pd.DataFrame]]:
    """Yield (heading, seats, games) of every title and arm of a run."""
    seats, games = results.seats, results.games
    keys = [c for c in ("title", "arm") if c in games.columns and games[c].nunique() > 1]
    if not keys:
        yield "", seats, games
        return
    for _, part in games.groupby(keys, observed=True, sort=False):
        name = ", ".join(f"{k} {part[k].iloc[0]}" for k in keys)
        chosen = seats.merge(part[game_key(part)], on=game_key(part), how="inner")
        yield name, chosen, part
