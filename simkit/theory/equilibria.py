"""Nash equilibria of payoff tables; every answer carries its regret.

An equilibrium is a mix per seat from which nobody gains by changing alone. The *regret* of an answer is
the most that any seat could still gain, computed from the payoffs anew: it proves the answer, whatever
method found it.

What is found: in games of two seats all extreme equilibria (all equilibria, if the game is not
degenerate); in symmetric games of more seats all pure ones, all symmetric ones on one or two strategies,
and symmetric ones on more strategies as far as a search from many starts finds them; in other games all
pure ones and what a search over supports finds.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pandas as pd

from simkit.core.errors import BadValue, UnknownName
from simkit.theory.correlated import Correlated, correlated
from simkit.theory.payoffs import Floats, Mix, Payoffs
from simkit.theory.responses import best_responses, dominated, sinks, survivors
from simkit.theory.solvers import (
    ENUMERATED,
    closed_support,
    gambit_answers,
    lemke_howson,
    linear_program,
    search_seats,
    search_symmetric,
    two_seat_vertices,
)
from simkit.theory.uncertainty import Uncertainty, bootstrap

__all__ = [
    "Correlated",
    "Equilibrium",
    "Uncertainty",
    "best_responses",
    "bootstrap",
    "correlated",
    "dominated",
    "frame",
    "nash",
    "pure",
    "regret",
    "sinks",
    "survivors",
    "symmetric",
    "zero_sum",
]

METHODS = ("auto", "vertices", "lemke_howson", "lp", "search", "gambit")
SAME = 1e-6  # mixes closer than this are one answer


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A mix per seat, what it earns, and its regret.

    Attributes
    ----------
    strategies
        Names of the strategies of each seat.
    mixes
        Chance of each strategy, per seat.
    values
        What each seat earns on average.
    regret
        The most that a seat could gain by changing alone.
    method
        How it was found.
    component
        Answers of a game of two seats with the same number hang together: where two of them share a
        seat's mix, every blend of the two is an equilibrium as well.
    """

    strategies: tuple[tuple[str, ...], ...]
    mixes: tuple[Floats, ...]
    values: Floats
    regret: float
    method: str
    component: int = 0

    @property
    def symmetric(self) -> bool:
        """Whether all seats play the same mix."""
        return len(set(self.strategies)) == 1 and all(
            np.allclose(mix, self.mixes[0], atol=SAME) for mix in self.mixes
        )

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """Per seat, the numbers of the strategies in use."""
        return tuple(tuple(np.flatnonzero(mix > SAME).tolist()) for mix in self.mixes)

    @property
    def is_pure(self) -> bool:
        """Whether no seat leaves anything to chance."""
        return all(len(support) == 1 for support in self.supports)

    def frame(self) -> pd.DataFrame:
        """Return the mixes as a tidy frame: seat, strategy, share, value of the seat."""
        rows = [
            (seat, name, share, self.values[seat])
            for seat, names in enumerate(self.strategies)
            for name, share in zip(names, self.mixes[seat].tolist(), strict=True)
        ]
        return pd.DataFrame(rows, columns=["seat", "strategy", "share", "value"])

    def __str__(self) -> str:
        regret = f"regret {self.regret:.1g}" if self.regret > 1e-9 else "regret 0"
        if self.symmetric:
            return f"everybody: {_mix_text(self.strategies[0], self.mixes[0])} ({regret})"
        seats = [
            f"seat {seat + 1}: {_mix_text(names, self.mixes[seat])}"
            for seat, names in enumerate(self.strategies)
        ]
        return f"{'; '.join(seats)} ({regret})"


def _mix_text(names: Sequence[str], mix: Floats) -> str:
    parts = []
    for name, share in zip(names, mix.tolist(), strict=True):
        if share > SAME:
            near = Fraction(share).limit_denominator(20)
            plain = abs(float(near) - share) < 1e-9
            parts.append(f"{near} {name}" if plain else f"{100 * share:.1f} % {name}")
    return parts[0].removeprefix("1 ") if len(parts) == 1 else ", ".join(parts)


def regret(payoffs: Payoffs, mixes: Sequence[Mix]) -> float:
    """Return the most that any seat gains by changing alone; one mix may stand for all seats.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> regret(classics.game("rock_paper_scissors"), [{"rock": 1}])
    1.0
    """
    payoffs.need_complete()
    return float(payoffs.regrets(mixes).max())


def made(payoffs: Payoffs, mixes: Iterable[Mix], method: str) -> Equilibrium:
    """Return mixes with their values and regret, computed from the payoffs."""
    played = payoffs.mixes(list(mixes))
    values = payoffs.expected(played)
    return Equilibrium(payoffs.strategies, tuple(played), values, regret(payoffs, played), method)


def nash(payoffs: Payoffs, method: str = "auto", tolerance: float = 1e-7) -> list[Equilibrium]:
    """Return the Nash equilibria that `method` finds, simplest first; see the module for which.

    Parameters
    ----------
    payoffs
        A complete table.
    method
        ``auto`` chooses by the kind of game. Two seats: ``vertices`` (all extreme equilibria),
        ``lemke_howson`` (some, in large games), ``lp`` (one, constant-sum games). Any number:
        ``search`` (supports, from many starts), ``gambit`` (pygambit 17, if it is installed; never
        chosen by itself: answers should not depend on what is installed).
    tolerance
        Largest regret, as a part of the spread of the payoffs, with which an answer counts.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> for found in nash(classics.game("battle_of_the_sexes")):
    ...     print(found)
    everybody: football (regret 0)
    everybody: opera (regret 0)
    seat 1: 3/5 opera, 2/5 football; seat 2: 2/5 opera, 3/5 football (regret 0)
    """
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    payoffs.need_complete()
    if method == "auto":
        method = _method_for(payoffs)
    limit = tolerance * max(payoffs.spread, 1e-300)
    answers = [made(payoffs, mixes, how) for how, mixes in _candidates(payoffs, method)]
    kept = [found for found in answers if found.regret <= limit]
    return _in_order(_distinct(kept), payoffs.seats == 2)


def _method_for(payoffs: Payoffs) -> str:
    if payoffs.seats != 2:
        return "search"
    if math.comb(sum(payoffs.sizes), payoffs.sizes[0]) <= ENUMERATED:
        return "vertices"
    return "lemke_howson" if payoffs.constant_sum is None else "lp"


def _candidates(payoffs: Payoffs, method: str) -> Iterable[tuple[str, list[Floats]]]:
    two = {"vertices": two_seat_vertices, "lemke_howson": lemke_howson, "lp": linear_program}
    if method in two:
        if payoffs.seats != 2:
            raise BadValue("method", f"{method!r} is for two seats, not {payoffs.seats}")
        if method == "lp" and payoffs.constant_sum is None:
            raise BadValue("method", "'lp' is for games in which the payoffs of a cell sum alike")
        yield from ((method, mixes) for mixes in two[method](payoffs))
        return
    yield from (("pure", list(found.mixes)) for found in pure(payoffs))
    if method == "gambit":
        yield from (("gambit", mixes) for mixes in gambit_answers(payoffs))
    elif payoffs.symmetric:
        yield from (("search", [mix]) for mix in search_symmetric(payoffs))
    else:
        yield from (("search", mixes) for mixes in search_seats(payoffs))


def _distinct(answers: Sequence[Equilibrium]) -> list[Equilibrium]:
    kept: list[Equilibrium] = []
    for found in sorted(answers, key=lambda e: e.regret):
        if not any(_distance(found, other) < 10 * SAME for other in kept):
            kept.append(found)
    return kept


def _distance(one: Equilibrium, other: Equilibrium) -> float:
    pairs = zip(one.mixes, other.mixes, strict=True)
    return max(float(np.abs(a - b).max()) for a, b in pairs)


def _in_order(answers: list[Equilibrium], two_seats: bool) -> list[Equilibrium]:
    def key(found: Equilibrium) -> tuple[int, list[list[float]]]:
        size = sum(len(support) for support in found.supports)
        return size, [np.round(mix, 6).tolist() for mix in found.mixes]

    ordered = sorted(answers, key=key)
    if not two_seats:
        return [replace(found, component=i) for i, found in enumerate(ordered)]
    number = list(range(len(ordered)))
    for i, j in itertools.combinations(range(len(ordered)), 2):
        pairs = zip(ordered[i].mixes, ordered[j].mixes, strict=True)
        if any(np.abs(a - b).max() < 10 * SAME for a, b in pairs):
            old, new = number[j], number[i]
            number = [new if n == old else n for n in number]
    rank = {n: r for r, n in enumerate(dict.fromkeys(number))}
    return [replace(found, component=rank[n]) for found, n in zip(ordered, number, strict=True)]


def pure(payoffs: Payoffs) -> list[Equilibrium]:
    """Return all equilibria without chance; in a symmetric game one for all ways to seat it.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> [str(found) for found in pure(classics.game("prisoners_dilemma"))]
    ['everybody: confess (regret 0)']
    """
    payoffs.need_complete()
    edges = best_responses(payoffs)
    moved = set(edges["source_cell"].tolist())
    stay = [cell for cell in range(len(payoffs.profiles)) if cell not in moved]
    answers = []
    for cell in stay:
        unit = [
            np.eye(size)[i] for size, i in zip(payoffs.sizes, payoffs.profiles[cell], strict=True)
        ]
        answers.append(made(payoffs, unit, "pure"))
    return answers


def zero_sum(payoffs: Payoffs) -> Equilibrium:
    """Return one equilibrium of a constant-sum game of two seats, by linear programming.

    All equilibria of such a game earn the same; `Equilibrium.values` are the value of the game.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> print(zero_sum(classics.game("matching_pennies")))
    everybody: 1/2 heads, 1/2 tails (regret 0)
    """
    found = nash(payoffs, "lp")
    if not found:
        raise BadValue("payoffs", "the linear program found no answer of small regret")
    return found[0]


def symmetric(payoffs: Payoffs) -> list[Equilibrium]:
    """Return the equilibria of a symmetric game in which all seats play the same mix.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> [str(found) for found in symmetric(classics.game("volunteer"))]
    ['everybody: 29.3 % act, 70.7 % wait (regret 0)']
    """
    payoffs.need_complete()
    limit = 1e-7 * max(payoffs.spread, 1e-300)
    answers = [made(payoffs, [mix], "search") for mix in search_symmetric(payoffs)]
    return _in_order(_distinct([found for found in answers if found.regret <= limit]), False)


def frame(answers: Sequence[Equilibrium]) -> pd.DataFrame:
    """Return several equilibria as one tidy frame, numbered, with their regrets.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> frame(nash(classics.game("stag_hunt"))).query("seat == 0")[["equilibrium", "strategy", "share"]]
        equilibrium strategy  share
    0             0     stag   0.00
    1             0     hare   1.00
    4             1     stag   1.00
    5             1     hare   0.00
    8             2     stag   0.75
    9             2     hare   0.25
    """
    parts = [
        found.frame().assign(
            equilibrium=number,
            regret=found.regret,
            method=found.method,
            component=found.component,
        )
        for number, found in enumerate(answers)
    ]
    columns = ["equilibrium", "seat", "strategy", "share", "value", "regret", "method", "component"]
    if not parts:
        return pd.DataFrame(columns=columns)
    return pd.concat(parts, ignore_index=True)[columns]


def nearest(payoffs: Payoffs, to: Equilibrium) -> Equilibrium | None:
    """Return the equilibrium of changed payoffs that is closest to one of the unchanged ones.

    The same support is tried first; if it no longer carries an equilibrium, all are looked for.
    """
    payoffs.need_complete()
    mixes = closed_support(payoffs, to.supports, [*to.mixes])
    limit = 1e-7 * max(payoffs.spread, 1e-300)
    if mixes is not None:
        found = made(payoffs, mixes, to.method)
        if found.regret <= limit:
            return found
    alike = payoffs.symmetric and to.symmetric
    answers = symmetric(payoffs) if alike else nash(payoffs)
    if not answers:
        return None
    return min(answers, key=lambda other: _distance(other, to))
