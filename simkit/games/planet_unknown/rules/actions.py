"""Packing and unpacking actions in the hot path; `schema.KINDS` declares the same layout."""

from __future__ import annotations

from typing import Final

from simkit.core.schema import KIND_BITS
from simkit.games.planet_unknown.rules.cells import CELL, XY
from simkit.games.planet_unknown.rules.tables import Layout
from simkit.games.planet_unknown.schema import KIND

ROTATE: Final = KIND["rotate"]
PLACE: Final = KIND["place"]
TAKE: Final = KIND["take"]
GIVE_UP: Final = KIND["give_up"]
ADVANCE_MARKER: Final = KIND["advance"]
DECLINE: Final = KIND["decline"]
LAY_PATCH: Final = KIND["patch"]
KEEP_PATCH: Final = KIND["keep_patch"]
PUT_ROVER: Final = KIND["rover"]
MOVE_ROVER: Final = KIND["move"]
DONE: Final = KIND["done"]
TAKE_CARD: Final = KIND["card"]
MOVE_DOWN: Final = KIND["down"]
CHOOSE_FORK: Final = KIND["fork"]
STOW_POD: Final = KIND["stow"]
COLLECT_THING: Final = KIND["collect"]
DESTROY_THING: Final = KIND["destroy"]
CLEAR_LINE: Final = KIND["clear_line"]
RELOCATE_ROVER: Final = KIND["relocate"]
HIT_SYMBOL: Final = KIND["hit"]
SET_FLUX: Final = KIND["flux"]
USE_TECH: Final = KIND["tech"]
CHOOSE_OBJECTIVE: Final = KIND["objective"]
LOOK: Final = KIND["peek"]
EMPTY_SLOT: Final = KIND["empty_slot"]
SHIFT_POD: Final = KIND["move_pod"]
TAKE_ROW: Final = KIND["row"]

SCORING: Final = 0
ON_TRACK: Final = 1
IN_SLOT: Final = 2


def simple(kind: int, argument: int = 0) -> int:
    """Return an action with one argument (or none)."""
    return kind | argument << KIND_BITS


def on_cell(kind: int, cell: int) -> int:
    """Return an action on one cell."""
    return kind | XY[cell] << KIND_BITS


def cell_of(action: int) -> int:
    """Return the cell of an action made by `on_cell`."""
    cell: int = CELL[action >> 6 & 255]
    return cell


def between(kind: int, cell: int, there: int) -> int:
    """Return an action from one cell to another."""
    return kind | XY[cell] << 6 | XY[there] << 14


def cells_between(action: int) -> tuple[int, int]:
    """Return both cells of an action made by `between`."""
    return CELL[action >> 6 & 255], CELL[action >> 14 & 255]


def thing_at(kind: int, thing: int, cell: int) -> int:
    """Return an action about a thing on a cell."""
    return kind | thing << 6 | XY[cell] << 9


def place(slot: int, layout: Layout, low: int) -> int:
    """Return the placing of a tile whose lowest cell lies on `low`."""
    xy = XY[low + layout.zero]
    return PLACE | slot << 6 | xy << 7 | layout.rotation << 15 | layout.mirror << 17


def advance(why: int, marker: int, space: int) -> int:
    """Return the advance of a marker to a space."""
    return ADVANCE_MARKER | why << 6 | marker << 11 | (space >> 4) << 14 | (space & 15) << 17


def advance_parts(action: int) -> tuple[int, int, int]:
    """Return why, marker and space of an advance."""
    return action >> 6 & 31, action >> 11 & 7, (action >> 14 & 7) << 4 | action >> 17 & 15


def down(marker: int, space: int) -> int:
    """Return the moving down of a marker to a space."""
    return MOVE_DOWN | marker << 6 | (space >> 4) << 9 | (space & 15) << 12


def down_parts(action: int) -> tuple[int, int]:
    """Return marker and space of a moving down."""
    return action >> 6 & 7, (action >> 9 & 7) << 4 | action >> 12 & 15


def stow(place_: int, space: int = 0) -> int:
    """Return the stowing of a lifepod: scoring area, track space or (step =) tech slot."""
    return STOW_POD | place_ << 6 | (space >> 4) << 8 | (space & 15) << 11


def stow_parts(action: int) -> tuple[int, int]:
    """Return place and space of a stowing."""
    return action >> 6 & 3, (action >> 8 & 7) << 4 | action >> 11 & 15


def shift_pod(from_place: int, from_space: int, place_: int, space: int) -> int:
    """Return the moving of a collected lifepod."""
    return (
        SHIFT_POD | from_place << 6 | (from_space >> 4) << 8 | (from_space & 15) << 11
        | shift_target(place_, space)
    )  # fmt: skip


def shift_target(place_: int, space: int) -> int:
    """Return the part of the moving of a lifepod that says where it goes."""
    return place_ << 15 | (space >> 4) << 17 | (space & 15) << 20


def shift_parts(action: int) -> tuple[int, int, int, int]:
    """Return where a lifepod comes from and goes to."""
    return (
        action >> 6 & 3, (action >> 8 & 7) << 4 | action >> 11 & 15,
        action >> 15 & 3, (action >> 17 & 7) << 4 | action >> 20 & 15,
    )  # fmt: skip
