"""What things are worth to a seat by rule of thumb, independent of any profile.

The greedy bot plans with these (which shop, which erudite, which moon token it would take) and then
scores the plan with its weights, so that its scores stay linear in them. All values are rough
prestige points; only what every seat may see is read.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from simkit.games.federation.bot.budget import LOWEST, Budget, Horizon
from simkit.games.federation.bot.rankings import Ranking
from simkit.games.federation.rules import erudites, terms
from simkit.games.federation.rules.caches import cache
from simkit.games.federation.rules.legal import numbers, open_shops

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState, Player
    from simkit.games.federation.rules.tables import Cost, Tables, Task

RESOURCE_WORTH: Final = (0.9, 1.2, 1.5, 2.4)
STEP_WORTH: Final = 1.8
SHIP_WORTH: Final = 2.5
VOTE_WORTH: Final = 0.7
USUAL_EFFECT: Final = 1.0  # of one that has no rule of thumb
INFLUENCE_WORTH: Final = 2.2
LEADS: Final = [
    [1.0 / (1.0 + math.exp(-(lead + 0.3) / (0.45 + 0.85 * free))) for lead in range(-20, 21)]
    for free in range(8)
]
KEPT: Final = 1024  # of what is best of a mask; a thousand games know fewer
LEVELS: Final = 32  # above any level with boosts
HOPES: Final = (0.04, 0.16, 0.2, 0.24, 0.26)  # that influence helps a megastructure, by rounds left
MOST_VOTES: Final = 24  # above what an ambassador, a token and the die cast together
LEAST_LEAD: Final = -20 - MOST_VOTES  # below it no votes make a difference
LEAD_SPAN: Final = 21 - LEAST_LEAD
FREE_MASK: Final = (1 << terms.FREE_BITS) - 1
HALF: Final = 1 << (terms.VOTE_BITS - 1)
VOTE_MASK: Final = (1 << terms.VOTE_BITS) - 1
MOST_SEATS: Final = 4
FLOORS_KEPT: Final = 20_000  # packed floors of a seat; a thousand games know some two thousand


def points_of(tasks: list[Task]) -> list[tuple[int, int]]:
    """Return the metrics that a list of effects scores, each with its factor."""
    return [(a, b) for op, a, b, _ in tasks if op == terms.PP_PER]


def without(tasks: list[Task], left_out: int) -> list[Task]:
    """Return a list of effects without those of a kind."""
    return [task for task in tasks if task[0] != left_out]


def cost_worth(cost: Cost) -> float:
    """Return what a cost or reward is worth."""
    return 0.9 * cost[0] + 1.2 * cost[1] + 1.5 * cost[2] + 2.4 * cost[3]


def effects_worth(tables: Tables, tasks: list[Task]) -> float:
    """Return what a list of effects is worth to anybody."""
    worth = 0.0
    for op, a, b, _ in tasks:
        if op == terms.GAIN:
            worth += RESOURCE_WORTH[a] * b
        elif op == terms.ACCREDIT:
            worth += STEP_WORTH * a
        elif op == terms.SHIP:
            worth += SHIP_WORTH * a
        elif op == terms.MARKER:
            worth += 2.0 * a
        elif op == terms.DIE:
            worth += 1.4 * a
        elif op == terms.PROJECT:
            worth += 2.0 * a
        elif op == terms.ALTERATION:
            worth += 2.0 + a
        elif op == terms.PICK:
            options = [effects_worth(tables, option) for option in tables.menus[a]]
            worth += max(options) * (b >> 1)
        elif op == terms.CHOOSE:
            worth += max(effects_worth(tables, option) for option in tables.menus[a])
        else:
            worth += RARE_WORTH.get(op, USUAL_EFFECT)
    return worth


# How much a metric that a mission scores grows in a round.
GROWTH: Final = [0.9] * len(terms.METRICS)
GROWTH[5] = 1.3  # completed missions
GROWTH[7] = 0.5  # accreditation level
GROWTH[8] = 0.4  # assistant die
GROWTH[10] = 0.4  # crystals and diamonds

FLOWN_WORTH: Final = {terms.ACTION: 4.5, terms.COPY_ACTION: 4.0}  # by a ship on a mission
RARE_WORTH: Final = {
    terms.BOOST_ROUND: 2.0,
    terms.BOOST_GAME: 6.0,
    terms.DIE_TO: 5.0,
    terms.DRAW: 6.0,
    terms.ACTION: 4.0,
    terms.DISC: 3.5,
    terms.BUILD_FREE: 9.0,
    terms.DISCOUNT: 1.8,
    terms.INCOME_FREE: 2.0,
    terms.REFRESH: 2.0,
    terms.COPY_ERUDITE: 2.2,
    terms.TAKE_ERUDITE: 9.0,
    terms.EXTRA_STEPS: 2.2,
    terms.STEP: 2.0,
    terms.TRANSMUTE: 0.7,
    terms.SPECIAL_AMBASSADOR: 8.0,
    terms.MARKER_ALL: 6.0,
    terms.MEDAL: 3.0,
    terms.PRESIDENT: 0.5,
}


class Worth:
    """What the components of one `Tables` are worth, worked out once.

    Attributes
    ----------
    tokens, erudites, incomes, cells, deep
        Worth of each alteration token, erudite (without points by metrics), industry's income, Neo
        cell's printed reward, Deep Space tile.
    trades
        By shop and the level of its disc: worth of the bonus of the next level, less the cost, with the
        influence on the way to it.
    built
        By rounds left: worth of each structure, without the points of a megastructure, less its cost.
    points
        Per erudite the metrics that it scores, each with its factor.
    colours
        Per erudite the mask of its colour.
    laws
        Per law the metrics that it scores, each with the points that one more brings on average, as one
        of two open laws passes and all seats, or the leader alone, score.
    best_option
        Per menu the option that is worth most.
    missions, mission_growth, mission_brings
        Worth of what each mission brings beside points; the points that waiting for a round adds, and the
        effects that bring no points.
    medals
        Points of one more medal, with part of what the row adds after it, by the medals owned.
    chances, general_chances, moves
        By rounds left and advances lacking: the chance that a project will be completed, or the
        general one, and what moving a project by one adds to that chance and brings it nearer.
    marked, scoring, reached
        By rounds left and level at hand: what is left to a marker of the worth of each mission that does
        not score; of those that do the mission, the metric, what is left of the points for each, and of
        those for its growth; and the mask of the missions within reach of a ship.
    best_tokens
        By moon, the alteration tokens that were last looked at there, which lie as they are for some
        turns, and what the best of them is worth.
    industry_plans
        By rounds left and mask, the industry worth most; noted as it comes up.
    rankings
        By what a project ranks the seats by, packed: what hangs on it; made when asked for.
    standings, gains
        By seat and packed floor, the number of the standing: few floors come up again and again. By that
        number (free spaces, whether the seat has votes there, lead), what `vote_gains` returns.
    budgets, horizons
        Those that bots have made: budgets by the weights that count in one and the share that resources
        have of their worth; horizons by all weights, a list by rounds left.
    """

    def __init__(self, tables: Tables) -> None:
        self.tokens = [
            VOTE_WORTH * tables.token_votes[i]
            + effects_worth(tables, tables.token_bonus[i])
            + (1.0 if tables.token_side[i] else 0.0)
            for i in range(len(tables.token_ids))
        ]
        self.points = [points_of(tasks) for tasks in tables.erudite_effects]
        self.erudites = [
            effects_worth(tables, without(tasks, terms.PP_PER)) for tasks in tables.erudite_effects
        ]
        # Missions: points per metric, and what other effects are worth.
        scoring: list[tuple[int, int, int, int]] = []
        self.missions = [0.0] * len(tables.missions)
        self.mission_growth = [0.0] * len(tables.missions)
        self.mission_brings = [without(tasks, terms.PP_PER) for tasks in tables.mission_effects]
        for i, tasks in enumerate(tables.mission_effects):
            for metric, k in points_of(tasks):
                self.mission_growth[i] += GROWTH[metric] * k
                itself = metric == terms.MISSIONS and tables.mission_counts_itself
                scoring.append((i, metric, k, int(itself)))
            for task in self.mission_brings[i]:
                worth = FLOWN_WORTH.get(task[0])
                self.missions[i] += effects_worth(tables, [task]) if worth is None else worth
        self.colours = [tables.colour_mask[colour] for colour in tables.erudite_colour]
        self.incomes = [effects_worth(tables, tasks) for tasks in tables.industry_income]
        self.cells = [cost_worth(reward) for reward in tables.cell_reward]
        self.asteroids = [cost_worth(reward) for reward in tables.asteroid_reward]
        self.deep = [effects_worth(tables, tasks) for tasks in tables.deep_effects]
        self.built = [
            [
                income * (left + 2) + INFLUENCE_WORTH - cost_worth(cost)
                for income, cost in zip(self.incomes, tables.structure_cost)
            ]
            + [
                terms.MEGASTRUCTURE_INFLUENCE * INFLUENCE_WORTH - 0.8 * left - cost_worth(cost)
                for cost in tables.structure_cost[len(self.incomes) :]
            ]
            for left in range(tables.rounds + 1)
        ]
        self.shop_cost = [cost_worth(cost) for cost in tables.shop_cost]
        self.trades = [
            [
                effects_worth(tables, low) - self.shop_cost[i] + INFLUENCE_WORTH,
                effects_worth(tables, high) - self.shop_cost[i] + INFLUENCE_WORTH,
                effects_worth(tables, high) - self.shop_cost[i],
            ]
            for i, (low, high) in enumerate(tables.shop_effects)
        ]
        self.best_option: list[int] = []
        for options in tables.menus:
            each = [effects_worth(tables, option) for option in options]
            self.best_option.append(each.index(max(each)))
        self.seen_asteroid = 3.5
        self._rate_projects(tables)
        self._rate_levels(tables, scoring)
        passes = 0.5 if tables.law_for_all else 0.5 / tables.seats
        self.laws = [[(a, k * passes) for _, a, k, _ in tasks] for tasks in tables.law_effects]
        none: tuple[int, ...] = ()
        self.best_tokens = [(none, 0.0)] * (tables.moon_last + 1)
        self.industry_plans: list[dict[int, int]] = [
            cache(tables.caches) for _ in range(tables.rounds + 1)
        ]
        self.budgets: dict[tuple[float, ...], Budget] = cache(tables.caches)
        self.horizons: dict[tuple[float, ...], list[Horizon]] = cache(tables.caches)
        self.rankings: dict[int, Ranking] = cache(tables.caches)
        self.caches = tables.caches
        self.standings: list[dict[int, int]] = [cache(tables.caches) for _ in range(tables.seats)]
        self.gains: list[list[float]] = [[] for _ in range(20 * LEAD_SPAN)]
        row = tables.medal_score
        most = len(row) - 1
        self.medals = [(row[min(most, n + 2)] - row[n]) / 2 + 1.0 for n in range(most)] + [0.0]

    def _rate_levels(self, tables: Tables, scoring: list[tuple[int, int, int, int]]) -> None:
        """Work out how far missions are within reach of a level, for a marker and for a ship.

        `scoring` are the missions that score, the metric, its factor, and 1 if it rises by flying it.
        """
        self.marked: list[list[list[float]]] = []
        self.scoring: list[list[list[tuple[int, int, float, float]]]] = []
        self.reached: list[list[int]] = []
        for left in range(tables.rounds + 1):
            gaps = [[n - level for n in tables.mission_level] for level in range(LEVELS)]
            access = [[1.0 if n <= 0 else 0.6 if left > n else 0.1 for n in row] for row in gaps]
            self.marked.append(
                [[part * worth for part, worth in zip(row, self.missions)] for row in access]
            )
            self.scoring.append(
                [
                    [
                        (i, metric, row[i] * k, row[i] * k * (more + GROWTH[metric] * left))
                        for i, metric, k, more in scoring
                    ]
                    for row in access
                ]
            )
            self.reached.append(
                [sum(1 << i for i, n in enumerate(row) if n <= 0 or left >= n) for row in gaps]
            )

    def _rate_projects(self, tables: Tables) -> None:
        """Work out the chances of completion and the stakes of the rankings."""
        longest = max(tables.needed) + 1
        self.chances: list[list[float]] = []
        self.general_chances: list[list[float]] = []
        self.moves: list[list[float]] = []
        for left in range(tables.rounds + 1):
            pace = (left + 0.7) * 0.4 * tables.seats  # advances of a project to be expected
            row = [completion(pace, missing) for missing in range(longest)]
            self.chances.append(row)
            pace = 0.625 * pace
            self.general_chances.append([completion(pace, missing) for missing in range(longest)])
            raised = [row[missing - 1] - row[missing] for missing in range(1, longest)]
            self.moves.append([0.0, *(more + 0.5 / n for n, more in enumerate(raised, 1))])


def completion(pace: float, missing: int) -> float:
    """Return the chance that a project will be completed that moves so fast and lacks so much."""
    return 1.0 if missing <= 0 else pace / (pace + 0.6 * missing)


def lead_chance(mine: int, others: int, free: int) -> float:
    """Return the chance to win a floor with these votes while so many of its spaces are free."""
    if mine <= 0:
        return 0.0
    lead = mine - others
    return LEADS[min(free, 7)][max(-20, min(20, lead)) + 20]


def vote_gains(worth: Worth, packed: int, seat: int) -> list[float]:
    """Return, by the votes added, how much more likely a seat wins a floor; nobody may change the list.

    Chances hang on the lead alone, so there are few such lists, and each is made once.
    """
    number = worth.standings[seat].get(packed)
    if number is None:
        number = standing_number(worth, packed, seat)
    found = worth.gains[number]
    if not found:
        found = gains_of(number)
        if worth.caches:
            worth.gains[number] = found
    return found


def standing_number(worth: Worth, packed: int, seat: int) -> int:
    """Return the number of a seat's standing on a floor, which its chances to win it hang on."""
    mine, others, free = standing(packed, seat)
    lead = mine - others - LEAST_LEAD
    if lead < 0 or lead >= LEAD_SPAN:
        lead = 0 if lead < 0 else LEAD_SPAN - 1
    found = ((free if free < 9 else 9) * 2 + (mine > 0)) * LEAD_SPAN + lead
    known = worth.standings[seat]
    if len(known) >= FLOORS_KEPT:
        known.clear()
    known[packed] = found
    return found


def gains_of(number: int) -> list[float]:
    """Return what `vote_gains` does, by the number of the standing."""
    lead, free = number % LEAD_SPAN + LEAST_LEAD, number // LEAD_SPAN >> 1
    mine, others = (1, 1 - lead) if number // LEAD_SPAN & 1 else (0, -lead)
    before = lead_chance(mine, others, free)
    left = free - 1 if free else 0
    return [lead_chance(mine + votes, others, left) - before for votes in range(MOST_VOTES)]


def mission_points(s: FederationState, counts: list[int], mission: int) -> int:
    """Return the points that a mission would bring now; 0 for those that do not score."""
    points = 0
    for op, metric, k, _ in s.tables.mission_effects[mission]:
        if op == terms.PP_PER:
            more = 1 if metric == terms.MISSIONS and s.tables.mission_counts_itself else 0
            points += (counts[metric] + more) * k
    return points


def best_shop(s: FederationState, p: Player, can_pay: int, worth: Worth) -> int:
    """Return the shop worth most now; -1 = none.

    `can_pay` is what the seat can pay for (`payment.affordable`), here and below.
    """
    best, chosen = -99.0, -1
    payable = open_shops(p, can_pay & s.tables.shop_prices)
    trades, levels = worth.trades, p.shops
    for shop in s.tables.numbers.get(payable) or numbers(s.tables, payable):
        value = trades[shop][levels[shop]]
        if value > best:
            best, chosen = value, shop
    return chosen


def mega_points(s: FederationState, counts: list[int], structure: int) -> int:
    """Return the points of a megastructure if it were built now."""
    tables = s.tables
    mega = structure - tables.n_industries
    low = 99
    for token in s.mega_tokens[mega]:
        metric = tables.mega_token_metric[token]
        value = counts[metric]
        if metric == terms.E81216 and tables.own_building_counts:
            value += terms.MEGASTRUCTURE_INFLUENCE
        if value < low:
            low = value
    return s.multipliers[mega][0] * low


def best_structure(s: FederationState, mask: int, counts: list[int], worth: Worth) -> int:
    """Return the structure worth most now among those of a mask, which has one."""
    tables, left = s.tables, s.tables.rounds - s.round
    megas = mask & tables.mega_mask
    chosen = best_industry(mask ^ megas, left, worth)
    if not megas:
        return chosen
    built = worth.built[left]
    best = built[chosen] if chosen >= 0 else LOWEST
    while megas:
        low = megas & -megas
        megas ^= low
        structure = low.bit_length() - 1
        value = built[structure] + mega_points(s, counts, structure)
        if value > best:
            best, chosen = value, structure
    return chosen


def best_industry(industries: int, left: int, worth: Worth) -> int:
    """Return the industry worth most among those of a mask, of equals the first; -1 = there is none."""
    known = worth.industry_plans[left]
    found = known.get(industries)
    if found is None:
        mask, built, best, found = industries, worth.built[left], LOWEST, -1
        while mask:
            low = mask & -mask
            mask ^= low
            industry = low.bit_length() - 1
            if built[industry] > best:
                best, found = built[industry], industry
        if len(known) >= KEPT:
            known.clear()
        known[industries] = found
    return found


def erudite_points(p: Player, counts: list[int], tile: int, worth: Worth) -> int:
    """Return the points an erudite would bring at once, itself counted where it counts."""
    points = 0
    for metric, k in worth.points[tile]:
        value = counts[metric]
        if metric == terms.ATAL or (
            metric == terms.ERUDITE_COLOURS and not p.erudites & worth.colours[tile]
        ):
            value += 1
        points += value * k
    return points


def best_erudite(s: FederationState, seat: int, counts: list[int], worth: Worth) -> int:
    """Return the open erudite worth most by points or effect; -1 = none can be taken."""
    p, tables = s.players[seat], s.tables
    mask = erudites.takeable(s, seat)
    halved = 0 if s.round < tables.rounds else tables.planet_action_mask
    best, chosen = -1.0, -1
    while mask:
        low = mask & -mask
        mask ^= low
        tile = low.bit_length() - 1
        value = worth.erudites[tile] + erudite_points(p, counts, tile, worth)
        if low & halved:
            value *= 0.5
        if value > best:
            best, chosen = value, tile
    return chosen


def best_cell(s: FederationState, p: Player, worth: Worth, steps: int = 1) -> int:
    """Return the Neo cell worth most that the miner can reach."""
    tables = s.tables
    best, chosen = -1.0, p.miner
    for cell in tables.reach[p.miner][steps if steps < 7 else 7]:
        value = cell_worth(s, cell, worth) + INFLUENCE_WORTH * tables.cell_influence[cell]
        if value > best:
            best, chosen = value, cell
    return chosen


def cell_worth(s: FederationState, cell: int, worth: Worth) -> float:
    """Return what lies on a Neo cell: its token if it is seen, else an average one."""
    tables = s.tables
    if tables.cell_dead[cell]:
        if not s.dead:
            return 0.0
        seen = s.seen >> cell & 1
        return worth.asteroids[best_asteroid(s.dead, worth)] if seen else 5.0
    token = s.asteroids[cell]
    if token < 0:
        return worth.cells[cell]
    return worth.asteroids[token] if s.seen >> cell & 1 else worth.seen_asteroid


def best_asteroid(tokens: list[int], worth: Worth) -> int:
    """Return the asteroid token worth most among some."""
    worths, best = worth.asteroids, tokens[0]
    for token in tokens:
        if worths[token] > worths[best]:
            best = token
    return best


def best_token(s: FederationState, position: int, worth: Worth) -> float:
    """Return the worth of the best alteration token on a moon; a face-down moon holds average ones."""
    tokens = s.moons[position]
    if not tokens:
        return 0.0
    if not s.moons_seen >> position & 1:
        return 1.5 + 1.5 * s.tables.moon_strength[position]
    kept, best = worth.best_tokens[position]
    if kept is not tokens or not worth.caches:
        best = max([worth.tokens[token] for token in tokens])
        worth.best_tokens[position] = (tokens, best)
    return best


def standing(packed: int, seat: int) -> tuple[int, int, int]:
    """Return a seat's votes on a packed floor, the most of another (at least 0), the free spaces."""
    rest = packed >> terms.FREE_BITS
    own = others = voter = 0
    while rest:
        votes = ((rest + HALF) & VOTE_MASK) - HALF  # a patch may make some negative
        rest = (rest - votes) >> terms.VOTE_BITS
        if voter == seat:
            own = votes
        elif votes > others:
            others = votes
        voter += 1
    return own, others, packed & FREE_MASK
