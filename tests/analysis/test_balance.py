import numpy as np
import pandas as pd
import pytest

from simkit.analysis import balance
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World


@pytest.fixture(scope="module")
def run():
    return World().frames(100, np.random.default_rng(1))


def test_shares_and_means_are_those_of_the_frame(run):
    seats, games = run
    found = balance.table(seats, "faction", games).set_index("faction")
    plain = seats.groupby("faction").agg(
        win_share=("win_share", "mean"), score=("score", "mean"), games=("game_id", "nunique")
    )
    for column in plain:
        assert found[column].sort_index().tolist() == pytest.approx(plain[column].tolist())
    assert (found["fair"] == 0.25).all()


def test_the_margin_is_to_the_best_other_seat(run):
    seats, _ = run
    found = balance.with_margin(seats)
    for _, game in list(found.groupby("game_id"))[:50]:
        for i, row in game.iterrows():
            assert row.margin == row.score - game.score.drop(i).max()


def test_a_game_with_one_seat_has_no_margin():
    seats = pd.DataFrame({"game_id": [0, 1, 1], "seat": [0, 0, 1], "score": [5, 4, 2]})
    margin = balance.with_margin(seats)["margin"]
    assert np.isnan(margin[0])
    assert margin[1:].tolist() == [2, -2]


def test_a_part_of_the_seats_keeps_its_fair_share_and_has_no_margin(run):
    seats, games = run
    part = seats[seats["seat"] < 2]
    found = balance.table(part, "seat", games)
    assert (found["fair"] == 0.25).all()
    assert found["margin"].isna().all()
    whole = balance.table(seats, "seat", games).set_index("seat")
    assert found["win_share"].tolist() == whole.loc[found["seat"], "win_share"].tolist()
    gap = seats.assign(score=seats["score"].where(seats.index != 5))
    margin = balance.with_margin(gap)["margin"]
    assert margin[4:8].isna().all()
    assert margin[8:].notna().all()


def test_points_by_source_sum_to_the_mean_score(run):
    seats, games = run
    points = balance.points_by_source(seats, "faction", games).groupby("faction")["estimate"].sum()
    score = balance.mean(seats, "score", "faction", games).set_index("faction")["estimate"]
    assert points.tolist() == pytest.approx(score.tolist())


def test_ranks_of_a_group_sum_to_one(run):
    seats, games = run
    ranks = balance.rank_distribution(seats, "faction", games)
    assert ranks.groupby("faction")["estimate"].sum().tolist() == pytest.approx([1] * 8)


def test_any_pair_and_columns_of_games_can_be_asked_for(run):
    seats, games = run
    pairs = balance.win_share(seats, ["faction", "seat"], games)
    assert len(pairs) == 32
    assert pairs["games"].sum() == len(seats)
    turns = balance.mean(seats, "score", ["rotation", "seat"], games)
    assert len(turns) == 16


def test_who_holds_all_seats_wins_the_fair_share_without_doubt(run):
    seats, games = run
    found = balance.win_share(seats, "bot", games)
    assert found[["estimate", "low", "high", "p"]].iloc[0].tolist() == [0.25, 0.25, 0.25, 1.0]
    whole = balance.win_share(seats, (), games)
    assert whole[["low", "high"]].iloc[0].tolist() == [0.25, 0.25]


def test_two_bots_sharing_tables_sum_to_one():
    seats, games = World().frames(60, np.random.default_rng(2))
    seats["bot"] = np.where(seats["seat"] < 2, "x", "y")
    found = balance.win_share(seats, "bot", games)
    assert found["estimate"].sum() == pytest.approx(0.5)
    assert found["high"][0] + found["low"][1] == pytest.approx(0.5, abs=0.01)


def test_factions_without_effect_raise_few_false_alarms():
    world = World(faction=[0.0] * 14)
    alarms = 0
    for i in range(100):
        seats, games = world.frames(60, np.random.default_rng([3, i]))
        alarms += bool((balance.win_share(seats, "faction", games)["p_holm"] < 0.05).any())
    assert alarms <= 12  # 5 are promised; more than 12 have a chance below 1 in 1,000


def test_a_game_twice_is_refused(run):
    seats, games = run
    twice = pd.concat([seats, seats])
    with pytest.raises(SimkitError, match="more than once"):
        balance.table(twice, "faction")
    with pytest.raises(SimkitError, match="more than once"):
        balance.table(seats, "faction", pd.concat([games, games]))


def test_a_game_that_the_games_table_lacks_is_refused(run):
    seats, games = run
    with pytest.raises(SimkitError, match="no row for run r, game_id 7"):
        balance.table(seats, "faction", games[games["game_id"] != 7])


def test_two_runs_of_different_names_are_kept_apart(run):
    seats, games = run
    both = pd.concat([seats, seats.assign(run="s")], ignore_index=True)
    both_games = pd.concat([games, games.assign(run="s")], ignore_index=True)
    found = balance.mean(both, "score", "run", both_games)
    assert found["estimate"].nunique() == 1
    assert balance.mean(both, "score", (), both_games)["clusters"].item() == 200


def test_categories_that_do_not_occur_are_not_listed(run):
    seats, games = run
    seats = seats.assign(faction=pd.Categorical(seats["faction"], list("zhgfedcba")))
    found = balance.table(seats, "faction", games)
    assert sorted(found["faction"]) == list("abcdefgh")


def test_one_game_one_faction_and_empty_frames():
    seats = pd.DataFrame(
        {"game_id": 0, "seat": [0, 1], "faction": "a", "score": [3, 1], "win_share": [1.0, 0.0]}
    )
    found = balance.table(seats, "faction")
    assert found["win_share"].item() == 0.5
    assert np.isnan(found["score_low"].item())
    alone = balance.table(seats, "seat")
    assert alone["win_low"].tolist() == [0, 0]
    assert alone["win_high"].tolist() == [1, 1]
    with pytest.raises(SimkitError, match="empty"):
        balance.table(seats.head(0), "faction")
    with pytest.raises(SimkitError, match="points by source"):
        balance.points_by_source(seats, "faction")
