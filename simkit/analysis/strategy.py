"""What was played and did it pay? Openings, action mixes, picks, first times, archetypes.

What goes together with winning need not be its cause: who is ahead can afford more. Where that
matters, the tables carry a second figure that compares with seats in the same round and standing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.analysis.balance import with_fair
from simkit.analysis.clustering import k_means, silhouette
from simkit.analysis.decisions import standings
from simkit.analysis.frames import moves_with, seats_with
from simkit.core.errors import BadValue, SimkitError
from simkit.stats.corrections import holm
from simkit.stats.frames import Codes, as_list, cluster_codes, codes, game_key, need
from simkit.stats.intervals import LEVEL, Moments, cells, estimate, t_quantile
from simkit.stats.regression import dummies
from simkit.stats.tests import wins_against_chances

OTHER = "(rarer ones)"


def applies(column: pd.Series) -> pd.Series:
    """Tell which rows have a value: not missing, and not -1 ("does not apply") in whole numbers.

    Examples
    --------
    >>> applies(pd.Series([3, -1, 0])).tolist()
    [True, False, True]
    """
    found = column.notna()
    if pd.api.types.is_integer_dtype(column.dtype):
        found &= column.ne(-1).fillna(False).astype(bool)
    return found


def _labels(moves: pd.DataFrame, parts: Sequence[str]) -> pd.Series:
    """Name each decision by the values of `parts` that apply, joined by blanks."""
    number = codes(moves, parts)
    first = pd.Series(number).drop_duplicates().index
    rows = moves.iloc[first][list(parts)]
    shown = [
        " ".join(str(row[c]) for c in parts if bool(applies(rows[c].iloc[[i]]).iloc[0]))
        for i, (_, row) in enumerate(rows.iterrows())
    ]
    return pd.Series(np.array(shown, dtype=object)[number], index=moves.index)


def openings(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    length: int = 3,
    parts: str | Iterable[str] = "kind",
    by: str | Iterable[str] = (),
    start: int | None = None,
    control: str | Iterable[str] = (),
    least: int = 20,
    forced: bool = False,
    level: float = LEVEL,
) -> pd.DataFrame:
    """How seats open, how often, and how it goes on: the first `length` actions of each seat.

    Parameters
    ----------
    parts
        Columns of `moves` that name an action: ``kind``, or kind and arguments.
    by
        Columns of `seats` to keep apart, such as faction.
    start
        Round from which actions count; 1 leaves out a set-up that is played as round 0.
    control
        Columns of `seats`, such as faction, whose win shares are taken out of the edge.
    least
        Openings seen less often are put together.
    forced
        Whether decisions without a choice count as actions.

    Returns
    -------
    pandas.DataFrame
        Per group and opening: rows (seats), part (of the group's seats) with part_low and part_high,
        win_share, win_low, win_high, expected (the fair share, or what seats alike in `control` win),
        edge (win_share less expected), edge_low, edge_high, p_holm (of "no edge"), score; the most
        frequent first.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": [0] * 4, "move": range(4), "seat": [0, 1, 0, 1],
    ...     "kind": ["trade", "war", "war", "war"], "n_candidates": 3})
    >>> seats = pd.DataFrame({"game_id": 0, "seat": [0, 1], "win_share": [1.0, 0], "score": [9, 4]})
    >>> openings(moves, seats, length=2, least=1)[["opening", "rows", "win_share"]]
           opening  rows  win_share
    0  trade > war     1        1.0
    1    war > war     1        0.0
    """
    if length < 1:
        raise BadValue("length", "an opening has at least one action")
    names, keys = as_list(parts), as_list(by)
    need(moves, names, "moves")
    played = moves_with(moves, seats)
    if not forced and "n_candidates" in played.columns:
        played = played[played["n_candidates"] > 1]
    if start is not None:
        need(played, "round", "moves")
        played = played[played["round"] >= start]
    if played.empty:
        raise SimkitError("table `moves` holds no decision with a choice")
    key = [*game_key(played), "seat"]
    seat = codes(played, key)
    played = played[pd.Series(seat, index=played.index).groupby(seat).cumcount() < length]
    words = played[key].assign(opening=_labels(played, names))
    joined = words.groupby(key, observed=True, sort=False)["opening"].agg(" > ".join).reset_index()
    wanted = [*keys, *as_list(control), "win_share", "score"]
    found = _with_expected(with_fair(seats_with(seats, games, wanted)), as_list(control))
    found = found.merge(joined, on=key, how="inner")
    count = found.groupby([*keys, "opening"], observed=True)["opening"].transform("size")
    found["opening"] = found["opening"].where(count >= least, OTHER)
    return _outcomes(found, keys, "opening", level)


def _with_expected(seats: pd.DataFrame, control: list[str]) -> pd.DataFrame:
    """Add ``expected``: the fair share, or the mean win share of all seats alike in `control`."""
    if not control:
        return seats.assign(expected=seats["fair"])
    group = codes(seats, control)
    wins = seats["win_share"].to_numpy(dtype=float)
    return seats.assign(expected=(np.bincount(group, wins) / np.bincount(group))[group])


def edges(seats: pd.DataFrame, by: str | Iterable[str], *, level: float = LEVEL) -> pd.DataFrame:
    """Compare the wins of groups of seats with the wins expected of seats alike.

    Parameters
    ----------
    seats
        Rows with win_share and ``expected``, the chance to win of a seat alike.
    by
        Columns to group by.

    Returns
    -------
    pandas.DataFrame
        Per group: the columns of `intervals.estimate` for win_share less expected, and p. Neither the
        interval nor the p-value trusts a variance below that of the expected wins: twenty takers who all
        lose show little where a quarter of them would have won.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": range(20), "seat": 0, "card": "x", "win_share": 0.0,
    ...     "expected": 0.25})
    >>> edges(seats, "card")[["card", "rows", "estimate", "low", "high", "p"]].round(3)
      card  rows  estimate   low   high      p
    0    x    20     -0.25 -0.25 -0.047  0.006
    """
    keys = as_list(by)
    part = seats.dropna(subset=[*keys, "win_share", "expected"]).reset_index(drop=True)
    wins, chances = (part[c].to_numpy(dtype=float) for c in ("win_share", "expected"))
    number = codes(part, keys)
    p, sd = wins_against_chances(
        wins, chances, number, codes(part, game_key(part)), cluster_codes(part)
    )
    tests = part.iloc[pd.Series(number).drop_duplicates().index][keys].assign(p=p, sd=sd)
    found = estimate(part.assign(edge=wins - chances), "edge", keys, level=level)
    found = found.merge(tests, on=keys, how="left")
    found["expected"] = estimate(part, "expected", keys)["estimate"]
    found["se"] = np.maximum(found["se"], found.pop("sd"))
    half = t_quantile(0.5 + level / 2, found["df"]) * found["se"]
    found["low"] = np.maximum(found["estimate"] - half, -found["expected"])
    found["high"] = np.minimum(found["estimate"] + half, 1 - found["expected"])
    return found


def _outcomes(found: pd.DataFrame, keys: list[str], what: str, level: float) -> pd.DataFrame:
    """How often each value of `what` occurs in its group, and with which win share and score."""
    both = [*keys, what]
    wins = estimate(found, "win_share", both, share=True, level=level)
    edge = edges(found, both, level=level)
    table = wins[[*both, "rows"]].copy()
    group, unit = codes(found, keys), cluster_codes(found)
    size = int(group.max()) + 1
    total_group, total_rows, _ = cells(np.zeros(len(found)), group, unit)
    first = found.iloc[pd.Series(group).drop_duplicates().index][keys].reset_index(drop=True)
    for place, row in enumerate(table[both].to_dict("records")):
        mine = (found[what] == row[what]).to_numpy(dtype=float)
        here = np.flatnonzero((first == [row[k] for k in keys]).all(axis=1))[0] if keys else 0
        _, _, sums = cells(mine, group, unit)
        moments = Moments.of_cells(total_group, total_rows, sums, size)
        low, high = moments.share_interval(level)
        table.loc[place, "part"] = moments.mean[here]
        table.loc[place, "part_low"], table.loc[place, "part_high"] = low[here], high[here]
    table["win_share"], table["win_low"], table["win_high"] = (
        wins["estimate"],
        wins["low"],
        wins["high"],
    )
    table["expected"] = wins["estimate"] - edge["estimate"]
    table["edge"], table["edge_low"], table["edge_high"] = (
        edge["estimate"],
        edge["low"],
        edge["high"],
    )
    table["p_holm"] = holm(edge["p"])
    table["score"] = estimate(found, "score", both, level=level)["estimate"]
    order = table.sort_values(
        [*keys, "rows"], ascending=[*[True] * len(keys), False], kind="stable"
    )
    return order.reset_index(drop=True)


def action_mix(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    what: str = "kind",
    by: str | Iterable[str] = (),
    rounds: bool = True,
    forced: bool = True,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Share of decisions that go to each kind of action, by round and group.

    Returns
    -------
    pandas.DataFrame
        Per group, round and kind: rows (decisions of this kind), estimate (share), low, high.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": [0, 0, 1, 1], "move": [0, 1] * 2, "seat": 0, "round": 1,
    ...     "kind": ["trade", "war", "trade", "trade"]})
    >>> seats = pd.DataFrame({"game_id": [0, 1], "seat": 0})
    >>> action_mix(moves, seats)[["round", "kind", "rows", "estimate"]]
       round   kind  rows  estimate
    0      1  trade     3      0.75
    1      1    war     1      0.25
    """
    keys = [*as_list(by), *(["round"] if rounds else [])]
    need(moves, [what, *(["round"] if rounds else [])], "moves")
    played = moves_with(moves, seats, as_list(by), games)
    if not forced and "n_candidates" in played.columns:
        played = played[played["n_candidates"] > 1]
    played = played[applies(played[what]) & played[keys].notna().all(axis=1)]
    if played.empty:
        raise SimkitError(f"table `moves` holds no decision with a value of {what!r}")
    group, unit = codes(played, keys), cluster_codes(played)
    size, width = int(group.max()) + 1, int(unit.max()) + 1
    number, values = pd.factorize(played[what].astype(object), sort=True)
    cell, place = np.unique(group * width + unit, return_inverse=True)
    cell_group, cell_rows = (cell // width).astype(np.int64), np.bincount(place).astype(float)
    first = played.iloc[pd.Series(group).drop_duplicates().index][keys].reset_index(drop=True)
    tables = []
    for i, value in enumerate(values):
        sums = np.bincount(place, number == i, len(cell)).astype(float)
        moments = Moments.of_cells(cell_group, cell_rows, sums, size)
        low, high = moments.share_interval(level)
        part = first.copy()
        part[what] = value
        part["rows"] = np.rint(moments.mean * moments.n).astype(int)
        part["estimate"], part["low"], part["high"] = moments.mean, low, high
        tables.append(part)
    joined = pd.concat(tables, ignore_index=True)
    return joined.sort_values([*keys, what], ignore_index=True)


def picks(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    column: str,
    games: pd.DataFrame | None = None,
    *,
    kinds: str | Iterable[str] = (),
    control: str | Iterable[str] = (),
    least: int = 20,
    level: float = LEVEL,
) -> pd.DataFrame:
    """How often each card (tile, booster, tech ...) is taken, and how its takers do.

    ``win_share`` alone misleads: winners afford more. ``edge`` compares each taker with all seats in
    the same round and standing at the moment of taking (and alike in `control`, faction for instance).
    Where points are counted only at the end, there is no standing: then it compares by round alone.

    Parameters
    ----------
    column
        Column of `moves` that names what is taken; only decisions where it applies count.
    kinds
        Kinds of action that count as taking; all by default.
    least
        Things taken by fewer seats are left out.

    Returns
    -------
    pandas.DataFrame
        Per thing: rows (seats that took it), pick_rate, pick_low, pick_high, round (mean round of the
        first taking), win_share, win_low, win_high, fair, edge, edge_low, edge_high, p_holm (of
        "no edge").

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> moves = pd.DataFrame({"game_id": np.repeat(range(100), 2), "move": [0, 1] * 100,
    ...     "seat": [0, 1] * 100, "round": 1, "score_before": 0,
    ...     "card": rng.permutation(["x", "y"] * 100)})
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(100), 2), "seat": [0, 1] * 100,
    ...     "score": 0, "win_share": (moves.card == "x") * 0.5 + 0.25})
    >>> picks(moves, seats, "card")[["card", "rows", "pick_rate", "win_share", "edge"]]
      card  rows  pick_rate  win_share  edge
    0    x   100        0.5       0.75  0.25
    1    y   100        0.5       0.25 -0.25
    """
    need(moves, [column, "round", "score_before", *(["kind"] if as_list(kinds) else [])], "moves")
    played = moves_with(moves, seats)
    taken = played[applies(played[column])]
    if as_list(kinds):
        taken = taken[taken["kind"].isin(as_list(kinds))]
    if taken.empty:
        raise SimkitError(f"nobody took anything: column {column!r} applies to no decision")
    key = [*game_key(played), "seat"]
    taken = taken.drop_duplicates([*key, column])[[*key, column, "round"]]
    found = with_fair(seats_with(seats, games, ["win_share", *as_list(control)]))
    expected = expected_wins(played, found, as_list(control))
    rows = taken.merge(found, on=key).merge(expected, on=[*key, "round"], how="left")
    count = rows.groupby(column, observed=True)[column].transform("size")
    rows = rows[count >= least]
    if rows.empty:
        raise SimkitError(f"nothing in {column!r} was taken by {least} seats or more")
    wins = estimate(rows, "win_share", column, share=True, null="fair", level=level)
    edge = edges(rows, column, level=level)
    table = wins[[column, "rows"]].copy()
    rate = _rates(rows, found, column, level)
    table = table.merge(rate, on=column)
    table["round"] = estimate(rows, "round", column)["estimate"]
    for name in ("win_share", "edge"):
        part = wins if name == "win_share" else edge
        short = name.removesuffix("_share")
        table[name], table[f"{short}_low"], table[f"{short}_high"] = (
            part["estimate"],
            part["low"],
            part["high"],
        )
    table["fair"], table["p_holm"] = wins["null"], holm(edge["p"])
    return table.sort_values("edge", ascending=False, ignore_index=True)


def _rates(taken: pd.DataFrame, seats: pd.DataFrame, column: str, level: float) -> pd.DataFrame:
    """Share of all seats that took each thing, with intervals by game or deal."""
    unit = cluster_codes(seats)
    size = int(unit.max()) + 1
    total = np.bincount(unit, minlength=size).astype(float)
    key = [*game_key(seats), "seat"]
    numbered = seats[key].assign(_unit=unit)
    here = taken[[*key, column]].merge(numbered, on=key)
    number, values = pd.factorize(here[column].astype(object), sort=True)
    zero = np.zeros(size, dtype=np.int64)
    rows = []
    for i, value in enumerate(values):
        sums = np.bincount(here["_unit"].to_numpy()[number == i], minlength=size).astype(float)
        moments = Moments.of_cells(zero, total, sums, 1)
        low, high = moments.share_interval(level)
        rows.append([value, moments.mean[0], low[0], high[0]])
    return pd.DataFrame(rows, columns=[column, "pick_rate", "pick_low", "pick_high"])


def expected_wins(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    control: Sequence[str] = (),
    bins: int | None = None,
) -> pd.DataFrame:
    """Win share that seats in the same round and standing have: game, seat, round, expected.

    Standing is the lead over the best other seat when the round began, in `bins` classes per round of
    about equal size (by default as many as leave 40 seats in each, from 4 to 24); `control` adds
    columns of `seats` whose effects are taken out as well.
    """
    place = standings(moves, seats)
    key = [*game_key(place), "seat"]
    columns = ["win_share", *[c for c in control if c not in key]]
    place = place.merge(seats[[*key, *columns]], on=key)
    if bins is None:
        bins = int(np.clip(len(place) / place["round"].nunique() / 40, 4, 24))
    place["cell"] = place.groupby("round")["lead"].transform(lambda lead: _classes(lead, bins))
    group = codes(place, ["round", "cell"])
    wins = place["win_share"].to_numpy(dtype=float)
    count = np.bincount(group)
    expected = np.bincount(group, wins)[group] / count[group]
    if control:
        flags = np.hstack([dummies(place[c].astype(object))[0] for c in control])
        means = np.stack(
            [np.bincount(group, flag)[group] / count[group] for flag in flags.T], axis=1
        )
        slope = np.linalg.lstsq(flags - means, wins - expected, rcond=None)[0]
        expected = expected + (flags - means) @ slope
    return place[[*key, "round"]].assign(expected=expected)


def _classes(values: pd.Series, bins: int) -> pd.Series:
    """Cut values into classes of about equal size; equal values stay together."""
    share = values.rank(method="average", pct=True)
    return (share * bins).clip(1, bins).apply(np.ceil)


def time_to_first(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    where: Mapping[str, object],
    games: pd.DataFrame | None = None,
    *,
    by: str | Iterable[str] = (),
    level: float = LEVEL,
) -> pd.DataFrame:
    """When seats first do something (build an institute, open a market ...), and how they do.

    Parameters
    ----------
    where
        Columns of `moves` and the value (or list of values) that a decision must have:
        ``{"kind": "build", "building": "institute"}``.

    Returns
    -------
    pandas.DataFrame
        Per group and round of the first time (missing = never): rows, part (of the group's seats),
        reached (share that has done it by the end of the round) with reached_low and reached_high,
        win_share, win_low, win_high.

    Examples
    --------
    >>> moves = pd.DataFrame({"game_id": 0, "move": range(3), "seat": [0, 1, 0], "round": [1, 1, 2],
    ...     "kind": ["trade", "war", "war"]})
    >>> seats = pd.DataFrame({"game_id": 0, "seat": [0, 1], "win_share": [1.0, 0]})
    >>> time_to_first(moves, seats, {"kind": "war"})[["round", "rows", "reached", "win_share"]]
       round  rows  reached  win_share
    0      1     1      0.5        0.0
    1      2     1      1.0        1.0
    """
    keys = as_list(by)
    need(moves, [*where, "round"], "moves")
    played = moves_with(moves, seats)
    hit = np.ones(len(played), dtype=bool)
    for column, wanted in where.items():
        values = list(wanted) if isinstance(wanted, (list, tuple, set)) else [wanted]
        hit &= played[column].isin(values).to_numpy()
    key = [*game_key(played), "seat"]
    first = played[hit].drop_duplicates(key)[[*key, "round"]]
    found = seats_with(seats, games, [*keys, "win_share"]).merge(first, on=key, how="left")
    found["first"] = found["round"].astype("Int64")
    tables = []
    for value in [*sorted(found["first"].dropna().unique()), pd.NA]:
        never = value is pd.NA
        here = found["first"].isna() if never else found["first"].eq(value).fillna(False)
        if not here.any():
            continue
        done = found["first"].notna() if never else found["first"].le(value).fillna(False)
        part = estimate(found.assign(hit=here.astype(float)), "hit", keys, share=True, level=level)
        reach = estimate(found.assign(hit=done.astype(float)), "hit", keys, share=True, level=level)
        table = part[keys].copy()
        table["round"] = pd.array([value] * len(part), dtype="Int64")
        table["rows"] = np.rint(part["estimate"] * part["rows"]).astype(int)
        table["part"] = part["estimate"]
        table["reached"] = reach["estimate"]
        table["reached_low"], table["reached_high"] = reach["low"], reach["high"]
        wins = estimate(
            found[here.to_numpy(dtype=bool)], "win_share", keys, share=True, level=level
        )
        wins = wins[[*keys, "estimate", "low", "high"]]
        wins = wins.set_axis([*keys, "win_share", "win_low", "win_high"], axis=1)
        table = table.merge(wins, on=keys, how="left") if keys else table.join(wins)
        tables.append(table)
    joined = pd.concat(tables, ignore_index=True)
    return joined.sort_values([*keys, "round"], ignore_index=True)


@dataclass(frozen=True)
class Archetypes:
    """Ways of playing found by clustering of action mixes.

    Attributes
    ----------
    table
        Per archetype: name (what it does more than others), rows, part, win_share with interval, score.
    mixes
        Mean share of decisions per archetype (rows) and kind (columns).
    members
        game, seat and archetype of every seat.
    separation
        Mean silhouette, -1..1: near 0 the archetypes blend into one another.
    """

    table: pd.DataFrame
    mixes: pd.DataFrame
    members: pd.DataFrame
    separation: float


def archetypes(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    count: int | None = None,
    what: str = "kind",
    most: int = 6,
    control: str | Iterable[str] = (),
    seed: int = 1,
    level: float = LEVEL,
) -> Archetypes:
    """Find ways of playing: k-means on the action mixes of all seats.

    Parameters
    ----------
    count
        Number of archetypes; by default the one from 2 to `most` with the best separation.
    what
        Column of `moves` whose shares make the mix.
    control
        Columns of `seats`, such as faction, whose win shares are taken out of the edge.

    Examples
    --------
    >>> kinds = ["trade"] * 3 + ["war"] * 3
    >>> moves = pd.DataFrame({"game_id": np.repeat(range(20), 6), "seat": [0, 0, 0, 1, 1, 1] * 20,
    ...     "move": list(range(6)) * 20, "kind": kinds * 20})
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(20), 2), "seat": [0, 1] * 20,
    ...     "win_share": [1.0, 0] * 20, "score": [9, 4] * 20})
    >>> archetypes(moves, seats, count=2).table[["archetype", "rows", "win_share"]]
      archetype  rows  win_share
    0     trade    20        1.0
    1       war    20        0.0
    """
    need(moves, what, "moves")
    played = moves_with(moves, seats)
    played = played[applies(played[what])]
    if played.empty:
        raise SimkitError(f"table `moves` holds no decision with a value of {what!r}")
    key = [*game_key(played), "seat"]
    seat = codes(played, key)
    number, kinds = pd.factorize(played[what].astype(object), sort=True)
    size = int(seat.max()) + 1
    count_of = np.bincount(seat * len(kinds) + number, minlength=size * len(kinds))
    mix = count_of.reshape(size, len(kinds)) / np.bincount(seat)[:, None]
    points = np.sqrt(mix)  # distances between shares become comparable, rare kinds count
    rng = np.random.default_rng(seed)
    if len(np.unique(points, axis=0)) < 2:
        raise SimkitError("all seats have the same mix of actions: there are no archetypes")
    tried = [count] if count is not None else range(2, most + 1)
    best: tuple[float, Codes] | None = None
    for k in tried:
        label = k_means(points, k, rng)
        score = silhouette(points, label, rng)
        if best is None or score > best[0]:
            best = score, label
    assert best is not None
    separation, label = best
    mixes = pd.DataFrame([mix[label == i].mean(axis=0) for i in range(int(label.max()) + 1)])
    mixes.columns = pd.Index(kinds)
    names = _archetype_names(mixes)
    mixes.index = pd.Index(names, name="archetype")
    first = pd.Series(seat).drop_duplicates().index
    members = played.iloc[first][key].reset_index(drop=True)
    members["archetype"] = np.array(names, dtype=object)[label]
    found = with_fair(seats_with(seats, games, [*as_list(control), "win_share", "score"]))
    found = _with_expected(found, as_list(control)).merge(members, on=key)
    return Archetypes(_outcomes(found, [], "archetype", level), mixes, members, separation)


def _archetype_names(mixes: pd.DataFrame) -> list[str]:
    """Name each mix by the kinds it has most in excess of the mean mix."""
    excess = np.sqrt(mixes) - np.sqrt(mixes.mean())
    names: list[str] = []
    for _, row in excess.iterrows():
        top = row.sort_values(ascending=False)
        name = ", ".join(str(k) for k in top.index[:3] if top[k] > max(0.02, top.iloc[0] / 3))
        name = name or "mixed"
        names.append(name if name not in names else f"{name} ({names.count(name) + 1})")
    return names
