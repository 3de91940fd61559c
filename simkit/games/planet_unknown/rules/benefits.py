"""Benefits (section 6): what a step of a track gives, movement, lifepods, meteorites.

A benefit that needs a choice becomes an item in `Player.pending`; `items` says what may be chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import player, tracks
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import (
    CIV,
    MILE_BIOMASS,
    MILE_CIV,
    MILE_ROVER,
    MILE_TECH,
    MILES,
    ROVER,
    TRACKS,
    WATER,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

NO_SYNERGY: Final = 128  # flag of a fork whose synergy boost is ignored


def item(kind: int, argument: int = 0) -> int:
    """Pack an item of `Player.pending`."""
    return kind | argument << schema.ITEM_BITS


class Benefits(NamedTuple):
    """What a step gives."""

    move: int
    mile: int
    times: int
    syn: int
    fork: str

    def words(self, branch: str = "") -> list[str]:
        """Say them in the notation of the cases: ``move2``, ``mile:rover``, ``syn``."""
        found = [f"move{self.move}"] if self.move else []
        found += [f"mile:{MILES[self.mile]}"] * self.times
        found += ["syn"] * self.syn
        if self.fork:
            first = self.fork.replace("advance ", "advance:")
            found.append("mile:biomass" if branch == "patch" else first)
        return found


def at(p: Player, space: int) -> Benefits:
    """Return what the step at a space gives to a marker that arrives by an upward move."""
    board = tracks.board(p, space)
    return Benefits(
        board.move[space], board.mile[space], board.mile_times[space], board.syn[space],
        board.fork[space],
    )  # fmt: skip


def arrive(state: PlanetState, seat: int, marker: int, space: int, synergy: bool = True) -> None:
    """Advance a marker to a space and take all benefits there.

    With ``synergy=False`` synergy boosts on the way are ignored (civ card 21).
    """
    # [#6.1]
    p = state.players[seat]
    repeated = p.marker[marker] == space
    if repeated:  # only the movement repeats at the top of the rover track
        gain_movement(p, tracks.board(p, space).move[space])
        return
    if p.kind == player.MAKESHIFT and space & 15 == p.marker[marker] & 15:
        p.shifted |= 1 << p.marker[marker]
    tracks.set_marker(p, marker, space)
    take(state, seat, space, synergy)


def take(state: PlanetState, seat: int, space: int, synergy: bool = True) -> None:
    """Take all benefits of a space."""
    # [#6.2]
    p = state.players[seat]
    board = tracks.board(p, space)  # as `at` reads it
    if board.move[space]:
        gain_movement(p, board.move[space])
    if board.mile[space] and state.event_rule() != "no_milestones":
        milestone(state, seat, board.mile[space], board.mile_times[space], space)
    if board.syn[space] and synergy:
        gain_synergy(state, p, board.syn[space])
    if board.fork[space]:
        p.pending.append(item(schema.FORK, space | (0 if synergy else NO_SYNERGY)))


def gain_synergy(state: PlanetState, p: Player, n: int = 1) -> None:
    """Give synergy boosts, unless the event in force cancels them."""
    # [#1.3] [#6.3]
    if state.event_rule() != "no_synergy":
        p.synergies += n
        p.pending.extend([item(schema.SYNERGY)] * n)


def gain_movement(p: Player, n: int) -> None:
    """Give rover movement; Universal 3 and Makeshift 2 enlarge each gain by one."""
    # [#6.10]
    if n <= 0:
        return
    several = p.kind == player.MAKESHIFT and sum(space >> 4 == ROVER for space in p.marker) > 1
    if (p.kind == player.UNIVERSAL and p.tech & 8) or (several and p.tech & 4):
        n += 1
    p.move += n
    p.driving = True


def milestone(state: PlanetState, seat: int, mile: int, times: int, space: int) -> None:
    """Give what a milestone gives."""
    # [#6.5]
    p = state.players[seat]
    if mile == MILE_ROVER:
        p.pending.append(item(schema.ROVER_ITEM))
    elif mile == MILE_BIOMASS:
        p.pending.extend([item(schema.PATCH)] * times)
    elif mile == MILE_CIV:
        p.civ_due.append(tracks.board(p, space).civ_level[space])
        if (
            p.kind == player.REPUBLIC
        ):  # another marker (not civ) moves down; tech 4: a synergy boost
            p.pending.append(item(schema.DOWN, 31 & ~(1 << CIV) | 1 << 5))
            if p.tech & 16:
                gain_synergy(state, p)
    elif mile == MILE_TECH:
        tech_milestone(state, p, p.corp.tech_level[space])


def tech_milestone(state: PlanetState, p: Player, level: int) -> None:
    """Do what happens at the moment a tech is reached."""
    if p.kind == player.FLUX_INDUSTRIES:
        p.pending.append(item(schema.FLUX))
    elif (
        p.kind == player.COSMOS
        and level == 2
        and state.rules.options["cosmos_tech_2"] == "at_once"
        and not p.used_game & 4
    ):
        p.used_game |= 4
        p.pending.append(item(schema.MOVE_POD, 3))


def advance_choices(p: Player, mask: int) -> list[tuple[int, int]]:
    """Return (marker, space) for every advance of a marker in the mask."""
    return [
        (marker, space)
        for marker in range(len(TRACKS))
        if mask >> marker & 1
        for space in tracks.destinations(p, marker)
    ]


# Lifepods and meteorites ---------------------------------------------------------------------------


def collect_pod(p: Player, cell: int) -> None:
    """Take a lifepod from the planet; Cosmos and Jump Drive choose where it goes."""
    # [#1.2]
    p.pods &= ~(1 << cell)
    p.all_pods += 1
    if p.kind in (player.COSMOS, player.JUMP_DRIVE):
        p.pending.append(item(schema.STOW))
    else:
        p.lifepods += 1


def collect_meteor(p: Player) -> None:
    """Add a meteorite to the collected ones (Horizon tech 3: and gain a patch)."""
    p.rocks += 1
    if p.kind == player.HORIZON and p.tech & 8:
        p.pending.append(item(schema.PATCH))


def meet(state: PlanetState, seat: int, i: int) -> None:
    """Let rover `i` take what lies on the cell it has come to (section 6, Rovers and Meteorites)."""
    p = state.players[seat]
    cell = p.rovers[i]
    bit = 1 << cell
    if p.pods & bit:
        collect_pod(p, cell)
        p.free_seen = 0
    if p.kind == player.HORIZON:
        _horizon_meets(state, p, i)
    elif p.meteors & bit:
        p.meteors &= ~bit
        collect_meteor(p)
        p.free_seen = 0


def _horizon_meets(state: PlanetState, p: Player, i: int) -> None:
    """Horizon loads a meteorite and collects it on a cell that shows a rover symbol."""
    cell = p.rovers[i]
    bit = 1 << cell
    delivered = p.symbols[ROVER]
    if state.rules.options["horizon_delivery"] == "terrain":
        delivered = p.terrain[ROVER]
    for _ in range(2):  # a delivery frees the rover for a meteorite that lies on the same cell
        if not p.loads[i] and p.meteors & bit:
            p.meteors &= ~bit
            p.loads[i] = 1
        if p.loads[i] and delivered & bit:
            p.loads[i] = 0
            collect_meteor(p)
    if p.loads[i] and p.tech & 16 and p.terrain[WATER] & bit:  # tech 4
        if state.rules.options["horizon_tech_4"] == "compulsory":
            p.loads[i] = 0
        else:
            p.pending.append(item(schema.CARGO, cell))
