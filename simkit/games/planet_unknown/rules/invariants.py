"""Invariants of a position; tests call them through `State.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import tracks
from simkit.games.planet_unknown.rules.player import MAKESHIFT, OASIS, Player

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState


def check(state: PlanetState) -> None:
    """Raise AssertionError if an invariant is broken."""
    placed = sum(p.tiles_placed for p in state.players)
    assert sum(state.left) + placed + state.removed == 144, "tiles are conserved"
    for seat in range(state.seats):
        assert sum(state.points_of(seat)) == state.score[seat], "points sum to the score"
    taken = state.deck
    for p in state.players:
        assert not taken & p.cards, "a card is in one place only"
        taken |= p.cards
        check_player(p)


def check_player(p: Player) -> None:
    """Check one seat."""
    grid = p.planet.grid
    union = 0
    for terrain, symbols in zip(p.terrain, p.symbols, strict=True):
        assert not union & terrain, "a cell shows one terrain"
        assert not symbols & ~terrain, "a symbol lies on its terrain"
        union |= terrain
    assert union == p.occ == p.tiles | p.patches, "terrain covers what is covered"
    assert not p.occ & ~grid and not p.meteors & ~grid and not p.hits & ~p.occ
    assert not p.patches & ~p.terrain[2], "patches are biomass"
    assert not p.pods & p.occ, "no lifepod under a tile"
    assert len(set(p.rovers)) == len(p.rovers) == len(p.loads), "one rover to a cell"
    assert all(grid >> cell & 1 for cell in p.rovers)
    assert p.supply >= 0 and len(p.rovers) + p.supply <= p.corp.rovers + 1
    stowing = sum(one & schema.ITEM_MASK == schema.STOW for one in p.pending)
    stowed = p.lifepods + p.pods_on.bit_count() + p.slots.bit_count() + stowing
    assert p.all_pods == stowed, "collected lifepods are somewhere"
    assert p.pods.bit_count() + p.all_pods <= p.planet.lifepods.bit_count()
    assert min(p.move, p.rocks, p.lifepods, p.kept_patches) >= 0
    for marker, space in enumerate(p.marker):
        track, step = space >> 4, space & 15
        assert 0 <= step <= p.corp.tops[track], "a marker stands on its track"
        winding = p.kind == MAKESHIFT or (p.kind == OASIS and marker == 1)
        assert winding or track == marker
        assert not p.pods_on >> space & 1, "no marker under a lifepod"
    if p.kind in (MAKESHIFT, OASIS):
        assert len(set(p.marker)) == 5, "no two markers share a space"
    was = p.tech
    tracks.refresh(p)
    assert p.tech == was, "techs in force are up to date"
