"""What a position says of the senate: ambassadors, dice, laws, blocked spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.games.federation.io.position_names import (
    WINGS,
    floor_number,
    letter_seat,
    number_of,
    only_keys,
    same_name,
)
from simkit.games.federation.rules import executive, terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

PLACED_KEYS = (
    "player", "space", "floor", "column", "ambassador", "side", "alteration", "die", "votes", "wing",
)  # fmt: skip


def set_laws(s: FederationState, board: Mapping[str, Any]) -> None:
    """Set open laws, those of round 5 and the hidden stacks (first of a list = next to come)."""
    known = s.tables.laws
    for key in ("law_stacks", "laws", "open_laws", "last_laws"):
        only_keys(board.get(key, {}), WINGS, key)
    stacks = board.get("law_stacks", {})
    for wing, name in enumerate(("left", "right")):
        if name in stacks:
            s.stacks[wing] = [number_of(known, x, "law") for x in reversed(stacks[name])]
        given = board.get("laws", board.get("open_laws", {}))
        if given.get(name) is not None:
            s.open_laws[wing] = number_of(known, given[name], "law")
        if board.get("last_laws", {}).get(name) is not None:
            s.last_laws[wing] = number_of(known, board["last_laws"][name], "law")


def planet_block(s: FederationState, given: Any) -> int:
    """Return a planet-block token, named by id or by what it shows."""
    known = s.tables.planet_block_ids
    if isinstance(given, Mapping):
        for i, record in enumerate(s.rules.components.tables["neutral"]["planet_block"]):
            if all(record.get(key) == shown for key, shown in given.items()):
                return i
    return number_of(known, given, "block token")


def room_block(s: FederationState, given: Any) -> int:
    """Return a room-block token, named by id or by its room."""
    known = s.tables.room_block_ids
    if isinstance(given, str) and given not in known:
        rooms = [r["room"] for r in s.rules.components.tables["neutral"]["room_block"]]
        spaces, tables = s.tables.spaces, s.tables
        if given in spaces:
            given = terms.ACTIONS[tables.space_action[spaces.index(given)]]
        return number_of(rooms, given, "block token")
    return number_of(known, given, "block token")


def names_one_space(placed: Mapping[str, Any]) -> bool:
    """Tell whether a placement names its space, or floor and column."""
    return placed.get("space") is not None or {"floor", "column"} <= set(placed)


def set_placed(s: FederationState, placed: Mapping[str, Any]) -> None:
    """Put an ambassador (or a neutral token) on a space as if it had been placed this round."""
    tables = s.tables
    only_keys(placed, PLACED_KEYS, "placed")
    space = find_spaces(s, placed)[0]
    who = placed.get("player", "neutral")
    if who == "neutral":
        executive.block(s, space, int(placed.get("votes", 0)))
        return
    seat = letter_seat(s.seats, who)
    p = s.players[seat]
    ambassador = number_of(terms.AMBASSADORS, placed.get("ambassador", "amb_1a"), "ambassador")
    side = number_of(terms.SIDES, placed.get("side", "voting"), "side")
    votes = int(placed.get("votes", tables.votes[ambassador]))
    token = -1
    if placed.get("alteration"):
        token = number_of(tables.token_ids, placed["alteration"], "token")
        side, votes = tables.token_side[token], tables.token_votes[token]
    if ambassador == terms.SPECIAL:
        p.special = terms.PLACED
    else:
        p.ambassadors &= ~(1 << ambassador)
    p.turns += 1
    if space == tables.outer:
        return
    s.who[space], s.pieces[space], s.covers[space] = seat, ambassador, token
    s.votes[space] = 0 if side else votes
    s.funding |= side << space
    s.free &= ~(1 << space)
    die = placed.get("die")
    if die:
        p.die_space = space
        if die is not True:
            if p.die and p.die != int(die):
                raise BadValue("placed", f"a die of {die} is not the player's, of {p.die}")
            p.die = int(die)


def find_spaces(s: FederationState, given: Mapping[str, Any]) -> list[int]:
    """Return the spaces meant by an id, by floor, column or both, or by an action (and wing)."""
    tables = s.tables
    name = given.get("space")
    if name is None:
        return free_spaces(s, given)
    if same_name(tables.spaces, name):
        return same_name(tables.spaces, name)[:1]
    if not same_name(terms.ACTIONS, name):
        raise UnknownName("space", name, tables.spaces, "position")
    action = number_of(terms.ACTIONS, name, "space")
    found = [i for i in range(len(tables.spaces)) if tables.space_action[i] == action]
    if "wing" in given:
        wing = number_of(WINGS, given["wing"], "wing")
        found = [i for i in found if tables.space_wing[i] == wing]
        if not found:
            raise BadValue("position", f"{name!r} is not in the {given['wing']} wing")
    return found


def free_spaces(s: FederationState, given: Mapping[str, Any]) -> list[int]:
    """Return the free spaces of a floor, of a column, or of both, in the wing if one is named."""
    tables = s.tables
    if not {"floor", "column"} & set(given):
        raise BadValue("position", "no space, or floor and column, is named")
    spaces = list(range(tables.outer))
    if "floor" in given:
        floor = floor_number(given["floor"])
        spaces = [i for i in spaces if tables.space_floor[i] == floor]
    if "column" in given:
        column = int(given["column"])
        spaces = [i for i in spaces if tables.space_column[i] == column]
    if "wing" in given:
        wing = number_of(WINGS, given["wing"], "wing")
        spaces = [i for i in spaces if tables.space_wing[i] == wing]
    cells = ", ".join(f"{key} {given[key]}" for key in ("floor", "column", "wing") if key in given)
    if not spaces:
        raise BadValue("position", f"there is no space in {cells}")
    if "floor" in given and "column" in given:
        return spaces
    spaces = [i for i in spaces if s.free >> i & 1]
    if not spaces:
        raise BadValue("position", f"no space is free in {cells}")
    return spaces


def set_dice(s: FederationState, players: Mapping[str, Any]) -> None:
    """Put the dice on the board that ``die_on_board`` names, once everything is placed.

    It is a space, a value, or true: then the die stands on the player's only ambassador with votes.
    """
    for letter, given in players.items():
        seat, wanted = letter_seat(s.seats, letter), given.get("die_on_board")
        p = s.players[seat]
        if isinstance(wanted, int) and not isinstance(wanted, bool) and wanted:
            p.die = wanted
        if not wanted or p.die_space >= 0:
            continue
        if isinstance(wanted, str):
            p.die_space = number_of(s.tables.spaces, wanted, "space")
        else:
            own = [i for i in range(s.tables.outer) if s.who[i] == seat and s.covers[i] < 0]
            own = [i for i in own if not s.funding >> i & 1] or own
            if len(own) == 1:
                p.die_space = own[0]
    s.count_anew()
