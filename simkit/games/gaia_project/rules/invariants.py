"""Invariants of a game in progress; tests call them through `GaiaState.check`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from simkit.games.gaia_project.rules import (
    building,
    federations,
    holdings,
    scoring,
    specials,
    terms,
)
from simkit.games.gaia_project.rules.geometry import BITS
from simkit.games.gaia_project.rules.power import IN_1, IN_2, IN_3, IN_GAIA
from simkit.games.gaia_project.schema import VIA_PLAIN

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player


def check(s: GaiaState) -> None:
    """Raise AssertionError if an invariant is broken."""
    owners = [0] * 6
    for p in s.players[: s.seats]:
        if p.faction < 0:
            continue
        check_player(s, p)
        for area in range(6):
            owners[area] += p.levels[area] == 5
    assert max(owners) <= 1, "one owner of a level 5"
    for area in range(6):
        assert owners[area] == 0 or s.top_taken >> area & 1
    seen = 0
    for p in s.players:
        host = p.own & ~p.guests
        assert not host & seen, "one host a planet"
        seen |= host
        check_kept(s, p)
        others = [other.own for other in s.players if other is not p]
        assert s.others(p.seat) == functools.reduce(int.__or__, others, 0), "structures"
    if s.finals_at == s.map_changes:
        for tile, counts in zip(s.final_tiles, s.finals, strict=True):
            fresh = [scoring.final_count(p, tile) for p in s.players]
            assert counts == fresh, "counts for the final tiles"
    assert len(terms.STANDARD) == len(s.places) or not s.places
    if s.type_mask[terms.LOST]:
        assert s.type_mask[terms.LOST].bit_count() == 1


def check_player(s: GaiaState, p: Player) -> None:
    """Check the limits of goods and pieces, and the points."""
    t = s.t
    assert 0 <= p.ore <= t.cap[0] and 0 <= p.knowledge <= t.cap[1], "goods within caps"
    assert 0 <= p.credits <= t.cap[2] and p.qic >= 0, "goods within caps"
    assert min(p.p1, p.p2, p.p3, p.gaia) >= 0, "no bowl is negative"
    for bit, n in ((IN_1, p.p1), (IN_2, p.p2), (IN_3, p.p3), (IN_GAIA, p.gaia)):
        assert not p.stone & bit or n, "the brainstone is a token of its bowl"
    pieces = p.pieces()
    assert pieces[0] <= t.mines and pieces[1] <= t.trading_stations
    assert pieces[2] <= t.labs and max(pieces[3:6]) <= 1
    assert pieces[7] <= t.stations
    assert pieces[6] + p.former_bowl <= p.formers <= t.formers
    groups = (p.mine_mask, p.station_mask, p.lab_mask, p.institute, p.left, p.right)
    assert sum(m.bit_count() for m in groups) == p.own.bit_count(), "one structure a hex"
    assert p.mines == (p.mine_mask & ~p.lost).bit_count()
    assert not p.own & ~s.planets and not p.satellites & s.planets
    assert not p.former_mask & p.own
    assert p.satellites & ~p.fed == 0
    assert 0 <= p.green <= sum(p.tokens) - p.tokens[0]
    assert p.covered & ~p.tiles == 0 and p.covered.bit_count() == p.advanced.bit_count()
    assert all(0 <= level <= 5 for level in p.levels)
    sectors = 0
    for cell in s.shape.cells:
        if p.own >> cell & 1:
            sectors |= 1 << s.galaxy.sector[cell]
    assert sectors == p.sectors
    total = s.points_of(p.seat)
    assert sum(total) == s.score[p.seat], "points by source sum to the score"


def check_kept(s: GaiaState, p: Player) -> None:
    """Compare what is kept beside a player's pieces with what follows from them now."""
    for d, layer in enumerate(p.layers):
        assert layer == s.shape.within(p.own | p.spaces, d), "layers of reach"
    if p.sites_at == s.map_changes and p.sites_level == p.levels[terms.NAV]:
        reach = building.base_range(s, p, VIA_PLAIN)
        kept_sites = [site.figures() for site in p.sites + p.sites_far]
        s.t.sites_known.clear()
        rich = p.clone()
        rich.qic = max(p.qic, 1)  # those for one QIC are kept in any case
        fresh_sites = [site.figures() for site in building.sites(s, rich, reach, 1)]
        assert kept_sites == fresh_sites, "sites in reach"
        near = [site.figures() for site in building.sites(s, p, reach, 0)]
        assert kept_sites[: len(p.sites)] == near, "sites near by"
        cells = [sum(BITS[site.cell] for site in sites) for sites in (p.sites, p.sites_far)]
        assert tuple(cells) == p.sites_in, "cells of the sites"
    if p.specials_at == p.used:
        assert p.specials == specials.listed(p), "special actions"
    kept = p.holdings
    if kept is not None:
        fresh = holdings.Holdings(s, p)
        assert (kept.free, kept.loose_value) == (fresh.free, fresh.loose_value), "free pieces"
        assert kept.upgrades == fresh.upgrades, "upgrades"
        assert kept.federations == federations.searched(s, p), "federations"
