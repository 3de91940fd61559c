"""The search: an evolution strategy (CMA-ES) whose candidates race for games.

All candidates of a generation play a few deals; the better half goes on to further deals, and the best
quarter once more. The strategy learns from the finishing order alone, so candidates that were dropped
early rank behind those that went on, however lucky they had been.

A search is a function of its seed and of the orders it was told: telling the stored orders again brings
it back to where it was.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.core.errors import BadValue, SimkitError, install_command
from simkit.studies.tuning.arena import Arena, Figures, mean, play_all
from simkit.theory.payoffs import Floats

STEP = 0.3  # of a weight's scale, to begin with
ROUNDS = 3  # of a race
DIGITS = 4  # significant digits of the weights that are played


class Search:
    """An evolution strategy over named weights.

    Parameters
    ----------
    start, scales
        Where the weights begin, and the step of each that is searched.
    population
        Candidates of a generation; 0 = what suits the number of weights.
    step
        First step, in scales.

    Examples
    --------
    >>> search = Search({"a": 1.0, "b": 0.0}, {"a": 1.0, "b": 0.5}, seed=1)  # doctest: +SKIP
    >>> len(search.ask())                                                    # doctest: +SKIP
    6
    """

    def __init__(
        self,
        start: Mapping[str, float],
        scales: Mapping[str, float],
        *,
        seed: int = 0,
        population: int = 0,
        step: float = STEP,
    ) -> None:
        if not scales:
            raise BadValue("weights", "none of those to tune ever makes a difference to a decision")
        try:
            import cma
        except ImportError:
            raise SimkitError(f"tuning needs cma: {install_command('tune')}") from None
        self.start = dict(start)
        self.names = list(scales)
        self.scales = np.array([scales[name] for name in self.names])
        rng = np.random.default_rng(seed)
        size = max(2, len(self.names))  # the strategy wants two dimensions at least
        options: dict[str, Any] = {
            "verbose": -9,
            "seed": math.nan,  # numpy's own generator is left alone
            "CMA_diagonal": True,  # few evaluations for many weights
            "randn": lambda *shape: rng.standard_normal(shape),
        }
        if population:
            options["popsize"] = population
        self.strategy = cma.CMAEvolutionStrategy(np.zeros(size), step, options)
        self._asked: list[Floats] = []

    def ask(self) -> list[dict[str, float]]:
        """Return the candidates of the next generation."""
        self._asked = self.strategy.ask()
        return [self._weights(point) for point in self._asked]

    def tell(self, order: Sequence[int]) -> None:
        """Learn from the candidates asked for, given as numbers, the best first."""
        ranks = np.empty(len(order))
        ranks[list(order)] = np.arange(len(order))
        self.strategy.tell(self._asked, ranks.tolist())

    def centre(self) -> dict[str, float]:
        """Return the weights that the search is around."""
        return self._weights(np.asarray(self.strategy.mean))

    @property
    def spread(self) -> float:
        """Typical step of a weight now, in scales."""
        return float(np.mean(self.strategy.stds[: len(self.names)]))

    def _weights(self, point: Floats) -> dict[str, float]:
        moved = self.scales * np.asarray(point)[: len(self.names)]
        return {
            name: float(f"{self.start[name] + by:.{DIGITS}g}")
            for name, by in zip(self.names, moved.tolist(), strict=True)
        }


@dataclass(frozen=True)
class Race:
    """How a generation ended.

    Attributes
    ----------
    order
        Numbers of the candidates, the best first.
    deals
        How many each has played.
    gain
        What the whole generation has over the start, on the deals that all have played.
    """

    order: list[int]
    deals: list[int]
    gain: float


def race(
    arena: Arena,
    candidates: Sequence[Mapping[str, float]],
    start: Mapping[str, float],
    occasion: str,
    deals: int,
    n_jobs: int = 1,
    played: Callable[[int], None] | None = None,
) -> Race:
    """Let candidates race: few deals for all, more for the promising.

    Parameters
    ----------
    deals
        Deals of the first round; the better half plays as many again, the best quarter twice as many.
    played
        Is told the number of games, round by round.
    """
    found: list[list[Figures]] = [[] for _ in candidates]
    left = list(range(len(candidates)))
    reached = [0] * len(candidates)
    first, count, gain = 0, deals, 0.0
    for number in range(ROUNDS):
        block = range(first, first + count)
        entrants = [candidates[i] for i in left] + ([start] if number == 0 else [])
        results = play_all(arena, entrants, occasion, block, n_jobs)
        if played is not None:
            played(round(len(entrants) * count * arena.games_per_deal()))
        for i, part in zip(left, results, strict=False):
            found[i] += part
            reached[i] = number
        if number == 0:
            every = [figures for part in results[:-1] for figures in part]
            gain = _value(arena, every) - _value(arena, results[-1])
        first, count = first + count, deals * (1 if number == 0 else 2)
        left = _best(arena, found, left)[: max(1, math.ceil(len(left) / 2))]
    order = sorted(range(len(candidates)), key=lambda i: (-reached[i], -_value(arena, found[i]), i))
    return Race(order, [len(part) for part in found], gain)


def _value(arena: Arena, found: Sequence[Figures]) -> float:
    return mean(found).of(arena.objective)


def _best(arena: Arena, found: Sequence[Sequence[Figures]], left: Sequence[int]) -> list[int]:
    return sorted(left, key=lambda i: (-_value(arena, found[i]), i))
