"""Profiles are strategies: they play soundly and can be told apart by what they do."""

import itertools

import numpy as np
import pytest

import simkit
from simkit.bots import make_bot, profiles
from simkit.games.race_for_the_galaxy.bot.weight_set import Weights
from simkit.games.race_for_the_galaxy.bot.weights import WEIGHTS

TITLE = "race_for_the_galaxy"
STRATEGIES = ["produce_consume", "military", "development", "alien_trade", "balanced"]

SHARES = [f"chose_{name}" for name in (
    "explore_5", "explore_1_1", "develop", "settle", "consume_trade", "consume_double", "produce",
)]  # fmt: skip
FIGURES = ["military_worlds", "sixes", "goods_traded", "goods_consumed"]


def mixed_tables(games):
    """Games of four different strategies; the line-ups and seats change from game to game."""
    rules = simkit.rules(TITLE, seats=4)
    bots = {
        (name, seat): make_bot(f"greedy:{name}", TITLE) for name in STRATEGIES for seat in range(4)
    }
    lineups = list(itertools.combinations(range(len(STRATEGIES)), 4))
    figures, names = [], []
    for number in range(games):
        lineup = lineups[number % len(lineups)]
        turn = number // len(lineups) % 4
        lineup = lineup[turn:] + lineup[:turn]
        state = rules.deal(simkit.Luck(number))
        simkit.play_game(state, [bots[STRATEGIES[k], seat] for seat, k in enumerate(lineup)])
        for seat, k in enumerate(lineup):
            row = state.seat_row(seat)
            shares = [row[name] / state.round for name in SHARES]
            figures.append([*shares, *(row[name] for name in FIGURES)])
            names.append(k)
    return np.array(figures, dtype=float), np.array(names)


def nearest_centroid(figures, names):
    """Fit on the first half, name the second half; return the share named rightly."""
    half = len(figures) // 2
    scaled = (figures - figures[:half].mean(0)) / (figures[:half].std(0) + 1e-9)
    centroids = np.array([scaled[:half][names[:half] == k].mean(0) for k in range(len(STRATEGIES))])
    distances = ((scaled[half:, None, :] - centroids[None]) ** 2).sum(2)
    return float((distances.argmin(1) == names[half:]).mean())


def test_profiles_can_be_told_apart():
    assert nearest_centroid(*mixed_tables(400)) >= 0.80


def test_there_are_five_strategies_and_a_baseline():
    assert set(STRATEGIES) | {"baseline"} <= set(profiles(TITLE))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_beat_random_play(strategy):
    rules = simkit.rules(TITLE, seats=2)
    bots = [make_bot(f"greedy:{strategy}", TITLE), make_bot("random", TITLE)]
    wins = 0
    for seed in range(20):
        state = rules.deal(simkit.Luck(seed))
        simkit.play_game(state, bots if seed % 2 else bots[::-1])
        wins += state.winners() == [0 if seed % 2 else 1]
    assert wins >= 18


@pytest.mark.parametrize(
    ("seats", "options", "winner", "rounds"),
    [(4, {}, 30, (7, 14)), (2, {}, 28, (7, 14)), (2, {"advanced": True}, 28, (7, 14))],
)
def test_strength_of_the_best_profile(seats, options, winner, rounds):
    """A sample of the 2,000 games that `experiments/race_start_worlds.toml` plays."""
    rules = simkit.rules(TITLE, seats=seats, **options)
    bots = [make_bot("greedy:balanced", TITLE) for _ in range(seats)]
    best, length = [], []
    for seed in range(300):
        state = rules.deal(simkit.Luck(seed))
        simkit.play_game(state, bots)
        best.append(max(state.score))
        length.append(state.round)
    assert np.mean(best) >= winner
    assert rounds[0] <= np.mean(length) <= rounds[1]


def test_every_weight_has_its_attribute():
    weights = Weights()
    found = {name: getattr(weights, name) for name in dir(weights) if not name.startswith("_")}
    assert found == {weight.name: 0.0 for weight in WEIGHTS}


def test_tables_of_two_have_weights_of_their_own():
    plain = make_bot("greedy", TITLE)
    at_two, advanced, at_four = (
        plain.named_weights(simkit.rules(TITLE, seats=seats, **options))
        for seats, options in ((2, {}), (2, {"advanced": True}), (4, {}))
    )
    assert at_two != at_four == advanced
    assert make_bot("greedy:balanced", TITLE).named_weights(simkit.rules(TITLE, seats=2)) == at_two
    own = make_bot("greedy(weights={'sale': 9.0})", TITLE)
    assert own.named_weights(simkit.rules(TITLE, seats=2)) == {**at_two, "sale": 9.0}


def test_the_estimate_tells_who_will_win():
    """At the beginning of the eighth round the seat ahead by the estimate mostly wins."""
    rules = simkit.rules(TITLE, seats=2)
    bots = [make_bot("greedy", TITLE) for _ in range(2)]
    right = 0
    for seed in range(300):
        state = rules.deal(simkit.Luck(seed))
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        lead = 0.0
        while not state.over:
            found = state.candidates()
            action = found[0] if len(found) == 1 else bots[state.seat].choose(state, found).action
            state.apply(action)
            if state.round == 8 and not lead:
                lead = bots[0].evaluate(state, 0)
        right += lead * (state.score[0] - state.score[1]) > 0
        assert bots[0].evaluate(state, 0) == state.score[0] - state.score[1]
    assert right >= 0.65 * 300
