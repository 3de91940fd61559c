"""Correlated and coarse correlated equilibria: what a trusted referee could recommend."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue, UnknownName
from simkit.theory.linear import maximise
from simkit.theory.payoffs import Floats, Payoffs

GOALS = ("most", "least", "fairest")


@dataclass(frozen=True, eq=False)
class Correlated:
    """A lottery over cells that no seat has a reason to leave.

    Attributes
    ----------
    chances
        Chance of each cell of the payoff table. In a symmetric game all ways to seat a cell are equally
        likely.
    values
        What each seat earns on average.
    regret
        The most that a seat could gain: by disobeying some advice, or (coarse) by not joining at all.
    coarse
        Whether the seats bind themselves before they hear the advice.
    cells
        The names of the cells.
    """

    chances: Floats
    values: Floats
    regret: float
    coarse: bool
    cells: tuple[str, ...]

    def frame(self) -> pd.DataFrame:
        """Return the cells that occur, most frequent first: cell, share."""
        found = pd.DataFrame({"cell": self.cells, "share": self.chances})
        found = found[found["share"] > 1e-9]
        return found.sort_values("share", ascending=False, kind="stable", ignore_index=True)


def correlated(payoffs: Payoffs, goal: str = "most", coarse: bool = False) -> Correlated:
    """Return the correlated equilibrium that is best by a goal, found by linear programming.

    Parameters
    ----------
    payoffs
        A complete table.
    goal
        ``most`` or ``least``: the payoff of all seats together; ``fairest``: that of the worst-off seat.
    coarse
        Return a coarse correlated equilibrium: seats only have to prefer it to any fixed strategy.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> found = correlated(classics.game("chicken"))
    >>> found.frame()
                  cell  share
    0    dare + swerve    0.5
    1  swerve + swerve    0.5
    >>> found.values
    array([5.25, 5.25])
    """
    if goal not in GOALS:
        raise UnknownName("goal", goal, GOALS)
    payoffs.need_complete()
    gains = deviation_gains(payoffs, coarse)
    cells = len(payoffs.profiles)
    mean = payoffs.mean.mean(axis=1, keepdims=True) * np.ones(payoffs.seats)
    values = mean if payoffs.symmetric else payoffs.mean
    scale = payoffs.spread or 1.0
    # The last variable is the payoff of the worst-off seat.
    floor = np.c_[-values.T / scale, np.ones(payoffs.seats)]
    limits = np.vstack([np.c_[gains / scale, np.zeros(len(gains))], floor])
    total = np.r_[values.sum(axis=1) / scale, 0.0]
    wish = {"most": total, "least": -total, "fairest": np.r_[np.zeros(cells), 1.0]}
    found = maximise(wish[goal], limits, free=1)
    if found is None:
        raise BadValue("payoffs", "the linear program found no lottery")
    chances = found[0][:cells]
    names = tuple(" + ".join(payoffs.profile_names(cell)) for cell in range(cells))
    return Correlated(
        chances, chances @ values, regret_of_lottery(payoffs, chances, coarse), coarse, names
    )


def regret_of_lottery(payoffs: Payoffs, chances: Floats, coarse: bool = False) -> float:
    """Return the most that a seat gains by leaving a lottery over cells.

    For a correlated equilibrium a seat may replace each advice by another strategy of its own; the gain
    is that of the best such plan.
    """
    payoffs.need_complete()
    gains = deviation_gains(payoffs, coarse) @ chances
    if coarse:
        return float(max(0.0, gains.max(initial=0.0)))
    best: dict[tuple[int, int], float] = {}
    for (seat, own, _), gain in zip(_deviations(payoffs), gains.tolist(), strict=True):
        best[seat, own] = max(best.get((seat, own), 0.0), gain)
    seats = {seat for seat, _ in best}
    return max((sum(g for (s, _), g in best.items() if s == seat) for seat in seats), default=0.0)


def _deviations(payoffs: Payoffs) -> list[tuple[int, int, int]]:
    """Return all (seat, advice, strategy played instead); seat 0 stands for all that are alike."""
    seats = [0] if payoffs.symmetric else range(payoffs.seats)
    return [
        (seat, own, other)
        for seat in seats
        for own in range(payoffs.sizes[seat])
        for other in range(payoffs.sizes[seat])
        if other != own
    ]


def deviation_gains(payoffs: Payoffs, coarse: bool) -> Floats:
    """Return what each deviation (rows) gains in each cell (columns).

    In a symmetric game a seat is equally likely to be any of those of the cell.
    """
    cells, seats = payoffs.profiles.shape
    gains: dict[tuple[int, int, int], Floats] = {d: np.zeros(cells) for d in _deviations(payoffs)}
    for cell, profile in enumerate(payoffs.profiles.tolist()):
        for seat, own in enumerate(profile):
            for other in range(payoffs.sizes[seat]):
                if other == own:
                    continue
                changed = [*profile[:seat], other, *profile[seat + 1 :]]
                target = payoffs.cell(*changed)
                column = sorted(changed).index(other) if payoffs.symmetric else seat
                gain = payoffs.mean[target, column] - payoffs.mean[cell, seat]
                key = (0 if payoffs.symmetric else seat, own, other)
                gains[key][cell] += gain / seats if payoffs.symmetric else gain
    if not coarse:
        return np.array(list(gains.values())).reshape(-1, cells)
    together: dict[tuple[int, int], Floats] = {}
    for (seat, _, other), row in gains.items():
        together[seat, other] = together.get((seat, other), np.zeros(cells)) + row
    return np.array(list(together.values())).reshape(-1, cells)
