"""The Fair for one: reach the target, or the game is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from simkit.core.luck import Luck
from simkit.core.schema import Column, Option, Schema
from simkit.core.state import State
from tests.tiny.rules.state import FairState
from tests.tiny.schema import SCHEMA
from tests.tiny.title import FairRules

VERDICTS = ("failed", "passed", "passed with honours")
HONOURS = 3  # points above the target
TARGETS = {"low": 46, "high": 50}


class AloneState(FairState):
    """A game of The Fair for one."""

    __slots__ = ()

    @property
    def _target(self) -> int:
        return TARGETS[self.rules.options["target"]]

    def clone(self) -> AloneState:
        """Return an independent copy without observer."""
        return _alone(super().clone())

    def winners(self) -> list[int]:
        """The only seat wins if it reaches the target."""
        return [0] if self.score[0] >= self._target else []

    def verdict(self, seat: int) -> str:
        """Return what the result is called."""
        return VERDICTS[self._level()] if self.over else ""

    def _level(self) -> int:
        ahead = self.score[0] - self._target
        return 0 if ahead < 0 else 1 if ahead < HONOURS else 2

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the faction, the closing figures and the verdict."""
        return {**super().seat_row(seat), "verdict": self._level() if self.over else -1}


def _alone(state: State) -> AloneState:
    state.__class__ = AloneState
    assert isinstance(state, AloneState)
    return state


class AloneRules(FairRules):
    """The Fair for one in one setting."""

    title: ClassVar[str] = "tests.alone"
    schema: ClassVar[Schema] = replace(
        SCHEMA,
        label="The Fair for one",
        caution="The target of The Fair for one is invented.",
        seat_range=(1, 1),
        options=(
            *SCHEMA.options[:1],
            Option("target", ("low", "high"), "points to reach", printed=("high",)),
            *SCHEMA.options[1:],
        ),
        seat_columns=(
            *SCHEMA.seat_columns,
            Column(
                "verdict", "category", "what the result is called", "", VERDICTS, role="outcome"
            ),
        ),
    )

    def deal(self, luck: Luck, **fixed: Any) -> AloneState:
        """Set up a game."""
        return _alone(super().deal(luck, **fixed))


RULES = AloneRules
