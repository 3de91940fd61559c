"""What the greedy bot works out beforehand, by its weights: costs and rewards while resources keep one
share of their worth, and what hangs on the rounds left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.bot.weight_set import Rates
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.caches import cache
from simkit.games.federation.rules.tables import Cost, Tables, Task

if TYPE_CHECKING:
    from simkit.games.federation.bot.estimates import Worth

LOWEST: Final = float("-inf")
UNKNOWN: Final = -1e9  # stands for what is not worked out yet
# By rounds left, what one more ship is worth: by how many missions with a marker, within reach of the
# level at hand, lack a ship (from -3 to 4); and what is lost with a ship that waits no longer.
SHIPS: Final = [
    [0.6, 0.8, 1.3, 2.0, 3.6, 4.4, 4.7, 5.5],
    [1.2, 2.5, 3.5, 4.2, 4.8, 5.2, 5.4, 6.0],
    [2.3, 3.0, 3.9, 4.6, 4.8, 5.1, 5.2, 6.0],
    [1.2, 1.6, 2.7, 3.5, 4.2, 4.4, 4.6, 6.0],
    [2.2, 2.4, 2.6, 3.0, 3.6, 3.6, 3.8, 4.0],
]
WAITING: Final = (5.2, 6.4, 5.4, 5.6, 2.7)
# By turns left: a resource has its full worth while it can be spent, and less towards the end.
FADES: Final = [0.45 + 0.55 * (turns / 6) for turns in range(7)]
# What part of its worth a mission has for a marker, without and with a ship to spare; what is left of
# that in the last round.
MARKED: Final = [0.3, 0.65]
MARKED_LATE: Final = [0.1, 0.7]
More = list[float]  # by resource, what holding one more brings by laws
NONE_LACKING: Final = 3  # where `SHIPS` has as many missions that lack a ship as ships


class Horizon:
    """What hangs on the rounds left alone, by weights.

    Attributes
    ----------
    races, moves
        By the advances that a project lacks: what overtaking somebody in its ranking is worth, and by how
        much moving it raises what a place there brings.
    step, die
        Worth of an accreditation step, and of a point of the die.
    ships, late_ships, flight
        Worth of ships by the missions with a marker, within reach, and the room for ships together, and
        by their number; of those that come too late to fly, by their number; what is lost with the ship
        that flies a mission.
    fades
        By the turns taken this round, the share that resources have of their worth.
    marker_parts
        Without and with a ship to spare: what part of its worth a mission has for a marker.
    level, kept
        What an accreditation step kept by upkeep still brings; worth of keeping a level, by eight times
        the step at hand and the level, see `FederationBot.level_kept`.
    effects, waits
        By erudite: worth of its effect, and what is lost with one that scores and is taken before the
        last round.
    industries
        Worth of their incomes.
    president
        Worth of being first player next round.
    """

    __slots__ = (
        "die", "effects", "fades", "flight", "industries", "kept", "late_ships", "level",
        "marker_parts", "moves", "president", "races", "ships", "step", "waits",
    )  # fmt: skip

    def __init__(self, tables: Tables, rates: Rates, worth: Worth, left: int) -> None:
        chances, moves = worth.chances[left], worth.moves[left]
        self.moves = [rates.funding * move for move in moves]
        self.races = [rates.ranking * chance * tables.place_step for chance in chances]
        self.fades = [FADES[min(left * 4 + turns, 6)] for turns in (4, 3, 2, 1, 0)]
        self.marker_parts = [rates.marker * part for part in MARKED]
        if not left:
            self.marker_parts = [part * late for part, late in zip(self.marker_parts, MARKED_LATE)]
        self.level = 0.5 + 0.42 * (left + 1)
        self.kept: dict[int, float] = cache(tables.caches)
        self.step = rates.accreditation * self.level
        self.die = rates.die * (0.4 + 0.32 * (left + 1))
        rounds = min(left, len(SHIPS) - 1)
        numbers = range(tables.hangar_max + 1)
        by_lacking = [
            [rates.ship * each * (0.25 + 0.75 * n) if n else 0.0 for n in numbers]
            for each in SHIPS[rounds]
        ]
        lacking = range(-tables.hangar_max, len(tables.missions) + 1)
        lowest, most = -NONE_LACKING, len(by_lacking) - 1 - NONE_LACKING
        self.ships = [by_lacking[max(lowest, min(most, n)) + NONE_LACKING] for n in lacking]
        self.late_ships = [rates.ship * n for n in numbers]
        self.flight = rates.ship * WAITING[rounds]
        self.effects = [rates.erudite * effect for effect in worth.erudites]
        scored = rates.specialist * 0.7 * left
        self.waits = [
            scored if level >= 3 and points else 0.0
            for level, points in zip(tables.erudite_level, worth.points)
        ]
        self.industries = [rates.industry * income * (left + 2) * 0.8 for income in worth.incomes]
        self.president = rates.president * (0.6 if left else 0.0)


class Budget:
    """The worth of all costs and rewards of the components, by weights, `fade` and what laws pay.

    A resource fades towards the end and when the storage is nearly full; few different shares come up
    in a game, so a bot keeps one budget for each.

    Attributes
    ----------
    actions, shops, structures, missions
        Worth of what each costs.
    bonus, tokens, options
        Worth of the effects of an ambassador's funding side, of an alteration token, of each option of a
        menu where these bring resources; else `UNKNOWN`, and they are worked out as they come up.
    trades
        The same for the levels of a shop, less what a trade costs.
    asteroids, cells
        Worth of the resources of each asteroid token and of each Neo cell.
    held, spent
        By ambassador: what placing it takes from the votes in hand, while others stay in hand and for
        the last one of a round.
    held_funding, spent_funding
        The same with what its funding side brings.
    """

    __slots__ = (
        "actions", "asteroids", "bonus", "cells", "held", "held_funding", "missions",
        "options", "shops", "spent", "spent_funding", "structures", "tokens", "trades",
    )  # fmt: skip

    def __init__(self, tables: Tables, rates: Rates, fade: float, more: More) -> None:
        self.actions = prices(rates, fade, more, tables.action_cost)
        self.shops = prices(rates, fade, more, tables.shop_cost)
        self.structures = prices(rates, fade, more, tables.structure_cost)
        self.missions = prices(rates, fade, more, tables.mission_cost)
        self.asteroids = prices(rates, fade, more, tables.asteroid_reward)
        self.cells = prices(rates, fade, more, tables.cell_reward)
        bonus = prices(rates, fade, more, tables.bonus_gain)
        self.bonus = [gain(rates, fade, more, tasks) for tasks in tables.funding_bonus]
        self.tokens = [gain(rates, fade, more, tasks) for tasks in tables.token_bonus]
        self.options = [
            [gain(rates, fade, more, option) for option in menu] for menu in tables.menus
        ]
        self.trades = [
            [less(gain(rates, fade, more, tasks), cost) for tasks in both]
            for both, cost in zip(tables.shop_effects, self.shops)
        ]
        # A strong ambassador is worth keeping while others are in hand.
        hold = rates.hold * 0.3
        self.held = [-hold * votes for votes in tables.votes]
        self.spent = [0.0 for _ in tables.votes]
        self.held_funding = [piece + gain for piece, gain in zip(self.held, bonus)]
        self.spent_funding = [piece + gain for piece, gain in zip(self.spent, bonus)]


def gain(rates: Rates, fade: float, more: More, tasks: list[Task]) -> float:
    """Return what effects are worth that only bring resources; `UNKNOWN` if others are among them."""
    value = 0.0
    worths = (rates.lavandium, rates.copernium, rates.oceanium, rates.diamond)
    for op, resource, n, _ in tasks:
        if op != terms.GAIN:
            return UNKNOWN
        value += worths[resource] * n * fade + more[resource] * n
    return value


def less(gain: float, cost: float) -> float:
    """Return a gain less a cost, where the gain is known."""
    return gain - cost if gain > UNKNOWN else UNKNOWN


def prices(rates: Rates, fade: float, more: More, costs: list[Cost]) -> list[float]:
    """Return what each of some costs or rewards is worth."""
    return [price(rates, fade, more, cost) for cost in costs]


def price(rates: Rates, fade: float, more: More, cost: Cost) -> float:
    """Return what a cost or reward is worth."""
    held = more[0] * cost[0] + more[1] * cost[1] + more[2] * cost[2] + more[3] * cost[3]
    return held + fade * (
        rates.lavandium * cost[0]
        + rates.copernium * cost[1]
        + rates.oceanium * cost[2]
        + rates.diamond * cost[3]
    )
