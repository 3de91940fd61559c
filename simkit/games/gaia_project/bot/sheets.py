"""What is worth the same to a faction all round long: goods, incomes, buildings as a base of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.apply import ROUNDS
from simkit.games.gaia_project.rules.tables import MOST_STEPS
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.bot.weight_set import Weights
    from simkit.games.gaia_project.rules.tables import Tables

LEFT: Final = [ROUNDS - max(1, number) for number in range(ROUNDS + 1)]  # rounds to come, by round
TIME: Final = [1.0, 1.0, 1.0, 0.95, 0.9, 0.75, 0.3]  # what goods can still do, by round
# How much of the game is still to come, by round.
EARLY: Final = [1.0, 1.0, 0.8, 0.6, 0.4, 0.2, 0.0]
SPECIALS: Final = 16  # numbers of special actions are smaller
UNKNOWN: Final = float("nan")  # what was not asked for yet


def income_worth(returns: list[float], gains: Gains) -> float:
    """Return what an income is worth, given what one of each good in every round to come is."""
    total = 0.0
    for kind, amount in gains:
        if kind <= terms.CHARGE:
            total += returns[kind] * amount
    return total


class Sheet:
    """What is worth the same all round long: goods, and what is worked out from them when asked for.

    It follows from the rules, the weights, the faction, the round, and whether the QIC academy stands
    (Gleens' QIC are ore until then: `as_ore`); the rules remember it, so that bots of the same class and
    weights share it from game to game.

    Attributes
    ----------
    prices
        Of one of each good, in the order of the resources up to CHARGE.
    power
        Of power spent from bowl III.
    returns
        Of one of each good in every round to come.
    mine, station, lab, academy
        What buildings are worth as the base of later ones.
    federation
        What a federation is worth beyond its token, its satellites and the final tiles.
    idle
        The most that a conversion can be worth which serves no plan, before the last round.
    idle_former, idle_knowledge
        What such ones of Baltaks and Nevlas are worth.
    paying_costs
        Whether nothing that is spent, burned or converted adds to a score.
    close
        What an own piece close by is worth to one that is upgraded.
    """

    __slots__ = (
        "academy", "boosters", "close", "costs", "federation", "idle", "idle_former",
        "idle_knowledge", "lab", "labs", "levels", "mine", "mine_costs", "mine_incomes",
        "paying_costs", "plain_tiles", "power", "powers", "prices", "returns", "specials",
        "station", "station_near", "stations", "tiles",
    )  # fmt: skip

    def __init__(self, w: Weights, number: int, faction: int, as_ore: bool, t: Tables) -> None:
        left, time, early = LEFT[number], TIME[number], EARLY[number]
        ore = w.ore * time + w.ore_early * early
        credits = w.credits * time + w.credits_early * early
        knowledge = w.knowledge * time + w.knowledge_early * early
        qic = ore if as_ore else w.qic * time + w.qic_early * early
        self.prices = [
            ore,
            credits,
            knowledge,
            qic,
            w.token * time + w.token_early * early,
            w.charge * time + w.charge_early * early,
        ]
        share = left * 0.85
        self.returns = returns = [
            (w.income * 1.4 + w.income_ore) * share,
            (w.income * 0.5 + w.income_credits) * share,
            (w.income * 1.4 + w.income_knowledge) * share,
            (w.income * 2.0 + w.income_qic) * share,
            (w.income * 0.6 + w.income_token) * share,
            (w.income * 0.35 + w.income_charge) * share,
        ]
        self.mine = w.mine * time + w.mine_early * early
        self.station = w.station * time + w.station_early * early
        self.lab = w.lab * time + w.lab_early * early
        self.academy = w.academy * time + w.academy_early * early
        self.federation = w.federation + w.federation_early * early
        self.power = w.power * time + w.power_early * early
        self.idle_former = 0.4 * qic
        self.idle_knowledge = knowledge - 2 * self.power
        self.idle = w.pointless
        if faction == terms.BALTAKS:
            self.idle = max(self.idle, self.idle_former)
        elif faction == terms.NEVLAS:
            self.idle = max(self.idle, self.idle_knowledge)
        self.paying_costs = (
            max(w.conversion, w.burn) <= 0.0
            and min(self.power, *self.prices[: terms.TOKEN + 1]) >= 0.0
        )
        self.close = 0.15 * w.cluster if left else 0.0
        # What buildings cost, by number; stations far from opponents, and near them.
        self.costs = [ore * cost[0] + credits * cost[1] for cost in t.cost]
        near, mine = t.station_cost_near, t.mine_cost
        self.station_near = ore * near[0] + credits * near[1]
        # What mines cost, by the ore beyond that of any mine: for all steps, and Gleens' gaia planets.
        most = max(t.step_ore) * MOST_STEPS + 1
        self.mine_costs = [ore * (mine[0] + more) + credits * mine[1] for more in range(most + 1)]
        # What each mine, trading station and research lab brings as income, by its place in its row.
        self.mine_incomes = [returns[terms.ORE] * amount for amount in t.mine_ore]
        incomes = t.factions[faction]
        self.stations = [income_worth(returns, gains) for gains in incomes.station_income]
        self.labs = [income_worth(returns, gains) for gains in incomes.lab_income]
        # What follows is worked out when it is asked for.
        self.levels = [UNKNOWN] * (6 << 3)  # of a step from a level, at area << 3 | level
        # Of a standard tile: of most by number, of the others see `Worth._tile_value`.
        self.plain_tiles = [UNKNOWN] * len(terms.STANDARD)
        self.tiles: dict[int, float] = {}
        self.boosters = [UNKNOWN] * len(terms.BOOSTERS)  # of a booster's goods
        # Of a power action's goods, less its power.
        self.powers = [UNKNOWN] * len(terms.POWER_ACTIONS)
        self.specials = [UNKNOWN] * SPECIALS  # of a special action's goods
