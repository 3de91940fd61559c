"""Actions in words (play never asks for them)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tiny import schema
from tests.tiny.rules import legal
from tests.tiny.view import names

if TYPE_CHECKING:
    from tests.tiny.rules.state import FairState


def words(state: FairState, action: int) -> str:
    """Say an action in words."""
    kind, args = state.rules.decode(action)
    if kind == "offer":
        return f"offer {names.card_name(state, args['card'])}"
    if kind == "undercut":
        return f"undercut for {state.tables.undercut_price}"
    if kind == "decline":
        return "do not undercut"
    if kind == "bid":
        return f"bid {args['amount']} for {names.card_name(state, state.lot)}"
    if kind == "label":
        return f"let the lot count as {schema.GOODS[args['good']]}"
    if kind == "exchange":
        return f"exchange {names.card_names(state, legal.cards_in(args['cards'])) or 'nothing'}"
    if kind == "choose":
        return f"take the {schema.FACTIONS[args['faction']]}"
    return "leave the auction"
