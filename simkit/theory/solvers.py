"""How equilibria are found; `simkit.theory.equilibria` checks every answer by its regret."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simkit.core.errors import SimkitError
from simkit.theory.linear import maximise
from simkit.theory.payoffs import Floats, Payoffs

ENUMERATED = 200_000  # bases of the best-response polytopes that are looked at, at most
CHUNK = 20_000
SUPPORTS = 800  # combinations of supports that are searched, at most
STARTS = 8

Support = tuple[int, ...]


# Two seats ----------------------------------------------------------------------------------------


def two_seat_vertices(payoffs: Payoffs) -> Iterator[list[Floats]]:
    """Yield all extreme equilibria: the pairs of vertices that between them carry every label.

    A label is a strategy that is either not in use or a best reply. Vertices are found from all bases,
    so that degenerate games, in which many bases meet in one vertex, lose nothing.
    """
    first, second = (_scaled(grid) for grid in payoffs.tensor)
    rows, columns = first.shape
    mine, my_labels = _vertices(second.T, rows, unused_first=True)
    theirs, their_labels = _vertices(first, rows, unused_first=False)
    everything = (1 << (rows + columns)) - 1
    for i, j in zip(*_complete_pairs(my_labels, their_labels, everything), strict=True):
        if mine[i].any() and theirs[j].any():
            yield [mine[i] / mine[i].sum(), theirs[j] / theirs[j].sum()]


def _scaled(grid: Floats) -> Floats:
    """Shift and stretch payoffs to 1..2, which changes no equilibrium."""
    low, spread = grid.min(), np.ptp(grid)
    found: Floats = 1 + (grid - low) / (spread if spread > 0 else 1.0)
    return found


def _complete_pairs(
    mine: Sequence[int], theirs: Sequence[int], everything: int
) -> tuple[list[int], list[int]]:
    pairs = [
        (i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs) if a | b == everything
    ]
    return [i for i, _ in pairs], [j for _, j in pairs]


def _vertices(grid: Floats, rows: int, unused_first: bool) -> tuple[Floats, list[int]]:
    """Return the vertices of ``z >= 0, grid z <= 1`` and their labels as bit masks.

    The labels of a strategy of seat 1 are bits 0.., those of seat 2 follow.
    """
    limits, size = grid.shape
    found: dict[tuple[float, ...], int] = {(0.0,) * size: _mask(range(size), unused_first, rows)}
    for used in range(1, min(limits, size) + 1):
        supports = np.array(list(itertools.combinations(range(size), used)))
        tights = np.array(list(itertools.combinations(range(limits), used)))
        pairs = np.array(list(itertools.product(range(len(supports)), range(len(tights)))))
        for start in range(0, len(pairs), CHUNK):
            part = pairs[start : start + CHUNK]
            s, t = supports[part[:, 0]], tights[part[:, 1]]
            systems = grid[t[:, :, None], s[:, None, :]]
            good = np.abs(np.linalg.det(systems)) > 1e-11
            if not good.any():
                continue
            solved = np.linalg.solve(systems[good], np.ones((int(good.sum()), used, 1)))[:, :, 0]
            points = np.zeros((len(solved), size))
            np.put_along_axis(points, s[good], solved, axis=1)
            slack = 1 - points @ grid.T
            inside = (points.min(axis=1) > -1e-9) & (slack.min(axis=1) > -1e-9)
            for point, room in zip(points[inside], slack[inside], strict=True):
                unused = np.flatnonzero(point < 1e-9).tolist()
                tight = np.flatnonzero(room < 1e-9).tolist()
                labels = _mask(unused, unused_first, rows) | _mask(tight, not unused_first, rows)
                found[tuple(np.round(np.clip(point, 0, None), 12).tolist())] = labels
    return np.array(list(found)), list(found.values())


def _mask(numbers: Any, first_seat: bool, rows: int) -> int:
    return sum(1 << (number if first_seat else rows + number) for number in numbers)


def lemke_howson(payoffs: Payoffs) -> Iterator[list[Floats]]:
    """Yield the pure equilibria and what Lemke and Howson's paths from every label end in.

    Ties are broken lexicographically, so no path runs in circles, and each is cut after 100,000 steps.
    (nashpy's version breaks no ties and did not come back from a random game of 12 x 12.)
    """
    first, second = payoffs.tensor
    rows, columns = first.shape
    best = (first == first.max(axis=0)) & (second == second.max(axis=1)[:, None])
    for i, j in zip(*(axis.tolist() for axis in np.nonzero(best)), strict=True):
        yield [np.eye(rows)[i], np.eye(columns)[j]]
    for label in range(rows + columns):
        found = _path_end(_scaled(first), _scaled(second), label)
        if found is not None:
            yield found


def _path_end(first: Floats, second: Floats, label: int) -> list[Floats] | None:
    rows, columns = first.shape
    # Columns 0 .. rows-1 belong to strategies of seat 1, the next to those of seat 2: as variables of
    # one's own tableau, as slack (best reply or not) in the other's. The last is the right-hand side.
    mine = np.hstack([second.T, np.eye(columns), np.ones((columns, 1))])
    theirs = np.hstack([np.eye(rows), first, np.ones((rows, 1))])
    my_basis, their_basis = list(range(rows, rows + columns)), list(range(rows))
    entering, on_mine = label, label < rows
    for _ in range(100_000):
        tableau, basis = (mine, my_basis) if on_mine else (theirs, their_basis)
        slack = slice(rows, rows + columns) if on_mine else slice(0, rows)
        row = _leaving_row(tableau, entering, slack)
        if row is None:
            return None
        leaving, basis[row] = basis[row], entering
        tableau[row] /= tableau[row, entering]
        others = np.arange(len(tableau)) != row
        tableau[others] -= np.outer(tableau[others, entering], tableau[row])
        if leaving == label:
            x, y = np.zeros(rows), np.zeros(columns)
            for r, var in enumerate(my_basis):
                if var < rows:
                    x[var] = max(0.0, mine[r, -1])
            for r, var in enumerate(their_basis):
                if var >= rows:
                    y[var - rows] = max(0.0, theirs[r, -1])
            return [x / x.sum(), y / y.sum()] if x.any() and y.any() else None
        entering, on_mine = leaving, not on_mine
    return None


def _leaving_row(tableau: Floats, entering: int, slack: slice) -> int | None:
    """Return the row with the smallest ratio; among equals the lexicographically smallest."""
    pivots = tableau[:, entering]
    rows = np.flatnonzero(pivots > 1e-10)
    if not rows.size:
        return None
    ratios = np.c_[tableau[rows, -1], tableau[rows, slack]] / pivots[rows, None]
    for column in range(ratios.shape[1]):
        close = ratios[:, column] <= ratios[:, column].min() + 1e-12
        rows, ratios = rows[close], ratios[close]
        if rows.size == 1:
            break
    return int(rows[0])


def linear_program(payoffs: Payoffs) -> Iterator[list[Floats]]:
    """Yield one equilibrium of a constant-sum game: each seat secures as much as it can."""
    first, second = payoffs.tensor
    yield [_secure(_scaled(first)), _secure(_scaled(second.T))]


def _secure(grid: Floats) -> Floats:
    """Return the mix of rows with the best worst case."""
    rows, columns = grid.shape
    found = maximise(np.r_[np.zeros(rows), 1.0], np.c_[-grid.T, np.ones(columns)], free=1)
    if found is None:
        raise SimkitError("the linear program found no mix")
    return found[0][:rows]


# Symmetric games of any number of seats -----------------------------------------------------------


def search_symmetric(payoffs: Payoffs) -> Iterator[Floats]:
    """Yield candidates for symmetric equilibria, support by support.

    On one and two strategies all of them; on more, what Newton's method finds from several starts.
    Beyond eight strategies, supports of more than three are those in which replicator dynamics end.
    """
    size = payoffs.sizes[0]
    largest = size if size <= 8 else 3
    supports = [
        support
        for used in range(1, largest + 1)
        for support in itertools.combinations(range(size), used)
    ]
    if size > 8:
        ends = {end for end in _replicator_ends(payoffs) if len(end) > largest}
        supports += sorted(ends)
    for support in supports:
        if len(support) == 1:
            yield np.eye(size)[support[0]]
        elif len(support) == 2:
            yield from _on_two(payoffs, support)
        else:
            yield from _on_many(payoffs, support)


def _on_two(payoffs: Payoffs, support: Support) -> Iterator[Floats]:
    """Yield all mixes of two strategies that make them earn alike: roots of a polynomial."""
    i, j = support
    counts, ways, earns = payoffs.others
    only = counts[:, i] + counts[:, j] == payoffs.seats - 1
    polynomial = np.polynomial.Polynomial([0.0])
    p = np.polynomial.Polynomial([0.0, 1.0])
    for count, way, gain in zip(
        counts[only, i], ways[only], earns[only, i] - earns[only, j], strict=True
    ):
        polynomial += way * gain * p ** int(count) * (1 - p) ** int(payoffs.seats - 1 - count)
    scale = float(np.abs(polynomial.coef).max())
    if scale <= payoffs.tolerance:
        roots = [0.5]  # every mix will do; the middle stands for all
    else:
        found = np.asarray(polynomial.trim(1e-13 * scale).roots(), dtype=complex)
        real = found.real[np.abs(found.imag) < 1e-7].tolist()
        roots = [root for root in real if 0 < root < 1]
    for root in roots:
        mix = np.zeros(payoffs.sizes[0])
        mix[i], mix[j] = root, 1 - root
        yield mix


def _on_many(payoffs: Payoffs, support: Support) -> Iterator[Floats]:
    size, used = payoffs.sizes[0], list(support)
    if payoffs.seats == 2:
        found = _indifferent(payoffs.tensor[0][np.ix_(used, used)])
        if found is not None:
            yield _spread_out(found, used, size)
        return
    rng = np.random.default_rng([size, *support])
    starts = [np.full(len(used), 1 / len(used)), *rng.dirichlet(np.ones(len(used)), STARTS)]
    for start in starts:
        mixes = closed_support(
            payoffs, (support,) * payoffs.seats, [_spread_out(start, used, size)] * payoffs.seats
        )
        if mixes is not None:
            yield mixes[0]


def _spread_out(shares: Floats, used: list[int], size: int) -> Floats:
    mix = np.zeros(size)
    mix[used] = shares
    return mix


def _indifferent(grid: Floats) -> Floats | None:
    """Return the mix of columns against which all rows earn the same, if there is one."""
    rows, columns = grid.shape
    system = np.zeros((rows + 1, columns + 1))
    system[:rows, :columns] = grid
    system[:rows, columns] = -1.0
    system[rows, :columns] = 1.0
    goal = np.r_[np.zeros(rows), 1.0]
    found = np.linalg.lstsq(system, goal, rcond=None)[0]
    if np.abs(system @ found - goal).max() > 1e-9 * max(1.0, np.abs(grid).max()):
        return None
    mix = found[:columns]
    if mix.min() < -1e-9:
        return None
    mix = np.clip(mix, 0, None)
    return np.asarray(mix / mix.sum())


# Any game -----------------------------------------------------------------------------------------


def closed_support(
    payoffs: Payoffs, supports: Sequence[Support], start: Sequence[Floats]
) -> list[Floats] | None:
    """Return mixes on given supports under which all strategies in use earn alike, from a start.

    In a symmetric game with one support and start for all seats, the mixes are the same for all.
    """
    if all(len(support) == 1 for support in supports):
        return [np.eye(size)[s[0]] for size, s in zip(payoffs.sizes, supports, strict=True)]
    if payoffs.seats == 2:
        return _closed_two(payoffs, supports)
    alike = (
        payoffs.symmetric
        and len(set(supports)) == 1
        and all(np.array_equal(mix, start[0]) for mix in start)
    )
    seats = 1 if alike else payoffs.seats
    used = [list(support) for support in supports[:seats]]

    def unpack(vector: Floats) -> list[Floats]:
        parts = np.split(vector, np.cumsum([len(u) for u in used])[:-1])
        pairs = zip(parts, used, strict=True)
        return [_spread_out(p, u, payoffs.sizes[s]) for s, (p, u) in enumerate(pairs)]

    def gaps(vector: Floats) -> Floats:
        mixes = unpack(vector)
        values = [_raw_against(payoffs, mixes[0])] if alike else _raw_values(payoffs, mixes)
        rows = []
        for value, mix, u in zip(values, mixes, used, strict=True):
            rows += [value[u[1:]] - value[u[0]], [mix.sum() - 1]]
        return np.concatenate(rows)

    from scipy.optimize import root

    begin = np.concatenate([start[s][u] for s, u in enumerate(used)])
    found = root(gaps, begin, method="hybr", options={"xtol": 1e-13})
    mixes = unpack(found.x)
    if np.abs(gaps(found.x)).max() > 1e-9 * max(1.0, payoffs.spread):
        return None
    if min(mix.min() for mix in mixes) < -1e-9:
        return None
    clean = [np.clip(mix, 0, None) for mix in mixes]
    clean = [mix / mix.sum() for mix in clean]
    return clean * payoffs.seats if alike else clean


def _raw_against(payoffs: Payoffs, mix: Floats) -> Floats:
    """Return `Payoffs.against` for numbers that need not be chances yet."""
    counts, ways, earns = payoffs.others
    return np.asarray((ways * np.prod(mix**counts, axis=1)) @ earns)


def _raw_values(payoffs: Payoffs, mixes: Sequence[Floats]) -> list[Floats]:
    """Return `Payoffs.values` for numbers that need not be chances yet."""
    found = []
    for seat in range(payoffs.seats):
        earns = np.moveaxis(payoffs.tensor[seat], seat, 0)
        for other in reversed([s for s in range(payoffs.seats) if s != seat]):
            earns = earns @ mixes[other]
        found.append(earns)
    return found


def _closed_two(payoffs: Payoffs, supports: Sequence[Support]) -> list[Floats] | None:
    mine, theirs = (list(support) for support in supports)
    first, second = payoffs.tensor
    y = _indifferent(first[np.ix_(mine, theirs)])
    x = _indifferent(second[np.ix_(mine, theirs)].T)
    if x is None or y is None:
        return None
    return [_spread_out(x, mine, len(first)), _spread_out(y, theirs, first.shape[1])]


def search_seats(payoffs: Payoffs) -> Iterator[list[Floats]]:
    """Yield candidates for equilibria of a game whose seats differ, by a search over supports.

    Supports are searched from small to large; where there are too many, those in which replicator
    dynamics come to rest are tried.
    """
    choices = [
        [s for used in range(1, size + 1) for s in itertools.combinations(range(size), used)]
        for size in payoffs.sizes
    ]
    if math.prod(len(c) for c in choices) <= SUPPORTS:
        combinations = sorted(
            itertools.product(*choices), key=lambda c: (sum(map(len, c)), max(map(len, c)))
        )
    else:
        combinations = _seat_ends(payoffs)
    for supports in combinations:
        if all(len(s) == 1 for s in supports) or _pointless(payoffs, supports):
            continue
        rng = np.random.default_rng([len(s) for s in supports])
        for attempt in range(STARTS):
            start = [
                _spread_out(
                    np.full(len(s), 1 / len(s)) if attempt == 0 else rng.dirichlet(np.ones(len(s))),
                    list(s),
                    size,
                )
                for s, size in zip(supports, payoffs.sizes, strict=True)
            ]
            mixes = closed_support(payoffs, supports, start)
            if mixes is not None:
                yield mixes


def _pointless(payoffs: Payoffs, supports: Sequence[Support]) -> bool:
    """Tell whether a strategy in use is always worse than another one against these supports."""
    for seat in range(payoffs.seats):
        index = [
            list(s) if other != seat else list(range(payoffs.sizes[seat]))
            for other, s in enumerate(supports)
        ]
        grid = np.moveaxis(payoffs.tensor[seat][np.ix_(*index)], seat, 0)
        flat = grid.reshape(len(grid), -1)
        for own in supports[seat]:
            if np.any(np.all(flat > flat[own] + payoffs.tolerance, axis=1)):
                return True
    return False


def _replicator_ends(payoffs: Payoffs) -> list[Support]:
    rng = np.random.default_rng(payoffs.sizes[0])
    ends = []
    for start in rng.dirichlet(np.ones(payoffs.sizes[0]), STARTS):
        mix = start
        for _ in range(4000):
            mix = _grown(mix, payoffs.against(mix), payoffs.spread)
        ends.append(tuple(np.flatnonzero(mix > 1e-3).tolist()))
    return ends


def _seat_ends(payoffs: Payoffs) -> list[tuple[Support, ...]]:
    rng = np.random.default_rng(list(payoffs.sizes))
    ends: dict[tuple[Support, ...], None] = {}
    for _ in range(STARTS):
        mixes = [rng.dirichlet(np.ones(size)) for size in payoffs.sizes]
        sums = [np.zeros(size) for size in payoffs.sizes]
        for step in range(4000):
            values = _raw_values(payoffs, mixes)
            mixes = [_grown(m, v, payoffs.spread) for m, v in zip(mixes, values, strict=True)]
            if step >= 2000:  # where the dynamics circle, their average may be an equilibrium
                sums = [total + mix for total, mix in zip(sums, mixes, strict=True)]
        for shares in (mixes, [total / 2000 for total in sums]):
            ends[tuple(tuple(np.flatnonzero(mix > 1e-2).tolist()) for mix in shares)] = None
    return list(ends)


def _grown(mix: Floats, values: Floats, spread: float) -> Floats:
    """Return the next generation: strategies multiply by what they earn."""
    grown = mix * np.exp(0.1 * (values - values.max()) / (spread or 1.0))
    return np.asarray(grown / grown.sum())


def gambit_answers(payoffs: Payoffs) -> Iterator[list[Floats]]:
    """Yield what pygambit 17 or newer finds: all supports' polynomial systems, and the logit path."""
    try:
        import pygambit
    except ImportError:
        raise SimkitError("the method 'gambit' needs pygambit 17 or newer") from None
    if not hasattr(pygambit, "StrategicGame"):
        raise SimkitError("the method 'gambit' needs pygambit 17 or newer")
    game = pygambit.StrategicGame.from_arrays(*payoffs.tensor)
    found = list(pygambit.nash.enumpoly_solve(game).equilibria)
    # (Its gnm_solve never came back from a symmetric game of three seats.)
    for profile in [*found, pygambit.nash.logit_solve(game).equilibrium]:
        mixes = [
            np.array([float(chance) for _, chance in profile[player]]) for player in game.players
        ]
        yield [np.clip(mix, 0, None) / np.clip(mix, 0, None).sum() for mix in mixes]
