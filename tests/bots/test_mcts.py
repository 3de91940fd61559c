"""Tree search: it finds what greedy misses, sees nothing hidden, and keeps to its budget."""

from __future__ import annotations

import time
from typing import Any

import pytest

import simkit
from simkit.bots import make_bot
from simkit.bots.mcts import TreeSearchBot
from simkit.core.bot import RandomBot
from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine.play import play_game
from simkit.testing import check_bot
from tests.bots.planted import offer_of, planted
from tests.tiny.bot.features import FairGreedy
from tests.tiny.rules.state import FairState
from tests.tiny.schema import NO_CARD, OFFER, OFFERING

RULES = simkit.rules("tests.tiny", seats=2)


def started(seat: int = 0, **params: Any) -> TreeSearchBot:
    bot = TreeSearchBot(FairGreedy(), **params)
    bot.start(RULES, seat, Luck(1))
    return bot


def offering() -> FairState:
    """Return a position in which seat 1 is asked for an offer after seat 0."""
    state = RULES.deal(Luck(3))
    greedy = FairGreedy()
    greedy.start(RULES, state.seat, Luck(3))
    state.apply(greedy.choose(state, state.candidates()).action)
    assert (state.seat, state.phase) == (1, OFFERING)
    return state


def test_it_finds_the_set_that_greedy_misses() -> None:
    state = planted()
    found = started(iterations=60).choose(state, state.candidates())
    assert offer_of(found.action) == "pots of 2"
    assert 0 <= found.runner_up <= found.value <= 1


def test_it_is_stronger_than_the_greedy_bot_inside() -> None:
    won = 0.0
    for game in range(12):
        for seat in range(2):
            bots = [FairGreedy(), FairGreedy()]
            bots[seat] = TreeSearchBot(FairGreedy(), iterations=24)  # type: ignore[call-overload]
            winners = play_game(RULES.deal(Luck(game)), bots).winners()
            won += (seat in winners) / len(winners)
    assert won >= 15, won  # of 24


def test_it_keeps_the_contract_of_bots() -> None:
    check_bot("mcts:collector(iterations=12)", "tests.tiny")


# Nothing hidden is seen


@pytest.mark.parametrize(
    ("title", "kind"),
    [("tests.tiny", ""), ("race_for_the_galaxy", "choose"), ("federation", "place")],
)
@pytest.mark.parametrize("text", ["mcts(iterations=8)", "lookahead(k=2, samples=2, rounds=1)"])
def test_everything_hidden_redrawn_gives_the_same_choice(title: str, kind: str, text: str) -> None:
    rules = simkit.rules(title, seats=2)
    greedy = [make_bot("greedy", title) for _ in range(2)]
    state: State = rules.deal(Luck(4))
    for seat, bot in enumerate(greedy):
        bot.start(rules, seat, Luck(1))
    asked = 0
    while state.seat >= 0 and asked < 12:
        candidates = state.candidates()
        if len(candidates) > 1 and kind in {"", rules.decode(candidates[0])[0]}:
            choices = []
            for shown in (state, state.determinize(state.seat, Luck(77 + asked))):
                bot = make_bot(text, title)
                bot.start(rules, state.seat, Luck(asked))
                choices.append(repr(bot.choose(shown, candidates)))
            assert choices[0] == choices[1]
            asked += 1
        action = candidates[0]
        if len(candidates) > 1:
            action = greedy[state.seat].choose(state, candidates).action
        state.apply(action)
    assert asked >= 8


# Simultaneous choices


def test_hidden_choices_of_others_are_made_anew_by_their_own_lights() -> None:
    """On the copies the other offers what it likes best of the hand drawn for it, not any card."""
    state = offering()
    bot = started(1)
    for number in range(30):
        copy = bot.playouts.redraw(state, Luck(number))
        assert isinstance(copy, FairState)
        assert copy.seat == 1
        assert copy.offers[1] == NO_CARD
        before = copy.clone()
        before.reopen(1)
        assert (before.seat, before.offers) == (0, [NO_CARD, NO_CARD])
        other = FairGreedy()
        other.start(RULES, 0, Luck(1))
        assert other.choose(before, before.candidates()).action == OFFER | copy.offers[0] << 6


def test_reopening_keeps_all_that_is_open() -> None:
    rules = simkit.rules("tests.tiny", seats=3)
    state = rules.deal(Luck(6))
    while state.phase == OFFERING and state.candidates():
        copy = state.clone()
        copy.reopen(state.seat)
        copy.check()
        assert copy.scores() == state.scores()
        while copy.seat != state.seat:
            copy.apply(copy.candidates()[0])
        assert copy.candidates() == state.candidates()
        state.apply(state.candidates()[0])


def test_race_choices_are_taken_back_and_made_again() -> None:
    """Race, "Round" 1 and "II Develop" 2: both are secret until all have chosen."""
    rules = simkit.rules("race_for_the_galaxy", seats=3)
    state = rules.deal(Luck(8))
    bots = [make_bot("greedy", "race_for_the_galaxy") for _ in range(3)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, Luck(1))
    seen = set()
    while state.seat >= 0 and state.round < 6:
        candidates = state.candidates()
        kind = rules.decode(candidates[0])[0]
        copy = state.clone()
        copy.reopen(state.seat)
        if copy.seat != state.seat:
            seen.add(kind)
            while copy.seat != state.seat:
                options = copy.candidates()
                one = len(options) == 1
                copy.apply(options[0] if one else bots[copy.seat].choose(copy, options).action)
            copy.check()
            assert copy.candidates() == candidates
        one = len(candidates) == 1
        state.apply(candidates[0] if one else bots[state.seat].choose(state, candidates).action)
    assert seen == {"choose", "place"}


def test_a_seat_does_not_answer_what_it_cannot_know() -> None:
    """The other seat offers after this one, face down: it has one place in its tree for that."""
    state = RULES.deal(Luck(3))
    bot = started(0, iterations=80, k=3)
    trees: dict[Any, Any] = {}
    for number in range(80):
        bot._iterate(bot.playouts.imagine(state, Luck(number)), trees)
    assert len(trees[0, 0].visits) == 3
    assert trees[1, 0].visited >= 60  # whatever seat 0 offers, seat 1 decides at the same place


# Budget


def test_decision_time_with_iterations_and_with_milliseconds() -> None:
    state = planted()
    began = time.process_time()
    started(iterations=200).choose(state, state.candidates())
    assert time.process_time() - began < 2.0
    began = time.perf_counter()
    bot = started(milliseconds=30)
    bot.choose(state, state.candidates())
    assert time.perf_counter() - began >= 0.03
    assert not bot.reproducible
    assert started(iterations=5).reproducible


@pytest.mark.parametrize("iterations", [1, 12, 60])
def test_as_many_iterations_are_made_as_were_asked_for(
    iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each imagines what is hidden anew, and takes one of the actions."""
    bot, state = started(iterations=iterations), planted()
    imagined: list[State] = []
    imagine = bot.playouts.imagine
    monkeypatch.setattr(
        bot.playouts, "imagine", lambda *given: imagined.append(imagine(*given)) or imagined[-1]
    )
    found = bot.search(state)
    assert len(imagined) == iterations
    assert found.visited == sum(found.visits.values()) == iterations


def test_without_time_for_a_single_iteration_one_is_made() -> None:
    found = started(milliseconds=1e-9).search(planted())
    assert found.visited == sum(found.visits.values()) == 1


def test_the_same_iterations_give_the_same_game() -> None:
    ends = []
    for _ in range(2):
        bots = [TreeSearchBot(FairGreedy(), iterations=15), FairGreedy()]
        ends.append(play_game(RULES.deal(Luck(5)), bots).points)
    assert ends[0] == ends[1]


def test_by_name_with_parameters() -> None:
    bot = make_bot("mcts:bidder(iterations=200, rounds=1)", "tests.tiny")
    assert bot.profile == "bidder"
    assert bot.get_params()["iterations"] == 200
    assert repr(TreeSearchBot(**bot.get_params())) == repr(bot)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mcts(iterations=0)", "iterations: is at least 1, not 0"),
        ("mcts(iterations=None)", "iterations: is at least 1, not None"),
        ("mcts(blend=None)", "blend: is at least 0, not None"),
        ("mcts(milliseconds=-1)", "milliseconds: is at least 0, not -1"),
        ("mcts(blend=2)", "blend: is a share of at most 1, not 2"),
        ("mcts(k=True)", "k: is at least 1, not True"),
    ],
)
def test_parameters_are_checked(text: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        make_bot(text, "tests.tiny")


def test_only_a_greedy_bot_can_rank() -> None:
    with pytest.raises(BadValue, match="inner: is a greedy bot, not RandomBot"):
        TreeSearchBot(RandomBot())
