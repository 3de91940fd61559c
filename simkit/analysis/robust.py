"""Findings under other conditions: other bots, profiles, seats, options, readings.

A finding is a claim with a direction ("x wins more than its fair share"). It is checked anew under
each condition, and "not robust" is said as readily as "robust".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from simkit.analysis import balance
from simkit.analysis.frames import seats_with
from simkit.core.errors import BadValue, SimkitError
from simkit.stats.frames import Floats, as_list, codes, game_key, need
from simkit.stats.intervals import LEVEL, covariance, estimate, t_quantile

HOLDS, REVERSED, UNDECIDED, UNSEEN = "holds", "reversed", "undecided", "not seen"


@dataclass(frozen=True)
class Finding:
    """A claim that can be checked on any frame.

    Attributes
    ----------
    who, by
        The group, and the column it stands in.
    above
        Whether it is said to be above (True) or below (False) what it is measured by.
    value
        ``win_share`` (measured by the fair share) or another column of `seats` (measured by the mean of
        the other seats of the same game).
    """

    who: object
    by: str = "faction"
    above: bool = True
    value: str = "win_share"

    def __str__(self) -> str:
        if self.value == "win_share":
            return f"{self.who} wins {'more' if self.above else 'less'} than its fair share"
        return f"{self.who} has {'more' if self.above else 'less'} {self.value} than the others"

    def rows(self, seats: pd.DataFrame, games: pd.DataFrame | None = None) -> pd.DataFrame:
        """Return the rows of the group, with what it is measured by as ``null``."""
        found = balance.with_fair(seats_with(seats, games, [self.by, self.value]))
        mine = (found[self.by].astype(object) == self.who).to_numpy()
        if self.value == "win_share":
            return found[mine].assign(null=found.loc[mine, "fair"])
        game = codes(found, game_key(found))
        value = found[self.value].to_numpy(dtype=float)
        total, count = np.bincount(game, value * ~mine), np.bincount(game, ~mine)
        with np.errstate(divide="ignore", invalid="ignore"):
            others = (total / count)[game]
        return found[mine].assign(null=others[mine]).dropna(subset=["null"])

    def measure(self, rows: pd.DataFrame, level: float = LEVEL) -> dict[str, float]:
        """Return games, gap (estimate less what it is measured by), se, low, high of some of `rows`.

        Beside these, rows, clusters and df, and for win shares null: what it is measured by.
        """
        if rows.empty:
            nothing = ("gap", "se", "low", "high", "rows", "clusters", "df", "null")
            return {"games": 0} | dict.fromkeys(nothing, np.nan)
        if self.value == "win_share":
            one = estimate(rows, "win_share", share=True, null="null", level=level).iloc[0]
            null = float(one["null"])
        else:
            gaps = rows.assign(_gap=rows[self.value].astype(float) - rows["null"])
            one, null = estimate(gaps, "_gap", level=level).iloc[0], 0.0
        gap, se = float(one["estimate"]) - null, float(one["se"])
        if se == 0:  # all alike: as uncertain as the interval says
            se = float((one["high"] - one["low"]) / 2 / t_quantile(0.5 + level / 2, np.inf))
        ends = {"low": float(one["low"]) - null, "high": float(one["high"]) - null}
        more = {name: float(one[name]) for name in ("rows", "clusters", "df")}
        null = null if self.value == "win_share" else np.nan
        return {"games": int(one["games"]), "gap": gap, "se": se, **ends, **more, "null": null}


def _verdict(gap: Mapping[str, float], above: bool) -> str:
    if not gap["games"] or np.isnan(gap["low"]):
        return UNSEEN
    low, high = (gap["low"], gap["high"]) if above else (-gap["high"], -gap["low"])
    return HOLDS if low > 0 else REVERSED if high < 0 else UNDECIDED


def across(
    finding: Finding,
    conditions: Mapping[str, tuple[pd.DataFrame, pd.DataFrame | None]],
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Check a finding under named conditions, each with its own (seats, games).

    The intervals are widened so that all of them hold at once with the level (Bonferroni); the standard
    error is that of the condition alone.

    Returns
    -------
    pandas.DataFrame
        Per condition: games, gap, se, low, high, rows, clusters, df, null, verdict (holds, reversed,
        undecided, not seen). The attribute ``attrs["verdict"]`` sums up, see `verdict`;
        ``attrs["value"]`` is the figure, ``attrs["alike"]`` says how the gaps hang together where
        conditions share deals (condition -> condition -> correlation).

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(90), 2), "seat": [0, 1] * 90,
    ...     "faction": ["a", "b"] * 90, "win_share": [1.0, 0.0] * 90})
    >>> swapped = seats.assign(win_share=1 - seats.win_share)
    >>> table = across(Finding("a"), {"greedy": (seats, None), "search": (swapped, None)})
    >>> table[["condition", "verdict"]]
      condition   verdict
    0    greedy     holds
    1    search  reversed
    >>> print(verdict(finding=Finding("a"), table=table))
    NOT ROBUST: that a wins more than its fair share holds under 1 of 2 conditions; reversed under search.
    """
    if not conditions:
        raise BadValue("conditions", "at least one is needed")
    parts = {name: finding.rows(seats, games) for name, (seats, games) in conditions.items()}
    return _checked(finding, parts, level)


def _checked(finding: Finding, parts: Mapping[str, pd.DataFrame], level: float) -> pd.DataFrame:
    """Measure a finding in named rows of it, with intervals that hold for all of them at once."""
    narrow = 1 - (1 - level) / len(parts)
    rows = []
    for name, part in parts.items():
        gap = finding.measure(part, narrow)
        rows.append({"condition": name, **gap, "verdict": _verdict(gap, finding.above)})
    table = pd.DataFrame(rows)
    table.attrs["verdict"], table.attrs["value"] = verdict(finding, table), finding.value
    table.attrs["alike"] = _alike(finding, parts)
    return table


def _alike(finding: Finding, parts: Mapping[str, pd.DataFrame]) -> dict[str, dict[str, float]]:
    """Return the correlations of the gaps under conditions that share deals."""
    seen = {name: part for name, part in parts.items() if not part.empty}
    if len(seen) < 2:
        return {}
    frames = [
        part[[c for c in ("run", "game_id", "deal") if c in part.columns]].assign(
            condition=place, gap=part[finding.value].astype(float) - part["null"]
        )
        for place, part in enumerate(seen.values())
    ]
    found = covariance(pd.concat(frames, ignore_index=True), "gap", "condition")
    sd = np.sqrt(np.diag(found))
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = np.nan_to_num(found / sd / sd[:, None])
    names = list(seen)
    return {one: dict(zip(names, alike[i].tolist(), strict=True)) for i, one in enumerate(names)}


def within(
    finding: Finding,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    over: str | Iterable[str] = "bot",
    level: float = LEVEL,
) -> pd.DataFrame:
    """Check a finding apart for each value of columns of one run: bots, profiles, seats, set-ups ...

    ``over`` may also name columns of `games`, such as arm or set-up columns. A condition on a column of
    `seats` is one on the group's own seat: "bot x" is "when x plays it".

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(90), 2), "seat": [0, 1] * 90,
    ...     "faction": ["a", "b"] * 90, "bot": ["x", "x", "y", "y"] * 45,
    ...     "win_share": [1.0, 0.0, 0.5, 0.5] * 45})
    >>> within(Finding("a"), seats, over="bot")[["condition", "gap", "verdict"]]
          condition  gap    verdict
    0  (everything)  0.25      holds
    1         bot x  0.50      holds
    2         bot y  0.00  undecided
    """
    columns = [c for c in as_list(over) if c in seats.columns or (games is not None and c in games)]
    if not columns:
        raise SimkitError(f"none of the columns {', '.join(as_list(over))} is in the tables")
    mine = finding.rows(seats_with(seats, games, columns))
    parts: dict[str, pd.DataFrame] = {"(everything)": mine}
    for column in columns:
        for value in sorted(mine[column].dropna().unique(), key=str):
            parts[f"{column} {value}"] = mine[mine[column] == value]
    return _checked(finding, parts, level)


def verdict(finding: Finding, table: pd.DataFrame) -> str:
    """Sum up a table of conditions and verdicts in one sentence."""
    count = len(table)
    held = int((table["verdict"] == HOLDS).sum())
    against = table.loc[table["verdict"] == REVERSED, "condition"]
    claim = f"that {finding} holds under {held} of {count} conditions"
    if len(against):
        return f"NOT ROBUST: {claim}; reversed under {', '.join(map(str, against))}."
    if held == count:
        return f"ROBUST: {claim}."
    doubtful = ", ".join(map(str, table.loc[table["verdict"] != HOLDS, "condition"]))
    return f"NOT ROBUST: {claim}; undecided or not seen under {doubtful}."


def heterogeneity(table: pd.DataFrame) -> pd.DataFrame:
    """Test whether conditions differ more than chance: Cochran's Q over gaps.

    Standard errors of few deals are uncertain (Welch's correction, where the table has df), those of few
    wins are replaced by what follows if all gaps are equal (where it has null), and gaps of conditions
    that share deals hang together (Rao and Scott's correction, where ``attrs["alike"]`` says so).

    Parameters
    ----------
    table
        Rows with gap and se, as `across` makes them.

    Returns
    -------
    pandas.DataFrame
        One row: conditions, q, df, p, and between: the standard deviation of the true gaps (DerSimonian
        and Laird).

    References
    ----------
    Cochran (1954), Biometrics 10, 101-129. DerSimonian and Laird (1986), Controlled Clinical Trials 7,
    177-188. Welch (1951), Biometrika 38, 330-336. Rao and Scott (1984), Annals of Statistics 12, 46-60.

    Examples
    --------
    >>> heterogeneity(pd.DataFrame({"gap": [0.1, 0.1, 0.4], "se": 0.05}))[["q", "between"]].round(2)
          q  between
    0  24.0     0.17
    """
    from scipy.special import fdtrc

    need(table, ["gap", "se"], "conditions")
    part = table.dropna(subset=["gap", "se"])
    if len(part) < 2 or (part["se"] <= 0).any():
        raise SimkitError("heterogeneity needs at least two conditions with standard errors")
    gap = part["gap"].to_numpy(dtype=float)
    counted = "null" in part.columns and part["null"].notna().all()
    se, df = _if_all_alike(part) if counted else _as_seen(part)
    weight = 1 / se**2
    mean = (weight * gap).sum() / weight.sum()
    q = float((weight * (gap - mean) ** 2).sum())
    share = weight / weight.sum()
    root = np.sqrt(weight)[:, None] * (np.eye(len(part)) - share)
    spread = root @ (_correlation(part) * np.outer(se, se)) @ root.T
    first, second = float(np.trace(spread)), float((spread**2).sum())
    df1 = first**2 / second
    unsure = float(((1 - share) ** 2 / df).sum()) if np.isfinite(df).any() else 0.0
    k = len(part)
    df2 = (k**2 - 1) / (3 * unsure) if unsure > 0 else 1e9
    f = q / first / (1 + 2 * (k - 2) / (k**2 - 1) * unsure)
    scale = weight.sum() - (weight**2).sum() / weight.sum()
    between = float(np.sqrt(max(0.0, (q - first) / scale)))
    return pd.DataFrame(
        [{"conditions": k, "q": q, "df": k - 1, "p": float(fdtrc(df1, df2, f)), "between": between}]
    )


def _as_seen(part: pd.DataFrame) -> tuple[Floats, Floats]:
    """Return standard errors as they were estimated, and their degrees of freedom."""
    se: Floats = part["se"].to_numpy(dtype=float)
    df: Floats = np.full(len(part), np.inf)
    if "df" in part.columns:
        df = part["df"].fillna(np.inf).to_numpy(dtype=float)
    return se, df


def _if_all_alike(part: pd.DataFrame) -> tuple[Floats, Floats]:
    """Return standard errors of win shares, were their gaps equal, and their degrees of freedom.

    How much the games of a deal go alike is estimated over all conditions together.
    """
    rows, null, gap, se = (part[c].to_numpy(dtype=float) for c in ("rows", "null", "gap", "se"))
    clusters = part["clusters"].to_numpy(dtype=float)
    share = np.clip(null + gap, 0, 1)
    single = bool((rows == clusters).all())
    apart = float((rows * share * (1 - share)).sum())
    design = 1.0 if single or not apart else float((rows**2 * se**2).sum()) / apart
    equal = np.clip(null + (rows * gap).sum() / rows.sum(), 0.5 / rows.sum(), 1 - 0.5 / rows.sum())
    whole = np.inf if single else max(1.0, float((clusters - 1).sum()))
    found: Floats = np.sqrt(design * equal * (1 - equal) / rows)
    return found, np.full(found.shape, whole)


def _correlation(part: pd.DataFrame) -> Floats:
    """Return the correlations of the conditions of a table, as far as they are known."""
    alike = part.attrs.get("alike", {})
    found = np.eye(len(part))
    if alike and "condition" in part.columns:
        names = [str(name) for name in part["condition"]]
        for i, j in combinations(range(len(names)), 2):
            found[i, j] = found[j, i] = alike.get(names[i], {}).get(names[j], 0.0)
    return found


def conditions_of(
    seats: pd.DataFrame, games: pd.DataFrame, over: str | Iterable[str]
) -> dict[str, tuple[pd.DataFrame, pd.DataFrame]]:
    """Split a run by columns of `games` (arm, title, seats, set-up) into conditions for `across`.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1], "arm": ["x", "y"]})
    >>> seats = pd.DataFrame({"game_id": [0, 1], "seat": 0})
    >>> {k: len(v[0]) for k, v in conditions_of(seats, games, "arm").items()}
    {'arm x': 1, 'arm y': 1}
    """
    columns = as_list(over)
    need(games, columns, "games")
    number = codes(games, columns)
    found = {}
    for i in range(int(number.max()) + 1):
        part = games[number == i]
        name = ", ".join(f"{c} {part[c].iloc[0]}" for c in columns)
        found[name] = (seats.merge(part[game_key(part)], on=game_key(part)), part)
    return found
