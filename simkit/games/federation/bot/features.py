"""The greedy bot: space, side and ambassador valued together, everything else by what it brings.

Per decision `prepare` works out what a senate action, a vote, an advance of a project is worth; a
score is then a few additions. Plans inside an action (which shop, which erudite) come from
`estimates`, not from the weights, so that scores stay linear in them.
"""

from __future__ import annotations

from typing import Final

from simkit.core.bot import Choice
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.actions import Actor
from simkit.games.federation.bot.budget import LOWEST, UNKNOWN
from simkit.games.federation.bot.outlook import NOT_KNOWN
from simkit.games.federation.rules import kinds, scoring, terms
from simkit.games.federation.rules.state import FederationState

# The profiles that plain greedy plays, with two players and with more.
STANDARD: Final = "standard"
TABLE: Final = "table"


class FederationBot(Actor):
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

    __slots__ = ("named", "named_for")

    def __init__(self, profile: str = "", weights: dict[str, float] | None = None) -> None:
        super().__init__(profile, weights)
        self.named: dict[str, float] = {}
        self.named_for: tuple[object, ...] = ()  # the setting whose weights are remembered

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name; without a profile those of `STANDARD` or, at a table, `TABLE`."""
        asked = (self.profile, rules.seats, faction, tuple(self.weights.items()))
        if asked != self.named_for:
            if self.profile:
                self.named = super().named_weights(rules, faction)
            else:
                profile = STANDARD if rules.seats <= 2 else TABLE
                self.named = FederationBot(profile, self.weights).named_weights(rules, faction)
            self.named_for = asked
        return dict(self.named)

    def prepare(self, view: State) -> None:
        """Work out what the actions of this decision share."""
        self.look(view)
        if self.task[0] == terms.TURN:
            self.prepare_turn()

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score."""
        self.prepare(view)
        return self.best_of(candidates)

    # Scores ----------------------------------------------------------------------------------------

    def score(self, view: State, action: int) -> float:
        """Return the value of an action."""
        return self.best_of([action]).value

    def best_of(self, candidates: list[int]) -> Choice:
        """Choose the best of some actions; here it is told what values which kind of action.

        All in one loop, the kinds that come up most first: to call something that tells the kinds apart
        would cost as much as many a value. Covers share so much that they have a loop of their own.
        """
        if self.task[0] == terms.COVER:
            return self.best_cover(candidates)
        best = runner_up = LOWEST
        chosen, placed = candidates[0], -1
        base = funded = 0.0
        casts = NOT_KNOWN
        for action in candidates:
            kind = action & kinds.KIND
            arg = action >> 6
            if kind == kinds.K_PLACE:  # those on one space follow each other
                if arg & 31 != placed:
                    placed = arg & 31
                    base, funded = self.score_space(placed)
                    casts = self.casts[self.tables.space_place[placed]]
                if arg >> 8 & 1:
                    value = funded + self.funding_piece[arg >> 5 & 7]
                else:
                    value = base + casts[arg >> 5 & 7]
            elif kind > kinds.K_BUILD:  # part of an effect
                if kind == kinds.K_COPY:
                    value = self.action(arg)
                elif kind == kinds.K_MARKER:
                    value = self.marker_values()[arg]
                elif kind == kinds.K_OPTION:
                    value = self.option(self.task[1], arg)
                elif kind == kinds.K_UPKEEP:
                    value = self.score_upkeep(arg & 7, arg >> 3)
                elif kind == kinds.K_PROJECT:
                    value = self.fund(arg) + 0.001 * self.rates.funding
                else:
                    value = self.score_rare(kind, arg)
            elif kind == kinds.K_ATAL:
                value = self.atal(arg)
            elif kind == kinds.K_MISSION:
                value = self.score_mission(arg)
            elif kind == kinds.K_SHOP:
                value = self.shop(arg)
            elif kind == kinds.K_BUILD:
                value = self.structure(arg, self.task[0] == terms.BUILD_FREE)
            elif kind == kinds.K_END:
                value = 0.0  # nothing, except where going on is the rule
            elif kind == kinds.K_TOKEN:
                value = self.token(arg - 1)
            elif kind == kinds.K_USE:
                value = self.score_use(arg)
            elif kind == kinds.K_NEO:
                value = self.neo(arg)
            else:
                value = self.score_rare(kind, arg)
            if value > runner_up:
                if value > best:
                    best, runner_up, chosen = value, best, action
                else:
                    runner_up = value
        return Choice(chosen, best, runner_up)

    def best_cover(self, candidates: list[int]) -> Choice:
        """Choose the best of some tokens (or none) and the die for the ambassador just placed."""
        tables, p, budget = self.tables, self.p, self.budget
        _, space, piece, _ = self.task
        spent = self.rates.token
        if len(p.tokens) <= (3 - p.turns) + 4 * self.left:
            spent *= 1.4
        spent += self.brings[terms.UNUSED_TOKENS]
        gains = NOT_KNOWN  # of votes on the floor, once one asks for it
        best = runner_up = LOWEST
        chosen = candidates[0]
        for action in candidates:
            token = (action >> 6 & 31) - 1
            if token < 0:
                side, votes = piece & 1, tables.votes[piece >> 1]
                value = budget.bonus[piece >> 1] if side else 0.0
            else:
                side, votes = tables.token_side[token], tables.token_votes[token]
                value = budget.tokens[token]
                if value <= UNKNOWN:
                    value = self.effects(tables.token_bonus[token])
                value -= spent
            if space == tables.outer:
                pass  # neither votes nor funding count there
            elif side:
                value += self.fund(tables.space_project[space])
                value += self.marker_values()[tables.space_mission[space]]
            else:
                if action >> 11 & 1:  # the die
                    votes += p.die
                    value -= self.rates.hold * 0.15 * p.die * (4 - p.turns if p.turns < 4 else 0)
                if not gains:
                    self.prepare_votes()
                    gains = estimates.vote_gains(
                        self.worth, self.s.floors[tables.space_floor[space] - 1], self.me
                    )
                drawn = votes * self.pull + self.side
                gain = self.floor_scale * gains[votes if votes < estimates.MOST_VOTES else -1]
                value += gain - drawn if tables.space_wing[space] else gain + drawn
            if value > runner_up:
                if value > best:
                    best, runner_up, chosen = value, best, action
                else:
                    runner_up = value
        return Choice(chosen, best, runner_up)

    def score_rare(self, kind: int, arg: int) -> float:
        """Return the value of the actions that come up seldom."""
        w, worth, tables = self.rates, self.worth, self.tables
        if kind == kinds.K_MEDAL:
            return self.score_medal(arg)
        if kind == kinds.K_DEEP:
            return w.deep_space * worth.deep[arg]
        if kind == kinds.K_DISC:
            return self.shop(arg, self.task[1]) + self.budget.shops[arg]
        if kind == kinds.K_STEP:
            return self.score_step(arg & 1, arg >> 1)
        if kind == kinds.K_ASTEROID:
            return self.budget.asteroids[arg]
        if kind in (kinds.K_COPY_ERUDITE, kinds.K_REFRESH):
            return self.score_effect(arg)
        if kind == kinds.K_INCOME:
            return w.industry * worth.incomes[arg]
        if kind == kinds.K_TRANSMUTE:
            return self.resource(tables.next_better[arg], 1) - self.resource(arg, 1)
        if kind == kinds.K_PAY:
            return -self.price((arg & 15, arg >> 4 & 15, arg >> 8 & 15, arg >> 12 & 15))
        if kind == kinds.K_LOSE:
            return -self.resource(arg, 1)
        if kind == kinds.K_LAW:
            return (w.law_vote + w.law_side) * self.law_stake(self.s.open_laws[arg])
        if kind == kinds.K_START:
            return self.effects(tables.start_effects[arg])
        return 0.0

    def score_space(self, space: int) -> tuple[float, float]:
        """Return what all placements on a space share, voting and funding."""
        tables = self.tables
        base = self.action(tables.space_action[space])
        if space == tables.outer:
            return base, base
        project, mission = tables.space_project[space], tables.space_mission[space]
        return base, base + (self.fund(project) + self.marker_values()[mission])

    def score_mission(self, mission: int) -> float:
        """Value a mission: its effect, one more completed mission, the ship spent."""
        s, w, horizon = self.s, self.rates, self.horizon
        overtaking = self.ranking(terms.MISSIONS).edges[self.me]
        value = w.completed + (
            horizon.races[s.missing[terms.MISSIONS]] * overtaking - horizon.flight
        )
        value += self.brings[terms.MISSIONS] - self.brings[terms.HANGAR]
        growth = self.worth.mission_growth[mission]
        if growth:
            points = estimates.mission_points(s, self.own_counts(), mission)
            value += w.mission * (points - growth * self.left)
        value -= self.budget.missions[mission]
        return value + self.effects(self.worth.mission_brings[mission])

    def score_use(self, tile: int) -> float:
        """Value using an erudite now; at any time of the turn it can wait for a better moment."""
        tables = self.tables
        bit = 1 << tile
        if bit & tables.boost_mask:
            return self.score_boost(tables.boosted_level[tile])
        value = self.score_effect(tile)
        if self.task[0] in (terms.TURN, terms.MISSION) and not bit & tables.copying_mask:
            return value
        return value + 0.01 * self.rates.erudite

    def score_effect(self, tile: int) -> float:
        """Value an erudite's effect, taken now."""
        return self.points(tile) + self.rates.erudite * self.effect_now(tile)

    def effect_now(self, tile: int) -> float:
        """Return the worth of an effect, and on how many more steps or crystals it works."""
        value = self.worth.erudites[tile]
        for op, _, b, _ in self.tables.erudite_effects[tile]:
            if op == terms.GAIN_PER:  # which is usually worth one
                value += 0.9 * self.own_counts()[b >> 4] * (b & 15) - estimates.USUAL_EFFECT
        return value

    def score_boost(self, n: int) -> float:
        """Value a level boost for the round: late in it, by the floors that are led."""
        if self.task[0] not in (terms.TURN, terms.MISSION) or self.p.turns < 3:
            return -1.0 * self.rates.floor
        led = 0.0
        for packed in self.s.floors:
            mine, others, free = estimates.standing(packed, self.me)
            led += estimates.lead_chance(mine, others, free)
        patience = 0.6 * self.left / (self.tables.rounds - 1)
        return self.rates.floor * n * (led - patience)

    def score_medal(self, medal: int) -> float:
        """Value a medal of one's choice: one that would be hard to get otherwise."""
        p, s = self.p, self.s
        if medal == terms.MEDAL_INTRIGUE:
            hard = 1.0 if not p.markers & s.tables.intrigue_missions else 0.4
        elif medal == terms.MEDAL_ACCREDITATION:
            hard = min(1.0, (s.tables.medal_step - p.step) / 6)
        else:
            left = s.medals[medal]
            hard = min(1.0, max(0, left[0] - p.influence[medal]) / 5)
        return self.rates.medal * (2.0 + hard)

    def score_step(self, planet: int, cell: int) -> float:
        """Value a step: with reward by the mage's own action, without by the Transporter."""
        if self.task[0] == terms.ON_SIX_MOONS:
            return self.six_moons()
        if planet == terms.SIX_MOONS:
            return self.influence(terms.SIX_MOONS)
        rise = self.tables.cell_influence[cell] - self.tables.cell_influence[self.p.miner]
        return self.influence(terms.NEO) * rise

    def score_upkeep(self, level: int, paid: int) -> float:
        """Value an accreditation level kept, less what it costs."""
        known = self.horizon.kept
        value = known.get(self.p.step << 3 | level)
        if value is None:
            value = known[self.p.step << 3 | level] = self.level_kept(level)
        value -= self.brings[terms.LEVEL] * (self.tables.level_of[self.p.step] - level)
        return value - (self.resource(paid - 1, 1) if paid else 0.0)

    def level_kept(self, level: int) -> float:
        """Return what is left of the accreditation at hand where a level is kept."""
        tables, p = self.tables, self.p
        now = tables.level_of[p.step]
        step = p.step if level >= now else tables.lowest_step[level]
        lost = p.step - step
        value = -self.rates.upkeep * lost * self.horizon.level
        return value - self.rates.floor * (now - level) * 1.0

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


GREEDY = FederationBot
