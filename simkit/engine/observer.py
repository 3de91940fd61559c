"""Observers see a game as it is played; the recorder is one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr

if TYPE_CHECKING:
    from simkit.core.state import State


@dataclass(slots=True)
class GameInfo:
    """Where a game stands in its run; the rest of the `games` row comes from the state.

    Attributes
    ----------
    bots
        What the seats' bots are called in `seats`; by default by their own names.
    """

    game_id: int = 0
    seed: int = 0
    deal: int = 0
    lineup: int = 0
    rotation: int = 0
    bots: tuple[str, ...] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Base of all that look on while a game is played; by itself it takes no note of anything.

    Change nothing that is handed over, and copy what you keep: the same state plays on.

    Examples
    --------
    >>> class Counter(Observer):
    ...     taken = 0
    ...     def move(self, state, bot, candidates, choice):
    ...         self.taken += 1
    >>> import simkit
    >>> counter, rules = Counter(), simkit.rules("tests.tiny", seats=2)
    >>> bots = [simkit.RandomBot(), simkit.RandomBot()]
    >>> final = simkit.play_game(rules.deal(simkit.Luck(1)), bots, counter)
    >>> counter.taken > 10
    True
    """

    def start_game(self, state: State) -> None:
        """See a game before its first decision."""

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        """See a decision before it is carried out; `state.seat` is the seat that takes it."""

    def finish_game(self, state: State, bots: list[Bot], info: GameInfo) -> None:
        """See the final state; not called for a game that fails."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ChoiceLog(Observer):
    """Keeps the choices of a game, and who took them.

    Attributes
    ----------
    choices, seats
        Choice and seat of every decision, in order.
    """

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        self.seats: list[int] = []

    def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
        """Keep a choice."""
        self.choices.append(choice)
        self.seats.append(state.seat)

    @property
    def actions(self) -> list[int]:
        """The actions, in order."""
        return [choice.action for choice in self.choices]
