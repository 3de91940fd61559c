"""Best responses and dominated strategies: what can be said before any equilibrium is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from simkit.theory.linear import maximise
from simkit.theory.payoffs import Floats, Payoffs

EDGE_COLUMNS = ["source", "target", "seat", "leaves", "takes", "gain", "se"]


def best_responses(payoffs: Payoffs) -> pd.DataFrame:
    """Return the best-response graph: who would change to what, and what it gains.

    A cell without an edge is a pure equilibrium. In a symmetric game a cell is a multiset, and one seat
    stands for all that play alike.

    Returns
    -------
    pandas.DataFrame
        One row per edge: ``source`` and ``target`` (strategies, joined by " + "), the ``seat`` that
        changes, what it ``leaves`` and ``takes``, the ``gain`` and its standard error ``se``;
        ``source_cell`` and ``target_cell`` are the numbers of the cells.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> best_responses(classics.game("prisoners_dilemma"))[["source", "target", "gain"]]
                   source             target  gain
    0     silent + silent   silent + confess   2.0
    1    silent + confess  confess + confess   1.0
    """
    payoffs.need_complete()
    rows: list[dict[str, Any]] = []
    for cell, profile in enumerate(payoffs.profiles.tolist()):
        for seat, own in enumerate(profile):
            if payoffs.symmetric and own in profile[:seat]:
                continue
            rows += _changes(payoffs, cell, profile, seat)
    columns = [*EDGE_COLUMNS, "source_cell", "target_cell"]
    return pd.DataFrame(rows, columns=columns)


def _changes(payoffs: Payoffs, cell: int, profile: list[int], seat: int) -> list[dict[str, Any]]:
    """Return the edges of one seat of one cell: all of its best replies, if it has better ones."""
    names = payoffs.strategies[seat]
    targets, earned, errors = [], [], []
    for other in range(len(names)):
        changed = [*profile[:seat], other, *profile[seat + 1 :]]
        target = payoffs.cell(*changed)
        column = sorted(changed).index(other) if payoffs.symmetric else seat
        targets.append(target)
        earned.append(payoffs.mean[target, column])
        errors.append(payoffs.se[target, column])
    best, own = max(earned), profile[seat]
    if best <= earned[own] + payoffs.tolerance:
        return []
    return [
        {
            "source": " + ".join(payoffs.profile_names(cell)),
            "target": " + ".join(payoffs.profile_names(targets[other])),
            "seat": seat,
            "leaves": names[own],
            "takes": names[other],
            "gain": float(earned[other] - earned[own]),
            "se": float(np.hypot(errors[other], errors[own])),
            "source_cell": cell,
            "target_cell": targets[other],
        }
        for other in range(len(names))
        if earned[other] >= best - payoffs.tolerance
    ]


def sinks(payoffs: Payoffs) -> list[list[str]]:
    """Return where best responses lead: groups of cells that lead into each other and nowhere else.

    A group of one is a pure equilibrium; a larger one is a circle that the players never leave.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> sinks(classics.game("rock_paper_scissors"))
    [['rock + paper', 'rock + scissors', 'paper + scissors']]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    edges = best_responses(payoffs)
    size = len(payoffs.profiles)
    source, target = edges["source_cell"].to_numpy(int), edges["target_cell"].to_numpy(int)
    graph = csr_array((np.ones(len(edges)), (source, target)), shape=(size, size))
    count, group = connected_components(graph, directed=True, connection="strong")
    left = set(group[source][group[source] != group[target]].tolist())
    return [
        [" + ".join(payoffs.profile_names(int(cell))) for cell in np.flatnonzero(group == number)]
        for number in sorted(range(count), key=lambda n: int(np.flatnonzero(group == n)[0]))
        if number not in left
    ]


def dominated(
    payoffs: Payoffs,
    *,
    weakly: bool = False,
    iterated: bool = True,
    draws: int = 200,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the dominated strategies: another one, or a blend, does better whatever the others do.

    Parameters
    ----------
    payoffs
        A complete table.
    weakly
        Also strike what is never better and sometimes worse. (What is left may then depend on the
        order; each round strikes all that it finds.)
    iterated
        Look again after striking, until nothing is found.
    draws, seed
        Where payoffs have errors: in how many redrawn tables `sure` is counted.

    Returns
    -------
    pandas.DataFrame
        One row per strategy: ``round``, ``seat`` (-1 for all seats of a symmetric game), ``strategy``,
        ``by`` (the blend), ``margin`` (what it gains at least), ``kind`` and ``sure`` (the share of
        redrawn tables in which that same blend dominates it).

    Examples
    --------
    >>> from simkit.theory import classics
    >>> dominated(classics.game("strike_out"))[["round", "seat", "strategy", "by", "margin"]]
       round  seat strategy     by  margin
    0      1     1   centre  right     1.0
    1      2     0   middle    top     2.0
    2      2     0   bottom    top     1.0
    3      3     1    right   left     1.0
    """
    payoffs.need_complete()
    rows: list[dict[str, Any]] = []
    left = payoffs
    number = 1
    while True:
        found = [row for seat in _told_apart(left) for row in _dominated_in(left, seat, weakly)]
        for row in found:
            row["sure"] = _sure(left, row, draws, seed)
            rows.append({"round": number, **row})
        if not found or not iterated:
            break
        left = _without(left, found)
        number += 1
    columns = ["round", "seat", "strategy", "by", "margin", "kind", "sure"]
    return pd.DataFrame(rows, columns=columns)


def survivors(payoffs: Payoffs, *, weakly: bool = False) -> Payoffs:
    """Return the table that is left when dominated strategies are struck out again and again.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> survivors(classics.game("strike_out")).strategies
    (('top',), ('left',))
    """
    found = dominated(payoffs, weakly=weakly, draws=0)
    left = payoffs
    for _, rows in found.groupby("round"):
        left = _without(left, rows.to_dict("records"))
    return left


def _told_apart(payoffs: Payoffs) -> list[int]:
    return [-1] if payoffs.symmetric else list(range(payoffs.seats))


def _without(payoffs: Payoffs, rows: Any) -> Payoffs:
    struck = [(row["seat"], row["strategy"]) for row in rows]
    keep = [
        [name for name in names if (seat, name) not in struck and (-1, name) not in struck]
        for seat, names in enumerate(payoffs.strategies)
    ]
    return payoffs.subset(keep)


def _earned(payoffs: Payoffs, seat: int) -> Floats:
    """Return what each strategy of a seat earns (rows) against all that the others may do (columns)."""
    if payoffs.symmetric:
        return payoffs.others[2].T
    grid = np.moveaxis(payoffs.tensor[seat], seat, 0)
    return np.asarray(grid.reshape(len(grid), -1))


def _dominated_in(payoffs: Payoffs, seat: int, weakly: bool) -> list[dict[str, Any]]:
    grid = _earned(payoffs, seat)
    names = payoffs.strategies[max(seat, 0)]
    found = []
    candidates = list(range(len(names)))
    for own in range(len(names)):
        if len(candidates) == 1:
            break
        others = [i for i in candidates if i != own]
        for kind in ("strictly", "weakly") if weakly else ("strictly",):
            blend, gain = _best_blend(grid, own, others, strict=kind == "strictly")
            if blend is None or gain <= payoffs.tolerance * 10:
                continue
            shares = [
                (names[i], s) for i, s in zip(others, blend.tolist(), strict=True) if s > 1e-6
            ]
            by = " + ".join(f"{100 * s:.0f} % {n}" if s < 1 - 1e-6 else n for n, s in shares)
            margin = gain if kind == "strictly" else 0.0
            found.append(
                {
                    "seat": seat,
                    "strategy": names[own],
                    "by": by,
                    "margin": round(margin, 9),
                    "kind": kind,
                    "_blend": dict(shares),
                }
            )
            if kind == "weakly":
                candidates.remove(own)  # of two that are alike in turn, one has to stay
            break
    return found


def _best_blend(
    grid: Floats, own: int, others: list[int], strict: bool
) -> tuple[Floats | None, float]:
    """Return the blend of `others` that does best against strategy `own`, and by how much.

    Strict: by how much it is better in the worst case. Weak: by how much on average, if it is nowhere
    worse.
    """
    ahead = (grid[others] - grid[own]).T  # cases x blend
    if strict:
        plain = ahead.min(axis=0)
        if plain.max() > 1e-9:  # a single strategy will do, and is easier to speak of
            return np.eye(len(others))[plain.argmax()], float(plain.max())
        found = maximise(
            np.r_[np.zeros(len(others)), 1.0], np.c_[-ahead, np.ones(len(ahead))], free=1
        )
    else:
        found = maximise(ahead.mean(axis=0), -ahead)
    return (None, 0.0) if found is None else (found[0][: len(others)], found[1])


def _sure(payoffs: Payoffs, row: dict[str, Any], draws: int, seed: int) -> float:
    """Return the share of redrawn tables in which the same blend still dominates."""
    blend: dict[str, float] = row.pop("_blend")
    if payoffs.exact or draws < 1:
        return 1.0 if payoffs.exact else float("nan")
    names = payoffs.strategies[max(row["seat"], 0)]
    shares = np.array([blend.get(name, 0.0) for name in names])
    own = names.index(row["strategy"])
    rng = np.random.default_rng(seed)
    wins = 0
    for _ in range(draws):
        grid = _earned(payoffs.draw(rng), row["seat"])
        ahead = shares @ grid - grid[own]
        wins += bool(ahead.min() > 0 if row["kind"] == "strictly" else ahead.min() >= 0)
    return wins / draws
