"""The games inside the games: the tools on small cases, and every stored study re-run in small."""

import importlib.util
import sys
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simkit.core.registry import rules
from simkit.studies import stage, whatif

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
TITLES = ("federation", "gaia", "lesson", "planet", "race")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("inner_games", EXPERIMENTS / "inner_games.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("title", TITLES)
def test_a_stored_study_runs_again_in_small(script, title, tmp_path):
    page = script.main([title, "--small", "--out", str(tmp_path)])
    text = page.read_text(encoding="utf-8")
    for picture in tmp_path.glob("*.png"):
        assert f"({picture.name})" in text
    stored = EXPERIMENTS / f"{title}_inner"
    assert {p.name for p in tmp_path.iterdir()} == {p.name for p in stored.iterdir()}
    for table in tmp_path.glob("*.csv"):
        assert list(pd.read_csv(table)) == list(pd.read_csv(stored / table.name)), table.name


def test_regret_of_the_stored_stage_games_lies_below_their_error():
    table = pd.read_csv(EXPERIMENTS / "race_inner" / "positions.csv")
    asked = tomllib.loads((EXPERIMENTS / "race_inner.toml").read_text(encoding="utf-8"))
    assert len(table) == asked["games"] * len(asked["rounds"])
    assert (table["regret"] < table["error"]).all()
    assert (table["low"] <= table["value"]).all()


def test_a_stage_game_with_a_known_answer():
    """Matching pennies, sampled: half and half, and who is seen first loses all of it."""
    rng = np.random.default_rng(0)
    chance = np.array([[1.0, 0.0], [0.0, 1.0]])
    won = (rng.random((2, 2, 400)) < chance[:, :, None]).astype(float)
    table = stage._table(won, ["heads", "tails"], ["heads", "tails"])
    answer = stage.zero_sum(table)
    assert answer.mixes[0] == pytest.approx([0.5, 0.5], abs=0.02)
    assert answer.regret < float(table.se.min())
    assert stage._hiding(won) == pytest.approx(0.5, abs=0.02)


def test_hiding_is_worth_nothing_where_one_choice_is_best_anyway():
    rng = np.random.default_rng(1)
    chance = np.array([[0.8, 0.7], [0.3, 0.2]])
    won = (rng.random((2, 2, 2000)) < chance[:, :, None]).astype(float)
    assert stage._hiding(won) == pytest.approx(0, abs=0.03)


def test_a_split_compares_two_ways_of_the_same_game():
    """In the tests' own title: a bid against another one; the difference is that of the final points."""
    asked = []

    def ask(state, bot, candidates):
        if len(candidates) < 2:
            return None
        asked.append(len(candidates))
        return whatif.Split(candidates[0], candidates[-1], {"options": len(candidates)})

    rows = whatif.outcomes("tests.tiny", 2, ask, games=6, most=2, seed=3)
    assert len(rows) == 12
    assert set(rows["options"]) <= set(asked)
    again = whatif.outcomes("tests.tiny", 2, ask, games=6, most=2, seed=3)
    pd.testing.assert_frame_equal(rows, again)
    found = whatif.summary(rows, ["options"])
    assert found["splits"].sum() == 12
    whole = whatif.summary(rows).iloc[0]
    assert whole["own_low"] < rows["own"].mean() < whole["own_high"]


def test_a_law_turns_by_one_vote_where_the_wings_are_close(script):
    """Left 3, right 4: one vote for the left makes a tie, which the president decides."""
    if str(EXPERIMENTS) not in sys.path:
        sys.path.insert(0, str(EXPERIMENTS))
    from inner import federation

    state = rules("federation", 3).deal(whatif.Luck(5))
    state.president = 1
    assert federation.law_winner(state, [3, 4], [1, 1, 1]) == 1
    assert federation.law_winner(state, [4, 4], [-1, 2, -1]) == 0
    assert federation.law_winner(state, [4, 4], [2, -1, 2]) == 1
    assert len(federation.floor_prices(state)) == 3 * state.tables.floors


def test_the_lesson_holds_known_answers(script):
    """Mean payoffs of the repeated game: who cooperates with whom; all solvers leave no regret."""
    if str(EXPERIMENTS) not in sys.path:
        sys.path.insert(0, str(EXPERIMENTS))
    from inner import lesson

    game = lesson.repeated(1e-6)
    for pair, payoff in {
        ("always cooperate", "always cooperate"): 3.0,
        ("always defect", "always cooperate"): 5.0,
        ("always defect", "always defect"): 1.0,
        (
            "tit for tat",
            "tit for tat",
        ): 2.25,  # a slip is echoed until the next one: all four pairs alike
        ("win-stay, lose-shift", "win-stay, lose-shift"): 3.0,
        ("win-stay, lose-shift", "always defect"): 0.5,
    }.items():
        row, column = (game.names.index(name) for name in pair)
        assert game.tensor[0][row, column] == pytest.approx(payoff, abs=1e-3), pair
    assert lesson.solved()["regret"].max() < 1e-6
