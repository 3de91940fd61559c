"""Balanced line-ups: endless sequences of rows in which everybody meets everybody equally often.

A *row* gives one value to each seat. Rows come in *blocks*. Where the number of groups (boards) is a
prime power, or one more than one, a block is a design of strength two: every pair of values that may
meet does so equally often at every pair of seats. It is made from a group of permutations that moves
any two groups to any two others, times a linear code for the sides. The blocks of a cycle are the
orbits of that construction, so that after a whole cycle every legal line-up has occurred once. For
other numbers, rows are chosen greedily, as equal as possible. The order of the rows inside a block is
chosen so that a run that ends in mid-block is nearly balanced too.

A sequence depends on its seed only, never on how much of it is used.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simkit.core.luck import Luck, Stream

Row = tuple[int, ...]
LARGEST_BLOCK = 5_000
TRIES = 24


@dataclass(frozen=True)
class Pool:
    """The values that a line-up is made of.

    Parameters
    ----------
    size
        Number of values, numbered from 0.
    seats
        Length of a row.
    groups
        Values of which at most one may be in a row; every value is in exactly one group.
    repeat
        May a value be in a row several times?
    """

    size: int
    seats: int
    groups: tuple[tuple[int, ...], ...]
    repeat: bool = False

    @classmethod
    def of(
        cls, size: int, seats: int, exclusive: Sequence[Sequence[int]] = (), repeat: bool = False
    ) -> Pool:
        """Build a pool; values in none of the `exclusive` groups make a group of their own."""
        if repeat:
            return cls(size, seats, tuple((value,) for value in range(size)), True)
        grouped = {value for group in exclusive for value in group}
        groups = [tuple(group) for group in exclusive if group]
        groups += [(value,) for value in range(size) if value not in grouped]
        return cls(size, seats, tuple(groups))

    def draw(self, stream: Stream) -> Row:
        """Draw a legal row."""
        if self.repeat:
            return tuple(stream.below(self.size) for _ in range(self.seats))
        left = list(self.groups)
        row = []
        for _ in range(self.seats):
            group = left.pop(stream.below(len(left)))
            row.append(group[stream.below(len(group))])
        return tuple(row)

    @property
    def possible(self) -> bool:
        """Whether there is any legal row."""
        return self.size > 0 and (self.repeat or len(self.groups) >= self.seats)


def balanced(pool: Pool, luck: Luck, start: int = 0) -> Iterator[Row]:
    """Yield an endless balanced sequence of rows, from one of them on.

    Where rows come in designs, whole blocks before `start` are passed over: a block is even, so that what
    is drawn after it does not depend on the rows in it. Rows that are chosen greedily are all worked out.

    Examples
    --------
    >>> rows = balanced(Pool.of(3, 2), Luck(1))
    >>> sorted(next(rows) for _ in range(6))
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    tally = _Tally(pool)
    stream = luck.stream("order")
    cycle = _cycle(pool)
    if not cycle:
        yield from itertools.islice(_greedy(pool, tally, stream), start, None)
        return
    length = len(cycle[0]())
    passed, rest = divmod(start, length)
    stream.skip(passed * sum(min(TRIES, left) for left in range(1, length + 1)))
    blocks = itertools.islice(_blocks(cycle, luck, passed // len(cycle)), passed % len(cycle), None)
    rows = (row for block in blocks for row in _well_ordered(block(), tally, stream))
    yield from itertools.islice(rows, rest, None)


def _blocks(cycle: Sequence[_Block], luck: Luck, first: int) -> Iterator[_Block]:
    """Yield the blocks of endless cycles, from one cycle on."""
    for number in itertools.count(first):
        yield from luck.fork("cycle", number).order(cycle)


def _well_ordered(rows: list[Row], tally: _Tally, stream: Stream) -> Iterator[Row]:
    """Yield all rows of a block, at each step the best of a few of those that are left."""
    left = list(rows)
    while left:
        best = stream.below(len(left))
        badness = tally.badness(left[best])
        for _ in range(min(TRIES, len(left)) - 1):
            i = stream.below(len(left))
            value = tally.badness(left[i])
            if value < badness:
                best, badness = i, value
        row = left[best]
        left[best] = left[-1]
        left.pop()
        tally.add(row)
        yield row


def _greedy(pool: Pool, tally: _Tally, stream: Stream) -> Iterator[Row]:
    while True:
        row = min((pool.draw(stream) for _ in range(TRIES * 4)), key=tally.badness)
        tally.add(row)
        yield row


class _Tally:
    """How often every value, value at a seat, and pair of values at a pair of seats has occurred."""

    def __init__(self, pool: Pool) -> None:
        self.size = pool.size
        self.pairs_of_seats = list(itertools.combinations(range(pool.seats), 2))
        self.values = [0] * pool.size
        self.at_seat = [[0] * pool.size for _ in range(pool.seats)]
        self.pairs = [[0] * (pool.size * pool.size) for _ in self.pairs_of_seats]

    def add(self, row: Row) -> None:
        for seat, value in enumerate(row):
            self.values[value] += 1
            self.at_seat[seat][value] += 1
        for counts, (a, b) in zip(self.pairs, self.pairs_of_seats, strict=True):
            counts[row[a] * self.size + row[b]] += 1

    def badness(self, row: Row) -> int:
        """Weigh what `row` would make more frequent: values first, then seats, then pairs."""
        bad = 0
        for seat, value in enumerate(row):
            bad += self.values[value] * 64 + self.at_seat[seat][value] * 16
        for counts, (a, b) in zip(self.pairs, self.pairs_of_seats, strict=True):
            bad += counts[row[a] * self.size + row[b]] * 4
        return bad


# Designs ----------------------------------------------------------------------------------------


class _Block:
    """One block of a cycle: made when it is needed."""

    def __init__(self, pool: Pool, base: Row, shift: Row) -> None:
        self.pool = pool
        self.base = base
        self.shift = shift

    def __call__(self) -> list[Row]:
        pool = self.pool
        if pool.repeat:
            code = _code(pool.size, pool.seats)
            assert code is not None
            return [_shifted(word, self.shift, pool.size) for word in code]
        moves = _moves(len(pool.groups))
        sides = len(pool.groups[0])
        code = _code(sides, pool.seats)
        assert moves is not None and code is not None
        return [
            tuple(
                pool.groups[move[place]][side]
                for place, side in zip(self.base, _shifted(word, self.shift, sides), strict=True)
            )
            for move in moves
            for word in code
        ]


def _shifted(word: Row, shift: Row, levels: int) -> Row:
    return tuple((a + b) % levels for a, b in zip(word, shift, strict=True))


@functools.lru_cache(maxsize=64)
def _cycle(pool: Pool) -> tuple[_Block, ...]:
    """Return the blocks of one cycle, or nothing where no design is known for this pool."""
    if pool.repeat:
        code = _code(pool.size, pool.seats)
        if code is None:
            return ()
        return tuple(_Block(pool, (), shift) for shift in _cosets(code, pool.size, pool.seats))
    sides = len(pool.groups[0])
    moves, code = _moves(len(pool.groups)), _code(sides, pool.seats)
    same = all(len(group) == sides for group in pool.groups)
    if not same or moves is None or code is None or len(moves) * len(code) > LARGEST_BLOCK:
        return ()
    shifts = _cosets(code, sides, pool.seats)
    bases = _bases(len(pool.groups), pool.seats, moves)
    return tuple(_Block(pool, base, shift) for base in bases for shift in shifts)


def _bases(n: int, seats: int, moves: Sequence[Row]) -> list[Row]:
    """One tuple of distinct places from each orbit of the permutations (at most 256 of them)."""
    fixed = 2 if len(moves) == n * (n - 1) else 3
    if fixed >= seats:
        return [tuple(range(seats))]
    tails = itertools.permutations(range(fixed, n), seats - fixed)
    return [(*range(fixed), *tail) for tail in itertools.islice(tails, 256)]


@functools.lru_cache(maxsize=16)
def _moves(n: int) -> tuple[Row, ...] | None:
    """Return permutations of n places that take any ordered pair to any other equally often."""
    if n == 1:
        return ((0,),)
    field = _Field.of_size(n)
    if field is not None:
        return tuple(
            tuple(field.add[field.times[a][x]][b] for x in range(n))
            for a in range(1, n)
            for b in range(n)
        )
    field = _Field.of_size(n - 1)
    return _projective(field) if field is not None else None


def _projective(field: _Field) -> tuple[Row, ...]:
    """PGL(2, q): x -> (a x + b) / (c x + d) on the field and infinity; takes any triple to any."""
    q, infinity = field.size, field.size
    found = set()
    for c, d in [(0, 1), *((1, d) for d in range(q))]:
        for a, b in itertools.product(range(q), repeat=2):
            if field.times[a][d] == field.times[b][c]:
                continue
            move = []
            for x in range(q):
                top = field.add[field.times[a][x]][b]
                bottom = field.add[field.times[c][x]][d]
                move.append(field.times[top][field.inverse[bottom]] if bottom else infinity)
            move.append(field.times[a][field.inverse[c]] if c else infinity)
            found.add(tuple(move))
    return tuple(sorted(found))


@functools.lru_cache(maxsize=16)
def _code(levels: int, seats: int) -> tuple[Row, ...] | None:
    """Return words in which every pair of levels occurs equally often at every pair of seats."""
    if levels == 1:
        return ((0,) * seats,)
    if levels == 2:
        # Columns (1, v) for distinct v: even the complement of every word is a word.
        bits = max(1, (seats - 1).bit_length())
        rows = itertools.product((0, 1), repeat=bits + 1)
        return tuple(
            tuple(
                (w[0] + sum(w[i + 1] * (s >> i & 1) for i in range(bits))) % 2 for s in range(seats)
            )
            for w in rows
        )
    field = _Field.of_size(levels)
    if field is not None and seats <= levels and field.size == field.characteristic:
        return tuple(
            tuple((a + b * s) % levels for s in range(seats))
            for a in range(levels)
            for b in range(levels)
        )
    if levels**seats <= LARGEST_BLOCK:
        return tuple(itertools.product(range(levels), repeat=seats))
    return None


def _cosets(code: Sequence[Row], levels: int, seats: int) -> list[Row]:
    """Return shifts that take a linear code to all other words (at most 256 of them)."""
    words = set(code)
    shifts: list[Row] = []
    seen: set[Row] = set()
    for shift in itertools.islice(itertools.product(range(levels), repeat=seats), 1 << 14):
        if shift in seen:
            continue
        shifts.append(shift)
        if len(shifts) == 256:
            break
        seen.update(_shifted(word, shift, levels) for word in words)
    return shifts


class _Field:
    """Arithmetic of a finite field of at most 49 elements, as tables."""

    # size -> (characteristic, degree, the irreducible polynomial's lower coefficients)
    KNOWN = {  # noqa: RUF012 - a constant table
        4: (2, (1, 1)), 8: (2, (1, 1, 0)), 16: (2, (1, 1, 0, 0)), 32: (2, (1, 0, 1, 0, 0)),
        9: (3, (1, 0)), 27: (3, (1, 2, 0)), 25: (5, (2, 0)), 49: (7, (1, 0)),
    }  # fmt: skip

    def __init__(self, size: int, characteristic: int, tail: Row) -> None:
        self.size = size
        self.characteristic = characteristic
        degree = len(tail)
        words = [self._word(x, degree) for x in range(size)]
        number = {word: x for x, word in enumerate(words)}
        p = characteristic
        self.add = [
            [number[tuple((a + b) % p for a, b in zip(u, v, strict=True))] for v in words]
            for u in words
        ]
        self.times = [[number[self._product(u, v, tail)] for v in words] for u in words]
        self.inverse = [0] * size
        for x in range(1, size):
            self.inverse[x] = self.times[x].index(1)

    def _word(self, x: int, degree: int) -> Row:
        return tuple(x // self.characteristic**i % self.characteristic for i in range(degree))

    def _product(self, u: Row, v: Row, tail: Row) -> Row:
        p, degree = self.characteristic, len(tail)
        long = [0] * (2 * degree - 1)
        for i, a in enumerate(u):
            for j, b in enumerate(v):
                long[i + j] += a * b
        for i in range(len(long) - 1, degree - 1, -1):
            for j, t in enumerate(tail):
                long[i - degree + j] -= long[i] * t
        return tuple(x % p for x in long[:degree])

    @classmethod
    @functools.lru_cache(maxsize=32)
    def of_size(cls, size: int) -> _Field | None:
        """Return the field with `size` elements, or None if there is none (or it is too large)."""
        if size < 2 or size > 49:
            return None
        if all(size % d for d in range(2, size)):
            return cls(size, size, (0,))
        if size in cls.KNOWN:
            return cls(size, *cls.KNOWN[size])
        return None


@dataclass(frozen=True)
class Evenness:
    """How equal a set of line-ups is: least and most of each count.

    Attributes
    ----------
    values
        Games of a value.
    at_seats
        Games of a value at one seat.
    pairs
        Games of an ordered pair of values that may meet, at an ordered pair of seats.
    """

    values: tuple[int, int]
    at_seats: tuple[int, int]
    pairs: tuple[int, int]

    @classmethod
    def of(cls, pool: Pool, rows: Sequence[Row]) -> Evenness:
        """Count the rows."""
        tally = _Tally(pool)
        for row in rows:
            tally.add(row)
        group_of = {value: g for g, group in enumerate(pool.groups) for value in group}
        meet = [
            a * pool.size + b
            for a in range(pool.size)
            for b in range(pool.size)
            if pool.repeat or group_of[a] != group_of[b]
        ]
        at_seats = [n for counts in tally.at_seat for n in counts]
        pairs = [counts[key] for counts in tally.pairs for key in meet]
        return cls(_ends(tally.values), _ends(at_seats), _ends(pairs))

    def __str__(self) -> str:
        parts = zip(("each", "each at a seat", "each pair at two seats"),
                    (self.values, self.at_seats, self.pairs), strict=True)  # fmt: skip
        return ", ".join(f"{name} {a}" if a == b else f"{name} {a}-{b}" for name, (a, b) in parts)


def _ends(counts: Sequence[int]) -> tuple[int, int]:
    return (min(counts), max(counts)) if counts else (0, 0)
