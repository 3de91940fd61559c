"""Random games over all player counts and variants break no invariant.

Cards are conserved over deck, hands, tableaus, goods and discards; chips and pool add up; points by
source sum to the score; the same decisions reach the same state again.
"""

import pytest

import simkit
from simkit.core.schema import KIND_MASK
from simkit.games.race_for_the_galaxy import schema

TITLE = "race_for_the_galaxy"
SETTINGS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"advanced": True}),
    (2, {"first_game": True}),
    (3, {"first_game": True}),
    (4, {"first_game": True}),
    (2, {"advanced": True, "first_game": True}),
]
IDS = [f"{seats}{''.join('-' + name for name in options)}" for seats, options in SETTINGS]


def play(rules, seed, every):
    """Play a random game among all legal actions; check the state at every `every`-th decision."""
    state = rules.deal(simkit.Luck(seed))
    whims = simkit.Luck(seed).stream("random test")
    actions = []
    while not state.over:
        legal = state.legal()
        if len(actions) % every == 0:
            state.check()
            candidates = state.candidates()
            assert candidates
            assert set(candidates) <= set(legal)
            assert len(set(legal)) == len(legal)
        action = whims.choice(legal)
        actions.append(action)
        state.apply(action)
    state.check()
    return state, actions


def demand_sound_end(state):
    assert state.round <= 30
    reason = state.rules.schema.end_reasons[state.end_reason]
    full = any(len(p.tableau) >= 12 for p in state.players)
    assert full == reason.startswith("tableau")
    assert (state.pool <= 0) == reason.endswith("chips")
    assert all(len(p.hand) <= 10 for p in state.players)
    assert state.score == [sum(state.points_of(seat)) for seat in range(state.seats)]


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=IDS)
def test_random_games(seats, options):
    # [#check.1] [#check.2] [#check.3]
    rules = simkit.rules(TITLE, seats=seats, **options)
    for seed in range(250):
        state, actions = play(rules, seed, every=9)
        demand_sound_end(state)
        if seed % 25 == 0:
            again = rules.deal(simkit.Luck(seed))
            for action in actions:
                again.step(action)
            assert again.score == state.score
            assert [p.hand for p in again.players] == [p.hand for p in state.players]


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=IDS)
def test_many_random_games(seats, options):
    rules = simkit.rules(TITLE, seats=seats, **options)
    for seed in range(1_000, 2_250):
        state, _ = play(rules, seed, every=2)
        demand_sound_end(state)


def test_every_kind_of_action_occurs():
    met = set()
    for seats, options in SETTINGS[:4]:
        rules = simkit.rules(TITLE, seats=seats, **options)
        for seed in range(40):
            met |= {action & KIND_MASK for action in play(rules, seed, every=1_000)[1]}
    assert {schema.KINDS[kind].name for kind in met} == {kind.name for kind in schema.KINDS}


def test_patched_games_stay_sound():
    patch = {
        "game.end.tableau": 14,
        "game.round.hand_limit": 12,
        "game.consume.double": 3,
        "cards.old_earth.vp": 4,
        "cards.space_marines.powers.0.n": 3,
    }
    rules = simkit.rules(TITLE, seats=3, patch=patch)
    for seed in range(20):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("patched")
        while not state.over:
            state.check()
            state.apply(whims.choice(state.legal()))
        state.check()
        assert all(len(p.hand) <= 12 for p in state.players)
