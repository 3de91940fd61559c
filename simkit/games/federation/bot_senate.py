"""Votes and projects: what floors, wings and funding are worth to the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.games.federation import estimates as est
from simkit.games.federation import scoring
from simkit.games.federation import terms as t
from simkit.games.federation.bot_outlook import UNKNOWN, Outlook

VOTES = 32  # above the votes of any ambassador or token with the die


class Senator(Outlook):
    """Knows what votes on floors and in wings, and steps of projects, are worth to its seat."""

    __slots__ = ()

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
