"""A title in the manner of OpenSpiel: its tree search and rank studies run on it."""

from __future__ import annotations

import numpy as np
import pytest

import simkit
from simkit.adapters import spiel_game
from simkit.adapters.spiel import utilities
from simkit.core.errors import IllegalAction
from simkit.core.luck import Luck

TITLES = ["tests.tiny", *simkit.titles()]


@pytest.mark.parametrize("title", TITLES)
def test_a_random_game_runs_to_its_end(title: str) -> None:
    state = spiel_game(title, seats=2).new_initial_state()
    whims = Luck(1).stream("whims")
    while not state.is_terminal():
        copy = state.child(state.legal_actions()[0])
        assert copy.history()[:-1] == state.history()
        state.apply_action(whims.choice(state.legal_actions()))
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0.0)
    assert state.returns()[state.state.winners()[0]] == max(state.returns())


@pytest.mark.parametrize("title", TITLES)
def test_redrawn_states_have_the_same_information(title: str) -> None:
    state = spiel_game(title, seats=2).new_initial_state()
    whims = Luck(2).stream("whims")
    for _ in range(25):
        seat = state.current_player()
        redrawn = state.resample_from_infostate(seat, whims.random)
        assert redrawn.information_state_string() == state.information_state_string()
        assert redrawn.legal_actions() == state.legal_actions()
        state.apply_action(whims.choice(state.legal_actions()))
        if state.is_terminal():
            break


def test_illegal_actions_are_refused() -> None:
    state = spiel_game("tests.tiny", seats=2).new_initial_state()
    with pytest.raises(IllegalAction):
        state.apply_action(999_999)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_utilities_sum_to_zero(seats: int) -> None:
    for number in range(1, seats + 1):
        assert sum(utilities(list(range(number)), seats)) == pytest.approx(0.0)


def test_openspiels_tree_search_plays() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(1)
    game = spiel_game("tests.tiny", seats=2)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.4, 20, random_state=rng, allow_inconsistent_action_sets=True
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        own = state.current_player() == 0
        state.apply_action(bot.step(state) if own else int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0.0)


def test_openspiels_alpha_rank_ranks_bots_of_ours() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.egt import alpharank

    results = {}
    for one in ("random", "greedy"):
        for two in ("random", "greedy"):
            found = simkit.simulate(
                "tests.tiny", seats=2, bots=[one, two], games=40, seed=2, n_jobs=1
            )
            results[one, two] = float(found.seats.query("seat == 0").win_share.mean())
    names = ("random", "greedy")
    table = np.array([[results[a, b] for b in names] for a in names])
    tables = [table, 1 - table]
    pi = alpharank.compute(tables, alpha=10.0)[2]
    assert pi[3] == max(pi)  # both greedy
