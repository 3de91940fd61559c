"""What patches are worth to the greedy bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.planet_unknown.bot.hopes import grouped
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, beside
from simkit.games.planet_unknown.rules.tables import BIOMASS

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.features import PlanetGreedy
    from simkit.games.planet_unknown.bot.weight_set import Weights

AREA_HOPES: Final = ("area_with_six_symbols", "largest_area", "most_areas")


class Patching:
    """What a patch is worth wherever it may lie: lines completed, and holes that no tile can fill."""

    __slots__ = ("bot", "goals", "hopes", "lines")

    def __init__(self, bot: PlanetGreedy) -> None:
        self.bot = bot
        self.lines = bot.filled()  # what one more cell of each line is worth
        self.goals = [
            (weight, condition == "largest_area")
            for weight, condition, of in bot.goals()
            if of == BIOMASS and condition in ("largest_area", "most_areas")
        ]
        self.hopes = [
            hope
            for hope in bot.hopes()
            if hope.resource == BIOMASS and hope.condition in AREA_HOPES
        ]

    def worth(self, cell: int) -> float:
        """Return what a patch on a cell is worth."""
        bot, p = self.bot, self.bot.p
        w: Weights = bot.w
        planet = p.planet
        bit = 1 << cell
        if p.occ & bit:  # Wormhole: on a tile
            return float(w.unvoid * bot.freed(cell) if p.meteors & bit else -w.coverage)
        lines = self.lines
        value = w.coverage + lines[cell // STRIDE] + lines[SIZE + cell % STRIDE]
        around = beside(bit)
        free = (around & planet.grid & ~p.occ).bit_count()
        value += w.contact * (4 - free)
        if not free:
            value -= w.holes
        if p.pods & bit:
            value += w.lifepod_lost
        if p.rover_bits & bit:
            value += w.rover_lost
        for weight, largest in self.goals:
            near = bool(around & p.terrain[BIOMASS])
            value += weight * ((1.0 if near else 0.0) if largest else 2.0 * (not near))
        for hope in self.hopes:
            touched = 0
            for n, one in enumerate(grouped(p, BIOMASS)):
                touched |= bool(around & one) << n
            value += float(getattr(w, hope.name)) * float(hope.joins(p, 1, 0)[touched])
        return float(value)
