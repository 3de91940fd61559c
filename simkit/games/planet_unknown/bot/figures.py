"""The figures that the greedy bot's decisions share: values of steps, lines, targets, objectives.

`features` scores the kinds of action with them, `laying` the placements.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, ClassVar, Final

from simkit.bots.greedy import GreedyBot, Profile, Weight, read_profile
from simkit.core.bot import Bot
from simkit.core.state import State
from simkit.games.planet_unknown.bot import valuing
from simkit.games.planet_unknown.bot.adding import VOID_SHARE
from simkit.games.planet_unknown.bot.hopes import Hope, hopes_of
from simkit.games.planet_unknown.bot.kept import (
    FIRST_ROW,
    UNKNOWN,
    Aims,
    Kept,
    Pulling,
    far_from,
    lines_of,
    nearest,
    strongest,
)
from simkit.games.planet_unknown.bot.laying import Grown, Laying, best_window, grown, laying_of
from simkit.games.planet_unknown.bot.weight_set import Weights, weights_of
from simkit.games.planet_unknown.bot.weights import WEIGHTS
from simkit.games.planet_unknown.rules import tracks
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.player import HORIZON, MAKESHIFT, OASIS, Player
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import RESOURCES, ROVER, STEP, Corporation

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules


LATE: Final = 4.0  # rounds that count as the last ones
FAR_OFF: Final = 8.0  # rounds left from which on their number changes no step's value
CLEARING: Final = 0.4  # how a meteorite pulls rovers, compared with a lifepod
CLEARED_LINES: Final = 0.5  # and for each medal of the lines it makes void, by how full they are
CLEARED_MEDAL: Final = 0.1  # and for each medal of its row and column, where it is only guessed
CELLS_OF_FRAME: Final = STRIDE * SIZE
KEPT_ORDERS: Final = 4096
TOLERANCE: Final = 0.3  # cells a round that a planet may lag behind without haste


def descending(values: list[float]) -> list[int]:
    """Return the places of a few values from the highest to the lowest, equal ones in their order.

    Sorting by a key would make a call per value, which the compiled build pays for.

    Examples
    --------
    >>> descending([0.5, 2.0, 0.5, 3.0])
    [3, 1, 0, 2]
    """
    found: list[int] = []
    for place, value in enumerate(values):
        n = len(found)
        while n and values[found[n - 1]] < value:
            n -= 1
        found.insert(n, place)
    return found


@functools.lru_cache(maxsize=KEPT_ORDERS)
def in_order(*values: float) -> list[int]:
    """Return `descending` of values that come again and again. Not to be written to."""
    return descending(list(values))


class StepRates:
    """What the figures of `valuing.led_to` are worth to a seat now.

    Attributes
    ----------
    known
        What they are worth together, by marker and space (see `Figures._arrival`).
    markers
        The values of all markers' next steps, by where the markers are.
    """

    __slots__ = (
        "boost", "card", "known", "markers", "medal", "medal_late", "movement", "new_rover",
        "patch", "steps", "tech",
    )  # fmt: skip

    def __init__(self, p: Player, w: Weights, left: float, late: float) -> None:
        use = 0.0
        if p.rovers or p.supply:
            use = min(1.0, (p.pods | p.meteors).bit_count() / 3.0)
        soon = min(1.0, left / FAR_OFF)
        self.medal = w.medal
        self.boost = w.boost
        self.movement = w.movement * use
        self.card = w.card
        self.tech = w.tech * soon
        self.patch = w.patch
        self.new_rover = w.new_rover * soon if p.supply else 0.0
        self.medal_late = w.medal_late * late
        self.steps = [w.step_civ, w.step_water, w.step_biomass, w.step_rover, w.step_tech]
        self.known: dict[int, float] = {}
        self.markers: dict[tuple[int, ...], list[float]] = {}


# Step rates by weights, corporation, things for rovers, rovers in supply and rounds left, up to
# `FAR_OFF`: seats ask for each other's, and the rounds left only change with the fullest planet.
STEP_RATES: Final[dict[tuple[Weights, Corporation, int, bool, float], StepRates]] = {}
KEPT_RATES: Final = 512
KEPT_MARKERS: Final = 256  # for each of them
OWN_WAYS: Final = (MAKESHIFT, OASIS)  # corporations whose markers do not just go up


class Figures(GreedyBot):
    """Base of `features.PlanetGreedy`: what its scores are made of."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = Weights
    p: Player
    laying: Laying | None = None
    _rules: Rules | None = None
    _known_weights: dict[tuple[Any, ...], Weights]

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights; they also decide which step an energy symbol would go to."""
        Bot.start(self, rules, seat, luck)
        self.w = self._weights_of(rules)
        self.plan = self.w
        self.faction = -1
        self.decision = 0
        self._looked_at = -1
        self._windows: dict[tuple[str, int], int] = {}
        self._pockets: dict[int, int] = {}  # cells of the pockets that a placement makes
        self.jumps: dict[int, float] = {}
        self._ends: list[valuing.End] = []  # of all planets; `_end` is for its own alone
        self._end = valuing.End()
        self._aims = Aims(None, [], [], [])
        self.kept = Kept((), [], [])
        self._pulling = Pulling(-1, -1, -1)
        self._grown: tuple[Any, Grown | None] = (None, None)
        self._worths: tuple[int, dict[int, tuple[float, list[float]]]] = (-1, {})
        if self.laying is None:
            self.laying = laying_of(rules.tables)  # type: ignore[attr-defined]

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name; without a profile those for the number of players."""
        found = super().named_weights(rules, faction)
        if not self.profile:
            profile = self._profile(rules)
            for change in (profile.weights, profile.factions.get(faction, {}), self.weights):
                found.update({key: float(value) for key, value in change.items()})
        return found

    def _weights_of(self, rules: Rules, faction: str = "") -> Weights:
        """Return the weights, kept for further games under the same rules."""
        if self._rules is not rules:
            self._rules, self._known_weights = rules, {}
        key = (faction, self.profile, *self.weights.items())
        found = self._known_weights.get(key)
        if found is None:
            found = weights_of(tuple(self.named_weights(rules, faction).items()))
            self._known_weights[key] = found
        return found

    def _profile(self, rules: Rules) -> Profile:
        """Return the profile, by default that for the number of players."""
        default = {1: "solo", 2: "duel"}.get(rules.seats, "standard")
        return read_profile(rules.data_folder(), self.profile or default)

    def _know_faction(self, view: PlanetState) -> None:
        """Use the weights that the profile has for this seat's corporation."""
        p = view.players[self.seat]
        self.faction = p.corp_no
        self._tops_of: list[int] = []
        self._tops: list[int] = []
        self.w = self.plan = self._weights_of(self.rules, p.corp.id)
        rivals = [
            view.tables.objectives[n - 1]["rival"] for n, *who in view.rivals if self.seat in who
        ]
        self.pinnacle = any(side["condition"] == "most_tracks_at_top" for side in rivals)
        self.values_of = [valuing.step_values(q.corp) for q in view.players]
        self.lines = lines_of(p.planet)
        w: Weights = self.w
        # Who compares this planet with the others looks at things closely in general. Without it guesses
        # do that hold longer: for when the game ends, for what a meteorite is worth to a rover, and for
        # the tracks that an energy symbol reaches from where a tile is laid.
        self.thorough = bool(w.deny or w.pace)

    # Once per decision ---------------------------------------------------------------------------

    def prepare(self, view: State) -> None:
        """Work out what the scores of this decision share."""
        assert isinstance(view, PlanetState)
        if self.faction < 0:
            self._know_faction(view)
        self.view = view
        self.p = view.players[self.seat]
        self._left = -1.0
        self.decision += 1
        self._planned: list[int] | None = None
        if self._windows:
            self._windows = {}
        if self._pockets:
            self._pockets = {}
        self._steps: list[float] | None = None
        if self.jumps:
            self.jumps = {}
        self._goals: list[tuple[float, str, int]] | None = None
        self._hopes: list[Hope] | None = None

    @property
    def late(self) -> float:
        """How near the end is: 0 up to five rounds before it, 1 in the last round."""
        return max(0.0, 1.0 - max(0.0, self.left - 1.0) / LATE)

    @property
    def left(self) -> float:
        """Rounds left, by a guess: `valuing.rounds_left`, or without the others `rounds_here`."""
        if self._left < 0:
            self._left = (
                valuing.rounds_left(self.view, self._ends)
                if self.thorough
                else valuing.rounds_here(self.view, self.p, self._end)
            )
        return self._left

    def size_worth(self, w: Weights) -> float:
        """Return what each cell of a tile is worth, wherever it lies.

        A planet that would not be full by the end of the game needs larger tiles; one that is ahead of
        the others gains more rounds, and steps, by smaller ones.
        """
        value = w.coverage
        if w.pace:
            room = self.p.planet.size - self.p.occ.bit_count() - valuing.LEFT_OPEN
            needed = room / max(1.0, self.left)
            value += w.pace * max(0.0, min(3.0, needed - valuing.CELLS_A_ROUND - TOLERANCE))
        return value

    def step_values(self) -> list[float]:
        """Return the value of one advance of each marker (0 where it cannot move)."""
        if self._steps is None:
            self._steps = self.marker_values(self.seat, self.w)
        return self._steps

    def marker_values(self, seat: int, w: Weights) -> list[float]:
        """Return the value of the next step of each of a seat's markers."""
        p, rates = self.view.players[seat], self.step_rates(seat, w)
        wishes = seat == self.seat and self._wishes(w)
        # mostly nothing else counts than where the markers are
        lasting = not (wishes or w.climb or p.pods_on or p.kind in OWN_WAYS)
        if lasting:
            key = tuple(p.marker)
            known = rates.markers.get(key)
            if known is not None:
                return known
            found = self._ways_up(p, rates)
            if len(rates.markers) >= KEPT_MARKERS:
                rates.markers.clear()
            rates.markers[key] = found
            return found
        found = []
        for marker in range(5):
            space = tracks.first_destination(p, marker)
            value = self._arrival(p, marker, space, w, rates, wishes) if space >= 0 else 0.0
            found.append(value)
        return found

    def _ways_up(self, p: Player, rates: StepRates) -> list[float]:
        """Return the same for markers that just go up and lead to nothing but what is on the way."""
        above, known = p.corp.above, rates.known
        found = []
        for marker, here in enumerate(p.marker):
            space = above[here]
            if space < 0:
                found.append(0.0)
                continue
            led = known.get(marker << 8 | space << 1 | (space == here))  # as in `_arrival`
            if led is None:
                led = self._led(p, marker, space, rates)
            found.append(led + rates.steps[marker])
        return found

    def step_rates(self, seat: int, w: Weights) -> StepRates:
        """Return what steps of a seat are worth by some weights, kept by all that it depends on."""
        p = self.view.players[seat]
        left = min(self.left, FAR_OFF)
        things = min(3, (p.pods | p.meteors).bit_count()) if p.rovers or p.supply else 0
        key = (w, p.corp, things, p.supply > 0, left)
        found = STEP_RATES.get(key)
        if found is None:
            if len(STEP_RATES) >= KEPT_RATES:
                STEP_RATES.clear()
            found = STEP_RATES[key] = StepRates(p, w, left, self.late)
        return found

    def space_value(self, seat: int, marker: int, space: int, w: Weights) -> float:
        """Return the value of a marker arriving at a space."""
        wishes = seat == self.seat and self._wishes(w)
        p = self.view.players[seat]
        return self._arrival(p, marker, space, w, self.step_rates(seat, w), wishes)

    def _arrival(
        self, p: Player, marker: int, space: int, w: Weights, rates: StepRates, wishes: bool
    ) -> float:
        # one bit tells the marker that stays where it is from those that come from below
        known = rates.known.get(marker << 8 | space << 1 | (space == p.marker[marker]))
        value = self._led(p, marker, space, rates) if known is None else known
        if w.climb:
            value += w.climb * self._climb(p, marker, space)
        if wishes:
            value += self._top_goal(marker, w)
        return value + rates.steps[marker]

    def _led(self, p: Player, marker: int, space: int, rates: StepRates) -> float:
        """Return what a marker's arriving at a space and the way on are worth; it is known then."""
        of_corp = valuing.step_values(p.corp)
        led = valuing.led_to(of_corp, p, marker, space, self._left)
        value = (
            rates.medal * led[0]
            + rates.boost * led[1]
            + rates.movement * led[2]
            + rates.card * led[4]
            + rates.tech * led[5]
            + rates.patch * led[6]
        )
        if p.supply:
            value += rates.new_rover * led[3]
        if rates.medal_late:
            value += rates.medal_late * of_corp.now[space][valuing.MEDAL]
        rates.known[marker << 8 | space << 1 | (space == p.marker[marker])] = value
        return value

    def _climb(self, p: Player, marker: int, space: int) -> float:
        """Return the best medal still ahead on a track by how likely it comes into reach."""
        track, step = space >> 4, space & STEP
        top = p.corp.tops[track]
        best = max(p.corp.vp[track << 4 : (track << 4) + top + 1])
        reach = min(1.0, (self.left + 1.0) / (top - step + 1.0))
        return float(best * reach * (step / top) ** 2)

    def _wishes(self, w: Weights) -> bool:
        """Tell whether an objective speaks of the tops of tracks."""
        return self.pinnacle or bool(self.p.private and (w.summit or self._wanted_tops()))

    def _wanted_tops(self) -> list[int]:
        """Return the tracks of whose top a private objective speaks, kept while they stay the same."""
        private = self.p.private
        if self._tops_of != private:
            objectives = self.view.tables.objectives
            sides = [objectives[number - 1]["private"] for number in private]
            self._tops_of = private[:]
            self._tops = [
                RESOURCES.index(side["of"]) for side in sides if side["condition"] == "track_at_top"
            ]
        return self._tops

    def _top_goal(self, marker: int, w: Weights) -> float:
        """Return what a step is worth for objectives about the tops of tracks."""
        value = 0.0
        for track in self._wanted_tops():
            if track == marker:
                value += w.private * (
                    0.5 + 2.0 * (self.p.step(marker) / self.p.corp.tops[marker]) ** 2
                )
        if self.pinnacle:
            value += (w.rival + w.duel) * self.p.step(marker) / 15.0
        if w.summit:
            for hope in self.hopes():
                if hope.name == "summit" and hope.resource == marker:
                    value += w.summit * hope.gain(1)
        return value

    # Placements ------------------------------------------------------------------------------------

    def planned_tracks(self) -> list[int]:
        """Return the tracks in the order in which an energy symbol would choose them."""
        if self._planned is None:
            plan = self.step_values()
            if self.plan is not self.w:  # an explanation: what counts is what the bot would do
                plan = self.marker_values(self.seat, self.plan)
            self._planned = in_order(*plan)
        return self._planned

    def goals(self) -> list[tuple[float, str, int]]:
        """Return (weight, condition, resource) of the objectives that placements can serve."""
        if self._goals is None:
            self._goals = self._aims_of_the_game()
        return self._goals

    def _aims_of_the_game(self) -> list[tuple[float, str, int]]:
        """Return the same, worked out anew when somebody got or gave up an objective."""
        view, p = self.view, self.p
        kept = self._aims
        if (
            kept.w is not self.w
            or kept.private != p.private
            or kept.rivals != view.rivals
            or kept.shared != view.shared
        ):
            objectives = view.tables.objectives
            rivals = [number for number, *seats in view.rivals if self.seat in seats]
            rivals += view.shared
            found = [(self.w.rival, objectives[number - 1]["rival"]) for number in rivals]
            found += [(self.w.private, objectives[n - 1]["private"]) for n in p.private]
            found = [one for one in found if one[0]]
            kept = self._aims = Aims(self.w, p.private[:], view.rivals[:], view.shared[:])
            kept.goals = [
                (weight, side["condition"], RESOURCES.index(side["of"]))
                for weight, side in found
                if side.get("of") in RESOURCES
            ]
            conditions = [objectives[n - 1]["private"]["condition"] for n in p.private]
            kept.ice = "all_ice_covered" in conditions
        return kept.goals

    def hopes(self) -> list[Hope]:
        """Return the objectives that the seat plays for, kept for this decision."""
        if self._hopes is None:
            self._hopes = hopes_of(self)
        return self._hopes

    def collected(self, thing: str) -> float:
        """Return what collecting one more thing is worth for objectives."""
        value = 0.0
        for hope in self.hopes():
            weight = float(getattr(self.w, hope.name))
            if hope.condition == "collect_at_least_9" and thing == "meteorite":
                value += weight * hope.gain(1)
            elif hope.of == thing and hope.name == "duel":
                value += weight * hope.gain(1 if hope.condition == "most_collected" else -1)
        return value

    def wants_ice(self) -> bool:
        """Tell whether a private objective asks for all ice to be covered."""
        self.goals()
        return self._aims.ice

    def window(self, condition: str, resource: int) -> int:
        """Return the place for a shape that an objective asks for, kept for this decision."""
        key = (condition, resource)
        if key not in self._windows:
            self._windows[key] = best_window(self.p, condition, resource)
        return self._windows[key]

    def _keep(self) -> Kept:
        """Return what stays the same as long as the planet does."""
        if self._looked_at != self.decision:
            self._looked_at = self.decision
            p = self.p
            voids = p.voids
            # a meteorite that the Horizon Group loads stays where it voids lines, but is no aim any more
            key: tuple[int, ...] = (p.occ, voids)
            if self.thorough:
                key = (p.occ, voids, p.pods, p.symbols[ROVER], p.meteors)
            if self.kept.key != key:
                self.kept = self._keep_anew(key, self.kept)
        return self.kept

    def _keep_anew(self, key: tuple[int, ...], old: Kept) -> Kept:
        """Work out the same anew; the lines have only changed if something was laid."""
        p = self.p
        rows = old.rows
        was = old.key[0] if old.key else -1
        if was != p.occ:
            free = p.planet.grid & ~p.planet.currents
            if was & ~p.occ:  # not this planet as it was before
                free &= ~p.occ
                rows = [
                    first + (line & free).bit_count()
                    for first, line in zip(FIRST_ROW, self.lines.masks, strict=True)
                ]
            else:
                rows = rows[:]
                for cell in cells_of(p.occ & ~was & free):
                    rows[cell // STRIDE] -= 1
                    rows[SIZE + cell % STRIDE] -= 1
        if old.key and old.key[1] == key[1]:
            return Kept(key, rows, old.voids)
        voids: set[int] = set()
        for cell in cells_of(key[1]):
            voids.add(cell // STRIDE)
            voids.add(SIZE + cell % STRIDE)
        return Kept(key, rows, list(voids))

    def line_rows(self) -> list[int]:
        """Return the row of each line in `Grown.line_rows`: twelve rows, then twelve columns."""
        return self._keep().rows

    def gap(self, line: int) -> int:
        """Return the free cells of a line."""
        return self._keep().rows[line] - line * (SIZE + 1)

    def void_lines(self) -> list[int]:
        """Return the numbers of the lines with a meteorite."""
        return self._keep().voids

    def grown(self) -> Grown:
        """Return what filling cells of lines is worth, by the weights in force."""
        if self._grown[0] is not self.w:
            w: Weights = self.w
            found = grown(self.p.planet, w.lines, w.fill, w.completion, w.holes, w.tips)
            self._grown = (w, found)
        kept = self._grown[1]
        assert kept is not None
        return kept

    def filled(self) -> list[float]:
        """Return what one more cell of each line is worth."""
        kept, table = self._keep(), self.grown().line_rows
        found = [table[row][1] for row in kept.rows]
        for line in kept.voids:
            found[line] *= VOID_SHARE
        return found

    def danger(self) -> list[float]:
        """Return what a meteorite in each line puts at risk; a line that is void already is not."""
        kept = self._keep()
        w: Weights = self.w
        early = w.meteor * (0.6 if self.p.rovers else 1.0)
        late = w.meteor_late * max(0.0, 1 - self.left / 8)
        medals = self.lines.medals
        found = [early * medal for medal in medals]
        if late:
            fullness = self.lines.fullness
            for line, row in enumerate(kept.rows):
                found[line] += late * medals[line] * fullness[row]
        for line in kept.voids:
            found[line] = 0.0
        return found

    def freed(self, cell: int) -> float:
        """Return the medals of the lines that a meteorite on this cell alone makes void.

        A line counts by the square of how full it is: an open line may never score.
        """
        others = self.p.voids & ~(1 << cell)
        lines, rows = self.lines, self._keep().rows
        freed = 0.0
        for line in (cell // STRIDE, SIZE + cell % STRIDE):
            if not lines.masks[line] & others:
                freed += lines.medals[line] * lines.fullness[rows[line]]
        return freed

    def pulls(self, load: int) -> tuple[list[float], list[tuple[list[int], float]]]:
        """Return what `pull` has found so far, by cell, and what pulls; kept with the planet.

        What pulls are things that a rover may want: how far each cell is from it, and its worth.
        """
        kept = self._keep().pulls if self.thorough else self._guessed_pulls()
        found = kept.get(load)
        if found is None:
            found = kept[load] = ([UNKNOWN] * CELLS_OF_FRAME, self._targets_anew(load))
        return found

    def _guessed_pulls(self) -> dict[int, tuple[list[float], list[tuple[list[int], float]]]]:
        """Return the same by load, for guesses: they hold as long as the things stay."""
        p, kept = self.p, self._pulling
        depots = p.symbols[ROVER] if p.kind == HORIZON else 0
        if kept.pods != p.pods or kept.meteors != p.meteors or kept.depots != depots:
            kept = self._pulling = Pulling(p.pods, p.meteors, depots)
        return kept.by_load

    def _targets_anew(self, load: int) -> list[tuple[list[int], float]]:
        p = self.p
        if p.kind == HORIZON and load:
            return [(far_from(c), 1.0) for c in cells_of(p.symbols[ROVER])]
        found = [(nearest(p.pods), 1.0)] if p.pods else []  # the nearest pulls most
        medals = self.lines.medals
        for c in cells_of(p.meteors):
            if self.thorough:
                cleared = CLEARED_LINES * self.freed(c)
            else:
                cleared = CLEARED_MEDAL * (medals[c // STRIDE] + medals[SIZE + c % STRIDE])
            found.append((far_from(c), CLEARING + cleared))
        return found

    def pull(self, cell: int, load: int) -> float:
        """Return how strongly the best target pulls: its worth by its distance."""
        known, targets = self.pulls(load)
        found = known[cell]
        if found < 0.0:
            found = known[cell] = strongest(targets, cell)
        return found

    def best_step(self) -> float:
        """Return the value of the step that the bot would choose."""
        return self.step_values()[self.planned_tracks()[0]]
