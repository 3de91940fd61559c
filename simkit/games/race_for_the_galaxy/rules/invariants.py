"""Invariants of a game in progress; tests call them through `RaceState.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.state import NOBODY
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import terms

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState


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
    designs = [t.design[card] for card in p.tableau if not t.world[card]]
    assert len(designs) == len(set(designs)), "two copies of a development in a tableau"
    everything, paid = [0] * terms.SUMS, [0] * terms.SUMS
    for card in p.tableau:
        for place, amount in t.adds[card]:
            everything[place] += amount
            if card != p.placing:
                paid[place] += amount
    assert p.sums in (everything, paid), "standing sums differ from the tableau"
