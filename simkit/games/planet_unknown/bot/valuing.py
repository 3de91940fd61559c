"""Figures that the greedy bot shares between decisions: what a step of a track leads to, how far
things lie apart. Nothing here depends on weights.
"""

from __future__ import annotations

import functools
from typing import Final

from simkit.games.planet_unknown.rules.cells import beside
from simkit.games.planet_unknown.rules.player import OASIS, Player
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import (
    MILE_BIOMASS,
    MILE_CIV,
    MILE_ROVER,
    MILE_TECH,
    STEP,
    WATER,
    Corporation,
)

FADE: Final = 0.62  # what a benefit one step further ahead is worth, compared with the next
AHEAD: Final = 6
FULL_VIEW: Final = 6.0  # rounds left from which on the steps further up count in full
LEFT_OPEN: Final = 3.0  # free cells of a planet when no tile fits any more
CELLS_A_ROUND: Final = 4.2  # that a tile and the patches cover
MEDAL: Final = 0
BOOST: Final = 1
MOVEMENT: Final = 2
NEW_ROVER: Final = 3
CARD_AHEAD: Final = 4
TECH_AHEAD: Final = 5
PATCH_AHEAD: Final = 6


class StepValues:
    """Per space of a corporation: benefits there, and those further up faded (seven figures)."""

    def __init__(self, corp: Corporation) -> None:
        self.now = [self._at(corp, space) for space in range(80)]
        self.led: list[list[float]] = []
        way = corp.path
        for space in range(80):
            ahead = list(range(space, (space | STEP) + 1))
            self.led.append(self._along(ahead))
        self.winding = [self._along(way[i:]) for i in range(len(way))]
        # what is there, and by how much more those further up are worth
        self.parts = [_parts(now, led) for now, led in zip(self.now, self.led, strict=True)]
        self.winding_parts = [
            _parts(self.now[space], led) for space, led in zip(way, self.winding, strict=True)
        ]

    def _at(self, corp: Corporation, space: int) -> list[float]:
        track, step = space >> 4, space & STEP
        found = [0.0] * 7
        if step > corp.tops[track]:
            return found
        below = max((corp.vp[s] for s in range(space & ~STEP, space)), default=0)
        # a medal that falls as the marker rises (Jump Drive's tech track) is a loss
        last = next(
            (corp.vp[s] for s in range(space - 1, (space & ~STEP) - 1, -1) if corp.vp[s]), 0
        )
        if corp.vp[space]:
            found[MEDAL] = corp.vp[space] - (last or below)
        found[BOOST] = corp.syn[space]
        found[MOVEMENT] = corp.move[space]
        mile, times = corp.mile[space], corp.mile_times[space]
        found[NEW_ROVER] = times * (mile == MILE_ROVER)
        found[CARD_AHEAD] = corp.civ_level[space] * (mile == MILE_CIV)
        found[TECH_AHEAD] = times * (mile == MILE_TECH)
        found[PATCH_AHEAD] = times * (mile == MILE_BIOMASS) + bool(corp.fork[space])
        return found

    def _along(self, way: list[int]) -> list[float]:
        total = [0.0] * 7
        factor = 1.0
        for space in way[:AHEAD]:
            for i, value in enumerate(self.now[space]):
                total[i] += factor * value
            factor *= FADE
        return total


def _parts(now: list[float], led: list[float]) -> list[tuple[float, float]]:
    return [(here, more - here) for here, more in zip(now, led, strict=True)]


@functools.lru_cache(maxsize=128)
def step_values(corp: Corporation) -> StepValues:
    """Return the step values of a corporation (a patched one is another object)."""
    return StepValues(corp)


class End:
    """In how many rounds a planet will be full, worked out anew when something is laid on it."""

    __slots__ = ("done", "occ", "rounds")

    def __init__(self) -> None:
        self.done = self.occ = -1
        self.rounds = 0.0

    def look_at(self, p: Player, done: int) -> None:
        """Work out the rounds left for a planet after so many rounds."""
        self.occ, self.done = p.occ, done
        covered = p.occ.bit_count()
        # at its own pace so far, which says more and more
        pace = (4 * CELLS_A_ROUND + covered) / (4 + done)
        self.rounds = (p.planet.size - covered - LEFT_OPEN) / pace


def rounds_left(state: PlanetState, kept: list[End] | None = None) -> float:
    """Guess how many rounds will be played, the present one included.

    The fullest planet ends the game, or the last event, or the tiles run out. What was worked out
    for each planet is `kept` for the next time, in a list that is empty at first.
    """
    done = state.round - 1
    kept = [] if kept is None else kept
    while len(kept) < state.seats:
        kept.append(End())
    soonest = _supplies(state)
    for seat, p in enumerate(state.players):
        end = kept[seat]
        if p.occ != end.occ or done != end.done:
            end.look_at(p, done)
        if end.rounds < soonest:
            soonest = end.rounds
    return soonest if soonest > 0.5 else 0.5


def _supplies(state: PlanetState) -> float:
    """Return in how many rounds the tiles or the events run out."""
    soonest = 0.8 * sum(state.left) / state.seats  # one depot is empty before the others
    if state.event_deck:
        soonest = min(soonest, float(len(state.event_deck) - state.event_no + 1))
    return soonest


def rounds_here(state: PlanetState, p: Player, end: End) -> float:
    """Guess the same without a look at the other planets, which fill about as fast.

    It is a whole number, so that what steps are worth is the same for many decisions. What was worked out
    for the planet stands in `end` for the next time.
    """
    done = state.round - 1
    if p.occ != end.occ or done != end.done:
        end.look_at(p, done)
    return max(1.0, float(round(min(end.rounds, _supplies(state)))))


def distances(p: Player, targets: int, limit: int = 14) -> list[int]:
    """Return the masks of the cells at distance 0, 1, 2 ... from the nearest target."""
    layers = [targets]
    seen = targets
    parts = p.planet.regions if p.planet.rule == "chasm" else [p.planet.grid]
    blocked = p.planet.toxic & ~p.occ
    layer = targets
    for _ in range(limit):
        grown = 0
        for part in parts:
            grown |= beside(layer & part) & part
        layer = grown & ~seen & ~blocked
        if not layer:
            break
        layers.append(layer)
        seen |= layer
    return layers


def distance(layers: list[int], cell: int) -> int:
    """Return the layer a cell is in, a large number if none."""
    for n, layer in enumerate(layers):
        if layer >> cell & 1:
            return n
    return 20


def led_to(values: StepValues, p: Player, marker: int, space: int, rounds: float) -> list[float]:
    """Return the seven figures of arriving at a space; what lies further up fades with the end."""
    if space == p.marker[marker]:  # the top of the rover track repeats its movement
        found = [0.0] * 7
        found[MOVEMENT] = p.corp.move[space]
        return found
    winding = p.kind == OASIS and marker == WATER
    way = p.corp.place_on_path[space] if winding else 0
    if rounds >= FULL_VIEW:
        return values.winding[way] if winding else values.led[space]
    share = rounds / FULL_VIEW
    parts = values.winding_parts[way] if winding else values.parts[space]
    return [here + share * more for here, more in parts]
