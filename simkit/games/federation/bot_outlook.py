"""What a seat looks at before it decides: what resources, influence, medals and laws are worth now.

The base of the greedy bot; `bot_senate` adds votes and projects, `bot_actions` what actions bring, and
`features` the scores.
"""

from __future__ import annotations

from typing import ClassVar, Final

from simkit.core.greedy import GreedyBot, Weight
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.games.federation import estimates as est
from simkit.games.federation import terms as t
from simkit.games.federation.rates import Rates
from simkit.games.federation.state import FederationState
from simkit.games.federation.tables import Cost, Tables, Task
from simkit.games.federation.weights import WEIGHTS

UNKNOWN: Final = -1e9
NOT_PLANNED: Final = -2
UNPLANNED: Final = (NOT_PLANNED, 0.0)
NO_ACTIONS: Final = [UNKNOWN] * len(t.ACTIONS)
NO_FUNDS: Final = [UNKNOWN] * len(t.PROJECTS)
NO_INFLUENCES: Final = [UNKNOWN] * len(t.PLANETS)
# What stands for a list not worked out yet; never written to.
NOT_KNOWN: Final[list[float]] = []
NOT_COUNTED: Final[list[int]] = []
NO_LEVELS: Final[list[list[int]]] = [NOT_COUNTED] * len(t.PLANETS)
NO_STANDINGS: Final[list[tuple[int, int, int]]] = []
NO_PRICES: Final[list[tuple[float, int]]] = []


class Outlook(GreedyBot):
    """Knows what resources, influence, medals and laws are worth to its seat."""

    # What `prepare` works out; slots are quicker to read than a dict of so many names.
    __slots__ = (  # noqa: RUF023 - in the order of `prepare`
        "s", "me", "p", "tables", "task", "left", "fade", "actions", "funds", "influences", "likes",
        "chances", "counts", "done", "markers", "levels", "plan_shop", "plan_structure",
        "plan_erudite", "plan_token", "standings", "wing_votes", "law_chance", "prospect",
        "ship_prices", "worths", "wings", "level", "base", "funded", "vote_parts", "piece",
        "funding_piece", "worth", "rates",
    )  # fmt: skip
    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = Rates

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights and the worth of the components."""
        super().start(rules, seat, luck)
        tables: Tables = rules.tables  # type: ignore[attr-defined]
        if tables not in _WORTH:
            if len(_WORTH) > 64:
                _WORTH.clear()
            _WORTH[tables] = est.Worth(tables)
        self.worth = _WORTH[tables]

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force; those of influence for its own sake, planet by planet."""
        super().use_weights(named)
        self.rates: Rates = self.w
        self.likes = [named[f"like_{planet}"] for planet in t.PLANETS]

    def look(self, view: FederationState) -> None:
        """Take in a decision: the seat, the rounds left, what nothing is known of yet."""
        s = self.s = view
        self.me = s.seat
        p = self.p = s.players[s.seat]
        self.tables = s.tables
        self.task: Task = s.todo[-1]
        self.left = s.tables.rounds - s.round
        self.chances = self.worth.chances[self.left]
        turns = self.left * 4 + max(0, 4 - p.turns)
        # A resource has its full worth while it can be spent, and less towards the end.
        self.fade = 0.45 + 0.55 * (turns / 6 if turns < 6 else 1.0)
        if p.res[0] + p.res[1] + p.res[2] >= s.tables.crystals_max - 2:
            self.fade *= 0.6
        self.actions = NO_ACTIONS[:]
        self.funds = NO_FUNDS[:]
        self.markers: list[float] = NOT_KNOWN
        self.worths: list[float] = NOT_KNOWN
        self.prospect: list[float] = NOT_KNOWN
        self.wings: list[float] = NOT_KNOWN
        self.counts: list[int] = NOT_COUNTED
        self.done: list[int] = NOT_COUNTED
        self.levels = NO_LEVELS[:]
        self.influences = NO_INFLUENCES[:]
        self.plan_shop = self.plan_structure = self.plan_erudite = UNPLANNED
        self.plan_token = -1.0
        self.standings: list[tuple[int, int, int]] = NO_STANDINGS
        self.wing_votes = (0, 0)
        self.law_chance = -1.0
        self.ship_prices: list[tuple[float, int]] = NO_PRICES

    def resource(self, resource: int, n: int) -> float:
        """Return what resources are worth now."""
        w = self.rates
        if resource == t.LAVANDIUM:
            return w.lavandium * n * self.fade
        if resource == t.COPERNIUM:
            return w.copernium * n * self.fade
        if resource == t.OCEANIUM:
            return w.oceanium * n * self.fade
        return w.diamond * n * self.fade

    def price(self, cost: Cost) -> float:
        """Return what a cost or reward is worth."""
        w = self.rates
        return self.fade * (
            w.lavandium * cost[0]
            + w.copernium * cost[1]
            + w.oceanium * cost[2]
            + w.diamond * cost[3]
        )

    def influence(self, planet: int) -> float:
        """Return what one more influence on a planet is worth: laws, ranking, medal, megastructures."""
        found = self.influences[planet]
        if found > UNKNOWN:
            return found
        s, w, p = self.s, self.rates, self.p
        if not self.prospect:
            self.prospects()
        left, right = s.stacks
        later = left.count(planet) + right.count(planet) + s.last_laws.count(planet)
        now = self.law_now(planet) if planet in s.open_laws else 0.0
        value = w.law * now + w.law_future * later
        value += self.likes[planet] + w.prospect * self.prospect[planet]
        values = self.levels[planet] or self.level_on(planet)
        chance = self.chances[s.missing[planet]]
        value += w.ranking * chance * s.tables.place_step * est.overtaking(self.me, values)
        thresholds = s.medals[planet]
        if thresholds and not p.medals >> planet & 1:
            gap = thresholds[0] - values[self.me]
            near = 1.0 if gap <= 1 else 0.4 if gap == 2 else 0.25 if gap == 3 else 0.15
            value += w.medal * self.worth.medals[t.ONES[p.medals]] * near
        self.influences[planet] = value
        return value

    def law_now(self, planet: int) -> float:
        """Return the points of one influence on a planet by the open laws."""
        s = self.s
        if s.phase != t.AMBASSADOR_PHASE:
            return 0.0
        left, right = s.open_laws
        points = 2.0 * self.left_chance() if left == planet else 0.0
        return points + 2.0 * (1.0 - self.left_chance()) if right == planet else points

    def left_chance(self) -> float:
        """Return the chance that the law of the left wing passes, once a decision."""
        if self.law_chance < 0.0:
            self.law_chance = 0.5
            if self.task[0] == t.TURN:  # elsewhere it hardly tells the options apart
                self.count_votes()
                margin = self.wing_votes[0] - self.wing_votes[1]
                row = est.LEADS[min(7, 2 + self.s.free.bit_count() // 3)]
                self.law_chance = row[max(-20, min(20, margin)) + 20]
        return self.law_chance

    def prospects(self) -> None:
        """Work out, per planet, what one influence adds to the megastructures still to build."""
        s, metrics, counts = self.s, self.tables.mega_token_metric, self.own_counts()
        found = self.prospect = [0.0] * 5
        built = self.p.built >> self.tables.n_industries
        for mega, multipliers in enumerate(s.multipliers):
            if not multipliers or built >> mega & 1:
                continue
            one, two = s.mega_tokens[mega]
            one, two = metrics[one], metrics[two]
            if one < 5:
                found[one] += multipliers[0] * (0.3 if counts[one] <= counts[two] else 0.08)
            if two < 5:
                found[two] += multipliers[0] * (0.3 if counts[two] <= counts[one] else 0.08)

    def level_on(self, planet: int) -> list[int]:
        """Return the influence on a planet, seat by seat, once a decision."""
        found = self.levels[planet]
        if not found:
            found = self.levels[planet] = [p.influence[planet] for p in self.s.players]
        return found

    def own_counts(self) -> list[int]:
        """Return all that can be counted of the seat, once a decision."""
        if not self.counts:
            self.counts = self.s.metrics(self.me)
        return self.counts

    def completed(self) -> list[int]:
        """Return the completed missions, seat by seat, once a decision."""
        if not self.done:
            self.done = [self.s.completed(seat) for seat in range(self.s.seats)]
        return self.done

    def count_votes(self) -> None:
        """Count the votes of the senate, once a decision."""
        if not self.standings:
            self.standings, self.wing_votes = est.senate(self.s, self.me)


_WORTH: dict[Tables, est.Worth] = {}
