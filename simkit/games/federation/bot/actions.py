"""What actions bring: missions and ships, accreditation, effects, the five planets."""

from __future__ import annotations

from typing import Final

from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.budget import UNKNOWN
from simkit.games.federation.bot.outlook import NO_ACTIONS, NOT_COUNTED, NOT_KNOWN
from simkit.games.federation.bot.senate import Senator
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.legal import numbers, open_structures
from simkit.games.federation.rules.payment import affordable, pack
from simkit.games.federation.rules.tables import Task

ACCREDITED: Final = 1 << terms.MEDAL_ACCREDITATION
NO_SHIPS: Final = [0.0]


class Actor(Senator):
    """Knows what effects and whole senate actions are worth to its seat."""

    __slots__ = ()

    # Missions, ships, accreditation, die ---------------------------------------------------------

    def marker_values(self) -> list[float]:
        """Return what a marker on each mission is worth, by the ships and the level at hand."""
        if self.markers:
            return self.markers
        p, left, present = self.p, self.left, self.p.markers
        level = p.level
        ships = p.hangar + (1 if left else 0) - terms.ONES[present & ~p.flown]
        enough = 1 if ships > 0 else 0
        known = self.marked[2 * left + enough]
        found = known[level] if self.tables.caches else NOT_KNOWN
        found = (found or self.value_markers(known, enough, level)).copy()
        self.count_for_markers(found, enough, level)
        ready = self.brings[terms.READY_MISSIONS]
        if ready:
            found = [value + ready for value in found]
        tables = self.tables
        for mission in tables.numbers.get(present) or numbers(tables, present):
            found[mission] = 0.0
        self.markers = found
        return found

    def value_markers(self, known: list[list[float]], enough: int, level: int) -> list[float]:
        """Work out what markers are worth without what is counted for the missions that score, and note
        it by the level at hand.
        """
        worth, left = self.worth, self.left
        part = self.horizon.marker_parts[enough]
        known[level] = [part * each for each in worth.marked[left][level]]
        return known[level]

    def count_for_markers(self, found: list[float], enough: int, level: int) -> None:
        """Add to what markers are worth what is counted for the missions that score."""
        part, counts = self.horizon.marker_parts[enough], self.own_counts()
        for mission, metric, each, more in self.worth.scoring[self.left][level]:
            found[mission] = part * (counts[metric] * each + more) + found[mission]

    def ships(self, n: int) -> float:
        """Return what ships are worth, by the missions that lack one; each needs a turn to fly."""
        if n <= 0:  # a patch may take ships away
            return 0.0
        worths, most = self.fleet()
        taken = n if n < most else most
        return worths[taken] + self.brings[terms.HANGAR] * taken

    def fleet(self) -> tuple[list[float], int]:
        """Return what ships are worth, by their number, and how many of them can be had."""
        p = self.p
        hangar, room = p.hangar, self.tables.hangar_max - p.hangar
        most = room if room < p.supply else p.supply
        if most <= 0:
            return NO_SHIPS, 0
        if hangar >= self.left * 4 + 4 - p.turns:
            return self.horizon.late_ships, most
        reached = self.worth.reached[self.left][p.level]
        return self.horizon.ships[terms.ONES[p.markers & ~p.flown & reached] + room], most

    def steps(self, n: int) -> float:
        """Return what accreditation steps are worth, with what laws pay for a level."""
        levels, step = self.tables.level_of, self.p.step
        end = step + n if step + n < len(levels) else len(levels) - 1
        return self.plain_steps(n) + self.brings[terms.LEVEL] * (levels[end] - levels[step])

    def plain_steps(self, n: int) -> float:
        """Return what steps are worth without laws: upkeep, medal, Deep Space tile, points beyond."""
        p, tables = self.p, self.tables
        step = p.step
        end = step + n
        if end > tables.top_step:
            beyond = self.rates.accreditation * tables.pp_beyond_top * (end - tables.top_step)
            return beyond + (
                self.plain_steps(tables.top_step - step) if step < tables.top_step else 0.0
            )
        value = n * self.horizon.step
        if step < tables.medal_step <= end and not p.medals & ACCREDITED:
            value += self.rates.medal * 3.0 * (self.s.medal_copies[0] > 0)
        if step < tables.deep_space_step <= end and p.deep < 0:
            value += self.rates.deep_space * 6.0
        return value

    def die(self, n: int) -> float:
        """Return what raising the assistant die is worth."""
        most = self.tables.die_max - self.p.die
        return (self.horizon.die + self.brings[terms.DIE_VALUE]) * (n if n < most else most)

    # Effects and senate actions --------------------------------------------------------------------

    def effects(self, tasks: list[Task]) -> float:
        """Return what a list of effects is worth to this seat; picks are of the best by rule of thumb."""
        value = 0.0
        for op, a, b, _ in tasks:  # the kinds that come up most first
            if op == terms.ACCREDIT:
                value += self.steps(a)
            elif op == terms.PICK:
                value += (b >> 1) * self.option(a, self.worth.best_option[a])
            elif op == terms.DIE:
                value += self.die(a)
            elif op == terms.SHIP:
                value += self.ships(a)
            elif op == terms.PROJECT:
                value += self.any_project * a
            elif op == terms.MARKER:
                value += (self.any_marker + self.brings[terms.READY_MISSIONS]) * a
            elif op == terms.GAIN:
                value += self.resource(a, b)
            elif op == terms.MEDAL:
                value += self.medal_worths[terms.ONES[self.p.medals]]
            elif op == terms.PP_PER:
                value += self.rates.mission * self.own_counts()[a] * b
            elif op == terms.ACTION:
                value += self.action(a)
            elif op == terms.PRESIDENT:
                value += self.horizon.president
            elif op == terms.COPY_ACTION:
                value += self.action(self.copied())
            elif op == terms.ALTERATION:
                worth = estimates.effects_worth(self.tables, [(op, a, b, -1)])
                value += self.rates.erudite * worth + self.brings[terms.UNUSED_TOKENS] * b
            else:
                value += self.rates.erudite * estimates.effects_worth(self.tables, [(op, a, b, -1)])
        return value

    def option(self, menu: int, option: int) -> float:
        """Return what an option of a menu is worth."""
        gain = self.budget.options[menu][option]
        return gain if gain > UNKNOWN else self.effects(self.tables.menus[menu][option])

    def action(self, action: int) -> float:
        """Return what a senate action is worth now."""
        found = self.actions[action]
        if found <= UNKNOWN:
            if self.actions is NO_ACTIONS:
                self.actions = NO_ACTIONS.copy()
            found = self.value_action(action)
        return found

    def value_action(self, action: int) -> float:
        """Work out what a senate action is worth, and note it in a list that is this decision's own.

        A planet's action is worth what the plan is that rule of thumb makes for it.
        """
        if action > terms.E81216:
            if action != terms.SPY:
                return self.value_room(action)
            found = self.action(self.copied()) - self.budget.actions[terms.SPY]
        elif action == terms.SIX_MOONS:
            found = self.six_moons()
        elif action == terms.ATAL:
            plan = estimates.best_erudite(self.s, self.me, self.own_counts(), self.worth)
            found = self.atal(plan) if plan >= 0 else 0.0
        elif action == terms.E81216:
            mask = open_structures(self.s, self.p, self.can_pay() >> self.tables.first_structure)
            found = self.structure(self.best_structure(mask)) if mask else 0.0
        elif action == terms.ARRATUIN:
            plan = estimates.best_shop(self.s, self.p, self.can_pay(), self.worth)
            found = self.shop(plan) if plan >= 0 else 0.0
        else:
            found = self.neo(estimates.best_cell(self.s, self.p, self.worth))
        self.actions[action] = found
        return found

    def value_room(self, room: int) -> float:
        """Return what a room or the Outer Module is worth: its effects, less its cost."""
        found = self.effects(self.tables.action_effects[room]) - self.budget.actions[room]
        self.actions[room] = found
        return found

    def copied(self) -> int:
        """Return the action that spying would copy: by rule of thumb Atal, if an erudite can be taken."""
        return terms.ATAL if self.s.open & self.p.collection.admits else terms.SIX_MOONS

    # Planets ---------------------------------------------------------------------------------------

    def neo(self, cell: int) -> float:
        """Return what moving the miner to a cell is worth."""
        tables = self.tables
        rise = tables.cell_influence[cell] - tables.cell_influence[self.p.miner]
        each = self.influences[terms.NEO]
        if each <= UNKNOWN:
            each = self.influence(terms.NEO)
        value = each * rise
        s = self.s
        if tables.cell_dead[cell]:
            if s.dead:
                seen = s.seen >> cell & 1
                if seen:
                    value += self.budget.asteroids[estimates.best_asteroid(s.dead, self.worth)]
                else:
                    value += self.price((0, 0, 0, 2))
                value += self.brings[terms.ASTEROIDS]
        elif s.asteroids[cell] >= 0:
            value += self.brings[terms.ASTEROIDS]
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
        moon = mage + 1 if mage < last else last
        worth = 1.0 if late else 0.55 * estimates.best_token(self.s, moon, self.worth)
        value = self.rates.token * worth
        if self.s.moons[moon]:
            value += self.brings[terms.UNUSED_TOKENS]
        if mage >= last:
            return value
        each = self.influences[terms.SIX_MOONS]
        return (each if each > UNKNOWN else self.influence(terms.SIX_MOONS)) + value

    def token(self, token: int) -> float:
        """Return what taking an alteration token is worth."""
        return self.rates.token * self.worth.tokens[token] + self.brings[terms.UNUSED_TOKENS]

    def atal(self, tile: int) -> float:
        """Return what taking an erudite is worth."""
        w, horizon = self.rates, self.horizon
        points = self.points(tile)
        each = self.influences[terms.ATAL]
        if each <= UNKNOWN:
            each = self.influence(terms.ATAL)
        value = each + points + horizon.effects[tile] - horizon.waits[tile]
        if not self.p.erudites & self.worth.colours[tile]:
            value += self.brings[terms.ERUDITE_COLOURS]
        if self.tables.erudite_level[tile] < 3:
            top = self.s.open & self.tables.top_mask[self.tables.erudite_colour[tile]]
            if top and not self.p.erudites & self.worth.colours[tile]:
                value += w.opening * self.opened_worth(top.bit_length() - 1)
        return value

    def points(self, tile: int) -> float:
        """Return what the points of an erudite are worth, as counted now."""
        points = estimates.erudite_points(self.p, self.own_counts(), tile, self.worth)
        return self.rates.specialist * points

    def opened_worth(self, tile: int) -> float:
        """Return what a first erudite of a colour opens: part of the points of its level-3 tile."""
        chance = 0.25 if self.left <= 0 else 0.5
        return chance * estimates.erudite_points(self.p, self.own_counts(), tile, self.worth)

    def can_pay(self) -> int:
        """Return what the seat can pay for, as `payment.affordable` does, once a decision."""
        if self.payable < 0:
            tables, purse = self.tables, pack(self.p.res)
            self.payable = tables.affordable.get(purse) or affordable(tables, purse)
        return self.payable

    def shop(self, shop: int, level: int = 0) -> float:
        """Return what a trade is worth that moves the disc on, or to a level."""
        now, budget = self.p.shops[shop], self.budget
        if not level:
            level = now + 1 if now < 2 else 2
        gain = budget.trades[shop][level - 1]
        if gain <= UNKNOWN:
            gain = self.effects(self.tables.shop_effects[shop][level - 1]) - budget.shops[shop]
        each = self.influences[terms.ARRATUIN]
        if each <= UNKNOWN:
            each = self.influence(terms.ARRATUIN)
        if level == 2 and now < 2:
            gain += self.brings[terms.LEVEL2_DISCS]
        return each * (level - now) + gain + self.rates.trade

    def best_structure(self, mask: int) -> int:
        """Return the structure worth most by rule of thumb among those of a mask, which has one."""
        first = self.tables.n_industries
        counts = self.own_counts() if mask >> first else NOT_COUNTED  # which only points ask for
        return estimates.best_structure(self.s, mask, counts, self.worth)

    def structure(self, structure: int, free: bool = False) -> float:
        """Return what building is worth."""
        tables, w = self.tables, self.rates
        value = 0.0 if free else -self.budget.structures[structure]
        robots = self.p.robots - 1
        value -= w.robot * (1.0 if robots < self.left else 0.3)
        each = self.influences[terms.E81216]
        if each <= UNKNOWN:
            each = self.influence(terms.E81216)
        if structure < tables.n_industries:
            value += each
            return value + self.horizon.industries[structure]
        points = estimates.mega_points(self.s, self.own_counts(), structure)
        value += terms.MEGASTRUCTURE_INFLUENCE * each + self.brings[terms.MEGASTRUCTURES]
        return value + w.megastructure * (points - 1.1 * self.left)
