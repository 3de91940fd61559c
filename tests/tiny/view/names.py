"""What cards are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tiny import schema

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState
    from tests.tiny.title import FairRules


def plain_name(rules: FairRules, card: int) -> str:
    """Name a card by what it shows."""
    return f"{schema.GOODS[rules.tables.good[card]]} of {rules.tables.worth[card]}"


def card_name(state: FairState, card: int) -> str:
    """Name a card by good, worth and number: several cards show the same."""
    tables = state.tables
    return f"{schema.GOODS[tables.good[card]]} of {tables.worth[card]} (card {card})"


def card_names(state: FairState, cards: list[int]) -> str:
    """Name some cards."""
    return ", ".join(card_name(state, card) for card in cards)
