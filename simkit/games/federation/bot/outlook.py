"""What a seat looks at before it decides: what resources, influence, medals and laws are worth now.

The base of the greedy bot; `senate` adds votes and projects, `actions` what actions bring, and `features`
the scores.
"""

from __future__ import annotations

from typing import ClassVar, Final

from simkit.bots.greedy import GreedyBot, Weight
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.budget import UNKNOWN, Budget, Horizon, More, price
from simkit.games.federation.bot.rankings import Ranking, ranking
from simkit.games.federation.bot.weight_set import Rates
from simkit.games.federation.bot.weights import WEIGHTS
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.caches import cache
from simkit.games.federation.rules.state import FederationState, Player
from simkit.games.federation.rules.tables import Cost, Tables, Task

NO_TURN: Final = -9
NO_ROUND: Final = -9
PROJECT_WORTH: Final = 1.2  # of moving a project of one's choice, by and large
MOST_BUDGETS: Final = 512  # a set of weights needs some fourteen
MOST_HORIZONS: Final = 64  # sets of weights; `explain` asks for each weight alone
# What stands for values not worked out yet; never written to: a list is copied when one is known.
NO_ACTIONS: Final = [UNKNOWN] * len(terms.ACTIONS)
NO_FUNDS: Final = [UNKNOWN] * len(terms.PROJECTS)
NO_INFLUENCES: Final = [UNKNOWN] * len(terms.PLANETS)
NOT_KNOWN: Final[list[float]] = []
NOT_COUNTED: Final[list[int]] = []
NO_TOKENS: Final[list[tuple[int, ...]]] = []
NO_HORIZONS: Final[list[Horizon]] = []
NO_MORE: Final = [0.0, 0.0, 0.0, 0.0]
# What may be liked for its own sake, of all that can be counted: influence.
LIKED: Final = [*terms.PLANETS, *terms.METRICS[len(terms.PLANETS) :]]
NO_PLAYER: Final = Player()  # a bot that has not looked at a state yet
# By how much more influence the next medal on a planet takes: the part of its worth that comes nearer.
NEARNESS: Final = [1.0, 1.0, 0.4, 0.25, 0.15]
FAR_AWAY: Final = 4  # and farther


class Outlook(GreedyBot):
    """Knows what resources, influence, medals and laws are worth to its seat."""

    # What `prepare` works out; slots are quicker to read than a dict of so many names.
    __slots__ = (  # noqa: RUF023 - in the order of `prepare`
        "s", "me", "p", "tables", "task", "round", "left", "fade", "actions", "funds", "influences",
        "likes", "each", "horizon", "horizons", "counts", "markers", "payable",
        "floor_scale", "pull", "side", "piece", "funding_piece", "casts",
        "budget", "budgets", "budgets_for", "worth", "rates",
        "in_force", "turn", "held", "known_tokens", "measuring", "known_laws", "brings", "more",
        "nearness", "marked", "medal_worths", "any_marker", "any_project",
        "nearly_full", "fades",
    )  # fmt: skip
    s: FederationState
    tables: Tables
    known_laws: list[int]
    budget: Budget
    task: Task
    me: int
    left: int
    fade: float
    brings: list[float]
    more: More
    WEIGHTS: ClassVar[tuple[Weight, ...]] = WEIGHTS
    WeightSet: ClassVar[type] = Rates

    def __init__(self, profile: str = "", weights: dict[str, float] | None = None) -> None:
        super().__init__(profile, weights)
        self.in_force: dict[str, float] = {}
        self.budgets_for: Tables | None = None

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights and the worth of the components."""
        tables: Tables = rules.tables  # type: ignore[attr-defined]
        self.tables = tables
        super().start(rules, seat, luck)
        self.nearly_full = tables.crystals_max - 2
        if tables is not self.budgets_for:
            self.budgets_for = tables
            self.worth: estimates.Worth = tables.memos.get("worth") or estimates.Worth(tables)
            tables.memos["worth"] = self.worth
            self.forget_budgets()
        # Turns taken and erudites used when a placement was asked for, if that was the last decision, and
        # the resources held: one may be used or thrown away afterwards, and the placement then not be
        # asked for, as it is the only one left.
        self.turn = NO_TURN
        self.held = 0
        self.p = NO_PLAYER
        # What changes once a round, or not at all in a game, and the lists that tell when it does.
        self.known_tokens: list[tuple[int, ...]] = NO_TOKENS
        self.known_laws = NOT_COUNTED
        self.brings = NOT_KNOWN
        self.more = NO_MORE

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force; those of influence for its own sake, planet by planet."""
        if named == self.in_force:
            return
        self.in_force = dict(named)
        self.turn = NO_TURN
        super().use_weights(named)
        self.rates: Rates = self.w
        self.forget_budgets()
        self.known_laws = NOT_COUNTED
        self.likes = [named.get(f"like_{metric}", 0.0) for metric in LIKED]
        self.each = [named[resource] for resource in terms.RESOURCES]

    def look(self, s: State) -> None:
        """Take in a decision: the seat, what resources are worth, what nothing is known of yet."""
        assert isinstance(s, FederationState)
        seat, task = s.seat, s.todo[-1]
        p, op = s.players[seat], task[0]
        res, taken = p.res, p.turns
        crystals = res[0] + res[1] + res[2]
        if s.round != self.round:
            self.look_ahead(s)
        fade = self.fades[taken if taken < 4 else 4]
        if crystals >= self.nearly_full:
            fade *= 0.6
        if p is not self.p:  # of another state, or another seat of this one
            self.s, self.me, self.p, self.turn = s, seat, p, NO_TURN
        if s.open_laws is not self.known_laws or not self.tables.caches:
            self.look_at_laws()
        # What a placement leaves as it was is kept for the decision how to cover the ambassador that this
        # bot has just placed; for any other decision nothing is known of it yet.
        if (
            op == terms.COVER
            and (taken - 1 | p.used << 4) == self.turn
            and crystals + res[3] == self.held
        ):
            if fade != self.fade:
                self.funds = NO_FUNDS
        else:
            self.funds = NO_FUNDS
            self.markers: list[float] = NOT_KNOWN
            self.counts: list[int] = NOT_COUNTED
        if fade != self.fade or not self.tables.caches:
            self.fade = fade
            self.budget = self.budgets.get(fade) or self.make_budget()
        self.task = task
        self.actions = NO_ACTIONS
        self.influences = NO_INFLUENCES
        self.payable = -1
        if op == terms.TURN and self.tables.caches:
            self.turn, self.held = taken | p.used << 4, crystals + res[3]
        else:
            self.turn = NO_TURN

    def forget_budgets(self) -> None:
        """Note that no budget and no horizon is known with these weights and tables."""
        self.horizons: list[Horizon] = NO_HORIZONS
        self.round = NO_ROUND
        self.fade = -1.0
        self.budgets: dict[float, Budget] = cache(self.tables.caches)

    def make_budget(self) -> Budget:
        """Make the budget for the share that resources have of their worth now, if no bot has."""
        w, made_before = self.rates, self.worth.budgets
        asked = (w.lavandium, w.copernium, w.oceanium, w.diamond, w.hold, self.fade, *self.more)
        made = made_before.get(asked)
        if made is None:
            if len(made_before) >= MOST_BUDGETS:
                made_before.clear()
            made = made_before[asked] = Budget(self.tables, w, self.fade, self.more)
        self.budgets[self.fade] = made
        return made

    def resource(self, resource: int, n: int) -> float:
        """Return what resources are worth now."""
        return self.each[resource] * n * self.fade + self.more[resource] * n

    def price(self, cost: Cost) -> float:
        """Return what a cost or reward is worth."""
        return price(self.rates, self.fade, self.more, cost)

    def influence(self, planet: int) -> float:
        """Work out what one more influence on a planet is worth, by laws, ranking, medal and more.

        It is noted in a list that is this decision's own.
        """
        s, found = self.s, self.influences
        if found is NO_INFLUENCES:
            found = self.influences = NO_INFLUENCES.copy()
        race = self.horizon.races[s.missing[planet]] * self.ranking(planet).edges[self.me]
        value = self.brings[planet] + race
        thresholds = s.medals[planet]
        if thresholds:
            p = self.p
            medals = p.medals
            if not medals >> planet & 1:
                gap = thresholds[0] - p.influence[planet]
                near = 0 if gap < 0 else gap if gap < FAR_AWAY else FAR_AWAY
                value += self.nearness[terms.ONES[medals]][near]
        found[planet] = value
        return value

    def ranking(self, project: int) -> Ranking:
        """Return what hangs on how a project ranks the seats."""
        known, row = self.worth.rankings, self.s.measured[project]
        return known.get(row) or ranking(known, self.tables, row)

    def look_at_laws(self) -> None:
        """Value, metric by metric, what one more brings whatever is played in this round: by the open
        laws (each as likely to pass) and those to come, by the megastructures that measure it, and
        for its own sake; no two rounds share a list of open laws.
        """
        s, w = self.s, self.rates
        now, later = w.law, w.law_future
        self.known_laws = s.open_laws
        # Sums are written out below, as `+=` in a list is slow where it is compiled.
        brings, paid = self.likes.copy(), self.worth.laws
        for stack in (s.stacks[0], s.stacks[1], s.last_laws):
            for law in stack:
                if law >= 0:
                    for metric, points in paid[law]:
                        brings[metric] = brings[metric] + later * points
        for law in s.open_laws:
            if law >= 0:
                for metric, points in paid[law]:
                    brings[metric] = brings[metric] + now * points
        if s.mega_tokens is not self.known_tokens:
            self.look_at_megastructures()
        hope = w.prospect * estimates.HOPES[self.left]
        for planet, best in self.measuring:
            brings[planet] = brings[planet] + hope * best
        self.brings = brings
        crystal = brings[terms.CRYSTALS_AND_DIAMONDS]
        more = [crystal, crystal, crystal, crystal + brings[terms.DIAMONDS]]
        if more != self.more:  # all prices are others
            self.more = more
            self.fade = -1.0
            self.budgets = cache(self.tables.caches)

    def look_at_megastructures(self) -> None:
        """List the planets whose influence a megastructure measures, with its best multiplier: all that
        is in a game from its set-up on.
        """
        self.known_tokens = self.s.mega_tokens
        self.measuring: list[tuple[int, int]] = []
        for multipliers, tokens in zip(self.tables.multipliers, self.known_tokens):
            best = multipliers[0] if multipliers else 0  # a patch may leave none
            metrics = [self.tables.mega_token_metric[token] for token in tokens]
            self.measuring += [(metric, best) for metric in metrics if metric < len(terms.PLANETS)]

    def look_ahead(self, s: FederationState) -> None:
        """Look up what hangs on the rounds left alone, in another round or with other weights."""
        if not self.horizons:
            self.make_horizons()
        self.round = s.round
        self.left = s.tables.rounds - s.round
        self.horizon = self.horizons[self.left]
        self.fades = self.horizon.fades
        self.turn = NO_TURN

    def make_horizons(self) -> None:
        """Work out what hangs on the rounds left alone, if no bot has, and on the medals owned."""
        tables, w, worth = self.tables, self.rates, self.worth
        asked = tuple([float(getattr(w, weight.name)) for weight in WEIGHTS])
        made = worth.horizons.get(asked)
        if made is None:
            if len(worth.horizons) >= MOST_HORIZONS:
                worth.horizons.clear()
            made = [Horizon(tables, w, worth, left) for left in range(len(worth.chances))]
            worth.horizons[asked] = made
        self.horizons = made
        # By rounds left, without and with a ship to spare, and by the level at hand: what markers are
        # worth on the missions that do not score; worked out when it is first asked for.
        self.marked = [[NOT_KNOWN] * estimates.LEVELS for _ in range(2 * len(self.horizons))]
        self.medal_worths = [w.medal * each for each in worth.medals]
        self.nearness = [[each * part for part in NEARNESS] for each in self.medal_worths]
        self.any_marker = w.marker * 2.4
        self.any_project = w.funding * PROJECT_WORTH

    def own_counts(self) -> list[int]:
        """Return all that can be counted of the seat, once a decision."""
        if not self.counts:
            self.counts = self.s.metrics(self.me)
        return self.counts
