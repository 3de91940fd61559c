"""What a seat looks at before it decides: what resources, influence, medals and laws are worth now.

The base of the greedy bot; `bot_senate` adds votes and projects, `bot_actions` what actions bring, and
`features` the scores.
"""

from __future__ import annotations

from typing import ClassVar

from simkit.core.greedy import GreedyBot, Weight, weight_set
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.games.federation import estimates as est
from simkit.games.federation import terms as t
from simkit.games.federation.components import Cost, Tables, Task
from simkit.games.federation.state import FederationState
from simkit.games.federation.weights import WEIGHTS

UNKNOWN = -1e9
NOT_PLANNED = -2
UNPLANNED = (NOT_PLANNED, 0.0)


class Outlook(GreedyBot):
    """Knows what resources, influence, medals and laws are worth to its seat."""

    # What `prepare` works out; slots are quicker to read than a dict of so many names.
    __slots__ = (  # noqa: RUF023 - in the order of `prepare`
        "s", "me", "p", "tables", "task", "left", "fade", "actions", "funds", "influences", "likes",
        "chances", "counts", "done", "markers", "levels", "plan_shop", "plan_structure",
        "plan_erudite", "plan_token", "standings", "wing_votes", "laws_now", "laws_later", "prospect",
        "ship_prices", "worths", "wings", "level", "base", "funded", "vote_parts", "piece",
        "funding_piece", "worth",
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

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force; those of influence for its own sake, planet by planet."""
        super().use_weights(named)
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
        if sum(p.res[:3]) >= s.tables.crystals_max - 2:
            self.fade *= 0.6
        self.actions = [UNKNOWN] * len(t.ACTIONS)
        self.funds = [UNKNOWN] * len(t.PROJECTS)
        self.markers: list[float] = []
        self.counts: list[int] = []
        self.done: list[int] = []
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

    def influence(self, planet: int) -> float:
        """Return what one more influence on a planet is worth: laws, ranking, medal, megastructures."""
        found = self.influences[planet]
        if found > UNKNOWN:
            return found
        s, w, p = self.s, self.w, self.p
        if not self.laws_now:
            self.law_prospects()
            self.prospects()
        value = w.law * self.laws_now[planet] + w.law_future * self.laws_later[planet]
        value += self.likes[planet] + w.prospect * self.prospect[planet]
        values = self.levels[planet]
        chance = self.chances[s.missing[planet]]
        value += w.ranking * chance * s.tables.place_step * est.overtaking(self.me, values)
        left = s.medals[planet]
        if left and not p.medals >> planet & 1:
            gap = left[0] - values[self.me]
            near = 1.0 if gap <= 1 else 0.4 if gap == 2 else 0.25 if gap == 3 else 0.15
            value += w.medal * self.worth.medals[p.medals.bit_count()] * near
        self.influences[planet] = value
        return float(value)

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
        s, metrics, counts = self.s, self.tables.mega_token_metric, self.own_counts()
        found = self.prospect = [0.0] * 5
        first = self.tables.n_industries
        for mega, (one, two) in enumerate(s.mega_tokens):
            multipliers = s.multipliers[mega]
            if not multipliers or self.p.built >> (first + mega) & 1:
                continue
            a, b = counts[metrics[one]], counts[metrics[two]]
            if metrics[one] < 5:
                found[metrics[one]] += multipliers[0] * (0.3 if a <= b else 0.08)
            if metrics[two] < 5:
                found[metrics[two]] += multipliers[0] * (0.3 if b <= a else 0.08)

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
