"""Best-response expansion: what a strategy could win that is not in the set yet.

A greedy bot's weights are tuned against the equilibrium of the strategies at hand. If the result wins
clearly more than its share there, it joins them, and the search begins again. The last search that finds
nothing bounds how far the set can be exploited: by this kind of bot, with this much search.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.registry import make_bot, rules
from simkit.studies.payoffs import Table, estimate
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.uncertainty import chosen

METHODS = ("auto", "cma", "coordinates")
SEARCH, TEST = (
    -1,
    -2,
)  # luck of the search and of the test of its result, apart from the waves of a table


@dataclass(frozen=True, eq=False)
class Expansion:
    """What the expansion found.

    Attributes
    ----------
    payoffs
        The table with all strategies that joined.
    bots
        Name -> text of every strategy.
    rounds
        One row per search: ``round``, ``bot``, ``gain`` in points of win share on fresh deals, its 95 %
        interval ``low``..``high``, whether it ``joined``, and the ``mix`` it was tuned against.
    """

    payoffs: Payoffs
    bots: dict[str, str]
    rounds: pd.DataFrame

    @property
    def exploitability(self) -> float:
        """Points of win share that the last search gained against the equilibrium."""
        return float(self.rounds["gain"].iloc[-1])

    @property
    def settled(self) -> bool:
        """Whether the last search found nothing that joined."""
        return not bool(self.rounds["joined"].iloc[-1])


def expand(
    title: str,
    strategies: Mapping[str, str] | Sequence[str],
    seats: int,
    games: int = 200,
    *,
    base: str = "greedy",
    weights: Sequence[str] | None = None,
    gain: float = 2.0,
    rounds: int = 5,
    evaluations: int = 60,
    trial_games: int = 100,
    test_games: int = 1000,
    method: str = "auto",
    seed: int = 0,
    n_jobs: int = -1,
    folder: str | Path | None = None,
    **more: Any,
) -> Expansion:
    """Add tuned best responses until one gains less than `gain` points of win share.

    Parameters
    ----------
    title, strategies, seats, games, seed, n_jobs, folder, **more
        As in `simkit.studies.payoffs.estimate`.
    base
        The greedy bot whose weights are tuned (``greedy`` or ``greedy:profile``).
    weights
        Which of them; by default all that are not zero.
    gain
        Points of win share above an even share that make a strategy join.
    rounds
        Searches, at most.
    evaluations, trial_games
        Sets of weights tried per search, and games for each: the same deals for all.
    test_games
        Games on fresh deals that measure the gain of the best.
    method
        ``cma`` (needs the extra ``tune``), ``coordinates`` (one weight at a time), or ``auto``: cma
        where it is installed.

    Examples
    --------
    >>> found = expand("race_for_the_galaxy", ["greedy:trade", "greedy:military"], 2)  # doctest: +SKIP
    >>> found.exploitability                                                         # doctest: +SKIP
    """
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    bots = dict(strategies) if isinstance(strategies, Mapping) else {s: s for s in strategies}
    where = None if folder is None else Path(folder)
    table = Table(title, seats, seed, n_jobs, where, more)
    start = _start_weights(title, seats, base, weights, more)
    rows: list[dict[str, Any]] = []
    while True:
        payoffs = estimate(
            title, bots, seats, games, seed=seed, n_jobs=n_jobs, folder=where, **more
        )
        if len(rows) == rounds or (rows and not rows[-1]["joined"]):
            break
        mix = chosen(payoffs).mixes[0]
        arena = _Arena(table, bots, mix, base)
        found = _search(arena, start, evaluations, trial_games, method, seed + len(rows))
        share, error = arena.share(found, test_games, TEST - 2 * len(rows))
        points, wide = 100 * (share - 1 / seats), 196 * error
        joined = points >= gain
        text = arena.text(found)
        rows.append(
            {
                "round": len(rows) + 1,
                "bot": text,
                "gain": points,
                "low": points - wide,
                "high": points + wide,
                "joined": joined,
                "mix": _in_words(bots, mix),
            }
        )
        if joined:
            bots[f"best response {len(rows)}"] = text
    return Expansion(payoffs, bots, pd.DataFrame(rows))


def _in_words(bots: Mapping[str, str], mix: Floats) -> str:
    return ", ".join(f"{s:.0%} {n}" for n, s in zip(bots, mix.tolist(), strict=True) if s > 5e-3)


def _start_weights(
    title: str, seats: int, base: str, wanted: Sequence[str] | None, more: Mapping[str, Any]
) -> dict[str, float]:
    bot = make_bot(base, title)
    named = getattr(bot, "named_weights", None)
    if named is None or "(" in base:
        raise BadValue("base", f"{base!r} is not a greedy bot without parameters")
    setting = rules(title, seats, more.get("patch"), **more.get("options", {}))
    found: dict[str, float] = named(setting)
    if wanted is None:
        return {name: value for name, value in found.items() if value}
    for name in wanted:
        if name not in found:
            raise UnknownName("weight", name, found)
    return {name: found[name] for name in wanted}


class _Arena:
    """One seat for a candidate, the others filled from a mix of strategies."""

    def __init__(self, table: Table, bots: Mapping[str, str], mix: Floats, base: str) -> None:
        self.table = table
        self.base = base
        self.others = list(_others(list(bots.values()), mix, table.seats - 1))

    def text(self, weights: Mapping[str, float]) -> str:
        """Return a candidate as the text of a bot."""
        return f"{self.base}(weights={ {n: float(f'{w:.4g}') for n, w in weights.items()} })"

    def share(self, weights: Mapping[str, float], games: int, luck: int) -> tuple[float, float]:
        """Return the candidate's win share against the mix, and its standard error."""
        share = variance = 0.0
        for number, (chance, others) in enumerate(self.others):
            deals = max(2, round(chance * games / self.table.seats))
            # One seed for all candidates of a search: what differs is the candidate, not the luck.
            seeded = replace(self.table, seed=self.table.seed * 1000 + number, common=True)
            rows = seeded.play([self.text(weights), *others], deals, luck)
            won = rows[rows["bot"] == 0].groupby("deal")["win_share"].mean()
            share += chance * float(won.mean())
            variance += chance**2 * float(won.var(ddof=1)) / len(won)
        return share, math.sqrt(variance)


def _others(bots: Sequence[str], mix: Floats, seats: int) -> Iterator[tuple[float, list[str]]]:
    """Yield what the other seats may be, with chances; what is rarer than 1 % is left out."""
    found = []
    for group in itertools.combinations_with_replacement(range(len(bots)), seats):
        counts = [group.count(i) for i in range(len(bots))]
        ways = math.factorial(seats) / math.prod(map(math.factorial, counts))
        chance = ways * float(np.prod(mix**counts))
        if chance >= 0.01:
            found.append((chance, [bots[i] for i in group]))
    if not found:
        raise SimkitError("the equilibrium mixes so much that no table of others is likely")
    total = sum(chance for chance, _ in found)
    for chance, group_bots in found:
        yield chance / total, group_bots


def _search(
    arena: _Arena,
    start: dict[str, float],
    evaluations: int,
    games: int,
    method: str,
    seed: int,
) -> dict[str, float]:
    """Return the weights that win most; weights move by factors, so signs and scales keep."""
    names = list(start)

    def weights(steps: Floats) -> dict[str, float]:
        return {
            name: start[name] * 2.0 ** float(step) for name, step in zip(names, steps, strict=True)
        }

    def won(steps: Floats) -> float:
        return arena.share(weights(steps), games, SEARCH - 2 * seed)[0]

    if method == "auto":
        method = "cma" if _has_cma() else "coordinates"
    if method == "cma" and len(names) > 1:
        return weights(_by_cma(won, len(names), evaluations, seed))
    return weights(_by_coordinates(won, len(names), evaluations))


def _has_cma() -> bool:
    from importlib.util import find_spec

    return find_spec("cma") is not None


def _by_cma(won: Callable[[Floats], float], size: int, evaluations: int, seed: int) -> Floats:
    try:
        import cma
    except ImportError:
        raise SimkitError(
            "method 'cma' needs the extra 'tune' (pip install simkit[tune])"
        ) from None
    options = {"seed": seed + 1, "verbose": -9, "maxfevals": evaluations, "bounds": [-4, 4]}
    strategy = cma.CMAEvolutionStrategy(np.zeros(size), 0.7, options)
    while not strategy.stop():
        tried = strategy.ask()
        strategy.tell(tried, [-won(np.asarray(steps)) for steps in tried])
    # The centre of the last generation: the best single try owes too much to its luck.
    return np.asarray(strategy.result.xfavorite, dtype=float)


def _by_coordinates(won: Callable[[Floats], float], size: int, evaluations: int) -> Floats:
    best = np.zeros(size)
    top, left, step = won(best), evaluations - 1, 1.0
    while left > 0 and step > 0.1:
        moved = False
        for axis, sign in itertools.product(range(size), (1.0, -1.0)):
            if left == 0:
                break
            trial = best.copy()
            trial[axis] = np.clip(trial[axis] + sign * step, -4, 4)
            found = won(trial)
            left -= 1
            if found > top:
                best, top, moved = trial, found, True
        if not moved:
            step /= 2
    return best
