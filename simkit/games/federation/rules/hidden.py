"""What a seat does not know, and its redrawing (`FederationState.determinize`).

Hidden from everybody: laws, block tokens and erudites still in their stacks, alteration tokens on
moons that are not turned up and in the reserve, face-down asteroids, and the level-3 erudites that
left the game (they stay out). The Deep Space tiles are hidden from all who have not chosen one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.games.federation.rules.state import FederationState


def redraw(s: FederationState, seat: int, luck: Luck) -> FederationState:
    """Return a clone that looks the same to `seat`, with everything hidden from it redrawn."""
    new = s.clone()
    new.luck = luck
    redraw_stacks(new, luck)
    redraw_moons(new, luck)
    redraw_neo(new, luck)
    if new.players[seat].deep < 0:
        redraw_deep_space(new, luck)
    return new


def redraw_stacks(s: FederationState, luck: Luck) -> None:
    """Shuffle the laws and block tokens to come and the hidden erudites."""
    for wing in range(2):
        s.stacks[wing] = reordered(s.stacks[wing], luck, "laws", wing)
    s.planet_blocks = reordered(s.planet_blocks, luck, "planet blocks")
    s.room_blocks = reordered(s.room_blocks, luck, "room blocks")
    for colour in range(len(s.level1)):
        s.level1[colour] = tuple(reordered(s.level1[colour], luck, "level 1", colour))
        s.level2[colour] = tuple(reordered(s.level2[colour], luck, "level 2", colour))


def reordered(items: Iterable[int], luck: Luck, name: str, number: int = 0) -> list[int]:
    """Return items in an order that says nothing about the one they had; a single one needs no luck."""
    known = sorted(items)
    return luck.fork(name, number).order(known) if len(known) > 1 else known


def redraw_moons(s: FederationState, luck: Luck) -> None:
    """Exchange the face-down alteration tokens of every strength among moons and reserve."""
    for strength in range(1, len(s.reserve)):
        hidden = [
            i
            for i, wanted in enumerate(s.tables.moon_strength)
            if wanted == strength and not s.moons_seen >> i & 1
        ]
        pool = list(s.reserve[strength])
        for i in hidden:
            pool.extend(s.moons[i])
        pool = reordered(pool, luck, "alteration tokens", strength)
        for i in hidden:
            number = len(s.moons[i])
            s.moons[i] = tuple(pool[:number])
            pool = pool[number:]
        s.reserve[strength] = tuple(pool)


def redraw_neo(s: FederationState, luck: Luck) -> None:
    """Exchange the face-down asteroids with those of their kind that stayed in the box."""
    tables = s.tables
    for kind, ids in (("live", tables.live), ("dead", tables.dead)):
        pool = [token for token in s.asteroids_out if token in ids]
        cells = [
            cell
            for cell, token in enumerate(s.asteroids)
            if token in ids and token >= 0 and not s.seen >> cell & 1
        ]
        dead_hidden = kind == "dead" and not s.seen >> tables.neo_last & 1
        number = len(s.dead) if dead_hidden else 0
        pool.extend(s.asteroids[cell] for cell in cells)
        pool.extend(s.dead[:number])
        pool = reordered(pool, luck, kind)
        for cell in cells:
            s.asteroids[cell] = pool.pop()
        if number:
            s.dead = [pool.pop() for _ in range(number)]
        s.asteroids_out = sorted([x for x in s.asteroids_out if x not in ids] + pool)


def redraw_deep_space(s: FederationState, luck: Luck) -> None:
    """Draw other Deep Space tiles: any that nobody has shown."""
    tables = s.tables
    number = s.deep.bit_count()
    shown = {p.deep for p in s.players}
    unseen = [tile for tile in range(len(tables.deep_tiles)) if tile not in shown]
    drawn = luck.fork("deep space").order(unseen)[:number]
    s.deep = sum(1 << tile for tile in drawn)
    s.deep_out = s.deep | sum(1 << tile for tile in shown if tile >= 0)
