"""A whole tuning: search, choice among what it passed, re-test on fresh deals, state on disk."""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simkit.bots.greedy import Profile
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.registry import rules_class
from simkit.stats.intervals import Moments
from simkit.studies.toml_text import write_whole
from simkit.studies.tuning.arena import OBJECTIVES, Arena, Figures, mean, play_all, values
from simkit.studies.tuning.profiles import check_name, write_profile
from simkit.studies.tuning.scales import learn_scales
from simkit.studies.tuning.search import STEP, Search, race

STATE = "tuning.json"
FINALISTS = (0.5, 0.75, 1.0)  # of the generations: the centre then is a candidate for the result
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Tuned:
    """What a tuning found.

    Attributes
    ----------
    profile
        The result as a profile, provenance included.
    weights, start
        The tuned weights, and what they were.
    test
        Figures of the re-test on fresh deals: ``start`` and ``tuned`` in terms of the objective, the
        paired ``gain`` with its 95 % interval ``gain_low``..``gain_high``, further figures of both.
    generations
        One entry per generation: order, deals, gain, spread, centre.
    path
        Where the profile was written; None if it was not.
    """

    profile: Profile
    weights: dict[str, float]
    start: dict[str, float]
    test: dict[str, Any]
    generations: list[dict[str, Any]] = field(repr=False)
    path: Path | None = None

    def in_words(self) -> str:
        """Say what came out."""
        test = self.test
        sure = (
            "better" if test["gain_low"] > 0 else "worse" if test["gain_high"] < 0 else "no surer"
        )
        return (
            f"{OBJECTIVES[test['objective']]} on {test['deals']} fresh deals: {test['start']:.2f} "
            f"before, {test['tuned']:.2f} tuned; gain {test['gain']:+.2f} "
            f"({test['gain_low']:+.2f} to {test['gain_high']:+.2f}): {sure} than the start"
        )


@dataclass
class _State:
    """What a tuning has done, kept in a file after every generation."""

    path: Path | None
    settings: dict[str, Any]
    scales: dict[str, float] = field(default_factory=dict)
    generations: list[dict[str, Any]] = field(default_factory=list)

    def load(self, resume: bool) -> None:
        """Read what an interrupted tuning left; its settings must be these."""
        if self.path is None or not self.path.exists():
            return
        if not resume:
            raise SimkitError(
                f"{self.path.parent}: holds a tuning already; --resume goes on with it"
            )
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            there, scales, generations = kept["settings"], kept["scales"], kept["generations"]
        except (ValueError, KeyError, TypeError):
            raise SimkitError(f"{self.path}: is not the state of a tuning") from None
        for key, value in self.settings.items():
            if there.get(key) != value:
                raise BadValue(
                    f"{self.path}: {key}", f"was {there.get(key)!r} there and is {value!r} here"
                )
        self.scales, self.generations = scales, generations

    def store(self) -> None:
        """Write the file anew."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(
            {
                "settings": self.settings,
                "scales": self.scales,
                "generations": self.generations,
            },
            indent=1,
        )
        write_whole(self.path, text + "\n")


def tune(
    title: str,
    profile: str = "",
    seats: int | Sequence[int] = 2,
    *,
    weights: Sequence[str] = (),
    against: Sequence[str] = (),
    objective: str = "",
    faction: str = "",
    games: int = 40,
    generations: int = 30,
    test_games: int = 1000,
    population: int = 0,
    step: float = STEP,
    scales: Mapping[str, float] | None = None,
    options: Mapping[str, Any] | None = None,
    patch: Mapping[str, Any] | None = None,
    pack: Sequence[str] = (),
    seed: int = 1,
    name: str = "",
    folder: str | Path | None = None,
    resume: bool = False,
    n_jobs: int = 1,
    tell: Tell | None = None,
) -> Tuned:
    """Search for weights of a profile that do better, and test them on fresh deals.

    Parameters
    ----------
    title, seats, options, patch, pack
        What is played; several numbers of seats take turns.
    profile
        Whose weights are tuned; "" = the greedy bot's own.
    weights
        Which of them; by default all whose feature ever makes a difference.
    against
        Bots (or names of profiles) at the other seats; none: every seat plays the candidate.
    objective
        See `OBJECTIVES`; by default ``margin`` against opponents, ``score`` without.
    faction
        Tune what the profile's weights are for this faction.
    games
        Games of each candidate in the first round of a generation; promising ones get up to four
        times as many.
    generations
        Of the evolution strategy.
    test_games
        Games on fresh deals that compare the result with the start.
    population, step
        Of the evolution strategy: candidates per generation (0 = what suits the number of weights) and
        the first step, in scales.
    scales
        Steps of weights by name, instead of learned ones.
    seed
        Equal seeds and settings give equal results, for any number of processes.
    name
        Of the result; by default the profile's.
    folder
        Where the state is kept and the profile is written; None = nowhere.
    resume
        Go on with what the folder holds.
    n_jobs
        Processes.
    tell
        Is given a line per generation.

    Examples
    --------
    >>> tune("race_for_the_galaxy", "military", 2, against=["baseline"])  # doctest: +SKIP
    """
    name = name or profile or "tuned"
    check_name(name)
    for what, number in (
        ("games", games),
        ("generations", generations),
        ("test_games", test_games),
    ):
        if number < 1:
            raise BadValue(what, f"must be at least 1, not {number}")
    pool = tuple(dict.fromkeys(_bot_text(title, text) for text in against))
    arena = Arena(
        title,
        (seats,) if isinstance(seats, int) else tuple(seats),
        f"greedy:{profile}" if profile else "greedy",
        pool,
        (),
        objective or ("margin" if pool else "score"),
        faction,
        dict(options or {}),
        dict(patch or {}),
        seed,
        pack=tuple(pack),
    )
    study = _Study(
        arena, name, list(weights), games, generations, test_games, population, step,
        dict(scales or {}), None if folder is None else Path(folder), n_jobs, tell or _silent,
    )  # fmt: skip
    return study.run(resume)


def _silent(line: str) -> None:
    """Tell nobody."""


def _bot_text(title: str, text: str) -> str:
    """Return a bot's text; a bare name of a profile means the greedy bot that plays it."""
    known = {p.stem for p in (rules_class(title).data_folder() / "profiles").glob("*.toml")}
    return f"greedy:{text}" if text in known else text


@dataclass
class _Study:
    arena: Arena
    name: str
    wanted: list[str]
    games: int
    generations: int
    test_games: int
    population: int
    step: float
    scales: dict[str, float]
    folder: Path | None
    n_jobs: int
    tell: Tell

    def run(self, resume: bool) -> Tuned:
        """Search, choose, test, write."""
        start = self.arena.named_weights()
        for source in (self.wanted, self.scales):
            for weight in source:
                if weight not in start:
                    raise UnknownName("weight", weight, start)
        state = _State(self.folder / STATE if self.folder else None, self._settings())
        state.load(resume)
        if not state.scales:
            state.scales = learn_scales(self.arena, self.wanted, self.scales)
            self._say_scales(state.scales, start)
        tuned_start = {weight: start[weight] for weight in state.scales}
        self._search(state, tuned_start)
        best = self._choose(state)
        test = self._test(tuned_start, best)
        profile = self._profile(start, best, state, test)
        path = write_profile(profile, self.folder) if self.folder else None
        return Tuned(profile, best, tuned_start, test, state.generations, path)

    def _settings(self) -> dict[str, Any]:
        """Return all that the search depends on (the number of generations may be raised later)."""
        arena = self.arena
        return {
            "title": arena.title,
            "rules_version": rules_class(arena.title).version,
            "seats": list(arena.seats),
            "base": arena.base,
            "faction": arena.faction,
            "against": list(arena.pool),
            "objective": arena.objective,
            "options": dict(arena.options),
            "patch": dict(arena.patch),
            **({"pack": list(arena.pack)} if arena.pack else {}),
            "weights": self.wanted,
            "scales_given": self.scales,
            "start": arena.named_weights(),
            "games": self.games,
            "population": self.population,
            "step": self.step,
            "seed": arena.seed,
        }

    def _say_scales(self, scales: Mapping[str, float], start: Mapping[str, float]) -> None:
        idle = [w for w in (self.wanted or start) if w not in scales]
        self.tell(f"{len(scales)} weights are tuned")
        if idle:
            self.tell(f"left alone, for they never made a difference: {', '.join(idle)}")

    def _deals(self, games: int) -> int:
        return max(2, math.ceil(games / self.arena.games_per_deal()))

    def _search(self, state: _State, start: Mapping[str, float]) -> None:
        search = Search(
            start, state.scales,
            seed=self.arena.seed, population=self.population, step=self.step,
        )  # fmt: skip
        for known in state.generations[: self.generations]:
            search.ask()
            search.tell(known["order"])
        began, done, first = time.monotonic(), 0, len(state.generations)

        def played(games: int) -> None:
            nonlocal done
            done += games

        for number in range(len(state.generations) + 1, self.generations + 1):
            candidates = search.ask()
            found = race(
                self.arena, candidates, start, f"generation {number}",
                self._deals(self.games), self.n_jobs, played,
            )  # fmt: skip
            search.tell(found.order)
            state.generations.append(
                {
                    "order": found.order,
                    "deals": found.deals,
                    "gain": round(found.gain, 4),
                    "spread": round(search.spread, 4),
                    "centre": search.centre(),
                }
            )
            state.store()
            spent = max(1e-9, time.monotonic() - began)
            left = spent / (number - first) * (self.generations - number)
            self.tell(
                f"generation {number} of {self.generations}: its mean has {found.gain:+.2f} over the "
                f"start, typical step {search.spread:.2f}; {done} games, {done / spent:.1f}/s, "
                f"{left / 60:.1f} min left"
            )

    def _choose(self, state: _State) -> dict[str, float]:
        """Return the centre that does best on deals of their own."""
        done = state.generations[: self.generations]
        numbers = sorted({max(1, math.ceil(part * len(done))) for part in FINALISTS})
        finalists = [dict(done[number - 1]["centre"]) for number in numbers]
        deals = range(self._deals(math.ceil(self.test_games / 2)))
        found = play_all(self.arena, finalists, "choice", deals, self.n_jobs)
        worth = [mean(part).of(self.arena.objective) for part in found]
        return finalists[int(np.argmax(worth))]

    def _test(self, start: Mapping[str, float], best: Mapping[str, float]) -> dict[str, Any]:
        deals = self._deals(self.test_games)
        before, after = play_all(self.arena, [start, best], "test", range(deals), self.n_jobs)
        objective = self.arena.objective
        old, new = values(before, objective), values(after, objective)
        low, high = _interval(Moments(new - old, *_each(deals)), share=False)
        found: dict[str, Any] = {
            "objective": objective,
            "deals": deals,
            "games": round(deals * self.arena.games_per_deal()),
            "start": round(float(old.mean()), 3),
            "tuned": round(float(new.mean()), 3),
            "gain": round(float((new - old).mean()), 3),
            "gain_low": round(low, 3),
            "gain_high": round(high, 3),
        }
        if self.arena.pool or self.arena.seats == (1,):
            for label, part in (("start", before), ("tuned", after)):
                found |= _win_share(part, label)
        for label, part in (("start", before), ("tuned", after)):
            found[f"{label}_score"] = round(mean(part).score, 2)
        return found

    def _profile(
        self,
        start: Mapping[str, float],
        best: Mapping[str, float],
        state: _State,
        test: Mapping[str, Any],
    ) -> Profile:
        old = self.arena.profile()
        defaults = {w.name: w.default for w in _weights_of(self.arena.title)}
        named = dict(old.weights) if old else {}
        factions = {k: dict(v) for k, v in old.factions.items()} if old else {}
        if self.arena.faction:
            factions.setdefault(self.arena.faction, {}).update(best)
        else:
            named = {w: v for w, v in {**start, **best}.items() if v != defaults[w]}
        label = old.label if old else self.name.replace("_", " ").capitalize()
        description = old.description if old else ""
        kept = dict(old.provenance) if old else {}
        return Profile(
            self.name, label, description, named, factions,
            {**self._kept(kept), **self._provenance(state, test)},
        )  # fmt: skip

    def _kept(self, provenance: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the old provenance says that does not stop being true."""
        gone = (*_OF_THE_START, *_REPLACED)
        before = [str(provenance[k]) for k in _OF_THE_START if k in provenance]
        kept = {k: v for k, v in provenance.items() if k not in gone}
        return {**kept, **({"before": "; ".join(before)} if before else {})}

    def _provenance(self, state: _State, test: Mapping[str, Any]) -> dict[str, Any]:
        arena = self.arena
        done = state.generations[: self.generations]
        return {
            "method": "simkit tune: CMA-ES; the candidates of a generation race on common deals",
            "command": self.command(),
            "tuned_from": arena.base,
            "weights_tuned": len(state.scales),
            "seats": list(arena.seats),
            **({"faction": arena.faction} if arena.faction else {}),
            "objective": f"{arena.objective}: {OBJECTIVES[arena.objective]}",
            "against": list(arena.pool) or "itself at all seats",
            "seed": arena.seed,
            "rules_version": rules_class(arena.title).version,
            "generations": len(done),
            "games": round(
                sum(sum(one["deals"]) + one["deals"][one["order"][-1]] for one in done)
                * arena.games_per_deal()
            ),
            "test": dict(test),
        }

    def command(self) -> str:
        """Return the command that does this tuning."""
        arena = self.arena
        words = ["simkit", "tune", arena.title]
        profile = arena.base.partition(":")[2]
        pairs: list[tuple[str, object, object]] = [
            ("--profile", profile, ""),
            ("--name", self.name, profile or "tuned"),
            ("--seats", ",".join(map(str, arena.seats)), "2"),
            ("--against", ",".join(arena.pool), ""),
            ("--objective", arena.objective, "margin" if arena.pool else "score"),
            ("--faction", arena.faction, ""),
            ("--weights", ",".join(self.wanted), ""),
            ("--scale", ",".join(f"{k}={v}" for k, v in self.scales.items()), ""),
            ("--games", self.games, 40),
            ("--generations", self.generations, 30),
            ("--test-games", self.test_games, 1000),
            ("--population", self.population, 0),
            ("--step", self.step, STEP),
            ("--seed", arena.seed, 1),
        ]
        for word, value, usual in pairs:
            if value != usual:
                words += [word, str(value)]
        for key, value in {**arena.options}.items():
            words += ["--option", f"{key}={value}"]
        for key, value in {**arena.patch}.items():
            words += ["--patch", f"{key}={value}"]
        for place in arena.pack:
            words += ["--pack", place]
        return shlex.join(words)


# What an earlier provenance says of how the weights were made is true of the start only.
_OF_THE_START = ("how", "made", "method")
_REPLACED = (
    "tuned_from", "weights_tuned", "seats", "faction", "objective", "against", "seed",
    "rules_version", "generations", "games", "frozen", "tables", "before", "command", "test",
)  # fmt: skip


def _weights_of(title: str) -> Sequence[Any]:
    from simkit.core.registry import make_bot

    found: Sequence[Any] = getattr(make_bot("greedy", title), "WEIGHTS")  # noqa: B009
    return found


def _each(deals: int) -> tuple[Any, Any, int]:
    return np.zeros(deals, dtype=np.int64), np.arange(deals), 1


def _interval(moments: Moments, share: bool) -> tuple[float, float]:
    low, high = moments.share_interval() if share else moments.mean_interval()
    return float(low[0]), float(high[0])


def _win_share(found: Sequence[Figures], label: str) -> dict[str, float]:
    won = values(found, "win")
    low, high = _interval(Moments(won, *_each(len(won))), share=True)
    return {
        f"{label}_win": round(float(won.mean()), 4),
        f"{label}_win_low": round(low, 4),
        f"{label}_win_high": round(high, 4),
    }
