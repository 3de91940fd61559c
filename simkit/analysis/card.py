"""One page about one faction (or bot, planet ...): strong where, weak where, why, what would help."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.analysis import balance, setup
from simkit.analysis.frames import POINTS, players, seats_with, sources
from simkit.core.errors import SimkitError, UnknownName
from simkit.stats.corrections import holm
from simkit.stats.frames import Codes, Floats, cluster_codes, codes, complete, game_key
from simkit.stats.intervals import LEVEL, Moments, estimate
from simkit.stats.tests import contrast


@dataclass(frozen=True)
class Card:
    """The balance card of one group; every part is a tidy frame.

    Attributes
    ----------
    who, by
        The group and the column it stands in.
    headline
        Its row of the balance table.
    where
        Win share against what it has on the whole, by seat, opponent and set-up: ``condition``,
        ``level``, games, estimate (of the win share), low, high, gap (from its share elsewhere in games
        of as many players), p_holm (missing where fewer than five deals stand on one side: no test).
    sources
        Points by source beside those of all others: source, estimate, others, gap, low, high, p_holm.
    par
        Points to add to each of its scores to win its fair share, all else equal, with interval.
    level
        Level of the intervals, and of the correction in each table.
    """

    who: object
    by: str
    headline: pd.DataFrame
    where: pd.DataFrame
    sources: pd.DataFrame
    par: pd.DataFrame
    level: float = LEVEL

    @property
    def strong(self) -> pd.DataFrame:
        """Where the data show that it wins more than elsewhere, the largest gap first."""
        found = self.where[(self.where["p_holm"] < 1 - self.level) & (self.where["gap"] > 0)]
        return found.sort_values("gap", ascending=False, ignore_index=True)

    @property
    def weak(self) -> pd.DataFrame:
        """Where the data show that it wins less than elsewhere, the largest gap first."""
        found = self.where[(self.where["p_holm"] < 1 - self.level) & (self.where["gap"] < 0)]
        return found.sort_values("gap", ignore_index=True)

    def __str__(self) -> str:
        from simkit.analysis.cells import lines_of, number, percent, show

        lines = [f"Balance card: {self.by} {self.who}", ""]
        lines += lines_of(show(self.headline, self.by))
        for title, table in (("Strong", self.strong), ("Weak", self.weak)):
            lines += ["", f"{title}:"]
            lines += [
                f"  {row['condition']} {row['level']}: wins {percent(row['estimate'])} % "
                f"({percent(row['low'])}-{percent(row['high'])}), {percent(row['gap'])} points from "
                f"elsewhere, {row['games']:,} games"
                for row in table.head(6).to_dict("records")
            ] or ["  nothing that these games show"]
        lines += ["", "Carried by (points beside the others' mean):"]
        order = self.sources["gap"].abs().sort_values(ascending=False).index
        lines += [
            f"  {row['source']}: {number(row['estimate'])} beside {number(row['others'])} "
            f"({row['gap']:+.1f}{'' if row['p_holm'] < 1 - self.level else ', may be chance'})"
            for row in self.sources.loc[order].head(6).to_dict("records")
        ] or ["  points by source were not logged"]
        row = self.par.iloc[0]
        lines += ["", f"To par: {row['points']:+.0f} points a game "
                  f"({100 * self.level:g} %: {row['low']:+.0f} to {row['high']:+.0f})."]  # fmt: skip
        return "\n".join(lines)


def card(
    seats: pd.DataFrame,
    who: object,
    by: str = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> Card:
    """Make the balance card of one faction, or of one value of any other column.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(60), 2), "seat": [0, 1] * 60,
    ...     "faction": list("abba") * 30, "win_share": [1.0, 0, 0, 1] * 30,
    ...     "score": [30, 24, 22, 31] * 30, "rank": [1, 2, 2, 1] * 30})
    >>> print(str(card(seats, "b")).splitlines()[-1])
    To par: +7 points a game (95 %: +7 to +9).
    """
    found = seats_with(seats, games, [by, "win_share", "score", *_setup(games)])
    if who not in set(found[by].dropna()):
        raise UnknownName(by, who, [str(v) for v in found[by].dropna().unique()])
    whole, found = balance.table(found, by, level=level), balance.with_fair(found)
    return Card(
        who,
        by,
        whole[whole[by].astype(object) == who].reset_index(drop=True),
        _where(found, who, by, _setup(games), level),
        _sources(found, who, by, level),
        par(found, who, by, level=level),
        level,
    )


def _setup(games: pd.DataFrame | None) -> list[str]:
    return [] if games is None else setup.setup_columns(games)


def _where(
    seats: pd.DataFrame, who: object, by: str, columns: list[str], level: float
) -> pd.DataFrame:
    """Win share of the group under each condition, and the gap to its games without it."""
    own = seats[seats[by].astype(object) == who].reset_index(drop=True)
    own = own.assign(_row=np.arange(len(own)), _players=codes(own, ["fair"]))
    conditions = [("seat", own["seat"].astype(object), own)]
    conditions += [(c, own[c].astype(object), own) for c in columns if c != by]
    if seats["seat"].nunique() > 1:
        rows = seats.merge(own[[*game_key(own), "seat", "_row"]], how="left")
        both = setup.pairs(rows, [by, "win_share", "_row"])
        met = both[both["_row"].notna() & (both[f"{by}_other"].astype(object) != who)]
        conditions.append((f"against {by}", met[f"{by}_other"].astype(object), met))
    tables = [
        _contrasts(own, part.assign(level=values)[values.notna()], level).assign(condition=name)
        for name, values, part in conditions
        if values.notna().any()
    ]
    found = pd.concat(tables, ignore_index=True)
    found["p_holm"] = holm(found["p"])
    return found[["condition", "level", "games", "estimate", "low", "high", "gap", "p_holm"]]


def _contrasts(own: pd.DataFrame, here: pd.DataFrame, level: float) -> pd.DataFrame:
    """Win share under each level of a condition, and its gap to the rest of the own games, with p."""
    table = estimate(here.astype({"level": object}), "win_share", "level", share=True, level=level)
    wins, unit = own["win_share"].to_numpy(dtype=float), cluster_codes(own)
    players = own["_players"].to_numpy(dtype=np.int64)
    rows = here["_row"].to_numpy(dtype=np.int64)
    values = here["level"].to_numpy(dtype=object)
    gaps = []
    for value in table["level"]:
        inside = np.zeros(len(own), dtype=bool)
        inside[rows[values == value]] = True
        gap = _gap(wins, inside, players)
        gaps.append((gap, np.nan if np.isnan(gap) else contrast(wins, inside, unit, players)))
    table["gap"], table["p"] = np.array(gaps).T
    return table.sort_values("level", key=lambda levels: levels.map(str), ignore_index=True)


def _gap(wins: Floats, inside: np.ndarray, players: Codes) -> float:
    """Return the share of wins inside less that outside, where as many play; NaN with nothing beside it.

    References
    ----------
    The weights are those of Mantel and Haenszel (1959), Journal of the National Cancer Institute 22,
    719-748.
    """
    gap = weight = 0.0
    for number in np.unique(players):
        here, there = (wins[(players == number) & side] for side in (inside, ~inside))
        if len(here) and len(there):
            part = len(here) * len(there) / (len(here) + len(there))
            gap, weight = gap + part * float(here.mean() - there.mean()), weight + part
    return gap / weight if weight else float("nan")


def _sources(seats: pd.DataFrame, who: object, by: str, level: float) -> pd.DataFrame:
    """Mean points by source beside the mean of everybody else in the same games."""
    columns = ["source", "estimate", "others", "gap", "low", "high", "p"]
    rows = []
    mine = (seats[by].astype(object) == who).to_numpy()
    game = codes(seats, game_key(seats))
    for name in sources(seats):
        points = seats[POINTS + name].to_numpy(dtype=float)
        total, count = np.bincount(game, points * ~mine), np.bincount(game, ~mine)
        with np.errstate(divide="ignore", invalid="ignore"):
            others = (total / count)[game]
        part = seats[mine].assign(own=points[mine], gap=(points - others)[mine])
        if part["gap"].isna().all():
            continue
        test = estimate(part, "gap", null=0.0, level=level).iloc[0]
        mean = float(part["own"].mean())
        rows.append([name, mean, mean - test["estimate"], *test[["estimate", "low", "high", "p"]]])
    found = pd.DataFrame(rows, columns=columns)
    found["p_holm"] = holm(found.pop("p"))
    return found


def par(
    seats: pd.DataFrame, who: object, by: str = "faction", *, level: float = LEVEL
) -> pd.DataFrame:
    """Points to add to each of a group's scores so that it wins its fair share, all else equal.

    The others' scores are taken as they are: an answer about the size of a change, not about how
    play would adapt to it. Ties after the change share the win.

    Returns
    -------
    pandas.DataFrame
        One row: points (nearest to the fair share), low, high: handicaps at which the fair share
        lies inside the interval of the win share.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(50), 2), "seat": [0, 1] * 50,
    ...     "faction": ["a", "b"] * 50, "score": [30, 24] * 50})
    >>> par(seats, "b")["points"].item()
    6
    """
    found = balance.with_fair(seats_with(seats, None, [by, "score"]))
    complete(found, "score")
    rows = codes(found, game_key(found))
    if (np.bincount(rows)[rows] < players(found, rows)).any():
        raise SimkitError("a card needs all seats of every game in table `seats`")
    mine = (found[by].astype(object) == who).to_numpy()
    game = codes(found, game_key(found))
    score = found["score"].to_numpy(dtype=float)
    fair = float(found.loc[mine, "fair"].mean())
    if fair == 1 or (np.bincount(game, mine) == np.bincount(game)).all():
        raise SimkitError(f"{who} never plays against anything else: there is no par")
    unit = cluster_codes(found)[mine]
    span = int(np.ceil(score.max() - score.min())) + 1
    cache: dict[int, tuple[float, float, float]] = {}

    def at(handicap: int) -> tuple[float, float, float]:
        if handicap not in cache:
            wins = _wins(score + handicap * mine, game)[mine]
            moments = Moments(wins, np.zeros(len(wins), dtype=np.int64), unit, 1)
            low, high = moments.share_interval(level)
            cache[handicap] = float(moments.mean[0]), float(low[0]), float(high[0])
        return cache[handicap]

    def first(which: int) -> int:
        """Smallest handicap at which the share (or its low or high end) reaches the fair share."""
        below, above = -span - 1, span + 1
        while above - below > 1:
            middle = (below + above) // 2
            if at(middle)[which] >= fair:
                above = middle
            else:
                below = middle
        return above

    best = first(0)
    if abs(at(best - 1)[0] - fair) <= abs(at(best)[0] - fair):
        best -= 1
    low, high = first(2), first(1)
    return pd.DataFrame({"points": [best], "low": [min(low, best)], "high": [max(high, best)]})


def _wins(score: Floats, game: np.ndarray) -> Floats:
    """Share of the win per row; the best score of a game wins, ties share."""
    best = np.full(int(game.max()) + 1, -np.inf)
    np.maximum.at(best, game, score)
    top = score == best[game]
    found: Floats = top / np.bincount(game, top)[game]
    return found
