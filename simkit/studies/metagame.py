"""The meta-game of a title: its strategies as moves of a game of which bot to bring.

A study is written as a TOML file::

    title = "race_for_the_galaxy"
    seed = 1
    [strategies]                 # name -> bot
    balanced = "greedy:balanced"
    military = "greedy:military"
    [[table]]                    # one payoff table per number of players
    seats = 2
    games = 400                  # per cell, on average
    [expansion]                  # an outsider who may choose weights freely, at the first table
    evaluations = 60

`simkit metagame SPEC` plays it and writes a page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pandas as pd

from simkit.bots.greedy import read_profile
from simkit.core.components import existing
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.registry import make_bot, rules, rules_class
from simkit.runs.progress import Watcher
from simkit.studies.expand import Expansion, expand
from simkit.studies.payoffs import estimate
from simkit.theory.portrait import Portrait, portrait

KEYS = ("title", "seed", "draws", "options", "patch", "pack", "strategies", "table", "expansion")
TABLE_KEYS = ("seats", "games")
EXPANSION_KEYS = (
    "base", "weights", "gain", "rounds", "evaluations", "trial_games", "test_games", "method",
)  # fmt: skip
SMALL = {"rounds": 1, "evaluations": 3, "trial_games": 4, "test_games": 8, "method": "coordinates"}
SMALL_DRAWS = 8
SMALL_SET = 4


@dataclass(frozen=True)
class Study:
    """What is asked of a title.

    Attributes
    ----------
    title, seed, options, patch, pack
        What is played.
    strategies
        Name -> text of a bot.
    tables
        (seats, games per cell), one per payoff table.
    expansion
        Parameters of `simkit.studies.expand.expand` at the first table; None leaves it out.
    draws
        How often a table is redrawn for the intervals.
    """

    title: str
    strategies: Mapping[str, str]
    tables: tuple[tuple[int, int], ...]
    seed: int = 0
    expansion: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    patch: Mapping[str, Any] = field(default_factory=dict)
    draws: int = 200
    pack: str | Sequence[str] = ()

    def small(self) -> Study:
        """Return the study with few strategies and games: over in seconds, to try it out."""
        first = dict(list(self.strategies.items())[:SMALL_SET])
        tables = tuple((seats, 2 * seats) for seats, _ in self.tables)
        asked = None if self.expansion is None else {**self.expansion, **SMALL}
        return replace(self, strategies=first, tables=tables, expansion=asked, draws=SMALL_DRAWS)

    def conditions(self) -> dict[str, str]:
        """Return what the figures hold for."""
        setting = rules(self.title, self.tables[0][0], dict(self.patch), self.pack, **self.options)
        packs = {"pack": ", ".join(setting.pack)} if setting.pack else {}
        shown = {**self.options, **self.patch, **packs}
        return {
            "title": self.title,
            "rules version": str(setting.version),
            "players": ", ".join(str(seats) for seats, _ in self.tables),
            "options and patch": ", ".join(f"{k} = {v}" for k, v in shown.items()) or "none",
            "seed": str(self.seed),
        }


@dataclass(frozen=True, eq=False)
class MetaGame:
    """What a study found.

    Attributes
    ----------
    study
        What was asked.
    strategies
        One row per strategy: ``strategy``, ``bot``, ``description``.
    portraits
        One per payoff table.
    expansion
        The searches for something better, if they were asked for.
    after
        The portrait of the first table with what has joined; None if nothing did.
    """

    study: Study
    strategies: pd.DataFrame
    portraits: tuple[Portrait, ...]
    expansion: Expansion | None
    after: Portrait | None

    @property
    def label(self) -> str:
        """The title's name as people write it."""
        return rules_class(self.study.title).schema.label or self.study.title

    @property
    def caution(self) -> str:
        """What the title warns of."""
        return rules_class(self.study.title).schema.caution


def read(path: str | Path) -> Study:
    """Read a study and check it.

    Examples
    --------
    >>> read("experiments/race_metagame.toml").title  # doctest: +SKIP
    'race_for_the_galaxy'
    """
    where = existing(path)
    if not where.is_file():
        raise SimkitError(f"{path}: no such file")
    try:
        data = tomllib.loads(where.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadValue(str(path), f"is not valid TOML ({error})") from None
    return of(data, str(path))


def of(data: Mapping[str, Any], place: str = "study") -> Study:
    """Make a study from plain data; see this module for its form."""
    _known(place, data, KEYS)
    for key in ("title", "strategies", "table"):
        if key not in data:
            raise BadValue(place, f"{key} is missing")
    strategies = data["strategies"]
    if not isinstance(strategies, Mapping) or len(strategies) < 2:
        raise BadValue(f"{place}: strategies", "names at least two: name = 'bot'")
    for text in strategies.values():
        make_bot(str(text), str(data["title"]))
    tables = []
    for number, table in enumerate(data["table"], 1):
        _known(f"{place}: table {number}", table, TABLE_KEYS)
        seats, games = table.get("seats", 2), table.get("games", 200)
        if not (isinstance(seats, int) and isinstance(games, int) and games >= seats):
            raise BadValue(f"{place}: table {number}", "seats and games are whole numbers")
        rules(
            str(data["title"]),
            seats,
            data.get("patch"),
            data.get("pack"),
            **data.get("options", {}),
        )
        tables.append((seats, games))
    if not tables:
        raise BadValue(f"{place}: table", "is empty")
    asked = data.get("expansion")
    if asked is not None:
        _known(f"{place}: expansion", asked, EXPANSION_KEYS)
    return Study(
        str(data["title"]),
        {str(name): str(text) for name, text in strategies.items()},
        tuple(tables),
        int(data.get("seed", 0)),
        asked,
        data.get("options", {}),
        data.get("patch", {}),
        int(data.get("draws", 200)),
        data.get("pack", ()),
    )


def _known(place: str, data: object, keys: tuple[str, ...]) -> None:
    if not isinstance(data, Mapping):
        raise BadValue(place, f"is a table, not {data!r}")
    for key in data:
        if key not in keys:
            raise UnknownName("key", key, keys, place)


def metagame(
    study: Study,
    n_jobs: int = -1,
    folder: str | Path | None = None,
    progress: str | Watcher = "auto",
) -> MetaGame:
    """Play a study.

    Parameters
    ----------
    study
        What is asked.
    n_jobs, progress
        As in `simkit.simulate`.
    folder
        Where the games of the payoff tables are kept, so that an interrupted study can go on; without
        one they are forgotten, and the same call plays them again.

    Examples
    --------
    >>> found = metagame(read("experiments/race_metagame.toml"))  # doctest: +SKIP
    >>> found.portraits[0].certainty                              # doctest: +SKIP
    """
    more: dict[str, Any] = {"options": dict(study.options), "patch": dict(study.patch)}
    if study.pack:
        more["pack"] = study.pack
    where = None if folder is None else Path(folder)
    portraits, expansion = [], None
    for number, (seats, games) in enumerate(study.tables):
        here = None if where is None else where / f"{seats}_players"
        how: dict[str, Any] = {
            "seed": study.seed, "n_jobs": n_jobs, "folder": here, "progress": progress, **more,
        }  # fmt: skip
        if number == 0 and study.expansion is not None:
            expansion = expand(
                study.title, study.strategies, seats, games, **study.expansion, **how
            )
            table = expansion.first
        else:
            table = estimate(study.title, study.strategies, seats, games, **how)
        portraits.append(portrait(table, study.draws, study.seed))
    after = None
    if expansion is not None and expansion.rounds["joined"].any():
        after = portrait(expansion.payoffs, study.draws, study.seed)
    return MetaGame(study, _described(study), tuple(portraits), expansion, after)


def _described(study: Study) -> pd.DataFrame:
    data = rules(study.title, study.tables[0][0]).data_folder()
    rows = []
    for name, text in study.strategies.items():
        profile = make_bot(text, study.title).profile
        words = " ".join(read_profile(data, profile).description.split()) if profile else ""
        rows.append((name, text, words))
    return pd.DataFrame(rows, columns=["strategy", "bot", "description"])
