"""What both searching bots stand on: playing a position on, and saying who leads."""

from __future__ import annotations

import pytest

import simkit
from simkit.bots import lookahead
from simkit.bots.lookahead import LookAheadBot
from simkit.bots.mcts import TreeSearchBot
from simkit.bots.playouts import Playouts
from simkit.core.luck import Luck
from simkit.engine.play import play_game
from simkit.testing.compare import state_difference
from tests.bots.planted import planted
from tests.tiny.bot.features import FairGreedy

RULES = simkit.rules("tests.tiny", seats=3)


def playouts(seat: int = 0) -> Playouts:
    return Playouts(FairGreedy(), RULES, seat, Luck(1))


@pytest.mark.parametrize("rounds", [1, 2])
def test_playing_on_ends_when_so_many_rounds_have_begun(rounds: int) -> None:
    state = RULES.deal(Luck(4))
    first = state.round
    playouts().play_on(state, rounds)
    assert state.round == first + rounds
    begun = RULES.deal(Luck(4))
    players = playouts()
    while begun.round < first + rounds:
        players.decide(begun)
    assert not state_difference(state, begun)  # and not a decision later


def test_playing_on_without_a_number_goes_to_the_end() -> None:
    state = RULES.deal(Luck(4))
    played = playouts()
    played.play_on(state, 0)
    assert state.over
    ended = playouts().end_of(RULES.deal(Luck(4)))
    assert ended.score == state.score


def test_decisions_with_a_choice_are_counted_as_spent() -> None:
    state, choices = RULES.deal(Luck(4)), 0
    player = playouts()
    while not state.over:
        choices += len(state.candidates()) > 1
        player.decide(state)
    for way in (lambda p, s: p.play_on(s, 0), lambda p, s: p.end_of(s)):
        other = Playouts(FairGreedy(), RULES, 0, Luck(99 + choices))
        way(other, RULES.deal(Luck(4)))
        assert other.spent == choices


def test_the_lead_at_the_end_is_that_over_the_best_of_the_others() -> None:
    state = RULES.deal(Luck(5))
    play_game(state, [FairGreedy() for _ in range(3)])
    assert len(set(state.score)) == 3, "another deal, in which all have different scores"
    player = playouts()
    for seat in range(3):
        others = sorted(points for other, points in enumerate(state.score) if other != seat)
        assert player.lead(state, seat) == state.score[seat] - others[-1]
        assert player.lead(state, seat, 0.5) == state.score[seat] - others[-1] / 2
        assert state.win_share(seat) == float(state.score[seat] > others[-1])


def test_a_position_in_play_is_estimated_by_the_greedy_bot() -> None:
    state = RULES.deal(Luck(5))
    player = playouts()
    player.play_on(state, 1)
    for seat in range(3):
        assert player.lead(state, seat) == player.players[seat].evaluate(state, seat)


def test_copies_come_back_to_the_searching_seat() -> None:
    state = RULES.deal(Luck(6))
    copy = playouts(state.seat).redraw(state, Luck(7))
    assert copy.seat == state.seat and copy.round == state.round
    assert copy is not state and not state_difference(state, RULES.deal(Luck(6)))


@pytest.mark.parametrize(("left", "samples"), [(1, lookahead.FIRST_LOOK), (2, 6)])
def test_samples_end_when_one_candidate_is_left(
    monkeypatch: pytest.MonkeyPatch, left: int, samples: int
) -> None:
    """As long as two are open, both are played on as often as was asked for."""
    monkeypatch.setattr(lookahead, "still_open", lambda leads, alive: alive[:left])
    bot = LookAheadBot(FairGreedy(), k=3, samples=6, rounds=1)  # type: ignore[call-overload]
    state = planted()
    bot.start(state.rules, 0, Luck(1))
    bot.playouts.spent = 0
    leads = bot._look(state, state.candidates()[:2])
    assert [len(each) for each in leads] == [
        samples,
        samples if left == 2 else lookahead.FIRST_LOOK,
    ]


def test_every_line_of_the_tree_grows_by_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past its own decision a search adds one node to the tree per line, then plays on."""
    bot = TreeSearchBot(FairGreedy(), iterations=1)  # type: ignore[call-overload]
    state = RULES.deal(Luck(8))
    bot.start(RULES, state.seat, Luck(1))
    credited: list[int] = []

    def credit(end: object, path: list[object]) -> None:
        credited.append(len(path))

    monkeypatch.setattr(bot, "_credit", credit)
    bot.search(state)
    # the others have chosen in secret at most once each before the searching seat did
    assert credited and max(credited) <= RULES.seats
