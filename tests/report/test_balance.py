import re
from types import SimpleNamespace

import numpy as np
import pytest

from simkit.report.balance import document
from simkit.report.conditions import plain_spec
from tests.analysis.synthetic import World, story


@pytest.fixture
def run():
    seats, games = World().frames(50, np.random.default_rng(1))
    spec = {
        "games": 240,
        "seed": 7,
        "options": {"turn_order": "by_passing"},
        "lineup": {"factions": "balanced", "mirror": True},
        "arm": [{"name": "printed"}, {"name": "poorer", "patch": {"factions.a.ore": 3}}],
    }
    return SimpleNamespace(
        seats=seats,
        games=games,
        spec=spec,
        failures=["game 3", "game 9"],
        caution="Two figures are readings.",
    )


def test_every_condition_is_said(run):
    words = " ".join(str(document(run)).split())
    for part in (
        "made_up",
        "200 (planned: 240)",
        "failed games 2",
        "turn_order = by_passing",
        "greedy:baseline",
        "poorer (patch = factions.a.ore = 3)",
        "each played 4 times",
        "Two figures are readings.",
        "seats per faction x seat",
        "dependent",
    ):
        assert part in words


def test_lines_fit_a_terminal(run):
    assert max(map(len, str(document(run)).splitlines())) <= 100


def test_arms_are_reported_apart(run):
    run.games["arm"] = np.where(run.games["game_id"] % 2, "poorer", "printed")
    words = str(document(run))
    assert words.index("arm printed") < words.index("arm poorer")
    assert words.count("By faction") == 2
    assert "What the arms change" in words


def test_changes_are_reported_with_their_intervals():
    seats, games = World().arm_frames(80, np.random.default_rng(2), [1.5] + [0.0] * 7)
    words = str(document(SimpleNamespace(seats=seats, games=games, spec={})))
    row = next(line for line in words.splitlines() if re.match("changed +a ", line))
    assert "<0.001" in row
    assert "would have been seen in 4 of 5 such runs" in words


def test_the_course_of_games_is_told():
    moves, seats, games = story(300, np.random.default_rng(3))
    run = SimpleNamespace(seats=seats, games=games, moves=moves, spec={})
    words = " ".join(str(document(run)).split())
    assert "A game takes 36 decisions" in words
    assert "The lead changes" in words
    assert "The score varies with" in words
    assert "No set-up suits one faction" in words
    assert "is known to" in words


def test_a_run_without_games_says_so(run):
    run.seats, run.games = run.seats.head(0), run.games.head(0)
    words = str(document(run))
    assert "nothing to report" in words
    assert "failed games    2" in words


def test_one_game_makes_a_report(run):
    run.seats, run.games = run.seats.head(4), run.games.head(1)
    assert "No difference from a fair share" in str(document(run))


def test_specs_may_be_models_or_dataclasses():
    from dataclasses import dataclass

    @dataclass
    class Spec:
        seed: int = 5

    class Model:
        def model_dump(self):
            return {"seed": 6}

    assert plain_spec(Spec()) == {"seed": 5}
    assert plain_spec(Model()) == {"seed": 6}
    assert plain_spec(None) == {}
