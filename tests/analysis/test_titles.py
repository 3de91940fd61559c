"""Every function works on the frames of every title, whatever its columns are called."""

import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import simkit
from simkit.analysis import (
    balance,
    card,
    compare,
    decisions,
    luck,
    planning,
    profile,
    robust,
    setup,
    strategy,
    strength,
    winchance,
)
from simkit.report import balance as pages
from simkit.report import terminal

PACKAGE = Path(luck.__file__).parent
TITLES = [
    "tests.tiny",
    *[t for t in simkit.titles() if find_spec(f"simkit.games.{t}.bot.features") is not None],
]


@pytest.fixture(scope="module", params=TITLES)
def run(request, tmp_path_factory):
    return simkit.simulate(
        request.param,
        seats=2,
        games=12,
        seed=3,
        n_jobs=1,
        progress="quiet",
        folder=tmp_path_factory.mktemp("runs") / request.param,
        lineup={"mirror": True},
        arms=[{"name": "greedy"}, {"name": "random", "bots": ["random"]}],
    )


def test_balance(run):
    seats, games = run.seats, run.games
    for by in [*pages.groupings(seats), ["faction", "seat"], (), "arm"]:
        table = balance.table(seats, by, games)
        assert table["win_share"].between(0, 1).all()
        assert (table["win_low"] <= table["win_share"] + 1e-9).all()
        assert (table["win_share"] <= table["win_high"] + 1e-9).all()
    points = balance.points_by_source(seats, "arm", games)
    score = balance.mean(seats, "score", "arm", games)
    total = points.groupby("arm", observed=True)["estimate"].sum()
    assert total.tolist() == pytest.approx(score["estimate"].tolist())
    ranks = balance.rank_distribution(seats, (), games)
    assert ranks["estimate"].sum() == pytest.approx(1)


def test_comparison_of_the_arms(run):
    table = compare.arms(run.seats, run.games, by=(), value="score")
    assert table["paired"].all()
    assert table["pairs"].item() == 24
    plain = run.seats.groupby("arm", observed=True)["score"].mean()
    assert table["estimate"].item() == pytest.approx(plain["random"] - plain["greedy"])
    assert len(compare.points(run.seats, run.games, by=())) > 1


def test_strengths_of_bots_and_set_ups(run):
    model = strength.plackett_luce(run.seats, "faction", run.games, prior=1.0)
    assert model.strength.sum() == pytest.approx(0)
    setup.adjusted(run.seats, "faction", run.games, on=["seat"])
    by_seat = run.seats.merge(run.games[["game_id", "rotation"]], on="game_id")
    table = setup.interactions(by_seat, run.games, "seat", columns=["rotation"])
    assert table["estimate"].abs().sum() >= 0
    one = run.seats["faction"].iloc[0]
    assert "To par" in str(card.card(run.seats, one, "faction", run.games))


def test_strategy(run):
    moves, seats, games = run.moves, run.seats, run.games
    assert strategy.openings(moves, seats, games, least=1)["part"].sum() == pytest.approx(1)
    mix = strategy.action_mix(moves, seats, games)
    assert mix.groupby("round")["estimate"].sum().tolist() == pytest.approx(
        [1.0] * mix["round"].nunique()
    )
    kind = moves["kind"].value_counts().idxmax()
    first = strategy.time_to_first(moves, seats, {"kind": kind}, games, by="faction")
    assert first.groupby("faction", observed=True)["part"].sum().round(9).eq(1).all()
    assert len(strategy.archetypes(moves, seats, games, count=2).table) == 2
    for column in moves.columns[13:]:
        if isinstance(moves[column].dtype, pd.CategoricalDtype) and moves[column].notna().any():
            table = strategy.picks(moves, seats, column, games, least=1)
            assert table["pick_rate"].between(0, 1).all()


def test_the_course_of_games(run):
    moves, seats, games = run.moves, run.seats, run.games
    assert decisions.branching(moves, seats, games)["rows"].sum() == len(moves)
    assert decisions.quality(moves, seats, games, rounds=False)["best"].between(0, 1).all()
    drama = decisions.drama(moves, seats, games)
    assert len(drama) == len(games)
    assert drama["decided"].between(0, 1).all()
    table = winchance.chances(moves, seats, games)
    assert table["chance"].between(0, 1).all()
    winchance.calibration(table)
    assert len(winchance.turning_points(table, int(games["game_id"].iloc[0]))) > 0


def test_scores_followed_through_the_game_are_those_of_the_points_table(run):
    table = decisions.standings(run.moves, run.seats)
    one = int(run.games["game_id"].iloc[0])
    late = table[(table["game_id"] == one)].groupby("seat")["score"].last()
    last = run.moves[run.moves["game_id"] == one].groupby(["seat", "round"])["move"].min()
    points = run.points[run.points["game_id"] == one]
    final = run.seats[run.seats["game_id"] == one].set_index("seat")["score"]
    for seat, score in late.items():
        # what a title gives before the first decision is not in the log of points
        score -= final[seat] - points.loc[points["seat"] == seat, "amount"].sum()
        before = points[(points["seat"] == seat) & (points["move"] < last[seat].max())]
        # points that come in between two decisions of a seat bear the number of the earlier move
        now = points[(points["seat"] == seat) & (points["move"] <= last[seat].max())]
        assert score in (before["amount"].sum(), now["amount"].sum())


def test_luck_plans_and_profiles(run):
    greedy = run.seats[run.seats["arm"] == "greedy"]
    games = run.games[run.games["arm"] == "greedy"]
    shares = luck.shares(greedy, games)
    assert shares["share"].sum() == pytest.approx(1)
    assert planning.so_far(greedy, games)["half_width"].gt(0).all()
    moves = run.moves[run.moves["game_id"].isin(games["game_id"])]
    row = profile.profile(games, greedy, moves).iloc[0]
    assert row["games"] == len(games)
    assert np.isfinite(row["luck"])


def test_robustness_and_the_text(run):
    finding = robust.Finding(run.seats["faction"].iloc[0])
    table = robust.within(finding, run.seats, run.games, over=["arm", "seat"])
    assert "ROBUST" in table.attrs["verdict"]
    words = terminal.render(pages.document(run))
    assert words.count("By faction") == 2
    assert max(map(len, words.splitlines())) <= 106


def test_no_title_is_named_in_the_code():
    names = "|".join(simkit.titles())
    for package in (PACKAGE, PACKAGE.parent / "charts"):
        for path in package.glob("*.py"):
            assert not re.search(names, path.read_text()), path
