"""Payoffs of a meta-game: bots as strategies, what each wins against which others, from games played.

Who sits where is averaged out: the line-up is turned by one seat after the other, equally often. Every
turn of every combination of strategies has deals of its own: games of one deal that is played from
several seats end so much alike that they would hardly tell more than one of them.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.bots.greedy import GreedyBot, read_profile
from simkit.core.errors import BadValue, SimkitError
from simkit.core.registry import make_bot, rules
from simkit.runs import Spec, run
from simkit.runs.progress import Meter, Watcher
from simkit.studies.arena import outcomes
from simkit.theory.equilibria import nearest
from simkit.theory.payoffs import Floats, Ints, Payoffs
from simkit.theory.uncertainty import chosen

WAVES = 4  # of refinement, after an even start
DRAWS = 40  # redrawn tables that say where the answer may lie


Lineup = tuple[Sequence[str], int]  # bots in turn, and the number of deals for each turn


@dataclass(frozen=True)
class Table:
    """What is played: title, seats, and whatever else a spec may say (options, patch ...).

    With `common`, all line-ups of a wave play the same deals; else each has deals of its own. Games are
    kept in `folder`, or, without one, in memory as long as the table is used.
    """

    title: str
    seats: int
    seed: int = 0
    n_jobs: int = -1
    folder: Path | None = None
    more: Mapping[str, Any] | None = None
    common: bool = False
    meter: Meter | None = None
    known: dict[str, pd.DataFrame] = field(default_factory=dict, compare=False, repr=False)

    def play(self, lineups: Sequence[Lineup], wave: int) -> list[pd.DataFrame]:
        """Play some line-ups, from every seat; what has been played already is not played again.

        Returns
        -------
        list of pandas.DataFrame
            Per line-up one row per game and seat: ``game_id``, ``seat``, ``bot`` (the number of the
            line-up's bot that sits there), ``win_share``, ``score``.
        """
        names = [f"{self._name(bots, wave)}-{deals}" for bots, deals in lineups]
        lacking = [n for n, name in enumerate(names) if name not in self.known]
        turns = [(number, turn) for number in lacking for turn in range(self.seats)]
        specs = [self._spec(*lineups[number], turn, wave) for number, turn in turns]
        if self.folder is None:
            played = outcomes(specs, self.n_jobs, self.meter)
        else:
            played = [
                self._stored(spec, f"{names[number]}-{turn}")
                for spec, (number, turn) in zip(specs, turns, strict=True)
            ]
        for at, number in enumerate(lacking):
            parts = played[at * self.seats : (at + 1) * self.seats]
            self.known[names[number]] = _joined(parts, self.seats)
        return [self.known[name] for name in names]

    def _name(self, bots: Sequence[str], wave: int) -> str:
        # The weights belong to the name, so that games of a profile that has changed are not mixed in.
        return _key(self.seed, wave, *bots, *(_weights_of(b, self.title, self.seats) for b in bots))

    def _spec(self, bots: Sequence[str], deals: int, turn: int, wave: int) -> Spec:
        luck = _key(self.seed, wave, turn, *([] if self.common else bots))
        seated = [bots[(seat - turn) % self.seats] for seat in range(self.seats)]
        return Spec.of(
            {
                **(self.more or {}),
                "title": self.title,
                "seats": self.seats,
                "games": deals,
                "seed": int(luck, 16) >> 2,
                "log": "games",
                "lineup": {"bots": seated},
            },
            f"line-up {' + '.join(seated)}",
        )

    def _stored(self, spec: Spec, name: str) -> pd.DataFrame:
        assert self.folder is not None
        where = self.folder / "games" / name
        results = run(spec, where, n_jobs=self.n_jobs, resume=True, progress="quiet")
        if results.failures:
            first = results.failures[0]
            bots = " + ".join(spec.lineup.bots)
            raise SimkitError(f"{bots}: game {first.game_id} failed: {first.error}")
        if self.meter is not None:
            self.meter.add(spec.games or 0)
        return results.frame("seats", ["game_id", "seat", "win_share", "score"])


def _joined(turns: Sequence[pd.DataFrame], seats: int) -> pd.DataFrame:
    """Put the turns of a line-up together: games numbered through, and who sits where."""
    parts, first = [], 0
    for turn, rows in enumerate(turns):
        seat = rows["seat"].astype(int)
        parts.append(
            rows.assign(game_id=rows["game_id"] + first, seat=seat, bot=(seat - turn) % seats)
        )
        first += int(rows["game_id"].max()) + 1
    return pd.concat(parts, ignore_index=True)


@functools.lru_cache(maxsize=512)
def _weights_of(text: str, title: str, seats: int) -> str:
    """Return all weights of a greedy bot as a text; of any other bot nothing."""
    bot = make_bot(text, title)
    if not isinstance(bot, GreedyBot):
        return ""
    setting = rules(title, seats)
    factions = read_profile(setting.data_folder(), bot.profile).factions if bot.profile else {}
    return repr((bot.named_weights(setting), factions))


def _key(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def estimate(
    title: str,
    strategies: Mapping[str, str] | Sequence[str],
    seats: int,
    games: int = 200,
    *,
    payoff: str = "win_share",
    refine: bool = True,
    seed: int = 0,
    n_jobs: int = -1,
    folder: str | Path | None = None,
    progress: str | Watcher = "auto",
    **more: Any,
) -> Payoffs:
    """Play what is missing and return the payoff table with its sampling errors.

    Parameters
    ----------
    title, seats
        What is played, by how many.
    strategies
        Bots as texts (``"greedy:trade"``), or name -> text.
    games
        Games per cell on average.
    payoff
        ``win_share`` or ``score``. Seats that play alike share the wins evenly: such cells need no
        games for ``win_share``, and are exact.
    refine
        Spend half of the games where the equilibrium depends on them most: on cells that its mixes, as
        sure as they are by then, meet often, and whose payoffs spread most.
    seed, n_jobs
        As in `simkit.simulate`.
    folder
        Where games and the table (``payoffs.toml``) are kept. The same call goes on where it was
        interrupted; further strategies or games add to what is there.
    progress
        As in `simkit.simulate`.
    **more
        Anything else a spec may say: ``options``, ``patch``, ``deal`` ...

    Examples
    --------
    >>> table = estimate("race_for_the_galaxy", ["greedy:trade", "greedy:military"], 2)  # doctest: +SKIP
    >>> table.frame()                                                                # doctest: +SKIP
    """
    bots = dict(strategies) if isinstance(strategies, Mapping) else {s: s for s in strategies}
    if payoff not in ("win_share", "score"):
        raise BadValue("payoff", f"{payoff!r} is neither 'win_share' nor 'score'")
    if len(bots) < 2 or games < seats:
        raise BadValue("games", f"{len(bots)} strategies with {games} games per cell are too few")
    where = None if folder is None else Path(folder)
    meter = Meter(progress, f"payoffs of {title}")
    found = play_table(Table(title, seats, seed, n_jobs, where, more, False, meter), bots, games,
                       payoff, refine)  # fmt: skip
    if where is not None:
        found.write(where / "payoffs.toml")
    return found


def play_table(
    table: Table,
    bots: Mapping[str, str],
    games: int,
    payoff: str = "win_share",
    refine: bool = True,
) -> Payoffs:
    """Do the work of `estimate` at a table that may know some of the games already."""
    plan = _Plan(table, bots, payoff)
    total = games // table.seats * len(plan.cells)  # deals
    even = _even(total // 2 if refine else total, len(plan.cells))
    if table.meter is not None:
        table.meter.start(max(total, int(even.sum())) * table.seats)
    plan.play(even)
    if refine:
        for wave in range(1, WAVES + 1):
            goal = total // 2 + (total - total // 2) * wave // WAVES
            more = goal - int(plan.deals.sum())
            if more > 0:
                plan.play(_where(plan.payoffs(), plan.cells, plan.deals, more))
    if table.meter is not None:
        table.meter.finish()
    return plan.payoffs()


def _even(deals: int, cells: int) -> Ints:
    return np.full(cells, max(2, deals // cells), dtype=np.int64)


class _Plan:
    """The cells that need games, and what has been played of each."""

    def __init__(self, table: Table, bots: Mapping[str, str], payoff: str) -> None:
        self.table = table
        self.bots = bots
        self.payoff = payoff
        names = tuple(bots)
        profiles = Payoffs.from_function(names, table.seats, lambda own, met: 0.0).profiles
        self.blank = profiles
        alike = profiles.min(axis=1) == profiles.max(axis=1)
        self.cells = np.flatnonzero(~alike | (payoff != "win_share"))
        self.deals = np.zeros(len(self.cells), dtype=np.int64)
        self.frames: list[pd.DataFrame] = []
        self.waves = 0

    def play(self, deals: Ints) -> None:
        """Play so many more deals of each cell, from every seat."""
        names = list(self.bots)
        asked = [
            (cell, n) for cell, n in zip(self.cells.tolist(), deals.tolist(), strict=True) if n > 0
        ]
        profiles = [[names[i] for i in self.blank[cell]] for cell, _ in asked]
        lineups = [
            ([self.bots[name] for name in profile], number)
            for profile, (_, number) in zip(profiles, asked, strict=True)
        ]
        played = self.table.play(lineups, self.waves)
        for (cell, _), profile, rows in zip(asked, profiles, played, strict=True):
            label = f"{cell}.{self.waves}"
            strategy = np.array(profile)[rows["bot"].to_numpy()]
            self.frames.append(rows.assign(run=label, strategy=strategy))
        self.deals += deals
        self.waves += 1

    def payoffs(self) -> Payoffs:
        """Return the table as far as it is known."""
        found = Payoffs.from_seats(
            pd.concat(self.frames, ignore_index=True),
            strategy="strategy",
            payoff=self.payoff,
            strategies=list(self.bots),
            label=f"{self.table.title}, {self.table.seats} seats",
            unit=self.payoff.replace("_", " "),
        )
        if self.payoff != "win_share":
            return found
        mean = found.mean.copy()
        mean[self.blank.min(axis=1) == self.blank.max(axis=1)] = 1 / self.table.seats
        return replace(found, mean=mean)


def _where(payoffs: Payoffs, cells: Ints, played: Ints, deals: int) -> Ints:
    """Share out deals so that, with what is played, they stand where the answer depends on them.

    What a strategy earns against the equilibrium is a sum over cells, weighted by the chance of meeting
    them; the sum is known best if deals go with that weight times the spread of one deal (Neyman).
    """
    weight = _chances(payoffs)[cells] * payoffs.se[cells].max(axis=1) * np.sqrt(played)
    if weight.sum() <= 0:
        weight = np.ones(len(cells))
    goal = weight / weight.sum() * (played.sum() + deals)
    lack = np.maximum(0.0, goal - played)
    exact = lack / lack.sum() * deals
    found: Ints = np.floor(exact).astype(np.int64)
    rest = deals - int(found.sum())
    found[np.argsort(found - exact, kind="stable")[:rest]] += 1
    return found


def _chances(payoffs: Payoffs) -> Floats:
    """Return per cell the chance that a seat meets its others: root mean square over redrawn answers."""
    start = chosen(payoffs)
    rng = np.random.default_rng(0)
    answers = [start, *(nearest(payoffs.draw(rng), start) for _ in range(DRAWS))]
    mixes = [answer.mixes[0] for answer in answers if answer is not None]
    squares = np.zeros(len(payoffs.profiles))
    for mix in mixes:
        for cell, profile in enumerate(payoffs.profiles.tolist()):
            for seat, own in enumerate(profile):
                if own not in profile[:seat]:
                    others = profile[:seat] + profile[seat + 1 :]
                    counts = [others.count(i) for i in range(len(mix))]
                    ways = math.factorial(len(others)) / math.prod(map(math.factorial, counts))
                    squares[cell] += (ways * float(np.prod(mix**counts))) ** 2
    return np.asarray(np.sqrt(squares / len(mixes)))
