"""Points, medals and rankings (rules.md, 4.3, 8.4, 8.5 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.state import NOBODY
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.terms import FREE

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Tables


# 4.3 Medals of Honour


def influence_rises(s: FederationState, seat: int, planet: int, value: int) -> None:
    """Set an influence; a threshold that still holds a medal gives the lowest one there."""
    # [#4.3a] [#4.3d]
    p, left = s.players[seat], s.medals[planet]
    p.influence[planet] = value
    s.measure(planet, seat, value)
    if left and value >= left[0] and not p.medals >> planet & 1:
        if s.phase == terms.EXECUTIVE_PHASE and not s.tables.medals_in_executive:
            return
        p.medals |= 1 << planet
        s.medals[planet] = left[1:]


def take_medals_due(s: FederationState, seat: int) -> None:
    """Take the planet medals whose condition a seat meets as its turn begins.

    Only where none are taken in the Executive Phase can there be any.
    """
    # [#4.3d]
    for planet, value in enumerate(s.players[seat].influence):
        influence_rises(s, seat, planet, value)


def take_medal(s: FederationState, seat: int, medal: int) -> None:
    """Take an accreditation or intrigue medal, if one is left and the seat has none."""
    # [#4.3b] [#6e]
    p = s.players[seat]
    kind = medal - terms.MEDAL_ACCREDITATION
    if s.medal_copies[kind] > 0 and not p.medals >> medal & 1:
        s.medal_copies[kind] -= 1
        p.medals |= 1 << medal


def take_any_medal(s: FederationState, seat: int, medal: int) -> None:
    """Take a medal of one's choice; on a planet the one at the highest threshold."""
    # [#4.3c]
    if medal < len(terms.PLANETS):
        s.players[seat].medals |= 1 << medal
        s.medals[medal] = s.medals[medal][:-1]
    else:
        take_medal(s, seat, medal)


# 8.4 Floors


def floor_votes(s: FederationState, floor: int) -> list[int]:
    """Return the votes per seat on a floor, dice included; the last entry are the neutral ones."""
    votes = [0] * (s.seats + 1)
    who, cast = s.who, s.votes
    for space in s.tables.floor_spaces[floor - 1]:
        owner = who[space]
        if owner != FREE:  # the last entry is that of `NEUTRAL`
            votes[owner if owner >= 0 else -1] += cast[space]
    for owner, p in enumerate(s.players):
        if p.die_space >= 0 and s.tables.space_floor[p.die_space] == floor:
            votes[owner] += p.die
    return votes


def votes_on(s: FederationState, space: int) -> int:
    """Return the votes on a space, the assistant die included."""
    owner = s.who[space]
    if owner >= 0 and s.players[owner].die_space == space:
        return s.votes[space] + s.players[owner].die
    return s.votes[space]


def floor_winners(s: FederationState, votes: list[int]) -> list[int]:
    """Return the seats that win a floor: most votes, ties all; none without votes."""
    # [#8.4] [#10.6]
    best = max(votes[:-1])
    if best <= 0 and not (s.tables.empty_floor_scores and votes[-1] == 0):
        return []
    if s.tables.neutral_on_floor and votes[-1] > best:
        return []
    return [seat for seat in range(s.seats) if votes[seat] == best]


def score_floor(s: FederationState, floor: int, votes: list[int]) -> None:
    """Score a floor: its winners get points equal to their accreditation level."""
    # [#8.4]
    for seat in floor_winners(s, votes):
        s.players[seat].floors += 1
        s.gain(seat, terms.S_FLOOR + floor - 1, s.level(seat))


# 8.5 Law


def wing_votes(s: FederationState) -> list[int]:
    """Return the votes of the left and of the right wing."""
    # [#10.6]
    tables = s.tables
    votes = s.wing_tally.copy()
    if not tables.neutral_for_law:
        for space in range(tables.outer):
            if s.who[space] == terms.NEUTRAL:
                votes[tables.space_wing[space]] -= s.votes[space]
    return votes


def pass_law(s: FederationState, wing: int) -> None:
    """Pass the open law of a wing: every player scores what it pays."""
    # [#8.5]
    law = s.open_laws[wing]
    s.laws_passed.append(law)
    for seat, points in enumerate(law_points(s, law)):
        s.gain(seat, terms.S_LAW, points)


def law_points(s: FederationState, law: int) -> list[int]:
    """Return what a law pays every seat if it passes now: so much for each of what it counts.

    The printed laws count influence on a planet. Under the reading that the leader alone scores, all who
    have most of what is counted do.
    """
    # [#8.5]
    points = [0] * s.seats
    for _, metric, k, _ in s.tables.law_effects[law]:
        values = [s.metric(seat, metric) for seat in range(s.seats)]
        most = max(values)
        for seat, value in enumerate(values):
            if value == most or s.tables.law_for_all:
                points[seat] += value * k
    return points


# 9 Final scoring


def final_scoring(s: FederationState) -> None:
    """Score medals, what is left and the completed projects, and end the game."""
    s.phase = terms.FINAL_SCORING
    score_medals(s)
    score_leftovers(s)
    for project in range(len(terms.PROJECTS)):
        if s.missing[project] <= 0:
            score_project(s, project, measures(s, project))
    s.seat = NOBODY
    s.todo.clear()


def score_medals(s: FederationState) -> None:
    """Score the medal rows."""
    # [#9.1]
    for seat in range(s.seats):
        number = s.players[seat].medals.bit_count()
        s.gain(seat, terms.S_MEDAL, s.tables.medal_score[number])


def score_leftovers(s: FederationState) -> None:
    """Score crystals by two, diamonds, ships in the hangar and unused alteration tokens."""
    for seat in range(s.seats):
        s.gain(seat, terms.S_LEFTOVER, leftovers(s, seat))


def leftovers(s: FederationState, seat: int) -> int:
    """Return what a seat's resources, ships and tokens are worth at the end."""
    # [#5.2c] [#9.2]
    p = s.players[seat]
    tables = s.tables
    crystals = p.res[0] + p.res[1] + p.res[2]
    pp = crystals // tables.crystals_per_pp + p.res[terms.DIAMOND] * tables.diamond_pp
    return pp + p.hangar * tables.ship_pp + len(p.tokens) * tables.token_pp


def measures(s: FederationState, project: int) -> list[int]:
    """Return what a project ranks the seats by."""
    # [#9.3a]
    metric = s.tables.rank_by[project]
    return [s.metric(seat, metric) for seat in range(s.seats)]


def score_project(s: FederationState, project: int, values: list[int]) -> None:
    """Score a completed project by the ranking of `values`."""
    points = project_points(s.tables, values)
    for seat in range(s.seats):
        s.gain(seat, terms.S_PROJECT + project, points[seat])


def project_points(tables: Tables, values: list[int]) -> list[int]:
    """Return the points of a ranking: tied seats add up their places and share, rounded down."""
    # [#9.3a] [#9.3b] [#9.3d]
    points = [0] * len(values)
    ranked = sorted(values, reverse=True)
    for seat, value in enumerate(values):
        if value <= 0 and tables.zero_scores_nothing:
            continue
        ahead, tied = ranked.index(value), ranked.count(value)
        if tables.seats == 2:
            points[seat] = two_player_points(tables, ahead, tied, ranked[0] - value)
        else:
            points[seat] = sum(tables.places[ahead : ahead + tied]) // tied
    return points


def two_player_points(tables: Tables, ahead: int, tied: int, gap: int) -> int:
    """Return the points of a place with two players (rules.md, 9.3)."""
    # [#9.3c]
    if tied == 2:
        return tables.tie_each
    if ahead == 0:
        return tables.places[0]
    return tables.places[1] if gap <= tables.max_gap else 0
