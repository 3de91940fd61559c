"""Matches between twins of the model title: fair seats, lock-step in notation, dropped games."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

import simkit
from simkit.core.errors import BadValue, BotError, GameTooLong, SimkitError
from tests.opponents.edition import Edition
from tests.opponents.lockstep import Disagreement, Side, Table
from tests.opponents.match import Match, halves, play_match, seatings
from tests.opponents.result import result
from tests.opponents.twins import TINY, OtherNumbers, Patched

TWIN = Edition("the twin", "simkit")
SECONDS = ["today_seconds", "first_seconds"]
MATCH = Match(TINY, TWIN, games=40)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_deal_gives_each_seat_to_either_side_once(seats: int) -> None:
    for deal in range(len(halves(seats))):
        one, two = seatings(seats, deal)
        assert sorted(one + two) == list(range(seats))
        assert len(one) == seats // 2


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_two_seats_are_on_one_side_equally_often(seats: int) -> None:
    together = Counter(
        pair
        for deal in range(len(halves(seats)))
        for side in seatings(seats, deal)
        for pair in combinations(side, 2)
    )
    assert len(together) == seats * (seats - 1) // 2
    assert len(set(together.values())) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_is_exactly_as_good_as_itself(seats: int) -> None:
    games = play_match(replace(MATCH, seats=seats))
    found = result(games)
    assert found.win_share == pytest.approx(0.5, abs=1e-12)
    assert found.lead == pytest.approx(0, abs=1e-12)
    assert found.even and found.trustworthy and found.dropped == 0
    assert games["lead"].abs().max() > 0


@pytest.mark.parametrize("seats", [2, 3])
def test_the_better_bot_is_found_on_either_side(seats: int) -> None:
    match = replace(MATCH, seats=seats, games=100)
    better = result(play_match(replace(match, against="random")))
    worse = result(play_match(replace(match, bot="random")))
    assert better.win_low > 0.5 and better.lead_low > 0
    assert worse.win_high < 0.5 and worse.lead_high < 0


def test_games_are_numbered_and_an_odd_number_ends_with_a_whole_deal() -> None:
    games = play_match(replace(MATCH, games=7))
    assert games["game_id"].tolist() == list(range(8))
    assert games["deal"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert games["own"].tolist() == [(0,), (1,)] * 4


def test_another_seed_deals_other_games() -> None:
    leads = [play_match(replace(MATCH, seed=seed))["lead"].tolist() for seed in (1, 2)]
    assert leads[0] != leads[1]


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    match = replace(MATCH, seats=3, against="random", first=Patched("p", "simkit", "", {SETS: 5}))
    alone, together = play_match(match, jobs=1), play_match(match, jobs=2)
    pd.testing.assert_frame_equal(alone.drop(columns=SECONDS), together.drop(columns=SECONDS))


def test_seconds_are_those_of_the_bots_of_a_side() -> None:
    games = play_match(replace(MATCH, bot="lookahead", against="random"))
    assert (games[SECONDS] >= 0).all(axis=None)
    assert games["today_seconds"].sum() > 3 * games["first_seconds"].sum()


# ---------------------------------------------------------------- lock-step in notation


@pytest.mark.parametrize("against", ["random", "random(everything=True)"])
def test_editions_may_number_their_actions_as_they_like(against: str) -> None:
    match = replace(MATCH, bot="random", against=against)
    same = play_match(match)
    other = play_match(replace(match, first=OtherNumbers("other numbers", "simkit")))
    pd.testing.assert_frame_equal(same.drop(columns=SECONDS), other.drop(columns=SECONDS))
    assert (other["disagreement"] == "").all()


def test_a_bot_that_may_not_see_everything_gets_a_view() -> None:
    found = result(play_match(replace(MATCH, bot="tests.opponents.twins:First")))
    assert found.dropped == 0 and found.win_share < 0.5


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [("Cheat", "Cheat.* of today chose .* not legal here"), ("Careless", "must return a Choice")],
)
def test_a_bot_that_breaks_its_contract_is_named(bot: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        play_match(replace(MATCH, bot=f"tests.opponents.twins:{bot}"))


# ---------------------------------------------------------------- rules that disagree

SETS = "market.sets.points"
COINS = "factions.weavers.start.coins"
INCOME = "factions.weavers.income"


@pytest.mark.parametrize(
    ("patch", "complaint"),
    [
        ({SETS: 5}, r"^after [1-9]\d* decisions: scores: \[.*\] in today, \[.*\] in the patched$"),
        (
            {COINS: 8},
            r"legal only in the patched: (?:bid amount=\d+, ){2}bid amount=\d+ and 1 more$",
        ),
        ({COINS: 0}, r"legal only in today: (?:bid amount=\d+, ){2}bid amount=\d+ and 1 more$"),
        ({COINS: 0, INCOME: 0}, r"in today: decline, undercut; legal only in the patched: pass$"),
        ({COINS: 0, INCOME: 0}, r": seat to decide: 0 in today, 1 in the patched$"),
    ],
)
def test_a_game_in_which_the_rules_disagree_says_how(patch: dict[str, int], complaint: str) -> None:
    patched = Patched("the patched", "simkit", "", patch)
    games = play_match(replace(MATCH, games=60, first=patched))
    apart = games[games["disagreement"] != ""]
    assert apart["disagreement"].str.contains(complaint).any()
    assert apart[["win_share", "lead"]].isna().all(axis=None)
    assert games.drop(apart.index)[["win_share", "lead"]].notna().all(axis=None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("offer dish=3", "the twin cannot read 'offer dish=3': offer: unknown argument 'dish'"),
        ("offer card=63", "the twin does not allow 'offer card=63'"),
    ],
)
def test_an_action_that_the_other_edition_lacks_is_a_disagreement(
    text: str, complaint: str
) -> None:
    table = Table(Side(TWIN, "greedy"), TINY, 2, (0,), 1)
    with pytest.raises(Disagreement, match=complaint):
        table.apply(text)


def test_a_game_without_an_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = simkit.rules(TINY, 2)
    monkeypatch.setattr(rules, "schema", replace(rules.schema, decision_limit=3))
    with pytest.raises(GameTooLong, match="no end after 3 decisions"):
        play_match(MATCH)


def test_rules_that_part_at_once_are_told_before_the_first_decision() -> None:
    hands = {f"factions.{name}.start.hand": 6 for name in ("millers", "weavers")}
    games = play_match(replace(MATCH, first=Patched("the patched", "simkit", "", hands)))
    assert games["disagreement"].str.startswith("after 0 decisions: legal only in").all()
    with pytest.raises(SimkitError, match="disagreed in 40 of 40 games, too many to compare"):
        result(games)


# ---------------------------------------------------------------- what cannot be played


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"games": 3}, "games: must be at least 4, not 3"),
        ({"seats": 1}, "seats: a match needs at least 2, not 1"),
        ({"seats": 5}, "seats: .* is played by 2 to 4, not 5"),
        ({"title": "tests.tinny"}, "unknown title 'tests.tinny'"),
        ({"bot": "gredy"}, "unknown bot 'gredy'; did you mean 'greedy'"),
        ({"against": "gredy"}, "opponent of the twin: unknown bot 'gredy'; did you mean 'greedy'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(SimkitError, match=complaint):
        play_match(replace(MATCH, **changes))  # type: ignore[arg-type]


def test_a_title_of_another_edition_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    core = tmp_path / "borrower" / "core"
    core.mkdir(parents=True)
    (core.parent / "__init__.py").write_text("from simkit import rules\n")
    (core / "rules.py").write_text("class Rules:\n    pass\n")
    with pytest.raises(BadValue, match=r"'tests.tiny' is no title of the borrower"):
        Edition("the borrower", "borrower", str(tmp_path)).rules(TINY, 2)
