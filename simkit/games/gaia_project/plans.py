"""Conversions: which free action is worth it, because of what it makes affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.compiling import mypyc_attr
from simkit.games.gaia_project import building, federations, holdings
from simkit.games.gaia_project.apply import (
    CREDIT_PRICE,
    POWER_PRICE,
)
from simkit.games.gaia_project.components import (
    BALTAKS,
    CREDITS,
    GAIA_AREA,
    HADSCH_HALLAS,
    IVITS,
    KNOWLEDGE,
    NEVLAS,
    ORE,
    QIC,
    QIC_TILE,
    QIC_TYPES,
    S_STEP,
    STATION,
    TERRA,
    TERRAFORM_2,
)
from simkit.games.gaia_project.geometry import cells_of
from simkit.games.gaia_project.legal import MOST_POWER, singly, spend_action
from simkit.games.gaia_project.schema import (
    ARG,
    GAIN_CREDITS,
    GAIN_KNOWLEDGE,
    GAIN_ORE,
    GAIN_QIC,
    HEX_MASK,
    K_BURN,
    K_CONVERT,
    K_CREDITS,
    K_GAIAFORMER,
    K_NEVLAS,
    K_POWER,
    K_PROJECT,
    K_QIC_TILE,
    K_QIC_TYPES,
    K_RESEARCH,
    K_SPEND,
    ORE_TO_TOKEN,
    QIC_TO_ORE,
    VIA_PLAIN,
    VIA_POWER2,
    VIA_POWER6,
    VIA_STEP,
)
from simkit.games.gaia_project.worth import Worth

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.gaia_project.tables import Site


# How much a plan may be short of.
MORE_ORE: Final = 2
MORE_CREDITS: Final = 7
MORE_KNOWLEDGE: Final = 3
MORE_QIC: Final = 2
MORE_TOKENS: Final = 2
# How much of an action's worth counts for the power action that makes it affordable.
OPENS: Final = 0.9
# The power that one of each good costs (a credit costs one).
ORE_POWER: Final = POWER_PRICE[GAIN_ORE]
KNOWLEDGE_POWER: Final = POWER_PRICE[GAIN_KNOWLEDGE]
QIC_POWER: Final = POWER_PRICE[GAIN_QIC]
FUNDED: Final = [GAIN_ORE, GAIN_KNOWLEDGE, GAIN_QIC, GAIN_CREDITS]  # in this order


@mypyc_attr(acyclic=True, free_list_len=1)
class Goal:
    """An action that conversions bring within reach, and what they gain and spend."""

    __slots__ = (
        "action", "burns", "credits", "credits_kept", "credits_paid", "direct_power", "formers",
        "knowledge", "ore", "ore_paid", "power", "qic", "qic_kept", "qic_paid", "tokens", "valued",
        "worth",
    )  # fmt: skip

    def __init__(self, action: int) -> None:
        self.action = action
        self.ore = self.credits = self.knowledge = self.qic = self.tokens = 0  # to be gained
        self.power = self.burns = self.ore_paid = self.qic_paid = self.credits_paid = 0
        self.direct_power = self.qic_kept = self.credits_kept = self.formers = 0
        self.valued = False
        self.worth = 0.0  # of the action, in the bot's own weights, once it is `valued`


UNOPENED: Final[list[Goal]] = []  # before goals are looked for; never changed


class Planner(Worth):
    """Values free actions, and power actions, by the best goal that they bring within reach."""

    __slots__ = (  # noqa: RUF023 - grouped
        "goals", "openable", "nothing", "planned", "plan", "plan_action", "plan_value",
        "power", "most_power", "rich", "lent", "offered", "more_ore", "more_credits",
    )  # fmt: skip

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Begin without a goal."""
        super().start(rules, seat, luck)
        self.nothing = Goal(0)

    def prepare(self, view: State) -> None:
        """Look at the position; a plan is made when the first conversion is valued."""
        self._look_at(view)
        self.planned = False
        self.plan = self.nothing
        self.plan_action = -1
        self.plan_value = 0.0
        self.goals: list[Goal] | None = None
        # Those of the goals that lack nothing but ore, credits or knowledge.
        self.openable: list[Goal] = UNOPENED

    def _value(self, action: int) -> float:
        """Return the value of an action of any kind."""
        raise NotImplementedError

    # Power actions: what their goods open --------------------------------------------------------

    def _power(self, rest: int) -> float:
        """A power action is worth its goods, and what they make affordable in the next turn."""
        action = rest & 7
        value = self.sheet.powers[action]
        if value != value:
            value = self._power_goods(action)
        if self.force is self.own:
            if self.goals is None:
                self._all_goals()
            goal = self._opened(action) if self.openable else self.nothing
        else:
            goal = self._with_own(self._opened, action)
        if goal is not self.nothing:
            value += OPENS * self._goal_worth(goal)
        return value

    def _goal_worth(self, goal: Goal) -> float:
        """Return what the action of a goal is worth; in the bot's own weights it is worked out once."""
        if self.force is not self.own:
            return self._value(goal.action)
        if not goal.valued:
            goal.worth, goal.valued = self._value(goal.action), True
        return goal.worth

    def _opened(self, action: int) -> Goal:
        """Return the best goal that the goods of a power action suffice for."""
        goods = self.t.power_goods[action]
        ore, credits, knowledge = goods[ORE], goods[CREDITS], goods[KNOWLEDGE]
        best, found = 0.0, self.nothing
        self._all_goals()
        for goal in self.openable:
            if goal.ore <= ore and goal.credits <= credits and goal.knowledge <= knowledge:
                value = self._goal_worth(goal)
                if value > best:
                    best, found = value, goal
        return found

    # Conversions: the plan -----------------------------------------------------------------------

    def _conversion(self, action: int) -> float:
        """A conversion is worth what it makes possible; what is free anyway comes before passing."""
        if action == self._planned():
            return self.plan_value if self.force is self.own else self._goal_value(self.plan)
        return self._idle(action)

    def _idle(self, action: int) -> float:
        """Return what a conversion is worth that serves no plan."""
        if not self.left:
            return self._cash(action)
        kind = action & 63
        if kind == K_GAIAFORMER:
            return 0.4 * self.prices[QIC]
        if kind == K_NEVLAS:
            return self.prices[KNOWLEDGE] - 2 * self.power_price
        return self.force.pointless

    def _planned(self) -> int:
        """Return the conversion that a plan begins with, -1 if there is none; made once."""
        if not self.planned:
            self.planned = True
            if self.force is self.own:
                self._make_plan()
            else:
                self._with_own(self._make_plan)
        return self.plan_action

    def _most_idle(self) -> float:
        """Return the most that a conversion can be worth which serves no plan."""
        p, w = self.p, self.force
        if not self.left:
            most = 0.9 + 0.01 * max(MOST_POWER, p.p2)
            return max(w.pointless, w.cash * (most if w.cash > 0.0 else 0.9))
        if p.faction == BALTAKS:
            return max(w.pointless, 0.4 * self.prices[QIC])
        if p.faction == NEVLAS:
            return max(w.pointless, self.prices[KNOWLEDGE] - 2 * self.power_price)
        return w.pointless

    def _cash(self, action: int) -> float:
        """In the last round goods are turned into what counts at the end."""
        kind, rest = action & 63, action >> ARG
        times = 1
        if kind == K_BURN:
            times = rest
        elif kind == K_SPEND and rest & 3 == GAIN_CREDITS:
            times = min(rest >> 2 & 31, self.t.cap[2] - self.p.credits)
        elif not (kind in (K_GAIAFORMER, K_NEVLAS) or (kind == K_CONVERT and rest == QIC_TO_ORE)):
            return float(self.force.pointless)
        return float(self.force.cash * (0.9 + 0.01 * times))

    def _goal_value(self, goal: Goal) -> float:
        """Return the value of a goal, its conversions included."""
        w, burns = self.force, goal.burns
        ore, credits, knowledge, qic, token, _ = self.prices
        value = self._goal_worth(goal)
        if goal.direct_power:  # nothing but tokens is spent, nothing else gained
            return value - token * burns + w.burn * self.early * burns
        gained = ore * goal.ore + credits * goal.credits + knowledge * goal.knowledge
        gained += qic * goal.qic + token * goal.tokens
        spent = self.power_price * goal.power + token * burns + ore * goal.ore_paid
        spent += qic * goal.qic_paid + credits * goal.credits_paid
        value = value + gained - spent
        return value + w.conversion * goal.power + w.burn * self.early * burns

    def _make_plan(self) -> None:
        """Find the best goal that conversions bring within reach, and its first conversion."""
        best = 0.0
        for goal in self._all_goals():
            first = self._fund(goal)
            if first >= 0:
                value = self._goal_value(goal)
                if value > best:
                    best, self.plan, self.plan_action = value, goal, first
        self.plan_value = best

    def _within(self, ore: int, credits: int, knowledge: int = 0, qic: int = 0) -> bool:
        """Tell at a glance whether so much may be gained at all."""
        if self.rich:
            return True
        offered = self.offered
        enough = ore <= offered[ORE] and credits <= offered[CREDITS]
        if enough and knowledge <= offered[KNOWLEDGE] and not qic:
            return True
        power = credits + 4 * knowledge
        if ore > self.p.qic:
            power += 3 * (ore - self.p.qic)
        if qic > self.lent:
            power += 4 * (qic - self.lent)
        return power <= self.most_power

    def _fund(self, goal: Goal) -> int:
        """Work out how a goal's shortfall is paid; return the first conversion, or -1."""
        if goal.direct_power:  # these goals lack nothing but power, which burning brings
            return self._burned(goal, goal.direct_power)
        p = self.p
        if goal.tokens or self.rich or p.faction == BALTAKS:
            return self._fund_by_parts(goal)
        need = goal.credits + ORE_POWER * goal.ore
        need += KNOWLEDGE_POWER * goal.knowledge + QIC_POWER * goal.qic
        if need > self.most_power:
            if goal.ore and p.qic > goal.qic_kept:  # QIC may stand in for ore
                return self._fund_by_parts(goal)
            return -1
        goal.power = need
        if need > self.power:
            return self._burned(goal, need)
        if goal.ore:
            gain, amount = GAIN_ORE, goal.ore
        elif goal.knowledge:
            gain, amount = GAIN_KNOWLEDGE, goal.knowledge
        elif goal.qic:
            gain, amount = GAIN_QIC, goal.qic
        else:
            gain, amount = GAIN_CREDITS, goal.credits
        return spend_action(gain, 1 if singly(p) else amount)

    def _burned(self, goal: Goal, need: int) -> int:
        """Note the tokens to burn for so much power, and return that conversion."""
        p = self.p
        per_burn = 2 if p.faction == NEVLAS and p.institute else 1
        goal.burns = (need - self.power + per_burn - 1) // per_burn
        return K_BURN | (1 if p.stone else goal.burns) << ARG

    def _fund_by_parts(self, goal: Goal) -> int:
        """Do the same where power is not the only way to pay."""
        p = self.p
        most = self.most_power
        need, first = 0, -1
        rich = p.faction == HADSCH_HALLAS and p.institute
        purse = p.credits - goal.credits_kept if rich else 0
        ways = rich or p.faction == BALTAKS
        if goal.tokens:
            goal.ore_paid = goal.tokens
            if p.ore < goal.tokens:
                return -1
            first = K_CONVERT | ORE_TO_TOKEN << ARG
        for gain in FUNDED:
            if gain == GAIN_ORE:
                amount = goal.ore
            elif gain == GAIN_KNOWLEDGE:
                amount = goal.knowledge
            else:
                amount = goal.qic if gain == GAIN_QIC else goal.credits
            if not amount:
                continue
            price = POWER_PRICE[gain]
            whole = need + amount * price
            if whole <= most and not ways:  # no other way comes first
                need = whole
                if first < 0:
                    first = spend_action(gain, 1 if singly(p) else amount)
                continue
            bought = 0
            for _ in range(amount):
                if gain == GAIN_QIC and p.faction == BALTAKS and p.formers_free() > goal.formers:
                    goal.formers += 1
                    first = K_GAIAFORMER if first < 0 else first
                elif gain != GAIN_CREDITS and purse >= CREDIT_PRICE[gain]:
                    purse -= CREDIT_PRICE[gain]
                    goal.credits_paid += CREDIT_PRICE[gain]
                    first = K_CREDITS | gain << ARG if first < 0 else first
                elif need + price <= most:
                    need += price
                    bought += 1
                elif gain == GAIN_ORE and p.qic > goal.qic_paid + goal.qic_kept:
                    goal.qic_paid += 1
                    first = K_CONVERT | QIC_TO_ORE << ARG if first < 0 else first
                else:
                    return -1
            if bought and first < 0:
                first = spend_action(gain, 1 if singly(p) else bought)
        goal.power = need
        return self._burned(goal, need) if need > self.power else first

    def _all_goals(self) -> list[Goal]:
        """Return what conversions and power actions might bring within reach; worked out once."""
        goals = self.goals
        if goals is None:
            goals = self.goals = self._goals()
        return goals

    def _goals(self) -> list[Goal]:
        s, p, t = self.s, self.p, self.t
        self._note_means()
        found: list[Goal] = []
        if self.more_ore or self.more_credits:
            if p.mines < t.mines and p.ore + self.more_ore >= t.mine_cost[0]:
                self._mine_goals(found)
            self._upgrade_goals(found)
        self.openable = openable = found[:]
        if self.most_power > self.power and self.power < t.dearest:
            self._power_goals(found, self.power)
        if 0 < t.step_cost - p.knowledge <= MORE_KNOWLEDGE:
            self._research_goal(found, openable, t.step_cost - p.knowledge)
        if self.most_power >= POWER_PRICE[GAIN_QIC] or self.rich or self.lent:
            self._qic_goals(found)
        tokens = t.project_tokens[p.levels[GAIA_AREA]]
        if tokens and self.left and 0 < tokens - p.movable() <= MORE_TOKENS:
            self._project_goals(found, tokens - p.movable())
        masks = federations.found(s, p)
        if masks:
            self._federation_goals(found, masks)
        return found

    def _note_means(self) -> None:
        """Look at what may be gained at all, by spending power, burning tokens and power actions."""
        p = self.p
        self.power = power = p.spendable()
        self.most_power = power + p.p2 // 2
        self.rich, self.lent = False, 0
        if p.faction == NEVLAS and p.institute:
            self.most_power += p.p2 // 2
        elif p.faction == HADSCH_HALLAS:
            self.rich = p.institute != 0
        elif p.faction == BALTAKS:
            self.lent = p.formers_free()
        t = self.t
        self.offered = offered = (
            t.most_offered(power, self.s.actions_used) if power >= t.cheapest else t.no_goods
        )
        self.more_ore, self.more_credits = MORE_ORE, MORE_CREDITS
        if not self.rich and self.most_power < MORE_CREDITS:  # then ore may be short as well
            more = self.most_power // POWER_PRICE[GAIN_ORE] + p.qic
            if more < MORE_ORE and offered[ORE] < MORE_ORE:
                self.more_ore = max(more, offered[ORE])
            more = self.most_power
            if offered[CREDITS] < MORE_CREDITS:
                self.more_credits = max(more, offered[CREDITS])

    def _mine_goals(self, found: list[Goal]) -> None:
        s, p = self.s, self.p
        step_ore = self.t.step_ore[p.levels[TERRA]]
        short_credits = self.t.mine_cost[1] - p.credits
        if short_credits <= 0:
            if p.ore > 2 * step_ore or not self.more_ore:
                return  # nothing near would be out of reach, or nothing would help
            short_credits = 0
        elif short_credits > self.more_credits:
            return
        near = building.sites_near(s, p)
        self._mine_goals_via(found, VIA_PLAIN, near, short_credits)
        if p.booster == self.t.step_booster and not p.used >> S_STEP & 1:
            self._mine_goals_via(found, VIA_STEP, near, short_credits)

    def _mine_goals_via(self, found: list[Goal], via: int, near: list[Site], credits: int) -> None:
        """Note the mines that are as many `credits` short, or a little ore, by one way of building."""
        own_ore, own_qic, more_ore = self.p.ore, self.p.qic, self.more_ore
        paid = self.t.steps_ore[building.FREE_STEPS[via]][self.p.levels[TERRA]]
        bits = building.via_bits(self.s, via)
        for site in near:
            ore = site.ore + paid[site.steps] - own_ore
            if ore <= 0:
                if not credits:
                    continue
                ore = 0
            elif ore > more_ore:
                continue
            if site.qic <= own_qic and self._within(ore, credits):
                goal = Goal(site.action | bits)
                goal.ore, goal.credits = ore, credits
                goal.qic_kept, goal.credits_kept = site.qic, self.t.mine_cost[1]
                found.append(goal)

    def _upgrade_goals(self, found: list[Goal]) -> None:
        s, p, t = self.s, self.p, self.t
        opened = t.purse(p.ore, p.credits).opened(self.more_ore, self.more_credits)
        if not opened:
            return
        kept = holdings.of(s, p)
        for to in opened:
            stations = 0
            for action in kept.upgrades[to]:
                price = t.cost[to]
                if to == STATION:
                    price = building.station_price(s, action >> ARG & HEX_MASK, self.others)
                stations += self._upgrade_goal(found, action, price)
                if stations == 2 or to != STATION:
                    break

    def _upgrade_goal(self, found: list[Goal], action: int, price: tuple[int, int]) -> int:
        """Note an upgrade if a little more would pay for it; return how many were noted."""
        ore, credits = price[0] - self.p.ore, price[1] - self.p.credits
        if ore > self.more_ore or credits > self.more_credits or (ore <= 0 and credits <= 0):
            return 0
        ore, credits = (ore if ore > 0 else 0), (credits if credits > 0 else 0)
        if not self._within(ore, credits):
            return 0
        goal = Goal(action)
        goal.ore, goal.credits, goal.credits_kept = ore, credits, price[1]
        found.append(goal)
        return 1

    def _power_goals(self, found: list[Goal], power: int) -> None:
        """Power actions that take some burning."""
        s, p, t = self.s, self.p, self.t
        for action in t.power_between[power][min(self.most_power, t.dearest)]:
            cost = t.power_cost[action]
            if s.actions_used >> action & 1:
                continue
            if t.power_gain[action]:
                goal = Goal(K_POWER | action << ARG)
                goal.direct_power = cost
                found.append(goal)
            elif cost - power <= 2:
                two = action == TERRAFORM_2
                via = VIA_POWER2 if two else VIA_POWER6
                if not building.mine_possible(s, p):
                    continue
                near = building.sites_near(s, p)
                for mine in building.mine_actions(
                    s, p, via, near, building.NO_SITES, least_steps=1 + two
                ):
                    goal = Goal(mine)
                    goal.direct_power = cost
                    found.append(goal)

    def _research_goal(self, found: list[Goal], openable: list[Goal], short: int) -> None:
        if self._within(0, 0, short):
            area = self._own_best_area()
            if area >= 0:
                goal = Goal(K_RESEARCH | area << ARG)
                goal.knowledge = short
                found.append(goal)
                openable.append(goal)

    def _qic_goals(self, found: list[Goal]) -> None:
        self._qic_goal(found, QIC_TYPES, K_QIC_TYPES)
        self._qic_goal(found, QIC_TILE, K_QIC_TILE)

    def _qic_goal(self, found: list[Goal], place: int, kind: int) -> None:
        """Note a QIC action that is open if a little more QIC would pay for it."""
        short = self.t.qic_cost[place] - self.p.qic
        if not 0 < short <= MORE_QIC or self.s.actions_used >> (7 + place) & 1:
            return
        if self._within(0, 0, 0, short):
            goal = Goal(kind)
            goal.qic = short
            found.append(goal)

    def _project_goals(self, found: list[Goal], short: int) -> None:
        cells = building.project_cells(self.s, self.p, VIA_PLAIN, 0, MORE_TOKENS)
        for cell in cells_of(cells)[:3]:
            goal = Goal(K_PROJECT | cell << ARG)
            goal.tokens = short
            found.append(goal)

    def _federation_goals(self, found: list[Goal], masks: list[int]) -> None:
        s, p = self.s, self.p
        most = federations.budget(s, p)
        for mask in masks:
            short = (mask & ~(p.own | p.spaces)).bit_count() - most
            if short > 0:
                token = next((i for i in (1, 0, 3, 4, 5, 2) if s.tokens_left[i]), -1)
                if token < 0:
                    continue
                goal = Goal(federations.pack(token, mask))
                if p.faction == IVITS and short <= MORE_QIC:
                    goal.qic = short
                elif p.faction != IVITS and short <= MORE_TOKENS + 1:
                    goal.tokens = short
                else:
                    continue
                found.append(goal)
