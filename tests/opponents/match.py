"""A match: duplicate deals, each played with the seats exchanged, spread over processes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from tests.opponents.edition import TODAY, Edition
from tests.opponents.lockstep import Disagreement, Side, Table, play

MORE_THAN_ONE_DEAL = 4  # games; an interval needs two deals


@dataclass(frozen=True)
class Match:
    """What is played: a bot of today against one of the first edition.

    Attributes
    ----------
    title, seats, seed
        What is played, by how many, and the luck of all deals.
    bot, against
        The bot of today and its opponent, as texts.
    games
        How many, at least: every deal is played twice.
    first, today
        The editions.
    """

    title: str
    first: Edition
    bot: str = "greedy"
    against: str = "greedy"
    games: int = 200
    seats: int = 2
    seed: int = 1
    today: Edition = TODAY

    @property
    def deals(self) -> int:
        """Return the number of deals."""
        return (self.games + 1) // 2

    def check(self) -> None:
        """Refuse what cannot be played, before the first game."""
        if self.games < MORE_THAN_ONE_DEAL:
            raise BadValue("games", f"must be at least {MORE_THAN_ONE_DEAL}, not {self.games}")
        if self.seats < 2:
            raise BadValue("seats", f"a match needs at least 2, not {self.seats}")
        self.today.rules(self.title, self.seats)
        self.today.bot(self.bot, self.title)
        try:
            self.first.rules(self.title, self.seats)
            self.first.bot(self.against, self.title)
        except self.first.api.SimkitError as error:
            raise BadValue(f"opponent of {self.first.name}", str(error)) from None


def halves(seats: int) -> list[tuple[int, ...]]:
    """List the ways to give half of the seats to one side (of an odd number, the smaller half).

    Together with the other half of each they are all ways to part the seats.

    Examples
    --------
    >>> halves(2), halves(3), halves(4)
    ([(0,)], [(0,), (1,), (2,)], [(0, 1), (0, 2), (0, 3)])
    """
    ways = list(combinations(range(seats), seats // 2))
    return ways if seats % 2 else [way for way in ways if 0 in way]


def seatings(seats: int, deal: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats of today's bot in the two games of a deal: each seat in one of the two.

    Examples
    --------
    >>> seatings(2, 0), seatings(4, 1)
    (((0,), (1,)), ((0, 2), (1, 3)))
    """
    ways = halves(seats)
    half = ways[deal % len(ways)]
    return half, tuple(seat for seat in range(seats) if seat not in half)


@dataclass(frozen=True)
class Game:
    """How one game went; `win_share` and `lead` are of today's bot, and NaN after a disagreement.

    Attributes
    ----------
    game_id, deal, own
        Number of the game and its deal; the seats of today's bot.
    win_share
        Its share of the win, all its seats together.
    lead
        Mean points of its seats less those of its opponent's.
    today_seconds, first_seconds
        CPU seconds that the bots of either side have thought.
    disagreement
        How the rules disagreed; "" if they did not.
    """

    game_id: int
    deal: int
    own: tuple[int, ...]
    win_share: float
    lead: float
    today_seconds: float
    first_seconds: float
    disagreement: str = ""


def play_deal(match: Match, deal: int) -> list[Game]:
    """Play a deal in both seatings."""
    seed = Luck(match.seed).key(deal)
    return [
        _play_game(match, 2 * deal + number, own, seed)
        for number, own in enumerate(seatings(match.seats, deal))
    ]


def _play_game(match: Match, game_id: int, own: tuple[int, ...], seed: int) -> Game:
    others = tuple(seat for seat in range(match.seats) if seat not in own)
    tables = (
        Table(Side(match.today, match.bot), match.title, match.seats, own, seed),
        Table(Side(match.first, match.against), match.title, match.seats, others, seed),
    )
    disagreement, win_share, lead = "", math.nan, math.nan
    try:
        play(tables)
    except Disagreement as found:
        disagreement = str(found)
    else:
        state = tables[0].state
        win_share = sum(state.win_share(seat) for seat in own)
        lead = _mean([state.score[seat] for seat in own])
        lead -= _mean([state.score[seat] for seat in others])
    return Game(
        game_id, game_id // 2, own, win_share, lead,
        tables[0].seconds, tables[1].seconds, disagreement,
    )  # fmt: skip


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def play_match(match: Match, jobs: int = 1, progress: bool = False) -> pd.DataFrame:
    """Play a match and return one row per game, in order; see `Game`.

    All but the seconds is the same for any number of processes.
    """
    match.check()
    return pd.DataFrame([game for games in _deals(match, jobs, progress) for game in games])


def _deals(match: Match, jobs: int, progress: bool) -> Iterator[list[Game]]:
    from joblib import Parallel, delayed
    from tqdm import tqdm

    played = Parallel(n_jobs=jobs, return_as="generator")(
        delayed(play_deal)(match, deal) for deal in range(match.deals)
    )
    # Where nobody watches (a file, a pipe), None shows no bar.
    hidden = None if progress else True
    yield from tqdm(played, total=match.deals, unit="deal", disable=hidden)
