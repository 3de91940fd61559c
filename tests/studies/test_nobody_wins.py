"""A game that nobody wins (as a solo game below its target) is a win for nobody wherever wins count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.adapters import pettingzoo_env, spiel_game
from simkit.cli.check_bot import against_random
from simkit.core.registry import make_bot
from simkit.core.state import State
from simkit.runs.spec import Spec
from simkit.studies import arena, stage, whatif
from simkit.studies.tournament import Tournament
from simkit.studies.tuning.arena import _figures
from tests.studies.contestants import SOUND
from tests.tiny.rules.state import FairState

TINY = "tests.tiny"
RULES = simkit.rules(TINY, seats=2, length="short")


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody win anything."""
    for kind in (State, FairState):  # a run asks only a title's own class
        monkeypatch.setattr(kind, "winners", lambda self: [], raising=False)


def finished() -> Any:
    return simkit.play_game(RULES.deal(simkit.Luck(1)), [make_bot("random", TINY)] * 2)


def test_the_state_gives_nobody_a_share() -> None:
    state = finished()
    assert [state.win_share(seat) for seat in range(2)] == [0.0, 0.0]
    assert _figures(state, [0]).win == 0.0


def test_the_arena_and_runs_count_no_win(tmp_path: Path) -> None:
    spec = Spec.of({"title": TINY, "seats": 2, "games": 3})
    (rows,) = arena.outcomes([spec])
    assert rows.win_share.tolist() == [0.0] * 6
    results = simkit.simulate(
        TINY, seats=2, games=3, n_jobs=1, progress="quiet", folder=tmp_path / "run"
    )
    assert results.seats.win_share.tolist() == [0.0] * 6


def test_a_what_if_changes_no_win() -> None:
    def ask(state: Any, bot: Any, candidates: list[int]) -> whatif.Split | None:
        return whatif.Split(candidates[0], candidates[-1], {}) if len(candidates) > 1 else None

    rows = whatif.outcomes(TINY, 2, ask, games=2, most=2, seed=3)
    assert len(rows)
    assert rows.win.tolist() == [0.0] * len(rows)


def test_rollouts_of_a_stage_are_not_won() -> None:
    asked = stage.Asked("race_for_the_galaxy", "choose", (4,), games=1, rollouts=2)
    (found, *_) = stage.stages(asked)
    assert found.value == 0.0


def test_a_tournament_counts_no_win(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    for skill in (100, 0):
        (bots / f"skill{skill}.py").write_text(SOUND.replace("{skill}", str(skill)))
    contest = Tournament(bots, TINY, tmp_path / "out", deals=1)
    contest.play()
    games = [game for _, _, game in contest.counted()]
    assert games
    assert all(game["win_share"] == [0.0, 0.0] for game in games)


def test_a_bot_that_is_tried_wins_nothing() -> None:
    assert against_random(make_bot("greedy", TINY), RULES, 2) == (0.0, 4)


def test_a_tree_search_plays_on() -> None:
    bots = [make_bot("mcts(iterations=8)", TINY), make_bot("random", TINY)]
    assert simkit.play_game(RULES.deal(simkit.Luck(2)), bots).over


def test_openspiel_has_utilities_that_sum_to_zero() -> None:
    state = spiel_game(TINY, seats=2).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.0, 0.0]


def test_pettingzoo_rewards_nobody() -> None:
    pytest.importorskip("pettingzoo")
    env = pettingzoo_env(TINY, 2)
    env.reset(seed=1)
    earned = 0.0
    for _ in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        earned += reward
        env.step(None if terminated else 0)
    assert earned == 0.0
