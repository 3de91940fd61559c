"""A position to set up by hand, and helpers to play at it by notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import simkit
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.state import PlanetState

TITLE = "planet_unknown"


class Table:
    """A position of Planet Unknown; the first player is about to take a tile."""

    def __init__(
        self, *players: dict[str, Any], options: dict[str, Any] | None = None, **spec: Any
    ):
        seats = players or ({},)
        self.rules = simkit.rules(
            TITLE, seats=len(seats), **{"edition": "deluxe", **(options or {})}
        )
        state = self.rules.position({"players": list(seats), **spec})
        assert isinstance(state, PlanetState)
        self.state = state

    @property
    def p(self) -> Player:
        """The first player."""
        return self.state.players[0]

    @property
    def choices(self) -> list[str]:
        """What is legal now."""
        return [self.rules.notation(action) for action in self.state.legal()]

    def kinds(self) -> set[str]:
        """Kinds of action that are legal now."""
        return {text.split()[0] for text in self.choices}

    def advances(self) -> list[str]:
        """Markers that may be advanced now, with why."""
        found = [text.split() for text in self.choices if text.startswith("advance")]
        return sorted({f"{f[1][4:]} {f[2][7:]}" for f in found})

    def play(self, *actions: str) -> Table:
        """Carry out actions one after another."""
        for text in actions:
            self.state.step(self.rules.parse(text))
            self.state.check()
        return self

    def advance(self, why: str, marker: str) -> Table:
        """Advance a marker by the only way that is open to it."""
        head = f"advance why={why} marker={marker} "
        (found,) = [text for text in self.choices if text.startswith(head)]
        return self.play(found)

    def first(self, kind: str) -> Table:
        """Play the first legal action of a kind."""
        return self.play(next(text for text in self.choices if text.split()[0] == kind))

    def round_off(self) -> Table:
        """Finish the round with the first candidates."""
        now = self.state.round
        while not self.state.over and self.state.round == now:
            self.state.apply(self.state.candidates()[-1])
        return self


@pytest.fixture
def table() -> Callable[..., Table]:
    """Set up a position."""
    return Table
