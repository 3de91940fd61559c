"""Chart of a tournament: who wins how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from simkit.charts import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def chart(standings: pd.DataFrame, *, title: str = "") -> Figure:
    """Draw the win shares of a tournament with their intervals, the strongest on top."""
    found = standings[standings["games"] > 0].iloc[::-1]
    figure, (ax,) = style.new(1.2 + 0.3 * len(found))
    places = range(len(found))
    low = (found["win_share"] - found["win_low"]).clip(lower=0)
    high = (found["win_high"] - found["win_share"]).clip(lower=0)
    ax.errorbar(found["win_share"], places, xerr=[low, high], fmt="o", color=style.MAIN, capsize=3)
    ax.set_yticks(list(places), [str(name) for name in found["bot"]])
    style.reference(ax, 0.5, "as many won as lost")
    style.percent_axis(ax)
    ax.set_xlabel("share of games won")
    return style.finish(figure, title or winner(standings), "Bars: 95 % intervals.")


def winner(standings: pd.DataFrame) -> str:
    """Say who won."""
    first = standings[standings["place"] == 1]
    if len(first) != 1:
        return "The first place is shared"
    best = first.iloc[0]
    return f"{best['bot']} won {style.share(best['win_share'])} of its games"
