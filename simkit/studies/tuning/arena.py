"""Where candidates are tried: who sits at the table, what counts, and the games, without tables.

Everything that is drawn depends on the arena's seed, the occasion (a generation, the re-test) and the
number of the deal. Candidates of one occasion therefore meet the same deals, factions and opponents.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from simkit.bots.greedy import GreedyBot, Profile, read_profile
from simkit.core.bot import Bot
from simkit.core.errors import BadValue, GameTooLong, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules, rules_class
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine.executors import executor_of
from simkit.engine.play import play_game
from simkit.runs.batch import deal_game
from simkit.runs.planner import Plan, PlannedGame
from simkit.runs.spec import Spec
from simkit.theory.payoffs import Floats

ENDLESS = 1_200_000_000  # games that a plan may need at most; whole deals for any number of seats
OBJECTIVES = {
    "score": "own points",
    "winner": "points of the best seat",
    "margin": "points ahead of the best other",
    "win": "share of the games won",
    "margin+win": "points ahead of the best other, and ten for a win",
}
WIN_BONUS = 10.0


class Figures(NamedTuple):
    """What a candidate got out of a deal (or the mean of many)."""

    score: float
    winner: float
    margin: float
    win: float

    def of(self, objective: str) -> float:
        """Return what counts."""
        if objective == "margin+win":
            return self.margin + WIN_BONUS * self.win
        return float(getattr(self, objective))


WORST = Figures(-math.inf, -math.inf, -math.inf, 0.0)


def mean(found: Sequence[Figures]) -> Figures:
    """Return the means of figures."""
    return Figures(*(sum(column) / len(found) for column in zip(*found, strict=True)))


@dataclass(frozen=True)
class Arena:
    """What candidates are tried at.

    Attributes
    ----------
    title, seats, options, patch, pack, deal
        What is played, as in a spec. Several numbers of seats take turns, deal by deal.
    base
        The greedy bot whose weights are tried: ``greedy`` or ``greedy:profile``.
    pool
        Bots at the other seats; none: every seat plays the candidate.
    chances
        How often each of the pool is met; equally often if none are given.
    objective
        What counts; see `OBJECTIVES`.
    faction
        The candidate plays this faction only, and its weights hold for it only.
    seed
        Of all deals.
    """

    title: str
    seats: tuple[int, ...] = (2,)
    base: str = "greedy"
    pool: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    objective: str = "margin"
    faction: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    patch: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    deal: Mapping[str, Any] = field(default_factory=dict)
    pack: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise UnknownName("objective", self.objective, OBJECTIVES)
        if not self.seats:
            raise BadValue("seats", "names no number of players")
        greedy = make_bot(self.base, self.title)
        if not isinstance(greedy, GreedyBot) or "(" in self.base:
            raise BadValue("profile", f"{self.base!r} is not a greedy bot without parameters")
        for seats in self.seats:
            self.spec("check", seats)
        compares = self.objective in ("margin", "win", "margin+win")
        if compares and not self.pool and max(self.seats) > 1:
            raise BadValue(
                "objective", f"{self.objective!r} needs opponents; name a pool, or use 'score'"
            )
        if self.pool and min(self.seats) < 2:
            raise BadValue("pool", "with one seat there are no opponents")
        if self.faction and self.faction not in self._role.values:
            raise UnknownName("faction", self.faction, self._role.values, self.title)

    @property
    def _role(self) -> Any:
        roles = [role for role in self.rules(self.seats[0]).schema.roles if role.key]
        if not roles:
            raise BadValue("faction", f"{self.title} has none that a line-up can give")
        return roles[0]

    @property
    def mirrored(self) -> bool:
        """Whether a deal is played once from every seat."""
        return bool(self.pool)

    def rules(self, seats: int) -> Rules:
        """Return the rules of one of the tables."""
        return rules(self.title, seats, dict(self.patch), self.pack, **dict(self.options))

    def profile(self) -> Profile | None:
        """Return the profile that is tuned; None for the bot's own defaults."""
        name = self.base.partition(":")[2]
        return read_profile(rules_class(self.title).data_folder(), name) if name else None

    def named_weights(self) -> dict[str, float]:
        """Return the weights in force before anything is tuned."""
        bot = make_bot(self.base, self.title)
        assert isinstance(bot, GreedyBot)
        return bot.named_weights(self.rules(self.seats[0]), self.faction)

    def games_per_deal(self) -> float:
        """Return how many games a deal stands for, on average over the tables."""
        return sum(self.seats) / len(self.seats) if self.mirrored else 1.0

    def spec(self, occasion: str, seats: int) -> Spec:
        """Return the spec whose plan deals the games of an occasion."""
        return Spec.of(
            {
                "title": self.title,
                "seats": seats,
                "games": ENDLESS,
                "seed": Luck(self.seed).fork(occasion).seed >> 2,
                "log": "games",
                "options": dict(self.options),
                "patch": dict(self.patch),
                "pack": list(self.pack),
                "deal": dict(self.deal),
                "lineup": {"bots": list(dict.fromkeys((self.base, *self.pool))),
                           "pairing": "balanced", "mirror": self.mirrored},
            },
            "tuning",
        )  # fmt: skip

    def play(
        self, weights: Mapping[str, float], occasion: str, deals: Sequence[int]
    ) -> list[Figures]:
        """Try a set of weights at some deals of an occasion; one entry per deal."""
        return [self._deal(weights, occasion, deal) for deal in deals]

    def _deal(self, weights: Mapping[str, float], occasion: str, deal: int) -> Figures:
        table, number = deal % len(self.seats), deal // len(self.seats)
        planned = _deals(self._key(occasion, self.seats[table]), self)
        found = [self._game(planned.spec, game, weights) for game in planned.games(number)]
        return mean(found)

    def _key(self, occasion: str, seats: int) -> tuple[object, ...]:
        return (occasion, seats, repr(self))

    def _game(self, spec: Spec, game: PlannedGame, weights: Mapping[str, float]) -> Figures:
        state = deal_game(spec, game)
        own, bots = self.seated(game, state, weights)
        try:
            play_game(state, bots, limit=spec.limit)
        except GameTooLong:
            return WORST
        except SimkitError:
            raise
        except Exception as error:
            raise SimkitError(
                f"a game with the weights {dict(weights)} failed: {type(error).__name__}: {error}"
            ) from error
        return _figures(state, own)

    def seated(
        self, game: PlannedGame, state: State, weights: Mapping[str, float]
    ) -> tuple[list[int], list[Bot]]:
        """Return the candidate's seats and all bots of a game."""
        factions = game.roles.get(self._role.key) if self._has_roles else None
        if self.faction:
            assert factions is not None
            own = [factions.index(self.faction)]
        elif self.pool:
            own = [game.rotation]
        else:
            own = list(range(state.seats))
        others = iter(self._others(game, state.seats - len(own)))
        bots: list[Bot] = []
        for seat in range(state.seats):
            if seat in own:
                bots.append(self._candidate(seat, weights, factions[seat] if factions else ""))
            else:
                bots.append(_bot(next(others), self.title, seat))
        return own, bots

    @functools.cached_property
    def _has_roles(self) -> bool:
        return any(role.key for role in rules_class(self.title).schema.roles)

    def _candidate(self, seat: int, weights: Mapping[str, float], faction: str) -> Bot:
        bot = _bot(self.base, self.title, seat, "candidate")
        assert isinstance(bot, GreedyBot)
        profile = self.profile()
        # What the profile says of a faction stands above its weights for all.
        special = profile.factions.get(faction, {}) if profile and not self.faction else {}
        bot.weights = {name: value for name, value in weights.items() if name not in special}
        return bot

    def _others(self, game: PlannedGame, count: int) -> Sequence[str]:
        """Return the bots of the other seats; equal in all games of a deal."""
        if not self.pool:
            return [self.base] * count
        if not self.chances:
            first = game.deal * count
            return [self.pool[(first + i) % len(self.pool)] for i in range(count)]
        whims = Luck(game.seed).stream("opponents")
        ends = list(itertools.accumulate(self.chances))
        drawn = [whims.random() * ends[-1] for _ in range(count)]
        return [self.pool[next(i for i, end in enumerate(ends) if x < end)] for x in drawn]


class _Deals:
    """The deals of one occasion and table, planned as far as they are asked for."""

    def __init__(self, spec: Spec, faction: str, key: str) -> None:
        self.spec = spec
        self._groups = self._grouped(faction, key)
        self._planned: list[list[PlannedGame]] = []

    def _grouped(self, faction: str, key: str) -> Iterator[list[PlannedGame]]:
        for _, games in itertools.groupby(Plan(self.spec).games(), lambda game: game.deal):
            group = list(games)
            if faction and key not in group[0].roles:
                raise BadValue("faction", f"{self.spec.title} deals it; a line-up cannot give it")
            if not faction or faction in group[0].roles[key]:
                yield group

    def games(self, number: int) -> list[PlannedGame]:
        """Return the games of a deal: one, or one per seat."""
        while len(self._planned) <= number:
            self._planned.append(next(self._groups))
        return self._planned[number]


_KNOWN: dict[tuple[object, ...], _Deals] = {}
_MADE: dict[tuple[str, str, int, str], Bot] = {}


def _deals(key: tuple[object, ...], arena: Arena) -> _Deals:
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 16:
            _KNOWN.clear()
        role = arena._role.key if arena.faction else ""
        found = _KNOWN[key] = _Deals(arena.spec(str(key[0]), int(str(key[1]))), arena.faction, role)
    return found


def _bot(text: str, title: str, seat: int, purpose: str = "") -> Bot:
    key = title, text, seat, purpose
    if key not in _MADE:
        _MADE[key] = make_bot(text, title)
    return _MADE[key]


def _figures(state: State, own: Sequence[int]) -> Figures:
    score = sum(state.score[seat] for seat in own) / len(own)
    best = max(state.score)
    win = sum(state.win_share(seat) for seat in own)
    rest = [state.score[seat] for seat in range(state.seats) if seat not in own]
    return Figures(score, float(best), score - max(rest, default=0), win)


class Trial(NamedTuple):
    """A set of weights that is to be tried at some deals of an occasion."""

    arena: Arena
    weights: Mapping[str, float]
    occasion: str
    deals: Sequence[int]

    def play(self) -> list[Figures]:
        """Try the weights; return one entry per deal."""
        return self.arena.play(self.weights, self.occasion, self.deals)


def play_all(
    arena: Arena,
    candidates: Sequence[Mapping[str, float]],
    occasion: str,
    deals: Sequence[int],
    n_jobs: int = 1,
) -> list[list[Figures]]:
    """Try several sets of weights at the same deals; per set one entry per deal.

    Examples
    --------
    >>> play_all(arena, [{"sale": 1.0}, {"sale": 2.0}], "a test", range(10))  # doctest: +SKIP
    """
    executor = executor_of(n_jobs)
    parts = math.ceil(4 * executor.jobs / len(candidates))
    size = max(1, math.ceil(len(deals) / parts))
    chunks = [deals[i : i + size] for i in range(0, len(deals), size)]
    orders = [(i, chunk) for i in range(len(candidates)) for chunk in chunks]
    trials = [Trial(arena, candidates[i], occasion, chunk) for i, chunk in orders]
    found: list[list[Figures]] = [[] for _ in candidates]
    for (i, _), part in zip(orders, executor.map(Trial.play, trials), strict=True):
        found[i] += part
    return found


def values(found: Sequence[Figures], objective: str) -> Floats:
    """Return what counts, deal by deal."""
    return np.array([figures.of(objective) for figures in found])
