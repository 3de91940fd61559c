"""Luck: equal in every process and release, uniform, and addressed by what is drawn."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from simkit.core.luck import (
    GOLDEN,
    MANY,
    MASK,
    NUMBERED,
    PLACES,
    Luck,
    Stream,
    mix,
    name_hash,
)

SEEDS = st.integers(min_value=0, max_value=MASK)
IDS = st.lists(st.integers(min_value=0, max_value=500), unique=True, max_size=40)


def p_value(counts: list[int]) -> float:
    """Return how likely counts as uneven as these are, were all outcomes equally likely."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    return float(chi2.sf(statistic, len(counts) - 1))


# Stability: a change of any of these changes every recorded seed's games.


def test_stream_is_splitmix64() -> None:
    """The outputs published for SplitMix64 with the seed 1234567."""
    stream = Stream(1234567)
    assert [stream.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_key_is_the_stream_at_that_place() -> None:
    stream = Stream(99)
    assert [Luck(99).key(item) for item in range(5)] == [stream.bits() for _ in range(5)]


def test_values_stay_what_they_are() -> None:
    luck = Luck(7)
    assert luck.fork("deck").seed == 9268581336064201142
    assert luck.fork("deck", 3).seed == 13513906418118284276
    assert luck.key(41) == 16967882976242524105
    assert luck.shuffle(range(8)) == [1, 5, 7, 0, 4, 6, 3, 2]
    assert luck.order("abcdef") == ["b", "f", "a", "e", "d", "c"]
    assert luck.below(100, 5) == 24
    assert luck.stream("bot", 2).below(6) == 5
    assert name_hash("deck") == 3035693563423357603


# Uniformity


def test_below_is_uniform() -> None:
    luck = Luck(1).fork("dice")
    assert p_value(_counts((luck.below(6, n) for n in range(60_000)), range(6))) > 0.001


def test_stream_is_uniform() -> None:
    stream = Luck(2).stream("whims")
    assert p_value(_counts((stream.below(37) for _ in range(60_000)), range(37))) > 0.001
    assert p_value(_counts((int(stream.random() * 10) for _ in range(60_000)), range(10))) > 0.001


@pytest.mark.parametrize("way", ["shuffle", "order"])
def test_every_order_is_equally_likely(way: str) -> None:
    orders = list(permutations(range(4)))
    found = (tuple(getattr(Luck(seed), way)(range(4))) for seed in range(24_000))
    assert p_value(_counts(found, orders)) > 0.001


def test_forks_of_one_luck_are_independent() -> None:
    """The first cards of two decks of one game make every pair equally often."""
    pairs = [(a, b) for a in range(5) for b in range(5)]
    found = (
        (Luck(s).fork("deck").shuffle(range(5))[0], Luck(s).fork("deck", 1).shuffle(range(5))[0])
        for s in range(25_000)
    )
    assert p_value(_counts(found, pairs)) > 0.001


def test_neighbouring_seeds_and_items_are_independent() -> None:
    pairs = [(a, b) for a in range(4) for b in range(4)]
    seeds = ((Luck(s).below(4), Luck(s + 1).below(4)) for s in range(16_000))
    items = ((Luck(5).below(4, n), Luck(5).below(4, n + 1)) for n in range(16_000))
    assert p_value(_counts(seeds, pairs)) > 0.001
    assert p_value(_counts(items, pairs)) > 0.001


def _counts(found: object, outcomes: object) -> list[int]:
    counted = Counter(found)  # type: ignore[call-overload]
    wanted = list(outcomes)  # type: ignore[call-overload]
    assert set(counted) <= set(wanted)
    return [counted[outcome] for outcome in wanted]


# Addressed by what is drawn


@given(SEEDS, IDS, st.randoms(use_true_random=False))
def test_shuffle_does_not_depend_on_the_order_given(seed: int, ids: list[int], mix: object) -> None:
    mixed = ids[:]
    mix.shuffle(mixed)  # type: ignore[attr-defined]
    assert Luck(seed).shuffle(mixed) == Luck(seed).shuffle(ids)


@given(SEEDS, IDS, st.data())
def test_leaving_a_card_out_leaves_the_others_in_order(
    seed: int, ids: list[int], data: st.DataObject
) -> None:
    """So a patched deck stays in step with the printed one."""
    kept = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    whole = Luck(seed).shuffle(ids)
    assert Luck(seed).shuffle(kept) == [card for card in whole if card in kept]


@given(SEEDS, IDS)
def test_a_shuffle_loses_nothing(seed: int, ids: list[int]) -> None:
    assert sorted(Luck(seed).shuffle(ids)) == sorted(ids)
    assert sorted(Luck(seed).order(ids)) == sorted(ids)


@given(SEEDS, st.integers(min_value=1, max_value=10**6), st.integers(min_value=0, max_value=10**6))
def test_below_is_below(seed: int, n: int, item: int) -> None:
    assert 0 <= Luck(seed).below(n, item) < n
    assert 0 <= Stream(seed).below(n) < n
    assert 0 <= Stream(seed).random() < 1


@given(SEEDS)
def test_drawing_leaves_luck_as_it_was(seed: int) -> None:
    luck = Luck(seed)
    before = luck.fork("a").key(1)
    luck.shuffle(range(5))
    luck.stream("b").bits()
    assert luck.fork("a").key(1) == before
    assert luck == Luck(seed)
    assert hash(luck) == hash(Luck(seed))


def test_forks_differ_by_name_and_number() -> None:
    luck = Luck(3)
    forks = [luck.fork(name, n) for name in ("deck", "events", "kced") for n in range(50)]
    assert len(set(forks)) == len(forks)
    assert luck.fork("a").fork("b") != luck.fork("b").fork("a")
    branch = mix(((luck.seed + GOLDEN) & MASK) ^ name_hash("deck"))
    for number in (0, 1, len(NUMBERED) - 1, len(NUMBERED), 10**6):
        assert luck.fork("deck", number) == Luck(branch + mix(number + GOLDEN))


def test_luck_is_not_equal_to_its_seed() -> None:
    assert Luck(3) != 3
    assert repr(Luck(3)) == "Luck(3)"
    assert Luck(MASK + 4) == Luck(3)


def test_stream_clone_goes_on_alike_and_apart() -> None:
    stream = Luck(4).stream("bot", 1)
    stream.bits()
    clone = stream.clone()
    assert [clone.bits() for _ in range(3)] == [stream.bits() for _ in range(3)]
    clone.bits()
    assert clone.position != stream.position


def test_choice_takes_one_of_the_items() -> None:
    stream = Luck(4).stream("bot")
    assert {stream.choice("abc") for _ in range(60)} == set("abc")


@pytest.mark.parametrize("number", [0, 1, 5, MANY - 1, MANY, 114, PLACES, PLACES + 1])
def test_many_items_are_shuffled_as_few_are(number: int) -> None:
    luck = Luck(0xFFFFFFFFFFFFFFFF - number).fork("deck")
    ids = list(range(3, 3 * number + 3, 3))[::-1]
    assert luck.shuffle(ids) == sorted(ids, key=luck.key)
    keys = [luck.key(place) for place in range(number)]
    assert luck.order(ids) == [ids[place] for place in sorted(range(number), key=keys.__getitem__)]
    assert all(type(card) is int for card in luck.shuffle(ids) + luck.order(ids))


@given(SEEDS, st.lists(SEEDS | st.sampled_from((0, 1, MASK - 1, MASK)), max_size=2 * MANY))
def test_ids_of_any_size_also_equal_ones_are_shuffled_by_their_keys(
    seed: int, ids: list[int]
) -> None:
    luck = Luck(seed)
    assert luck.shuffle(ids) == sorted(ids, key=luck.key)
