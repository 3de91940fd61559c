"""The bot goes by its weights smoothly: a weight of next to nothing changes next to nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.games.race_for_the_galaxy.bot.features import Greedy
from simkit.games.race_for_the_galaxy.bot.weights import WEIGHTS

TITLE = "race_for_the_galaxy"
LITTLE, MOST_MOVED = 1e-9, 1e-5


@cache
def positions(seats: int) -> tuple[tuple[State, list[int]], ...]:
    """Return every fifth decision of a game of greedy bots, with its candidates."""
    state = simkit.rules(TITLE, seats=seats).deal(Luck(4))
    bots = [make_bot("greedy", TITLE) for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.start(state.rules, seat, Luck(4))
    found, move = [], 0
    while state.seat >= 0:
        candidates = state.candidates()
        if move % 5 == 0:
            found.append((state.clone(), candidates))
        state.apply(bots[state.seat].choose(state, candidates).action)
        move += 1
    return tuple(found)


def moved(kind: type[Greedy], name: str, seats: int) -> float:
    """Return by how much a candidate's value moves when a weight of zero becomes a tiny one."""
    most = 0.0
    bots = [kind(weights={name: weight}) for weight in (0.0, LITTLE)]
    for state, candidates in positions(seats):
        for bot in bots:
            bot.start(state.rules, state.seat, Luck(0))
        without, with_little = (bot.values(state, candidates) for bot in bots)
        most = max([most, *(abs(a - b) for a, b in zip(without, with_little, strict=True))])
    return most


@pytest.mark.parametrize("name", [weight.name for weight in WEIGHTS])
def test_a_weight_of_next_to_nothing_changes_next_to_nothing(name: str) -> None:
    assert moved(Greedy, name, 2) < MOST_MOVED


class Switching(Greedy):
    """Thinks otherwise as soon as a weight counts at all."""

    def score(self, view: State, action: int) -> float:
        value = super().score(view, action)
        weights: Any = self.w
        return value + 0.5 if weights.tableau_lead else value


def test_a_bot_that_switches_at_zero_is_seen() -> None:
    assert moved(Switching, "tableau_lead", 2) > 0.4
