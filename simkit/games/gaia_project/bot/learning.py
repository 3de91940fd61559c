"""What research is worth: the steps of the areas, and the tiles that come with them."""

from __future__ import annotations

from typing import Final

from simkit.games.gaia_project.bot.prices import UNASKED, Prices
from simkit.games.gaia_project.rules import research, terms
from simkit.games.gaia_project.rules.geometry import bits_in
from simkit.games.gaia_project.rules.research import ANY_AREA
from simkit.games.gaia_project.rules.scoring import STRUCTURES, TYPES, big_pieces, count

AREA_WEIGHTS: Final = ["terra", "nav", "int", "gaia", "eco", "sci"]
NOTHING: Final = float("-inf")
LAST: Final = terms.TOP - 1  # the level from which a step takes a green token
FREE_PLACES: Final = len(terms.STANDARD) - ANY_AREA  # of tiles that come with a step anywhere
COUNTED_AT: Final = 4  # where a count follows a standard tile
GAIA_TILE_MINES: Final = 0.5  # mines on gaia planets to come, per round


class Learning(Prices):
    """What steps, tiles and federation tokens are worth to the seat that decides."""

    __slots__ = ("best_tile",)

    best_tile: float  # what the one at `best_place` is worth, with the bot's own weights

    # Steps -------------------------------------------------------------------------------------

    def _research(self, rest: int) -> float:
        return (self.steps_known or self._note_steps())[rest] - self.step_price

    def _step_value(self, area: int) -> float:
        """Return what one step in an area is worth; `ANY_AREA`: where it is best."""
        steps = self.steps_known or self._note_steps()
        return steps[area]  # areas, and then any, are the first places of `_steps_worth`

    def _note_steps(self) -> list[float]:
        """Keep what steps are worth for the rest of the decision.

        Before the seat's next step in the round they are worth the same again, unless one of them may be
        the last of its area, which takes a green token: that depends on more.
        """
        if self.force is not self.own:
            self.steps_known = self._steps_worth()
            return self.steps_known
        kept, p, event = self.kept_steps, self.p, self.event_worth[terms.E_RESEARCH]
        last = p.green != 0 and LAST in p.levels
        if (
            last or p.levels != kept.levels or self.sheet is not kept.sheet or event != kept.event
            or p.institute != kept.institute
        ):  # fmt: skip
            kept.levels, kept.sheet, kept.event = p.levels[:], self.sheet, event
            kept.institute = p.institute
            kept.worth = self._steps_worth()
            kept.best = self.best_area
            if last:
                kept.levels = []
        self.best_area = kept.best
        self.steps_known = kept.worth
        return kept.worth

    def _steps_worth(self) -> list[float]:
        """Return what the step of each place of a tile is worth, 0 where none may be taken.

        The first places stand for their areas; those from `ANY_AREA` on allow the best step of all.
        """
        s, p = self.s, self.p
        event = self.event_worth[terms.E_RESEARCH]
        known = self.sheet.levels
        levels = p.levels
        if p.faction == terms.BALTAKS and not p.institute:  # their way of navigation ends here
            levels = levels[:]
            levels[terms.NAV] = terms.TOP
        found = [0.0] * ANY_AREA
        best, most = -1, NOTHING
        for area, level in enumerate(levels):
            if level >= LAST and not research.can_step(s, p, area):
                continue
            worth = known[area << 3 | level]
            if worth != worth:
                worth = known[area << 3 | level] = self._level_worth(area, level + 1)
            if level < LAST:
                worth += event
            else:
                worth += self._top_worth(area, event)
            found[area] = worth
            if worth > most:
                best, most = area, worth
        if self.force is self.own:
            self.best_area = best
        elif self.best_area == UNASKED:
            self.best_area = self._with_own(self._own_best_area)
        found += [found[self.best_area] if best >= 0 else 0.0] * FREE_PLACES
        return found

    def _own_best_area(self) -> int:
        """Return the area in which a step is worth most, the first of equals; -1 if there is none."""
        self._step_value(ANY_AREA)
        return self.best_area

    def _top_worth(self, area: int, value: float) -> float:
        """Add to a step's value what the last level of an area gives once."""
        w = self.force
        value -= w.green
        for kind, amount in self.t.level_once[area][terms.TOP]:
            if kind == terms.VP:
                value += w.points * amount
            elif kind == terms.VP_PER_GAIA:
                value += w.points * amount * self.p.gaia_count
            elif kind == terms.LOST_PLANET:
                if self.places_due:
                    self._note_places()
                value += w.mine + self.event_worth[terms.E_MINE] + w.new_type + 2.0 * w.points
                value += self.finals[STRUCTURES] + self.finals[TYPES]
            elif kind == terms.FEDERATION_TOKEN:
                value += self._token_value(self.s.top_token)
        return value

    def _level_worth(self, area: int, level: int) -> float:
        """Return what a level is worth in this round, whatever else the player has."""
        w, t = self.force, self.t
        value = 0.0
        for kind, amount in t.level_once[area][level]:
            if kind < terms.VP or kind == terms.GAIAFORMER:
                value += self._good(kind, amount)
        if level == 3:
            value += self._good(terms.CHARGE, t.level_3_charge)
        incomes = t.level_income[area]
        value += self._per_round(incomes[level]) - self._per_round(incomes[level - 1])
        if level >= 3:
            value += w.level * t.level_vp
        if level < terms.TOP:
            value += w.climb * (t.level_vp / 2) * (level / 3 if level < 3 else 0.5)
        value += getattr(w, AREA_WEIGHTS[area]) * self._use_of(area, level)
        return float(value)

    def _use_of(self, area: int, level: int) -> float:
        """Return how much a level's standing effect improves, times the rounds to come."""
        t = self.t
        if area == terms.TERRA:
            return (t.step_ore[level - 1] - t.step_ore[level] + 0.3) * self.left
        if area == terms.NAV:
            return (t.range[level] - t.range[level - 1] + 0.3) * self.left
        if area == terms.GAIA_AREA:
            before, now = t.project_tokens[level - 1], t.project_tokens[level]
            return (1.0 if not before else (before - now) * 0.3 + 0.3) * self.left
        return float(self.left)

    def _best_step(self, which: int) -> float:
        """Return the value of the best step that a tile or action allows."""
        if which <= ANY_AREA:
            return self._step_value(which)
        areas = research.areas_for(self.s, self.p, which)
        if not areas:
            return 0.0
        return self._step_value(self._with_own(self._argmax_area, areas))

    def _argmax_area(self, areas: list[int]) -> int:
        """Return the area with the best step, the first of equals."""
        best, best_value = areas[0], self._step_value(areas[0])
        for area in areas:
            value = self._step_value(area)
            if value > best_value:
                best, best_value = area, value
        return best

    # Tiles -------------------------------------------------------------------------------------

    def _best_tile(self) -> float:
        """Return the value of the best tile to be had, its step included."""
        if self.best_place == UNASKED:
            if self.force is self.own:
                self.best_place = self._argmax_place()
            else:
                self.best_place = self._with_own(self._argmax_place)
        place = self.best_place
        if place < 0:
            return 0.0
        return self.best_tile if self.force is self.own else self._place_value(place)

    def _argmax_place(self) -> int:
        """Return the place of the best tile, with the weights in force; 100 and more: advanced ones."""
        best, best_value = -1, NOTHING
        gains, tiles = self.steps_known or self._note_steps(), self.p.tiles
        known = self.sheet.plain_tiles
        for place, tile in enumerate(self.s.places):
            if not tiles >> tile & 1:
                worth = known[tile]
                if worth != worth:
                    worth = self._tile_value(tile)
                value = worth + gains[place]
                if value > best_value:
                    best, best_value = place, value
        for area in research.advanced_areas(self.s, self.p):
            value = self._place_value(100 + area)
            if value > best_value:
                best, best_value = 100 + area, value
        self.best_tile = best_value
        return best

    def _place_value(self, place: int) -> float:
        if place >= 100:
            return self._advanced_value(place - 100) - 1.0 * float(self.force.tile)
        return self._standard_value(place)

    def _standard_value(self, place: int) -> float:
        """Return what the standard tile at a place is worth, its step included."""
        steps = self.steps_known or self._note_steps()
        tile = self.s.places[place]
        worth = self.sheet.plain_tiles[tile]
        if worth != worth:
            worth = self._tile_value(tile)
        return worth + steps[place]

    def _tile_value(self, tile: int) -> float:
        """Return what a standard tile is worth by itself; most are worth the same all round.

        The others also depend on the numbers of some own things, which are packed with the tile.
        """
        p, t, sheet = self.p, self.t, self.sheet
        if t.plain_tile[tile]:
            worth = sheet.plain_tiles[tile] = self._tile_worth(tile)
            return worth
        key, table = tile, t.standard[tile]
        if table.once_per >= 0:
            key |= count(p, table.once_per) << COUNTED_AT
        if table.event >= 0 and p.former_mask:
            key |= bits_in(p.former_mask) << COUNTED_AT + 8
        if tile == t.value_tile:
            key |= big_pieces(p) << COUNTED_AT + 12
        value = sheet.tiles.get(key)
        if value is None:
            value = sheet.tiles[key] = self._tile_worth(tile)
        return value

    def _tile_worth(self, tile: int) -> float:
        """Return what a standard tile is worth by itself."""
        p, w, t = self.p, self.force, self.t
        table = t.standard[tile]
        value = w.tile + w.tile_early * self.early + self._per_round(table.income)
        times = count(p, table.once_per) if table.once_per >= 0 else 1
        for kind, amount in table.once:
            value += w.points * amount if kind == terms.VP else self._good(kind, amount * times)
        if table.event >= 0:
            coming = GAIA_TILE_MINES * self.left + bits_in(p.former_mask)
            value += w.points * table.event_vp * min(4.0, coming)
        if table.special:
            value += self._per_round(table.special) + self._goods(table.special)
        if tile == t.value_tile:
            value += w.power_value * (0.5 + big_pieces(p)) * self.time
        return float(value)

    def _advanced(self, rest: int) -> float:
        area, cover = rest & 7, rest >> 3
        return self._advanced_value(area) - self._lost_with(cover)

    def _lost_with(self, cover: int) -> float:
        """Return what covering a standard tile gives up."""
        table = self.t.standard[cover]
        value = self._per_round(table.income)
        if table.event >= 0:
            value += self.force.points * table.event_vp * GAIA_TILE_MINES * self.left
        if table.special:
            value += self._per_round(table.special)
        if cover == self.t.value_tile:
            value += self.force.power_value
        return float(value)

    def _advanced_value(self, area: int) -> float:
        """Return what an area's advanced tile is worth, its step included."""
        s, p, w, t = self.s, self.p, self.force, self.t
        table = t.advanced[s.advanced_at[area]]
        value = w.tile - w.green
        times = count(p, table.once_per) if table.once_per >= 0 else 1
        for kind, amount in table.once:
            value += (
                w.points * amount * times if kind == terms.VP else self._good(kind, amount * times)
            )
        if table.pass_per >= 0:
            now = count(p, table.pass_per)
            value += w.points * table.pass_vp * (now + 0.5) * (self.left + 1)
        if table.event >= 0:
            value += w.points * table.event_vp * (1.0 + 1.3 * self.left)
        if table.special:
            value += self._per_round(table.special) + self._goods(table.special)
        return float(value + self._best_step(ANY_AREA))

    # Tokens ------------------------------------------------------------------------------------

    def _token_worth(self, token: int) -> float:
        """Return what gaining a token is worth beyond its own points and goods."""
        w = self.force
        value = w.points * self.t.token_vp[token] + self.event_worth[terms.E_FEDERATION]
        if token != terms.GREY_TOKEN:
            value += w.green * (1.0 if self.left else 0.6)
        return float(value)

    def _token_value(self, token: int) -> float:
        """Return what a token is worth with its points and goods; noted until the prices change."""
        if token < 0:
            return 0.0
        value = self.tokens_known[token]
        if value != value:
            value = self._token_worth(token) + self._goods(self.t.token_gain[token])
            self.tokens_known[token] = value
        return value
