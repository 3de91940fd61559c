import numpy as np
import pandas as pd
import pytest

from simkit.analysis import card, setup
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import LETTERS, World


@pytest.fixture(scope="module")
def run():
    """Faction h scores 5 more where the tile is red; maps do not matter."""
    rng = np.random.default_rng(1)
    seats, games = World().frames(300, rng)
    tile, place = rng.choice(["red", "blue"], 300), rng.choice(["x", "y", "z"], 300)
    games = games.assign(tile=tile[games["deal"]], map=place[games["deal"]])
    red = games.set_index("game_id")["tile"].reindex(seats["game_id"]).to_numpy() == "red"
    seats = seats.assign(score=seats["score"] + 5 * ((seats["faction"] == "h") & red))
    return seats, games


def test_a_set_up_that_suits_a_faction_is_found(run):
    table = setup.interactions(*run)
    sure = table[table["p_holm"] < 0.05]
    assert set(sure["setup"]) == {"tile"}
    assert "h" in set(sure["faction"])
    # the deviation of one cell of 8 x 2 from the sum of its margins: 5 * (1 - 1/8) * (1 - 1/2)
    one = table[(table["faction"] == "h") & (table["level"] == "red")].iloc[0]
    assert one["low"] < 5 * 7 / 16 < one["high"]
    assert one["effect"] == pytest.approx(one["estimate"] / run[0]["score"].std())


def test_deviations_sum_to_zero(run):
    table = setup.interactions(*run)
    for keys in (["setup", "level"], ["setup", "faction"]):
        assert table.groupby(keys)["estimate"].sum().abs().max() < 1e-9


def test_interactions_equal_those_of_a_regression_with_sum_coding(run):
    import statsmodels.formula.api as smf

    seats, games = run
    table = setup.interactions(seats, games, columns="tile")
    both = seats.merge(games[["game_id", "tile"]], on="game_id")
    fit = smf.ols("score ~ C(faction, Sum) * C(tile, Sum)", both).fit()
    first = table[(table["faction"] == "a") & (table["level"] == "blue")]
    name = "C(faction, Sum)[S.a]:C(tile, Sum)[S.blue]"
    assert first["estimate"].item() == pytest.approx(fit.params[name])


def test_the_larger_set_up_comes_first(run):
    sizes = setup.interaction_sizes(setup.interactions(*run))
    assert sizes["setup"].tolist() == ["tile", "map"]
    assert sizes["sure"].tolist()[1] == 0


def test_false_alarms_of_interactions_are_rare():
    alarms = 0
    for i in range(100):
        rng = np.random.default_rng([2, i])
        seats, games = World().frames(80, rng)
        games = games.assign(tile=rng.choice(list("xyz"), 80)[games["deal"]])
        alarms += bool((setup.interactions(seats, games)["p_holm"] < 0.05).any())
    assert alarms <= 12


def test_levels_that_hardly_occur_are_left_out(run):
    seats, games = run
    games = games.assign(tile=np.where(games["game_id"] == 5, "gold", games["tile"]))
    assert set(setup.interactions(seats, games, columns=["tile"])["level"]) == {"red", "blue"}


def test_match_ups_mirror_each_other(run):
    seats, games = run
    table = setup.matchups(seats, "faction", games).set_index(["faction", "faction_other"])
    assert len(table) == 56
    for a, b in (("a", "h"), ("c", "d")):
        assert table.loc[(a, b), "estimate"] + table.loc[(b, a), "estimate"] == pytest.approx(1)
        assert table.loc[(a, b), "p_holm"] == table.loc[(b, a), "p_holm"]
    assert table.loc[("h", "a"), "low"] > 0.5


def test_a_match_up_counts_ties_half():
    seats = pd.DataFrame(
        {"game_id": [0, 0], "seat": [0, 1], "faction": ["a", "b"], "rank": 1, "score": 5}
    )
    assert setup.matchups(seats)["estimate"].tolist() == [0.5, 0.5]


def test_the_adjusted_mean_is_unbiased_and_more_precise():
    world = World(mirror=False, seat=[1.0, 0.3, -0.3, -1.0])
    true = world.truth()["score"].to_numpy()
    found = [
        setup.adjusted(*(world.frames(150, np.random.default_rng([3, i]))[:1])) for i in range(200)
    ]
    estimates = np.array([t["estimate"] for t in found])
    plain = np.array([t["plain"] for t in found])
    error = estimates.std(axis=0) / np.sqrt(len(found))
    assert (np.abs(estimates.mean(axis=0) - true) < 3.5 * error).all()
    assert (estimates.std(axis=0) < plain.std(axis=0)).all()
    # the promised gain is the gain that is seen
    promised = np.mean([t["gain"] for t in found])
    seen = (plain.var(axis=0) / estimates.var(axis=0)).mean()
    assert promised == pytest.approx(seen, rel=0.15)
    inside = [((t["low"] <= true) & (true <= t["high"])).mean() for t in found]
    assert 0.92 < np.mean(inside) < 0.98


def test_the_adjusted_win_share_is_unbiased():
    world = World(mirror=False, seat=[1.0, 0.3, -0.3, -1.0])
    true = world.truth()["win_share"].to_numpy()
    found = [
        setup.adjusted(world.frames(150, np.random.default_rng([4, i]))[0], value="win_share")
        for i in range(200)
    ]
    estimates = np.array([t["estimate"] for t in found])
    assert (np.abs(estimates.mean(axis=0) - true) < 3.5 * estimates.std(axis=0) / 200**0.5).all()


def test_all_factions_in_every_game_leave_nothing_to_adjust_in_line_ups():
    world = World(faction=[0.0, 0.2, 0.4, 0.6], mirror=False)
    seats, games = world.frames(100, np.random.default_rng(5))
    one = setup.adjusted(seats, "faction", games, on=["seat"])
    two = setup.adjusted(seats, "faction", games, on=["seat", "lineup"])
    assert two["estimate"].tolist() == pytest.approx(one["estimate"].tolist())


def test_uneven_line_ups_are_refused():
    seats, _ = World(mirror=False).frames(400, np.random.default_rng(6))
    both = seats.groupby("game_id")["faction"].agg(set)
    uneven = both[both.map(lambda s: len(s & set("ab")) != 1)].index
    with pytest.raises(SimkitError, match="not drawn evenly"):
        setup.adjusted(seats[seats["game_id"].isin(uneven)])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s, g: setup.adjusted(s, on=["seats"]), "did you mean 'seat'"),
        (lambda s, g: setup.adjusted(s, on=["deal"]), "needs the table `games`"),
        (lambda s, g: setup.adjusted(s.head(0)), "empty"),
        (lambda s, g: setup.interactions(s, g.drop(columns=["tile", "map"])), "no set-up column"),
        (lambda s, g: setup.matchups(s[s["seat"] == 0]), "two seats"),
        (lambda s, g: setup.matchups(s, "bot"), "no match-ups"),
        (lambda s, g: setup.matchups(s.drop(columns="rank")), "no column 'rank'"),
        (lambda s, g: card.card(s, "z", "faction", g), "unknown faction 'z'"),
        (lambda s, g: card.par(s, "greedy:baseline", "bot"), "never plays against"),
    ],
)
def test_what_cannot_be_answered_is_refused(run, call, message):
    with pytest.raises(SimkitError, match=message):
        call(*run)


def test_the_card_says_where_a_faction_is_strong(run):
    found = card.card(run[0], "h", "faction", run[1])
    assert found.headline["faction"].tolist() == ["h"]
    gap = found.where.set_index(["condition", "level"])["gap"]
    assert gap["seat", 0] > 0 > gap["seat", 3]
    # the two sources of its card make up its score
    own = found.sources["estimate"].sum()
    assert own == pytest.approx(run[0].loc[run[0]["faction"] == "h", ["points_trade", "points_war"]]
                                .sum(axis=1).mean())  # fmt: skip
    assert "Balance card: faction h" in str(found)


def test_a_seat_that_suits_a_faction_stands_on_its_card():
    seats, games = World().frames(100, np.random.default_rng(8))
    good = (seats["faction"] == "c") & (seats["seat"] == 2)
    there = good.groupby(seats["game_id"]).transform("any")
    seats["win_share"] = seats["win_share"].where(~there, good.astype(float))
    found = card.card(seats, "c", "faction", games)
    assert found.strong[["condition", "level"]].iloc[0].tolist() == ["seat", 2]
    assert "seat 2: wins 100.0 %" in str(found)


def test_set_ups_that_mean_nothing_leave_the_card_empty():
    """Set-ups of many levels: a faction that lost its eight games under one of them is not weak there."""
    alarms = 0
    for i in range(40):
        rng = np.random.default_rng([9, i])
        seats, games = World(mirror=False).frames(200, rng)
        games = games.assign(tile=LETTERS[rng.integers(0, 12, 200)])
        found = card.card(seats, "c", "faction", games)
        alarms += len(found.strong) + len(found.weak) > 0
    assert alarms <= 5


def test_conditions_of_fewer_than_five_deals_are_shown_without_a_test():
    seats, games = World(mirror=False).frames(100, np.random.default_rng(10))
    own = seats.loc[seats["faction"] == "c", "game_id"]
    games["tile"] = np.where(games["game_id"].isin(own.head(4)), "gold", "red")
    where = card.card(seats, "c", "faction", games).where
    tiles = where[where["condition"] == "tile"].set_index("level")
    assert tiles["p_holm"].isna().all()
    assert tiles.loc["gold", "games"] == 4
    assert np.isfinite(tiles.loc["gold", "gap"])


def test_the_handicap_to_par_makes_a_faction_fair():
    seats, games = World().frames(300, np.random.default_rng(7))
    points = card.par(seats.merge(games[["game_id", "deal"]], on="game_id"), "h")
    shift = points["points"].item()
    assert shift < 0
    assert points["low"].item() <= shift <= points["high"].item()
    changed = seats["score"] + shift * (seats["faction"] == "h")
    best = changed.groupby(seats["game_id"]).transform("max")
    wins = changed.eq(best) / changed.eq(best).groupby(seats["game_id"]).transform("sum")
    assert wins[seats["faction"] == "h"].mean() == pytest.approx(0.25, abs=0.03)


def test_one_game_makes_a_card_without_claims(run):
    seats, games = run
    one = card.card(seats[seats["game_id"] == 0], seats["faction"][0], "faction", games)
    assert one.strong.empty
    assert one.weak.empty
    assert "nothing that these games show" in str(one)


def test_a_card_does_not_compare_games_of_two_with_games_of_four():
    """A map that only two play is not where a faction is strong: half of them win anyway."""
    rng, rows, played = np.random.default_rng(5), [], []
    for game in range(240):
        players = 2 if game < 120 else 4
        winner = rng.integers(0, players)
        names = [*rng.permutation(["a", *"bcdefgh"])[:players]]
        names[0] = "a" if "a" not in names else names[0]
        rows += [
            {"game_id": game, "seat": s, "faction": n, "win_share": 1.0 * (s == winner), "score": 0}
            for s, n in enumerate(names)
        ]
        played.append({"game_id": game, "map": "small" if players == 2 and game % 5 else "large"})
    found = card.card(pd.DataFrame(rows), "a", "faction", pd.DataFrame(played))
    small = found.where[found.where["level"].astype(str) == "small"].iloc[0]
    assert abs(small["gap"]) < 0.2
    assert small["p_holm"] > 0.05


def test_the_level_of_a_card_reaches_its_verdicts_and_words(run):
    from dataclasses import replace

    found = card.card(run[0], "h", "faction", run[1])
    where = found.where.assign(p_holm=0.03, gap=0.1)
    assert len(replace(found, where=where).strong) == len(where)
    strict = replace(found, where=where, level=0.99)
    assert strict.strong.empty
    assert strict.weak.empty
    assert "(99 %: " in str(strict)
    assert card.card(run[0], "h", "faction", run[1], level=0.99).level == 0.99
