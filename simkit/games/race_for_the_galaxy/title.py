"""The rules of Race for the Galaxy in one setting: deal, positions, words for actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.packs import Operation, Pack, Places
from simkit.core.records import Key, Record
from simkit.core.rules import Rules
from simkit.core.schema import Patchable, Schema
from simkit.core.state import State
from simkit.games.race_for_the_galaxy.io import positions
from simkit.games.race_for_the_galaxy.rules import setup, vocabulary
from simkit.games.race_for_the_galaxy.rules.state import RaceState
from simkit.games.race_for_the_galaxy.rules.tables import Tables
from simkit.games.race_for_the_galaxy.schema import SCHEMA, with_cards
from simkit.games.race_for_the_galaxy.view import consequences, words


class RaceRules(Rules):
    """Race for the Galaxy, base game.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
    >>> game = rules.deal(simkit.Luck(1))
    >>> len(game.players[0].hand), game.pool
    (6, 24)
    """

    title: ClassVar[str] = "race_for_the_galaxy"
    version: ClassVar[int] = 2
    schema: Schema = SCHEMA
    operation_keys: ClassVar[tuple[Key, ...]] = (vocabulary.PHASE_KEY,)
    tables: Tables

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any] | None = None,
        patch: Patch | None = None,
        pack: Places = None,
    ) -> None:
        super().__init__(seats, options, patch, pack)
        self.tables = Tables(self.components, self.options["round_limit"], self.packs)

    @classmethod
    def records_with(cls, operations: Sequence[Operation]) -> tuple[Record, ...]:
        """Return what packs may add or change: cards, start worlds among them."""
        return vocabulary.records(operations)

    @classmethod
    def check_records(
        cls, tables: Mapping[str, Any], packs: Sequence[Pack]
    ) -> Iterator[SimkitError]:
        """Yield what the keys of packs' cards say wrongly together."""
        return vocabulary.check(tables["cards"]["card"], packs)

    @classmethod
    def schema_with(cls, tables: Mapping[str, Any], packs: Sequence[Pack]) -> Schema:
        """Return the schema with the cards, start worlds and sources of points that packs add."""
        operations = [one for pack in packs for one in pack.operations]
        scoring = frozenset(one.op for one in operations if "end_points" in one.hooks)
        patchable = [
            Patchable(
                f"cards.*.powers.*.{name}",
                low,
                high,
                "",
                one.words,
                "neutral",
                where=(f"op={one.op}",),
            )
            for one in operations
            for name, low, high in one.figures
        ]
        return with_cards(tables["cards"]["card"], scoring, patchable)

    def departures(self) -> list[str]:
        """List the options that differ from the rulebook; of the round limit also what it does."""
        limit = f": no game goes on after round {self.tables.last_round}"
        found = super().departures()
        return [text + limit * text.startswith("round_limit ") for text in found]

    def deal(self, luck: Luck, **fixed: Any) -> RaceState:
        """Set up a game ("Setup"); see `setup.set_up` for what may be fixed."""
        state = RaceState(self, luck)
        setup.set_up(state, luck, fixed)
        return state

    def position(self, spec: Mapping[str, Any]) -> RaceState:
        """Return the state that a readable dict describes; see `positions.read`."""
        return positions.read(self, spec)

    def words(self, state: State, action: int) -> str:
        """Say an action in words."""
        assert isinstance(state, RaceState)
        return words.words(state, action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going: reveals, draws, sales, consumption, payments, goods, the end.

        Examples
        --------
        >>> import simkit
        >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
        >>> game = rules.position({
        ...     "seats": [{"tableau": ["old_earth"]}, {"tableau": ["new_sparta"]}],
        ...     "deck": ["gem_world", "comet_zone", "spice_world", "space_port", "artist_colony"]})
        >>> game.step(rules.encode("choose", first="develop", second="none"))
        >>> before, action = game.clone(), rules.encode("choose", first="explore_1_1", second="none")
        >>> game.step(action)
        >>> for line in rules.consequences(before, action, game, viewer=1):
        ...     print(line)
        seat 0 has chosen Develop, seat 1 has chosen Explore +1/+1: Explore and Develop take place
        Explore begins
        seat 0 draws 2 cards in Explore
        seat 1 draws 3 cards in Explore: Spice World, Space Port, Artist Colony
        """
        assert isinstance(before, RaceState)
        return consequences.consequences(before, action, viewer)


RULES = RaceRules
