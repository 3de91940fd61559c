"""Best-response expansion: what a strategy could win that is not in the set yet.

A greedy bot's weights are tuned against the equilibrium of the strategies at hand. If the result wins
clearly more than its share there, it joins them, and the search begins again. The last search that finds
nothing bounds how far the set can be exploited: by this kind of bot, with this much search.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.analysis.intervals import Moments
from simkit.core.errors import UnknownName
from simkit.studies.payoffs import estimate
from simkit.studies.tuning.arena import Arena, mean, play_all, values
from simkit.studies.tuning.scales import learn_scales
from simkit.studies.tuning.search import Search, race
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.uncertainty import chosen

METHODS = ("auto", "cma", "coordinates")
Tell = Callable[[str], None]


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
    tell: Tell | None = None,
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
        Which of them; by default all that ever make a difference.
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
    tell
        Is given a line per step of the search.

    Examples
    --------
    >>> found = expand("race_for_the_galaxy", ["greedy:trade", "greedy:military"], 2)  # doctest: +SKIP
    >>> found.exploitability                                                         # doctest: +SKIP
    """
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    bots = dict(strategies) if isinstance(strategies, Mapping) else {s: s for s in strategies}
    known = {key: more[key] for key in ("options", "patch", "deal") if key in more}
    plain = Arena(title, (seats,), base, tuple(bots.values()), objective="win", seed=seed, **known)
    names = list(weights or ())
    for name in names:
        if name not in plain.named_weights():
            raise UnknownName("weight", name, plain.named_weights())
    rows: list[dict[str, Any]] = []
    tell = tell or _silent
    while True:
        payoffs = estimate(
            title, bots, seats, games, seed=seed, n_jobs=n_jobs, folder=folder, **more
        )
        if len(rows) == rounds or (rows and not rows[-1]["joined"]):
            break
        mix = chosen(payoffs).mixes[0]
        arena = replace(plain, **_others(bots, mix), seed=seed + len(rows))
        tell(f"search {len(rows) + 1}: against {_in_words(bots, mix)}")
        found = _search(arena, names, evaluations, trial_games, method, n_jobs, tell)
        gain_found, low, high = _gain(arena, found, test_games, n_jobs)
        joined = gain_found >= gain
        text = f"{base}(weights={found})"
        tell(f"{text}: {gain_found:+.1f} points ({low:+.1f} to {high:+.1f})")
        rows.append(
            {
                "round": len(rows) + 1,
                "bot": text,
                "gain": gain_found,
                "low": low,
                "high": high,
                "joined": joined,
                "mix": _in_words(bots, mix),
            }
        )
        if joined:
            bots[f"best response {len(rows)}"] = text
    return Expansion(payoffs, bots, pd.DataFrame(rows))


def _silent(line: str) -> None:
    """Tell nobody."""


def _in_words(bots: Mapping[str, str], mix: Floats) -> str:
    return ", ".join(f"{s:.0%} {n}" for n, s in zip(bots, mix.tolist(), strict=True) if s > 5e-3)


def _others(bots: Mapping[str, str], mix: Floats) -> dict[str, Any]:
    """Return the arena's pool: strategies by the chance that the equilibrium gives them."""
    met = [
        (bot, share) for bot, share in zip(bots.values(), mix.tolist(), strict=True) if share > 0
    ]
    return {"pool": tuple(bot for bot, _ in met), "chances": tuple(share for _, share in met)}


def _gain(
    arena: Arena, weights: Mapping[str, float], games: int, n_jobs: int
) -> tuple[float, float, float]:
    """Return what the weights win above an even share on fresh deals, and its 95 % interval."""
    deals = max(2, round(games / arena.seats[0]))
    (found,) = play_all(arena, [weights], "test", range(deals), n_jobs)
    won = Moments(values(found, "win"), np.zeros(deals, dtype=np.int64), np.arange(deals), 1)
    low, high = won.share_interval()
    share, low_end, high_end = (
        100 * (float(x[0]) - 1 / arena.seats[0]) for x in (won.mean, low, high)
    )
    return share, low_end, high_end


def _search(
    arena: Arena,
    names: Sequence[str],
    evaluations: int,
    games: int,
    method: str,
    n_jobs: int,
    tell: Tell,
) -> dict[str, float]:
    """Return the weights that win most."""
    scales = learn_scales(arena, names)
    start = {name: value for name, value in arena.named_weights().items() if name in scales}
    if method == "auto":
        method = "cma" if find_spec("cma") is not None else "coordinates"
    deals = max(2, round(games / arena.seats[0]))
    if method == "cma":
        return _by_cma(arena, start, scales, evaluations, deals, n_jobs, tell)

    def won(weights: Mapping[str, float]) -> float:
        (found,) = play_all(arena, [weights], "search", range(deals), n_jobs)
        return mean(found).win

    return _by_coordinates(won, start, scales, evaluations)


def _by_cma(
    arena: Arena,
    start: dict[str, float],
    scales: Mapping[str, float],
    evaluations: int,
    deals: int,
    n_jobs: int,
    tell: Tell,
) -> dict[str, float]:
    """Tune by the evolution strategy; a race gives each candidate `deals` deals on average."""
    search = Search(start, scales, seed=arena.seed)
    tried = number = 0
    while tried < evaluations:
        candidates = search.ask()
        number += 1
        found = race(arena, candidates, start, f"generation {number}", max(2, deals // 2), n_jobs)
        search.tell(found.order)
        tried += len(candidates)
        tell(
            f"{tried} of {evaluations} sets of weights; their mean has {100 * found.gain:+.1f} points"
        )
    # The centre of the last generation: the best single try owes too much to its luck.
    return search.centre()


def _by_coordinates(
    won: Callable[[Mapping[str, float]], float],
    start: Mapping[str, float],
    scales: Mapping[str, float],
    evaluations: int,
) -> dict[str, float]:
    """Tune one weight at a time, by steps that halve when none of them helps."""
    best = dict(start)
    top, left, step = won(best), evaluations - 1, 1.0
    while left > 0 and step > 0.1:
        moved = False
        for name, sign in itertools.product(scales, (1.0, -1.0)):
            if left == 0:
                break
            value = float(f"{best[name] + sign * step * scales[name]:.4g}")
            found = won({**best, name: value})
            left -= 1
            if found > top:
                best[name], top, moved = value, found, True
        if not moved:
            step /= 2
    return best
