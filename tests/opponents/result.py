"""What a match shows: wins and points with intervals, dropped games, seconds."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from simkit.core.errors import SimkitError
from simkit.stats.intervals import estimate
from tests.opponents.match import MORE_THAN_ONE_DEAL, Match

MOST_DROPPED = 0.01
EVEN = 0.5


@dataclass(frozen=True)
class Result:
    """Figures of a match.

    Attributes
    ----------
    games, dropped
        Games that were begun, and those in which the rules disagreed.
    left_out
        Games that no figure counts: those dropped, and the other game of their deals.
    win_share, win_low, win_high
        Share of wins of today's bot with its 95 % interval, clustered by deal.
    lead, lead_low, lead_high
        Its mean lead in points over its opponent, likewise.
    today_seconds, first_seconds
        CPU seconds a game that the bots of either side have thought.
    examples
        How the rules disagreed in the first games that were dropped.
    """

    games: int
    dropped: int
    left_out: int
    win_share: float
    win_low: float
    win_high: float
    lead: float
    lead_low: float
    lead_high: float
    today_seconds: float
    first_seconds: float
    examples: tuple[str, ...]

    @property
    def trustworthy(self) -> bool:
        """Whether the rules agree in so many games that those dropped do not matter."""
        return self.dropped <= MOST_DROPPED * self.games

    @property
    def even(self) -> bool:
        """Whether the interval holds an even share of wins."""
        return self.win_low <= EVEN <= self.win_high


def result(games: pd.DataFrame, examples: int = 3) -> Result:
    """Sum up the games of a match.

    A deal is left out as a whole where the rules disagreed in one of its games: the other game alone
    would count who had the better seats.
    """
    apart = games[games["disagreement"] != ""]
    whole = games[~games["deal"].isin(apart["deal"])]
    if len(whole) < MORE_THAN_ONE_DEAL:
        first = apart["disagreement"].iloc[0]
        raise SimkitError(
            f"the rules disagreed in {len(apart)} of {len(games)} games, too many to compare bots "
            f"({first})"
        )
    wins = estimate(whole, "win_share", share=True).iloc[0]
    leads = estimate(whole, "lead").iloc[0]
    return Result(
        games=len(games),
        dropped=len(apart),
        left_out=len(games) - len(whole),
        win_share=float(wins["estimate"]),
        win_low=float(wins["low"]),
        win_high=float(wins["high"]),
        lead=float(leads["estimate"]),
        lead_low=float(leads["low"]),
        lead_high=float(leads["high"]),
        today_seconds=float(whole["today_seconds"].mean()),
        first_seconds=float(whole["first_seconds"].mean()),
        examples=tuple(
            f"deal {row.deal}, {row.disagreement}" for row in apart.head(examples).itertuples()
        ),
    )


def in_words(match: Match, found: Result) -> list[str]:
    """Say in plain words how a match went."""
    lines = [
        f"{match.title}, {match.seats} players: {match.bot} of {match.today.name} against "
        f"{match.against} of {match.first.name}",
        f"  games    {found.games} on {match.deals} deals, each played with the seats exchanged",
        f"  wins     {_percent(found.win_share)} ({_percent(found.win_low)} to "
        f"{_percent(found.win_high)}) for the bot of {match.today.name}",
        f"  points   {found.lead:+.2f} ({found.lead_low:+.2f} to {found.lead_high:+.2f}) ahead",
        f"  dropped  {found.dropped} games in which the rules disagreed "
        f"({_percent(found.dropped / found.games)}); {found.left_out} left out with their deals",
        *(f"           {text}" for text in found.examples),
        f"  seconds  {found.today_seconds:.4f} a game for the bots of {match.today.name} "
        f"({match.today.build}), {found.first_seconds:.4f} for those of {match.first.name} "
        f"({match.first.build})",
    ]
    if not found.trustworthy:
        lines.append(
            f"More than {MOST_DROPPED:.0%} of the games were dropped: these figures do not count."
        )
    elif found.even:
        lines.append("50 % lies within the interval: these games show no difference in wins.")
    else:
        stronger = match.today if found.win_share > EVEN else match.first
        lines.append(f"The bot of {stronger.name} wins more often.")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
