"""How a sum would turn out if it were handed out at random: exact tails, however far out they lie.

A sum inside a group is compared with those of all other ways to choose as many units. Where these can be
counted they are; else a saddlepoint approximation gives the tail, which drawn permutations cannot: a
correction over 500 comparisons asks for tails that none of 20,000 draws reaches.

References
----------
Robinson (1982), Journal of the Royal Statistical Society B 44, 91-101. Skovgaard (1987), Journal of
Applied Probability 24, 875-887 (the double saddlepoint).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.stats.frames import Codes, Floats

COUNTED = 100_000  # ways to choose up to which they are counted
SAME = 1e-6  # sums that differ by less are equal


def permuted_p(values: Floats, inside: npt.NDArray[np.bool_], strata: Codes | None = None) -> float:
    """Return twice the smaller tail of the sum inside, over all choices of as many units.

    Parameters
    ----------
    values, inside
        Value of each unit, and whether it is one of the chosen.
    strata
        Number of the stratum of each unit: as many of each stratum are chosen as are.

    Examples
    --------
    >>> wins = np.repeat([0.0, 1, 0], [20, 20, 60])
    >>> round(permuted_p(wins, np.arange(100) < 20), 4)
    0.0132
    """
    number = np.zeros(len(values), dtype=np.int64) if strata is None else strata
    here = 0.0
    parts = []
    for stratum in np.unique(number):
        mine = number == stratum
        if 0 < inside[mine].sum() < mine.sum():  # else there is nothing to choose
            part = _Stratum.of(values[mine], inside[mine])
            here += float(values[mine][inside[mine]].sum()) - part.centre * part.many
            parts.append(part)
    if not parts or all(len(part.values) == 1 for part in parts):
        return 1.0
    counted = _counted(parts)
    if counted is None:
        return float(min(1.0, 2 * _saddlepoint(parts, here)))
    totals, mass = counted
    low, high = mass[totals <= here + SAME].sum(), mass[totals >= here - SAME].sum()
    return float(min(1.0, 2 * min(low, high) / mass.sum()))


@dataclass(frozen=True)
class _Stratum:
    """Units that may be exchanged: different values (less the mean), how often, how many are chosen."""

    values: Floats
    count: Codes
    many: int
    centre: float

    @classmethod
    def of(cls, values: Floats, inside: npt.NDArray[np.bool_]) -> _Stratum:
        centre = float(values.mean())
        kinds, count = np.unique((values - centre).round(9), return_counts=True)
        return cls(kinds, count.astype(np.int64), int(inside.sum()), centre)

    @property
    def ways(self) -> float:
        """Return the logarithm of how many choices there are of all kinds but the most frequent."""
        others = np.delete(self.count, self.count.argmax())
        return float(np.log(np.minimum(others, self.many) + 1.0).sum())

    def totals(self) -> tuple[Floats, Floats]:
        """Return the sums of all choices, and their probabilities."""
        usual = int(self.count.argmax())  # what is left of the choice is of the most frequent kind
        others = np.delete(np.arange(len(self.count)), usual)
        tops = [min(int(count), self.many) + 1 for count in self.count[others]]
        chosen = np.stack([k.ravel() for k in np.indices(tuple(tops))], axis=1)
        rest = self.many - chosen.sum(axis=1)
        chosen, rest = (k[(rest >= 0) & (rest <= self.count[usual])] for k in (chosen, rest))
        log = _ways(self.count[others], chosen).sum(axis=1) + _ways(self.count[usual], rest)
        total: Floats = chosen @ self.values[others] + rest * self.values[usual]
        return total, np.exp(log - _ways(self.count.sum(), np.array(self.many)))


def _counted(parts: list[_Stratum]) -> tuple[Floats, Floats] | None:
    """Return all sums with their probabilities, or nothing where they are too many."""
    if any(part.ways > np.log(COUNTED) for part in parts):
        return None
    totals: Floats = np.zeros(1)
    mass: Floats = np.ones(1)
    for part in parts:
        more, weight = part.totals()
        if len(totals) * len(more) > COUNTED:
            return None
        both = np.add.outer(totals, more).ravel()
        totals, place = np.unique(both.round(7), return_inverse=True)
        mass = np.bincount(place.ravel(), np.outer(mass, weight).ravel()).astype(np.float64)
    return totals, mass


def _ways(n: npt.ArrayLike, k: npt.ArrayLike) -> Floats:
    """Return the logarithm of the number of ways to choose k of n."""
    from scipy.special import gammaln

    many, chosen = np.asarray(n, dtype=float), np.asarray(k, dtype=float)
    found: Floats = gammaln(many + 1) - gammaln(chosen + 1) - gammaln(many - chosen + 1)
    return found


def _saddlepoint(parts: list[_Stratum], here: float) -> float:
    """Return the tail of the sum on the side where it lies."""
    from scipy.special import ndtr

    if here < 0:
        parts = [_Stratum(-p.values[::-1], p.count[::-1], p.many, 0.0) for p in parts]
        here = -here
    most, log = _extreme(parts)
    if here >= most - SAME:
        return float(np.exp(log))
    aim = max(0.0, here - _step(parts) / 2)  # the sum itself belongs to its tail
    scale = float(
        np.sqrt(sum(p.values**2 @ p.count for p in parts) / sum(p.count.sum() for p in parts))
    )
    tilt = _Tilt(parts, scale)
    point, height, spread = tilt.solve(aim / scale)
    if point < 1e-4:
        return 0.5
    root = np.sqrt(2 * height)
    slope = point * np.sqrt(spread)
    bump = np.exp(-height) / np.sqrt(2 * np.pi)
    return float(np.clip(ndtr(-root) + bump * (1 / slope - 1 / root), 0, 1))


def _extreme(parts: list[_Stratum]) -> tuple[float, float]:
    """Return the largest sum, and the logarithm of its probability."""
    most = log = 0.0
    for part in parts:
        above = np.cumsum(part.count[::-1])[::-1] - part.count
        taken = np.clip(part.many - above, 0, part.count)
        most += float(taken @ part.values)
        log += float(_ways(part.count, taken).sum() - _ways(part.count.sum(), part.many))
    return most, log


def _step(parts: list[_Stratum]) -> float:
    """Return by how much sums differ at least where all values lie on one grid, else 0."""
    apart = np.concatenate([np.diff(part.values) for part in parts])
    step = int(np.gcd.reduce(np.rint(apart / SAME).astype(np.int64)))
    return step * SAME if step >= 1_000 else 0.0


class _Tilt:
    """Units chosen independently, with chances tilted so that the sum to expect is the one seen."""

    def __init__(self, parts: list[_Stratum], scale: float) -> None:
        self.value = np.concatenate([part.values for part in parts]) / scale
        self.count = np.concatenate([part.count for part in parts]).astype(float)
        self.stratum = np.repeat(np.arange(len(parts)), [len(part.values) for part in parts])
        self.many = np.array([part.many for part in parts], dtype=float)
        chance = self.many / np.array([part.count.sum() for part in parts])
        self.usual = np.log(chance / (1 - chance))

    def solve(self, aim: float) -> tuple[float, float, float]:
        """Return the tilt, half the squared signed root, and the ratio of the determinants."""
        target = np.append(self.many, aim)
        theta = np.zeros(len(target))
        value, slope, curve = self._at(theta)
        flat = np.linalg.slogdet(curve[:-1, :-1])[1]
        for _ in range(100):
            step = np.linalg.solve(curve, target - slope)
            size = 1.0
            while size > 1e-8:  # the function is convex: halve until it falls
                tried = theta + size * step
                new = self._at(tried)
                if new[0] - tried @ target <= value - theta @ target + 1e-12:
                    break
                size /= 2
            theta, (value, slope, curve) = tried, new
            if np.abs(size * step).max() < 1e-9:
                break
        height = max(0.0, float(theta @ target - value))
        ratio = np.linalg.slogdet(curve)[1] - flat
        return float(theta[-1]), height, float(np.exp(ratio))

    def _at(self, theta: Floats) -> tuple[float, Floats, Floats]:
        """Return the cumulants' generating function with its first and second derivatives."""
        base = self.usual[self.stratum]
        up = base + theta[self.stratum] + theta[-1] * self.value
        total = float(self.count @ (np.logaddexp(0, up) - np.logaddexp(0, base)))
        chance = 1 / (1 + np.exp(-np.clip(up, -700, 700)))
        first, second = self.count * chance, self.count * chance * (1 - chance)
        k = len(self.many)
        slope = np.append(np.bincount(self.stratum, first, k), first @ self.value)
        curve = np.zeros((k + 1, k + 1))
        curve[np.arange(k), np.arange(k)] = np.bincount(self.stratum, second, k)
        curve[:k, k] = curve[k, :k] = np.bincount(self.stratum, second * self.value, k)
        curve[k, k] = second @ self.value**2
        return total, slope, curve
