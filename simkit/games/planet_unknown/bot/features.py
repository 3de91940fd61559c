"""The greedy bot of Planet Unknown: how each kind of action is scored.

Placements are scored in `laying`, all of a decision at once, patches in `patching`, what comes up rarely
in `rare`; the figures behind the scores stand in `figures`, the weights in `weights`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simkit.core.bot import Choice
from simkit.core.state import State
from simkit.games.planet_unknown.bot import alone, rare
from simkit.games.planet_unknown.bot.adding import NOTHING
from simkit.games.planet_unknown.bot.figures import OWN_WAYS, Figures
from simkit.games.planet_unknown.bot.kept import strongest
from simkit.games.planet_unknown.bot.laying import pocket_cells
from simkit.games.planet_unknown.bot.patching import Patching
from simkit.games.planet_unknown.bot.weight_set import Weights
from simkit.games.planet_unknown.rules import actions, placing, player, scoring, tracks
from simkit.games.planet_unknown.rules.actions import DONE, MOVE_ROVER, RELOCATE_ROVER
from simkit.games.planet_unknown.rules.cells import CELL
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import WATER
from simkit.games.planet_unknown.schema import TURN

DRIVING: Final = (MOVE_ROVER, RELOCATE_ROVER)
WHOSE: Final = 255 << 6  # bits of a rover's step: where it is
PODS: Final = frozenset((actions.STOW_POD, actions.SHIFT_POD))
AT_ONCE: Final = frozenset(
    (
        actions.PLACE, actions.ROTATE, MOVE_ROVER, RELOCATE_ROVER,
        actions.ADVANCE_MARKER, actions.LAY_PATCH, *PODS,
    )
)  # fmt: skip
ROOMY: Final = 16  # free cells among which some tile always fits, nearly


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
            return _best(candidates, rare.pod_scores(self, view, candidates))
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
            return rare.card_score(self, action >> 6)
        return rare.rare_score(self, kind, action)

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
                if p.kind == player.HORIZON:
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
        if self.view.seats == 1 and p.kind not in OWN_WAYS:  # which are no columns
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

    # Positions -------------------------------------------------------------------------------------

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
