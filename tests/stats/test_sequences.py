"""Sequences that hold at every look: against integrals, and while watching."""

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

from simkit.core.errors import SimkitError
from simkit.stats import sequences


def test_the_evidence_is_the_ratio_of_t_densities_under_the_mixture():
    """A normal mixture of effect sizes, integrated by hand, over the central t density."""
    n, t, width = 25, 2.3, 0.08

    def weighed(effect):
        shift = effect * np.sqrt(n)
        return stats.nct.pdf(t, n - 1, shift) * stats.norm.pdf(effect, 0, np.sqrt(width))

    mixed = integrate.quad(weighed, -3, 3)[0]
    expected = mixed / stats.t.pdf(t, n - 1)
    assert float(sequences.evidence(t, n, n - 1, width)) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("deals", [30, 200, 5_000])
def test_the_limits_are_where_the_evidence_reaches_one_in_twenty(deals):
    limit = float(sequences.mean_limits(deals, deals - 1))
    width = sequences.mixture_width()
    assert float(sequences.evidence(limit, deals, deals - 1, width)) == pytest.approx(20)


def test_few_deals_say_nothing():
    assert np.isinf(sequences.mean_limits([2, 7], [1, 6])).all()
    assert sequences.evidence(50.0, 7, 6, 0.04) == 1
    seats = pd.DataFrame({"game_id": range(7), "win_share": 1.0, "score": [9.0, 8, 9, 8, 9, 8, 9]})
    share = sequences.watched(seats, "win_share", share=True, null=0.25).iloc[0]
    assert share[["low", "high", "p"]].tolist() == [0, 1, 1]
    score = sequences.watched(seats, "score", null=0.0).iloc[0]
    assert score[["low", "high", "p"]].tolist() == [-np.inf, np.inf, 1]


@pytest.mark.parametrize(("wins", "games"), [(0, 40), (7, 40), (40, 40)])
def test_shares_have_the_beta_mixtures_limits(wins, games):
    low, high = (float(v[0]) for v in sequences.share_interval(wins / games, games))
    for end in (low, high):
        if 0 < end < 1:
            a, b = 25 * end, 25 * (1 - end)
            mixed = integrate.quad(
                lambda q, a=a, b=b: stats.beta.pdf(q, a, b) * stats.binom.pmf(wins, games, q), 0, 1
            )[0]
            ratio = mixed / stats.binom.pmf(wins, games, end)
            assert ratio == pytest.approx(20, rel=1e-3)
    assert low <= wins / games <= high
    assert (low == 0) == (wins == 0)
    assert (high == 1) == (wins == games)


def looks(values, ends, **how):
    """Whether 0 (or a quarter, for shares) leaves the interval at any look."""
    null = how.pop("null", 0.0)
    frame = pd.DataFrame({"game_id": np.arange(len(values)), "value": values})
    for end in ends:
        row = sequences.watched(frame.head(end), "value", null=null, **how).iloc[0]
        if not row["low"] <= null <= row["high"]:
            assert row["p"] <= 0.0501
            return True
    return False


def test_looking_after_every_batch_raises_no_false_alarm_and_finds_what_is_there():
    rng, ends = np.random.default_rng(1), [10, 20, 40, 80, 160, 320]
    false = sum(looks(rng.normal(0, 15, 320), ends) for _ in range(100))
    found = sum(looks(rng.normal(4, 15, 320), ends) for _ in range(100))
    assert false <= 8
    assert found >= 75
    wins = sum(
        looks((rng.random(320) < 0.25) * 1.0, ends, share=True, null=0.25) for _ in range(100)
    )
    assert wins <= 8


def test_games_of_one_deal_count_as_one_look():
    rng = np.random.default_rng(2)
    deals = np.repeat(np.arange(50), 4)
    frame = pd.DataFrame({"game_id": np.arange(200), "score": rng.normal(size=50)[deals]})
    alone = sequences.watched(frame, "score")
    mirrored = sequences.watched(frame.assign(deal=deals), "score")
    assert (mirrored["high"] - mirrored["low"]).item() > 1.8 * (alone["high"] - alone["low"]).item()


def test_groups_keep_their_own_effective_size():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"game_id": np.arange(300), "card": np.repeat(["b", "a", "c"], [200, 60, 40])}
    )
    frame["win_share"] = (rng.random(300) < 0.3) * 1.0
    table = sequences.watched(frame, "win_share", "card", share=True).set_index("card")
    for card, part in frame.groupby("card"):
        alone = sequences.watched(part, "win_share", share=True).iloc[0]
        assert table.loc[card, ["low", "high"]].tolist() == pytest.approx(
            [alone["low"], alone["high"]]
        )


@pytest.mark.parametrize(
    "call",
    [lambda: sequences.mixture_width(0), lambda: sequences.mean_limits(20, 19, level=95)],
)
def test_what_cannot_be_watched_is_refused(call):
    with pytest.raises(SimkitError):
        call()


def test_deals_that_all_agree_are_evidence():
    """Forty deals that all bring three points: their signs alone tell, and eight do not."""
    frame = pd.DataFrame({"game_id": range(40), "gap": 3.0})
    assert sequences.watched(frame, "gap", null=0.0)["p"].item() < 1e-4
    assert sequences.watched(frame.head(6), "gap", null=0.0)["p"].item() == 1
    assert sequences.watched(frame, "gap", null=3.0)["p"].item() == 1
