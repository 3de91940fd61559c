"""Who will win, seen from the middle of the game: chances after each round, and turning points.

Per round a conditional logit of the seats at the table on their scores, seats, factions and whatever
else of `moves` is asked for. Every game is judged by a model that was fitted without its deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from simkit.analysis.decisions import standings
from simkit.analysis.frames import seats_with
from simkit.core.errors import SimkitError
from simkit.stats.frames import Codes, Floats, as_list, cluster_codes, codes, game_key, need
from simkit.stats.intervals import LEVEL, estimate
from simkit.stats.regression import dummies

RIDGE = 1.0


def chances(
    moves: pd.DataFrame,
    seats: pd.DataFrame,
    games: pd.DataFrame | None = None,
    *,
    control: str | Iterable[str] = ("seat", "faction"),
    figures: str | Iterable[str] = (),
    folds: int = 5,
) -> pd.DataFrame:
    """Chance of every seat to win, at the beginning and after each round but the last.

    Parameters
    ----------
    control
        Columns of `seats` whose values may differ in strength; those that do not vary are left out.
    figures
        Columns of `moves` with figures of the deciding seat (coins, cards ...) to look at besides the
        score.
    folds
        Parts into which the deals are cut; each is judged by a model of the others.

    Returns
    -------
    pandas.DataFrame
        Per game, round (0 = before the first) and seat: score, lead, chance, win_share.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> n = 200
    >>> half = rng.integers(0, 9, (n, 2))
    >>> end = half + rng.integers(0, 9, (n, 2)) + [0.5, 0]
    >>> moves = pd.DataFrame({"game_id": np.repeat(range(n), 4), "move": [0, 1, 2, 3] * n,
    ...     "seat": [0, 1] * 2 * n, "round": [1, 1, 2, 2] * n,
    ...     "score_before": np.hstack([0 * half, half]).ravel()})
    >>> seats = pd.DataFrame({"game_id": np.repeat(range(n), 2), "seat": [0, 1] * n,
    ...     "win_share": (end == end.max(axis=1, keepdims=True)).ravel().astype(float)})
    >>> found = chances(moves, seats, control="seat")
    >>> found.groupby("round").chance.std().round(2).tolist()
    [0.1, 0.29]
    """
    place = standings(moves, seats)
    key = [*game_key(place), "seat"]
    start = _first_round(place["round"])
    place["round"] = place["round"].astype(int) - start
    place = place[place["round"] >= 0]
    columns = [c for c in as_list(control) if c == "seat" or c in seats.columns]
    found = seats_with(seats, games, ["win_share", *columns])
    extra = _figures(moves, place, key, as_list(figures))
    keep = [c for c in dict.fromkeys([*columns, "win_share", "deal"]) if c in found.columns]
    found = place.merge(found[[*key, *[c for c in keep if c not in key]]], on=key)
    found = found.sort_values([*game_key(found), "round", "seat"], ignore_index=True)
    unit = cluster_codes(found)
    if int(unit.max()) + 1 < max(2, folds):
        raise SimkitError(f"win chances need at least {max(2, folds)} deals")
    fold = np.random.default_rng(0).permutation(int(unit.max()) + 1)[unit] % max(2, folds)
    if extra is not None:
        found = found.merge(extra, on=[*key, "round"], how="left")
    found["chance"] = np.nan
    for _, part in found.groupby("round", sort=True):
        x = _design(part, columns, as_list(figures))
        game = codes(part, game_key(part))
        wins = part["win_share"].to_numpy(dtype=float)
        chance = np.full(len(part), np.nan)
        beta = np.zeros(x.shape[1])
        for number in range(max(2, folds)):
            test = fold[part.index] == number
            if not test.any():
                continue
            train = ~test
            beta = _fit(x[train], wins[train], game[train], beta)
            chance[test] = _shares(x[test] @ beta, game[test])
        found.loc[part.index, "chance"] = chance
    return found[[*key[:-1], "round", "seat", "score", "lead", "chance", "win_share",
                  *[c for c in ("deal",) if c in found.columns]]]  # fmt: skip


def _first_round(rounds: pd.Series) -> int:
    """Return the number of the first round; a round 0 before it belongs to the set-up."""
    lowest, highest = int(rounds.min()), int(rounds.max())
    return 1 if lowest <= 0 < highest else lowest


def _figures(
    moves: pd.DataFrame, place: pd.DataFrame, key: list[str], names: Sequence[str]
) -> pd.DataFrame | None:
    """First value of each figure in each round, per seat, numbered like `place`."""
    if not names:
        return None
    need(moves, names, "moves")
    rows = moves.sort_values([*key[:-1], "move"], kind="stable")
    rows = rows.drop_duplicates([*key, "round"])[[*key, "round", *names]]
    rows = rows.assign(round=rows["round"].astype(int) - _first_round(rows["round"]))
    found = place[[*key, "round"]].merge(rows, on=[*key, "round"], how="left")
    group = codes(found, key)
    found[list(names)] = found[list(names)].astype(float).groupby(group).ffill()
    return found.fillna(dict.fromkeys(names, 0.0))


def _design(part: pd.DataFrame, control: Sequence[str], figures: Sequence[str]) -> Floats:
    """Scores and figures in units of their spread, and one column per value of each control."""
    blocks = []
    for name in ("score", "lead", *figures):
        values = part[name].to_numpy(dtype=float)
        spread = values.std()
        blocks.append((values / spread if spread > 0 else 0 * values)[:, None])
    blocks += [dummies(part[c].astype(object))[0] for c in control if part[c].nunique() > 1]
    return np.hstack(blocks)


def _shares(utility: Floats, game: Codes) -> Floats:
    """Turn utilities into chances that sum to 1 per game; rows of a game stand together."""
    start = np.flatnonzero(np.diff(game, prepend=-1))
    size = np.diff(np.append(start, len(game)))
    worth = np.exp(utility - np.repeat(np.maximum.reduceat(utility, start), size))
    found: Floats = worth / np.repeat(np.add.reduceat(worth, start), size)
    return found


def _fit(x: Floats, wins: Floats, game: Codes, beta: Floats) -> Floats:
    """Conditional logit by Newton's method from `beta`, with a slight ridge against separation."""
    start = np.flatnonzero(np.diff(game, prepend=-1))
    for _ in range(50):
        chance = _shares(x @ beta, game)
        gradient = x.T @ (wins - chance) - RIDGE * beta
        mean = np.add.reduceat(x * chance[:, None], start)
        hessian = (x * chance[:, None]).T @ x - mean.T @ mean + RIDGE * np.eye(len(beta))
        step = np.linalg.solve(hessian, gradient)
        step *= min(1.0, 5 / max(float(np.abs(step).max()), 1e-12))
        beta = beta + step
        if float(np.abs(step).max()) < 1e-7:
            break
    return beta


def calibration(table: pd.DataFrame, *, bins: int = 10, level: float = LEVEL) -> pd.DataFrame:
    """Are the chances true? Predicted chance beside the share of wins that came of it.

    Parameters
    ----------
    table
        Table of `chances`.

    Returns
    -------
    pandas.DataFrame
        Per class of about equal size: rows, predicted (mean chance), estimate (win share), low, high.

    Examples
    --------
    >>> table = pd.DataFrame({"game_id": range(8), "chance": [0.2] * 4 + [0.8] * 4,
    ...     "win_share": [0, 0, 0, 1, 1, 1, 1, 0]})
    >>> calibration(table, bins=2)[["predicted", "estimate"]]
       predicted  estimate
    0        0.2      0.25
    1        0.8      0.75
    """
    need(table, ["chance", "win_share"], "chances")
    rank = table["chance"].rank(method="average", pct=True).to_numpy()
    number = np.minimum(np.ceil(rank * bins - 1e-9), bins).astype(int)
    part = table.assign(_bin=number)
    found = estimate(part, "win_share", "_bin", share=True, level=level, table="chances")
    mean = estimate(part, "chance", "_bin", table="chances")
    found.insert(1, "predicted", mean["estimate"])
    return found[["rows", "predicted", "estimate", "low", "high"]]


def sharpness(table: pd.DataFrame) -> pd.DataFrame:
    """How much is decided when: mean squared error of the chances by round, beside knowing nothing.

    ``known`` is the share of the uncertainty that is gone (0 = a fair guess, 1 = the winner is known),
    with ``known_low`` and ``known_high`` from the interval of the error.

    Examples
    --------
    >>> table = pd.DataFrame({"game_id": [0, 0], "round": 0, "seat": [0, 1],
    ...     "chance": [0.8, 0.2], "win_share": [1.0, 0.0]})
    >>> sharpness(table)[["round", "error", "known"]].round(2)
       round  error  known
    0      0   0.04   0.84
    """
    need(table, ["round", "chance", "win_share"], "chances")
    fair = 1 / np.bincount(codes(table, [*game_key(table), "round"]))
    fair = fair[codes(table, [*game_key(table), "round"])]
    part = table.assign(
        error=(table["chance"] - table["win_share"]) ** 2,
        guess=(fair - table["win_share"]) ** 2,
    )
    error = estimate(part, "error", "round", table="chances")
    guess = estimate(part, "guess", "round", table="chances")
    found = error[["round", "games", "estimate", "low", "high"]]
    found = found.rename(columns={"estimate": "error"})
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, of in (("known", "error"), ("known_low", "high"), ("known_high", "low")):
            found[name] = 1 - found[of] / guess["estimate"]
    return found


def turning_points(table: pd.DataFrame, game_id: int, run: str | None = None) -> pd.DataFrame:
    """Rounds that changed the outlook of one game most.

    Returns
    -------
    pandas.DataFrame
        Per round: swing (half the sum of all changes of chances), winner_before, winner_after (chance
        of who won), gained (seat that gained most), gain; the largest swing first. The last row of
        play compares with the result.

    Examples
    --------
    >>> table = pd.DataFrame({"game_id": 7, "round": [0, 0, 1, 1], "seat": [0, 1] * 2,
    ...     "chance": [0.5, 0.5, 0.9, 0.1], "win_share": [1.0, 0.0] * 2})
    >>> turning_points(table, 7)[["round", "swing", "winner_after", "gained"]]
       round  swing  winner_after  gained
    0      1    0.4           0.9       0
    1      2    0.1           1.0       0
    """
    need(table, ["game_id", "round", "seat", "chance", "win_share"], "chances")
    part = table[table["game_id"] == game_id]
    if run is not None:
        part = part[part["run"].astype(str) == run]
    if part.empty:
        raise SimkitError(f"there are no chances of game {game_id}")
    wide = part.pivot(index="round", columns="seat", values="chance").sort_index()
    wins = part.drop_duplicates("seat").set_index("seat")["win_share"].astype(float)
    wide.loc[int(wide.index.max()) + 1] = wins.reindex(wide.columns)
    change = wide.diff().iloc[1:]
    winner = (wide * wins / wins.sum()).sum(axis=1)
    found = pd.DataFrame({"round": change.index, "swing": change.abs().sum(axis=1).to_numpy() / 2})
    found["winner_before"] = winner.to_numpy()[:-1]
    found["winner_after"] = winner.to_numpy()[1:]
    found["gained"], found["gain"] = change.idxmax(axis=1).to_numpy(), change.max(axis=1).to_numpy()
    return found.sort_values("swing", ascending=False, kind="stable", ignore_index=True)
