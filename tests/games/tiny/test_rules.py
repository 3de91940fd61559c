"""The Fair, passage by passage (numbers as in tests/tiny/README.md)."""

from __future__ import annotations

from typing import Any

import pytest

import simkit
from simkit.core.luck import Luck
from tests.tiny.rules.scoring import complete_sets
from tests.tiny.rules.state import FairState
from tests.tiny.title import FairRules

RULES = simkit.rules("tests.tiny", seats=3)
MILLERS_AND_WEAVERS = ["millers", "weavers", "weavers"]
# card -> good and worth: 0 bread 2, 1 cloth 4, 2 pots 6, 3 bread 4, 4 cloth 6, 5 pots 3, 6 bread 6


def position(**spec: Any) -> FairState:
    state = RULES.position({"factions": MILLERS_AND_WEAVERS, **spec})
    assert isinstance(state, FairState)
    return state


def step(state: FairState, *actions: str) -> FairState:
    for text in actions:
        state.step(RULES.parse(text))
    return state


def legal(state: FairState) -> list[str]:
    return [RULES.notation(action) for action in state.legal()]


# 1, 2. Components, set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_sixteen_cards_per_player(seats: int) -> None:
    assert FairRules(seats).tables.cards == list(range(16 * seats))


def test_2_hands_and_coins_of_the_factions() -> None:
    """Set-up, then the income and the two cards of rule 3."""
    state = RULES.deal(Luck(1), factions=MILLERS_AND_WEAVERS)
    assert [len(hand) for hand in state.hands] == [3 + 2, 4 + 2, 4 + 2]
    assert state.coins == [5 + 3, 4 + 4, 4 + 4]
    assert state.seat == 0


def test_2_a_short_game_has_two_rounds() -> None:
    assert (FairRules(2).rounds, FairRules(2, {"length": "short"}).rounds) == (4, 2)


def test_2_the_start_passes_to_the_left() -> None:
    state = position(phase="exchanging", asked=[2], first=0, round=1)
    step(state, "exchange cards=0")
    assert (state.round, state.first, state.seat) == (2, 1, 1)


# 3. Start of a round


def test_3_income_cards_and_a_lot() -> None:
    state = position(
        phase="exchanging",
        asked=[0],
        coins=[1, 2, 3],
        deck=list(range(20, 27)),
        hands=[[0], [], []],
    )
    step(state, "exchange cards=0")
    assert state.coins == [1 + 3, 2 + 4, 3 + 4]
    assert state.hands == [[0, 24, 25], [20, 21], [22, 23]]
    assert state.lot == 26


def test_3_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    state = position(phase="exchanging", asked=[0], hands=[[0, 1], [], []])
    state.discard, state.deck = state.deck, []
    before = sorted(state.discard)
    step(state, "exchange cards=3")
    assert state.reshuffles == 1
    assert state.discard == []
    seen = [*state.deck, *(card for hand in state.hands for card in hand), state.lot]
    assert sorted(seen) == sorted([*before, 0, 1])


# 4, 5. Offers


def test_4_offers_are_sold_when_all_have_chosen() -> None:
    state = position(phase="offering", hands=[[0], [1], [5]])
    step(state, "offer card=0", "offer card=1")
    assert state.score == [0, 0, 0]
    step(state, "offer card=5")
    assert state.score == [2 + 2, 4 + 1, 3]  # bread is the millers' favourite, cloth the weavers'


def test_4_a_good_that_others_offer_as_well_sells_for_half_rounded_down() -> None:
    state = position(phase="offering", hands=[[3], [0], [2]], coins=[0, 0, 0])
    step(state, "offer card=3", "offer card=0", "offer card=2")
    assert state.score == [(4 + 2) // 2, 2 // 2, 6]
    assert state.phase != 1


def test_5_who_sold_for_half_may_pay_for_the_rest() -> None:
    state = position(phase="offering", hands=[[3], [6], [9]], coins=[1, 0, 1], lot=2)
    step(state, "offer card=3", "offer card=6", "offer card=9")
    assert (state.seat, legal(state)) == (0, ["undercut", "decline"])
    step(state, "undercut")
    assert state.score[0] == 4 + 2
    assert state.coins[0] == 0
    assert state.seat == 2  # seat 1 cannot pay and is not asked
    before = state.score[2]
    step(state, "decline")
    assert state.score[2] == before


# 6, 7. Auction and label


def test_6_bids_rise_and_are_covered() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], coins=[3, 5, 9], lot=2)
    assert legal(state) == ["pass", "bid amount=1", "bid amount=2", "bid amount=3"]
    step(state, "bid amount=2")
    assert legal(state) == ["pass", "bid amount=3", "bid amount=4", "bid amount=5"]


def test_6_the_last_one_left_pays_and_wins_the_worth() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], coins=[3, 5, 9], lot=2)
    step(state, "pass", "bid amount=4", "pass")
    assert (state.seat, state.coins, state.score) == (1, [3, 1, 9], [0, 6, 0])


def test_6_who_passed_is_out() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], coins=[9, 9, 9], lot=2)
    step(state, "pass", "bid amount=1", "bid amount=2")
    assert state.seat == 1
    step(state, "bid amount=3", "bid amount=4")
    assert state.seat == 1


def test_6_the_first_bidder_is_left_when_all_others_pass() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], coins=[9, 9, 9], lot=2)
    step(state, "bid amount=1", "pass", "pass")
    assert (state.seat, state.coins[0]) == (0, 8)


def test_6_the_last_of_passing_players_may_still_bid() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], coins=[9, 9, 9], lot=2)
    step(state, "pass", "pass")
    assert (state.seat, legal(state)[:2]) == (2, ["pass", "bid amount=1"])


def test_6_if_all_pass_the_lot_is_discarded() -> None:
    state = position(phase="bidding", asked=[0], bidders=[0, 1, 2], lot=2)
    step(state, "pass", "pass", "pass")
    assert state.discard == [2]
    assert state.lot == -1
    assert RULES.schema.phases[state.phase] == "exchanging"


@pytest.mark.parametrize(("good", "number"), [("bread", 0), ("cloth", 1), ("pots", 2)])
def test_7_the_lot_counts_as_what_the_winner_names(good: str, number: int) -> None:
    state = position(phase="labelling", asked=[1], lot=2, highest_bidder=1)
    step(state, f"label good={good}")
    assert state.wares[3:6] == [int(n == number) for n in range(3)]
    assert state.stalls[1] == 1 << 2


# 8. Exchange


def test_8_any_part_of_the_hand_is_exchanged_face_up_for_as_many() -> None:
    state = position(phase="exchanging", hands=[[0, 2, 4, 6], [], []], deck=[40, 41])
    mask = 1 << 0 | 1 << 4
    assert mask << 6 | 6 not in state.legal()  # not listed, but legal: an open kind
    step(state, f"exchange cards={mask}")
    assert state.hands[0] == [2, 6, 40, 41]
    assert state.discard == [0, 4]


def test_8_only_cards_of_the_hand() -> None:
    state = position(phase="exchanging", hands=[[0, 2], [4], []])
    with pytest.raises(simkit.SimkitError, match="only cards of the hand"):
        step(state, f"exchange cards={1 << 4}")


def test_8_every_exchange_that_is_legal_by_brute_force() -> None:
    """The open kind's rule, counted out: all parts of the hand and no others."""
    state = position(phase="exchanging", hands=[[0, 2, 5], [4], []])
    accepted = {mask for mask in range(1 << 8) if state.is_legal(6 | mask << 6)}
    assert accepted == {a | b | c for a in (0, 1) for b in (0, 4) for c in (0, 32)}
    assert {action >> 6 for action in state.legal()} <= accepted


# 9. End


def test_9_sets_of_three_different_goods() -> None:
    state = position(phase="exchanging", asked=[0], round=4, stalls=[[0, 1, 2, 3], [4, 7], []])
    assert [complete_sets(state, seat) for seat in range(3)] == [1, 0, 0]
    step(state, "exchange cards=0")
    assert state.over
    assert state.score == [4, 0, 0]


def test_9_the_most_points_then_the_most_coins() -> None:
    points = [{"sales": 9}, {"lots": 9}, {"sales": 5}]
    state = position(phase="exchanging", asked=[0], points=points, coins=[2, 3, 9])
    assert state.ranks() == [2, 1, 3]
    assert state.winners() == [1]
