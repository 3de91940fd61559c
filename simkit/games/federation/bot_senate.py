"""Votes and projects: what floors, wings and funding are worth to the greedy bot."""

from __future__ import annotations

from simkit.games.federation import estimates as est
from simkit.games.federation import scoring
from simkit.games.federation import terms as t
from simkit.games.federation.bot_outlook import UNKNOWN, Outlook


class Senator(Outlook):
    """Knows what votes on floors and in wings, and steps of projects, are worth to its seat."""

    __slots__ = ()

    def prepare_votes(self) -> None:
        """Work out the worth of votes on each floor and in each wing."""
        s, w = self.s, self.rates
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

    def floor_value(self, floor: int, votes: int) -> float:
        """Return what votes on a floor are worth."""
        mine, others, free = self.standings[floor - 1]
        before = est.lead_chance(mine, others, free)
        after = est.lead_chance(mine + votes, others, free - 1 if free else 0)
        return self.rates.floor * (self.level + 0.7) * (after - before)

    def votes_by_place(self) -> list[list[float]]:
        """Work out, by ambassador in hand and `Tables.space_place`, what its votes are worth there."""
        left, right = self.wings
        scale = self.rates.floor * (self.level + 0.7)
        floors: list[tuple[list[float], int, float]] = []
        for mine, others, free in self.standings:
            row = est.LEADS[min(free - 1 if free else 0, 7)]
            floors.append((row, mine - others + 20, est.lead_chance(mine, others, free)))
        found: list[list[float]] = []
        in_hand = self.p.in_hand()
        for ambassador, votes in enumerate(self.tables.votes):
            parts = [0.0]
            found.append(parts)
            if not in_hand >> ambassador & 1:
                continue
            for row, lead, before in floors:
                lead += votes
                floor = scale * (row[0 if lead < 0 else 40 if lead > 40 else lead] - before)
                parts += [floor + votes * left, floor + votes * right]
        return found

    def vote_value(self, space: int, votes: int) -> float:
        """Return what votes on a space are worth, for its floor and its wing."""
        if not self.wings:
            self.prepare_votes()
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
            found = self.rates.funding * self.stake(project) * self.worth.moves[self.left][missing]
        self.funds[project] = found
        return found

    def measure(self, project: int) -> list[int]:
        """Return what a project of a column ranks the seats by: influence or completed missions."""
        metric = self.tables.rank_by[project]
        if metric < 5:
            return self.levels[metric] or self.level_on(metric)
        return self.done or self.completed()

    def stake(self, project: int) -> float:
        """Return the points a project would bring this seat, less part of what another one gets."""
        s, me = self.s, self.me
        values = self.measure(project)
        if s.seats == 2:
            points = scoring.project_points(s, values)
            return points[me] - 0.35 * points[1 - me]
        mine = values[me]
        if mine <= 0:
            return self.worth.stake_of_none
        ahead = 0
        for value in values:
            if value > mine:
                ahead += 1
        return self.worth.stakes[ahead][values.count(mine)]

    def general_worth(self) -> float:
        """Return what a contribution to the general project is worth: place, crystal, completion."""
        s, w = self.s, self.rates
        own = [q.general for q in s.players]
        given = own[self.me]
        chance = self.worth.general_chances[self.left][s.missing[t.GENERAL]]
        place = s.tables.place_step * est.overtaking(self.me, own)
        value = w.general * chance * (place + (0.0 if given else 1.5))
        if given < len(s.tables.general_bonus):
            value += self.resource(s.tables.general_bonus[given], 1)
        return value

    def best_fund(self) -> float:
        """Return the worth of a project of one's choice: the one that is best by standing."""
        s, me = self.s, self.me
        best, chosen = -99.0, t.GENERAL
        for project, missing in enumerate(s.missing[: t.GENERAL]):
            if missing > 0:
                values = self.measure(project)
                stake = (values[me] * s.seats - sum(values)) / missing
                if stake > best:
                    best, chosen = stake, project
        return self.fund(chosen if best > 0.4 else t.GENERAL)
