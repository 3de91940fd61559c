"""What serving an objective is worth in points: by how much it becomes likelier to be met or won.

A private objective lacks a number of steps, symbols or cells, and some come along each round: it is met
with the chance that as many more come as are lacking. A rival objective is won with the chance that the
lead holds; the more rounds are left, the less a lead says. A step towards an objective that is out of
reach, or as good as won, is worth little; one that decides is worth up to five points.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

from simkit.games.planet_unknown.rules import scoring
from simkit.games.planet_unknown.rules.cells import areas
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import ENERGY, RESOURCES

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.figures import Figures

POINTS: Final = 5.0  # of an objective
SYMBOLS: Final = 6  # that one area needs
AT_MOST: Final = 5  # symbols
ROCKS: Final = 9
# How many come along in a round that the objective is played for.
STEPS_A_ROUND: Final = 1.0
TILES_A_ROUND: Final = 0.5
CELLS_A_ROUND: Final = 0.9
ROCKS_A_ROUND: Final = 0.5
UNWANTED_A_ROUND: Final = 0.2
# By how much a rival's lead changes in a round (variance).
ONES_A_ROUND: Final = 0.6
AREA_A_ROUND: Final = 3.0
LOOKED_AT: Final = 7  # areas of a terrain, the largest ones
TOUCHED: Final = 1 << LOOKED_AT


@functools.lru_cache(maxsize=8192)
def _chance(lacking: int, tenths: int) -> float:
    if lacking <= 0:
        return 1.0
    expected = tenths / 10
    term = total = math.exp(-expected)
    for n in range(1, lacking):
        term *= expected / n
        total += term
    return max(0.0, 1.0 - total)


def chance(lacking: int, expected: float) -> float:
    """Return the chance that at least so many come along where so many are expected (Poisson).

    Examples
    --------
    >>> chance(0, 2.0), round(chance(1, 2.0), 3), round(chance(6, 2.0), 3)
    (1.0, 0.865, 0.017)
    """
    return _chance(lacking, max(0, round(10 * expected)))


def lead_holds(lead: float, variance: float) -> float:
    """Return the chance that a lead lasts to the end, a tie counting half.

    Examples
    --------
    >>> lead_holds(0, 4.0), round(lead_holds(2, 4.0), 3)
    (0.5, 0.841)
    """
    return 0.5 * (1.0 + math.erf(lead / math.sqrt(2.0 * variance)))


class Hope:
    """One objective of a seat and how it stands.

    Attributes
    ----------
    name
        Of the weight by which its points count.
    condition, resource
        What it asks for; the resource is -1 where it names none.
    mine, other
        How the seat and its rival stand (private: how far it is, and 0).
    left
        Rounds that follow this one.
    """

    __slots__ = ("condition", "left", "mine", "name", "of", "other", "resource")

    def __init__(
        self,
        name: str,
        side: dict[str, Any],
        mine: int,
        other: int,
        left: float,
    ) -> None:
        self.name = name
        self.condition: str = side["condition"]
        self.of: str = side.get("of", "")
        self.resource = RESOURCES.index(self.of) if self.of in RESOURCES else -1
        self.mine = mine
        self.other = other
        self.left = left

    def likely(self, mine: int) -> float:
        """Return the points to expect if the seat stood at `mine`."""
        left, condition = self.left, self.condition
        if self.name == "duel":
            wild = AREA_A_ROUND if condition == "largest_area" else ONES_A_ROUND
            return POINTS * lead_holds(mine - self.other, wild * left + 0.3)
        if condition == "track_at_top":
            return POINTS * chance(-mine, STEPS_A_ROUND * left)
        if condition == "area_with_six_symbols":
            return POINTS * chance(SYMBOLS - mine, TILES_A_ROUND * left)
        if condition == "collect_at_least_9":
            return POINTS * chance(ROCKS - mine, ROCKS_A_ROUND * left)
        if condition == "at_most_five_symbols":
            return POINTS * (1.0 - chance(AT_MOST + 1 - mine, UNWANTED_A_ROUND * left))
        return POINTS * chance(-mine, CELLS_A_ROUND * left)  # the cells a shape lacks

    def gain(self, more: int) -> float:
        """Return the points that are to be expected beyond those now if it stood `more` higher."""
        return self.likely(self.mine + more) - self.likely(self.mine)

    def joins(self, p: Player, size: int, symbols: int) -> list[float]:
        """Return the gain of a piece by the areas it touches (bits, the largest area first)."""
        found = grouped(p, self.resource)
        own = p.symbols[self.resource]
        if self.condition == "area_with_six_symbols":
            parts = [(one & own).bit_count() for one in found]
            piece = symbols
        else:
            parts = [one.bit_count() for one in found]
            piece = size
        table = [0.0] * (1 << len(parts))
        for bits in range(1 << len(parts)):
            touched = [part for n, part in enumerate(parts) if bits >> n & 1]
            if self.condition == "most_areas":
                table[bits] = self.gain(1 - len(touched))
            else:
                table[bits] = self.gain(max(0, piece + sum(touched) - self.mine))
        return table


def grouped(p: Player, resource: int) -> list[int]:
    """Return the areas of a terrain, the largest first, and no more than are looked at."""
    return sorted(areas(p.terrain[resource]), key=int.bit_count, reverse=True)[:LOOKED_AT]


def hopes_of(bot: Figures) -> list[Hope]:
    """Return the objectives that a seat plays for by its plan."""
    state, p, plan = bot.view, bot.p, bot.plan
    if not (plan.hope or plan.summit or plan.duel):
        return []
    left = max(0.0, bot.left - 1.0)
    objectives = state.tables.objectives
    found = []
    for number in p.private if plan.hope or plan.summit else ():
        side = objectives[number - 1]["private"]
        mine = progress(bot, side)
        if mine is not None:
            name = "summit" if side["condition"] == "track_at_top" else "hope"
            found.append(Hope(name, side, mine, 0, left))
    for number, a, b in state.rivals if plan.duel else ():
        if bot.seat in (a, b):
            rival = state.players[b if bot.seat == a else a]
            side = objectives[number - 1]["rival"]
            mine, other = (scoring.rival_value(state, q, side) for q in (p, rival))
            found.append(Hope("duel", side, mine, other, left))
    return found


def progress(bot: Figures, side: dict[str, Any]) -> int | None:
    """Return how far a private objective is; what counts down is negative, None = not looked at."""
    state: PlanetState = bot.view
    p, condition = bot.p, side["condition"]
    if condition == "collect_at_least_9":
        return p.rocks
    if "of" not in side:
        return None
    resource = RESOURCES.index(side["of"])
    if condition == "track_at_top":
        return p.step(resource) - p.corp.tops[resource]
    if condition == "at_most_five_symbols":
        return p.symbols[resource].bit_count()
    if condition == "area_with_six_symbols":
        symbols = p.symbols[resource]
        found = areas(scoring.area_cells(state, p, resource))
        return max(((one & symbols).bit_count() for one in found), default=0)
    window = bot.window(condition, resource)
    cells = p.energy_terrain if resource == ENERGY else p.terrain[resource]
    return -(window & ~cells).bit_count() if window else -20
