"""Markers and tracks (section 6): where a marker may go, what a step gives, which techs hold.

Nothing here carries out a benefit; `benefits.take` does. The check cases about tracks call the very
same functions.
"""

from __future__ import annotations

from simkit.games.planet_unknown.rules import player
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import CIV, ROVER, STEP, TECH, TOP, WATER, Corporation


def board(p: Player, space: int) -> Corporation:
    """Return the table that holds for a space (Flux tech 3 upgrades the flux track)."""
    if p.corp.upgrade is not None and p.tech & 8 and space >> 4 == p.flux:
        return p.corp.upgrade
    return p.corp


# Going up ------------------------------------------------------------------------------------------


def destinations(p: Player, marker: int, sideways: bool = True) -> list[int]:
    """Return the spaces to which a marker may advance; its own space where an advance repeats.

    A marker at the top stays and gets nothing; at the top of the rover track an advance repeats the
    movement (section 5). Two spaces or more only for Makeshift.
    """
    # [#5.5]
    if p.kind == player.MAKESHIFT:
        return _makeshift(p, marker, sideways)
    if p.kind == player.OASIS:
        return _oasis(p, marker)
    space = _upwards(p, marker)
    return [space] if space >= 0 else []


def first_destination(p: Player, marker: int) -> int:
    """Return the first of `destinations`, -1 if there is none."""
    if p.kind == player.MAKESHIFT or p.kind == player.OASIS:
        ways = destinations(p, marker)
        return ways[0] if ways else -1
    return _upwards(p, marker)


def _upwards(p: Player, marker: int) -> int:
    """Return the only space to which a marker may advance on its own track, -1 if it may not."""
    space = p.marker[marker]
    there = p.corp.above[space]
    if p.pods_on and there > space:  # Cosmos: markers jump over spaces holding a lifepod
        last = (space & ~STEP) + p.corp.tops[space >> 4]
        while p.pods_on >> there & 1:
            there += 1
            if there > last:
                return -1
    return there


def _taken(p: Player) -> int:
    found = 0
    for space in p.marker:
        found |= 1 << space
    return found


def _beside(p: Player, track: int) -> list[int]:
    """Makeshift: the adjacent tracks; with tech 1 civ and tech are adjacent."""
    near = [t for t in (track - 1, track + 1) if CIV <= t <= TECH]
    if p.tech & 2 and track in (CIV, TECH):
        near.append(TECH - track)
    return near


def _makeshift(p: Player, marker: int, sideways: bool) -> list[int]:
    """Straight or diagonally up onto a free space; with tech 3 also sideways.

    A space that was left sideways in this turn is not entered sideways again: two adjacent synergy
    spaces would otherwise allow an endless shuffle that gains nothing.
    """
    space = p.marker[marker]
    track, step = space >> 4, space & STEP
    taken = _taken(p)
    near = _beside(p, track)
    found = []
    if step < TOP:
        found = [t << 4 | step + 1 for t in sorted([track, *near])]
        found = [s for s in found if not taken >> s & 1]
    elif track == ROVER:
        found = [space]
    if sideways and p.tech & 8:
        for t in sorted(near):
            beside = t << 4 | step
            if not (taken | p.shifted) >> beside & 1:
                found.append(beside)
    return found


def _oasis(p: Player, marker: int) -> list[int]:
    """No two markers share a space: a blocked marker stays, with tech 1 it jumps over the block."""
    space = p.marker[marker]
    if marker == WATER:
        ahead = p.corp.path[p.corp.place_on_path[space] + 1 :]
    else:
        ahead = list(range(space + 1, (space | STEP) + 1))
        if not ahead:
            return [space] if marker == ROVER else []
    taken = _taken(p)
    for there in ahead:
        if not taken >> there & 1:
            return [there]
        if not p.tech & 2:
            break
    return []


def below(p: Player, marker: int) -> int:
    """Return the space one step down, -1 if the marker cannot go down."""
    space = p.marker[marker]
    if p.kind == player.OASIS:
        if marker == WATER:
            back = p.corp.path[: p.corp.place_on_path[space]][::-1]
        else:
            back = list(range(space - 1, (space & ~STEP) - 1, -1))
        taken = _taken(p)
        for there in back:
            if not taken >> there & 1:
                return there
            if not p.tech & 2:
                break
        return -1
    if not space & STEP:
        return -1
    if p.kind == player.MAKESHIFT:
        return -1 if _taken(p) >> (space - 1) & 1 else space - 1
    there = space - 1
    while p.pods_on >> there & 1:
        if not there & STEP:
            return -1
        there -= 1
    return there


def set_marker(p: Player, marker: int, space: int) -> None:
    """Put a marker on a space and see which techs hold."""
    p.marker[marker] = space
    if marker == TECH or p.kind == player.MAKESHIFT:
        refresh(p)


# Techs -----------------------------------------------------------------------------------------------


def tech_held(p: Player) -> int:
    """Return bit n for every tech milestone n at or below the marker, not under a lifepod."""
    if p.kind == player.JUMP_DRIVE:
        return p.slots
    step = p.marker[TECH] & STEP
    if p.kind == player.MAKESHIFT:  # held while any marker is there
        step = max((s & STEP for s in p.marker if s >> 4 == TECH), default=0)
    held = 0
    for number, at in enumerate(p.corp.tech_steps):
        if at <= step and not p.pods_on >> (TECH << 4 | at) & 1:
            held |= 2 << number
    return held


def refresh(p: Player) -> None:
    """Work out the techs in force (designers: only while the marker is at or above)."""
    # [#6.6]
    held = tech_held(p)
    if p.keep_tech:
        p.best_tech |= held
        held = p.best_tech
    if p.kind == player.FLUX_INDUSTRIES and held:  # only the most recently unlocked one
        held = 1 << (held.bit_length() - 1)
    p.tech = held & ~p.tech_off


# Medals ------------------------------------------------------------------------------------------------


def medal(p: Player, marker: int) -> int:
    """Return the points of a marker: the topmost medal at or below it (section 6)."""
    # [#6.4] [#13.3]
    space = p.marker[marker]
    vp = p.corp.vp
    if p.kind == player.OASIS and marker == WATER:
        # the last medal of the water track met along the winding path
        way = p.corp.path[: p.corp.place_on_path[space] + 1]
        return next((vp[s] for s in reversed(way) if s >> 4 == WATER and vp[s]), 0)
    if p.kind == player.MAKESHIFT and p.tech & 32:  # scores as the highest marker on its track
        space = max(s for s in p.marker if s >> 4 == space >> 4)
    for there in range(space, (space & ~STEP) - 1, -1):
        if vp[there] and not (p.kind == player.COSMOS and p.pods_on >> there & 1):
            return vp[there]
    return 0


def at_top(p: Player, track: int) -> bool:
    """Tell whether a marker stands on the top of a track (objectives)."""
    return (track << 4 | p.corp.tops[track]) in p.marker
