"""A run's balance in words and tables, with the conditions under which it was found.

`text` makes the report of the terminal; `conditions`, `verdict` and `show` are shared with the page
that `simkit.charts` makes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pandas as pd

from simkit.analysis import balance, compare, luck, planning, setup
from simkit.analysis.course import Moves, course
from simkit.analysis.frames import POINTS, bot_columns, roles, sources
from simkit.core.errors import SimkitError
from simkit.stats.frames import game_key
from simkit.stats.intervals import LEVEL

WIDTH = 100
# columns that reports look at, besides roles, set-ups and points by source
IN_GAMES = (
    "run", "arm", "game_id", "deal", "lineup", "rotation", "title", "seats", "rules_version",
)  # fmt: skip
IN_SEATS = (
    "run", "game_id", "seat", "bot", "profile", "score", "rank", "win_share", "verdict",
)  # fmt: skip
METHOD = (
    "Intervals are 95 % intervals that treat the seats of one game, and the games of one deal, as "
    "dependent. p is corrected for the number of rows of its table (Holm). Results hold for the "
    "bots, seats and options above; other players may find another balance."
)


class ResultsLike(Protocol):
    """What a report needs of a run: its four tables and its spec."""

    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def seats(self) -> pd.DataFrame: ...
    @property
    def moves(self) -> pd.DataFrame: ...
    @property
    def points(self) -> pd.DataFrame: ...
    @property
    def spec(self) -> Any: ...


def plain_spec(spec: Any) -> dict[str, Any]:
    """Return a spec (mapping, dataclass or model) as a plain dictionary."""
    if spec is None:
        return {}
    if isinstance(spec, Mapping):
        return dict(spec)
    if hasattr(spec, "model_dump"):
        return dict(spec.model_dump())
    if dataclasses.is_dataclass(spec) and not isinstance(spec, type):
        return dataclasses.asdict(spec)
    return dict(vars(spec))


def _words(value: Any) -> str:
    """Say a setting in words: names as they are, lists with commas, tables as name = value."""
    if isinstance(value, Mapping):
        return ", ".join(f"{k} = {_words(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple, set)):
        return ", ".join(_words(v) for v in value)
    return str(value)


def _many(values: Iterable[Any], limit: int = 8) -> str:
    names = [str(v) for v in values]
    if len(names) > limit:
        return f"{', '.join(names[:limit])} and {len(names) - limit} more"
    return ", ".join(names)


def lineup_balance(seats: pd.DataFrame) -> pd.DataFrame:
    """How evenly the line-ups are spread: fewest and most games of a faction, seat by seat, in pairs.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "bot": list("xyxy")})
    >>> lineup_balance(seats)
                 what  groups  fewest  most
    0         faction       2       2     2
    1  faction x seat       4       1     1
    2   faction x bot       4       1     1
    """
    columns = [*[[r] for r in roles(seats)], *[[r, "seat"] for r in roles(seats)]]
    others = bot_columns(seats) if "faction" in seats.columns else []
    columns += [["faction", other] for other in others]
    return pd.DataFrame([_spread(seats, what) for what in columns])


def _spread(seats: pd.DataFrame, columns: list[str]) -> dict[str, Any]:
    count = seats.groupby(columns, observed=True).size()
    return {
        "what": " x ".join(columns),
        "groups": len(count),
        "fewest": int(count.min()) if len(count) else 0,
        "most": int(count.max()) if len(count) else 0,
    }


def conditions(results: ResultsLike) -> list[tuple[str, str]]:
    """List the conditions of a run as (name, text): title, games, bots, seats, options, arms ..."""
    spec, games, seats = plain_spec(results.spec), results.games, results.seats
    imported = getattr(results, "imported", False)
    if imported:  # nothing was dealt or seated by a spec
        spec = {key: value for key, value in spec.items() if key not in ("seed", "lineup")}
    found: list[tuple[str, str]] = []

    def note(name: str, value: Any) -> None:
        if value not in (None, "", [], {}, ()):
            found.append((name, _words(value)))

    def seen(frame: pd.DataFrame, column: str) -> list[Any]:
        return list(frame[column].dropna().unique()) if column in frame.columns else []

    titles = seen(games, "title") or [spec.get("title")]
    note("title", [t for t in titles if t])
    note("rules version", seen(games, "rules_version"))
    planned = spec.get("games")
    count = f"{len(games):,}"
    if isinstance(planned, int) and planned != len(games):
        count += f" (planned: {planned:,}{' per arm' if len(seen(games, 'arm')) > 1 else ''})"
    note("games", count)
    failures = getattr(results, "failures", None)
    if failures is not None:
        note("failed games", f"{failures if isinstance(failures, int) else len(failures):,}")
    note("seats", seen(games, "seats") or spec.get("seats"))
    departures = getattr(results, "departures", None)
    note("options", _options(spec.get("options") or {}, departures))
    note("patch", spec.get("patch"))
    for role in roles(seats):
        note(role, _many(sorted(map(str, seen(seats, role)))))
    note("players" if imported else "bots", _bots(seats))
    note("line-ups", _lineups(seats, spec))
    note("deals", "" if imported else _deals(games))
    note("arms", _arms(spec, departures or {}))
    note("seed", spec.get("seed"))
    note("caution", getattr(results, "caution", None))
    return found


def _bots(seats: pd.DataFrame) -> str:
    if "bot" not in seats.columns or seats.empty:
        return ""
    return _many(sorted(map(str, seats["bot"].unique())))


def _lineups(seats: pd.DataFrame, spec: Mapping[str, Any]) -> str:
    lineup = plain_spec(spec.get("lineup"))
    lineup = {**plain_spec(lineup.pop("roles", None)), **lineup}
    if len(lineup.get("bots") or ()) < 2:
        lineup.pop("pairing", None)
    parts = [f"{k} {_words(v)}" for k, v in lineup.items() if v not in (None, "", [], {}, False)]
    if not seats.empty and roles(seats):
        for row in lineup_balance(seats).to_dict("records"):
            fewest, most = row["fewest"], row["most"]
            spread = f"{fewest}" if fewest == most else f"{fewest}-{most}"
            parts.append(f"{spread} seats per {row['what']}")
    return "; ".join(parts)


def _deals(games: pd.DataFrame) -> str:
    if games.empty or "deal" not in games.columns:
        return ""
    keys = [*game_key(games)[:-1], "deal"]
    count = len(games[keys].drop_duplicates())
    if count == len(games):
        return f"{count:,}, each played once"
    return f"{count:,}, each played {len(games) / count:.3g} times"


def _shared(departures: Mapping[str, Sequence[str]]) -> list[str]:
    """List the departures from the rulebook that all arms have in common."""
    first, *others = departures.values() or [[]]
    return [words for words in first if all(words in other for other in others)]


def _options(given: Mapping[str, Any], departures: Mapping[str, Sequence[str]] | None) -> str:
    """Say which options were set, and which of those in force are not as printed.

    Parameters
    ----------
    departures
        Arm -> its departures from the rulebook; None if they are not known (frames without a run).

    Examples
    --------
    >>> _options({"first_game": True}, {"main": ["tech = lost (printed: kept)"]})
    'first_game = True; not as printed: tech = lost (printed: kept)'
    >>> _options({}, {"main": []}), _options({}, None)
    ('as printed', 'by default')
    """
    shared = _shared(departures or {})
    told = {words.partition(" = ")[0] for words in shared}
    parts = [_words({k: v for k, v in given.items() if k not in told})]
    parts += [f"not as printed: {', '.join(shared)}"] if shared else []
    words = "; ".join(part for part in parts if part)
    return words or ("by default" if departures is None else "as printed")


def _arms(spec: Mapping[str, Any], departures: Mapping[str, Sequence[str]]) -> str:
    """Say what sets each arm apart; "as printed" only of one that is."""
    arms = [plain_spec(a) for a in spec.get("arm") or spec.get("arms") or []]
    shared = bool(spec.get("options") or spec.get("patch"))
    parts = []
    for arm in arms:
        name = arm.get("name", "?")
        own = [words for words in departures.get(name, ()) if words not in _shared(departures)]
        changed = {k: v for k, v in arm.items() if k != "name" and v}
        words = [_words(changed)] if changed else []
        words += [f"not as printed: {', '.join(own)}"] if own else []
        printed = not shared and departures.get(name) == []
        plain = "as printed" if printed else "nothing changed"
        parts.append(f"{name} ({'; '.join(words) or plain})")
    return "; ".join(parts)


def percent(value: float, digits: int = 1) -> str:
    """Return a share as per cent without the sign.

    Examples
    --------
    >>> percent(0.2512)
    '25.1'
    """
    return "-" if pd.isna(value) else f"{100 * value:.{digits}f}"


def number(value: float, digits: int = 1) -> str:
    """Return a number with fixed digits, a dash where it is missing."""
    return "-" if pd.isna(value) else f"{value:.{digits}f}"


def show(table: pd.DataFrame, by: str | Iterable[str]) -> pd.DataFrame:
    """Return a balance table as text cells: win share and score with intervals.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> show(balance.table(seats), "faction")[["faction", "win %", "95 %", "fair"]]
      faction  win %        95 %  fair
    0       a  100.0  34.2-100.0  50.0
    1       b    0.0    0.0-65.8  50.0
    """
    names = [by] if isinstance(by, str) else list(by)
    found = pd.DataFrame({name: table[name].astype(str) for name in names}, index=table.index)
    found["games"] = [f"{n:,}" for n in table["games"]]
    alone = _alone(table)
    found["reached %" if alone else "win %"] = [percent(v) for v in table["win_share"]]
    found["95 %"] = [
        f"{percent(a)}-{percent(b)}"
        for a, b in zip(table["win_low"], table["win_high"], strict=True)
    ]
    if not alone:
        found["fair"] = [percent(v) for v in table["fair"]]
        found["p"] = ["<0.001" if p < 0.001 else number(p, 3) for p in table["p_holm"]]
    for value in ("score",) if alone else ("score", "margin"):
        found[value] = [number(v) for v in table[value]]
        found[f"{value} 95 %"] = [
            f"{number(a)} to {number(b)}"
            for a, b in zip(table[f"{value}_low"], table[f"{value}_high"], strict=True)
        ]
    return found


def _alone(table: pd.DataFrame) -> bool:
    """Tell whether a balance table is one of games played alone."""
    return bool(len(table)) and bool((table["fair"] == 1).all())


def target(seats: pd.DataFrame, games: pd.DataFrame | None = None) -> str:
    """Say how often games played alone were won, and how often each verdict was given.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(4), "seat": 0, "win_share": [1.0, 0, 0, 0],
    ...     "verdict": ["passed", "failed", "failed", "crash"]})
    >>> for sentence in target(seats).split(". "):
    ...     print(sentence)
    The solo game was won (its target reached) in 25.0 % of 4 games (95 %: 3.7 to 74.4)
    Verdicts: failed 2, passed 1, crash 1.
    """
    row = balance.win_share(seats, [], games).iloc[0]
    words = (
        f"The solo game was won (its target reached) in {percent(row['estimate'])} % of "
        f"{int(row['games']):,} games (95 %: {percent(row['low'])} to {percent(row['high'])})."
    )
    if "verdict" not in seats.columns:
        return words
    counts = seats["verdict"].value_counts()
    if isinstance(seats["verdict"].dtype, pd.CategoricalDtype):
        counts = counts.sort_index()  # in the rulebook's order
    named = ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
    return f"{words} Verdicts: {named}." if named else words


def verdict(table: pd.DataFrame, by: str, alpha: float = 1 - LEVEL) -> str:
    """Say in a sentence who wins more or less than a fair share beyond doubt.

    Of games played alone there is no fair share: their shares are of targets reached.

    Examples
    --------
    >>> verdict(pd.DataFrame({"faction": ["a", "b"], "win_share": [0.3, 0.2], "fair": 0.25,
    ...     "p_holm": [0.01, 0.2]}), "faction")
    'Wins more than its fair share: a. Not distinguishable from it with these games: b.'
    """
    if _alone(table):
        return (
            "Shares are of games in which the target was reached; there is no fair share of them."
        )
    sure = table["p_holm"] < alpha
    above = table[sure & (table["win_share"] > table["fair"])][by]
    below = table[sure & (table["win_share"] < table["fair"])][by]
    rest = table[~sure][by]
    parts = []
    if len(above):
        parts.append(f"Wins more than its fair share: {_many(above, 20)}.")
    if len(below):
        parts.append(f"Wins less: {_many(below, 20)}.")
    if len(rest) == len(table):
        parts.append("No difference from a fair share can be told with these games.")
    elif len(rest):
        parts.append(f"Not distinguishable from it with these games: {_many(rest, 20)}.")
    return " ".join(parts)


def groupings(seats: pd.DataFrame) -> list[str]:
    """Return the columns worth a balance table: roles, seat, and bot and profile if they differ."""
    found = [*roles(seats)] if balance.is_solo(seats) else [*roles(seats), "seat"]
    found += bot_columns(seats)
    return [c for c in found if c in seats.columns and seats[c].notna().any()]


def arms_of(results: ResultsLike) -> Iterator[tuple[str, pd.DataFrame, pd.DataFrame]]:
    """Yield (heading, seats, games) of every title and arm of a run."""
    seats, games = results.seats, results.games
    keys = [c for c in ("title", "arm") if c in games.columns and games[c].nunique() > 1]
    if not keys:
        yield "", seats, games
        return
    for _, part in games.groupby(keys, observed=True, sort=False):
        name = ", ".join(f"{k} {part[k].iloc[0]}" for k in keys)
        chosen = seats.merge(part[game_key(part)], on=game_key(part), how="inner")
        yield name, chosen, part


def lines_of(table: pd.DataFrame) -> list[str]:
    """Return a table of text cells as aligned lines: names to the left, figures to the right."""
    columns = []
    for i, name in enumerate(table.columns):
        cells = [str(name), *map(str, table.iloc[:, i])]
        width = max(map(len, cells))
        columns.append([c.ljust(width) if i == 0 else c.rjust(width) for c in cells])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def wrap(name: str, text: str, indent: int = 16) -> list[str]:
    """Return a name and a text beside it, broken at the width of the report."""
    import textwrap

    lines = textwrap.wrap(text, WIDTH - indent) or [""]
    return [f"{name:<{indent}}{lines[0]}", *[" " * indent + line for line in lines[1:]]]


def points_matrix(
    seats: pd.DataFrame, games: pd.DataFrame, by: str, most: int = 11
) -> pd.DataFrame:
    """Return mean points with one row per group and one column per source, as text cells.

    The largest sources come first; the others are put together, those that give nobody anything are
    left out.
    """
    tidy = balance.points_by_source(seats, by, games)
    wide = tidy.pivot(index=by, columns="source", values="estimate")
    wide.columns = [str(c) for c in wide.columns]
    wide = wide.loc[:, (wide.abs() >= 0.05).any()]
    order = wide.abs().mean().sort_values(ascending=False, kind="stable").index
    wide, small = wide[list(order[:most])], wide[list(order[most:])]
    if small.shape[1]:
        wide[f"{small.shape[1]} others"] = small.sum(axis=1)
    wide = wide.map(number)
    # (a source may bear the name of the column: "points for one's faction")
    wide.insert(0, by, wide.index.astype(str), allow_duplicates=True)
    return wide.reset_index(drop=True)


def text(results: ResultsLike) -> str:
    """Return the balance report of a run for the terminal.

    Parameters
    ----------
    results
        A run: tables `games`, `seats` (`moves`, `points`) and `spec`; ``failures`` and ``caution``
        are reported if it has them.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "faction": list("abba"),
    ...     "bot": "greedy", "win_share": [1.0, 0, 0, 1], "score": [30, 20, 24, 32]})
    >>> games = pd.DataFrame({"game_id": [0, 1], "deal": [0, 1], "title": "chess", "seats": 2})
    >>> run = SimpleNamespace(seats=seats, games=games, spec={"seed": 7})
    >>> print(text(run).splitlines()[0])
    Balance of chess: 2 games
    """
    results = Lean(results)
    games, seats = results.games, results.seats
    listed = conditions(results)
    named = dict(listed)
    head = f"Balance of {named.get('title', 'a run')}: {len(games):,} games"
    lines = [head, "=" * len(head), ""]
    for name, words in listed:
        lines += wrap(name, words)
    if seats.empty:
        return "\n".join([*lines, "", "No game was finished: there is nothing to report."])
    moves = moves_of(results)
    for heading, part, part_games in arms_of(results):
        if heading:
            lines += ["", heading, "=" * len(heading)]
        if balance.is_solo(part):
            lines += ["", *wrap("", target(part, part_games), 0)]
        for by in groupings(part):
            lines += ["", f"By {by}", "-" * (len(by) + 3)]
            table = balance.table(part, by, part_games)
            lines += [*lines_of(show(table, by)), *wrap("", verdict(table, by), 0)]
        first = next(iter(roles(part)), None)
        if first is not None and sources(part):
            title = f"Mean points by source and {first}"
            lines += ["", title, "-" * len(title)]
            lines += _folded(points_matrix(part, part_games, first))
        lines += ["", "How games go", "------------"]
        for sentence in facts(part, part_games, moves):
            lines += wrap("", sentence, 0)
    if "arm" in games.columns and games["arm"].nunique() > 1:
        lines += ["", "What the arms change", "===================="]
        for value in ("win_share", "score"):
            try:
                lines += ["", *_changes(seats, games, value)]
            except SimkitError as error:
                lines += wrap("", f"({error})", 0)
    return "\n".join([*lines, "", *wrap("", METHOD, 0)])


class Lean:
    """A run whose `games` and `seats` are read with the columns that reports look at, and no others.

    All else is the run's own. Frames without a run behind them stay as they are.
    """

    def __init__(self, results: ResultsLike) -> None:
        self._results: Any = results
        self.games = self._read("games", IN_GAMES, setups=True)
        self.seats = self._read("seats", (*IN_SEATS, *_roles_of(results)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._results, name)

    def _read(self, table: str, names: Sequence[str], setups: bool = False) -> pd.DataFrame:
        if not hasattr(self._results, "columns"):
            found: pd.DataFrame = getattr(self._results, table)
            return found
        listed = self._results.columns(table)
        wanted = [
            column.name
            for column in listed
            if column.name in names
            or column.name.startswith(POINTS)
            or (setups and column.dtype in ("category", "string", "bool"))
        ]
        frame: pd.DataFrame = self._results.frame(table, wanted)
        return frame


def _roles_of(results: Any) -> list[str]:
    """Return the columns between seat and bot of a run's table `seats`."""
    if not hasattr(results, "columns"):
        return []
    return roles(pd.DataFrame(columns=[column.name for column in results.columns("seats")]))


def moves_of(results: ResultsLike) -> Moves | None:
    """Return the moves of a run, to be read a few games at a time; None if they were not logged."""
    tables = getattr(results, "tables", None)
    if tables is not None and "moves" not in tables:
        return None
    if hasattr(results, "pieces"):
        return Moves(results)
    found = getattr(results, "moves", None)
    return None if found is None or len(found) == 0 else Moves(found)


def facts(seats: pd.DataFrame, games: pd.DataFrame, moves: Moves | None) -> list[str]:
    """Say in sentences how games go, what luck does, which set-ups matter and how sure that is.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(9), "seat": 0, "faction": list("abcabcabc"),
    ...     "bot": "x", "win_share": 1.0, "score": [3, 6, 9, 4, 6, 8, 3, 7, 9]})
    >>> facts(seats, pd.DataFrame({"game_id": range(9), "deal": range(9)}), None)[0]
    'The score varies with the faction (94 %) and the rest (6 %).'
    """
    tried = (_course_of, _luck_of, _setups_of, _precision_of)
    found = []
    for sentence in tried:
        try:
            found.append(sentence(seats, games, moves))
        except SimkitError as error:
            found.append(f"({error})")
    return [words for words in found if words]


def _course_of(seats: pd.DataFrame, games: pd.DataFrame, moves: Moves | None) -> str:
    found = None if moves is None else course(moves, seats, games)
    if found is None:
        return ""
    words = (
        f"A game takes {found.decisions:.0f} decisions; {percent(found.choices, 0)} % of "
        f"them are choices, among {number(found.candidates, 0)} candidates on average."
    )
    if np.isnan(found.changes):  # games played alone
        return words
    if found.counted_at_end:
        return f"{words} Nobody leads before the points are counted at the end."
    return (
        f"{words} The lead changes {found.changes:.1f} times; the winner leads for good after "
        f"{percent(found.decided, 0)} % of the game on average."
    )


def _luck_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    table = luck.shares(seats, games).dropna(subset=["share"])
    parts = [
        f"the {row['part']} ({percent(max(0.0, row['share']), 0)} %)"
        for row in table.to_dict("records")
    ]
    joined = " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
    return f"The score varies with {joined}."


def _setups_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    by = next(iter(roles(seats)), None)
    if by is None or not setup.setup_columns(games) or seats[by].nunique() < 2:
        return ""
    table = setup.interactions(seats, games, by)
    sure = table[table["p_holm"] < 1 - LEVEL].sort_values("estimate", key=abs, ascending=False)
    if sure.empty:
        return f"No set-up suits one {by} more than another beyond doubt."
    named = [
        f"{_plain(row['setup'])} {_plain(row['level'])} and {_plain(row[by])} "
        f"({row['estimate']:+.1f} points)"
        for row in sure.head(5).to_dict("records")
    ]
    return f"Set-ups that suit one {by} more or less than others: {', '.join(named)}."


def _plain(name: object) -> str:
    """Return a name of the tables as people read it."""
    return str(name).replace("_", " ")


def _precision_of(seats: pd.DataFrame, games: pd.DataFrame, _: Moves | None) -> str:
    by = next(iter(roles(seats)), "seat")
    table = planning.so_far(seats, games, by=by, waves=1)
    worst = float(table["half_width"].max())
    return (
        f"The least certain win share by {by} is known to {percent(worst)} points either way; half of "
        f"that takes four times the games."
    )


def _changes(seats: pd.DataFrame, games: pd.DataFrame, value: str) -> list[str]:
    """Table of what the arms change in one figure, per first role."""
    by = next(iter(roles(seats)), "seat")
    table = compare.arms(seats, games, by, value=value)
    say = percent if value == "win_share" else number
    shown = table[["arm", by]].astype(str)
    shown["pairs"] = [f"{n:,}" for n in table["pairs"]]
    for column, name in (("before", "before"), ("after", "after"), ("estimate", "change")):
        shown[name] = [say(v) for v in table[column]]
    shown["95 %"] = [
        f"{say(a)} to {say(b)}" for a, b in zip(table["low"], table["high"], strict=True)
    ]
    shown["p"] = ["<0.001" if p < 0.001 else number(p, 3) for p in table["p_holm"]]
    visible = say(float(table["visible"].max()))
    unit = "percentage points" if value == "win_share" else "points"
    head = f"Change of {value} ({unit}); one of {visible} would have been seen in 4 of 5 such runs"
    return [head, *lines_of(shown)]


def _folded(table: pd.DataFrame) -> list[str]:
    """Return a wide table as several blocks that fit the report's width, its first column in each."""
    blocks: list[list[int]] = [[0]]
    for place in range(1, table.shape[1]):
        tried = lines_of(table.iloc[:, [*blocks[-1], place]])
        if len(blocks[-1]) > 1 and max(map(len, tried)) > WIDTH:
            blocks.append([0])
        blocks[-1].append(place)
    lines: list[str] = []
    for i, block in enumerate(blocks):
        lines += [*([""] if i else []), *lines_of(table.iloc[:, block])]
    return lines


def need_tables(results: ResultsLike, *tables: str) -> None:
    """Refuse a run that did not log one of the tables."""
    for name in tables:
        frame = getattr(results, name, None)
        if frame is None or (isinstance(frame, pd.DataFrame) and not len(frame.columns)):
            raise SimkitError(f"this run has no table `{name}`; run it again with a fuller log")
