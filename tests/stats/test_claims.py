import numpy as np
import pandas as pd
import pytest

from simkit.analysis import compare
from simkit.core.errors import SimkitError
from simkit.stats import claims
from simkit.stats.corrections import holm
from simkit.stats.intervals import estimate
from simkit.stats.power import visible, visible_change, visible_share


def table(p, estimate=0.3, se=0.02, **more):
    p = np.asarray(p, dtype=float)
    frame = pd.DataFrame({"faction": [f"f{i}" for i in range(len(p))], "p": p})
    frame = frame.assign(estimate=estimate, null=0.25, se=se, **more)
    return frame.assign(low=frame["estimate"] - 0.04, high=frame["estimate"] + 0.04)


WORDS = {"figure": "win share", "than": "a fair share", "scale": 100}


def compared(p, **more):
    enough = more.pop("enough", float("inf"))
    return claims.comparisons(table(p, **more), "faction", enough=enough, **WORDS)


def test_a_family_is_corrected_over_all_its_tables():
    p = [0.01, 0.2, 0.03]
    alone = claims.judge("one table", compared(p))
    assert [c.verdict for c in alone.claims] == ["shown", "not shown", "not shown"]
    both = claims.judge("a page", [*compared(p), *compared([0.9] * 20)])
    assert [c.p for c in both.claims] == pytest.approx(holm([*p, *[0.9] * 20]).tolist())
    assert not both.shown
    assert {c.comparisons for c in both.claims} == {23}
    assert both.claims[0].visible == pytest.approx(100 * float(visible(0.02, comparisons=23)))
    assert both.claims[0].visible > alone.claims[0].visible


def test_the_level_reaches_the_verdict_and_the_words():
    one = compared([0.03])
    assert claims.judge("x", one).claims[0].shown
    strict = claims.judge("x", one, level=0.99).claims[0]
    assert not strict.shown
    assert strict.visible > claims.judge("x", one).claims[0].visible
    assert "(99 %: +1.0 to +9.0)" in str(claims.judge("x", compared([0.001]), level=0.99).claims[0])


def test_too_few_games_are_told_from_a_difference_that_is_not_there():
    few = claims.judge("x", compared([0.4], enough=3.0)).claims[0]
    many = claims.judge("x", compared([0.4], se=0.01, enough=3.0)).claims[0]
    assert (few.verdict, many.verdict) == (claims.TOO_FEW, claims.NOT_SHOWN)
    assert str(few) == (
        "There are too few games to tell whether the win share of f0 differs from a fair share "
        "(not even a difference of 3.0 points would be found in 4 of 5 such runs)."
    )
    blind = claims.judge("x", compared([np.nan, 0.2], se=[np.nan, 0.02])).claims
    assert [c.verdict for c in blind] == [claims.TOO_FEW, claims.NOT_SHOWN]
    assert blind[1].comparisons == 1
    assert str(blind[0]).endswith("differs from a fair share.")


def of_games(wins, games):
    """Return a claim about a faction that won so many of its games, as the tables have it."""
    frame = pd.DataFrame({"game_id": range(games), "win_share": 1.0 * (np.arange(games) < wins)})
    found = estimate(frame.assign(faction="a"), "win_share", "faction", share=True, null=0.25)
    words = {"figure": "win share", "than": "a fair share", "scale": 100}
    return claims.judge("x", claims.comparisons(found, "faction", **words)).claims[0]


def test_what_is_too_few_follows_from_a_difference_that_players_notice():
    assert of_games(30, 120).verdict == claims.TOO_FEW  # 12 points would be found
    assert of_games(75, 300).verdict == claims.NOT_SHOWN
    few = of_games(0, 8)
    assert (few.verdict, few.visible) == (claims.TOO_FEW, float("inf"))
    assert "(not even a difference of 10.0 points would" in str(few)


def test_no_win_at_all_is_not_a_run_that_would_have_found_anything():
    none = of_games(0, 8)
    assert none.visible > 20
    assert of_games(0, 12).visible == pytest.approx(100 * float(visible_share(0.25, 12)))


def of_arms(changes, deals, value="win_share"):
    """Return a claim about two arms: the rows of one faction change by this much."""
    games = pd.DataFrame({"game_id": range(2 * deals), "deal": [*range(deals)] * 2})
    games["arm"] = np.repeat(["old", "new"], deals)
    before = np.full(deals, 7.0) if value == "score" else 1.0 * (np.arange(deals) % 4 == 0)
    both = np.concatenate([before, before + changes])
    seats = pd.DataFrame({"game_id": range(2 * deals), "seat": 0, "faction": "a", value: both})
    found = compare.arms(seats, games, value=value)
    words = {"figure": value, "than": "the printed game"}
    return claims.judge("x", claims.comparisons(found, "faction", **words)).claims[0]


def test_arms_that_never_differ_do_not_promise_to_find_differences_of_0():
    same = of_arms(np.zeros(400), 400)
    assert same.visible == pytest.approx(float(visible_change(400, 0.0, 399)))
    assert same.visible > 0.01
    assert same.verdict == claims.NOT_SHOWN
    score = of_arms(np.zeros(400), 400, "score")
    assert np.isnan(score.visible)
    assert str(score) == "In none of these games does the score of a differ from the printed game."
    assert of_arms(np.zeros(3), 3, "score").verdict == claims.TOO_FEW


def test_rare_flips_are_promised_by_the_test_that_counts_them():
    flips = 1.0 * (np.arange(1_000) % 200 == 1) - (np.arange(1_000) % 200 == 0)
    claim = of_arms(flips, 1_000)
    assert claim.visible == pytest.approx(float(visible_change(1_000, 0.01, 999)), rel=0.01)


def test_students_quantiles_widen_what_would_be_found():
    plain = claims.judge("x", compared([0.4])).claims[0]
    few = claims.judge("x", compared([0.4], df=6)).claims[0]
    assert few.visible > 1.1 * plain.visible


def test_words_give_direction_size_and_reach():
    below = claims.judge("x", compared([0.001], estimate=0.2)).claims[0]
    assert str(below) == (
        "The data show that the win share of f0 is 5.0 points below a fair share "
        "(95 %: -9.0 to -1.0)."
    )
    assert below.direction == "below"
    not_shown = str(claims.judge("x", compared([0.4])).claims[0])
    assert not_shown.endswith("(a difference of 5.6 points would be found in 4 of 5 such runs).")


def test_a_family_names_what_is_shown_first_and_counts_the_rest():
    family = claims.judge("factions", compared([0.5, 0.004, 0.0001, 0.7]))
    assert [c.subject for c in family.shown] == ["f2", "f1"]
    assert str(family).splitlines()[2] == "Not shown by these games: 2 of 4 (factions)."
    shown = family.table()
    assert shown["verdict"].tolist() == ["not shown", "shown", "shown", "not shown"]
    assert {"subject", "direction", "size", "low", "high", "level", "family"} <= set(shown.columns)


def test_several_columns_name_the_subject_and_no_comparison_is_refused():
    frame = table([0.1]).assign(arm="cheaper")
    one = claims.comparisons(frame, ["arm", "faction"], **WORDS)[0]
    assert one.subject == "cheaper f0"
    with pytest.raises(SimkitError, match="no comparisons"):
        claims.judge("nothing", [])
    with pytest.raises(SimkitError, match="no column 'p'"):
        claims.comparisons(frame.drop(columns="p"), "faction", **WORDS)
