"""What a choice says of itself: its value, and the best of what was not chosen, whatever the bot."""

from __future__ import annotations

import math

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.bot import Choice
from simkit.core.luck import Luck
from simkit.core.state import State

RULES = simkit.rules("tests.tiny", seats=3)
GREEDY = ("greedy", "greedy:bidder")
SEARCHING = (
    "lookahead(k=9, samples=1)",
    "lookahead(k=9, samples=3, rounds=1)",
    "mcts(k=9, iterations=60)",
    "mcts:bidder(k=9, iterations=60, rounds=1)",
)


def asked(text: str, state: State, candidates: list[int]) -> Choice:
    """Ask a bot that has not been asked before."""
    bot = make_bot(text, "tests.tiny")
    bot.start(RULES, state.seat, Luck(1))
    return bot.choose(state.clone(), candidates)


def openings() -> list[State]:
    """Return the first decisions of some games: which card to offer."""
    return [RULES.deal(Luck(seed)) for seed in range(4)]


@pytest.mark.parametrize("text", [*GREEDY, *SEARCHING])
def test_the_runner_up_is_the_best_of_the_others(text: str) -> None:
    """What an action is worth to a bot it says where there is no other."""
    for state in openings():
        candidates = state.candidates()
        assert len(candidates) > 2
        alone = {action: asked(text, state, [action]).value for action in candidates}
        choice = asked(text, state, candidates)
        others = [alone[action] for action in candidates if action != choice.action]
        assert (choice.value, choice.runner_up) == (alone[choice.action], max(others))
        assert len(set(alone.values())) > 1


def test_what_is_forbidden_is_no_runner_up() -> None:
    """With the best offer forbidden, all that counts is between those that are left."""
    for state in openings():
        candidates = state.candidates()
        first = asked("greedy", state, candidates).action
        name, args = RULES.decode(first)
        forbid = ", ".join([f"kind={name}", *(f"{arg}={value}" for arg, value in args.items())])
        left = [action for action in candidates if action != first]
        found = asked(f"restricted(forbid={forbid!r})", state, candidates)
        wanted = asked("greedy", state, left)
        assert (found.action, found.value, found.runner_up) == (
            wanted.action, wanted.value, wanted.runner_up,
        )  # fmt: skip


@pytest.mark.parametrize("text", [*GREEDY, *SEARCHING])
def test_where_there_is_no_other_there_is_no_runner_up(text: str) -> None:
    for state in openings():
        action = state.candidates()[0]
        choice = asked(text, state, [action])
        assert (choice.action, choice.runner_up) == (action, -math.inf)


def test_a_bot_that_weighs_nothing_says_so() -> None:
    state = openings()[0]
    choice = asked("random", state, state.candidates())
    assert math.isnan(choice.value)
    assert math.isnan(choice.runner_up)


@pytest.mark.parametrize("title", ["tests.tiny", *simkit.titles()])
def test_the_runner_up_is_what_would_be_chosen_next(title: str) -> None:
    """Each title's bot of its own, asked again without what it chose, all through a game."""
    rules = simkit.rules(title, seats=2)
    bots = [make_bot("greedy", title) for _ in range(2)]
    state = rules.deal(Luck(5))
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, Luck(1))
    asked, kinds = 0, set()
    while state.seat >= 0:
        candidates = state.candidates()
        action = candidates[0]
        if len(candidates) > 1:
            bot = bots[state.seat]
            choice = bot.choose(state, candidates)
            action = choice.action
            again = bot.choose(state, [other for other in candidates if other != action])
            assert choice.runner_up == again.value, rules.notation(action)
            assert choice.value >= choice.runner_up
            kinds.add(rules.decode(action)[0])
            asked += 1
        state.apply(action)
    assert asked > 10
    assert len(kinds) > 1
