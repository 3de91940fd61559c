import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.stats import norm

from simkit.analysis import balance, fit, luck, profile, robust
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World, story


def test_variance_is_shared_out_as_it_was_put_in():
    world = World()
    factions, seats = np.var(world.faction), np.var(world.seat)
    deal = world.deal_sd**2 + world.hand_sd**2
    total = factions + seats + deal + world.game_sd**2 + world.noise_sd**2
    table = luck.shares(*world.frames(800, np.random.default_rng(1))).set_index("part")
    for name, part in (("faction", factions), ("seat", seats), ("deal", deal)):
        row = table.loc[name]
        assert row["low"] < part / total < row["high"]
    assert table["share"].sum() == pytest.approx(1)


def test_intervals_of_shares_cover():
    world = World()
    deal = world.deal_sd**2 + world.hand_sd**2
    total = np.var(world.faction) + np.var(world.seat) + deal + world.game_sd**2 + world.noise_sd**2
    hits = []
    for i in range(100):
        seats, games = world.frames(120, np.random.default_rng([2, i]))
        row = luck.shares(seats, games).set_index("part").loc["deal"]
        hits.append(row["low"] <= deal / total <= row["high"])
    assert np.mean(hits) > 0.87


def lucky(rng, deals=60, table=0.0, seat=0.0, slot=0.0, turns=4):
    """Return tables of mirrored deals whose luck (variances; noise has 1) follows what it is told to."""
    whole = rng.normal(0, table**0.5, (deals, 1, 1)) + rng.normal(size=(deals, turns, 4))
    place = rng.normal(0, seat**0.5, (deals, 1, 4))
    hand = rng.normal(0, slot**0.5, (deals, 4))
    turned = np.stack([np.roll(hand, r, axis=1) for r in range(turns)], axis=1)
    games = pd.DataFrame({"game_id": range(deals * turns), "deal": np.repeat(range(deals), turns)})
    games["rotation"] = np.tile(np.arange(turns), deals)
    seats = pd.DataFrame({"game_id": np.repeat(games["game_id"], 4)})
    seats["seat"] = np.tile(np.arange(4), len(games))
    return seats.assign(score=(whole + place + turned).ravel()), games


@pytest.mark.parametrize("where", ["table", "seat", "slot"])
def test_luck_is_found_where_it_is(where):
    """And by its share: half of the variance, wherever it lies."""
    tables = lucky(np.random.default_rng(11), 200, **{where: 1.0})
    found = luck.components(*tables).set_index("part")
    assert found.loc[where, "share"] == pytest.approx(0.5, abs=0.08)
    assert found.loc[where, "low"] > 0.3
    others = found.drop(where)
    assert (others["share"].abs() < 0.1).all()
    keyed = luck.shares(*tables, follows=where).set_index("part")
    assert keyed.loc["deal", "share"] == pytest.approx(0.5, abs=0.08)
    with pytest.raises(SimkitError, match="did you mean 'seat'"):
        luck.shares(*tables, follows="seats")


def test_luck_that_the_games_do_not_tell_apart_is_missing():
    """Never turned: what a seat has in common, its slot has as well."""
    seats, games = lucky(np.random.default_rng(12), 100, table=1.0)
    still = luck.components(seats, games.assign(rotation=0)).set_index("part")["share"]
    assert still[["seat", "slot"]].isna().all()
    assert not np.isnan(still["table"])
    alone = luck.components(seats, games.assign(deal=games["game_id"]))
    assert alone[["share", "low", "high"]].isna().all(axis=None)


def test_unrepeated_deals_are_not_told_from_the_rest():
    seats, games = World(mirror=False).frames(200, np.random.default_rng(3))
    table = luck.shares(seats, games).set_index("part")["share"]
    assert np.isnan(table["deal"])
    assert table.drop("deal").sum() == pytest.approx(1)


def test_overlapping_factors_share_what_they_have_in_common():
    seats, games = World().frames(100, np.random.default_rng(4))
    seats["bot"] = "bot of " + seats["faction"]
    table = luck.shares(seats, games).set_index("part")["share"]
    assert table["bot"] == pytest.approx(table["faction"])


def test_a_score_that_does_not_vary_has_no_shares():
    seats, games = World().frames(10, np.random.default_rng(5))
    with pytest.raises(SimkitError, match="does not vary"):
        luck.shares(seats.assign(score=3), games)
    with pytest.raises(SimkitError, match="empty"):
        luck.shares(seats.head(0))


def tables(n=12, noise=0.02, seed=6):
    rng = np.random.default_rng(seed)
    real = rng.uniform(0.15, 0.35, n)
    names = [f"f{i}" for i in range(n)]
    ours = pd.DataFrame({"faction": names, "win_share": real + rng.normal(0, noise, n)})
    ours["win_low"], ours["win_high"] = ours["win_share"] - 0.04, ours["win_share"] + 0.04
    return ours, pd.DataFrame({"faction": names, "win_share": real})


def test_agreement_equals_scipy():
    ours, real = tables()
    found = fit.compare(ours, real).iloc[0]
    expected = stats.spearmanr(ours["win_share"], real["win_share"])
    assert found["rank_correlation"] == pytest.approx(expected.statistic)
    assert found["p"] == pytest.approx(expected.pvalue)
    line = stats.linregress(ours["win_share"], real["win_share"])
    assert found["slope"] == pytest.approx(line.slope)
    half = stats.t.ppf(0.975, 10) * line.stderr
    assert found["slope_high"] - found["slope"] == pytest.approx(half)
    assert found["rmse"] < found["rmse_constant"]
    assert found["inside"] > 0.8


def test_intervals_of_rank_correlations_cover():
    rng, hits = np.random.default_rng(7), 0
    true = 6 / np.pi * np.arcsin(0.7 / 2)  # Spearman's of a normal pair with correlation 0.7
    for _ in range(400):
        x = rng.normal(size=30)
        y = 0.7 * x + np.sqrt(1 - 0.49) * rng.normal(size=30)
        _, low, high, _ = fit.rank_correlation(x, y)
        hits += low <= true <= high
    assert 0.91 < hits / 400 < 0.98


def test_perfect_and_hopeless_orders():
    assert fit.rank_correlation([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])[0] == pytest.approx(1)
    low = fit.rank_correlation([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])[1]
    assert -1 < low < 1
    assert fit.rank_correlation([1, 2, 3], [1, 2, 3])[1:3] == (-1, 1)
    with pytest.raises(SimkitError, match="different values"):
        fit.rank_correlation([1, 1, 1], [1, 2, 3])


@pytest.mark.parametrize("shares", [[0.25, 0.25, 0.25, 0.25], [0.3, 0.2]])
def test_estimates_that_are_alike_or_few_have_no_slope(shares):
    names = [f"f{i}" for i in range(len(shares))]
    ours = pd.DataFrame({"faction": names, "win_share": shares})
    real = pd.DataFrame({"faction": names, "win_share": np.linspace(0.1, 0.4, len(shares))})
    found = fit.compare(ours, real).iloc[0]
    assert found[["slope", "slope_low", "slope_high"]].isna().all()
    assert found["names"] == len(shares)
    gaps = real["win_share"] - ours["win_share"]
    assert found["rmse"] == pytest.approx(np.sqrt((gaps**2).mean()))


def test_names_that_only_one_table_has_are_left_out():
    ours, real = tables()
    assert fit.compare(ours, real.head(5))["names"].item() == 5
    with pytest.raises(SimkitError, match="share 0 names"):
        fit.compare(ours, real.assign(faction=real["faction"] + "x"))
    with pytest.raises(SimkitError, match="more than one row"):
        fit.compare(pd.concat([ours, ours]), real)
    with pytest.raises(SimkitError, match="no column 'score'"):
        fit.compare(ours, real, value="score")


def test_a_robust_finding_is_called_robust():
    parts = {
        name: World().frames(150, np.random.default_rng(seed))
        for name, seed in (("3 rounds", 1), ("4 rounds", 2), ("5 rounds", 3))
    }
    table = robust.across(robust.Finding("h"), parts)
    assert table["verdict"].tolist() == ["holds"] * 3
    assert table.attrs["verdict"].startswith("ROBUST")


def test_a_finding_that_turns_round_is_not_robust():
    weak = World(faction=[0.0] * 7 + [-1.0])
    parts = {
        "printed": World().frames(150, np.random.default_rng(1)),
        "reading": weak.frames(150, np.random.default_rng(2)),
    }
    table = robust.across(robust.Finding("h"), parts)
    assert table["verdict"].tolist() == ["holds", "reversed"]
    assert table.attrs["verdict"].startswith("NOT ROBUST")
    assert "reversed under reading" in table.attrs["verdict"]
    below = robust.across(robust.Finding("h", above=False), parts)
    assert below["verdict"].tolist() == ["reversed", "holds"]


def test_too_few_games_do_not_make_a_finding():
    seats, games = World().frames(3, np.random.default_rng(1))
    table = robust.within(robust.Finding("h"), seats, games, over="seat")
    assert "holds" not in set(table["verdict"])
    assert table.attrs["verdict"].startswith("NOT ROBUST")


def test_scores_are_measured_by_the_others_at_the_table():
    seats, games = World().frames(200, np.random.default_rng(2))
    table = robust.within(robust.Finding("h", value="score"), seats, games, over="seat")
    whole = table.set_index("condition").loc["(everything)"]
    mine = seats[seats["faction"] == "h"]
    others = seats[(seats["faction"] != "h") & seats["game_id"].isin(mine["game_id"])]
    assert whole["gap"] == pytest.approx(mine["score"].mean() - others["score"].mean())
    assert whole["verdict"] == "holds"
    assert (table["gap"] > 0).all()


def test_runs_can_be_split_into_conditions():
    seats, games = World().frames(100, np.random.default_rng(3))
    games["map"] = np.where(games["deal"] % 2, "x", "y")
    table = robust.across(robust.Finding("h"), robust.conditions_of(seats, games, "map"))
    assert set(table["condition"]) == {"map x", "map y"}
    assert table["games"].sum() == (seats["faction"] == "h").sum()


def test_unknown_groups_are_not_seen_and_unknown_columns_refused():
    seats, games = World().frames(20, np.random.default_rng(4))
    table = robust.across(robust.Finding("z"), {"all": (seats, games)})
    assert table["verdict"].tolist() == ["not seen"]
    with pytest.raises(SimkitError, match="none of the columns"):
        robust.within(robust.Finding("h"), seats, games, over="weather")
    with pytest.raises(SimkitError, match="at least one"):
        robust.across(robust.Finding("h"), {})


def test_heterogeneity_is_seen_and_not_invented():
    rng, p = np.random.default_rng(5), {0.0: [], 0.05: []}
    for spread, found in p.items():
        for _ in range(400):
            gap = rng.normal(0.1, 0.05, 6) + rng.normal(0, spread, 6)
            found.append(robust.heterogeneity(pd.DataFrame({"gap": gap, "se": 0.05}))["p"].item())
    assert np.mean(np.array(p[0.0]) < 0.05) == pytest.approx(0.05, abs=0.033)
    assert np.mean(np.array(p[0.05]) < 0.05) == pytest.approx(0.37, abs=0.07)


def test_more_conditions_widen_the_intervals_and_leave_the_heterogeneity():
    """What a condition does not know does not depend on how many others are looked at."""
    seats, games = World().frames(150, np.random.default_rng(6))
    part = {f"part {i}": (seats[seats["game_id"] % 5 == i], games) for i in range(5)}
    finding = robust.Finding("h")
    few = robust.across(finding, dict(list(part.items())[:2]))
    all_five = robust.across(finding, part)
    assert few["se"].tolist() == all_five["se"].tolist()[:2]
    assert (all_five["high"] - all_five["low"])[0] > (few["high"] - few["low"])[0]
    one, two = robust.heterogeneity(few), robust.heterogeneity(all_five.head(2))
    assert one["q"].item() == two["q"].item()


def measured(groups, value="score", null=0.0):
    """Return a table of conditions with these values, each row a deal of its own number."""
    parts = {
        str(k): pd.DataFrame({"game_id": deals, value: values, "null": null})
        for k, (deals, values) in enumerate(groups)
    }
    return robust._checked(robust.Finding("a", value=value), parts, 0.95)


def test_two_conditions_of_few_deals_have_welchs_test():
    from scipy import stats

    rng = np.random.default_rng(21)
    one, two = rng.normal(0, 1, 5), rng.normal(1, 3, 7)
    table = measured([(np.arange(5), one), (np.arange(5, 12), two)])
    expected = stats.ttest_ind(one, two, equal_var=False).pvalue
    assert robust.heterogeneity(table)["p"].item() == pytest.approx(expected, rel=1e-6)


def test_conditions_of_few_wins_have_the_test_of_proportions():
    """Nobody won under one of them: its own standard error would be next to nothing."""
    from scipy import stats

    wins, games = (0, 6, 2), (20, 25, 30)
    groups, first = [], 0
    for won, count in zip(wins, games, strict=True):
        groups.append((first + np.arange(count), 1.0 * (np.arange(count) < won)))
        first += count
    table = measured(groups, "win_share", 0.1)
    both = np.array([wins, np.subtract(games, wins)])
    expected = stats.chi2_contingency(both, correction=False)
    found = robust.heterogeneity(table)
    assert found["q"].item() == pytest.approx(expected.statistic)
    assert found["p"].item() == pytest.approx(expected.pvalue)


def test_conditions_on_the_same_deals_are_compared_within_them():
    """What all share is no difference: a small one is seen that two separate runs would hide."""
    rng = np.random.default_rng(22)
    luck = rng.normal(size=60)
    values = [luck + rng.normal(0, 0.2, 60) + gap for gap in (0.0, 0.1, 0.2)]
    same = measured([(np.arange(60), v) for v in values])
    apart = measured([(np.arange(60) + 60 * k, v) for k, v in enumerate(values)])
    assert same.attrs["alike"]["0"]["1"] > 0.9
    assert apart.attrs["alike"]["0"]["1"] == 0
    assert robust.heterogeneity(same)["p"].item() < 0.01
    assert robust.heterogeneity(apart)["p"].item() > 0.2
    part = robust.heterogeneity(same.iloc[[2, 0]])  # rows keep their names
    gap = values[2] - values[0]
    t = gap.mean() / (gap.std(ddof=1) / 60**0.5)
    assert part["p"].item() == pytest.approx(2 * norm.sf(abs(t)), abs=2e-3)


def test_conditions_that_were_all_won_have_a_standard_error():
    seats = pd.DataFrame({"game_id": np.repeat(range(40), 2), "seat": [0, 1] * 40})
    seats["faction"], seats["win_share"] = ["a", "b"] * 40, [1.0, 0.0] * 40
    table = robust.across(robust.Finding("a"), {"x": (seats, None), "y": (seats, None)})
    assert (table["se"] > 0).all()
    assert robust.heterogeneity(table)["q"].item() == 0


def test_the_profile_of_a_title():
    moves, seats, games = story(200, np.random.default_rng(8))
    row = profile.profile(games, seats, moves, hidden="none").iloc[0]
    assert row["decisions"] == 36
    assert row["decisions_per_seat"] == 12
    assert row["choices"] == pytest.approx((moves["n_candidates"] > 1).mean())
    assert np.isnan(row["luck"])
    assert row["hidden"] == "none"
    assert 0 < row["ties"] < 0.5
    margin = balance.with_margin(seats)
    assert row["margin"] == pytest.approx(margin.loc[margin["win_share"] > 0, "margin"].mean())


@pytest.mark.parametrize(("wins", "wanted"), [([0, 0, 0, 1], 0.25), ([1, 1, 1, 1, 0], -0.3)])
def test_the_effect_of_seats_is_the_largest_gap_to_a_fair_share(wins, wanted):
    """With its sign: the first seat wins so much more, or less, than half."""
    share = np.array(wins, dtype=float)
    n = len(wins)
    seats = pd.DataFrame(
        {"game_id": np.repeat(np.arange(n), 2), "seat": [0, 1] * n, "score": 5, "rank": 1,
         "win_share": np.column_stack([share, 1 - share]).ravel()}
    )  # fmt: skip
    games = pd.DataFrame({"game_id": range(n), "rounds": 3, "decisions": 9, "title": "x"})
    found = profile.profile(games, seats)["seat_effect"].item()
    assert abs(found) == pytest.approx(abs(wanted))
    gaps = {0: share.mean() - 0.5, 1: 0.5 - share.mean()}
    assert any(found == pytest.approx(gap) for gap in gaps.values())


def _told():
    moves, seats, games = story(30, np.random.default_rng(8))
    return games, seats, moves


def test_profiles_without_moves_and_with_repeated_deals():
    seats, games = World().frames(100, np.random.default_rng(9))
    row = profile.profile(games, seats).iloc[0]
    moves_needed = ["choices", "candidates", "candidates_p90", "lead_changes", "decided"]
    assert row[moves_needed].isna().all()
    assert list(row.index) == list(profile.profile(*_told()).columns)
    assert 0.05 < row["luck"] < 0.3
    with pytest.raises(SimkitError, match="empty"):
        profile.profile(games.head(0), seats.head(0))
