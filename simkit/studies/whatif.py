"""What a choice is worth: the same game goes on from it and from another one, with the same luck.

Bots play a game. At some decisions it is split: one copy goes on with one choice, another with the other,
and both are played to the end by the same bots. The difference of the final points says what the choice
gave to the seat that made it, and what it took from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.bots.greedy import GreedyBot
from simkit.core.bot import Bot
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules
from simkit.core.state import State
from simkit.engine import play
from simkit.engine.observer import GameInfo
from simkit.stats.intervals import estimate

Words = Mapping[str, int | float | str]


@dataclass(frozen=True)
class Split:
    """Two ways to go on.

    Attributes
    ----------
    one, other
        The actions compared.
    words
        What is noted beside the outcome: columns of the frame. ``whom`` may name a seat that is told
        apart from the others.
    """

    one: int
    other: int
    words: Words


Ask = Callable[[State, GreedyBot, list[int]], Split | None]


def outcomes(
    title: str,
    seats: int,
    ask: Ask,
    games: int,
    most: int = 4,
    bot: str = "greedy",
    seed: int = 0,
) -> pd.DataFrame:
    """Split games where `ask` says so and return what each split came to.

    Parameters
    ----------
    title, seats, bot, seed
        What is played, by whom.
    ask
        Is given the position, the bot to move and its candidates; returns a split or nothing.
    games
        Games that are played.
    most
        Splits of a game, drawn evenly from those that `ask` offers.

    Returns
    -------
    pandas.DataFrame
        One row per split: ``game``, ``round``, ``seat``, the words of the split, and the differences
        ("one" less "other"): ``own`` (final points of the seat), ``others`` (mean of the other seats),
        ``whom`` (of the seat named, if any), ``win`` (own share of wins).
    """
    rows = []
    setting = rules(title, seats)
    for game in range(games):
        luck = Luck(seed).fork("what if", game)
        offered = _walk(setting.deal(luck.fork("deal")), ask, _bots(title, seats, bot), luck)
        whims = luck.stream("splits")
        while len(offered) > most:
            offered.pop(whims.below(len(offered)))
        for state, split in offered:
            ends = [
                _end(state, action, _bots(title, seats, bot), luck)
                for action in (split.one, split.other)
            ]
            rows.append({"game": game, **_difference(state, split, ends)})
    return pd.DataFrame(rows)


def _bots(title: str, seats: int, bot: str) -> list[Bot]:
    return [make_bot(bot, title) for _ in range(seats)]


def _walk(state: State, ask: Ask, bots: Sequence[Bot], luck: Luck) -> list[tuple[State, Split]]:
    play.start_bots(bots, state.rules, luck.fork("bots"))
    found = []
    for candidates in play.decisions(state):
        bot = bots[state.seat]
        assert isinstance(bot, GreedyBot)
        split = ask(state, bot, candidates)
        if split is not None and split.one != split.other:
            found.append((state.clone(), split))
        state.apply(play.ask(bot, state, candidates).action)
    return found


def _end(state: State, action: int, bots: Sequence[Bot], luck: Luck) -> State:
    copy = state.clone()
    copy.apply(action)
    return play.play_game(copy, bots, None, GameInfo(seed=luck.seed))


def _difference(state: State, split: Split, ends: Sequence[State]) -> dict[str, int | float | str]:
    seat = state.seat
    points = np.array([end.scores() for end in ends], dtype=float)
    change = points[0] - points[1]
    wins = [end.win_share(seat) for end in ends]
    words = dict(split.words)
    whom = words.pop("whom", None)
    return {
        "round": state.round,
        "seat": seat,
        **words,
        "own": float(change[seat]),
        "others": float(np.delete(change, seat).mean()),
        "whom": float(change[int(whom)]) if whom is not None else float("nan"),
        "win": wins[0] - wins[1],
    }


def summary(
    rows: pd.DataFrame, by: Sequence[str] = (), columns: Sequence[str] = ("own", "others", "win")
) -> pd.DataFrame:
    """Return mean differences with 95 % intervals, clustered by game.

    Returns
    -------
    pandas.DataFrame
        Per group ``splits``, and for every column its mean, ``_low`` and ``_high``.
    """
    named = rows.rename(columns={"game": "game_id"}).assign(all="all")
    keys = [*by] or ["all"]
    found = named.groupby(keys, as_index=False).agg(splits=("game_id", "size"))
    for column in columns:
        part = estimate(named, column, keys)[[*keys, "estimate", "low", "high"]]
        names = {"estimate": column, "low": f"{column}_low", "high": f"{column}_high"}
        found = found.merge(part.rename(columns=names), on=keys, how="left")
    return found
