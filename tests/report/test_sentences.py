"""Sentences say what the figures say: every turn of phrase, at and beside the border between two."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from simkit.analysis.card import Card
from simkit.report import sentences


def said(text):
    """Return a text on one line."""
    return " ".join(text.split())


def card(sources, points=0.0, low=-1.0, high=1.0):
    names, gaps, doubts = zip(*sources, strict=True)
    par = pd.DataFrame({"points": [points], "low": [low], "high": [high]})
    table = pd.DataFrame({"source": names, "gap": gaps, "p_holm": doubts})
    return Card("mad_monks", "faction", par, par, table, par)


def test_what_carries_a_faction_is_listed_by_size_and_what_it_lacks_from_the_most():
    sources = [
        ("mines", 0.4, 0.01), ("war", 5.2, 0.049), ("trade", 2.0, 0.05), ("labs", -0.3, 0.001),
        ("towns", -4.0, 0.03), ("ships", -9.0, 0.06),
    ]  # fmt: skip
    words = said(sentences.carries(card(sources)))
    assert words.startswith(
        "Mad monks makes more than the others from war (+5.2 points a game) and mines (+0.4); "
        "it makes less from towns (-4.0 points a game) and labs (-0.3). "
    )
    few = said(sentences.carries(card(sources), most=1, labels={"war": "War"}))
    assert "from War (+5.2 points a game); it makes less from towns (-4.0 points a game)." in few


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        (
            [("war", -5.0, 0.01)],
            "Mad monks excels nowhere; it makes less from war (-5.0 points a game).",
        ),
        ([("war", 5.0, 0.01)], "; it lacks nothing beyond doubt."),
        ([("war", 5.0, 0.2)], "No source of points sets mad monks apart beyond doubt."),
    ],
)
def test_nothing_is_made_up_where_a_side_is_missing(sources, words):
    assert words in said(sentences.carries(card(sources)))


@pytest.mark.parametrize(
    ("par", "words"),
    [
        ((np.nan, np.nan, np.nan), "How far it is from par cannot be told from these games."),
        ((1.0, 0.0, 2.0), "as near to a fair share as these games can tell"),
        ((-1.0, -2.0, 0.0), "as near to a fair share as these games can tell"),
        (
            (4.0, 2.0, 7.0),
            "4 points a game more would bring its wins to a fair share (2 to 7 more)",
        ),
        (
            (-4.0, -7.0, -2.0),
            "4 points a game less would bring its wins to a fair share (2 to 7 less)",
        ),
    ],
)
def test_the_distance_from_par(par, words):
    assert words in said(sentences.carries(card([("war", 5.0, 0.01)], *par)))


def shares(**doubts):
    """A table of win shares; the first name wins most, the last least."""
    win = np.linspace(0.45, 0.05, len(doubts))
    return pd.DataFrame(
        {"faction": list(doubts), "win_share": win, "win_low": win - 0.06, "win_high": win + 0.06,
         "fair": 0.25, "p_holm": list(doubts.values())}
    )  # fmt: skip


def test_a_balance_sorts_names_by_what_is_settled():
    table = shares(a=0.01, b=0.05, c=0.2, d=0.049).sample(frac=1, random_state=1)
    assert said(sentences.balance(table)) == (
        "A wins most: 45 % of its games (95 %: 39-51), where 25 % would be fair; d least: 5 % (0-11). "
        "Wins more than its fair share: a. Wins less: d. Not distinguishable from it with these games: "
        "b and c."
    )
    none = said(sentences.balance(shares(a=0.5, b=0.5)))
    assert none.endswith("No difference from a fair share can be told with these games.")
    above = said(sentences.balance(shares(a=0.01, b=0.5)))
    assert above.endswith("fair share: a. Not distinguishable from it with these games: b.")
    assert "less" not in above
    below = said(sentences.balance(shares(a=0.5, b=0.01)))
    assert "Wins less than its fair share: b. Not" in below
    assert sentences.balance(shares(a=0.01)) == "There is only one to compare."


def arms(*rows):
    columns = ["faction", "estimate", "low", "high", "p_holm", "visible"]
    return pd.DataFrame(rows, columns=columns)


def test_a_change_names_the_largest_first_and_what_would_have_been_seen():
    table = arms(
        ("a", 0.02, 0.01, 0.03, 0.01, 0.03), ("b", -0.05, -0.08, -0.02, 0.001, 0.04),
        ("c", 0.09, -0.02, 0.2, 0.05, 0.08),
    )  # fmt: skip
    assert said(sentences.change(table, "It", by="faction")) == (
        "It changes the win share of b by -5.0 points (95 %: -8.0 to -2.0) and of a by +2.0 points "
        "(95 %: +1.0 to +3.0). For c no change is beyond doubt; one of 8.0 points would have been seen "
        "in 4 of 5 such runs."
    )
    points = said(sentences.change(table.head(1), "It", value="score"))
    assert points == "It changes the score by +0.0 points (95 %: +0.0 to +0.0)."
    nobody = said(sentences.change(table.tail(1), "It", by="faction"))
    assert nobody == (
        "It changes nobody's win share beyond doubt; a change of 8.0 points would have been seen in "
        "4 of 5 such runs."
    )
    alone = said(sentences.change(table.tail(1), "It"))
    assert alone.startswith("No change is beyond doubt; one of 8.0 points")


def test_shares_of_luck_are_at_least_nothing_and_may_lack_an_interval():
    table = pd.DataFrame(
        {"part": ["faction", "deal", "rest"], "share": [-0.01, np.nan, 0.99],
         "low": [np.nan, np.nan, 0.9], "high": [np.nan, np.nan, 1.2]}
    )  # fmt: skip
    assert said(sentences.luck(table, "win_share")) == (
        "Of the variance of the win share, 0 % goes with the faction and 99 % with the rest (90-100). "
        "No deal was played twice, so the part of the deal is within the rest."
    )


@pytest.mark.parametrize(
    ("rank", "low", "high", "words"),
    [
        (0.3, 0.1, 0.5, "stand in much the same order as people's (rank correlation +0.30, 95 %: "
         "+0.10 to +0.50)."),
        (0.29, -0.1, 0.5, "has hardly anything to do with people's (rank correlation +0.29, 95 %: "
         "-0.10 to +0.50: with so few that may be chance)"),
        (-0.29, -0.5, -0.1, "has hardly anything to do with"),
        (-0.3, -0.5, -0.1, "stand against the order of people's (rank correlation -0.30, 95 %: -0.50 "
         "to -0.10)."),
        (np.nan, np.nan, np.nan, "Our win shares cannot be ranked against people's."),
    ],
)  # fmt: skip
def test_how_orders_agree(rank, low, high, words):
    row = {"names": 5, "rank_correlation": rank, "low": low, "high": high, "rmse": 0.02}
    for constant, verdict in ((0.03, "better"), (0.0201, "no better"), (0.01, "worse")):
        text = said(sentences.agreement({**row, "rmse_constant": constant}))
        assert words in text
        assert f"predict people's figures {verdict} than knowing nothing." in text


def test_picks_go_with_more_wins_or_fewer():
    table = pd.DataFrame(
        {"card": list("vwxyz"), "edge": [0.02, 0.06, -0.01, -0.08, 0.5],
         "p_holm": [0.01, 0.049, 0.01, 0.01, 0.05]}
    )  # fmt: skip
    assert said(sentences.picks(table, "card")) == (
        "Of 5 frequent ones, 2 go beyond doubt with more wins than seats in the same round and standing "
        "have: w (+6 points) and v (+2 points). With fewer: y (-8 points) and x (-1 points)."
    )
    assert "1 goes beyond doubt" in said(sentences.picks(table.head(1), "card"))
    none = said(sentences.picks(table.tail(1), "card"))
    assert "none go beyond doubt" in none and none.endswith("None goes with fewer.")


def test_set_ups_that_matter_most():
    table = pd.DataFrame({"setup": ["map", "tile"], "spread": [0.3, 1.2], "sure": [0, 1]})
    words = said(sentences.setups(table))
    assert (
        "most on the tile: its true deviations spread by 1.2 points; 1 pairing is beyond" in words
    )
    assert "No set-up suits one more" in sentences.setups(table.assign(sure=0))


def test_arms_that_move_one_group():
    table = pd.DataFrame(
        {"arm": list("pqrst"), "profile": ["x", "x", "x", "x", "y"],
         "estimate": [0.02, -0.09, 0.05, 0.3, 0.5], "low": 0.01, "high": 0.1,
         "p_holm": [0.01, 0.01, 0.01, 0.05, 0.01], "visible": [0.02, 0.06, 0.06, 0.06, 0.5]}
    )  # fmt: skip
    assert said(sentences.moved(table, "x", "profile")) == (
        "Of 4 arms, 3 move the win share of x beyond doubt. The largest: q (-9 points, 95 %: +1 to +10), "
        "r (+5 points, 95 %: +1 to +10) and p (+2 points, 95 %: +1 to +10). Moves below 6 points would "
        "mostly stay unseen in a run of this size."
    )
    none = said(sentences.moved(table[3:], "x", "profile"))
    assert none.startswith("Of 1 arms, none move the win share of x beyond doubt. Moves below 6")


def test_conditions_count_games_per_arm_and_carry_the_caution():
    games = pd.DataFrame({"game_id": range(6), "title": "chess", "seats": 2, "arm": list("aaabbb")})
    seats = pd.DataFrame({"game_id": range(6), "seat": 0, "bot": "greedy:baseline"})
    run = SimpleNamespace(
        games=games,
        seats=seats,
        spec={"seed": 7, "arm": [{"name": "a"}, {"name": "b"}]},
        caution="Mind the gap.",
    )
    words = sentences.conditions(run)
    assert words.startswith("Played: 3 games per arm of chess with 2 seats, seed 7")
    assert words.endswith("Bots: greedy:baseline. **Caution.** Mind the gap.")


def test_names_are_listed_up_to_a_number():
    assert sentences.listing(["a_b", "c"], labels={"c": "See"}) == "a b and See"
    assert sentences.listing([]) == "nobody"
    assert "3 more" in sentences.listing(list("abcdefghi"), most=6)
