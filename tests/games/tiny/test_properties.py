"""The Fair: what always holds, tried with hypothesis, and what determinize draws."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

import simkit
from simkit.core.errors import IllegalAction
from simkit.core.luck import Luck
from simkit.core.state import PointLog
from simkit.testing import deep_copy, state_difference
from tests.tiny.rules.state import FairState
from tests.tiny.schema import NO_CARD
from tests.tiny.title import FairRules

SEEDS = st.integers(min_value=0, max_value=2**64 - 1)
SEATS = st.integers(min_value=2, max_value=4)
PATCHES = st.fixed_dictionaries(
    {},
    optional={
        "factions.millers.start.coins": st.integers(0, 10),
        "factions.weavers.start.hand": st.integers(1, 6),
        "factions.weavers.income": st.integers(0, 10),
        "factions.millers.bonus": st.integers(-2, 6),
        "market.undercut.price": st.integers(0, 5),
        "market.sets.points": st.integers(0, 12),
    },
)


@st.composite
def games(draw: st.DrawFn) -> tuple[FairState, list[int]]:
    """A game in any setting, played at random (open kinds included) to a random move."""
    rules = FairRules(
        draw(SEATS), {"length": draw(st.sampled_from(["long", "short"]))}, draw(PATCHES)
    )
    state = rules.deal(Luck(draw(SEEDS)))
    whims = Luck(draw(SEEDS)).stream("whims")
    actions: list[int] = []
    for _ in range(draw(st.integers(min_value=0, max_value=120))):
        if state.over:
            break
        action = whims.choice(state.legal())
        if rules.decode(action)[0] == "exchange":
            mask = whims.bits() & sum(1 << card for card in state.hands[state.seat])
            action = rules.encode("exchange", cards=mask)
        state.step(action)
        actions.append(action)
    return state, actions


@settings(max_examples=80, deadline=None)
@given(games())
def test_invariants_points_and_copies(game: tuple[FairState, list[int]]) -> None:
    state, _ = game
    state.check()
    for seat in range(state.seats):
        assert sum(state.points_of(seat)) == state.score[seat]
    clone = state.clone()
    assert not state_difference(state, clone)
    assert not state_difference(deep_copy(state), clone)
    if not state.over:
        before = deep_copy(state)
        clone.apply(clone.legal()[-1])
        assert not state_difference(before, state)
        assert state_difference(before, clone)


@settings(max_examples=40, deadline=None)
@given(games(), SEEDS)
def test_replay_and_observer(game: tuple[FairState, list[int]], seed: int) -> None:
    """From the position, two states that get the same actions stay equal; all gains are noted."""
    state, _ = game
    one, two = state.clone(), state.clone()
    one.observer = log = PointLog()
    whims = Luck(seed).stream("whims")
    while not one.over:
        action = whims.choice(one.legal())
        one.apply(action)
        two.step(action)
    one.observer = None
    assert not state_difference(one, two)
    gained = [0] * state.seats
    for at in range(0, len(log.rows), 4):
        gained[log.rows[at + 1]] += log.rows[at + 3]
    assert [s + g for s, g in zip(state.score, gained, strict=True)] == one.score


@settings(max_examples=60, deadline=None)
@given(games(), st.lists(st.integers(min_value=-5, max_value=1 << 72), max_size=30))
def test_step_refuses_what_is_legal_refuses(
    game: tuple[FairState, list[int]], numbers: list[int]
) -> None:
    state, _ = game
    before = deep_copy(state)
    for number in [*numbers, *(n & 0xFFF for n in numbers if n > 0)]:
        accepted = not state.over and state.is_legal(number)
        listed = not state.over and number in state.legal()
        assert not listed or accepted
        try:
            state.clone().step(number)
            assert accepted
        except IllegalAction:
            assert not accepted
    assert not state_difference(before, state)


@settings(max_examples=60, deadline=None)
@given(games(), SEEDS)
def test_determinize_keeps_what_a_seat_knows(game: tuple[FairState, list[int]], seed: int) -> None:
    state, _ = game
    for seat in range(state.seats):
        copy = state.determinize(seat, Luck(seed))
        copy.check()
        assert copy.hands[seat] == state.hands[seat]
        assert copy.offers[seat] == state.offers[seat]
        assert [len(hand) for hand in copy.hands] == [len(hand) for hand in state.hands]
        hidden = [offer == NO_CARD for offer in state.offers]
        assert [offer == NO_CARD for offer in copy.offers] == hidden
        for known in ("coins", "stalls", "wares", "discard", "lot", "bid", "bidders", "factions"):
            assert getattr(copy, known) == getattr(state, known)


def test_determinize_draws_uniformly() -> None:
    """Every unseen card is equally often in another's hand, offered in secret, and on top."""
    state = simkit.rules("tests.tiny", seats=2).deal(Luck(8))
    first = state.seat
    state.apply(state.legal()[2])
    seat = state.seat
    assert seat != first
    unseen = sorted({*state.deck, *state.hands[first], state.offers[first]})
    places: dict[str, Counter[int]] = {"hand": Counter(), "offer": Counter(), "top": Counter()}
    for n in range(12_000):
        copy = state.determinize(seat, Luck(n))
        places["hand"].update(copy.hands[first])
        places["offer"][copy.offers[first]] += 1
        places["top"][copy.deck[0]] += 1
    for place, found in places.items():
        assert set(found) == set(unseen), place
        expected = sum(found.values()) / len(unseen)
        statistic = sum((found[card] - expected) ** 2 / expected for card in unseen)
        assert chi2.sf(statistic, len(unseen) - 1) > 0.001, place


def test_reshuffles_happen_in_ordinary_games() -> None:
    """So that the games of these tests see them."""
    rules = simkit.rules("tests.tiny", seats=2)
    found = 0
    for game in range(20):
        state = rules.deal(Luck(game))
        whims = Luck(game).stream("whims")
        while not state.over:
            state.apply(whims.choice(state.legal()))
        found += state.reshuffles
    assert found > 10
