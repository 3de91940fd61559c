"""Nothing is hidden but the Automa's cards to come: they are redrawn, and nothing else is."""

from __future__ import annotations

import simkit
from simkit.games.gaia_project.schema import P_ACTIONS

DRAWS = 120


def solo():
    """A solo game in its second round, with cards to come."""
    state = simkit.rules("gaia_project", seats=1).deal(simkit.Luck(6))
    whims = simkit.Luck(6).stream("whims")
    while state.round < 2 or state.phase != P_ACTIONS:
        state.apply(whims.choice(state.candidates()))
    return state


def test_every_card_of_the_pile_may_come_next():
    # Rules: [#automa.deck.2]
    state = solo()
    automa = state.automa
    assert len(automa.pile) > 2
    copies = [state.determinize(0, simkit.Luck(number)) for number in range(DRAWS)]
    for copy in copies:
        assert sorted(copy.automa.pile) == sorted(automa.pile)
        assert (copy.automa.support, copy.automa.action) == (automa.support, automa.action)
        assert copy.automa.deck == automa.deck
        assert copy.automa.row == automa.row
        assert copy.legal() == state.legal()
    for place in range(len(automa.pile)):
        assert {copy.automa.pile[place] for copy in copies} == set(automa.pile)


def test_the_games_own_cards_stay_as_they_lie():
    state = solo()
    before = state.automa.pile[:]
    state.determinize(0, simkit.Luck(1)).automa.pile.clear()
    assert state.automa.pile == before


def test_with_others_only_the_luck_to_come_is_new():
    state = simkit.rules("gaia_project", seats=3).deal(simkit.Luck(2))
    whims = simkit.Luck(2).stream("whims")
    while state.round < 3:
        state.apply(whims.choice(state.candidates()))
    copy = state.determinize(1, simkit.Luck(9))
    while not state.over:
        action = whims.choice(state.candidates())
        assert copy.legal() == state.legal()
        state.apply(action)
        copy.apply(action)
    assert copy.score == state.score
