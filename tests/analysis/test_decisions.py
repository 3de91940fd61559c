import numpy as np
import pandas as pd
import pytest

from simkit.analysis import decisions, winchance
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import story


@pytest.fixture(scope="module")
def run():
    return story(1200, np.random.default_rng(1))


def test_standings_are_the_scores_when_the_round_began(run):
    moves, seats, _ = run
    table = decisions.standings(moves, seats)
    assert len(table) == len(seats) * 6
    one = table[(table["game_id"] == 11) & (table["round"] == 4)].set_index("seat")
    first = moves[(moves["game_id"] == 11) & (moves["round"] == 4)].drop_duplicates("seat")
    expected = first.set_index("seat")["score_before"]
    assert one["score"].tolist() == expected.tolist()
    for seat, row in one.iterrows():
        assert row["lead"] == row["score"] - one["score"].drop(seat).max()


def test_a_seat_that_skips_a_round_keeps_its_score():
    moves = pd.DataFrame(
        {"game_id": 0, "move": [0, 1, 2, 3], "seat": [0, 1, 0, 1], "round": [1, 1, 2, 3],
         "score_before": [0, 0, 4, 6]}
    )  # fmt: skip
    seats = pd.DataFrame({"game_id": 0, "seat": [0, 1]})
    table = decisions.standings(moves, seats).set_index(["seat", "round"])["score"]
    assert table[0, 3] == 4
    assert table[1, 2] == 0


def test_quality_is_that_of_the_frame(run):
    moves, seats, games = run
    table = decisions.quality(moves, seats, games, rounds=False).iloc[0]
    free = moves[moves["n_candidates"] > 1]
    assert table["best"] == pytest.approx((free["value"] >= free["runner_up"]).mean())
    loss = (free["runner_up"] - free["value"]).clip(lower=0)
    assert table["loss"] == pytest.approx(loss.mean())
    assert table["margin"] == pytest.approx((free["value"] - free["runner_up"]).mean())


def test_bots_without_values_have_no_quality(run):
    moves, seats, games = run
    with pytest.raises(SimkitError, match="do not value"):
        decisions.quality(moves.assign(value=np.nan), seats, games)


def test_branching_is_that_of_the_frame(run):
    moves, seats, games = run
    table = decisions.branching(moves, seats, games, by=()).iloc[0]
    free = moves["n_candidates"][moves["n_candidates"] > 1]
    assert table["forced"] == pytest.approx((moves["n_candidates"] == 1).mean())
    assert (table["estimate"], table["median"], table["most"]) == (free.mean(), free.median(), 5)
    by_faction = decisions.branching(moves, seats, games, by="faction")
    assert by_faction["rows"].sum() == len(moves)


def test_branching_without_any_choice_says_so(run):
    moves, seats, games = run
    table = decisions.branching(moves.assign(n_candidates=1), seats, games)
    assert (table["forced"] == 1).all()
    assert table["estimate"].isna().all()


def slow_drama(moves, seats):
    """One game followed step by step."""
    order = moves.sort_values("move")
    first = order.groupby("seat")["score_before"].first()
    now = first.to_dict()
    steps = []
    for row in order.itertuples():
        now[row.seat] = row.score_before
        steps.append(dict(now))
    steps.append(seats.set_index("seat")["score"].to_dict())
    leaders = []
    for step in steps:
        top = [s for s, v in step.items() if v == max(step.values())]
        if len(top) == 1 and (not leaders or leaders[-1] != top[0]):
            leaders.append(top[0])
    winners = set(seats.loc[seats["win_share"] > 0, "seat"])
    behind = [min(max(s.values()) - s[w] for w in winners) for s in steps]
    others = [max((v for k, v in s.items() if k not in winners), default=-1) for s in steps]
    late = [i for i, s in enumerate(steps) if others[i] >= max(s[w] for w in winners)]
    if len(winners) == len(seats):
        late = [len(order)]
    half = steps[(len(steps) - 1) // 2]
    first_half = [seat for seat, points in half.items() if points == max(half.values())]
    shares = seats.set_index("seat")["win_share"]
    leading = sum(shares[seat] for seat in first_half) / len(first_half)
    decided = (late[-1] + 1 if late else 0) / len(order)
    return max(0, len(leaders) - 1), decided, max(behind), leading


def test_drama_equals_following_games_step_by_step(run):
    moves, seats, games = run
    table = decisions.drama(moves, seats, games).set_index("game_id")
    for game in range(0, 60):
        one, two = moves[moves["game_id"] == game], seats[seats["game_id"] == game]
        changes, decided, behind, leading = slow_drama(one, two)
        row = table.loc[game]
        assert row["changes"] == changes
        assert row["decided"] == pytest.approx(min(1, decided))
        assert row["behind"] == behind
        assert row["leader_wins_half"] == pytest.approx(leading)
        assert row["decisions"] == len(one)


def test_games_that_count_points_at_the_end_are_decided_there(run):
    moves, seats, games = run
    table = decisions.drama(moves.assign(score_before=0), seats, games)
    assert (table["decided"] == 1).all()
    assert (table["changes"] == 0).all()


def test_a_summary_of_drama_has_intervals(run):
    moves, seats, games = run
    table = decisions.drama_summary(decisions.drama(moves, seats, games)).set_index("figure")
    assert table.loc["leader_wins_half", "estimate"] > 0.5
    assert (table["low"] < table["high"]).all()


def test_chances_sum_to_one_and_grow_sharper(run):
    moves, seats, games = run
    table = winchance.chances(moves, seats, games)
    total = table.groupby(["game_id", "round"])["chance"].sum()
    assert total.tolist() == pytest.approx([1.0] * len(total))
    known = winchance.sharpness(table)["known"]
    assert known.is_monotonic_increasing
    assert abs(known.iloc[0]) < 0.03
    assert known.iloc[-1] > 0.5


def test_chances_are_calibrated(run):
    table = winchance.chances(*run)
    found = winchance.calibration(table)
    gap = (found["predicted"] - found["estimate"]).abs()
    assert (gap < 0.04).all()
    inside = found["predicted"].between(found["low"], found["high"])
    assert inside.mean() >= 0.7


def test_chances_equal_a_conditional_logit_of_statsmodels():
    from statsmodels.discrete.conditional_models import ConditionalLogit

    from simkit.analysis.winchance import _fit

    rng = np.random.default_rng(2)
    x = rng.normal(size=(900, 2))
    game = np.repeat(np.arange(300), 3)
    worth = (x @ [1.0, -0.5] + rng.gumbel(size=900)).reshape(300, 3)
    wins = (worth == worth.max(axis=1, keepdims=True)).ravel().astype(float)
    fit = ConditionalLogit(wins, x, groups=game).fit(disp=False)
    # ours has a slight ridge
    assert _fit(x, wins, game, np.zeros(2)) == pytest.approx(fit.params, abs=0.02)


def test_further_figures_can_be_looked_at(run):
    moves, seats, games = run
    wins = seats.set_index(["game_id", "seat"])["win_share"]
    hint = wins.reindex(pd.MultiIndex.from_frame(moves[["game_id", "seat"]])).to_numpy()
    told = winchance.chances(moves.assign(coins=hint), seats, games, figures="coins")
    assert winchance.sharpness(told)["known"].iloc[0] > 0.8


def test_turning_points_lead_to_the_result(run):
    table = winchance.chances(*run)
    found = winchance.turning_points(table, 7)
    assert sorted(found["round"]) == [1, 2, 3, 4, 5, 6]
    assert found["swing"].is_monotonic_decreasing
    last = found.set_index("round")
    assert last.loc[6, "winner_after"] == pytest.approx(1, abs=0.5)
    assert last.loc[3, "winner_before"] == pytest.approx(last.loc[2, "winner_after"])
    with pytest.raises(SimkitError, match="no chances of game"):
        winchance.turning_points(table, -4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m, s, g: decisions.drama(m.head(0), s, g), "`moves` is empty"),
        (lambda m, s, g: decisions.drama(m.drop(columns="score_before"), s, g), "score_before"),
        (lambda m, s, g: decisions.branching(m, s, g, by="rnd"), "no column 'rnd'"),
        (lambda m, s, g: winchance.chances(*(f[f["game_id"] == 0] for f in (m, s, g))), "5 deals"),
        (lambda m, s, g: winchance.chances(m, s, g, figures="gold"), "no column 'gold'"),
    ],
)
def test_what_cannot_be_answered_is_refused(run, call, message):
    with pytest.raises(SimkitError, match=message):
        call(*run)
