"""How populations drift: replicator, logit, fictitious play, Moran process, alpha-rank.

A symmetric game is played by one population that plays itself; in any other game each seat has a
population of its own. Trajectories are tidy frames: ``time``, ``population``, ``strategy``, ``share``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue
from simkit.theory.payoffs import Floats, Ints, Mix, Payoffs

LARGEST_CHAIN = 1500  # states of a Markov chain that is solved


# Velocities ---------------------------------------------------------------------------------------


def velocity(payoffs: Payoffs, mixes: Sequence[Mix], noise: float | None = None) -> list[Floats]:
    """Return how fast the shares change, one array per population.

    Parameters
    ----------
    payoffs
        A complete table.
    mixes
        The populations now: one for a symmetric game, else one per seat.
    noise
        None for replicator dynamics (strategies grow by what they earn above average); a number for
        logit dynamics (players revise towards what earns most; the smaller, the more surely).

    Examples
    --------
    >>> from simkit.theory import classics
    >>> velocity(classics.game("hawk_dove"), [{"hawk": 0.25, "dove": 0.75}])
    [array([ 0.09375, -0.09375])]
    """
    start = _populations(payoffs, mixes)
    return [
        _rule(noise)(mix, value) for mix, value in zip(start, _earned(payoffs, start), strict=True)
    ]


def _rule(noise: float | None) -> Callable[[Floats, Floats], Floats]:
    if noise is None:
        return lambda mix, value: np.asarray(mix * (value - mix @ value))
    if noise <= 0:
        raise BadValue("noise", f"{noise} is not positive")

    def logit(mix: Floats, value: Floats) -> Floats:
        wish = np.exp((value - value.max()) / noise)
        return np.asarray(wish / wish.sum() - mix)

    return logit


def _populations(payoffs: Payoffs, mixes: Sequence[Mix]) -> list[Floats]:
    payoffs.need_complete()
    wanted = 1 if payoffs.symmetric else payoffs.seats
    if len(mixes) != wanted:
        raise BadValue("start", f"gives {len(mixes)} mixes for {wanted} populations")
    return [payoffs.mix(mix, seat) for seat, mix in enumerate(mixes)]


def _earned(payoffs: Payoffs, mixes: Sequence[Floats]) -> list[Floats]:
    """Return what each strategy earns, per population; the mixes need not be exact chances."""
    from simkit.theory.solvers import _raw_against, _raw_values

    if payoffs.symmetric:
        return [_raw_against(payoffs, mixes[0])]
    return _raw_values(payoffs, mixes)


# Trajectories -------------------------------------------------------------------------------------


def replicator(
    payoffs: Payoffs, start: Sequence[Mix], *, time: float = 20.0, points: int = 201
) -> pd.DataFrame:
    """Return a trajectory of replicator dynamics: what earns more than average spreads.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> path = replicator(classics.game("hawk_dove"), [[0.9, 0.1]], time=50, points=3)
    >>> path.query("strategy == 'hawk'").round(3)
       time population strategy  share
    0   0.0        all     hawk    0.9
    2  25.0        all     hawk    0.5
    4  50.0        all     hawk    0.5
    """
    return _trajectory(payoffs, start, None, time, points)


def logit(
    payoffs: Payoffs,
    start: Sequence[Mix],
    *,
    noise: float = 0.1,
    time: float = 20.0,
    points: int = 201,
) -> pd.DataFrame:
    """Return a trajectory of logit dynamics: players revise to what earns most, with some noise.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> path = logit(classics.game("prisoners_dilemma"), [[1, 0]], noise=0.5, points=2)
    >>> path.round(2).share.tolist()
    [1.0, 0.0, 0.1, 0.9]
    """
    return _trajectory(payoffs, start, noise, time, points)


def _trajectory(
    payoffs: Payoffs, start: Sequence[Mix], noise: float | None, time: float, points: int
) -> pd.DataFrame:
    from scipy.integrate import solve_ivp

    if time <= 0 or points < 2:
        raise BadValue("time", f"{time} with {points} points is no stretch of time")
    begin = _populations(payoffs, start)
    cuts = np.cumsum([len(mix) for mix in begin])[:-1]
    rule = _rule(noise)

    def change(_: float, state: Floats) -> Floats:
        mixes = np.split(state, cuts)
        values = _earned(payoffs, mixes)
        return np.concatenate([rule(m, v) for m, v in zip(mixes, values, strict=True)])

    times = np.linspace(0.0, time, points)
    found = solve_ivp(
        change, (0.0, time), np.concatenate(begin), "DOP853", times, rtol=1e-10, atol=1e-12
    )
    return _path_frame(payoffs, times, [np.split(row, cuts) for row in found.y.T])


def _path_frame(payoffs: Payoffs, times: Floats, path: Sequence[Sequence[Floats]]) -> pd.DataFrame:
    labels = ["all"] if payoffs.symmetric else [f"seat {s + 1}" for s in range(payoffs.seats)]
    names = [(label, name) for s, label in enumerate(labels) for name in payoffs.strategies[s]]
    shares = np.array([np.concatenate(list(mixes)) for mixes in path])
    return pd.DataFrame(
        {
            "time": np.repeat(times, len(names)),
            "population": [label for label, _ in names] * len(times),
            "strategy": [name for _, name in names] * len(times),
            "share": shares.ravel(),
        }
    )


def fictitious_play(
    payoffs: Payoffs, rounds: int = 1000, start: Sequence[Mix] | None = None
) -> pd.DataFrame:
    """Return how often each strategy has been played when all answer what was played so far.

    In every round each seat plays a best reply to the others' frequencies so far (the first of several).
    `start` counts as one round played before; by default all strategies alike.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> path = fictitious_play(classics.game("matching_pennies"), 2000)
    >>> path.tail(4).round(1).share.tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    if start is None:
        count = 1 if payoffs.symmetric else payoffs.seats
        start = [np.full(size, 1 / size) for size in payoffs.sizes[:count]]
    seen = _populations(payoffs, start)
    path = [[mix.copy() for mix in seen]]
    for number in range(1, rounds + 1):
        for mix, value in zip(seen, _earned(payoffs, seen), strict=True):
            best = int(np.argmax(value >= value.max() - payoffs.tolerance))
            mix *= number / (number + 1)
            mix[best] += 1 / (number + 1)
        path.append([mix.copy() for mix in seen])
    return _path_frame(payoffs, np.arange(rounds + 1, dtype=float), path)


# A finite population ------------------------------------------------------------------------------


def _hypergeometric(others: Ints, counts: Sequence[int]) -> Floats:
    """Return the chance of meeting each multiset (rows) when drawing from `counts` without return."""
    from math import comb

    drawn = int(others[0].sum())
    every = comb(sum(counts), drawn)
    rows = others.tolist()
    return np.array(
        [np.prod([comb(c, k) for c, k in zip(counts, row, strict=True)]) / every for row in rows]
    )


def pair_payoffs(payoffs: Payoffs, mutant: int, resident: int, size: int) -> tuple[Floats, Floats]:
    """Return what mutants and residents earn while 1 .. size-1 mutants live among `size`.

    Everybody meets others drawn at random from the population, never itself.
    """
    counts, _, earns = payoffs.others
    only = counts[:, mutant] + counts[:, resident] == payoffs.seats - 1
    pairs = counts[only][:, [mutant, resident]]
    mine, theirs = earns[only, mutant], earns[only, resident]
    mutants, residents = [], []
    for alive in range(1, size):
        mutants.append(_hypergeometric(pairs, (alive - 1, size - alive)) @ mine)
        residents.append(_hypergeometric(pairs, (alive, size - alive - 1)) @ theirs)
    return np.array(mutants), np.array(residents)


def fixation(
    payoffs: Payoffs,
    population: int = 50,
    selection: float = 1.0,
    fitness: str = "exponential",
) -> pd.DataFrame:
    """Return the chance that one mutant takes over a population, under the Moran process.

    Parameters
    ----------
    payoffs
        A symmetric game.
    population
        Number of individuals.
    selection
        How much payoffs matter.
    fitness
        ``exponential``: ``exp(selection * payoff)``; ``linear``: ``1 - selection + selection * payoff``.

    Returns
    -------
    pandas.DataFrame
        One row per ``resident`` and ``mutant``: ``fixation``, and ``neutral`` (one of `population`).

    Examples
    --------
    >>> from simkit.theory import classics
    >>> found = fixation(classics.game("prisoners_dilemma"), population=10, selection=0.1)
    >>> found.round(3)
      resident   mutant  fixation  neutral
    0   silent  confess     0.216      0.1
    1  confess   silent     0.039      0.1
    """
    payoffs.need_complete()
    _need_population(payoffs, population)
    names = payoffs.names
    rows = []
    for resident, mutant in itertools.permutations(range(len(names)), 2):
        chance = np.exp(_log_fixation(payoffs, mutant, resident, population, selection, fitness))
        rows.append((names[resident], names[mutant], float(chance), 1 / population))
    return pd.DataFrame(rows, columns=["resident", "mutant", "fixation", "neutral"])


def _need_population(payoffs: Payoffs, population: int) -> None:
    if population < max(2, payoffs.seats):
        raise BadValue("population", f"{population} cannot fill {payoffs.seats} seats")


def _log_fixation(
    payoffs: Payoffs, mutant: int, resident: int, size: int, selection: float, fitness: str
) -> float:
    mine, theirs = pair_payoffs(payoffs, mutant, resident, size)
    if fitness == "exponential":
        steps = selection * (theirs - mine)
    elif fitness == "linear":
        grow, shrink = 1 - selection + selection * mine, 1 - selection + selection * theirs
        if min(grow.min(), shrink.min()) <= 0:
            raise BadValue("selection", f"{selection} makes some linear fitness zero or negative")
        steps = np.log(shrink) - np.log(grow)
    else:
        raise BadValue("fitness", f"{fitness!r} is neither 'exponential' nor 'linear'")
    return -float(np.logaddexp.reduce(np.r_[0.0, np.cumsum(steps)]))


def small_mutation(
    payoffs: Payoffs,
    population: int = 50,
    selection: float = 1.0,
    fitness: str = "exponential",
) -> pd.DataFrame:
    """Return how much time a population spends with each strategy when mutants are rare.

    Then it nearly always consists of one strategy, and jumps when a mutant takes over.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> small_mutation(classics.game("stag_hunt"), population=10, selection=0.2).round(3)
      strategy  share
    0     stag    0.1
    1     hare    0.9
    """
    payoffs.need_complete()
    _need_population(payoffs, population)
    size = len(payoffs.names)
    logs = np.full((size, size), -np.inf)
    for resident, mutant in itertools.permutations(range(size), 2):
        logs[resident, mutant] = _log_fixation(
            payoffs, mutant, resident, population, selection, fitness
        )
    return pd.DataFrame({"strategy": payoffs.names, "share": stationary(logs)})


def moran(
    payoffs: Payoffs,
    start: dict[str, int],
    *,
    steps: int = 1000,
    selection: float = 1.0,
    mutation: float = 0.0,
    seed: int = 0,
) -> pd.DataFrame:
    """Return a random history of a finite population: one birth by payoff, one random death a step.

    Parameters
    ----------
    payoffs
        A symmetric game.
    start
        Individuals per strategy.
    steps, selection, mutation, seed
        Births to follow; weight of payoffs in ``exp(selection * payoff)``; chance that a child is of a
        random strategy; seed.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> path = moran(classics.game("hawk_dove"), {"hawk": 10, "dove": 10}, steps=3, seed=1)
    >>> path.groupby("time").share.sum().tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    payoffs.need_complete()
    names = payoffs.names
    counts = np.array([int(start.get(name, 0)) for name in names])
    size = int(counts.sum())
    _need_population(payoffs, size)
    payoffs.mix({name: number / size for name, number in start.items()})
    others, _, earns = payoffs.others
    rng = np.random.default_rng(seed)
    path = [[counts / size]]
    earned: dict[tuple[int, ...], Floats] = {}
    for _ in range(steps):
        key = tuple(counts.tolist())
        if key not in earned:
            earned[key] = np.array(
                [
                    _hypergeometric(others, _without_one(key, i)) @ earns[:, i] if key[i] else 0.0
                    for i in range(len(names))
                ]
            )
        weight = counts * np.exp(selection * (earned[key] - earned[key].max()))
        child = int(rng.choice(len(names), p=weight / weight.sum()))
        if mutation and rng.random() < mutation:
            child = int(rng.integers(len(names)))
        counts[int(rng.choice(len(names), p=counts / size))] -= 1
        counts[child] += 1
        path.append([counts / size])
    return _path_frame(payoffs, np.arange(steps + 1, dtype=float), path)


def _without_one(counts: Sequence[int], own: int) -> list[int]:
    return [count - (i == own) for i, count in enumerate(counts)]


# Alpha-rank ---------------------------------------------------------------------------------------


def alpha_rank(
    payoffs: Payoffs,
    alpha: float | None = 100.0,
    population: int = 50,
    *,
    local: bool | None = None,
    noise: float = 0.01,
) -> pd.DataFrame:
    """Return the shares of time that evolution with rare mutants spends where: a ranking.

    Parameters
    ----------
    payoffs
        A symmetric game is ranked as one population, strategy by strategy; any other as one population
        per seat, combination by combination.
    alpha
        Strength of selection; None for its limit, in which only better and worse count.
    population
        Individuals per population.
    local
        Symmetric game: mutant and resident are compared in their direct encounter (two seats only, and
        there the default), not against the whole population.
    noise
        With ``alpha=None``: the chance of a step for the worse (of a tie: one half).

    Returns
    -------
    pandas.DataFrame
        ``strategy`` and ``share``, best first.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> alpha_rank(classics.game("rock_paper_scissors")).round(3)
       strategy  share
    0      rock  0.333
    1     paper  0.333
    2  scissors  0.333
    """
    payoffs.need_complete()
    if (alpha is not None and alpha < 0) or not 0 < noise < 1:
        raise BadValue("alpha", "is not negative, and noise lies between 0 and 1")
    if payoffs.symmetric:
        names = list(payoffs.names)
        logs = _one_population(payoffs, alpha, population, local, noise)
    else:
        names = [" + ".join(payoffs.profile_names(c)) for c in range(len(payoffs.profiles))]
        logs = _many_populations(payoffs, alpha, population, noise)
    found = pd.DataFrame({"strategy": names, "share": stationary(logs)})
    rounded = found["share"].round(12)
    order = np.argsort(-rounded.to_numpy(), kind="stable")
    return found.iloc[order].reset_index(drop=True)


def _one_population(
    payoffs: Payoffs, alpha: float | None, population: int, local: bool | None, noise: float
) -> Floats:
    if local is None:
        local = payoffs.seats == 2
    if payoffs.seats != 2 and (local or alpha is None):
        raise BadValue("local", "comparing strategies in direct encounters needs two seats")
    _need_population(payoffs, population)
    size = len(payoffs.names)
    logs = np.full((size, size), -np.inf)
    for resident, mutant in itertools.permutations(range(size), 2):
        if local or alpha is None:
            grid = payoffs.tensor[0]
            ahead = float(grid[mutant, resident] - grid[resident, mutant])
            logs[resident, mutant] = _log_step(ahead, alpha, population, noise)
        else:
            logs[resident, mutant] = _log_fixation(
                payoffs, mutant, resident, population, alpha, "exponential"
            )
    return logs


def _many_populations(
    payoffs: Payoffs, alpha: float | None, population: int, noise: float
) -> Floats:
    cells = len(payoffs.profiles)
    if cells > LARGEST_CHAIN:
        raise BadValue("payoffs", f"{cells} combinations are more than {LARGEST_CHAIN}")
    logs = np.full((cells, cells), -np.inf)
    for cell, profile in enumerate(payoffs.profiles.tolist()):
        for seat, size in enumerate(payoffs.sizes):
            for other in range(size):
                if other != profile[seat]:
                    target = payoffs.cell(*profile[:seat], other, *profile[seat + 1 :])
                    ahead = float(payoffs.mean[target, seat] - payoffs.mean[cell, seat])
                    logs[cell, target] = _log_step(ahead, alpha, population, noise)
    return logs


def _log_step(ahead: float, alpha: float | None, population: int, noise: float) -> float:
    """Return the logarithm of the chance that a mutant who is `ahead` in payoff takes over."""
    if alpha is None:
        if abs(ahead) < 1e-14:
            return float(np.log(0.5))
        return float(np.log(1 - noise) if ahead > 0 else np.log(noise))
    lead = alpha * ahead
    if abs(lead) < 1e-14:
        return float(-np.log(population))
    # (1 - exp(-lead)) / (1 - exp(-population * lead)) in a form that cannot overflow
    if lead > 0:
        return float(np.log(-np.expm1(-lead)) - np.log(-np.expm1(-population * lead)))
    return float(
        (population - 1) * lead + np.log(-np.expm1(lead)) - np.log(-np.expm1(population * lead))
    )


def stationary(logs: Floats) -> Floats:
    """Return the long-run shares of a Markov chain from the logarithms of its rates.

    State reduction (Grassmann, Taksar, Heyman) adds and multiplies only, and does so with logarithms:
    rates of any smallness keep their relative precision. The diagonal is not read.

    Examples
    --------
    >>> stationary(np.log([[1, 1e-300], [3e-300, 1]]))
    array([0.75, 0.25])
    """
    rates = np.array(logs, dtype=float)
    size = len(rates)
    for last in range(size - 1, 0, -1):
        out = np.logaddexp.reduce(rates[last, :last])
        if np.isneginf(out):
            raise BadValue("chain", "some states are never left, so there is no single long run")
        into = rates[:last, last] - out
        rates[:last, last] = into
        through = into[:, None] + rates[last, :last][None, :]
        rates[:last, :last] = np.logaddexp(rates[:last, :last], through)
    shares = np.full(size, -np.inf)
    shares[0] = 0.0
    for state in range(1, size):
        shares[state] = np.logaddexp.reduce(shares[:state] + rates[:state, state])
    found = np.exp(shares - shares.max())
    return np.asarray(found / found.sum())
