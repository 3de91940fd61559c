"""The Fair as a picture (SVG): one stall per seat, the lot and the deck above them."""

from __future__ import annotations

from html import escape

from simkit.core.boards import is_card
from tests.tiny import schema
from tests.tiny.rules import legal
from tests.tiny.rules.state import FairState
from tests.tiny.view import names

LINE = 20  # height of a line of text
WIDTH = 640


def svg(state: FairState, seat: int | None = None, size: str = "full") -> str:
    """Draw a state as `seat` sees it (None: with all hands open); `size` is ``full`` or ``card``."""
    lines = [headline(state)]
    for place in range(state.seats):
        lines += stall(state, place, open_hand=seat is None or seat == place)
    height = LINE * (len(lines) + 1)
    texts = "".join(
        f'<text x="10" y="{LINE * (row + 1)}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    scale = 0.5 if is_card(size) else 1.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH * scale:g}" height="{height * scale:g}" font-family="sans-serif" '
        f'font-size="14">{texts}</svg>'
    )


def headline(state: FairState) -> str:
    """Say where the game stands."""
    rules = state.rules
    lot = "none" if state.lot == schema.NO_CARD else names.card_name(state, state.lot)
    what = "over" if state.over else rules.schema.phases[state.phase]
    return (
        f"round {state.round}, {what}; lot: {lot}, bid {state.bid}; "
        f"deck {len(state.deck)}, discarded {len(state.discard)}"
    )


def stall(state: FairState, seat: int, open_hand: bool) -> list[str]:
    """Say what a seat has: a line for its points, one for its stall, one for its hand."""
    mark = "▶ " if state.seat == seat else ""
    wares = (
        ", ".join(names.card_name(state, card) for card in legal.cards_in(state.stalls[seat]))
        or "empty"
    )
    hand = state.hands[seat]
    offer = state.offers[seat]
    if open_hand:
        shown = ", ".join(names.card_name(state, card) for card in hand) or "empty"
        shown += f"; offers {names.card_name(state, offer)}" if offer != schema.NO_CARD else ""
    else:
        shown = f"{len(hand)} cards"
        shown += (
            "; has chosen" if state.phase == schema.OFFERING and offer != schema.NO_CARD else ""
        )
    number = state.factions[seat]
    faction = "no faction yet" if number == schema.NO_FACTION else schema.FACTIONS[number]
    return [
        f"{mark}seat {seat} ({faction}): {state.score[seat]} points, {state.coins[seat]} coins",
        f"stall: {wares}",
        f"hand: {shown}",
    ]
