"""Points: what each source gives adds up to the score; what a seat would have if the game ended now."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.core.registry import make_bot
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.games.federation.rules import executive, terms
from simkit.games.federation.schema import SOURCES
from tests.games.federation.test_consequences import played, same


def recorded(rules, seed, **fixed):
    """Return the points and seats of a recorded game of greedy bots, as rows."""
    recorder = Recorder(rules, "points")
    bots = [make_bot("greedy", "federation") for _ in range(rules.seats)]
    play_game(rules.deal(Luck(seed), **fixed), bots, recorder, GameInfo(seed=seed))
    tables = recorder.tables()
    return tables["points"].to_pylist(), tables["seats"].to_pylist()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_by_source_add_up_to_the_score(seats):
    rules = simkit.rules("federation", seats=seats)
    sources = set()
    for seed in range(4):
        points, rows = recorded(rules, seed)
        for row in rows:
            own = [p for p in points if p["seat"] == row["seat"]]
            assert sum(p["amount"] for p in own) == row["score"]
            assert sum(row[f"points_{source.name}"] for source in SOURCES) == row["score"]
            for source in SOURCES:
                given = sum(p["amount"] for p in own if p["source"] == source.name)
                assert given == row[f"points_{source.name}"]
        sources |= {p["source"] for p in points}
    assert {"law", "floor_1", "mission", "medal", "leftover", "project_general"} <= sources


def test_points_of_a_start_tile_are_rows_before_the_first_move():
    patch = {
        "start_tiles.start_1.effects": [{"op": "pp_per", "metric": "completed_missions", "k": 3}]
    }
    rules = simkit.rules("federation", seats=2, patch=patch)
    points, rows = recorded(rules, 1, factions=["start_1", "start_2"])
    assert [(p["seat"], p["source"], p["amount"]) for p in points if p["move"] == -1] == [
        (0, "mission", 3)
    ]
    for row in rows:
        assert sum(p["amount"] for p in points if p["seat"] == row["seat"]) == row["score"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_projected_scores_are_the_final_ones_at_the_end_and_change_nothing(seats):
    differed = 0
    for number, (before, _, after) in enumerate(played(seats, 3)):
        if number % 5 and not after.over:
            continue
        copy, luck = after.clone(), after.luck
        projected = after.projected_scores()
        assert same(after, copy)
        assert after.points == copy.points
        assert after.luck is luck
        if after.over:
            assert projected == after.scores()
            # Only what the last action brought lies between this and what was projected before it.
            assert len(before.projected_scores()) == seats
        else:
            assert all(p >= s for p, s in zip(projected, after.score, strict=True))
            differed += projected != after.score
    assert differed > 50


def test_projected_scores_count_medals_leftovers_and_completed_projects():
    players = {
        "A": {"medals": ["neo", "atal"], "resources": {"lavandium": 5, "diamond": 1}, "pp": 7},
        "B": {"influence": {"neo": 4}, "hangar": 3},
    }
    board = {"projects": {"neo": {"completed": True}}}
    state = simkit.rules("federation", seats=2).position({"players": players, "board": board})
    row = state.tables.medal_score
    assert state.projected_scores() == [7 + row[2] + 2 + 1 + 1, 3 + 10]
    assert state.score == [7, 0]
    assert not state.over


def test_projected_scores_do_not_depend_on_what_is_hidden():
    for number, (_, _, after) in enumerate(played(3, 2)):
        if number % 9 == 0 and not after.over:
            for seat in range(3):
                other = after.determinize(seat, Luck(number))
                assert other.projected_scores() == after.projected_scores()


def test_a_game_played_on_ends_where_the_projection_of_its_last_state_says():
    """When the last decision changes nothing more, what was projected is what is scored."""
    rules = simkit.rules("federation", seats=2)
    state = rules.position({"round": 5, "players": {"A": {"medals": ["neo"]}}})
    state.todo = [(terms.EXECUTIVE, executive.CLEAN_UP, 0, -1)]
    projected = state.projected_scores()
    executive.proceed(state, executive.CLEAN_UP, 0)
    assert state.over
    assert state.scores() == projected == state.projected_scores()
