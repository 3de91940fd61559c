"""What a match is said to show: intervals clustered by deal, dropped games, words, exit codes."""

from __future__ import annotations

import math
from dataclasses import replace

import pandas as pd
import pytest

from simkit.stats.intervals import estimate
from tests.opponents import __main__ as command
from tests.opponents.edition import Edition
from tests.opponents.match import Match
from tests.opponents.result import in_words, result
from tests.opponents.twins import TINY, Patched

TWIN = Edition("the twin", "simkit")
MATCH = Match(TINY, TWIN, games=200)


def games(deals: int, dropped: tuple[int, ...] = ()) -> pd.DataFrame:
    """Make games in which today's bot wins both games of three deals in five, and leads by 10."""
    rows = [
        {
            "game_id": game,
            "deal": game // 2,
            "win_share": math.nan if game in dropped else float(game // 2 % 5 < 3),
            "lead": math.nan if game in dropped else 10.0 if game // 2 % 5 < 3 else -10.0,
            "today_seconds": 0.25,
            "first_seconds": 0.5,
            "disagreement": "scores differ" if game in dropped else "",
        }
        for game in range(2 * deals)
    ]
    return pd.DataFrame(rows)


def test_intervals_count_a_deal_as_one_observation() -> None:
    found = result(games(100))
    by_deal = pd.DataFrame({"game_id": range(100), "win": [float(d % 5 < 3) for d in range(100)]})
    wins = estimate(by_deal, "win", share=True).iloc[0]
    assert found.win_share == pytest.approx(0.6)
    # One row per deal instead of two equal ones: but for the quantile the interval is the same.
    assert (found.win_low, found.win_high) == pytest.approx((wins["low"], wins["high"]), abs=0.003)
    assert found.lead == pytest.approx(2)
    by_deal["lead"] = 20 * by_deal["win"] - 10
    leads = estimate(by_deal, "lead").iloc[0]
    assert (found.lead_low, found.lead_high) == pytest.approx((leads["low"], leads["high"]))


def test_both_games_of_a_deal_are_left_out_where_one_was_dropped() -> None:
    found = result(games(100, dropped=(0, 7)))
    assert (found.games, found.dropped, found.left_out) == (200, 2, 4)
    assert found.win_share == pytest.approx((120 - 2) / (200 - 4))
    assert found.examples == ("deal 0, scores differ", "deal 3, scores differ")


@pytest.mark.parametrize(("dropped", "enough"), [((), True), ((3, 5), True), ((3, 5, 9), False)])
def test_at_most_one_game_in_a_hundred_may_be_dropped(
    dropped: tuple[int, ...], enough: bool
) -> None:
    found = result(games(100, dropped))
    assert found.trustworthy is enough
    told = in_words(MATCH, found)[-1]
    assert (
        told == "More than 1% of the games were dropped: these figures do not count."
    ) is not enough


def test_words_name_both_sides_and_all_figures() -> None:
    words = in_words(MATCH, result(games(100, dropped=(7,))))
    assert words[0] == "tests.tiny, 2 players: greedy of today against greedy of the twin"
    assert "games    200 on 100 deals" in words[1]
    assert words[2].startswith("  wins     60.6 % (")
    assert words[3].startswith("  points   +2.12 (")
    assert "dropped  1 games in which the rules disagreed (0.5 %); 2 left out" in words[4]
    assert words[5].strip() == "deal 3, scores differ"
    assert "0.2500 a game for the bots of today (plain), 0.5000 for those of the twin" in words[6]


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0.4, 0.6, "50 % lies within the interval: these games show no difference in wins."),
        (0.51, 0.69, "The bot of today wins more often."),
        (0.31, 0.49, "The bot of the twin wins more often."),
    ],
)
def test_the_last_line_follows_the_interval(low: float, high: float, told: str) -> None:
    found = replace(result(games(100)), win_share=(low + high) / 2, win_low=low, win_high=high)
    assert in_words(MATCH, found)[-1] == told


def test_the_command_prints_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "first_edition", lambda: TWIN)
    arguments = [TINY, "--against", "random", "--games", "20", "--seats", "3", "--seed", "4"]
    assert command.main([*arguments, "--jobs", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "tests.tiny, 3 players: greedy of today against random of the twin"
    assert "20 on 10 deals" in printed[1]


def test_the_command_ends_with_1_where_too_many_games_were_dropped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    patched = Patched("the patched", "simkit", "", {"factions.millers.bonus": 3})
    monkeypatch.setattr(command, "first_edition", lambda: patched)
    assert command.main([TINY, "--games", "60", "--jobs", "1"]) == 1
    assert "these figures do not count" in capsys.readouterr().out


def test_the_command_refuses_what_cannot_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "first_edition", lambda: TWIN)
    assert command.main([TINY, "--seats", "1"]) == 2
    assert capsys.readouterr().err == "opponents: seats: a match needs at least 2, not 1\n"


def test_without_a_title_it_only_fetches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "first_edition", lambda: TWIN)
    assert command.main([]) == 0
    assert 'make opponents ARGS="race_for_the_galaxy' in capsys.readouterr().out
