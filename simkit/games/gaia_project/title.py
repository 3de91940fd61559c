"""Gaia Project in one setting: deals, positions, actions in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.luck import Luck
from simkit.core.packs import Places
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.games.gaia_project.io import positions
from simkit.games.gaia_project.rules import apply, setup
from simkit.games.gaia_project.rules.state import GaiaState
from simkit.games.gaia_project.rules.tables import Tables
from simkit.games.gaia_project.schema import SCHEMA
from simkit.games.gaia_project.view import consequences, words

REMEMBERED = 20_000  # results kept; all of them can be worked out again
SHEETS = 2_000


class GaiaRules(Rules):
    """Gaia Project in one setting; build it with ``simkit.rules("gaia_project", seats=4)``."""

    title: ClassVar[str] = "gaia_project"
    version: ClassVar[int] = 5
    schema: Schema = SCHEMA

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        patch: Patch | None = None,
        pack: Places = None,
    ) -> None:
        super().__init__(seats, options, patch, pack)
        self.tables = Tables(self.components)
        self.federations_known: dict[tuple[int, ...], list[int]] = {}
        self.sheets: dict[tuple[type, Any, int], Any] = {}

    def remember_federations(self, key: tuple[int, ...], masks: list[int]) -> None:
        """Keep the result of a search for federations."""
        if len(self.federations_known) >= REMEMBERED:
            self.federations_known.clear()
        self.federations_known[key] = masks

    def remember_sheet(self, key: tuple[type, Any, int], sheet: Any) -> None:
        """Keep what things are worth to bots of the same weights (see `sheets.Sheet`)."""
        if len(self.sheets) >= SHEETS:
            self.sheets.clear()
        self.sheets[key] = sheet

    def deal(self, luck: Luck, **fixed: Any) -> GaiaState:
        """Set up a game; see `setup.set_up` for what may be fixed.

        Examples
        --------
        >>> import simkit
        >>> rules = simkit.rules("gaia_project", seats=2)
        >>> state = rules.deal(simkit.Luck(1), factions=["xenos", "itars"])
        >>> state.seat
        0
        """
        state = GaiaState(self, luck, setup.lay_out_map(self, luck, fixed))
        setup.set_up(state, luck, fixed)
        apply.advance(state)
        return state

    def position(self, spec: Mapping[str, Any]) -> GaiaState:
        """Return the state that a readable dict describes; see `positions.read`."""
        return positions.read(self, spec)

    def words(self, state: Any, action: int) -> str:
        """Say an action in words."""
        return words.words(self, state, action)

    def consequences(
        self, before: Any, action: int, after: Any, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going; whatever happens lies open (`after` needs not be asked)."""
        return consequences.consequences(before, action)


RULES = GaiaRules
