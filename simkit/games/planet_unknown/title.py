"""The rules of Planet Unknown in one setting: deal, positions, actions in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.core.packs import Places
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.games.planet_unknown.io import positions
from simkit.games.planet_unknown.rules import scoring, setup
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import shared_tables
from simkit.games.planet_unknown.schema import CORPORATIONS, PLANETS, SCHEMA
from simkit.games.planet_unknown.view import consequences, words


class PlanetRules(Rules):
    """Planet Unknown; build it with ``simkit.rules("planet_unknown", seats=4)``."""

    title: ClassVar[str] = "planet_unknown"
    version: ClassVar[int] = 2
    schema: Schema = SCHEMA

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        patch: Patch | None = None,
        pack: Places = None,
    ) -> None:
        super().__init__(seats, options, patch, pack)
        if seats == 1 and self.options["events"] == "none":
            raise BadValue("events", "the solo game is played with an event deck")
        self.schema = self._schema()  # this setting's own
        self.tables = shared_tables(self.components)
        self.faction_code = [CORPORATIONS.index(c.id) for c in self.tables.corporations]
        self.planet_code = [PLANETS.index(name) for name in self.tables.planet_number]

    def _schema(self) -> Schema:
        """Return the schema with the boards that this setting draws from: a side exists once.

        In the schema of the title both roles may repeat, because the symmetric sides may.
        """
        corporations = setup.boards_in_play(self.options, CORPORATIONS)
        planets = setup.boards_in_play(self.options, PLANETS)
        symmetric = self.options["boards"] == "symmetric"
        roles = tuple(
            replace(role, values=known, labels=role.labels[: len(known)], repeat=symmetric)
            for role, known in zip(SCHEMA.roles, (corporations, planets), strict=True)
        )
        return replace(SCHEMA, roles=roles)

    def solo_target(self, red: int, orange: int, green: int) -> int:
        """Return the target of the solo game for a mix of event cards."""
        return scoring.solo_target(self.tables, red, orange, green)

    def deal(self, luck: Luck, **fixed: Any) -> PlanetState:
        """Set up a game; see `setup.set_up` for what may be fixed."""
        state = PlanetState(self, luck)
        setup.set_up(state, luck, fixed)
        return state

    def position(self, spec: Mapping[str, Any]) -> PlanetState:
        """Return the state that a dict describes; see `positions.read`."""
        return positions.read(self, spec)

    def words(self, state: PlanetState, action: int) -> str:  # type: ignore[override]
        """Say an action in words."""
        return words.words(self, state, action)

    def consequences(  # type: ignore[override]
        self, before: PlanetState, action: int, after: PlanetState, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going that its own words do not say."""
        return consequences.consequences(before, action, after, viewer)


RULES = PlanetRules
