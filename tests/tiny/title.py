"""The Fair in one setting: puts data, rules, positions and words together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.luck import Luck
from simkit.core.packs import Places
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.core.state import State
from tests.tiny.io import positions
from tests.tiny.rules import setup
from tests.tiny.rules.state import FairState
from tests.tiny.rules.tables import Tables
from tests.tiny.schema import SCHEMA
from tests.tiny.view import consequences, words

ROUNDS = {"long": 4, "short": 2}


class FairRules(Rules):
    """The Fair in one setting.

    Attributes
    ----------
    tables
        Component data as the engine reads it.
    rounds
        Rounds of a game (option ``length``).
    """

    title: ClassVar[str] = "tests.tiny"
    version: ClassVar[int] = 1
    schema: Schema = SCHEMA

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        patch: Patch | None = None,
        pack: Places = None,
    ) -> None:
        super().__init__(seats, options, patch, pack)
        self.tables = Tables(self.components, seats, self.options["reserve"] == "half")
        self.rounds = ROUNDS[self.options["length"]]

    @classmethod
    def data_folder(cls) -> Path:
        """Return the folder of the component data, which lies inside this package."""
        return Path(__file__).resolve().parent / "data"

    def deal(self, luck: Luck, **fixed: Any) -> FairState:
        """Set up a game; see `setup.set_up` for what may be fixed."""
        state = FairState(self, luck, self.tables, self.rounds)
        setup.set_up(state, luck, fixed)
        return state

    def position(self, spec: Mapping[str, Any]) -> FairState:
        """Return the state that a readable dict describes; see `positions.read`."""
        return positions.read(self, spec)

    def words(self, state: State, action: int) -> str:
        """Say an action in words."""
        assert isinstance(state, FairState)
        return words.words(state, action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going, as `viewer` sees it."""
        assert isinstance(before, FairState)
        assert isinstance(after, FairState)
        return consequences.consequences(before, action, after, viewer)


RULES = FairRules
