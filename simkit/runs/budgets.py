"""When a run has enough: by time, or by how well the win shares are known.

Precision is judged only after whole waves of games, so that a run that stops early is the same run for
any number of workers and after any interruption.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from simkit.runs.results import Results

if TYPE_CHECKING:
    import pandas as pd

Z = 1.959964


class Clock:
    """Counts down a budget of minutes; `spent` seconds are gone already."""

    def __init__(self, minutes: float, spent: float = 0.0) -> None:
        self.end = time.monotonic() + max(0.0, minutes * 60 - spent)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.end


def widest(results: Results, games: int | None = None) -> tuple[float, str]:
    """Return the widest half-interval of a faction's win share (points of percent), and whose it is.

    Only the first `games` games of the plan count: after an interruption later ones may be there too.
    Seats of one deal are one cluster: the seats of a game share one win, and mirrored games one deal.
    """
    column = results.columns("seats")[4].name
    seats = results.frame("seats", ["arm", "game_id", column, "win_share"])
    if games is not None:
        seats = seats[seats.game_id < games]
    deals = results.frame("games", ["game_id", "deal"]).set_index("game_id").deal
    seats["deal"] = seats.game_id.map(deals)
    found = [(0.0, "nobody")]
    for (arm, faction), part in seats.groupby(["arm", column], observed=True):
        name = f"{faction}, {arm}" if seats.arm.nunique() > 1 else str(faction)
        found.append((100 * half_interval(part), name))
    return max(found)


def half_interval(part: pd.DataFrame) -> float:
    """Return half the 95 % interval of a mean win share, clustered by deal.

    Never narrower than for independent games at a share moved a little towards a half, so that 0 % and
    100 % of a few games do not count as known.
    """
    deals = part.groupby("deal").win_share.agg(["sum", "size"])
    games, wins, clusters = float(deals["size"].sum()), float(deals["sum"].sum()), len(deals)
    share = wins / games
    off = deals["sum"] - share * deals["size"]
    clustered = float((off**2).sum()) / games**2 * clusters / max(1, clusters - 1)
    moved = (wins + 2) / (games + 4)
    return Z * math.sqrt(max(clustered, moved * (1 - moved) / (games + 4)))
