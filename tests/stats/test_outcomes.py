"""Tests of who won, beside scipy's and beside plain enumeration."""

import itertools

import numpy as np
import pytest
from scipy import stats

from simkit.core.errors import SimkitError
from simkit.stats import permutations
from simkit.stats import tests as outcomes
from simkit.stats.corrections import holm


def test_equal_chances_are_the_binomial_distribution():
    for wins in range(21):
        low, high = stats.binom.cdf(wins, 20, 0.1), stats.binom.sf(wins - 1, 20, 0.1)
        expected = min(1, 2 * min(low, high))
        assert outcomes.sum_p(wins, np.full(20, 0.1)) == pytest.approx(expected, abs=1e-12)


def test_unequal_chances_are_enumerated():
    chances = np.array([0.05, 0.2, 0.5, 0.7, 0.9, 0.33])
    mass = np.zeros(7)
    for won in itertools.product([0, 1], repeat=6):
        mass[sum(won)] += np.prod(np.where(won, chances, 1 - chances))
    for wins in range(7):
        expected = min(1, 2 * min(mass[: wins + 1].sum(), mass[wins:].sum()))
        assert outcomes.sum_p(wins, chances) == pytest.approx(expected)


def test_many_chances_go_on_where_the_exact_sum_ends():
    chances = np.random.default_rng(1).beta(1, 6, outcomes.EXACT + 1)
    for off in (-45, -20, 3, 30, 60):
        wins = round(chances.sum()) + off
        mass = outcomes._poisson_binomial(chances)
        exact = min(1, 2 * min(mass[: wins + 1].sum(), mass[wins:].sum()))
        assert outcomes.sum_p(wins, chances) == pytest.approx(exact, rel=0.05, abs=1e-5)


def test_shared_wins_are_rounded_towards_what_was_to_be_expected():
    """Half a win of three expected is no rarer than one win, and 8.5 no rarer than eight."""
    chances = np.full(12, 0.25)
    assert outcomes.sum_p(0.5, chances) == outcomes.sum_p(1, chances)
    assert outcomes.sum_p(8.5, chances) == outcomes.sum_p(8, chances)
    assert outcomes.sum_p(2.5, chances) == outcomes.sum_p(3.4, chances) == 1


def test_certain_outcomes_are_no_finding_and_impossible_chances_are_refused():
    assert outcomes.sum_p(2, np.array([1.0, 1.0, 0.0])) == 1
    with pytest.raises(SimkitError, match="between 0 and 1"):
        outcomes.sum_p(2, np.array([1.2]))


def test_seats_of_one_game_share_one_win():
    """Three of four seats took it: together they win three of four games, however the seats fall."""
    games = np.repeat(np.arange(40), 3)
    wins = np.zeros(120)
    wins[::3] = np.arange(40) < 30
    p, sd = outcomes.wins_against_chances(wins, np.full(120, 0.25), games * 0, games, games)
    assert p[0] == pytest.approx(min(1, outcomes.sum_p(30, np.full(40, 0.75))))
    assert sd[0] == pytest.approx(np.sqrt(40 * 0.75 * 0.25) / 120)


def test_games_of_a_deal_that_go_alike_count_less():
    rng = np.random.default_rng(2)
    deals = np.repeat(np.arange(60), 4)
    fate = (rng.random(60) < 0.25).astype(float)[deals]
    games = np.arange(240)
    p, sd = outcomes.wins_against_chances(fate, np.full(240, 0.25), games * 0, games, deals)
    alone, plain = outcomes.wins_against_chances(fate, np.full(240, 0.25), games * 0, games, games)
    assert sd[0] == pytest.approx(2 * plain[0], rel=0.1)
    assert p[0] > alone[0] or p[0] == 1


def test_a_group_of_one_deal_has_no_test():
    one = np.zeros(4, dtype=np.int64)
    p, _ = outcomes.wins_against_chances(np.ones(4), np.full(4, 0.25), one, np.arange(4), one)
    assert np.isnan(p[0])


@pytest.mark.parametrize(("won", "many"), [(0, 20), (9, 20), (5, 5), (1, 6)])
def test_a_contrast_of_single_games_is_fishers_test_with_twice_the_smaller_tail(won, many):
    wins, inside = np.zeros(100), np.arange(100) < many
    wins[:won], wins[50 : 50 + 25 - won] = 1, 1
    tails = [
        stats.fisher_exact([[won, many - won], [25 - won, 75 - many + won]], side).pvalue
        for side in ("less", "greater")
    ]
    got = outcomes.contrast(wins, inside, np.arange(100))
    assert got == pytest.approx(min(1, 2 * min(tails)))


def approximated(monkeypatch, *arguments):
    """Return p as it is where choices are too many to be counted."""
    with monkeypatch.context() as patch:
        patch.setattr(permutations, "COUNTED", 0.5)
        return outcomes.contrast(*arguments)


@pytest.mark.parametrize("won", [2, 12, 15, 22, 27])
def test_the_tail_that_is_not_counted_agrees_with_the_counted_one(monkeypatch, won):
    """Far out, too: at 27 of 30 one choice in 10 to the 17 goes as far."""
    wins, inside = np.zeros(200), np.arange(200) < 30
    wins[:won], wins[30:75], wins[28:30], wins[185:] = 1, 1, 0.5, 0.5
    exact = outcomes.contrast(wins, inside, np.arange(200))
    got = approximated(monkeypatch, wins, inside, np.arange(200))
    assert np.log(got) == pytest.approx(np.log(exact), abs=0.25)
    everything = np.maximum(wins, inside)  # there is no farther
    assert approximated(monkeypatch, everything, inside, np.arange(200)) == pytest.approx(
        outcomes.contrast(everything, inside, np.arange(200))
    )


def test_the_tail_that_is_not_counted_agrees_with_drawn_permutations():
    rng = np.random.default_rng(3)
    values, inside = rng.exponential(size=200), np.arange(200) < 25
    values[inside] += 0.4
    got = outcomes.contrast(values, inside, np.arange(200))
    drawn = np.array([rng.permutation(values)[:25].mean() for _ in range(20_000)])
    expected = 2 * (drawn >= values[inside].mean()).mean()
    assert got == pytest.approx(expected, rel=0.1)


def test_a_clear_finding_passes_the_correction_over_500_comparisons():
    """All of 40 mirrored deals go better inside than all 200 outside: no draw would ever do so."""
    rng = np.random.default_rng(4)
    deals = np.repeat(np.arange(240), 4)
    share = np.where(np.arange(240) < 40, 0.75, 0.2)[deals]
    wins = (rng.random(960) < share) * rng.choice([1.0, 0.5, 1 / 3], 960)
    assert outcomes.contrast(wins, deals < 40, deals) < 0.05 / 500 / 100


def test_games_of_other_numbers_of_players_are_permuted_apart():
    """Four players win a quarter and two a half: a map that only two play is not a good one."""
    rng = np.random.default_rng(5)
    players = np.repeat([2, 4], [100, 300])
    wins = (rng.random(400) < 1 / players).astype(float)
    inside = (players == 2) & (np.arange(400) % 4 > 0)
    alone = np.arange(400)
    assert outcomes.contrast(wins, inside, alone) < 0.01
    apart = outcomes.contrast(wins, inside, alone, players)
    assert apart == pytest.approx(outcomes.contrast(wins[:100], inside[:100], alone[:100]))
    assert apart > 0.05
    assert outcomes.contrast(wins, players == 2, alone, players) == 1


def test_whole_deals_are_permuted_as_whole_deals():
    """Twelve deals of four games that all go alike are twelve outcomes, not forty-eight."""
    deals = np.repeat(np.arange(12), 4)
    wins = (deals < 6).astype(float)
    inside = (deals < 3) | (deals > 9)
    got = outcomes.contrast(wins, inside, deals)
    single = outcomes.contrast(wins[::4], inside[::4], np.arange(12))
    assert got == pytest.approx(single)


def test_contrasts_within_deals_keep_five_percent_and_find_what_is_there():
    rng, p = np.random.default_rng(4), {0.0: [], 0.2: []}
    deals, seat = np.repeat(np.arange(60), 4), np.tile(np.arange(4), 60)
    for effect, found in p.items():
        for _ in range(400):
            luck = rng.beta(1, 3, 60)[deals] * (1 - effect) + effect * (seat == 0)
            found.append(outcomes.contrast((rng.random(240) < luck) * 1.0, seat == 0, deals))
    assert np.mean(np.array(p[0.0]) < 0.05) == pytest.approx(0.05, abs=0.033)
    assert np.mean(np.array(p[0.2]) < 0.05) > 0.75


def test_a_group_against_the_rest_is_welchs_test_for_single_games():
    rng = np.random.default_rng(5)
    values = np.concatenate([rng.normal(0, 3, 30), rng.normal(1, 1, 2_000)])
    groups = np.repeat([0, 1], [30, 2_000])
    got = outcomes.against_rest(values, groups, np.arange(2_030))
    expected = stats.ttest_ind(values[:30], values[30:], equal_var=False).pvalue
    assert got.tolist() == pytest.approx([expected, expected], rel=1e-6)


def test_the_rest_is_as_unsure_as_its_few_rows():
    """A hundred rows against five: what the five scatter counts, not only what the hundred do."""
    rng = np.random.default_rng(11)
    groups, found = np.repeat([0, 1], [100, 5]), []
    for _ in range(400):
        values = np.concatenate([rng.normal(0, 0.1, 100), rng.normal(0, 5, 5)])
        found.append(outcomes.against_rest(values, groups, np.arange(105)))
    assert np.mean(np.array(found) < 0.05) <= 0.083


@pytest.mark.parametrize("mean", [0.1, 0.5])
def test_groups_that_rarely_have_any_are_not_sure_to_have_none(mean):
    """Twenty zeros do not vary: Welch's test alone takes them for certain."""
    rng, false = np.random.default_rng(13), 0
    for _ in range(100):
        values = rng.poisson(mean, 280).astype(float)
        p = outcomes.against_rest(values, np.arange(280) % 14, np.arange(280) // 14)
        false += bool((holm(p) < 0.05).any())
    assert false <= 12


def test_half_of_all_rows_is_not_compared_with_itself():
    """Two groups of equal size move the pooled mean: the test against it alone would be blind."""
    rng, p = np.random.default_rng(6), []
    for _ in range(400):
        deals = np.repeat(np.arange(50), 4)
        values = rng.normal(size=50)[deals] + rng.normal(size=200)
        p.append(outcomes.against_rest(values, np.tile([0, 1, 1, 0], 50), deals)[0])
    assert np.mean(np.array(p) < 0.05) == pytest.approx(0.05, abs=0.033)


def test_what_holds_all_rows_or_one_deal_is_no_finding():
    one = np.zeros(8, dtype=np.int64)
    assert outcomes.against_rest(np.arange(8.0), one, np.arange(8)).tolist() == [1]
    groups = np.array([0, 0, 1, 1, 1, 1, 1, 1])
    p = outcomes.against_rest(np.arange(8.0), groups, np.array([0, 0, 1, 2, 3, 4, 5, 6]))
    assert np.isnan(p).all()


def test_what_nearly_all_seats_do_is_no_finding():
    """Chances are right on average, but in a game they may sum to more or less than 1."""
    rng, found = np.random.default_rng(12), []
    games = np.repeat(np.arange(400), 4)
    for _ in range(300):
        chances = np.clip(rng.normal(0.25, 0.1, 1600), 0.01, 0.9)
        chances *= 0.25 / chances.mean()
        takes = rng.random(1600) < 0.75
        wins = (rng.integers(0, 4, 400)[games] == np.tile(np.arange(4), 400)) * 1.0
        of = games[takes]
        p, _ = outcomes.wins_against_chances(wins[takes], chances[takes], of * 0, of, of)
        found.append(p[0])
    assert np.mean(np.array(found) < 0.05) <= 0.083


def test_fewer_than_five_deals_on_a_side_are_not_tested():
    wins = np.tile([0.0, 1.0], 20)
    assert np.isnan(outcomes.contrast(wins, np.arange(40) < 4, np.arange(40)))
    assert np.isnan(outcomes.contrast(wins, np.arange(40) >= 4, np.arange(40)))
    assert not np.isnan(outcomes.contrast(wins, np.arange(40) < 5, np.arange(40)))
    assert outcomes.contrast(np.ones(40), np.arange(40) < 20, np.arange(40)) == 1
