"""Random play breaks no invariant: goods, tokens, pieces, points, level-5 owners, replay."""

import itertools

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules
from simkit.core.rows import RowBytes
from simkit.engine import recorder as module
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules.terms import ITARS

MAPS = {1: ("shuffled", "first_game"), 2: ("shuffled", "first_game"),
        3: ("shuffled", "outer", "inner", "first_game"),
        4: ("shuffled", "outer", "inner", "first_game")}  # fmt: skip
SETTINGS = [
    (seats, {"map": kind, "turn_order": order, "end_conversion": end})
    for seats in (1, 2, 3, 4)
    for kind, (order, end) in zip(
        itertools.cycle(MAPS[seats]),
        itertools.product(("clockwise", "by_passing"), ("rules", "automatic")),
        strict=False,
    )
]
SETTINGS += [
    (3, {"small_map": "without_9_and_10"}), (3, {"small_map": "without_9"}),
    (4, {"faction_choice": "auction", "auction_payment": "end"}), (2, {"faction_choice": "chosen"}),
    (4, {"income_order": "always_asked", "bundled_power": True, "satellite_limit": 25}),
    (1, {"automa": "alptrauma", "automa_lost_planet": True}), (1, {"automa": "automalein"}),
    (1, {"automa": "ultoma", "automa_leech": False, "token_copies_solo": 2}),
]  # fmt: skip
GAINS = {
    schema.K_BURN,
    schema.K_CONVERT,
    schema.K_FEDERATION,
    schema.K_BRAINSTONE,
    schema.K_POWER,
    schema.K_RESEARCH,
    schema.K_STEP,
    schema.K_GAIA_TILE,
    schema.K_LEECH,
    schema.K_QIC_TOKEN,
}


def tokens(state):
    return [p.movable() + p.gaia for p in state.players[: state.seats]]


def explained(state, seat, action, change, turned, asked_by):
    """May this action change the seat's number of power tokens by so much?

    `asked_by` is the kind of action that a question about the brainstone comes from.
    """
    p, kind, rest = state.players[seat], action & 63, action >> 6
    if state.over:  # automatic conversion burns; Taklons may end the game with a leech
        return change <= 1
    if turned:  # income
        return 0 <= change <= 12
    if kind == schema.K_BURN:
        return change == (0 if p.faction == ITARS else -rest)
    if kind == schema.K_CONVERT:
        return change == (rest == schema.ORE_TO_TOKEN)
    if kind == schema.K_POWER:
        return change == (2 if rest & 7 == 6 else 0)
    if kind == schema.K_GAIA_TILE:
        return change == -4
    if kind == schema.K_LEECH:
        return change == (rest & 3 > 0)
    if kind == schema.K_QIC_TOKEN:
        return change in (0, 2)
    if kind in (schema.K_RESEARCH, schema.K_STEP):
        return change in (0, 2, 3)  # gaia project 2; a token on terraforming 5
    if kind == schema.K_FEDERATION:
        return -40 <= change <= 2
    # a federation's satellites are paid with the answer, then its token may bring two tokens
    return kind == schema.K_BRAINSTONE and change <= (1 if asked_by == schema.K_FEDERATION else 0)


def play(seats, options, seed, everything):
    rules = simkit.rules("gaia_project", seats=seats, **options)
    state = rules.deal(simkit.Luck(seed))
    whims = simkit.Luck(seed).stream("random games")
    actions, asked, asked_by = [], 0, -1
    while not state.over:
        options_now = state.legal() if everything else state.candidates()
        assert options_now
        assert len(set(options_now)) == len(options_now)
        action = whims.choice(options_now)
        seat, before, when = state.seat, tokens(state), (state.round, state.phase)
        state.step(action)
        actions.append(action)
        turned = state.over or when != (state.round, state.phase) or when[1] == schema.P_INCOME
        for other, (a, b) in enumerate(zip(before, tokens(state), strict=True)):
            if a != b and when[1] >= 4:
                assert turned or (other == seat and action & 63 in GAINS)
                assert explained(state, other, action, b - a, turned, asked_by)
        if action & 63 != schema.K_BRAINSTONE:
            asked_by = action & 63
        asked += 1
        if asked % 5 == 0:
            state.check()
    state.check()
    return rules, state, actions


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_thousand_games_break_no_invariant(number):
    seats, options = SETTINGS[number]
    for game in range(1000 // len(SETTINGS) + 1):
        rules, state, actions = play(seats, options, 1000 * number + game, everything=False)
        if game % 10 == 0:
            again = rules.deal(simkit.Luck(1000 * number + game))
            for action in actions:
                again.apply(action)
            assert again.scores() == state.scores()
            assert again.points == state.points


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_games_of_every_legal_action(seats):
    for game in range(3):
        play(seats, {"bundled_power": True}, 77 + game, everything=True)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_five_thousand_games(number):
    seats, options = SETTINGS[number]
    for game in range(5000 // len(SETTINGS) + 1):
        play(seats, options, 100_000 * (number + 1) + game, everything=game % 40 == 0)


def test_greedy_games_end_in_time():
    for seats in (1, 2, 3, 4):
        rules = simkit.rules("gaia_project", seats=seats)
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
        state = play_game(rules.deal(simkit.Luck(5)), bots)
        state.check()
        assert state.over
        assert state.round == 6


@pytest.mark.parametrize("seats", [1, 4])
def test_rows_are_the_same_written_number_by_number(seats, monkeypatch):
    """As the compiled build does; a row that it cannot write so would be packed anew."""

    def refused(rows, row):
        raise AssertionError("a row does not fit its columns")

    monkeypatch.setattr(RowBytes, "add_packed", refused)
    found = []
    for at_once in (False, True):
        monkeypatch.setattr(module, "COMPILED", at_once)
        ruleset = rules("gaia_project", seats)
        recorder = Recorder(ruleset)
        assert (recorder.written is not None) is at_once
        for game in range(2):
            bots = [make_bot("greedy", "gaia_project") for _ in range(seats)]
            play_game(ruleset.deal(Luck(game)), bots, recorder)
        found.append(recorder.hashes)
    assert found[0] == found[1]
