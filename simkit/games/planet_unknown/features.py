"""The greedy bot of Planet Unknown: what it looks at, and how each kind of action is scored.

Placements are scored in `laying`, all of a decision at once; this module has everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from simkit.core.bot import Choice
from simkit.core.greedy import GreedyBot, Weight, weight_set
from simkit.core.state import State
from simkit.games.planet_unknown import actions, tracks, valuing
from simkit.games.planet_unknown.components import (
    BIOMASS,
    CELL,
    ENERGY,
    RESOURCES,
    STRIDE,
    WATER,
    beside,
    cells_of,
)
from simkit.games.planet_unknown.laying import Laying, best_window, laying_of, pocket_cells
from simkit.games.planet_unknown.schema import TURN
from simkit.games.planet_unknown.state import (
    COSMOS,
    HORIZON,
    JUMP_DRIVE,
    WORMHOLE,
    PlanetState,
    Player,
)

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules

WEIGHTS = (
    Weight("coverage", 0.55, "cells covered"),
    Weight("lines", 0.55, "medals of the rows and columns a cell belongs to, by how full they are"),
    Weight("completion", 0.6, "medals of rows and columns completed"),
    Weight("contact", 0.22, "sides that touch tiles or the rim: compact laying"),
    Weight("holes", -0.9, "single free cells shut in by the placement"),
    Weight("tips", -0.1, "free cells left with a single free neighbour"),
    Weight("pockets", -0.25, "free cells in pockets of two to four"),
    Weight("ice", 0.12, "ice cells kept free by covering land, and ice used up without water"),
    Weight("meteor", -0.35, "medals endangered by a new meteorite"),
    Weight("lifepod_lost", -0.7, "lifepods covered"),
    Weight("rover_lost", -1.2, "rovers covered"),
    Weight("medal", 0.8, "medals a marker gets nearer to"),
    Weight("boost", 1.0, "synergy boosts a marker gets nearer to"),
    Weight(
        "movement", 0.3, "rover movement a marker gets nearer to, while something can be reached"
    ),
    Weight("new_rover", 1.0, "rovers a marker gets nearer to"),
    Weight("card", 0.55, "levels of civilisation cards a marker gets nearer to"),
    Weight("tech", 0.8, "techs a marker gets nearer to, by the rounds left"),
    Weight("patch", 0.8, "patches a marker gets nearer to"),
    *(Weight(f"step_{t}", 0.15, f"each step of the {t} marker") for t in RESOURCES[:5]),
    Weight("rival", 0.25, "what helps with rival objectives"),
    Weight("private", 0.35, "what helps with private objectives"),
    Weight("lifepod", 1.1, "lifepods collected"),
    Weight("meteorite", 0.5, "meteorites collected"),
    Weight("unvoid", 0.5, "medals of lines freed of a meteorite"),
    Weight("approach", 0.5, "rovers getting nearer to something"),
    Weight("points", 1.0, "points of cards and lifepods"),
    Weight("pod_tech", 2.0, "techs unlocked with lifepods, by the rounds left"),
    Weight("pod_jump", 0.8, "steps jumped over with lifepods"),
    Weight("deny", 0.25, "as commander: what the others get in front of them"),
)


class PlanetGreedy(GreedyBot):
    """Greedy bot of Planet Unknown; see `WEIGHTS` for what it looks at."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = weight_set(WEIGHTS)
    p: Player
    laying: Laying | None = None

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights; they also decide which step an energy symbol would go to."""
        super().start(rules, seat, luck)
        self.plan = self.w
        self.faction = -1
        self.decision = 0
        self._targets: tuple[int, dict[int, list[tuple[int, int, float]]]] = (-1, {})
        self._worths: tuple[int, dict[int, list[float]]] = (-1, {})
        if self.laying is None:
            self.laying = laying_of(rules.tables)  # type: ignore[attr-defined]

    def _know_faction(self, view: PlanetState) -> None:
        """Use the weights that the profile has for this seat's corporation."""
        p = view.players[self.seat]
        self.faction = p.corp_no
        named = self.named_weights(self.rules, p.corp.id)
        self.use_weights(named)
        self.plan = self.w
        rivals = [
            view.tables.objectives[n - 1]["rival"] for n, *who in view.rivals if self.seat in who
        ]
        self.pinnacle = any(side["condition"] == "most_tracks_at_top" for side in rivals)
        self.values_of = [valuing.step_values(q.corp) for q in view.players]

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; placements are scored all at once."""
        if candidates[0] & 63 != actions.PLACE or len(candidates) < 2:
            return super().choose(view, candidates)
        self.prepare(view)
        assert self.laying is not None
        values = self.laying.values(self, candidates)
        best = runner_up = -np.inf
        chosen = len(candidates)
        certain = self.w.pockets <= 0  # what follows can only lower a value
        for i in np.argsort(-values, kind="stable"):
            if certain and values[i] <= runner_up and values[i] < best:
                break
            value = float(values[i]) + self.pockets(candidates[i])
            if value > best or (value == best and i < chosen):
                best, runner_up, chosen = value, best, int(i)
            elif value > runner_up:
                runner_up = value
        return Choice(candidates[chosen], best, runner_up)

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return the score of each candidate."""
        if candidates[0] & 63 != actions.PLACE:
            return super().values(view, candidates)
        self.prepare(view)
        assert self.laying is not None
        found = self.laying.values(self, candidates).tolist()
        return [v + self.pockets(a) for v, a in zip(found, candidates, strict=True)]

    def pockets(self, action: int) -> float:
        """Return the value of the pockets that a placement makes."""
        if not self.w.pockets:
            return 0.0
        view = self.view
        tile = view.tables.tiles[view.open_tiles(self.seat)[action >> 6 & 1]]
        layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
        low = CELL[action >> 7 & 255] - layout.zero
        return float(self.w.pockets) * pocket_cells(self.p, layout.base << low)

    # Once per decision ---------------------------------------------------------------------------

    def prepare(self, view: State) -> None:
        """Work out what the scores of this decision share."""
        assert isinstance(view, PlanetState)
        if self.faction < 0:
            self._know_faction(view)
        self.view = view
        self.p = p = view.players[self.seat]
        self.left = valuing.rounds_left(view, p)
        self.decision += 1
        self._planned: list[int] | None = None
        self._line_figures: Any = None
        self._windows: dict[tuple[str, int], int] = {}
        self._steps: list[float] | None = None
        self._goals: list[tuple[float, str, int]] | None = None

    def step_values(self) -> list[float]:
        """Return the value of one advance of each marker (0 where it cannot move)."""
        if self._steps is None:
            self._steps = [self.marker_value(self.seat, m, self.w) for m in range(5)]
        return self._steps

    def marker_value(self, seat: int, marker: int, w: Any) -> float:
        """Return the value of the marker's next step."""
        p = self.view.players[seat]
        space = valuing.next_space(p, marker)
        return self.space_value(seat, marker, space, w) if space >= 0 else 0.0

    def space_value(self, seat: int, marker: int, space: int, w: Any) -> float:
        """Return the value of a marker arriving at a space."""
        p = self.view.players[seat]
        led = valuing.led_to(self.values_of[seat], p, marker, space, self.left)
        late = min(1.0, self.left / 8.0)
        use = 0.0
        if p.rovers or p.supply:
            use = min(1.0, (p.pods | p.meteors).bit_count() / 3.0)
        value: float = (
            w.medal * led[0]
            + w.boost * led[1]
            + w.movement * use * led[2]
            + w.card * led[4]
            + w.tech * late * led[5]
            + w.patch * led[6]
        )
        if p.supply:
            value += w.new_rover * late * led[3]
        if seat == self.seat and (p.private or self.pinnacle):
            value += self._top_goal(marker, w)
        return value + self.bias(w, marker)

    @staticmethod
    def bias(w: Any, marker: int) -> float:
        """Return the weight of one step on a track."""
        return float((w.step_civ, w.step_water, w.step_biomass, w.step_rover, w.step_tech)[marker])

    def _top_goal(self, marker: int, w: Any) -> float:
        """Return what a step is worth for objectives about the tops of tracks."""
        value = 0.0
        for number in self.p.private:
            side = self.view.tables.objectives[number - 1]["private"]
            if side["condition"] == "track_at_top" and RESOURCES.index(side["of"]) == marker:
                value += w.private * (
                    0.5 + 2.0 * (self.p.step(marker) / self.p.corp.tops[marker]) ** 2
                )
        if self.pinnacle:
            value += w.rival * self.p.step(marker) / 15.0
        return value

    # Placements ------------------------------------------------------------------------------------

    def line_figures(self) -> tuple[Any, Any, Any]:
        """Return (gap, medal, share filled) of rows and columns, and the medals not void.

        A line with a meteorite counts less than half; a complete one has no gap.
        """
        p = self.p
        planet = p.planet
        full = p.occ | planet.currents
        voids = p.voids
        found = []
        whole = []
        for lines, medals in (
            (planet.rows, planet.row_medals),
            (planet.columns, planet.column_medals),
        ):
            figures = []
            for line, medal in zip(lines, medals, strict=True):
                gap = (line & ~full).bit_count()
                size = line.bit_count() or 1
                worth = medal * 0.45 if line & voids else float(medal)
                figures.append((gap, worth, (size - gap + 1) / size if gap else 0.0))
            found.append(figures)
            whole.append(
                [0.0 if x & voids else float(m) for x, m in zip(lines, medals, strict=True)]
            )
        return found[0], found[1], whole

    def planned_tracks(self) -> list[int]:
        """Return the tracks in the order in which an energy symbol would choose them."""
        if self._planned is None:
            plan = self.step_values()
            if self.plan is not self.w:  # an explanation: what counts is what the bot would do
                plan = [self.marker_value(self.seat, m, self.plan) for m in range(5)]
            self._planned = sorted(range(5), key=plan.__getitem__, reverse=True)
        return self._planned

    def goals(self) -> list[tuple[float, str, int]]:
        """Return (weight, condition, resource) of the objectives that placements can serve."""
        if self._goals is None:
            objectives = self.view.tables.objectives
            found = []
            for number, a, b in self.view.rivals:
                if self.seat in (a, b):
                    found.append((self.w.rival, objectives[number - 1]["rival"]))
            for number in self.view.shared:
                found.append((self.w.rival, objectives[number - 1]["rival"]))
            for number in self.p.private:
                found.append((self.w.private, objectives[number - 1]["private"]))
            self._goals = [
                (weight, side["condition"], RESOURCES.index(side["of"]))
                for weight, side in found
                if side.get("of") in RESOURCES
            ]
        return self._goals

    def window(self, condition: str, resource: int) -> int:
        """Return the place for a shape that an objective asks for, kept for this decision."""
        key = (condition, resource)
        if key not in self._windows:
            self._windows[key] = best_window(self.p, condition, resource)
        return self._windows[key]

    def _line_worths(self) -> list[float]:
        """Return per cell the medals of its row and column that are not void already."""
        p = self.p
        voids = p.voids
        planet = p.planet
        rows = [
            0.0 if line & voids else m
            for line, m in zip(planet.rows, planet.row_medals, strict=True)
        ]
        columns = [
            0.0 if line & voids else m
            for line, m in zip(planet.columns, planet.column_medals, strict=True)
        ]
        return [
            rows[c // STRIDE] + columns[c % STRIDE] if c % STRIDE < 12 else 0.0
            for c in range(STRIDE * 12)
        ]

    # Everything else --------------------------------------------------------------------------------

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        kind = action & 63
        if kind == actions.PLACE:
            assert self.laying is not None
            return float(self.laying.values(self, [action])[0]) + self.pockets(action)
        if kind == actions.ADVANCE_MARKER:
            _, marker, space = actions.advance_parts(action)
            return self.space_value(self.seat, marker, space, self.w)
        if kind == actions.MOVE_ROVER or kind == actions.RELOCATE_ROVER:
            return self.move_score(*actions.cells_between(action))
        if kind == actions.LAY_PATCH:
            return self.patch_score(actions.cell_of(action))
        if kind == actions.PUT_ROVER:
            return float(self.w.approach) * self._pull(actions.cell_of(action), 0)
        if kind == actions.MOVE_DOWN:
            return self._down_score(*actions.down_parts(action))
        if kind == actions.ROTATE:
            return self.rotation_score(action >> 6)
        if kind == actions.TAKE_CARD:
            return self.card_score(action >> 6)
        return self._rare(kind, action)

    def patch_score(self, cell: int) -> float:
        """Return the value of a patch: lines completed, and holes that no tile can fill."""
        p, w = self.p, self.w
        planet = p.planet
        bit = 1 << cell
        if p.occ & bit:  # Wormhole: on a tile
            return float(w.unvoid * self._freed(cell) if p.meteors & bit else -w.coverage)
        value = w.coverage
        rows, columns, _ = self._figures()
        for gap, worth, share in (rows[cell // STRIDE], columns[cell % STRIDE]):
            value += w.lines * worth * share * share + w.completion * worth * (gap == 1)
        free = (beside(bit) & planet.grid & ~p.occ).bit_count()
        value += w.contact * (4 - free)
        if not free:
            value -= w.holes
        if p.pods & bit:
            value += w.lifepod_lost
        if p.rover_bits & bit:
            value += w.rover_lost
        near = beside(bit) & p.terrain[BIOMASS]
        for weight, condition, of in self.goals():
            if of == BIOMASS and condition in ("largest_area", "most_areas"):
                value += weight * (
                    (1.0 if near else 0.0) if condition[0] == "l" else 2.0 * (not near)
                )
        return float(value)

    def _figures(self) -> tuple[Any, Any, Any]:
        """Return `line_figures`, kept for this decision."""
        if self._line_figures is None:
            self._line_figures = self.line_figures()
        figures: tuple[Any, Any, Any] = self._line_figures
        return figures

    def _freed(self, cell: int) -> float:
        """Return the medals of the lines that a meteorite on this cell alone makes void.

        A line counts by the square of how full it is: an open line may never score.
        """
        p = self.p
        planet = p.planet
        others = p.voids & ~(1 << cell)
        rows, columns, _ = self._figures()
        freed = 0.0
        for line, medal, (gap, _, _) in (
            (planet.rows[cell // STRIDE], planet.row_medals[cell // STRIDE], rows[cell // STRIDE]),
            (
                planet.columns[cell % STRIDE],
                planet.column_medals[cell % STRIDE],
                columns[cell % STRIDE],
            ),
        ):
            if not line & others:
                freed += medal * (1 - gap / line.bit_count()) ** 2
        return freed

    def targets(self, load: int) -> list[tuple[int, int, float]]:
        """Return (column, row, worth) of what a rover may want; kept for this decision."""
        if self._targets[0] != self.decision:
            self._targets = (self.decision, {})
        kept = self._targets[1]
        if load not in kept:
            p = self.p
            if p.kind == HORIZON and load:
                worth = [(c, 1.0) for c in cells_of(p.symbols[3])]
            else:
                worth = [(c, 1.0) for c in cells_of(p.pods)]
                worth += [(c, 0.4 + 0.5 * self._freed(c)) for c in cells_of(p.meteors)]
            kept[load] = [(c % STRIDE, c // STRIDE, value) for c, value in worth]
        return kept[load]

    def _pull(self, cell: int, load: int) -> float:
        """Return how strongly the best target pulls: its worth by its distance."""
        x, y = cell % STRIDE, cell // STRIDE
        pulls = [v / (1 + abs(x - a) + abs(y - b)) for a, b, v in self.targets(load)]
        return max(pulls, default=0.0)

    def move_score(self, here: int, there: int) -> float:
        """Return the value of a rover's step: what it takes, else how much nearer it comes."""
        p, w = self.p, self.w
        bit = 1 << there
        load = p.loads[p.rovers.index(here)]
        value = 0.0
        if p.pods & bit:
            value += w.lifepod
        if p.meteors & bit and not load:
            value += w.meteorite + w.unvoid * self._freed(there)
        if p.kind == HORIZON and load and p.symbols[3] & bit:
            value += w.meteorite + w.unvoid * self._freed(here)
        if value:
            return value
        return float(w.approach) * (self._pull(there, load) - self._pull(here, load))

    def _down_score(self, marker: int, space: int) -> float:
        """Return the (negative) value of moving down: medals and progress lost."""
        p = self.p
        lost = self.space_value(self.seat, marker, p.marker[marker], self.w)
        now = tracks.medal(p, marker)
        was = p.marker[marker]
        p.marker[marker] = space
        after = tracks.medal(p, marker)
        p.marker[marker] = was
        return -0.3 * lost - float(self.w.medal) * (now - after)

    # Commander ---------------------------------------------------------------------------------

    def rotation_score(self, by: int) -> float:
        """Return the value of a turn of the station: the own depot, less what the others get."""
        view = self.view
        if view.phase == TURN:
            return 0.0
        place = view.tables.places[view.seats - 1]
        total = 0.0
        for seat in range(view.seats):
            slots = view.depot(place[seat] + view.rotation + by)
            worth = max(self.tile_worth(seat, view.top(slot)) for slot in slots)
            total += worth if seat == self.seat else -self.w.deny * worth / (view.seats - 1)
        return total

    def tile_worth(self, seat: int, number: int) -> float:
        """Return roughly what a tile is worth to a seat, wherever it will lie.

        Linear in the weights, for a number of its own: coverage counts like contact.
        """
        if number < 0:
            return 0.0
        tile = self.view.tables.tiles[number]
        w = self.w
        value: float = w.coverage * tile.shape.size
        if tile.has_meteor:
            value += w.meteor * 3
        for resource in (tile.first, tile.second):
            if resource == ENERGY:
                other = tile.first if tile.second == ENERGY else tile.second
                value += self.worth_of(seat)[other]
            elif resource == WATER:
                value += 0.7 * self.worth_of(seat)[WATER]
            else:
                value += self.worth_of(seat)[resource]
        return value

    def worth_of(self, seat: int) -> list[float]:
        """Return the values of one advance of a seat's markers, kept for this decision."""
        if self._worths[0] != self.decision:
            self._worths = (self.decision, {})
        kept = self._worths[1]
        if seat not in kept:
            kept[seat] = [self.marker_value(seat, m, self.w) for m in range(5)]
        return kept[seat]

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
            best = sorted(self.step_values(), reverse=True)
            return sum(best[: card.data["trackers"]])
        if effect == "advance_one":
            return max(self.step_values()) * card.data["steps"]
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
            freed = sorted((self._freed(c) for c in cells_of(p.voids)), reverse=True)
            return 2 * float(w.unvoid) * sum(freed[: card.n])
        if effect == "destroy_meteors_line":
            freed = [self._freed(c) for c in cells_of(p.voids)]
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
                self._freed(c) for c in cells_of(p.voids & lines[action >> 7])
            )
        if kind == actions.HIT_SYMBOL:
            cell = actions.cell_of(action)
            return float(w.meteor) * self._line_worths()[cell]
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
            return -self.tile_worth(self.seat, self.view.open_tiles(self.seat)[action >> 6 & 1])
        if kind == actions.KEEP_PATCH:
            return float(w.patch) * (0.5 if self.left > 2 else -0.5)
        return 0.0  # decline, done, peek, take

    def _fork_score(self, branch: int) -> float:
        p, w = self.p, self.w
        first = p.corp.fork[p.marker[BIOMASS]]
        if branch:
            return float(w.patch)
        if first == "syn":
            return float(w.boost)
        return self.step_values()[RESOURCES.index(first.removeprefix("advance "))]

    def _pod_score(self, kind: int, action: int) -> float:
        """Lifepods score one point, unlock techs (Jump Drive) or let markers jump (Cosmos)."""
        p, w = self.p, self.w
        value = 0.0
        if kind == actions.STOW_POD:
            place, space = actions.stow_parts(action)
        else:
            source, old, place, space = actions.shift_parts(action)
            value -= w.points if source == actions.SCORING else self._jump(old)
        if place == actions.SCORING:
            return value + float(w.points)
        if place == actions.IN_SLOT:
            order = (0.0, 0.7, 0.5, 1.0, 0.8, 0.9, 0.6)
            return value + float(w.pod_tech) * order[space] * min(1.0, self.left / 10)
        return value + self._jump(space)

    def _jump(self, space: int) -> float:
        """Return what a lifepod on a space is worth: a step saved just ahead of the marker."""
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
            value = w.unvoid * self._freed(cell)
            if sign > 0:
                value += w.meteorite
            elif p.kind == HORIZON and cell in p.rovers:
                value -= w.meteorite
            return float(value)
        if thing == 0:  # take the lifepod that is hardest to reach; lose it as well
            reach = valuing.distances(p, p.rover_bits)
            far = min(valuing.distance(reach, cell), 10) / 10
            return float(w.lifepod) * (sign if sign > 0 else -1.0) + float(w.approach) * far
        return -1.0 * float(w.lifepod if thing in (2, 3) else w.meteorite)

    def _tech_score(self, level: int) -> float:
        p, w = self.p, self.w
        steps = self.step_values()
        if p.kind == WORMHOLE and level == 1:
            return 0.0 if self.left < 6 else float(w.patch) * 2 - 2.5 * float(w.medal)
        if p.kind == JUMP_DRIVE and level == 1:
            return float(w.boost) + max(steps) * 0.2
        if p.kind == COSMOS:
            return (
                0.1 * float(w.pod_jump) if p.lifepods and self.left > 3 else -0.1 * float(w.points)
            )
        if p.kind == 5:  # Makeshift 4, one marker down, hardly ever helps
            return -0.1 * float(w.medal)
        return max(steps) + float(w.points)

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
        ease = {
            "track_at_top": 0.7, "square_3x3": 0.15, "rectangle_2x5": 0.1, "all_land_covered": 0.02,
            "area_with_six_symbols": 0.25, "at_most_five_symbols": 0.4, "all_ice_covered": 0.5,
            "collect_at_least_9": 0.3, "more_lifepods_than_meteorites": 0.05,
        }[side["condition"]]  # fmt: skip
        keeps = any(one & 31 == 20 and one >> 5 in (2, 3) for one in p.pending)
        return float(self.w.private) * (ease if keeps else -ease)

    def evaluate(self, view: State, seat: int) -> float:
        """Return how good a position is for a seat: what it would score, and what it is near to."""
        assert isinstance(view, PlanetState)
        if view.over:
            return super().evaluate(view, seat)
        from simkit.games.planet_unknown import scoring

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
