"""What does a change do? Two arms on the same deals, compared pair by pair.

Games that share deal, line-up and rotation differ in nothing but the arm, so their difference is
freed of the luck that both had. Without such pairs the arms are compared as independent samples: win
shares, and what is 0 or 1, by Fisher's exact test (whole deals are permuted), with Newcombe's interval.

References
----------
Newcombe (1998), Statistics in Medicine 17, 873-890.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from simkit.analysis.balance import with_margin
from simkit.analysis.frames import POINTS, seats_with, sources
from simkit.core.errors import SimkitError, UnknownName
from simkit.stats import shrinkage
from simkit.stats.corrections import holm
from simkit.stats.frames import as_list, cluster_codes, is_share, need
from simkit.stats.intervals import LEVEL, covariance, estimate, t_quantile, t_two_sided
from simkit.stats.power import reach
from simkit.stats.tests import contrast


def arms(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    *,
    value: str = "win_share",
    baseline: str | None = None,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Difference that each arm makes against the baseline, per group.

    Parameters
    ----------
    by
        Columns to group by; ``()`` for all seats together.
    value
        ``win_share``, ``score``, ``margin``, ``rank`` or any other column of figures.
    baseline
        Name of the arm to compare with; the first one by default.

    Returns
    -------
    pandas.DataFrame
        Per arm and group: pairs (matched seats), clusters (deals), before, after, estimate (the
        difference), se, df, low, high, p, paired, p_holm (corrected over the table), visible (the
        smallest true difference of this row that a run like this would have shown in 4 of 5 cases, by the
        same test after the same correction; infinite where none would, missing where all deals agree and
        nothing can be said). For shares also size and changed, see `stats.power.reach`.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": range(8), "arm": ["old"] * 4 + ["new"] * 4,
    ...     "deal": [0, 1, 2, 3] * 2, "lineup": 0, "rotation": 0})
    >>> seats = pd.DataFrame({"game_id": range(8), "seat": 0, "faction": "a",
    ...     "score": [10, 20, 30, 40, 12, 23, 31, 42]})
    >>> arms(seats, games, value="score")[["arm", "faction", "pairs", "estimate", "low", "high"]]
       arm faction  pairs  estimate       low      high
    0  new       a      4       2.0  0.700772  3.299228
    """
    return _judged(_differences(seats, games, as_list(by), value, baseline, level), level)


def _judged(table: pd.DataFrame, level: float) -> pd.DataFrame:
    """Correct p-values over the table, and say which difference such a test would have found."""
    compared = max(1, int(table["p"].notna().sum()))
    return table.assign(
        p_holm=holm(table["p"]), visible=reach(table, comparisons=compared, level=level)
    )


def shrunk(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    *,
    value: str = "win_share",
    baseline: str | None = None,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Difference that each arm makes, as in `arms`, beside what is left of it after shrinkage.

    The largest of many differences is largest partly by luck; the shrunk one is right on average. All
    arms are set beside the same games of the baseline: that they are off together where these are is
    allowed for.

    Returns
    -------
    pandas.DataFrame
        The table of `arms`, with shrunk, shrunk_low and shrunk_high (missing for arms that are not played
        on the deals of the baseline); the largest shrunk difference first.

    Examples
    --------
    >>> rng = np.random.default_rng(3)
    >>> games = pd.DataFrame({"game_id": range(180), "deal": [*range(30)] * 6, "rotation": 0,
    ...     "lineup": 0, "arm": np.repeat(["printed", *"vwxyz"], 30)})
    >>> seats = pd.DataFrame({"game_id": range(180), "seat": 0, "score": rng.normal(size=180)})
    >>> shrunk(seats, games, by=(), value="score")[["arm", "estimate", "shrunk"]].round(2).head(1)
      arm  estimate  shrunk
    0   w     -0.21   -0.11
    """
    keys = as_list(by)
    table = arms(seats, games, keys, value=value, baseline=baseline, level=level)
    found = _with_arms(seats, games, value)
    names = found["arm"].astype(str)
    first = str(names.iloc[0]) if baseline is None else baseline
    rows = []
    for name in table["arm"].unique():
        pairs = _pairs(found[names == first], found[names == name], keys, value)
        if pairs is not None:
            rows.append(pairs.assign(arm=name))
    ends = ["shrunk", "shrunk_low", "shrunk_high"]
    if not rows:
        return table.assign(**dict.fromkeys(ends, np.nan))
    both, gaps = ["arm", *keys], pd.concat(rows, ignore_index=True)
    gaps = gaps.astype(dict.fromkeys(both, object))
    order = gaps[both].drop_duplicates().sort_values(both)
    sure = order.merge(table.astype(dict.fromkeys(both, object)), on=both, how="left")
    vary = (sure["se"] > 0).to_numpy() & (sure["clusters"] > 1).to_numpy()
    errors = covariance(gaps, "gap", both)[np.ix_(vary, vary)]
    deals = float(sure.loc[vary, "clusters"].median())
    errors = shrinkage.pooled(errors, sure.loc[vary, both], deals)
    se = sure.loc[vary, "se"].to_numpy(dtype=float)
    errors[np.diag_indices(len(se))] = se**2  # where nothing changed, more than 0
    done = shrinkage.shrunk(sure[vary], covariance=errors, level=level)
    joined = table.astype(dict.fromkeys(both, object)).merge(
        done[[*both, *ends]], on=both, how="left"
    )
    return joined.sort_values("shrunk", key=abs, ascending=False, kind="stable", ignore_index=True)


def _differences(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    keys: list[str],
    value: str,
    baseline: str | None,
    level: float,
) -> pd.DataFrame:
    """Difference of each arm against the baseline, per group, not corrected yet."""
    found = _with_arms(seats, games, value)
    need(found, keys)
    names = list(dict.fromkeys(found["arm"].astype(str)))
    if len(names) < 2:
        raise SimkitError(f"a comparison needs two arms; this run has {len(names)} ({names[0]!r})")
    first = names[0] if baseline is None else baseline
    if first not in names:
        raise UnknownName("arm", first, names)
    old = found[found["arm"].astype(str) == first]
    tables = []
    for name in names:
        if name != first:
            new = found[found["arm"].astype(str) == name]
            table = _difference(old, new, keys, value, level)
            table.insert(0, "arm", name)
            tables.append(table)
    return pd.concat(tables, ignore_index=True)


def _with_arms(seats: pd.DataFrame, games: pd.DataFrame, value: str) -> pd.DataFrame:
    if value == "margin" and "margin" not in seats.columns:
        seats = with_margin(seats)
    wanted = [c for c in ("arm", "deal", "lineup", "rotation") if c in games.columns]
    # where both tables have such a column, `games` knows
    seats = seats.drop(columns=[c for c in wanted if c in seats.columns])
    if "arm" not in wanted and "arm" not in seats.columns:
        raise SimkitError("table `games` has no column 'arm': there is nothing to compare")
    found = seats_with(seats, games, [value, *wanted])
    return found[found[value].notna()]


def _difference(
    old: pd.DataFrame, new: pd.DataFrame, keys: list[str], value: str, level: float
) -> pd.DataFrame:
    """Paired difference where deals, line-ups, rotations and groups agree; else two samples."""
    share = value == "win_share" or (is_share(old[value]) and is_share(new[value]))
    pairs = _pairs(old, new, keys, value)
    if pairs is None:
        return _unpaired(old, new, keys, value, share, level)
    table = estimate(pairs, "gap", keys, difference=share, null=0.0, level=level)
    table["before"] = estimate(pairs, "before", keys)["estimate"]
    table["after"] = estimate(pairs, "after", keys)["estimate"]
    table = table.rename(columns={"rows": "pairs"}).assign(paired=True)
    counted = ["size", "changed"] if share else []
    return table[[*keys, "pairs", "clusters", "before", "after", "estimate", "se", "df", *counted,
                  "low", "high", "p", "paired"]]  # fmt: skip


def _pairs(
    old: pd.DataFrame, new: pd.DataFrame, keys: list[str], value: str
) -> pd.DataFrame | None:
    """Return matched seats with before, after and gap; nothing where deals or groups do not agree."""
    match = [c for c in ("run", "deal", "lineup", "rotation", "seat") if c in old.columns]
    if "deal" not in match or old.duplicated(match).any() or new.duplicated(match).any():
        return None
    columns = [*match, *[k for k in keys if k not in match], value]
    pairs = old[columns].merge(new[columns], on=match, suffixes=("", "_new"))
    for key in keys:
        if key not in match and not pairs[key].astype(object).equals(
            pairs[f"{key}_new"].astype(object)
        ):
            return None
    if pairs.empty:
        return None
    after, before = pairs[f"{value}_new"].astype(float), pairs[value].astype(float)
    return pairs.assign(game_id=pairs["deal"], gap=after - before, before=before, after=after)


def _unpaired(
    old: pd.DataFrame, new: pd.DataFrame, keys: list[str], value: str, share: bool, level: float
) -> pd.DataFrame:
    """Compare two independent samples, clusters respected: Welch's test of means, Fisher's of wins."""
    columns = [*keys, "rows", "clusters", "estimate", "se", "df"]
    columns += ["low", "high", "size"] if share else []
    one = estimate(old, value, keys, share=share, level=level)[columns]
    two = estimate(new, value, keys, share=share, level=level)[columns]
    if keys:
        both = one.merge(two, on=keys, suffixes=("", "_new"))
    else:
        both = one.join(two.add_suffix("_new"))
    variances = both["se"] ** 2, both["se_new"] ** 2
    se = np.sqrt(variances[0] + variances[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        df = se**4 / (variances[0] ** 2 / both["df"] + variances[1] ** 2 / both["df_new"])
        gap = both["estimate_new"] - both["estimate"]
        p = t_two_sided(np.where(gap == 0, 0, gap / se), df)
    half = t_quantile(0.5 + level / 2, df) * se
    found = both[keys].copy()
    found["pairs"] = 0
    found["clusters"] = both["clusters"] + both["clusters_new"]
    found["before"], found["after"], found["estimate"] = both["estimate"], both["estimate_new"], gap
    found["se"], found["df"] = se, df
    if not share:
        return found.assign(low=gap - half, high=gap + half, p=p, paired=False)
    found["size"], found["changed"] = 1 / (1 / both["size"] + 1 / both["size_new"]), np.nan
    below = [both["estimate"] - both["low"], both["estimate_new"] - both["low_new"]]
    above = [both["high"] - both["estimate"], both["high_new"] - both["estimate_new"]]
    found["low"] = gap - np.hypot(above[0], below[1])
    found["high"] = gap + np.hypot(below[0], above[1])
    return found.assign(p=_fisher(old, new, keys, value, found), paired=False)


def _fisher(
    old: pd.DataFrame, new: pd.DataFrame, keys: list[str], value: str, table: pd.DataFrame
) -> list[float]:
    """Return for each row of a table the p-value of equal shares before and after."""
    rows = pd.concat([old.assign(_new=False), new.assign(_new=True)], ignore_index=True)
    unit = cluster_codes(rows)
    found = []
    for row in table[keys].to_dict("records") if keys else [{}]:
        mine = np.ones(len(rows), dtype=bool)
        for key, wanted in row.items():
            mine &= (rows[key] == wanted).to_numpy(dtype=bool)
        deals = np.unique(unit[mine], return_inverse=True)[1].astype(np.int64)
        wins = rows.loc[mine, value].to_numpy(dtype=float)
        found.append(contrast(wins, rows.loc[mine, "_new"].to_numpy(dtype=bool), deals))
    return found


def points(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    by: str | Iterable[str] = "faction",
    *,
    baseline: str | None = None,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Difference that each arm makes to the points of each source; columns as in `arms`, and source.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": range(4), "arm": ["old", "old", "new", "new"],
    ...     "deal": [0, 1] * 2, "lineup": 0, "rotation": 0})
    >>> seats = pd.DataFrame({"game_id": range(4), "seat": 0, "faction": "a",
    ...     "points_trade": [1, 2, 4, 5], "points_war": [3, 3, 3, 3]})
    >>> points(seats, games)[["source", "faction", "before", "after", "estimate"]]
      source faction  before  after  estimate
    0  trade       a     1.5    4.5       3.0
    1    war       a     3.0    3.0       0.0
    """
    names = sources(seats)
    if not names:
        raise SimkitError("table `seats` has no columns of points by source (points_...)")
    tables = []
    for name in names:
        table = _differences(seats, games, as_list(by), POINTS + name, baseline, level)
        table.insert(0, "source", name)
        tables.append(table)
    joined = pd.concat(tables, ignore_index=True)
    return _judged(joined, level)


def runs(
    first: tuple[pd.DataFrame, pd.DataFrame],
    second: tuple[pd.DataFrame, pd.DataFrame],
    names: tuple[str, str] = ("first", "second"),
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Make two arms of two runs: (seats, games) of both as one pair of frames for `arms`.

    The runs keep the numbers of their deals: give them the same seed and line-ups, and their games
    are compared pair by pair.

    Examples
    --------
    >>> games = pd.DataFrame({"run": "x", "game_id": [0], "deal": [0]})
    >>> seats = pd.DataFrame({"run": "x", "game_id": [0], "seat": 0, "score": 5})
    >>> both, played = runs((seats, games), (seats.assign(score=7), games))
    >>> arms(both, played, by=(), value="score")[["arm", "pairs", "estimate"]]
          arm  pairs  estimate
    0  second      1       2.0
    """
    seats, games, shift = [], [], 0
    for (part, played), name in zip((first, second), names, strict=True):
        need(part, "game_id")
        need(played, "game_id", "games")
        part = part.assign(run="both", game_id=part["game_id"].astype(np.int64) + shift)
        played = played.assign(
            run="both", game_id=played["game_id"].astype(np.int64) + shift, arm=name
        )
        seats.append(part.drop(columns="arm", errors="ignore"))
        games.append(played)
        shift = int(played["game_id"].max()) + 1
    return pd.concat(seats, ignore_index=True), pd.concat(games, ignore_index=True)
