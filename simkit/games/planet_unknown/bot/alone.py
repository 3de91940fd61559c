"""The greedy bot alone at the table: one planet against twenty events.

Alone, a seat knows more than in company. The station turns by force, so the depot of the next round
lies open; and the cards left in the event deck say how many tiles will still come. Both are used here:
the best placements are compared with the best placement that could follow, and every row and column
counts by the chance that it will be complete at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown.bot import valuing
from simkit.games.planet_unknown.rules import placing
from simkit.games.planet_unknown.rules.cells import CELL, beside, cells_of
from simkit.games.planet_unknown.rules.player import UNIVERSAL, Player
from simkit.games.planet_unknown.rules.tables import STEP

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.features import PlanetGreedy
    from simkit.games.planet_unknown.bot.figures import Figures
    from simkit.games.planet_unknown.rules.state import PlanetState

LOOKED_AT: Final = 12  # placements for which the next one is looked at
NEXT: Final = 0.9  # what the next placement counts
WEIGHED: Final = 40  # placements whose lines are weighed; the others are far behind
WEIGHED_NEXT: Final = 13  # the same among those that could follow

# The chance that a line will be complete (see `expected`): a logistic regression on how the lines of
# 3,000 games ended. It gave -1.76 for the gap; with more, lines within reach come first, which won more.
START: Final = 2.58
GAP: Final = -2.2  # by the root of the cells that the line lacks
PACE: Final = 0.48  # cells lacking for each tile that will still come
OPEN: Final = -0.112  # open cells of the whole planet for each of these tiles
ROUNDS: Final = 0.149  # rounds that will follow
LAST: Final = -3.35  # the last round leaves it as it is
ALONE: Final = -0.73  # lacking cells that are single holes
PAIR: Final = -1.17  # those in pockets of two or three
NOOK: Final = -0.17  # those in pockets of four to eight
PRIZE: Final = 0.62  # its medal: what is worth more is played for more
# A meteorite that lies in a line still lies there at the end with the chance
# STAYS / (1 + CLEARED * rounds).
STAYS: Final = 0.8
CLEARED: Final = 0.17
CLIMB: Final = 0.5  # steps that a marker climbs in a round


def pockets(free: int) -> tuple[int, int, int]:
    """Return the free cells in pockets of one, of two or three, and of four to eight cells."""
    single = pair = nook = 0
    while free:
        pocket = free & -free
        while True:
            grown = (pocket | beside(pocket)) & free
            if grown == pocket:
                break
            pocket = grown
        free &= ~pocket
        size = pocket.bit_count()
        if size == 1:
            single |= pocket
        elif size <= 3:
            pair |= pocket
        elif size <= 8:
            nook |= pocket
    return single, pair, nook


def expected(
    lines: Sequence[int], medals: Sequence[int], free: int, voids: int, rounds: int
) -> float:
    """Return the medals that rows and columns can be expected to bring at the end.

    Parameters
    ----------
    lines, medals
        Cells and medals of the rows and columns.
    free, voids
        Cells that lack a tile; cells with a meteorite.
    rounds
        Rounds that will follow.
    """
    single, pair, nook = pockets(free)
    share = 1.0 / (rounds + 1)
    same = START + ROUNDS * rounds + share * (LAST + OPEN * free.bit_count())
    freed = 1.0 - STAYS / (1.0 + CLEARED * rounds)
    total = 0.0
    for line, medal in zip(lines, medals, strict=True):
        lacking = line & free
        worth = float(medal)
        if lacking:
            gap = lacking.bit_count()
            odds = same + GAP * math.sqrt(gap) + PACE * gap * share + PRIZE * medal
            if lacking & single:
                odds += ALONE * (lacking & single).bit_count()
            if lacking & pair:
                odds += PAIR * (lacking & pair).bit_count()
            if lacking & nook:
                odds += NOOK * (lacking & nook).bit_count()
            worth /= 1.0 + math.exp(-odds)
        if line & voids:
            worth *= freed
        total += worth
    return total


def ranked(values: Sequence[float]) -> list[int]:
    """Return the places of values, the highest first."""
    return sorted(range(len(values)), key=values.__getitem__, reverse=True)


def rounds_to_come(state: PlanetState) -> int:
    """Return the rounds that will follow this one: the last event ends the game."""
    return len(state.event_deck) - state.event_no


def medals_to_expect(bot: Figures, p: Player, mask: int, meteor: int, rounds: int) -> float:
    """Return the medals of all lines by their chances, once `mask` and a meteorite lie there."""
    free = p.planet.grid & ~(p.occ | p.planet.currents | mask)
    return expected(bot.lines.masks, bot.lines.medals, free, p.voids | meteor, rounds)


def with_lines(
    bot: Figures,
    p: Player,
    actions: list[int],
    tiles: Sequence[int],
    values: list[float],
    look: int,
    rounds: int,
    before: float,
) -> list[float]:
    """Return the values of placements with what they do to the chances of lines.

    Only the `look` best placements are looked at; the others get as much as the worst of these.
    """
    weight = float(bot.w.line_chance)
    if not weight:
        return values
    found = {}
    for i in ranked(values)[:look]:
        action = actions[i]
        tile = bot.view.tables.tiles[tiles[action >> 6 & 1]]
        layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
        low = CELL[action >> 7 & 255] - layout.zero
        falls = tile.has_meteor and not (p.kind == UNIVERSAL and p.tech & 32)
        meteor = 1 << (low + layout.meteor) if falls else 0
        after = medals_to_expect(bot, p, layout.base << low, meteor, rounds)
        found[i] = weight * (after - before)
    least = min(found.values())
    return [value + found.get(i, least) for i, value in enumerate(values)]


def two_steps(bot: PlanetGreedy, candidates: list[int]) -> list[float]:
    """Return the values of placements, those of the best with what can be placed next.

    Candidates that are not looked at further get as much as the worst that is.
    """
    view, p = bot.view, bot.p
    assert bot.laying is not None
    values = bot.laying.values(bot, candidates)
    tiles = view.open_tiles(bot.seat)
    values = [v + bot.pockets(a, tiles) for v, a in zip(values, candidates, strict=True)]
    rounds = rounds_to_come(view)
    before = medals_to_expect(bot, p, 0, 0, rounds) if bot.w.line_chance else 0.0
    values = with_lines(bot, p, candidates, tiles, values, WEIGHED, rounds, before)
    if bot.left < 1.5:
        return values
    top = ranked(values)[:LOOKED_AT]
    then = {i: NEXT * next_best(bot, candidates[i]) for i in top}
    least = min(then.values())
    return [value + then.get(i, least) for i, value in enumerate(values)]


def next_best(bot: PlanetGreedy, action: int) -> float:
    """Return the value of the placement that the plan would choose after this one."""
    view, p = bot.view, bot.p
    tile = view.tables.tiles[view.open_tiles(bot.seat)[action >> 6 & 1]]
    layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
    after = p.clone()
    low = CELL[action >> 7 & 255] - layout.zero
    placing.lay(after, tile, placing.look_at(after, tile, layout, low))
    place = view.tables.places[view.seats - 1][bot.seat] + view.tables.forced_step
    tiles = [view.top(slot) for slot in view.depot(place + view.rotation)]
    found: list[int] = []
    for slot, number in enumerate(tiles):
        if number >= 0:
            for one, lows in placing.fits(after, view.tables.tiles[number]):
                found += [slot << 6 | one.by_low[cell] for cell in cells_of(lows)]
    if not found:
        return float(bot.w.stuck)
    weights = bot.w
    try:
        bot.w = bot.plan  # in an explanation, too: what counts is what the bot would do
        planned = _followed(bot, after, found, tiles)
        best = max(planned)
        if weights is bot.plan:
            return best
        bot.w = weights
        return _followed(bot, after, [found[planned.index(best)]], tiles)[0]
    finally:
        bot.w = weights
        bot.look_at(p)


def _followed(bot: PlanetGreedy, after: Player, found: list[int], tiles: list[int]) -> list[float]:
    """Return the values of the placements that could follow."""
    assert bot.laying is not None
    bot.look_at(after)
    values = bot.laying.values(bot, found, tiles)
    rounds = rounds_to_come(bot.view)
    before = medals_to_expect(bot, after, 0, 0, rounds) if bot.w.line_chance else 0.0
    return with_lines(bot, after, found, tiles, values, WEIGHED_NEXT, rounds - 1, before)


def step_back(bot: PlanetGreedy, marker: int, space: int) -> float:
    """Return what moving a marker down is worth: it loses medals, and meets benefits again.

    Markers are taken to climb `CLIMB` steps a round. Then the track ends lower, by as many medals; but
    benefits that the marker passes a second time are gained, those that it no longer reaches are lost.
    """
    p, w = bot.p, bot.w
    track, here = p.marker[marker] >> 4, p.marker[marker] & STEP
    there, top, climb = space & STEP, p.corp.tops[track], CLIMB * bot.left
    rates = bot.step_rates(bot.seat, w)
    now = bot.values_of[bot.seat].now
    value: float = w.points * (
        _medal(p.corp.vp, track << 4, min(top, there + climb))
        - _medal(p.corp.vp, track << 4, min(top, here + climb))
    )
    for step in range(there + 1, top + 1):
        again = min(1.0, max(0.0, climb - (step - there) + 1))
        if step > here:
            again -= min(1.0, max(0.0, climb - (step - here) + 1))
        led = now[track << 4 | step]
        benefits = (
            rates.boost * led[valuing.BOOST]
            + rates.movement * led[valuing.MOVEMENT]
            + rates.new_rover * led[valuing.NEW_ROVER]
            + rates.card * led[valuing.CARD_AHEAD]
            + rates.tech * led[valuing.TECH_AHEAD]
            + rates.patch * led[valuing.PATCH_AHEAD]
        )
        value += again * benefits
    for hope in bot.hopes():
        if hope.name == "summit" and hope.resource == marker:
            value += w.summit * hope.gain(there - here)
    return value


def _medal(medals: Sequence[int], start: int, height: float) -> float:
    """Return the best medal up to a height on a track; between two steps, what lies between."""
    low = int(height)
    below = max(medals[start : start + low + 1])
    if height == low:
        return float(below)
    return below + (height - low) * (max(below, medals[start + low + 1]) - below)
