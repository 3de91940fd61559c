"""A title as a PettingZoo environment passes PettingZoo's own tests; our bots play through it."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import simkit
from simkit.adapters import pettingzoo_env
from simkit.core.luck import Luck
from simkit.core.registry import rules_class

pytest.importorskip("pettingzoo")
TITLES = ["tests.tiny", *simkit.titles()]


def low(title: str) -> int:
    """Fewest seats that are a game between players."""
    return max(2, rules_class(title).schema.seat_range[0])


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_accepts_the_environment(title: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It warns that an observation with a mask is a dict, which its own documents ask for.
        warnings.simplefilter("ignore", UserWarning)
        api_test(pettingzoo_env(title, low(title)), num_cycles=100)
        seed_test(lambda: pettingzoo_env(title, low(title)), num_cycles=20)


def play(env: Any, bots: list[simkit.Bot], seed: int) -> dict[str, float]:
    """Let bots of ours play one game through an environment; return what each agent earned."""
    env.reset(seed=seed)
    for seat, bot in enumerate(bots):
        bot.start(env.rules, seat, Luck(seed))
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        earned[agent] += reward
        if terminated:
            env.step(None)
            continue
        assert observation["action_mask"].sum() == len(info["actions"])
        bot = bots[env.possible_agents.index(agent)]
        view = env.state_of_play.view(bot.seat)
        env.step(info["actions"].index(bot.choose(view, view.candidates()).action))
    return earned


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_bots_of_ours_play_through_it(title: str, kind: str) -> None:
    seats = low(title)
    bots = [simkit.make_bot(kind, title) for _ in range(seats)]
    earned = play(pettingzoo_env(title, seats), bots, seed=5)
    assert sum(earned.values()) == pytest.approx(1.0)


def test_points_as_reward_sum_to_the_score() -> None:
    env = pettingzoo_env("tests.tiny", 3, reward="score")
    start = env.rules.deal(Luck(6).fork("pettingzoo", 0)).scores()
    bots = [simkit.make_bot("greedy", "tests.tiny") for _ in range(3)]
    earned = play(env, bots, seed=6)
    won = [a - b for a, b in zip(env.state_of_play.scores(), start, strict=True)]
    assert list(earned.values()) == won


def test_a_list_that_does_not_fit_is_said() -> None:
    env = pettingzoo_env("tests.tiny", 2, places=1)
    with pytest.raises(simkit.SimkitError, match=r"do not fit Discrete\(1\)"):
        env.reset(seed=1)


@pytest.mark.parametrize(("name", "value"), [("actions", "all"), ("reward", "x"), ("places", 0)])
def test_bad_settings_are_said(name: str, value: object) -> None:
    with pytest.raises(simkit.SimkitError, match=name):
        pettingzoo_env("tests.tiny", 2, **{name: value})  # type: ignore[arg-type]
