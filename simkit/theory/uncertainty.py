"""How sure an equilibrium is when the payoffs were estimated from games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue
from simkit.theory.payoffs import Floats, Payoffs

if TYPE_CHECKING:
    from simkit.theory.equilibria import Equilibrium


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """An equilibrium with intervals from redrawn payoffs.

    Attributes
    ----------
    equilibrium
        The answer for the payoffs as estimated.
    shares
        Per seat and strategy: ``share``, its interval ``low``..``high``, and ``used``, the part of the
        redrawn tables in whose answer the strategy has a place.
    values
        Per seat: ``value`` and its interval.
    regret_high
        With the chosen confidence, no seat gains more than this by leaving `equilibrium` in the true
        game. It holds however unsure the shares are.
    same
        Part of the redrawn tables whose answer uses the same strategies.
    level, draws
        Confidence level; number of redrawn tables.
    """

    equilibrium: Equilibrium
    shares: pd.DataFrame
    values: pd.DataFrame
    regret_high: float
    same: float
    level: float
    draws: int

    def __str__(self) -> str:
        return (
            f"{self.equilibrium}; with {100 * self.level:g} % confidence nobody gains more than "
            f"{self.regret_high:.3g} by leaving it; {100 * self.same:.0f} % of the redrawn tables "
            "use the same strategies"
        )


def bootstrap(
    payoffs: Payoffs,
    equilibrium: Equilibrium | None = None,
    *,
    draws: int = 300,
    level: float = 0.95,
    seed: int = 0,
) -> Uncertainty:
    """Return how sure an equilibrium is, by redrawing the payoffs within their sampling errors.

    Each redrawn table is solved anew and answers with its equilibrium closest to `equilibrium`. Where a
    share is near 0 or 1, intervals of this kind are rough; `Uncertainty.regret_high` is not.

    Parameters
    ----------
    payoffs
        A complete table with sampling errors.
    equilibrium
        By default a symmetric one with most strategies in use, else the first that is found.
    draws, level, seed
        Number of redrawn tables; confidence of the intervals; seed of the redrawing.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from simkit.theory import classics
    >>> game = classics.game("hawk_dove")
    >>> sampled = replace(game, se=game.se + 0.1)
    >>> bootstrap(sampled).shares.round(2)
       seat strategy  share   low  high  used
    0    -1     hawk    0.5  0.41  0.61   1.0
    1    -1     dove    0.5  0.39  0.59   1.0
    """
    from simkit.theory.equilibria import nearest, regret

    if not 0 < level < 1:
        raise BadValue("level", f"{level!r} is not between 0 and 1 (0.95 means 95 %)")
    if draws < 2:
        raise BadValue("draws", f"{draws} tables give no interval")
    found = equilibrium if equilibrium is not None else chosen(payoffs)
    rng = np.random.default_rng(seed)
    answers: list[Equilibrium] = []
    regrets: list[float] = []
    for _ in range(draws):
        table = payoffs.draw(rng)
        regrets.append(regret(table, list(found.mixes)))
        answer = nearest(table, found)
        if answer is not None:
            answers.append(answer)
    if not answers:
        raise BadValue("payoffs", "no redrawn table has an equilibrium that was found")
    tail = (1 - level) / 2
    alike = payoffs.symmetric and found.symmetric
    return Uncertainty(
        found,
        _share_frame(payoffs, found, answers, tail, alike),
        _value_frame(found, answers, tail, alike),
        float(np.quantile(regrets, level)),
        float(np.mean([answer.supports == found.supports for answer in answers])),
        level,
        draws,
    )


def chosen(payoffs: Payoffs) -> Equilibrium:
    """Return the equilibrium to speak of first: symmetric, with most strategies in use."""
    from simkit.theory.equilibria import nash, symmetric

    answers = symmetric(payoffs) if payoffs.symmetric else nash(payoffs)
    if not answers and payoffs.symmetric:
        answers = nash(payoffs)
    if not answers:
        raise BadValue("payoffs", "no equilibrium was found")
    if payoffs.symmetric:
        return max(answers, key=lambda found: len(found.supports[0]))
    return answers[0]


def _share_frame(
    payoffs: Payoffs,
    found: Equilibrium,
    answers: Sequence[Equilibrium],
    tail: float,
    alike: bool,
) -> pd.DataFrame:
    rows = []
    for seat in [0] if alike else range(payoffs.seats):
        drawn: Floats = np.array([answer.mixes[seat] for answer in answers])
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        used = (drawn > 1e-6).mean(axis=0)
        for i, name in enumerate(payoffs.strategies[seat]):
            share = float(found.mixes[seat][i])
            rows.append((-1 if alike else seat, name, share, low[i], high[i], used[i]))
    return pd.DataFrame(rows, columns=["seat", "strategy", "share", "low", "high", "used"])


def _value_frame(
    found: Equilibrium, answers: Sequence[Equilibrium], tail: float, alike: bool
) -> pd.DataFrame:
    drawn: Floats = np.array([answer.values for answer in answers])
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    rows = [
        (-1 if alike else seat, float(value), low[seat], high[seat])
        for seat, value in enumerate(found.values.tolist())
    ]
    return pd.DataFrame(rows[:1] if alike else rows, columns=["seat", "value", "low", "high"])
