"""Pending items: what may be chosen for each, in the order in which bots take them.

An item that nothing can be chosen for waits while another may still change that, and lapses when no
item is left that can be resolved ("as far as possible").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import actions, placing, player, rovers, tracks
from simkit.games.planet_unknown.rules.actions import on_cell, simple, thing_at
from simkit.games.planet_unknown.rules.benefits import advance_choices
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import TECH

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

ALL_MARKERS: Final = 31
ADVANCING: Final = frozenset((
    schema.ENERGY_STEP, schema.ADVANCE, schema.DISTINCT, schema.PEEK, schema.TECH_ENERGY,
    schema.SYNERGY,
))  # fmt: skip
LIFEPOD: Final = 0
METEORITE: Final = 1
ROVER_THING: Final = 2
SCORED_POD: Final = 3
SCORED_METEORITE: Final = 4
OPTIONAL_FLAG: Final = 64
# Bots resolve what needs no thought first; a rover is placed before it can move.
ORDER: Final = (
    schema.TURN_STATION, schema.CARD, schema.OBJECTIVE, schema.FLUX, schema.SYMBOL,
    schema.TECH_ENERGY, schema.ROVER_ITEM, schema.RAISE, schema.DOWN, schema.ENERGY_STEP,
    schema.ADVANCE, schema.DISTINCT, schema.SYNERGY, schema.FORK, schema.STOW, schema.MOVE_POD,
    schema.PATCH, schema.COLLECT, schema.DESTROY, schema.LINE, schema.RELOCATE, schema.HIT,
    schema.CARGO, schema.PEEK, schema.SLOT, schema.EXTRA,
)  # fmt: skip
RANK: Final = [ORDER.index(kind) if kind in ORDER else 99 for kind in range(schema.ITEM_MASK + 1)]


def choices(state: PlanetState, seat: int, item: int) -> list[int]:
    """Return the actions that resolve an item; the declining of an optional one is the last."""
    kind, arg = item & schema.ITEM_MASK, item >> schema.ITEM_BITS
    if kind == schema.SYMBOL:  # most items are; none of them may be declined
        ways = tracks.destinations(state.players[seat], arg)
        return [actions.advance(schema.SYMBOL, arg, s) for s in ways]
    found = _choices(state, seat, kind, arg)
    if found and optional(state, seat, item):
        found.append(simple(actions.DECLINE, kind))
    return found


def feasible(state: PlanetState, seat: int, item: int) -> bool:
    """Tell whether there is any choice for an item (quicker than listing them)."""
    kind = item & schema.ITEM_MASK
    p = state.players[seat]
    if kind == schema.SYMBOL:
        return tracks.first_destination(p, item >> schema.ITEM_BITS) >= 0
    if kind in ADVANCING:
        mask = _markers(kind, item >> schema.ITEM_BITS)
        for marker in range(5):
            if mask >> marker & 1 and tracks.first_destination(p, marker) >= 0:
                return True
    if kind == schema.ROVER_ITEM:
        return bool(rovers.placeable(p))
    if kind == schema.FORK:
        return True
    if kind == schema.PATCH and state.phase != schema.EVENT and patch_cells(state, p):
        return True
    return bool(_choices(state, seat, kind, item >> schema.ITEM_BITS))


def optional(state: PlanetState, seat: int, item: int) -> bool:
    """Tell whether an item may be declined."""
    # [#5.1]
    kind, arg = item & schema.ITEM_MASK, item >> schema.ITEM_BITS
    if kind in (schema.ENERGY_STEP, schema.MOVE_POD, schema.RELOCATE, schema.CARGO):
        return True
    if (
        kind == schema.COLLECT
    ):  # what a card or an event gives must be taken, as far as possible [#11.3]
        return bool(arg & OPTIONAL_FLAG)
    if kind == schema.HIT:  # Universal tech 5: the owner may refuse
        p = state.players[seat]
        return p.kind == player.UNIVERSAL and bool(p.tech & 32)
    return False


def _markers(kind: int, arg: int) -> int:
    """Return the markers of which an item advances one, as bits."""
    if kind in (schema.SYNERGY, schema.PEEK):
        return ALL_MARKERS
    return arg & ALL_MARKERS | (1 << TECH if kind == schema.TECH_ENERGY else 0)


def _choices(state: PlanetState, seat: int, kind: int, arg: int) -> list[int]:
    p = state.players[seat]
    if kind in ADVANCING:
        mask = _markers(kind, arg)
        found = [actions.advance(kind, m, s) for m, s in advance_choices(p, mask)]
        if (
            kind == schema.SYNERGY
            and p.kind == player.JUMP_DRIVE
            and p.tech & 8
            and not p.used_round & 8
        ):
            found += [actions.advance(schema.DOUBLE, m, s) for m, s in advance_choices(p, mask)]
        if kind == schema.PEEK and state.event_no < len(state.event_deck):
            found.append(simple(actions.LOOK))
        return found
    if kind == schema.RAISE:
        ways = [s for s in tracks.destinations(p, arg, sideways=False) if s != p.marker[arg]]
        return [actions.advance(schema.RAISE, arg, s) for s in ways]
    if kind == schema.DOWN:
        down = _down(p, arg & ALL_MARKERS, arg >> 5)
        return _bearable(state, seat, down) if state.phase == schema.EVENT else down
    if kind == schema.FORK:
        return [simple(actions.CHOOSE_FORK, 0), simple(actions.CHOOSE_FORK, 1)]
    if kind == schema.PATCH:
        return _patch(state, p)
    if kind == schema.ROVER_ITEM:
        return [on_cell(actions.PUT_ROVER, c) for c in cells_of(rovers.placeable(p))]
    if kind == schema.CARD:
        return [simple(actions.TAKE_CARD, c) for c in cells_of(p.choice & state.deck)]
    if kind == schema.TURN_STATION:
        return _turns(state, seat)
    if kind == schema.OBJECTIVE:
        return [simple(actions.CHOOSE_OBJECTIVE, c) for c in cells_of(p.choice)]
    if kind == schema.FLUX:
        return [simple(actions.SET_FLUX, t) for t in range(5)]
    if kind == schema.EXTRA:
        return extra_places(state, seat)
    if kind == schema.SLOT:
        return [simple(actions.EMPTY_SLOT, ring) for ring in emptiable(state, seat)]
    if kind in (schema.STOW, schema.MOVE_POD):
        return _pods(p, kind)
    return _things(state, p, kind, arg)


def _down(p: Player, mask: int, steps: int) -> list[int]:
    """Down by `steps`, or as far as possible."""
    # [#13.4]
    found = []
    for marker in range(5):
        if not mask >> marker & 1:
            continue
        start = p.marker[marker]
        reached = -1
        for _ in range(steps):
            there = tracks.below(p, marker)
            if there < 0:
                break
            reached = there
            p.marker[marker] = there
        p.marker[marker] = start
        if reached >= 0:
            found.append(actions.down(marker, reached))
    return found


def patch_cells(state: PlanetState, p: Player) -> int:
    """Return the cells on which a patch may lie, by the options of the game."""
    options = state.rules.options
    return placing.patch_cells(p, bool(options["patch_contact"]), bool(options["patch_on_patch"]))


def _patch(state: PlanetState, p: Player) -> list[int]:
    cells = patch_cells(state, p)
    if state.phase == schema.EVENT:
        cells = _harmless(state, p, cells)
    found = [on_cell(actions.LAY_PATCH, c) for c in cells_of(cells)]
    if state.phase != schema.END and may_keep_patch(p):
        found.append(simple(actions.KEEP_PATCH))
    if (
        p.kind == player.JUMP_DRIVE and p.tech & 2 and not p.used_round & 2
    ):  # A: a synergy boost instead
        found.append(simple(actions.USE_TECH, 1))
    if (
        found and p.kind == player.WORMHOLE and p.tech & 8 and not p.used_round & 8
    ):  # 3: two patches
        found.append(simple(actions.USE_TECH, 3))
    return found


def _harmless(state: PlanetState, p: Player, cells: int) -> int:
    """Return the cells on which the patch of an event leaves a tile of the depot a place.

    Where the game ends anyhow all cells are left.
    """
    # [#11.3]
    from simkit.games.planet_unknown.rules import legal

    seat = state.players.index(p)
    if _ends_anyhow(state, seat):
        return cells
    fits = legal.turn_fits(state, seat)
    if p.planet.slide:  # what lies in the way of tiles is no cell of theirs
        doubtful = cells
    else:
        doubtful = cells
        for _, _, ways in fits:
            for layout, lows in ways:
                for low in cells_of(lows):
                    doubtful &= layout.base << low
                    if not doubtful:
                        return cells
    for one in cells_of(doubtful):
        trial = p.clone()
        placing.lay_patch(trial, one)
        if not _has_place(state, seat, trial):
            cells &= ~(1 << one)
    return cells


def _ends_anyhow(state: PlanetState, seat: int) -> bool:
    """Tell whether the game ends after this round whatever the event does to a seat."""
    last = state.event_no == len(state.event_deck)
    return last or not _has_place(state, seat, state.players[seat])


def _has_place(state: PlanetState, seat: int, trial: Player) -> bool:
    """Tell whether a tile of the depot would have a place if the seat stood like `trial`."""
    from simkit.games.planet_unknown.rules import legal

    p = state.players[seat]
    state.players[seat] = trial
    fits = legal.turn_fits(state, seat)
    state.players[seat] = p
    return bool(fits)


def _bearable(state: PlanetState, seat: int, ways: list[int]) -> list[int]:
    """Drop the ways down that an event may not force: those that leave no tile a place.

    Only the techs that lift the contact rule make a difference to that.
    """
    # [#11.3]
    p = state.players[seat]
    if (
        p.kind not in (player.UNIVERSAL, player.HORIZON)
        or not p.tech & 2
        or _ends_anyhow(state, seat)
    ):
        return ways
    bearable = []
    for action in ways:
        trial = p.clone()
        tracks.set_marker(trial, *actions.down_parts(action))
        if _has_place(state, seat, trial):
            bearable.append(action)
    return bearable


def _turns(state: PlanetState, seat: int) -> list[int]:
    """Return how an event may turn the station: to depots of which a tile has a place, if any.

    In the round of the last event, which ends the game anyhow, to any depot.
    """
    # [#11.3]
    depots, now = state.tables.depots, state.rotation
    turns: list[int] = []
    if state.event_no == len(state.event_deck):
        return [simple(actions.ROTATE, by) for by in range(depots)]
    for by in range(depots):
        state.rotation = (now + by) % depots
        if _has_place(state, seat, state.players[seat]):
            turns.append(by)
    state.rotation = now
    return [simple(actions.ROTATE, by) for by in turns or range(depots)]


def may_keep_patch(p: Player) -> bool:
    """Tell whether patches may be kept for the end (Universal 2, Wormhole 4)."""
    return bool(
        p.tech & 4 if p.kind == player.UNIVERSAL else p.kind == player.WORMHOLE and p.tech & 16
    )


def free_spaces(p: Player) -> list[int]:
    """Return the track spaces without marker and lifepod (Cosmos)."""
    taken = p.pods_on
    for space in p.marker:
        taken |= 1 << space
    return [
        t << 4 | s
        for t in range(5)
        for s in range(p.corp.tops[t] + 1)
        if not taken >> (t << 4 | s) & 1
    ]


def _pods(p: Player, kind: int) -> list[int]:
    """A collected lifepod goes to the scoring area, a track space (Cosmos) or tech slot (Jump Drive)."""
    spaces = free_spaces(p) if p.kind == player.COSMOS else []
    if kind == schema.STOW:
        found = [actions.stow(actions.SCORING)]
        found += [actions.stow(actions.ON_TRACK, s) for s in spaces]
        if p.kind == player.JUMP_DRIVE:
            levels = range(1, p.corp.slots + 1)
            found += [actions.stow(actions.IN_SLOT, n) for n in levels if not p.slots >> n & 1]
        return found
    found = []
    targets = [actions.shift_target(actions.ON_TRACK, s) for s in spaces]
    if p.lifepods:
        start = actions.shift_pod(actions.SCORING, 0, 0, 0)
        found += [start | target for target in targets]
    for pod in cells_of(p.pods_on):
        found.append(actions.shift_pod(actions.ON_TRACK, pod, actions.SCORING, 0))
        start = actions.shift_pod(actions.ON_TRACK, pod, 0, 0)
        found += [start | target for target in targets]
    return found


def _things(state: PlanetState, p: Player, kind: int, arg: int) -> list[int]:
    """Collecting and destroying things, moving rovers by card, new meteorites."""
    if kind in (schema.COLLECT, schema.DESTROY):
        do = actions.COLLECT_THING if kind == schema.COLLECT else actions.DESTROY_THING
        thing = arg & 7
        if thing == LIFEPOD:
            cells = p.pods
        elif thing == METEORITE:
            cells = p.voids
        elif thing == ROVER_THING:
            cells = p.rover_bits
        else:
            return _scored(p, thing)
        return [thing_at(do, thing, c) for c in cells_of(cells)]
    if kind == schema.CARGO:  # a rover that has driven on keeps its load
        if arg not in p.rovers or not p.loads[p.rovers.index(arg)]:
            return []
        return [thing_at(actions.DESTROY_THING, METEORITE, arg)]
    if kind == schema.LINE:
        voids = p.voids
        lines = [(0, n, row) for n, row in enumerate(p.planet.rows)]
        lines += [(1, n, column) for n, column in enumerate(p.planet.columns)]
        return [
            simple(actions.CLEAR_LINE, line | n << 1) for line, n, cells in lines if cells & voids
        ]
    if kind == schema.HIT:
        return [on_cell(actions.HIT_SYMBOL, c) for c in cells_of(p.hits & ~p.voids)]
    if kind == schema.RELOCATE:
        cells = p.planet.grid & ~rovers.banned_cells(state, p) & ~p.rover_bits
        return [
            actions.between(actions.RELOCATE_ROVER, here, there)
            for here in p.rovers
            for there in cells_of(cells)
        ]
    raise ValueError(f"unknown item {kind}")


def _scored(p: Player, thing: int) -> list[int]:
    """Collected lifepods and meteorites; a lifepod on a track is written x = track + 1, y = step."""
    if thing == SCORED_METEORITE:
        return [thing_at(actions.DESTROY_THING, thing, 0)] if p.rocks else []
    found = [thing_at(actions.DESTROY_THING, thing, 0)] if p.lifepods else []
    pods = cells_of(p.pods_on)
    return found + [thing_at(actions.DESTROY_THING, thing, pod_cell(pod)) for pod in pods]


def pod_cell(space: int) -> int:
    """Return the cell that stands for a track space in an action (rows 12 to 15 do not exist)."""
    track, step = space >> 4, space & 15
    return (track + 1 + (6 if step >= SIZE else 0)) + (step % SIZE) * STRIDE


def pod_space(cell: int) -> int:
    """Return the track space that `pod_cell` wrote as a cell."""
    x, y = cell % STRIDE - 1, cell // STRIDE
    return (x - 6) << 4 | y + SIZE if x >= 6 else x << 4 | y


def extra_places(state: PlanetState, seat: int) -> list[int]:
    """Return the places of an additional tile from the own depot; its bans hold without exception."""
    # [#7.2]
    p = state.players[seat]
    options = state.rules.options
    found = []
    for slot, tile in enumerate(state.open_tiles(seat)):
        if tile < 0 or (p.taken >= 0 and slot != p.taken):
            continue
        for layout, lows in placing.fits(
            p,
            state.tables.tiles[tile],
            state.event_rule(),
            patch_contact=bool(options["patch_contact"]),
            horizon_everything=options["horizon_tech_1"] == "everything",
        ):
            found += [actions.place(slot, layout, low) for low in cells_of(lows)]
    return found


def emptiable(state: PlanetState, seat: int) -> list[int]:
    """Return the slots of the depot that an event may empty without ending the game.

    The tile of the other slot is taken in this round: it must have a place, and not be the last there.
    Where the game ends anyhow either slot may be emptied.
    """
    # [#11.3]
    from simkit.games.planet_unknown.rules import legal

    left = [state.left[slot] for slot in state.slots_of(seat)]
    if not left[0] or not left[1]:
        return []
    if _ends_anyhow(state, seat):
        return [0, 1]
    return [
        ring for ring in (0, 1) if left[1 - ring] > 1 and legal.turn_fits(state, seat, 1 - ring)
    ]
