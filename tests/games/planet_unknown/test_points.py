"""Points by source, and what seats would have if the game ended now (section 10)."""

import random

import pytest

import simkit
from simkit.games.planet_unknown import schema

TITLE = "planet_unknown"


@pytest.mark.parametrize("seats", range(1, 7))
def test_points_by_source_sum_to_the_score_and_to_the_projection(seats):
    """In games of every number of players, with and without events."""
    # [#10.2]
    for number in range(3):
        events = "standard" if number == 0 else "random"
        rules = simkit.rules(
            TITLE, seats=seats, edition="deluxe", events=events,
            private_objectives=seats > 1 and number == 1,
        )  # fmt: skip
        rng = random.Random(f"{seats} {number}")
        state = rules.deal(simkit.Luck(10 * seats + number))
        assert state.score == [0] * seats
        while not state.over:
            before = state.clone()
            projected = state.projected_scores()
            assert state.projected_scores() == projected
            assert (state.score, state.points) == (before.score, before.points)
            assert state.legal() == before.legal()
            state.step(rng.choice(state.candidates()))
            state.check()
        assert state.projected_scores() == state.scores()
        for seat in range(seats):
            assert sum(state.points_of(seat)) == state.score[seat]
        assert any(state.score)


def test_a_projection_reads_only_what_lies_open():
    rules = simkit.rules(TITLE, seats=3, edition="deluxe", events="random", private_objectives=True)
    rng = random.Random(1)
    state = rules.deal(simkit.Luck(4))
    held = 0
    while not state.over:
        if rng.random() < 0.2:
            viewer = rng.randrange(3)
            again = state.determinize(viewer, simkit.Luck(rng.randrange(10**6)))
            assert again.projected_scores() == state.projected_scores()
            held += any(p.cards & ~state.shown for p in state.players)
        state.apply(rng.choice(state.candidates()))
    assert held > 10


def test_a_projection_counts_what_the_end_would_count(table):
    """Medals, lifepods, meteorites and rival objectives; face-down cards only at the end."""
    seat = {
        "tracks": {"water": 13}, "collected_lifepods": 2, "collected_meteorites": 7,
        "civ_cards": [27, 29],
    }  # fmt: skip
    t = table(seat, {}, rival_objectives=[{"objective": 26, "between": [1, 2]}])
    assert t.state.projected_scores() == [7 + 2 + 2 + 5, 0]
    t.state.phase = schema.END
    assert t.state.projected_scores() == [7 + 2 + 2 + 5 + 4 + 2, 0]
    assert table(seat).state.projected_scores() == [7 + 2 + 2 + 4 + 2]  # alone nothing is hidden
