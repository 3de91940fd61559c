"""Closing figures of seats and games, and the invariants that tests check after every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.core.state import NOBODY
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import terms

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState

ALIEN = terms.KIND_NUMBERS["alien"]
CHOSE = tuple(f"chose_{name}" for name in schema.ACTION_CARDS)  # columns


def seat_row(g: RaceState, seat: int) -> dict[str, Any]:
    """Return the closing figures of a seat, by name of column."""
    p, t = g.players[seat], g.t
    worlds = military_worlds = alien_worlds = sixes = 0
    for card in p.tableau:  # one loop, since every game of a run ends here
        sixes += t.six[card]
        if t.world[card]:
            worlds += 1
            military_worlds += t.military[card]
            alien_worlds += t.kind[card] == ALIEN
    row: dict[str, Any] = {
        "faction": t.start_number[p.start],
        "chips": p.chips,
        "tableau": len(p.tableau),
        "developments": len(p.tableau) - worlds,
        "worlds": worlds,
        "military_worlds": military_worlds,
        "sixes": sixes,
        "alien_worlds": alien_worlds,
        "military": p.military(),
        "hand": len(p.hand),
        "goods": len(p.goods),
        "goods_traded": p.goods_traded,
        "goods_consumed": p.goods_consumed,
        "cards_for_chips": p.cards_spent,
        "cards_drawn": p.cards_drawn,
        "start_position": g.order.index(seat),
    }
    row.update(zip(CHOSE, p.chosen_counts, strict=True))
    return row


def game_row(g: RaceState) -> dict[str, Any]:
    """Return the closing figures of a game, by name of column."""
    row: dict[str, Any] = {"pool": g.pool, "reshuffles": g.reshuffles}
    names = ("explore", "develop", "settle", "consume", "produce")
    for name, count in zip(names, g.ran, strict=True):
        row[f"ran_{name}"] = count
    return row


def check(g: RaceState) -> None:
    """Raise AssertionError if an invariant is broken ("Checks worth having")."""
    # [#check.1] [#check.3]
    t = g.t
    cards = g.deck + g.discards
    for p in g.players:
        cards += p.hand + p.drawn + p.tableau + list(p.goods.values())
    assert sorted(cards) == list(range(t.cards)), "cards are lost or doubled"
    chips = sum(p.chips for p in g.players)
    per_player = t.chips_per_player
    assert chips == per_player * g.seats - g.pool, "chips and pool do not add up"
    for seat, p in enumerate(g.players):
        _check_player(g, p)
        assert sum(g.points_of(seat)) == g.score[seat], "points by source do not sum to the score"
        assert sum(g.points_of(seat)[: schema.SOURCE_CLASSES]) == p.chips, "chips by source"
        assert p.seen & ~sum(1 << card for card in g.discards) == 0, "seen cards that are not there"
    assert g.fullest == max(len(p.tableau) for p in g.players), "fullest tableau"
    assert g.pool > 0 or g.seat == NOBODY or g.phase >= schema.PHASE_CONSUME, (
        "the game should be over"
    )


def _check_player(g: RaceState, p: Player) -> None:
    # [#check.2]
    t = g.t
    for world in p.goods:
        assert world in p.tableau and t.kind[world] >= 0, "a good where none can lie"
    for kind in range(4):
        assert p.kinds[kind] == sum(t.kind[world] == kind for world in p.goods), "goods per kind"
    windfalls = [world for world in p.goods if t.production[world] == terms.WINDFALL]
    assert p.filled == len(windfalls), "windfall worlds with a good"
    assert [card for card in p.tableau if card in p.active] == p.active, "cards with powers"
    designs = [t.design[card] for card in p.tableau]
    assert len(designs) == len(set(designs)), "two copies of a design in a tableau"
    everything, paid = [0] * terms.SUMS, [0] * terms.SUMS
    for card in p.tableau:
        for place, amount in t.adds[card]:
            everything[place] += amount
            if card != p.placing:
                paid[place] += amount
    assert p.sums in (everything, paid), "standing sums differ from the tableau"
