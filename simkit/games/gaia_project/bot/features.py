"""The greedy bot: what it looks at, and how it weighs it.

Every score is a sum of weight times feature, in points of the final score as far as possible. Goods
are valued by kind and by how long they can still work (`TIME`). Where a score needs the best of
several later choices (which tile, which step, which conversion) the choice is made with the bot's
own weights, so that a score stays linear in the weights and `explain` adds up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.bot import Choice
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot.learning import NOTHING
from simkit.games.gaia_project.bot.plans import Planner
from simkit.games.gaia_project.bot.prices import UNASKED
from simkit.games.gaia_project.bot.sheets import UNKNOWN
from simkit.games.gaia_project.bot.weights import FACTION_POINTS
from simkit.games.gaia_project.rules import building, income, terms
from simkit.games.gaia_project.rules.apply import FREE, GOODS, MAIN, POWER_PRICE
from simkit.games.gaia_project.rules.geometry import BITS, cells_of
from simkit.games.gaia_project.rules.power import capacity
from simkit.games.gaia_project.rules.scoring import FEDERATED, SECTORS, count

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State


# How rich a planet near a starting place makes it: by steps, of gaia planets, of transdim ones by whether
# Gaia projects can be started; and how much of that counts one, two and three hexes away.
SITE_STEPS: Final = [1.3, 1.0, 0.6, 0.25]
SITE_GAIA: Final = 0.8
SITE_TRANSDIM: Final = [0.45, 0.7]
SITE_SHARES: Final = [1.0, 0.8, 0.35]
POINTS_KNOWN: Final = [FACTION_POINTS[name] for name in terms.FACTIONS]
BOOSTER_SHARE: Final = 0.5  # of what a booster's goods are worth

# What is not done in a turn: answers to all other questions, and the end of a turn.
ANSWER: Final = [not (MAIN[kind] or FREE[kind] or kind == schema.K_PASS) for kind in range(64)]


class GaiaGreedy(Planner):
    """Values every action by named features; see the module's docstring."""

    __slots__ = ("best_value", "sites_worth", "starts_known", "tastes")

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Get ready; a taste in factions is drawn where it is asked for."""
        super().start(rules, seat, luck)
        self.tastes: list[float] = []
        # How rich starting places are, by hex and home planet.
        self.starts_known: dict[int, float] = {}
        # What makes places rich, by home planet and whether Gaia projects can be started.
        self.sites_worth: dict[int, list[list[float]]] = {}

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; the first of equals.

        Conversions and the ways of passing are the last candidates of a turn.
        """
        self.prepare(view)
        if self.s.mode != schema.M_TURN:
            return self._choose_answer(candidates)
        best = runner_up = NOTHING
        chosen = candidates[0]
        for action in candidates:
            kind = action & 63
            if kind == schema.K_MINE:
                value = self._mine(action >> schema.ARG)
            elif kind < schema.K_POWER:  # by halves, as there are many kinds
                if kind == schema.K_RESEARCH:
                    steps = self.steps_known or self._note_steps()
                    value = steps[action >> schema.ARG] - self.step_price
                elif kind == schema.K_UPGRADE:
                    value = self._upgrade(action >> schema.ARG)
                elif kind == schema.K_FEDERATION:
                    value = self._federation(action >> schema.ARG)
                else:
                    value = self._value(action)
            elif kind == schema.K_SPACE:
                value = self._space(action >> schema.ARG)
            elif kind == schema.K_SPECIAL:
                value = self._special(action >> schema.ARG)
            elif kind == schema.K_POWER:
                value = self._power(action >> schema.ARG)
            elif kind >= schema.K_PASS:
                return self._choose_last(candidates, kind != schema.K_PASS, best, runner_up, chosen)
            else:
                value = self._value(action)
            if value > runner_up:
                if value > best:
                    best, runner_up, chosen = value, best, action
                else:
                    runner_up = value
        return Choice(chosen, best, runner_up)

    def _choose_last(
        self, candidates: list[int], free: bool, best: float, runner_up: float, chosen: int
    ) -> Choice:
        """Go on to the conversions, if there are some (`free`), and to the ways of passing.

        Some scores cannot be among the best two, or are known without a look: conversions that serve
        no plan, and boosters (none scores more than 0) where two actions are worth something.
        """
        plan, most_idle = -1, NOTHING
        if free:
            most_idle = self.sheet.idle if self.left else self._most_cash()
        if free and most_idle <= runner_up:
            first = self._planned(runner_up)
            if first >= 0:
                value = self._plan_worth()
                if value > runner_up and first in candidates:
                    if value > best:
                        best, runner_up, chosen = value, best, first
                    else:
                        runner_up = value
            if runner_up >= 0.0:
                return Choice(chosen, best, runner_up)
        elif free:
            plan = self._planned()
        for action in candidates:
            kind = action & 63
            if kind < schema.K_PASS:
                continue
            if kind > schema.K_PASS:
                if action == plan:
                    value = self._conversion(action)
                elif most_idle <= runner_up:
                    continue
                else:
                    value = self._idle(action)
            elif runner_up < 0.0:
                value = self._pass(action >> schema.ARG)
            else:
                break
            if value > best:
                best, runner_up, chosen = value, best, action
            elif value > runner_up:
                runner_up = value
        return Choice(chosen, best, runner_up)

    def _choose_answer(self, candidates: list[int]) -> Choice:
        """Choose among the answers to a question."""
        best = runner_up = NOTHING
        chosen = candidates[0]
        for action in candidates:
            kind = action & 63
            if kind == schema.K_TILE:
                value = self._standard_value(action >> schema.ARG)
            elif kind == schema.K_LEECH:
                value = self._leech(action >> schema.ARG)
            elif kind == schema.K_DECLINE:
                value = 0.0
            elif kind == schema.K_STEP:
                value = (self.steps_known or self._note_steps())[action >> schema.ARG]
            elif ANSWER[kind]:
                value = self._answer(kind, action >> schema.ARG)
            else:
                value = self._value(action)
            if value > best:
                best, runner_up, chosen = value, best, action
            elif value > runner_up:
                runner_up = value
        return Choice(chosen, best, runner_up)

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        return self._value(action)

    def _value(self, action: int) -> float:
        """Return the value of an action; those that choices and goals ask for most stand first."""
        kind, rest = action & 63, action >> schema.ARG
        if ANSWER[kind]:
            return self._answer(kind, rest)
        if kind < schema.K_POWER:
            if kind == schema.K_MINE:
                return self._mine(rest)
            if kind == schema.K_UPGRADE:
                return self._upgrade(rest)
            if kind == schema.K_RESEARCH:
                return self._research(rest)
            if kind == schema.K_FEDERATION:
                return self._federation(rest)
            return self._project(rest)
        if kind == schema.K_QIC_TYPES:
            return self._qic_types(rest)
        if kind == schema.K_QIC_TILE:
            return self._qic_tile(rest)
        if kind == schema.K_QIC_TOKEN:
            return self._qic_token(rest)
        if kind == schema.K_POWER:
            return self._power(rest)
        if kind == schema.K_SPECIAL:
            return self._special(rest)
        if kind == schema.K_SPACE:
            return self._space(rest)
        if kind == schema.K_PASS:
            return self._pass(rest)
        if kind == schema.K_SWAP:
            return self._swap(rest)
        if kind == schema.K_DOWNGRADE:
            return self._downgrade(rest)
        return self._conversion(action)

    def _answer(self, kind: int, rest: int) -> float:
        """Return the value of an answer to a question; declining and the like is worth nothing."""
        if kind == schema.K_PLACE:
            return self._place(rest)
        if kind == schema.K_LOST:
            return self._lost(rest)
        if kind == schema.K_ADVANCED:
            return self._advanced(rest)
        if kind == schema.K_BOOSTER:
            return self._pass(rest)
        if kind == schema.K_INCOME:
            return self._income(rest)
        if kind == schema.K_BRAINSTONE:
            return self._brainstone(rest)
        if kind == schema.K_TILE:
            return self._standard_value(rest)
        if kind == schema.K_LEECH:
            return self._leech(rest)
        if kind == schema.K_STEP:
            return self._step_value(rest)
        if kind == schema.K_GAIA_GAIN:
            return self._gaia_gain(rest)
        if kind == schema.K_GAIA_TILE:
            return self._gaia_tile(rest)
        if kind == schema.K_FACTION:
            return self._choose_faction(rest)
        if kind == schema.K_BID:
            return self._bid(rest)
        return 0.0

    # Passing, leech, income, set-up ------------------------------------------------------------------

    def _pass(self, rest: int) -> float:
        if rest == 0:
            return 0.0
        if self.best_booster == UNASKED:
            self._note_boosters()
        return self.boosters_known[rest - 1] - self.best_value

    def _note_boosters(self) -> None:
        """Note what each booster lying there is worth, and which most, in the bot's own weights."""
        own = self.force is self.own
        if not own:
            self._with_own(self._note_boosters)
        lying, known = self.s.boosters, [UNKNOWN] * len(terms.BOOSTERS)
        best, most = UNASKED, NOTHING
        while lying:  # from the highest down
            booster = lying.bit_length() - 1
            lying ^= BITS[booster]
            value = known[booster] = self._booster(booster)
            if value >= most:  # the lowest of equals
                best, most = booster, value
        if own:
            self.best_booster = best
        self.boosters_known, self.best_value = known, known[self.best_booster]

    def _booster(self, booster: int) -> float:
        """Return what holding a booster for a round is worth."""
        p, w, t = self.p, self.force, self.t
        table = t.boosters[booster]
        value = self.sheet.boosters[booster]
        if value != value:
            value = BOOSTER_SHARE * self._goods(table.income)
            if booster == t.range_booster:
                value += w.reach * 4
            self.sheet.boosters[booster] = value
        if booster == t.step_booster:
            value += BOOSTER_SHARE * w.ore * (t.step_ore[p.levels[terms.TERRA]] - 0.5)
        if table.pass_per >= 0:
            grown = 1.0 if self.s.round < 3 else 0.5
            value += w.booster * table.pass_vp * (count(p, table.pass_per) + grown)
        return value

    def _leech(self, rest: int) -> float:
        """A leech is worth its power less its points; late power is worth little."""
        how, amount = rest & 3, rest >> 2
        w = self.force
        value = (w.leech * self.time + w.leech_early * self.early) * amount
        ready = amount - self.p.p1
        if ready > 0:
            value += w.ready * self.time * ready
        if amount > 1:
            value -= w.points * (amount - 1)
        if how != schema.LEECH_PLAIN:
            value += w.token * self.time + w.token_early * self.early
            if how == 2:
                value -= 0.01 * w.token
        if amount == 1:
            value += 0.05 * w.leech
        return float(value)

    def _income(self, rest: int) -> float:
        """Charges first, unless the bowls would run over."""
        symbol, amount = rest & 1, rest >> 1
        coming = sum(x >> 1 for x in self.s.income_left if x & 1 == 0)
        full = coming > capacity(self.p)
        first = 1.0 if (symbol == 1) == full else 0.0
        return float(self.force.charge * (first + 0.01 * amount))

    def _gaia_gain(self, rest: int) -> float:
        return self._good(GOODS[rest], 1) / POWER_PRICE[rest]

    def _gaia_tile(self, rest: int) -> float:
        return self._best_tile() - self.prices[terms.TOKEN] * income.ITARS_TILE

    def _brainstone(self, rest: int) -> float:
        """Spend the stone where three power are due; else keep it, as high as can be."""
        w = self.force
        if self.s.mode == schema.M_PAY:
            cost = self.s.todo[-1] >> 12
            spend = cost >= 3
            return float(w.power * (1.0 if (rest == schema.STONE_1) == spend else 0.0))
        worth = (0.0, 1.0, 2.0, 3.0, 0.5)[rest]
        return float(w.power * worth) if rest != schema.STONE_DISCARD else 0.0

    def _tile_mine_sites(self, cell: int) -> float:
        """Return how rich the surroundings of a starting place are."""
        key = self.p.home << 1 | (self.p.levels[terms.GAIA_AREA] > 0)
        known = self.sites_worth.get(key)
        if known is None:
            known = self.sites_worth[key] = self._worth_of_sites()
        near, planet = self.s.shape.near, self.s.planet
        value = 0.0
        for distance, worth in enumerate(known):
            ring = near[distance + 1][cell] ^ near[distance][cell]
            for other in cells_of(ring & self.s.planets):
                value += worth[planet[other]]
        return value

    def _worth_of_sites(self) -> list[list[float]]:
        """Return what planets near a starting place are worth: by distance, by type."""
        steps = self.t.steps[self.p.home]
        kinds = [SITE_STEPS[steps[kind]] for kind in range(terms.WHEEL)]
        kinds += [SITE_GAIA, SITE_TRANSDIM[self.p.levels[terms.GAIA_AREA] > 0], 0.0]
        return [[share * worth for worth in kinds] for share in SITE_SHARES]

    def _place(self, rest: int) -> float:
        s, p, w = self.s, self.p, self.force
        key = rest << 4 | p.home
        rich = self.starts_known.get(key)
        if rich is None:
            rich = self.starts_known[key] = self._tile_mine_sites(rest)
        value = w.site * rich
        others = s.others(p.seat)
        near = s.shape.near
        beside, around = near[2][rest] & others, near[3][rest] & others
        value += w.neighbour * 1.5 * (min(3, beside.bit_count()) if beside else 0)
        value += 0.5 * w.neighbour * (min(3, around.bit_count()) if around else 0)
        if p.own:
            apart = s.shape.apart[rest]
            gap = min([apart[cell] for cell in cells_of(p.own)])
            value += w.cluster * (1.0 if gap <= 3 else 0.5 if gap <= 5 else 0.0)
        return float(value)

    def _lost(self, rest: int) -> float:
        p, s = self.p, self.s
        value = self._mine_site(rest)
        qic = building.range_qic(s, p, rest, building.base_range(s, p, schema.VIA_PLAIN))
        return value - self.prices[terms.QIC] * qic

    def _mine_site(self, cell: int) -> float:
        """Return what sets one place for the lost planet apart from another."""
        if self.places_due:
            self._note_places()
        s, p, w = self.s, self.p, self.force
        near = s.shape.near
        value = 0.0
        if not p.sectors >> s.galaxy.sector[cell] & 1:
            value += w.new_sector + self.finals[SECTORS]
        if near[1][cell] & p.fed:
            value += w.joins + self.finals[FEDERATED]
        else:
            value += w.cluster * (near[1][cell] & self.free_pieces).bit_count()
            value += 0.4 * w.cluster * (near[2][cell] & self.free_pieces).bit_count()
        return float(value)

    def _choose_faction(self, rest: int) -> float:
        return self._liking(rest)

    def _bid(self, rest: int) -> float:
        return self._liking(rest & 15) - float(self.force.bid * (rest >> 4))

    def _liking(self, faction: int) -> float:
        """Return how much the bot wants a faction: by what it is known to make, and by taste."""
        w = self.force
        if not self.tastes:
            self.tastes = [self.whims.random() for _ in terms.FACTIONS]
        return float(w.known * POINTS_KNOWN[faction] + w.taste * self.tastes[faction])


GREEDY = GaiaGreedy
