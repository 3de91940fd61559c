"""Games whose choices are known: shown again, and told to observers."""

from __future__ import annotations

from typing import Any

import pytest

import simkit
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.errors import GameTooLong, IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine.observer import ChoiceLog, GameInfo, Observer
from simkit.engine.play import ask, decisions, play_game, start_bots
from simkit.engine.recorder import Recorder
from simkit.engine.replay import replay, retell

RULES = simkit.rules("tests.tiny", seats=3)
BOTS: list[Bot] = [RandomBot() for _ in range(3)]
INFO = GameInfo(game_id=4, seed=8)


class Diary(Observer):
    """Writes down what it is told, in order."""

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def start_game(self, state: State) -> None:
        self.lines.append("start")

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        assert choice.action in candidates
        self.lines.append((state.seat, BOTS.index(bot), choice.action))

    def finish_game(self, state: State, bots: list[Bot], info: GameInfo) -> None:
        self.lines.append(("end", state.over, info.seed))


def played(observer: Observer) -> State:
    return play_game(RULES.deal(Luck(8)), BOTS, observer, INFO)


def test_an_observer_sees_every_decision_and_the_end() -> None:
    diary, log = Diary(), ChoiceLog()
    played(diary)
    played(log)
    assert diary.lines[0] == "start"
    assert diary.lines[-1] == ("end", True, 8)
    pairs = zip(log.seats, log.actions, strict=True)
    assert diary.lines[1:-1] == [(seat, seat, action) for seat, action in pairs]


def test_a_loop_of_ones_own_plays_the_same_game() -> None:
    log, state = ChoiceLog(), RULES.deal(Luck(8))
    final = played(log)
    start_bots(BOTS, RULES, Luck(8).fork("bots"))
    actions = []
    for candidates in decisions(state):
        actions.append(ask(BOTS[state.seat], state, candidates).action)
        state.apply(actions[-1])
    assert actions == log.actions
    assert state.points == final.points


def test_a_loop_of_ones_own_is_limited() -> None:
    def play_on(state: State) -> None:
        for candidates in decisions(state, 5):
            state.apply(candidates[0])

    with pytest.raises(GameTooLong, match="no end after 5 decisions"):
        play_on(RULES.deal(Luck(8)))


def test_what_is_told_again_is_recorded_alike() -> None:
    log, recorders = ChoiceLog(), [Recorder(RULES, "points") for _ in range(2)]
    played(log)
    played(recorders[0])
    final = retell(recorders[1], RULES.deal(Luck(8)), log.choices, BOTS, INFO)
    assert final.over
    assert recorders[0].hashes == recorders[1].hashes


def test_a_replay_shows_every_state_and_the_last_one() -> None:
    log = ChoiceLog()
    final = played(log)
    shown = [(state.seat, action) for state, action in replay(RULES.deal(Luck(8)), log.actions)]
    assert shown[:-1] == list(zip(log.seats, log.actions, strict=True))
    assert shown[-1] == (final.seat, -1)


def test_what_is_not_legal_is_named_by_its_number() -> None:
    log = ChoiceLog()
    played(log)
    wrong = [*log.choices[:6], Choice(10**9)]
    with pytest.raises(SimkitError, match=r"^action 6: "):
        retell(Observer(), RULES.deal(Luck(8)), wrong, BOTS, INFO)
    with pytest.raises(SimkitError, match="the game is over before action"):
        retell(Observer(), RULES.deal(Luck(8)), [*log.choices, log.choices[0]], BOTS, INFO)
    with pytest.raises(IllegalAction):
        list(replay(RULES.deal(Luck(8)), [one.action for one in wrong]))
