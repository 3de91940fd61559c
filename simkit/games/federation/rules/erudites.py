"""Erudites: which may be taken, used, copied and turned up again (rules.md, 5.3; erudites.toml)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Tables

FRAMES: Final = {terms.ON_NEO + planet: planet for planet in range(len(terms.PLANETS))}

KEPT: Final = 20_000  # collections; a thousand games know fewer


class Collection:
    """A set of erudites and what follows from it; never changed.

    Attributes
    ----------
    tiles, colours
        The set as a mask; how many colours are in it.
    admits
        Mask of the erudites that its owner may take by the action on Atal, were they open.
    """

    __slots__ = ("admits", "colours", "tiles")

    def __init__(self, tables: Tables, tiles: int) -> None:
        self.tiles = tiles
        self.colours = sum([1 for colour in tables.colour_mask if tiles & colour])
        self.admits = admitted(tables, tiles)


def collection(tables: Tables, tiles: int) -> Collection:
    """Return the collection of a mask, made once for many games of these tables."""
    found = tables.collections.get(tiles)
    if found is None:
        if len(tables.collections) >= KEPT:
            tables.collections.clear()
        found = tables.collections[tiles] = Collection(tables, tiles)
    return found


def takeable(s: FederationState, seat: int) -> int:
    """Return the mask of open erudites that a seat may take by the action on Atal."""
    return s.open & s.players[seat].collection.admits


def admitted(tables: Tables, own: int) -> int:
    """Return the mask of erudites that may be taken by the owner of those of a mask."""
    # [#5.3a]
    level1, level2 = tables.level_mask[1], tables.level_mask[2]
    found = level1  # and by colour, what the own ones of that colour change
    for colour in tables.colour_mask:
        mine = own & colour
        if not mine:
            continue
        if mine & level1:
            found &= ~(colour & level1)
            if not (mine & level2 and tables.one_per_character):
                found |= colour & level2
        needed = level2 if tables.level3_needs_level2 else level1 | level2
        if mine & needed:
            found |= colour & tables.level_mask[3]
    return found


def take(s: FederationState, tile: int) -> None:
    """Give an open erudite to the seat that decides; turn up the next ones; an immediate effect works."""
    # [#5.3b]
    tables = s.tables
    p = s.players[s.seat]
    bit = 1 << tile
    colour = tables.erudite_colour[tile]
    s.open &= ~bit
    p.erudites |= bit
    p.collection = collection(tables, p.erudites)
    level = tables.erudite_level[tile]
    if level == 1:
        reveal(s, s.level1, colour)
        if not s.open & tables.colour_mask[colour] & tables.level_mask[2]:
            reveal(s, s.level2, colour)
    elif level == 2:
        reveal(s, s.level2, colour)


def reveal(s: FederationState, stacks: list[tuple[int, ...]], colour: int) -> None:
    """Turn up the top tile of a colour's stack, if there is one."""
    stack = stacks[colour]
    if stack:
        s.open |= 1 << stack[-1]
        stacks[colour] = stack[:-1]


def context(s: FederationState) -> tuple[int, bool, int]:
    """Return the planet whose action is under way (-1 = none), whether its move or construction is
    still to come, and the tiles that were taken by it.
    """
    for task in reversed(s.todo):
        op = task[0]
        if op == terms.AFTER:
            return task[1], False, task[2]
        planet = FRAMES.get(op, -1)
        if planet >= 0:
            return planet, True, 0
    return -1, False, 0


def usable(s: FederationState, planet: int, before: bool, taken: int = 0) -> int:
    """Return the mask of own erudites that the seat may use now."""
    # [#5.3c]
    tables, p = s.tables, s.players[s.seat]
    fresh = p.erudites & ~p.used & ~taken
    found = fresh & tables.working[(planet + 1) * 2 + before]
    rest = fresh & (tables.copying_mask | tables.refreshing_mask)
    while rest:
        bit = rest & -rest
        rest ^= bit
        if bit & tables.refreshing_mask:
            if refreshable(s, tables.refreshed_level[bit.bit_length() - 1], bit):
                found |= bit
        elif copy_targets(s, _highest(s, bit), bit, planet, before):
            found |= bit
    return found


def _highest(s: FederationState, bit: int) -> int:
    """Return the highest level that a copying tile may copy."""
    return s.tables.copied_level[bit.bit_length() - 1]


def refreshable(s: FederationState, level: int, barred: int) -> int:
    """Return the mask of own used tiles of a level that may be turned up: none that is being used."""
    p = s.players[s.seat]
    return p.used & s.tables.level_mask[level] & ~barred


def copy_targets(s: FederationState, highest: int, barred: int, planet: int, before: bool) -> int:
    """Return the mask of tiles a copying tile may copy: open on Atal or own face-up ones."""
    tables = s.tables
    p = s.players[s.seat]
    levels = tables.level_mask[1] if highest == 1 else tables.level_mask[1] | tables.level_mask[2]
    if highest >= 3:
        levels |= tables.level_mask[3]
    pool = (s.open | (p.erudites & ~p.used)) & levels & ~barred
    found = pool & (tables.immediate_mask | tables.working[(planet + 1) * 2 + before])
    rest = pool & (tables.copying_mask | tables.refreshing_mask)
    while rest:
        bit = rest & -rest
        rest ^= bit
        if bit & tables.refreshing_mask:
            if refreshable(s, tables.refreshed_level[bit.bit_length() - 1], barred | bit):
                found |= bit
        elif copy_targets(s, _highest(s, bit), barred | bit, planet, before):
            found |= bit
    return found


def start_effect(s: FederationState, tile: int, barred: int) -> None:
    """Put a tile's effects on the stack; `barred` are the tiles being used (they stay face down).

    They are handed on to whatever the effect brings about: without this a free income of the Consulate
    would turn up, for ever, the tile that gave it.
    """
    for op, a, b, source in reversed(s.tables.erudite_effects[tile]):
        if op in (terms.REFRESH, terms.COPY_ERUDITE, terms.INCOME_FREE):
            b = barred
        s.todo.append((op, a, b, source))


def use(s: FederationState, tile: int) -> None:
    """Turn an own tile face down and carry out its effect."""
    # [#5.3c]
    bit = 1 << tile
    s.players[s.seat].used |= bit
    start_effect(s, tile, bit)


def refresh(s: FederationState, tile: int, barred: int) -> None:
    """Turn an own tile up again; an immediate effect is applied at once."""
    bit = 1 << tile
    if bit & s.tables.immediate_mask:
        start_effect(s, tile, barred | bit)
    else:
        s.players[s.seat].used &= ~bit
