"""Federation in one setting: deals, positions, actions in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simkit.core.components import Marked, Patch
from simkit.core.luck import Luck
from simkit.core.packs import Places
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.core.state import State
from simkit.games.federation.io import confidence, positions
from simkit.games.federation.rules import setup
from simkit.games.federation.rules.state import FederationState
from simkit.games.federation.rules.tables import Tables
from simkit.games.federation.schema import SCHEMA
from simkit.games.federation.view import consequences, words
from simkit.games.federation.view.names import Names


class FederationRules(Rules):
    """Federation for two, three or four players.

    Attributes
    ----------
    tables
        The component data as the numbers the engine works with.
    names
        What everything is called, made when it is first asked for.
    """

    title: ClassVar[str] = "federation"
    version: ClassVar[int] = 3
    schema: Schema = SCHEMA

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        patch: Patch | None = None,
        pack: Places = None,
    ) -> None:
        super().__init__(seats, options, patch, pack)
        self.tables = Tables(self.components.tables, seats, self.caches)
        self._names: Names | None = None

    @property
    def names(self) -> Names:
        """Return what everything is called under these rules."""
        if self._names is None or self._names.tables is not self.tables:
            self._names = Names(self.tables, self.components.tables)
        return self._names

    @classmethod
    def assuming(cls, seats: int, parts: Mapping[str, Any]) -> FederationRules:
        """Return rules that rest on other component data: cases that assume figures of their own."""
        rules = cls(seats)
        rules.tables = Tables(parts, seats)
        return rules

    def deal(self, luck: Luck, **fixed: Any) -> FederationState:
        """Set up a game; see `setup.set_up` for what may be fixed. Seat 0 is the first player.

        Examples
        --------
        >>> import simkit
        >>> rules = simkit.rules("federation", seats=4)
        >>> state = rules.deal(Luck(1), factions=["start_1", "start_2", "start_3", "start_4"])
        >>> state.round, state.seat
        (1, 0)
        """
        state = FederationState(self, luck)
        setup.set_up(state, luck, fixed)
        setup.begin(state)
        return state

    @classmethod
    def data_confidence(cls) -> list[Marked]:
        """Return every figure of the data with its confidence mark."""
        return confidence.data_confidence()

    def position(self, spec: Mapping[str, Any]) -> FederationState:
        """Return the position that a readable dict describes; see `positions.read`."""
        return positions.read(self, spec)

    def words(self, state: State, action: int) -> str:
        """Say an action in words."""
        assert isinstance(state, FederationState)
        return words.words(self, state, action)

    def why_illegal(self, state: FederationState, action: int) -> str:
        """Say why an action is refused."""
        return words.why_illegal(state, action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going; no seat is told more than others, as all of it lies open."""
        assert isinstance(before, FederationState)
        assert isinstance(after, FederationState)
        return consequences.consequences(self, before, action, after)

    def opening(self, state: State, viewer: int | None = None) -> list[str]:
        """Say what lies open at the start; no seat is told more than others."""
        assert isinstance(state, FederationState)
        return consequences.opening(self.names, state)


RULES = FederationRules
