import numpy as np
import pandas as pd
import pytest
from scipy import stats

from simkit.core.errors import SimkitError
from simkit.stats.intervals import Moments, covariance, estimate, jackknife


def one_group(values, clusters):
    values = np.asarray(values, dtype=float)
    return Moments(values, np.zeros(len(values), dtype=np.int64), np.asarray(clusters), 1)


def test_independent_rows_give_the_textbook_interval_of_a_mean():
    values = np.random.default_rng(1).normal(5, 2, 17)
    low, high = one_group(values, np.arange(17)).mean_interval()
    expected = stats.t.interval(0.95, 16, values.mean(), stats.sem(values))
    assert (low[0], high[0]) == pytest.approx(expected)


def test_equal_clusters_count_as_their_means():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(12, 4)) + rng.normal(size=(12, 1))
    got = one_group(values.ravel(), np.repeat(np.arange(12), 4))
    means = values.mean(axis=1)
    assert got.se[0] == pytest.approx(stats.sem(means))
    assert got.df[0] == pytest.approx(11)


def test_unequal_clusters_equal_cr2_written_out_with_matrices():
    # Bell and McCaffrey 2002, for a regression on the constant alone.
    rng = np.random.default_rng(3)
    cluster = np.repeat(np.arange(6), [1, 2, 3, 4, 7, 12])
    values = rng.normal(size=len(cluster)) + rng.normal(size=6)[cluster]
    n = len(values)
    x = np.ones((n, 1))
    hat = x @ x.T / n
    rest = values - values.mean()
    variance, columns = 0.0, []
    for g in range(6):
        here = cluster == g
        part = np.eye(here.sum()) - hat[np.ix_(here, here)]
        w, v = np.linalg.eigh(part)
        root = v @ np.diag(w**-0.5) @ v.T
        variance += (x[here].T @ root @ rest[here]).item() ** 2 / n**2
        columns.append((np.eye(n) - hat)[:, here] @ root @ x[here] / n)
    g_matrix = np.hstack(columns)
    omega = g_matrix.T @ g_matrix
    got = one_group(values, cluster)
    assert got.se[0] ** 2 == pytest.approx(variance)
    assert got.df[0] == pytest.approx(np.trace(omega) ** 2 / np.trace(omega @ omega))


def test_cluster_robust_error_equals_statsmodels_up_to_its_own_correction():
    import statsmodels.api as sm

    rng = np.random.default_rng(4)
    cluster = np.repeat(np.arange(40), 3)
    values = rng.normal(size=120) + rng.normal(size=40)[cluster]
    fit = sm.OLS(values, np.ones(120)).fit(
        cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False}
    )
    # CR0 times G / (G - 1) is CR2 when clusters are of one size
    assert one_group(values, cluster).se[0] == pytest.approx(fit.bse[0] * np.sqrt(40 / 39))


def test_a_share_of_single_rows_is_wilsons_interval_on_n_minus_1():
    values = np.repeat([1.0, 0.0], [13, 27])
    low, high = one_group(values, np.arange(40)).share_interval()
    z, n, p = stats.norm.ppf(0.975), 39, 13 / 40
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    assert (low[0], high[0]) == pytest.approx((centre - half, centre + half))


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_shares_of_0_and_100_percent_have_width_and_narrow_with_games(value):
    few = one_group(np.full(20, value), np.arange(20)).share_interval()
    many = one_group(np.full(2000, value), np.arange(2000)).share_interval()
    assert 0.1 < few[1][0] - few[0][0] < 0.25
    assert 0.001 < many[1][0] - many[0][0] < 0.003
    # Wilson's interval at the end of the scale
    z2 = stats.norm.ppf(0.975) ** 2
    end = few[1][0] if value == 0 else 1 - few[0][0]
    assert end == pytest.approx(z2 / (20 + z2))


def test_rows_of_one_deal_at_0_percent_count_once():
    alone = one_group(np.zeros(20), np.arange(20)).share_interval()[1][0]
    mirrored = one_group(np.zeros(80), np.repeat(np.arange(20), 4)).share_interval()[1][0]
    assert mirrored >= alone


def test_deals_that_all_have_the_same_share_leave_little_doubt():
    """Each of 100 mirrored deals gives exactly one win in four: not as unsure as 100 single games."""
    wins = np.tile([1.0, 0, 0, 0], 100)
    low, high = (v[0] for v in one_group(wins, np.repeat(np.arange(100), 4)).share_interval())
    assert 0.005 < high - low < 0.015
    few = one_group(wins[:12], np.repeat(np.arange(3), 4)).share_interval()
    assert few[1][0] - few[0][0] > 0.2


def test_the_width_does_not_jump_when_one_deal_comes_out_otherwise():
    wins = np.tile([1.0, 0, 0, 0], 100)
    deals = np.repeat(np.arange(100), 4)
    one = one_group(wins, deals).share_interval()
    wins[1] = 1
    two = one_group(wins, deals).share_interval()
    assert two[1][0] - two[0][0] == pytest.approx(one[1][0] - one[0][0], rel=0.05)


def test_changes_to_both_sides_have_mcnemars_test_and_nearly_the_interval_of_a_mean():
    gaps = np.repeat([1.0, -1.0, 0.0], [72, 54, 874])
    got = one_group(gaps, np.arange(1_000))
    mcnemar = (72 - 54) / np.sqrt(72 + 54)
    assert got.difference_p(0.0)[0] == pytest.approx(2 * stats.t.sf(mcnemar, 999), rel=5e-3)
    assert np.ravel(got.difference_interval()) == pytest.approx(
        np.ravel(got.mean_interval()), abs=5e-4
    )


def test_tangos_interval_of_his_own_formula():
    """Written out for single pairs: the constrained estimate of the worse, and the score."""
    better, worse, n = 9, 2, 60
    got = one_group(np.repeat([1.0, -1.0, 0.0], [better, worse, n - better - worse]), np.arange(n))
    z = stats.t.ppf(0.975, n - 1)
    for end in (v[0] for v in got.difference_interval()):
        d, b, c = (end, better, worse) if end > 0 else (-end, worse, better)
        linear = -b - c + (2 * n - b + c) * d
        q = (np.sqrt(linear**2 + 8 * n * c * d * (1 - d)) - linear) / (4 * n)
        score = (b - c - n * d) / np.sqrt(n * (2 * q + d * (1 - d)))
        assert abs(score) == pytest.approx(z, rel=0.02)  # CR2 divides by n - 1
        assert got.difference_p(end)[0] == pytest.approx(0.05)


def test_changes_one_way_allow_as_much_as_wilsons_interval_of_their_share():
    got = one_group(np.arange(1_000) < 5, np.arange(1_000))
    low, high = got.difference_interval()
    t, n, p = stats.t.ppf(0.975, 999), 1_000, 0.005
    centre = (p + t**2 / (2 * n)) / (1 + t**2 / n)
    half = t / (1 + t**2 / n) * np.sqrt(p * (1 - p) / n + t**2 / (4 * n**2))
    assert high[0] == pytest.approx(centre + half, rel=1e-3)
    assert 0 < low[0] < 0.005
    worse = one_group(-1.0 * (np.arange(1_000) < 5), np.arange(1_000)).difference_interval()
    assert (worse[0][0], worse[1][0]) == pytest.approx((-high[0], -low[0]))


def test_pairs_that_all_changed_alike_are_not_beyond_all_doubt():
    three = one_group(np.ones(3), np.arange(3))
    assert three.difference_p(0.0)[0] > 0.1
    assert three.difference_interval()[0][0] < 0.2
    assert one_group(np.ones(40), np.arange(40)).difference_p(0.0)[0] < 1e-6
    none = one_group(np.zeros(160), np.repeat(np.arange(40), 4))
    assert none.difference_p(0.0)[0] == 1
    # no change in 40 deals: as unsure as 40 rows are, for the changes of a deal may hang together
    assert none.difference_interval()[1][0] == pytest.approx(
        one_group(np.zeros(40), np.arange(40)).difference_interval()[1][0]
    )
    assert none.difference_se()[0] == 1 / 160


@pytest.mark.parametrize("flips", [1, 3, 5, 10])
def test_rare_flips_keep_their_coverage(flips):
    """1,000 deals, all flips one way: the interval of a plain mean holds 0.5 % in only 88 of 100."""
    count = np.arange(60)
    chance = stats.binom.pmf(count, 1_000, flips / 1_000)
    covered = plain = 0.0
    for k, weight in zip(count, chance, strict=True):
        got = one_group(np.arange(1_000) < k, np.arange(1_000))
        low, high = got.difference_interval()
        covered += weight * bool(low[0] <= flips / 1_000 <= high[0])
        low, high = got.mean_interval()
        plain += weight * bool(low[0] <= flips / 1_000 <= high[0])
    assert covered > 0.935
    assert plain < covered


def test_one_game_says_nothing():
    got = one_group([1.0, 0.0], [0, 0])
    assert np.isnan(got.mean_interval()[0][0])
    assert [v[0] for v in got.share_interval()] == [0.0, 1.0]
    assert got.share_p(0.25)[0] == 1.0


@pytest.mark.parametrize(("won", "rows"), [(3, 3), (0, 20), (2, 9), (4, 4)])
def test_a_share_of_few_rows_has_the_binomial_test(won, rows):
    """Three wins of three at a fair quarter: 1 in 64, not the 1 in 400 of the score test."""
    got = one_group(np.arange(rows) < won, np.arange(rows)).share_p(0.25)[0]
    tails = stats.binom.cdf(won, rows, 0.25), stats.binom.sf(won - 1, rows, 0.25)
    assert got >= min(1, 2 * min(tails)) - 1e-12


def test_rows_of_mirrored_deals_that_flip_together_are_not_independent():
    """Two of 250 deals change in all four games: two changes, not eight."""
    deal = np.repeat(np.arange(250), 4)
    got = one_group(1.0 * (deal < 2), deal)
    single = one_group(1.0 * (np.arange(250) < 2), np.arange(250))
    assert got.difference_p(0.0)[0] > 0.1
    assert got.difference_interval()[1][0] > 0.95 * single.difference_interval()[1][0]
    rows, changed = got.changes()
    assert rows[0] < 0.27 * 1_000
    assert changed[0] == pytest.approx(0.008)


def test_deals_that_all_agree_have_the_sign_test():
    """Two deals with the same score are no proof; twelve are."""
    for deals in (2, 5, 12):
        got = one_group(np.full(deals, 0.1), np.arange(deals)).mean_p(0.0)[0]
        assert got == pytest.approx(2 ** (1 - deals))
    assert one_group(np.full(5, 3.0), np.arange(5)).mean_p(3.0)[0] == 1


def test_the_covariance_of_groups_holds_their_variances():
    rng = np.random.default_rng(12)
    luck = rng.normal(size=30)
    rows = pd.DataFrame({"game_id": np.arange(60), "deal": np.tile(np.arange(30), 2)})
    rows["arm"] = np.repeat(["new", "a"], 30)  # sorted as `estimate` does
    rows["gap"] = np.concatenate([luck, 2 * luck + rng.normal(size=30)])
    found = covariance(rows, "gap", "arm")
    assert np.sqrt(np.diag(found)) == pytest.approx(estimate(rows, "gap", "arm")["se"])
    one, two = rows["gap"].to_numpy()[30:], rows["gap"].to_numpy()[:30]
    assert found == pytest.approx(np.cov(one, two) / 30)
    apart = covariance(rows.assign(deal=np.arange(60)), "gap", "arm")
    assert apart[0, 1] == 0


def test_the_p_value_and_the_interval_agree():
    rng = np.random.default_rng(5)
    for _ in range(200):
        cluster = np.repeat(np.arange(30), 3)
        values = (rng.random(90) < rng.beta(1, 3, 30)[cluster]).astype(float)
        got = one_group(values, cluster)
        low, high = got.share_interval()
        p = got.share_p(0.25)[0]  # the exact test is the more careful one
        assert p >= 0.05 or not low[0] <= 0.25 <= high[0]
        assert p < 0.1 or low[0] <= 0.25 <= high[0]


def test_mirrored_deals_widen_the_interval():
    rng = np.random.default_rng(6)
    deals = np.repeat(np.arange(50), 4)
    score = rng.normal(size=50)[deals] + 0.1 * rng.normal(size=200)
    seats = pd.DataFrame({"game_id": np.arange(200), "seat": 0, "score": score})
    games = estimate(seats, "score")
    mirrored = estimate(seats.assign(deal=deals), "score")
    assert mirrored["clusters"].item() == 50
    assert games["clusters"].item() == 200
    assert mirrored["se"].item() > 1.8 * games["se"].item()


def test_the_jackknife_of_a_mean_is_the_textbook_interval():
    values = np.random.default_rng(8).normal(size=30)
    replicates = [[np.delete(values, i).mean()] for i in range(30)]
    se, low, high = jackknife(replicates, [values.mean()])
    assert se[0] == pytest.approx(stats.sem(values))
    expected = stats.t.interval(0.95, 29, values.mean(), se[0])
    assert (low[0], high[0]) == pytest.approx(expected)


def test_missing_values_are_left_out_and_counted_so():
    seats = pd.DataFrame(
        {"game_id": [0, 1, 2, 3], "score": [1.0, None, 3.0, 5.0], "planet": ["x", "x", "x", None]}
    )
    found = estimate(seats, "score", "planet")
    assert found["rows"].tolist() == [2]
    assert found["estimate"].tolist() == [2.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"value": "scores"}, "no column 'scores'; did you mean 'score'"),
        ({"value": "score", "by": "fraction"}, "did you mean 'faction'"),
        ({"value": "score", "level": 95}, "not between 0 and 1"),
        ({"value": "score", "share": True}, "between 0 and 1"),
        ({"value": "gone"}, "no row has a value"),
    ],
)
def test_what_cannot_be_answered_is_refused(arguments, message):
    seats = pd.DataFrame({"game_id": [0], "score": [7], "faction": ["a"], "gone": [np.nan]})
    with pytest.raises(SimkitError, match=message):
        estimate(seats, **arguments)


def test_an_empty_table_is_refused():
    with pytest.raises(SimkitError, match="empty"):
        estimate(pd.DataFrame({"game_id": [], "score": []}), "score")
