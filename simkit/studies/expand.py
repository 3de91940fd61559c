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
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.bots.greedy import GreedyBot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.packs import places_of
from simkit.core.registry import make_bot, rules
from simkit.runs.progress import Meter, Watcher
from simkit.studies.payoffs import Table, play_table
from simkit.studies.tuning.arena import Arena
from simkit.studies.tuning.scales import learn_scales
from simkit.studies.tuning.search import Search, race
from simkit.theory.payoffs import Floats, Payoffs
from simkit.theory.uncertainty import chosen

METHODS = ("auto", "cma", "coordinates")
BEST = "best"
# Luck of the search, of the choice among its results, and of the test of the one that is chosen: apart
# from each other, from search to search, and from the waves of a table.
SEARCH, CHOICE, TEST = -1, -2, -3
CHOICE_GAMES = 4  # times the games of a trial
Wins = Callable[[Mapping[str, float]], float]


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
        interval ``low``..``high``, whether it ``joined``, the ``games`` played to find and to test it,
        and the ``mix`` it was tuned against.
    first
        The table before anything joined.
    """

    payoffs: Payoffs
    bots: dict[str, str]
    rounds: pd.DataFrame
    first: Payoffs

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
    base: str = BEST,
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
    progress: str | Watcher = "auto",
    **more: Any,
) -> Expansion:
    """Add tuned best responses until one gains less than `gain` points of win share.

    Parameters
    ----------
    title, strategies, seats, games, seed, n_jobs, folder, progress, **more
        As in `simkit.studies.payoffs.estimate`. The games of a search are never stored.
    base
        The greedy bot whose weights are tuned (``greedy`` or ``greedy:profile``); ``best`` begins with
        the strategy that the equilibrium plays most.
    weights
        Which of its weights; by default all that ever make a difference. Every weight may rise, fall,
        vanish or change its sign.
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
    _Weights.of(
        table, bots, np.ones(len(bots)), base, weights
    )  # refuse what makes no sense at once
    rows: list[dict[str, Any]] = []
    first: Payoffs | None = None
    while True:
        label = f"{title}: {len(bots)} strategies"
        payoffs = play_table(replace(table, meter=Meter(progress, label)), bots, games)
        first = first or payoffs
        if len(rows) == rounds or (rows and not rows[-1]["joined"]):
            break
        mix = chosen(payoffs).mixes[0]
        space = _Weights.of(table, bots, mix, base, weights)
        meter = Meter(progress, f"search {len(rows) + 1}")
        arena = _Arena(replace(table, folder=None, known={}, meter=meter), bots, mix, space)
        text, share, error = _best_response(
            arena, evaluations, trial_games, test_games, method, len(rows)
        )
        points, wide = 100 * (share - 1 / seats), 196 * error
        rows.append(
            {
                "round": len(rows) + 1,
                "bot": text,
                "gain": points,
                "low": points - wide,
                "high": points + wide,
                "joined": points >= gain,
                "games": arena.games,
                "mix": _in_words(bots, mix),
            }
        )
        if points >= gain:
            bots[f"best response {len(rows)}"] = text
    if where is not None:
        payoffs.write(where / "payoffs.toml")
    return Expansion(payoffs, bots, pd.DataFrame(rows), first)


def _best_response(
    arena: _Arena, evaluations: int, trial_games: int, test_games: int, method: str, number: int
) -> tuple[str, float, float]:
    """Search, choose between the start and the result on fresh deals, and test the better on others."""
    meter = arena.table.meter
    assert meter is not None
    meter.start(None)
    found = _search(arena, evaluations, trial_games, method, number)
    texts = list(dict.fromkeys([arena.space.text({}), arena.space.text(found)]))
    meter.note("choosing")
    shares = arena.shares(texts, CHOICE_GAMES * trial_games, CHOICE - 3 * number)
    best = texts[int(np.argmax([share for share, _ in shares]))]
    meter.note("testing")
    share, error = arena.shares([best], test_games, TEST - 3 * number)[0]
    meter.finish()
    return best, share, error


def _in_words(bots: Mapping[str, str], mix: Floats) -> str:
    return ", ".join(f"{s:.0%} {n}" for n, s in zip(bots, mix.tolist(), strict=True) if s > 5e-3)


@dataclass(frozen=True)
class _Weights:
    """The weights that a search may change, and where it begins.

    Attributes
    ----------
    plain
        The bot without weights of its own.
    wanted
        The weights that may change; none = all.
    start
        All weights in force.
    fixed
        The bot's own weights.
    """

    plain: str
    wanted: tuple[str, ...]
    start: Mapping[str, float]
    fixed: Mapping[str, float]

    @classmethod
    def of(
        cls,
        table: Table,
        bots: Mapping[str, str],
        mix: Floats,
        base: str,
        wanted: Sequence[str] | None,
    ) -> _Weights:
        """Read the weights of the bot that the search begins with."""
        text = base
        if base == BEST:
            greedy = [
                isinstance(make_bot(one, table.title), GreedyBot) and share > 0
                for one, share in zip(bots.values(), mix.tolist(), strict=True)
            ]
            played = np.where(greedy, mix, 0.0)
            text = list(bots.values())[int(np.argmax(played))] if any(greedy) else "greedy"
        bot = make_bot(text, table.title)
        if not isinstance(bot, GreedyBot):
            raise BadValue("base", f"{base!r} is not a greedy bot")
        more = table.more or {}
        setting = rules(
            table.title, table.seats, more.get("patch"), more.get("pack"), **more.get("options", {})
        )
        found = bot.named_weights(setting)
        for name in wanted or ():
            if name not in found:
                raise UnknownName("weight", name, found)
        plain = f"greedy:{bot.profile}" if bot.profile else "greedy"
        return cls(plain, tuple(wanted or ()), found, bot.weights)

    def text(self, weights: Mapping[str, float]) -> str:
        """Return the bot with these weights as a text; what is as at the start is not named again."""
        moved = {name: value for name, value in weights.items() if value != self.start[name]}
        changed = {**self.fixed, **moved}
        return f"{self.plain}(weights={changed})" if changed else self.plain


class _Arena:
    """One seat for a candidate, the others filled from a mix of strategies."""

    def __init__(self, table: Table, bots: Mapping[str, str], mix: Floats, space: _Weights) -> None:
        self.table = table
        self.space = space
        self.games = 0
        self.others = list(_others(list(bots.values()), mix, table.seats - 1))
        met = [
            (b, share) for b, share in zip(bots.values(), mix.tolist(), strict=True) if share > 0
        ]
        more = table.more or {}
        self.tuning = Arena(
            table.title,
            (table.seats,),
            space.plain,
            tuple(bot for bot, _ in met),
            tuple(share for _, share in met),
            "win",
            options=more.get("options", {}),
            patch=more.get("patch", {}),
            pack=places_of(more.get("pack")),
            seed=table.seed,
        )

    def shares(self, texts: Sequence[str], games: int, luck: int) -> list[tuple[float, float]]:
        """Return each candidate's win share against the mix, and its standard error."""
        share, variance = np.zeros(len(texts)), np.zeros(len(texts))
        for number, (chance, others) in enumerate(self.others):
            deals = max(2, round(chance * games / self.table.seats))
            # One seed for all candidates of a search: what differs is the candidate, not the luck.
            seeded = replace(
                self.table, seed=self.table.seed * 1000 + number, common=True, known={}
            )
            played = seeded.play([([text, *others], deals) for text in texts], luck)
            for i, rows in enumerate(played):
                won = rows.loc[rows["bot"] == 0, "win_share"]
                share[i] += chance * float(won.mean())
                variance[i] += chance**2 * float(won.var(ddof=1)) / len(won)
                self.games += deals * self.table.seats
        return list(zip(share.tolist(), np.sqrt(variance).tolist(), strict=True))


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
    arena: _Arena, evaluations: int, games: int, method: str, number: int
) -> dict[str, float]:
    """Return the weights that seem to win most."""
    space = arena.space
    tuning = replace(arena.tuning, seed=arena.tuning.seed + number)
    scales = learn_scales(tuning, space.wanted)
    start = {name: space.start[name] for name in scales}
    if method == "auto":
        method = "cma" if find_spec("cma") is not None else "coordinates"
    if method == "cma":
        return _by_cma(arena, tuning, start, scales, evaluations, games)

    def won(weights: Mapping[str, float]) -> float:
        return arena.shares([space.text(weights)], games, SEARCH - 3 * number)[0][0]

    return _by_coordinates(won, start, scales, evaluations)


def _by_cma(
    arena: _Arena,
    tuning: Arena,
    start: dict[str, float],
    scales: Mapping[str, float],
    evaluations: int,
    games: int,
) -> dict[str, float]:
    """Tune by the evolution strategy; a race gives each candidate `games` games on average."""

    def played(count: int) -> None:
        arena.games += count
        if arena.table.meter is not None:
            arena.table.meter.add(count)

    search = Search(start, scales, seed=tuning.seed)
    deals = max(2, round(games / tuning.seats[0] / 2))  # the first round of a race is half of it
    tried = number = 0
    while tried < evaluations:
        candidates = search.ask()
        number += 1
        occasion = f"generation {number}"
        found = race(tuning, candidates, start, occasion, deals, arena.table.n_jobs, played)
        search.tell(found.order)
        tried += len(candidates)
    # The centre of the last generation: the best single try owes too much to its luck.
    return search.centre()


def _by_coordinates(
    won: Wins, start: Mapping[str, float], scales: Mapping[str, float], evaluations: int
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
