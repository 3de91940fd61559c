"""The payoff table of a game: what each seat earns in every combination of strategies, and how surely.

A *cell* is one combination. In a symmetric game (who sits where does not matter) a combination is a
multiset: three seats and two strategies make four cells, ``aaa aab abb bbb``. In any other game every
seat has strategies of its own, and the cells are all their combinations.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import BadValue, UnknownName

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Mix = Mapping[str, float] | npt.ArrayLike
NEARLY = 1e-9  # of the spread of the payoffs: what counts as equal


@dataclass(frozen=True, eq=False)
class Payoffs:
    """Mean payoff per cell and seat, with sampling errors.

    Attributes
    ----------
    strategies
        Names of the strategies of each seat.
    mean
        Mean payoff, one row per cell of `profiles`, one column per seat; NaN where nothing is known.
    se
        Standard error of `mean`; zero where the payoffs are exact.
    corr
        Correlation of the errors within each cell: cells x seats x seats. (What one seat wins another
        one loses, so the errors of a cell are rarely independent.)
    games
        Games played per cell; zero where the payoffs are exact or unknown.
    symmetric
        Whether cells are multisets: the columns of a cell then stand for its strategies in order, and
        equal strategies have equal payoffs.
    label, note, unit
        What the table is about, and the unit of the payoffs.

    Examples
    --------
    >>> game = Payoffs.from_matrix([[0, 3], [1, 2]], ["hawk", "dove"])
    >>> game
    Payoffs(2 seats, symmetric, strategies hawk dove, 3 cells, exact)
    >>> game.against({"hawk": 0.25, "dove": 0.75})
    array([2.25, 1.75])
    """

    strategies: tuple[tuple[str, ...], ...]
    mean: Floats
    se: Floats
    corr: Floats
    games: Ints
    symmetric: bool
    label: str = field(default="", kw_only=True)
    note: str = field(default="", kw_only=True)
    unit: str = field(default="payoff", kw_only=True)

    def __post_init__(self) -> None:
        if not self.strategies or not all(self.strategies):
            raise BadValue("payoffs", "every seat needs at least one strategy")
        for names in self.strategies:
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise BadValue("payoffs", f"strategy {twice[0]!r} is named twice")
        if self.symmetric and len(set(self.strategies)) > 1:
            raise BadValue("payoffs", "all seats of a symmetric game have the same strategies")
        cells = len(self.profiles)
        wanted = {
            "mean": (cells, self.seats),
            "se": (cells, self.seats),
            "corr": (cells, self.seats, self.seats),
            "games": (cells,),
        }
        for name, shape in wanted.items():
            found = getattr(self, name).shape
            if found != shape:
                raise BadValue(f"payoffs.{name}", f"has the shape {found}, not {shape}")
        if np.any(self.se < 0) or np.any(self.games < 0):
            raise BadValue("payoffs", "standard errors and numbers of games are not negative")

    # Making one -----------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        strategies: Sequence[Sequence[str]],
        mean: npt.ArrayLike,
        *,
        symmetric: bool,
        se: npt.ArrayLike | None = None,
        corr: npt.ArrayLike | None = None,
        games: npt.ArrayLike | None = None,
        label: str = "",
        note: str = "",
        unit: str = "payoff",
    ) -> Payoffs:
        """Make a table from arrays; what is left out counts as exact, uncorrelated and not played."""
        means = np.array(mean, dtype=float)
        names = tuple(tuple(str(name) for name in seat) for seat in strategies)
        errors = np.zeros_like(means) if se is None else np.array(se, dtype=float)
        if corr is None:
            profiles = _profiles(names, symmetric)
            same = profiles[:, :, None] == profiles[:, None, :]
            own = np.eye(len(names), dtype=bool)[None]
            related = (same if symmetric else np.broadcast_to(own, same.shape)).astype(float)
        else:
            related = np.array(corr, dtype=float)
        played = np.zeros(len(means), np.int64) if games is None else np.array(games, np.int64)
        return cls(
            names, means, errors, related, played, symmetric, label=label, note=note, unit=unit
        )

    @classmethod
    def from_matrix(
        cls, matrix: npt.ArrayLike, strategies: Sequence[str] | None = None, **words: str
    ) -> Payoffs:
        """Make a symmetric game of two seats from what each row earns against each column.

        Examples
        --------
        >>> Payoffs.from_matrix([[1, 0], [2, 1]], ["a", "b"]).table()
                a       b
        a  1 | 1   0 | 2
        b  2 | 0   1 | 1
        """
        grid = np.array(matrix, dtype=float)
        if grid.ndim != 2 or grid.shape[0] != grid.shape[1]:
            raise BadValue("payoffs", f"a symmetric game needs a square matrix, not {grid.shape}")
        names = _names(strategies, len(grid))
        pairs = _profiles((names, names), True)
        rows, columns = pairs[:, 0], pairs[:, 1]
        mean = np.column_stack([grid[rows, columns], grid[columns, rows]])
        return cls.of((names, names), mean, symmetric=True, **words)

    @classmethod
    def from_bimatrix(
        cls,
        rows_earn: npt.ArrayLike,
        columns_earn: npt.ArrayLike | None = None,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        **words: str,
    ) -> Payoffs:
        """Make a game of two different seats; without the second matrix the game is zero-sum."""
        first = np.array(rows_earn, dtype=float)
        second = -first if columns_earn is None else np.array(columns_earn, dtype=float)
        return cls.from_tensor(
            np.stack([first, second]),
            (_names(rows, first.shape[0]), _names(columns, first.shape[1])),
            **words,
        )

    @classmethod
    def from_tensor(
        cls,
        tensor: npt.ArrayLike,
        strategies: Sequence[Sequence[str]] | None = None,
        **words: str,
    ) -> Payoffs:
        """Make a game of different seats from an array: seat, then one axis per seat's strategies."""
        grid = np.array(tensor, dtype=float)
        if grid.ndim < 2 or grid.shape[0] != grid.ndim - 1:
            raise BadValue("payoffs", f"{grid.shape} is not (seats, strategies of seat 1, ...)")
        names = strategies or [_names(None, size) for size in grid.shape[1:]]
        if tuple(len(seat) for seat in names) != grid.shape[1:]:
            raise BadValue("payoffs", "the names of the strategies do not fit the array")
        mean = grid.reshape(len(grid), -1).T
        return cls.of(names, mean, symmetric=False, **words)

    @classmethod
    def from_function(
        cls,
        strategies: Sequence[str],
        seats: int,
        earns: Callable[[str, Mapping[str, int]], float],
        **words: str,
    ) -> Payoffs:
        """Make a symmetric game from a rule: what a strategy earns, given how many play what.

        The numbers of the table include the one who asks.

        Examples
        --------
        >>> minority = Payoffs.from_function(
        ...     ["left", "right"], 3, lambda own, table: float(table[own] == 1))
        >>> minority.against([0.5, 0.5])
        array([0.25, 0.25])
        """
        names = _names(strategies, len(strategies))
        rows = []
        for profile in _profiles((names,) * seats, True):
            table = {name: int(np.sum(profile == i)) for i, name in enumerate(names)}
            rows.append([earns(names[own], table) for own in profile])
        return cls.of((names,) * seats, rows, symmetric=True, **words)

    @classmethod
    def from_seats(
        cls,
        frame: pd.DataFrame,
        *,
        strategy: str = "profile",
        payoff: str = "win_share",
        strategies: Sequence[str] | Sequence[Sequence[str]] | None = None,
        symmetric: bool = True,
        cluster: str | None = None,
        prior: float = 2.0,
        **words: str,
    ) -> Payoffs:
        """Estimate the table from games: one row per game and seat, as in the table `seats` of a run.

        Parameters
        ----------
        frame
            Columns ``game_id`` (with ``run``, if it has one, naming the game), ``seat``, `strategy`,
            `payoff`.
        strategy, payoff
            Columns with each seat's strategy and what it earned.
        strategies
            Their order: names, or one list of names per seat; by default all that occur, sorted.
        symmetric
            Whether seats are alike (then who sat where is averaged out).
        cluster
            Column that says which games hang together (``deal`` of mirrored games); by default every
            game stands alone.
        prior
            Weight, in games, of the spread of all cells in the error of each: twenty wins of twenty are
            no certainty.

        Examples
        --------
        >>> games = pd.DataFrame({
        ...     "game_id": [0, 0, 1, 1, 2, 2, 3, 3], "seat": [0, 1] * 4,
        ...     "profile": ["a", "b"] * 2 + ["b", "a"] * 2, "win_share": [1, 0, 0, 1, 0, 1, 0, 1]})
        >>> Payoffs.from_seats(games).frame()[["strategy", "against", "payoff", "games"]]
          strategy against  payoff  games
        0        a       a     NaN      0
        1        a       b    0.75      4
        2        b       a    0.25      4
        3        b       b     NaN      0
        """
        from simkit.theory.estimate import estimate_cells

        return estimate_cells(
            frame, strategy, payoff, strategies, symmetric, cluster, prior, dict(words)
        )

    # Reading it -----------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.strategies)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of strategies of each seat."""
        return tuple(len(names) for names in self.strategies)

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies of a symmetric game."""
        self._need_symmetric("one list of strategies")
        return self.strategies[0]

    @functools.cached_property
    def profiles(self) -> Ints:
        """The cells: one row each, with the number of each seat's strategy."""
        return _profiles(self.strategies, self.symmetric)

    @functools.cached_property
    def _cell_of(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): i for i, row in enumerate(self.profiles.tolist())}

    def cell(self, *profile: str | int) -> int:
        """Return the number of the cell of a combination of strategies, by name or number.

        Examples
        --------
        >>> Payoffs.from_matrix([[0, 3], [1, 2]], ["hawk", "dove"]).cell("dove", "hawk")
        1
        """
        if len(profile) != self.seats:
            raise BadValue("profile", f"names {len(profile)} of {self.seats} seats")
        numbers = [self._number(seat, name) for seat, name in enumerate(profile)]
        return self._cell_of[tuple(sorted(numbers) if self.symmetric else numbers)]

    def profile_names(self, cell: int) -> tuple[str, ...]:
        """Return the names of the strategies of a cell."""
        return tuple(self.strategies[s][i] for s, i in enumerate(self.profiles[cell]))

    @functools.cached_property
    def tensor(self) -> Floats:
        """All payoffs as an array: seat, then one axis per seat's strategies."""
        if not self.symmetric:
            plain: Floats = self.mean.T.reshape(self.seats, *self.sizes)
            return plain
        every = _profiles(self.strategies, False)
        order = np.argsort(every, axis=1, kind="stable")
        cells = [self._cell_of[tuple(row)] for row in np.sort(every, axis=1).tolist()]
        place = np.argsort(order, axis=1)
        paid = np.take_along_axis(self.mean[cells], place, axis=1)
        found: Floats = paid.T.reshape(self.seats, *self.sizes)
        return found

    @functools.cached_property
    def others(self) -> tuple[Ints, Floats, Floats]:
        """What a seat of a symmetric game can meet.

        Returns
        -------
        counts, ways, earns
            Per multiset of the other seats: how many play each strategy; in how many orders; what each
            strategy of one's own earns against it.
        """
        self._need_symmetric("one table of what the others may play")
        size = self.sizes[0]
        met = _profiles(self.strategies[1:], True)
        counts = np.stack([(met == i).sum(axis=1) for i in range(size)], axis=1)
        ways = np.array([_orders(row) for row in counts.tolist()], dtype=float)
        earns = np.empty((len(met), size))
        for i, j in itertools.product(range(len(met)), range(size)):
            profile = sorted([*met[i].tolist(), j])
            earns[i, j] = self.mean[self._cell_of[tuple(profile)], profile.index(j)]
        return counts.astype(np.int64), ways, earns

    def against(self, mix: Mix) -> Floats:
        """Return what each strategy of a symmetric game earns if all other seats play `mix`."""
        counts, ways, earns = self.others
        chances = ways * np.prod(self.mix(mix) ** counts, axis=1)
        found: Floats = chances @ earns
        return found

    def values(self, mixes: Sequence[Mix]) -> list[Floats]:
        """Return, seat by seat, what each of its strategies earns against the others' mixes."""
        played = self.mixes(mixes)
        if self.symmetric and all(np.array_equal(mix, played[0]) for mix in played):
            return [self.against(played[0])] * self.seats
        found = []
        for seat in range(self.seats):
            earns = np.moveaxis(self.tensor[seat], seat, 0)
            for other in reversed([s for s in range(self.seats) if s != seat]):
                earns = earns @ played[other]
            found.append(earns)
        return found

    def expected(self, mixes: Sequence[Mix]) -> Floats:
        """Return what each seat earns on average if the seats play these mixes."""
        played = self.mixes(mixes)
        return np.array([v @ mix for v, mix in zip(self.values(mixes), played, strict=True)])

    def regrets(self, mixes: Sequence[Mix]) -> Floats:
        """Return how much each seat would gain by its best deviation: zero in an equilibrium."""
        played = self.mixes(mixes)
        found = self.values(played)
        gains = [v.max() - v @ mix for v, mix in zip(found, played, strict=True)]
        regrets: Floats = np.maximum(0.0, np.array(gains))
        return regrets

    def mix(self, given: Mix, seat: int = 0) -> Floats:
        """Return a mix as an array of chances; check that it is one."""
        names = self.strategies[seat]
        if isinstance(given, Mapping):
            for name in given:
                if name not in names:
                    raise UnknownName("strategy", name, names)
            chances = np.array([float(given.get(name, 0.0)) for name in names])
        else:
            chances = np.asarray(given, dtype=float)
        if chances.shape != (len(names),):
            raise BadValue("mix", f"gives {chances.size} chances for {len(names)} strategies")
        if not (abs(chances.sum() - 1) < 1e-6 and chances.min() >= -1e-9):
            raise BadValue("mix", f"{chances.tolist()} are not chances that sum to 1")
        found: Floats = np.clip(chances, 0.0, None)
        return found

    def mixes(self, given: Sequence[Mix]) -> list[Floats]:
        """Return one mix per seat as arrays; a single one is meant for all seats of a symmetric game."""
        if len(given) == 1 and self.symmetric:
            return [self.mix(given[0])] * self.seats
        if len(given) != self.seats:
            raise BadValue("mixes", f"are given for {len(given)} of {self.seats} seats")
        return [self.mix(mix, seat) for seat, mix in enumerate(given)]

    @functools.cached_property
    def spread(self) -> float:
        """Highest minus lowest payoff: the scale of "equal" and "better"."""
        known = self.mean[np.isfinite(self.mean)]
        return float(np.ptp(known)) if known.size else 0.0

    @property
    def tolerance(self) -> float:
        """Difference of payoffs below which they count as equal."""
        return NEARLY * max(1.0, self.spread)

    @property
    def exact(self) -> bool:
        """Whether no payoff has a sampling error."""
        return not bool(np.any(self.se > 0))

    @property
    def constant_sum(self) -> float | None:
        """What the seats of every cell earn together, if that is always the same; else None."""
        sums = self.mean.sum(axis=1)
        same = np.ptp(sums) <= 10 * self.tolerance
        return float(sums.mean()) if same else None

    @property
    def missing(self) -> list[tuple[str, ...]]:
        """The cells without payoffs."""
        unknown = np.flatnonzero(np.isnan(self.mean).any(axis=1))
        return [self.profile_names(int(cell)) for cell in unknown]

    def need_complete(self) -> None:
        """Refuse a table with holes, naming one."""
        holes = self.missing
        if holes:
            first = " + ".join(holes[0])
            raise BadValue("payoffs", f"{len(holes)} cells have no payoffs, {first} for one")

    def _need_symmetric(self, what: str) -> None:
        if not self.symmetric:
            raise BadValue("payoffs", f"only a symmetric game has {what}")

    def _number(self, seat: int, name: str | int) -> int:
        names = self.strategies[seat]
        if isinstance(name, str):
            if name not in names:
                raise UnknownName("strategy", name, names)
            return names.index(name)
        if not 0 <= name < len(names):
            raise BadValue("strategy", f"{name} is not 0 to {len(names) - 1}")
        return int(name)

    # Changing it ----------------------------------------------------------------------------------

    def subset(self, keep: Sequence[str] | Sequence[Sequence[str]]) -> Payoffs:
        """Return the table without all other strategies (one list of names, or one per seat)."""
        lists = [keep] * self.seats if keep and isinstance(keep[0], str) else list(keep)
        if len(lists) != self.seats:
            raise BadValue("strategies", f"are given for {len(lists)} of {self.seats} seats")
        chosen = [
            sorted(self._number(seat, str(name)) for name in names)
            for seat, names in enumerate(lists)
        ]
        mask = np.all(
            [np.isin(self.profiles[:, seat], numbers) for seat, numbers in enumerate(chosen)],
            axis=0,
        )
        names = tuple(
            tuple(self.strategies[seat][i] for i in numbers) for seat, numbers in enumerate(chosen)
        )
        return replace(
            self,
            strategies=names,
            mean=self.mean[mask],
            se=self.se[mask],
            corr=self.corr[mask],
            games=self.games[mask],
        )

    def as_asymmetric(self) -> Payoffs:
        """Return the same game with every seat's strategies told apart (sampling errors dropped)."""
        names = {"label": self.label, "note": self.note, "unit": self.unit}
        return Payoffs.from_tensor(self.tensor, self.strategies, **names)

    @functools.cached_property
    def _roots(self) -> Floats:
        """Per cell a matrix that turns independent normal draws into draws of its errors."""
        cov = self.corr * self.se[:, :, None] * self.se[:, None, :]
        size, axes = np.linalg.eigh(np.nan_to_num(cov))
        size = np.where(size > 1e-12 * size.max(axis=1, keepdims=True), size, 0.0)
        found: Floats = axes * np.sqrt(size)[:, None, :]
        return found

    def draw(self, rng: np.random.Generator) -> Payoffs:
        """Return the table as another sample of games might have shown it (errors drawn anew)."""
        noise = np.einsum("cij,cj->ci", self._roots, rng.standard_normal(self.mean.shape))
        if self.symmetric:
            first = (self.profiles[:, :, None] == self.profiles[:, None, :]).argmax(axis=2)
            noise = np.take_along_axis(noise, first, axis=1)
        return replace(self, mean=self.mean + noise)

    # Showing and storing it -----------------------------------------------------------------------

    def frame(self) -> pd.DataFrame:
        """Return the payoffs as a tidy frame.

        Returns
        -------
        pandas.DataFrame
            One row per strategy and what it meets: ``seat`` (only where seats differ), ``strategy``,
            ``against``, ``payoff``, ``se``, ``games``.
        """
        rows: list[dict[str, Any]] = []
        for cell, profile in enumerate(self.profiles.tolist()):
            names = self.profile_names(cell)
            for seat, own in enumerate(profile):
                if self.symmetric and own in profile[:seat]:
                    continue
                against = " + ".join(names[:seat] + names[seat + 1 :])
                place = {} if self.symmetric else {"seat": seat}
                rows.append(
                    {
                        **place,
                        "strategy": names[seat],
                        "against": against,
                        "payoff": self.mean[cell, seat],
                        "se": self.se[cell, seat],
                        "games": int(self.games[cell]),
                    }
                )
        return pd.DataFrame(rows)

    def table(self) -> pd.DataFrame:
        """Return a game of two seats as people write it: rows, columns, ``row's | column's`` payoff."""
        if self.seats != 2:
            raise BadValue("payoffs", f"a table shows two seats; this game has {self.seats}")
        first, second = self.tensor
        text = [
            [f"{a:.4g} | {b:.4g}" for a, b in zip(*rows, strict=True)]
            for rows in zip(first, second, strict=True)
        ]
        return pd.DataFrame(text, index=list(self.strategies[0]), columns=list(self.strategies[1]))

    def __repr__(self) -> str:
        kind = "symmetric" if self.symmetric else "seats differ"
        seats = (self.strategies[0],) if self.symmetric else self.strategies
        names = " / ".join(" ".join(seat) for seat in seats)
        sure = "exact" if self.exact else f"{int(self.games.sum())} games"
        label = f"{self.label!r}, " if self.label else ""
        cells = len(self.profiles)
        return (
            f"Payoffs({label}{self.seats} seats, {kind}, strategies {names}, {cells} cells, {sure})"
        )

    def write(self, path: str | Path) -> Path:
        """Store the table; the suffix chooses the format: ``.toml``, ``.json`` or ``.parquet``."""
        from simkit.theory.storage import write

        return write(self, Path(path))

    @classmethod
    def read(cls, path: str | Path) -> Payoffs:
        """Read a stored table; see `write`."""
        from simkit.theory.storage import read

        return read(Path(path))


def _names(given: Iterable[str] | None, size: int) -> tuple[str, ...]:
    names = tuple(str(name) for name in given) if given is not None else ()
    if given is None:
        names = tuple(f"s{i + 1}" for i in range(size))
    if len(names) != size:
        raise BadValue("strategies", f"{len(names)} names for {size} strategies")
    return names


def _profiles(strategies: Sequence[Sequence[str]], symmetric: bool) -> Ints:
    sizes = [len(names) for names in strategies]
    if not symmetric:
        rows = list(itertools.product(*(range(size) for size in sizes)))
    else:
        size = sizes[0] if sizes else 0
        rows = list(itertools.combinations_with_replacement(range(size), len(sizes)))
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(sizes))


def _orders(counts: Sequence[int]) -> int:
    """Return in how many orders a multiset can sit."""
    return math.factorial(sum(counts)) // math.prod(math.factorial(c) for c in counts)
