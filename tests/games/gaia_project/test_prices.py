"""What an action takes: it can be had for exactly its price, and not for one less of anything."""

from __future__ import annotations

from typing import Any

import pytest

from .board import bowls, find, goods, position

GOODS = ("ore", "credits", "knowledge", "qic")
NONE = {"ore": 0, "credits": 0, "knowledge": 0, "qic": 0, "bowls": [0, 0, 0]}
PLANETS = {
    (0, 0): "terra", (1, 0): "terra", (0, 1): "oxide", (-1, 0): "volcanic", (-1, 1): "transdim",
    (2, 0): "gaia", (0, -1): "titanium",
}  # fmt: skip
MINE_STANDS = {"buildings": {"mine": ["0x0"]}}
STATION_STANDS = {"buildings": {"trading_station": ["0x0"]}}
LAB_STANDS = {"buildings": {"research_lab": ["0x0"]}}
FORMER = {**MINE_STANDS, "levels": [0, 0, 0, 1, 0, 0]}

# name: what stands there, the action, its price
PRICES: dict[str, tuple[dict[str, Any], tuple[str, dict[str, Any]], dict[str, int]]] = {
    "mine": (MINE_STANDS, ("mine", {"hex": "1x0"}), {"ore": 1, "credits": 2}),
    "one step": (MINE_STANDS, ("mine", {"hex": "0x1"}), {"ore": 4, "credits": 2}),
    "two steps": (MINE_STANDS, ("mine", {"hex": "-1x0"}), {"ore": 7, "credits": 2}),
    "two cheaper steps": (
        {**MINE_STANDS, "levels": [2, 0, 0, 0, 0, 0]},
        ("mine", {"hex": "-1x0"}),
        {"ore": 5, "credits": 2},
    ),
    "gaia planet": (MINE_STANDS, ("mine", {"hex": "2x0"}), {"ore": 1, "credits": 2, "qic": 2}),
    "gaia planet in range": (
        {**MINE_STANDS, "levels": [0, 2, 0, 0, 0, 0]},
        ("mine", {"hex": "2x0"}),
        {"ore": 1, "credits": 2, "qic": 1},
    ),
    "lone station": (
        MINE_STANDS, ("upgrade", {"building": "trading_station"}), {"ore": 2, "credits": 6},
    ),
    "lab": (STATION_STANDS, ("upgrade", {"building": "research_lab"}), {"ore": 3, "credits": 5}),
    "institute": (
        STATION_STANDS, ("upgrade", {"building": "planetary_institute"}), {"ore": 4, "credits": 6},
    ),
    "left academy": (
        LAB_STANDS, ("upgrade", {"building": "academy_left"}), {"ore": 6, "credits": 6},
    ),
    "right academy": (
        LAB_STANDS, ("upgrade", {"building": "academy_right"}), {"ore": 6, "credits": 6},
    ),
    "research": (MINE_STANDS, ("research", {"area": "eco"}), {"knowledge": 4}),
    "ore for a credit": (MINE_STANDS, ("convert", {"exchange": "ore_to_credit"}), {"ore": 1}),
    "ore for a token": (MINE_STANDS, ("convert", {"exchange": "ore_to_token"}), {"ore": 1}),
    "knowledge": (MINE_STANDS, ("convert", {"exchange": "knowledge_to_credit"}), {"knowledge": 1}),
    "qic": (MINE_STANDS, ("convert", {"exchange": "qic_to_ore"}), {"qic": 1}),
}  # fmt: skip


def seated(standing, held):
    return position(PLANETS, [{**NONE, **standing, **held}, {}], ["terrans", "itars"])


@pytest.mark.parametrize("name", PRICES)
def test_goods_that_an_action_takes(name):
    # Rules: [#2.3A.1] [#2.3A.2] [#2.3A.3] [#2.3C] [#2.3E] [#free]
    standing, (kind, args), price = PRICES[name]
    state = seated(standing, price)
    (action,) = find(state, kind, **args)
    state.step(action)
    if kind != "convert":  # which brings some other good
        assert goods(state.players[0]) == (0, 0, 0, 0)
    for short in price:
        held = {**price, short: price[short] - 1}
        assert not find(seated(standing, held), kind, **args), f"{short} is short by one"
        rich = {**dict.fromkeys(GOODS, 9), short: price[short] - 1}
        if kind == "mine":
            rich["qic"] = held.get("qic", 0)
        assert not find(seated(standing, rich), kind, **args), f"{short} is short by one"


@pytest.mark.parametrize(("neighbour", "credits"), [(True, 3), (False, 6)])
def test_credits_of_a_trading_station(neighbour, credits):
    # Rules: [#2.3C]
    planets = {(0, 0): "terra", (2 if neighbour else 3, 0): "ice"}
    for held in range(8):
        mine = {**NONE, **MINE_STANDS, "ore": 2, "credits": held}
        other = {"buildings": {"mine": ["2x0" if neighbour else "3x0"]}}
        state = position(planets, [mine, other], ["terrans", "itars"])
        found = find(state, "upgrade", building="trading_station")
        assert bool(found) is (held >= credits), held
        if found:
            state.step(found[0])
            assert goods(state.players[0])[:2] == (0, held - credits)


@pytest.mark.parametrize(
    ("action", "power"),
    [("power1", 7), ("power2", 5), ("power3", 4), ("power4", 4), ("power5", 4), ("power6", 3),
     ("power7", 3)],
)  # fmt: skip
def test_power_of_a_power_action(action, power):
    # Rules: [#2.3F]
    for held in range(9):
        spec = {**MINE_STANDS, "ore": 4, "credits": 2, "bowls": [1, 1, held]}
        state = seated(spec, {})
        kind = "mine" if action in ("power2", "power6") else "power_action"
        key = {"via": action} if kind == "mine" else {"action": action}
        found = find(state, kind, **key)
        assert bool(found) is (held >= power), held
        if found:
            before = state.players[0].p3
            state.step(found[0])
            p = state.players[0]
            assert p.p3 == before - power
            assert p.p1 == 1 + power + (2 if action == "power7" else 0)
            assert p.p2 == 1


@pytest.mark.parametrize(
    ("gain", "power"), [("credits", 1), ("ore", 3), ("knowledge", 4), ("qic", 4)]
)
def test_power_of_a_free_action(gain, power):
    # Rules: [#free]
    for held in range(14):
        state = seated({**MINE_STANDS, "bowls": [0, 0, held]}, {})
        found = find(state, "spend_power", gain=gain)
        times = [state.rules.decode(action)[1]["count"] for action in found]
        assert times == list(range(1, held // power + 1)), held
        for action, number in zip(found, times, strict=True):
            copy = state.clone()
            copy.step(action)
            assert bowls(copy.players[0]) == (power * number, 0, held - power * number)
            assert sum(goods(copy.players[0])) == number


def test_tokens_that_are_burnt():
    # Rules: [#free]
    for held in (0, 1, 2, 3, 4, 29, 30, 31, 32, 33):
        state = seated({**MINE_STANDS, "bowls": [0, held, 0]}, {})
        found = find(state, "burn")
        times = [state.rules.decode(action)[1]["count"] for action in found]
        assert times == list(range(1, held // 2 + 1)), held
        if found:
            state.step(found[-1])
            assert bowls(state.players[0]) == (0, held % 2, held // 2)


@pytest.mark.parametrize(("level", "tokens"), [(1, 6), (3, 4), (4, 3)])
def test_tokens_of_a_gaia_project(level, tokens):
    """Tokens of all bowls count together."""
    # Rules: [#2.3B]
    for held in range(8):
        bowl = [held // 3, (held + 1) // 3, (held + 2) // 3]
        assert sum(bowl) == held
        spec = {**MINE_STANDS, "levels": [0, 0, 0, level, 0, 0], "bowls": bowl}
        state = position(PLANETS, [{**NONE, **spec}, {}], ["xenos", "itars"])
        found = find(state, "gaia_project", hex="-1x1")
        assert bool(found) is (held >= tokens), held
        if found:
            state.step(found[0])
            assert sum(bowls(state.players[0])) == held - tokens
            assert state.players[0].gaia == tokens


def test_pieces_run_out():
    """The last mine may be built, and none after it."""
    # Rules: [#1.7]
    planets = {(q, 0): "terra" for q in range(-4, 5)} | {(0, 1): "terra"}
    for standing in range(7, 9):
        names = [f"{q}x0" for q in range(-4, 5)][:standing]
        spec = {"ore": 9, "credits": 9, "buildings": {"mine": names}}
        state = position(planets, [spec, {}], ["terrans", "itars"])
        assert bool(find(state, "mine")) is (standing < 8)
