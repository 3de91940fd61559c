"""A simultaneous choice as a matrix game: what each pair of choices is worth, found by rollouts.

A position is taken in which two seats choose at the same time, unseen by each other. Every pair of
choices is played on to the end by bots, again and again: what the first seat cannot see is redrawn each
time, with the same luck for all pairs. The mean shares of wins are a zero-sum game with a solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules
from simkit.core.state import State
from simkit.engine.observer import GameInfo
from simkit.engine.play import ask, decisions, play_game, start_bots
from simkit.theory.equilibria import zero_sum
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.uncertainty import bootstrap


@dataclass(frozen=True)
class Asked:
    """Which choices are looked at, and how precisely.

    Attributes
    ----------
    title, bot
        What is played, by whom (before and after the choice).
    kind
        Kind of action that is chosen at the same time (``choose``).
    rounds
        One position is taken at each of these rounds of every game.
    games
        Games that positions are taken from.
    rollouts
        Times that every pair of choices is played on.
    """

    title: str
    kind: str
    rounds: tuple[int, ...]
    games: int
    rollouts: int
    bot: str = "greedy"
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Stage:
    """The game at one position.

    Attributes
    ----------
    game, round
        Where the position comes from.
    payoffs
        Share of wins of the first seat (and of the second), choice by choice, with errors.
    own, other
        The solution: how often each seat should make each choice.
    value
        What the first seat wins then, with its interval ``low``..``high``.
    regret, regret_high
        What anybody gains by leaving the solution: in the sampled game, and with 95 % confidence in the
        true one.
    error
        Typical sampling error of a pair's share of wins.
    hiding
        What the first seat would lose if the other saw its choice first.
    chosen
        The bots' own choices.
    lost
        What the first bot's choice loses against the other's solution.
    """

    game: int
    round: int
    payoffs: Payoffs
    own: dict[str, float]
    other: dict[str, float]
    value: float
    low: float
    high: float
    regret: float
    regret_high: float
    error: float
    hiding: float
    chosen: tuple[str, str]
    lost: float


def stages(asked: Asked) -> list[Stage]:
    """Solve the simultaneous choices of some games.

    Examples
    --------
    >>> asked = Asked("race_for_the_galaxy", "choose", (4,), games=1, rollouts=2)
    >>> len(stages(asked)[0].own)
    7
    """
    found = [
        _solved(asked, game, state)
        for game in range(asked.games)
        for state in _positions(asked, game)
    ]
    if not found:
        raise SimkitError(f"{asked.title}: no {asked.kind!r} was met at rounds {asked.rounds}")
    return found


def frame(found: Sequence[Stage]) -> pd.DataFrame:
    """Return the positions as a frame: one row each."""
    names = [
        "game",
        "round",
        "value",
        "low",
        "high",
        "regret",
        "regret_high",
        "error",
        "hiding",
        "lost",
    ]
    rows = [{name: getattr(stage, name) for name in names} for stage in found]
    for row, stage in zip(rows, found, strict=True):
        row["chosen"] = stage.chosen[0]
        row["solution"] = ", ".join(f"{s:.0%} {n}" for n, s in _by_share(stage.own))
        row["other_chosen"] = stage.chosen[1]
        row["other_solution"] = ", ".join(f"{s:.0%} {n}" for n, s in _by_share(stage.other))
    return pd.DataFrame(rows)


def _by_share(mix: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(((n, s) for n, s in mix.items() if s > 0.005), key=lambda item: -item[1])


def _positions(asked: Asked, game: int) -> list[State]:
    """Play a game and keep copies from just before the choices that are asked for."""
    setting = rules(asked.title, 2)
    luck = Luck(asked.seed).fork("stage", game)
    state = setting.deal(luck.fork("deal"))
    bots = _bots(asked)
    start_bots(bots, setting, luck.fork("bots"))
    kept: list[State] = []
    wanted = set(asked.rounds)
    for candidates in decisions(state):
        if state.round in wanted and setting.decode(candidates[0])[0] == asked.kind:
            kept.append(state.clone())
            wanted.discard(state.round)
        state.apply(ask(bots[state.seat], state, candidates).action)
    return kept


def _bots(asked: Asked) -> list[Bot]:
    return [make_bot(asked.bot, asked.title) for _ in range(2)]


def _solved(asked: Asked, game: int, state: State) -> Stage:
    bots = _bots(asked)
    first = state.seat
    own = state.candidates()
    chosen, after = [], state.clone()
    for seat in (first, 1 - first):
        bots[seat].start(state.rules, seat, Luck(asked.seed).fork("own choice", game))
        action = bots[seat].choose(after, after.candidates()).action
        chosen.append(action)
        if seat == first:
            after.apply(action)
            other = after.candidates()
    won = _rollouts(asked, game, state, own, other, bots)
    name = [_name(state, action) for action in own]
    others = [_name(after, action) for action in other]
    table = _table(won, name, others)
    sure = bootstrap(table, zero_sum(table), draws=200)
    answer = sure.equilibrium
    mean = won.mean(axis=2)
    value = float(answer.values[0])
    choice = own.index(chosen[0])
    return Stage(
        game,
        state.round,
        table,
        dict(zip(name, answer.mixes[0].tolist(), strict=True)),
        dict(zip(others, answer.mixes[1].tolist(), strict=True)),
        value,
        float(sure.values["low"].iloc[0]),
        float(sure.values["high"].iloc[0]),
        answer.regret,
        sure.regret_high,
        float(np.sqrt(np.mean(table.se[:, 0] ** 2))),
        _hiding(won),
        (name[choice], others[other.index(chosen[1])]),
        value - float(mean[choice] @ answer.mixes[1]),
    )


def _name(state: State, action: int) -> str:
    """Name a choice by its first argument: the others are of no account where there is one choice."""
    args = state.rules.notation(action).split()[1:]
    return args[0].partition("=")[2] if args else state.rules.notation(action)


def _rollouts(
    asked: Asked, game: int, state: State, own: Sequence[int], other: Sequence[int], bots: list[Bot]
) -> Floats:
    """Return who won: own choice x other's choice x rollout, with the same luck for all pairs."""
    first = state.seat
    won = np.empty((len(own), len(other), asked.rollouts))
    for number in range(asked.rollouts):
        luck = Luck(asked.seed).fork("rollout", game * 100_003 + state.round * 1009 + number)
        redrawn = state.determinize(first, luck)
        for i, mine in enumerate(own):
            for j, theirs in enumerate(other):
                copy = redrawn.clone()
                copy.apply(mine)
                copy.apply(theirs)
                play_game(copy, bots, None, GameInfo(seed=luck.seed))
                won[i, j, number] = copy.win_share(first)
    return won


def _table(won: Floats, own: Sequence[str], other: Sequence[str]) -> Payoffs:
    count = won.shape[2]
    mean = won.mean(axis=2)
    # Two more games of even chances in the spread: ten wins of ten are no certainty.
    spread = (won.var(axis=2) * count + 2 * 0.25) / (count + 2)
    se = np.sqrt(spread / count).ravel()
    pair = np.array([[1.0, -1.0], [-1.0, 1.0]])
    return Payoffs.of(
        (own, other),
        np.column_stack([mean.ravel(), 1 - mean.ravel()]),
        symmetric=False,
        se=np.column_stack([se, se]),
        corr=np.broadcast_to(pair, (len(se), 2, 2)),
        games=np.full(len(se), count),
        unit="share of wins",
    )


def _hiding(won: Floats) -> float:
    """Return the value of the game less what the first seat gets if the other sees its choice.

    Choices are made on one half of the rollouts and judged on the other: on the same half, the best
    reply to chance would look like the best reply.
    """
    halves = won[:, :, 0::2].mean(axis=2), won[:, :, 1::2].mean(axis=2)
    found = []
    for seen, judged in (halves, halves[::-1]):
        solved = zero_sum(Payoffs.from_bimatrix(seen, 1 - seen))
        hidden = float(solved.mixes[0] @ judged @ solved.mixes[1])
        replies = seen.argmin(axis=1)
        shown = int(seen[np.arange(len(seen)), replies].argmax())
        found.append(hidden - float(judged[shown, replies[shown]]))
    return float(np.mean(found))
