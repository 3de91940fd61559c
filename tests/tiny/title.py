"""The Fair in one setting: deals, positions, words for actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.core.state import State
from tests.tiny import schema as sc
from tests.tiny.rules.apply import ask_for_factions, hand_out
from tests.tiny.rules.legal import cards_in, mask_of
from tests.tiny.rules.state import FairState
from tests.tiny.rules.tables import Tables
from tests.tiny.view import words as wording

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
    schema: ClassVar[Schema] = sc.SCHEMA

    def __init__(
        self, seats: int, options: Mapping[str, Any] | None = None, patch: Patch | None = None
    ) -> None:
        super().__init__(seats, options, patch)
        self.tables = Tables(self.components, seats, self.options["reserve"] == "half")
        self.rounds = ROUNDS[self.options["length"]]

    @classmethod
    def data_folder(cls) -> Path:
        """Return the folder of the component data, which lies inside this package."""
        return Path(__file__).resolve().parent / "data"

    # Rule 2: set-up -----------------------------------------------------------------------------

    def deal(
        self,
        luck: Luck,
        factions: Sequence[str] | None = None,
        deck: Sequence[int] | None = None,
        **unknown: Any,
    ) -> FairState:
        """Set up a game.

        Parameters
        ----------
        luck
            Where all luck of the game comes from.
        factions
            Names of the factions by seat; drawn if not given.
        deck
            Cards that lie on top, first one first; the others follow shuffled.
        """
        for name in unknown:
            raise UnknownName("part of the deal", name, ("factions", "deck"), self.title)
        state = FairState(self, luck, self.tables, self.rounds)
        state.deck = self._shuffled_deck(luck, deck or ())
        if self.options["factions"] == "chosen":
            if factions is not None:
                raise BadValue("factions", "are chosen in play under factions = 'chosen'")
            state.factions = [sc.NO_FACTION] * self.seats
            ask_for_factions(state, 1 if self.options["choosing"] == "left" else -1)
        else:
            state.factions = (
                self._drawn_factions(luck) if factions is None else self._named(factions)
            )
            hand_out(state)
        state.seat, state.phase = state.queue_seats[0], state.queue_phases[0]
        return state

    def _drawn_factions(self, luck: Luck) -> list[int]:
        drawn = luck.fork("factions")
        return [drawn.below(len(sc.FACTIONS), seat) for seat in range(self.seats)]

    def _named(self, factions: Sequence[str]) -> list[int]:
        if len(factions) != self.seats:
            raise BadValue("factions", f"{self.seats} seats need as many, not {len(factions)}")
        for name in factions:
            if name not in sc.FACTIONS:
                raise UnknownName("faction", name, sc.FACTIONS, self.title)
        return [sc.FACTIONS.index(name) for name in factions]

    def _shuffled_deck(self, luck: Luck, top: Sequence[int]) -> list[int]:
        for card in top:
            if card not in self.tables.cards or list(top).count(card) > 1:
                raise BadValue("deck", f"{card} is not a card of this game, or is there twice")
        rest = [card for card in self.tables.cards if card not in top]
        return [*top, *luck.fork("deck").shuffle(rest)]

    # Positions ----------------------------------------------------------------------------------

    def position(self, spec: Mapping[str, Any]) -> FairState:
        """Return the state that a readable dict describes.

        Keys, all but ``phase`` optional: ``phase``, ``asked`` (seats still to be asked in it, first one
        first), ``round``, ``first``, ``factions``, ``coins``, ``hands``, ``stalls`` (cards, which count
        as their own good), ``offers`` (null for none), ``lot``, ``bid``, ``highest_bidder``,
        ``bidders``, ``discard``, ``deck`` (its top), ``points`` (per seat, source -> points), ``seed``.
        """
        luck = Luck(int(spec.get("seed", 0)))
        state = FairState(self, luck, self.tables, self.rounds)
        everybody = list(range(self.seats))
        state.factions = self._named(spec.get("factions", [sc.FACTIONS[0]] * self.seats))
        state.coins = list(spec.get("coins", [0] * self.seats))
        state.hands = [sorted(hand) for hand in spec.get("hands", [[] for _ in everybody])]
        offers = spec.get("offers", [None] * self.seats)
        state.offers = [sc.NO_CARD if card is None else card for card in offers]
        for seat, cards in enumerate(spec.get("stalls", ())):
            state.stalls[seat] = mask_of(cards)
            for card in cards:
                state.wares[seat * sc.GOOD_COUNT + self.tables.good[card]] += 1
        state.lot = spec.get("lot", sc.NO_CARD)
        state.first_lot = max(state.lot, 0)
        state.bid = spec.get("bid", 0)
        state.highest_bidder = spec.get("highest_bidder", -1)
        state.bidders = mask_of(spec.get("bidders", ()))
        state.round = spec.get("round", 1)
        state.first = spec.get("first", 0)
        state.discard = list(spec.get("discard", ()))
        state.deck = self._rest_of_deck(state, luck, list(spec.get("deck", ())))
        sources = [source.name for source in self.schema.sources]
        for seat, points in enumerate(spec.get("points", ())):
            for source, amount in points.items():
                state.gain(seat, sources.index(source), amount)
        state.phase = self.schema.phases.index(spec["phase"])
        state.queue_seats = list(spec.get("asked", everybody))
        state.queue_phases = [state.phase] * len(state.queue_seats)
        state.seat = state.queue_seats[0]
        return state

    def _rest_of_deck(self, state: FairState, luck: Luck, top: list[int]) -> list[int]:
        placed = {*top, *state.discard, *state.offers, state.lot}
        for seat in range(self.seats):
            placed.update(state.hands[seat], cards_in(state.stalls[seat]))
        rest = [card for card in self.tables.cards if card not in placed]
        return [*top, *luck.fork("deck").shuffle(rest)]

    # Words --------------------------------------------------------------------------------------

    def words(self, state: State, action: int) -> str:
        """Say an action in words."""
        assert isinstance(state, FairState)
        return wording.words(state, action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going, as `viewer` sees it."""
        assert isinstance(before, FairState)
        assert isinstance(after, FairState)
        return wording.consequences(before, action, after, viewer)


RULES = FairRules
