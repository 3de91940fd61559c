"""What things are worth: the scores of actions from named features, in points of the final score."""

from __future__ import annotations

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot import surroundings
from simkit.games.gaia_project.bot.learning import Learning
from simkit.games.gaia_project.bot.prices import STEPS_AT
from simkit.games.gaia_project.rules import building, research, scoring, specials, terms
from simkit.games.gaia_project.rules.geometry import BITS, bits_in, without
from simkit.games.gaia_project.rules.research import ANY_AREA


class Worth(Learning):
    """What buildings, actions and federations are worth to the seat that decides."""

    __slots__ = ("weighed_own", "weighed_price", "weighed_satellites")

    # Of the last federation, in points of the score.
    weighed_own: float
    weighed_price: float
    weighed_satellites: float

    # Building ----------------------------------------------------------------------------------

    def _range_qic(self, cell: int, via: int = schema.VIA_PLAIN) -> int:
        """Return the QIC that reaching a cell costs."""
        s, p = self.s, self.p
        return building.range_qic(s, p, cell, building.base_range(s, p, via))

    def _mine(self, rest: int) -> float:
        """Return what a mine is worth, less what it costs."""
        value = self.mine_values.get(rest)
        if value is not None:
            return value
        cell, steps = rest & schema.HEX_MASK, rest >> 16 & 3
        former = guest = False
        if self.apart and self.apart & BITS[cell]:
            former = self.p.former_mask & BITS[cell] != 0
            guest = self.p.faction == terms.LANTIDS and self.others & BITS[cell] != 0
        around, number = self.surroundings, self.numbers[cell]
        among = around.among[number]
        if among < 0:
            among = around.among_at(cell, number)
        value = self.mine_worths.get(cell)
        if value is None:
            value = self.mine_worths[cell] = self._mine_worth(cell, steps, former, guest, among)
        via, qic, ore = rest >> 9 & 7, 0, self.ore_of_steps[steps]
        if via:
            ore = self.t.steps_ore[building.FREE_STEPS[via]][self.p.levels[terms.TERRA]][steps]
        if not former:
            qic = among >> surroundings.RANGE_QIC & surroundings.ANY_QIC
            if qic == surroundings.ANY_QIC or (qic and via == schema.VIA_RANGE):
                qic = self._range_qic(cell, via)
            if not steps and rest >> 12 & 15 == terms.GAIA and not guest:
                if self.p.faction == terms.GLEENS:
                    ore += 1
                else:
                    qic += 1
        cost = self.sheet.mine_costs[ore]
        if qic:
            cost += self.qic_price if qic == 1 else self.qic_price * qic
        if via:
            cost += self.power_price * (rest >> 18)
        value -= cost
        self.mine_values[rest] = value
        return value

    def _mine_worth(self, cell: int, steps: int, former: bool, guest: bool, among: int) -> float:
        """Return what a mine on a cell is worth, with what this seat has there and does for it.

        `among`: own pieces, open planets and neighbours, see `Surroundings`.
        """
        if self.places_due:
            self._note_places()
        s, p, w = self.s, self.p, self.force
        value = self.any_mine
        if not guest:
            kind = s.planet[cell]
            if not p.types >> kind & 1:
                value = self.new_mine
                if p.faction == terms.GEODENS and p.institute:
                    value += self._good(terms.KNOWLEDGE, 3)
            if kind == terms.GAIA:
                value += w.gaia_planet + self.event_worth[terms.E_GAIA_MINE]
                value += self.finals[scoring.GAIA_PLANETS]
                if p.faction == terms.GLEENS:
                    value += 2 * w.points
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += w.new_sector
            value += self.finals[scoring.SECTORS]
        if among & surroundings.JOINS:
            value += w.joins
            value += self.finals[scoring.FEDERATED]
        else:
            if among & surroundings.PIECES:
                value += w.cluster * (among >> surroundings.BESIDE & surroundings.FEW)
                value += 0.4 * w.cluster * (among >> surroundings.AROUND & surroundings.FEW)
            value += self.loose
        if self.left:
            value += w.reach * (among >> surroundings.FRESH) * self.near_rounds
            neighbours = self.surroundings.near_2[cell] & self.others
            if neighbours:
                value += w.neighbour * bits_in(neighbours)
        if former:
            value += w.project * (0.4 if self.left else 0.0)
        if steps:
            value += self.event_worth[STEPS_AT + steps]
        if guest:
            value += w.guest
            if p.institute:
                value += self._good(terms.KNOWLEDGE, 2)
        return value

    def _project(self, rest: int) -> float:
        """A Gaia project: the mine it makes possible, less the tokens it binds."""
        if not self.left:
            return float(self.force.pointless)
        if self.places_due:
            self._note_places()
        cell, via = rest & schema.HEX_MASK, rest >> 9
        s, p, w = self.s, self.p, self.force
        tokens = self.t.project_tokens[p.levels[terms.GAIA_AREA]]
        qic = self._range_qic(cell, via)
        value = w.project + w.project_early * self.early + w.project_tokens * tokens
        value -= self.prices[terms.QIC] * qic
        value += self.finals[scoring.GAIA_PLANETS] + w.gaia_planet
        if not p.types >> terms.GAIA & 1:
            value += self.finals[scoring.TYPES] + w.new_type
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += self.finals[scoring.SECTORS] + w.new_sector
        value += w.points * 0.6 * p.hook_vp[terms.E_GAIA_MINE]
        if self.left and self.events_next[terms.E_GAIA_MINE]:
            value += 0.5 * w.points * self.events_next[terms.E_GAIA_MINE]
        around = s.shape.near[2][cell] & self.free_pieces
        value += 0.5 * w.cluster * min(2, bits_in(around))
        return float(value)

    def _upgrade(self, rest: int) -> float:
        """Return what an upgrade is worth, less what it costs."""
        cell, to = rest & schema.HEX_MASK, rest >> 9
        value = self.upgrades_known[to]
        if value != value:
            value = self.upgrades_known[to] = self._building_worth(to)
        around, number = self.surroundings, self.numbers[cell]
        close = around.close[number]
        if close < 0:
            close = around.close_at(cell, number)
        if to != terms.LAB and not close & 1:
            value += self.loose
        if close > 1:
            value += self.sheet.close * (close >> 1)
        if to == terms.STATION and building.near_opponents(self.s, cell, self.others):
            return value - self.sheet.station_near
        return value - self.sheet.costs[to]

    def _building_worth(self, to: int) -> float:
        """Return what an upgrade to a building is worth wherever it stands."""
        p, sheet = self.p, self.sheet
        if to == terms.STATION:
            value = sheet.stations[bits_in(p.station_mask)]
            value += sheet.station + self.event_worth[terms.E_STATION]
            return value - sheet.mine_incomes[p.mines - 1]
        # Made from a trading station, else from a lab.
        if to == terms.LAB or (to == terms.INSTITUTE) != (p.faction == terms.BESCODS):
            value = -sheet.stations[bits_in(p.station_mask) - 1] - sheet.station
        else:
            value = -sheet.labs[bits_in(p.lab_mask) - 1]
        if to == terms.LAB:
            value += sheet.labs[bits_in(p.lab_mask)]
            return value + sheet.lab + self._best_tile()
        value += self.event_worth[terms.E_BIG]
        table = self.t.factions[p.faction]
        if to == terms.INSTITUTE:
            value += self._per_round(table.institute_income)
            value += self.force.institute * self.left / 5
            if p.faction == terms.GLEENS:
                value += self._goods(self.t.token_gain[6]) + self._token_worth(6)
            return value
        value += sheet.academy + self._best_tile()
        gains = table.academy_income if to == terms.ACADEMY_LEFT else table.academy_special
        value += self._per_round(gains)
        if to == terms.ACADEMY_RIGHT:
            value += self._goods(gains)
        return float(value)

    def _space(self, rest: int) -> float:
        """Return what a space station is worth; many hexes are among the same."""
        counts = self.surroundings.stations.get(rest)
        if counts is None:
            counts = self.surroundings.around_station(rest)
        value = self.space_worths.get(counts)
        if value is None:
            qic = counts & surroundings.ANY_QIC
            if qic == surroundings.ANY_QIC:
                return self._space_worth(counts, self._range_qic(rest))
            value = self.space_worths[counts] = self._space_worth(counts, qic)
        return value

    def _space_worth(self, counts: int, qic: int) -> float:
        """Return what a space station is worth; `counts`: see `Surroundings`."""
        if self.places_due:
            self._note_places()
        w = self.force
        value = w.station_ivits * self.time + self.finals[scoring.SATELLITES]
        value -= self.qic_price * qic
        value += w.reach * (counts >> surroundings.STATION_FRESH) * self.near_rounds
        beside = counts >> surroundings.STATION_BESIDE & surroundings.FEW
        if beside:
            value += w.cluster * beside
        return value

    def _swap(self, rest: int) -> float:
        """Move the institute out of a federation to a mine that is in none."""
        gained = int(bool(self.p.institute & self.p.fed)) - int(bool(self.p.fed >> rest & 1))
        return float(self.force.swap * 2 * gained * self.time - 0.1 * self.force.points)

    def _downgrade(self, rest: int) -> float:
        p, sheet = self.p, self.sheet
        value = self.event_worth[terms.E_STATION] + self._best_step(ANY_AREA)
        value += sheet.station
        value -= sheet.labs[bits_in(p.lab_mask) - 1]
        value += sheet.stations[bits_in(p.station_mask)]
        return value

    # Power, QIC, special actions -----------------------------------------------------------------

    def _power_goods(self, action: int) -> float:
        """Return what a power action's goods are worth, less its power."""
        value = self.sheet.powers[action]
        if value != value:
            paid = self.power_price * self.t.power_cost[action]
            value = self._goods(self.t.power_gain[action]) - paid
            self.sheet.powers[action] = value
        return value

    def _qic_tile(self, rest: int) -> float:
        return self._best_tile() - self.prices[terms.QIC] * self.t.qic_cost[0]

    def _qic_token(self, rest: int) -> float:
        token = rest - 1
        value = self.force.points * self.t.token_vp[token] + self._goods(self.t.token_gain[token])
        return float(value - self.prices[terms.QIC] * self.t.qic_cost[1])

    def _qic_types(self, rest: int) -> float:
        value = self.force.points * (3 + bits_in(self.p.types))
        return float(value - self.prices[terms.QIC] * self.t.qic_cost[2])

    def _special(self, rest: int) -> float:
        if rest == terms.S_LOWEST:
            return self._best_step(research.LOWEST_AREAS)
        value = self.sheet.specials[rest]
        if value != value:
            value = self._goods(specials.gains(self.s, self.p, rest))
            self.sheet.specials[rest] = value
        return value

    # Federations -----------------------------------------------------------------------------------

    def _federation(self, rest: int) -> float:
        mask = rest >> 3
        if mask != self.weighed:  # the same with another token otherwise
            self._weigh_federation(mask)
        value = self.sheet.federation + self._token_value((rest & 7) - 1)
        return value + self.weighed_own + self.weighed_satellites - self.weighed_price

    def _weigh_federation(self, mask: int) -> None:
        """Note what a federation on some hexes brings and costs, whatever its token."""
        if self.places_due:
            self._note_places()
        p = self.p
        self.weighed = mask
        satellites = bits_in(without(mask, p.own | p.spaces))
        self.weighed_own = self.finals[scoring.FEDERATED] * bits_in(mask & p.own)
        self.weighed_satellites = self.finals[scoring.SATELLITES] * satellites
        self.weighed_price = (
            self.prices[terms.QIC if p.faction == terms.IVITS else terms.TOKEN] * satellites
        )
