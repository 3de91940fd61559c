"""The plan of a run: which game is dealt how, who sits where, and what luck it gets.

A plan is a function of the spec alone. Games are numbered deal by deal, the rotations of a mirrored
deal side by side, the arms of a comparison innermost, so that a run that stops early is still fair.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.schema import Role
from simkit.runs.designs import Evenness, Pool, Row, balanced
from simkit.runs.spec import BALANCED, DEALT, RANDOM, Spec, pool_of


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of the plan.

    Attributes
    ----------
    game_id, arm, deal, lineup, rotation, seed
        As in the table `games`; `arm` is a number into ``spec.arms``, `lineup` -1 where it was not
        counted (`Plan.game`).
    roles
        Keyword of the deal -> one value per seat, for the roles that the line-up fixes.
    bots
        One text per seat.
    """

    game_id: int
    arm: int
    deal: int
    lineup: int
    rotation: int
    seed: int
    roles: dict[str, tuple[str, ...]]
    bots: tuple[str, ...]


class Plan:
    """All games of a spec, in order.

    Examples
    --------
    >>> plan = Plan(spec)                                        # doctest: +SKIP
    >>> [game.deal for game in itertools.islice(plan.games(), 3)]  # doctest: +SKIP
    [0, 1, 2]
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.luck = Luck(spec.seed)
        self.arms = len(spec.arms)
        self.rotations = spec.seats if spec.lineup.mirror else 1
        self.per_deal = self.arms * self.rotations
        schema = spec.rules_of(spec.arms[0]).schema
        self.roles = {role.key: role for role in schema.roles if role.key}
        self.ways = self._ways()

    @property
    def total(self) -> int | None:
        """Number of games of the plan over all arms; None without a limit."""
        return None if self.spec.games is None else self.spec.games * self.arms

    def _ways(self) -> dict[str, Any]:
        """Return how each role is filled; where the line-up is silent: balanced if it may be fixed."""
        given = dict(self.spec.lineup.roles)
        chosen = frozenset[str]().union(
            *(self.spec.rules_of(arm).chosen_in_play() for arm in self.spec.arms)
        )
        given |= dict.fromkeys(chosen & self.roles.keys(), DEALT)
        silent = [key for key in self.roles if key not in given and key not in self.spec.deal]
        for key in silent:
            possible = pool_of(self.roles[key], self.spec.seats).possible
            given[key] = BALANCED if possible else DEALT
        if silent and not self._deals({k: w for k, w in given.items() if k not in self.spec.deal}):
            given.update(dict.fromkeys(silent, DEALT))
        return given

    def _deals(self, ways: dict[str, Any]) -> bool:
        """Tell whether the title's deal accepts roles that are filled like this."""
        roles = next(_role_rows(self.roles, ways, self.spec.seats, self.luck))
        try:
            for arm in self.spec.arms:
                fixed = {key: list(values) for key, values in roles.items()}
                self.spec.rules_of(arm).deal(self.luck, **{**self.spec.deal, **fixed})
        except Exception:  # what is wrong with a deal is said by the trial of the spec
            return False
        return True

    def games(self) -> Iterator[PlannedGame]:
        """Yield the games in order, up to the spec's number of games if it names one."""
        found = self._endless()
        return found if self.total is None else itertools.islice(found, self.total)

    def game(self, game_id: int) -> PlannedGame:
        """Return one game of the plan without going through those before it.

        Its `lineup` is -1: that number counts the line-ups of all games before.
        """
        if game_id < 0 or (self.total is not None and game_id >= self.total):
            raise SimkitError(f"game {game_id}: the run has games 0 to {(self.total or 1) - 1}")
        deal, place = divmod(game_id, self.per_deal)
        game = next(itertools.islice(self._endless(deal), place, None))
        return replace(game, lineup=-1)

    def _endless(self, first: int = 0) -> Iterator[PlannedGame]:
        """Yield the games from a deal on; line-ups are numbered from that deal on."""
        spec, seats = self.spec, self.spec.seats
        roles = _role_rows(self.roles, self.ways, seats, self.luck, first)
        bots = [
            _bot_rows(spec.bots_of(arm), spec.lineup.pairing, seats, self.luck, first)
            for arm in spec.arms
        ]
        numbers: dict[Any, int] = {}
        game_id = first * self.per_deal
        for deal in itertools.count(first):
            fixed = next(roles)
            seated = [next(rows) for rows in bots]
            lineup = numbers.setdefault((tuple(fixed.values()), tuple(seated)), len(numbers))
            seed = self.luck.fork("deal", deal).seed
            for rotation in range(self.rotations):
                turned = {key: _rotated(values, rotation) for key, values in fixed.items()}
                for arm in range(self.arms):
                    texts = _rotated(seated[arm], rotation)
                    yield PlannedGame(game_id, arm, deal, lineup, rotation, seed, turned, texts)
                    game_id += 1

    def evenness(self, games: int | None = None) -> dict[str, Evenness]:
        """Say how equal the balanced roles are over the first `games` games of one arm."""
        number = games or self.spec.games or self.spec.wave
        keys = [key for key, way in self.ways.items() if way == BALANCED]
        rows: dict[str, list[Row]] = {key: [] for key in keys}
        index = {key: {v: i for i, v in enumerate(self.roles[key].values)} for key in keys}
        for game in itertools.islice(self._endless(), 0, number * self.arms, self.arms):
            for key in keys:
                rows[key].append(tuple(index[key][value] for value in game.roles[key]))
        return {
            key: Evenness.of(pool_of(self.roles[key], self.spec.seats), found)
            for key, found in rows.items()
        }


def _rotated(values: Sequence[str], by: int) -> tuple[str, ...]:
    """Move everybody `by` seats on."""
    by %= len(values)
    return (*values[len(values) - by :], *values[: len(values) - by])


def _role_rows(
    roles: dict[str, Role], ways: dict[str, Any], seats: int, luck: Luck, first: int = 0
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield, deal by deal from one on, the values of the roles that the line-up fixes."""
    found: dict[str, Iterator[tuple[str, ...]]] = {}
    for key, way in ways.items():
        if way == DEALT or key not in roles:
            continue
        role = roles[key]
        if isinstance(way, str):
            rows = _pool_rows(pool_of(role, seats), way, luck.fork(f"lineup {key}"), first)
            found[key] = _named(rows, role.values)
        else:
            lists = way if isinstance(way[0], list) else [way]
            turned = lists[first % len(lists) :] + lists[: first % len(lists)]
            found[key] = itertools.cycle([tuple(row) for row in turned])
    while True:
        yield {key: next(rows) for key, rows in found.items()}


def _pool_rows(pool: Pool, way: str, luck: Luck, first: int) -> Iterator[Row]:
    if way == BALANCED:
        return balanced(pool, luck, first)
    return (pool.draw(luck.stream("deal", deal)) for deal in itertools.count(first))


def _named(rows: Iterator[Row], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(names[value] for value in row) for row in rows)


def _bot_rows(
    bots: Sequence[str], pairing: str, seats: int, luck: Luck, first: int
) -> Iterator[tuple[str, ...]]:
    if pairing == "seats" or len(bots) == 1:
        return itertools.repeat(tuple(bots) if len(bots) == seats else (bots[0],) * seats)
    pool = Pool.of(len(bots), seats, repeat=len(bots) < seats)
    way = BALANCED if pairing == "balanced" else RANDOM
    return _named(_pool_rows(pool, way, luck.fork("bots"), first), bots)
