"""The bench: medians of slices, each in proportion to the loop that was timed beside it."""

from __future__ import annotations

import pytest

from simkit.runs import bench
from simkit.runs.bench import SLICES, Slice, measure, summary

TINY = "tests.tiny"


def test_a_machine_that_slows_down_does_not_change_the_proportion() -> None:
    """Halfway through everything takes twice as long, the loop too."""
    slices = [
        Slice(games=10, decisions=800, logged=0.5 * pace, bare=0.4 * pace, loop=0.6 * pace)
        for pace in (1, 1, 1, 2, 2, 2, 2)
    ]
    found = summary(TINY, 4, "greedy", slices)
    assert found.games_per_loop == pytest.approx(12)
    assert found.games_per_loop_quartiles == pytest.approx((12, 12))
    assert found.decisions_per_loop_quartiles == pytest.approx((960, 960))
    assert found.log_cost == pytest.approx(0.25)
    assert found.loop == 1.2
    assert found.seconds == pytest.approx(5.5)
    assert found.games_per_second == pytest.approx(70 / 5.5)


def test_a_slice_gone_wrong_does_not_count() -> None:
    logged = [0.5, 0.51, 0.49, 0.5, 0.52, 0.48, 5.0]
    found = summary(TINY, 4, "greedy", [Slice(10, 800, took, 0.4, 0.6) for took in logged])
    assert found.games_per_loop == pytest.approx(12)
    low, high = found.log_cost_quartiles
    assert found.log_cost == pytest.approx(0.25)
    assert low < 0.25 < high < 0.31


@pytest.mark.parametrize(("seconds", "slices"), [(0.05, SLICES), (12.0, 13)])
def test_more_seconds_make_more_slices(
    monkeypatch: pytest.MonkeyPatch, seconds: float, slices: int
) -> None:
    monkeypatch.setattr(bench, "_slice", lambda spec, games, turn: Slice(1, 80, 0.5, 0.4, 0.6))
    assert measure(TINY, seconds=seconds).slices == slices


@pytest.mark.parametrize(
    ("title", "least", "seats"),
    [(TINY, 2, 4), ("planet_unknown", 1, 4), ("race_for_the_galaxy", 2, 4)],
)
def test_four_sit_at_the_table_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, title: str, least: int, seats: int
) -> None:
    """`simkit bench` promises a table of up to four."""
    monkeypatch.setattr(bench, "_slice", lambda spec, games, turn: Slice(1, 80, 0.5, 0.4, 0.6))
    assert measure(title, bots="random", seconds=0.05).seats == seats
    assert measure(title, least, "random", seconds=0.05).seats == least


def test_games_are_played_both_ways_and_files_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []
    played: list[bool] = []
    play_game, make_part = bench.play_game, bench.make_part
    monkeypatch.setattr(
        bench,
        "make_part",
        lambda *part: (made.append((part[0], part[2].num_rows)), make_part(*part)),
    )
    monkeypatch.setattr(
        bench, "play_game", lambda *game: (played.append(game[2] is not None), play_game(*game))
    )
    found = measure(TINY, seats=3, seconds=0.05)
    assert found.seats == 3
    assert played.count(True) == found.games
    assert played.count(False) == found.games + 4  # two games, twice, before it begins
    assert sum(rows for name, rows in made if name == "games") == found.games + 2
    assert sum(rows for name, rows in made if name == "moves") > found.decisions
    assert 0 < found.games_per_loop < found.decisions_per_loop
    figures = found.to_dict()
    assert len(figures["log_cost_quartiles"]) == 2
    assert figures["slices"] == SLICES
