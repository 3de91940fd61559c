"""What is told of a game: consequences, points by source, how things stand, who won."""

from __future__ import annotations

from typing import Any

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.core.narration import happened, result, seen, standing, standing_in_words
from simkit.core.schema import Source
from tests.tiny.rules.state import FairState

RULES = simkit.rules("tests.tiny", seats=2)


def name(seat: int) -> str:
    return "you" if seat == 0 else f"seat {seat}"


def at(**spec: Any) -> FairState:
    state = RULES.position(spec)
    assert isinstance(state, FairState)
    return state


def step(state: FairState, text: str, viewer: int | None = None) -> list[str]:
    """Carry out an action and return what is told of it."""
    before, action = state.clone(), RULES.parse(text)
    state.step(action)
    return happened(before, action, state, viewer)


def test_what_followed_is_told_with_the_points_by_source() -> None:
    state = at(phase="offering", hands=[[0, 3], [1, 2]], lot=4, coins=[1, 1])
    assert step(state, "offer card=0") == []
    assert step(state, "offer card=1") == [
        "seat 0 reveals bread of 2 (card 0)",
        "seat 1 reveals cloth of 4 (card 1)",
        "seat 0: +4 points (sales)",
        "seat 1: +4 points (sales)",
    ]


def test_points_of_several_sources_are_listed_each() -> None:
    state = at(phase="exchanging", round=4, asked=[1], stalls=[[0, 1, 2], []], hands=[[], [3]])
    before = state.clone()
    state.gain(0, 0, 5)
    state.step(RULES.parse("exchange cards=0"))
    assert "seat 0: +9 points (+5 sales, +4 sets)" in happened(before, 0, state)


def test_a_source_of_points_is_called_by_its_label() -> None:
    assert Source("floor_1", "bottom floor of the senate", "bottom floor").words == "bottom floor"
    assert Source("long_road").words == "long road"


def test_one_point_is_said_in_the_singular() -> None:
    for n, said in ((1, "+1 point"), (-1, "-1 point"), (2, "+2 points"), (-2, "-2 points")):
        state = at(phase="exchanging", asked=[1], stalls=[[], []], hands=[[], [3]])
        before = state.clone()
        state.gain(0, 0, n)
        assert f"seat 0: {said} (sales)" in happened(before, 0, state)


def test_a_viewer_hears_of_the_cards_of_others_only_how_many() -> None:
    told = {}
    for viewer in (None, 0, 1):
        state = at(phase="exchanging", asked=[0], hands=[[3], [5]], deck=[10, 11, 12, 13, 14, 15])
        lines = step(state, "exchange cards=8", viewer)
        told[viewer] = [line for line in lines if "draws" in line]
    assert told[None][0] == told[0][0]
    assert told[0][0].startswith("seat 0 draws ")
    assert told[0][0].count("card") == 3
    assert told[0][1] == "seat 1 draws 2 cards"
    assert told[1][0] == "seat 0 draws 3 cards"
    assert told[1][1] == told[None][1]


def test_others_secret_choices_are_not_seen() -> None:
    state = at(phase="offering", hands=[[0, 3], [1, 2]], lot=4)
    action = RULES.parse("offer card=0")
    assert seen(state, action, 1) is None
    assert seen(state, action, 0) == seen(state, action) == "offer bread of 2 (card 0)"


def test_points_to_come_stand_behind_a_bar_only_where_they_differ() -> None:
    state = at(phase="offering", hands=[[0], [1]], points=[{"sales": 3}, {}])
    assert standing(state) == "3 0"
    assert standing_in_words(state, name) == "points: you 3, seat 1 0"
    state = at(phase="bidding", lot=4, stalls=[[0, 1, 2], []], points=[{"sales": 3}, {}])
    assert standing(state) == "3 0 | 7 0"
    words = "points: you 3, seat 1 0; if the game ended now: you 7, seat 1 0"
    assert standing_in_words(state, name) == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((40, 39), "won by you (master of the fair)"),
        ((3, 4), "won by seat 1 (host of the fair)"),
        ((4, 4), "won by you and seat 1 (host of the fair)"),
    ],
)
def test_who_won_and_what_it_is_called(points: tuple[int, int], words: str) -> None:
    state = at(phase="exchanging", round=4)
    for seat, amount in enumerate(points):
        state.gain(seat, 0, amount)
    state.seat = -1
    assert result(state, name) == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (45, "lost: failed"),
        (46, "won by you: passed"),
        (49, "won by you: passed with honours"),
    ],
)
def test_a_game_below_its_target_is_lost(points: int, words: str) -> None:
    state = simkit.rules("tests.alone", seats=1).deal(Luck(1))
    state.gain(0, 0, points)
    state.seat = -1
    assert result(state, name) == words


def test_verdicts_that_differ_are_told_seat_by_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FairState, "verdict", lambda self, seat: ["proud", "poor"][seat])
    state = at(phase="exchanging", round=4, points=[{"sales": 3}, {}])
    state.seat = -1
    assert result(state, name) == "won by you (you: proud; seat 1: poor)"


def test_a_game_of_several_that_nobody_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FairState, "winners", lambda self: [])
    state = at(phase="exchanging", round=4)
    state.seat = -1
    assert result(state, name) == "won by nobody"
