"""A table to set up by hand, and helpers to play at it by notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import simkit
from simkit.games.race_for_the_galaxy.rules.state import RaceState

TITLE = "race_for_the_galaxy"


class Table:
    """A position of Race for the Galaxy, played by notation; seats left out hold nothing."""

    def __init__(self, seats: Sequence[dict[str, Any]], seats_total: int = 2, **spec: Any) -> None:
        patch = spec.pop("patch", None)
        advanced = spec.pop("advanced", False)
        rules = simkit.rules(TITLE, seats=seats_total, patch=patch, advanced=advanced)
        places = [*seats, *[{} for _ in range(seats_total - len(seats))]]
        state = rules.position({"seats": places, **spec})
        assert isinstance(state, RaceState)
        self.rules = rules
        self.state = state

    def play(self, *actions: str) -> Table:
        """Carry out actions one after another."""
        for text in actions:
            self.state.step(self.rules.parse(text))
            self.state.check()
        return self

    @property
    def choices(self) -> list[str]:
        """What is legal now."""
        return [self.rules.notation(action) for action in self.state.legal()]

    @property
    def sensible(self) -> list[str]:
        """What is worth a thought now."""
        return [self.rules.notation(action) for action in self.state.candidates()]

    @property
    def phase(self) -> str:
        return self.rules.schema.phases[self.state.phase]

    def hand(self, seat: int = 0) -> list[str]:
        return self._names(self.state.players[seat].hand)

    def tableau(self, seat: int = 0) -> list[str]:
        return self._names(self.state.players[seat].tableau)

    def goods(self, seat: int = 0) -> list[str]:
        return self._names(list(self.state.players[seat].goods))

    def discards(self) -> list[str]:
        return self._names(self.state.discards)

    def chips(self, seat: int = 0) -> int:
        return self.state.players[seat].chips

    def _names(self, cards: list[int]) -> list[str]:
        return [self.state.t.names[card] for card in cards]


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table


FILLER = [
    "alien_robotic_factory",
    "deserted_alien_library",
    "rebel_homeworld",
    "rebel_base",
    "lost_alien_battle_fleet",
    "rebel_outpost",
    "lost_alien_warship",
    "deserted_alien_colony",
]


@pytest.fixture
def filler() -> list[str]:
    """Cards that nobody can place early, to pay with."""
    return FILLER[:]
