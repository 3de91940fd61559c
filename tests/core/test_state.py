"""The base of states: points, ranks, checked steps, views."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simkit
from simkit.core.errors import IllegalAction
from simkit.core.luck import Luck
from simkit.core.registry import titles
from simkit.core.state import NOBODY, VIEW_LUCK, PointLog, State
from tests.tiny.rules.state import FairState

RULES = simkit.rules("tests.tiny", seats=3)
GAINS = st.tuples(
    st.integers(min_value=0, max_value=2),
    st.integers(min_value=0, max_value=2),
    st.integers(min_value=-9, max_value=9),
)


def fair(seed: int = 1) -> FairState:
    state = RULES.deal(Luck(seed))
    assert isinstance(state, FairState)
    return state


@given(st.lists(GAINS))
def test_points_by_source_sum_to_the_score(gains: list[tuple[int, int, int]]) -> None:
    state = State(RULES, Luck(1))
    state.observer = log = PointLog()
    for seat, source, amount in gains:
        state.gain(seat, source, amount)
    for seat in range(3):
        assert sum(state.points_of(seat)) == state.score[seat] == state.scores()[seat]
        assert state.score[seat] == sum(a for s, _, a in gains if s == seat)
    kept = [value for gain in gains if gain[2] for value in (-1, *gain)]  # before any decision
    assert log.rows == kept


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=3))
def test_ranks_and_winners(standings: list[tuple[int, int]]) -> None:
    state = fair()
    for seat, (points, coins) in enumerate(standings):
        state.gain(seat, 0, points)
        state.coins[seat] = coins
    best = max(standings)
    assert state.winners() == [seat for seat in range(3) if standings[seat] == best]
    for seat, rank in enumerate(state.ranks()):
        assert rank == 1 + sum(other > standings[seat] for other in standings)


def test_standing_is_the_score_unless_a_title_knows_a_tie_break() -> None:
    state = State(RULES, Luck(1))
    state.gain(2, 1, 5)
    assert state.standing(2) == (5,)
    assert state.winners() == [2]
    assert state.ranks() == [2, 2, 1]


def test_step_says_who_what_and_why() -> None:
    state = fair()
    seat, phase = state.seat, "offering"
    with pytest.raises(IllegalAction, match=rf"seat {seat} may not 'pass': the phase is {phase}"):
        state.step(RULES.encode("pass"))
    with pytest.raises(IllegalAction, match="may not '-5'"):
        state.step(-5)
    state.seat = NOBODY
    assert state.over
    with pytest.raises(IllegalAction, match="the game is over"):
        state.step(RULES.encode("pass"))


def test_base_class_gives_reasons_of_its_own() -> None:
    assert State(RULES, Luck(1)).why_illegal(0) == "it is not among the legal actions"


@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.legal(),
        lambda s: s.candidates(),
        lambda s: s.apply(0),
        lambda s: s.clone(),
        lambda s: s.determinize(0, Luck(1)),
        lambda s: s.seat_row(0),
    ],
)
def test_what_a_title_has_to_implement(call: object) -> None:
    with pytest.raises(NotImplementedError):
        call(State(RULES, Luck(1)))  # type: ignore[operator]


def test_base_class_defaults() -> None:
    state = State(RULES, Luck(1))
    assert state.log_row(0) == ()
    assert state.game_row() == {}
    state.check()


def test_copy_base_leaves_the_observer_behind() -> None:
    state = fair()
    state.observer = PointLog()
    state.gain(0, 0, 3)
    copy = State(RULES, Luck(9))
    copy.copy_base(state)
    assert copy.observer is None
    assert copy.points == state.points
    assert copy.luck == state.luck
    copy.gain(0, 0, 1)
    assert state.score[0] == 3


def test_view_is_made_up_the_same_way_every_time() -> None:
    state = fair()
    view = state.view(0)
    assert isinstance(view, FairState)
    assert view.hands[0] == state.hands[0]
    assert view.deck != state.deck
    assert view.deck == state.view(0).deck  # type: ignore[attr-defined]
    assert view.luck != state.luck
    assert Luck(0x5EED) == VIEW_LUCK


def test_a_state_shows_its_board() -> None:
    assert fair()._repr_html_().startswith("<svg")
    assert "tests.tiny" not in titles()
