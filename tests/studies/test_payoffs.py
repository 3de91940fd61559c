"""Payoffs of a meta-game of the tests' own title: estimated, stored, resumed, refined."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import simkit
from simkit.core.errors import BadValue, SimkitError
from simkit.studies import payoffs as study
from simkit.theory import classics
from simkit.theory import equilibria as eq
from simkit.theory.payoffs import Payoffs

BOTS = {"sober": "greedy:baseline", "bidder": "greedy:bidder", "collector": "greedy:collector"}


def estimate(games=60, **more):
    return study.estimate("tests.tiny", BOTS, 2, games, n_jobs=1, seed=5, **more)


def test_the_table_is_whole_and_sums_to_one():
    table = estimate(200)
    assert table.missing == []
    assert table.constant_sum == pytest.approx(1.0)
    mirror = table.cell("bidder", "bidder")
    assert table.mean[mirror].tolist() == [0.5, 0.5]
    assert table.se[mirror].tolist() == [0.0, 0.0]
    assert 500 <= table.games.sum() <= 600
    found = eq.bootstrap(table, draws=30)
    assert found.equilibrium.regret < 1e-6
    assert found.same > 0.5


def test_strategies_are_found_where_the_line_up_seats_them(monkeypatch, tmp_path):
    """Turned line-ups: the runs' own profile column agrees, and everybody sits everywhere."""
    parts = []
    inner = study.Table._stored

    def spy(table, spec, name):
        rows = inner(table, spec, name)
        parts.append(simkit.load(tmp_path / "games" / name).seats["profile"].tolist())
        return rows

    monkeypatch.setattr(study.Table, "_stored", spy)
    table = study.Table("tests.tiny", 3, n_jobs=1, folder=tmp_path)
    bots = list(BOTS.values())
    (rows,) = table.play([(bots, 2)], 0)
    named = [bots[i].removeprefix("greedy:") for i in rows["bot"]]
    assert named == [name for part in parts for name in part]
    assert rows.groupby(["bot", "seat"]).size().tolist() == [2] * 9


def test_a_stored_study_is_not_played_again(tmp_path, monkeypatch):
    first = estimate(folder=tmp_path)
    stored = Payoffs.read(tmp_path / "payoffs.toml")
    np.testing.assert_array_equal(stored.mean, first.mean)
    folders = sorted(path.name for path in (tmp_path / "games").iterdir())
    stamps = {p: p.stat().st_mtime_ns for p in (tmp_path / "games").rglob("*.parquet")}
    again = estimate(folder=tmp_path)
    np.testing.assert_array_equal(again.mean, first.mean)
    np.testing.assert_array_equal(again.se, first.se)
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == folders
    assert {p: p.stat().st_mtime_ns for p in stamps} == stamps


def test_an_interrupted_study_goes_on(tmp_path, monkeypatch):
    whole = estimate(folder=tmp_path / "whole")
    calls = []
    inner = study.run

    def failing(*args, **kwargs):
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return inner(*args, **kwargs)

    monkeypatch.setattr(study, "run", failing)
    with pytest.raises(KeyboardInterrupt):
        estimate(folder=tmp_path / "cut")
    resumed = estimate(folder=tmp_path / "cut")
    np.testing.assert_array_equal(resumed.mean, whole.mean)


def test_games_kept_in_memory_are_those_of_a_folder(tmp_path):
    stored = estimate(folder=tmp_path)
    np.testing.assert_array_equal(estimate().mean, stored.mean)


def test_games_go_where_the_answer_depends_on_them():
    """`b` beats all: what the two others do against each other is of no account."""
    names = ["a", "b", "c"]
    mean = [[0.5, 0.5], [0.1, 0.9], [0.5, 0.5], [0.5, 0.5], [0.9, 0.1], [0.5, 0.5]]
    se = [[0, 0], [0.03, 0.03], [0.05, 0.05], [0, 0], [0.03, 0.03], [0, 0]]
    table = Payoffs.of([names, names], mean, symmetric=True, se=se)
    cells = np.array([1, 2, 4])
    found = study._where(table, cells, np.array([50, 50, 50]), 100)
    assert found.sum() == 100
    assert found.tolist() == [50, 0, 50]


def test_scores_need_games_of_equals_too():
    table = study.estimate(
        "tests.tiny",
        BOTS,
        2,
        20,
        payoff="score",
        refine=False,
        n_jobs=1,
        options={"length": "short"},
    )
    assert table.games.min() > 0
    assert table.unit == "score"


def test_bad_wishes_are_refused():
    with pytest.raises(BadValue, match="win_share"):
        estimate(payoff="points")
    with pytest.raises(BadValue, match="too few"):
        estimate(games=1)
    with pytest.raises(SimkitError, match="did you mean 'bidder'"):
        study.estimate("tests.tiny", ["greedy", "greedy:biddr"], 2, 10)


@pytest.mark.parametrize("refine", [True, False])
def test_progress_is_told_from_the_first_game_to_the_last(refine):
    seen = []
    table = estimate(60, refine=refine, progress=seen.append)
    played = int(table.games.sum())
    assert {one.total for one in seen} == {seen[0].total}
    assert seen[-1].done == seen[-1].total >= played > 0
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert study.play_table(
        study.Table("tests.tiny", 2, 5, 1), BOTS, 60, refine=refine
    ).mean == pytest.approx(table.mean)  # a table without anybody to tell


@pytest.mark.parametrize("name", ["rock_paper_scissors", "hawk_dove", "volunteer", "public_goods"])
def test_deals_go_where_strategies_meet_the_equilibrium(name):
    """In proportion to the chance of a cell for each that sits down to it, counted out one by one."""
    game = classics.game(name)
    mix = eq.symmetric(game)[0].mixes[0]
    meets = np.zeros((len(game.profiles), len(mix)))
    for own, *others in itertools.product(range(len(mix)), repeat=game.seats):
        cell = game.cell(*(game.names[i] for i in (own, *others)))
        meets[cell, own] += np.prod(mix[others])
    assert meets.sum() == pytest.approx(len(mix))
    chances = np.sqrt((meets**2).sum(axis=1))
    cells = np.arange(len(chances))
    alike = replace(game, se=np.full_like(game.mean, 1e-9))
    deals = study._where(alike, cells, np.ones(len(cells), dtype=np.int64), 10**6)
    assert deals.sum() == 10**6
    np.testing.assert_allclose((deals + 1) / (deals + 1).sum(), chances / chances.sum(), atol=1e-5)


def test_deals_that_are_played_count_and_surer_cells_get_fewer():
    game = classics.game("rock_paper_scissors")
    apart = np.array([len(set(profile)) == 2 for profile in game.profiles.tolist()])
    cells = np.flatnonzero(apart)
    spread = np.full_like(game.mean, 1e-9)
    spread[cells[0]] *= 2
    played = np.array([400, 100, 100])
    # The first has the doubled error with four times the deals: one deal spreads four times as much.
    deals = study._where(replace(game, se=spread), cells, played, 600)
    assert (played + deals).tolist() == [800, 200, 200]
    nothing = study._where(replace(game, se=0 * spread), cells, np.zeros(3, dtype=np.int64), 7)
    assert sorted(nothing.tolist()) == [2, 2, 3]
