"""Reproducible luck: 64-bit SplitMix, addressed by name.

A `Luck` is an immutable address in a tree of random numbers. What is drawn depends only on the seed
and on *what* is drawn (``luck.key("deck", card)``), never on how much was drawn before. A patched
arm that draws one card more therefore keeps every other draw in step with the printed arm, and a
clone of a state may share its Luck. Where a sequence of numbers is wanted (a bot's whims), `stream`
gives a small mutable generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

MASK: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15
MANY: Final = 32
"""Items from which on it is quicker to work out all their keys at once."""
_NAME_HASHES: Final[dict[str, int]] = {}


def mix(x: int) -> int:
    """Scramble 64 bits (the SplitMix64 finaliser)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


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
            return [items[i] for i in self._keys(range(len(items))).argsort(kind="stable").tolist()]
        keys = [self.key(i) for i in range(len(items))]
        return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]

    def shuffle(self, ids: Sequence[int]) -> list[int]:
        """Shuffle component ids by a random key per *id*; the order given does not matter.

        Leaving one id out leaves the order of the others as it was, so a patched deck stays in step.
        Equal ids get equal keys: give every copy of a component its own id.
        """
        if len(ids) >= MANY:
            return [ids[i] for i in self._keys(ids).argsort(kind="stable").tolist()]
        return sorted(ids, key=self.key)

    def _keys(self, items: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Return `key` of many items; numpy's unsigned numbers wrap around as `MASK` has it."""
        import numpy as np

        number = np.uint64
        x = np.array(items, dtype=number)
        x += number(1)
        x *= number(GOLDEN)
        x += number(self.seed)
        x = (x ^ (x >> number(30))) * number(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> number(27))) * number(0x94D049BB133111EB)
        return x ^ (x >> number(31))

    def stream(self, name: str, number: int = 0) -> Stream:
        """Return a sequence of numbers on the branch `name`."""
        return Stream(self.fork(name, number).seed)
