"""Where a rule begins and ends: just enough, one too few, none, and the most."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import simkit

TITLE = "race_for_the_galaxy"
DATA = Path(__file__).parents[3] / "data" / "race_for_the_galaxy" / "cards.toml"
CARDS = tomllib.loads(DATA.read_text(encoding="utf-8"))["card"]
DEVELOPMENTS = [card for card in CARDS if card["type"] == "development"]
WORLDS = [card for card in CARDS if card["type"] == "world" and card.get("start_number", -1) < 0]
PAID = [card for card in WORLDS if card["settle"] == "cost"]
MILITARY = [card for card in WORLDS if card["settle"] == "military"]


def placed(rules, card, hand, actions):
    """The position after the choice of actions, and the ways to place one card of a hand."""
    name = card["id"] + ("/1" if card["copies"] > 1 else "")
    seats = [{"tableau": ["old_earth"], "hand": [name, *hand]}, {"tableau": ["epsilon_eridani"]}]
    state = rules.position({"seats": seats, "actions": actions})
    wanted = [a for a in state.legal() if rules.notation(a) == f"place card={name}"]
    return state, wanted


@pytest.mark.parametrize(("mine", "bonus"), [("develop", 1), ("produce", 0)])
def test_a_development_needs_exactly_its_price_in_other_cards(filler, mine, bonus):
    # [#develop.4] [#develop.7]
    rules = simkit.rules(TITLE, seats=2)
    for card in DEVELOPMENTS:
        price = max(0, card["cost"] - bonus)
        for others in {max(0, price - 1), price, price + 1}:
            _, found = placed(rules, card, filler[:others], [[mine], ["develop"]])
            assert bool(found) is (others >= price), (card["id"], others)
        state, found = placed(rules, card, filler[:price], [[mine], ["develop"]])
        state.step(found[0])
        after = [other for other in state.players[0].tableau if state.t.names[other] != "old_earth"]
        assert len(after) == 1
        assert len(state.discards) == price, card["id"]


def test_a_world_needs_exactly_its_price_in_other_cards(filler):
    # [#settle.2]
    rules = simkit.rules(TITLE, seats=2)
    for card in PAID:
        price = card["cost"]
        others_at_hand = [name for name in filler if name != card["id"]]
        for others in {max(0, price - 1), price, price + 1}:
            _, found = placed(rules, card, others_at_hand[:others], [["settle"], ["produce"]])
            assert bool(found) is (others >= price), (card["id"], others)


@pytest.mark.parametrize("military", range(9))
def test_a_military_world_needs_exactly_its_defense(military):
    # [#settle.3]
    rules = simkit.rules(TITLE, seats=2, patch={"cards.space_marines.powers.0.n": military})
    names = [card["id"] for card in MILITARY]
    seats = [{"tableau": ["old_earth", "space_marines/1"], "hand": names}, {}]
    state = rules.position({"seats": seats, "actions": [["settle"], ["produce"]]})
    listed = [rules.notation(action) for action in state.legal()]
    found = {text for text in listed if text.startswith("place")}
    reach = {card["id"] for card in MILITARY if card["defense"] <= military} & {*names}
    assert found == {f"place card={name}" for name in reach}


@pytest.mark.parametrize("cards", [9, 10, 11, 13])
def test_hands_are_cut_to_ten(table, cards):
    # [#round.4] [#deck.1]
    names = [card["id"] for card in CARDS if card["copies"] == 1 and card.get("cost", 0) > 1]
    hand = [name for name in names if name not in ("old_earth", "epsilon_eridani")][5 : 5 + cards]
    t = table([{"tableau": ["old_earth"], "hand": hand}], actions=[["produce"], ["produce"]])
    while t.state.round == 1 and not t.state.over:
        t.state.step(t.state.legal()[0])
    assert len(t.state.players[0].hand) == min(cards, 10)


@pytest.mark.parametrize("size", [10, 11, 12, 13])
def test_twelve_cards_end_the_game(table, size):
    # [#end.1]
    quiet = [card["id"] for card in MILITARY][: size - 1]
    t = table([{"tableau": ["old_earth", *quiet]}], actions=[["produce"], ["produce"]])
    while t.state.round == 1 and not t.state.over:
        t.state.step(t.state.legal()[0])
    assert t.state.over is (size >= 12)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_last_chip_ends_the_game(table, left):
    # [#end.2] [#setup.1]
    t = table([{"tableau": ["old_earth"], "chips": 24 - left}], actions=[["produce"], ["produce"]])
    while t.state.round == 1 and not t.state.over:
        t.state.step(t.state.legal()[0])
    assert t.state.over is (left == 0)
