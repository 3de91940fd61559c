"""What actions bring: missions and ships, accreditation, effects, the five planets."""

from __future__ import annotations

from typing import Final

from simkit.games.federation import estimates as est
from simkit.games.federation import terms as t
from simkit.games.federation.bot_outlook import NO_ACTIONS, NOT_COUNTED
from simkit.games.federation.bot_senate import Senator
from simkit.games.federation.budget import MOST_LACKING, NONE_LACKING, UNKNOWN
from simkit.games.federation.erudites import takeable
from simkit.games.federation.legal import numbers, open_structures
from simkit.games.federation.payment import affordable, pack
from simkit.games.federation.tables import Task

PROJECT_WORTH: Final = 1.2  # of moving a project of one's choice, by and large
NO_SHIPS: Final = [0.0]


class Actor(Senator):
    """Knows what effects and whole senate actions are worth to its seat."""

    __slots__ = ()

    # Missions, ships, accreditation, die ---------------------------------------------------------

    def marker_values(self) -> list[float]:
        """Return what a marker on each mission is worth, by the ships and the level at hand."""
        if self.markers:
            return self.markers
        p, left, worth, level = self.p, self.left, self.worth, self.s.level(self.me)
        present = p.markers
        ships = p.hangar + (1 if left else 0) - t.ONES[present & ~p.flown]
        enough = 1 if ships > 0 else 0
        part, known = self.horizon.marker_parts[enough], self.marked[2 * left + enough]
        if not known[level]:
            usual, both = (
                self.horizon.usual_parts[enough],
                zip(worth.marked[left][level], worth.usual[left][level]),
            )
            known[level] = [part * each + usual * other for each, other in both]
        found = known[level][:]
        if part != 0.0:
            counts = self.own_counts()
            for mission, metric, each, more in worth.scoring[left][level]:
                found[mission] = part * (counts[metric] * each + more) + found[mission]
        for mission in numbers(self.tables, present):
            found[mission] = 0.0
        self.markers = found
        return found

    def ships(self, n: int) -> float:
        """Return what ships are worth, by the missions that lack one; each needs a turn to fly."""
        if n <= 0:  # a patch may take ships away
            return 0.0
        worths, most = self.fleet()
        return worths[n if n < most else most]

    def fleet(self) -> tuple[list[float], int]:
        """Return what ships are worth, by their number, and how many of them can be had."""
        p = self.p
        hangar = p.hangar
        most = self.tables.hangar_max - hangar
        most = most if most < p.supply else p.supply
        if most <= 0:
            return NO_SHIPS, 0
        if hangar >= self.left * 4 + 4 - p.turns:
            return self.horizon.late_ships, most
        reached = self.worth.reached[self.left][self.s.level(self.me)]
        lacking = t.ONES[p.markers & ~p.flown & reached] + NONE_LACKING - hangar
        row = 0 if lacking < 0 else lacking if lacking < MOST_LACKING else MOST_LACKING
        return self.horizon.ships[row], most

    def steps(self, n: int) -> float:
        """Return what accreditation steps are worth: level, medal, Deep Space tile, points beyond."""
        p, tables = self.p, self.tables
        step = p.step
        end = step + n
        if end > tables.top_step:
            beyond = self.rates.accreditation * tables.pp_beyond_top * (end - tables.top_step)
            return beyond + (self.steps(tables.top_step - step) if step < tables.top_step else 0.0)
        value = n * self.horizon.step
        if step < tables.medal_step <= end and not p.medals >> t.MEDAL_ACCREDITATION & 1:
            value += self.rates.medal * 3.0 * (self.s.medal_copies[0] > 0)
        if step < tables.deep_space_step <= end and p.deep < 0:
            value += self.rates.deep_space * 6.0
        return value

    def die(self, n: int) -> float:
        """Return what raising the assistant die is worth."""
        most = self.tables.die_max - self.p.die
        return self.horizon.die * (n if n < most else most)

    # Effects and senate actions --------------------------------------------------------------------

    def effects(self, tasks: list[Task]) -> float:
        """Return what a list of effects is worth to this seat."""
        value = 0.0
        for op, a, b, _ in tasks:
            if op == t.GAIN:
                value += self.resource(a, b)
            elif op == t.ACCREDIT:
                value += self.steps(a)
            elif op == t.SHIP:
                value += self.ships(a)
            elif op == t.MARKER:
                value += self.any_marker * a
            elif op == t.DIE:
                value += self.die(a)
            elif op == t.PROJECT:
                value += self.rates.funding * 1.6 * a
            elif op == t.MEDAL:
                value += self.rates.medal * 3.0
            elif op == t.PP_PER:
                value += self.rates.mission * self.own_counts()[a] * b
            elif op == t.ACTION:
                value += self.action(a)
            elif op == t.PICK:
                value += self.picks(a, b >> 1)
            elif op == t.PRESIDENT:
                value += self.rates.president * (0.6 if self.left else 0.0)
            else:
                value += self.rates.erudite * est.effects_worth(self.tables, [(op, a, b, -1)])
        return value

    def picks(self, menu: int, n: int) -> float:
        """Return what n picks from a menu are worth: of the option that is best by rule of thumb."""
        return n * self.effects(self.tables.menus[menu][self.worth.best_option[menu]])

    def action(self, action: int) -> float:
        """Return what a senate action is worth now."""
        found = self.actions[action]
        if found <= UNKNOWN:
            if self.actions is NO_ACTIONS:
                self.actions = NO_ACTIONS[:]
            found = self.value_action(action)
        return found

    def value_action(self, action: int) -> float:
        """Work out what a senate action is worth, and note it in a list that is this decision's own.

        A planet's action is worth what the plan is that rule of thumb makes for it.
        """
        if action == t.SIX_MOONS:
            found = self.six_moons()
        elif action == t.ATAL:
            if self.counts_erudites:
                plan = est.best_erudite(self.s, self.me, self.own_counts(), self.worth)
            else:
                plan = est.usual_erudite(self.s, self.me, self.worth)
            found = self.atal(plan) if plan >= 0 else 0.0
        elif action == t.ARRATUIN:
            plan = est.best_shop(self.s, self.p, self.can_pay(), self.worth)
            found = self.shop(plan) if plan >= 0 else 0.0
        elif action == t.E81216:
            mask = self.can_pay() >> self.tables.first_structure & self.tables.all_structures
            mask = open_structures(self.s, self.p, mask)
            found = self.structure(self.best_structure(mask)) if mask else 0.0
        elif action == t.NEO:
            found = self.neo(est.best_cell(self.s, self.p, self.worth))
        elif action == t.SPY:
            found = self.action(self.copied()) - self.budget.actions[action]
        else:
            self.value_rooms()
            return self.actions[action]
        self.actions[action] = found
        return found

    def value_rooms(self) -> None:
        """Work out what the rooms and the Outer Module are worth."""
        w, found, prices = self.rates, self.actions, self.budget.actions
        ships, most = self.fleet()
        found[t.ROOM_A] = self.steps(2)
        found[t.ROOM_B] = ships[2 if most > 1 else most] - prices[t.ROOM_B]
        found[t.ROOM_C] = ships[1 if most else 0] + self.any_marker
        president = w.president * (0.6 if self.left else 0.0)
        found[t.ROOM_D] = self.medal_worths[t.ONES[self.p.medals]] + president
        found[t.ROOM_E] = self.die(2) - prices[t.ROOM_E]
        found[t.ROOM_F] = self.steps(1) + w.funding * PROJECT_WORTH
        found[t.OUTER] = self.fade * w.oceanium

    def copied(self) -> int:
        """Return the action that spying would copy: by rule of thumb Atal, if an erudite can be taken."""
        return t.ATAL if takeable(self.s, self.me) else t.SIX_MOONS

    # Planets ---------------------------------------------------------------------------------------

    def neo(self, cell: int) -> float:
        """Return what moving the miner to a cell is worth."""
        tables = self.tables
        rise = tables.cell_influence[cell] - tables.cell_influence[self.p.miner]
        value = self.influence(t.NEO) * rise
        s = self.s
        if tables.cell_dead[cell]:
            if s.dead:
                seen = s.seen >> cell & 1
                if seen:
                    value += self.budget.asteroids[est.best_asteroid(s.dead, self.worth)]
                else:
                    value += self.price((0, 0, 0, 2))
        elif s.asteroids[cell] >= 0:
            seen = s.seen >> cell & 1
            token = s.asteroids[cell]
            value += self.budget.asteroids[token] if seen else self.price((1, 1, 1, 0))
        else:
            value += self.budget.cells[cell]
        return value

    def six_moons(self) -> float:
        """Return what moving the mage one moon and taking a token is worth."""
        mage, last = self.p.mage, self.tables.moon_last
        late = self.left == 0 and self.p.turns >= 4  # a point, if there is no turn left to use it
        worth = 1.0 if late else 0.55 * est.best_token(self.s, min(mage + 1, last), self.worth)
        value = self.rates.token * worth
        return self.influence(t.SIX_MOONS) + value if mage < last else value

    def atal(self, tile: int) -> float:
        """Return what taking an erudite is worth."""
        w, p, tables = self.rates, self.p, self.tables
        worth, _, k, colour = self.worth.tiles[tile]
        value = self.influence(t.ATAL)
        if k:
            value += self.points(tile)
        value += w.erudite * worth
        if tables.erudite_level[tile] < 3:
            if w.opening == 0.0:
                return value
            top = self.s.open & tables.top_mask[tables.erudite_colour[tile]]
            if top and not p.erudites & colour:
                value += w.opening * self.opened_worth(top.bit_length() - 1)
        elif self.worth.points[tile][0] >= 0:
            value -= (w.specialist + w.specialist_usual) * 0.7 * self.left
        return value

    def points(self, tile: int) -> float:
        """Return what the points of an erudite are worth: as counted now, or what is usual by then."""
        w = self.rates
        value = w.specialist_usual * self.worth.usual_points[self.left][tile]
        if w.specialist != 0.0:
            value += w.specialist * est.erudite_points(self.p, self.own_counts(), tile, self.worth)
        return value

    def opened_worth(self, tile: int) -> float:
        """Return what a first erudite of a colour opens: part of the points of its level-3 tile."""
        chance = 0.25 if self.left <= 0 else 0.5
        return chance * est.erudite_points(self.p, self.own_counts(), tile, self.worth)

    def can_pay(self) -> int:
        """Return what the seat can pay for, as `payment.affordable` does, once a decision."""
        if self.payable < 0:
            self.payable = affordable(self.tables, pack(self.p.res))
        return self.payable

    def shop(self, shop: int, level: int = 0) -> float:
        """Return what a trade is worth."""
        now = self.p.shops[shop]
        level = level or min(2, now + 1)
        value = self.influence(t.ARRATUIN) * (level - now)
        gain = self.budget.trades[shop][level - 1]
        if gain <= UNKNOWN:
            gain = self.effects(self.tables.shop_effects[shop][level - 1])
        value += gain - self.budget.shops[shop]
        return value + self.rates.trade

    def best_structure(self, mask: int) -> int:
        """Return the structure worth most by rule of thumb among those of a mask, which has one."""
        first = self.tables.n_industries
        counts = self.own_counts() if mask >> first else NOT_COUNTED  # which only points ask for
        return est.best_structure(self.s, mask, counts, self.worth)

    def structure(self, structure: int, free: bool = False) -> float:
        """Return what building is worth."""
        tables, w = self.tables, self.rates
        value = 0.0 if free else -self.budget.structures[structure]
        robots = self.p.robots - 1
        value -= w.robot * (1.0 if robots < self.left else 0.3)
        if structure < tables.n_industries:
            value += self.influence(t.E81216)
            value += w.industry * self.worth.incomes[structure] * (self.left + 2) * 0.8
            return value
        points = est.mega_points(self.s, self.own_counts(), structure)
        value += 2 * self.influence(t.E81216)
        return value + w.megastructure * (points - 1.1 * self.left)
