"""The greedy bot: space, side and ambassador valued together, everything else by what it brings.

Per decision `prepare` works out what a senate action, a vote, an advance of a project is worth; a
score is then a few additions. Plans inside an action (which shop, which erudite) come from
`estimates`, not from the weights, so that scores stay linear in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from simkit.core.bot import Choice
from simkit.core.greedy import GreedyBot, Weight, weight_set
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.games.federation import estimates as est
from simkit.games.federation import scoring
from simkit.games.federation import terms as t
from simkit.games.federation.components import Cost, Tables, Task
from simkit.games.federation.schema import (
    K_ASTEROID,
    K_ATAL,
    K_BUILD,
    K_COPY,
    K_COPY_ERUDITE,
    K_COVER,
    K_DEEP,
    K_DISC,
    K_END,
    K_INCOME,
    K_LAW,
    K_LOSE,
    K_MARKER,
    K_MEDAL,
    K_MISSION,
    K_NEO,
    K_OPTION,
    K_PAY,
    K_PLACE,
    K_PROJECT,
    K_REFRESH,
    K_SHOP,
    K_START,
    K_STEP,
    K_TOKEN,
    K_TRANSMUTE,
    K_UPKEEP,
    K_USE,
)
from simkit.games.federation.state import FederationState
from simkit.games.federation.weights import WEIGHTS

KIND = 63
VOTING = frozenset({t.TURN, t.COVER})
UNKNOWN = -1e9
NOT_PLANNED = -2
UNPLANNED = (NOT_PLANNED, 0.0)
VOTES = 32  # above the votes of any ambassador or token with the die


class FederationBot(GreedyBot):
    """Greedy bot of Federation; profiles in ``data/federation/profiles``.

    Examples
    --------
    >>> import simkit
    >>> from simkit.core.luck import Luck
    >>> rules = simkit.rules("federation", seats=4)
    >>> state = rules.deal(Luck(1))
    >>> bot = FederationBot()
    >>> bot.start(rules, state.seat, Luck(1))
    >>> choice = bot.choose(state, state.candidates())
    >>> lines = bot.explain(state, choice.action)
    >>> abs(sum(line.contribution for line in lines) - choice.value) < 1e-6
    True
    """

    # What `prepare` works out; slots are quicker to read than a dict of so many names.
    __slots__ = (  # noqa: RUF023 - in the order of `prepare`
        "s", "me", "p", "tables", "task", "left", "pace", "fade", "actions", "funds", "influences",
        "markers", "levels", "plan_shop", "plan_structure", "plan_erudite", "plan_token",
        "standings", "wing_votes", "laws_now", "laws_later", "prospect", "ship_prices", "worths",
        "wings", "level", "floor_parts", "base", "fund_at", "wing_at", "piece", "funding_piece",
        "worth",
    )  # fmt: skip
    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = weight_set(WEIGHTS)

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights and the worth of the components."""
        super().start(rules, seat, luck)
        tables: Tables = rules.tables  # type: ignore[attr-defined]
        if tables not in _WORTH:
            if len(_WORTH) > 64:
                _WORTH.clear()
            _WORTH[tables] = est.Worth(tables)
        self.worth = _WORTH[tables]

    # What a decision needs to know once ------------------------------------------------------------

    def prepare(self, view: State) -> None:
        """Work out what the actions of this decision share."""
        assert isinstance(view, FederationState)
        s = self.s = view
        self.me = s.seat
        p = self.p = s.players[s.seat]
        self.tables = s.tables
        self.task: Task = s.todo[-1]
        op = self.task[0]
        self.left = s.tables.rounds - s.round
        self.pace = (self.left + 0.7) * 0.4 * s.seats  # advances of a project to be expected
        turns = self.left * 4 + max(0, 4 - p.turns)
        # A resource has its full worth while it can be spent, and less towards the end.
        self.fade = 0.45 + 0.55 * (turns / 6 if turns < 6 else 1.0)
        if sum(p.res[:3]) >= s.tables.crystals_max - 2:
            self.fade *= 0.6
        self.actions = [UNKNOWN] * len(t.ACTIONS)
        self.funds = [UNKNOWN] * len(t.PROJECTS)
        self.markers: list[float] = []
        self.levels = list(zip(*[q.influence for q in s.players]))  # per planet, seat by seat
        self.influences = [UNKNOWN] * len(t.PLANETS)
        self.plan_shop = self.plan_structure = self.plan_erudite = UNPLANNED
        self.plan_token = -1.0
        self.standings: list[tuple[int, int, int]] = []
        self.wing_votes = (0, 0)
        self.laws_now: list[float] = []
        self.laws_later: list[float] = []
        self.prospect: list[float] = []
        self.ship_prices: list[tuple[float, int]] = []
        self.worths: list[float] = []
        if op in VOTING:
            self.prepare_votes()
        if op == t.TURN:
            self.prepare_places()

    def count_votes(self) -> None:
        """Count the votes of the senate, once a decision."""
        if not self.standings:
            self.standings, self.wing_votes = est.senate(self.s, self.me)

    def influence(self, planet: int) -> float:
        """Return what one more influence on a planet is worth: laws, ranking, medal, megastructures."""
        found = self.influences[planet]
        if found > UNKNOWN:
            return found
        s, w, p = self.s, self.w, self.p
        tables = s.tables
        if not self.laws_now:
            self.law_prospects()
            self.prospects()
        value = w.law * self.laws_now[planet] + w.law_future * self.laws_later[planet]
        value += self.liking(planet) + w.prospect * self.prospect[planet]
        values = self.levels[planet]
        overtaking = est.overtaking(self.me, values)
        value += w.ranking * self.completion(planet) * tables.place_step * overtaking
        left = s.medals[planet]
        if left and not p.medals >> planet & 1:
            gap = left[0] - values[self.me]
            near = 1.0 if gap <= 1 else 0.4 if gap == 2 else 0.25 if gap == 3 else 0.15
            value += w.medal * self.medal_worth() * near
        self.influences[planet] = value
        return float(value)

    def liking(self, planet: int) -> float:
        """Return the weight of influence on a planet for its own sake."""
        w = self.w
        if planet == t.NEO:
            return float(w.like_neo)
        if planet == t.SIX_MOONS:
            return float(w.like_six_moons)
        if planet == t.ATAL:
            return float(w.like_atal)
        return float(w.like_arratuin if planet == t.ARRATUIN else w.like_e81216)

    def medal_worth(self) -> float:
        """Return the points of one more medal, with part of what the row adds after it."""
        row = self.tables.medal_score
        owned = self.p.medals.bit_count()
        return (row[min(7, owned + 2)] - row[owned]) / 2 + 1.0 if owned < 7 else 0.0

    def law_prospects(self) -> None:
        """Work out, per planet, the points of one influence by the open laws and by those to come."""
        s = self.s
        now, later = [0.0] * 5, [0.0] * 5
        if s.phase == t.AMBASSADOR_PHASE:
            chance = 0.5
            if self.task[0] == t.TURN:  # elsewhere it hardly tells the options apart
                self.count_votes()
                margin = self.wing_votes[0] - self.wing_votes[1]
                row = est.LEADS[min(7, 2 + s.free.bit_count() // 3)]
                chance = row[max(-20, min(20, margin)) + 20]
            for wing, law in enumerate(s.open_laws):
                if law >= 0:
                    now[law] += 2.0 * (chance if wing == 0 else 1.0 - chance)
        for law in s.last_laws:
            if law >= 0:
                later[law] += 1.0
        for stack in s.stacks:
            for law in stack:
                later[law] += 1.0
        self.laws_now, self.laws_later = now, later

    def prospects(self) -> None:
        """Work out, per planet, what one influence adds to the megastructures still to build."""
        s, metrics = self.s, self.tables.mega_token_metric
        found = self.prospect = [0.0] * 5
        first = self.tables.n_industries
        for mega, (one, two) in enumerate(s.mega_tokens):
            multipliers = s.multipliers[mega]
            if not multipliers or self.p.built >> (first + mega) & 1:
                continue
            a, b = s.metric(self.me, metrics[one]), s.metric(self.me, metrics[two])
            if metrics[one] < 5:
                found[metrics[one]] += multipliers[0] * (0.3 if a <= b else 0.08)
            if metrics[two] < 5:
                found[metrics[two]] += multipliers[0] * (0.3 if b <= a else 0.08)

    def prepare_places(self) -> None:
        """Work out what every free space, and every ambassador and side, adds to a placement."""
        tables, s = self.tables, self.s
        self.base = [0.0] * len(tables.spaces)
        left, right = self.wings
        self.wing_at: list[float] = [right if wing else left for wing in tables.space_wing]
        self.fund_at = [0.0] * len(tables.spaces)
        base, fund_at, actions, markers = (
            self.base, self.fund_at, self.actions, self.marker_values()
        )  # fmt: skip
        funds = [self.fund(project) for project in tables.column_project]
        columns = tables.space_column
        free = s.free | 1 << tables.outer
        while free:
            low = free & -free
            free ^= low
            space = low.bit_length() - 1
            action = tables.space_action[space]
            found = actions[action]
            base[space] = found if found > UNKNOWN else self.action(action)
            column = columns[space]
            if column:
                fund_at[space] = funds[column] + markers[tables.action_mission[action]]
        # A strong ambassador is worth keeping while others are in hand.
        hold = self.w.hold * (0.3 if self.p.turns < 3 else 0.0)
        self.piece: list[float] = [-hold * votes for votes in tables.votes]
        self.funding_piece: list[float] = [
            held + self.price(gain) for held, gain in zip(self.piece, tables.bonus_gain)
        ]

    def completion(self, project: int, more: int = 0) -> float:
        """Return the chance that a project will be completed, if it moves by so many now."""
        missing = self.s.missing[project] - more
        if missing <= 0:
            return 1.0
        pace = self.pace if project < t.GENERAL else 0.625 * self.pace
        return pace / (pace + 0.6 * missing)

    def fund(self, project: int) -> float:
        """Return what moving a project by one is worth; a complete one moves the general project."""
        found = self.funds[project]
        if found > UNKNOWN:
            return found
        missing = self.s.missing[project]
        if project == t.GENERAL:
            found = self.general_worth()
        elif missing <= 0:
            found = self.fund(t.GENERAL)
        else:
            mine, others = self.ranking(project)
            raised = self.completion(project, 1) - self.completion(project)
            found = self.w.funding * (mine - 0.35 * others) * (raised + 0.5 / missing)
        self.funds[project] = found
        return found

    def ranking(self, project: int) -> tuple[float, float]:
        """Return the points a project would bring this seat and, on average, another one."""
        s, me = self.s, self.me
        metric = self.tables.rank_by[project]
        values: Sequence[int]
        if metric < 5:
            values = self.levels[metric]
        else:
            values = [s.completed(seat) for seat in range(s.seats)]
        if s.seats == 2:
            points = scoring.project_points(s, values)
            return points[me], points[1 - me]
        mine = values[me]
        places = self.tables.places
        if mine <= 0:
            return 0.0, self.tables.places_total / s.seats
        ahead = tied = 0
        for value in values:
            if value > mine:
                ahead += 1
            elif value == mine:
                tied += 1
        own = places[ahead] if tied == 1 else sum(places[ahead : ahead + tied]) / tied
        return own, (self.tables.places_total - own) / (s.seats - 1)

    def general_worth(self) -> float:
        """Return what a contribution to the general project is worth: place, crystal, completion."""
        s, w = self.s, self.w
        own = [q.general for q in s.players]
        given = own[self.me]
        chance = self.completion(t.GENERAL)
        place = s.tables.place_step * est.overtaking(self.me, own)
        value = float(w.general * chance * (place + (0.0 if given else 1.5)))
        if given < len(s.tables.general_bonus):
            value += self.resource(s.tables.general_bonus[given], 1)
        return value

    def prepare_votes(self) -> None:
        """Work out the worth of votes on each floor and in each wing."""
        s, w = self.s, self.w
        self.count_votes()
        left, right = s.open_laws
        self.wings = [0.0, 0.0]
        if left >= 0 and right >= 0:
            mine = self.p.influence[left] - self.p.influence[right]
            other = sum(q.influence[left] - q.influence[right] for q in s.players) - mine
            stake = 2.0 * mine - 0.7 * other / (s.seats - 1)
            margin = abs(self.wing_votes[0] - self.wing_votes[1])
            free = s.free.bit_count()
            slope = 0.16 / (1.0 + 0.12 * free) if margin < 4 + free else 0.02
            if margin > 8:
                slope *= 0.5
            self.wings = [w.law_vote * stake * slope, -w.law_vote * stake * slope]
        self.level = s.level(self.me)
        self.floor_parts: dict[int, float] = {}

    def floor_value(self, floor: int, votes: int) -> float:
        """Return what votes on a floor are worth."""
        key = floor * VOTES + votes
        found = self.floor_parts.get(key)
        if found is None:
            mine, others, free = self.standings[floor - 1]
            before = est.lead_chance(mine, others, free)
            after = est.lead_chance(mine + votes, others, free - 1 if free else 0)
            found = self.floor_parts[key] = self.w.floor * (self.level + 0.7) * (after - before)
        return found

    def prepare_floors(self) -> dict[int, float]:
        """Work out the worth on every floor of every number of votes in hand."""
        numbers, parts = self.tables.distinct_votes, self.floor_parts
        scale = self.w.floor * (self.level + 0.7)
        for floor, (mine, others, free) in enumerate(self.standings, 1):
            before = est.lead_chance(mine, others, free)
            row = est.LEADS[min(free - 1 if free else 0, 7)]
            for votes in numbers:
                lead = mine + votes - others + 20
                after = row[0 if lead < 0 else 40 if lead > 40 else lead]
                parts[floor * VOTES + votes] = scale * (after - before)
        return parts

    def vote_value(self, space: int, votes: int) -> float:
        """Return what votes on a space are worth, for its floor and its wing."""
        tables = self.tables
        value = self.floor_value(tables.space_floor[space], votes)
        return value + votes * self.wings[tables.space_wing[space]]

    def marker_values(self) -> list[float]:
        """Return what a marker on each mission is worth, by the ships and the level at hand."""
        if self.markers:
            return self.markers
        p, s = self.p, self.s
        ready = (p.markers & ~p.flown).bit_count()
        ships = p.hangar + (1 if self.left else 0) - ready
        level = s.level(self.me)
        chance = self.w.marker * (0.65 if ships > 0 else 0.3)
        if not self.left:
            chance *= 0.7 if p.hangar > ready else 0.1
        required, left, present = s.tables.mission_level, self.left, p.markers
        for mission, worth in enumerate(self.mission_worths()):
            if present >> mission & 1:
                self.markers.append(0.0)
                continue
            gap = required[mission] - level
            access = 1.0 if gap <= 0 else 0.6 if left > gap else 0.1
            self.markers.append(chance * access * worth)
        return self.markers

    # Worth of what is gained or paid ---------------------------------------------------------------

    def resource(self, resource: int, n: int) -> float:
        """Return what resources are worth now."""
        w = self.w
        if resource == t.LAVANDIUM:
            return float(w.lavandium * n * self.fade)
        if resource == t.COPERNIUM:
            return float(w.copernium * n * self.fade)
        if resource == t.OCEANIUM:
            return float(w.oceanium * n * self.fade)
        return float(w.diamond * n * self.fade)

    def price(self, cost: Cost) -> float:
        """Return what a cost or reward is worth."""
        w = self.w
        return float(
            self.fade
            * (
                w.lavandium * cost[0]
                + w.copernium * cost[1]
                + w.oceanium * cost[2]
                + w.diamond * cost[3]
            )
        )

    def steps(self, n: int) -> float:
        """Return what accreditation steps are worth: level, medal, Deep Space tile, points beyond."""
        s, p, w, tables = self.s, self.p, self.w, self.s.tables
        value = 0.0
        step = p.step
        each = 0.5 + 0.42 * (self.left + 1)
        for _ in range(n):
            if step >= tables.top_step:
                value += w.accreditation * tables.pp_beyond_top
                continue
            step += 1
            value += w.accreditation * each
            if step == tables.medal_step and not p.medals >> t.MEDAL_ACCREDITATION & 1:
                value += w.medal * 3.0 * (s.medal_copies[0] > 0)
            if step == tables.deep_space_step and p.deep < 0:
                value += w.deep_space * 6.0
        return value

    def ships(self, n: int) -> float:
        """Return what ships are worth, by the missions they could fly besides those in the hangar."""
        p = self.p
        n = min(n, p.supply, self.tables.hangar_max - p.hangar)
        if n <= 0:
            return 0.0
        prices = self.prices()
        turns = self.left * 4 + 4 - p.turns  # every ship needs a turn to fly
        value = 0.0
        for i in range(p.hangar, p.hangar + n):
            price = prices[i][0] if i < len(prices) and i < turns else 0.0
            value += max(1.0, 0.75 * price)
        return float(self.w.ship * value)

    def mission_worths(self) -> list[float]:
        """Return what every mission is worth, worked out once a decision."""
        if not self.worths:
            self.worths = est.mission_worths(self.s, self.me, self.worth)
        return self.worths

    def prices(self) -> list[tuple[float, int]]:
        """Return the missions that ships could still fly with their worth, the best first."""
        if not self.ship_prices:
            self.ship_prices = est.ship_prices(self.s, self.me, self.mission_worths())
        return self.ship_prices

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
                value += self.w.marker * 2.4 * a
            elif op == t.DIE:
                value += self.die(a)
            elif op == t.PROJECT:
                value += self.w.funding * 1.6 * a
            elif op == t.MEDAL:
                value += self.w.medal * 3.0
            elif op == t.PP_PER:
                value += self.w.mission * self.s.metric(self.me, a) * b
            elif op == t.ACTION:
                value += self.action(a)
            elif op == t.PICK:
                value += self.picks(a, b >> 1)
            elif op == t.PRESIDENT:
                value += self.w.president * (0.6 if self.left else 0.0)
            else:
                value += self.w.erudite * est.effects_worth(self.tables, [(op, a, b, -1)])
        return value

    def picks(self, menu: int, n: int) -> float:
        """Return what n picks from a menu are worth: of the option that is best by rule of thumb."""
        options = self.tables.menus[menu]
        best = max(options, key=lambda option: est.effects_worth(self.tables, option))
        return n * self.effects(best)

    def die(self, n: int) -> float:
        """Return what raising the assistant die is worth."""
        gained = min(self.tables.die_max, self.p.die + n) - self.p.die
        return float(self.w.die * gained * (0.4 + 0.32 * (self.left + 1)))

    # Worth of whole actions ------------------------------------------------------------------------

    def action(self, action: int) -> float:
        """Return what a senate action is worth now."""
        found = self.actions[action]
        if found <= UNKNOWN:
            found = self.actions[action] = float(self.action_worth(action))
        return found

    def action_worth(self, action: int) -> float:
        """Work out what a senate action is worth, by the plan that rule of thumb makes for it."""
        s, p, w = self.s, self.p, self.w
        cost = self.tables.action_cost[action]
        if action == t.NEO:
            return self.neo(est.best_cell(s, p, self.worth))
        if action == t.SIX_MOONS:
            return self.six_moons()
        if action == t.ATAL:
            tile = self.erudite_plan()[0]
            return self.atal(tile) if tile >= 0 else 0.0
        if action == t.ARRATUIN:
            shop = self.shop_plan()[0]
            return self.shop(shop) if shop >= 0 else 0.0
        if action == t.E81216:
            structure = self.structure_plan()[0]
            return self.structure(structure) if structure >= 0 else 0.0
        if action == t.ROOM_A:
            return self.steps(2)
        if action == t.ROOM_B:
            return self.ships(2) - self.price(cost)
        if action == t.ROOM_C:
            return self.ships(1) + float(w.marker * 2.4)
        if action == t.ROOM_D:
            return float(w.medal * self.any_medal() + w.president * (0.6 if self.left else 0.0))
        if action == t.ROOM_E:
            return self.die(2) - self.price(cost)
        if action == t.ROOM_F:
            return self.steps(1) + self.best_fund()
        if action == t.OUTER:
            return self.resource(t.OCEANIUM, 1)
        return self.action(self.best_copy()) - self.price(cost)

    def token_plan(self) -> float:
        """Return what the alteration token that Six-Moons would bring is worth."""
        if self.plan_token < 0.0:
            position = min(self.p.mage + 1, self.tables.moon_last)
            self.plan_token = est.best_token(self.s, position, self.worth)[1]
        return self.plan_token

    def shop_plan(self) -> tuple[int, float]:
        """Return the shop to trade at by rule of thumb, and its worth."""
        if self.plan_shop[0] == NOT_PLANNED:
            self.plan_shop = est.best_shop(self.s, self.p, self.worth)
        return self.plan_shop

    def structure_plan(self) -> tuple[int, float]:
        """Return the structure to build by rule of thumb, and its worth."""
        if self.plan_structure[0] == NOT_PLANNED:
            self.plan_structure = est.best_structure(self.s, self.me, self.worth)
        return self.plan_structure

    def erudite_plan(self) -> tuple[int, float]:
        """Return the erudite to take by rule of thumb, and its worth."""
        if self.plan_erudite[0] == NOT_PLANNED:
            self.plan_erudite = est.best_erudite(self.s, self.me, self.worth)
        return self.plan_erudite

    def best_copy(self, planets_only: bool = False) -> int:
        """Return the action that spying would copy, by rule of thumb."""
        best = self.token_plan() + 1.5
        chosen = t.SIX_MOONS
        if not planets_only and best < est.STEP_WORTH * 2:
            best, chosen = est.STEP_WORTH * 2, t.ROOM_A
        if self.shop_plan()[1] > best:
            best, chosen = self.shop_plan()[1], t.ARRATUIN
        if self.structure_plan()[1] > best:
            best, chosen = self.structure_plan()[1], t.E81216
        if self.erudite_plan()[1] + est.INFLUENCE_WORTH > best:
            chosen = t.ATAL
        return chosen

    def any_medal(self) -> float:
        """Return what a medal of one's choice is worth; 0 if there is none."""
        s, owned = self.s, self.p.medals
        for kind in range(len(t.MEDALS)):
            left = s.medals[kind] if kind < 5 else s.medal_copies[kind - 5]
            if left and not owned >> kind & 1:
                return self.medal_worth()
        return 0.0

    def best_fund(self) -> float:
        """Return the worth of a project of one's choice: the one that is best by standing."""
        s = self.s
        best, chosen = -99.0, t.GENERAL
        for project in range(t.GENERAL):
            if s.missing[project] > 0:
                metric = self.tables.rank_by[project]
                values = self.levels[metric] if metric < 5 else scoring.measures(s, project)
                stake = (values[self.me] * s.seats - sum(values)) / s.missing[project]
                if stake > best:
                    best, chosen = stake, project
        return self.fund(chosen if best > 0.4 else t.GENERAL)

    def neo(self, cell: int) -> float:
        """Return what moving the miner to a cell is worth."""
        tables = self.tables
        rise = tables.cell_influence[cell] - tables.cell_influence[self.p.miner]
        value = self.influence(t.NEO) * rise
        s = self.s
        if tables.cell_dead[cell]:
            if s.dead:
                seen = s.seen >> cell & 1
                best = max(s.dead, key=self.worth.asteroids.__getitem__) if seen else -1
                value += self.price(tables.asteroid_reward[best] if seen else (0, 0, 0, 2))
        elif s.asteroids[cell] >= 0:
            seen = s.seen >> cell & 1
            token = s.asteroids[cell]
            value += self.price(tables.asteroid_reward[token] if seen else (1, 1, 1, 0))
        else:
            value += self.price(tables.cell_reward[cell])
        return value

    def six_moons(self) -> float:
        """Return what moving the mage one moon and taking a token is worth."""
        rise = 1 if self.p.mage < self.tables.moon_last else 0
        value = self.tokens(self.token_plan())
        return self.influence(t.SIX_MOONS) * rise + value if rise else value

    def tokens(self, worth: float) -> float:
        """Return what an alteration token is worth; a point if there is no turn left to use it."""
        late = self.left == 0 and self.p.turns >= 4
        return float(self.w.token * (1.0 if late else 0.55 * worth))

    def atal(self, tile: int) -> float:
        """Return what taking an erudite is worth."""
        w, s, worth = self.w, self.s, self.worth
        value = self.influence(t.ATAL)
        value += w.specialist * est.erudite_points(s, self.me, tile, worth)
        value += w.erudite * worth.erudites[tile]
        if self.tables.erudite_level[tile] < 3:
            colour = self.tables.colour_mask[self.tables.erudite_colour[tile]]
            if not self.p.erudites & colour:
                value += w.opening * est.opened_worth(s, self.me, tile, worth)
        elif worth.points[tile][0] >= 0:
            value -= w.specialist * 0.7 * self.left
        return float(value)

    def shop(self, shop: int, level: int = 0) -> float:
        """Return what a trade is worth."""
        now = self.p.shops[shop]
        level = level or min(2, now + 1)
        value = self.influence(t.ARRATUIN) * (level - now)
        tasks = self.tables.shop_effects[shop][level - 1]
        value += self.effects(tasks) - self.price(self.tables.shop_cost[shop])
        return value + float(self.w.trade)

    def structure(self, structure: int, free: bool = False) -> float:
        """Return what building is worth."""
        tables, w = self.tables, self.w
        value = 0.0 if free else -self.price(tables.structure_cost[structure])
        robots = self.p.robots - 1
        value -= w.robot * (1.0 if robots < self.left else 0.3)
        if structure < tables.n_industries:
            value += self.influence(t.E81216)
            value += w.industry * self.worth.incomes[structure] * (self.left + 2) * 0.8
            return float(value)
        points = est.mega_points(self.s, self.me, structure)
        value += 2 * self.influence(t.E81216)
        return float(value + w.megastructure * (points - 1.1 * self.left))

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score; placements, the most by far, in one loop."""
        if len(candidates) < 8 or candidates[0] & KIND != K_PLACE:
            return super().choose(view, candidates)
        self.prepare(view)
        tables = self.tables
        base, piece, fund_at, funding_piece = (
            self.base, self.piece, self.fund_at, self.funding_piece
        )  # fmt: skip
        floor_parts, wing_at, floors = self.prepare_floors(), self.wing_at, tables.space_floor
        votes, outer = tables.votes, tables.outer
        best = runner_up = float("-inf")
        chosen = candidates[0]
        for action in candidates:
            if action & KIND == K_PLACE:  # as in score_place
                space, ambassador = action >> 6 & 31, action >> 11 & 7
                if action >> 14:
                    value = base[space] + fund_at[space] + funding_piece[ambassador]
                else:
                    value = base[space] + piece[ambassador]
                    if space != outer:
                        n = votes[ambassador]
                        value += floor_parts[floors[space] * VOTES + n] + n * wing_at[space]
            else:
                value = self.score(view, action)
            if value > best:
                best, runner_up, chosen = value, best, action
            elif value > runner_up:
                runner_up = value
        return Choice(chosen, best, runner_up)

    # Scores ----------------------------------------------------------------------------------------

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        kind, arg = action & KIND, action >> 6
        if kind == K_PLACE:
            return self.score_place(arg & 31, arg >> 5 & 7, arg >> 8 & 1)
        if kind == K_COVER:
            return self.score_cover((arg & 31) - 1, arg >> 5 & 1)
        if kind == K_MISSION:
            return self.score_mission(arg)
        if kind == K_END:
            return self.score_end()
        if kind == K_NEO:
            return self.neo(arg)
        if kind == K_TOKEN:
            return float(self.w.token * self.worth.tokens[arg - 1])
        if kind == K_ATAL:
            return self.atal(arg)
        if kind == K_SHOP:
            return self.shop(arg)
        if kind == K_BUILD:
            return self.structure(arg, free=self.task[0] == t.BUILD_FREE)
        if kind == K_PAY:
            return -self.price((arg & 15, arg >> 4 & 15, arg >> 8 & 15, arg >> 12 & 15))
        if kind == K_PROJECT:
            return self.fund(arg) + 0.001 * float(self.w.funding)
        if kind == K_MARKER:
            return self.marker_values()[arg]
        if kind == K_OPTION:
            return self.effects(self.tables.menus[self.task[1]][arg])
        if kind == K_UPKEEP:
            return self.score_upkeep(arg & 7, arg >> 3)
        return self.score_rare(kind, arg)

    def score_rare(self, kind: int, arg: int) -> float:
        """Return the value of the actions that come up seldom."""
        w, worth, tables = self.w, self.worth, self.tables
        if kind == K_COPY:
            return self.action(arg)
        if kind == K_USE:
            return self.score_use(arg)
        if kind == K_COPY_ERUDITE:
            return self.score_effect(arg)
        if kind == K_REFRESH:
            return self.score_effect(arg)
        if kind == K_MEDAL:
            return self.score_medal(arg)
        if kind == K_STEP:
            return self.score_step(arg & 1, arg >> 1)
        if kind == K_DISC:
            return self.shop(arg, self.task[1]) + self.price(tables.shop_cost[arg])
        if kind == K_INCOME:
            return float(w.industry * worth.incomes[arg])
        if kind == K_ASTEROID:
            return self.price(tables.asteroid_reward[arg])
        if kind == K_TRANSMUTE:
            return self.resource(tables.next_better[arg], 1) - self.resource(arg, 1)
        if kind == K_LOSE:
            return -self.resource(arg, 1)
        if kind == K_DEEP:
            return float(w.deep_space * worth.deep[arg])
        if kind == K_LAW:
            law = self.s.open_laws[arg]
            mine = self.p.influence[law]
            other = sum(q.influence[law] for q in self.s.players) - mine
            return float(w.law_vote * (2.0 * mine - 0.7 * other / (self.s.seats - 1)))
        if kind == K_START:
            return self.effects(tables.start_effects[arg])
        return 0.0

    def score_place(self, space: int, ambassador: int, side: int) -> float:
        """Value space, ambassador and side together."""
        if side:
            return self.base[space] + self.fund_at[space] + self.funding_piece[ambassador]
        value: float = self.base[space] + self.piece[ambassador]
        if space == self.tables.outer:
            return value
        return value + self.vote_value(space, self.tables.votes[ambassador])

    def score_cover(self, token: int, die: int) -> float:
        """Value a token (or none) and the die on the ambassador just placed."""
        tables, p = self.tables, self.p
        space, piece = self.task[1], self.task[2]
        side, votes, value = piece & 1, tables.votes[piece >> 1], 0.0
        bonus = tables.funding_bonus[piece >> 1] if side else []
        if token >= 0:
            side, votes = tables.token_side[token], tables.token_votes[token]
            bonus = tables.token_bonus[token]
            tokens_left = len(p.tokens) > (3 - p.turns) + 4 * self.left
            value -= self.w.token * (1.0 if tokens_left else 1.4)
        value += self.effects(bonus)
        if space == tables.outer:
            return value
        if side:
            value += self.fund(tables.column_project[tables.space_column[space]])
            mission = tables.action_mission[tables.space_action[space]]
            return value + self.marker_values()[mission]
        if die:
            votes += p.die
            value -= self.w.hold * 0.15 * p.die * max(0, 4 - p.turns)
        return value + self.vote_value(space, votes)

    def score_mission(self, mission: int) -> float:
        """Value a mission: its effect, one more completed mission, the ship spent."""
        s, w, tables = self.s, self.w, self.tables
        op, a, k, _ = tables.mission_effects[mission][0]
        value = w.completed * 1.0
        chance = self.completion(t.PROJECTS.index("missions"))
        done = [s.completed(seat) for seat in range(s.seats)]
        value += w.ranking * chance * tables.place_step * est.overtaking(self.me, done)
        others = [price for price, other in self.prices() if other != mission]
        place = self.p.hangar - 1 + self.left // 2  # ships to come fly as well
        price = others[place] if place < len(others) else 0.0
        value -= w.ship * max(1.0, 0.8 * price)
        if op == t.PP_PER:
            points = est.mission_points(s, self.me, mission)
            return float(value + w.mission * (points - est.GROWTH[a] * k * self.left))
        value -= self.price(tables.mission_cost[mission])
        if op == t.ACTION:
            return float(value + self.action(a))
        if op == t.COPY_ACTION:
            return float(value + self.action(self.best_copy(planets_only=True)))
        return float(value + self.effects(tables.mission_effects[mission]))

    def score_end(self) -> float:
        """Value ending: nothing, except where going on is the rule."""
        return 0.0

    def score_use(self, tile: int) -> float:
        """Value using an erudite now; at any time of the turn it can wait for a better moment."""
        tables = self.tables
        bit = 1 << tile
        if bit & tables.boost_mask:
            return self.score_boost(tables.erudite_effects[tile][0][1])
        value = self.score_effect(tile)
        if self.task[0] in (t.TURN, t.MISSION) and not bit & tables.copying_mask:
            return value
        return value + 0.01 * float(self.w.erudite)

    def score_effect(self, tile: int) -> float:
        """Value an erudite's effect, taken now."""
        points = est.erudite_points(self.s, self.me, tile, self.worth)
        return float(self.w.specialist * points + self.w.erudite * self.effect_now(tile))

    def effect_now(self, tile: int) -> float:
        """Return the worth of an effect, and on how many more steps or crystals it works."""
        op, _, b, _ = self.tables.erudite_effects[tile][0]
        if op == t.GAIN_PER:
            return 0.9 * self.s.metric(self.me, b >> 4) * (b & 15)
        return self.worth.erudites[tile]

    def score_boost(self, n: int) -> float:
        """Value a level boost for the round: late in it, by the floors that are led."""
        if self.task[0] not in (t.TURN, t.MISSION) or self.p.turns < 3:
            return -1.0 * float(self.w.floor)
        led = 0.0
        self.count_votes()
        for mine, others, free in self.standings:
            led += est.lead_chance(mine, others, free)
        patience = 0.6 * self.left / 4
        return float(self.w.floor * n * (led - patience))

    def score_medal(self, medal: int) -> float:
        """Value a medal of one's choice: one that would be hard to get otherwise."""
        p, s = self.p, self.s
        if medal == t.MEDAL_INTRIGUE:
            hard = 1.0 if not p.markers >> 8 & 1 else 0.4
        elif medal == t.MEDAL_ACCREDITATION:
            hard = min(1.0, (s.tables.medal_step - p.step) / 6)
        else:
            left = s.medals[medal]
            hard = min(1.0, max(0, left[0] - p.influence[medal]) / 5)
        return float(self.w.medal * (2.0 + hard))

    def score_step(self, planet: int, cell: int) -> float:
        """Value a step: with reward by the mage's own action, without by the Transporter."""
        if self.task[0] == t.ON_SIX_MOONS:
            return self.six_moons()
        if planet == t.SIX_MOONS:
            return self.influence(t.SIX_MOONS)
        rise = self.tables.cell_influence[cell] - self.tables.cell_influence[self.p.miner]
        return self.influence(t.NEO) * rise

    def score_upkeep(self, level: int, paid: int) -> float:
        """Value an accreditation level kept, less what it costs."""
        tables, p = self.tables, self.p
        now = tables.level_of[p.step]
        step = p.step if level >= now else tables.lowest_step[level]
        lost = p.step - step
        each = 0.5 + 0.42 * (self.left + 1)
        value = -self.w.upkeep * lost * each
        value -= self.w.floor * (now - level) * 1.0
        return float(value) - (self.resource(paid - 1, 1) if paid else 0.0)

    def evaluate(self, view: State, seat: int) -> float:
        """Return how good a position is for a seat: points and what its holdings are worth."""
        assert isinstance(view, FederationState)
        mine = self.holdings(view, seat)
        others = [self.holdings(view, other) for other in range(view.seats) if other != seat]
        return mine - max(others)

    def holdings(self, s: FederationState, seat: int) -> float:
        """Return the points of a seat and the worth of what it has."""
        p = s.players[seat]
        left = s.tables.rounds - s.round + 1
        value = float(s.score[seat] + scoring.leftovers(s, seat))
        value += sum(p.influence) * (1.0 + 0.5 * left) + p.step * (0.5 + 0.4 * left)
        value += s.tables.medal_score[p.medals.bit_count()] + p.die * 0.3 * left
        value += 1.2 * s.completed(seat) + 0.8 * (p.markers & ~p.flown).bit_count()
        return value + sum(0.4 * n for n in p.res) * min(1.0, left / 2)


_WORTH: dict[Tables, est.Worth] = {}
GREEDY = FederationBot
