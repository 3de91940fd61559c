import choix
import numpy as np
import pandas as pd
import pytest

from simkit.analysis.strength import observed_and_expected, plackett_luce
from simkit.core.errors import SimkitError
from tests.analysis.studies import STRENGTHS, luce_games
from tests.analysis.synthetic import LETTERS, World


def orders(seats):
    """Finishing orders as choix wants them."""
    number = seats["faction"].map({f: i for i, f in enumerate(LETTERS[:8])})
    ordered = seats.assign(item=number).sort_values(["game_id", "rank"])
    return [tuple(part["item"]) for _, part in ordered.groupby("game_id")]


def test_strengths_without_ties_equal_choix():
    seats = luce_games(100, np.random.default_rng(1))
    found = plackett_luce(seats)
    for fit in (
        choix.ilsr_rankings(8, orders(seats)),
        choix.opt_rankings(8, orders(seats), alpha=0),
    ):
        assert found.strength == pytest.approx(fit - np.mean(fit), abs=1e-5)


def test_two_at_a_table_with_ties_equal_davidsons_model():
    # Davidson 1970: a wins, a tie, b wins in proportion to a, nu * sqrt(ab), b. With 50, 20 and 10
    # games the likelihood is highest where those shares are met exactly.
    rank = [[1, 2]] * 50 + [[1, 1]] * 20 + [[2, 1]] * 10
    seats = pd.DataFrame(
        {
            "game_id": np.repeat(range(80), 2),
            "seat": [0, 1] * 80,
            "faction": ["a", "b"] * 80,
            "rank": np.ravel(rank),
        }
    )
    found = plackett_luce(seats)
    assert found.strength[0] - found.strength[1] == pytest.approx(np.log(5))
    assert np.exp(found.ties[2]) == pytest.approx(20 / np.sqrt(50 * 10))
    assert found.win_chances(["a", "b"]).tolist() == pytest.approx([60 / 80, 20 / 80])


def test_errors_of_independent_games_equal_the_inverse_information():
    # two items, no ties: a logit with one parameter, whose variance is 1 / (n p (1 - p))
    wins = np.repeat([1, 2], [60, 40])
    seats = pd.DataFrame(
        {
            "game_id": np.repeat(range(100), 2),
            "seat": [0, 1] * 100,
            "faction": ["a", "b"] * 100,
            "rank": np.stack([wins, 3 - wins], axis=1).ravel(),
        }
    )
    model = plackett_luce(seats)
    gap = np.array([1, -1])
    variance = gap @ model.covariance @ gap
    assert variance == pytest.approx(100 / 99 / (100 * 0.6 * 0.4))


def test_intervals_agree_with_a_bootstrap_over_deals():
    seats, rng = luce_games(80, np.random.default_rng(2)), np.random.default_rng(3)
    model = plackett_luce(seats)
    parts = [part for _, part in seats.groupby("deal")]
    draws = []
    for _ in range(200):
        chosen = [parts[i].assign(deal=n, game_id=parts[i]["game_id"] % 4 + 4 * n)
                  for n, i in enumerate(rng.integers(len(parts), size=len(parts)))]  # fmt: skip
        draws.append(plackett_luce(pd.concat(chosen, ignore_index=True)).strength)
    spread = np.std(draws, axis=0, ddof=1)
    assert np.sqrt(np.diag(model.covariance)) == pytest.approx(spread, rel=0.2)


def test_dependent_games_widen_the_intervals():
    seats = luce_games(80, np.random.default_rng(4), shared=0.9)
    aware = plackett_luce(seats).table()["se"].mean()
    blind = plackett_luce(seats.drop(columns="deal")).table()["se"].mean()
    assert aware > 1.3 * blind


def test_finishes_are_predicted_where_the_model_holds():
    seats = luce_games(3000, np.random.default_rng(5), shared=0)
    seats["win_share"] = (seats["rank"] == 1).astype(float)
    table = observed_and_expected(plackett_luce(seats), seats)
    assert table["win_expected"].tolist() == pytest.approx(table["win_share"].tolist(), abs=0.02)
    assert table["rank_expected"].tolist() == pytest.approx(table["rank"].tolist(), abs=0.03)


def test_chances_of_all_ranks_are_right_with_ties():
    seats, games = World(scale=1.0).frames(300, np.random.default_rng(6))
    model = plackett_luce(seats, "faction", games)
    assert set(model.ties) == {2, 3, 4}
    wins, ranks = model.chances(np.array([[0, 3, 5, 7]]))
    assert wins.sum() == pytest.approx(1)
    assert ranks.sum(axis=2) == pytest.approx(np.ones((1, 4)))
    table = observed_and_expected(model, seats)
    seats_of = table["games"]
    assert (seats_of * table["win_expected"]).sum() == pytest.approx(len(games))
    assert (seats_of * table["win_share"]).sum() == pytest.approx(len(games))


def test_the_same_bot_may_sit_twice():
    rng = np.random.default_rng(7)
    bot = np.array(["x", "y"])[rng.integers(0, 2, (200, 4))]
    worth = np.where(bot == "x", 0.7, 0.0) + rng.gumbel(size=(200, 4))
    seats = pd.DataFrame(
        {
            "game_id": np.repeat(range(200), 4),
            "seat": [0, 1, 2, 3] * 200,
            "bot": bot.ravel(),
            "rank": (1 + (-worth).argsort(axis=1).argsort(axis=1)).ravel(),
        }
    )
    table = plackett_luce(seats, "bot").table().set_index("name")
    assert 2 * table.loc["x", "strength"] == pytest.approx(0.7, abs=0.3)


def test_pairs_of_columns_and_games_of_different_sizes():
    seats = luce_games(60, np.random.default_rng(8))
    small = seats[(seats["game_id"] % 2 == 0) | (seats["seat"] < 3)].copy()
    small["rank"] = small.groupby("game_id")["rank"].rank().astype(int)
    small["bot"] = np.where(small["seat"] % 2, "x", "y")
    model = plackett_luce(small, ["faction", "bot"])
    assert len(model.names) == 16
    assert model.names[0] == "a:x"


def test_true_strengths_are_recovered():
    seats = luce_games(2000, np.random.default_rng(9))
    assert plackett_luce(seats).strength == pytest.approx(STRENGTHS, abs=0.1)


def always_first():
    return pd.DataFrame(
        {
            "game_id": np.repeat(range(6), 2),
            "seat": [0, 1] * 6,
            "faction": ["a", "b", "b", "c", "c", "b"] * 2,
            "rank": [1, 2] * 6,
        }
    )


def test_who_always_wins_has_no_finite_strength():
    with pytest.raises(SimkitError, match=r"a always finished ahead.*prior=1"):
        plackett_luce(always_first())
    assert plackett_luce(always_first(), prior=1.0).table()["name"][0] == "a"


def test_too_little_to_compare_is_refused():
    seats = always_first()
    with pytest.raises(SimkitError, match="at least two different"):
        plackett_luce(seats.assign(faction="a"))
    with pytest.raises(SimkitError, match="two seats"):
        plackett_luce(seats[seats["seat"] == 0])
    with pytest.raises(SimkitError, match="empty"):
        plackett_luce(seats.head(0))
