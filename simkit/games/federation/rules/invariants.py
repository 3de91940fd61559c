"""Invariants of a game in progress; tests call them through `FederationState.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.federation.rules import terms
from simkit.games.federation.rules.erudites import collection

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState, Player


def check(s: FederationState) -> None:
    """Raise AssertionError if something was lost, doubled or passed its limit."""
    for seat, p in enumerate(s.players):
        check_player(s, p)
        assert sum(s.points_of(seat)) == s.score[seat], "points by source sum to the score"
    check_senate(s)
    check_tokens(s)
    check_erudites(s)
    check_asteroids(s)
    check_medals(s)
    assert all(0 <= missing <= s.tables.needed[i] for i, missing in enumerate(s.missing))


def check_player(s: FederationState, p: Player) -> None:
    """Check the limits of a seat (rules.md, 1 and 5)."""
    tables = s.tables
    losing = any(task[0] == terms.LOSE for task in s.todo)
    assert min(p.res) >= 0, f"negative resources {p.res}"
    assert losing or sum(p.res[:3]) <= tables.crystals_max, f"too many crystals {p.res}"
    assert p.res[terms.DIAMOND] <= tables.diamonds_max
    assert p.hangar + p.supply + p.flown.bit_count() == tables.start_hangar + tables.start_supply
    assert 0 <= p.hangar <= tables.hangar_max and p.supply >= 0
    assert p.flown & ~p.markers == 0, "a ship on a mission without marker"
    assert 0 <= p.die <= tables.die_max
    assert p.step <= tables.top_step
    assert p.used & ~p.erudites == 0
    assert p.robots + p.built.bit_count() == tables.robots
    assert p.discs + len(p.shops) - p.shops.count(0) == tables.discs
    industries = (p.built & tables.industry_mask).bit_count()
    megas = (p.built & tables.mega_mask).bit_count()
    assert p.influence == [
        tables.cell_influence[p.miner],
        p.mage if p.influence[terms.SIX_MOONS] else 0,
        p.erudites.bit_count(),
        sum(p.shops),
        industries + 2 * megas,
    ], f"influence {p.influence} does not follow from the planets"
    limits = (max(tables.cell_influence), tables.moon_last, 15, 12, 10)
    assert all(value <= limit for value, limit in zip(p.influence, limits, strict=True))


def check_senate(s: FederationState) -> None:
    """Check that every ambassador is in hand or placed and every die stands once."""
    tables = s.tables
    for space in range(tables.outer):
        assert (s.who[space] == terms.FREE) == bool(s.free >> space & 1)
        assert not s.funding >> space & 1 or s.who[space] >= 0
    anew = s.clone()
    anew.count_anew()
    assert s.floors == anew.floors, "the floors' free spaces and votes are not those of the spaces"
    assert s.wing_tally == anew.wing_tally
    levels = [p.level for p in anew.players]
    assert [p.level for p in s.players] == levels, "a level is not what step and boosts make it"
    assert s.in_play == anew.in_play, "other structures are in play than noted"
    assert s.measured == anew.measured, "what projects rank by is not what the players have"
    for seat, p in enumerate(s.players):
        inside = sum(owner == seat for owner in s.who[: tables.outer])
        in_hand = p.ambassadors.bit_count() - 4
        placed = p.special == terms.PLACED
        assert inside <= placed - in_hand, "more ambassadors in the senate than placed"
        assert p.die_space < 0 or s.who[p.die_space] == seat
        assert p.turns <= 5


def check_tokens(s: FederationState) -> None:
    """Check that alteration tokens are conserved."""
    tables = s.tables
    drawn = sum(2 for task in s.todo if task[0] == terms.KEEP_TOKEN)
    number = sum(map(len, s.moons)) + sum(map(len, s.reserve)) + s.tokens_gone + drawn
    number += sum(len(p.tokens) for p in s.players)
    assert number == sum(tables.token_copies), f"{number} alteration tokens"


def check_erudites(s: FederationState) -> None:
    """Check that every erudite is in one place, and one per colour and level and seat."""
    tables = s.tables
    seen = s.open
    number = s.open.bit_count()
    for p in s.players:
        seen |= p.erudites
        assert p.collection.tiles == p.erudites
        assert p.collection.admits == collection(tables, p.erudites).admits
        number += p.erudites.bit_count()
        for colour in tables.colour_mask:
            for level in tables.level_mask[1:3]:
                assert (p.erudites & colour & level).bit_count() <= 1
    for stack in (*s.level1, *s.level2, tuple(s.level3)):
        number += len(stack)
        for tile in stack:
            seen |= 1 << tile
    assert number == len(tables.erudites) and seen == (1 << number) - 1, "erudites lost or doubled"


def check_asteroids(s: FederationState) -> None:
    """Check that asteroid tokens are conserved."""
    number = len(s.dead) + len(s.asteroids_out) + sum(token >= 0 for token in s.asteroids)
    number += sum(p.asteroids.bit_count() for p in s.players)
    assert number == len(s.tables.asteroids), f"{number} asteroids"


def check_medals(s: FederationState) -> None:
    """Check that medals are conserved."""
    tables = s.tables
    for planet in range(len(terms.PLANETS)):
        owned = sum(p.medals >> planet & 1 for p in s.players)
        assert owned + len(s.medals[planet]) == len(tables.thresholds)
    for kind, copies in enumerate(tables.medal_copies):
        owned = sum(p.medals >> (kind + terms.MEDAL_ACCREDITATION) & 1 for p in s.players)
        assert owned + s.medal_copies[kind] == copies
