"""What is known when: moons and medals in their order; start tiles drafted or dealt."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.rules import effects, planets, terms
from tests.games.federation.casebook import holds


def take(state, **wanted):
    """Take the first legal action whose arguments, by name, are those wanted."""
    for action in state.legal():
        words = state.rules.notation(action).split()
        if all(f"{name}={value}" in words for name, value in wanted.items()):
            state.step(action)
            return
    raise AssertionError((wanted, [state.rules.notation(a) for a in state.legal()][:20]))


def at_the_token(**player):
    """Return a game of four in which seat A has just moved its mage."""
    rules = simkit.rules("federation", seats=4)
    state = rules.position({"players": {"A": player}, "turn": 2, "round": 2})
    take(state, space="L_six_moons", ambassador="amb_2", side="voting")
    assert state.todo[-1][0] == terms.TAKE_TOKEN
    return state


def test_the_next_moon_is_turned_up_after_a_token_is_taken():
    # [#5.2a]
    state = at_the_token()
    assert state.players[0].mage == 1
    assert state.moons_seen == 0b11  # start and first moon: the second one is not known yet
    state.step(state.legal()[0])
    assert state.moons_seen == 0b111


def test_a_moon_without_tokens_lets_the_next_one_be_turned_up():
    rules = simkit.rules("federation", seats=4)
    spec = {"players": {"A": {"mage": 1}}, "board": {"moons": {"2": []}}, "turn": 2}
    state = rules.position(spec)
    take(state, space="L_six_moons", ambassador="amb_2", side="voting")
    assert state.players[0].mage == 2
    assert state.moons_seen == 0b1111


def test_a_step_without_reward_turns_up_the_next_moon():
    state = simkit.rules("federation", seats=4).position({"players": {"A": {}}})
    planets.step_without_reward(state, terms.SIX_MOONS, 0)
    assert state.moons_seen == 0b111


def test_an_extra_step_turns_up_the_moon_beyond_after_the_choice():
    state = simkit.rules("federation", seats=4).position({"players": {"A": {}}})
    state.todo = []
    planets.move_mage(state, 2)
    assert state.moons_seen == 0b111
    effects.run(state)
    state.step(state.legal()[0])
    assert state.moons_seen == 0b1111


# A medal whose condition was met outside the own turn, read as "on the own turn only" --------------

LATE = {"medals.rules.taken_in_executive_phase": False}


def transporter(patch):
    """Return a game in which seat A came to influence 4 in the Executive Phase."""
    spec = {"players": {"A": {"mage": 3, "buildings": ["transporter"]}, "B": {"mage": 3}}}
    state = simkit.rules("federation", seats=2, patch=patch).position(spec)
    state.phase = terms.EXECUTIVE_PHASE
    planets.step_without_reward(state, terms.SIX_MOONS, 0)
    return state


def test_medals_in_the_executive_phase():
    # [#4.3d]
    assert transporter({}).players[0].medals == 1 << terms.SIX_MOONS


def test_a_medal_not_taken_in_the_executive_phase_is_taken_on_the_own_next_turn():
    # [#4.3a] [#4.3d]
    state = transporter(LATE)
    assert state.players[0].medals == 0
    state.phase, state.first, state.players[1].turns = terms.AMBASSADOR_PHASE, 0, 0
    state.todo = [(terms.NEXT_TURN, 0, 0, -1)]
    effects.run(state)
    assert (state.seat, state.players[0].medals) == (0, 1 << terms.SIX_MOONS)
    assert state.medals[terms.SIX_MOONS] == (5,)


def test_a_medal_that_is_due_in_a_built_position_is_taken_with_the_placement():
    state = transporter(LATE)
    state.phase, state.todo, state.seat = terms.AMBASSADOR_PHASE, [(terms.TURN, 0, 0, -1)], 0
    take(state, space="outer_module", ambassador="amb_2", side="voting")
    assert state.players[0].medals == 1 << terms.SIX_MOONS


def test_a_medal_that_another_took_first_is_not_there_on_the_own_turn():
    state = transporter(LATE)
    state.phase, state.first = terms.AMBASSADOR_PHASE, 1
    state.seat = 1
    planets.move_mage(state, 1, reward=False)  # B is first and takes the one at 4
    state.seat, state.todo = 0, [(terms.NEXT_TURN, 0, 0, -1)]
    state.players[1].turns = 1
    effects.run(state)
    assert state.seat == 0
    assert [p.medals for p in state.players] == [0, 1 << terms.SIX_MOONS]


def test_an_accreditation_medal_is_taken_in_the_executive_phase():
    """Stated for accreditation: it is taken whenever step 8 is reached."""
    # [#4.3d]
    holds(
        {"type": "income", "player": "A", "industry": "academy"},
        {"medals_gained": {"A": ["accreditation"]}},
        A={"accreditation_step": 7, "buildings": ["academy"]},
    )


# Start tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_tiles_are_drafted_from_one_more_than_players_last_seat_first(seats):
    # [#2.7]
    state = simkit.rules("federation", seats=seats, start_tiles="drafted").deal(Luck(3))
    assert state.offer.bit_count() == seats + 1
    picked = []
    while state.phase == terms.SET_UP:
        if state.todo[-1][0] == terms.START_TILE:
            picked.append((state.seat, len(state.legal())))
        state.step(state.legal()[0])
    assert picked == [(seats - 1 - i, seats + 1 - i) for i in range(seats)]
    assert state.offer.bit_count() == 1


def test_drafted_start_tiles_cannot_be_dealt():
    rules = simkit.rules("federation", seats=2, start_tiles="drafted")
    with pytest.raises(simkit.SimkitError, match=r"factions: .*picked by the seats"):
        rules.deal(Luck(1), factions=["start_1", "start_2"])
    offer = ["start_1", "start_2", "start_5"]
    state = rules.deal(Luck(1), start_tiles=offer)
    assert [f"tile={tile}" for tile in offer] == [
        state.rules.notation(a).split()[1] for a in state.legal()
    ]


def test_dealt_start_tiles_leave_none_on_offer():
    rules = simkit.rules("federation", seats=2)
    with pytest.raises(simkit.SimkitError, match=r"start_tiles: .*drafted"):
        rules.deal(Luck(1), start_tiles=["start_1", "start_2", "start_5"])


def test_the_dealt_start_is_not_printed():
    rules = simkit.rules("federation", seats=2)
    assert rules.departures() == ["start_tiles = dealt (printed: drafted)"]
    assert rules.chosen_in_play() == frozenset()
    drafted = simkit.rules("federation", seats=2, start_tiles="drafted")
    assert drafted.departures() == []
    assert drafted.chosen_in_play() == {"factions"}


def test_printed_structures_cannot_be_dealt():
    rules = simkit.rules("federation", seats=2, structures="first_game")
    with pytest.raises(simkit.SimkitError, match=r"industries: .*printed on the board"):
        rules.deal(Luck(1), industries=["shipyard", "replicator", "academy", "incubator"])


SPEC = {"title": "federation", "seats": 3, "games": 1, "options": {"start_tiles": "drafted"}}


@pytest.mark.parametrize("lineup", [{}, {"factions": "dealt"}])
def test_a_run_with_drafted_start_tiles_drafts(lineup):
    from simkit.runs.planner import Plan
    from simkit.runs.spec import specs_of

    (spec,) = specs_of({**SPEC, "lineup": lineup}).values()
    (game,) = Plan(spec).games()
    assert "factions" not in game.roles
    rules = spec.rules_of(spec.arms[0])
    assert rules.deal(Luck(game.seed), **game.roles).offer.bit_count() == 4


def test_a_run_that_deals_drafted_start_tiles_is_refused():
    from simkit.runs.spec import specs_of

    with pytest.raises(simkit.SimkitError, match="chosen in play under start_tiles = 'drafted'"):
        specs_of({**SPEC, "lineup": {"factions": "random"}})
