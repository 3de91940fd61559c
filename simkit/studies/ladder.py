"""The ladder: all bots of a title by strength, and whether each rung beats the one below.

Two things are played. In the *field* all bots meet all others, in balanced groups on mirrored deals;
from the finishing orders come strengths with intervals. In the *duels* each rung meets the one below,
and the strongest the frozen baseline, on fresh mirrored deals of two players: no model, and no luck
left over from having chosen the strongest by the field.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.analysis.strength import plackett_luce
from simkit.bots.greedy import profile_names
from simkit.core.components import shipped
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.registry import is_searching, make_bot, rules_class
from simkit.runs import Results, Spec, run
from simkit.runs.planner import Plan
from simkit.stats.corrections import holm
from simkit.stats.intervals import estimate
from simkit.studies.toml_text import toml_text, write_whole

RANDOM, BASELINE, TUNED, STRONGEST = "random", "greedy:baseline", "greedy", "strongest"
LOOKING_AHEAD = "lookahead"
SURE = 0.05
PRIOR = 1.0  # pulls strengths together where somebody always lost
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """What a ladder is climbed by.

    Attributes
    ----------
    title, seats
        What is played in the field, by how many.
    bots
        Who takes part.
    games, duel_games, slow_games
        Of the field, of each duel, and of each duel with a bot that searches, at least.
    seed
        Of all deals.
    options, pack
        Rule variants; packs that extend the title.
    """

    title: str
    bots: tuple[str, ...]
    seats: int = 2
    games: int = 600
    duel_games: int = 1000
    slow_games: int = 200
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    pack: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.bots)) < 2 or len(set(self.bots)) != len(self.bots):
            raise BadValue("bots", "a ladder needs two different bots at least, each once")
        for name in ("games", "duel_games", "slow_games"):
            if getattr(self, name) < 2:
                raise BadValue(name, f"must be at least 2, not {getattr(self, name)}")
        for bot in self.bots:
            make_bot(bot, self.title)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as they are stored."""
        return {
            "title": self.title,
            "seats": self.seats,
            "games": self.games,
            "duel_games": self.duel_games,
            "slow_games": self.slow_games,
            "seed": self.seed,
            "bots": list(self.bots),
            **({"options": dict(self.options)} if self.options else {}),
            **({"pack": list(self.pack)} if self.pack else {}),
        }


@dataclass(frozen=True)
class Ladder:
    """A ladder that was climbed.

    Attributes
    ----------
    settings
        What was played.
    field
        One row per bot, the strongest first: ``name``, ``strength``, ``low``, ``high``, ``p_holm`` (of
        "average"), ``games``, ``win_share`` in the field, and the mean ``score``.
    duels
        One row per duel: ``upper``, ``lower``, ``games``, ``win_share`` of the upper with its 95 %
        interval ``low``..``high``, ``p_holm``, and whether it is a step of the ladder (``step``).
    """

    settings: Settings
    field: pd.DataFrame
    duels: pd.DataFrame

    @property
    def climbs(self) -> bool:
        """Whether every rung beats the one below beyond doubt."""
        steps = self.duels[self.duels["step"]]
        return bool((_beaten(steps)).all()) and len(steps) > 0

    def in_words(self) -> list[str]:
        """Say in plain words who beats whom."""
        lines = [
            f"{self.settings.title}, {self.settings.seats} players in the field; strongest first:"
        ]
        lines += [
            f"  {row['name']:<32} strength {row['strength']:+.2f} ({row['low']:+.2f} to "
            f"{row['high']:+.2f}), won {_percent(row['win_share'])} of {row['games']} games, "
            f"{row['score']:.1f} points"
            for row in self.field.to_dict("records")
        ]
        for row, sure in zip(self.duels.to_dict("records"), _beaten(self.duels), strict=True):
            what = "beats" if sure else "does not beat"
            doubt = "beyond doubt" if row["p_holm"] < SURE else "not beyond doubt"
            lines.append(
                f"{row['upper']} {what} {row['lower']}: it won {_percent(row['win_share'])} "
                f"({_percent(row['low'])} to {_percent(row['high'])}) of {row['games']} mirrored "
                f"games of two, {doubt} (p = {row['p_holm']:.3g})"
            )
        lines.append(
            "Every step of the ladder is significant." if self.climbs
            else "Not every step of the ladder is significant."
        )  # fmt: skip
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return settings and figures as they are stored."""
        return {
            "ladder": self.settings.to_dict(),
            "field": _rounded(self.field),
            "duel": _rounded(self.duels),
        }


def _beaten(duels: pd.DataFrame) -> Any:
    return (duels["win_share"] > 0.5) & (duels["p_holm"] < SURE)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _rounded(table: pd.DataFrame) -> list[dict[str, Any]]:
    def plain(value: Any) -> Any:
        value = value.item() if isinstance(value, np.generic) else value
        return round(value, 4) if isinstance(value, float) else value

    return [{str(k): plain(v) for k, v in row.items()} for row in table.to_dict(orient="records")]


def default_bots(title: str) -> list[str]:
    """Return who takes part if nobody is named: random, every profile, plain greedy, look-ahead.

    Tree search takes part by name, with a budget of iterations: ``mcts(iterations=50)``.
    """
    profiles = profile_names(rules_class(title).data_folder())
    return [RANDOM, *(f"greedy:{name}" for name in profiles), TUNED, LOOKING_AHEAD]


def stored_path(title: str) -> Path:
    """Return where the ladder of a title is stored, with the figures it is expected to show."""
    return shipped("experiments") / "ladders" / f"{title}.toml"


def stored(title: str) -> dict[str, Any] | None:
    """Return the stored ladder of a title (settings and figures); None if there is none."""
    path = stored_path(title)
    if not path.is_file():
        return None
    try:
        found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        Settings(**found["ladder"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise SimkitError(f"{path.name}: is not a stored ladder ({error})") from None
    return found


def store(found: Ladder) -> Path:
    """Store a ladder among the experiments and return the path."""
    path = stored_path(found.settings.title)
    path.parent.mkdir(parents=True, exist_ok=True)
    head = (
        f"# How strong are the bots, and does each rung beat the one below? The figures that\n"
        f"# `simkit ladder {found.settings.title}` is expected to show; `--store` writes them anew.\n"
    )
    write_whole(path, head + toml_text(found.to_dict()))
    return path


def differences(found: Ladder, before: Mapping[str, Any]) -> list[str]:
    """Say where the duels differ from stored ones by more than their intervals allow."""
    lines = []
    known = {(row["upper"], row["lower"]): row for row in before.get("duel", [])}
    for row in found.duels.to_dict("records"):
        old = known.get((row["upper"], row["lower"]))
        if old is None:
            lines.append(f"{row['upper']} against {row['lower']} is not among the stored duels")
        elif old["low"] > row["high"] or old["high"] < row["low"]:
            lines.append(
                f"{row['upper']} against {row['lower']}: {_percent(row['win_share'])}, where "
                f"{_percent(old['win_share'])} are stored"
            )
    return lines


def ladder(
    title: str,
    bots: Sequence[str] = (),
    seats: int = 2,
    games: int = 600,
    *,
    duel_games: int = 1000,
    slow_games: int = 200,
    strongest: str = "",
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    pack: Sequence[str] = (),
    folder: str | Path | None = None,
    resume: bool = True,
    n_jobs: int = 1,
    tell: Tell | None = None,
) -> Ladder:
    """Let all bots of a title play, rank them, and test every step from rung to rung.

    The rungs are random, the frozen baseline, plain greedy and the strongest of all, as far as they
    take part.

    Parameters
    ----------
    title, seats, options, pack
        What is played in the field.
    bots
        Who takes part; by default everybody, see `default_bots`.
    games, duel_games, slow_games
        Of the field, of each duel, and of each duel with a bot that searches; rounded up to whole deals.
    strongest
        The top rung; by default the strongest of the field.
    seed, n_jobs
        As in `simkit.simulate`.
    folder
        Where the games are kept; what is there is not played again.
    tell
        Is given a line per step of the work.

    Examples
    --------
    >>> found = ladder("race_for_the_galaxy", ["random", "greedy"], games=100)  # doctest: +SKIP
    >>> found.climbs                                                            # doctest: +SKIP
    True
    """
    settings = Settings(
        title, tuple(bots or default_bots(title)), seats, games, duel_games, slow_games, seed,
        dict(options or {}), tuple(pack),
    )  # fmt: skip
    if strongest and strongest not in settings.bots:
        raise UnknownName("bot", strongest, settings.bots, "strongest")
    work = _Work(settings, None if folder is None else Path(folder), n_jobs, resume)
    tell = tell or _silent
    tell(f"the field: {len(settings.bots)} bots")
    table = work.field()
    best = strongest or str(table["name"].iloc[0])
    rows = []
    for upper, lower, step in duels_of(settings.bots, best):
        tell(f"duel: {upper} against {lower}")
        rows.append({"upper": upper, "lower": lower, "step": step, **work.duel(upper, lower)})
    duels = pd.DataFrame(rows)
    duels["p_holm"] = holm(duels["p"].to_numpy())
    columns = ["upper", "lower", "step", "games", "win_share", "low", "high", "p_holm"]
    return Ladder(settings, table, duels[columns])


def _silent(line: str) -> None:
    """Tell nobody."""


def duels_of(bots: Sequence[str], best: str) -> list[tuple[str, str, bool]]:
    """Return who meets whom in a duel, and whether that is a step of the ladder.

    Examples
    --------
    >>> duels_of(["random", "greedy:baseline", "greedy", "lookahead"], "lookahead")
    [('greedy:baseline', 'random', True), ('greedy', 'greedy:baseline', True), ('lookahead', 'greedy', True), ('lookahead', 'greedy:baseline', False)]
    """  # noqa: E501 - what is printed
    rungs = [bot for bot in (RANDOM, BASELINE, TUNED) if bot in bots]
    if best not in rungs:
        rungs.append(best)
    if len(rungs) < 2:
        raise BadValue("bots", f"of {RANDOM}, {BASELINE} and {TUNED} at least one must take part")
    found = [(upper, lower, True) for lower, upper in itertools.pairwise(rungs)]
    top = rungs[-1]
    if BASELINE in rungs and rungs.index(BASELINE) < len(rungs) - 2:
        found.append((top, BASELINE, False))
    return found


@dataclass
class _Work:
    settings: Settings
    folder: Path | None
    n_jobs: int
    resume: bool

    def field(self) -> pd.DataFrame:
        """Play the field and return the strengths."""
        s = self.settings
        spec = self._spec("field", s.seats, s.games, list(s.bots), "balanced")
        rows = self._play(spec, "field")
        try:
            model = plackett_luce(rows, "name")
        except SimkitError:  # somebody always lost (or won): strengths without bound
            model = plackett_luce(rows, "name", prior=PRIOR)
        means = rows.groupby("name").agg(
            games=("game_id", "nunique"), win_share=("win_share", "mean"), score=("score", "mean")
        )
        table = model.table().merge(means, left_on="name", right_index=True)
        columns = ["name", "strength", "low", "high", "p_holm", "games", "win_share", "score"]
        return table[columns].sort_values("strength", ascending=False, ignore_index=True)

    def duel(self, upper: str, lower: str) -> dict[str, Any]:
        """Play mirrored games of two and return how many the upper won."""
        slow = any(is_searching(bot) for bot in (upper, lower))  # their duels are shorter
        games = self.settings.slow_games if slow else self.settings.duel_games
        spec = self._spec(f"duel {upper} {lower}", 2, games, [upper, lower], "seats")
        rows = self._play(spec, f"duel-{_file_name(upper)}-{_file_name(lower)}")
        won = rows[rows["name"] == upper]
        found = estimate(won, "win_share", share=True, null=0.5).iloc[0]
        return {
            "games": int(found["games"]),
            "win_share": float(found["estimate"]),
            "low": float(found["low"]),
            "high": float(found["high"]),
            "p": float(found["p"]),
        }

    def _spec(self, what: str, seats: int, games: int, bots: list[str], pairing: str) -> Spec:
        s = self.settings
        return Spec.of(
            {
                "title": s.title,
                "seats": seats,
                "games": math.ceil(games / seats) * seats,
                "seed": Luck(s.seed).fork(what).seed >> 2,
                "log": "games",
                "options": dict(s.options),
                "pack": list(s.pack),
                "lineup": {"bots": bots, "pairing": pairing, "mirror": True},
            },
            f"ladder: {what}",
        )

    def _play(self, spec: Spec, name: str) -> pd.DataFrame:
        """Return one row per game and seat, with the deal and the bot's text as ``name``."""
        # A folder per spec: other bots or more games are another run.
        place = f"{name}-{spec.fingerprint()[:8]}"
        folder = None if self.folder is None else self.folder / place
        results = run(spec, folder, n_jobs=self.n_jobs, resume=self.resume, progress="quiet")
        if results.failures:
            first = results.failures[0]
            raise SimkitError(f"{name}: game {first.game_id} failed: {first.error}")
        return _named(results, spec)


def _named(results: Results, spec: Spec) -> pd.DataFrame:
    seats = results.frame("seats", ["game_id", "seat", "rank", "win_share", "score"])
    games = results.frame("games", ["game_id", "deal"])
    texts = [
        (game.game_id, seat, text)
        for game in Plan(spec).games()
        for seat, text in enumerate(game.bots)
    ]
    names = pd.DataFrame(texts, columns=["game_id", "seat", "name"])
    return seats.astype({"seat": int, "game_id": int}).merge(
        names, on=["game_id", "seat"], validate="1:1"
    ).merge(games, on="game_id")  # fmt: skip


def _file_name(bot: str) -> str:
    plain = "".join(sign if sign.isalnum() else "_" for sign in bot)
    return plain if plain == bot else f"{plain}_{Luck(0).fork(bot).seed % 10**6:06d}"
