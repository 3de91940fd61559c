"""What depends on the table: match-ups, set-ups, and averages freed of seat and line-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from simkit.analysis.balance import with_margin
from simkit.analysis.frames import seats_with
from simkit.core.errors import SimkitError, UnknownName
from simkit.stats.corrections import holm
from simkit.stats.frames import Codes, Floats, as_list, cluster_codes, codes, game_key, need
from simkit.stats.intervals import LEVEL, estimate, t_quantile, t_two_sided
from simkit.stats.regression import dummies, least_squares

LEAST = 5  # deals in which a group must have met a level of a set-up
PLAN = (
    "run", "arm", "game_id", "deal", "lineup", "rotation", "seed", "title", "seats", "rules_version",
    "rounds", "decisions", "end_reason",
)  # fmt: skip
INTERACTION = ("setup", "level", "rows", "estimate", "se", "low", "high", "p")


def setup_columns(games: pd.DataFrame, most: int = 24) -> list[str]:
    """Return the set-up columns of `games` that vary and have at most `most` different values.

    Columns of names are taken as set-ups; figures are results of play as a rule (how often the deck
    was reshuffled), and have to be asked for by name where they are not.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": [0, 1], "deal": [0, 1], "tile": ["x", "y"], "map": "m",
    ...     "reshuffles": [0, 3]})
    >>> setup_columns(games)
    ['tile']
    """
    plain = pd.api.types.is_numeric_dtype
    found = [str(c) for c in games.columns if c not in PLAN]
    found = [c for c in found if games[c].dtype == bool or not plain(games[c].dtype)]
    return [c for c in found if 2 <= games[c].nunique() <= most]


def pairs(seats: pd.DataFrame, columns: Iterable[str]) -> pd.DataFrame:
    """Return every ordered pair of seats of a game; the other seat's columns end in ``_other``."""
    key = game_key(seats)
    wanted = [*key, "seat", *[c for c in columns if c not in (*key, "seat")]]
    left = seats[[*wanted, *(["deal"] if "deal" in seats.columns else [])]]
    both = left.merge(seats[wanted], on=key, suffixes=("", "_other"))
    return both[both["seat"] != both["seat_other"]].reset_index(drop=True)


def matchups(
    seats: pd.DataFrame,
    by: str = "faction",
    games: pd.DataFrame | None = None,
    *,
    level: float = LEVEL,
) -> pd.DataFrame:
    """How often one finishes ahead of another when both are at the table (a tie counts half).

    Returns
    -------
    pandas.DataFrame
        Per ordered pair (`by`, `by`_other): games, estimate, low, high, p_holm (of "even"), and the
        mean difference of their scores. In games of more than two seats others may finish between.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "rank": [1, 2, 2, 1], "score": [9, 5, 3, 8]})
    >>> matchups(seats)[["faction", "faction_other", "games", "estimate", "score_gap"]]
      faction faction_other  games  estimate  score_gap
    0       a             b      2       1.0        4.5
    1       b             a      2       0.0       -4.5
    """
    found = seats_with(seats, games, [by, "rank", "score"])
    if found.groupby(codes(found, game_key(found)))["seat"].size().max() < 2:
        raise SimkitError("match-ups need games of at least two seats")
    both = pairs(found, [by, "rank", "score"])
    both = both[both[by].astype(object) != both[f"{by}_other"].astype(object)]
    if both.empty:
        raise SimkitError(f"no game has two seats that differ in {by!r}: there are no match-ups")
    ahead = np.sign(both["rank_other"].to_numpy(dtype=int) - both["rank"].to_numpy(dtype=int))
    both = both.assign(ahead=0.5 + ahead / 2, score_gap=both["score"] - both["score_other"])
    keys = [by, f"{by}_other"]
    table = estimate(both, "ahead", keys, share=True, null=0.5, level=level)
    gap = estimate(both, "score_gap", keys, level=level)
    table["score_gap"] = gap["estimate"]
    # Every pair stands twice, once from each side: count it once in the correction.
    once = table[by].astype(str) < table[f"{by}_other"].astype(str)
    table["p_holm"] = np.minimum(1, holm(table["p"].where(once)))
    mirror = table.loc[once, [f"{by}_other", by, "p_holm"]]
    mirror.columns = pd.Index([by, f"{by}_other", "p_mirror"])
    table = table.merge(mirror, on=keys, how="left")
    table["p_holm"] = table["p_holm"].fillna(table.pop("p_mirror"))
    return table


def adjusted(
    seats: pd.DataFrame,
    by: str = "faction",
    games: pd.DataFrame | None = None,
    *,
    value: str = "score",
    on: Sequence[str] = ("seat", "lineup"),
    level: float = LEVEL,
) -> pd.DataFrame:
    """Mean per group freed of chance differences in seat, line-up and set-up, by regression.

    What is adjusted for is fixed before the game begins, so the mean stays that of the plain average
    (in the long run over random deals) and only its chance error shrinks.

    Parameters
    ----------
    value
        Column to average, ``margin`` included.
    on
        What to adjust for: ``seat``, ``lineup`` (which others are at the table) and set-up columns of
        `games`. ``deal`` stands for all set-up columns that vary. ``lineup`` takes it that line-ups
        are drawn evenly.

    Returns
    -------
    pandas.DataFrame
        Per group: rows, plain (mean), plain_se, estimate, se, low, high, and gain: how many times as
        many games the plain mean would need for the same precision.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> seat = np.tile([0, 1], 200)
    >>> faction = np.where(rng.random(400) < 0.5, "a", "b")
    >>> score = 40 - 9 * seat + 2 * (faction == "a") + rng.normal(size=400)
    >>> seats = pd.DataFrame({"game_id": np.repeat(np.arange(200), 2), "seat": seat,
    ...     "faction": faction, "score": score})
    >>> adjusted(seats, on=["seat"])[["faction", "estimate", "gain"]].round(1)
      faction  estimate  gain
    0       a      37.5  10.3
    1       b      35.4  10.6
    """
    terms = _terms(games, on)
    setup = [c for c in terms if c not in ("seat", "lineup")]
    base = "score" if value == "margin" and "margin" not in seats.columns else value
    found = seats_with(seats, games, [by, base, *setup])
    found = (with_margin(found) if base != value else found).reset_index(drop=True)
    opponents = _opponents(found, by) if "lineup" in terms else None
    keep = np.flatnonzero(found[[by, value]].notna().all(axis=1))
    part = found.iloc[keep]
    flags = [dummies(part[c].astype(object))[0] for c in terms if c != "lineup"]
    blocks = [block - block.mean(axis=0) for block in flags]
    if opponents is not None:
        blocks.append(opponents[keep])
    group, names = dummies(part[by].astype(object))
    x = np.hstack([group, *blocks])
    y = part[value].to_numpy(dtype=float)
    fit = least_squares(y, x, cluster_codes(part))
    contrast = np.eye(len(names), x.shape[1])
    mean, se, low, high = fit.combine(contrast, level)
    plain = estimate(part, value, by, level=level).set_index(by)
    table = pd.DataFrame({by: names, "rows": group.sum(axis=0).astype(int)})
    table["plain"] = plain["estimate"].reindex(names).to_numpy()
    table["plain_se"] = plain["se"].reindex(names).to_numpy()
    table["estimate"], table["se"], table["low"], table["high"] = mean, se, low, high
    table["gain"] = (table["plain_se"] / table["se"]) ** 2
    return table


def _terms(games: pd.DataFrame | None, on: Sequence[str]) -> list[str]:
    terms: list[str] = []
    for name in on:
        if name == "deal":
            if games is None:
                raise SimkitError("adjusting for the deal needs the table `games`")
            terms += setup_columns(games)
        elif name in ("seat", "lineup") or (games is not None and name in games.columns):
            terms.append(name)
        else:
            known = ["seat", "lineup", "deal", *(setup_columns(games) if games is not None else [])]
            raise UnknownName("adjustment", name, known)
    return list(dict.fromkeys(terms))


def _opponents(seats: pd.DataFrame, by: str) -> Floats:
    """Count, row by row, the other seats of the game in each group, less what even line-ups expect.

    A group does not meet itself (nor what it excludes), so the expectation depends on the group; to
    subtract a plain average would turn the mean of "its own games" into another question. Line-ups
    that are not drawn evenly are refused: their expectation cannot be known from the frame.
    """
    from scipy.special import chdtrc

    own, names = dummies(seats[by].astype(object))
    game = codes(seats, game_key(seats))
    total = np.zeros((int(game.max()) + 1, own.shape[1]))
    np.add.at(total, game, own)
    others = total[game] - own
    met = own.T @ others
    even = (met > 0) * (met.sum(axis=1) / np.maximum((met > 0).sum(axis=1), 1))[:, None]
    upper = np.triu(met > 0)
    chi2 = float((((met - even) ** 2)[upper] / even[upper]).sum())
    chi2 *= (int(cluster_codes(seats).max()) + 1) / len(total)  # a mirrored line-up is drawn once
    df = int(upper.sum()) - len(names)
    if df > 0 and chdtrc(df, chi2) < 1e-6:
        raise SimkitError(
            f"the line-ups are not drawn evenly by {by!r}; leave 'lineup' out of the adjustment"
        )
    found: Floats = others - own @ (even / own.sum(axis=0)[:, None])
    return found


def interactions(
    seats: pd.DataFrame,
    games: pd.DataFrame,
    by: str = "faction",
    *,
    value: str = "score",
    columns: Iterable[str] | None = None,
    level: float = LEVEL,
) -> pd.DataFrame:
    """Which set-ups suit which faction: deviations from "good faction plus generous set-up".

    Parameters
    ----------
    columns
        Set-up columns of `games` (or columns of `seats`, such as seat); all that vary by default.

    Returns
    -------
    pandas.DataFrame
        Per set-up column, its level and group: rows, estimate (in the unit of `value`; the deviations
        of a column sum to 0 over its levels and over the groups), se, low, high, effect (in standard
        deviations of `value`), p_holm over the whole table. Levels that some group met in fewer than
        five deals are left out.

    Examples
    --------
    >>> games = pd.DataFrame({"game_id": range(400), "tile": ["x", "y"] * 200})
    >>> seats = pd.DataFrame({"game_id": range(400), "seat": 0, "faction": list("aabb") * 100})
    >>> seats["score"] = 30 + 2 * ((seats.faction == "a") == (games.tile == "x"))
    >>> interactions(seats, games)[["setup", "level", "faction", "estimate"]]
      setup level faction  estimate
    0  tile     x       a       1.0
    1  tile     x       b      -1.0
    2  tile     y       a      -1.0
    3  tile     y       b       1.0
    """
    chosen = setup_columns(games) if columns is None else as_list(columns)
    if not chosen:
        raise SimkitError("no set-up column of `games` varies: there is nothing to interact with")
    base = "score" if value == "margin" and "margin" not in seats.columns else value
    found = seats_with(seats, games, [by, base, *[c for c in chosen if c not in seats.columns]])
    found = with_margin(found) if base != value else found
    need(found, chosen)
    spread = float(found[value].std())
    tables = [_interaction(found, by, value, column, level) for column in chosen]
    table = pd.concat([t for t in tables if len(t)] or tables[:1], ignore_index=True)
    if table.empty:
        raise SimkitError(
            f"no two values of {by!r} met two levels of a set-up in {LEAST} deals each: play more games"
        )
    table["effect"] = table["estimate"] / spread if spread > 0 else np.nan
    table["p_holm"] = holm(table["p"])
    return table


def _interaction(
    frame: pd.DataFrame, by: str, value: str, column: str, level: float
) -> pd.DataFrame:
    """Deviations of the cells of one set-up column from the sum of its margins."""
    part = frame[[*game_key(frame), *[c for c in ("deal",) if c in frame.columns]]].assign(
        group=frame[by], level=frame[column], value=frame[value].astype(float)
    )
    part = part.dropna(subset=["group", "level", "value"])
    if part.empty:
        return pd.DataFrame(columns=INTERACTION)
    part = part.assign(unit=cluster_codes(part))
    met = part.drop_duplicates(["group", "level", "unit"])
    deals = pd.crosstab(met["group"].astype(object), met["level"].astype(object))
    deals = deals.loc[:, (deals >= LEAST).all()]
    if deals.shape[0] < 2 or deals.shape[1] < 2:
        return pd.DataFrame(columns=INTERACTION)
    part = part[part["level"].isin(deals.columns)]
    rows, cols = deals.shape
    row = pd.Categorical(part["group"], deals.index).codes.astype(np.int64)
    col = pd.Categorical(part["level"], deals.columns).codes.astype(np.int64)
    cell = row * cols + col
    mean, covariance = _cell_means(
        part["value"].to_numpy(), cell, part["unit"].to_numpy(), deals.to_numpy().ravel()
    )
    sweep = np.kron(np.eye(rows) - 1 / rows, np.eye(cols) - 1 / cols)
    se = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", sweep, covariance, sweep), 0))
    # Welch and Satterthwaite: a deviation is as uncertain as its least known cells
    parts = sweep**2 * np.diag(covariance)
    with np.errstate(divide="ignore", invalid="ignore"):
        df = parts.sum(axis=1) ** 2 / (parts**2 / (deals.to_numpy().ravel() - 1)).sum(axis=1)
        df = np.where(np.isfinite(df), df, np.inf)
        gap = sweep @ mean
        p = t_two_sided(np.where(np.abs(gap) < 1e-9, 0, gap / se), df)
    half = t_quantile(0.5 + level / 2, df) * se
    count = np.bincount(cell, minlength=rows * cols)
    place = np.arange(rows * cols).reshape(rows, cols).T.ravel()  # level by level
    return pd.DataFrame(
        {
            "setup": column,
            "level": np.asarray(deals.columns, dtype=object)[place % cols],
            by: np.asarray(deals.index, dtype=object)[place // cols],
            "rows": count[place],
            "estimate": gap[place],
            "se": se[place],
            "low": (gap - half)[place],
            "high": (gap + half)[place],
            "p": p[place],
        }
    )


def _cell_means(values: Floats, cell: Codes, unit: Codes, deals: Codes) -> tuple[Floats, Floats]:
    """Return means of cells and their joint cluster-robust covariance; `deals` counts those of each."""
    from scipy.sparse import csr_matrix

    n = np.bincount(cell)
    mean: Floats = np.bincount(cell, values) / n
    # a deal touches few of the cells, so the sums by deal and cell are kept sparse
    weight = np.sqrt(deals / (deals - 1)) / n
    influence = csr_matrix(((values - mean[cell]) * weight[cell], (unit, cell)))
    covariance: Floats = (influence.T @ influence).toarray()
    return mean, covariance


def interaction_sizes(table: pd.DataFrame) -> pd.DataFrame:
    """How much each set-up column matters to who is strong: one row per column of `interactions`.

    Returns
    -------
    pandas.DataFrame
        setup, cells, spread (standard deviation of the true deviations, the chance error taken out),
        largest (deviation), and sure: cells beyond doubt after correction.

    Examples
    --------
    >>> table = pd.DataFrame({"setup": "tile", "estimate": [1.0, -1, -1, 1], "se": 0.1, "p_holm": 0})
    >>> interaction_sizes(table).round(3)
      setup  cells  spread  largest  sure
    0  tile      4   0.995      1.0     4
    """
    rows = []
    for name, part in table.groupby("setup", sort=False, observed=True):
        noise = (part["estimate"] ** 2 - part["se"] ** 2).mean()
        rows.append(
            {
                "setup": name,
                "cells": len(part),
                "spread": float(np.sqrt(max(0.0, noise))),
                "largest": float(part["estimate"].abs().max()),
                "sure": int((part["p_holm"] < 1 - LEVEL).sum()),
            }
        )
    columns = ["setup", "cells", "spread", "largest", "sure"]
    found = pd.DataFrame(rows, columns=columns)
    return found.sort_values("spread", ascending=False, ignore_index=True)
