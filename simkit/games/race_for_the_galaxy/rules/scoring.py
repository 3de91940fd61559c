"""Final scoring: printed points by class of card, variable points per six-cost development."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, terms

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Tables

START: Final = 0
MILITARY: Final = 1
PRODUCTION: Final = 2
WINDFALL: Final = 3
PLAIN: Final = 4
DEVELOPMENT: Final = 5
"""Numbers of `schema.CARD_CLASSES`."""


def card_class(t: Tables, card: int) -> int:
    """Return the class under which a card's printed points are booked."""
    if not t.world[card]:
        return DEVELOPMENT
    if t.start_number[card] >= 0:
        return START
    if t.military[card]:
        return MILITARY
    return (PLAIN, PRODUCTION, WINDFALL)[t.production[card]]


def variable_points(t: Tables, p: Player, six: int) -> int:
    """Return the variable points of a six-cost development for its owner ("Scoring terms").

    Every card of the tableau scores the first term it matches; the terms of chips and of Military are
    added once.
    """
    return points_for(t, six, p.tableau, p.chips, p.sums[terms.SUM_MILITARY])


def points_for(t: Tables, six: int, cards: list[int], chips: int, military: int) -> int:
    """Return the variable points of a six-cost development in a tableau, with chips and Military."""
    # [#end.4]
    d = t.design[six]
    points = t.term_points[d]
    design = t.design
    total = 0
    for card in cards:
        total += points[design[card]]
    if t.chips_per[d]:
        total += t.chips_vp[d] * (chips // t.chips_per[d])
    return total + t.military_vp[d] * military


def points_beyond_print(g: RaceState, seat: int, card: int) -> int:
    """Return what a card in a tableau scores besides its printed points."""
    points = variable_points(g.t, g.players[seat], card) if g.t.six[card] else 0
    return points + abilities.points_of(g, seat, card) if g.t.scores_more[card] else points


def tableau_points(g: RaceState, seat: int) -> list[tuple[int, int]]:
    """Return what a tableau scores, as pairs of source and points ("End of the game", Scoring)."""
    # [#end.4]
    t, p = g.t, g.players[seat]
    points: list[tuple[int, int]] = []
    for card in p.tableau:
        points.append((schema.SOURCE_CLASSES + card_class(t, card), t.vp[card]))
        if t.six[card] or t.scores_more[card]:
            source = schema.SOURCE_SIXES + t.scorers.index(t.design[card])
            points.append((source, points_beyond_print(g, seat, card)))
    return points


def score_tableaus(g: RaceState) -> None:
    """Book the points of all tableaus; chips were booked when they were won."""
    for seat in range(g.seats):
        for source, amount in tableau_points(g, seat):
            g.gain(seat, source, amount)


def projected(g: RaceState) -> list[int]:
    """Return what every seat would have if the game ended now: its chips and its tableau as it lies."""
    if g.over:
        return g.score[:]
    scores: list[int] = []
    for seat in range(g.seats):
        points = tableau_points(g, seat)
        scores.append(g.score[seat] + sum([amount for _, amount in points]))
    return scores
