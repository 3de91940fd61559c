"""The greedy bot of Planet Unknown: how each kind of action is scored.

Placements are scored in `laying`, all of a decision at once; the figures behind the scores, and the
weights, stand in `figures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simkit.core.bot import Choice
from simkit.core.state import State
from simkit.games.planet_unknown.bot import alone, valuing
from simkit.games.planet_unknown.bot.adding import NOTHING
from simkit.games.planet_unknown.bot.figures import Figures
from simkit.games.planet_unknown.bot.hopes import grouped
from simkit.games.planet_unknown.bot.kept import strongest
from simkit.games.planet_unknown.bot.laying import pocket_cells
from simkit.games.planet_unknown.bot.weight_set import Weights
from simkit.games.planet_unknown.rules import actions, placing, scoring, state, tracks
from simkit.games.planet_unknown.rules.actions import DONE, MOVE_ROVER, RELOCATE_ROVER
from simkit.games.planet_unknown.rules.cells import CELL, SIZE, STRIDE, beside, cells_of
from simkit.games.planet_unknown.rules.state import PlanetState, Player
from simkit.games.planet_unknown.rules.tables import BIOMASS, ENERGY, RESOURCES, WATER
from simkit.games.planet_unknown.schema import TURN

DRIVING: Final = (MOVE_ROVER, RELOCATE_ROVER)
WHOSE: Final = 255 << 6  # bits of a rover's step: where it is
EASE: Final = {
    "square_3x3": 0.18, "rectangle_2x5": 0.12, "area_with_six_symbols": 0.25, "track_at_top": 0.6,
    "at_most_five_symbols": 0.43, "all_ice_covered": 0.4, "all_land_covered": 0.02,
    "collect_at_least_9": 0.12, "more_lifepods_than_meteorites": 0.05,
}  # fmt: skip
CHANCE: Final = {
    "square_3x3": 0.1, "rectangle_2x5": 0.05, "area_with_six_symbols": 0.4,
    "at_most_five_symbols": 0.5, "all_ice_covered": 0.5, "all_land_covered": 0.02,
    "collect_at_least_9": 0.5, "more_lifepods_than_meteorites": 0.05,
}  # fmt: skip
TOP_CHANCE: Final = (0.9, 0.75, 0.8, 0.95, 0.5)
AREA_HOPES: Final = ("area_with_six_symbols", "largest_area", "most_areas")
PODS: Final = frozenset((actions.STOW_POD, actions.SHIFT_POD))
AT_ONCE: Final = frozenset(
    (
        actions.PLACE, actions.ROTATE, MOVE_ROVER, RELOCATE_ROVER,
        actions.ADVANCE_MARKER, actions.LAY_PATCH, *PODS,
    )
)  # fmt: skip
ROOMY: Final = 16  # free cells among which some tile always fits, nearly
TOP_EASE: Final = (0.85, 0.55, 0.75, 0.85, 0.35)  # civ, water, biomass, rover, tech


def _best(candidates: list[int], values: list[float]) -> Choice:
    """Return the candidate with the highest value, the first of equal ones."""
    best = runner_up = NOTHING
    chosen = 0
    for place, value in enumerate(values):
        if value > best:
            best, runner_up, chosen = value, best, place
        elif value > runner_up:
            runner_up = value
    return Choice(candidates[chosen], best, runner_up)


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


class PlanetGreedy(Figures):
    """Greedy bot of Planet Unknown; see `weights.WEIGHTS` for what it looks at."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; what is scored alike is scored at once."""
        kind = candidates[0] & 63
        if len(candidates) < 2 or kind not in AT_ONCE:
            return super().choose(view, candidates)
        self.prepare(view)
        if kind in DRIVING:
            return _best(candidates, self.moves(view, candidates))
        if kind == actions.ROTATE:
            return _best(candidates, self.rotations([action >> 6 for action in candidates]))
        if kind == actions.ADVANCE_MARKER:
            return _best(candidates, self.advances(view, candidates))
        if kind == actions.LAY_PATCH:
            return _best(candidates, self.patches(view, candidates))
        if kind in PODS:
            return _best(candidates, self.pods(view, candidates))
        assert self.laying is not None
        if self.view.seats == 1:
            return _best(candidates, alone.two_steps(self, candidates))
        if self.w.pockets > 0:
            return _best(candidates, self.values(view, candidates))
        return self._best_placement(candidates)

    def _best_placement(self, candidates: list[int]) -> Choice:
        """Choose a placement. The highest come first: pockets can only lower a value."""
        assert self.laying is not None
        adding = self.laying.add_up(self, candidates)
        if not self.w.pockets:
            chosen, best = adding.take_highest()
            return Choice(candidates[chosen], best, adding.take_highest()[1])
        tiles = self.view.open_tiles(self.seat)
        best = runner_up = NOTHING
        chosen = len(candidates)
        for _ in candidates:
            i, value = adding.take_highest()
            if value <= runner_up and value < best:
                break
            value += self.pockets(candidates[i], tiles)
            if value > best or (value == best and i < chosen):
                best, runner_up, chosen = value, best, i
            elif value > runner_up:
                runner_up = value
        return Choice(candidates[chosen], best, runner_up)

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return the score of each candidate."""
        if candidates[0] & 63 != actions.PLACE:
            return super().values(view, candidates)
        self.prepare(view)
        assert self.laying is not None
        if self.view.seats == 1:
            return alone.two_steps(self, candidates)
        found = self.laying.values(self, candidates)
        tiles = self.view.open_tiles(self.seat)
        return [v + self.pockets(a, tiles) for v, a in zip(found, candidates, strict=True)]

    def look_at(self, p: Player) -> None:
        """Look at another planet; what was worked out for this decision's planet goes."""
        self.p = p
        self.decision += 1
        self._windows = {}
        self._pockets = {}
        self._steps = None
        self._planned = None
        self._goals = None
        self._hopes = None

    def pockets(self, action: int, tiles: Sequence[int]) -> float:
        """Return the value of the pockets that a placement of one of two tiles makes."""
        w: Weights = self.w
        if not w.pockets:
            return 0.0
        shape = self.view.tables.tiles[tiles[action >> 6 & 1]].shape
        layout = shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
        mask = layout.base << (CELL[action >> 7 & 255] - layout.zero)
        cells = self._pockets.get(mask)
        if cells is None:
            cells = self._pockets[mask] = pocket_cells(self.p, mask)
        return w.pockets * cells

    # Everything else --------------------------------------------------------------------------------

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        kind = action & 63
        if kind == actions.PLACE:
            return self.values(view, [action])[0]
        if kind == actions.ADVANCE_MARKER:
            return self.advances(view, [action])[0]
        if kind in DRIVING:
            return self.moves(view, [action])[0]
        if kind == actions.LAY_PATCH:
            return self.patches(view, [action])[0]
        if kind == actions.PUT_ROVER:
            return float(self.w.approach) * self.pull(actions.cell_of(action), 0)
        if kind == actions.MOVE_DOWN:
            return self._down_score(*actions.down_parts(action))
        if kind == actions.ROTATE:
            return self.rotations([action >> 6])[0]
        if kind == actions.TAKE_CARD:
            return self.card_score(action >> 6)
        return self._rare(kind, action)

    def advances(self, view: State, candidates: list[int]) -> list[float]:
        """Return the values of advances of markers, and of what may be done instead."""
        p, w = self.p, self.w
        rates, wishes = self.step_rates(self.seat, w), self._wishes(w)
        found = []
        for action in candidates:
            if action & 63 == actions.ADVANCE_MARKER:
                _, marker, space = actions.advance_parts(action)
                found.append(self._arrival(p, marker, space, w, rates, wishes))
            else:
                found.append(self.score(view, action))
        return found

    def patches(self, view: State, candidates: list[int]) -> list[float]:
        """Return the values of places for a patch, and of what may be done instead."""
        patching = Patching(self)
        return [
            patching.worth(actions.cell_of(action))
            if action & 63 == actions.LAY_PATCH
            else self.score(view, action)
            for action in candidates
        ]

    def moves(self, view: State, candidates: list[int]) -> list[float]:
        """Return the values of rovers' steps: what they take, else how much nearer they come.

        Of what may be done instead as well.
        """
        p = self.p
        w: Weights = self.w
        approach = w.approach
        things = p.pods | p.meteors
        start, here, load, old = -1, 0, 0, 0.0
        pulls, targets = self.pulls(0)
        found = []
        for action in candidates:
            kind = action & 63
            if kind != MOVE_ROVER and kind != RELOCATE_ROVER:
                found.append(0.0 if kind == DONE else self.score(view, action))
                continue
            there = CELL[action >> 14 & 255]
            if action & WHOSE != start:  # the next rover
                start = action & WHOSE
                here = CELL[start >> 6]
                if p.kind == state.HORIZON:
                    load = p.loads[p.rovers.index(here)]
                    pulls, targets = self.pulls(load)
                old = pulls[here]
                if old < 0.0:
                    old = pulls[here] = strongest(targets, here)
            if load or things >> there & 1:
                value = self.taken(here, there, load)
                if value is not None:
                    found.append(value)
                    continue
            new = pulls[there]
            if new < 0.0:
                new = pulls[there] = strongest(targets, there)
            found.append(approach * (new - old))
        return found

    def taken(self, here: int, there: int, load: int) -> float | None:
        """Return the value of what a rover takes or delivers on a cell; None where there is nothing."""
        p = self.p
        w: Weights = self.w
        bit = 1 << there
        value = 0.0
        takes = False
        if p.pods & bit:
            takes = True
            value += w.lifepod + self.collected("lifepod")
        if p.meteors & bit and not load:
            takes = True
            value += w.meteorite + self.collected("meteorite") + w.unvoid * self.freed(there)
        if load and p.symbols[3] & bit:
            takes = True
            value += w.meteorite + self.collected("meteorite") + w.unvoid * self.freed(here)
        return value if takes else None

    def _down_score(self, marker: int, space: int) -> float:
        """Return the (negative) value of moving down: medals and progress lost."""
        p = self.p
        if self.view.seats == 1 and p.kind not in (
            state.MAKESHIFT,
            state.OASIS,
        ):  # their ways are no columns
            return alone.step_back(self, marker, space)
        lost = self.space_value(self.seat, marker, p.marker[marker], self.w)
        now = tracks.medal(p, marker)
        was = p.marker[marker]
        p.marker[marker] = space
        after = tracks.medal(p, marker)
        p.marker[marker] = was
        return -0.3 * lost - float(self.w.medal) * (now - after)

    # Commander ---------------------------------------------------------------------------------

    def rotations(self, turns: list[int]) -> list[float]:
        """Return the values of turns of the station: the own depot, less what the others get."""
        view = self.view
        w: Weights = self.w
        if view.phase == TURN:
            return [0.0] * len(turns)
        # what the tiles are worth by all weights: which one would be taken, what others get
        tops = view.tops()
        depots = [view.depot(view.rotation + n) for n in range(6)]
        totals = [0.0] * len(turns)
        others = view.seats - 1
        for seat, place in enumerate(view.tables.places[others]):
            mine = seat == self.seat
            cramped = bool(w.stuck) and not self.roomy(seat)
            wanted = mine or bool(w.deny)
            if not (wanted or cramped):
                continue
            plan = self.worths(tops, seat, self.plan) if wanted else []
            own = self.worths(tops, seat, w) if mine and w is not self.plan else plan
            for n, by in enumerate(turns):
                small, large = depots[(place + by) % 6]
                if cramped and not self.fitting(seat, [tops[small], tops[large]]):
                    totals[n] += w.stuck * (1.0 if mine else 0.5)
                if not wanted:
                    continue
                best = small if plan[small] >= plan[large] else large
                if mine:
                    totals[n] += own[best]
                else:
                    totals[n] -= w.deny * plan[best] / others
        return totals

    def worths(self, numbers: list[int], seat: int, w: Weights) -> list[float]:
        """Return roughly what some tiles (-1 = none) are worth to a seat, wherever they will lie."""
        tiles = self.view.tables.tiles
        a_cell, worths = self.worth_of(seat, w)
        meteor = w.meteor * 3
        found = []
        for n in numbers:
            value = 0.0
            if n >= 0:
                tile = tiles[n]
                value = a_cell * tile.size
                if tile.has_meteor:
                    value += meteor
                first, second = tile.brings
                value = value + worths[first] + worths[second]
            found.append(value)
        return found

    def roomy(self, seat: int) -> bool:
        """Tell whether a planet has so much room that some tile always fits."""
        p = self.view.players[seat]
        return p.planet.size - p.occ.bit_count() > ROOMY

    def fitting(self, seat: int, tiles: list[int]) -> bool:
        """Tell whether a seat can place one of two tiles."""
        view = self.view
        p = view.players[seat]
        return any(n >= 0 and placing.fits(p, view.tables.tiles[n], first_only=True) for n in tiles)

    def worth_of(self, seat: int, w: Weights) -> tuple[float, list[float]]:
        """Return what a cell is worth, and what symbols bring, by the numbers of `Tile.brings`.

        Kept for this decision.
        """
        if self._worths[0] != self.decision:
            self._worths = (self.decision, {})
        kept = self._worths[1]
        key = seat if w is self.plan else -1 - seat
        if key not in kept:
            a_cell = self.size_worth(w) if seat == self.seat else w.coverage
            steps = self.marker_values(seat, w)
            gains = steps[:]
            gains[WATER] *= 0.7  # it needs ice
            kept[key] = (a_cell, gains + steps)
        return kept[key]

    # Cards, lifepods, techs ---------------------------------------------------------------------

    def card_score(self, number: int) -> float:
        """Return the value of a civilisation card."""
        p, w = self.p, self.w
        card = self.view.tables.cards[number - 1]
        effect = card.effect
        mean = sum(self.step_values()) / 5
        if effect in ("vp", "vp_and_advance"):
            return float(w.points) * card.vp + (mean if effect == "vp_and_advance" else 0.0)
        if effect == "vp_per_patch":
            return float(w.points) * (p.patches.bit_count() + min(2.0, self.left / 4))
        if effect == "lifepod_bonus":
            return float(w.points) * (p.lifepods + 0.5 * min(self.left, p.pods.bit_count()))
        if effect == "meteorite_repo":
            return float(w.points) * ((p.rocks + min(self.left, 6.0) * 0.4) / 3)
        if effect == "commerce_agreement":
            owned = sum(self.view.tables.cards[c - 1].effect == effect for c in cells_of(p.cards))
            points = self.view.tables.commerce_points
            return float(w.points) * (points[owned + 1] - points[owned] + 0.1 * self.left)
        if effect == "advance_distinct":
            best = self.planned_tracks()[: card.data["trackers"]]
            return sum(self.step_values()[t] for t in best)
        if effect == "advance_one":
            return self.best_step() * int(card.data["steps"])
        if effect == "patches":
            return float(w.patch) * card.n
        if effect == "rover_move":
            return float(w.movement) * 2 * card.n * bool(p.rovers) * bool(p.pods | p.meteors)
        if effect == "extra_tile":
            return float(w.coverage) * 4 + (2 * mean if card.data["resources"] else 0.0)
        if effect == "collect_lifepods":
            return float(w.lifepod) * min(card.n, p.pods.bit_count())
        if effect == "all_to_step":
            return mean * sum(max(0, 5 - p.step(m)) for m in range(5))
        if effect == "destroy_meteors":
            freed = sorted((self.freed(c) for c in cells_of(p.voids)), reverse=True)
            return 2 * float(w.unvoid) * sum(freed[: card.n])
        if effect == "destroy_meteors_line":
            freed = [self.freed(c) for c in cells_of(p.voids)]
            return 2 * float(w.unvoid) * max(freed, default=0.0)
        return float(w.movement) * bool(p.rovers)  # move a rover anywhere

    def _rare(self, kind: int, action: int) -> float:
        """Return the value of the rarer kinds of action."""
        p, w = self.p, self.w
        if kind == actions.CHOOSE_FORK:
            return self._fork_score(action >> 6 & 1)
        if kind in (actions.STOW_POD, actions.SHIFT_POD):
            return self._pod_score(kind, action)
        if kind == actions.COLLECT_THING:
            return self._thing_score(action, 1.0)
        if kind == actions.DESTROY_THING:
            return self._thing_score(action, -1.0)
        if kind == actions.CLEAR_LINE:
            lines = p.planet.columns if action >> 6 & 1 else p.planet.rows
            return float(w.unvoid) * sum(
                self.freed(c) for c in cells_of(p.voids & lines[action >> 7])
            )
        if kind == actions.HIT_SYMBOL:
            cell = actions.cell_of(action)
            danger = self.danger()
            return danger[cell // STRIDE] + danger[SIZE + cell % STRIDE]
        if kind == actions.GIVE_UP:
            tile = self.view.tables.tiles[self.view.open_tiles(self.seat)[action >> 6 & 1]]
            other = [r for r in (tile.first, tile.second) if r != ENERGY]
            return sum(self.step_values()[r] for r in other) * (3 - len(other))
        if kind == actions.USE_TECH:
            return self._tech_score(action >> 6)
        if kind == actions.TAKE_ROW:
            return self._row_score(action >> 6)
        if kind == actions.CHOOSE_OBJECTIVE:
            return self._objective_score(action >> 6)
        if kind == actions.SET_FLUX:
            return self.step_values()[action >> 6]
        if kind == actions.EMPTY_SLOT:
            open_tile = self.view.open_tiles(self.seat)[action >> 6 & 1]
            return -self.worths([open_tile], self.seat, w)[0]
        if kind == actions.KEEP_PATCH:
            # laid at the end, when every gap is known, it completes most
            return float(w.keep) + float(w.patch) * (0.5 if self.left > 2 else -0.5)
        return 0.0  # decline, done, peek, take

    def _fork_score(self, branch: int) -> float:
        """Return the value of a branch of Wormhole's biomass step."""
        p, w = self.p, self.w
        first = p.corp.fork[p.marker[BIOMASS]]
        if branch:
            return float(w.patch)
        if first == "syn":
            return float(w.boost)
        return self.step_values()[RESOURCES.index(first.removeprefix("advance "))]

    def pods(self, view: State, candidates: list[int]) -> list[float]:
        """Return the values of places for lifepods (Cosmos has many), and of declining."""
        losses: dict[int, float] = {}
        gains: dict[int, float] = {}
        found = []
        for action in candidates:
            if action & 63 != actions.SHIFT_POD:
                found.append(self.score(view, action))
                continue
            taken, put = action >> 6 & 511, action >> 15  # what is the same for many of them
            if taken not in losses or put not in gains:
                source, old, place, space = actions.shift_parts(action)
                losses[taken] = self._pod_loss(source, old)
                gains[put] = self._pod_gain(place, space)
            found.append(losses[taken] + gains[put])
        return found

    def _pod_score(self, kind: int, action: int) -> float:
        """Lifepods score one point, unlock techs (Jump Drive) or let markers jump (Cosmos)."""
        if kind == actions.STOW_POD:
            return self._pod_gain(*actions.stow_parts(action))
        source, old, place, space = actions.shift_parts(action)
        return self._pod_loss(source, old) + self._pod_gain(place, space)

    def _pod_loss(self, source: int, space: int) -> float:
        """Return the (negative) value of taking a lifepod away from where it is."""
        return 0.0 - (float(self.w.points) if source == actions.SCORING else self._jump(space))

    def _pod_gain(self, place: int, space: int) -> float:
        """Return the value of a lifepod in a place."""
        w: Weights = self.w
        if place == actions.SCORING:
            return w.points
        if place == actions.IN_SLOT:
            order = (0.0, 0.7, 0.5, 1.0, 0.8, 0.9, 0.6)
            return w.pod_tech * order[space] * min(1.0, self.left / 10)
        return self._jump(space)

    def _jump(self, space: int) -> float:
        """Return what a lifepod on a space is worth: a step saved just ahead of the marker."""
        found = self._jumps.get(space)
        if found is None:
            found = self._jumps[space] = self._jump_anew(space)
        return found

    def _jump_anew(self, space: int) -> float:
        p, w = self.p, self.w
        ahead = (space & 15) - p.step(space >> 4)
        if not 0 < ahead <= 3 or self.left < 2:
            return 0.0
        here = self.values_of[self.seat].now[space]
        lost = sum(here)
        return float(w.pod_jump) * ((2.2 if ahead == 1 else 1.4) - lost)

    def _thing_score(self, action: int, sign: float) -> float:
        """Return the value of collecting (or destroying) a thing."""
        p, w = self.p, self.w
        thing, cell = action >> 6 & 7, CELL[action >> 9 & 255]
        if thing == 1:  # a meteorite on the planet: both free its lines
            value = w.unvoid * self.freed(cell)
            if sign > 0:
                value += w.meteorite
            elif p.kind == state.HORIZON and cell in p.rovers:
                value -= w.meteorite
            return float(value)
        if thing == 0:  # take the lifepod that is hardest to reach; lose it as well
            reach = valuing.distances(p, p.rover_bits)
            far = min(valuing.distance(reach, cell), 10) / 10
            return float(w.lifepod) * (sign if sign > 0 else -1.0) + float(w.approach) * far
        return -1.0 * float(w.lifepod if thing in (2, 3) else w.meteorite)

    def _tech_score(self, level: int) -> float:
        p, w = self.p, self.w
        if p.kind == state.WORMHOLE and level == 1:
            return 0.0 if self.left < 6 else float(w.patch) * 2 - 2.5 * float(w.medal)
        if p.kind == state.JUMP_DRIVE and level == 1:
            return float(w.boost) + 0.2 * self.best_step()
        if p.kind == state.COSMOS:
            return (
                0.1 * float(w.pod_jump) if p.lifepods and self.left > 3 else -0.1 * float(w.points)
            )
        if p.kind == state.MAKESHIFT:  # 4, one marker down, hardly ever helps
            return -0.1 * float(w.medal)
        return self.best_step() + float(w.points)

    def _row_score(self, marker: int) -> float:
        """Return the value of every benefit on a marker's row; wait for a good row."""
        p, w = self.p, self.w
        now = self.values_of[self.seat].now
        step = p.step(marker)
        gains = [0.0] * 7
        for track in range(5):
            for i, value in enumerate(now[track << 4 | step]):
                gains[i] += value
        patience = 1.0 if self.left > 3 else 0.0
        return float(
            w.boost * (gains[1] - patience)
            + w.movement * gains[2]
            + w.card * (gains[4] - patience)
            + w.patch * gains[6]
        )

    def _objective_score(self, number: int) -> float:
        """Keep what suits the planet; when dropping, the better ones score lower."""
        p = self.p
        side = self.view.tables.objectives[number - 1]["private"]
        ease = EASE[side["condition"]]
        if side["condition"] == "track_at_top":
            ease = TOP_EASE[RESOURCES.index(side["of"])]
        elif side["condition"] == "all_ice_covered":
            ice = p.planet.ice.bit_count()
            ease = 1.0 if not ice else 0.4 if ice < 40 else 0.05
        chances = CHANCE.get(side["condition"], 0.1)
        if side["condition"] == "track_at_top":
            chances = TOP_CHANCE[RESOURCES.index(side["of"])]
        keeps = any(one & 31 == 20 and one >> 5 in (2, 3) for one in p.pending)
        value = float(self.w.private) * ease + float(self.w.hope + self.w.summit) * chances
        return value if keeps else -value

    def evaluate(self, view: State, seat: int) -> float:
        """Return how good a position is for a seat: what it would score, and what it is near to."""
        assert isinstance(view, PlanetState)
        if view.over:
            return super().evaluate(view, seat)
        p = view.players[seat]
        parts = scoring.seat_score(p, view.tables)
        lines = 0.0
        for cells, medals in (
            (p.planet.rows, p.planet.row_medals),
            (p.planet.columns, p.planet.column_medals),
        ):
            for line, medal in zip(cells, medals, strict=True):
                share = (line & p.occ).bit_count() / max(line.bit_count(), 1)
                lines += medal * share * share * (0.5 if line & p.voids else 1.0)
        return (
            lines + sum(parts.medals) + parts.lifepods + parts.meteorites + parts.repo
            + sum(parts.cards.values()) + 0.3 * p.occ.bit_count() + 0.3 * p.rocks
            + 0.25 * sum(p.step(m) for m in range(5))
        )  # fmt: skip


GREEDY = PlanetGreedy
