"""Payoff tables: what is in them, how they are estimated, how they are stored."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.theory import classics
from simkit.theory.payoffs import Payoffs


def random_symmetric(seats, size, seed=0):
    rng = np.random.default_rng(seed)
    names = [f"s{i}" for i in range(size)]
    table = {}

    def earns(own, counts):
        key = (own, tuple(counts.values()))
        return table.setdefault(key, float(rng.normal()))

    return Payoffs.from_function(names, seats, earns)


def brute_values(payoffs, mixes):
    """Sum over all combinations of strategies, one by one."""
    found = [np.zeros(size) for size in payoffs.sizes]
    for profile in itertools.product(*(range(size) for size in payoffs.sizes)):
        for seat, own in enumerate(profile):
            chance = math.prod(mixes[s][i] for s, i in enumerate(profile) if s != seat)
            found[seat][own] += chance * payoffs.tensor[(seat, *profile)]
    return found


@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 3), (4, 2), (6, 2)])
def test_symmetric_tables_agree_with_the_sum_over_all_combinations(seats, size):
    game = random_symmetric(seats, size)
    mix = np.random.default_rng(1).dirichlet(np.ones(size))
    expected = brute_values(game, [mix] * seats)
    np.testing.assert_allclose(game.against(mix), expected[0], atol=1e-12)
    for values in game.values([mix]):
        np.testing.assert_allclose(values, expected[0], atol=1e-12)


def test_different_mixes_agree_with_the_sum_over_all_combinations():
    rng = np.random.default_rng(2)
    game = Payoffs.from_tensor(rng.normal(size=(3, 3, 2, 4)))
    mixes = [rng.dirichlet(np.ones(size)) for size in game.sizes]
    for values, expected in zip(game.values(mixes), brute_values(game, mixes), strict=True):
        np.testing.assert_allclose(values, expected, atol=1e-12)
    alike = random_symmetric(3, 3)
    mixes = [rng.dirichlet(np.ones(3)) for _ in range(3)]
    for values, expected in zip(alike.values(mixes), brute_values(alike, mixes), strict=True):
        np.testing.assert_allclose(values, expected, atol=1e-12)


def test_a_symmetric_table_pays_by_strategy_not_by_seat():
    tensor = random_symmetric(3, 2).tensor
    for profile in itertools.product(range(2), repeat=3):
        for order in itertools.permutations(range(3)):
            turned = tuple(profile[i] for i in order)
            for new, old in enumerate(order):
                assert tensor[(new, *turned)] == tensor[(old, *profile)]


def test_subset_keeps_the_payoffs_of_what_is_left():
    game = random_symmetric(3, 4)
    small = game.subset(["s3", "s1"])
    assert small.names == ("s1", "s3")
    index = np.ix_([0, 1, 2], [1, 3], [1, 3], [1, 3])
    np.testing.assert_array_equal(small.tensor, game.tensor[index])


@pytest.mark.parametrize("suffix", [".toml", ".json", ".parquet"])
def test_what_is_stored_comes_back(tmp_path, suffix):
    game = random_symmetric(3, 3)
    rng = np.random.default_rng(3)
    corr = np.broadcast_to([[1, -0.5, -0.5], [-0.5, 1, -0.5], [-0.5, -0.5, 1]], (10, 3, 3))
    sampled = replace(
        game,
        se=rng.random(game.mean.shape),
        corr=corr.copy(),
        games=rng.integers(1, 99, 10),
        label='a "quoted" name',
        note="Zeile\nzwei, häufig",
        unit="win share",
    )
    sampled.mean[4] = np.nan
    different = Payoffs.from_tensor(rng.normal(size=(2, 2, 3)), [["a", "b"], ["c", "d", "e"]])
    for table in (sampled, different):
        back = Payoffs.read(table.write(tmp_path / f"table{suffix}"))
        for name in ("mean", "se", "corr", "games"):
            np.testing.assert_array_equal(getattr(back, name), getattr(table, name))
        assert (back.strategies, back.symmetric) == (table.strategies, table.symmetric)
        assert (back.label, back.note, back.unit) == (table.label, table.note, table.unit)
    assert [p.name for p in tmp_path.iterdir()] == [f"table{suffix}"]


def test_a_symmetric_cell_may_be_written_in_any_order(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        'format = "simkit.payoffs/1"\nsymmetric = true\nseats = 2\nstrategies = ["a", "b"]\n'
        '[[cell]]\nprofile = ["b", "a"]\nmean = [2.0, 1.0]\nse = [0.2, 0.1]\n'
    )
    table = Payoffs.read(path)
    assert table.mean[table.cell("a", "b")].tolist() == [1.0, 2.0]
    assert table.se[1].tolist() == [0.1, 0.2]
    assert table.missing == [("a", "a"), ("b", "b")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "cannot be read as toml"),
        ('format = "other"', "not 'simkit.payoffs/1'"),
        ('format = "simkit.payoffs/1"\nseats = 2', "symmetric is missing"),
        (
            'format = "simkit.payoffs/1"\nsymmetric = true\nseats = 2\nstrategies = ["a"]\n'
            '[[cell]]\nprofile = ["a", "c"]\nmean = [1, 1]',
            "cell 1: unknown strategy 'c'",
        ),
        (
            'format = "simkit.payoffs/1"\nsymmetric = true\nseats = 2\nstrategies = ["a"]\n'
            '[[cell]]\nprofile = ["a", "a"]\nmean = [1]',
            "cell 1: 1 numbers for 2 seats",
        ),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path, text, message):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(SimkitError, match=r"bad\.toml") as error:
        Payoffs.read(path)
    assert message in str(error.value)


def test_bad_input_gets_clear_messages():
    game = classics.game("hawk_dove")
    with pytest.raises(UnknownName, match="did you mean 'hawk'"):
        game.cell("hawks", "dove")
    with pytest.raises(BadValue, match="sum to 1"):
        game.against([0.5, 0.6])
    with pytest.raises(UnknownName, match="did you mean 'stag_hunt'"):
        classics.game("stag_hunts")
    with pytest.raises(BadValue, match="only a symmetric game"):
        classics.game("matching_pennies").against([0.5, 0.5])
    with pytest.raises(SimkitError, match="no such file"):
        Payoffs.read("nowhere.toml")
    with pytest.raises(UnknownName, match="suffix"):
        game.write("table.xlsx")


# Estimating --------------------------------------------------------------------------------------


def played(strengths, games, seats, rng, first_id=0):
    """Play games in which a random table is won with chances in proportion to strengths."""
    names = np.array(list(strengths))
    weights = np.array(list(strengths.values()))
    who = rng.integers(len(names), size=(games, seats))
    chances = weights[who] / weights[who].sum(axis=1, keepdims=True)
    winner = (chances.cumsum(axis=1) < rng.random((games, 1))).sum(axis=1)
    share = np.zeros((games, seats))
    share[np.arange(games), winner] = 1.0
    return pd.DataFrame(
        {
            "game_id": np.repeat(np.arange(first_id, first_id + games), seats),
            "seat": np.tile(np.arange(seats), games),
            "profile": names[who].ravel(),
            "win_share": share.ravel(),
        }
    )


def test_estimates_agree_with_plain_means_and_errors():
    frame = played({"a": 1.0, "b": 2.0}, 4000, 2, np.random.default_rng(0))
    table = Payoffs.from_seats(frame, prior=1e-9)
    wide = frame.pivot(index="game_id", columns="seat")
    mixed = wide[wide["profile"][0] != wide["profile"][1]]
    won = np.where(mixed["profile"][0] == "b", mixed["win_share"][0], mixed["win_share"][1])
    cell = table.cell("a", "b")
    assert table.games[cell] == len(won)
    assert table.mean[cell, 1] == pytest.approx(won.mean())
    assert table.se[cell, 1] == pytest.approx(won.std(ddof=1) / math.sqrt(len(won)))
    assert table.corr[cell, 0, 1] == pytest.approx(-1.0)
    assert table.mean[table.cell("a", "a")].tolist() == [0.5, 0.5]
    assert table.se[table.cell("a", "a")].tolist() == [0.0, 0.0]
    assert table.constant_sum == pytest.approx(1.0)


def test_who_sits_where_counts_only_if_seats_differ():
    frame = played({"a": 1.0, "b": 2.0}, 500, 3, np.random.default_rng(1))
    assert len(Payoffs.from_seats(frame).profiles) == 4
    apart = Payoffs.from_seats(frame, symmetric=False)
    assert len(apart.profiles) == 8
    assert apart.games.sum() == 500


def test_twenty_wins_of_twenty_are_no_certainty():
    sure = pd.DataFrame(
        {
            "game_id": np.repeat(np.arange(20), 2),
            "seat": [0, 1] * 20,
            "profile": ["a", "b"] * 20,
            "win_share": [1.0, 0.0] * 20,
        }
    )
    other = played({"a": 1.0, "c": 1.0}, 200, 2, np.random.default_rng(2), first_id=20)
    table = Payoffs.from_seats(pd.concat([sure, other]))
    assert 0.01 < table.se[table.cell("a", "b"), 0] < 0.1


def test_games_of_one_deal_count_as_one():
    frame = played({"a": 1.0, "b": 2.0}, 300, 2, np.random.default_rng(3))
    again = frame.assign(game_id=frame["game_id"] + 300)
    both = pd.concat([frame, again])
    both["deal"] = both["game_id"] % 300
    once = Payoffs.from_seats(frame, prior=1e-9)
    naive = Payoffs.from_seats(both, prior=1e-9)
    grouped = Payoffs.from_seats(both, prior=1e-9, cluster="deal")
    cell = once.cell("a", "b")
    assert grouped.se[cell, 0] == pytest.approx(once.se[cell, 0], rel=1e-6)
    assert naive.se[cell, 0] < 0.75 * once.se[cell, 0]


def test_errors_are_as_large_as_they_say():
    """Over many estimates, the true value lies as many errors away as normal luck would have it."""
    truth = {"a": 1.0, "b": 1.6, "c": 2.4}
    misses = []
    for seed in range(150):
        frame = played(truth, 400, 3, np.random.default_rng([7, seed]))
        table = Payoffs.from_seats(frame, strategies=list(truth))
        for a, b, c in itertools.combinations_with_replacement(truth, 3):
            if a != b or b != c:
                cell = table.cell(a, b, c)
                true = truth[a] / (truth[a] + truth[b] + truth[c])
                misses.append((table.mean[cell, 0] - true) / table.se[cell, 0])
    assert 0.9 < np.mean(np.square(misses)) < 1.1
    assert 0.93 < np.mean(np.abs(misses) < 1.96) < 0.97


def test_draws_spread_as_the_errors_say():
    frame = played({"a": 1.0, "b": 2.0}, 300, 3, np.random.default_rng(4))
    table = Payoffs.from_seats(frame)
    rng = np.random.default_rng(0)
    draws = np.array([table.draw(rng).mean for _ in range(2000)])
    np.testing.assert_allclose(draws.mean(axis=0), table.mean, atol=0.006)
    np.testing.assert_allclose(draws.std(axis=0), table.se, rtol=0.08, atol=1e-12)
    np.testing.assert_allclose(draws.sum(axis=2), 1.0, atol=1e-9)
    cell = table.cell("a", "a", "b")
    np.testing.assert_array_equal(draws[:, cell, 0], draws[:, cell, 1])


@pytest.mark.parametrize("whole", [10.0, None])
@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_the_unit_of_payoffs_changes_no_estimate(whole, factor):
    """Points, or points by the million million: errors go along, and hang together as they did.

    What the seats earn together is always the same (but for rounding), or it is not.
    """
    frame = played({"a": 1.0, "b": 2.0}, 200, 2, np.random.default_rng(6))
    first = np.random.default_rng(7).uniform(1, 9, 200) / 3
    second = whole / 3 - first if whole else np.random.default_rng(8).uniform(1, 9, 200)
    frame["points"] = np.column_stack([first, second]).ravel()
    plain = Payoffs.from_seats(frame, payoff="points")
    other = Payoffs.from_seats(frame.assign(points=frame["points"] * factor), payoff="points")
    np.testing.assert_allclose(other.mean, plain.mean * factor, rtol=1e-9)
    np.testing.assert_allclose(other.se, plain.se * factor, rtol=1e-6, atol=1e-9 * factor)
    cell = plain.cell("a", "b")
    np.testing.assert_allclose(other.corr[cell], plain.corr[cell], atol=1e-6)
    together = plain.corr[cell, 0, 1]
    assert together == pytest.approx(-1.0) if whole else abs(together) < 0.5


def test_bad_frames_are_refused():
    frame = played({"a": 1.0, "b": 2.0}, 10, 2, np.random.default_rng(5))
    with pytest.raises(UnknownName, match="did you mean 'profile'"):
        Payoffs.from_seats(frame, strategy="profil")
    with pytest.raises(BadValue, match="same number of seats"):
        Payoffs.from_seats(frame.iloc[:-1])
    with pytest.raises(UnknownName, match="unknown strategy"):
        Payoffs.from_seats(frame, strategies=["a"])
    with pytest.raises(BadValue, match="no rows"):
        Payoffs.from_seats(frame.iloc[:0])


def test_a_table_of_two_seats_as_people_write_it():
    table = Payoffs.from_bimatrix([[3, 0.125], [5, 1]], [[3, 5], [0, 1e6]], ["c", "d"], ["e", "f"])
    shown = table.table()
    assert (list(shown.index), list(shown.columns)) == (["c", "d"], ["e", "f"])
    assert shown.to_numpy().tolist() == [["3 | 3", "0.125 | 5"], ["5 | 0", "1 | 1e+06"]]
    with pytest.raises(BadValue, match="shows two seats; this game has 3"):
        classics.game("volunteer").table()


def test_what_a_table_calls_itself():
    assert repr(classics.game("hawk_dove")).startswith("Payoffs(")
    plain = Payoffs.from_bimatrix([[3, 0], [5, 1]], [[3, 5], [0, 2]], ["c", "d"], ["e", "f"])
    assert repr(plain) == "Payoffs(2 seats, seats differ, strategies c d / e f, 4 cells, exact)"
    even = Payoffs.from_matrix([[0, 1], [1, 0]], ["x", "y"])
    assert "2 seats, symmetric, strategies x y, 3 cells, exact" in repr(even)
