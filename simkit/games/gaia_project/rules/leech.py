"""Leech: power from what opponents build near by (rules.md 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import power, terms
from simkit.games.gaia_project.rules.geometry import BITS

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

LEECH_RANGE: Final = 2


def raise_offers(s: GaiaState, builder: int) -> None:
    """Queue the leech questions for what was built this turn: piece by piece as built, clockwise.

    The rulebook names no order of two pieces (a lab, and the lost planet by its tile's step): they are
    asked as they came about. Whoever ends a turn in which nothing was built need not ask.
    """
    # Rules: [#2.4a] [#2.4c] [#2.4f]
    at = s.table.index(builder)
    others = s.table[at + 1 :] + s.table[:at]
    players, seats = s.players, s.seats
    for cell in s.sources_built:
        near, built = s.shape.near[LEECH_RANGE][cell], cell << 4 | builder << 13
        for seat in others:
            if near & players[seat].own and seat < seats:
                s.offers.append(seat | built)
    s.sources_built = []


def offered_power(s: GaiaState, p: Player, offer: int) -> int:
    """Return the power value of the player's best structure near what was built."""
    # Rules: [#2.4a]
    near = s.shape.near[LEECH_RANGE][offer >> 4 & schema.HEX_MASK] & p.own
    if near & p.mine_mask == near and p.faction != terms.BESCODS:  # most often; one is like another
        return s.t.power_value[terms.MINE] if near else 0
    best = 0
    while near:
        piece = near.bit_length() - 1
        near ^= BITS[piece]
        value = s.power_value(p, piece)
        if value > best:
            best = value
    return best


def chargeable(s: GaiaState, p: Player, extra: int = 0) -> int:
    """Return the power a leech would charge: limited by the bowls and by the points owned."""
    # Rules: [#2.4b]
    most, room, points = s.offered, power.capacity(p) + extra, s.score[p.seat] + 1
    if room < most:
        most = room
    if points < most:
        most = points
    return most if most > 0 else 0


def token_with_leech(p: Player) -> bool:
    """Tell whether leeching also brings a token (Taklons' institute)."""
    return p.faction == terms.TAKLONS and p.institute != 0


def accept(s: GaiaState, p: Player, how: int) -> None:
    """Charge what the first offer allows, and pay for it with points."""
    # Rules: [#2.4b] [#2.4d]
    s.offers.pop(0)
    if how == schema.TOKEN_FIRST:
        power.gain(s, p, terms.TOKEN, 1)
    amount = chargeable(s, p)
    power.charge(p, amount)
    p.leeched += amount
    if how == schema.LEECH_FIRST:
        power.gain(s, p, terms.TOKEN, 1)
    if amount > 1:
        s.gain(p.seat, schema.SRC_LEECH, 1 - amount)
