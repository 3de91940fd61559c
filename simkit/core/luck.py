"""Reproducible luck: 64-bit SplitMix, addressed by name.

A `Luck` is an immutable address in a tree of random numbers. What is drawn depends only on the seed
and on *what* is drawn (``luck.key("deck", card)``), never on how much was drawn before. A patched
arm that draws one card more therefore keeps every other draw in step with the printed arm, and a
clone of a state may share its Luck. Where a sequence of numbers is wanted (a bot's whims), `stream`
gives a small mutable generator.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np

    Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

T = TypeVar("T")

MASK: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15
FACTOR_1: Final = 0xBF58476D1CE4E5B9
FACTOR_2: Final = 0x94D049BB133111EB
MANY: Final = 25
"""Items from which on numpy works out all keys at once; importing it takes as long as several games."""
PLACES: Final = 256
"""Places whose steps are kept; no deck of a title is much larger."""
_NAME_HASHES: Final[dict[str, int]] = {}


def mix(x: int) -> int:
    """Scramble 64 bits (the SplitMix64 finaliser)."""
    x = ((x ^ (x >> 30)) * FACTOR_1) & MASK
    x = ((x ^ (x >> 27)) * FACTOR_2) & MASK
    return x ^ (x >> 31)


NUMBERED: Final = [mix(number + GOLDEN) for number in range(16)]
"""What the number of a branch adds, for those that come up most: seats, rounds, or none (0)."""


def name_hash(name: str) -> int:
    """Hash a name to 64 bits, equal in every process (FNV-1a, then mixed)."""
    known = _NAME_HASHES.get(name)
    if known is not None:
        return known
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    h = mix(h)
    _NAME_HASHES[name] = h
    return h


class Stream:
    """A sequence of random numbers (SplitMix64); mutable and cheap to clone.

    Examples
    --------
    >>> stream = Luck(1).stream("whims")
    >>> 0 <= stream.below(6) < 6
    True
    """

    __slots__ = ("position",)

    def __init__(self, seed: int) -> None:
        self.position = seed & MASK

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self.position = (self.position + GOLDEN) & MASK
        return mix(self.position)

    def below(self, n: int) -> int:
        """Return a uniform integer in 0..n-1 (the bias of at most n / 2**64 is not corrected)."""
        return (self.bits() * n) >> 64

    def random(self) -> float:
        """Return a uniform float in [0, 1)."""
        return (self.bits() >> 11) / 9007199254740992.0

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def skip(self, numbers: int) -> None:
        """Pass over so many of the next numbers."""
        self.position = (self.position + numbers * GOLDEN) & MASK

    def clone(self) -> Stream:
        """Return an independent copy that goes on with the same numbers."""
        return Stream(self.position)


class Luck:
    """An address in a tree of random numbers; immutable, so states and clones share it.

    Examples
    --------
    >>> luck = Luck(7)
    >>> luck.fork("deck").order("abcdef") == Luck(7).fork("deck").order("abcdef")
    True
    >>> luck.fork("deck").order(range(5)) == luck.fork("events").order(range(5))
    False
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK

    def __repr__(self) -> str:
        return f"Luck({self.seed})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Luck) and other.seed == self.seed

    def __hash__(self) -> int:
        return hash(self.seed)

    def fork(self, name: str, number: int = 0) -> Luck:
        """Return the independent branch called `name` (and numbered, e.g. the third reshuffle)."""
        branch = mix(((self.seed + GOLDEN) & MASK) ^ name_hash(name))
        if 0 <= number < len(NUMBERED):
            return Luck(branch + NUMBERED[number])
        return Luck(branch + mix((number + GOLDEN) & MASK))

    def key(self, item: int) -> int:
        """Return the 64 random bits that belong to `item` on this branch."""
        return mix((self.seed + (item + 1) * GOLDEN) & MASK)

    def below(self, n: int, item: int = 0) -> int:
        """Return a uniform integer in 0..n-1 that belongs to `item` on this branch."""
        return (self.key(item) * n) >> 64

    def order(self, items: Sequence[T]) -> list[T]:
        """Shuffle a sequence by position: for items whose position is their identity."""
        if len(items) >= MANY:
            order = self._keys(_many().places(len(items))).argsort(kind="stable")
            return [items[i] for i in order.tolist()]
        keys = [self.key(i) for i in range(len(items))]
        return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]

    def shuffle(self, ids: Sequence[int]) -> list[int]:
        """Shuffle component ids (0 to 2**64 - 1) by a random key per *id*; their order does not matter.

        Leaving one id out leaves the order of the others as it was, so a patched deck stays in step.
        Equal ids get equal keys: give every copy of a component its own id.
        """
        if len(ids) >= MANY:
            order = self._keys(_many().steps(ids)).argsort(kind="stable")
            return [ids[i] for i in order.tolist()]
        return sorted(ids, key=self.key)

    def _keys(self, steps: Numbers) -> Numbers:
        """Return `key` of many items, given as (item + 1) * GOLDEN."""
        m = _many()
        x = steps + m.number(self.seed)
        x ^= x >> m.shift_1
        x *= m.factor_1
        x ^= x >> m.shift_2
        x *= m.factor_2
        x ^= x >> m.shift_3
        return x

    def stream(self, name: str, number: int = 0) -> Stream:
        """Return a sequence of numbers on the branch `name`."""
        return Stream(self.fork(name, number).seed)


class _Many:
    """What many items' keys are worked out with at once, step by step as `Luck.key` does it.

    Numpy's unsigned numbers wrap around as `MASK` has it. They are kept, because making one takes as
    long as adding it to a whole deck.
    """

    def __init__(self) -> None:
        import numpy as np

        self.array = np.array
        self.number = np.uint64
        self.one = np.uint64(1)
        self.golden = np.uint64(GOLDEN)
        self.factor_1 = np.uint64(FACTOR_1)
        self.factor_2 = np.uint64(FACTOR_2)
        self.shift_1 = np.uint64(30)
        self.shift_2 = np.uint64(27)
        self.shift_3 = np.uint64(31)
        self.first = self.steps(range(PLACES))

    def places(self, number: int) -> Numbers:
        """Return the steps of the first places."""
        return self.first[:number] if number <= PLACES else self.steps(range(number))

    def steps(self, items: Sequence[int]) -> Numbers:
        """Return (item + 1) * GOLDEN of items."""
        x = self.array(items, dtype=self.number)
        x += self.one
        x *= self.golden
        return x


@functools.cache
def _many() -> _Many:
    """Return what keys are worked out with; numpy is imported when it is first wanted."""
    return _Many()
