"""Set-up of a game (rules.md, 2 and 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.federation.rules import effects, executive, terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

FIXED = (
    "factions", "start_tiles", "deep_space_tiles", "industries", "megastructure_tokens",
    "laws_left", "laws_right", "planet_blocks", "room_blocks", "level3_erudites", "live_asteroids",
    "dead_asteroids",
)  # fmt: skip


def set_up(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Deal everything; `fixed` names what is not to be drawn.

    Lists are given by name: ``factions`` (one start tile per seat; not where they are drafted),
    ``start_tiles`` (players + 1; only where they are drafted), ``deep_space_tiles`` (players + 1),
    ``industries`` (one per slot), ``megastructure_tokens`` (eight, two per megastructure),
    ``laws_left`` and ``laws_right`` (by round), ``planet_blocks`` and ``room_blocks`` (by round),
    ``level3_erudites`` (one per colour), ``live_asteroids`` and ``dead_asteroids`` (four each).
    """
    # [#10.1]
    for name in fixed:
        if name not in FIXED:
            raise UnknownName("fixed part of the deal", name, FIXED, "federation")
    deal_moons(s, luck)
    deal_atal(s, luck, fixed)
    deal_neo(s, luck, fixed)
    deal_e81216(s, luck, fixed)
    deal_tiles(s, luck, fixed)
    deal_laws(s, luck, fixed)


def begin(s: FederationState) -> None:
    """Open the laws and block the spaces of round 1, which a seat knows when it picks its start tile."""
    # [#2.6] [#2.8]
    executive.reveal_laws(s)
    executive.block_spaces(s)
    s.todo = [(terms.DRAFT, 0, 0, -1)]
    effects.run(s)


def drawn(
    luck: Luck, name: str, known: Sequence[str], fixed: Mapping[str, Any], number: int
) -> list[int]:
    """Return `number` components by a shuffle of all, or those that are fixed."""
    if fixed.get(name) is None:
        return luck.fork(name).order(range(len(known)))[:number]
    given = fixed[name]
    found: list[int] = []
    for value in given:
        if isinstance(value, str) and value not in known:
            raise UnknownName(name, value, known, "federation")
        found.append(known.index(value) if isinstance(value, str) else int(value))
    if len(found) != number or len(set(found)) != number:
        raise BadValue(name, f"needs {number} different values, not {list(given)!r}")
    if min(found) < 0 or max(found) >= len(known):
        raise BadValue(name, f"numbers run from 0 to {len(known) - 1}, not {list(given)!r}")
    return found


def deal_moons(s: FederationState, luck: Luck) -> None:
    """Step 1: alteration tokens by strength on their moons, the rest as a reserve."""
    # [#2.1]
    tables = s.tables
    for strength, physical in tables.copies_by_strength.items():
        order = luck.fork("alteration tokens", strength).shuffle(physical)
        tokens = [tables.copy_token[copy] for copy in order]
        for position, wanted in enumerate(tables.moon_strength):
            if wanted == strength:
                number = tables.moon_tokens[position]
                s.moons[position] = tuple(tokens[:number])
                tokens = tokens[number:]
        s.reserve[strength] = tuple(tokens)
    first = next((i for i, tokens_there in enumerate(s.moons) if tokens_there), 0)
    s.moons_seen = (1 << (max(first, tables.moon_start + 1) + 1)) - 1


def deal_atal(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Step 2: level-1 and level-2 stacks by colour, one level-3 erudite of each colour."""
    # [#2.2]
    tables = s.tables
    branch = luck.fork("erudites")
    level3 = fixed.get("level3_erudites")
    if level3 is not None:
        level3 = drawn(luck, "level3_erudites", tables.erudites, fixed, len(tables.colour_mask))
    s.level3 = []
    firsts, seconds, thirds = (shuffled_stacks(s, branch, one) for one in tables.erudites_by_level)
    for colour, top in enumerate(thirds):
        *below, uppermost = firsts[colour]
        s.open |= 1 << uppermost
        s.level1[colour] = tuple(below)
        s.level2[colour] = tuple(seconds[colour])
        if level3 is not None:
            top = sorted(top, key=lambda tile: tile not in level3)
        s.open |= 1 << top[0]
        s.level3.extend(top[1:])


def shuffled_stacks(s: FederationState, luck: Luck, tiles: list[int]) -> list[list[int]]:
    """Return the erudites of a level as stacks by colour, all shuffled at once.

    Each has a key of its own, so that those of a colour come in the order in which they would alone.
    """
    tables = s.tables
    stacks: list[list[int]] = [[] for _ in tables.colour_mask]
    for tile in luck.shuffle(tiles):
        stacks[tables.erudite_colour[tile]].append(tile)
    return stacks


def deal_neo(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Step 4: live and dead asteroids, face down."""
    # [#2.4]
    tables = s.tables
    names = [tables.asteroids[i] for i in tables.live]
    live = [
        tables.live[i] for i in drawn(luck, "live_asteroids", names, fixed, tables.live_on_board)
    ]
    cells = [cell for cell, is_live in enumerate(tables.cell_live) if is_live]
    for cell, token in zip(cells, live, strict=False):
        s.asteroids[cell] = token
    names = [tables.asteroids[i] for i in tables.dead]
    s.dead = [
        tables.dead[i] for i in drawn(luck, "dead_asteroids", names, fixed, tables.dead_on_board)
    ]
    used = {*s.asteroids, *s.dead}
    s.asteroids_out = [i for i in range(len(tables.asteroids)) if i not in used]


def deal_e81216(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Step 4: one side of each production token, two tokens on each megastructure."""
    # [#2.4]
    if s.rules.options["structures"] == "first_game":
        for name in ("industries", "megastructure_tokens"):
            if fixed.get(name) is not None:
                raise BadValue(name, "are those printed on the board (structures = 'first_game')")
        s.industries = s.tables.printed_slots.copy()
        s.mega_tokens = s.tables.printed_mega_tokens.copy()
    else:
        draw_structures(s, luck, fixed)
    s.note_structures()


def draw_structures(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Draw the sides of the production tokens and the tokens of the megastructures."""
    # [#2.4] [#5.5g]
    tables = s.tables
    branch = luck.fork("production tokens")
    if fixed.get("industries") is None:
        s.industries = [
            slot[branch.below(len(slot), number)] for number, slot in enumerate(tables.slots)
        ]
    else:
        known = tables.structures[: tables.n_industries]
        found = drawn(luck, "industries", known, fixed, len(tables.slots))
        if any(x not in slot for x, slot in zip(found, tables.slots, strict=True)):
            raise BadValue("industries", f"needs one of each slot, not {fixed['industries']!r}")
        s.industries = found
    number = 2 * len(tables.multipliers)
    tokens = drawn(luck, "megastructure_tokens", tables.mega_tokens, fixed, number)
    s.mega_tokens = [(tokens[i], tokens[i + 1]) for i in range(0, number, 2)]


def deal_tiles(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Steps 5 and 7: Deep Space tiles and start tiles, one more than players."""
    # [#2.5] [#2.7]
    tables = s.tables
    for tile in drawn(luck, "deep_space_tiles", tables.deep_tiles, fixed, s.seats + 1):
        s.deep |= 1 << tile
    s.deep_out = s.deep
    if s.rules.options["start_tiles"] == "drafted":
        if fixed.get("factions") is not None:
            raise BadValue("factions", "the start tiles are picked by the seats in play (drafted)")
        for tile in drawn(luck, "start_tiles", tables.start_tiles, fixed, s.seats + 1):
            s.offer |= 1 << tile
        return
    if fixed.get("start_tiles") is not None:
        raise BadValue("start_tiles", "are offered only under start_tiles = 'drafted'")
    give_start_tiles(s, drawn(luck, "factions", tables.start_tiles, fixed, s.seats))


def give_start_tiles(s: FederationState, tiles: Sequence[int]) -> None:
    """Give every seat its start tile; each counts as a completed mission."""
    for seat, tile in enumerate(tiles):
        s.players[seat].start = tile
        s.measure(terms.MISSIONS, seat, s.completed(seat))


def deal_laws(s: FederationState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Steps 6 and 8: laws of each wing, block tokens; all stacks have the next one last."""
    # [#2.6]
    tables = s.tables
    for wing, name in enumerate(("laws_left", "laws_right")):
        s.stacks[wing] = drawn(luck, name, tables.laws, fixed, len(tables.laws))[::-1]
    if tables.blocks_planets:
        ids = tables.planet_block_ids
        s.planet_blocks = drawn(luck, "planet_blocks", ids, fixed, len(ids))[::-1]
    if tables.blocks_rooms:
        ids = tables.room_block_ids
        s.room_blocks = drawn(luck, "room_blocks", ids, fixed, len(ids))[::-1]
