"""Packs in play: odd ones, encodings, and how often bots take what is worth more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.core.schema import KIND_BITS
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import legal
from simkit.games.race_for_the_galaxy.view import board
from simkit.testing import check_bot, check_rules
from simkit.testing.pack_checks import check_pack
from tests.packs.making import TITLE, development, world, write_pack

TWENTY = [
    world(
        f"moon_{number}",
        name=f"Mond {number} ☾",
        copies=1 + number % 3,
        kind=("novelty", "rare", "genes", "alien")[number % 4],
        production="windfall",
        cost=number % 8,
    )
    for number in range(20)
]
EVERYTHING = [
    development("hub", copies=4, cost=1, powers=[
        {"phase": "settle", "op": "pay_for_military", "discount": 2, "not_kind": "alien"},
        {"phase": "settle", "op": "sacrifice_for_free", "not_kind": "alien"},
        {"phase": "settle", "op": "sacrifice_for_military", "n": 2},
        {"phase": "consume", "op": "consume_all", "vp_per_good_after_first": 1},
        {"phase": "consume", "op": "consume_different", "goods": 2, "vp": 2, "cards": 1},
        {"phase": "consume", "op": "extra_trade", "bonuses": False},
        {"phase": "consume", "op": "gamble"},
        {"phase": "produce", "op": "draw_if_most_produced", "n": 2, "kind": "genes"},
    ]),
    development("bank", copies=3, cost=0, powers=[
        {"phase": "develop", "op": "draw_before", "n": 1},
        {"phase": "consume", "op": "cards_for_vp", "times": 3, "vp": 1},
        {"phase": "produce", "op": "produce_windfall", "kind": "any"},
        {"phase": "produce", "op": "draw_per_kind_produced", "n": 1},
        {"phase": "produce", "op": "draw_per_world", "n": 1, "kind": "rare"},
    ]),
]  # fmt: skip
ODD: dict[str, list[dict[str, Any]]] = {
    "a cost": [{"id": "old_earth", "cost": 1}],
    "no power": [world("still_moon")],
    "many cards": TWENTY,
    "a start world": [world("far_start", start_number=7, kind="genes", production="windfall")],
    "variable points": [
        development("council", cost=6, vp=0, vp_variable=True, score=[
            {"vp": 2, "match": "world", "production": "windfall"}, {"vp": 1, "match": "chips", "per": 5},
        ]),
    ],
    "known operations": EVERYTHING,
    "other powers": [{"id": "space_marines", "powers": [{"phase": "produce", "op": "draw", "n": 2}]}],
    "another kind": [{"id": "old_earth", "kind": "novelty", "production": "windfall"}],
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
def test_odd_packs_play_with_all_invariants(tmp_path: Path, what: str) -> None:
    (played,) = check_pack(write_pack(tmp_path / "odd", ODD[what]), games=12)
    assert played.games == 12


@pytest.mark.parametrize("what", ["many cards", "known operations", "a start world"])
def test_odd_packs_keep_the_contract(tmp_path: Path, what: str) -> None:
    pack = write_pack(tmp_path / "odd", ODD[what])
    checks = [
        "legal",
        "candidates",
        "words",
        "clone",
        "determinize",
        "pickle",
        "rows",
        "board",
        "replay",
    ]
    passed = check_rules(TITLE, seats=3, pack=pack, games=1, positions=3, only=checks)
    assert set(passed) == set(checks)


def test_code_keeps_the_contract_of_rules_and_bots() -> None:
    rules = simkit.rules(TITLE, 2, pack="glass_archive")
    assert check_rules(rules, games=1, positions=3, skip=["hash_seed", "patches"])
    only = ["choice", "hidden", "explain", "repeatable"]
    assert set(check_bot("greedy", rules, games=1, only=only)) == set(only)


def test_actions_get_as_many_bits_as_cards_need_and_are_written_alike(tmp_path: Path) -> None:
    printed = simkit.rules(TITLE, 2)
    many = simkit.rules(TITLE, 2, pack=write_pack(tmp_path / "odd", TWENTY))
    assert (printed.tables.second, many.tables.second) == (KIND_BITS + 7, KIND_BITS + 8)
    for text in ("use card=old_earth power=1", "trade world=gem_world via=action", "pass"):
        assert printed.notation(printed.parse(text)) == many.notation(many.parse(text)) == text
    assert (
        printed.encode("trade", world="gem_world", via="action")
        == 7 | 114 << 13 | printed.tables.number["gem_world"] << 6
    )


def test_what_a_pack_adds_is_named_in_tables_and_pictures(tmp_path: Path) -> None:
    start = world("far_start", name="Fern & Weit", start_number=5)
    pack = write_pack(tmp_path / "far", [start, *TWENTY, *ODD["variable points"]])
    found = simkit.simulate(TITLE, seats=3, games=30, seed=2, pack=pack, n_jobs=1)
    assert not found.failures
    assert found.seats.faction.value_counts()["far_start"] == 15  # of 90 seats, six start worlds
    assert "points_council" in found.seats and "council" in set(found.points.source)
    assert any(str(card).startswith("moon_") for card in set(found.moves.card.dropna()))
    rules = found.rules()
    game = rules.deal(simkit.Luck(1), factions=["far_start", "old_earth", "new_sparta"])
    assert "Fern &amp; Weit" in board.svg(game) and 'data-key="card=far_start|' in board.svg(game)


def taken(pack: str, card: str, points: int, games: int) -> float:
    """Return how often greedy bots place a card that they have had in hand, of 100 chances."""
    had = placed = 0
    for number in range(games):
        rules: Any = simkit.rules(TITLE, 2 + number % 3, {f"cards.{card}.vp": points}, pack)
        game = rules.deal(simkit.Luck(number))
        bots = [simkit.make_bot("greedy", TITLE) for _ in range(rules.seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(number))
        wanted = rules.tables.number[card]
        seen = set()
        while not game.over:
            p = game.players[game.seat]
            if wanted in p.hand or wanted in p.drawn:
                seen.add(game.seat)
            options = game.candidates()
            one = len(options) == 1
            game.apply(options[0] if one else bots[game.seat].choose(game, options).action)
        had += len(seen)
        placed += sum(wanted in game.players[seat].tableau for seat in seen)
    return 100 * placed / had


@pytest.mark.parametrize("coded", [False, True])
def test_points_more_or_less_move_how_often_bots_take_a_card(tmp_path: Path, coded: bool) -> None:
    if coded:
        pack, card = "glass_archive", "glass_archive"
        low, middle, high = 0, 3, 6
    else:
        pack, card = write_pack(tmp_path / "far", [world("tide_moon", cost=2)]), "tide_moon"
        low, middle, high = 0, 3, 6
    less, plain, more = (taken(pack, card, points, 90) for points in (low, middle, high))
    assert less + 15 <= plain <= more - 15, (less, plain, more)


def test_of_several_contacts_the_cheapest_that_may_pays(tmp_path: Path) -> None:
    envoy = development("envoy", powers=[
        {"phase": "settle", "op": "pay_for_military", "discount": 3, "not_kind": "rare"},
    ])  # fmt: skip
    rules = simkit.rules(TITLE, 2, pack=write_pack(tmp_path / "far", [envoy]))
    seat = {"tableau": ["old_earth", "envoy", "contact_specialist/1"]}
    game: Any = rules.position({"seats": [seat, {"tableau": ["new_sparta"]}]})
    number = game.t.number
    prices = [
        legal.settle_price(game, 0, number[world], schema.BY_CONTACT)
        for world in ("rebel_base", "rebel_fuel_cache")
    ]
    assert prices == [6 - 3, 1 - 1]
    assert legal.contact_for(game, 0, number["rebel_fuel_cache"]) == number["contact_specialist/1"]


@pytest.mark.soak
def test_a_card_and_a_start_world_play_five_hundred_games(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "far", [*TWENTY, *ODD["a start world"], *EVERYTHING])
    (played,) = check_pack(pack, games=500)
    assert played.games == 500
