"""The set-up: factions by choice or auction, what their boards say, and the starting structures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import building, power, research, terms

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player


def start_players(s: GaiaState) -> None:
    """Hand out what the faction boards say and queue the starting structures."""
    # Rules: [#1.3] [#1.4] [#5.ivits]
    for p in s.players[: s.seats]:
        table = s.t.factions[p.faction]
        p.home = table.home
        s.gain(p.seat, schema.SRC_START, s.t.start_vp)
        if p.bid and s.rules.options["auction_payment"] == "start":
            s.gain(p.seat, schema.SRC_AUCTION, -p.bid)
        p.p1, p.p2, p.p3 = table.bowls
        if p.faction == terms.TAKLONS:
            p.p1 += 1
            p.stone = power.IN_1
            s.stone_seat = p.seat
        power.gain_all(s, p, table.start)
        if table.start_area >= 0:
            p.levels[table.start_area] = 1
            research.reach_level(s, p, table.start_area)
    ordinary = [seat for seat in s.table if s.players[seat].faction != terms.IVITS]
    s.queue = ordinary + ordinary[::-1]
    s.queue += [seat for seat in s.table if s.players[seat].faction == terms.XENOS]
    s.queue += [seat for seat in s.table if s.players[seat].faction == terms.IVITS]
    s.phase = schema.P_SET_UP


def end_auction(s: GaiaState) -> None:
    """Seat the players in the order of the factions they have won."""
    place = {faction: i for i, faction in enumerate(s.pool)}
    s.table = sorted(range(s.seats), key=lambda seat: place[s.players[seat].faction])
    if s.automa is not None:
        s.table.append(s.seats)


def choose_faction(s: GaiaState, p: Player, faction: int) -> None:
    """Take a faction."""
    p.faction = faction
    s.queue.pop(0)


def bid(s: GaiaState, p: Player, faction: int, points: int) -> None:
    """Bid for a faction; the outbid player bids anew in turn."""
    for other in s.players[: s.seats]:
        if other.faction == faction:
            other.faction, other.bid = -1, 0
    p.faction, p.bid = faction, points
    s.queue = []
    place = s.table.index(p.seat)
    for n in range(1, len(s.table)):
        seat = s.table[(place + n) % len(s.table)]
        if s.players[seat].faction < 0:
            s.queue = [seat]
            break


def place_first(s: GaiaState, p: Player, cell: int) -> None:
    """Place a starting mine, or Ivits' institute: no cost, no points, no leech."""
    # Rules: [#1.4]
    building.settle_on(s, p, cell)
    if p.faction == terms.IVITS:
        p.mine_mask, p.institute = 0, 1 << cell
    else:
        p.mines += 1
