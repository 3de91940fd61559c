"""The greedy bot: what it looks at, and how it weighs it.

Every score is a sum of weight times feature, in points of the final score as far as possible. Goods
are valued by kind and by how long they can still work (`TIME`). Where a score needs the best of
several later choices (which tile, which step, which conversion) the choice is made with the bot's
own weights, so that a score stays linear in the weights and `explain` adds up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from simkit.core.greedy import GreedyBot, Weight, weight_set
from simkit.games.gaia_project import building, federations, income, research
from simkit.games.gaia_project.apply import (
    CREDIT_PRICE,
    GOODS,
    M_PAY,
    M_TURN,
    POWER_PRICE,
    ROUNDS,
    special_gains,
)
from simkit.games.gaia_project.components import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    BALTAKS,
    CHARGE,
    CREDITS,
    E_BIG,
    E_FEDERATION,
    E_GAIA_MINE,
    E_MINE,
    E_RESEARCH,
    E_STATION,
    E_TERRAFORM,
    FACTIONS,
    GAIA,
    GAIA_AREA,
    GAIAFORMER,
    GEODENS,
    GLEENS,
    GREY_TOKEN,
    HADSCH_HALLAS,
    INSTITUTE,
    IVITS,
    KNOWLEDGE,
    LAB,
    LOST_PLANET,
    NAV,
    NEVLAS,
    ORE,
    QIC,
    QIC_TILE,
    QIC_TYPES,
    S_LOWEST,
    S_STEP,
    STATION,
    TERRA,
    TERRAFORM_2,
    TOKEN,
    TOP,
    TRANSDIM,
    VP,
    VP_PER_GAIA,
    WHEEL,
    Gains,
)
from simkit.games.gaia_project.geometry import cells_of
from simkit.games.gaia_project.legal import spend_action
from simkit.games.gaia_project.power import capacity
from simkit.games.gaia_project.research import ANY_AREA
from simkit.games.gaia_project.schema import (
    ARG,
    FREE_KINDS,
    GAIN_CREDITS,
    GAIN_KNOWLEDGE,
    GAIN_ORE,
    GAIN_QIC,
    HEX_MASK,
    K_ADVANCED,
    K_BID,
    K_BOOSTER,
    K_BRAINSTONE,
    K_BURN,
    K_CONVERT,
    K_CREDITS,
    K_DOWNGRADE,
    K_FACTION,
    K_FEDERATION,
    K_GAIA_GAIN,
    K_GAIA_TILE,
    K_GAIAFORMER,
    K_INCOME,
    K_LEECH,
    K_LOST,
    K_MINE,
    K_NEVLAS,
    K_PASS,
    K_PLACE,
    K_POWER,
    K_PROJECT,
    K_QIC_TILE,
    K_QIC_TOKEN,
    K_QIC_TYPES,
    K_RESEARCH,
    K_SPACE,
    K_SPECIAL,
    K_SPEND,
    K_STEP,
    K_SWAP,
    K_TILE,
    K_UPGRADE,
    KINDS,
    LEECH_PLAIN,
    ORE_TO_TOKEN,
    QIC_TO_ORE,
    STONE_1,
    STONE_DISCARD,
    VIA_PLAIN,
    VIA_POWER2,
    VIA_POWER6,
    VIA_STEP,
)
from simkit.games.gaia_project.scoring import (
    FEDERATED,
    GAIA_PLANETS,
    SATELLITES,
    SECTORS,
    STRUCTURES,
    TYPES,
    count,
)

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.gaia_project.state import GaiaState, Player

WEIGHTS = (
    Weight("points", 1.0, "points scored at once"),
    Weight("ore", 1.1, "ore, by how long it can still work"),
    Weight("credits", 0.03, "credits"),
    Weight("knowledge", 0.8, "knowledge"),
    Weight("qic", 2.175, "QIC"),
    Weight("charge", 0.262, "power charged"),
    Weight("power", 0.3, "power spent from bowl III"),
    Weight("conversion", -1, "power spent by free actions, beyond its price"),
    Weight("token", 0.718, "tokens gained or given away"),
    Weight("income", 1.156, "goods of each income still to come"),
    Weight("reach", 0.013, "planets that come into range"),
    Weight("mine", 0.99, "a mine as the base of later buildings"),
    Weight("station", 3.42, "a trading station as the base of later buildings"),
    Weight("lab", 1.735, "a research lab beyond its tile and income"),
    Weight("academy", 4.16, "an academy beyond its tile and income"),
    Weight("institute", 2.362, "the planetary institute's ability, per round to come"),
    Weight("neighbour", 0.736, "opponents' structures within two hexes"),
    Weight("cluster", 2.157, "own structures near by that are in no federation yet"),
    Weight("joins", -0.58, "a structure that joins a federation already formed"),
    Weight("power_value", 1.0, "power value added outside federations"),
    Weight("new_type", 0.104, "a planet type not yet colonised"),
    Weight("new_sector", 0.106, "a sector not yet colonised"),
    Weight("gaia_planet", 0.75, "a gaia planet"),
    Weight("project", 1.824, "a Gaia project that can still finish"),
    Weight("project_tokens", 0.265, "tokens bound by a Gaia project"),
    Weight("terra", 0.7, "steps in terraforming, per round to come"),
    Weight("nav", 0.783, "steps in navigation, per round to come"),
    Weight("int", 1.197, "steps in artificial intelligence, per round to come"),
    Weight("gaia", 0.26, "steps in gaia project, per round to come"),
    Weight("eco", 1.928, "steps in economy, per round to come"),
    Weight("sci", 0.58, "steps in science, per round to come"),
    Weight("level", 1.515, "points of research levels 3 to 5"),
    Weight("climb", 1.46, "points of level 3 and above that a step comes nearer to"),
    Weight("green", 4.7, "green federation tokens"),
    Weight("tile", 1.347, "a tech tile beyond what it does"),
    Weight("federation", 4.0, "a federation beyond its token"),
    Weight("final", 0.282, "progress on the final tiles"),
    Weight("wait", -0.422, "points that the same would score in the next round"),
    Weight("booster", 0.5, "points that a booster will score when it is given back"),
    Weight("leech", 0.27, "power charged from a neighbour"),
    Weight("site", 0.91, "planets around a starting mine, by steps away"),
    Weight("station_ivits", 2.0, "Ivits: a space station"),
    Weight("swap", 2.526, "Ambas: power value a swap frees for a new federation"),
    Weight("guest", -0.356, "Lantids: a guest mine beyond what a mine is worth"),
    Weight("cash", 0.34, "goods at the end of the game"),
    Weight("pointless", -1000.0, "conversions that serve nothing"),
    Weight("bid", 1.0, "points bid"),
    Weight("taste", 6.0, "the bot's own taste in factions, between 0 and 1"),
)
AREA_WEIGHTS = ("terra", "nav", "int", "gaia", "eco", "sci")
TIME = (1.0, 1.0, 1.0, 0.95, 0.9, 0.75, 0.3)  # what goods can still do, by round
FINAL_UNIT = (1.2, 1.2, 2.6, 2.6, 1.9, 1.2)  # points that one more is worth on a final tile
MORE_ORE, MORE_CREDITS, MORE_KNOWLEDGE, MORE_QIC, MORE_TOKENS = 2, 4, 2, 2, 2  # per plan


class Goal:
    """An action that conversions bring within reach, and what they gain and spend."""

    __slots__ = (
        "burns", "credits", "credits_kept", "credits_paid", "direct_power", "formers", "knowledge",
        "method", "ore", "ore_paid", "power", "qic", "qic_kept", "qic_paid", "rest", "tokens",
    )  # fmt: skip

    def __init__(self, method: Callable[[int], float], rest: int) -> None:
        self.method = method
        self.rest = rest
        self.ore = self.credits = self.knowledge = self.qic = self.tokens = 0  # to be gained
        self.power = self.burns = self.ore_paid = self.qic_paid = self.credits_paid = 0
        self.direct_power = self.qic_kept = self.credits_kept = self.formers = 0


FREE = [kind in FREE_KINDS for kind in range(64)]
BOOSTER_SHARE = 0.5  # of what a booster's goods are worth
GAIA_TILE_MINES = 0.5  # mines on gaia planets to come, per round


class GaiaGreedy(GreedyBot):
    """Values every action by named features; see the module's docstring."""

    WEIGHTS = WEIGHTS
    WeightSet = weight_set(WEIGHTS)

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights; those of the faction come into force once it is known."""
        super().start(rules, seat, luck)
        self.own = self.w
        self.faction = -2
        self.tastes = [self.whims.random() for _ in FACTIONS]
        self.methods = [self._nothing] * len(KINDS)
        for kind, method in (
            (K_MINE, self._mine), (K_PROJECT, self._project), (K_UPGRADE, self._upgrade),
            (K_RESEARCH, self._research), (K_STEP, self._step), (K_POWER, self._power),
            (K_QIC_TILE, self._qic_tile), (K_QIC_TOKEN, self._qic_token),
            (K_QIC_TYPES, self._qic_types), (K_SPECIAL, self._special),
            (K_FEDERATION, self._federation), (K_PASS, self._pass), (K_LEECH, self._leech),
            (K_TILE, self._tile), (K_ADVANCED, self._advanced), (K_LOST, self._lost),
            (K_PLACE, self._place), (K_BOOSTER, self._pass), (K_INCOME, self._income),
            (K_GAIA_GAIN, self._gaia_gain), (K_GAIA_TILE, self._gaia_tile),
            (K_BRAINSTONE, self._brainstone), (K_SPACE, self._space), (K_SWAP, self._swap),
            (K_DOWNGRADE, self._downgrade), (K_BID, self._bid), (K_FACTION, self._choose_faction),
        ):  # fmt: skip
            self.methods[kind] = method

    def prepare(self, view: State) -> None:
        """Work out what the scores of one decision share."""
        s = cast("GaiaState", view)
        seat = s.seat if s.seat >= 0 else self.seat
        p = s.players[seat]
        if p.faction != self.faction:
            self._know_faction(s, p)
        self.s, self.p, self.t = s, p, s.t
        self.left = max(0, ROUNDS - max(1, s.round))
        self.time = TIME[s.round]
        self.income_share = self.left * 0.85
        self.events = self._events(s.round)
        self.events_next = self._events(s.round + 1) if self.left else [0] * 7
        self.final_unit = [0.0] * 6
        for tile in s.final_tiles:
            self.final_unit[tile] = FINAL_UNIT[tile]
        self.steps_known: dict[int, float] = {}
        self.best_area = -2
        self.best_place = -2
        self.best_booster = -2
        self.planned = False
        self.plan = Goal(self._nothing, 0)
        self.plan_action = -1
        if s.mode == M_TURN:
            self.others = s.others(seat)
            self.free_pieces = federations.free_pieces(s, p)

    def _know_faction(self, s: GaiaState, p: Player) -> None:
        """Put the profile's weights for the faction in force."""
        self.faction = p.faction
        if p.faction >= 0 and self.profile:
            named = self.named_weights(s.rules, FACTIONS[p.faction])
            self.own = self.WeightSet()
            for name, value in named.items():
                setattr(self.own, name, value)
            self.w = self.own

    def _events(self, number: int) -> list[int]:
        """Return the points of each event in a round, own tiles included."""
        found = self.p.hook_vp[:] if hasattr(self, "p") else [0] * 7
        if 1 <= number <= ROUNDS:
            tile = self.s.round_tiles[number - 1]
            found[self.t.round_event[tile]] += self.t.round_vp[tile]
        return found

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        kind = action & 63
        if FREE[kind]:
            return self._conversion(action)
        return self.methods[kind](action >> ARG)

    def _with_own(self, what: Any, *args: Any) -> Any:
        """Evaluate something with the bot's own weights: the choices that plans rest on."""
        if self.w is self.own:
            return what(*args)
        w, known = self.w, self.steps_known
        self.w, self.steps_known = self.own, {}
        try:
            return what(*args)
        finally:
            self.w, self.steps_known = w, known

    # Goods -------------------------------------------------------------------------------------

    def _good(self, kind: int, amount: float) -> float:
        """Return what an amount of a good is worth now."""
        w = self.w
        if kind == ORE:
            unit = w.ore
        elif kind == CREDITS:
            unit = w.credits
        elif kind == KNOWLEDGE:
            unit = w.knowledge
        elif kind == QIC:
            gleens = self.p.faction == GLEENS and not self.p.right
            unit = w.ore if gleens else w.qic
        elif kind == CHARGE:
            unit = w.charge
        elif kind == TOKEN:
            unit = w.token
        elif kind == GAIAFORMER:
            return float(w.project) * (0.5 if self.left > 1 else 0.0)
        else:
            return 0.0
        return float(unit) * amount * self.time

    def _goods(self, gains: Gains) -> float:
        total = 0.0
        for kind, amount in gains:
            total += self._good(kind, amount)
        return total

    def _per_round(self, gains: Gains) -> float:
        """Return what an income is worth: these goods in every round to come."""
        w, total = self.w, 0.0
        for kind, amount in gains:
            if kind == ORE:
                total += w.income * 1.4 * amount
            elif kind == CREDITS:
                total += w.income * 0.5 * amount
            elif kind == KNOWLEDGE:
                total += w.income * 1.4 * amount
            elif kind == QIC:
                total += w.income * 2.0 * amount
            elif kind == CHARGE:
                total += w.income * 0.35 * amount
            elif kind == TOKEN:
                total += w.income * 0.6 * amount
        return total * self.income_share

    def _event(self, event: int, times: int = 1) -> float:
        """Return the points of an event, less what waiting for the next round would score."""
        now = self.events[event]
        value = self.w.points * now * times
        later = self.events_next[event] - now
        if later > 0:
            value += self.w.wait * later * times
        return float(value)

    def _cost(self, ore: int, credits: int) -> float:
        return float((self.w.ore * ore + self.w.credits * credits) * self.time)

    # Building ----------------------------------------------------------------------------------

    def _mine(self, rest: int) -> float:
        cell, via, steps = rest & HEX_MASK, rest >> 9 & 7, rest >> 16 & 3
        s, p, w = self.s, self.p, self.w
        former = p.former_mask >> cell & 1
        reach = building.base_range(s, p, via)
        qic = 0 if former else building.range_qic(s, p, cell, reach)
        ore, credits, qic, _ = building.mine_price(s, p, cell, via, qic)
        guest = self.others >> cell & 1
        value = self._mine_there(cell, bool(guest)) - self._cost(ore, credits)
        value -= w.qic * qic * self.time
        if steps:
            value += self._event(E_TERRAFORM, steps)
        if former:
            value += w.project * (0.4 if self.left else 0.0)
        if guest:
            value += w.guest
            if p.institute:
                value += self._good(KNOWLEDGE, 2)
        if via == VIA_POWER2:
            value -= w.power * self.t.power_cost[1] * self.time
        elif via == VIA_POWER6:
            value -= w.power * self.t.power_cost[5] * self.time
        return float(value)

    def _mine_there(self, cell: int, guest: bool) -> float:
        """Return what a mine on a cell is worth, its price aside."""
        s, p, w = self.s, self.p, self.w
        kind = s.planet[cell]
        near = s.shape.near
        value = w.mine * self.time + self._event(E_MINE)
        if p.mines < 8:
            value += self._per_round([(ORE, self.t.mine_ore[p.mines])])
        final = self.final_unit[STRUCTURES]
        if not guest:
            if not p.types >> kind & 1:
                value += w.new_type
                final += self.final_unit[TYPES]
                if p.faction == GEODENS and p.institute:
                    value += self._good(KNOWLEDGE, 3)
            if kind == GAIA:
                value += w.gaia_planet + self._event(E_GAIA_MINE)
                final += self.final_unit[GAIA_PLANETS]
                if p.faction == GLEENS:
                    value += 2 * w.points
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += w.new_sector
            final += self.final_unit[SECTORS]
        if near[1][cell] & p.fed:
            value += w.joins
            final += self.final_unit[FEDERATED]
        else:
            around = near[1][cell] & self.free_pieces
            value += w.cluster * around.bit_count()
            value += 0.4 * w.cluster * (near[2][cell] & self.free_pieces & ~around).bit_count()
            value += w.power_value * self.time
        if self.left:
            range_now = self.t.range[p.levels[NAV]]
            fresh = near[range_now + 1][cell] & s.planets & ~s.reach_of(p, range_now + 1)
            value += w.reach * fresh.bit_count() * min(self.left, 3)
            value += w.neighbour * (near[2][cell] & self.others).bit_count()
        return float(value + w.final * final)

    def _project(self, rest: int) -> float:
        """A Gaia project: the mine it makes possible, less the tokens it binds."""
        if not self.left:
            return float(self.w.pointless)
        cell, via = rest & HEX_MASK, rest >> 9
        s, p, w = self.s, self.p, self.w
        tokens = self.t.project_tokens[p.levels[GAIA_AREA]]
        qic = building.range_qic(s, p, cell, building.base_range(s, p, via))
        value = w.project + w.project_tokens * tokens - w.qic * qic * self.time
        value += w.final * self.final_unit[GAIA_PLANETS] + w.gaia_planet
        if not p.types >> GAIA & 1:
            value += w.final * self.final_unit[TYPES] + w.new_type
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += w.final * self.final_unit[SECTORS] + w.new_sector
        value += w.points * 0.6 * p.hook_vp[E_GAIA_MINE]
        if self.left and self.events_next[E_GAIA_MINE]:
            value += 0.5 * w.points * self.events_next[E_GAIA_MINE]
        around = s.shape.near[2][cell] & self.free_pieces
        value += 0.5 * w.cluster * min(2, around.bit_count())
        return float(value)

    def _upgrade(self, rest: int) -> float:
        cell, to = rest & HEX_MASK, rest >> 9
        ore, credits = building.upgrade_price(self.s, self.p, cell, to)
        return self._upgraded(cell, to) - self._cost(ore, credits)

    def _upgraded(self, cell: int, to: int) -> float:
        """Return what an upgrade is worth, its price aside."""
        s, p, w, t = self.s, self.p, self.w, self.t
        table = t.factions[p.faction]
        bit = 1 << cell
        value = 0.0
        if p.mine_mask & bit:
            value -= self._per_round([(ORE, t.mine_ore[p.mines - 1])])
        elif p.station_mask & bit:
            value -= self._per_round(table.station_income[p.station_mask.bit_count() - 1])
            value -= w.station * self.time
        else:
            value -= self._per_round(table.lab_income[p.lab_mask.bit_count() - 1])
        free = not p.fed & bit
        if to == STATION:
            value += self._per_round(table.station_income[p.station_mask.bit_count()])
            value += w.station * self.time + self._event(E_STATION)
            value += w.power_value * self.time if free else 0.0
        elif to == LAB:
            value += self._per_round(table.lab_income[p.lab_mask.bit_count()])
            value += w.lab * self.time + self._best_tile()
        else:
            value += self._event(E_BIG)
            value += w.power_value * self.time if free else 0.0
            if to == INSTITUTE:
                value += self._per_round(table.institute_income)
                value += w.institute * self.left / 5
                if p.faction == GLEENS:
                    value += self._goods(t.token_gain[6]) + self._token_worth(6)
            else:
                value += w.academy * self.time + self._best_tile()
                gains = table.academy_income if to == ACADEMY_LEFT else table.academy_special
                value += self._per_round(gains)
                if to == ACADEMY_RIGHT:
                    value += self._goods(gains)
        if self.left:
            near = s.shape.near[2][cell] & self.free_pieces
            value += 0.15 * w.cluster * near.bit_count()
        return float(value)

    def _space(self, rest: int) -> float:
        s, p, w = self.s, self.p, self.w
        near = s.shape.near
        value = w.station_ivits * self.time + w.final * self.final_unit[SATELLITES]
        qic = building.range_qic(s, p, rest, building.base_range(s, p, VIA_PLAIN))
        value -= w.qic * qic * self.time
        range_now = self.t.range[p.levels[NAV]]
        fresh = near[range_now][rest] & s.planets & ~s.reach_of(p, range_now)
        value += w.reach * fresh.bit_count() * min(self.left, 3)
        value += w.cluster * (near[1][rest] & (self.free_pieces | p.fed)).bit_count()
        return float(value)

    def _swap(self, rest: int) -> float:
        """Move the institute out of a federation to a mine that is in none."""
        gained = int(bool(self.p.institute & self.p.fed)) - int(bool(self.p.fed >> rest & 1))
        return float(self.w.swap * 2 * gained * self.time - 0.1 * self.w.points)

    def _downgrade(self, rest: int) -> float:
        p, w = self.p, self.w
        table = self.t.factions[p.faction]
        value = self._event(E_STATION) + self._best_step(ANY_AREA)
        value += w.station * self.time
        value -= self._per_round(table.lab_income[p.lab_mask.bit_count() - 1])
        value += self._per_round(table.station_income[p.station_mask.bit_count()])
        return float(value)

    # Research ----------------------------------------------------------------------------------

    def _research(self, rest: int) -> float:
        return self._step_value(rest) - float(self.w.knowledge * self.t.step_cost * self.time)

    def _step(self, rest: int) -> float:
        return self._step_value(rest)

    def _step_value(self, area: int) -> float:
        """Return what one step in an area is worth."""
        known = self.steps_known.get(area)
        if known is not None:
            return known
        s, p, w, t = self.s, self.p, self.w, self.t
        level = p.levels[area] + 1
        value = self._event(E_RESEARCH)
        for kind, amount in t.level_once[area][level]:
            if kind == VP:
                value += w.points * amount
            elif kind == VP_PER_GAIA:
                value += w.points * amount * p.gaia_count
            elif kind == LOST_PLANET:
                value += w.mine + self._event(E_MINE) + w.new_type + 2.0 * w.points
                value += w.final * (self.final_unit[STRUCTURES] + self.final_unit[TYPES])
            elif (amount and kind < VP) or kind == GAIAFORMER:
                value += self._good(kind, amount)
            else:
                value += self._token_value(s.top_token)
        if level == 3:
            value += self._good(CHARGE, t.level_3_charge)
        incomes = t.level_income[area]
        value += self._per_round(incomes[level]) - self._per_round(incomes[level - 1])
        if level >= 3:
            value += w.level * t.level_vp
        if level < TOP:
            value += w.climb * (t.level_vp / 2) * (level / 3 if level < 3 else 0.5)
        if level == TOP:
            value -= w.green
        value += getattr(w, AREA_WEIGHTS[area]) * self._use_of(area, level)
        self.steps_known[area] = value
        return float(value)

    def _use_of(self, area: int, level: int) -> float:
        """Return how much a level's standing effect improves, times the rounds to come."""
        t = self.t
        if area == TERRA:
            return (t.step_ore[level - 1] - t.step_ore[level] + 0.3) * self.left
        if area == NAV:
            return (t.range[level] - t.range[level - 1] + 0.3) * self.left
        if area == GAIA_AREA:
            before, now = t.project_tokens[level - 1], t.project_tokens[level]
            return (1.0 if not before else (before - now) * 0.3 + 0.3) * self.left
        return float(self.left)

    def _best_step(self, which: int) -> float:
        """Return the value of the best step that a tile or action allows."""
        if which != ANY_AREA:
            areas = research.areas_for(self.s, self.p, which)
            if not areas:
                return 0.0
            return self._step_value(self._with_own(self._argmax_area, areas))
        if self.best_area == -2:
            areas = research.areas_for(self.s, self.p, ANY_AREA)
            self.best_area = self._with_own(self._argmax_area, areas) if areas else -1
        return self._step_value(self.best_area) if self.best_area >= 0 else 0.0

    def _argmax_area(self, areas: list[int]) -> int:
        return max(areas, key=self._step_value)

    def _best_tile(self) -> float:
        """Return the value of the best tile to be had, its step included."""
        if self.best_place == -2:
            self.best_place = self._with_own(self._argmax_place)
        place = self.best_place
        return self._place_value(place) if place >= 0 else 0.0

    def _argmax_place(self) -> int:
        places = research.tile_places(self.s, self.p)
        places += [100 + area for area in research.advanced_areas(self.s, self.p)]
        return max(places, key=self._place_value) if places else -1

    def _place_value(self, place: int) -> float:
        if place >= 100:
            return self._advanced_value(place - 100) - 1.0 * float(self.w.tile)
        return self._standard_value(place)

    def _tile(self, rest: int) -> float:
        return self._standard_value(rest)

    def _standard_value(self, place: int) -> float:
        """Return what the standard tile at a place is worth, its step included."""
        s, p, w, t = self.s, self.p, self.w, self.t
        tile = s.places[place]
        table = t.standard[tile]
        value = w.tile + self._per_round(table.income)
        times = count(p, table.once_per) if table.once_per >= 0 else 1
        for kind, amount in table.once:
            value += w.points * amount if kind == VP else self._good(kind, amount * times)
        if table.event >= 0:
            coming = GAIA_TILE_MINES * self.left + p.former_mask.bit_count()
            value += w.points * table.event_vp * min(4.0, coming)
        if table.special:
            value += self._per_round(table.special) + self._goods(table.special)
        if tile == t.value_tile:
            big = (p.institute | p.left | p.right).bit_count()
            value += w.power_value * (0.5 + big) * self.time
        return float(value + self._best_step(place if place < 6 else ANY_AREA))

    def _advanced(self, rest: int) -> float:
        area, cover = rest & 7, rest >> 3
        return self._advanced_value(area) - self._lost_with(cover)

    def _lost_with(self, cover: int) -> float:
        """Return what covering a standard tile gives up."""
        table = self.t.standard[cover]
        value = self._per_round(table.income)
        if table.event >= 0:
            value += self.w.points * table.event_vp * GAIA_TILE_MINES * self.left
        if table.special:
            value += self._per_round(table.special)
        if cover == self.t.value_tile:
            value += self.w.power_value
        return float(value)

    def _advanced_value(self, area: int) -> float:
        """Return what an area's advanced tile is worth, its step included."""
        s, p, w, t = self.s, self.p, self.w, self.t
        table = t.advanced[s.advanced_at[area]]
        value = w.tile - w.green
        times = count(p, table.once_per) if table.once_per >= 0 else 1
        for kind, amount in table.once:
            value += w.points * amount * times if kind == VP else self._good(kind, amount * times)
        if table.pass_per >= 0:
            now = count(p, table.pass_per)
            value += w.points * table.pass_vp * (now + 0.5) * (self.left + 1)
        if table.event >= 0:
            value += w.points * table.event_vp * (1.0 + 1.3 * self.left)
        if table.special:
            value += self._per_round(table.special) + self._goods(table.special)
        return float(value + self._best_step(ANY_AREA))

    # Power, QIC, special actions -----------------------------------------------------------------

    def _power(self, rest: int) -> float:
        action = rest & 7
        paid = self.w.power * self.t.power_cost[action] * self.time
        return self._goods(self.t.power_gain[action]) - float(paid)

    def _qic_tile(self, rest: int) -> float:
        return self._best_tile() - float(self.w.qic * self.t.qic_cost[0] * self.time)

    def _qic_token(self, rest: int) -> float:
        token = rest - 1
        value = self.w.points * self.t.token_vp[token] + self._goods(self.t.token_gain[token])
        return float(value - self.w.qic * self.t.qic_cost[1] * self.time)

    def _qic_types(self, rest: int) -> float:
        value = self.w.points * (3 + self.p.types.bit_count())
        return float(value - self.w.qic * self.t.qic_cost[2] * self.time)

    def _special(self, rest: int) -> float:
        if rest == S_LOWEST:
            return self._best_step(research.LOWEST_AREAS)
        return self._goods(special_gains(self.s, self.p, rest))

    # Federations -----------------------------------------------------------------------------------

    def _token_worth(self, token: int) -> float:
        """Return what gaining a token is worth beyond its own points and goods."""
        w = self.w
        value = w.points * self.t.token_vp[token] + self._event(E_FEDERATION)
        if token != GREY_TOKEN:
            value += w.green * (1.0 if self.left else 0.6)
        return float(value)

    def _token_value(self, token: int) -> float:
        if token < 0:
            return 0.0
        return self._token_worth(token) + self._goods(self.t.token_gain[token])

    def _federation(self, rest: int) -> float:
        token, mask = (rest & 7) - 1, rest >> 3
        p, w = self.p, self.w
        pieces = mask & (p.own | p.spaces)
        satellites = (mask & ~pieces).bit_count()
        value = w.federation + self._token_value(token)
        value += w.final * self.final_unit[FEDERATED] * (mask & p.own).bit_count()
        value += w.final * self.final_unit[SATELLITES] * satellites
        if p.faction == IVITS:
            return float(value - w.qic * satellites * self.time)
        return float(value - w.token * satellites * self.time)

    # Passing, leech, income, set-up ------------------------------------------------------------------

    def _pass(self, rest: int) -> float:
        if rest == 0:
            return 0.0
        if self.best_booster == -2:
            lying = [b for b in range(10) if self.s.boosters >> b & 1]
            self.best_booster = self._with_own(self._argmax_booster, lying)
        return self._booster(rest - 1) - self._booster(self.best_booster)

    def _argmax_booster(self, lying: list[int]) -> int:
        return max(lying, key=self._booster)

    def _booster(self, booster: int) -> float:
        """Return what holding a booster for a round is worth."""
        p, w, t = self.p, self.w, self.t
        table = t.boosters[booster]
        value = BOOSTER_SHARE * self._goods(table.income)
        if booster == t.step_booster:
            value += BOOSTER_SHARE * w.ore * (t.step_ore[p.levels[TERRA]] - 0.5)
        elif booster == t.range_booster:
            value += w.reach * 4
        if table.pass_per >= 0:
            grown = 1.0 if self.s.round < 3 else 0.5
            value += w.booster * table.pass_vp * (count(p, table.pass_per) + grown)
        return float(value)

    def _leech(self, rest: int) -> float:
        """A leech is worth its power less its points; late power is worth little."""
        how, amount = rest & 3, rest >> 2
        value = self.w.leech * amount * self.time - self.w.points * max(0, amount - 1)
        if how != LEECH_PLAIN:
            value += self.w.token * self.time
            if how == 2:
                value -= 0.01 * self.w.token
        if amount == 1:
            value += 0.05 * self.w.leech
        return float(value)

    def _income(self, rest: int) -> float:
        """Charges first, unless the bowls would run over."""
        symbol, amount = rest & 1, rest >> 1
        coming = sum(x >> 1 for x in self.s.income_left if x & 1 == 0)
        full = coming > capacity(self.p)
        first = 1.0 if (symbol == 1) == full else 0.0
        return float(self.w.charge * (first + 0.01 * amount))

    def _gaia_gain(self, rest: int) -> float:
        return self._good(GOODS[rest], 1) / POWER_PRICE[rest]

    def _gaia_tile(self, rest: int) -> float:
        return self._best_tile() - float(self.w.token * income.ITARS_TILE * self.time)

    def _brainstone(self, rest: int) -> float:
        """Spend the stone where three power are due; else keep it, as high as can be."""
        w = self.w
        if self.s.mode == M_PAY:
            cost = self.s.todo[-1] >> 12
            spend = cost >= 3
            return float(w.power * (1.0 if (rest == STONE_1) == spend else 0.0))
        worth = (0.0, 1.0, 2.0, 3.0, 0.5)[rest]
        return float(w.power * worth) if rest != STONE_DISCARD else 0.0

    def _tile_mine_sites(self, cell: int) -> float:
        """Return how rich the surroundings of a starting place are."""
        s, p, t = self.s, self.p, self.t
        value = 0.0
        for distance, share in ((1, 1.0), (2, 0.8), (3, 0.35)):
            cells = s.shape.near[distance][cell] & ~s.shape.near[distance - 1][cell] & s.planets
            while cells:
                low = cells & -cells
                cells ^= low
                kind = s.planet[low.bit_length() - 1]
                if kind < WHEEL:
                    value += share * (1.3, 1.0, 0.6, 0.25)[t.steps[p.home][kind]]
                elif kind == GAIA:
                    value += share * 0.8
                elif kind == TRANSDIM:
                    value += share * (0.7 if p.levels[GAIA_AREA] else 0.45)
        return value

    def _place(self, rest: int) -> float:
        s, p, w = self.s, self.p, self.w
        value = w.site * self._tile_mine_sites(rest)
        others = s.others(p.seat)
        near = s.shape.near
        value += w.neighbour * 1.5 * min(3, (near[2][rest] & others).bit_count())
        value += 0.5 * w.neighbour * min(3, (near[3][rest] & others).bit_count())
        if p.own:
            gap = min(s.shape.apart[rest][c] for c in s.shape.cells if p.own >> c & 1)
            value += w.cluster * (1.0 if gap <= 3 else 0.5 if gap <= 5 else 0.0)
        return float(value)

    def _lost(self, rest: int) -> float:
        p, s = self.p, self.s
        self.others = s.others(p.seat)
        self.free_pieces = federations.free_pieces(s, p)
        value = self._mine_site(rest)
        qic = building.range_qic(s, p, rest, building.base_range(s, p, VIA_PLAIN))
        return value - float(self.w.qic * qic * self.time)

    def _mine_site(self, cell: int) -> float:
        """Return what sets one place for the lost planet apart from another."""
        s, p, w = self.s, self.p, self.w
        near = s.shape.near
        value = 0.0
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += w.new_sector + w.final * self.final_unit[SECTORS]
        if near[1][cell] & p.fed:
            value += w.joins + w.final * self.final_unit[FEDERATED]
        else:
            value += w.cluster * (near[1][cell] & self.free_pieces).bit_count()
            value += 0.4 * w.cluster * (near[2][cell] & self.free_pieces).bit_count()
        return float(value)

    def _choose_faction(self, rest: int) -> float:
        return float(self.w.taste * self.tastes[rest])

    def _bid(self, rest: int) -> float:
        return float(self.w.taste * self.tastes[rest & 15] - self.w.bid * (rest >> 4))

    def _nothing(self, rest: int) -> float:
        return 0.0

    # Conversions: the plan -----------------------------------------------------------------------

    def _conversion(self, action: int) -> float:
        """A conversion is worth what it makes possible; what is free anyway comes before passing."""
        if not self.planned:
            self.planned = True
            self._with_own(self._make_plan)
        kind, w = action & 63, self.w
        if action == self.plan_action:
            return self._goal_value(self.plan)
        if not self.left:
            return self._cash(action)
        if kind == K_GAIAFORMER:
            return float(0.4 * w.qic * self.time)
        if kind == K_NEVLAS:
            return float((w.knowledge - 2 * w.power) * self.time)
        return float(self.w.pointless)

    def _cash(self, action: int) -> float:
        """In the last round goods are turned into what counts at the end."""
        kind, rest = action & 63, action >> ARG
        gainful = (
            kind in (K_BURN, K_GAIAFORMER, K_NEVLAS)
            or (kind == K_SPEND and rest & 3 == GAIN_CREDITS)
            or (kind == K_CONVERT and rest == QIC_TO_ORE)
        )
        return float(self.w.cash) * 0.9 if gainful else float(self.w.pointless)

    def _goal_value(self, goal: Goal) -> float:
        """Return the value of a goal, its conversions included."""
        w = self.w
        gained = w.ore * goal.ore + w.credits * goal.credits + w.knowledge * goal.knowledge
        gained += w.qic * goal.qic + w.token * goal.tokens
        spent = w.power * goal.power + w.token * goal.burns + w.ore * goal.ore_paid
        spent += w.qic * goal.qic_paid + w.credits * goal.credits_paid
        value = goal.method(goal.rest) + (gained - spent) * self.time
        return float(value + w.conversion * goal.power)

    def _make_plan(self) -> None:
        """Find the best goal that conversions bring within reach, and its first conversion."""
        best, p = 0.0, self.p
        nothing = p.p3 == 0 and p.p2 < 2 and p.qic == 0 and p.ore == 0
        if nothing and p.faction not in (BALTAKS, HADSCH_HALLAS):
            return
        for goal in self._goals():
            first = self._fund(goal)
            if first >= 0:
                value = self._goal_value(goal)
                if value > best:
                    best, self.plan, self.plan_action = value, goal, first

    def _fund(self, goal: Goal) -> int:
        """Work out how a goal's shortfall is paid; return the first conversion, or -1."""
        p = self.p
        per_burn = 2 if p.faction == NEVLAS and p.institute else 1
        power, most = p.spendable(), p.spendable() + per_burn * (p.p2 // 2)
        need = goal.direct_power
        first = -1
        rich = p.faction == HADSCH_HALLAS and p.institute
        purse = p.credits - goal.credits_kept if rich else 0
        if goal.tokens:
            goal.ore_paid = goal.tokens
            if p.ore < goal.tokens:
                return -1
            first = K_CONVERT | ORE_TO_TOKEN << ARG
        for gain, amount in ((GAIN_ORE, goal.ore), (GAIN_KNOWLEDGE, goal.knowledge),
                             (GAIN_QIC, goal.qic), (GAIN_CREDITS, goal.credits)):  # fmt: skip
            for _ in range(amount):
                price = POWER_PRICE[gain]
                if gain == GAIN_QIC and p.faction == BALTAKS and p.formers_free() > goal.formers:
                    goal.formers += 1
                    first = K_GAIAFORMER if first < 0 else first
                elif gain != GAIN_CREDITS and purse >= CREDIT_PRICE[gain]:
                    purse -= CREDIT_PRICE[gain]
                    goal.credits_paid += CREDIT_PRICE[gain]
                    first = K_CREDITS | gain << ARG if first < 0 else first
                elif need + price <= most:
                    need += price
                    first = spend_action(gain) if first < 0 else first
                elif gain == GAIN_ORE and p.qic > goal.qic_paid + goal.qic_kept:
                    goal.qic_paid += 1
                    first = K_CONVERT | QIC_TO_ORE << ARG if first < 0 else first
                else:
                    return -1
        if need > most:
            return -1
        goal.power = need - goal.direct_power
        if need > power:
            goal.burns = (need - power + per_burn - 1) // per_burn
            return K_BURN
        return first

    def _goals(self) -> list[Goal]:
        """Return what conversions might bring within reach."""
        found: list[Goal] = []
        self._mine_goals(found)
        self._upgrade_goals(found)
        self._power_goals(found)
        self._other_goals(found)
        return found

    def _mine_goals(self, found: list[Goal]) -> None:
        s, p = self.s, self.p
        vias = [VIA_PLAIN]
        if p.booster == self.t.step_booster and not p.used >> S_STEP & 1:
            vias.append(VIA_STEP)
        for via in vias:
            for action in building.mine_actions(s, p, via, 0, MORE_ORE, MORE_CREDITS):
                cell = action >> ARG & HEX_MASK
                ore, credits, qic, _ = building.mine_price(s, p, cell, via, 0)
                if ore > p.ore or credits > p.credits:
                    goal = Goal(self._mine, action >> ARG)
                    goal.ore, goal.credits = max(0, ore - p.ore), max(0, credits - p.credits)
                    goal.qic_kept, goal.credits_kept = qic, credits
                    found.append(goal)

    def _upgrade_goals(self, found: list[Goal]) -> None:
        s, p = self.s, self.p
        for to in range(STATION, ACADEMY_RIGHT + 1):
            if not building.has_piece(s, p, to):
                continue
            cells = building.upgradable(p, to)
            tried = 0
            while cells and tried < 3:
                low = cells & -cells
                cells ^= low
                cell = low.bit_length() - 1
                ore, credits = building.upgrade_price(s, p, cell, to)
                short_ore, short_credits = ore - p.ore, credits - p.credits
                if short_ore > MORE_ORE or short_credits > MORE_CREDITS:
                    continue
                if short_ore > 0 or short_credits > 0:
                    goal = Goal(self._upgrade, cell | to << 9)
                    goal.ore, goal.credits = max(0, short_ore), max(0, short_credits)
                    goal.credits_kept = credits
                    found.append(goal)
                    tried += 1

    def _power_goals(self, found: list[Goal]) -> None:
        s, p, t = self.s, self.p, self.t
        power = p.spendable()
        for action in range(7):
            cost = t.power_cost[action]
            if s.actions_used >> action & 1 or cost <= power:
                continue
            if t.power_gain[action]:
                goal = Goal(self._power, action)
                goal.direct_power = cost
                found.append(goal)
            elif cost - power <= 2:
                via = VIA_POWER2 if action == TERRAFORM_2 else VIA_POWER6
                for mine in building.mine_actions(s, p, via, 0):
                    goal = Goal(self._mine, mine >> ARG)
                    goal.direct_power = cost
                    found.append(goal)

    def _other_goals(self, found: list[Goal]) -> None:
        """Research, QIC actions, Gaia projects and federations that are nearly within reach."""
        s, p, t = self.s, self.p, self.t
        short = t.step_cost - p.knowledge
        if 0 < short <= MORE_KNOWLEDGE:
            for area in range(6):
                if research.can_step(s, p, area):
                    goal = Goal(self._research, area)
                    goal.knowledge = short
                    found.append(goal)
        for place, method in ((QIC_TYPES, self._qic_types), (QIC_TILE, self._qic_tile)):
            short = t.qic_cost[place] - p.qic
            if 0 < short <= MORE_QIC and not s.actions_used >> (7 + place) & 1:
                goal = Goal(method, 0)
                goal.qic = short
                found.append(goal)
        tokens = t.project_tokens[p.levels[GAIA_AREA]]
        if tokens and self.left and 0 < tokens - p.movable() <= MORE_TOKENS:
            p.p1, kept = p.p1 + MORE_TOKENS, p.p1
            cells = building.project_cells(s, p, VIA_PLAIN, 0)
            p.p1 = kept
            for cell in cells_of(cells)[:3]:
                goal = Goal(self._project, cell)
                goal.tokens = tokens - p.movable()
                found.append(goal)
        self._federation_goals(found)

    def _federation_goals(self, found: list[Goal]) -> None:
        s, p = self.s, self.p
        most = federations.budget(s, p)
        for mask in federations.found(s, p):
            short = (mask & ~(p.own | p.spaces)).bit_count() - most
            if short > 0:
                token = next((i for i in (1, 0, 3, 4, 5, 2) if s.tokens_left[i]), -1)
                if token < 0:
                    continue
                goal = Goal(self._federation, token + 1 | mask << 3)
                if p.faction == IVITS and short <= MORE_QIC:
                    goal.qic = short
                elif p.faction != IVITS and short <= MORE_TOKENS + 1:
                    goal.tokens = short
                else:
                    continue
                found.append(goal)


GREEDY = GaiaGreedy
