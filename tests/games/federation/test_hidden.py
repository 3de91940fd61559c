"""What a seat does not know is redrawn: all that it could be comes up, what it knows stays."""

from __future__ import annotations

from collections import Counter

import pytest

import simkit
from simkit.core.luck import Luck

DRAWS = 150


def middle(seats, seed=4):
    """A position of the third round of a random game, with much that is still hidden."""
    state = simkit.rules("federation", seats=seats).deal(Luck(seed))
    whims = Luck(seed).stream("whims")
    while state.round < 3:
        state.apply(whims.choice(state.candidates()))
    return state


def copies(state, seat=0):
    return [state.determinize(seat, Luck(number)) for number in range(DRAWS)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_deep_space_tile_that_nobody_has_shown_may_lie_there(seats):
    state = middle(seats)
    tables, number = state.tables, state.deep.bit_count()
    shown = {p.deep for p in state.players} - {-1}
    assert 0 < number < len(tables.deep_tiles) - len(shown)
    met = set()
    for copy in copies(state, next(i for i, p in enumerate(state.players) if p.deep < 0)):
        lying = {tile for tile in range(len(tables.deep_tiles)) if copy.deep >> tile & 1}
        assert len(lying) == number
        assert copy.deep_out == sum(1 << tile for tile in lying | shown)
        met |= lying
    assert met == set(range(len(tables.deep_tiles))) - shown


def test_who_has_taken_a_deep_space_tile_has_seen_the_others():
    state = middle(2)
    owner, other = state.players
    owner.deep = min(tile for tile in range(20) if state.deep >> tile & 1)
    other.deep = -1
    state.deep &= ~(1 << owner.deep)
    assert {copy.deep for copy in copies(state, 0)} == {state.deep}
    foreign = copies(state, 1)
    assert len({copy.deep for copy in foreign}) > 1
    assert not any(copy.deep >> owner.deep & 1 for copy in foreign)


def asteroids_of(state):
    return Counter([*state.asteroids, *state.dead, *state.asteroids_out])


@pytest.mark.parametrize("seats", [2, 4])
def test_face_down_asteroids_are_any_of_their_kind_that_nobody_has_seen(seats):
    state = middle(seats)
    tables = state.tables
    hidden = [
        cell
        for cell, token in enumerate(state.asteroids)
        if token >= 0 and not state.seen >> cell & 1
    ]
    live = [cell for cell in hidden if state.asteroids[cell] in tables.live]
    assert live
    assert not state.seen >> tables.neo_last & 1
    unseen = {
        "live": [state.asteroids[cell] for cell in live]
        + [token for token in state.asteroids_out if token in tables.live],
        "dead": state.dead + [token for token in state.asteroids_out if token in tables.dead],
    }
    met: dict[str, set[int]] = {"live": set(), "dead": set()}
    for copy in copies(state):
        assert asteroids_of(copy) == asteroids_of(state)
        assert len(copy.dead) == len(state.dead)
        for cell, token in enumerate(state.asteroids):
            assert cell in live or copy.asteroids[cell] == token
        assert copy.asteroids_out == sorted(copy.asteroids_out)
        met["live"].add(copy.asteroids[live[-1]])
        met["dead"] |= set(copy.dead)
    assert met == {kind: set(tokens) for kind, tokens in unseen.items()}


def test_dead_asteroids_that_lie_open_stay():
    state = middle(3)
    state.seen |= 1 << state.tables.neo_last
    assert all(copy.dead == state.dead for copy in copies(state))


def test_face_down_tokens_of_moons_come_from_their_strength():
    state = middle(3)
    tables = state.tables
    met: dict[int, set[int]] = {}
    wanted: dict[int, set[int]] = {}
    for moon, tokens in enumerate(state.moons):
        if tokens and not state.moons_seen >> moon & 1:
            strength = tables.moon_strength[moon]
            wanted.setdefault(strength, set(state.reserve[strength])).update(tokens)
    assert wanted
    for copy in copies(state):
        assert Counter(x for tokens in (*copy.moons, *copy.reserve) for x in tokens) == Counter(
            x for tokens in (*state.moons, *state.reserve) for x in tokens
        )
        for moon, tokens in enumerate(state.moons):
            assert len(copy.moons[moon]) == len(tokens)
            if state.moons_seen >> moon & 1:
                assert copy.moons[moon] == tokens
            elif tokens:
                met.setdefault(tables.moon_strength[moon], set()).update(copy.moons[moon])
    assert met == wanted


def test_every_card_of_a_stack_may_be_the_next():
    state = middle(4)
    stacks = {
        **{f"laws {wing}": lambda s, wing=wing: s.stacks[wing] for wing in range(2)},
        "planet blocks": lambda s: s.planet_blocks,
        "room blocks": lambda s: s.room_blocks,
        **{f"level 1, {c}": lambda s, c=c: s.level1[c] for c in range(len(state.level1))},
        **{f"level 2, {c}": lambda s, c=c: s.level2[c] for c in range(len(state.level2))},
    }
    redrawn = copies(state)
    several = 0
    for name, stack in stacks.items():
        cards = list(stack(state))
        for end in (0, -1):
            met = {stack(copy)[end] for copy in redrawn if cards}
            assert met == set(cards), name
        assert all(sorted(stack(copy)) == sorted(cards) for copy in redrawn)
        several += len(set(cards)) > 1
    assert several >= 6
