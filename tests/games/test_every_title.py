"""Promises of the tables and of words that hold for every title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.core.registry import rules_class
from simkit.core.state import State

TITLES = ["tests.tiny", *simkit.titles()]
SETTINGS = [
    (title, seats)
    for title in TITLES
    for seats in range(
        rules_class(title).schema.seat_range[0], rules_class(title).schema.seat_range[1] + 1
    )
]
POSITIONS = 2000


def points_that_are_missing(title: str, seats: int, games: int) -> dict[tuple[int, int], int]:
    """Return per game and seat by how much the rows of `points` miss the score, where they do."""
    results = simkit.simulate(
        title, seats=seats, games=games, seed=8, n_jobs=1, progress="quiet", log="points"
    )
    assert len(results) == games
    scores = results.seats.set_index(["game_id", "seat"]).score
    rows = results.points.groupby(["game_id", "seat"]).amount.sum()
    missing = scores - rows.reindex(scores.index, fill_value=0)
    found: dict[tuple[int, int], int] = missing[missing != 0].to_dict()
    return found


@pytest.mark.parametrize(("title", "seats"), SETTINGS)
def test_rows_of_points_sum_to_the_score(title: str, seats: int) -> None:
    assert points_that_are_missing(title, seats, 3) == {}


@pytest.mark.soak
@pytest.mark.parametrize(("title", "seats"), SETTINGS)
def test_rows_of_points_sum_to_the_score_in_many_games(title: str, seats: int) -> None:
    assert points_that_are_missing(title, seats, 200) == {}


def random_positions(title: str, count: int) -> Iterator[State]:
    """Yield positions of random games with every number of players in turn."""
    low, high = rules_class(title).schema.seat_range
    game = 0
    while True:
        state = simkit.rules(title, low + game % (high - low + 1)).deal(Luck(game))
        whims = Luck(game).fork("whims")
        move = 0
        while not state.over:
            yield state
            count -= 1
            if count == 0:
                return
            actions = state.legal()
            state.apply(actions[whims.below(len(actions), move)])
            move += 1
        game += 1


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_words_tell_all_actions_apart(title: str) -> None:
    for state in random_positions(title, POSITIONS):
        actions = dict.fromkeys([*state.legal(), *state.candidates()])
        counts = Counter(state.rules.words(state, action) for action in actions)
        alike = [words for words, number in counts.items() if number > 1]
        assert not alike, f"{state.rules!r}, round {state.round}: {alike[:3]}"
