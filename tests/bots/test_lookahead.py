"""Look-ahead: the best of the k best, by what comes after."""

from __future__ import annotations

import pytest

import simkit
from simkit.bots import make_bot
from simkit.bots.lookahead import LookAheadBot
from simkit.core.bot import RandomBot
from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.core.play import play_game
from tests.tiny.features import FairGreedy

RULES = simkit.rules("tests.tiny", seats=2)


def test_with_one_candidate_it_is_the_greedy_bot() -> None:
    ahead, greedy = LookAheadBot(FairGreedy("bidder"), k=1), FairGreedy("bidder")
    state = RULES.deal(Luck(2))
    ahead.start(RULES, 0, Luck(1))
    greedy.start(RULES, 0, Luck(1))
    while state.seat >= 0:
        candidates = state.candidates()
        action = greedy.choose(state, candidates).action
        if state.seat == 0:
            assert ahead.choose(state, candidates).action == action
        state.apply(action)


def test_it_leaves_the_state_alone_and_repeats_itself() -> None:
    ends = []
    for _ in range(2):
        bots = [LookAheadBot(FairGreedy(), k=3, plies=4, samples=2), FairGreedy()]
        ends.append(play_game(RULES.deal(Luck(5)), bots).points)
    assert ends[0] == ends[1]


def test_it_is_stronger_than_random() -> None:
    won = 0
    for game in range(12):
        bots = [LookAheadBot(FairGreedy(), k=4, plies=6), RandomBot()]
        won += 0 in play_game(RULES.deal(Luck(game)), bots).winners()
    assert won >= 11


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lookahead(k=0)", "k: is at least 1, not 0"),
        ("lookahead(plies=-1)", "plies: is at least 0, not -1"),
        ("lookahead(samples=True)", "samples: is at least 1, not True"),
        ("lookahead(k='4')", "k: is at least 1, not '4'"),
    ],
)
def test_parameters_are_checked(text: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        make_bot(text, "tests.tiny")


def test_only_a_greedy_bot_can_rank() -> None:
    with pytest.raises(BadValue, match="inner: is a greedy bot, not RandomBot"):
        LookAheadBot(RandomBot())
