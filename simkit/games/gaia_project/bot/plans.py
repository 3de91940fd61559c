"""Conversions: which free action is worth it, because of what it makes affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot.goals import Goal
from simkit.games.gaia_project.bot.worth import Worth
from simkit.games.gaia_project.rules import building, federations, holdings, terms
from simkit.games.gaia_project.rules.apply import CREDIT_PRICE, POWER_PRICE
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.legal import (
    CONVERTS,
    MOST_POWER,
    QIC_CONVERSION,
    singly,
    spend_action,
)

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State


# How much a plan may be short of.
MORE_ORE: Final = 2
MORE_CREDITS: Final = 7
MORE_KNOWLEDGE: Final = 3
MORE_QIC: Final = 2
MORE_TOKENS: Final = 2
# How much of an action's worth counts for the power action that makes it affordable.
OPENS: Final = 0.9
# The power that one of each good costs (a credit costs one).
ORE_POWER: Final = POWER_PRICE[schema.GAIN_ORE]
KNOWLEDGE_POWER: Final = POWER_PRICE[schema.GAIN_KNOWLEDGE]
QIC_POWER: Final = POWER_PRICE[schema.GAIN_QIC]
# The actions that a mine lacking some goods may belong to.
PLAINLY: Final = [schema.VIA_PLAIN]
WITH_STEP: Final = [schema.VIA_PLAIN, schema.VIA_STEP]
QIC_GOALS: Final = [(terms.QIC_TYPES, schema.K_QIC_TYPES), (terms.QIC_TILE, schema.K_QIC_TILE)]
FUNDED: Final = [
    schema.GAIN_ORE,
    schema.GAIN_KNOWLEDGE,
    schema.GAIN_QIC,
    schema.GAIN_CREDITS,
]  # in this order


class Planner(Worth):
    """Values free actions, and power actions, by the best goal that they bring within reach."""

    __slots__ = (  # noqa: RUF023 - grouped
        "openable", "step_goal", "nothing", "planned", "plan", "plan_action", "plan_value",
        "power", "most_power", "rich", "lent", "offered",
    )  # fmt: skip

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Begin without a goal."""
        super().start(rules, seat, luck)
        self.nothing = Goal(0)

    def prepare(self, view: State) -> None:
        """Look at the position; a plan is made when the first conversion is valued."""
        self._look_at(view)
        self.planned = False
        # The goals that lack nothing but ore, credits or knowledge, once they are asked for.
        self.openable: list[Goal] | None = None

    def _value(self, action: int) -> float:
        """Return the value of an action of any kind.

        Kinds that come up often are valued directly, without a call of this method: to value them in
        another way, override `_mine`, `_upgrade`, `_power` and the like.
        """
        raise NotImplementedError

    # Power actions: what their goods open --------------------------------------------------------

    def _power(self, rest: int) -> float:
        """A power action is worth its goods, and what they make affordable in the next turn."""
        action = rest & 7
        value = self.sheet.powers[action]
        if value != value:
            value = self._power_goods(action)
        if self.force is not self.own:
            goal = self._with_own(self._opened, action)
        else:
            openable = self.openable
            if openable is None:
                openable = self._note_openable()
            if not openable:
                return value
            goal = self._opened(action)
        if goal is not self.nothing:
            value += OPENS * self._goal_worth(goal)
        return value

    def _goal_worth(self, goal: Goal) -> float:
        """Return what the action of a goal is worth; in the bot's own weights it is worked out once."""
        if self.force is not self.own:
            return self._value(goal.action)
        worth = goal.worth
        if worth != worth:
            worth = goal.worth = self._value(goal.action)
        return worth

    def _opened(self, action: int) -> Goal:
        """Return the best goal that the goods of a power action suffice for."""
        goods = self.t.power_goods[action]
        ore, credits, knowledge = goods[terms.ORE], goods[terms.CREDITS], goods[terms.KNOWLEDGE]
        best, found = 0.0, self.nothing
        openable = self.openable
        if openable is None:
            openable = self._note_openable()
        for goal in openable:
            if (
                goal.worth > best
                and goal.ore <= ore and goal.credits <= credits and goal.knowledge <= knowledge
            ):  # fmt: skip
                best, found = goal.worth, goal
        return found

    # Conversions: the plan -----------------------------------------------------------------------

    def _conversion(self, action: int) -> float:
        """A conversion is worth what it makes possible; what is free anyway comes before passing."""
        return self._plan_worth() if action == self._planned() else self._idle(action)

    def _plan_worth(self) -> float:
        """Return what the conversion is worth that the plan begins with."""
        return self.plan_value if self.force is self.own else self._goal_value(self.plan)

    def _idle(self, action: int) -> float:
        """Return what a conversion is worth that serves no plan."""
        if not self.left:
            return self._cash(action)
        kind = action & 63
        if kind == schema.K_GAIAFORMER:
            return self.sheet.idle_former
        if kind == schema.K_NEVLAS:
            return self.sheet.idle_knowledge
        return self.force.pointless

    def _planned(self, least: float = 0.0) -> int:
        """Return the conversion that a plan begins with, -1 if there is none; made once.

        A plan that is worth no more than `least` may be left out, but only this time.
        """
        if not self.planned:
            if self.force is self.own:
                self.planned = least <= 0.0
                self._make_plan(0.0 if self.planned else least)
            else:
                self.planned = True
                self._with_own(self._make_plan, 0.0)
        return self.plan_action

    def _most_cash(self) -> float:
        """Return the most that a conversion can be worth in the last round which serves no plan."""
        w = self.force
        most = 0.9 + 0.01 * max(MOST_POWER, self.p.p2)
        return max(w.pointless, w.cash * (most if w.cash > 0.0 else 0.9))

    def _cash(self, action: int) -> float:
        """In the last round goods are turned into what counts at the end."""
        kind, rest = action & 63, action >> schema.ARG
        times = 1
        if kind == schema.K_BURN:
            times = rest
        elif kind == schema.K_SPEND and rest & 3 == schema.GAIN_CREDITS:
            times = min(rest >> 2 & 31, self.t.cap[2] - self.p.credits)
        elif not (
            kind in (schema.K_GAIAFORMER, schema.K_NEVLAS)
            or (kind == schema.K_CONVERT and rest == schema.QIC_TO_ORE)
        ):
            return float(self.force.pointless)
        return float(self.force.cash * (0.9 + 0.01 * times))

    def _goal_value(self, goal: Goal) -> float:
        """Return the value of a goal that can be paid for, its conversions included."""
        return self._less_paid(goal, self._goal_for_free(goal))

    def _goal_for_free(self, goal: Goal) -> float:
        """Return the value that a goal would have if what it lacks came for nothing."""
        prices, gained = self.prices, 0.0
        if goal.ore:
            gained = prices[terms.ORE] * goal.ore
        if goal.credits:
            gained += prices[terms.CREDITS] * goal.credits
        if goal.knowledge:
            gained += prices[terms.KNOWLEDGE] * goal.knowledge
        if goal.qic or goal.tokens:
            gained += prices[terms.QIC] * goal.qic + prices[terms.TOKEN] * goal.tokens
        worth = goal.worth
        if worth != worth or self.force is not self.own:
            worth = self._goal_worth(goal)
        return worth + gained

    def _less_paid(self, goal: Goal, value: float) -> float:
        """Return that value less what is paid for what the goal lacks."""
        w, prices = self.force, self.prices
        power, burns = goal.power, goal.burns
        spent = self.power_price * power
        if burns:
            spent += prices[terms.TOKEN] * burns
        if goal.tokens:  # for an ore each
            spent += prices[terms.ORE] * goal.tokens
        if goal.qic_paid or goal.credits_paid:
            spent += prices[terms.QIC] * goal.qic_paid + prices[terms.CREDITS] * goal.credits_paid
        value = value - spent + w.conversion * power
        return value + w.burn * self.early * burns if burns else value

    def _make_plan(self, least: float) -> None:
        """Find the best goal that conversions bring within reach, and its first conversion.

        It has to be worth more than `least`. Of equals the first counts, so the order matters: research
        comes after the power actions, though power actions may open it as they do mines and upgrades.
        """
        self.plan, self.plan_action, self.plan_value = self.nothing, -1, least
        p, t = self.p, self.t
        openable = self.openable
        if openable is None:
            openable = self._note_openable()
        step = self.step_goal
        for goal in openable:
            if goal is not step:
                self._weigh(goal)
        power, most = self.power, self.most_power
        if power < most and power < t.dearest:
            actions = t.power_between[power][most if most < t.dearest else t.dearest]
            if actions:
                self._weigh_burning(actions)
        if step is not self.nothing:
            self._weigh(step)
        if most >= QIC_POWER or self.rich or self.lent:
            self._weigh_qic()
        tokens = t.project_tokens[p.levels[terms.GAIA_AREA]]
        if tokens and self.left and 0 < tokens - p.movable() <= MORE_TOKENS:
            self._weigh_projects(tokens - p.movable())
        masks = federations.found(self.s, p)
        if masks:
            self._weigh_federations(masks)

    def _weigh(self, goal: Goal) -> None:
        """Make a goal the plan if it can be paid for and nothing so far is worth as much."""
        value = self._goal_for_free(goal)
        if value <= self.plan_value and self.sheet.paying_costs:
            return
        first = self._fund(goal)
        if first >= 0:
            value = self._less_paid(goal, value)
            if value > self.plan_value:
                self.plan, self.plan_action, self.plan_value = goal, first, value

    def _within(self, ore: int, credits: int) -> bool:
        """Tell at a glance whether so much may be gained at all; QIC may stand in for ore."""
        offered = self.offered
        if self.rich or (ore <= offered[terms.ORE] and credits <= offered[terms.CREDITS]):
            return True
        ore -= self.p.qic
        return (credits + ORE_POWER * ore if ore > 0 else credits) <= self.most_power

    def _fund(self, goal: Goal) -> int:
        """Work out how a goal's shortfall is paid; return the first conversion, or -1."""
        p = self.p
        if goal.tokens or self.rich or p.faction == terms.BALTAKS:
            return self._fund_by_parts(goal)
        need = goal.credits + ORE_POWER * goal.ore
        need += KNOWLEDGE_POWER * goal.knowledge + QIC_POWER * goal.qic
        if need > self.most_power:
            return self._fund_with_qic(goal, need)
        goal.power = need
        if need > self.power:
            return self._burned(goal, self._burns(need))
        if goal.ore:
            gain, amount = schema.GAIN_ORE, goal.ore
        elif goal.knowledge:
            gain, amount = schema.GAIN_KNOWLEDGE, goal.knowledge
        elif goal.qic:
            gain, amount = schema.GAIN_QIC, goal.qic
        else:
            gain, amount = schema.GAIN_CREDITS, goal.credits
        return spend_action(gain, 1 if singly(p) else amount)

    def _fund_with_qic(self, goal: Goal, need: int) -> int:
        """Do the same where power pays for what it can and QIC stand in for the rest of the ore."""
        qic = goal.ore - self.most_power // ORE_POWER
        need -= ORE_POWER * qic
        if qic <= 0 or qic > self.p.qic - goal.qic_kept or need > self.most_power:
            return -1
        goal.qic_paid, goal.power = qic, need
        return self._burned(goal, self._burns(need)) if need > self.power else QIC_CONVERSION

    def _burned(self, goal: Goal, burns: int) -> int:
        """Note the tokens to burn, and return that conversion."""
        goal.burns = burns
        return schema.K_BURN | (1 if self.p.stone else burns) << schema.ARG

    def _burns(self, need: int) -> int:
        """Return how many tokens have to be burned for so much power."""
        p, lacking = self.p, need - self.power
        return (lacking + 1) // 2 if p.faction == terms.NEVLAS and p.institute else lacking

    def _fund_by_parts(self, goal: Goal) -> int:
        """Do the same where power is not the only way to pay."""
        p = self.p
        most = self.most_power
        need, first, formers = 0, -1, 0
        goal.qic_paid = goal.credits_paid = 0
        rich = p.faction == terms.HADSCH_HALLAS and p.institute
        purse = p.credits - goal.credits_kept if rich else 0
        ways = rich or p.faction == terms.BALTAKS
        if goal.tokens:
            if p.ore < goal.tokens:
                return -1
            first = schema.K_CONVERT | schema.ORE_TO_TOKEN << schema.ARG
        for gain in FUNDED:
            if gain == schema.GAIN_ORE:
                amount = goal.ore
            elif gain == schema.GAIN_KNOWLEDGE:
                amount = goal.knowledge
            else:
                amount = goal.qic if gain == schema.GAIN_QIC else goal.credits
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
                if (
                    gain == schema.GAIN_QIC
                    and p.faction == terms.BALTAKS
                    and p.formers_free() > formers
                ):
                    formers += 1
                    first = schema.K_GAIAFORMER if first < 0 else first
                elif gain != schema.GAIN_CREDITS and purse >= CREDIT_PRICE[gain]:
                    purse -= CREDIT_PRICE[gain]
                    goal.credits_paid += CREDIT_PRICE[gain]
                    first = schema.K_CREDITS | gain << schema.ARG if first < 0 else first
                elif need + price <= most:
                    need += price
                    bought += 1
                elif gain == schema.GAIN_ORE and p.qic > goal.qic_paid + goal.qic_kept:
                    goal.qic_paid += 1
                    first = QIC_CONVERSION if first < 0 else first
                else:
                    return -1
            if bought and first < 0:
                first = spend_action(gain, 1 if singly(p) else bought)
        goal.power = need
        return self._burned(goal, self._burns(need)) if need > self.power else first

    # Goals that goods open ------------------------------------------------------------------------

    def _note_openable(self) -> list[Goal]:
        """Return the mines, the upgrades and the step of research that a few more goods would open."""
        p, t = self.p, self.t
        # What may be gained at all, by spending power, burning tokens and power actions.
        self.power = power = p.spendable()
        most, offered = power + p.p2 // 2, t.no_goods
        self.rich, self.lent = False, 0
        if CONVERTS[p.faction]:
            most += self._note_own_ways()
        if power >= t.cheapest:
            offered = t.most_offered(power, self.s.actions_used)
        self.most_power, self.offered = most, offered
        more_ore, more_credits = most // ORE_POWER + p.qic, most
        if offered is not t.no_goods:
            if offered[terms.ORE] > more_ore:
                more_ore = offered[terms.ORE]
            if offered[terms.CREDITS] > more_credits:
                more_credits = offered[terms.CREDITS]
        if more_ore > MORE_ORE or self.rich:
            more_ore = MORE_ORE
        if more_credits > MORE_CREDITS or self.rich:
            more_credits = MORE_CREDITS
        found: list[Goal] = []
        if more_ore or more_credits:
            if p.mines < t.mines and p.ore + more_ore >= t.mine_cost[0]:
                self._mine_goals(found, more_ore, more_credits)
            opened = t.purse(p.ore, p.credits).opened(more_ore, more_credits)
            if opened:
                self._upgrade_goals(found, opened, more_ore, more_credits)
        self.step_goal = self.nothing
        short = t.step_cost - p.knowledge
        if 0 < short <= MORE_KNOWLEDGE and (
            KNOWLEDGE_POWER * short <= most or short <= offered[terms.KNOWLEDGE] or self.rich
        ):
            self._research_goal(found, short)
        self.openable = found
        return found

    def _note_own_ways(self) -> int:
        """Look at what free actions of the faction's own may gain; return the power that is added."""
        p = self.p
        if p.faction == terms.HADSCH_HALLAS:
            self.rich = p.institute != 0
        elif p.faction == terms.BALTAKS:
            self.lent = p.formers_free()
        elif p.institute:  # Nevlas: each token that is lifted by burning counts twice
            return p.p2 // 2
        return 0

    def _mine_goals(self, found: list[Goal], more_ore: int, more_credits: int) -> None:
        """Note the mines in range that a little ore and credits are missing for."""
        s, p, t = self.s, self.p, self.t
        credits = t.mine_cost[1] - p.credits
        if credits <= 0:
            if p.ore > self.ore_of_steps[2] or not more_ore:
                return  # nothing near would be out of reach, or nothing would help
            credits = 0
        elif credits > more_credits:
            return
        own_ore, level = p.ore, p.levels[terms.TERRA]
        near = building.sites_near(s, p)
        stepping = p.booster == t.step_booster and not p.used >> terms.S_STEP & 1
        for via in WITH_STEP if stepping else PLAINLY:
            needed = t.site_ore[building.FREE_STEPS[via]][0][level]
            for site in near:
                ore = needed[site.price] - own_ore
                if ore <= 0:
                    if not credits:
                        continue
                    ore = 0
                elif ore > more_ore:
                    continue
                if site.qic <= p.qic and self._within(ore, credits):
                    goal = Goal(site.action | t.via_bits[via], ore, credits)
                    goal.qic_kept, goal.credits_kept = site.qic, t.mine_cost[1]
                    goal.worth = self._mine(goal.action >> schema.ARG)
                    found.append(goal)

    def _upgrade_goals(
        self, found: list[Goal], opened: list[int], more_ore: int, more_credits: int
    ) -> None:
        """Note upgrades to these buildings: of each the first, of trading stations two."""
        s, p = self.s, self.p
        upgrades, own_ore, own_credits = holdings.of(s, p).upgrades, p.ore, p.credits
        for to in opened:
            if not upgrades[to]:
                continue
            price, stations = self.t.cost[to], 0
            for action in upgrades[to]:
                if to == terms.STATION:
                    price = building.station_price(
                        s, action >> schema.ARG & schema.HEX_MASK, self.others
                    )
                ore, credits = price[0] - own_ore, price[1] - own_credits
                if ore <= more_ore and credits <= more_credits and (ore > 0 or credits > 0):
                    if ore < 0:
                        ore = 0
                    elif credits < 0:
                        credits = 0
                    if self._within(ore, credits):
                        goal = Goal(action, ore, credits)
                        goal.credits_kept, goal.worth = (
                            price[1],
                            self._upgrade(action >> schema.ARG),
                        )
                        found.append(goal)
                        stations += 1
                if stations == 2 or to != terms.STATION:
                    break

    def _research_goal(self, found: list[Goal], short: int) -> None:
        area = self._own_best_area()
        if area >= 0:
            self.step_goal = goal = Goal(schema.K_RESEARCH | area << schema.ARG)
            goal.knowledge, goal.worth = short, self._research(area)
            found.append(goal)

    # Other goals ----------------------------------------------------------------------------------

    def _weigh_burning(self, actions: list[int]) -> None:
        """Weigh these power actions, which take some burning, and the mines that are part of them."""
        s, p, t = self.s, self.p, self.t
        used = s.actions_used
        for action in actions:
            if used >> action & 1:
                continue
            cost = t.power_cost[action]
            if t.power_gain[action]:
                worth = self._power(action)
                if worth > self.plan_value or not self.sheet.paying_costs:
                    self._weigh_burned(
                        schema.K_POWER | action << schema.ARG, worth, self._burns(cost)
                    )
            elif cost - self.power <= 2 and building.mine_possible(s, p):
                two = action == terms.TERRAFORM_2
                via = schema.VIA_POWER2 if two else schema.VIA_POWER6
                near, burns = building.sites_near(s, p), self._burns(cost)
                mines: list[int] = []
                building.note_mines(s, p, via, near, mines, least_steps=1 + two)
                for mine in mines:
                    self._weigh_burned(mine, self._mine(mine >> schema.ARG), burns)

    def _weigh_burned(self, action: int, worth: float, burns: int) -> None:
        """Weigh an action that lacks nothing but power: tokens are burned, and nothing is gained."""
        value = worth - self.prices[terms.TOKEN] * burns + self.force.burn * self.early * burns
        if value > self.plan_value:
            self.plan_value, self.plan = value, Goal(action)
            self.plan_action = self._burned(self.plan, burns)

    def _weigh_qic(self) -> None:
        """Weigh the QIC actions that are open if a little more QIC would pay for them."""
        used, cost, own = self.s.actions_used, self.t.qic_cost, self.p.qic
        for place, kind in QIC_GOALS:
            short = cost[place] - own
            if not 0 < short <= MORE_QIC or used >> (7 + place) & 1:
                continue
            if QIC_POWER * (short - self.lent) <= self.most_power or self.rich:
                worth = self._value(kind)
                most = worth + self.prices[terms.QIC] * short
                if most <= self.plan_value and self.sheet.paying_costs:
                    continue
                goal = Goal(kind)
                goal.qic, goal.worth = short, worth
                self._weigh(goal)

    def _weigh_projects(self, short: int) -> None:
        cells = building.project_cells(self.s, self.p, schema.VIA_PLAIN, 0, MORE_TOKENS)
        for cell in cells_of(cells)[:3]:
            goal = Goal(schema.K_PROJECT | cell << schema.ARG)
            goal.tokens = short
            self._weigh(goal)

    def _weigh_federations(self, masks: list[int]) -> None:
        s, p = self.s, self.p
        most = federations.budget(s, p)
        for mask in masks:
            short = (mask & ~(p.own | p.spaces)).bit_count() - most
            if short > 0:
                token = next((i for i in (1, 0, 3, 4, 5, 2) if s.tokens_left[i]), -1)
                if token < 0:
                    continue
                goal = Goal(federations.pack(token, mask))
                if p.faction == terms.IVITS and short <= MORE_QIC:
                    goal.qic = short
                elif p.faction != terms.IVITS and short <= MORE_TOKENS + 1:
                    goal.tokens = short
                else:
                    continue
                self._weigh(goal)
