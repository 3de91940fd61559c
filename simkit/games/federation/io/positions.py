"""A position from a readable dict: puzzles, cases, teaching (the state keys of log_notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.games.federation.io import position_board, position_players, position_senate
from simkit.games.federation.io.position_names import (
    LETTERS,
    letter_seat,
    mask_of,
    number_of,
    only_keys,
)
from simkit.games.federation.rules import executive, setup, terms
from simkit.games.federation.rules.state import FederationState

if TYPE_CHECKING:
    from simkit.games.federation.title import FederationRules

BOARD_KEYS = (
    "placed", "laws", "open_laws", "last_laws", "law_stacks", "wing_votes", "wing_votes_players",
    "floor_votes", "projects", "column", "president", "medals", "asteroids", "dead_asteroids",
    "erudites_open", "megastructures", "industries", "measure", "planet_block", "room_block",
    "moons", "reserve", "deep_space_tiles", "blocked", "reveal_order",
)  # fmt: skip


def read(rules: FederationRules, spec: Mapping[str, Any]) -> FederationState:
    """Return the position of ``spec``; everything not named has its set-up value.

    Parameters
    ----------
    spec
        ``players`` (by letter A to D), ``board``, ``round``, ``turn``, ``first_player``, ``seat``
        (whose turn it is, a letter) with the state keys of ``log_notation.md``.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("federation", seats=2)
    >>> spec = {"players": {"A": {"resources": {"copernium": 2}, "influence": {"atal": 3}}}, "round": 2}
    >>> state = rules.position(spec)
    >>> state.players[0].res, state.round
    ([0, 2, 0, 0], 2)
    """
    s = FederationState(rules, Luck(0))
    setup.set_up(s, s.luck, {})
    s.offer = 0  # a position is one in play: every seat has its start tile
    setup.give_start_tiles(s, range(rules.seats))
    board = spec.get("board", {})
    s.phase = terms.AMBASSADOR_PHASE
    s.round = int(spec.get("round", 1))
    if not 1 <= s.round <= s.tables.rounds:
        raise BadValue("round", f"is 1 to {s.tables.rounds}, not {s.round}")
    s.first = s.president = letter_seat(
        rules.seats, spec.get("first_player", board.get("president", "A"))
    )
    s.open_laws = [s.stacks[0][-1], s.stacks[1][-1]]
    for letter, given in spec.get("players", {}).items():
        position_players.set_player(s, letter_seat(rules.seats, letter), given)
    set_board(s, board)
    position_senate.set_dice(s, spec.get("players", {}))
    s.seat = letter_seat(rules.seats, spec.get("seat", LETTERS[s.first]))
    turn = spec.get("turn")
    if isinstance(turn, str):
        s.seat = letter_seat(rules.seats, turn)
    elif turn is not None:
        for seat in range(s.seats):
            s.players[seat].turns = int(turn) - 1
    s.todo = [(terms.TURN, 0, 0, -1)]
    return s


def set_board(s: FederationState, board: Mapping[str, Any]) -> None:
    """Give the board what the position names."""
    only_keys(board, BOARD_KEYS, "board")
    if "president" in board:
        s.president = letter_seat(s.seats, board["president"])
    position_senate.set_laws(s, board)
    position_board.set_projects(s, board)
    position_board.set_medals(s, board.get("medals", {}))
    position_board.set_neo(s, board)
    position_board.set_atal_and_e81216(s, board)
    if "planet_block" in board:
        s.planet_blocks = [position_senate.planet_block(s, board["planet_block"])]
    if "room_block" in board:
        s.room_blocks = [position_senate.room_block(s, board["room_block"])]
    if "deep_space_tiles" in board:
        s.deep = mask_of(s.tables.deep_tiles, board["deep_space_tiles"], "tile")
    for space, votes in board.get("blocked", {}).items():
        executive.block(s, number_of(s.tables.spaces, space, "space"), int(votes))
    placed = board.get("placed", [])
    # Those that may stand on several spaces take one that the others leave.
    for one in sorted(placed, key=lambda one: not position_senate.names_one_space(one)):
        position_senate.set_placed(s, one)
    s.count_anew()
