"""How the games of a run go, from moves that need not fit into memory.

`Moves` reads the moves of a run a few games at a time; `course` adds up what the report says of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from simkit.analysis import decisions

# columns of `moves` that `course` looks at, and those of a page of charts
SUMMED = ("run", "game_id", "move", "seat", "n_candidates", "score_before")
CHARTED = (*SUMMED, "round", "kind", "value", "runner_up")
OF_SEATS = ("run", "game_id", "seat", "score", "win_share")


class Moves:
    """The moves of a run, a few whole games at a time.

    Parameters
    ----------
    source
        The table as a frame, or results of a run (with a method ``pieces``).
    """

    def __init__(self, source: Any) -> None:
        self.source = source

    def pieces(
        self, columns: Sequence[str], games: pd.DataFrame
    ) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
        """Yield rows of `games`, and the moves of these games with the columns that there are."""
        if isinstance(self.source, pd.DataFrame):
            moves = self.source[[c for c in columns if c in self.source.columns]]
            yield games, moves[moves["game_id"].isin(games["game_id"])]
            return
        for numbers, moves in self.source.pieces("moves", columns):
            here = games[games["game_id"].isin(numbers)]
            if len(here) == len(numbers):
                yield here, moves
            elif len(here):
                yield here, moves[moves["game_id"].isin(here["game_id"])]

    def first(
        self, columns: Sequence[str], games: pd.DataFrame, most: int
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Return rows of `games` and their moves: all, or the first games with at least `most` moves."""
        shown, found, rows = [], [], 0
        for here, moves in self.pieces(columns, games):
            left = most - rows
            if len(moves) > left:
                last = moves["game_id"].iloc[left]
                here = here[here["game_id"] <= last]
                moves = moves[moves["game_id"] <= last]
            shown.append(here)
            found.append(moves)
            rows += len(moves)
            if rows > most:
                break
        return pd.concat(shown), pd.concat(found, ignore_index=True)


@dataclass
class Course:
    """What the games of a run have in common, as means over all of them.

    Attributes
    ----------
    decisions
        Decisions of a game.
    choices
        Share of decisions with more than one candidate.
    candidates
        Candidates of these.
    changes
        Changes of the lead in a game; NaN where games are played alone.
    decided
        Part of the game after which the winner leads for good.
    counted_at_end
        Whether nobody ever leads before the points of the end are counted.
    """

    decisions: float
    choices: float
    candidates: float
    changes: float
    decided: float
    counted_at_end: bool


def course(moves: Moves, seats: pd.DataFrame, games: pd.DataFrame) -> Course | None:
    """Add up how games go; None if no moves were logged.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": 0, "move": range(4), "seat": [0, 1, 0, 1],
    ...     "score_before": [0, 0, 5, 9], "n_candidates": [1, 2, 3, 4]})
    >>> seats = pd.DataFrame({"game_id": 0, "seat": [0, 1], "score": [6, 10],
    ...     "win_share": [0.0, 1.0]})
    >>> found = course(Moves(moves), seats, pd.DataFrame({"game_id": [0]}))
    >>> found.decisions, found.choices, found.candidates, found.changes, found.decided
    (4.0, 0.75, 3.0, 1.0, 0.75)
    """
    several = seats["seat"].nunique() > 1
    seats = seats[[c for c in OF_SEATS if c in seats.columns]]
    rows = choices = candidates = played = changes = 0
    decided = 0.0
    counted_at_end = True
    for here, part in moves.pieces(SUMMED, games):
        count = part["n_candidates"].to_numpy()
        rows += len(count)
        choices += int((count > 1).sum())
        candidates += int(count[count > 1].sum())
        if several and len(part):
            of_these = seats[seats["game_id"].isin(here["game_id"])]
            drama = decisions.drama(part, of_these)
            played += len(drama)
            changes += int(drama["changes"].sum())
            decided += float(drama["decided"].sum())
            counted_at_end &= not drama["changes"].any() and bool((drama["decided"] >= 1).all())
    if not rows:
        return None
    return Course(
        rows / len(games), choices / rows, candidates / choices if choices else np.nan,
        changes / played if played else np.nan, decided / played if played else np.nan,
        counted_at_end,
    )  # fmt: skip
